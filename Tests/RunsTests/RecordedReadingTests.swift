import Base
import NetEngine
import NetEngineRequestLog
import TestSupport
import Testing
import Workspace

@testable import Runs

/// What is read of the lines of a recording, each with one value changed, as it was recorded (`Recorded`).
@Suite struct RecordedReadingTests {
    // MARK: The lines

    private static var head: RunHead {
        var settings = RunHead.Settings()
        (settings.jobs, settings.rounds, settings.rate, settings.duration) = (4, 6, 2.5, .seconds(9))
        (settings.data, settings.rows, settings.cache) = ("rows.csv", 3, "no-store")
        var head = RunHead(
            id: "abc2345", name: "nightly", startedAt: Timestamp(microsecondsSince1970: 1_000_000), program: "0.1",
            paths: ["api", "b"], environment: "staging", settings: settings,
            requests: [
                RunHead.Request(
                    file: "api/a.http", line: 3, id: "login", method: "POST", url: "{{base}}/login", tags: ["x"]),
                RunHead.Request(
                    file: "api/a.http", line: 9, id: "list", method: "PUT", needs: [0], turn: "a of b",
                    isDisabled: true, reason: "asked for"),
            ], shard: RunHead.Shard(index: 2, count: 3, plan: "p1", requests: [1, 4], attempt: 5))
        head.missingParts = [3]
        return head
    }

    private static var failed: RunRecord {
        var record = RunRecord(item: RunSchedule.Item(round: 1, step: 1), repetition: 4, word: .failed)
        record.status = 404
        record.error = EngineError(
            category: .decoding, phase: .wait, sentence: "No.", hint: "Look.",
            underlying: UnderlyingCode(domain: .curl, code: 60, text: "no issuer"), status: 404)
        record.error?.remedy = .trustServer
        record.errorFinding = .decoding(
            ErrorFinding.Fault(reason: "expected a value", path: "$.a[2]", line: 3, column: 4, byte: 61))
        record.timings = PhaseTimings(
            queue: .microseconds(1), dns: .microseconds(2), connect: .microseconds(3), tls: .microseconds(4),
            send: .microseconds(5), wait: .microseconds(6), receive: .microseconds(7), total: .microseconds(28))
        record.networkTime = .microseconds(27)
        record.traffic = RunRecord.Traffic(
            startedAt: Timestamp(microsecondsSince1970: 2_000_000), retries: 1, redirects: 2, sentBytes: 3,
            receivedBytes: 4, cache: .stale)
        record.checks = CheckReport(
            results: [
                CheckResult(
                    text: "status == 200", line: 12, verdict: .failed, expected: "== 200", actual: "404", reason: "so",
                    place: BodyPlace(offset: 1, line: 2, column: 3, path: "$.a"),
                    described: CheckResult.Described(
                        operation: "GET /a", isRequest: true,
                        source: DescriptionPlace(document: "api.yaml", line: 3, column: 4, pointer: "/paths/~1a")))
            ], excusesError: true, logs: [HandlerLog(text: "said", line: 14)])
        record.heldBack = [HeldBack(origin: "http://h", fields: ["Authorization", "Cookie"])]
        record.exchange = ExchangeID(rawValue: 77)
        record.delay = .microseconds(9)
        record.isUnverified = true
        record.responseFile = .success("out.json")
        record.problems = [(line: 4, sentence: "{{x}} has no value.")]
        return record
    }

    private static var others: [RunRecord] {
        var refused = RunRecord(item: RunSchedule.Item(round: 0, step: 0), repetition: nil, word: .failed)
        refused.error = EngineError(category: .api, sentence: "No.", hint: "Look.")
        refused.errorFinding = .api(status: "\"error\"", message: "late")
        refused.error?.remedy = .trustProxy
        refused.responseFile = .failure(CollectionError(sentence: "It is full."))
        var skipped = RunRecord(item: RunSchedule.Item(round: 0, step: 1), repetition: 2, word: .skipped)
        skipped.skipReason = "disabled"
        return [refused, skipped]
    }

    private static func lines(_ head: RunHead, _ records: [RunRecord], _ end: RunEnd?) -> [[UInt8]] {
        var lines = RecordingLines(head)
        for record in records { lines.add(record) }
        if let end { lines.end(end) }
        return lines.take().split(separator: Byte.lineFeed).map(Array.init)
    }

    /// What the lines give, the ones before `place` left out.
    private static func read(_ lines: [[UInt8]], from place: Int) -> String {
        var reader = RecordingReader()
        var text = ""
        do {
            for (index, line) in lines.enumerated() {
                try reader.read(line) { item in
                    guard index >= place else { return }
                    switch item {
                    case .head(let head): text += Printed(head).text
                    case .result(let record, let exchange):
                        text += Printed(record).text + (exchange == nil ? "" : "with an exchange\n")
                    case .end(let end): text += Printed(end).text
                    }
                }
            }
        } catch let error as RecordingError {
            text += "refused: \(error.clause)\n"
        } catch {
            text += "\(error)\n"
        }
        return text + "damaged: \(reader.damaged)\n"
    }

    /// Where the numbers, words and texts of a line are that are no names of members.
    private static func values(in line: [UInt8]) -> [Range<Int>] {
        var found: [Range<Int>] = []
        var place = 0
        while place < line.count {
            let start = place
            if line[place] == Byte.quote {
                place += 1
                while place < line.count, line[place] != Byte.quote { place += line[place] == Byte.backslash ? 2 : 1 }
                place += 1
                if place < line.count, line[place] == Byte.colon { continue }
            } else {
                while place < line.count, !"\"{}[]:,".utf8.contains(line[place]) { place += 1 }
            }
            if place == start { place += 1 } else { found.append(start..<min(place, line.count)) }
        }
        return found
    }

    /// The lines that differ.
    private static func change(from old: String, to new: String) -> String {
        let was = old.split(separator: "\n")
        let now = new.split(separator: "\n")
        let shortest = min(was.count, now.count)
        let start = (0..<shortest).first { was[$0] != now[$0] } ?? shortest
        let end = (0..<(shortest - start)).first { was[was.count - 1 - $0] != now[now.count - 1 - $0] }
        let count = end ?? shortest - start
        let gone = was[start..<(was.count - count)].map { "- \($0)" }
        let came = now[start..<(now.count - count)].map { "+ \($0)" }
        return (gone + came).joined(separator: "\n")
    }

    // MARK: What is read

    @Test func `a line with one value changed is read as it was recorded`() throws {
        let first = RecordingTests.passed(0, digest: "00112233445566ff")
        let again = RecordingTests.passed(0, round: 1, micros: 1700, digest: "00112233445566fe")
        let end = RunEnd(elapsed: .seconds(2), reason: .duration, notReached: 3)
        let lines = Self.lines(Self.head, [first, again, Self.failed] + Self.others, end)
        var parts: [(String, String)] = []
        for (index, line) in lines.enumerated() {
            // What is in the head and in the first result matters for the samples after them.
            let read = Array(lines[...max(index, 2)])
            let whole = Self.read(read, from: index)
            parts.append(("line \(index)", String(decoding: line, as: UTF8.self) + "\n" + whole))
            for value in Self.values(in: line) {
                let changes = ["null", "\"other\"", "-3", "5"].map { other -> (name: String, text: String) in
                    var changed = read
                    changed[index].replaceSubrange(value, with: Array(other.utf8))
                    return (other, Self.change(from: whole, to: Self.read(changed, from: index)))
                }
                let place = String(decoding: line[max(0, value.lowerBound - 24)..<value.upperBound], as: UTF8.self)
                let shown = groupedTexts(changes, between: ", ").map { "→ \($0.names)\n\($0.text)" }
                parts.append(("line \(index): \(place)", shown.joined(separator: "\n")))
            }
        }
        try Recorded.expect(parts, in: "run-recordings/lines")
    }

    @Test func `what is not a recording is refused as it was recorded`() throws {
        let head = Self.lines(RecordingTests.head, [], nil)
        let texts = [
            "", "x", "{}", "[]", "{\"apitui\":\"run\"}", "{\"apitui\":\"run\",\"id\":\"a\",\"startedAt\":1}",
            "{\"apitui\":\"run\",\"version\":1,\"id\":\"a\",\"startedAt\":1,\"requests\":[{},{\"line\":2}]}",
            "{\"apitui\":\"run\",\"version\":2}", "{\"apitui\":\"log\",\"id\":\"a\",\"startedAt\":1}",
            "{\"apitui\":\"run\",\"id\":1,\"startedAt\":1}", "{\"apitui\":\"run\",\"id\":\"a\",\"startedAt\":\"1\"}",
        ]
        let later = [
            "", "x", "{}", "[]", "{\"result\":{}}", "{\"result\":{\"request\":0}}",
            "{\"result\":{\"request\":0,\"outcome\":\"passed\"}}",
            "{\"result\":{\"request\":2,\"outcome\":\"passed\"}}",
            "{\"result\":{\"request\":-1,\"outcome\":\"passed\"}}",
            "{\"result\":{\"request\":1,\"outcome\":\"odd\"}}",
            "{\"result\":{\"request\":1,\"outcome\":\"cancelled\",\"stored\":\"!\"}}",
            "{\"samples\":[[0,1,-1,1,2,3,4,5]]}", "{\"samples\":[]}", "{\"samples\":[1,[],[0,1]]}", "{\"end\":{}}",
            "{\"end\":{\"elapsedMicros\":5}}", "{\"end\":{\"elapsedMicros\":-5,\"reason\":\"odd\"}}",
            "{\"other\":{}}",
        ]
        try Recorded.expect(
            texts.map { ("first: \($0)", Self.read([Array($0.utf8)], from: 0)) }
                + later.map { ("later: \($0)", Self.read(head + [Array($0.utf8)], from: 1)) },
            in: "run-recordings/odd-lines")
    }

    @Test func `what came of a run is said as it was recorded`() throws {
        let totals: [(Int, Int, Int)] = [(3, 0, 0), (0, 0, 0), (2, 1, 0), (2, 0, 1), (1, 2, 3)]
        let reasons: [RunEnd.Reason] = [.complete, .failure, .interrupted, .duration]
        var lines: [String] = []
        for (passed, failed, cancelled) in totals {
            for reason in reasons {
                for missing in 0...2 {
                    var all = Runner.Totals(passed: passed, failed: failed)
                    all.cancelled = cancelled
                    let figures = RunFigures(
                        totals: all, elapsed: .milliseconds(1250), reason: reason,
                        median: missing == 0 ? nil : .microseconds(4321), missingParts: missing)
                    let entry = RunEntry(
                        id: 1, key: "abc", startedAt: ExchangeFixtures.start, title: "t", state: .ended,
                        summary: figures)
                    lines.append(
                        "\(passed) \(failed) \(cancelled) \(reason) \(missing): \(entry.resultText); \(entry.countsText); \(entry.medianText)"
                    )
                }
            }
        }
        for state in [RunEntry.State.running, .brokenOff, .ended] {
            let entry = RunEntry(id: 1, key: "abc", startedAt: ExchangeFixtures.start, title: "t", state: state)
            lines.append("\(state): \(entry.resultText); \(entry.countsText); \(entry.medianText)")
        }
        for missing in [[], [2], [2, 4], [1, 2, 3, 4, 5, 6, 7]] {
            var head = RecordingTests.head
            head.missingParts = missing
            lines.append("\(missing): \(head.missingPartsSentence ?? "none is missing")")
        }
        let long = String(repeating: "n", count: 100)
        for name in ["", "last", "a", "a/b", "-a", "a-", long, long + "n"] {
            lines.append("\(name.count) \(name.prefix(5)): \(RunEntry.problem(withName: name) ?? "good")")
        }
        try Recorded.expect([("results", lines.joined(separator: "\n"))], in: "run-recordings/results")
    }
}
