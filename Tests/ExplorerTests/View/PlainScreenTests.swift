import NetEngine
import Settings
import TestSupport
import Testing

@testable import Explorer
@testable import TerminalUI

/// `--plain`: what a screen reader has of the screen.
@Suite struct PlainScreenTests {
    /// A scene as `--plain` shows it.
    private static func play(_ scene: Scene, _ columns: Int = 120, _ rows: Int = 36) throws -> Robot {
        let robot = try scene.play(columns, rows)
        robot.isPlain = true
        return robot
    }

    @Test(arguments: Scene.allCases)
    func `one pane or one dialog is shown, in characters of ASCII, without lines around it`(scene: Scene) throws {
        let robot = try Self.play(scene)
        #expect(robot.layout.panes.count == 1)
        let own = Set("éö".unicodeScalars)
        for row in robot.screen.split(separator: "\n") {
            #expect(row.unicodeScalars.allSatisfy { $0.isASCII || own.contains($0) }, "\(row)")
            #expect(!row.contains("---") && !row.contains("==="), "\(row)")
        }
        let frame = robot.frame
        #expect(frame.cursor != nil || frame.selected != nil, "a screen reader reads the row with the cursor")
    }

    @Test func `keys go from pane to pane, and the line below the header names the one in view`() throws {
        let robot = try Self.play(.main)
        for (key, title) in [("1", "Collections"), ("2", "Request"), ("3", "Response"), ("4", "Log"), ("6", "Runs")] {
            robot.press(.character(Character(key)))
            #expect(robot.row(1).contains("[\(key) \(title)]"), "\(robot.row(1))")
        }
    }

    @Test func `words say what marks say elsewhere`() throws {
        let robot = try Self.play(.main)
        robot.press("1")
        #expect(robot.screen.contains("Create an order") && robot.screen.contains("201 shown"))
        robot.press(" ")
        #expect(robot.screen.contains("marked "))
        robot.press("g", .left)
        #expect(robot.screen.contains("account/") && robot.screen.contains("closed"))
        #expect(robot.row(0).contains("online"))
        robot.tell(.networkChanged(.offline))
        #expect(robot.row(0).contains("offline"))
        let edited = Robot(120, 36)
        edited.isPlain = true
        edited.press("2", "j", " ")
        #expect(edited.screen.contains(" off") && edited.screen.contains("1 unsaved"), "\(edited.screen)")
        let run = try Self.play(.run)
        #expect(run.screen.contains("failed  502") && run.screen.contains("passed  200"))
    }

    @Test func `nothing moves by itself while a request is under way`() throws {
        let robot = try Self.play(.main)
        robot.press("1", "s")
        robot.resolveAll()
        robot.wait(.seconds(6))
        robot.tick()
        let before = robot.screen
        robot.wait(.milliseconds(700))
        robot.tick()
        #expect(robot.screen == before)
        #expect(before.contains("sending"))
    }

    @Test func `the configuration switches it on and off while the screen is open`() {
        let robot = Robot(120, 36)
        for (text, panes) in [("plain: on\n", 1), ("", 5)] {
            robot.tell(.settingsRead(SettingsReading(text)))
            #expect(robot.layout.panes.count == panes)
        }
    }

    @Test(.longComputation, arguments: [0, 1, 2])
    func `a random user comes to no harm there`(seed: UInt64) throws {
        var user = RandomUser(seed: seed)
        let robot = try Self.play(.main, 80, 24)
        for _ in 0..<150 {
            user.act(on: robot)
            #expect(robot.frame.size == robot.layoutSize)
        }
    }
}

/// Nothing is said by colour alone: states that differ have frames that differ as text.
@Suite struct StateTextTests {
    /// Robots in states of which each must be told from the others.
    private static func states(_ glyphs: Glyphs) throws -> [(name: String, text: String)] {
        func robot() -> Robot {
            let robot = Robot(120, 40, glyphs: glyphs)
            robot.isPlain = glyphs.usesWords
            return robot
        }
        var states: [(String, Robot)] = []
        let fresh = robot()
        states.append(("as it was opened", fresh))
        for (name, keys) in [
            ("a request is selected", ["j"]), ("a request is marked", ["j", " "]), ("a file is closed", [" "]),
            ("another pane has the focus", ["3"]), ("a pane is zoomed", ["z"]),
        ] as [(String, [Key])] where !(glyphs.usesWords && name.hasSuffix("zoomed")) {
            let robot = robot()
            for key in keys { robot.press(key) }
            states.append((name, robot))
        }
        let (disabled, offline, sending) = (robot(), robot(), robot())
        disabled.press("2", "j", " ")
        offline.tell(.networkChanged(.offline))
        sending.press("s")
        sending.resolveAll()
        states += [("a row is off, and unsaved", disabled), ("offline", offline), ("sending", sending)]
        for (name, status, error) in [
            ("200", 200, nil), ("404", 404, nil), ("500", 500, nil), ("a failure", nil, ExchangeFixtures.timeout),
        ] as [(String, Int?, EngineError?)] {
            let robot = robot()
            guard let id = robot.send() else { continue }
            let draft = robot.sent[id] ?? RequestDraft(url: Robot.base)
            let response = status.map { ExchangeFixtures.response(status: $0, reason: "") }
            robot.finish(
                ExchangeFixtures.exchange(
                    id.rawValue, draft: draft, response: response, error: error))
            robot.press("3")
            states.append((name, robot))
        }
        let stale = robot()
        if let id = stale.send() { try stale.finish(id, .ok) }
        stale.press("3")
        let old = stale.copy()
        old.press("s")
        states.append(("a response", stale))
        // The request says so, which is not in view where one pane is.
        if !glyphs.usesWords { states.append(("an old response while the next is prepared", old)) }
        for (name, tab) in [("the first tab", 0), ("the next tab", 1)] {
            let robot = robot()
            robot.press("2")
            for _ in 0..<tab { robot.press("]") }
            states.append((name, robot))
        }
        // A sentence in the footer is not a state.
        return states.map { ($0.0, $0.1.screenWithoutFooter) }
    }

    @Test(arguments: [Glyphs.unicode, .console, .ascii, .plain])
    func `states differ without colours`(glyphs: Glyphs) throws {
        let states = try Self.states(glyphs)
        for (index, state) in states.enumerated() {
            for other in states[..<index] where other.text == state.text {
                // The focus is on the frame, the words are the same.
                Issue.record("'\(state.name)' looks like '\(other.name)'")
            }
        }
    }
}
