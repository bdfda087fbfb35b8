import HTTPFormat
import TerminalUI
import Workspace

/// What is wrong or doubtful in all files of the collection, to look through: the list of `apitui lint`.
struct FindingsBrowser: Sendable {
    /// nil while they are looked for; the worst first, then in the order of files and lines.
    var findings: [LintFinding]?
    var selection = 0
    var scroll = 0

    /// Rows for the sentence of the selected finding, below the list, with an empty row between.
    static let detailRows = 4

    var chosen: LintFinding? {
        guard let findings, findings.indices.contains(selection) else { return nil }
        return findings[selection]
    }

    /// `2 errors, 1 warning, 0 infos`.
    var summary: String {
        let all = findings ?? []
        let words: [(Notice.Severity, String)] = [(.error, "error"), (.warning, "warning"), (.info, "info")]
        return words.map { severity, word in
            let count = all.count { $0.severity == severity }
            return "\(count) \(word)\(count == 1 ? "" : "s")"
        }.joined(separator: ", ")
    }

    mutating func take(_ found: [LintFinding]) {
        findings = [Notice.Severity.error, .warning, .info].flatMap { severity in
            found.filter { $0.severity == severity }
        }
    }

    /// Rows of the list in a popup of that height.
    static func listHeight(_ height: Int, _ count: Int) -> Int { max(1, min(count, height - detailRows)) }
}

/// The files of a collection, with edits that are not saved, to be looked through for what is wrong in them.
package struct LintJob: Sendable {
    var files: [CollectionFile]
    var place: CollectionPlace
    var environmentName: String?
    var overrides: [String: String]
}
