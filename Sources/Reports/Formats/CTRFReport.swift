import Base
import NetEngine
import Runs
import Workspace

/// Common Test Report Format: a test for each case.
struct CTRFReport {
    private let account: RunAccount
    private let facts: RunFacts

    init(_ account: RunAccount) {
        self.account = account
        facts = RunFacts(account)
    }

    func write(to sink: ([UInt8]) throws -> Void) throws {
        let cases = ReportCase.all(account)
        let head = account.head
        var out = JSONWriter()
        out.raw("{")
        out.member("reportFormat", "CTRF")
        out.member("specVersion", "0.1.0")
        out.member("generatedBy", "apitui \(head.program)")
        out.member("timestamp", Formatting.iso8601(facts.endedAt))
        out.key("results")
        out.raw("{")
        out.key("tool")
        out.object { out in
            out.member("name", "apitui")
            out.member("version", head.program)
        }
        out.key("summary")
        summary(cases, &out)
        out.key("environment")
        environment(&out)
        out.key("tests")
        out.raw("[")
        for (index, item) in cases.enumerated() {
            out.raw(index == 0 ? "\n" : ",\n")
            test(item, &out)
            if out.bytes.count >= reportPiece {
                try sink(out.bytes)
                out.clear()
            }
        }
        out.raw("\n]}}\n")
        try sink(out.bytes)
    }

    private func summary(_ cases: [ReportCase], _ out: inout JSONWriter) {
        out.object { out in
            out.member("tests", cases.count)
            for status in ["passed", "failed", "skipped", "pending", "other"] {
                out.member(status, cases.count { Self.status($0) == status })
            }
            out.member("flaky", cases.count { Self.isFlaky($0) })
            out.member("suites", Set(cases.map { account.requests[$0.step].request.file }).count)
            out.member("start", Self.milliseconds(account.head.startedAt))
            out.member("stop", Self.milliseconds(facts.endedAt))
        }
    }

    private func environment(_ out: inout JSONWriter) {
        let head = account.head
        out.object { out in
            out.member("reportName", head.name)
            out.member("testEnvironment", head.environment)
            out.key("extra")
            out.object { out in
                out.member("run", account.reference)
                if let shard = head.shard { out.member("shard", "\(shard.index)/\(shard.count)") }
                if let sentence = facts.incompleteness { out.member("incomplete", sentence) }
            }
        }
    }

    private func test(_ item: ReportCase, _ out: inout JSONWriter) {
        let request = account.requests[item.step].request
        out.object { out in
            out.member("name", item.name.isEmpty ? request.method : item.name)
            out.member("status", Self.status(item))
            out.member("duration", (DurationText.microseconds(item.duration) + 500) / 1000)
            if let traffic = item.record?.traffic, item.counts == nil {
                out.member("start", Self.milliseconds(traffic.startedAt))
                let micros = DurationText.microseconds(item.record?.timings?.total ?? .zero)
                out.member("stop", Self.milliseconds(traffic.startedAt) + Int64(micros / 1000))
            }
            out.key("suite")
            out.array([request.file]) { $0.string($1) }
            out.member("filePath", request.file)
            out.member("line", request.line)
            out.member("rawStatus", item.record?.word.rawValue)
            if !request.tags.isEmpty {
                out.key("tags")
                out.array(request.tags) { $0.string($1) }
            }
            out.member("message", item.findings.first?.sentence ?? item.skipText)
            if !item.findings.isEmpty { out.member("trace", trace(item, request)) }
            let logs = item.record.map(Finding.logs(of:)) ?? []
            if !logs.isEmpty {
                out.key("stdout")
                out.array(logs) { $0.string($1.sentence) }
            }
            if let retries = item.record?.traffic?.retries, retries > 0 { out.member("retries", retries) }
            if Self.isFlaky(item) { out.member("flaky", true) }
            out.key("extra")
            out.object { out in
                out.member("exchange", item.record?.exchange?.rawValue)
                out.member("status", item.record?.status)
                if item.record?.isUnverified == true { out.member("unverified", true) }
                if let counts = item.counts {
                    out.member("results", counts.all)
                    out.member("failed", counts.failed)
                }
            }
        }
    }

    private func trace(_ item: ReportCase, _ request: RunHead.Request) -> String {
        item.findings.map { finding in
            var text = "\(request.file):\(finding.line): \(finding.word): \(finding.sentence)"
            if let expected = finding.expected { text += "\n  expected: \(expected)" }
            if let actual = finding.actual { text += "\n  actual:   \(actual)" }
            return text
        }.joined(separator: "\n")
    }

    private static func status(_ item: ReportCase) -> String {
        switch item.outcome {
        case .passed: "passed"
        case .failed: "failed"
        case .skipped: "skipped"
        case .cancelled: "other"
        }
    }

    /// Whether it passed, and had to be sent again for that.
    private static func isFlaky(_ item: ReportCase) -> Bool {
        item.outcome == .passed && item.record?.traffic?.retries ?? 0 > 0
    }

    private static func milliseconds(_ moment: Timestamp) -> Int64 { moment.microsecondsSince1970 / 1000 }
}
