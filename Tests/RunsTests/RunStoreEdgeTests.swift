import Base
import NetEngine
import TestSupport
import Testing
import Workspace

@testable import Runs

/// Which recorded run is meant, and recordings that come in other pieces than they were written in.
@Suite struct RunStoreEdgeTests {
    private let folder: TemporaryFolder
    private let store: RunStore

    init() throws {
        folder = try TemporaryFolder()
        store = try RunStore(folder: folder.path)
    }

    private func record(_ ids: String...) throws {
        for id in ids {
            var head = RecordingTests.head
            (head.id, head.name) = (id, nil)
            try store.begin(head).append(RecordingTests.headLine)
        }
    }

    private func found(_ text: String) -> String {
        do throws(RunStoreError) { return try store.entry(text).key } catch { return error.sentence }
    }

    @Test func `an id that is written whole is meant before others that begin so, and of many three are named`() throws
    {
        try record("ab", "abc", "abd")
        #expect(found("ab") == "ab" && found("abc") == "abc" && found("last") == "abd")
        #expect(found("a") == "Several runs begin with a: abd, abc, ab.")
        try record("abe")
        #expect(found("a") == "Several runs begin with a: abe, abd, abc.")
        for text in ["", "AB", "b", "bc", "a%", "_b", "abcd"] {
            #expect(found(text) == "No recorded run is named \(text); 'apitui runs' lists them.", "\(text)")
        }
    }

    @Test func `a name is written whole, and a run without it is found by its id`() throws {
        try record("abc", "xyz")
        #expect(try store.setName("nightly", of: "abc"))
        #expect(found("nightly") == "abc" && found("abc") == "abc")
        #expect(found("night").hasPrefix("No recorded run is named night;"))
        // A name may begin like the id of another run.
        #expect(try store.setName("x", of: "abc"))
        #expect(found("x") == "abc" && found("xy") == "xyz")
        #expect(try store.setName(nil, of: "abc"))
        #expect(found("x") == "xyz")
    }

    @Test func `a list has no more runs than are asked for`() throws {
        try record("a", "b", "c")
        #expect(try store.entries(limit: 2).map(\.key) == ["c", "b"])
        #expect(try store.entries(limit: 3).count == 3 && store.entries(limit: 9).count == 3)
        #expect(try store.entries(limit: 0).isEmpty && store.entries().count == 3)
        #expect(try store.delete(["b", "c", "no"]) == 2 && store.delete([]) == 0)
        #expect(try store.entries().map(\.key) == ["a"])
    }

    @Test func `a run that is given twice is deleted once`() throws {
        try record("a", "b")
        let deleted = try store.delete(["a", "a"])
        #expect(deleted == 1)
        #expect(try store.entries().map(\.key) == ["b"])
    }

    @Test func `a recording is the same in whatever pieces it is stored`() throws {
        var lines = RecordingLines(RecordingTests.head)
        for round in 0..<5 { lines.add(RecordingTests.passed(round % 2, round: round, status: 200 + round)) }
        lines.end(RunEnd(elapsed: .seconds(2), reason: .complete))
        let bytes = lines.take()
        for (id, size) in [("one", 1), ("some", 700), ("whole", bytes.count)] {
            var head = RecordingTests.head
            (head.id, head.name) = (id, nil)
            let stored = try store.begin(head)
            if size == 1 {
                for byte in bytes.prefix(40) { try stored.append([byte]) }
                try stored.append(Array(bytes.dropFirst(40)))
            } else {
                for start in stride(from: 0, to: bytes.count, by: size) {
                    try stored.append(Array(bytes[start..<min(start + size, bytes.count)]))
                }
            }
            let entry = try store.entry(id)
            #expect(entry.bytes == bytes.count)
            let account = try RecordingSource.store(store, entry).account()
            #expect(account.results.map(\.status) == [200, 201, 202, 203, 204] && account.isPassed)
        }
    }

    @Test func `lines across the pieces of a file are read, and one that was broken off is not`() throws {
        var lines = RecordingLines(RecordingTests.head)
        var record = RunRecord(item: RunSchedule.Item(round: 0, step: 0), repetition: nil, word: .failed)
        for number in 0..<600 {
            record.problems = [(line: number, sentence: String(repeating: "é", count: 500))]
            lines.add(record)
        }
        let bytes = lines.take()
        #expect(bytes.count > 2 * 256 << 10)
        let path = try folder.write(bytes, to: "long.run")
        let cut = try folder.write(bytes + Array(#"{"result":{"request":0,"outcome":"passed"}}"#.utf8), to: "cut.run")
        let odd = try folder.write(bytes + Array("odd\n\n{}\n[]\n{\"result\":1}\n".utf8), to: "odd.run")
        for (path, damaged) in [(path, 0), (cut, 0), (odd, 2)] {
            var places: [Int] = []
            func take(_ item: RecordingReader.Item) {
                if case .result(let record, _) = item { places += record.problems.map(\.line) }
            }
            let count = try RecordingSource.file(path).forEach(take)
            #expect(places == Array(0..<600) && count == damaged, "\(path)")
        }
    }

    @Test func `a line has at most 1024 samples`() {
        var lines = RecordingLines(RecordingTests.head)
        lines.add(RecordingTests.passed(0))
        _ = lines.take()
        for round in 1...1023 { lines.add(RecordingTests.passed(0, round: round)) }
        #expect(lines.count == 0)
        lines.add(RecordingTests.passed(0, round: 1024))
        #expect(lines.count > 0)
        let written = lines.take()
        #expect(written.count { $0 == Byte.lineFeed } == 1)
    }

    @Test func `a source is called what the user calls it`() throws {
        try record("abc")
        #expect(RecordingSource.store(store, try store.entry("abc")).name == "abc")
        #expect(try store.setName("nightly", of: "abc"))
        #expect(RecordingSource.store(store, try store.entry("abc")).name == "nightly")
        #expect(RecordingSource.file("a/b.run").name == "a/b.run")
    }

    @Test func `without a result or an end a run has no span, and its end says what was not reached`() {
        var account = RunAccount(RecordingTests.head)
        #expect(account.span == nil && !account.isPassed && account.resultText == nil)
        account.close(RunEnd(elapsed: .seconds(1), reason: .duration, notReached: 7))
        #expect(account.isPassed && account.resultText == "passed" && account.totals.notReached == 7)
        var late = RecordingTests.passed(0)
        late.traffic?.startedAt = Timestamp(microsecondsSince1970: 5_000_000)
        var early = RecordingTests.passed(1, micros: 90)
        early.traffic?.startedAt = Timestamp(microsecondsSince1970: 4_000_000)
        for record in [late, early] { account.add(record) }
        #expect(account.span?.start.microsecondsSince1970 == 4_000_000)
        #expect(account.span?.end.microsecondsSince1970 == 5_001_510)
    }
}
