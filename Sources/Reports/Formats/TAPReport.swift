import Base
import NetEngine
import Runs
import Workspace

/// TAP 14: a test point for each case, with a YAML block for each that failed.
struct TAPReport {
    private let account: RunAccount

    init(_ account: RunAccount) { self.account = account }

    func write(to sink: ([UInt8]) throws -> Void) throws {
        let cases = ReportCase.all(account)
        var out = Array("TAP version 14\n".utf8)
        out += Array((cases.isEmpty ? "1..0 # the run has no requests\n" : "1..\(cases.count)\n").utf8)
        for (index, item) in cases.enumerated() {
            point(item, index + 1, &out)
            if out.count >= reportPiece {
                try sink(out)
                out.removeAll(keepingCapacity: true)
            }
        }
        if let sentence = RunFacts(account).incompleteness {
            // Without a failure each point is good, though the run has not passed: its status is not 0.
            out += Array("\(account.totals.failed == 0 ? "Bail out!" : "#") \(sentence)\n".utf8)
        }
        try sink(out)
    }

    private func point(_ item: ReportCase, _ number: Int, _ out: inout [UInt8]) {
        let request = account.requests[item.step].request
        var line = item.outcome == .failed ? "not ok" : "ok"
        line += " \(number) - \(Self.escaped("\(request.file): \(item.name)"))"
        if let reason = item.skipText { line += " # SKIP \(Self.escaped(reason))" }
        out += Array("\(line)\n".utf8)
        // The block belongs to the point right above it; comments come after it.
        if item.outcome == .failed { block(item, request, &out) }
        for note in item.record.map({ Finding.warnings(of: $0, request) + Finding.logs(of: $0) }) ?? [] {
            let sentence = note.sentence.replacing(bytes: "\n", with: " ")
            out += Array("# \(Self.escaped("\(request.file):\(note.line): \(note.word): \(sentence)"))\n".utf8)
        }
    }

    private func block(_ item: ReportCase, _ request: RunHead.Request, _ out: inout [UInt8]) {
        // Strings of JSON are strings of YAML.
        var yaml = ["---", "message: \(Self.quoted(item.findings.first?.sentence ?? ""))", "severity: fail"]
        if let counts = item.counts { yaml.append("failed: \(counts.failed)\n  results: \(counts.all)") }
        if let exchange = item.record?.exchange {
            yaml.append("exchange: \(exchange)")
            if let run = account.reference { yaml.append("run: \(Self.quoted(run))") }
        }
        yaml.append("duration_ms: \(DurationText.milliseconds(item.duration))")
        yaml.append("findings:")
        for finding in item.findings {
            yaml.append("  - kind: \(Self.quoted(finding.word))")
            yaml.append("    at: \(Self.quoted("\(request.file):\(finding.line)"))")
            yaml.append("    message: \(Self.quoted(finding.sentence))")
            if let expected = finding.expected { yaml.append("    expected: \(Self.quoted(expected))") }
            if let actual = finding.actual { yaml.append("    actual: \(Self.quoted(actual))") }
        }
        yaml.append("...")
        for line in yaml { out += Array("  \(line)\n".utf8) }
    }

    private static func quoted(_ text: String) -> String { JSONWriter.quoted(text) }

    /// One line, in which nothing begins a directive.
    private static func escaped(_ text: String) -> String {
        SafeText(text).string.replacing(bytes: "\\", with: "\\\\").replacing(bytes: "#", with: "\\#")
    }
}
