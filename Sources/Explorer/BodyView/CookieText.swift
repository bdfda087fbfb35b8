import Base
import NetEngine
import TerminalUI

/// `Cookie` and `Set-Cookie` fields as the Headers tab shows them.
enum CookieText {
    /// The pairs of a `Cookie` field, or the pair and attributes of a `Set-Cookie` field, as written.
    static func pairs(_ field: String) -> [String] {
        field.split(separator: ";").map { pair in
            var pair = pair.drop { $0 == " " || $0 == "\t" }
            while pair.last == " " || pair.last == "\t" { pair.removeLast() }
            return String(pair)
        }.filter { !$0.isEmpty }
    }

    /// The value of a field with the values of its cookies hidden; nil for every other field.
    static func hidden(_ field: HeaderField) -> [Span]? {
        let isSet = field.isNamed("Set-Cookie")
        guard isSet || field.isNamed("Cookie") else { return nil }
        var spans: [Span] = []
        for (index, pair) in pairs(field.value).enumerated() {
            if index > 0 { spans.append(Span("; ", .headerValue)) }
            guard !isSet || index == 0 else {
                spans.append(Span(SafeText(pair), .headerValue))
                continue
            }
            // A cookie without a name is nothing but a value.
            let name = pair.firstIndex(of: "=").map { pair[...$0] } ?? ""
            spans += [Span(SafeText(String(name)), .headerValue), Span("(hidden)", .dim)]
        }
        return spans
    }
}
