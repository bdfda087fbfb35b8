import HTTPFormat
import NetEngine
import TestSupport
import Testing

@testable import Base
@testable import Explorer
@testable import NetEngineRequestLog
@testable import RequestLog
@testable import TerminalUI
@testable import Workspace

/// The History pane: what was sent before.
@Suite struct HistoryTests {
    private static let now = Timestamp(microsecondsSince1970: 1_700_000_000_000_000)

    /// A row of the request that is open at first.
    private static func row(
        _ id: Int64, status: Int = 200, hoursAgo: Int64 = 0, tag: String? = nil, isPinned: Bool = false
    ) -> LogRow {
        LogRow(
            id: id, change: id,
            startedAt: Timestamp(microsecondsSince1970: now.microsecondsSince1970 - hoursAgo * 3_600_000_000 + id),
            method: "GET", url: "http://h/orders", host: "h", path: "/orders", name: "list orders",
            file: "/c/orders.http", source: .screen, process: "apitui", pid: 7, status: status,
            duration: .milliseconds(132), tag: tag, isPinned: isPinned)
    }

    private static func reading(_ robot: Robot) throws -> LogReading {
        try #require(
            robot.logEffects.compactMap { if case .followLog(let reading) = $0 { reading } else { nil } }.last)
    }

    /// A robot with the pane focused, which shows these rows.
    private func robot(_ rows: [LogRow], _ columns: Int = 120, _ height: Int = 40) throws -> Robot {
        let robot = Robot(columns, height)
        robot.press("5")
        robot.tell(.logRead(try Self.reading(robot), .success(.init(rows: rows, isLast: true)), at: Self.now))
        _ = robot.take()
        return robot
    }

    @Test func `the rows of the open request are listed, the newest first, with the date where it is another day`()
        throws
    {
        let robot = try robot([Self.row(1, status: 500, hoursAgo: 48), Self.row(2, tag: "old"), Self.row(3)])
        let rows = robot.inside(.history).filter { $0.contains("132 ms") }
        #expect(rows.count == 3)
        #expect(rows[0].contains("22:13:20 200") && rows[1].contains("[old]"))
        #expect(rows[2].contains("11-12 22:13 500"), "\(rows)")
        #expect(robot.border(.history).contains("this request"))
    }

    @Test func `folded it has the newest exchange in its border`() throws {
        let robot = try robot([Self.row(1, status: 500, hoursAgo: 1), Self.row(2, tag: "old")])
        robot.press("_", "3")
        #expect(robot.border(.history).contains(" History  22:13:20 200 [old] "), "\(robot.screen)")
        #expect(robot.inside(.history).isEmpty)
        robot.press("5")
        #expect(robot.border(.history).contains("this request") && robot.inside(.history).count > 1)
        let empty = try self.robot([])
        empty.press("_", "3")
        #expect(empty.border(.history).contains(" History ") && empty.border(.history).contains("this request"))
    }

    @Test(arguments: ["5", "2"] as [Key]) func `a narrow pane says how to begin, and no sentence is cut`(focus: Key)
        throws
    {
        let robot = try robot([], 80, 24)
        robot.press(focus)
        let words = robot.inside(.history).joined(separator: " ")
        #expect(words.contains("sends it") && !words.contains("…"), "\(robot.screen)")
    }

    @Test func `Response names what History has`() throws {
        #expect(try robot([]).screen.contains("No response yet: s sends the request."))
        #expect(try robot([Self.row(1)]).screen.contains("No response yet in this session; 5 shows earlier ones."))
    }

    @Test func `a request with a new name is not said to be unsent while its response is in view`() throws {
        let robot = try robot([])
        #expect(robot.inside(.history).contains { $0.contains("It was not sent yet; s sends it.") })
        robot.press("1")
        try robot.finish(try #require(robot.send()), .ok)
        #expect(robot.inside(.history).contains { $0.contains("None of this name: A lists all.") })
    }

    @Test func `nor is one whose response is of an earlier session`() throws {
        let robot = try robot([Self.row(1, status: 404)])
        robot.tell(.lastLogged([Self.row(1, status: 404)]))
        robot.script("1 r ^U renamed Enter Enter")
        robot.tell(.logRead(try Self.reading(robot), .success(.init(rows: [], isLast: true)), at: Self.now))
        #expect(robot.words(.collections).contains("renamed") && robot.words(.collections).contains("404"))
        #expect(robot.words(.history).contains("None of this name: A lists all."), "\(robot.screen)")
    }

    @Test func `a request whose exchanges are not stored is not said to have another name`() throws {
        let robot = try robot([])
        robot.choose("Request log on or off")
        robot.press("1")
        try robot.finish(try #require(robot.send()), .ok)
        #expect(robot.inside(.history).contains { $0.contains("The request log is off") }, "\(robot.screen)")
    }

    @Test func `A lists all requests by time`() throws {
        let robot = try robot([Self.row(1)])
        robot.press("A")
        robot.tell(
            .logRead(
                try Self.reading(robot), .success(.init(rows: [Self.row(1), Self.row(2)], isLast: true)), at: Self.now))
        #expect(robot.border(.history).contains("all requests"))
        #expect(robot.inside(.history).contains { $0.contains("GET") && $0.contains("list o") })
    }

    @Test func `another request in view has another history`() throws {
        let robot = try robot([Self.row(1)])
        let first = try Self.reading(robot)
        robot.press("1", "j")
        #expect(try Self.reading(robot).id != first.id)
    }

    @Test func `a row is opened, sent again, pinned, named and deleted`() throws {
        let robot = try robot([Self.row(1), Self.row(2)])
        robot.press("j", .enter)
        #expect(robot.takeNames() == ["openLogged 1"])
        robot.tell(.loggedExchange(Self.row(1), .success(ExchangeFixtures.exchange(9))))
        #expect(robot.focus == .response && robot.screen.contains("Old response"))
        _ = robot.take()
        robot.press("5", "s")
        #expect(robot.takeNames() == ["openLogged 1"])
        robot.tell(.loggedExchange(Self.row(1), .success(ExchangeFixtures.exchange(9))))
        #expect(robot.takeNames().contains { $0.hasPrefix("resend ") })
        robot.press("p")
        #expect(robot.takeNames() == ["markLogged 1 pinned(true)"])
        robot.press("r")
        robot.type("golden")
        robot.press(.enter)
        #expect(robot.takeNames() == [#"markLogged 1 name(Optional("golden"))"#])
        robot.press("D", "d")
        #expect(robot.takeNames() == ["markLogged 1 deleted"])
    }

    @Test func `a row whose request has a note is sent again after a yes, and nothing is opened after a no`() throws {
        let robot = Robot(files: [
            ("orders.http", "### first\nGET http://h/\n\n### list orders\n# @note Sure?\nDELETE http://h/orders\n")
        ])
        robot.press("5", "A")
        robot.tell(.logRead(try Self.reading(robot), .success(.init(rows: [Self.row(1)], isLast: true)), at: Self.now))
        _ = robot.take()
        robot.press("s")
        robot.tell(.loggedExchange(Self.row(1), .success(ExchangeFixtures.exchange(9))))
        // The method is that of the row.
        #expect(
            robot.spoken
                == "Send? | GET list orders | This request asks to be confirmed before it is sent. | Sure? | > s Send | c Do not send"
        )
        let kept = robot.copy()
        kept.press("c")
        #expect(!kept.takeNames().contains { $0.hasPrefix("resend ") } && kept.openTarget == "http://h/")
        robot.press("s")
        #expect(robot.takeNames().contains { $0.hasPrefix("resend ") } && robot.openTarget == "http://h/orders")
    }

    @Test func `a row of another collection is asked about if its own file has a note`() throws {
        let robot = try robot([Self.row(1)])
        robot.press("s")
        _ = robot.take()
        var row = Self.row(1)
        row.file = "/other/orders.http"
        robot.tell(.loggedExchange(row, .success(ExchangeFixtures.exchange(9))))
        let resend = try #require(Self.resends(robot).last)
        #expect(!resend.isConfirmed)
        let file = Robot.file("orders.http", "### list orders\n# @note Sure?\nDELETE http://h/orders\n")
        let request = try #require(file.document.requests.first)
        robot.tell(.resendToConfirm(resend, SendPlan.Step(file: file, request: request)))
        #expect(
            robot.spoken
                == "Send? | This request asks to be confirmed before anything is sent: |   list orders: Sure? | > s Send it | c Send nothing"
        )
        let kept = robot.copy()
        kept.press("c")
        #expect(Self.resends(kept).isEmpty)
        robot.press("s")
        #expect(Self.resends(robot).map(\.isConfirmed) == [true])
    }

    private static func resends(_ robot: Robot) -> [Resend] {
        robot.take().compactMap { if case .resend(let resend) = $0 { resend } else { nil } }
    }

    @Test(arguments: [nil, "live"]) func `a row is sent again in the environment that it was sent in`(name: String?)
        throws
    {
        let robot = try robot([Self.row(1)])
        robot.press("s")
        _ = robot.take()
        var row = Self.row(1)
        row.environment = name
        robot.tell(.loggedExchange(row, .success(ExchangeFixtures.exchange(9))))
        let resends = Self.resends(robot)
        #expect(resends.count == 1 && resends[0].job != nil && resends[0].job?.environmentName == name)
        #expect(resends.map(\.isConfirmed) == [true])
    }

    @Test func `a click selects a row, and a double click opens it`() throws {
        let robot = try robot([Self.row(1, tag: "old"), Self.row(2, tag: "new")])
        robot.click(on: "[old]")
        #expect(robot.takeNames() == [])
        robot.click(on: "[old]", .doublePress)
        #expect(robot.takeNames() == ["openLogged 1"])
    }

    @Test func `an exchange that comes after another one was asked for is dropped, and never sent in its place`() throws
    {
        let robot = try robot([Self.row(1), Self.row(2)])
        robot.press("j", .enter, "k", "s")
        #expect(robot.takeNames() == ["openLogged 1", "openLogged 2"])
        robot.tell(.loggedExchange(Self.row(1), .success(ExchangeFixtures.exchange(9))))
        #expect(robot.takeNames().isEmpty && robot.focus == .history, "\(robot.screen)")
        robot.tell(.loggedExchange(Self.row(2), .success(ExchangeFixtures.exchange(10))))
        #expect(robot.takeNames().contains { $0.hasPrefix("resend ") })
        // The same of one that cannot be read.
        robot.press("j", .enter, "k", .enter)
        robot.tell(.loggedExchange(Self.row(1), .failure(.init(sentence: "Row 1 is gone."))))
        #expect(robot.toastText != "Row 1 is gone.")
        robot.tell(.loggedExchange(Self.row(2), .success(ExchangeFixtures.exchange(10))))
        #expect(robot.focus == .response && robot.screen.contains("Old response"))
    }

    @Test func `an exchange that is read while somebody types takes no keys away`() throws {
        for key in [Key.enter, "d"] {
            let robot = try robot([Self.row(1)])
            robot.open(Self.row(2), ExchangeFixtures.exchange(9))
            robot.press("5", key)
            #expect(robot.takeNames().contains("openLogged 1"))
            robot.press("1", "/")
            robot.tell(.loggedExchange(Self.row(1), .success(ExchangeFixtures.exchange(10))))
            #expect(robot.toastText?.hasPrefix("Not shown") == true, "\(robot.screen)")
            robot.type("or")
            #expect(robot.typed == "or" && !robot.hasDialog, "\(robot.screen)")
        }
    }

    @Test func `a row that is sent again while another request is edited leaves that one its field`() throws {
        let robot = try robot([Self.row(1)])
        robot.press("s", "1", "j", "2", "g", .enter)
        let typed = try #require(robot.typed)
        _ = robot.take()
        robot.tell(.loggedExchange(Self.row(1), .success(ExchangeFixtures.exchange(9))))
        let resends = Self.resends(robot)
        #expect(resends.count == 1 && resends[0].job?.request.id == "list orders")
        robot.type("x")
        #expect(robot.typed == typed + "x", "\(robot.screen)")
    }

    @Test func `d compares a row with the response in view`() throws {
        let robot = try robot([Self.row(1)])
        robot.press("d")
        #expect(robot.footer.contains("There is no response in view"))
        robot.press(.enter)
        robot.tell(.loggedExchange(Self.row(1), .success(ExchangeFixtures.exchange(9))))
        _ = robot.take()
        robot.press("5", "d")
        robot.tell(.loggedExchange(Self.row(1), .success(ExchangeFixtures.exchange(10))))
        #expect(robot.takeNames() == ["openLogged 1", "compare 10 9"])
    }

    @Test func `a row without a name is compared by its URL`() throws {
        let robot = try robot([Self.row(1)])
        robot.press(.enter)
        robot.tell(.loggedExchange(Self.row(1), .success(ExchangeFixtures.exchange(9))))
        robot.press("5", "d")
        var row = Self.row(1, hoursAgo: 48)
        row.name = nil
        robot.tell(.loggedExchange(row, .success(ExchangeFixtures.exchange(10))))
        robot.compareAll()
        #expect(robot.dialogKind == "ComparisonView" && robot.screen.contains("http://h/orders"), "\(robot.screen)")
        #expect(robot.screen.contains("of 11-12 22:13"), "\(robot.screen)")
    }

    @Test func `a row that was read after another request came into view is compared with nothing`() throws {
        let robot = try robot([Self.row(1)])
        robot.press(.enter)
        robot.tell(.loggedExchange(Self.row(1), .success(ExchangeFixtures.exchange(9))))
        robot.press("5", "d", "1", "j")
        _ = robot.take()
        robot.tell(.loggedExchange(Self.row(1), .success(ExchangeFixtures.exchange(10))))
        #expect(!robot.hasDialog && robot.takeNames().isEmpty && robot.focus == .collections)
        #expect(robot.toastText == "There is no response in view to compare with.")
    }

    private static let changedView =
        "Not shown, because another response came into view meanwhile: ask for the exchange again."

    @Test func `d compares with the response that was in view when it was pressed, or with none`() throws {
        let robot = try robot([Self.row(1), Self.row(2)])
        robot.press("j", .enter)
        robot.tell(.loggedExchange(Self.row(1), .success(ExchangeFixtures.exchange(9))))
        robot.press("5", "g", "d", "2")
        // The request is sent again while the row is read.
        try robot.finish(try #require(robot.send()), .ok)
        _ = robot.take()
        robot.tell(.loggedExchange(Self.row(2), .success(ExchangeFixtures.exchange(10))))
        #expect(!robot.hasDialog && robot.takeNames().isEmpty, "\(robot.screen)")
        #expect(robot.toastText == Self.changedView)
    }

    @Test func `a log that cannot be read says why`() throws {
        let robot = Robot(120, 40)
        robot.press("5", "z")
        let sentence = "The request log /s/log.sqlite cannot be read: Permission denied."
        robot.tell(
            .logRead(try Self.reading(robot), .failure(LogReading.Failure(sentence: sentence)), at: Self.now))
        #expect(robot.inside(.history).first?.contains(sentence) == true, "\(robot.screen)")
    }

    @Test func `G goes to the oldest row of all and g back to the newest, which are read`() throws {
        func row(_ id: Int64) -> LogRow { Self.row(id, tag: "r\(id)") }
        let robot = Robot(120, 40)
        robot.press("5")
        let first = try Self.reading(robot)
        robot.tell(.logRead(first, .success(.init(rows: (301...500).map(row), isLast: false)), at: Self.now))
        func reads() -> LogReading? {
            robot.logEffects.compactMap { if case .readLog(let reading) = $0 { reading } else { nil } }.last
        }
        func selected() -> String? { robot.selectedRow(.history) }
        #expect(selected()?.contains("[r500]") == true)
        robot.press("G")
        let oldest = try #require(reads())
        #expect(oldest.page == .oldest)
        robot.tell(.logRead(oldest, .success(.init(rows: (1...200).map(row), isLast: false)), at: Self.now))
        #expect(selected()?.contains("[r1]") == true, "\(robot.screen)")
        robot.press("g")
        let newest = try #require(reads())
        #expect(newest.page == .newest)
        robot.tell(.logRead(newest, .success(.init(rows: (301...500).map(row), isLast: false)), at: Self.now))
        #expect(selected()?.contains("[r500]") == true, "\(robot.screen)")
    }

    @Test func `d on the row of the response in view compares it with nothing, and says so`() throws {
        let robot = try robot([Self.row(1), Self.row(2)])
        robot.press("g", .enter)
        let shown = ExchangeFixtures.exchange(9).numbered(ExchangeID(logged: 2))
        robot.tell(.loggedExchange(Self.row(2), .success(shown)))
        _ = robot.take()
        robot.press("5", "d")
        #expect(robot.takeNames().isEmpty && robot.footer.contains("This row is the response in view"))
        robot.press("j", "d")
        #expect(robot.takeNames() == ["openLogged 1"])
    }

    @Test func `the tree shows how each request ended last, also in earlier sessions`() throws {
        let robot = Robot()
        #expect(robot.logEffects.contains { if case .readLastLogged("/c") = $0 { true } else { false } })
        robot.tell(.lastLogged([Self.row(1, status: 404)]))
        #expect(robot.inside(.collections).contains { $0.contains("list orders") && $0.contains("404") })
        var failed = Self.row(2)
        (failed.status, failed.category) = (nil, .dns)
        robot.tell(.lastLogged([failed, Self.row(1, status: 404)]))
        #expect(robot.inside(.collections).contains { $0.contains("list orders") && $0.contains("fail") })
    }

    @Test func `the last status goes with a request that is renamed or moved, and back with it`() throws {
        let robot = Robot()
        robot.tell(.lastLogged([Self.row(1, status: 404)]))
        func hasStatus(_ title: String) -> Bool {
            robot.inside(.collections).contains { $0.contains(title) && $0.contains("404") }
        }
        #expect(hasStatus("list orders"))
        robot.press("r", .control("u"))
        robot.type("all of them")
        robot.press(.enter, .enter)
        #expect(hasStatus("all of them"), "\(robot.screen)")
        robot.press("u")
        #expect(hasStatus("list orders"), "\(robot.screen)")
        robot.press("m", .control("u"))
        robot.type("new.http")
        robot.press(.enter, .enter)
        #expect(hasStatus("list orders") && robot.inside(.collections).contains { $0.contains("new.http") })
    }

    @Test func `the last status goes with a request whose new name changes other lines, too`() {
        let text = "### One\n# @name one\nGET http://h/1\n\n### Two\n# @ref one\nGET http://h/2\n"
        let robot = Robot(files: [("a.http", text)])
        var row = Self.row(1, status: 404)
        (row.file, row.name) = ("/c/a.http", "one")
        robot.tell(.lastLogged([row]))
        func hasStatus() -> Bool { robot.inside(.collections).contains { $0.contains("One") && $0.contains("404") } }
        #expect(hasStatus(), "\(robot.screen)")
        robot.press("1", "g", "j", "r", .enter, .control("u"))
        robot.type("first")
        robot.press(.enter)
        #expect(robot.hasDialog && robot.requestNames(of: "a.http") == ["one", "Two"], "the lines are shown first")
        robot.press("r")
        #expect(robot.requestNames(of: "a.http") == ["first", "Two"] && hasStatus(), "\(robot.screen)")
        robot.press("u")
        #expect(robot.requestNames(of: "a.http") == ["one", "Two"] && hasStatus(), "\(robot.screen)")
    }

    @Test func `an old response has its checks as the log has them, and never a word that its request has none`() throws
    {
        var row = Self.row(1)
        (row.checksPassed, row.checksFailed) = (1, 1)
        let robot = try robot([row])
        func open(_ row: LogRow, _ lines: [String]) {
            robot.press("5", .enter)
            robot.tell(.loggedExchange(row, .success(ExchangeFixtures.exchange(9)), checks: lines))
        }
        open(row, ["passed: status == 200", "failed: body $.id == 7, found 8", "log: total 3", "odd line"])
        for _ in 0..<ResponseTab.allCases.count where !robot.screen.contains("status == 200") { robot.press("]") }
        #expect(robot.border(.response).contains("checks 1/2"), "\(robot.screen)")
        let lines = robot.inside(.response)
        #expect(lines.contains { $0.contains("ok      status == 200") }, "\(robot.screen)")
        #expect(lines.contains { $0.contains("FAILED  body $.id == 7, found 8") }, "\(robot.screen)")
        #expect(lines.contains { $0.contains("log     total 3") }, "\(robot.screen)")
        #expect(lines.contains { $0.hasPrefix("          odd line") }, "\(robot.screen)")
        open(row, [])
        #expect(robot.screen.contains("1/2 checks passed"), "\(robot.screen)")
        open(Self.row(1), [])
        #expect(robot.screen.contains("Not checked: the request had no check when"), "\(robot.screen)")
    }

    @Test func `the statuses go with a file that is renamed, here or on disk`() {
        let robot = Robot()
        robot.tell(.lastLogged([Self.row(1, status: 404)]))
        let other = robot.copy()
        let move = FileOperation.move("/c/orders.http", to: "/c/purchases.http")
        robot.tell(.filesWereChanged(FileJob(operation: move), .success(nil)))
        let files = [("purchases.http", Robot.orders)] + Robot.shop.dropFirst()
        other.tell(.filesChanged(FileChange(files: ["/c/orders.http", "/c/purchases.http"])))
        other.tell(.collectionLoaded(.success(Robot.folder(Array(files)))))
        for robot in [robot, other] {
            let rows = robot.inside(.collections)
            #expect(rows.contains { $0.contains("purchases.http") }, "\(robot.screen)")
            #expect(rows.contains { $0.contains("list orders") && $0.contains("404") }, "\(robot.screen)")
        }
    }

    @Test func `the tree and History say that checks failed, and that a failure was asked for`() throws {
        var failed = Self.row(1)
        (failed.checksPassed, failed.checksFailed) = (1, 1)
        let robot = try robot([failed])
        #expect(robot.inside(.history).contains { $0.contains("200 checks 1/2") }, "\(robot.screen)")
        robot.tell(.lastLogged([failed]))
        func row() -> String { robot.inside(.collections).first { $0.contains("list orders") } ?? "" }
        #expect(row().contains("200 fail"), "\(robot.screen)")
        var refused = Self.row(2)
        (refused.status, refused.category, refused.phase) = (nil, .connect, .connect)
        (refused.checksPassed, refused.checksFailed) = (1, 0)
        // A check of the duration passes, too: it asked for no failure.
        robot.tell(.lastLogged([refused]))
        #expect(row().contains("fail"), "\(robot.screen)")
        refused.isErrorExpected = true
        (refused.id, refused.startedAt) = (3, Self.row(3).startedAt)
        robot.tell(.lastLogged([refused]))
        #expect(row().contains("ok") && !row().contains("fail"), "\(robot.screen)")
    }

    @Test func `the tree says in a word that a response of a good status failed`() {
        let robot = Robot()
        var broken = Self.row(1)
        (broken.category, broken.phase) = (.protocol, .receive)
        robot.tell(.lastLogged([broken]))
        #expect(robot.inside(.collections).contains { $0.contains("list orders") && $0.contains("200 fail") })
        robot.tell(.lastLogged([Self.row(2)]))
        #expect(!robot.inside(.collections).contains { $0.contains("fail") }, "\(robot.screen)")
    }
}
