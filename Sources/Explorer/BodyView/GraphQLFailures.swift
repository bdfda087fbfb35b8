import Base
import Descriptions
import GraphQL
import JSONPath
import NetEngine
import TerminalUI

/// The errors of a GraphQL response, each with the field of the query that it names.
struct GraphQLFailures: Sendable {
    private struct Row {
        var path: String
        var message: String
        var code: String?
        /// The field of the query, and where it is.
        var field: String?
    }

    /// Longer bodies are not read for it.
    private static let mostBytes = 1 << 20
    private static let mostRows = 100

    private let rows: [Row]
    private let count: Int

    /// Reads query and response.
    /// - Returns: nil if the response has no errors in the form of GraphQL.
    init?(_ exchange: Exchange) {
        guard let response = exchange.response, let body = response.content.array, body.count <= Self.mostBytes,
            case .bytes(let bytes) = exchange.draft.body, bytes.count <= Self.mostBytes,
            let sent = GraphQLSentQuery(body: bytes), let tree = try? JSONTree.parse(Array(body)),
            let found = GraphQLResponse(tree, document: sent.document, operationName: sent.operationName),
            found.failureCount > 0
        else { return nil }
        let document = sent.document
        count = found.failureCount
        rows = found.failures.prefix(Self.mostRows).map { failure in
            let field = failure.fieldRange.map { range in
                let place = TextPosition(byteOffset: range.lowerBound, in: document.text)
                let name = String(decoding: document.text[range], as: UTF8.self)
                return "\(name), line \(place.line), column \(place.column) of the query"
            }
            return Row(path: failure.pathText, message: failure.message, code: failure.code, field: field)
        }
    }

    func lines(width: Int) -> [Line] {
        var lines: [Line] = [[], Line([Span(SafeText(Formatting.count(count, "error")), .title, .bold)])]
        for row in rows {
            var spans = row.path.isEmpty ? [] : [Span(SafeText(row.path), .jsonKey), Span("  ")]
            spans.append(Span(SafeText(row.message)))
            if let code = row.code { spans.append(Span(SafeText("  \(code)"), .dim)) }
            lines += Line(spans).wrapped(width: width, indent: 2)
            guard let field = row.field else { continue }
            lines += Line([Span(SafeText("  \(field)"), .dim)]).wrapped(width: width, indent: 4)
        }
        if count > rows.count { lines.append(Line([Span(SafeText("\(count - rows.count) more in the body"), .dim)])) }
        return lines
    }
}
