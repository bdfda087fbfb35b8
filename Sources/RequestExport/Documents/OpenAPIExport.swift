import Base
import DescriptionDrafts
import HTTPFormat
import NetEngine
import OpenAPI
import Workspace

/// Requests as an OpenAPI 3.1 description: a draft as `DescriptionDraft` makes it from exchanges, with the names of the variables
/// in paths and the texts of the requests.
struct OpenAPIExport {
    private static let mostBodyBytes = 4_000_000

    /// One request as the draft gets it.
    private struct Sample {
        var item: ExportItem
        var exchange: ObservedExchange
        /// `/products/{productId}`.
        var template: String
        var hasParameter: Bool
    }

    private(set) var ledger = ExportLedger()
    /// What the draft says about itself.
    private(set) var notes: [String] = []
    private var samples: [Sample] = []

    mutating func add(_ item: ExportItem) {
        guard !item.beginsWithVariable, let prepared = item.prepared else {
            return leaveOut(item, "Its server is not known; --env or --var can give it.")
        }
        guard !prepared.url.isServer else {
            return leaveOut(item, "OpenAPI cannot describe a request to the target *.")
        }
        let url = prepared.url
        let path = Array(url.path.utf8)
        var taken: Set<String> = []
        var names: [Int: String] = [:]
        for number in item.marks.numbers(in: path) where names[number] == nil {
            names[number] = Self.name(of: item.variables[number]?.name ?? "", &taken)
        }
        let template = String(decoding: item.marks.replacing(in: path) { "{\(names[$0] ?? "value")}" }, as: UTF8.self)
        let sent = item.marks.replacing(in: url.textWithoutUserInfo) {
            PercentEncoding.component(Self.sample($0, item))
        }
        var fields = item.draft.headers.map { (name: $0.name, value: Self.filled($0.value, item)) }
        if case .digest = item.login { fields.append((name: "Authorization", value: "Digest login")) }
        if case .aws = item.login { ledger.add(item, "OpenAPI cannot describe a signature for AWS.") }
        samples.append(
            Sample(
                item: item,
                exchange: ObservedExchange(
                    method: item.draft.method, url: sent, requestFields: fields, requestBody: body(of: item),
                    status: nil),
                template: template, hasParameter: !names.isEmpty))
    }

    private mutating func leaveOut(_ item: ExportItem, _ text: String) {
        ledger.add(
            ExportLoss(
                file: item.file, line: item.request.line, request: item.id, text: text, isWholeRequest: true))
    }

    /// The name of a parameter for a variable.
    private static func name(of variable: String, _ taken: inout Set<String>) -> String {
        let isPlain =
            !variable.isEmpty
            && variable.utf8.allSatisfy { LineText.isToken($0) && $0 != Byte.dot && $0 != Byte.dollar }
        let words = NameWords.words(variable).filter { !["response", "request", "body", "headers"].contains($0) }
        let made = NameWords.camel(words)
        return taken.insertFree(isPlain ? variable : made.isEmpty ? "value" : made, separator: "")
    }

    /// A value for a mark that is right in a text and as a number in JSON.
    private static func sample(_ number: Int, _ item: ExportItem) -> String {
        item.values.first { $0.name == item.variables[number]?.name }?.value ?? "0"
    }

    private static func filled(_ text: String, _ item: ExportItem) -> String {
        item.marks.replacing(in: text) { sample($0, item) }
    }

    private mutating func body(of item: ExportItem) -> [UInt8]? {
        switch item.draft.body {
        case .none, .stream: return nil
        case .bytes(let bytes): return item.marks.replacing(in: bytes) { Self.sample($0, item) }
        case .file(let path):
            guard case .success(let bytes) = DiskFile.read(path, limit: Self.mostBodyBytes) else {
                ledger.add(item, "The body file \(PathText.name(of: path)) could not be read; it is not described.")
                return nil
            }
            return bytes
        case .pieces:
            ledger.add(item, "The body is made of several files; it is not described.")
            return nil
        }
    }

    // MARK: The document

    mutating func bytes(title: String, asJSON: Bool) -> [UInt8] {
        var draft = DescriptionDraft(following: known)
        for sample in samples { draft.add(sample.exchange) }
        let document = draft.document()
        notes = document.notices.filter { $0.kind != .parameter && $0.kind != .doubt }
            .map { ($0.path.map { "\($0): " } ?? "") + $0.text }
        let root = named(document.root, title)
        return asJSON ? IndentedJSON.write(root) : YAMLText.write(root)
    }

    /// The paths with variables, so that the draft finds them and calls their parameters as the requests do.
    private var known: Description? {
        var paths: [(String, JSONOutput)] = []
        var seen: Set<String> = []
        for sample in samples where sample.hasParameter && seen.insert(sample.template).inserted {
            paths.append((sample.template, .object([("get", .object([]))])))
        }
        guard !paths.isEmpty else { return nil }
        let root = JSONOutput.object([
            ("openapi", "3.1.0"), ("info", .object([("title", ""), ("version", "")])), ("paths", .object(paths)),
        ])
        return try? Description.read(root.bytes)
    }

    /// The document with the title, and with the names and texts of the requests at their operations.
    private func named(_ root: JSONOutput, _ title: String) -> JSONOutput {
        guard case .object(var members) = root else { return root }
        for index in members.indices {
            switch (members[index].0, members[index].1) {
            case ("info", _):
                members[index].1 = .object([("title", .string(title)), ("version", "draft")])
            case ("paths", .object(let paths)): members[index].1 = .object(named(paths))
            default: break
            }
        }
        return .object(members)
    }

    private func named(_ paths: [(String, JSONOutput)]) -> [(String, JSONOutput)] {
        let templates = paths.map(\.0)
        var texts: [String: [String: SavedRequest]] = [:]
        for sample in samples {
            guard let template = Self.template(of: sample.exchange, sample.template, templates) else { continue }
            let method = sample.exchange.method.lowercased()
            if texts[template]?[method] == nil { texts[template, default: [:]][method] = sample.item.request }
        }
        var taken: Set<String> = []
        for case (_, .object(let operations)) in paths {
            for case (_, .object(let operation)) in operations {
                for case ("operationId", .string(let id)) in operation { taken.insert(id) }
            }
        }
        return paths.map { template, item in
            guard case .object(let operations) = item else { return (template, item) }
            return (
                template,
                .object(
                    operations.map { method, operation in
                        guard case .object(let members) = operation, let request = texts[template]?[method] else {
                            return (method, operation)
                        }
                        return (method, .object(Self.described(members, request, &taken)))
                    })
            )
        }
    }

    private static func described(
        _ members: [(String, JSONOutput)], _ request: SavedRequest, _ taken: inout Set<String>
    ) -> [(String, JSONOutput)] {
        var members = members
        if let name = request.name, !name.isEmpty, name.utf8.allSatisfy({ LineText.isToken($0) }),
            taken.insert(name).inserted,
            let place = members.firstIndex(where: { $0.0 == "operationId" })
        {
            members[place].1 = .string(name)
        }
        var texts: [(String, JSONOutput)] = []
        if let title = request.title, !title.isEmpty { texts.append(("summary", .string(title))) }
        if let text = request.documentation { texts.append(("description", .string(text))) }
        members.insert(contentsOf: texts, at: min(1, members.count))
        return members
    }

    /// The path of the document that a request belongs to: its own, else the one with the fewest parameters that it fits.
    private static func template(of exchange: ObservedExchange, _ own: String, _ templates: [String]) -> String? {
        if templates.contains(own) { return own }
        func segments(_ path: String) -> [Substring] { path.split(separator: "/", omittingEmptySubsequences: false) }
        let sent = segments(own)
        return templates.filter { template in
            let parts = segments(template)
            return parts.count == sent.count && zip(parts, sent).allSatisfy { $0 == $1 || $0.contains(bytes: "{") }
        }.min { $0.count(where: { $0 == "{" }) < $1.count(where: { $0 == "{" }) }
    }
}
