import Foundation
import NetEngine
import NetEngineRequestLog
import TestSupport
import Testing

/// `apitui log` and `apitui history` on what another program sent: this test, by the library's one line.
@Suite(.timeLimit(.minutes(5))) struct LogCommandTests {
    /// A program that sends and logs.
    private struct Sender {
        let engine = Engine()
        let store: RequestLogStore

        init(state: String) {
            store = RequestLogStore(folder: "\(state)/apitui", program: "other")
            engine.log(to: store)
        }

        func send(_ draft: RequestDraft) async {
            _ = await engine.send(draft)
            await store.flush()
        }
    }

    @Test(arguments: ["log", "history list"]) func `without a home folder it is said that there is no log`(
        command: String
    ) async throws {
        let run = try await ProgramRun.run(
            BuiltProgram.path, command.split(separator: " ").map(String.init), environment: ["LC_ALL": "C.UTF-8"])
        #expect(run.status != 0)
        #expect(run.errorText.contains("neither XDG_STATE_HOME nor HOME names a folder."), "\(run.errorText)")
    }

    @Test func `without a home folder it is said that no filter can be saved`() async throws {
        let run = try await ProgramRun.run(
            BuiltProgram.path, ["log", "status:503", "--save", "bad"], environment: ["LC_ALL": "C.UTF-8"])
        let sentence = "There is no place for saved filters: neither XDG_STATE_HOME nor HOME names a folder."
        #expect(run.status != 0 && run.errorText.contains(sentence), "\(run.errorText)")
    }

    private static let server = StubBehaviour { request in
        if request.target.hasPrefix("/bad") { return [.send(StubBehaviour.response(503, body: Array("busy".utf8)))] }
        return [
            .send(
                StubBehaviour.response(
                    200, headers: [("Content-Type", "application/json")], body: Array(#"{"item":"green tea"}"#.utf8)))
        ]
    }

    /// Three exchanges in the log: 1 GET /orders, 2 POST /bad, 3 GET /orders?page=2.
    private struct Logged {
        let home: TemporaryFolder
        let server: StubServer

        init() async throws {
            home = try TemporaryFolder()
            server = try StubServer(LogCommandTests.server)
            let sender = Sender(state: home.path + "/state")
            let base = "http://127.0.0.1:\(server.port)"
            await sender.send(RequestDraft(url: base + "/orders"))
            await sender.send(
                RequestDraft(
                    method: "POST", url: base + "/bad?token=query-secret",
                    headers: [HeaderField("Authorization", "Bearer head-secret"), HeaderField("X-Tag", "a")],
                    body: .bytes(Array("hello".utf8))))
            await sender.send(RequestDraft(url: base + "/orders?page=2"))
            await sender.store.close()
        }

        func apitui(_ arguments: String...) async throws -> ProgramRun {
            try await ProgramRun.run(
                BuiltProgram.path, arguments, environment: BuiltProgram.environment(home: home), folder: home.path)
        }
    }

    private func apitui(_ home: TemporaryFolder, _ arguments: String...) async throws -> ProgramRun {
        try await ProgramRun.run(
            BuiltProgram.path, arguments, environment: BuiltProgram.environment(home: home), folder: home.path)
    }

    private func ids(_ run: ProgramRun) -> [Int] {
        run.text.split(separator: "\n").compactMap { line in
            (try? JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])?["id"] as? Int
        }
    }

    @Test func `of an exchange that is not logged only the fact is known`() async throws {
        let home = try TemporaryFolder()
        try await StubServer.with(.status(200)) { server in
            let sender = Sender(state: home.path + "/state")
            var options = RequestOptions()
            options.log = RequestLogOptions(storesFactOnly: true)
            await sender.send(RequestDraft(url: server.url + "/hidden", options: options))
            await sender.store.close()
        }
        let list = try await apitui(home, "log")
        #expect(list.text.contains("(not logged)") && !list.text.contains("/hidden"), "\(list.text)")
        let show = try await apitui(home, "history", "show", "1")
        #expect(show.status != 0)
        #expect(show.errorText.contains("The log says only that exchange 1 was sent"), "\(show.errorText)")
        let export = try await apitui(home, "log", "--export", "jsonl")
        #expect(
            export.errorText.hasSuffix("0 exchanges exported; 1 left out: under way, not logged, or never begun.\n"),
            "\(export.errorText)")
    }

    @Test func `rows are listed, the newest last, without secrets`() async throws {
        let logged = try await Logged()
        let run = try await logged.apitui("log")
        #expect(run.status == 0)
        let lines = run.text.split(separator: "\n")
        #expect(lines.count == 3)
        #expect(lines[0].hasPrefix("1 ") && lines[0].contains("200 ok") && lines[0].hasSuffix("/orders"))
        #expect(lines[1].contains("POST") && lines[1].contains("503 server-error"))
        #expect(!run.text.contains("secret") || run.text.contains("redacted"))
        #expect(!run.text.contains("query-secret"))
        #expect(try await ids(logged.apitui("log", "--json")) == [1, 2, 3])
        #expect(try await ids(logged.apitui("log", "--json", "-n", "1")) == [3])
    }

    @Test(arguments: [
        (["status:5xx"], [2], "filter: status 500 to 599"), (["-status:5xx"], [1, 3], "filter: not status 500 to 599"),
        (["path:/orders", "NOT", "page"], [1], "filter: path \"/orders\" and not text page"),
        (["~m", "POST", "|", "page=2"], [], ""),
        (["--since", "1h", "method:GET"], [1, 3], "filter: since 1h ago and method GET"),
        (["-name:x"], [1, 2, 3], "filter: not name x"), (["body:\"green tea\""], [3, 1], "filter: body \"green tea\""),
        (["header.x-tag:a"], [2], "filter: header x-tag a"),
        (["process:other", "is:failed"], [2], "filter: process other and failed"),
    ])
    func `filters are words, and what they mean is said`(words: [String], found: [Int], echo: String) async throws {
        let logged = try await Logged()
        let run = try await ProgramRun.run(
            BuiltProgram.path, ["log", "--json"] + words, environment: BuiltProgram.environment(home: logged.home),
            folder: logged.home.path)
        guard !echo.isEmpty else {
            #expect(run.status == 2)
            #expect(run.errorText.contains("There is no key 'page'"))
            #expect(run.errorText.contains("^"))
            return
        }
        #expect(ids(run) == found, "\(run.errorText)")
        #expect(run.errorText == echo + "\n")
    }

    @Test func `filters are saved by name`() async throws {
        let logged = try await Logged()
        let none = try await logged.apitui("log", "--saved")
        #expect(none.status == 0 && none.text.isEmpty)
        #expect(none.errorText == "No filter is saved. 'apitui log FILTER --save NAME' saves one.\n")
        #expect(try await logged.apitui("log", "status:5xx", "method:POST", "--save", "bad").status == 0)
        #expect(try await logged.apitui("log", "--saved").text == "bad  status:5xx method:POST\n")
        #expect(try await ids(logged.apitui("log", "--json", "saved:bad")) == [2])
        #expect(try logged.home.permissions("state/apitui/log-filters") == 0o600)
        #expect(try await logged.apitui("log", "--forget", "bad").status == 0)
        #expect(try await logged.apitui("log", "saved:bad").status == 2)
    }

    @Test func `an exchange is shown in several forms`() async throws {
        let logged = try await Logged()
        let shown = try await logged.apitui("history", "show", "2")
        #expect(shown.text.contains("> POST /bad?token=[redacted] HTTP/1.1"))
        #expect(shown.text.contains("< HTTP/1.1 503"))
        #expect(shown.text.hasSuffix("busy"))
        #expect(shown.text.contains("other library, pid "))
        let curl = try await logged.apitui("history", "show", "2", "--curl")
        #expect(curl.text.hasPrefix("curl ") && curl.text.contains("hello"))
        let http = try await logged.apitui("history", "show", "2", "--http")
        #expect(
            http.text.contains("POST http://127.0.0.1") && http.text.contains("X-Tag: a")
                && http.text.hasSuffix("\n\nhello\n")
        )
        let json = try await logged.apitui("history", "show", "2", "--json")
        let object = try #require(JSONSerialization.jsonObject(with: Data(json.output)) as? [String: Any])
        #expect(object["status"] as? Int == 503)
        #expect((object["row"] as? [String: Any])?["id"] as? Int == 2)
        for run in [shown, curl, http, json] {
            #expect(!run.text.contains("head-secret") && !run.text.contains("query-secret"))
        }
        let missing = try await logged.apitui("history", "show", "9")
        #expect(missing.status == 1)
        #expect(missing.errorText == "apitui: There is no exchange 9 in the log. 'apitui log' lists them.\n")
    }

    @Test func `a body of the log keeps its tabs, and says where it is cut`() async throws {
        let home = try TemporaryFolder()
        let plain = StubBehaviour.status(200, headers: [("Content-Type", "text/plain")], body: "green tea")
        try await StubServer.with(plain) { server in
            let engine = Engine()
            let store = RequestLogStore(
                folder: home.path + "/state/apitui", program: "other", limits: RequestLogLimits(bodyBytes: 5))
            engine.log(to: store)
            _ = await engine.send(
                RequestDraft(
                    method: "POST", url: server.url + "/x", headers: [HeaderField("Content-Type", "text/plain")],
                    body: .bytes(Array("a\tb".utf8))))
            await store.flush()
            await store.close()
        }
        // As an escape, other bytes would be sent.
        let curl = try await apitui(home, "history", "show", "1", "--curl")
        #expect(curl.text.contains("--data-raw 'a\tb'"), "\(curl.text)")
        let http = try await apitui(home, "history", "show", "1", "--http")
        #expect(http.text.hasSuffix("\n\na\tb\n"), "\(http.text)")
        let body = try await apitui(home, "history", "show", "1", "--body")
        #expect(body.text == "green" && body.errorText.hasSuffix("Only the first 5 B of 9 B were kept.\n"))
        let json = try await apitui(home, "history", "show", "1", "--json")
        #expect(json.text.contains(#""body":"green","bodyBase64":null,"bodyBytes":9,"#), "\(json.text)")
    }

    @Test func `exports hold what the filter finds, the oldest first`() async throws {
        let logged = try await Logged()
        let run = try await logged.apitui("log", "--export", "har", "path:/orders", "-o", "orders.har")
        #expect(run.status == 0)
        #expect(run.errorText.hasSuffix("2 exchanges exported.\n"))
        let har = try #require(
            JSONSerialization.jsonObject(with: Data(logged.home.read("orders.har").utf8)) as? [String: Any])
        let entries = try #require((har["log"] as? [String: Any])?["entries"] as? [[String: Any]])
        let urls = entries.compactMap { ($0["request"] as? [String: Any])?["url"] as? String }
        #expect(urls.map { $0.split(separator: "/").last } == ["orders", "orders?page=2"])
        #expect(try logged.home.permissions("orders.har") == 0o600)
        for (count, found) in [("0", []), ("1", [3]), ("2", [2, 3]), ("9", [1, 2, 3])] as [(String, [Int])] {
            let lines = try await logged.apitui("log", "--export", "jsonl", "-n", count).text.split(separator: "\n")
            #expect(lines.map { String($0.prefix { $0 != "," }) } == found.map { #"{"row":{"id":\#($0)"# }, "\(count)")
        }
    }

    @Test func `rows are deleted by filter after a question, by number without`() async throws {
        let logged = try await Logged()
        let asked = try await logged.apitui("log", "is:failed", "--delete")
        #expect(asked.status == 2)
        #expect(asked.errorText.contains("1 row would be deleted (failed). Give --yes"))
        #expect(
            try await logged.apitui("log", "is:failed", "--delete", "--yes").errorText.hasSuffix("1 row deleted.\n"))
        #expect(try await ids(logged.apitui("log", "--json")) == [1, 3])
        #expect(try await logged.apitui("history", "delete", "1", "2").status == 1)
        #expect(try await logged.apitui("history", "delete", "1").status == 0)
        #expect(try await logged.apitui("history", "clear", "--before", "now", "--yes").status == 0)
        let empty = try await logged.apitui("log")
        #expect(empty.status == 0 && empty.text.isEmpty)
        #expect(empty.errorText == "Nothing was logged yet.\n")
        #expect(try await logged.apitui("history", "list", "--by-request").errorText == "Nothing was logged yet.\n")
        // Nobody gave a filter.
        #expect(
            try await logged.apitui("history", "clear", "--before", "now", "--yes").errorText
                == "No exchange is that old and not pinned; nothing was deleted.\n")
        #expect(
            try await logged.apitui("log", "--delete", "--yes").errorText == "The log is empty; nothing was deleted.\n")
    }

    @Test func `a request is sent again as it was, and is a new row`() async throws {
        let logged = try await Logged()
        let run = try await logged.apitui("history", "resend", "3")
        #expect(run.status == 0)
        #expect(run.text == #"{"item":"green tea"}"#)
        #expect(run.errorText.contains("Exchange 3 was 200 in "))
        #expect(try await ids(logged.apitui("log", "--json", "is:resent")) == [4])
        let masked = try await logged.apitui("history", "resend", "2")
        #expect(masked.status == 2)
        #expect(masked.errorText.hasPrefix("apitui: Nothing was sent: a secret in "))
        #expect(await logged.server.requests(4).count == 4)
    }

    @Test func `a request is sent again to the place that a flag named`() async throws {
        let home = try TemporaryFolder()
        let server = try StubServer(Self.server)
        let (port, host) = (server.port, "foo.test")
        let first = try await apitui(home, "send", "http://\(host):\(port)/1", "--resolve", "\(host):\(port):127.0.0.1")
        let second = try await apitui(home, "send", "http://\(host)/2", "--connect-to", "\(host):80:127.0.0.1:\(port)")
        #expect(first.status == 0 && second.status == 0, "\(first.errorText)\(second.errorText)")
        for id in ["1", "2"] {
            let again = try await apitui(home, "history", "resend", id)
            #expect(again.status == 0, "\(again.errorText)")
        }
        #expect(server.received.map(\.target) == ["/1", "/2", "/1", "/2"])
        let curl = try await apitui(home, "history", "show", "1", "--curl")
        #expect(curl.text.contains("--resolve \(host):\(port):127.0.0.1"), "\(curl.text)")
    }

    @Test func `the mask of a proxy's login is not sent to the proxy`() async throws {
        let home = try TemporaryFolder()
        let server = try StubServer(Self.server)
        let first = try await apitui(home, "send", "http://foo.test/1", "-x", "http://u:pw@127.0.0.1:\(server.port)")
        #expect(first.status == 0, "\(first.errorText)")
        let again = try await apitui(home, "history", "resend", "1")
        #expect(again.status == 2)
        #expect(
            again.errorText == "apitui: Nothing was sent: a secret in the URL of the proxy is not in the log.\n")
        #expect(server.received.count == 1)
        let curl = try await apitui(home, "history", "show", "1", "--curl")
        #expect(curl.text.contains("--proxy-user '[redacted]:'"), "\(curl.text)")
    }

    @Test func `of a request that is sent again the log hides what @redact of its file names`() async throws {
        let home = try TemporaryFolder()
        let body = #"{"item":"green tea","pin":"778899","user":{"iban":"DE-1234"}}"#
        let answer = StubBehaviour.response(
            200, headers: [("Content-Type", "application/json"), ("X-Pin", "665544")], body: Array(body.utf8))
        let server = try StubServer(StubBehaviour { _ in [.send(answer)] })
        try home.write(
            "# @redact pin X-Pin $.user.iban\n# @name order\nGET http://127.0.0.1:\(server.port)/orders\n",
            to: "api/a.http")
        let send = try await apitui(home, "send", "api/a.http#order")
        let again = try await apitui(home, "history", "resend", "1")
        #expect(send.status == 0 && again.status == 0, "\(again.errorText)")
        #expect(again.text == body)
        for id in ["1", "2"] {
            let kept = try await apitui(home, "history", "show", id, "--json")
            #expect(kept.text.contains("green tea"), "\(kept.text)")
            for hidden in ["778899", "665544", "DE-1234"] { #expect(!kept.text.contains(hidden), "\(kept.text)") }
        }
    }

    @Test func `requests are counted`() async throws {
        let logged = try await Logged()
        let run = try await logged.apitui("history", "list", "--by-request")
        let lines = run.text.split(separator: "\n")
        #expect(lines.count == 2)
        #expect(lines.first?.hasPrefix("2x  GET http://127.0.0.1") == true)
    }

    @Test func `without a log there is nothing to show`() async throws {
        let home = try TemporaryFolder()
        let run = try await ProgramRun.run(
            BuiltProgram.path, ["log"], environment: BuiltProgram.environment(home: home), folder: home.path)
        #expect(run.status == 0)
        #expect(run.errorText == "Nothing was logged yet.\n")
    }

    // MARK: Following

    @Test func `on a terminal a row under way is replaced as it goes on`() async throws {
        let terminal = try await TmuxSession(columns: 120, rows: 12)
        let server = try StubServer(.slowBody)
        try await terminal.run("\(BuiltProgram.path) log --follow 'path:/slow'; echo left=$?")
        try await terminal.waitForScreen(containing: "filter: path")
        let sender = Sender(state: terminal.home.path + "/state")
        async let sent: Void = sender.send(RequestDraft(url: "http://127.0.0.1:\(server.port)/slow"))
        let running = try await terminal.waitForScreen(containing: "200 receiving")
        #expect(!running.contains(" queued ") && !running.contains(" sent "))
        server.release()
        await sent
        let done = try await terminal.waitForScreen(containing: "200 ok")
        #expect(!done.contains("receiving"))
        try await terminal.send("C-c")
        try await terminal.waitForScreen(containing: "left=130")
    }

    @Test func `a short send is in a pipe from its beginning to its end, each time`() async throws {
        let terminal = try await TmuxSession(columns: 200, rows: 40)
        let server = try StubServer(Self.server)
        let send = "\(BuiltProgram.path) send http://127.0.0.1:\(server.port)/orders > /dev/null 2>&1"
        try await terminal.run(
            "\(send); \(BuiltProgram.path) log -f --pending | sed -u 's/ 127.0.0.1.*//;s/^/log /' &")
        // It follows when it has printed what was sent before.
        try await terminal.waitForScreen(containing: "log 1 ")
        for number in 2...6 {
            try await terminal.run("\(send) &")
            let screen = try await terminal.waitForScreen(showing: "the end of exchange \(number)") { screen in
                screen.split(separator: "\n").contains { $0.contains("log \(number) ") && $0.contains(" 200 ok ") }
            }
            // The shell's prompt may be before a line.
            let lines = screen.split(separator: "\n").filter { $0.contains("log \(number) ") }
            #expect(lines.first?.contains(" queued ") == true, "\(lines)")
            #expect(lines.count { $0.contains(" 200 ok ") } == 1, "\(lines)")
        }
        try await terminal.run("kill %1")
    }

    @Test func `rows are followed whose stored body fits, after as many of the last ones as were asked for`()
        async throws
    {
        let terminal = try await TmuxSession(columns: 200, rows: 30)
        let server = try StubServer(Self.server)
        let sender = Sender(state: terminal.home.path + "/state")
        let url = "http://127.0.0.1:\(server.port)"
        for path in ["/orders", "/orders", "/bad"] { await sender.send(RequestDraft(url: url + path)) }
        let command = "\(BuiltProgram.path) log -f --json -n 1 body:green"
        try await terminal.run("\(command) | sed -u 's/\"started.*//;s/^/hit /' &")
        try await terminal.waitForScreen(containing: #"hit {"id":2,"state":"done""#)
        for path in ["/bad", "/orders"] { await sender.send(RequestDraft(url: url + path)) }
        let screen = try await terminal.waitForScreen(containing: #"hit {"id":5,"state":"done""#)
        #expect(!screen.contains(#"hit {"id":1,"#) && !screen.contains(#"hit {"id":3,"#), "\(screen)")
        #expect(!screen.contains(#"hit {"id":4,"#), "\(screen)")
        try await terminal.run("kill %1")
    }

    @Test func `with --since all rows since then are printed before those that are followed`() async throws {
        let terminal = try await TmuxSession(columns: 200, rows: 40)
        let server = try StubServer(Self.server)
        let sender = Sender(state: terminal.home.path + "/state")
        let draft = RequestDraft(url: "http://127.0.0.1:\(server.port)/orders")
        for _ in 1...21 { await sender.send(draft) }
        let command = "\(BuiltProgram.path) log -f --json --since 1h"
        try await terminal.run("\(command) | sed -u 's/\"started.*//;s/^/hit /' &")
        try await terminal.waitForScreen(containing: #"hit {"id":1,"#, #"hit {"id":21,"#)
        await sender.send(draft)
        try await terminal.waitForScreen(containing: #"hit {"id":22,"state":"done""#)
        try await terminal.run("kill %1")
    }

    @Test func `in a pipe each exchange is a line at its end, with --pending at each step`() async throws {
        let terminal = try await TmuxSession(columns: 200, rows: 30)
        let server = try StubServer(.slowBody)
        try await terminal.run("\(BuiltProgram.path) log -f --json | sed -u 's/\"started.*//;s/^/end /' &")
        try await terminal.run(
            "\(BuiltProgram.path) log -f --json --pending | sed -u 's/\"started.*//;s/^/each /' & echo follow''ing")
        try await terminal.waitForScreen(containing: "following")
        let sender = Sender(state: terminal.home.path + "/state")
        async let sent: Void = sender.send(RequestDraft(url: "http://127.0.0.1:\(server.port)/slow"))
        let pending = try await terminal.waitForScreen(containing: #"each {"id":1,"state":"receiving""#)
        #expect(!pending.contains(#"end {"id":1"#))
        server.release()
        await sent
        try await terminal.waitForScreen(containing: #"each {"id":1,"state":"done""#, #"end {"id":1,"state":"done""#)
        try await terminal.run("kill %1 %2")
    }
}
