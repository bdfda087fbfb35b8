import NetEngine
import Testing

@testable import Explorer
@testable import HTTPFormat
@testable import TerminalUI
@testable import Workspace

@Suite struct SendTests {
    @Test func `s resolves the request in view and then sends it`() throws {
        let robot = Robot()
        robot.press("s")
        #expect(robot.takeNames() == ["resolve to send"])
        robot.press("s")
        let id = try #require(robot.resolveAll().last)
        #expect(robot.inFlight == [id])
        #expect(robot.sender(of: id) == "list orders")
        #expect(robot.shownExchange == id)
    }

    @Test func `a request that is deleted while it is in flight is cancelled`() throws {
        let robot = Robot()
        let id = try #require(robot.send())
        robot.script("D d")
        #expect(robot.takeNames().contains("cancel \(id)") && robot.openTarget == "{{base}}/orders")
    }

    @Test func `a send leaves what the request breaks of its description in view`() throws {
        let robot = Robot()
        robot.press("j")
        let look = robot.take(where: { if case .resolve(let job) = $0 { job.purpose == .show } else { false } }).last
        guard case .resolve(var job) = try #require(look) else { return }
        job.contractNotices = [Notice(id: "", severity: .warning, line: job.request.line, text: "not described")]
        let draft = RequestDraft(method: "POST", url: "http://h/orders")
        robot.tell(.resolved(job, .draft(draft, uses: []), id: ExchangeID(rawValue: 70)))
        #expect(robot.selectedRow()?.contains("▵") == true, "\(robot.screen)")
        robot.press("s")
        #expect(robot.resolveAll().count == 1)
        #expect(robot.selectedRow()?.contains("▵") == true, "\(robot.screen)")
    }

    @Test func `the time from the key press to the send is a row of the Timing tab`() throws {
        let robot = Robot()
        robot.press("s")
        robot.wait(.milliseconds(7))
        let id = try #require(robot.resolveAll().last)
        robot.wait(.milliseconds(20))
        try robot.finish(id, .ok)
        robot.press("3")
        for _ in 0..<6 where robot.responseTab != "Timing" { robot.press("]") }
        let rows = robot.inside(.response)
        #expect(rows.contains { $0.contains("resolve") && $0.contains(" 7.000 ms") }, "\(robot.screen)")
        #expect(rows.contains { $0.hasPrefix("complete") && $0.contains("139.047 ms") }, "\(robot.screen)")
    }

    @Test(arguments: [("S", CacheMode.reload, 2), ("V", .noCache, 3), ("s", .default, 2)])
    func `S sends past the cache, V revalidates, each for this one send`(
        _ key: Character, _ mode: CacheMode, _ pane: Int
    ) throws {
        let robot = Robot(files: [("a.http", "### drop\n# @note really?\nDELETE http://h/all\n")])
        robot.press(.character(Character("\(pane)")), .character(key))
        // While the note asks a question, the requested send is remembered.
        robot.planAll()
        robot.press("s")
        let job = try #require(robot.take(where: { if case .resolve = $0 { true } else { false } }).last)
        guard case .resolve(let job) = job else { return }
        robot.tell(
            .resolved(
                job,
                RequestResolver().resolve(
                    job.request, in: job.file,
                    context: .init(root: "/c", environments: EnvironmentSet(), cache: job.cache)),
                id: ExchangeID(rawValue: 7)))
        let sent = robot.take().compactMap { effect -> CacheMode? in
            if case .send(let draft, _) = effect { draft.options.cacheMode } else { nil }
        }
        #expect(sent == [mode])
    }

    @Test(arguments: [Key.character("s"), "S", .function(5), "P"])
    func `in Collections the selected request is sent, and on a file nothing`(key: Key) {
        let robot = Robot()
        _ = robot.take()
        robot.press("k", key)
        #expect(robot.takeNames().isEmpty)
        #expect(robot.footer.contains("Select a request to send it"))
        robot.press(":")
        #expect(!robot.screen.contains("Send the open request"), "the palette does not offer it either")
        robot.press(.escape, "2", key)
        #expect(robot.takeNames().last?.hasPrefix("resolve") == true)
    }

    @Test func `a login of another tool is refused on the screen, with what to write`() {
        let robot = Robot(files: [("a.http", "### in\nGET http://h/\nAuthorization: openid code pa55word\n")])
        robot.press("2", "s")
        let sent = robot.resolveAll { job in
            RequestResolver().resolve(
                job.request, in: job.file, context: .init(root: "/c", environments: EnvironmentSet()))
        }
        #expect(sent.isEmpty)
        #expect(robot.screen.contains("This login is httpYac's (openid)"))
    }

    @Test func `an outcome that nobody waits for any more sends nothing`() {
        let robot = Robot()
        robot.press("s")
        let stale = robot.take(where: { if case .resolve(let job) = $0 { job.purpose == .send } else { false } })
        robot.press("s")
        guard case .resolve(let job)? = stale.first else {
            Issue.record("no resolve was asked for")
            return
        }
        _ = robot.take()
        robot.tell(
            .resolved(
                job, .draft(RequestDraft(url: "http://h"), uses: []), id: ExchangeID(rawValue: 9)))
        #expect(robot.takeNames().isEmpty)
        #expect(robot.inFlight.isEmpty)
    }

    @Test func `Esc before a request went out drops it`() {
        let robot = Robot()
        robot.press("s", .escape)
        #expect(robot.resolveAll().isEmpty)
        #expect(robot.inFlight.isEmpty)
    }

    @Test func `Esc cancels the exchange in view and no other`() throws {
        let robot = Robot()
        let first = try #require(robot.send())
        robot.press("j", "s")
        let second = try #require(robot.resolveAll().last)
        robot.press(.escape)
        #expect(robot.takeNames() == ["cancel \(second)"])
        #expect(robot.inFlight == [first, second])
    }

    @Test func `a second send of the same request says so, and Esc cancels one after the other`() throws {
        let robot = Robot()
        let ids = try (0..<3).map { _ in try #require(robot.send()) }
        #expect(robot.toastText == "Sent again: 3 of this request are in flight. Esc cancels the newest.")
        robot.press("2")
        robot.effects = []
        for id in ids.reversed() {
            #expect(robot.footer.contains("Esc cancel"), "\(robot.footer)")
            robot.press(.escape)
            #expect(robot.takeNames() == ["cancel \(id)"])
            try robot.finish(id, .timedOut)
            robot.press("2")
            robot.effects = []
        }
        #expect(!robot.footer.contains("Esc cancel") && robot.inFlight.isEmpty, "\(robot.footer)")
    }

    @Test func `another request that is sent meanwhile is not sent again`() throws {
        let robot = Robot()
        _ = try #require(robot.send())
        robot.press("j", "s")
        _ = robot.resolveAll()
        #expect(robot.inFlight.count == 2 && robot.toastText?.hasPrefix("Sent again") != true)
    }

    @Test func `Ctrl-C cancels all in flight, and again within a second quits`() throws {
        let robot = Robot()
        _ = try #require(robot.send())
        robot.press(.control("c"))
        #expect(robot.takeNames() == ["cancelAll"])
        robot.press(.control("c"))
        #expect(robot.takeNames() == ["quit"])
    }

    @Test func `Q with a request in flight asks first, and a second Ctrl-C does not`() throws {
        let robot = Robot()
        let id = try #require(robot.send())
        robot.effects = []
        robot.press("Q")
        #expect(robot.takeNames().isEmpty && robot.screen.contains("A request is in flight; leaving cancels it."))
        robot.press("c")
        #expect(robot.takeNames().isEmpty && !robot.hasDialog)
        robot.press("2", " ", "Q")
        #expect(robot.screen.contains("Unsaved edits") && robot.screen.contains("A request is in flight"))
        robot.press(.escape, "u", "Q", "d")
        #expect(robot.takeNames().last == "quit")
        robot.press(.escape)
        try robot.finish(id, .ok)
        robot.press("2", "Q")
        #expect(robot.takeNames().last == "quit")
    }

    @Test func `Ctrl-C drops a request whose variables are still being looked up`() {
        let robot = Robot()
        robot.effects = []
        robot.press("s", .control("c"))
        #expect(robot.footer.contains("Cancelling 1 request."))
        #expect(robot.resolveAll() == [])
        #expect(robot.takeNames() == [], "nothing is in flight that the engine knows")
        #expect(robot.screen.contains("Nothing was sent yet; s sends"))
    }

    @Test func `Ctrl-C counts what is in flight and what is not sent yet`() throws {
        let robot = Robot()
        _ = try #require(robot.send())
        robot.press("j", "s", .control("c"))
        #expect(robot.footer.contains("Cancelling 2 requests."))
        #expect(robot.resolveAll() == [])
    }

    @Test func `if the response is not on the screen, the footer says how the request ended`() throws {
        let robot = Robot(60, 20)
        try robot.finish(try #require(robot.send()), .ok)
        #expect(robot.footer.contains("200 OK. Press 3 for the response."))
        try robot.finish(try #require(robot.send()), .timedOut)
        #expect(robot.footer.contains("timeout: no response. Press 3 for what happened."))
        let whole = Robot(120, 40)
        try whole.finish(try #require(whole.send()), .ok)
        #expect(!whole.footer.contains("Press 3"))
    }

    @Test func `Ctrl-C after more than a second does not quit`() {
        let robot = Robot()
        robot.press(.control("c"))
        robot.wait(.milliseconds(1100))
        robot.press(.control("c"))
        #expect(robot.takeNames().isEmpty)
    }

    @Test func `what comes late from a replaced exchange leaves the pane in view alone`() throws {
        let robot = Robot()
        let first = try #require(robot.send())
        let second = try #require(robot.send())
        try robot.finish(first, .ok)
        #expect(robot.shownResponse == nil)
        #expect(robot.shownExchange == second)
        #expect(robot.inFlight == [second])
        #expect(robot.logRows.count == 1, "its log row is there all the same")
        try robot.finish(second, .ok)
        #expect(robot.shownResponse == second)
    }

    @Test func `a new send marks the visible response as old at once`() throws {
        let robot = Robot()
        try robot.finish(try #require(robot.send()), .ok)
        #expect(!robot.screen.contains("Old response"))
        _ = try #require(robot.send())
        #expect(robot.screen.contains("Old response"))
    }

    @Test func `a row of the log opens its exchange, also one that was replaced`() throws {
        let robot = Robot()
        let first = try #require(robot.send())
        let second = try #require(robot.send())
        try robot.finish(first, .timedOut)
        try robot.finish(second, .ok)
        robot.press("4", "g", .enter)
        #expect(robot.focus == .response)
        #expect(robot.shownResponse == first)
        #expect(robot.screen.contains("Old response"))
    }

    @Test func `a response goes to the request that was sent, not to the one on the screen`() throws {
        let robot = Robot()
        let id = try #require(robot.send())
        robot.press("j", .enter)
        #expect(robot.border(.request).contains("create order"))
        try robot.finish(id, .ok)
        #expect(robot.screen.contains("No response yet"))
        robot.press("1", "k", .enter)
        #expect(robot.border(.request).contains("list orders"))
        #expect(robot.shownResponse == id)
        #expect(robot.border(.response).contains("200 OK"))
    }

    @Test func `unresolved variables block the send and are named with their lines`() throws {
        let robot = Robot()
        robot.press("s")
        let sent = robot.resolveAll { job in
            .unresolved([UnresolvedVariable(name: "base", line: 4, reason: "no variable of that name")], uses: [])
        }
        #expect(sent.isEmpty)
        #expect(robot.inFlight.isEmpty)
        #expect(robot.screen.contains("{{base}}  orders.http:4  no variable of that name"))
        robot.press(.control("s"))
        #expect(robot.hasDialog && !robot.takeNames().contains { $0.hasPrefix("save ") })
        robot.press(.escape)
        #expect(!robot.hasDialog)
    }

    @Test func `the file is saved while a dialog says why it was not sent`() throws {
        let robot = Robot()
        robot.press("2", "i", .end)
        robot.type("&x=1")
        robot.press(.enter, "s")
        robot.resolveAll { _ in
            .unresolved([UnresolvedVariable(name: "base", line: 4, reason: "no variable of that name")], uses: [])
        }
        #expect(robot.hasDialog)
        _ = robot.take()
        robot.press(.control("s"))
        #expect(robot.takeNames().contains("save /c/orders.http") && robot.hasDialog, "\(robot.screen)")
    }

    @Test func `a broken environment file is reported at once, in the picker, and with a missing variable`() {
        let robot = Robot(80, 24)
        var broken = EnvironmentSet()
        broken.problems = [
            EnvironmentSet.Problem(
                file: "/c/http-client.env.json", place: .init(line: 3, column: 17),
                clause: "a name in double quotes is expected here")
        ]
        robot.tell(.environmentsLoaded(folder: "/c", broken))
        let sentence = "http-client.env.json:3:17: a name in double quotes is expected here"
        #expect(robot.footer == " ! \(sentence)")
        robot.press(",")
        #expect(robot.screen.contains("! http-client.env.json:3:17: a name in double quotes is"))
        robot.press(.escape, "s")
        robot.resolveAll { _ in
            .unresolved([UnresolvedVariable(name: "base", line: 4, reason: "no such variable")], uses: [])
        }
        #expect(robot.screen.contains(sentence))
    }

    @Test func `a refused request says why and sends nothing`() {
        let robot = Robot()
        robot.press("s")
        robot.resolveAll { _ in .refused(sentence: "orders.http:9: there is no file order.json.", line: 9) }
        #expect(robot.inFlight.isEmpty)
        #expect(robot.screen.contains("there is no file order.json."))
    }

    @Test func `a request with a note asks before it is sent`() throws {
        let robot = Robot(files: [("a.http", "### drop\n# @note really?\nDELETE http://h/all\n")])
        robot.press("s")
        robot.planAll()
        #expect(!robot.takeNames().contains("resolve to step"))
        #expect(robot.screen.contains("really?"))
        robot.press("s")
        #expect(robot.takeNames().contains("resolve to step"))
    }

    @Test(arguments: [
        ("DELETE http://h/{{nope}}\n", "{{nope}}"), ("POST http://h/\n\n< ./none.json\n", "none.json does not exist"),
    ])
    func `what keeps a request from being sent is said before its note is asked about`(
        text: String, reason: String
    ) throws {
        let robot = Robot(files: [("a.http", "### drop\n# @note really?\n" + text)])
        robot.press("s")
        let effects = robot.take { if case .resolve(let job) = $0 { job.purpose == .send } else { false } }
        guard case .resolve(let job)? = effects.last else {
            Issue.record("nothing is resolved")
            return
        }
        let preparation = SendPreparation(store: CollectionStore(), trust: nil)
        robot.tell(.planned(job, try #require(preparation.plan(for: job, preparation.context(for: job)))))
        #expect(robot.spoken.hasPrefix("Not sent") && robot.spoken.contains(reason), "\(robot.spoken)")
        #expect(!robot.spoken.contains("really?"))
    }

    @Test func `a disabled request is sent by hand without a question, and its title says that runs skip it`() {
        let robot = Robot(files: [("a.http", "### drop\n# @disabled\nDELETE http://h/all\n")])
        #expect(robot.row(1).contains("disabled"))
        robot.press("s")
        #expect(!robot.hasDialog)
        #expect(robot.takeNames().contains("resolve to send"))
    }

    @Test func `the log row of a running exchange counts its time up without any event`() throws {
        let robot = Robot()
        let id = try #require(robot.send())
        robot.event(id, .queued(method: "GET", url: "http://h/slow"), after: .zero)
        #expect(robot.wakes.last == robot.clock + .milliseconds(100))
        robot.wait(.milliseconds(2500))
        robot.tick()
        #expect(robot.screen.split(separator: "\n").contains { $0.contains("/slow") && $0.contains("2.50 s") })
        #expect(robot.wakes.last == robot.clock + .milliseconds(100), "and so on")
    }

    @Test func `F5 while typing sends what was typed, and the field stays as it is`() throws {
        let robot = Robot()
        robot.press("2", "i")
        robot.type("&x=1")
        robot.press(.function(5))
        guard
            case .resolve(let job)? = robot.take(where: {
                if case .resolve(let job) = $0 { job.purpose == .send } else { false }
            }).first
        else {
            Issue.record("nothing was resolved")
            return
        }
        #expect(job.request.target == "{{base}}/orders?page=1&size=20&x=1")
        #expect(robot.typed == "{{base}}/orders?page=1&size=20&x=1")
        robot.type("2")
        #expect(robot.typed == "{{base}}/orders?page=1&size=20&x=12", "the cursor is where it was")
    }

    @Test func `choosing another environment looks the variables up again`() {
        let robot = Robot()
        robot.press(",", "j", .enter)
        #expect(robot.row(0).contains("env live"))
        #expect(robot.takeNames() == ["resolve to show"])
        robot.press(",", "g", .enter)
        #expect(robot.row(0).contains("env none"))
    }
}
