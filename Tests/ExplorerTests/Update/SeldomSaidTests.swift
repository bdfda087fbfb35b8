import NetEngine
import Settings
import TestSupport
import Testing

@testable import Base
@testable import Explorer
@testable import HTTPFormat
@testable import TerminalUI
@testable import Workspace

/// What is said where a user seldom comes: a send that is cancelled early, a second definition, a terminal without colours.
@Suite struct SeldomSaidTests {
    private typealias F = ExchangeFixtures

    /// A program in which commands without keys of their own have these.
    private static func robot(keys: String, files: [(String, String)] = Robot.shop) -> Robot {
        let robot = Robot(files: files)
        robot.tell(.settingsRead(SettingsReading("keys:\n" + keys)))
        robot.effects = []
        return robot
    }

    /// The words of the whole screen; without frames, so that a sentence goes on in the next row.
    private static func words(_ robot: Robot) -> String {
        robot.screen.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }

    // MARK: Commands by keys of the user's own

    @Test func `a command without anything to do says so, also by a key that the palette would not offer`() {
        let robot = Self.robot(keys: "  save-all: F7\n  save-schema: F8\n  convert-curl: F10\n")
        robot.press(.function(7))
        #expect(robot.toastText == "Nothing is unsaved." && robot.takeNames().isEmpty)
        robot.press(.function(8))
        #expect(
            robot.toastText == "Only the schema of a GraphQL endpoint can be saved: 'apitui graphql URL' opens one.")
        #expect(!robot.hasDialog)
        robot.press("2", " ", .function(7))
        #expect(robot.takeNames().filter { $0.hasPrefix("save") } == ["save /c/orders.http"])
    }

    @Test func `without a key the palette takes the mouse back`() {
        let robot = Self.robot(keys: "  toggle-mouse: none\n")
        robot.choose("Mouse on or off")
        #expect(
            robot.toastText == "The mouse is the terminal's: drag to select text. The palette takes it back.")
    }

    // MARK: Sends

    @Test func `a login that is cancelled sends nothing, which is said`() {
        let robot = Robot()
        robot.press("s")
        let cancelled = EngineError(category: .cancelled, sentence: "The sign-in was cancelled.", hint: "")
        let sent = robot.resolveAll { _ in
            .notLoggedIn(F.exchange(hops: [], error: cancelled), uses: [])
        }
        #expect(sent.isEmpty && robot.toastText == "Sign-in cancelled: nothing was sent.")
        #expect(robot.inFlight.isEmpty && !robot.hasChain)
        // One that fails is shown as a failed send.
        robot.press("s")
        let refused = EngineError(category: .connect, sentence: "The server knows no such client.", hint: "")
        _ = robot.resolveAll { _ in .notLoggedIn(F.exchange(hops: [], error: refused), uses: []) }
        robot.press("3")
        #expect(robot.toastText == nil && robot.screen.contains("The server knows no such client."), "\(robot.screen)")
    }

    @Test func `a large body can be read in the pager once it is prepared`() throws {
        let robot = Robot(100, 30)
        let id = try #require(robot.send())
        let body = Array("[\(String(repeating: "1,", count: 40_000))1]".utf8)
        let response = F.response(headers: [HeaderField("Content-Type", "application/json")], body: body)
        let exchange = F.exchange(id.rawValue, draft: try #require(robot.sent[id]), response: response)
        robot.finish(exchange)
        robot.effects = []
        robot.press("3", "v")
        #expect(robot.toastText == "The body is still being prepared." && robot.takeNames().isEmpty)
        robot.tell(.bodyPrepared(ExchangeDocument(exchange)))
        robot.press("v")
        #expect(robot.takeNames() == ["viewBody in pager pretty"])
    }

    @Test func `a comparison says how far it is, and hears nothing of another one`() {
        func side(_ role: String) -> CompareJob.Side {
            CompareJob.Side(exchange: F.exchange(), method: "GET", name: "a", role: role)
        }
        let robot = Robot(100, 30)
        robot.show(ComparisonView(CompareJob(id: 4, first: side("pinned"), second: side("shown"))))
        #expect(robot.screen.contains("Comparing, 0 % done."))
        robot.tell(.comparing(4, 0.429))
        #expect(robot.screen.contains("Comparing, 42 % done."))
        robot.tell(.comparing(3, 0.9))
        #expect(robot.screen.contains("Comparing, 42 % done."))
    }

    // MARK: Files and names

    @Test func `lines of scripts are named that a rename leaves as they are`() {
        let text = """
            ### a
            # @name login
            GET http://h/a

            ### b
            GET http://h/b?t={{login.response.body.t}}

            > {% client.log(login.response.body.t) %}

            """
        let robot = Robot(files: [("a.http", text)])
        robot.script("r Enter ^U first Enter")
        #expect(
            robot.spoken.contains(" | Scripts stay as they are: line 8. | > r Change these lines"), "\(robot.spoken)")
        robot.script("r")
        #expect(robot.text(of: "a.http").contains("client.log(login.response.body.t)"))
    }

    @Test func `a secret that two lines define is still defined by the second`() {
        let edit = EnvironmentFileEdit(
            file: "/c/http-client.private.env.json", path: ["dev", "pin"], value: "1", isNew: true)
        let robot = Robot(files: [("a.http", "@pin = 1\n@pin = 2\n\n### a\nGET http://h/{{pin}}\n")])
        let source = SecretMove.Source.definition("/c/a.http", line: 1, rawValue: "1")
        robot.tell(.secretMoved(SecretMove(edit: edit, source: source), .moved))
        #expect(
            robot.toastText
                == "pin is in http-client.private.env.json, but a.http still defines it. Line 1 has another value.")
        #expect(robot.text(of: "a.http").hasPrefix("@pin = 2\n\n### a"))
    }

    @Test func `a new environment has a name of its own without a dollar sign, in which spaces stay`() {
        let name = "An environment needs a name without a leading $."
        for (typed, refusal) in [
            ("", name), ("$x", name), ("dev", "There is an environment dev already."),
            (" live ", "There is an environment live already."), ("  ", name), (" $x", name),
        ] {
            let robot = Robot()
            robot.press(",", "n")
            robot.type(typed)
            robot.press(.enter)
            #expect(robot.spoken == "New environment | > Name: \(typed) | ! \(refusal)")
            #expect(!robot.takeNames().contains { $0.hasPrefix("saveVariable") })
        }
        let robot = Robot()
        robot.strike(", n test Enter")
        #expect(!robot.hasDialog && robot.takeNames().contains("saveVariable test = "))
        robot.press(",", "n")
        robot.type(" prod eu ")
        robot.press(.enter)
        #expect(!robot.hasDialog && robot.takeNames().contains("saveVariable prod eu = "))
    }

    @Test func `what is different between two versions is listed up to two hundred lines, and then counted`() {
        func lines(_ mine: String, _ disk: String) -> [String] {
            let conflict = BlockMerge.Conflict(blocks: [], withMine: Array(mine.utf8), withTheirs: Array(disk.utf8))
            return VersionDifferences(name: "a.http", conflict: conflict).message.lines
        }
        let head = "Mine and the disk's, line by line:"
        #expect(lines("a\nb\n", "a\nb\n") == [head])
        #expect(lines("a\n\nb\n", "a\nb\n") == [head, "  mine 2: (empty line)"])
        #expect(lines("a\n", "a\nb\n") == [head, "  disk 2: b"])
        func many(_ count: Int) -> [String] {
            lines("a\n" + (1...count).map { "line \($0)\n" }.joined(), "a\n")
        }
        #expect(many(200).count == 201 && many(200).last == "  mine 201: line 200")
        #expect(many(201).count == 202 && many(201).last == "and 1 more" && many(300).last == "and 100 more")
        let long = lines(String(repeating: "x", count: 500) + "\n", "y\n").first { $0.hasPrefix("  mine 1: xxx") }
        #expect(long.map { (200..<230).contains($0.utf8.count) } == true)
    }

    // MARK: Dialogs

    @Test(
        arguments: [
            (ColorDepth.none, "! Nothing is shown in colour: NO_COLOR is set, or the terminal has no colours."),
            (.sixteen, "! This terminal has 16 colours: all themes are shown in its own."),
            (.indexed256, ""), (.direct, ""),
        ] as [(ColorDepth, String)])
    func `the list of themes says where their colours cannot be shown`(depth: ColorDepth, sentence: String) {
        let robot = Robot()
        robot.isPlain = true
        robot.set(Themes(user: [], depth: depth))
        robot.press("t")
        let words = Self.words(robot)
        #expect(words.contains("dracula") && words.contains("!") == !sentence.isEmpty)
        #expect(words.contains(sentence) || sentence.isEmpty, "\(robot.screen)")
    }

    @Test func `without a token the list says how one is asked for`() {
        let robot = Robot(100, 30)
        robot.choose("Tokens")
        #expect(robot.dialogWords == "Reading the tokens." && robot.dialogKeys.map(\.1) == ["reload", "close"])
        robot.tell(.tokensRead([], seconds: 0))
        #expect(
            robot.dialogWords
                == "No token was asked for yet. {{$auth.token(\"name\")}} in a request asks for one.")
    }

    @Test func `findings are looked for, and none is said to be none`() {
        let robot = Robot(100, 30)
        robot.press("L")
        #expect(
            robot.dialogWords == "Looking through all files." && robot.dialogKeys.map(\.1) == ["look again", "close"])
        robot.tell(.linted([]))
        #expect(robot.dialogWords == "Nothing is wrong or doubtful in any file.")
        #expect(robot.screen.contains("Findings: 0 errors, 0 warnings, 0 infos"))
        robot.effects = []
        robot.press("R")
        #expect(
            robot.takeNames().contains { $0.hasPrefix("lint ") } && robot.dialogWords == "Looking through all files.")
    }
}
