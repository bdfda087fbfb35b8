import NetEngine
import TestSupport
import Testing

@testable import Base
@testable import Explorer
@testable import HTTPFormat
@testable import TerminalUI
@testable import Workspace

/// What dialogs and panes say: where nothing is there yet, where something is refused, and in a few words about what is.
@Suite struct DialogWordsTests {
    // MARK: Environments

    private static let file = "/c/http-client.env.json"
    private static let privateFile = "/c/http-client.private.env.json"

    private static func value(
        _ environment: String, _ name: String, _ value: String, isPrivate: Bool = false
    ) -> EnvironmentSet.Variable {
        EnvironmentSet.Variable(
            value: value, reason: nil, file: isPrivate ? privateFile : file, isPrivate: isPrivate,
            path: [environment, name])
    }

    /// `base` in one of two environments, a private `token` in one, `old` that nothing uses, `lang` shared.
    private static func environments() -> Robot {
        let robot = Robot(files: [("a.http", "GET {{base}}/{{lang}}\nAuthorization: Bearer {{token}}\n")])
        robot.tell(
            .environmentsLoaded(
                folder: "/c",
                EnvironmentSet(
                    names: ["dev", "live"],
                    variables: [
                        "$shared": ["lang": value("$shared", "lang", "en")],
                        "dev": [
                            "base": value("dev", "base", "http://dev"), "old": value("dev", "old", "7"),
                            "token": value("dev", "token", "s3cr3t-dev", isPrivate: true),
                        ],
                    ], files: [.init(path: privateFile, isPrivate: true), .init(path: file, isPrivate: false)])))
        robot.script(", e")
        _ = robot.take()
        return robot
    }

    @Test func `the editor of environments says what it cannot do, and where the selected value is`() {
        let name = "! A name is a word without spaces, braces or a leading $."
        for (keys, text) in table(
            """
            g -> public, in http-client.env.json
            j j -> public, unused, in http-client.env.json
            j j j -> private, in http-client.private.env.json
            j c -> ! There is no value here to copy.
            j p -> ! Nothing is copied: c copies a value.
            j h c P -> ! No environment lacks lang.
            a -> New variable
            a zone Enter -> zone in dev
            a Enter -> \(name)
            a $x Enter -> \(name)
            a {x Enter -> \(name)
            a x} Enter -> \(name)
            a x Space y Enter -> \(name)
            a Space x Space Enter -> x in dev
            e -> base in dev
            """)
        {
            let robot = Self.environments()
            robot.script(keys)
            #expect(robot.screen.contains(text), "\(keys)\n\(robot.screen)")
        }
        let copied = Self.environments()
        copied.script("c")
        #expect(copied.toastText == "base is copied: p puts it into another environment, P into all that lack it.")
        copied.script("P")
        #expect(copied.takeNames() == ["saveVariable live.base = http://dev"])
        copied.script("l p")
        #expect(copied.takeNames() == ["saveVariable live.base = http://dev"])
        for (keys, question) in table(
            """
            j j j m -> Move to a public file | token of dev will be in http-client.env.json, which others may see. | m Move it | > c Keep it private
            D -> Delete variable | base of dev is taken out of http-client.env.json. | d Delete | > c Keep
            Del -> Delete variable | base of dev is taken out of http-client.env.json. | d Delete | > c Keep
            """)
        {
            let robot = Self.environments()
            robot.script(keys)
            #expect(robot.spoken == question)
        }
        let empty = Robot(files: [("a.http", "GET http://h/\n")])
        empty.tell(.environmentsLoaded(folder: "/c", EnvironmentSet()))
        empty.script(", e")
        #expect(
            empty.screen.contains("No environment file has a variable, and no request lacks one: a adds one."))
    }

    @Test func `the keys of the editor of environments say what they do now`() {
        let robot = Self.environments()
        func words() -> [String] { robot.dialogKeys.map { "\($0) \($1)" } }
        let usual = [
            "e edit", "a add", "c copy", "D delete", "m private", "Space show", "p put", "P put where missing",
        ]
        #expect(words() == usual + ["Esc close"])
        robot.script("j j j Space")
        #expect(words().contains("m public") && words().contains("Space hide"))
        robot.script("e")
        #expect(words() == ["Enter save", "Esc drop"])
    }

    // MARK: Tokens and sign-ins

    @Test func `a token is listed with where it is from, and where it is kept`() throws {
        func token(_ scope: String?, path: String?) throws -> KeptToken {
            var values: [[String]: String] = [
                ["Grant Type"]: "Client Credentials", ["Token URL"]: "http://login.test/token", ["Client ID"]: "me",
            ]
            values[["Scope"]] = scope
            return KeptToken(
                OAuth2Token(accessToken: "s3cret-x", expires: 200, obtained: 0),
                try AuthSettings(id: "shop", values: values), root: "/c", path: path)
        }
        let robot = Robot(100, 30)
        robot.choose("Tokens")
        #expect(robot.dialogWords == "Reading the tokens." && robot.dialogKeys.map(\.1) == ["reload", "close"])
        robot.tell(.tokensRead([try token(nil, path: "/x/t.json")], seconds: 100))
        let facts = "Kept in /x/t.json Token (hidden; Space shows it)"
        #expect(robot.dialogWords.contains("Collection /c Client me"), "\(robot.dialogWords)")
        #expect(robot.dialogWords.hasSuffix(facts), "\(robot.dialogWords)")
        #expect(robot.dialogKeys.map(\.1) == ["show", "copy", "forget", "forget all", "reload", "close"])
        robot.script("Space")
        #expect(robot.dialogWords.hasSuffix("Token s3cret-x"))
        robot.tell(.tokensRead([try token("read", path: nil)], seconds: 100))
        #expect(robot.dialogWords.contains("Kept in memory, until the program ends"))
        robot.tell(.tokensRead([], seconds: 100))
        let none = "No token was asked for yet. {{$auth.token(\"name\")}} in a request asks for one."
        #expect(robot.dialogWords == none)
    }

    @Test(
        arguments: [(0, "5:00"), (1, "4:59"), (241, "0:59"), (299, "0:01"), (300, nil), (400, nil)] as [(Int, String?)])
    func `a sign-in counts its time down to the end`(seconds: Int, left: String?) {
        let robot = Robot(100, 30)
        robot.tell(
            .token(
                .signIn(
                    SignIn(
                        number: 7, login: "shop", way: .browser(url: "http://l.test/", pastes: nil),
                        limit: .seconds(300)))))
        robot.wait(.seconds(seconds))
        robot.tick()
        let end = left.map { "Waiting, \($0) left." } ?? "Time is up."
        #expect(
            robot.dialogWords
                == "The request is sent when you have signed in (shop) with your browser. If it did not open, go to "
                + "http://l.test/ \(end)")
        robot.paste("no such address")
        #expect(robot.toastText == "That is not the address to which the browser was sent: it has no code.")
        robot.paste("http://x/?error=denied")
        #expect(robot.takeNames().contains("pasteSignIn http://x/?error=denied"))
    }

    // MARK: Pickers

    @Test func `a path comes first, other letters look for a known collection first`() {
        for (typed, rows) in table(
            """
            -> ›alpha/ /d beta.http /e
            al -> ›alpha/ /d Open al
            beta -> ›beta.http /e Open beta
            /x -> ›Open /x
            ~ -> ›Open ~
            . -> ›Open . beta.http /e
            /d/alpha -> ›Open /d/alpha
            zzz -> ›Open zzz
            """)
        {
            let robot = Robot()
            robot.choose("Open collection")
            robot.tell(.recentCollections(["/d/alpha", "/e/beta.http"]))
            robot.type(typed)
            #expect(robot.dialogWords == rows, "\(typed)")
        }
        let robot = Robot()
        robot.choose("Open collection")
        robot.tell(.recentCollections([]))
        let none = "No other collection was opened yet. Type the path of a folder or file."
        #expect(robot.dialogWords.hasSuffix(none) && robot.dialogKeys.map(\.1) == ["close"])
        robot.script("/x Enter")
        #expect(robot.takeNames().contains("openCollection /x"))
    }

    @Test func `an empty field says what it takes`() {
        for (keys, text) in table(
            """
            p -> curl …, a URL, or METHOD and URL
            ^O -> part of a name, URL, file, parameter or schema
            ^O Tab -> part of a name, or the path of a folder or file
            i -> the path of a file, or paste its text
            i -> curl, Postman, OpenAPI, Insomnia, Bruno, HAR and Hurl are recognised.
            i Enter -> ! Type the path of a file, or paste its text.
            ? / -> search the keys
            ? Tab / -> search this page
            ' -> A letter goes to its tab or field, 1 to 6 to a pane, Esc stays.
            """)
        {
            let robot = Robot()
            robot.script(keys)
            #expect(robot.screen.contains(text), "\(keys)\n\(robot.screen)")
        }
    }

    @Test func `a pane without content says what to do`() {
        let plain = [("a.http", "GET http://h/\n")]
        for (files, keys, text) in [
            ([], "2", "No request is open: Collections shows how to get one."),
            ([("a.http", "# nothing\n")], "2", "No request is open. Select one in Collections and press Enter."),
            (plain, "@Params", "No parameters. A adds one."), (plain, "@Headers", "No headers. A adds one."),
            (plain, "@Body", "No body. e writes one."), (plain, "@Vars", "This request uses no variables."),
            ([("a.http", "GET http://{{h}}/\n")], "@Vars", "Looking up the variables."),
        ] as [([(String, String)], String, String)] {
            let robot = Robot(files: files)
            robot.script(keys)
            #expect(robot.words(.request).contains(text), "\(keys)\n\(robot.screen)")
        }
    }

    // MARK: Exports

    @Test func `what is exported is named, and that secrets are written or not`() {
        let hidden = "Secrets are not written: they stay variables, or are hidden."
        let robot = Robot()
        robot.script("y")
        #expect(robot.screen.contains(hidden) && robot.dialogKeys.map(\.1) == ["copy", "with secrets", "close"])
        robot.script("s")
        #expect(robot.screen.contains("Secrets are written as they are.") && !robot.screen.contains(hidden))
        #expect(robot.dialogKeys.map(\.1) == ["copy", "hide secrets", "close"])
        for (files, keys, sentence) in [
            ([], "y", "There is no request to export."),
            ([("a.http", "")], "g y", "There is no request to export in a.http."),
            ([("f/a.http", "")], "g y", "There is no request to export in f."),
        ] as [([(String, String)], String, String)] {
            let robot = Robot(files: files)
            robot.script(keys)
            #expect(robot.toastText == sentence && !robot.hasDialog)
        }
        for (losses, title) in [(["x"], "Copied, but for this"), (["x", "y"], "Copied, but for these")] {
            let robot = Robot()
            let outcome = ClipboardOutcome(way: .program(["xclip"]), byteCount: 5)
            robot.tell(
                .exported(
                    ExportOutcome(name: "It", text: ClipboardText("hello"), clipboard: outcome, losses: losses)))
            #expect(robot.spoken == ([title] + losses).joined(separator: " | "))
            #expect(robot.toastText == "It (5 B) is on the clipboard, by xclip.")
        }
    }

    // MARK: Keys that do nothing

    @Test func `a key without a meaning names one near it that has one`() {
        for (keys, sentence) in table(
            """
            1 Z -> Z does nothing in Collections; z is Zoom. ? lists the keys.
            1 b -> b does nothing in Collections; B is Browse the cache. ? lists the keys.
            1 x -> x does nothing in Collections; X is Replay. ? lists the keys.
            1 W -> W does nothing in Collections; in Response it is Write body. ? lists the keys.
            1 w -> w does nothing in Collections; in Request it is Wrap. ? lists the keys.
            2 v -> v does nothing in Request; in Response it is Page body. ? lists the keys.
            2 & -> & does nothing in Request; in Collections it is Fold all. ? lists the keys.
            4 { -> { does nothing in Log; in Response it is Older response. ? lists the keys.
            1 % -> % does nothing in Collections. ? lists the keys.
            1 F12 -> F12 does nothing in Collections. ? lists the keys.
            1 ß -> ß does nothing in Collections. ? lists the keys.
            """)
        {
            let robot = Robot()
            robot.script(keys)
            #expect(robot.toastText == sentence, "\(keys)")
        }
    }

    // MARK: Descriptions

    @Test func `tags and requests of a description say what can be done with them`() throws {
        let folder = try TemporaryFolder()
        try folder.write(Robot.pets, to: "openapi.yaml")
        let robot = try Robot(opening: folder.path)
        let tag =
            "Pets is a tag of openapi.yaml, which apitui never changes. Enter folds it, X sends its requests as a run."
        robot.selectRow("Pets")
        for key: Key in ["A", "c", "D", "r", "m", "+", "-"] {
            robot.press(key)
            #expect(robot.toastText == tag && !robot.hasDialog, "\(key.label)")
        }
        robot.script("s")
        #expect(
            robot.toastText == "Pets holds 3 requests: select one to send it, or X sends all of them as a run.")
        robot.script("^S")
        #expect(robot.toastText == "Pets is not a request: select one below it, and ^S keeps that.")
        robot.selectRow("Shop")
        robot.script("s")
        #expect(robot.toastText == "Shop holds 1 request: select one to send it, or X sends all of them as a run.")
        robot.selectRow("Callbacks")
        robot.script("s")
        #expect(
            robot.toastText == "Callbacks holds what is listed and not sent; a request below it says why.")
        robot.selectRow("List them")
        let fixed =
            "The requests of openapi.yaml are those that it describes; ^S keeps the selected one in openapi.http, "
            + "which you can change as you like."
        for key: Key in ["A", "c", "D", "m", "+", "-"] {
            robot.press(key)
            #expect(robot.toastText == fixed && !robot.hasDialog, "\(key.label)")
        }
    }
}
