import NetEngine
import Testing

@testable import Explorer
@testable import TerminalUI
@testable import Workspace

@Suite struct FrameTests {
    @Test func `the whole screen at 120x40 with a response`() throws {
        let robot = Robot(120, 40)
        robot.press("j")
        try robot.finish(try #require(robot.send()), .ok)
        expectScreen(
            robot,
            """
             apitui  shop ───────────────────────────────────────────────────────────────────────── env dev ▾   cache on   ● online
            ┏ Collections ━━━━━━━━━━━━━━━━━━ 4 ┱ POST {{base}}/orders ─────────────────────────────────────────────── create order ┐
            ┃ ▾ orders.http                    ┃ Params  Headers 1  Body json  Auth  Vars 2  Options                               │
            ┃     GET   list orders            ┃ {                                                                                 │
            ┃›    POST  create order          ›┃   "sku": "{{sku}}",                                                               │
            ┃     DEL   remove                 ┃   "count": 2                                                                      │
            ┃ ▾ users.http                     ┃ }                                                                                 │
            ┃     GET   me                     ┃                                                                                   │
            ┃                                  ┠ 201 Created   132 ms   58 B   http/1.1   POST create order ───────────────────────┤
            ┃                                  ┃ Body pretty  Headers 3  Timing  Raw  Checks                                       │
            ┃                                  ┃{                                                                                  │
            ┃                                  ┃  "id": 9007199254740993,                                                          │
            ┃                                  ┃  "price": 1.00,                                                                   │
            ┃                                  ┃  "tags": [                                                                        │
            ┃                                  ┃    "new",                                                                         │
            ┃                                  ┃    "paid"                                                                         │
            ┃                                  ┃  ]                                                                                │
            ┃                                  ┃}                                                                                  │
            ┃                                  ┃                                                                                   │
            ┃                                  ┃                                                                                   │
            ┃                                  ┃                                                                                   │
            ┃                                  ┃                                                                                   │
            ┃                                  ┃                                                                                   │
            ┃                                  ┃                                                                                   │
            ┃                                  ┃                                                                                   │
            ┃                                  ┃                                                                                   │
            ┃                                  ┃                                                                                   │
            ┃                                  ┃                                                                                   │
            ┃                                  ┃                                                                                   │
            ┡ History ━━━━━━━━━━━ this request ┩                                                                                   │
            │ Reading.                         │                                                                                   │
            │                                  │                                                                                   │
            │                                  │                                                                                   │
            │                                  ├ Log ─────────────────────────────────────────────────────────────────── following ┤
            │                                  │›10:32:01.123 POST  201                    /orders                   132 ms    58 B│
            │                                  │                                                                                   │
            │                                  │                                                                                   │
            │                                  │                                                                                   │
            └──────────────────────────────────┴───────────────────────────────────────────────────────────────────────────────────┘
             Enter open   s send   X replay   Space mark   A add   c clone   D delete   R reload   / filter   , env   ? keys
            """)
    }

    @Test func `the whole screen at 80x24 with the request in focus and unsaved`() {
        let robot = Robot(80, 24)
        robot.press("j", .enter, "m", .down, .enter)
        expectScreen(
            robot,
            """
             apitui  shop ● 1 unsaved ───────────────────── env dev ▾   cache on   ● online
            ┌ Collections ────── 4 ┲ PUT {{base}}/orders ━━━━━━━━━ create order  ● ^S save ┓
            │ ▾ orders.http      ● ┃ Params  Headers 1  Body json  Auth  Vars 2  Options   ┃
            │     GET   list orders┃ {                                                     ┃
            │›    PUT   create o… ›┃   "sku": "{{sku}}",                                   ┃
            │     DEL   remove     ┃   "count": 2                                          ┃
            │ ▾ users.http         ┃ }                                                     ┃
            │     GET   me         ┃                                                       ┃
            │                      ┃                                                       ┃
            │                      ┃                                                       ┃
            │                      ┃                                                       ┃
            │                      ┃                                                       ┃
            │                      ┃                                                       ┃
            │                      ┃                                                       ┃
            │                      ┃                                                       ┃
            │                      ┃                                                       ┃
            │                      ┃                                                       ┃
            │                      ┃                                                       ┃
            │                      ┡ Response ━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━┩
            │                      │ No response yet: s sends the request.                 │
            ├ History ─────────────┼ Log ─────────────────────────────────────── following ┤
            │ Reading.             │ Nothing was sent yet; s sends the selected request.   │
            └──────────────────────┴───────────────────────────────────────────────────────┘
             e edit   s send   E $EDITOR   m method   i URL   w wrap   ] tab   ? keys
            """)
    }

    @Test func `a failure is shown in the response pane`() throws {
        let robot = Robot(80, 24)
        try robot.finish(try #require(robot.send()), .timedOut)
        robot.press("3")
        expectScreen(
            robot,
            """
             apitui  shop ───────────────────────────────── env dev ▾   cache on   ● online
            ┌ Collections ────── 4 ┬ GET {{base}}/orders?page=1&size=20 ────── list orders ┐
            │ ▾ orders.http        │ Params 2  Headers 2  Body  Auth  Vars 1  Options      │
            │›    GET   list ord… ›┢ timeout in first-byte   132 ms   GET list orders ━━━━━┪
            │     POST  create ord…┃ Error  Headers  Timing  Raw  Checks                   ┃
            │     DEL   remove     ┃timeout in first-byte                                  ┃
            │ ▾ users.http         ┃The server sent no answer within 5 s.                  ┃
            │     GET   me         ┃                                                       ┃
            │                      ┃Try: Raise the timeout with `# @timeout`, or look at   ┃
            │                      ┃     the server.                                       ┃
            │                      ┃                                                       ┃
            │                      ┃category  timeout                                      ┃
            │                      ┃phase     first-byte                                   ┃
            │                      ┃code      curl 28: Timeout was reached                 ┃
            │                      ┃received  nothing                                      ┃
            │                      ┃after     132 ms                                       ┃
            │                      ┃                                                       ┃
            │                      ┃                                                       ┃
            │                      ┃                                                       ┃
            │                      ┃                                                       ┃
            ├ History ─────────────╄ Log ━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━ following ┩
            │ Reading.             │›10:32:01 GET       timeout fir… /orders?page…   132 ms│
            └──────────────────────┴───────────────────────────────────────────────────────┘
             s send   y copy   / search   ] tab   , env   : command   ? keys
            """)
    }

    @Test func `one pane at 60x20, here with the variables of the request`() {
        let robot = Robot(60, 20)
        robot.press("2", "]", "]", "]", ",", .enter)
        robot.wait(.seconds(5))
        robot.tick()
        robot.resolveAll { job in
            .draft(
                RequestDraft(url: "http://h"),
                uses: [
                    VariableUse(
                        name: "base", value: "http://127.0.0.1:8080",
                        source: .environment(name: "dev", file: "/c/http-client.env.json", isPrivate: false)),
                    VariableUse(
                        name: "token", value: "s3cret",
                        source: .environment(name: "dev", file: "/c/http-client.private.env.json", isPrivate: true),
                        isSecret: true),
                ])
        }
        expectScreen(
            robot,
            """
             apitui  shop ───────────── env dev ▾   cache on   ● online
             1 Coll  2 Request  3 Resp  4 Log  5 Hist  6 Runs
            ┏ GET {{base}}/orders?page=1&size=20 ━━━━━━━━━ list orders ┓
            ┃ Params 2  Headers 2  Body  Auth  Vars 1  Options         ┃
            ┃›Kind  None                                               ┃
            ┃                                                          ┃
            ┃ Enter chooses a login.                                   ┃
            ┃                                                          ┃
            ┃                                                          ┃
            ┃                                                          ┃
            ┃                                                          ┃
            ┃                                                          ┃
            ┃                                                          ┃
            ┃                                                          ┃
            ┃                                                          ┃
            ┃                                                          ┃
            ┃                                                          ┃
            ┃                                                          ┃
            ┗━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━┛
             e edit   s send   E $EDITOR   m method   i URL   ? keys
            """)
    }

    @Test func `the smallest screen of one pane, 40x10`() {
        let robot = Robot(40, 10)
        expectScreen(
            robot,
            """
             apitui  shop ───── env dev ▾  ● online
             1 Coll  2  3  4  5  6        Tab: next
            ┏ Collections ━━━━━━━━━━━━━━━━━━━━━━ 4 ┓
            ┃ ▾ orders.http                        █
            ┃›    GET   list orders               ›█
            ┃     POST  create order               █
            ┃     DEL   remove                     █
            ┃ ▾ users.http                         ┃
            ┗━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━┛
             Enter open   s send   ? keys
            """)
    }

    @Test func `39x9 asks for room`() {
        let robot = Robot(39, 9)
        expectScreen(
            robot,
            """



                      apitui needs 40x10;
                         this is 39x9.
                     Enlarge it; q quits.
            """)
    }

    @Test func `before the files are read nothing blocks`() {
        let robot = Robot.reading(60, 12)
        expectScreen(
            robot,
            """
             apitui ──────────────────────────── env none ▾   cache on
             1 Collections  2 Req  3 Resp  4 Log  5 Hist  6 Runs
            ┏ Collections ━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━┓
            ┃ reading…                                                 ┃
            ┃                                                          ┃
            ┃                                                          ┃
            ┃                                                          ┃
            ┃                                                          ┃
            ┃                                                          ┃
            ┃                                                          ┃
            ┗━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━┛
             A add   R reload   / filter   , env   : command   ? keys
            """)
    }

    @Test func `unresolved variables are named over the panes`() {
        let robot = Robot(80, 24)
        robot.press("s")
        robot.resolveAll { _ in
            .unresolved(
                [
                    UnresolvedVariable(name: "base", line: 4, reason: "no variable of that name"),
                    UnresolvedVariable(name: "a", line: 9, reason: "cycle: a -> b -> a"),
                ], uses: [])
        }
        expectScreen(
            robot,
            """
             apitui  shop ───────────────────────────────── env dev ▾   cache on   ● online
            ┏ Collections ━━━━━━ 4 ┱ GET {{base}}/orders?page=1&size=20 ────── list orders ┐
            ┃ ▾ orders.http        ┃ Params 2  Headers 2  Body  Auth  Vars 1  Options      │
            ┃›    GET   list ord… ›┃›✓ page      1                                         │
            ┃     POST  create ord…┃ ✓ size      20                                        │
            ┃     DEL   remove     ┃                                                       │
            ┃ ▾ users.http         ┃                                                       │
            ┃     GET   me         ┃                                                       │
            ┃ ┏ Not sent: unresolved variables ━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━┓─┤
            ┃ ┃ {{base}}  orders.http:4  no variable of that name                        ┃ │
            ┃ ┃ {{a}}  orders.http:9  cycle: a -> b -> a                                 ┃ │
            ┃ ┃                                                                          ┃ │
            ┃ ┃ Environment: dev.                                                        ┃ │
            ┃ ┃ Choose another with , or give the name a value on the Vars tab with e    ┃ │
            ┃ ┗ Esc close ━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━┛ │
            ┃                      ┃                                                       │
            ┃                      ┃                                                       │
            ┃                      ┃                                                       │
            ┃                      ┃                                                       │
            ┃                      ┃                                                       │
            ┡ History ━━━━━━━━━━━━━╃ Log ─────────────────────────────────────── following ┤
            │ Reading.             │ Nothing was sent yet; s sends the selected request.   │
            └──────────────────────┴───────────────────────────────────────────────────────┘
            """)
    }

    @Test func `headers while one is added, in ASCII`() {
        let robot = Robot(80, 24, glyphs: .ascii)
        robot.press("2", "]", "A")
        robot.type("X-Trace")
        robot.press(.enter)
        robot.type("日本")
        expectScreen(
            robot,
            """
             apitui  shop --------------------------------- env dev v   cache on   * online
            + Collections ------ 4 # GET {{base}}/orders?page=1&size=20 ====== list orders #
            | v orders.http        # Params 2  Headers 2  Body  Auth  Vars 1  Options      #
            |>    GET   list ord~ ># x Accept    application/json                          #
            |     POST  create ord~# . X-Debug   1 off                                     #
            |     DEL   remove     #   X-Trace             日本                            #
            | v users.http         #                                                       #
            |     GET   me         #                                                       #
            |                      #                                                       #
            |                      #                                                       #
            |                      #                                                       #
            |                      #                                                       #
            |                      #                                                       #
            |                      #                                                       #
            |                      #                                                       #
            |                      #                                                       #
            |                      #                                                       #
            |                      #                                                       #
            |                      # Response =============================================#
            |                      | No response yet: s sends the request.                 |
            + History -------------+ Log --------------------------------------- following +
            | Reading.             | Nothing was sent yet; s sends the selected request.   |
            +----------------------+-------------------------------------------------------+
             Enter apply   ^G drop   Tab name, value   F5 send   ^S save   ^N complete
            """)
    }

    @Test func `the palette finds by typing`() {
        let robot = Robot(80, 24)
        robot.press(":")
        robot.type("pane")
        expectScreen(
            robot,
            """
             apitui  shop ───────────────────────────────── env dev ▾   cache on   ● online
            ┏ Collections ━━━━━━ 4 ┱ GET {{base}}/orders?page=1&size=20 ────── list orders ┐
            ┃ ▾ or┏ Commands ━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━┓     │
            ┃›    ┃ : pane                                                           ┃     │
            ┃     ┃ ›Shrink pane         Make the focused pane smaller.            < ┃     │
            ┃     ┃  Grow pane           Make the focused pane larger.             > ┃     │
            ┃ ▾ us┃  Fold pane           Show only the title of the focused pane … _ ┃     │
            ┃     ┃  Import              Make request files of what another tool … i ┃     │
            ┃     ┃  Copy                Copy the body, a header, the URL, the cu… y ┃─────┤
            ┃     ┃  Zoom                Give the focused pane the whole screen, … z ┃     │
            ┃     ┃  Usual sizes         Give all panes their usual sizes, and un… = ┃     │
            ┃     ┃  Help                All keys; those of the focused pane firs… ? ┃     │
            ┃     ┃  Back                Leave zoom, filter or pane; from Collect… q ┃     │
            ┃     ┃                                                                  ┃     │
            ┃     ┃                                                                  ┃     │
            ┃     ┃                                                                  ┃     │
            ┃     ┃                                                                  ┃     │
            ┃     ┃                                                                  ┃     │
            ┃     ┃                                                                  ┃     │
            ┃     ┃                                                                  ┃     │
            ┡ Hist┃                                                                  ┃wing ┤
            │ Read┗ Enter do it   Up Down select   Esc close ━━━━━━━━━━━━━━━━━━━━━━━━┛t.   │
            └──────────────────────┴───────────────────────────────────────────────────────┘
            """)
    }

    @Test func `the form for a new request`() {
        let robot = Robot(80, 24)
        robot.press("A")
        robot.type("ping")
        robot.press(.tab, .control("u"), .enter)
        expectScreen(
            robot,
            """
             apitui  shop ───────────────────────────────── env dev ▾   cache on   ● online
            ┏ Collections ━━━━━━ 4 ┱ GET {{base}}/orders?page=1&size=20 ────── list orders ┐
            ┃ ▾ orders.http        ┃ Params 2  Headers 2  Body  Auth  Vars 1  Options      │
            ┃›    GET   list ord… ›┃›✓ page      1                                         │
            ┃     POST  create ord…┃ ✓ size      20                                        │
            ┃     DEL   remove     ┃                                                       │
            ┃ ▾ users.http         ┃                                                       │
            ┃     GET   me         ┃                                                       │
            ┃                      ┠ Response ─────────────────────────────────────────────┤
            ┃ ┏ New request ━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━┓ │
            ┃ ┃ File     orders.http                                                     ┃ │
            ┃ ┃ Title    ping                                                            ┃ │
            ┃ ┃ Request                                                                  ┃ │
            ┃ ┃ ! The request needs a URL.                                               ┃ │
            ┃ ┗ Enter next, done   Tab field   Esc drop ━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━┛ │
            ┃                      ┃                                                       │
            ┃                      ┃                                                       │
            ┃                      ┃                                                       │
            ┃                      ┃                                                       │
            ┃                      ┃                                                       │
            ┡ History ━━━━━━━━━━━━━╃ Log ─────────────────────────────────────── following ┤
            │ Reading.             │ Nothing was sent yet; s sends the selected request.   │
            └──────────────────────┴───────────────────────────────────────────────────────┘
            """)
    }

    @Test func `what comes from outside cannot draw anything but text`() {
        let robot = Robot(
            80, 24,
            files: [("a.http", "### \u{1B}[2Jx\u{202E}y\nGET http://h/\u{1B}]0;t\u{07}\nX: \u{9B}1m\n\n\u{1B}c\n")])
        for row in robot.screen.split(separator: "\n") {
            #expect(
                row.unicodeScalars.allSatisfy {
                    $0.value >= 0x20 && !(0x7F..<0xA0).contains($0.value) && $0.value != 0x202E
                })
        }
        #expect(robot.screen.contains("\\x1B"))
    }

    @Test func `the focused pane is marked by its frame, not by colour alone`() {
        for pane in Pane.allCases {
            let robot = Robot(80, 24)
            robot.press(.character(Character("\(pane.rawValue)")))
            #expect(robot.border(pane).contains("━━"), "\(pane)")
            for other in Pane.allCases where other != pane {
                // A line below the pane with the focus is that pane's too.
                #expect(!robot.border(other).hasPrefix("┏"), "\(pane) and \(other)")
            }
        }
    }

    @Test func `the cursor is on what is selected, in every pane and dialog`() throws {
        for pane in Pane.allCases {
            let robot = Robot(120, 40)
            try robot.finish(try #require(robot.send()), .ok)
            robot.press(.character(Character("\(pane.rawValue)")))
            let place = robot.frame.cursor ?? robot.frame.selected
            // Lists without a row have nothing that is selected.
            guard pane != .history, pane != .runs else { continue }
            #expect(place.map { robot.layout.panes[pane]?.contains($0) == true } == true, "\(pane)")
        }
        for key in ["?", ":", ",", "M", "t", "A", "X"] as [Key] {
            let robot = Robot(120, 40)
            robot.press(key)
            guard robot.hasDialog else { continue }
            let place = robot.frame.cursor ?? robot.frame.selected
            // Help has no row that is selected.
            #expect(key == "?" || place != nil, "\(key)")
        }
        let robot = Robot(120, 40)
        let first = try #require(robot.frame.selected)
        robot.press("j")
        #expect(robot.frame.selected == Point(x: first.x, y: first.y + 1))
        robot.press("2", "i")
        #expect(robot.frame.cursor?.y == robot.layout.panes[.request]?.y)
    }
}
