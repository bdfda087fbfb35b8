import NetEngine
import Testing

@testable import Explorer
@testable import HTTPFormat
@testable import TerminalUI
@testable import Workspace

/// An action that needs work on a large file changes nothing until that work is done.
@Suite struct WaitingEditTests {
    private static let large =
        "@city = Rome\n### first\n# @name one\nGET http://h/1?a=1\nX-A: 1\n\n### second\nGET http://h/{{one.response.body.a}}\n\n"
        + String(repeating: "# padding of a line that makes the file large enough\n", count: 21_000)
        + "### third\n# @name three\nPOST http://h/3\n\n# a comment?\n"

    /// What leads to an action that waits, and the action.
    struct Scenario: Sendable, CustomStringConvertible {
        var description: String
        var before: [Key]
        var act: @Sendable (Robot) -> Void

        init(_ description: String, _ before: [Key], _ act: @escaping @Sendable (Robot) -> Void) {
            self.description = description
            self.before = before
            self.act = act
        }

        init(_ description: String, _ keys: Key...) {
            self.init(description, keys.dropLast()) { $0.press(keys[keys.count - 1]) }
        }
    }

    private static let scenarios = [
        Scenario("the URL is finished", "2", "i", "x", .enter),
        Scenario("Tab goes from the method to the URL", "2", "m", .down, .tab),
        Scenario("a save finishes the field first", "2", "i", "x", .control("s")),
        Scenario("a click into another pane", ["2", "i", "x"]) { $0.click(on: "Response") },
        Scenario("quitting finishes the body first", "2", "i", "x", .control("c"), .control("c")),
        Scenario("Esc and a key arrive together", "2", "]", "]", .enter, "x", .alt("q")),
        Scenario("a parameter is switched off", "2", " "),
        Scenario("a parameter is removed", "2", "D"),
        Scenario("a kind of body is chosen", "2", "T", .down, .enter),
        Scenario(
            "a login is written", "2", "]", "]", "]", .enter, .down, .down, .enter, "{", "{", "t", "}", "}", .enter),
        Scenario("a command of the palette", "1", "g", "j", ":", "c", "l", "o", "n", "e", .enter),
        Scenario("a request is cloned", "1", "g", "j", "c"),
        Scenario("a request is moved down", "1", "g", "j", "+"),
        Scenario("a request is deleted", "1", "g", "j", "D", "d"),
        Scenario("a request is deleted with a choice", "1", "g", "j", "D", .up, .enter),
        Scenario("a request is added", "1", "g", "j", "A", "t", .enter, .control("e"), "h", .enter),
        Scenario("a new name and title", "1", "g", "j", "r", "x", .tab, "x", .enter),
        Scenario(
            "a request goes to a new file", "1", "g", "j", "m", .control("u"), "n", ".", "h", "t", "t", "p", .tab,
            .enter),
        Scenario("a file from the editor", ["2"]) { robot in
            robot.press("E")
            for case .editExternally(let job) in robot.take() {
                robot.tell(.editedExternally(job, .changed("GET http://h/new\n")))
            }
        },
        Scenario("a save that meets a change on disk", ["2", " ", .control("s")]) { robot in
            let disk = Array(large.replacing("h/3", with: "h/4").utf8)
            for case .save(let job) in robot.take() { robot.tell(.saveFinished(job, .conflict(onDisk: disk))) }
        },
        Scenario("the collection is read again", ["2", " "]) { robot in
            robot.tell(.collectionLoaded(.success(Robot.folder([("large.http", large.replacing("h/3", with: "h/4"))]))))
        },
    ]

    private func run(_ robot: Robot) {
        while let work = robot.take(where: { if case .work = $0 { true } else { false } }).first {
            if case .work(let work) = work { robot.tell(.worked(work, work.run())) }
        }
    }

    @Test(arguments: scenarios) func `nothing has changed while it waits, and later what a small file would give`(
        _ scenario: Scenario
    ) {
        let slow = Robot(files: [("large.http", Self.large)])
        let fast = slow.copy()
        fast.editAtOnce()
        for key in scenario.before {
            slow.press(key)
            run(slow)
            fast.press(key)
        }
        let before = slow.copy()
        scenario.act(slow)
        scenario.act(fast)
        #expect(slow.isEditingInBackground, "\(slow.screen)")
        #expect(slow.difference(from: before) == nil)
        run(slow)
        #expect(!slow.isEditingInBackground)
        #expect(slow.text(of: "large.http") == fast.text(of: "large.http"))
        for robot in [slow, fast] {
            robot.wait(.seconds(9))
            robot.tick()
        }
        #expect(slow.screen == fast.screen)
    }
}
