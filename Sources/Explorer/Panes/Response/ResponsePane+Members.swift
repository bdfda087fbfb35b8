import Base
import Descriptions
import Explain
import GraphQL
import JSONPath
import NetEngine
import OpenAPI
import Workspace

// What a description says of the member of a response in the line under the cursor.

extension ResponsePane {
    /// Longer bodies are not read for the names of types in them.
    private static let mostBytes = 1 << 20

    static func described(at line: Int, _ model: Model) -> [Explanation] {
        let state = model.response
        guard state.shownTab == .body, state.bodyMode == .pretty, let exchange = state.shown?.exchange,
            let response = exchange.response, let steps = state.shownBody?.steps(ofLine: line),
            let key = model.current?.key, let subject = model.docsSubject(of: key)
        else { return [] }
        switch subject.docs {
        case nil: return []
        case .operation(let docs): return operation(docs, steps, response)
        case .field(let docs):
            return field(docs.collection, PathText.name(of: subject.described.path), steps, exchange, response)
        }
    }

    private static func operation(_ docs: OperationDocs, _ steps: [MemberStep], _ response: NetEngine.Response)
        -> [Explanation]
    {
        guard
            let member = docs.describe(
                path: steps, inResponse: response.status, mediaType: response.headers["Content-Type"])
        else { return [] }
        var details = [member.isRequired ? "required" : "optional"]
        if member.isDeprecated { details.append("deprecated") }
        if !member.values.isEmpty { details.append("one of \(member.values.joined(separator: ", "))") }
        if let example = member.example { details.append("example: \(example)") }
        return [
            Explanation(
                unknown: "\(steps.last.map(\.title) ?? "the body"): \(member.words)", kind: nil,
                text: plain(member.text), details: details,
                source: "\(member.document):\(member.place.line):\(member.place.column), response \(member.status)")
        ]
    }

    /// Of a GraphQL response: the field of the query that was sent.
    private static func field(
        _ collection: GraphQLCollection, _ file: String, _ steps: [MemberStep], _ exchange: Exchange,
        _ response: NetEngine.Response
    ) -> [Explanation] {
        guard case .bytes(let bytes) = exchange.draft.body, bytes.count <= mostBytes,
            let sent = GraphQLSentQuery(body: bytes)
        else { return [] }
        let body = response.content.array.flatMap { $0.count <= mostBytes ? try? JSONTree.parse(Array($0)) : nil }
        // An element of a list is what the list holds.
        let name = steps.last { if case .name = $0 { true } else { false } }
        guard let text = collection.text(ofMember: steps, sent: sent, response: body) else { return [] }
        let type = text.type.flatMap { collection.schema.text(of: $0.name) }
        var details = [text.signature]
        if let reason = text.deprecation { details.append(reason.isEmpty ? "deprecated" : "deprecated: \(reason)") }
        if let type, type.kind == "enum" {
            details.append("one of \(type.members.prefix(100).map(\.name).joined(separator: ", "))")
        }
        if let url = type?.specifiedBy { details.append("as specified by \(url)") }
        return [
            Explanation(
                unknown: "\(name.map(\.title) ?? "data"): \(text.type.map { "\($0)" } ?? "")", kind: nil,
                text: plain(text.description ?? type?.description), details: details,
                source: "\(text.coordinate) of \(file)")
        ]
    }

    private static func plain(_ markdown: String?) -> String {
        markdown.map { MarkdownLines.lines(of: $0).map(\.text).joined(separator: " ") } ?? ""
    }
}
