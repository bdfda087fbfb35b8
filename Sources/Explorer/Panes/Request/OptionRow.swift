import Base
import HTTPFormat
import NetEngine
import Settings
import TerminalUI

/// A row of the Options tab: what holds, and where that comes from.
struct OptionRow: Sendable, Hashable {
    var title: String
    var value: String
    /// Whether the request has a line for it.
    var isSet: Bool
    /// `line 12`, `config.yaml:3`, `default`.
    var origin: String
    /// The line that sets it, from 1.
    var line: Int?
    /// nil for what is only shown.
    var option: RequestOption?
    /// As it is written; nil if it is not.
    var written: String?

    /// All of a request.
    /// - Parameter configured: the user's defaults.
    static func rows(
        of request: SavedRequest, in document: HTTPDocument, configured: EffectiveSettings
    ) -> [OptionRow] {
        let wrong = Set(document.notices(of: request).lazy.filter { $0.severity == .error }.map(\.line))
        let written = document.options(of: request)
        var rows = RequestOption.table.map { option -> OptionRow in
            let (standard, source) = standard(of: option, configured)
            guard let (text, line) = written[option.term.key] else {
                return OptionRow(title: option.title, value: standard, isSet: false, origin: source, option: option)
            }
            let value =
                if wrong.contains(line) {
                    standard
                } else if option.kind == .switchesOff {
                    "no"
                } else {
                    text.isEmpty ? "yes" : text
                }
            return OptionRow(
                title: option.title, value: value, isSet: true,
                origin: wrong.contains(line) ? "line \(line) is not understood" : "line \(line)", line: line,
                option: option, written: text)
        }
        if let version = request.httpVersion {
            rows.append(OptionRow(title: "HTTP version", value: version, isSet: true, origin: "line \(request.line)"))
        }
        if let text = graphQLText(request) {
            rows.append(OptionRow(title: "sent as GraphQL", value: text, isSet: true, origin: ""))
        }
        return rows
    }

    /// What holds without a line, and where that comes from.
    private static func standard(
        of option: RequestOption, _ configured: EffectiveSettings
    ) -> (value: String, origin: String) {
        let id: SettingID? =
            switch option.key {
            case "timeout": .timeout
            case "connection-timeout": .connectTimeout
            case "max-body": .maxBody
            case "cache": .cache
            default: nil
            }
        guard let id else { return (option.standard, "default") }
        let entry = configured.entry(id)
        return (entry.source == .standard ? option.standard : entry.text, entry.source.words)
    }

    /// What a GraphQL request is sent as, as far as its text shows before variables are replaced.
    private static func graphQLText(_ request: SavedRequest) -> String? {
        guard request.graphQL != nil else { return nil }
        let method = request.graphQL == .method ? "POST" : request.method
        do throws(GraphQLRequest.Problem) {
            let query = try GraphQLRequest(request.body.text)
            var parts = ["\(method) with query"]
            if let name = query.operationName { parts.append("operationName \(name)") }
            parts.append(query.variables.map { "variables \($0.cut(to: 60))" } ?? "no variables")
            return parts.joined(separator: ", ")
        } catch {
            // A file's name in place of a query: what is sent is known when it is read.
            return "\(method) with the query as JSON"
        }
    }

    /// The widest title.
    static let titleWidth = RequestOption.table.map(\.title.count).max() ?? 0

    /// The value is what a reader looks for, so where it comes from gives way to it.
    var row: Line {
        let padded = title + String(repeating: " ", count: max(2, Self.titleWidth + 2 - title.count))
        return Line(
            [Span(SafeText(padded), .headerName), Span(SafeText(value), isSet ? .text : .dim, isSet ? .bold : [])],
            trailing: [Span(SafeText(origin), .dim), Span(" ", .dim)], cutsTrailing: true)
    }

    /// What it does, what may be written, and what holds without it.
    var explanation: String? {
        guard let option else { return nil }
        var text = "@\(option.key): \(option.term.explanation)"
        let examples = option.term.form.examples.joined(separator: ", ")
        switch option.kind {
        case .choice: text += " One of \(examples)."
        case .text where !examples.isEmpty: text += " For example \(examples)."
        default: break
        }
        return option.term.standard.map { "\(text) Without it: \($0)." } ?? text
    }
}
