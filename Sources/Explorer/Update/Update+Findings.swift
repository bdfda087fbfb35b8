import HTTPFormat
import TerminalUI
import Workspace

// The list of what is wrong or doubtful in all files. It is made in the background.

extension Model {
    mutating func showFindings() -> [Effect] {
        overlays.append(.findings(FindingsBrowser()))
        return [.lint(lintJob)]
    }

    private var lintJob: LintJob {
        LintJob(
            files: tree.filePaths.compactMap { tree.files[$0]?.file }, place: tree.place,
            environmentName: environmentName, overrides: overrides)
    }

    mutating func linted(_ found: [LintFinding]) {
        let found = found.map { finding in
            var finding = finding
            finding.file = withoutRoot(finding.file)
            return finding
        }
        for place in overlays.indices {
            guard case .findings(var browser) = overlays[place] else { continue }
            browser.take(found)
            overlays[place] = .findings(browser)
        }
    }

    mutating func findingsKey(_ key: Key, _ browser: FindingsBrowser) -> [Effect] {
        var browser = browser
        defer { if case .findings? = overlays.last { overlays[overlays.count - 1] = .findings(browser) } }
        let count = browser.findings?.count ?? 0
        let page = FindingsBrowser.listHeight(overlayRect.height, count)
        if let step = scrollStep(key, page: page, count: count) {
            browser.selection = max(0, min(count - 1, browser.selection + step))
            return []
        }
        switch key {
        case .escape, "q", "L": overlays.removeLast()
        case "R":
            browser = FindingsBrowser()
            return [.lint(lintJob)]
        case .enter:
            guard let finding = browser.chosen else { return [] }
            return go(to: finding)
        default: break
        }
        return []
    }

    /// Opens the request that a finding is about, on the tab that shows its line. The list stays where there is none.
    private mutating func go(to finding: LintFinding) -> [Effect] {
        guard let path = tree.filePaths.first(where: { tree.files[$0]?.file.relativePath == finding.file }),
            let document = tree.files[path]?.file.document
        else {
            say("\(finding.file) is not a request file; change it in your editor.", .warning)
            return []
        }
        let below = document.requests.first { $0.lines.upperBound > finding.line } ?? document.requests.last
        guard let request = below else {
            say("\(finding.file) has no request to go to.", .warning)
            return []
        }
        overlays.removeLast()
        let key = RequestKey(file: path, index: request.index)
        tree.setFilter("")
        tree.reveal(key)
        let effects = open(key)
        focus = .request
        let notice = Notice(id: finding.id, severity: finding.severity, line: finding.line, text: finding.text)
        modifyCurrentPane { $0.show(PlacedNotice(notice, of: request, in: document).tab) }
        return effects
    }

    func settle(_ browser: FindingsBrowser) -> FindingsBrowser {
        var browser = browser
        let count = browser.findings?.count ?? 0
        browser.selection = max(0, min(browser.selection, count - 1))
        browser.scroll = Self.scroll(
            browser.scroll, toShow: browser.selection, of: count,
            in: FindingsBrowser.listHeight(overlayRect.height, count))
        return browser
    }
}
