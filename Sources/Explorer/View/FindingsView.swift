import Base
import HTTPFormat
import TerminalUI
import Workspace

/// The inside of the list of findings: one row each, and the whole sentence of the selected one below.
enum FindingsView {
    /// Keys that do something now.
    static func keys(_ browser: FindingsBrowser) -> [(String, String)] {
        let end = [("R", "look again"), ("Esc", "close")]
        return browser.chosen == nil ? end : [("Enter", "go to"), ("j k", "select")] + end
    }

    static func title(_ browser: FindingsBrowser) -> SafeText {
        browser.findings == nil ? "Findings" : SafeText("Findings: \(browser.summary)")
    }

    static func height(_ browser: FindingsBrowser) -> Int {
        max(1, browser.findings?.count ?? 1) + FindingsBrowser.detailRows
    }

    static func draw(_ browser: FindingsBrowser, _ content: Rect, on buffer: inout CellBuffer) {
        guard let findings = browser.findings else {
            buffer.draw("Looking through all files.", at: Point(x: content.x, y: content.y), style: Style(.pending))
            return
        }
        guard !findings.isEmpty else {
            buffer.draw(
                "Nothing is wrong or doubtful in any file.", at: Point(x: content.x, y: content.y), style: Style(.dim))
            return
        }
        let height = FindingsBrowser.listHeight(content.height, findings.count)
        let glyphs = buffer.glyphs
        List(
            count: findings.count, selection: ListSelection(index: browser.selection, top: browser.scroll),
            isFocused: true
        ) { place in
            let finding = findings[place]
            let mark = finding.severity.mark(glyphs) ?? glyphs.dot
            return [
                Span(SafeText("\(mark) "), finding.severity.role, .bold),
                Span(SafeText("\(finding.file):\(finding.line)  "), .url), Span(SafeText(finding.text)),
            ]
        }.draw(in: Rect(x: content.x, y: content.y, width: content.width, height: height), on: &buffer)
        guard let finding = browser.chosen else { return }
        let text = "\(finding.severity.rawValue) \(finding.id): \(finding.sentence)"
        for (offset, line) in WrappedText.lines(text, width: content.width).enumerated()
        where height + 1 + offset < content.height {
            buffer.draw(SafeText(line), at: Point(x: content.x, y: content.y + height + 1 + offset))
        }
    }
}
