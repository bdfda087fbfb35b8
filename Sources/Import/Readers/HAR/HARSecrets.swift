import Base
import Descriptions
import JSONPath
import NetEngine

/// Moves the secrets of recorded JSON bodies into variables; those of headers, queries and forms the writer moves.
struct HARSecrets {
    private struct Key: Hashable {
        var name: String
        var value: String
    }

    private var names = DialectName()
    private var known: [Key: String] = [:]
    private var variables: [ImportedVariable] = []
    /// Those of the request that is looked at.
    private var used: [ImportedVariable] = []

    var environments: [ImportedEnvironment] {
        variables.isEmpty ? [] : [ImportedEnvironment(name: nil, variables: variables)]
    }

    /// A request that has two braces as text cannot have variables, too.
    /// - Returns: the names of the secrets that stay in the body, each once, and why, as a clause.
    mutating func move(in request: inout ImportedRequest) -> (names: [String], reason: String) {
        let reason = "because the request has {{ as text"
        guard case .text(let text, let type) = request.body else { return ([], reason) }
        let names = moveMembers(of: &request, text, type)
        guard names.isEmpty, request.isLiteral else { return (names, reason) }
        let kind = ContentType(type ?? "")
        let fields = kind.isMultipart ? Self.parts(of: text) : kind.isForm ? Self.fields(of: text) : []
        return (Self.once(fields), "because the form is sent byte by byte")
    }

    private static func once(_ names: [String]) -> [String] {
        var seen: Set<String> = []
        return names.filter { seen.insert($0).inserted }
    }

    /// The names of fields that mean a secret, of a form that is not written as rows.
    private static func fields(of text: String) -> [String] {
        text.split(separator: "&").compactMap { piece in
            guard let (name, value) = WrittenURL.split(String(piece), at: Byte.equals) else { return nil }
            return SecretName.isOpen(name, value) ? name : nil
        }
    }

    /// The names of fields of a multipart body that mean a secret.
    private static func parts(of text: String) -> [String] {
        text.split(whereSeparator: \.isNewline).compactMap { line in
            MultipartName.ofField(in: line).flatMap { SecretName.isSecret($0) ? $0 : nil }
        }
    }

    /// - Returns: the names of the secrets of a JSON body that stay, each once.
    private mutating func moveMembers(of request: inout ImportedRequest, _ text: String, _ type: String?) -> [String] {
        let bytes = Array(text.utf8)
        guard let tree = JSONSecrets.tree(of: bytes) else { return [] }
        let texts =
            [text, request.url, request.method]
            + (request.headers + request.parameters).flatMap { [$0.name, $0.value] }
        guard !texts.contains(where: { $0.contains(bytes: "{{") }) else {
            return Self.once(JSONSecrets.members(of: tree).map(\.name))
        }
        used = []
        let place = request.place
        let moved = JSONSecrets.replacing(in: bytes, tree) { "{{\(variable($0, $1, place))}}" }
        guard let moved else { return [] }
        request.isLiteral = false
        request.body = .text(moved, contentType: type)
        for place in request.responses.indices { request.responses[place].request?.secrets += used }
        return []
    }

    private mutating func variable(_ name: String, _ value: String, _ place: ImportPlace?) -> String {
        let key = Key(name: name, value: value)
        let made = known[key] ?? names.unique(DialectName.valid(name, else: "secret"))
        let variable = ImportedVariable(name: made, value: value, isSecret: true, place: place)
        used.append(variable)
        guard known.updateValue(made, forKey: key) == nil else { return made }
        variables.append(variable)
        return made
    }
}
