import Base
import NetEngine
import OpenAPI

/// Writes the document of a draft. First all schemas are collected, since equal ones become components.
struct DraftWriter {
    private struct Body {
        var media: String
        var schema: SchemaPool.ID?
    }

    private struct Message {
        var headers: [(facts: ParameterFacts, schema: SchemaPool.ID, isRequired: Bool)] = []
        var bodies: [Body] = []
    }

    private struct Operation {
        var parameters: [(name: String, place: String, isRequired: Bool, schema: SchemaPool.ID)] = []
        var request = Message()
        var isBodyRequired = false
        var responses: [(status: Int, message: Message)] = []
    }

    /// A parameter or header that was in all of more than this many is required.
    static let samplesForRequired = 3
    static let methods = ["GET", "PUT", "POST", "DELETE", "OPTIONS", "HEAD", "PATCH", "TRACE"]

    private let draft: DescriptionDraft
    private let paths: [DraftPath]
    private var names: OperationNames
    private var pool = SchemaPool()
    private(set) var operations: [DraftOperation] = []

    init(_ draft: DescriptionDraft, _ paths: [DraftPath]) {
        self.draft = draft
        self.paths = paths
        names = OperationNames(paths)
    }

    mutating func write() -> JSONOutput {
        var collected: [[(method: String, operation: Operation)]] = []
        for path in paths {
            var items: [(method: String, operation: Operation)] = []
            for method in Self.methods {
                guard let index = path.operations[method] else { continue }
                items.append((method, collect(draft.operations[index], path)))
            }
            collected.append(items)
        }
        pool.nameComponents()
        let base = commonBase
        let security = paths.flatMap { path in path.operations.values.map { Self.security(draft.operations[$0]) } }
        let common = security.first.flatMap { first in security.allSatisfy { $0 == first } ? first : nil }
        var items: [(String, JSONOutput)] = []
        var tags: Set<String> = []
        for (path, found) in zip(paths, collected) {
            var item: [(String, JSONOutput)] = []
            let template = String(path.template.dropFirst(base.utf8.count))
            if let tag = OperationNames.tag(of: path) { tags.insert(tag) }
            for (method, operation) in found {
                guard let index = path.operations[method] else { continue }
                let facts = draft.operations[index]
                let own = common == nil ? Self.security(facts) : nil
                let id = names.identifier(method, path)
                item.append((method.lowercased(), output(operation, id, OperationNames.tag(of: path), own)))
                operations.append(DraftOperation(method: method, path: path, facts: facts))
            }
            items.append((template, .object(item)))
        }
        var root: [(String, JSONOutput)] = [("openapi", "3.1.0"), ("info", info)]
        root.append(("servers", servers(base)))
        if let common, common != [[]] { root.append(("security", Self.output(common))) }
        if !tags.isEmpty {
            let sorted = tags.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
            root.append(("tags", .array(sorted.map { .object([("name", .string($0))]) })))
        }
        root.append(("paths", .object(items)))
        if let components { root.append(("components", components)) }
        return .object(root)
    }

    // MARK: Root

    private var info: JSONOutput {
        var hosts: Set<String> = []
        for origin in draft.origins.keys { hosts.insert(Self.host(of: origin)) }
        let title = hosts.sorted().prefix(5).joined(separator: ", ")
        return .object([("title", .string(title.isEmpty ? "Draft" : title)), ("version", "draft")])
    }

    private static func host(of origin: String) -> String {
        origin.utf8.firstRange(of: "://".utf8).map { String(origin[$0.upperBound...]) } ?? origin
    }

    /// The path of the server, if all paths are below it and the existing description has it as its server's.
    private var commonBase: String {
        guard let base = paths.first(where: { $0.knownTemplate != nil })?.base, !base.isEmpty,
            paths.allSatisfy({ ($0.knownTemplate != nil && $0.base == base) || $0.template.hasPrefix(base + "/") })
        else { return "" }
        return base
    }

    private func servers(_ base: String) -> JSONOutput {
        let sorted = draft.origins.sorted { a, b in a.value == b.value ? a.key < b.key : a.value > b.value }
        let urls = sorted.prefix(DraftNotices.mostServers).map { JSONOutput.object([("url", .string($0.key + base))]) }
        return .array(urls.isEmpty ? [.object([("url", "/")])] : Array(urls))
    }

    private var components: JSONOutput? {
        var out: [(String, JSONOutput)] = []
        let named = pool.named
        if !named.isEmpty { out.append(("schemas", .object(named.map { ($0.name, $0.schema) }))) }
        var used: Set<String> = []
        for path in paths {
            for index in path.operations.values {
                for schemes in Self.security(draft.operations[index]) { used.formUnion(schemes) }
            }
        }
        let schemes = draft.schemes.values.filter { used.contains($0.name) }
            .sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
        if !schemes.isEmpty { out.append(("securitySchemes", .object(schemes.map { ($0.name, Self.output($0)) }))) }
        return out.isEmpty ? nil : .object(out)
    }

    private static func output(_ scheme: CredentialScheme) -> JSONOutput {
        switch scheme.kind {
        case .bearer(let isJWT):
            .object([("type", "http"), ("scheme", "bearer")] + (isJWT ? [("bearerFormat", "JWT")] : []))
        case .basic: ["type": "http", "scheme": "basic"]
        case .digest: ["type": "http", "scheme": "digest"]
        case .key(let place, let name): ["type": "apiKey", "name": .string(name), "in": .string(place)]
        }
    }

    /// The schemes of requests that the server took; if it took none, those that it was offered. Sorted; `[[]]` means
    /// that none is needed.
    static func security(_ facts: OperationFacts) -> [[String]] {
        let accepted = facts.security.filter { $0.value.accepted > 0 }.keys
        let sets = accepted.isEmpty ? facts.security.keys.filter { !$0.isEmpty } : Array(accepted)
        let sorted = sets.sorted { $0.lexicographicallyPrecedes($1) }.prefix(20)
        return sorted.isEmpty ? [[]] : Array(sorted)
    }

    private static func output(_ security: [[String]]) -> JSONOutput {
        .array(security.map { names in .object(names.map { ($0, JSONOutput.array([])) }) })
    }

    // MARK: Collecting

    private mutating func collect(_ facts: OperationFacts, _ path: DraftPath) -> Operation {
        let (noun, isCollection) = names.noun(of: path)
        var operation = Operation()
        for parameter in path.parameters {
            operation.parameters.append((parameter.name, "path", true, pool.add(scalar: parameter.values)))
        }
        let count = facts.request.count
        for (table, place) in [(facts.queries, "query"), (facts.request.headers, "header")] {
            for parameter in table.sorted {
                let isRequired = parameter.holders == count && count > Self.samplesForRequired
                operation.parameters.append((parameter.spelling, place, isRequired, pool.add(parameter)))
            }
        }
        operation.request = collect(facts.request, noun + "Input", hasHeaders: false)
        operation.isBodyRequired = facts.request.withBody == count
        for (status, message) in facts.responses.sorted(by: { $0.key < $1.key }) {
            let hint = status >= 400 ? "Error" : isCollection ? noun + "List" : noun
            operation.responses.append((status, collect(message, hint, hasHeaders: true)))
        }
        return operation
    }

    private mutating func collect(_ facts: MessageFacts, _ hint: String, hasHeaders: Bool) -> Message {
        var message = Message()
        if hasHeaders {
            for header in facts.headers.sorted {
                let isRequired = header.holders == facts.count && facts.count > Self.samplesForRequired
                message.headers.append((header, pool.add(header), isRequired))
            }
        }
        for (media, body) in facts.bodies.sorted(by: { $0.key < $1.key }) {
            var schema: SchemaPool.ID?
            if body.shape != ShapeTable.none, body.read > 0 {
                let isList = hint.hasSuffix("List") && draft.shapes[body.shape].arrays > 0
                schema = pool.add(
                    body.shape, of: draft.shapes, hint: isList ? String(hint.dropLast(4)) : hint, listsWords: true)
            } else if body.read > 0, !body.fields.hasTooMany {
                schema = pool.add(body.fields, count: body.read, hint: hint)
            } else if MediaTypeName(media).isText {
                schema = pool.add(scalar: TextFacts())
            }
            message.bodies.append(Body(media: media, schema: schema))
        }
        return message
    }

    // MARK: Operations

    private func output(_ operation: Operation, _ id: String, _ tag: String?, _ security: [[String]]?) -> JSONOutput {
        var out: [(String, JSONOutput)] = [("operationId", .string(id))]
        if let tag { out.append(("tags", .array([.string(tag)]))) }
        if let security, security != [[]] { out.append(("security", Self.output(security))) }
        if !operation.parameters.isEmpty {
            out.append(
                (
                    "parameters",
                    .array(
                        operation.parameters.map { parameter in
                            var item: [(String, JSONOutput)] = [
                                ("name", .string(parameter.name)), ("in", .string(parameter.place)),
                            ]
                            if parameter.isRequired { item.append(("required", true)) }
                            item.append(("schema", pool.output(parameter.schema)))
                            return .object(item)
                        })
                ))
        }
        if !operation.request.bodies.isEmpty {
            var body: [(String, JSONOutput)] = []
            if operation.isBodyRequired { body.append(("required", true)) }
            body.append(("content", content(of: operation.request)))
            out.append(("requestBody", .object(body)))
        }
        out.append(("responses", .object(operation.responses.map { response($0.status, $0.message) })))
        return .object(out)
    }

    private func response(_ status: Int, _ message: Message) -> (String, JSONOutput) {
        guard status != 0 else {
            return ("default", ["description": "No response that can be described was seen."])
        }
        var out: [(String, JSONOutput)] = [("description", .string(ReasonPhrase.of(status)))]
        if !message.headers.isEmpty {
            out.append(
                (
                    "headers",
                    .object(
                        message.headers.map { header in
                            var item: [(String, JSONOutput)] = header.isRequired ? [("required", true)] : []
                            item.append(("schema", pool.output(header.schema)))
                            return (header.facts.spelling, .object(item))
                        })
                ))
        }
        if !message.bodies.isEmpty { out.append(("content", content(of: message))) }
        return (String(status), .object(out))
    }

    private func content(of message: Message) -> JSONOutput {
        .object(
            message.bodies.map { body in
                (body.media, .object(body.schema.map { [("schema", pool.output($0))] } ?? []))
            })
    }
}
