import Base
import HTTPFormat
import TerminalUI
import Workspace

/// Everything wrong or doubtful in the files of the collection: the list of `apitui lint`, made in the background.
struct FindingsBrowser: OverlayPart {
    /// Errors first, then in the order of files and lines; nil until the list is there.
    var findings: [LintFinding]?
    var list = ListSelection()

    /// Rows for the sentence of the selected finding, below the list, with an empty row between.
    private static let detailRows = 4

    static func open(on model: inout Model) -> [Effect] {
        model.overlays.show(FindingsBrowser())
        return [.lint(model.lintJob)]
    }

    var chosen: LintFinding? {
        guard let findings, findings.indices.contains(list.index) else { return nil }
        return findings[list.index]
    }

    private var count: Int { findings?.count ?? 0 }

    mutating func take(_ found: [LintFinding]) {
        findings = [Notice.Severity.error, .warning, .info].flatMap { severity in
            found.filter { $0.severity == severity }
        }
    }

    /// Rows of the list in a popup of that height.
    private func listHeight(_ height: Int) -> Int { max(1, min(count, height - Self.detailRows)) }

    var keys: [(String, String)] {
        let end = [("R", "look again"), ("Esc", "close")]
        return chosen == nil ? end : [("Enter", "go to"), ("j k", "select")] + end
    }

    func size(in room: OverlayRoom) -> Size {
        room.size(columns: room.wideWidth, rows: max(1, findings?.count ?? 1) + Self.detailRows)
    }

    func row(at row: Int, in content: Rect) -> Int? { row < listHeight(content.height) ? list.top + row : nil }

    mutating func handle(_ key: Key, on model: inout Model) -> [Effect] {
        let page = listHeight(content(on: model.window.size).height)
        if let step = model.scrollStep(key, page: page, count: count) {
            list.index += step
            return []
        }
        switch key {
        case .escape, "q": model.overlays.close()
        case "R":
            self = FindingsBrowser()
            return [.lint(model.lintJob)]
        case .enter: return chosen.map { model.go(to: $0) } ?? []
        default: if model.isKey(key, of: .showFindings) { model.overlays.close() }
        }
        return []
    }

    mutating func choose(_ row: Int, on model: inout Model) -> [Effect] {
        if findings?.indices.contains(row) == true { list.index = row }
        return []
    }

    mutating func settle(in content: Rect, at now: MonotonicTime) { list.settle(count, in: listHeight(content.height)) }

    // MARK: Drawing

    var title: SafeText { findings.map { SafeText("Findings: \(Self.summary($0))") } ?? "Findings" }

    /// `2 errors, 1 warning, 0 infos`.
    private static func summary(_ findings: [LintFinding]) -> String {
        let words: [(Notice.Severity, String)] = [
            (.error, "error"), (.warning, "warning"), (.info, "info"),
        ]
        return words.map { severity, word in
            let count = findings.count { $0.severity == severity }
            return "\(count) \(word)\(count == 1 ? "" : "s")"
        }.joined(separator: ", ")
    }

    func draw(_ model: Model, inside: Rect, content: Rect, on buffer: inout CellBuffer) {
        guard let findings else {
            buffer.draw("Looking through all files.", at: Point(x: content.x, y: content.y), style: Style(.pending))
            return
        }
        guard !findings.isEmpty else {
            buffer.draw(
                "Nothing is wrong or doubtful in any file.", at: Point(x: content.x, y: content.y), style: Style(.dim))
            return
        }
        let height = listHeight(content.height)
        let glyphs = buffer.glyphs
        List(count: findings.count, selection: list, isFocused: true) { place in
            let finding = findings[place]
            let mark = finding.severity.mark(glyphs) ?? glyphs.mark(\.dot, "info")
            return [
                Span(mark + " ", finding.severity.role, .bold),
                Span(SafeText("\(finding.file):\(finding.line)  "), .url), Span(SafeText(finding.text)),
            ]
        }.draw(in: Rect(x: content.x, y: content.y, width: content.width, height: height), on: &buffer)
        guard let finding = chosen else { return }
        let text = "\(finding.severity.rawValue) \(finding.id): \(finding.sentence)"
        buffer.drawWrapped(SafeText(text), in: content.dropping(height + 1), style: .text)
    }
}

extension Model {
    fileprivate var lintJob: LintJob {
        LintJob(
            files: tree.filePaths.compactMap { tree.files[$0]?.file }, place: tree.place,
            environmentName: settings.environmentName, overrides: settings.overrides)
    }

    mutating func linted(_ found: [LintFinding]) {
        let found = found.map { finding in
            var finding = finding
            finding.file = withoutRoot(finding.file)
            return finding
        }
        overlays.modify(FindingsBrowser.self) { $0.take(found) }
    }

    /// Opens the request that a finding is about, on the tab that shows its line. The list stays open if there is none.
    fileprivate mutating func go(to finding: LintFinding) -> [Effect] {
        guard let path = tree.filePath(of: finding.file), let document = tree.files[path]?.file.document else {
            say("\(finding.file) is not a request file; change it in your editor.", .warning)
            return []
        }
        let below = document.requests.first { $0.lines.upperBound > finding.line } ?? document.requests.last
        guard let request = below, let key = tree.key(path, request.index) else {
            say("\(finding.file) has no request to go to.", .warning)
            return []
        }
        overlays.close()
        let effects = go(to: key)
        let notice = Notice(id: finding.id, severity: finding.severity, line: finding.line, text: finding.text)
        showTab(of: notice, about: request, in: document)
        return effects
    }
}
