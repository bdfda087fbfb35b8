import Base
import Explain
import TerminalUI

/// Reports and explanations as lines of a pane or an overlay.
enum ReportLines {
    static func lines(_ report: [ReportLine], width: Int) -> [Line] {
        let nameWidth = nameWidth(of: report)
        return report.flatMap { line -> [Line] in
            switch line {
            case .gap: return [[]]
            case .heading(let text): return wrapped(text, Style(.title, .bold), width: width)
            case .text(let text): return wrapped(text, .text, width: width)
            case .warning(let text): return wrapped(text, Style(.failure, .bold), width: width)
            case .fact(let name, let text):
                let label = name + String(repeating: " ", count: max(1, nameWidth - name.count))
                return Line([Span(SafeText(label), .dim), Span(SafeText(text))]).wrapped(
                    width: width, indent: nameWidth)
            }
        }
    }

    /// The column in which the texts of all facts begin; only a text beside a very long name begins later.
    private static func nameWidth(of report: [ReportLine]) -> Int {
        report.reduce(13) { width, line in
            guard case .fact(let name, _) = line, name.count < 20 else { return width }
            return max(width, name.count + 1)
        }
    }

    /// The whole text of an explanation: what the word means, what the value says, where it is defined.
    static func lines(_ explanation: Explanation, width: Int) -> [Line] {
        var lines = wrapped(explanation.text, .text, width: width)
        for detail in explanation.details {
            for (place, part) in WrappedText.lines(detail, width: max(1, width - 2)).enumerated() {
                lines.append([Span(place == 0 ? "- " : "  ", .dim), Span(SafeText(part))])
            }
        }
        if !explanation.source.isEmpty { lines += [Line(SafeText(explanation.source), Style(.dim))] }
        return lines
    }

    /// Broken between words, as prose is.
    private static func wrapped(_ text: String, _ style: Style, width: Int) -> [Line] {
        WrappedText.lines(text, width: width).map { Line(SafeText($0), style) }
    }
}
