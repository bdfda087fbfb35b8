import Base
import NetEngine
import Runs
import Workspace

/// Workflow commands that GitHub Actions shows as annotations, when a step prints them.
///
/// It shows ten of a kind for a step, so there are at most nine, and one that says how many more there are.
struct GitHubReport {
    private static let most = 9

    private let account: RunAccount
    private let paths: RepositoryPaths?

    /// - Parameter paths: where GitHub looks for the files; nil for the paths as they were typed.
    init(_ account: RunAccount, paths: RepositoryPaths? = nil) {
        self.account = account
        self.paths = paths
    }

    var lines: [String] {
        let names = ResultNames(account)
        let facts = RunFacts(account)
        var errors: [String] = []
        // Each failed check, or error, once for its request; many rounds would repeat it.
        for item in account.requests where item.totals.failed > 0 {
            var seen: Set<Finding> = []
            for record in item.failures {
                for finding in Finding.all(of: record, item.request) {
                    var plain = finding
                    plain.actual = nil
                    plain.sentence = finding.expected == nil ? finding.sentence : ""
                    guard seen.insert(plain).inserted else { continue }
                    errors.append(error(finding, of: record, item, names.titled(record)))
                }
            }
        }
        var lines = Array(errors.prefix(Self.most))
        if errors.count > Self.most {
            lines.append(
                Self.command("error", [("title", "apitui")], Formatting.count(errors.count - Self.most, "more failure"))
            )
        }
        // That results are missing is a warning, too.
        let missing = facts.incompleteness
        let most = missing == nil ? Self.most : Self.most - 1
        let warnings = warnings(names)
        lines += warnings.prefix(most)
        if warnings.count > most {
            lines.append(
                Self.command("warning", [("title", "apitui")], Formatting.count(warnings.count - most, "more warning")))
        }
        if let missing { lines.append(Self.command("warning", [("title", "apitui")], missing)) }
        lines.append(Self.command("notice", [("title", "apitui")], facts.totals))
        return lines
    }

    /// Certificates that were not checked, and what the description of the API warns of, each once for its request.
    private func warnings(_ names: ResultNames) -> [String] {
        var seen: Set<[String]> = []
        return ReportCase.all(account).flatMap { item -> [String] in
            let request = account.requests[item.step].request
            return (item.record.map { Finding.warnings(of: $0, request) } ?? []).compactMap { warning in
                guard seen.insert([request.file, request.id, warning.sentence]).inserted else { return nil }
                return annotation(
                    "warning", at: warning.line, of: request, title: names.titled(item.step), warning.sentence)
            }
        }
    }

    private func error(_ finding: Finding, of record: RunRecord, _ item: RequestAccount, _ name: String) -> String {
        let request = item.request
        var text = "\(finding.word): \(finding.sentence)"
        if let expected = finding.expected {
            text += "\nexpected: \(expected)" + (finding.actual.map { "\nactual: \($0)" } ?? "")
        }
        if let exchange = record.exchange { text += "\n\(account.text(of: exchange))" }
        if item.totals.failed > 1 { text += "\n\(item.totals.failed) of \(item.totals.count) results failed." }
        return annotation("error", at: finding.line, of: request, title: name, text)
    }

    private func annotation(
        _ name: String, at line: Int, of request: RunHead.Request, title: String, _ text: String
    ) -> String {
        let file = paths?.path(of: request.file) ?? request.file
        return Self.command(name, [("file", file), ("line", String(line)), ("title", title)], text)
    }

    private static func command(_ name: String, _ properties: [(String, String)], _ text: String) -> String {
        let properties = properties.map { "\($0.0)=\(escaped($0.1, isProperty: true))" }.joined(separator: ",")
        return "::\(name) \(properties)::\(escaped(text, isProperty: false))"
    }

    /// A message may have several lines, which end with LF or CR LF; a property is one.
    private static func escaped(_ text: String, isProperty: Bool) -> String {
        guard !isProperty else {
            return SafeText(text).string.replacing(bytes: "%", with: "%25").replacing(bytes: ":", with: "%3A")
                .replacing(bytes: ",", with: "%2C")
        }
        return text.utf8.split(separator: Byte.lineFeed, omittingEmptySubsequences: false).map { line in
            let line = line.last == Byte.carriageReturn ? line.dropLast() : line
            return SafeText(bytes: line).string.replacing(bytes: "%", with: "%25")
        }.joined(separator: "%0A")
    }
}
