import GRDB
import Glibc
import NetEngine
import NetEngineRequestLog
import TestSupport
import Testing
import Workspace

@testable import Runs

@Suite struct RunMergeTests {
    /// Requests 0 to 4 of a plan in two parts; 3 needs 1.
    private static let parts = [[0, 2, 4], [1, 3]]

    private func part(
        _ index: Int, of folder: TemporaryFolder, name: String, plan: String = "p1", attempt: Int = 0,
        count: Int = 2, micros: Int = 1000, rounds: Int = 1, rows: Int? = nil,
        failed: Bool = false, isClosed: Bool = true, reason: RunEnd.Reason = .complete, notReached: Int = 0
    ) throws -> RecordingSource {
        let requests = Self.parts[index == 2 ? 1 : 0]
        var head = RunHead(
            id: name, startedAt: Timestamp(microsecondsSince1970: Int64(index) * 1_000_000 + Int64(attempt)),
            program: "1",
            requests: requests.map { RunHead.Request(file: "a.http", line: $0 + 1, id: "r\($0)", method: "GET") },
            shard: RunHead.Shard(index: index, count: count, plan: plan, requests: requests, attempt: attempt))
        (head.settings.rounds, head.settings.rows) = (rounds, rows)
        if index == 2 { head.requests[1].needs = [0] }
        var lines = RecordingLines(head)
        for step in requests.indices {
            var record = RecordingTests.passed(step, micros: micros)
            if failed, step == 0 {
                record = RunRecord(item: record.item, repetition: nil, word: .failed)
                record.status = 500
            }
            lines.add(record)
        }
        if isClosed { lines.end(RunEnd(elapsed: .seconds(3), reason: reason, notReached: notReached)) }
        let path = "\(folder.path)/\(name).run"
        try RecordingFile(path: path).append(lines.take())
        return .file(path)
    }

    private func problem(_ sources: [RecordingSource], allowsPartial: Bool = false) -> String? {
        do {
            _ = try RunMerge(sources, id: "m", allowsPartial: allowsPartial)
            return nil
        } catch {
            return (error as? RunStoreError)?.sentence
        }
    }

    @Test func `each request is in the joined run once, in the order of the plan, with its needs`() throws {
        let folder = try TemporaryFolder()
        let merge = try RunMerge(
            [try part(2, of: folder, name: "b", failed: true), try part(1, of: folder, name: "a")], id: "m",
            allowsPartial: false)
        #expect(merge.head.requests.map(\.id) == ["r0", "r1", "r2", "r3", "r4"])
        #expect(merge.head.requests[3].needs == [1])
        // It began with the part that began first.
        #expect(merge.head.startedAt == Timestamp(microsecondsSince1970: 1_000_000))
        let path = "\(folder.path)/m.run"
        let file = try RecordingFile(path: path)
        let account = try merge.write { try file.append($0) }
        #expect(account.totals == Runner.Totals(passed: 4, failed: 1))
        #expect(account.requests[1].totals.failed == 1)
        #expect(account.end?.elapsed == .seconds(4))
        let read = try RecordingSource.file(path).account()
        #expect(read.totals == account.totals)
        #expect(read.latency.count == 4)
        #expect(read.head.missingParts.isEmpty)
        #expect(read.end == account.end)
    }

    @Test func `what each part did not reach is added up`() throws {
        let folder = try TemporaryFolder()
        let parts = [
            try part(1, of: folder, name: "a", notReached: 2), try part(2, of: folder, name: "b", notReached: 1),
        ]
        let account = try RunMerge(parts, id: "m", allowsPartial: false).write { _ in }
        #expect(account.end?.notReached == 3)
    }

    @Test func `a missing part, one given twice and one of another plan are refused`() throws {
        let folder = try TemporaryFolder()
        let a = try part(1, of: folder, name: "a")
        let foreign = try part(2, of: folder, name: "c", plan: "p2")
        #expect(problem([a]) == "Part 2 of 2 is missing; --allow-partial goes on without.")
        #expect(problem([a, a])?.hasSuffix("are the same part of the same run.") == true)
        #expect(problem([a, foreign])?.contains("is part 2/2 of another plan than") == true)
        let twice = try part(2, of: folder, name: "d", rounds: 2)
        #expect(
            problem([a, twice])?.contains("d.run was sent with another --repeat, --data or --duration than ") == true)
        // Two rows three times, and three rows twice.
        let rows = try part(1, of: folder, name: "e", rounds: 6, rows: 2)
        let others = try part(2, of: folder, name: "f", rounds: 6, rows: 3)
        #expect(problem([rows, others])?.contains("f.run was sent with another") == true)
        #expect(problem([rows, try part(2, of: folder, name: "g", rounds: 6)]) == nil, "an older recording has none")
        let partial = try RunMerge([a], id: "m", allowsPartial: true)
        #expect(partial.head.missingParts == [2])
        #expect(try !partial.write { _ in }.isPassed)
    }

    @Test func `each missing part is named, and a part of another number of parts is none of this plan`() throws {
        let folder = try TemporaryFolder()
        let a = try part(1, of: folder, name: "a", count: 4)
        #expect(problem([a]) == "Parts 2, 3, 4 of 4 are missing; --allow-partial goes on without.")
        let b = try part(2, of: folder, name: "b", count: 3)
        #expect(
            problem([a, b], allowsPartial: true)
                == "\(folder.path)/b.run is part 2/3 of another plan than \(folder.path)/a.run: the requests, or how they are split, differ."
        )
        let same = "\(folder.path)/a.run and \(folder.path)/a.run are the same part of the same run."
        #expect(problem([a, a]) == same)
        let merge = try RunMerge([a], id: "m", allowsPartial: true)
        #expect(merge.head.missingParts == [2, 3, 4] && merge.head.id == "m" && merge.head.name == nil)
        #expect(merge.head.shard == nil && merge.head.requests.map(\.id) == ["r0", "r2", "r4"] && merge.replaced == [])
    }

    @Test func `a later attempt of a part replaces the earlier one, whichever is named first`() throws {
        let folder = try TemporaryFolder()
        let a = try part(1, of: folder, name: "a")
        let later = try part(2, of: folder, name: "b2", attempt: 1)
        let earlier = try part(2, of: folder, name: "b1", failed: true)
        for sources in [[a, later, earlier], [earlier, a, later]] {
            let merge = try RunMerge(sources, id: "m", allowsPartial: false)
            #expect(merge.replaced == ["\(folder.path)/b1.run, an earlier attempt of part 2"])
            #expect(try merge.write { _ in }.totals == Runner.Totals(passed: 5))
        }
    }

    @Test func `a whole run is no part, and without parts there is nothing to merge`() throws {
        let folder = try TemporaryFolder()
        let whole = "\(folder.path)/whole.run"
        try RecordingFile(path: whole).append(RecordingTests.headLine)
        let a = try part(1, of: folder, name: "a")
        #expect(problem([a, .file(whole)]) == "\(whole) is a whole run, not a part of one (--shard).")
        #expect(problem([]) == "There is nothing to merge.")
        #expect(problem([], allowsPartial: true) == "There is nothing to merge.")
    }

    @Test(
        arguments: [
            (1, 0, false), (0, 2, false), (3, 2, false), (-1, -1, false), (1, 100_001, false), (1, 1 << 52, false),
            (1, 100_000, true), (2, 2, true), (1, 1, true),
        ])
    func `a part that no flag asks for is none, however many a file claims`(index: Int, count: Int, isPart: Bool) throws
    {
        let folder = try TemporaryFolder()
        let source = try part(index, of: folder, name: "a", count: count)
        let sentence = "\(folder.path)/a.run is a whole run, not a part of one (--shard)."
        #expect((problem([source], allowsPartial: true) == sentence) == !isPart)
    }

    @Test(arguments: [
        (1, "1 line of the recording is damaged and was left out"),
        (2, "2 lines of the recording are damaged and were left out"),
    ]) func `damaged lines of a part are named, and the whole run has not passed`(lines: Int, clause: String) throws {
        let folder = try TemporaryFolder()
        let damaged = try part(2, of: folder, name: "b")
        try folder.write(try folder.read("b.run") + String(repeating: "{\n", count: lines), to: "c.run")
        let account = try RecordingSource.file("\(folder.path)/c.run").account()
        #expect(account.damagedClause == clause)
        #expect(account.resultText == "damaged")
        #expect(!account.isPassed)
        #expect(try damaged.account().damagedClause == nil)
        #expect(try damaged.account().resultText == "passed")

        let merge = try RunMerge(
            [try part(1, of: folder, name: "a"), .file("\(folder.path)/c.run")], id: "m", allowsPartial: false)
        var sentences: [String] = []
        var joined: [UInt8] = []
        let whole = try merge.write({ joined += $0 }, unfinished: { sentences.append($0) })
        #expect(sentences == ["Part 2 of the run: \(clause)."])
        #expect(!whole.isPassed)
        // Who reads the joined run learns it, too: reports and the list of runs.
        try folder.write(joined, to: "m.run")
        let read = try RecordingSource.file("\(folder.path)/m.run").account()
        #expect(!read.isPassed)
        #expect(read.damagedClause == clause)
        #expect(read.resultText == "damaged")
        let end = try #require(read.end)
        let figures = RunFigures(end, of: read.head, totals: read.totals, latency: read.latency)
        #expect(figures.resultText == "damaged")
        #expect(RunFigures(figures.text) == figures)
    }

    @Test func `a part that was broken off makes the whole one that did not end well`() throws {
        let folder = try TemporaryFolder()
        let merge = try RunMerge(
            [try part(1, of: folder, name: "a"), try part(2, of: folder, name: "b", isClosed: false)], id: "m",
            allowsPartial: false)
        var unfinished: [String] = []
        let account = try merge.write({ _ in }, unfinished: { unfinished.append($0) })
        #expect(account.end?.reason == .interrupted)
        #expect(!account.isPassed)
        #expect(unfinished == ["Part 2 of the run was broken off: \(folder.path)/b.run ends before it."])
    }

    @Test func `a part that was interrupted is named, also after one whose time was over`() throws {
        let folder = try TemporaryFolder()
        let parts = [
            try part(1, of: folder, name: "a", reason: .duration),
            try part(2, of: folder, name: "b", reason: .interrupted),
        ]
        var unfinished: [String] = []
        let merge = try RunMerge(parts, id: "m", allowsPartial: false)
        let account = try merge.write({ _ in }, unfinished: { unfinished.append($0) })
        #expect(account.end?.reason == .interrupted)
        #expect(unfinished == ["Part 2 of the run was interrupted."])
    }

    @Test func `a part that ended at its first failure is named, and so did the whole run`() throws {
        let folder = try TemporaryFolder()
        let parts = [
            try part(1, of: folder, name: "a", failed: true, reason: .failure),
            try part(2, of: folder, name: "b", reason: .duration),
        ]
        var unfinished: [String] = []
        let account = try RunMerge(parts, id: "m", allowsPartial: false).write(
            { _ in }, unfinished: { unfinished.append($0) })
        #expect(account.end?.reason == .failure)
        #expect(unfinished == ["Part 1 of the run ended at its first failure."])
    }
}

@Suite struct RunStoreTests {
    private func record(_ store: RunStore, _ id: String, name: String? = nil, isClosed: Bool = true) throws {
        var head = RecordingTests.head
        head.id = id
        head.name = name
        let stored = try store.begin(head)
        let recorder = RunRecorder(head, to: [stored]) { Issue.record("\($0)") }
        recorder.add(RecordingTests.passed(0), nil)
        recorder.write()
        guard isClosed else { return }
        var latency = LatencyDistribution()
        latency.add(.milliseconds(1))
        recorder.close(
            RunEnd(elapsed: .seconds(1), reason: .complete), totals: Runner.Totals(passed: 1), latency: latency)
    }

    @Test func `a recorded run is listed, found by its id, its name and last, and read back`() throws {
        let folder = try TemporaryFolder()
        let store = try RunStore(folder: folder.path)
        try record(store, "abc2345", name: "before")
        try record(store, "abd7654")
        #expect(try store.entries().map(\.key) == ["abd7654", "abc2345"])
        #expect(try store.entry("before").key == "abc2345")
        #expect(try store.entry("last").key == "abd7654")
        #expect(try store.entry("abc").key == "abc2345")
        let entry = try store.entry("abd")
        #expect(entry.state == .ended)
        #expect(entry.summary?.totals.passed == 1)
        let account = try RecordingSource.store(store, entry).account()
        #expect(account.totals.passed == 1)
        #expect(account.end?.reason == .complete)
    }

    @Test func `a run that is still recorded says so, and has no figures yet`() throws {
        let folder = try TemporaryFolder()
        let store = try RunStore(folder: folder.path)
        let stored = try store.begin(RecordingTests.head)
        let entry = try store.entry("last")
        #expect(entry.state == .running && entry.resultText == "running")
        #expect(entry.countsText == "" && entry.medianText == "")
        #expect(throws: RunStoreError.self) { try RecordingSource.store(store, entry).account() }
        try stored.append(RecordingTests.headLine)
        #expect(try RecordingSource.store(store, entry).account().count == 0)
    }

    @Test func `what is not there is neither named nor deleted`() throws {
        let folder = try TemporaryFolder()
        let store = try RunStore(folder: folder.path + "/none")
        #expect(try !store.setName("a", of: "x") && store.delete(["x"]) == 0 && store.entries().isEmpty)
        let other = try RunStore(folder: folder.path)
        try record(other, "abc2345", name: "before")
        #expect(try !other.setName("before", of: "x") && other.delete(["x"]) == 0)
        #expect(try other.setName(nil, of: "abc2345") && other.entries().map(\.name) == [nil])
    }

    @Test func `a name that several runs begin with, and one that there is not, are refused`() throws {
        let folder = try TemporaryFolder()
        let store = try RunStore(folder: folder.path)
        #expect(throws: RunStoreError(sentence: "No run was recorded yet.")) { try store.entry("last") }
        try record(store, "abc2345")
        try record(store, "abd7654")
        #expect(throws: RunStoreError(sentence: "Several runs begin with ab: abd7654, abc2345.")) {
            try store.entry("ab")
        }
        #expect(throws: RunStoreError.self) { try store.entry("x") }
    }

    @Test func `a folder that cannot be looked into is no empty one`() throws {
        let folder = try TemporaryFolder()
        symlink("state", folder.path + "/state")
        let store = try RunStore(folder: folder.path + "/state")
        let sentence =
            "The recorded runs in \(store.folder) cannot be used: \(store.folder)/log.sqlite: Too many levels of symbolic links."
        #expect(throws: RunStoreError(sentence: sentence)) { try store.entries() }
        #expect(throws: RunStoreError(sentence: sentence)) { try store.entry("last") }
    }

    @Test func `runs are listed and read where nothing can be written, and a change says why not`() throws {
        let folder = try TemporaryFolder()
        let store = try RunStore(folder: folder.path)
        try record(store, "abc2345")
        // As in a folder that nobody may write, also for root: SQLite cannot make its file.
        symlink("nowhere/x", folder.path + "/log.sqlite-wal")
        #expect(try RecordingSource.store(store, store.entry("last")).account().totals.passed == 1)
        let sentence = "The recorded runs in \(store.folder) cannot be used: unable to open database file."
        #expect(throws: RunStoreError(sentence: sentence)) { try store.setName("before", of: "abc2345") }
    }

    @Test func `runs of a newer log are read and never changed, and other tables are one sentence`() throws {
        let folder = try TemporaryFolder()
        let store = try RunStore(folder: folder.path)
        try record(store, "abc2345")
        let newer = LogDatabase.version + 1
        func change(_ sql: String) throws {
            let queue = try DatabaseQueue(path: folder.path + "/log.sqlite")
            try queue.write { try $0.execute(sql: sql) }
            try queue.close()
        }
        try change("PRAGMA user_version = \(newer)")
        #expect(try store.entries().map(\.key) == ["abc2345"])
        #expect(try RecordingSource.store(store, store.entry("abc")).account().totals.passed == 1)
        let sentence =
            "The recorded runs in \(store.folder) cannot be used: a newer version of this program wrote it (schema \(newer), this one knows \(LogDatabase.version))."
        #expect(throws: RunStoreError(sentence: sentence)) { try store.setName("before", of: "abc2345") }
        #expect(throws: RunStoreError(sentence: sentence)) { try store.delete(["abc2345"]) }
        #expect(try store.entry("last").name == nil)
        try change("UPDATE run SET started_at = 'soon'")
        #expect(throws: RunStoreError(sentence: sentence)) { try store.entries() }
        #expect(throws: RunStoreError(sentence: sentence)) { try store.entry("last") }
        try change("UPDATE run SET started_at = 1")
        #expect(try store.entries().map(\.key) == ["abc2345"])
        try change("ALTER TABLE run DROP COLUMN machine")
        #expect(throws: RunStoreError(sentence: sentence)) { try store.entries() }
        #expect(throws: RunStoreError(sentence: sentence)) { try store.entry("abc2345") }
        try change("DROP TABLE run")
        #expect(throws: RunStoreError(sentence: sentence)) { try store.entries() }
    }

    @Test func `a name goes from an older run to a newer one`() throws {
        let folder = try TemporaryFolder()
        let store = try RunStore(folder: folder.path)
        try record(store, "aaa", name: "before")
        try record(store, "bbb", name: "before")
        #expect(try store.entries().map(\.name) == ["before", nil])
        try store.setName("before", of: "aaa")
        #expect(try store.entry("before").key == "aaa")
    }

    @Test func `a run that was broken off is readable up to there`() throws {
        let folder = try TemporaryFolder()
        let store = try RunStore(folder: folder.path)
        try record(store, "aaa", isClosed: false)
        let entry = try store.entry("aaa")
        #expect(entry.summary == nil)
        let account = try RecordingSource.store(store, entry).account()
        #expect(account.totals.passed == 1)
        #expect(account.end == nil)
        #expect(!account.isPassed)
    }

    @Test
    func `while a run is recorded older ones go, but none with a name, none that is recorded, and not the newest`()
        throws
    {
        let folder = try TemporaryFolder()
        let store = try RunStore(folder: folder.path, limits: RequestLogLimits(totalBytes: 2000))
        let line = [UInt8](repeating: 0x61, count: 399) + [0x0A]
        func begin(_ id: String, name: String? = nil) throws -> StoredRecording {
            var head = RecordingTests.head
            head.id = id
            head.name = name
            return try store.begin(head)
        }
        let figures = RunFigures(
            RunEnd(elapsed: .seconds(1), reason: .complete), of: RecordingTests.head, totals: Runner.Totals(passed: 1),
            latency: LatencyDistribution())
        for (id, name) in [("aaa", "kept"), ("bbb", nil), ("ccc", nil)] as [(String, String?)] {
            let stored = try begin(id, name: name)
            try stored.append(line)
            try stored.close(figures)
        }
        let running = try begin("ddd")
        #expect(try store.entries().map(\.key) == ["ddd", "ccc", "bbb", "aaa"])
        try running.append(line)
        #expect(try store.entries().map(\.key) == ["ddd", "ccc", "aaa"], "1200 bytes of 1000 that runs may have")
        let newest = try begin("eee")
        for _ in 0..<10 { try newest.append(line) }
        #expect(try store.entries().map(\.key) == ["eee", "ddd", "aaa"])
        #expect(try store.entries().map(\.bytes) == [4000, 400, 400])
    }

    @Test func `a run that is deleted while it is recorded leaves nothing behind`() throws {
        let folder = try TemporaryFolder()
        let store = try RunStore(folder: folder.path)
        try record(store, "aaa", isClosed: false)
        var head = RecordingTests.head
        head.id = "bbb"
        let stored = try store.begin(head)
        try stored.append(Array("{}\n".utf8))
        try store.delete(["bbb"])
        try stored.append(Array("{}\n".utf8))
        #expect(try store.entries().map(\.key) == ["aaa"])
        let queue = try DatabaseQueue(path: folder.path + "/log.sqlite")
        #expect(try queue.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM run_part") } == 1)
    }

    @Test func `the list says passed only of a run that is whole, and what is wrong with another one`() throws {
        let folder = try TemporaryFolder()
        let store = try RunStore(folder: folder.path)
        func text(_ totals: Runner.Totals, _ reason: RunEnd.Reason = .complete, missing: [Int] = []) throws -> String {
            var head = RecordingTests.head
            head.id = "run\(try store.entries().count)"
            head.missingParts = missing
            let end = RunEnd(elapsed: .seconds(1), reason: reason)
            try store.begin(head).close(RunFigures(end, of: head, totals: totals, latency: LatencyDistribution()))
            return try store.entry(head.id).resultText
        }
        #expect(try text(Runner.Totals(passed: 2, skipped: 1)) == "passed")
        #expect(try text(Runner.Totals(passed: 2, cancelled: 1), .duration) == "passed")
        #expect(try text(Runner.Totals(passed: 2), missing: [2]) == "1 part missing")
        #expect(try text(Runner.Totals(passed: 2), missing: [2, 4]) == "2 parts missing")
        #expect(try text(Runner.Totals(passed: 2, failed: 1), missing: [2]) == "1 failed")
        #expect(try text(Runner.Totals(passed: 2, cancelled: 3)) == "3 cancelled")
        #expect(try text(Runner.Totals(passed: 2, notReached: 1), .failure) == "stopped at a failure")
        #expect(try text(Runner.Totals(passed: 2, cancelled: 1), .interrupted) == "interrupted")
    }

    @Test func `figures that were stored before missing parts were counted are read`() {
        let figures = RunFigures(#"{"passed":2,"failed":1,"elapsedMicros":5,"reason":"complete"}"#)
        #expect(figures?.totals == Runner.Totals(passed: 2, failed: 1))
        #expect(figures?.missingParts == 0)
    }

    @Test func `a deleted run is gone with its lines`() throws {
        let folder = try TemporaryFolder()
        let store = try RunStore(folder: folder.path)
        try record(store, "aaa")
        try record(store, "bbb")
        #expect(try store.delete(["aaa", "no"]) == 1)
        #expect(try store.entries().map(\.key) == ["bbb"])
        #expect(try RecordingSource.store(store, try store.entry("bbb")).account().count == 1)
    }
}
