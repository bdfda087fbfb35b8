import NetEngine
import TestSupport
import Testing
import Workspace

@testable import Explorer
@testable import HTTPFormat
@testable import TerminalUI

/// A key that sends acts on what is shown as selected, and on nothing else.
@Suite struct ShownSelectionTests {
    private static let many: [(String, String)] = [
        ("many.http", (1...40).map { "### r\($0)\nGET http://h/\($0)\n\n" }.joined())
    ]

    @Test func `where the filter matches nothing, s sends nothing`() {
        let robot = Robot()
        robot.type("/zzz")
        robot.press(.enter)
        _ = robot.take()
        robot.press("s")
        #expect(robot.takeNames().isEmpty)
        #expect(robot.footer.contains("No request matches the filter. Esc clears it."))
    }

    @Test func `moving in the tree shows the selected request`() {
        let robot = Robot()
        #expect(robot.screen.contains("GET {{base}}/orders"))
        robot.press("j")
        #expect(robot.screen.contains("POST {{base}}/orders"))
        _ = robot.take()
        robot.press("s")
        #expect(
            robot.take().contains { if case .resolve(let job) = $0 { job.request.name == "create" } else { false } })
    }

    @Test func `requests that were only looked at do not push out one that was sent`() throws {
        let robot = Robot(files: Self.many)
        robot.event(try #require(robot.send()), .queued(method: "GET", url: "http://h/1"))
        for _ in 1..<40 { robot.press("j") }
        #expect(robot.row(1).contains("r40") || robot.screen.contains("http://h/40"))
        #expect(robot.openCount == 2, "the first, and the one in view")
        for _ in 1..<40 { robot.press("k") }
        #expect(robot.screen.contains("queued"), "its response is still there")
    }

    @Test func `a request that was opened stays as it was left`() {
        let robot = Robot(files: Self.many)
        robot.press("j", .enter, "]", "1", "j", "j")
        let count = robot.openCount
        robot.press("k", "k")
        #expect(robot.openCount == count - 1, "the one looked at between is forgotten")
        #expect(robot.tab == "Body", "the tab that ] went to, and not the first one")
    }

    @Test func `in the Log, s sends the selected exchange again as it was, also when its request is gone`() throws {
        let robot = Robot()
        let first = try #require(robot.send())
        robot.event(first, .queued(method: "GET", url: "http://h/orders"))
        try robot.finish(first, .ok)
        robot.press("j")
        let second = try #require(robot.send())
        robot.event(second, .queued(method: "POST", url: "http://h/orders"))
        try robot.finish(second, .ok)
        robot.press("1", "k", "D", "d")
        _ = robot.take()
        robot.press("4", "k", "s")
        let effects = robot.take()
        guard case .resend(let resend)? = effects.last, effects.count == 1 else {
            Issue.record("\(effects.map(Robot.name))")
            return
        }
        #expect(resend.exchange.id == first)
        let again = ExchangeID(rawValue: 900)
        robot.tell(.resending(resend, resend.exchange.draft, id: again))
        #expect(robot.takeNames().last == "send GET \(resend.exchange.draft.url) as 900")
        #expect(robot.footer.contains("Sent exactly as at"), "\(robot.footer)")
    }

    /// The log names the request of an exchange; the open request that sent it may have needed it only.
    @Test(arguments: [nil, "wipe", "use"]) func `in the Log, s asks for the note of the row's request`(
        logged: String?
    ) throws {
        let text = "### use\nGET http://h/use\n\n### wipe\n# @note Sure?\nDELETE http://h/all\n"
        let robot = Robot(files: [("a.http", text)])
        robot.press("j")
        var draft = RequestDraft(method: "DELETE", url: "http://h/all")
        if let logged { draft.options.log = RequestLogOptions(name: logged, file: "/c/a.http") }
        if logged == "wipe" { robot.press("k") }
        robot.press("s")
        robot.planAll()
        if robot.hasDialog { robot.press("s") }
        let id = try #require(robot.resolveAll { _ in .draft(draft, uses: []) }.last)
        robot.finish(ExchangeFixtures.exchange(id.rawValue, draft: draft))
        robot.press("4", "s")
        #expect(robot.spoken.hasPrefix("Send? | DELETE wipe | ") == (logged != "use"), "\(robot.spoken)")
        if robot.hasDialog { robot.press("s") }
        #expect(robot.takeNames().contains("resend DELETE http://h/all"))
    }

    @Test func `what is sent again from the Log is awaited in the pane of its request`() throws {
        let robot = Robot()
        let first = try #require(robot.send())
        robot.event(first, .queued(method: "GET", url: "http://h/orders"))
        try robot.finish(first, .ok)
        _ = robot.take()
        robot.press("4", "s")
        let resend = try #require(
            robot.take().compactMap { if case .resend(let resend) = $0 { resend } else { nil } }.last)
        #expect(!robot.screen.contains("Old response"))
        robot.tell(.resending(resend, resend.exchange.draft, id: ExchangeID(rawValue: 900)))
        #expect(robot.screen.contains("Old response"), "\(robot.screen)")
    }

    @Test func `what is sent again while another request is edited stays out of the way`() throws {
        let robot = Robot()
        let first = try #require(robot.send())
        robot.event(first, .queued(method: "GET", url: "http://h/orders"))
        try robot.finish(first, .ok)
        _ = robot.take()
        robot.press("4", "s")
        let resend = try #require(
            robot.take().compactMap { if case .resend(let resend) = $0 { resend } else { nil } }.last)
        robot.press("1", "j", "2", "g", .enter)
        let typed = try #require(robot.typed)
        robot.tell(.resending(resend, resend.exchange.draft, id: ExchangeID(rawValue: 900)))
        #expect(robot.takeNames().contains { $0.hasSuffix(" as 900") })
        robot.type("x")
        #expect(robot.typed == typed + "x", "\(robot.screen)")
    }

    @Test func `in an empty Log, s sends nothing`() {
        let robot = Robot()
        _ = robot.take()
        robot.press("4", "s")
        #expect(robot.takeNames().isEmpty)
        #expect(robot.footer.contains("The log is empty"))
    }

    @Test func `Esc leaves the filter before it cancels a request, and the selection stays`() throws {
        let robot = Robot()
        let id = try #require(robot.send())
        robot.type("/remove")
        robot.press(.enter)
        _ = robot.take()
        robot.press(.escape)
        #expect(robot.takeNames().isEmpty, "nothing is cancelled")
        #expect(robot.screen.contains("DELETE {{base}}/orders/7"))
        #expect(robot.screen.contains("users.http"), "the whole tree is back")
        robot.press("k", "k", .escape)
        #expect(robot.takeNames().contains("cancel \(id)"))
    }

    @Test func `after filter, open and Esc the selection is on the opened request, in a folder that was closed`() {
        let files = [
            ("deep/a.http", "### one\nGET http://h/1\n\n### two\nGET http://h/2\n"), ("b.http", "GET http://h/3\n"),
        ]
        let robot = Robot(files: files)
        robot.press("g", "h")
        #expect(!robot.screen.contains("a.http"))
        robot.type("/two")
        robot.press(.enter, .enter, "1", .escape)
        #expect(robot.screen.contains("b.http"))
        #expect(robot.selectedRow() == "GET two")
    }

    @Test func `a key without a meaning says so`() {
        let robot = Robot()
        robot.press("x")
        #expect(robot.footer.contains("x does nothing in Collections; X is Replay. ? lists the keys."))
        robot.press("3", "n")
        #expect(robot.footer.contains("There is no search. / begins one."))
    }

    @Test func `under a dialog the footer names no keys of the pane`() {
        let robot = Robot()
        robot.press("?")
        #expect(!robot.footer.contains("send"))
        robot.press(.escape)
        #expect(robot.footer.contains("send"))
    }
}
