import NetEngine
import TestSupport
import Testing

@testable import Explorer
@testable import TerminalUI
@testable import Workspace

/// What commands say, how long it stays, and how the program is left.
@Suite struct CommandSentenceTests {
    private typealias F = ExchangeFixtures

    @Test func `the layouts come in turn, and the last one is by the size of the screen`() {
        let robot = Robot(120, 40)
        for (sentence, arrangement) in [
            ("Layout: accordion. The pane with the focus grows.", Arrangement.accordion),
            ("Layout: classic. Request above response.", .classic), ("Layout: wide. Request beside response.", .wide),
            ("Layout: by the size of the screen, now classic.", .classic),
        ] {
            robot.press("|")
            #expect(robot.footer.contains(sentence) && robot.arrangement == arrangement, "\(robot.footer)")
        }
        robot.resize(200, 60)
        #expect(robot.arrangement == .wide, "nobody chose one")
        robot.press("=")
        #expect(robot.footer.contains("All panes have their usual sizes again."))
    }

    @Test func `what is switched is said both ways, and shown while it is not as usual`() {
        let robot = Robot(160, 40)
        for (title, off, on, effects, mark) in [
            (
                "Request log on or off", "Requests are no longer stored in the request log.",
                "Requests are stored in the request log again.", ["logRequests false", "logRequests true"],
                "log off"
            ),
            (
                "Strict contract on or off", "From the next send on, warnings of a description are failures.",
                "Warnings of a description are warnings again, from the next send on.", [], "strict contract"
            ),
        ] as [(String, String, String, [String], String)] {
            #expect(!robot.row(0).contains(mark))
            robot.choose(title)
            #expect(robot.footer.contains(off) && robot.row(0).contains(mark), "\(robot.screen)")
            robot.choose(title)
            #expect(robot.footer.contains(on) && !robot.row(0).contains(mark), "\(robot.screen)")
            #expect(robot.takeNames() == effects)
        }
        robot.press(.function(9))
        #expect(robot.footer.contains("The mouse is the terminal's: drag to select text. F9 takes it back."))
        robot.press(.function(9))
        #expect(robot.footer.contains("The screen takes the mouse again; Shift-drag selects text."))
        #expect(robot.takeNames() == ["takeMouse false", "takeMouse true"])
    }

    @Test func `the ways to draw pictures come in turn, and the terminal is asked but for half blocks`() {
        let robot = Robot()
        for (sentence, effects) in [
            ("Pictures: in half blocks.", []),
            ("Pictures: by sixel, whatever the terminal answers.", ["ask pictures"]),
            ("Pictures: by kitty's protocol, whatever the terminal answers.", ["ask pictures"]),
            ("Pictures: by their pixels where the terminal can, else in half blocks.", ["ask pictures"]),
        ] as [(String, [String])] {
            robot.choose("Pictures")
            #expect(robot.footer.contains(sentence), "\(robot.footer)")
            #expect(robot.takeNames() == effects)
        }
    }

    @Test(arguments: [(900, true), (940, true), (960, false), (5000, false)])
    func `the interrupt quits within a second after the last one`(pause: Int, quits: Bool) {
        let robot = Robot()
        robot.press(.control("c"))
        #expect(robot.footer.contains("Nothing is in flight. ^C again quits.") && robot.takeNames().isEmpty)
        // A press takes 50 ms.
        robot.wait(.milliseconds(pause))
        robot.press(.control("c"))
        #expect(robot.takeNames() == (quits ? ["quit"] : []))
    }

    @Test func `on a screen that is too small only leaving works`() {
        let robot = Robot()
        robot.resize(39, 10)
        for key in ["s", "j", "/", ":", "?", "e"] as [Key] { robot.press(key) }
        #expect(robot.takeNames().isEmpty && !robot.hasDialog && !robot.hasToast)
        robot.press(.control("z"))
        #expect(robot.takeNames() == ["suspend"])
        robot.press("q")
        #expect(robot.takeNames() == ["quit"])
        robot.resize(40, 10)
        robot.press("s")
        #expect(robot.takeNames().contains { $0.hasPrefix("resolve") })
    }

    @Test(arguments: [
        ("2 i x", "Enlarge it: a text is being typed."), ("A x", "Enlarge it: a text is being typed."),
        ("s", "Enlarge it: requests are in flight."), ("2 D", "Enlarge it: edits are not saved."),
        ("?", "Enlarge it; q quits."),
    ])
    func `on a screen that is too small q quits only if nothing is lost or broken off`(keys: String, sentence: String) {
        let robot = Robot()
        robot.script(keys)
        robot.resolveAll()
        robot.resize(39, 10)
        #expect(robot.screen.contains(sentence), "\(robot.screen)")
        robot.effects = []
        robot.press("q")
        #expect(robot.takeNames().contains("quit") == sentence.hasSuffix("q quits."))
    }

    @Test func `where the response is not on the screen the footer says how a request ended`() throws {
        func robot(_ columns: Int, zooms: Bool = false) throws -> (Robot, ExchangeID) {
            let robot = Robot(columns, 30)
            if zooms { robot.press("z") }
            return (robot, try #require(robot.send()))
        }
        let (narrow, one) = try robot(70)
        try narrow.finish(one, .ok)
        #expect(narrow.footer.contains("200 OK. Press 3 for the response."), "\(narrow.footer)")
        let (zoomed, two) = try robot(120, zooms: true)
        try zoomed.finish(two, .timedOut)
        #expect(zoomed.footer.contains("! timeout: no response. Press 3 for what happened."), "\(zoomed.footer)")
        let (failed, three) = try robot(70)
        let error = EngineError(category: .serverError, sentence: "The server failed.", hint: "Wait.")
        failed.finish(
            F.exchange(
                three.rawValue, draft: try #require(failed.sent[three]),
                response: F.response(status: 500, reason: "Oops"), error: error))
        #expect(failed.footer.contains("! 500 Oops, server-error. Press 3 for the response."), "\(failed.footer)")
        let (whole, four) = try robot(120)
        try whole.finish(four, .ok)
        #expect(!whole.footer.contains("Press 3"))
    }

    @Test(
        arguments: [
            (Toast.Kind.info, 10, 4), (.info, 99, 4), (.info, 100, 5), (.warning, 10, 8), (.failure, 159, 8),
            (.failure, 180, 9), (.info, 400, 20), (.info, 600, 30), (.failure, 5000, 30),
        ] as [(Toast.Kind, Int, Int)])
    func `a sentence stays as long as it takes to read`(kind: Toast.Kind, length: Int, seconds: Int) {
        let robot = Robot()
        robot.say(String(repeating: "x", count: length), kind)
        robot.expectToast(lasting: seconds)
    }

    // MARK: Questions

    private static func labels(_ question: Question) -> [String] {
        question.choices.map { "\($0.key.label) \($0.label)" }
    }

    @Test func `a question takes its keys, the selected choice, and goes round at its ends`() {
        for (keys, effects) in [
            ([.enter], ["quit"]), ([.down, .enter], ["clearCache"]), ([.up, .enter], []),
            ([.down, .down, .enter], []), ([.down, .down, .down, .enter], ["quit"]), ([.tab, .enter], ["clearCache"]),
            ([.right, .enter], ["clearCache"]), (["j", .enter], ["clearCache"]), ([.backTab, .enter], []),
            ([.left, .enter], []), (["k", .enter], []), (["b"], ["clearCache"]), (["a"], ["quit"]), (["c"], []),
            (["q"], []), ([.escape], []), ([.down, "a"], ["quit"]),
        ] as [([Key], [String])] {
            let robot = Robot()
            robot.show(
                Question(
                    title: "Which?", lines: ["One of these."],
                    choices: [
                        .init(key: "a", label: "First", consequence: .quit),
                        .init(key: "b", label: "Second", consequence: .clearCache),
                        .init(key: "c", label: "Third", consequence: .nothing),
                    ]))
            #expect(robot.dialogKeys.map(\.1) == ["take", "none"])
            for key in keys { robot.press(key) }
            #expect(robot.takeNames() == effects && !robot.hasDialog, "\(keys)")
        }
    }

    private static func question(_ text: String, choices: Int) -> Question {
        let all: [Question.Choice] = [
            .init(key: "a", label: "First", consequence: .quit),
            .init(key: "b", label: "Second", consequence: .clearCache),
            .init(key: "c", label: "Third", consequence: .nothing),
            .init(key: "d", label: "Last", consequence: .nothing),
        ]
        return Question(title: "Which?", lines: ["GET a", text], choices: Array(all.prefix(choices)))
    }

    @Test(arguments: [0, 12, 400])
    func `the selected choice is in view on every screen, however long the text above is`(words: Int) {
        let text = (0..<words).map { "word\($0)" }.joined(separator: " ")
        let robot = Robot()
        for columns in [40, 41, 57, 80, 120] {
            for rows in [10, 11, 12, 13, 16, 24] {
                robot.resize(columns, rows)
                for count in 2...4 {
                    robot.show(Self.question(text, choices: count))
                    for key in ["a", "b", "c", "d"].prefix(count) {
                        #expect(
                            robot.dialog.contains { $0.hasPrefix("›\(key)  ") },
                            "\(columns)x\(rows), \(count) choices:\n\(robot.screen)")
                        robot.press(.down)
                    }
                    robot.press(.escape)
                }
            }
        }
    }

    @Test func `a text that is too long for the screen is read page by page, and the keys for that are named`() {
        let robot = Robot(40, 10)
        robot.show(Self.question((0..<30).map { "word\($0)" }.joined(separator: " "), choices: 2))
        var hints: [String] = []
        var read: Set<String> = []
        for _ in 0..<9 {
            let list = robot.dialogContent
            let rows = robot.text(in: Rect(x: list.x, y: list.y - 4, width: list.width, height: 4))
            for word in rows.dropLast().joined(separator: " ").split(separator: " ") { read.insert(String(word)) }
            let hint = (rows.last ?? "").split(separator: " ").joined(separator: " ")
            if hints.last != hint { hints.append(hint) }
            robot.press(.pageDown)
        }
        #expect(hints == ["PgDn more", "PgUp PgDn more", "PgUp more"], "\(robot.screen)")
        #expect(read.isSuperset(of: ["GET", "a"] + (0..<30).map { "word\($0)" }))
        for _ in 0..<9 { robot.press(.pageUp) }
        #expect(robot.screen.contains("GET a") && robot.dialog.contains { $0.hasPrefix("›a  ") })
        // Nothing is named where all is in view, and where a larger screen shows what was above.
        robot.press(.pageDown)
        robot.resize(100, 30)
        #expect(robot.screen.contains("GET a") && !robot.screen.contains("PgUp"), "\(robot.screen)")
    }

    @Test func `the wheel over a question scrolls its text, and never chooses another answer`() {
        for words in [0, 60] {
            let robot = Robot(40, 10)
            robot.show(Self.question((0..<words).map { "word\($0)" }.joined(separator: " "), choices: 4))
            let (list, before) = (robot.dialogContent, robot.screen)
            for _ in 0..<3 { robot.click(list.x + 2, list.y, .scrollDown) }
            #expect(robot.dialog.contains { $0.hasPrefix("›a  ") }, "\(robot.screen)")
            #expect((robot.screen == before) == (words == 0))
            for _ in 0..<3 { robot.click(list.x + 2, list.y, .scrollUp) }
            #expect(robot.screen == before, "\(robot.screen)")
            robot.click(list.x + 2, list.y, .scrollDown)
            robot.press(.enter)
            #expect(robot.takeNames() == ["quit"])
        }
    }

    @Test func `a text that is too long for the screen ends in an ellipsis, and clicks meet the choices in view`() {
        let robot = Robot(40, 10)
        robot.show(Self.question((0..<50).map { "word\($0)" }.joined(separator: " "), choices: 2))
        let list = robot.dialogContent
        #expect(robot.dialog.count == 2)
        let last = robot.text(in: Rect(x: list.x, y: list.y - 2, width: list.width, height: 1))
        #expect(last.first?.hasSuffix("…") == true, "\(robot.screen)")
        let many = Robot(40, 10)
        many.show(Self.question("word", choices: 4))
        many.press(.up)
        #expect(!many.screen.contains("First") && many.screen.contains("Last"), "\(many.screen)")
        many.click(on: "Second")
        #expect(many.takeNames() == ["clearCache"])
    }

    @Test func `the questions about edits name files, and select what loses nothing`() {
        for count in 1...7 {
            let names = (1...count).map { "f\($0).http" }
            let question = Question.quit(unsaved: names)
            let head = count == 1 ? "This file has unsaved edits:" : "These files have unsaved edits:"
            let rest = count > 5 ? ["  and \(count - 5) more"] : []
            #expect(question.lines == [head] + names.prefix(5).map { "  \($0)" } + rest)
            #expect(Self.labels(question) == ["s Save and quit", "d Drop the edits and quit", "c Stay"])
            #expect(question.selection == 0 && question.asksToQuit)
        }
        let gone = Question.conflict(path: "/c/a.http", name: "a.http", onDisk: nil)
        #expect(gone.lines == ["a.http is no longer on disk."] && gone.selection == 2 && !gone.asksToQuit)
        #expect(Self.labels(gone) == ["o Write it again", "d Drop my edits", "c Decide later"])
        #expect(gone.keys.map(\.1) == ["take", "none"])
        let changed = Question.conflict(path: "/c/a.http", name: "a.http", onDisk: [])
        #expect(changed.lines == ["a.http changed on disk since it was read. Nothing was written."])
        #expect(
            Self.labels(changed) == [
                "r Reload it (drops my edits)", "o Overwrite it with mine", "c Decide later",
            ])
        #expect(changed.selection == 2)
    }

    // MARK: Words

    @Test(
        arguments: [
            (.override, "given at the start"), (.prompt, "asked before the send"), (.loop, "of the loop"),
            (.request(id: "login"), "response of login"), (.file(line: 3), "this file, line 3"),
            (.imported(file: "b.http", line: 4), "b.http, line 4"),
            (.environment(name: "dev", file: "/c/x/e.json", isPrivate: true), "env dev, e.json"),
            (.shared(file: "/c/e.json", isPrivate: false), "$shared, e.json"), (.dotEnv(file: "/c/.env"), ".env"),
            (.processEnvironment, "your environment"), (.dynamic, "made at each send"),
            (.token("58 s left"), "58 s left"),
        ] as [(VariableUse.Source, String)])
    func `where a value comes from is said in a few words`(source: VariableUse.Source, text: String) {
        #expect(source.text == text)
    }

    @Test(
        arguments: [
            ("1", .success(.line(0))), (" 120", .success(.line(119))), ("0", .failure("Lines are counted from 1.")),
            ("-1", .failure("Lines are counted from 1.")), ("@0", .success(.byte(0))), ("@1024", .success(.byte(1024))),
            ("@0x400", .success(.byte(1024))), ("@0X1f", .success(.byte(31))),
            ("@", .failure("After @ comes the number of a byte: @1024 or @0x400.")),
            ("@-1", .failure("After @ comes the number of a byte: @1024 or @0x400.")),
            ("@x", .failure("After @ comes the number of a byte: @1024 or @0x400.")),
            ("@0x", .failure("After @ comes the number of a byte: @1024 or @0x400.")),
            (
                "list",
                .failure("Type the number of a line, @ and the number of a byte, or a path such as $.list[3].")
            ),
            ("", .failure("Type the number of a line, @ and the number of a byte, or a path such as $.list[3].")),
            ("$.a[*]", .failure("That path can lead to several values; f shows all that it selects.")),
            ("$..a", .failure("That path can lead to several values; f shows all that it selects.")),
        ] as [(String, Result<WantedPlace, WantedPlace.Refusal>)])
    func `a place is a line, a byte or a path`(text: String, place: Result<WantedPlace, WantedPlace.Refusal>) {
        #expect(WantedPlace.read(text, filterKey: "f") == place)
    }

    @Test func `a path may begin without its dollar sign`() throws {
        let whole = try WantedPlace.read("$.list[3]", filterKey: "f").get()
        #expect(try WantedPlace.read(".list[3]", filterKey: "f").get() == whole)
        #expect(try WantedPlace.read("['list'][3]", filterKey: "f").get() == whole)
        guard case .failure(let refusal) = WantedPlace.read("$.list[", filterKey: "f") else {
            Issue.record("no path")
            return
        }
        #expect(refusal.sentence.hasPrefix("Not a path: ") && refusal.sentence.hasSuffix("."))
    }
}
