import NetEngine
import TestSupport
import Testing

@testable import Base
@testable import Explorer
@testable import NetEngineRequestLog
@testable import RequestLog
@testable import TerminalUI

/// What can be done with a row of Log and History, and with a saved filter.
@Suite struct LogRowKeyTests {
    private typealias F = ExchangeFixtures
    private static let now = Timestamp(microsecondsSince1970: 1_700_000_000_000_000)

    private static func row(_ id: Int64, _ tag: String? = nil, isPinned: Bool = false) -> LogRow {
        LogRow(
            id: id, change: id, startedAt: Timestamp(microsecondsSince1970: now.microsecondsSince1970 + id),
            method: "GET", url: "http://h/orders", host: "h", path: "/orders", name: "list orders",
            file: "/c/orders.http", source: .screen, process: "apitui", pid: 7, status: 200,
            duration: .milliseconds(132), tag: tag ?? "r\(id)", isPinned: isPinned)
    }

    private static func reading(_ robot: Robot) throws -> LogReading {
        try #require(
            robot.logEffects.compactMap { if case .followLog(let reading) = $0 { reading } else { nil } }.last)
    }

    /// The History pane alone on the screen, with these rows.
    private func history(_ rows: [LogRow], _ robot: Robot = Robot(120, 40)) throws -> Robot {
        robot.press("5", "z")
        robot.tell(.logRead(try Self.reading(robot), .success(.init(rows: rows, isLast: true)), at: Self.now))
        _ = robot.take()
        return robot
    }

    private func tags(_ robot: Robot) -> [String] {
        robot.inside(.history).compactMap { row in
            guard let tag = row.split(separator: " ").first(where: { $0.hasPrefix("[") }) else { return nil }
            return (row.contains("›") ? "›" : "") + tag
        }
    }

    // MARK: History

    @Test func `a row that comes is selected with the newest, and leaves any other selection where it is`() throws {
        let robot = try history([Self.row(1), Self.row(2), Self.row(3)])
        let other = robot.copy()
        let reading = try Self.reading(robot)
        func tell(_ rows: [LogRow], gone: [Int64] = [], _ robot: Robot) {
            robot.tell(.logChanged(LogChanges(follower: reading.id, rows: rows, gone: gone), at: Self.now))
        }
        tell([Self.row(4)], robot)
        #expect(tags(robot) == ["›[r4]", "[r3]", "[r2]", "[r1]"])
        other.press("j")
        #expect(tags(other) == ["[r3]", "›[r2]", "[r1]"])
        tell([Self.row(4), Self.row(5)], other)
        #expect(tags(other) == ["[r5]", "[r4]", "[r3]", "›[r2]", "[r1]"])
        tell([], gone: [3], other)
        #expect(tags(other) == ["[r5]", "[r4]", "›[r2]", "[r1]"])
        // Another list begins at its newest row.
        other.press("A")
        other.tell(
            .logRead(
                try Self.reading(other), .success(.init(rows: [Self.row(6), Self.row(7)], isLast: true)), at: Self.now))
        #expect(tags(other) == ["›[r7]", "[r6]"])
    }

    @Test func `older rows are read where the view comes near the oldest one, and the selected row stays`() throws {
        let robot = Robot(120, 40)
        robot.press("5", "z")
        let rows = (301...500).map { Self.row($0) }
        robot.tell(.logRead(try Self.reading(robot), .success(.init(rows: rows, isLast: false)), at: Self.now))
        func reads() -> [LogReading] {
            robot.logEffects.compactMap { if case .readLog(let reading) = $0 { reading } else { nil } }
        }
        #expect(reads().isEmpty)
        for _ in 0..<9 where reads().isEmpty { robot.press(.pageDown) }
        #expect(reads().map(\.page) == [.before(301)])
        let selected = robot.selectedRow(.history)
        let last = try #require(reads().last)
        robot.tell(
            .logRead(last, .success(.init(rows: (201...300).map { Self.row($0) }, isLast: true)), at: Self.now))
        #expect(robot.selectedRow(.history) == selected && selected != nil, "\(robot.screen)")
        robot.press("G")
        #expect(robot.selectedRow(.history)?.contains("[r201]") == true && reads().count == 1, "\(robot.screen)")
    }

    @Test func `p pins a row and takes the pin away, and r begins with its name`() throws {
        for (isPinned, effect) in [(false, "markLogged 1 pinned(true)"), (true, "markLogged 1 pinned(false)")] {
            let robot = try history([Self.row(1, "old", isPinned: isPinned)])
            #expect(robot.words(.history).contains("pinned [old]") == isPinned)
            robot.press("p")
            #expect(robot.takeNames() == [effect])
            robot.press("r")
            #expect(robot.spoken == "Name of exchange 1 | > Name: old")
        }
    }

    @Test func `a row is the response in view where it began at the same moment in this process`() throws {
        let robot = Robot(120, 40)
        try robot.finish(try #require(robot.send()), .ok)
        var (own, other) = (Self.row(2), Self.row(1))
        own.startedAt = F.start
        other.startedAt = Timestamp(microsecondsSince1970: F.start.microsecondsSince1970 - 1)
        let shown = try history([other, own], robot)
        #expect(!shown.offers(.compareResponses) && shown.offers(.open))
        shown.press("d")
        #expect(
            shown.toastText == "This row is the response in view: choose another one to compare with it."
                && shown.takeNames().isEmpty)
        shown.press("j")
        #expect(shown.offers(.compareResponses))
        shown.press("d")
        #expect(shown.takeNames() == ["openLogged 1"])
    }

    @Test func `without a row nothing is offered that is about one`() throws {
        let robot = try history([])
        for command in [
            .open, .send, .sendAfresh, .deleteItem, .renameRequest, .pinResponse, .compareResponses,
        ] as [Command] {
            #expect(!robot.offers(command), "\(command)")
        }
        #expect(robot.offers(.toggleAll))
        let some = try history([Self.row(1)])
        for command in [.open, .send, .deleteItem, .renameRequest, .pinResponse] as [Command] {
            #expect(some.offers(command), "\(command)")
        }
        #expect(!some.offers(.compareResponses), "there is no response in view")
    }

    // MARK: Log

    @Test func `a row of the log is opened in every state, and sent again once it has ended`() {
        let robot = Robot(120, 40)
        robot.press("4")
        #expect(!robot.offers(.open) && !robot.offers(.send) && !robot.offers(.sendAfresh))
        robot.event(F.id(99), .queued(method: "GET", url: "http://h/"))
        #expect(robot.offers(.open) && !robot.offers(.send))
        robot.event(F.id(99), .finished(F.exchange(99)))
        #expect(robot.offers(.open) && robot.offers(.send) && robot.offers(.sendAfresh))
        for number in 1...50 as ClosedRange<UInt64> { robot.finish(F.exchange(number)) }
        robot.press("g")
        #expect(robot.offers(.open) && !robot.offers(.send), "its exchange is not kept any more")
    }

    // MARK: Saved filters

    @Test func `a filter that is saved already is saved under its first name`() {
        for (saved, name) in [
            (["b": "method:POST", "a": "method:POST", "c": "method:GET"], "a"), (["c": "method:GET"], ""), ([:], ""),
        ] as [([String: String], String)] {
            let robot = Robot(120, 40)
            robot.script("4 / method:POST")
            robot.tell(.savedFiltersRead(saved, said: nil))
            robot.script("Enter W")
            #expect(robot.spoken == "Save the filter method:POST | > Name: \(name)")
        }
    }

    @Test func `a saved filter is chosen and forgotten by its keys, and q and its own key close the list`() {
        let saved = ["bad": "status:>=400", "gets": "method:GET", "posts": "method:POST"]
        func browser() -> Robot {
            let robot = Robot(120, 40)
            robot.press("4", "W")
            robot.tell(.savedFiltersRead(saved, said: nil))
            robot.effects = []
            return robot
        }
        #expect(browser().dialogKeys.map(\.1) == ["use", "forget", "close"])
        for (keys, filter) in [
            ("Enter", "bad"), ("Space", "bad"), ("j Space", "gets"), ("G Enter", "posts"), ("G k Enter", "gets"),
            ("PgDn Enter", "posts"), ("j j j j Enter", "posts"), ("G g Enter", "bad"),
        ] {
            let robot = browser()
            robot.script(keys)
            #expect(!robot.hasDialog && robot.screen.contains("saved:\(filter)"), "\(keys)\n\(robot.screen)")
        }
        for (key, effects) in [("D", ["forgetFilter bad"]), (.delete, ["forgetFilter bad"]), ("d", [])]
            as [(Key, [String])]
        {
            let robot = browser()
            robot.press(key)
            #expect(robot.takeNames() == effects && robot.hasDialog)
        }
        for key in ["q", "W", .escape] as [Key] {
            let robot = browser()
            robot.press(key)
            #expect(!robot.hasDialog && !robot.screen.contains("saved:"))
        }
    }
}
