import Base
import NetEngine
import NetEngineRequestLog
import RequestLog
import TestSupport
import Testing

@testable import Explorer
@testable import TerminalUI

/// The Log while it shows a window of all processes: what its keys read, and which row is selected in another window.
@Suite struct LogWindowTests {
    private static let size = Size(columns: 80, rows: 9)
    private static let query = StoredLog.Query(text: "", condition: .all([]))

    private static func row(_ id: Int64) -> LogRow {
        LogRow(
            id: id, change: id, state: .done, startedAt: Timestamp(microsecondsSince1970: id), method: "GET",
            url: "http://host-\(id)/", host: "host-\(id)", source: .run, process: "apitui", pid: 7, status: 200,
            duration: .milliseconds(5))
    }

    private static func reading(_ page: LogReading.Page, id: LogReading.ID) -> LogReading {
        LogReading(id: id, condition: query.condition, page: page)
    }

    private static func read(_ ids: ClosedRange<Int64>, isLast: Bool) -> Result<LogReading.Rows, LogReading.Failure> {
        .success(LogReading.Rows(rows: ids.map { row($0) }, isLast: isLast))
    }

    /// A log of all processes with these rows.
    private static func log(
        _ ids: ClosedRange<Int64>, _ page: LogReading.Page = .newest, isLast: Bool = false
    ) -> LogPaneState {
        var log = LogPaneState()
        log.toggleScope()
        _ = log.stored.effects(for: query, around: 0..<9, id: 1)
        log.take(reading(page, id: 1), read(ids, isLast: isLast), in: size)
        return log
    }

    /// What comes of a command: the page that it reads, or the row that it opens.
    private static func words(_ outcome: LogPaneState.Outcome) -> String {
        switch outcome {
        case .ignored: "ignored"
        case .done: "done"
        case .open(let exchange): "open \(exchange.id)"
        case .openStored(let row): "open row \(row.id)"
        case .stillRunning(let id): "running \(id)"
        case .dropped: "dropped"
        case .read(let page): "read \(page)"
        }
    }

    private static func perform(_ commands: [Command], on log: LogPaneState) -> String {
        var log = log
        var last = ""
        for command in commands { last = words(log.perform(command, in: size)) }
        return "\(last), row \(log.selectedStoredRow?.id ?? 0)\(log.follows ? ", following" : "")"
    }

    @Test func `the ends of the log are read where the window does not have them`() {
        let newest = Self.log(101...300)
        #expect(Self.perform([.top], on: newest) == "read oldest, row 101")
        #expect(Self.perform([.bottom], on: newest) == "done, row 300, following")
        #expect(Self.perform([.toggleFollow], on: newest) == "done, row 300")
        #expect(Self.perform([.toggleFollow, .toggleFollow], on: newest) == "done, row 300, following")
        #expect(Self.perform([.moveUp], on: newest) == "done, row 299")
        #expect(Self.perform([.moveUp, .moveDown], on: newest) == "done, row 300")
        #expect(Self.perform([.moveUp, .moveDown, .moveDown], on: newest) == "done, row 300, following")
        #expect(Self.perform([.moveUp, .open], on: newest) == "open row 299, row 299")
        #expect(Self.perform([.foldAll], on: newest) == "ignored, row 300, following")
        #expect(Self.perform([.top], on: Self.log(1...200, isLast: true)) == "done, row 1")
        let oldest = Self.log(1...200, .oldest)
        #expect(Self.perform([.bottom], on: oldest) == "read newest, row 200, following")
        #expect(Self.perform([.toggleFollow, .toggleFollow], on: oldest) == "read newest, row 200, following")
        #expect(Self.perform([.toggleFollow, .moveDown], on: oldest) == "done, row 200", "the newest row is elsewhere")
        #expect(Self.perform([.open], on: Self.log(1...1)) == "open row 1, row 1, following")
    }

    @Test func `in another window the same row is selected, else the newest, and the oldest if that was read`() {
        for (page, ids, selected) in [
            (.newest, 150...250, 199), (.newest, 201...300, 300), (.oldest, 1...200, 1), (.oldest, 150...250, 150),
        ] as [(LogReading.Page, ClosedRange<Int64>, Int64)] {
            var log = Self.log(1...200)
            _ = log.perform(.moveUp, in: Self.size)
            #expect(log.selectedStoredRow?.id == 199)
            _ = log.stored.read(page, id: 2)
            log.take(Self.reading(page, id: 2), Self.read(ids, isLast: false), in: Self.size)
            #expect(log.selectedStoredRow?.id == selected && !log.follows, "\(page) \(ids)")
        }
        var following = Self.log(1...200)
        _ = following.stored.read(.newest, id: 2)
        following.take(Self.reading(.newest, id: 2), Self.read(150...250, isLast: false), in: Self.size)
        #expect(following.selectedStoredRow?.id == 250 && following.follows)
    }

    @Test func `rows before the selected one leave it where it is in view`() {
        var log = Self.log(101...300)
        _ = log.perform(.top, in: Self.size)
        for _ in 0..<20 { _ = log.perform(.moveDown, in: Self.size) }
        let offset = log.selectedIndex - log.top(height: 9)
        _ = log.stored.read(.before(101), id: 3)
        log.take(Self.reading(.before(101), id: 3), Self.read(1...100, isLast: true), in: Self.size)
        #expect(log.selectedStoredRow?.id == 121 && log.selectedIndex - log.top(height: 9) == offset)
        // While the exchanges of this process are shown, those of others move nothing.
        var own = LogPaneState()
        for number in 1...30 as ClosedRange<UInt64> {
            own.apply(ExchangeFixtures.event(number, 0, .queued(method: "GET", url: "http://x/")))
        }
        _ = own.perform(.moveUp, in: Self.size)
        _ = own.stored.effects(for: Self.query, around: 0..<9, id: 1)
        own.take(Self.reading(.newest, id: 1), Self.read(101...109, isLast: false), in: Self.size)
        _ = own.stored.read(.before(101), id: 2)
        own.take(Self.reading(.before(101), id: 2), Self.read(1...100, isLast: true), in: Self.size)
        own.take(LogChanges(follower: 1, rows: [Self.row(110)], gone: []))
        #expect(own.selectedIndex == 28 && own.count == 30 && own.selectedStoredRow == nil && own.news == (0, 0))
    }

    @Test func `what came while all processes were not followed is counted, and forgotten when they are again`() {
        var log = Self.log(1...9, isLast: true)
        func news(_ rows: [LogRow]) -> String {
            log.take(LogChanges(follower: 1, rows: rows, gone: []))
            return "\(log.news.new) new, \(log.news.failed) failed"
        }
        var failed = Self.row(12)
        failed.category = .timeout
        #expect(news([Self.row(10)]) == "0 new, 0 failed", "it is in view")
        _ = log.perform(.moveUp, in: Self.size)
        #expect(news([Self.row(11)]) == "1 new, 0 failed" && news([failed]) == "2 new, 1 failed")
        _ = log.perform(.bottom, in: Self.size)
        _ = log.perform(.moveUp, in: Self.size)
        #expect(news([Self.row(13)]) == "1 new, 0 failed")
        log.toggleScope()
        #expect(log.news == (0, 0) && log.follows && log.scope == .session)
    }

    @Test func `values are completed from the rows of the scope`() {
        var log = Self.log(1...3)
        #expect(log.seenValues(of: .host, beginningWith: "") == ["host-3", "host-2", "host-1"])
        #expect(log.seenValues(of: .host, beginningWith: "HOST-2") == ["host-2"])
        #expect(log.seenValues(of: .tag, beginningWith: "").isEmpty)
        log.toggleScope()
        #expect(log.seenValues(of: .host, beginningWith: "").isEmpty)
        log.apply(ExchangeFixtures.event(1, 0, .queued(method: "GET", url: "http://own/")))
        #expect(log.seenValues(of: .host, beginningWith: "") == ["own"])
        for number in 2...501 as ClosedRange<UInt64> {
            log.apply(ExchangeFixtures.event(number, 0, .queued(method: "GET", url: "http://other/")))
        }
        #expect(log.seenValues(of: .host, beginningWith: "") == ["other"], "the last five hundred rows are looked at")
    }
}
