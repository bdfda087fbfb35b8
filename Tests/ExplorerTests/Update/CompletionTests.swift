import NetEngine
import TestSupport
import Testing

@testable import Explain
@testable import Explorer
@testable import HTTPFormat
@testable import TerminalUI
@testable import Workspace

/// What is offered while something is typed in the request pane, and which keys take it.
@Suite struct CompletionTests {
    /// A header's name is typed.
    private func adding(_ name: String, _ columns: Int = 80, _ rows: Int = 24) -> Robot {
        let robot = Robot(columns, rows)
        robot.press("2", "]")
        #expect(robot.tab == "Headers")
        robot.press("A")
        robot.type(name)
        return robot
    }

    // MARK: The rules of the keys

    @Test func `a typed prefix highlights the first row, and Tab takes it`() {
        let robot = adding("cont")
        #expect(robot.highlighted?.hasPrefix("Content-") == true)
        robot.type("ent-t")
        #expect(robot.highlighted == "Content-Type")
        robot.press(.tab)
        #expect(robot.typed == "Content-Type: ")
        #expect(!robot.hasList)
        robot.press(.tab)
        #expect(robot.listRows.contains("application/json"), "in the value the values are offered")
        #expect(robot.highlighted == nil, "nothing is typed")
    }

    @Test func `without a highlighted row Tab moves on as it always did`() {
        let robot = adding("X-Own")
        #expect(!robot.hasList)
        robot.press(.tab)
        robot.type("1")
        #expect(robot.typed == "X-Own: 1")
        robot.press(.tab)
        robot.type("s")
        #expect(robot.typed == "X-Owns: 1")
    }

    @Test func `Enter takes only a row that the user moved to`() {
        let robot = adding("Acc")
        #expect(robot.highlighted == "Accept")
        robot.press(.enter)
        #expect(robot.typed == "Acc: ", "Enter went on to the value")
        let other = adding("Acc")
        other.press(.down)
        let wanted = other.highlighted
        other.press(.enter)
        #expect(other.typed == wanted.map { $0 + ": " } && wanted != "Accept")
        #expect(!other.hasList)
    }

    @Test func `Up and Down go round, and typing starts again at the best row`() {
        let robot = adding("acc")
        let first = robot.highlighted
        robot.press(.up)
        #expect(robot.highlighted != first)
        robot.press(.down)
        #expect(robot.highlighted == first)
        robot.press(.down)
        robot.type("e")
        #expect(robot.highlighted == first)
        robot.press(.enter)
        #expect(robot.typed == "acce: ", "a row that was moved to before other letters came is not taken")
    }

    @Test func `Esc closes the list, then the field`() {
        let robot = adding("Acce")
        #expect(robot.hasList)
        robot.press(.escape)
        #expect(!robot.hasList && robot.typed == "Acce: ")
        robot.type("p")
        #expect(!robot.hasList, "it stays closed where it was closed")
        robot.press(.control("n"))
        #expect(robot.hasList, "until it is asked for")
        robot.press(.escape, .escape)
        #expect(robot.typed == nil)
        #expect(robot.text().contains("Accep: \n") || robot.text().contains("Accep:\n"))
    }

    @Test func `Ctrl-N and Ctrl-Space open the list without a prefix, with no row highlighted`() {
        for key: Key in [.control("n"), .control(" ")] {
            let robot = adding("")
            #expect(!robot.hasList)
            robot.press(key)
            #expect(robot.hasList && robot.highlighted == nil)
            robot.press(.tab)
            robot.type("v")
            #expect(robot.typed == ": v", "Tab moved on")
        }
    }

    @Test func `every printable key is text beside the list`() {
        let robot = adding("Accept")
        #expect(robot.hasList)
        robot.type("-jkq:/?")
        #expect(robot.typed == "Accept-jkq:/?: ")
        #expect(!robot.hasList)
    }

    @Test func `a click takes a row`() throws {
        let robot = adding("Accept-L")
        robot.click(on: "Accept-Language")
        #expect(robot.typed == "Accept-Language: ")
    }

    @Test func `the wheel moves through the list, up as well as down`() {
        let robot = adding("acc")
        let first = robot.highlighted
        robot.click(on: "Accept-Encoding", .scrollDown)
        let second = robot.highlighted
        robot.click(on: "Accept-Encoding", .scrollDown)
        let third = robot.highlighted
        robot.click(on: "Accept-Encoding", .scrollUp)
        #expect(Set([first, second, third]).count == 3 && robot.highlighted == second)
    }

    @Test func `a paste closes the list`() {
        let robot = adding("Acc")
        robot.paste("x")
        #expect(!robot.hasList)
    }

    // MARK: What is offered

    @Test func `methods, with what they mean`() {
        let robot = Robot(80, 24)
        robot.press("2", "m", .control("u"))
        robot.type("pat")
        #expect(robot.highlighted == "PATCH")
        robot.press(.tab)
        #expect(robot.typed == "PATCH")
        robot.press(.tab)
        #expect(robot.border(.request).contains("PATCH"), "the next Tab went on to the URL")
    }

    @Test func `values of headers, in a list one by one`() {
        let robot = adding("Cache-Control")
        robot.press(.tab)
        robot.type("no-st")
        #expect(robot.highlighted == "no-store")
        robot.press(.tab)
        robot.type(", max")
        #expect(robot.highlighted?.hasPrefix("max-") == true)
        robot.press(.tab)
        #expect(robot.typed?.hasPrefix("Cache-Control: no-store, max-") == true)
    }

    @Test func `braces offer variables with value and source, and are closed`() {
        let robot = Robot(80, 24)
        robot.press("2", "i", .control("u"))
        robot.type("{")
        #expect(!robot.hasList)
        robot.type("{")
        #expect(robot.hasList && robot.highlighted == nil)
        #expect(robot.listRows.contains(Robot.base) && robot.listRows.contains("env dev"))
        #expect(robot.listRows.contains("A-1") && robot.listRows.contains("this file, line 1"))
        robot.type("ba")
        #expect(robot.highlighted == "base")
        robot.press(.tab)
        #expect(robot.typed == "{{base}}")
        robot.type("/x")
        #expect(!robot.hasList)
    }

    @Test func `braces that are closed already are left`() {
        let robot = Robot(80, 24)
        robot.press("2", "i", .control("u"))
        robot.type("{{}}/x")
        for _ in 0..<4 { robot.press(.left) }
        robot.type("sk")
        #expect(robot.highlighted == "sku")
        robot.press(.tab)
        robot.type("!")
        #expect(robot.typed == "{{sku}}!/x")
    }

    @Test func `secrets are not shown`() {
        let robot = Robot(
            80, 24,
            files: [("a.http", "@apiToken = s3cret-value\n@plain = open-value\n\n### a\nGET http://h/\n")])
        robot.press("2", "i", .end)
        robot.type("{{")
        #expect(robot.listRows.contains("apiToken") && robot.listRows.contains("(private)"))
        #expect(robot.listRows.contains("open-value"))
        #expect(!robot.screen.contains("s3cret-value"))
    }

    @Test func `a dollar sign offers dynamic variables, in a body too`() {
        let robot = Robot(80, 24)
        robot.press("j", .enter, "e", .control("k"))
        robot.type("\"{{$gu")
        #expect(robot.highlighted == "$guid")
        robot.press(.tab)
        robot.type("\"")
        #expect(robot.typed?.hasPrefix("\"{{$guid}}\"\n") == true)
    }

    @Test func `Tab in a body is a tab where no row is highlighted`() {
        let robot = Robot(80, 24)
        robot.press("j", .enter, "e", .control("k"))
        robot.type("{{")
        #expect(robot.hasList)
        robot.press(.tab)
        #expect(robot.typed?.hasPrefix("{{  \n") == true)
        #expect(robot.typed?.contains("sku}}\"") == true)
    }

    @Test func `parts of the last response of a request`() throws {
        let robot = Robot(
            80, 24,
            files: [
                ("a.http", "### login\n# @name login\nGET {{base}}/login\n\n### use\nGET {{base}}/use\n")
            ])
        let id = try #require(robot.send())
        let response = ExchangeFixtures.response(
            status: 200, headers: [HeaderField("Content-Type", "application/json"), HeaderField("X-Id", "7")],
            body: Array(
                #"{"token": "abc-def-ghi", "user": {"name": "ada", "id": 7}, "list": [{"a": 1}], "a b": 1}"#.utf8))
        robot.finish(
            ExchangeFixtures.exchange(id.rawValue, draft: try #require(robot.sent[id]), response: response))
        robot.press("1", "j", .enter, "2", "i", .end)
        robot.type("?q={{log")
        #expect(robot.highlighted == "login")
        #expect(robot.listRows.contains("response 200"))
        robot.press(.tab)
        #expect(robot.typed == "{{base}}/use?q={{login.response.body.")
        #expect(robot.listRows.contains("user") && robot.listRows.contains("an object"))
        #expect(robot.listRows.contains("(private)") && !robot.screen.contains("abc-def-ghi"), "a token")
        #expect(!robot.listRows.contains("a b"), "a path cannot name it")
        robot.type("us")
        robot.press(.tab)
        #expect(robot.listRows.contains("\"ada\""))
        robot.type("na")
        robot.press(.tab)
        #expect(robot.typed == "{{base}}/use?q={{login.response.body.user.name}}")
        robot.type("{{login.response.headers.")
        #expect(robot.listRows.contains("X-Id"))
        robot.press(.control("w"))
        robot.type("{{login.response.body.list[0].")
        #expect(robot.listRows.contains("a"))
        robot.press(.control("w"))
        robot.type("{{login.")
        #expect(robot.listRows.contains("response") && robot.listRows.contains("request"))
    }

    @Test func `of what was sent and received secrets are hidden, by their names and by @redact`() throws {
        let files = [("a.http", "### log in\nPOST {{base}}/login\n\n### use\nGET {{base}}/use\n")]
        let robot = Robot(80, 24, files: files)
        var draft = RequestDraft(
            method: "POST", url: Robot.base + "/login",
            body: .bytes(Array(#"{"user": "ann", "pin": "12345", "n": 1}"#.utf8)))
        draft.options.log = RequestLogOptions(secretNames: ["Pin", "X-Trace"])
        let response = ExchangeFixtures.response(
            status: 200, headers: [HeaderField("Set-Cookie", "sid=abc; Path=/"), HeaderField("x-trace", "t-race")],
            body: Array(#"{"id": 7, "PIN": "54321"}"#.utf8))
        func logIn() throws {
            let id = try #require(robot.send())
            let sent = PreparedRequest(
                method: .post, url: ExchangeFixtures.request().url,
                headers: [
                    HeaderField("Cookie", "a=1; b=2; =3"), HeaderField("X-Id", "7"), HeaderField("x-id", "8"),
                    HeaderField("X-Trace", "t-race"),
                ], body: draft.body, options: draft.options)
            let hops = [ExchangeFixtures.hop(request: sent, response: response)]
            robot.finish(ExchangeFixtures.exchange(id.rawValue, draft: draft, hops: hops))
        }
        try logIn()
        robot.press("1", "j", .enter, "2", "i")
        func offered(_ typed: String) -> [String] {
            robot.press(.control("u"))
            robot.type("{{\(typed)")
            return robot.listRows.split(separator: "\n")
                .map { $0.split(separator: " ").filter { $0 != "│" }.joined(separator: " ") }
        }
        for (typed, rows) in table(
            """
            logIn.request.headers. -> Cookie (private), X-Id 7, X-Trace (private)
            logIn.request.cookies. -> a (private), b (private)
            logIn.request.body. -> user "ann", pin (private), n 1
            logIn.response.headers. -> Set-Cookie (private), x-trace (private)
            logIn.response.cookies. -> sid (private)
            logIn.response.body. -> id 7, PIN (private)
            logIn.response.body.id. ->
            use.request.headers. ->
            use.response.cookies. ->
            use.response.body. ->
            """)
        {
            #expect(offered(typed).joined(separator: ", ") == rows, "\(typed)\n\(robot.screen)")
        }
        // A body with a private value is not shown at all.
        draft.options.bodyIsSecret = true
        robot.press(.control("g"), "1", "k", .enter)
        try logIn()
        robot.press("1", "j", .enter, "2", "i")
        #expect(offered("logIn.request.body.").isEmpty, "\(robot.screen)")
        #expect(offered("logIn.response.body.").count == 2)
    }

    @Test func `each name is offered once, from the source that counts, also of files that import each other`() {
        let robot = Robot(
            80, 24,
            files: [
                (
                    "a.http",
                    """
                    import ./b.http
                    import ./none.http
                    @host = h
                    ### a
                    # @name one
                    GET http://h/
                    ### b
                    # @name one
                    GET http://h/b
                    ### c
                    GET http://h/c

                    """
                ), ("b.http", "import ./a.http\n@shared = b\n@host = other\n"),
            ])
        robot.script("1 g j j j Enter")
        robot.lookUp([VariableUse(name: "host", value: "h", source: .override)])
        robot.script("e ^U given Enter")
        #expect(robot.toastText == "host is changed until the program ends.")
        robot.lookUp([])
        robot.script("2 i ^U {{")
        #expect(
            robot.listRows.split { " \n│".contains($0) }.joined(separator: " ")
                == "host given given at the start shared b b.http, line 2 base \(Robot.base) env dev "
                + "one request GET not sent yet", "\(robot.screen)")
    }

    @Test func `a list that was closed opens in the next place, and in the same one after another`() {
        let robot = Robot(80, 24)
        robot.script("2 i ^U {{cre")
        #expect(robot.highlighted == "create")
        robot.press(.escape)
        robot.type("ate")
        #expect(!robot.hasList && robot.typed == "{{create")
        robot.type(".")
        #expect(robot.hasList && robot.listRows.contains("response"), "\(robot.screen)")
        robot.press(.escape, .control("u"))
        robot.type("{{")
        #expect(robot.hasList)
    }

    @Test func `a click on the frame of the list or below its rows takes nothing, and one elsewhere leaves the field`()
        throws
    {
        let robot = adding("acc")
        let frame = try #require(robot.listFrame)
        let row = try #require(robot.place(of: "Accept-Language"))
        for (x, y, kind) in [
            (frame.x, frame.y, .press), (frame.x + 2, frame.maxY - 2, .press), (frame.maxX - 1, row.y, .press),
            (row.x, row.y, .doublePress),
        ] as [(Int, Int, MouseEvent.Kind)] {
            robot.click(x, y, kind)
            #expect(robot.listFrame == frame && robot.typed == "acc: " && robot.highlighted == "Accept")
        }
        robot.click(3, 2)
        #expect(!robot.hasList && robot.typed == nil && robot.focus == .collections)
    }

    @Test func `a row is taken between braces of a body, and in the value of a variable`() {
        let body = Robot(80, 24)
        body.press("j", .enter, "e", .control("k"))
        body.type("{{}}")
        body.press(.left, .left)
        body.type("$gu")
        body.press(.tab)
        body.type("!")
        #expect(body.typed?.hasPrefix("{{$guid}}!\n") == true, "\(body.screen)")
        let variable = Robot(80, 24)
        variable.lookUp([VariableUse(name: "sku", value: "A-1", source: .file(line: 1))])
        variable.press("e", .control("u"))
        variable.type("{{ba")
        variable.press(.tab)
        variable.type("!")
        #expect(variable.typed == "@sku = {{base}}!", "\(variable.screen)")
    }

    @Test func `in a line of 64 KiB nothing is offered`() {
        for (count, isOffered) in [((64 << 10) - 3, true), ((64 << 10) - 2, false)] {
            let text = "POST http://h/\nContent-Type: text/plain\n\n" + String(repeating: "x", count: count) + "\n"
            let robot = Robot(80, 24, files: [("a.http", text)])
            robot.press("2", "e", .end)
            robot.type("{{")
            #expect(robot.hasList == isOffered, "\(count)")
        }
    }

    @Test func `members are those of the path, and a body that is cut or is not JSON gives what it can`() {
        func names(_ path: String, _ body: String) -> [String] {
            ResponseMembers.of(path, in: Array(body.utf8)).map(\.text)
        }
        let body = #"{"a": {"b": [{"c": 1}, {"d": 2}]}, "e-f": null, "g": "x"}"#
        #expect(names("", body) == ["a", "e-f", "g"])
        #expect(names("$.", body) == ["a", "e-f", "g"])
        #expect(names("$.a.", body) == ["b", "b[0]"])
        #expect(names("a.b[1].", body) == ["d"])
        #expect(names("['a'].b[0].", body) == ["c"])
        #expect(names("a.b[9].", body) == [] && names("x.", body) == [] && names("a[?(@.b)].", body) == [])
        #expect(names("", "[1]") == ["$[0]"])
        #expect(names("$[0].", #"[{"x": 1}]"#) == ["x"])
        #expect(names("", #"{"a": 1, "b": [1, 2"#) == ["a", "b", "b[0]"])
        #expect(names("", "<html>") == [])
        #expect(names("a.b.c.", body) == [] && names("$[0].", body) == [], "a list has no names, an object no places")
        #expect(names("a.b[*].", body) == [] && names("[\"a'].", body) == [], "a path with anything else in it")
        #expect(names("", #"{"a\u0062": 1, "c": 2, "": 3, "c": 4}"#) == ["c"])
    }

    @Test func `files for a body, as the disk has them`() throws {
        let robot = Robot(80, 24)
        robot.press("j", .enter, "e", .control("k"))
        _ = robot.take()
        robot.type("< da")
        guard case .listBodyFiles(let job)? = robot.take().first else {
            Issue.record("no folder was asked for")
            return
        }
        #expect(job.folder.isEmpty && job.file == "/c/orders.http")
        robot.tell(.bodyFilesListed(job, ["data/", "day.json", "other.txt"]))
        #expect(robot.highlighted == "data/")
        robot.press(.tab)
        #expect(robot.typed?.hasPrefix("< data/\n") == true)
        guard case .listBodyFiles(let inner)? = robot.take().first else {
            Issue.record("the folder was not looked into")
            return
        }
        #expect(inner.folder == "data/")
        robot.tell(.bodyFilesListed(inner, ["o.json"]))
        robot.press(.control("n"), .enter)
        #expect(robot.typed?.hasPrefix("< data/o.json\n") == true)
        robot.tell(.bodyFilesListed(inner, ["late.json"]))
        #expect(!robot.hasList)
    }

    @Test func `only files within a collection are listed unless it is trusted`() throws {
        let folder = try TemporaryFolder()
        try folder.write("1", to: "c/data/a.json")
        try folder.write("1", to: "c/.hidden")
        // A line of a request file cannot hold it.
        try folder.write("1", to: "c/data/b\n.json")
        try folder.write("1", to: "secret.txt")
        func names(_ written: String, isTrusted: Bool = false) -> [String] {
            BodyFilesJob(
                owner: OpenRequest.ID(rawValue: 1), file: "\(folder.path)/c/a.http", folder: written,
                place: CollectionPlace(root: "\(folder.path)/c", opened: "\(folder.path)/c")
            ).names(isTrusted: isTrusted)
        }
        #expect(names("") == ["data/"])
        #expect(names("data/") == ["a.json"])
        #expect(names("../").isEmpty && names("/etc/").isEmpty && names("missing/").isEmpty)
        #expect(names("../", isTrusted: true) == ["c/", "secret.txt"])
    }

    // MARK: How it looks

    @Test(arguments: [(80, 24), (60, 20), (40, 10), (200, 60)])
    func `the list is within the screen, over or under the cursor`(_ columns: Int, _ rows: Int) throws {
        let robot = adding("a", columns, rows)
        let cursor = try #require(robot.frame.cursor)
        let list = try #require(robot.listFrame)
        #expect(list.x >= 0 && list.maxX <= columns && list.y >= 0 && list.maxY <= rows - 1)
        #expect(!list.contains(cursor) && (list.y == cursor.y + 1 || list.maxY == cursor.y))
    }

    @Test func `a frame of 80 by 24`() {
        let robot = adding("accept")
        expectScreen(
            robot,
            """
             apitui  shop ───────────────────────────────── env dev ▾   cache on   ● online
            ┌ Collections ────── 4 ┲ GET {{base}}/orders?page=1&size=20 ━━━━━━ list orders ┓
            │ ▾ orders.http        ┃ Params 2  Headers 2  Body  Auth  Vars 1  Options      ┃
            │›    GET   list ord… ›┃ ✓ Accept    application/json                          ┃
            │     POST  create ord…┃ · X-Debug   1 off                                     ┃
            │     DEL   remove     ┃   accept              value                           ┃
            │ ▾ ┌──────────────────────────────────────────────────────────────────────────┐
            │   │›Accept           The media types that the client takes, with weights: q=…│
            │   │ Accept-Charset   Which charsets the client takes. Deprecated: everybody …│
            │   │ Accept-Encoding  The compressions that the client can decode. The server…│
            │   │ Accept-Language  The languages that the user reads, with weights. What c…│
            │   │ The media types that the client takes, with weights: q=0.5 is wanted half│
            │   │ as much as q=1. A server that ignores it is common; 406 is rare.         │
            │   └──────────────────────────────────────────────────────────────────────────┘
            │                      ┃                                                       ┃
            │                      ┃                                                       ┃
            │                      ┃                                                       ┃
            │                      ┃                                                       ┃
            │                      ┡ Response ━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━┩
            │                      │ No response yet: s sends the request.                 │
            ├ History ─────────────┼ Log ─────────────────────────────────────── following ┤
            │ Reading.             │ Nothing was sent yet; s sends the selected request.   │
            └──────────────────────┴───────────────────────────────────────────────────────┘
             Tab accept   Up Down choose   Esc close the list   F5 send   ^S save
            """)
    }

    @Test(.longComputation) func `a key costs work in proportion to what is offered`() {
        let text = (0..<10_000).map { "@variable\($0) = value \($0)\n" }.joined() + "\n### a\nGET http://h/\n"
        let robot = Robot(80, 24, files: [("a.http", text)])
        robot.press("2", "i", .end)
        robot.type("{{")
        #expect(robot.screen.contains("/10001 ") && robot.listRows.contains("variable9999"))
        let steps = WorkMeter.steps { robot.type("9999") }
        #expect(!WorkMeter.isCounting || (40_000...100_000).contains(steps), "\(steps) steps for four keys")
        #expect(robot.highlighted == "variable9999")
    }
}
