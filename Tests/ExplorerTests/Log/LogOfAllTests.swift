import NetEngine
import TestSupport
import Testing

@testable import Base
@testable import Explorer
@testable import NetEngineRequestLog
@testable import RequestLog
@testable import TerminalUI

/// The Log pane while it shows the exchanges of all processes.
@Suite struct LogOfAllTests {
    private static let start = Timestamp(microsecondsSince1970: 1_700_000_000_000_000)

    private static func row(
        _ id: Int64, status: Int? = 200, category: ErrorCategory? = nil, state: LogRow.State = .done, pid: Int = 7
    ) -> LogRow {
        LogRow(
            id: id, change: id, state: state,
            startedAt: Timestamp(microsecondsSince1970: start.microsecondsSince1970 + id * 1_000_000), method: "GET",
            url: "http://h/r\(id)", host: "h", path: "/r\(id)", source: .run, process: "apitui", pid: pid,
            status: status, category: category, duration: .milliseconds(5))
    }

    /// A robot whose zoomed Log shows all processes, and the reading that it asked for.
    private func robot(_ columns: Int = 100) throws -> (Robot, LogReading) {
        let robot = Robot(columns, 24)
        robot.press("4", "z", "A")
        let reading = try #require(
            robot.logEffects.compactMap { if case .followLog(let reading) = $0 { reading } else { nil } }.last)
        return (robot, reading)
    }

    private func give(_ ids: ClosedRange<Int64>, isLast: Bool = true, for reading: LogReading, to robot: Robot) {
        let rows = LogReading.Rows(rows: ids.map { Self.row($0) }, isLast: isLast)
        robot.tell(.logRead(reading, .success(rows), at: Self.start))
    }

    private func change(_ rows: [LogRow], gone: [Int64] = [], of reading: LogReading, on robot: Robot) {
        robot.tell(.logChanged(LogChanges(follower: reading.id, rows: rows, gone: gone), at: Self.start))
    }

    private func paths(_ robot: Robot) -> [String] {
        robot.inside(.log).compactMap { row in row.split(separator: " ").first { $0.hasPrefix("/r") }.map(String.init) }
    }

    @Test func `A shows the rows of all processes, and A again those of this one`() throws {
        let (robot, reading) = try robot()
        #expect(robot.screen.contains("Reading the request log."))
        give(1...3, for: reading, to: robot)
        #expect(paths(robot) == ["/r1", "/r2", "/r3"])
        #expect(robot.border(.log).contains("all processes") && robot.border(.log).contains("following"))
        robot.press("A")
        #expect(robot.screen.contains("Nothing was sent yet; s sends the selected request."))
        #expect(robot.logEffects.contains { if case .stopFollowingLog = $0 { true } else { false } })
    }

    @Test func `rows of earlier days show their date`() throws {
        for (columns, times) in [
            (100, ["2022-11-14", "11-12 22:13", "22:13:23.000"]), (60, ["22-11-14", "11-12", "22:13:23"]),
        ] {
            let (robot, reading) = try robot(columns)
            var rows = [Self.row(1), Self.row(2), Self.row(3)]
            for (index, days) in [(0, 365), (1, 2)] {
                rows[index].startedAt = Timestamp(
                    microsecondsSince1970: rows[index].startedAt.microsecondsSince1970 - Int64(days) * 86_400_000_000)
            }
            robot.tell(.logRead(reading, .success(.init(rows: rows, isLast: true)), at: Self.start))
            for (time, path) in zip(times, ["/r1", "/r2", "/r3"]) {
                #expect(robot.inside(.log).contains { $0.contains("\(time) ") && $0.contains(path) })
            }
        }
    }

    @Test func `a row of another process whose retry waits is not said to be receiving`() throws {
        let (robot, reading) = try robot()
        give(1...1, for: reading, to: robot)
        var row = Self.row(2)
        (row.state, row.status, row.duration, row.attempts) = (.queued, 503, nil, 2)
        change([row], of: reading, on: robot)
        #expect(robot.inside(.log).contains { $0.contains("… retry ") && $0.contains("/r2") }, "\(robot.screen)")
    }

    @Test func `a row of another process appears, changes in place, and goes`() throws {
        let (robot, reading) = try robot()
        give(1...1, for: reading, to: robot)
        change([Self.row(2, status: nil, state: .sent)], of: reading, on: robot)
        #expect(robot.inside(.log).contains { $0.contains("/r2") && $0.contains("waiting") })
        change([Self.row(2, status: 404, category: .clientError)], of: reading, on: robot)
        #expect(paths(robot) == ["/r1", "/r2"])
        #expect(robot.inside(.log).contains { $0.contains("404 client-error") && $0.contains("/r2") })
        change([], gone: [1], of: reading, on: robot)
        #expect(paths(robot) == ["/r2"])
    }

    @Test func `processes are named where there is more than one`() throws {
        let (robot, reading) = try robot()
        change([Self.row(1), Self.row(2)], of: reading, on: robot)
        give(1...2, for: reading, to: robot)
        #expect(!robot.screen.contains("run 7"))
        change([Self.row(3, pid: 8)], of: reading, on: robot)
        #expect(robot.screen.contains("run 7") && robot.screen.contains("run 8"))
    }

    @Test(arguments: [(80, 14), (70, 10), (100, 20)])
    func `the path keeps its room beside the processes`(columns: Int, least: Int) throws {
        let (robot, reading) = try robot(columns)
        var (row, other) = (Self.row(1), Self.row(2, pid: 8))
        (row.url, other.url) = ("http://h/a-path-of-some-length/1", "http://h/2")
        robot.tell(.logRead(reading, .success(.init(rows: [row, other], isLast: true)), at: Self.start))
        let line = try #require(robot.inside(.log).first { $0.contains("/a-p") })
        #expect(line.contains("run 7"))
        #expect((line.split(separator: " ").first { $0.hasPrefix("/a") }?.count ?? 0) >= least, "\(line)")
    }

    @Test func `a pause keeps the place, counts what comes, and loses nothing`() throws {
        let (robot, reading) = try robot()
        give(1...50, for: reading, to: robot)
        robot.press("k")
        let before = paths(robot)
        change([Self.row(51), Self.row(52, status: 500, category: .serverError)], of: reading, on: robot)
        #expect(paths(robot) == before)
        #expect(robot.border(.log).contains("2 new, 1 failed") && robot.border(.log).contains("paused"))
        robot.press("G")
        #expect(paths(robot).last == "/r52")
        #expect(robot.border(.log).contains("following"))
    }

    @Test func `older rows are read as they come near, and memory is bounded`() throws {
        let (robot, first) = try robot()
        give(801...1000, isLast: false, for: first, to: robot)
        for _ in 0..<9 { robot.press(.pageUp) }
        var oldest: Int64 = 801
        for _ in 0..<6 {
            let reading = try #require(
                robot.logEffects.compactMap { if case .readLog(let reading) = $0 { reading } else { nil } }.last)
            #expect(reading.page == .before(oldest))
            let before = paths(robot)
            give(oldest - 100...oldest - 1, isLast: false, for: reading, to: robot)
            #expect(paths(robot) == before, "the rows in view stay")
            oldest -= 100
            for _ in 0..<6 { robot.press(.pageUp) }
        }
        robot.press("G")
        let newest = robot.logEffects.compactMap { if case .readLog(let reading) = $0 { reading } else { nil } }.last
        #expect(newest?.page == .newest || paths(robot).last == "/r1000")
    }

    @Test func `g goes to the oldest row of all, also where the first row of the window is in that page`() throws {
        let (robot, first) = try robot()
        give(101...300, isLast: false, for: first, to: robot)
        robot.press("g")
        let reading = try #require(
            robot.logEffects.compactMap { if case .readLog(let reading) = $0 { reading } else { nil } }.last)
        #expect(reading.page == .oldest)
        give(1...200, isLast: false, for: reading, to: robot)
        #expect(robot.selectedRow(.log)?.contains("/r1 ") == true, "\(robot.screen)")
    }

    @Test func `the newest rows that were dropped meanwhile are read again`() throws {
        let (robot, first) = try robot()
        give(1801...2000, isLast: false, for: first, to: robot)
        for _ in 0..<9 { robot.press(.pageUp) }
        func lastReading() -> LogReading? {
            robot.logEffects.compactMap { if case .readLog(let reading) = $0 { reading } else { nil } }.last
        }
        // A thousand rows are kept: these are one hundred more.
        for oldest in stride(from: Int64(1801), through: 1001, by: -100) {
            give(oldest - 100...oldest - 1, isLast: false, for: try #require(lastReading()), to: robot)
            for _ in 0..<6 { robot.press(.pageUp) }
        }
        robot.press("G")
        let reading = try #require(lastReading())
        #expect(reading.page == .newest)
        give(1901...2000, isLast: false, for: reading, to: robot)
        #expect(paths(robot).last == "/r2000")
    }

    /// The last page that was asked for.
    private func lastReading(_ robot: Robot) throws -> LogReading {
        try #require(robot.logEffects.compactMap { if case .readLog(let reading) = $0 { reading } else { nil } }.last)
    }

    @Test func `newer rows are read as they come near, the rows in view stay, and memory is bounded`() throws {
        let (robot, first) = try robot()
        give(2001...2200, isLast: false, for: first, to: robot)
        robot.press("g")
        give(1...200, isLast: false, for: try lastReading(robot), to: robot)
        // A thousand rows are kept: the last of these pages drops the first one.
        for newest in stride(from: Int64(200), through: 1000, by: 200) {
            for _ in 0..<12 { robot.press(.pageDown) }
            let reading = try lastReading(robot)
            #expect(reading.page == .after(newest))
            let before = paths(robot)
            #expect(before.last == "/r\(newest)")
            give(newest + 1...newest + 200, isLast: newest == 1000, for: reading, to: robot)
            #expect(paths(robot) == before, "after \(newest)")
        }
        robot.press("G")
        #expect(paths(robot).last == "/r1200" && robot.border(.log).contains("following"))
        robot.press("g")
        #expect(try lastReading(robot).page == .oldest && paths(robot).first == "/r201")
    }

    @Test func `each row that comes beyond what is kept is new once, and failed once`() throws {
        let (robot, reading) = try robot()
        give(1...1000, for: reading, to: robot)
        robot.press("k")
        func news(_ row: LogRow) -> String {
            change([row], of: reading, on: robot)
            let border = robot.border(.log)
            let title = border.firstRange(of: "processes  ").map { border[$0.upperBound...] }
            return title.map { String($0.prefix { $0 != "p" }) } ?? border
        }
        #expect(news(Self.row(1001, status: nil, state: .queued)) == "1 new  ")
        #expect(news(Self.row(1001, status: nil, state: .sent)) == "1 new  ")
        #expect(news(Self.row(1001, status: 500, category: .serverError)) == "1 new, 1 failed  ")
        #expect(news(Self.row(1001, status: 500, category: .serverError)) == "1 new, 1 failed  ")
        #expect(news(Self.row(1002)) == "2 new, 1 failed  ")
        var expected = Self.row(1001, status: 500, category: .serverError)
        (expected.isErrorExpected, expected.checksPassed, expected.checksFailed) = (true, 1, 0)
        #expect(news(expected) == "2 new  ")
        robot.press("G")
        #expect(try lastReading(robot).page == .newest)
    }

    @Test func `a failure that checks excuse later is no failure any more`() throws {
        let (robot, reading) = try robot()
        give(1...3, for: reading, to: robot)
        robot.press("k")
        var row = Self.row(4, status: 404, category: .clientError)
        change([row], of: reading, on: robot)
        #expect(robot.border(.log).contains("1 new, 1 failed"))
        (row.isErrorExpected, row.checksPassed, row.checksFailed) = (true, 1, 0)
        change([row], of: reading, on: robot)
        #expect(robot.border(.log).contains("1 new ") && !robot.border(.log).contains("failed"))
    }

    @Test func `a row that passes the filter later than a newer one takes its place, and the selected row stays`()
        throws
    {
        let (robot, _) = try robot()
        robot.press("/")
        robot.type("status:>=400")
        robot.press(.enter)
        let reading = try #require(
            robot.logEffects.compactMap { if case .followLog(let reading) = $0 { reading } else { nil } }.last)
        func failed(_ id: Int64) -> LogRow { Self.row(id, status: 500, category: .serverError) }
        robot.tell(.logRead(reading, .success(.init(rows: [failed(3), failed(9)], isLast: true)), at: Self.start))
        change([failed(12)], of: reading, on: robot)
        robot.press("k")
        func selected() -> String? {
            robot.inside(.log).first { $0.hasPrefix("›") }.flatMap { row in
                row.split(separator: " ").first { $0.hasPrefix("/r") }.map(String.init)
            }
        }
        #expect(selected() == "/r9")
        change([failed(5)], of: reading, on: robot)
        #expect(paths(robot) == ["/r3", "/r5", "/r9", "/r12"] && selected() == "/r9", "\(robot.screen)")
        #expect(robot.border(.log).contains("1 new, 1 failed"))
        change([failed(2), failed(11)], of: reading, on: robot)
        #expect(paths(robot) == ["/r2", "/r3", "/r5", "/r9", "/r11", "/r12"] && selected() == "/r9", "\(robot.screen)")
        change([], gone: [2, 5], of: reading, on: robot)
        #expect(paths(robot) == ["/r3", "/r9", "/r11", "/r12"] && selected() == "/r9", "\(robot.screen)")
    }

    @Test func `a term that is typed is read once it is complete, or once Enter takes it as it is`() throws {
        let (robot, first) = try robot()
        give(1...3, for: first, to: robot)
        robot.logEffects = []
        func followed() -> [LogCondition] {
            robot.logEffects.compactMap { if case .followLog(let reading) = $0 { reading.condition } else { nil } }
        }
        let meant = try ["status:50", "status:500"].map { text in
            try LogFilter(parsing: text, now: Self.start, zone: 0, saved: [:]).condition
        }
        robot.press("/")
        for letter in "status:50" {
            robot.press(.character(letter))
            #expect(followed().isEmpty, "after \(letter)")
        }
        robot.press(.enter)
        #expect(followed() == [meant[0]])
        robot.press("/", "0")
        #expect(followed() == meant)
        robot.press(.escape)
        #expect(followed() == meant + [.all([])])
    }

    @Test func `after rows were deleted all is read again, and what is there stays until then`() throws {
        let (robot, reading) = try robot()
        give(1...3, for: reading, to: robot)
        robot.logEffects = []
        robot.tell(
            .logChanged(LogChanges(follower: reading.id, rows: [], gone: [], isPruned: true), at: Self.start))
        #expect(robot.logEffects.contains { if case .stopFollowingLog(reading.id) = $0 { true } else { false } })
        let again = try #require(
            robot.logEffects.compactMap { if case .followLog(let reading) = $0 { reading } else { nil } }.last)
        #expect(again.id != reading.id && paths(robot) == ["/r1", "/r2", "/r3"])
        give(2...3, for: again, to: robot)
        #expect(paths(robot) == ["/r2", "/r3"])
    }

    @Test func `a search in bodies shows what it finds as it is found, the newest first`() throws {
        let (robot, _) = try robot()
        robot.press("/")
        robot.type("body:tea")
        robot.press(.enter)
        let reading = try #require(
            robot.logEffects.compactMap { if case .followLog(let reading) = $0 { reading } else { nil } }.last)
        #expect(reading.condition.needsExchange)
        robot.tell(.logRead(reading, .success(.init(rows: [], isLast: true)), at: Self.start))
        #expect(robot.screen.contains("Searching the stored exchanges."))
        func find(_ ids: [Int64], _ end: LogChanges.SearchEnd? = nil) {
            var changes = LogChanges(follower: reading.id, rows: [], gone: [])
            (changes.found, changes.searchEnd) = (ids.map { Self.row($0) }, end)
            robot.tell(.logChanged(changes, at: Self.start))
        }
        find([9])
        #expect(paths(robot) == ["/r9"] && robot.border(.log).contains("searching"))
        find([7, 4])
        robot.press("k")
        #expect(paths(robot) == ["/r4", "/r7", "/r9"] && robot.selectedRow(.log)?.contains("/r7") == true)
        change([Self.row(10)], of: reading, on: robot)
        find([2], .complete)
        #expect(paths(robot) == ["/r2", "/r4", "/r7", "/r9", "/r10"])
        #expect(robot.selectedRow(.log)?.contains("/r7") == true)
        #expect(!robot.border(.log).contains("searching"))
    }

    @Test func `a log that cannot be read says why`() throws {
        let (robot, reading) = try robot()
        let sentence = "The request log /s/log.sqlite cannot be read: Permission denied."
        robot.tell(.logRead(reading, .failure(LogReading.Failure(sentence: sentence)), at: Self.start))
        #expect(robot.screen.contains(sentence))
    }

    @Test func `a search that fails on its way says why, and keeps what it found`() throws {
        let (robot, _) = try robot()
        robot.press("/")
        robot.type("body:tea")
        robot.press(.enter)
        let reading = try #require(
            robot.logEffects.compactMap { if case .followLog(let reading) = $0 { reading } else { nil } }.last)
        robot.tell(.logRead(reading, .success(.init(rows: [], isLast: true)), at: Self.start))
        let sentence = "The request log /s/log.sqlite cannot be read: Input/output error."
        var changes = LogChanges(follower: reading.id, rows: [], gone: [])
        (changes.found, changes.searchEnd) = ([Self.row(9)], .failed(sentence: sentence))
        robot.tell(.logChanged(changes, at: Self.start))
        #expect(robot.screen.contains(sentence))
        #expect(paths(robot) == ["/r9"] && !robot.border(.log).contains("searching"))
    }

    @Test func `Enter asks for the exchange of the row, and shows it in Response`() throws {
        let (robot, reading) = try robot()
        give(1...2, for: reading, to: robot)
        robot.press(.enter)
        #expect(robot.takeNames() == ["openLogged 2"])
        robot.tell(.loggedExchange(Self.row(2), .success(ExchangeFixtures.exchange(9))))
        #expect(robot.focus == .response)
        #expect(robot.screen.contains("201"))
    }
}
