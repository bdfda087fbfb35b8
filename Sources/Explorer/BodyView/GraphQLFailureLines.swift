import Base
import GraphQL
import JSONPath
import NetEngine
import TerminalUI

/// The errors of a GraphQL response, each with the field of the query that it names.
enum GraphQLFailureLines {
    /// Bodies up to this are read for it: it is done while the tab is drawn first.
    private static let mostBytes = 1 << 20
    private static let mostFailures = 100

    static func lines(_ exchange: Exchange, width: Int) -> [Line] {
        guard let response = exchange.response, let body = response.content.array, body.count <= mostBytes,
            case .bytes(let sent) = exchange.draft.body, sent.count <= mostBytes,
            let request = try? JSONTree.parse(sent), request.kind(0) == .object,
            let query = request.member(Array("query".utf8), of: 0), request.kind(query) == .string,
            let tree = try? JSONTree.parse(Array(body))
        else { return [] }
        let text = request.string(query)
        let name = request.member(Array("operationName".utf8), of: 0).flatMap { node in
            request.kind(node) == .string ? String(decoding: request.string(node), as: UTF8.self) : nil
        }
        let document = GraphQLDocument.parse(Array(text))
        guard let found = GraphQLResponse(tree, document: document, operationName: name), found.failureCount > 0 else {
            return []
        }
        var lines: [Line] = [[], Line([Span(SafeText(Formatting.count(found.failureCount, "error")), .title, .bold)])]
        for failure in found.failures.prefix(mostFailures) {
            let path = failure.pathText
            var spans = path.isEmpty ? [] : [Span(SafeText(path), .jsonKey), Span("  ")]
            spans.append(Span(SafeText(failure.message)))
            if let code = failure.code { spans.append(Span(SafeText("  \(code)"), .dim)) }
            lines += Line(spans).wrapped(width: width, indent: 2)
            guard let range = failure.fieldRange else { continue }
            let place = TextPosition(byteOffset: range.lowerBound, in: document.text)
            let field = String(decoding: document.text[range], as: UTF8.self)
            lines += Line([
                Span(SafeText("  \(field), line \(place.line), column \(place.column) of the query"), .dim)
            ]).wrapped(width: width, indent: 4)
        }
        let left = found.failureCount - min(found.failures.count, mostFailures)
        if left > 0 { lines.append(Line([Span(SafeText("\(left) more in the body"), .dim)])) }
        return lines
    }
}
