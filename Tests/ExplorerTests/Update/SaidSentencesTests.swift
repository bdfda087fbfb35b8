import NetEngine
import Testing

@testable import Explorer
@testable import HTTPFormat
@testable import TerminalUI
@testable import Workspace

/// What the footer says after keys, as whole sentences.
@Suite struct SaidSentencesTests {
    private static let text = """
        ### a
        # @no-redirect
        POST http://h/a?q=1 HTTP/1.1
        Authorization: Bearer {{t}}
        Content-Type: application/json

        {"a":1}

        ### --- Rest ---

        ### b
        GET http://h/b

        """

    private static let curl =
        "This request is a curl command; the palette's \"Convert curl\" makes it one that can be edited."

    private static func robot(_ name: String) -> Robot {
        switch name {
        case "shop": Robot()
        case "none": Robot(files: [])
        case "curl": Robot(files: [("a.http", "### C\ncurl http://h/ -H 'Authorization: Bearer {{t}}' -d x\n")])
        case "nested": Robot(files: [("f/a.http", "GET http://h/a\n"), ("b.http", "GET http://h/b\n")])
        default: Robot(120, 40, files: [("a.http", text)])
        }
    }

    @Test(arguments: [
        (
            "shop",
            """
            @Body A -> Rows are added on the Params and Headers tabs.
            @Vars A -> Rows are added on the Params and Headers tabs.
            @Options A -> Rows are added on the Params and Headers tabs.
            @Params D -> Parameter removed. u takes it back.
            @Headers D -> Header removed. u takes it back.
            @Auth D -> The request has no login of its own.
            2 F -> Only a JSON body can be formatted: a request with a Content-Type of JSON.
            2 u -> Nothing to take back in this file.
            2 U -> Nothing was taken back in this file.
            g U -> Nothing was taken back in this file.
            2 D u -> The edit of GET list orders is taken back.
            2 D u U -> The edit of GET list orders is made again.
            g u -> Nothing to take back in this file.
            R -> Reading the files again.
            g s -> Select a request to send it; 2 goes to the one that is open.
            / zzz Enter s -> No request matches the filter. Esc clears it.
            g + -> Select a request to move it within its file.
            g - -> Select a request to move it within its file.
            g c -> Select a request to clone it.
            s Esc -> Send cancelled.
            , Up Enter -> No environment.
            , Down Enter -> Environment: live.
            2 T Down Enter -> The body is JSON. e edits it.
            j 2 T Up Enter -> The request has no body. u takes it back.
            2 i ^N -> Nothing to choose from here; {{ begins a variable.
            2 i ^U {{zzz ^N -> There is nothing to suggest here.
            @Body e ^T -> Only a JSON body can be formatted: a request with a Content-Type of JSON.
            j @Body e ^T ->
            j @Body e x ^T -> The body is not formatted: line 1, column 1: a value is expected here.
            @Options Space -> Enter changes timeout.
            @Options D -> timeout has no line in the request.
            """
        ),
        (
            "nested",
            """
            g U -> No change of files and folders was taken back.
            g u -> Nothing to take back.
            """
        ),
        (
            "curl",
            """
            2 T g Enter -> \(curl)
            2 T g Down Enter -> \(curl)
            @Auth D -> \(curl)
            """
        ),
        (
            "none",
            """
            O -> No request is open.
            s -> There is no request to send.
            r -> Select a request, a file or a folder to rename it.
            m -> Select a request, a file or a folder to move it.
            """
        ),
        (
            "text",
            """
            D d -> Deleted. u takes it back, ^S writes the file.
            g j j D -> Select a request, a file or a folder to delete it.
            g j j + -> Select a request to move it within its file.
            2 F -> Body formatted. u takes it back.
            2 F F -> The body is formatted already.
            @Auth D -> The login is removed. u takes it back.
            @Options j j j D -> The line of @no-redirect is removed. u takes it back.
            @Options G Enter -> HTTP version follows from the request line and the body.
            @Options G D -> HTTP version has no line in the request.
            @Options G Space -> HTTP version follows from the request line and the body.
            """
        ),
    ])
    func `each key says what it did, or why it does nothing`(name: String, rows: String) {
        for (keys, sentence) in table(rows) {
            let robot = Self.robot(name)
            robot.script(keys)
            #expect(robot.toastText ?? "" == sentence, "\(keys)\n\(robot.screen)")
        }
    }

    // MARK: Variables

    private typealias Use = VariableUse

    @Test func `a variable that cannot be changed says where it comes from`() {
        let cases: [(name: String, source: Use.Source, sentence: String)] = [
            ("$guid", .dynamic, "{{$guid}} is new at each send."),
            (
                "$processEnv HOME", .processEnvironment,
                "{{$processEnv HOME}} is a variable of your environment."
            ),
            (
                "$auth.token(\"x\")", .token("ends in 5 min"),
                "{{$auth.token(\"x\")}} is a token: ends in 5 min. The palette's Tokens forgets it."
            ),
            ("city", .prompt, "{{city}} is asked for before the send."),
            ("item", .loop, "{{item}} comes from the loop."),
            (
                "login.response.body.id", .request(id: "login"),
                "{{login.response.body.id}} comes from the response to login."
            ),
            ("far", .imported(file: "x.http", line: 1), "x.http is not open here."),
        ]
        for (name, source, sentence) in cases {
            for key: Key in [.enter, "e"] {
                let robot = Robot()
                robot.lookUp([Use(name: name, value: "v", source: source)])
                robot.press(key)
                #expect(robot.toastText == sentence && robot.typed == nil, "\(name)")
            }
        }
        let unknown = Robot(files: [("a.http", "GET http://h/{{zone}}/{{login.response.body.id}}\n")])
        unknown.lookUp(
            [], unresolved: [UnresolvedVariable(name: "zone", line: 1, reason: "no variable of that name")])
        unknown.script("j Enter")
        #expect(unknown.toastText == "{{login.response.body.id}} has no value yet." && unknown.typed == nil)
        let none = Robot()
        none.lookUp([])
        none.press(.enter)
        #expect(none.toastText == "This request uses no variables.")
        let robot = Robot()
        robot.lookUp(
            [],
            unresolved: [
                UnresolvedVariable(name: "login.response.body.id", line: 4, reason: "login has not been sent"),
                UnresolvedVariable(name: "zone", line: 5, reason: "no variable of that name"),
            ])
        robot.press(.enter)
        #expect(robot.toastText == "{{login.response.body.id}}: login has not been sent, line 4.")
        robot.press("j", .enter)
        robot.type("eu")
        robot.press(.enter)
        #expect(robot.toastText == "@zone is defined at the top of the file. ^S writes it.")
        #expect(robot.text().contains("@zone = eu\n"), "\(robot.text())")
    }

    @Test func `a variable that was given at the start is changed until the end, and one that is gone says so`() {
        let robot = Robot()
        robot.lookUp([
            Use(name: "host", value: "h", source: .override),
            Use(name: "lost", value: "l", source: .environment(name: "dev", file: "/c/x.json", isPrivate: false)),
        ])
        robot.script("Space")
        let hidden = "Only tokens, hidden answers and values from private files and your environment are hidden."
        #expect(robot.toastText == hidden)
        robot.script("e 2")
        #expect(robot.typed?.hasSuffix("h2") == true)
        robot.script("Enter")
        #expect(robot.toastText == "host is changed until the program ends.")
        robot.script("j e 2 Enter")
        #expect(robot.toastText == "The file that defines lost is not known any more.")
        #expect(robot.typed != nil, "the field stays open")
    }

    @Test func `each source of a value has its words`() {
        let cases: [(Use.Source, String)] = [
            (.override, "given at the start"), (.prompt, "asked before the send"), (.loop, "of the loop"),
            (.request(id: "login"), "response of login"), (.file(line: 3), "this file, line 3"),
            (.imported(file: "f/b.http", line: 4), "f/b.http, line 4"),
            (
                .environment(name: "dev", file: "/c/f/http-client.env.json", isPrivate: true),
                "env dev, http-client.env.json"
            ),
            (.shared(file: "/c/x.env.json", isPrivate: false), "$shared, x.env.json"),
            (.dotEnv(file: "/c/.env"), ".env"),
            (.processEnvironment, "your environment"), (.dynamic, "made at each send"), (.token("kept"), "kept"),
        ]
        for (source, words) in cases { #expect(source.text == words) }
    }

    // MARK: The editor, files that may not be edited

    @Test func `what comes of the editor is said, and a text that is refused for a body stays in the field`() throws {
        func edited(_ keys: String, _ outcome: EditorOutcome) throws -> Robot {
            let robot = Robot()
            robot.script(keys)
            let job = robot.take().compactMap { if case .editExternally(let job) = $0 { job } else { nil } }.first
            robot.tell(.editedExternally(try #require(job), outcome))
            return robot
        }
        #expect(try edited("2 E", .unchanged).toastText == "The editor changed nothing.")
        let kept = try edited("2 E", .changed("### list orders\nGET http://h/new\n\n"))
        #expect(kept.toastText == "The request has the editor's text now. ^S writes the file.")
        #expect(kept.openTarget == "http://h/new")
        let gone = try edited("2 E", .changed("# nothing\n"))
        #expect(
            gone.toastText
                == "The editor's text has no request, so GET list orders is deleted. u takes it back. ^S writes the file."
        )
        let body = try edited("j @Body E", .changed("{}"))
        #expect(body.toastText == "The request has the editor's text now. ^S writes the file.")
        #expect(body.text().contains("\n\n{}\n"))
    }

    @Test func `a file that is not UTF-8 is not edited, whatever the key`() {
        let bytes = Array("### a\nPOST http://h/?a=1\nX: ".utf8) + [0xFF, 0x0A]
        let file = CollectionFile(
            path: "/c/a.http", relativePath: "a.http", document: HTTPDocument(bytes: bytes),
            stamp: FileStamp(bytes: bytes))
        for keys in ["2 m", "2 i", "2 e", "2 A", "2 D", "2 Space", "2 T", "2 E", "@Body e", "2 r", "c", "D", "r", "m"] {
            let robot = Robot(files: [])
            robot.tell(.collectionLoaded(.success(CollectionFolder(root: "/c", name: "shop", nodes: [.file(file)]))))
            robot.script("g j")
            robot.script(keys)
            #expect(
                robot.toastText == "a.http is not UTF-8; it can be sent from but not edited.",
                "\(keys)\n\(robot.screen)")
            #expect(robot.typed == nil && !robot.hasDialog, "\(keys)")
        }
    }

    // MARK: Moves between files

    @Test func `a move between files is taken back and made again in both, in the order of the edits`() {
        let move = "g j m ^U users.http Enter Enter"
        for (keys, sentence) in table(
            """
            \(move) -> Moved. ^S writes one file, the palette's Save all both.
            \(move) u -> The move is taken back, in both files.
            \(move) u U -> The request is moved again, in both files.
            \(move) g j + G u -> A move is taken back in both files: first take back what was edited in orders.http after it.
            g j + m ^U users.http Enter Enter u u G U -> A move is made again in both files: first make again what was taken back in orders.http after it.
            \(move) u g j + G U -> The move cannot be made again: what the other file took back is forgotten; move the request yourself.
            """)
        {
            let robot = Robot()
            robot.script(keys)
            #expect(robot.toastText == sentence, "\(keys)\n\(robot.screen)")
        }
    }
}
