import Base
import TerminalUI
import Workspace

/// The Checks tab: for each check the expected and the actual value side by side, the reason, and the place in the
/// body.
enum CheckLines {
    /// The text shown if nothing was checked.
    static func unchecked(width: Int) -> StaticLines {
        var lines: [Line] = []
        for text in [
            "Not checked: the request has no check.", "",
            "A line such as one of these above the request, or below its body with ?? in place of # @assert, makes one:",
            "",
            "  # @assert status == 200", "  # @assert header content-type includes json",
            "  # @assert body $.items[0].id exists", "  # @assert duration < 500",
        ] {
            lines += Line(SafeText(text), Style(.dim)).wrapped(width: width)
        }
        return StaticLines(lines)
    }

    /// Those of an exchange of the request log, which has a sentence of each.
    static func lines(_ checks: StoredChecks, width: Int) -> StaticLines {
        guard checks.score != nil || !checks.lines.isEmpty else {
            let sentence = "Not checked: the request had no check when this response came."
            return StaticLines(Line(SafeText(sentence), Style(.dim)).wrapped(width: width))
        }
        var lines: [Line] = []
        if checks.lines.isEmpty, let score = checks.score {
            lines = Line(SafeText("\(score) checks passed; the log has no more of them."), Style(.dim))
                .wrapped(width: width)
        }
        for text in checks.lines {
            let (mark, role, rest) =
                storedMarks.first { text.hasPrefix($0.begin) }
                .map { ($0.mark, $0.role, String(text.dropFirst($0.begin.count))) } ?? ("          ", .text, text)
            lines += Line([Span(mark, role, .bold), Span(SafeText(rest), .text)]).wrapped(width: width, indent: indent)
        }
        return StaticLines(lines)
    }

    /// What lines of the request log begin with.
    private static let storedMarks: [(begin: String, mark: SafeText, role: Role)] =
        [CheckResult.Verdict.passed, .failed, .warning, .notEvaluated].map {
            ($0.storedBeginning, SafeText("  " + CheckOutput.mark($0)), role($0))
        } + [("log: ", "  log     ", .info), ("     ", "          ", .text)]

    private static func role(_ verdict: CheckResult.Verdict) -> Role {
        switch verdict {
        case .passed: .success
        case .failed: .failure
        case .warning, .notEvaluated: .warning
        }
    }

    /// - Parameter selection: the check whose place `Enter` goes to.
    static func lines(_ report: CheckReport, selection: Int, width: Int) -> StaticLines {
        let blocks = blocks(report, selection: selection, width: width).flatMap(\.self)
        return StaticLines(blocks + logLines(report, width: width))
    }

    /// What scripts wrote, below the checks.
    private static func logLines(_ report: CheckReport, width: Int) -> [Line] {
        guard !report.logs.isEmpty else { return [] }
        var lines = report.isEmpty ? [] : [Line("")]
        for log in report.logs {
            for (place, text) in log.text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
                let mark: SafeText = place == 0 ? "  log     " : "          "
                lines += Line([Span(mark, .info), Span(SafeText(text), .text)]).wrapped(width: width, indent: indent)
            }
        }
        return lines
    }

    /// The lines of a check.
    static func place(of index: Int, _ report: CheckReport, width: Int) -> Range<Int> {
        let counts = blocks(report, selection: index, width: width).map(\.count)
        let start = counts.prefix(index).reduce(0, +)
        return start..<start + (counts.indices.contains(index) ? counts[index] : 0)
    }

    private static let indent = 10

    private static func blocks(_ report: CheckReport, selection: Int, width: Int) -> [[Line]] {
        report.results.enumerated().map { block($1, isSelected: $0 == selection, width: width) }
    }

    private static func block(_ result: CheckResult, isSelected: Bool, width: Int) -> [Line] {
        let role = role(result.verdict)
        let word = SafeText(CheckOutput.mark(result.verdict))
        let title = Span(SafeText(result.text), isSelected ? .title : .text, isSelected ? [.bold] : [])
        var lines = Line([
            Span(isSelected ? "> " : "  ", .title), Span(word, role, .bold), title,
        ]).wrapped(width: width, indent: indent)
        if let actual = result.actual { lines += sides(result.expected, actual, role, width: width) }
        let blank = Span(SafeText(String(repeating: " ", count: indent)))
        if let reason = result.reason {
            lines += Line([blank, Span(SafeText(reason), role)]).wrapped(width: width, indent: indent)
        }
        if let place = result.place {
            var spans = [
                blank, Span(result.described?.isRequest == true ? "request body, " : "", .dim),
                Span("line \(place.line), column \(place.column)  ", .dim), Span(SafeText(place.path), .dim),
            ]
            if isSelected, result.described?.isRequest != true { spans.append(Span("  Enter goes there", .info)) }
            lines += Line(spans).wrapped(width: width, indent: indent)
        }
        return lines
    }

    /// `expected == tea       actual cup`, one below the other if they are long.
    private static func sides(_ expected: String, _ actual: String, _ role: Role, width: Int) -> [Line] {
        let half = (width - indent) / 2
        let left = SafeText("expected \(expected)")
        let right = SafeText(actual)
        let blank = Span(SafeText(String(repeating: " ", count: indent)))
        let leftWidth = DisplayWidth.of(left)
        if leftWidth < half, DisplayWidth.of(right) + 7 <= width - indent - half {
            let gap = String(repeating: " ", count: half - leftWidth)
            return [Line([blank, Span(left, .dim), Span(SafeText(gap)), Span("actual ", .dim), Span(right, role)])]
        }
        return Line([blank, Span(left, .dim)]).wrapped(width: width, indent: indent)
            + Line([blank, Span("actual   ", .dim), Span(right, role)]).wrapped(width: width, indent: indent)
    }
}
