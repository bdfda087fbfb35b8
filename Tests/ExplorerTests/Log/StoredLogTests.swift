import Base
import NetEngine
import Testing

@testable import Explorer
@testable import NetEngineRequestLog
@testable import RequestLog

/// The window of the request log that is kept: what is read, when, and what is dropped.
@Suite struct StoredLogTests {
    private static let query = StoredLog.Query(text: "q", condition: .all([]))

    private static func row(_ id: Int64, fails: Bool = false) -> LogRow {
        LogRow(
            id: id, change: id, state: .done, startedAt: Timestamp(microsecondsSince1970: id), method: "GET",
            url: "http://h/\(id)", source: .run, process: "apitui", pid: 7, status: fails ? 500 : 200,
            category: fails ? .serverError : nil, duration: .milliseconds(5))
    }

    private static func read(_ ids: ClosedRange<Int64>, isLast: Bool) -> Result<LogReading.Rows, LogReading.Failure> {
        .success(LogReading.Rows(rows: ids.map { row($0) }, isLast: isLast))
    }

    private static func reading(_ page: LogReading.Page, id: LogReading.ID = 1) -> LogReading {
        LogReading(id: id, condition: query.condition, page: page)
    }

    /// A window of these rows: the newest ones, or the oldest.
    private static func log(
        _ ids: ClosedRange<Int64>, _ page: LogReading.Page = .newest, isLast: Bool = true
    ) -> StoredLog {
        var log = StoredLog()
        _ = log.effects(for: query, around: 0..<10, id: 1)
        _ = log.take(reading(page), read(ids, isLast: isLast))
        return log
    }

    private static func changes(_ rows: [LogRow], gone: [Int64] = []) -> LogChanges {
        LogChanges(follower: 1, rows: rows, gone: gone)
    }

    /// `first to last`, and which ends of the log the window has.
    private static func words(_ log: StoredLog) -> String {
        let ends = [log.reachesStart ? "start" : nil, log.reachesEnd ? "end" : nil].compactMap(\.self)
        let rows = log.rows.first.map { "\($0.id) to \(log.rows.last?.id ?? 0)" } ?? "nothing"
        return "\(rows), \(log.rows.count), \(ends.joined(separator: " "))"
    }

    // MARK: What is read

    @Test func `a page is read where the view comes within fifty rows of an end that is not in the window`() {
        func pages(_ log: StoredLog, _ shown: Range<Int>) -> [String] {
            var log = log
            let wants = log.wants(Self.query, around: shown)
            let names = log.effects(for: Self.query, around: shown, id: 2).map(Robot.name)
            #expect(wants == !names.isEmpty && log.reading == (wants ? 2 : nil))
            return names
        }
        let newest = Self.log(101...300, isLast: false)
        #expect(pages(newest, 50..<60).isEmpty && pages(newest, 150..<200).isEmpty)
        #expect(pages(newest, 49..<59) == ["readLog before(101)"])
        #expect(pages(Self.log(101...300), 0..<10).isEmpty, "there is nothing before")
        let oldest = Self.log(1...200, .oldest, isLast: false)
        #expect(pages(oldest, 0..<10).isEmpty && pages(oldest, 140..<150).isEmpty)
        #expect(pages(oldest, 141..<151) == ["readLog after(200)"])
        #expect(pages(Self.log(1...200, .oldest), 190..<200).isEmpty, "there is nothing after")
        // The older rows first where both ends are near.
        var both = Self.log(1...40, .oldest, isLast: false)
        _ = both.read(.before(1), id: 5)
        _ = both.take(Self.reading(.before(1), id: 5), .success(LogReading.Rows(rows: [], isLast: false)))
        #expect(pages(both, 0..<40) == ["readLog before(1)"])
    }

    @Test func `while a page is read, after a failure and without rows nothing more is read`() {
        var log = Self.log(101...300, isLast: false)
        let asked = log.read(.before(101), id: 2).map(Robot.name)
        #expect(asked == ["readLog before(101)"])
        #expect(!log.wants(Self.query, around: 0..<10))
        let early = log.take(Self.reading(.before(101), id: 1), Self.read(1...100, isLast: true))
        #expect(early == 0 && log.reading == 2 && log.rows.count == 200, "that was not asked for")
        let failed = log.take(Self.reading(.before(101), id: 2), .failure(LogUnreadable(sentence: "No.")))
        #expect(failed == 0 && log.problem == "No." && log.reading == nil && !log.isSearching)
        #expect(!log.wants(Self.query, around: 0..<10))
        var empty = StoredLog()
        let nothing = empty.read(.oldest, id: 3)
        #expect(nothing.isEmpty, "nobody knows what to read")
        _ = empty.effects(for: Self.query, around: 0..<10, id: 1)
        #expect(!empty.hasRead)
        _ = empty.take(Self.reading(.newest), .success(LogReading.Rows(rows: [], isLast: true)))
        #expect(empty.hasRead && !empty.wants(Self.query, around: 0..<10))
    }

    @Test func `another query is followed in place of the one before, whose rows stay until then`() throws {
        var log = StoredLog()
        #expect(!log.isOpen && log.wants(Self.query, around: 0..<9))
        let first = log.effects(for: Self.query, around: 0..<9, id: 1).map(Robot.name)
        #expect(first == ["followLog"])
        #expect(log.isOpen && log.follower == 1 && !log.isSearching)
        _ = log.take(Self.reading(.newest), Self.read(1...3, isLast: true))
        let filter = try LogFilter(parsing: "body:tea", now: Timestamp(microsecondsSince1970: 0), zone: 0, saved: [:])
        let other = StoredLog.Query(text: "body:tea", condition: filter.condition)
        #expect(log.wants(other, around: 0..<9))
        let second = log.effects(for: other, around: 0..<9, id: 2).map(Robot.name)
        #expect(second == ["stopFollowingLog", "followLog"])
        #expect(log.follower == 2 && log.reading == 2 && log.isSearching && Self.words(log) == "1 to 3, 3, ")
        let closed = [log.close().map(Robot.name), log.close().map(Robot.name)]
        #expect(closed == [["stopFollowingLog"], []])
        #expect(!log.isOpen && Self.words(log) == "nothing, 0, " && log.query == nil)
    }

    // MARK: What came

    @Test func `a thousand rows are kept, and those at the other end give way to a page`() {
        for (older, moved, words) in [
            (1...800, 800, "1 to 1000, 1000, start end"), (0...800, 801, "0 to 999, 1000, start"),
        ] as [(ClosedRange<Int64>, Int, String)] {
            var log = Self.log(801...1000, isLast: false)
            _ = log.read(.before(801), id: 2)
            let count = log.take(Self.reading(.before(801), id: 2), Self.read(older, isLast: true))
            #expect(count == moved && Self.words(log) == words)
        }
        for (newer, moved, words) in [
            (200...1000, 0, "1 to 1000, 1000, start end"), (201...1001, -1, "2 to 1001, 1000, end"),
        ] as [(ClosedRange<Int64>, Int, String)] {
            var log = Self.log(1...200, .oldest, isLast: false)
            _ = log.read(.after(200), id: 2)
            let count = log.take(Self.reading(.after(200), id: 2), Self.read(newer, isLast: true))
            #expect(count == moved && Self.words(log) == words, "a row that is there already is not taken twice")
        }
        var log = Self.log(1...200, isLast: false)
        for (page, words) in [
            (.oldest, "1 to 9, 9, start"), (.newest, "1 to 9, 9, end"),
        ] as [(LogReading.Page, String)] {
            _ = log.read(page, id: 7)
            let moved = log.take(Self.reading(page, id: 7), Self.read(1...9, isLast: false))
            #expect(moved == nil && Self.words(log) == words)
        }
    }

    @Test func `new rows come at the end, for which the oldest give way only where they may`() {
        func take(_ ids: ClosedRange<Int64>, slides: Bool, _ log: StoredLog) -> String {
            var log = log
            let (moved, new, _) = log.take(Self.changes(ids.map { Self.row($0) }), slides: slides)
            return "\(Self.words(log)); moved \(moved), \(new) new"
        }
        #expect(take(1000...1000, slides: false, Self.log(1...999)) == "1 to 1000, 1000, start end; moved 0, 1 new")
        #expect(take(1001...1001, slides: false, Self.log(1...1000)) == "1 to 1000, 1000, start; moved 0, 1 new")
        #expect(take(1001...1001, slides: true, Self.log(1...1000)) == "2 to 1001, 1000, end; moved -1, 1 new")
        #expect(take(1001...1003, slides: true, Self.log(2...1000)) == "4 to 1003, 1000, end; moved -2, 3 new")
        var log = Self.log(1...3)
        _ = log.take(Self.changes([Self.row(6), Self.row(5)], gone: [2, 99]), slides: true)
        #expect(log.rows.map(\.id) == [1, 3, 5, 6])
        let other = LogChanges(follower: 9, rows: [Self.row(7)], gone: [1])
        let nothing = log.take(other, slides: true)
        #expect(nothing == (0, 0, 0) && log.rows.map(\.id) == [1, 3, 5, 6], "nobody follows that any more")
    }

    @Test func `a row that passes the filter later comes to its place, unless that is before the window`() {
        var log = Self.log(100...110, isLast: false)
        let early = log.take(Self.changes([Self.row(50)]), slides: true)
        #expect(early == (0, 0, 0) && log.rows.first?.id == 100)
        _ = log.take(Self.changes([], gone: [105]), slides: true)
        let again = log.take(Self.changes([Self.row(105, fails: true)]), slides: true)
        #expect(again == (0, 1, 1) && log.rows.map(\.id) == Array(100...110))
        var whole = Self.log(100...110)
        let first = whole.take(Self.changes([Self.row(50)]), slides: true)
        #expect(first == (0, 1, 0) && whole.rows.first?.id == 50)
    }

    @Test func `a row that changes stays where it is, and counts as failed as long as it is`() {
        var log = Self.log(1...3)
        let counts = [true, true, false].map { fails in
            log.take(Self.changes([Self.row(2, fails: fails)]), slides: true).failed
        }
        #expect(counts == [1, 0, -1] && log.rows.map(\.id) == [1, 2, 3])
        var pruned = Self.changes([])
        pruned.isPruned = true
        _ = log.take(pruned, slides: true)
        #expect(log.rows.count == 3 && log.wants(Self.query, around: 0..<3), "all is read again")
    }

    @Test func `what a search finds is sorted in, and the window has the start only after a whole search`() {
        for (end, words, problem) in [
            (nil, "1 to 12, 5, start end", nil), (.complete, "1 to 12, 5, start end", nil),
            (.limited, "1 to 12, 5, end", nil), (.failed(sentence: "No."), "1 to 12, 5, end", "No."),
        ] as [(LogChanges.SearchEnd?, String, String?)] {
            var log = Self.log(10...12)
            var changes = Self.changes([])
            (changes.found, changes.searchEnd) = ([Self.row(9), Self.row(1), Self.row(11)], end)
            let moved = log.take(changes, slides: true).moved
            #expect(moved == 2 && Self.words(log) == words && log.problem == problem, "\(words)")
        }
        var full = Self.log(2...1000)
        var changes = Self.changes([])
        changes.found = [Self.row(1), Self.row(0)]
        let moved = full.take(changes, slides: true).moved
        #expect(moved == 1 && Self.words(full) == "1 to 1000, 1000, start end")
    }

    @Test func `a row is found by its id`() {
        let log = Self.log(5...7)
        #expect([4, 5, 6, 7, 8].map { log.place(of: $0) } == [nil, 0, 1, 2, nil])
        #expect(StoredLog().place(of: 1) == nil)
    }
}
