import Base
import HTTPFormat
import NetEngine
import NetEngineRequestLog
import TestSupport
import Testing

@testable import Runs
@testable import Workspace

/// What a run keeps of each result, and how it is written while the run goes on.
@Suite struct RunPartsTests {
    private static func record(_ word: RunRecord.Word = .passed, step: Int = 0) -> RunRecord {
        var record = RecordingTests.passed(step)
        record = RunRecord(item: record.item, repetition: nil, word: word)
        return record
    }

    private static func exchange(_ body: [UInt8] = Array("abc".utf8)) -> Exchange {
        ExchangeFixtures.exchange(response: ExchangeFixtures.response(body: body))
    }

    // MARK: Samples

    @Test func `of each request ten exchanges and a hundred failures are kept whole`() {
        let sampling = RunSampling(requests: 2)
        func isKept(_ word: RunRecord.Word, _ step: Int) -> Bool {
            var record = Self.record(word, step: step)
            return sampling.sample(&record, Self.exchange()) != nil
        }
        #expect((0..<12).count { _ in isKept(.passed, 0) } == 10)
        #expect(isKept(.passed, 1), "another request")
        #expect((0..<102).count { _ in isKept(.failed, 0) } == 100)
        #expect(!isKept(.passed, 2), "no such request")
        #expect((0..<12).count { _ in isKept(.cancelled, 1) } == 9)
    }

    @Test func `a body has the first sixteen digits of its hash, unless it is large and not kept`() {
        // sha256sum of abc begins with ba7816bf8f01cfea.
        let sampling = RunSampling(requests: 1)
        func digest(_ body: [UInt8]) -> String? {
            var record = Self.record()
            _ = sampling.sample(&record, Self.exchange(body))
            return record.bodyDigest
        }
        #expect(digest(Array("abc".utf8)) == "ba7816bf8f01cfea")
        #expect(digest([]) == "e3b0c44298fc1c14")
        #expect(digest(Array("abc".utf8)) == "ba7816bf8f01cfea", "and again after another body")
        let large = [UInt8](repeating: 0x61, count: (1 << 20) + 1)
        #expect(digest(large)?.utf8.count == 16, "it is kept")
        for _ in 0..<6 { _ = digest([]) }
        #expect(digest(large) == nil && digest(Array(large.dropLast()))?.utf8.count == 16)
        var record = Self.record()
        #expect(sampling.sample(&record, nil) == nil && record.bodyDigest == nil)
        #expect(RunSampling(requests: 1, isOn: false).sample(&record, Self.exchange()) == nil)
        #expect(record.bodyDigest == nil)
    }

    @Test func `a request that is not logged has a digest, and no exchange`() {
        var options = RequestOptions()
        options.log = RequestLogOptions()
        options.log?.storesFactOnly = true
        let exchange = ExchangeFixtures.exchange(
            draft: RequestDraft(method: "GET", url: "http://h/", options: options),
            response: ExchangeFixtures.response(body: Array("abc".utf8)))
        var record = Self.record()
        #expect(RunSampling(requests: 1).sample(&record, exchange) == nil)
        #expect(record.bodyDigest == "ba7816bf8f01cfea")
    }

    @Test func `a result takes numbers alone where it shows nothing new`() {
        let base = RecordingTests.passed(0)
        func isSample(_ change: (inout RunRecord) -> Void, isStored: Bool = false) -> Bool {
            var lines = RecordingLines(RecordingTests.head)
            lines.add(base)
            _ = lines.take()
            var record = base
            change(&record)
            lines.add(record, isStored ? RecordedParts(Self.exchange(), bodyLimit: 1) : nil)
            return String(decoding: lines.take(), as: UTF8.self).hasPrefix(#"{"samples":[["#)
        }
        #expect(isSample { _ in } && !isSample({ _ in }, isStored: true))
        #expect(isSample { $0.networkTime = .seconds(9) } && isSample { $0.bodyDigest = "00" })
        #expect(isSample { $0.delay = .seconds(1) } && isSample { $0.traffic?.receivedBytes = nil })
        let news: [(String, (inout RunRecord) -> Void)] = [
            ("status", { $0.status = 201 }), ("no status", { $0.status = nil }),
            ("certificate", { $0.isUnverified = true }), ("retry", { $0.traffic?.retries = 1 }),
            ("redirect", { $0.traffic?.redirects = 1 }), ("cache", { $0.traffic?.cache = .miss }),
            ("no traffic", { $0.traffic = nil }), ("no times", { $0.timings = nil }),
            ("no network", { $0.networkTime = nil }), ("error", { $0.error = ExchangeFixtures.timeout }),
            ("held back", { $0.heldBack = [HeldBack(origin: "http://h", fields: ["A"])] }),
            ("file", { $0.responseFile = .success("a.txt") }),
            (
                "check",
                {
                    $0.checks = CheckReport(results: [
                        CheckResult(text: "c", line: 1, verdict: .passed, expected: "")
                    ])
                }
            ), ("another request", { $0 = RecordingTests.passed(1) }), ("failure", { $0 = Self.record(.failed) }),
        ]
        for (name, change) in news { #expect(!isSample(change), "\(name)") }
    }

    @Test func `a sample has eight numbers and the digest`() {
        var lines = RecordingLines(RecordingTests.head)
        lines.add(RecordingTests.passed(0))
        _ = lines.take()
        lines.add(RecordingTests.passed(0, round: 3, micros: 2000, digest: "0a"))
        var late = RecordingTests.passed(0, round: 4)
        late = RunRecord(item: late.item, repetition: 2, word: .passed)
        let plain = RecordingTests.passed(0, round: 4)
        (late.status, late.timings, late.traffic) = (plain.status, plain.timings, plain.traffic)
        (late.networkTime, late.delay) = (plain.networkTime, .microseconds(7))
        late.traffic?.receivedBytes = nil
        lines.add(late)
        #expect(
            String(decoding: lines.take(), as: UTF8.self)
                == "{\"samples\":[[0,3,-1,503,2000,2010,12,-1,\"0a\"],[0,4,2,504,1500,1510,-1,7]]}\n")
        #expect(lines.take() == [], "nothing is written twice")
    }

    // MARK: Writing

    private final class Place: RecordingPlace {
        var text = ""
        var summaries: [RunFigures] = []
        var failsAfter: Int?
        private var calls = 0

        init(failsAfter: Int? = nil) { self.failsAfter = failsAfter }

        func append(_ lines: [UInt8]) throws(RunStoreError) {
            calls += 1
            if let failsAfter, calls > failsAfter { throw RunStoreError(sentence: "It is full.") }
            text += String(decoding: lines, as: UTF8.self)
        }

        func close(_ summary: RunFigures) throws(RunStoreError) { summaries.append(summary) }
    }

    @Test func `a place that fails is reported once, and the others get everything`() {
        let (whole, full) = (Place(), Place(failsAfter: 1))
        var reports: [String] = []
        let recorder = RunRecorder(RecordingTests.head, to: [full, whole]) { reports.append($0) }
        recorder.write()
        #expect(full.text == whole.text && whole.text.split(separator: "\n").count == 1 && !recorder.isIncomplete)
        recorder.write()
        #expect(reports == [], "there was nothing to write")
        recorder.add(RecordingTests.passed(0), nil)
        recorder.write()
        recorder.add(RecordingTests.passed(0, round: 1), nil)
        recorder.close(
            RunEnd(elapsed: .seconds(2), reason: .complete), totals: Runner.Totals(passed: 2),
            latency: LatencyDistribution())
        #expect(reports == ["It is full."] && recorder.isIncomplete)
        let kinds = whole.text.split(separator: "\n").map { $0.prefix { $0 != ":" } }
        #expect(kinds == ["{\"apitui\"", "{\"result\"", "{\"samples\"", "{\"end\""])
        #expect(full.text.split(separator: "\n").count == 1 && full.summaries == [])
        #expect(
            whole.summaries == [
                RunFigures(
                    totals: Runner.Totals(passed: 2), elapsed: .seconds(2), reason: .complete, median: nil,
                    missingParts: 0, plan: RecordingTests.head.plan)
            ])
    }

    @Test func `a long recording is written before its end`() {
        let place = Place()
        let recorder = RunRecorder(RecordingTests.head, to: [place]) { Issue.record("\($0)") }
        var record = RunRecord(item: RunSchedule.Item(round: 0, step: 0), repetition: nil, word: .failed)
        record.problems = [(line: 1, sentence: String(repeating: "x", count: 1000))]
        for _ in 0..<2000 { recorder.add(record, nil) }
        #expect(place.text.utf8.count >= 128 << 10)
    }

    @Test func `a queue gives each result once, and its end from then on`() async {
        let queue = RunQueue()
        #expect(queue.take().results.isEmpty && queue.take().end == nil)
        await queue.add(RecordingTests.passed(0), nil)
        await queue.add(RecordingTests.passed(1), recorded: RecordingTests.passed(0), nil)
        let first = queue.take()
        #expect(
            first.results.map(\.record.item.step) == [0, 1]
                && first.results.map { $0.recorded != nil } == [false, true])
        #expect(queue.take().results.isEmpty)
        queue.close(RunQueue.End(totals: Runner.Totals(passed: 2), elapsed: .seconds(1), reason: .duration))
        #expect(queue.take().end?.reason == .duration && queue.take().end?.totals.passed == 2)
        queue.wait()
    }

    @Test func `figures of a run are stored as one object`() {
        let figures = RunFigures(
            totals: Runner.Totals(passed: 1, failed: 2, skipped: 3, cancelled: 4, notReached: 5),
            elapsed: .milliseconds(60), reason: .failure, median: .microseconds(7), missingParts: 6, plan: "0a dev")
        #expect(
            figures.text
                == #"{"passed":1,"failed":2,"skipped":3,"cancelled":4,"notReached":5,"elapsedMicros":60000,"reason":"failure","medianMicros":7,"missingParts":6,"plan":"0a dev"}"#
        )
        #expect(RunFigures(figures.text) == figures)
        var unread = figures
        unread.unreadable = 2
        #expect(RunFigures(unread.text) == unread)
        #expect(RunFigures("{}") == nil && RunFigures("x") == nil)
        #expect(
            RunFigures(#"{"elapsedMicros":1}"#)
                == RunFigures(totals: Runner.Totals(), elapsed: .microseconds(1), reason: .interrupted, median: nil))
    }

    // MARK: Plans and parts

    @Test func `a plan has another hash where its requests or its parts differ, and the same on other lines`() {
        let requests = RecordingTests.head.requests
        let hash = RunHead.planHash(requests)
        func changed(_ change: (inout [RunHead.Request]) -> Void) -> String {
            var requests = requests
            change(&requests)
            return RunHead.planHash(requests)
        }
        #expect(hash.utf8.count == 16)
        #expect(changed { $0[0].line = 99 } == hash && changed { $0[0].tags = [] } == hash)
        #expect(changed { $0[0].reason = "x" } == hash)
        let others = [
            changed { $0[0].file = "b" }, changed { $0[0].id = "b" }, changed { $0[0].method = "PUT" },
            changed { $0[0].url = "b" }, changed { $0[0].turn = "b" }, changed { $0[1].needs = [] },
            changed { $0.reverse() }, changed { $0.removeLast() }, RunHead.planHash(requests, parts: [[0], [1]]),
            RunHead.planHash(requests, parts: [[1], [0]]), RunHead.planHash(requests, parts: [[0, 1]]), hash,
        ]
        #expect(Set(others).count == others.count)
    }

    @Test func `requests of one name weigh what each of them took, or share the sum of their times`() {
        func request(_ id: String) -> RunHead.Request {
            RunHead.Request(file: "a.http", line: 1, id: id, method: "GET")
        }
        var account = RunAccount(
            RunHead(
                id: "abc2345", startedAt: ExchangeFixtures.start, program: "1",
                requests: ["same", "other", "same"].map(request)))
        for (round, step, seconds) in [(0, 0, 1), (1, 0, 5), (0, 1, 3), (0, 2, 4)] {
            var record = RunRecord(
                item: RunSchedule.Item(round: round, step: step), repetition: nil, word: .passed)
            record.timings = PhaseTimings(total: .seconds(seconds))
            account.add(record)
        }
        #expect(account.weights(of: ["same", "other", "same", "new"].map(request)) == [6, 3, 4, 4])
        #expect(account.weights(of: [request("same")]) == [10])
        #expect(account.weights(of: ["same", "same", "same", "same"].map(request)) == [2.5, 2.5, 2.5, 2.5])
        #expect(RunAccount(RunHead(id: "", startedAt: .now, program: "")).weights(of: [request("new")]) == [1])
    }

    @Test func `a request of a plan has a turn only where the plan knows which one it is`() throws {
        func texts(_ lines: String, _ turn: LoopTurn? = nil) throws -> [String?] {
            let document = HTTPDocument(bytes: Array("\(lines)GET http://h/\n".utf8))
            let file = CollectionFile(
                path: "/c/a.http", relativePath: "a.http", document: document, stamp: FileStamp(bytes: []))
            let step = SendPlan.Step(file: file, request: try #require(document.requests.first), turn: turn)
            return [step.turnText, RunHead.Request(step).turn]
        }
        let tea = LoopTurn.Item(variable: "item", value: "tea")
        #expect(try texts("") == ["", nil])
        #expect(try texts("# @loop for 3\n", LoopTurn(index: 1)) == ["repetition 2", "repetition 2"])
        #expect(try texts("# @loop for item of list\n", LoopTurn(index: 0, item: tea)) == ["item tea", "item tea"])
        // The elements come only when it is sent: the results have their repetitions, and the request is the same in each.
        #expect(try texts("# @loop for item of list\n") == ["for each element", nil])
    }

    @Test func `a run is whole that came to its end with all of its parts`() {
        func isWhole(_ reason: RunEnd.Reason?, missing: [Int] = []) -> Bool {
            var head = RecordingTests.head
            head.missingParts = missing
            return head.isWhole(reason.map { RunEnd(elapsed: .zero, reason: $0) })
        }
        #expect(isWhole(.complete) && isWhole(.duration))
        #expect(!isWhole(.failure) && !isWhole(.interrupted) && !isWhole(nil) && !isWhole(.complete, missing: [1]))
        #expect(RecordingError.foreign.clause == "it is not a recording of a run")
        #expect(
            RecordingError.newer(7).clause
                == "a newer version of apitui wrote it (format 7, this one knows 1)")
    }

    @Test func `what a run lacks of its requests is one list of sentences`() {
        var head = RecordingTests.head
        #expect(head.missingSentences.isEmpty)
        head.unreadable = 2
        #expect(head.missingSentences == ["2 files could not be read; their requests were not sent."])
        head.missingParts = [2]
        #expect(
            head.missingSentences
                == ["Part 2 of the run is missing.", "2 files could not be read; their requests were not sent."])
    }

    // MARK: Paths

    @Test func `a path names its members, and ids as names alike`() {
        var table = PathTable()
        func path(_ name: String) -> String {
            let path = table.member(Array(name.utf8), of: PathTable.root)
            return table.text(path)
        }
        let rows = [
            "a": "$.a", "_a1": "$._a1", "1a": "$['1a']", "a-b": "$['a-b']", "": "$['']", "é": "$['é']",
            "12345": "$['12345']", "123456": "$[*]", "2026-11-20": "$[*]", "deadbeefdeadbeef": "$.deadbeefdeadbeef",
            "deadbeef00000000": "$[*]", "deadbeef0000000": "$.deadbeef0000000",
            "0b9d0b6e-7c1e-4b7a-9d57-1c1f5a1b2c3d": "$[*]",
        ]
        for (name, text) in rows {
            let found = path(name)
            #expect(found == text, "\(name)")
        }
        let element = table.element(of: PathTable.root)
        let inner = table.member(Array("x".utf8), of: element)
        #expect(table.text(inner) == "$[*].x" && table.parent(of: inner) == element)
        #expect(table.isMany(element) && !table.isMany(inner) && !table.isAnyName(element))
        let made = table.member(Array("123456".utf8), of: inner)
        #expect(table.isAnyName(made))
        let again = table.element(of: PathTable.root)
        #expect(again == element, "each is in it once")
    }

    @Test func `of a path with more than 64 steps only the last are named`() {
        var table = PathTable()
        var texts: [String] = []
        var path = PathTable.root
        for _ in 0..<66 {
            path = table.member(Array("a".utf8), of: path)
            texts.append(table.text(path))
        }
        let steps = String(repeating: ".a", count: 64)
        #expect(texts[0] == "$.a" && texts[63] == "$" + steps)
        #expect(texts[64] == "$..a" + steps && texts[65] == texts[64])
    }

    @Test func `a table without room has one path for the rest`() {
        var table = PathTable(limit: 4)
        func member(_ name: String, of parent: PathTable.ID = PathTable.root) -> PathTable.ID {
            table.member(Array(name.utf8), of: parent)
        }
        let a = member("a")
        #expect(!table.isFull)
        let b = member("b")
        #expect(table.isFull && table.count == 4)
        let rest = member("c")
        #expect(table.text(rest) == "$..*" && table.isMany(rest))
        let more = [member("d", of: rest), member("d", of: a), member("a"), member("b")]
        #expect(more == [rest, rest, a, b] && table.text(b) == "$.b")
    }
}
