import NetEngine
import NetEngineRequestLog
import TestSupport
import Testing

@testable import Base
@testable import Explorer
@testable import TerminalUI
@testable import Workspace

/// What the response pane says when a key has nothing to do, and after those that change more than is seen.
@Suite struct ResponseSentenceTests {
    private typealias F = ExchangeFixtures

    @Test func `before the first response each key says what it needs`() {
        let robot = Robot(100, 30)
        robot.press("3")
        expectSentences(
            robot,
            """
            y -> There is no response to copy from. s sends the request.
            W -> There is no body to write. s sends the request.
            v -> There is no body to show. s sends the request.
            o -> There is no body to show. s sends the request.
            f -> Only a response with a body can be filtered.
            ^G -> ^G needs a response. s sends the request.
            p -> Only a response can be pinned: s sends the request.
            d -> Only a response can be compared: s sends the request.
            r -> The response has no complete body.
            / -> There is nothing to search yet.
            n -> There is no search. / begins one.
            N -> There is no search. / begins one.
            m -> There are no lines to select here.
            Enter -> Only JSON folds, in the pretty view of the Body tab.
            - -> Only JSON folds, in the pretty view of the Body tab.
            + -> Only JSON folds, in the pretty view of the Body tab.
            * -> Only JSON folds, in the pretty view of the Body tab.
            } -> This request has no response yet: s sends it.
            Space -> Space shows hidden values on the Cookies tab.
            D -> Select a cookie of the jar on the Cookies tab of the response.
            """)
    }

    @Test func `while the first response is on its way each key says that it has not ended`() throws {
        let robot = Robot(100, 30)
        _ = try #require(robot.send())
        robot.press("3")
        for keys in ["y", "W", "v", "o", "f", "p", "d", "r", "}", "m", "a", "^G"] {
            expectSentences(robot, "\(keys) -> The response has not ended: wait for it, or stop it with Esc.")
        }
    }

    @Test func `where an error is in the place of the body there is no other view`() throws {
        let robot = Robot(100, 30)
        try robot.finish(try #require(robot.send()), .timedOut)
        robot.press("3")
        for _ in 0..<9 where robot.responseTab != "Error" && robot.responseTab != "Body" { robot.press("[") }
        expectSentences(robot, "b -> No body came: the tab shows the error.")
    }

    @Test func `of an empty body nothing can be written, and a body that was not kept says so`() throws {
        let empty = try Robot.showing([])
        expectSentences(
            empty,
            "W -> The body is empty; there is nothing to write.\nf -> Only a response with a body can be filtered.")
        #expect(empty.inside(.response).contains { $0.hasPrefix("The body is empty.") })
    }

    @Test func `with JSON in view the keys say what they did`() throws {
        let robot = try Robot.showing(Array(#"{"a":[{"b":1}],"c":2}"#.utf8))
        expectSentences(
            robot,
            """
            - -> Folded from level 1 on. + shows a level more, * all, Enter one value.
            - - -> Folded from level 0 on. + shows a level more, * all, Enter one value.
            - - - -> Folded from level 0 on. + shows a level more, * all, Enter one value.
            - + -> Folded from level 2 on. + shows a level more, * all, Enter one value.
            + -> Nothing is folded by level; - folds, Enter folds one value.
            * -> All is unfolded.
            m -> Selecting lines: move to extend, y copies them, Esc leaves.
            n -> There is no search. / begins one.
            p -> Pinned: d compares other responses with it.
            p p -> No longer pinned.
            p d -> nothing
            # -> nothing
            w -> nothing
            ] # -> Only lines of the Body tab are numbered.
            ] w -> Only bodies wrap: the Body tab and the Raw tab.
            ] - -> Only JSON folds, in the pretty view of the Body tab.
            ] Enter -> Only JSON folds, in the pretty view of the Body tab.
            ] ] w -> Only bodies wrap: the Body tab and the Raw tab.
            ] ] ] w -> nothing
            ] ] ] # -> Only lines of the Body tab are numbered.
            ] ] ] ] m -> Lines of this tab cannot be selected.
            ] ] ] ] w -> Only bodies wrap: the Body tab and the Raw tab.
            Space -> Space shows hidden values on the Cookies tab.
            """)
    }

    @Test func `where the session ends the request log is asked, with a sentence for its end`() throws {
        let robot = try Robot.showing(Array("{}".utf8))
        func asked(_ key: Key) -> [String] {
            robot.effects = []
            robot.press(key)
            return robot.take().compactMap {
                guard case .openFirstLogged(let reading, let sentence) = $0 else { return nil }
                return "\(reading.page) \(reading.limit) \(sentence)"
            }
        }
        #expect(asked("}") == ["oldest 1 This is the newest response."])
        #expect(asked("{") == ["newest 1 This is the oldest response of this request that is kept."])
        #expect(
            asked("d") == ["newest 1 There is nothing to compare with: send again, or pin a response with p."])
    }

    @Test func `going through the responses of a session says which one is in view, and marks old ones`() throws {
        let robot = try Robot.showing(Array("{}".utf8))
        for _ in 0..<2 { try robot.finish(try #require(robot.send()), .ok) }
        robot.press("3")
        expectSentences(
            robot,
            """
            { -> Response 2 of 3 of this request.
            { { -> Response 1 of 3 of this request.
            { { } -> Response 2 of 3 of this request.
            { } -> Response 3 of 3 of this request.
            """)
        robot.press("{")
        #expect(robot.inside(.response).contains { $0.hasPrefix("Old response") })
        robot.press("}")
        #expect(!robot.inside(.response).contains { $0.hasPrefix("Old response") })
    }

    @Test func `an older response of the session has its own checks`() throws {
        let robot = try Robot.showing(Array("{}".utf8))
        let passed = CheckResult(text: "status == 200", line: 1, verdict: .passed, expected: "200")
        robot.tell(.checked(F.id(1), CheckReport(results: [passed, passed])))
        #expect(robot.border(.response).contains("checks 2/2"), "\(robot.screen)")
        try robot.finish(try #require(robot.send()), .ok)
        robot.press("3")
        #expect(!robot.border(.response).contains("checks"), "\(robot.screen)")
        robot.press("{")
        #expect(robot.border(.response).contains("checks 2/2"), "\(robot.screen)")
        robot.press("}")
        #expect(!robot.border(.response).contains("checks"), "\(robot.screen)")
    }

    @Test func `a response of a request that is gone, or of none, has none before it to be compared with`() {
        let now = Timestamp(microsecondsSince1970: 1_700_000_000_000_000)
        let row = LogRow(
            id: 7, startedAt: now, method: "GET", url: "http://h/x", name: "gone", file: "/c/gone.http",
            source: .screen,
            process: "apitui", pid: 7, status: 200)
        let sentence = "There is nothing to compare with: send again, or pin a response with p."
        var draft = RequestDraft(url: "http://h/x")
        for (files, isLogged) in [(Robot.shop, true), ([], false)] {
            let robot = Robot(100, 30, files: files)
            draft.options.log = isLogged ? RequestLogOptions(name: "gone", file: "/c/gone.http") : nil
            robot.open(row, F.exchange(9, draft: draft).numbered(ExchangeID(logged: 7)))
            robot.effects = []
            robot.press("d")
            #expect(robot.focus == .response && robot.toastText == sentence, "\(robot.screen)")
            #expect(!robot.takeNames().contains { $0.hasPrefix("openFirstLogged") })
        }
    }

    @Test func `the palette says why a command is not possible`() throws {
        let robot = Robot(120, 40)
        func clauses(_ commands: [Command]) -> String {
            commands.map { "\($0): \(robot.obstacle(to: $0))" }.joined(separator: "\n")
        }
        robot.press("2")
        #expect(
            clauses([
                .save, .saveAll, .cancelAll, .convertCurl, .saveSchema, .writeCaptures, .clearCookies, .undo, .redo,
                .showCoverage, .writeBody, .pageBody, .send, .editURL, .browseCache, .chooseCacheMode, .foldMore,
                .toggleFollow, .compareRuns, .newFile,
            ]) == """
                save: this file has no unsaved edit
                saveAll: no file has an unsaved edit
                cancelAll: nothing is in flight
                convertCurl: the request is not a curl command
                saveSchema: no GraphQL endpoint was asked for its schema
                writeCaptures: no script takes a value
                clearCookies: the jar is empty
                undo: nothing was edited
                redo: nothing was taken back
                showCoverage: no OpenAPI description is here
                writeBody: in Response: Enter goes there first
                pageBody: in Response: Enter goes there first
                send: 
                editURL: 
                browseCache: 
                chooseCacheMode: 
                foldMore: in Response: Enter goes there first
                toggleFollow: in Log: Enter goes there first
                compareRuns: in Runs: Enter goes there first
                newFile: in Collections: Enter goes there first
                """)
        robot.press("3")
        #expect(
            clauses([.writeBody, .pageBody, .openBody, .foldMore]) == """
                writeBody: there is no response
                pageBody: there is no response
                openBody: there is no response
                foldMore: nothing for it in Response now
                """)
        _ = try #require(robot.send())
        #expect(clauses([.writeBody, .cancelAll]) == "writeBody: the response has not ended\ncancelAll: ")
        let bare = Robot(120, 40, files: [], hasCache: false)
        #expect(
            [.send, .sendAfresh, .showPlan, .browseCache, .chooseCacheMode, .revealOpen]
                .map { bare.obstacle(to: $0) } == [
                    "no request is selected", "no request is selected", "no request is selected",
                    "there is no cache", "there is no cache", "no request is open",
                ])
    }

    // MARK: Dialogs

    @Test func `the field for writing a body says where the file will be, and changes with what becomes of it`() throws
    {
        let robot = try Robot.showing(Array(#"{"a":1}"#.utf8))
        func note() -> String {
            robot.dialog.dropFirst().map { $0.split(separator: " ").joined(separator: " ") }.filter { !$0.isEmpty }
                .joined(separator: " ")
        }
        robot.press("W")
        #expect(robot.screen.contains("Write the body, 7 B"))
        #expect(
            note()
                == "The bytes are written as they are. The name is relative to the folder in which apitui was started; ~/ is your home."
        )
        #expect(robot.dialogKeys.map(\.1) == ["write", "close"])
        robot.press(.enter)
        #expect(robot.dialogKeys.map(\.1) == ["stop"] && note().hasPrefix("Writing, 0 B so far."))
        robot.type("x")
        robot.paste("y")
        robot.tell(.bodyWritten(.exists))
        #expect(
            note() == "! There is a file of that name. Enter replaces it; or change the name."
                && robot.dialogKeys.map(\.1) == ["replace the file", "close"])
        #expect(robot.takeNames().filter { $0.hasPrefix("writeBody") } == ["writeBody 7 to orders.json"])
        robot.press(.enter)
        #expect(robot.takeNames().filter { $0.hasPrefix("writeBody") } == ["writeBody 7 to orders.json replacing"])
        robot.tell(.bodyWritten(.failed(sentence: "No room.")))
        #expect(note() == "! No room.")
        // Another name is another file: it replaces nothing, and the problem is gone.
        robot.type("x")
        #expect(note().hasPrefix("The bytes are written"))
        robot.press(.enter)
        #expect(robot.takeNames().filter { $0.hasPrefix("writeBody") } == ["writeBody 7 to orders.jsonx"])
        robot.press(.escape)
        #expect(robot.takeNames() == ["stopWriting"] && !robot.hasDialog)
        #expect(robot.toastText == "Writing was stopped; no file is left.")
        // The file that a late report is about is not asked for any more.
        robot.tell(.bodyWritten(.written(path: "/x", byteCount: 7)))
        #expect(robot.toastText == "Writing was stopped; no file is left.")
        robot.press("W", .enter)
        robot.tell(.bodyWritten(.written(path: "/x/a.json", byteCount: 7)))
        #expect(robot.toastText == "The body (7 B) is in /x/a.json." && !robot.hasDialog)
    }

    @Test func `what a request says of itself before it is sent is whole, or ends in an ellipsis`() {
        let words = (1...200).map { "word\($0)" }.joined(separator: " ")
        let robot = Robot(60, 20, files: [("a.http", "### a\n# @description \(words)\nGET http://h/\n")])
        robot.press(.enter, "3")
        func said() -> String { robot.inside(.response).flatMap { $0.split(separator: " ") }.joined(separator: " ") }
        #expect(said().contains("word1 word2 ") && said().hasSuffix("…"), "\(robot.screen)")
        robot.resize(160, 60)
        #expect(said().hasSuffix(words), "\(robot.screen)")
    }

    @Test func `what is said below the field is whole on a narrow screen, or ends in an ellipsis`() throws {
        let robot = try Robot.showing(Array("{}".utf8), columns: 44, rows: 10)
        robot.press("W")
        func note() -> String { robot.dialog.dropFirst().flatMap { $0.split(separator: " ") }.joined(separator: " ") }
        #expect(note().hasSuffix("apitui was started; ~/ is your home."), "\(robot.screen)")
        robot.press(.enter)
        let sentence = (1...60).map { "word\($0)" }.joined(separator: " ") + "."
        robot.tell(.bodyWritten(.failed(sentence: sentence)))
        #expect(note().hasPrefix("! word1 word2 ") && note().hasSuffix("…"), "\(robot.screen)")
        robot.resize(100, 30)
        #expect(note() == "! " + sentence, "\(robot.screen)")
    }

    @Test func `the field says which file a path means where that is not what is typed, and wants a name`() throws {
        let robot = try Robot.showing(Array("{}".utf8))
        robot.press("W")
        func note(_ path: String) -> String {
            robot.press(.control("u"))
            robot.paste(path)
            return robot.dialog.dropFirst().flatMap { $0.split(separator: " ") }.joined(separator: " ")
        }
        for (path, meant) in [
            ("a.json", nil), ("a/b/", nil), ("../b.json", nil), ("../../b", nil), ("~/../b", nil), ("/", nil),
            ("./a.json", "a.json"), ("a/../b.json", "b.json"), ("a/../../b", "../b"), ("a//b", "a/b"),
            ("a/./", "a/"), ("/../b", "/b"), ("/a/../b/", "/b/"), ("a/..", "the folder itself"),
        ] as [(String, String?)] {
            let begin = meant.map { "This is \($0). " } ?? ""
            #expect(note(path).hasPrefix(begin + "The bytes are written as they are."), "\(path): \(note(path))")
        }
        robot.effects = []
        robot.press(.control("u"), .enter)
        #expect(robot.hasDialog && robot.takeNames().isEmpty && robot.dialogKeys.map(\.1) == ["write", "close"])
        // Another name is pasted after one that is taken: it replaces nothing.
        robot.paste("a.json")
        robot.press(.enter)
        robot.tell(.bodyWritten(.exists))
        robot.paste("2")
        robot.effects = []
        robot.press(.enter)
        #expect(robot.takeNames() == ["writeBody 2 to a.json2"])
    }

    @Test func `a header is chosen by name, with its value or the whole line`() throws {
        let robot = try Robot.showing(Array("{}".utf8))
        robot.press("y", "o")
        #expect(robot.screen.contains("Copy one header") && robot.screen.contains("Content-Type: application/json"))
        #expect(robot.dialogKeys.map(\.0) == ["Enter", "l", "Esc"])
        #expect(robot.dialogKeys.map(\.1) == ["copy the value", "the line", "close"])
        robot.effects = []
        robot.press("k", "j", "j", .enter)
        #expect(robot.takeNames() == ["copy application/json"])
        robot.press("y", "o", .escape)
        #expect(!robot.hasDialog)
    }

    @Test func `a click on a row of what can be copied copies it, and chooses a header first`() throws {
        let robot = try Robot.showing(Array("{}".utf8))
        robot.effects = []
        robot.press("y")
        robot.click(on: "URL ")
        #expect(!robot.hasDialog && robot.takeNames() == ["copy http://127.0.0.1:8080/orders"])
        robot.press("y")
        robot.click(on: "one header")
        robot.click(on: "Content-Type")
        #expect(!robot.hasDialog && robot.takeNames() == ["copy application/json"])
    }

    @Test func `a place that is not there says how much there is`() throws {
        let robot = try Robot.showing(Array(#"{"a":[{"b":1}],"c":2}"#.utf8))
        func said(_ text: String) -> String {
            let copy = robot.copy()
            copy.press(.control("g"))
            copy.type(text)
            copy.press(.enter)
            copy.searchPlaces()
            return copy.hasDialog ? (copy.dialog.last ?? "").split(separator: " ").joined(separator: " ") : "there"
        }
        let rows = ["8", "9", "@20", "@21", "$.a[0].b", "$.x", "$.a[1].b", "$.a[0].x.y"].map { "\($0) -> \(said($0))" }
        #expect(
            rows.joined(separator: "\n") == """
                8 -> there
                9 -> ! This view has 8 lines.
                @20 -> there
                @21 -> ! The body has 21 bytes, counted from 0.
                $.a[0].b -> there
                $.x -> ! The first step leads to nothing in the body.
                $.a[1].b -> ! Only 1 step of 3 leads to something in the body.
                $.a[0].x.y -> ! Only 2 steps of 4 lead to something in the body.
                """)
        let empty = try Robot.showing([])
        empty.press(.control("g"))
        #expect(empty.dialog.last?.hasPrefix("A line of this view, @ and a byte of the body, or a JSON path.") == true)
        empty.type("@0")
        empty.press(.enter)
        #expect(empty.dialog.last?.hasPrefix("! The body has 0 bytes, counted from 0.") == true)
    }
}
