import NetEngine
import TestSupport
import Testing

@testable import Base
@testable import Explorer
@testable import TerminalUI
@testable import Workspace

/// Fields of the request pane: where Tab and Enter lead, what stays open, and what the editor is given.
@Suite struct RequestTypingTests {
    private static let text = """
        ### first
        GET http://h/a?x=1
        # Origin: off
        Accept: */*
        Referer: http://r/

        ### second
        POST http://h/b
        Content-Type: application/json

        {"a": 1}

        """

    private func robot(_ script: String = "2") -> Robot {
        let robot = Robot(files: [("a.http", Self.text)])
        robot.script(script)
        robot.effects = []
        return robot
    }

    // MARK: Method and URL

    @Test func `Tab goes from the method to the URL and back, and keeps what was typed`() {
        let robot = robot("2 m ^U")
        robot.type("PURGE")
        robot.press(.tab)
        #expect(robot.typed == "http://h/a?x=1" && robot.border(.request).contains("PURGE "))
        robot.press(.end)
        robot.type("2")
        robot.press(.backTab)
        #expect(robot.typed == "PURGE" && robot.openTarget == "http://h/a?x=12")
        robot.press(.backTab)
        #expect(robot.typed == "http://h/a?x=12")
        robot.press(.tab, .enter)
        #expect(robot.typed == nil && robot.text(of: "a.http").contains("PURGE http://h/a?x=12\n"))
    }

    @Test func `a method that is refused keeps its field, where Tab leads nowhere`() {
        let robot = robot("2 m ^U")
        robot.type("GE T")
        // The list of methods is closed first.
        robot.press(.escape, .tab)
        #expect(robot.typed == "GE T" && robot.footer.hasPrefix(" ! "), "\(robot.footer)")
        robot.press(.backspace)
        #expect(!robot.footer.hasPrefix(" ! "), "what is typed on is not refused yet")
    }

    // MARK: Rows

    @Test func `Enter goes from a name to its value, and a new row is selected once it is there`() {
        let robot = robot("@Headers A")
        robot.type("X-New")
        robot.press(.enter)
        robot.type("1")
        robot.press(.backTab)
        robot.type("er")
        robot.press(.enter, .enter)
        #expect(robot.typed == nil && robot.selectedRow(.request)?.contains("X-Newer 1") == true, "\(robot.screen)")
        #expect(robot.text(of: "a.http").contains("Referer: http://r/\nX-Newer: 1\n"))
        robot.script("@Params A")
        robot.type("y")
        robot.press(.enter)
        robot.type("2")
        robot.press(.enter)
        #expect(robot.selectedRow(.request)?.contains("y 2") == true && robot.openTarget == "http://h/a?x=1&y=2")
    }

    @Test func `a field that was not changed is dropped without a word`() {
        for keys in ["i", "m", "@Params Enter", "@Headers A", "@Headers j Enter"] {
            let robot = robot("2 " + keys)
            #expect(robot.typed != nil, "\(keys)")
            robot.press(.control("g"))
            #expect(robot.typed == nil && robot.toastText == nil, "\(keys)")
            robot.script(keys)
            robot.type("x")
            robot.press(.control("g"))
            #expect(robot.typed == nil && robot.toastText == "What was typed is dropped.", "\(keys)")
        }
    }

    // MARK: Explanations

    @Test(arguments: [(0, "Accept"), (1, "Accept"), (2, "Referer")])
    func `K explains the selected header first, unless it is switched off`(row: Int, name: String) {
        let robot = robot("@Headers" + String(repeating: " j", count: row) + " K")
        #expect(robot.dialog.first?.contains(name) == true, "\(robot.screen)")
    }

    // MARK: The editor

    @Test func `the editor is given the body on its tab, with a fitting name, and the whole request on the others`() {
        for (script, effect) in [
            ("@Params E", "edit block .http"), ("@Headers E", "edit block .http"), ("@Body E", "edit body .txt"),
            ("@Auth E", "edit block .http"), ("@Options E", "edit block .http"), ("1 j 2 @Body E", "edit body .json"),
        ] { #expect(edits(script) == [effect], "\(script)") }
    }

    private func edits(_ script: String) -> [String] {
        let robot = Robot(files: [("a.http", Self.text)])
        robot.script(script)
        return robot.takeNames().filter { $0.hasPrefix("edit ") }
    }

    @Test func `the editor's text goes to the request that it is of, which is in view then`() throws {
        let robot = Robot(files: [("a.http", Self.text)])
        robot.press("2", "E")
        let jobs = robot.take().compactMap { if case .editExternally(let job) = $0 { job } else { nil } }
        let job = try #require(jobs.last)
        // The program has the terminal again before the outcome is told: another request may be opened.
        robot.press("1", "j", .enter)
        #expect(robot.openTarget == "http://h/b")
        robot.tell(.editedExternally(job, .failed("The editor is not there.")))
        #expect(robot.toastText == "The editor is not there." && robot.openTarget == "http://h/b")
        robot.tell(.editedExternally(job, .changed(job.text.replacing("x=1", with: "x=7"))))
        #expect(robot.openTarget == "http://h/a?x=7" && robot.text(of: "a.http").contains("POST http://h/b\n"))
        #expect(robot.toastText?.hasPrefix("The request has the editor's text now. ") == true)
    }

    // MARK: Values of variables

    private static let environmentFile = "/c/http-client.env.json"

    /// A robot in whose Vars tab the value of an environment is selected.
    private func variable() -> Robot {
        let robot = Robot(files: [("a.http", "GET http://h/{{base}}\n")])
        robot.press(.enter)
        var set = Robot.environments
        set.variables["dev"] = [
            "base": .init(
                value: "b", reason: nil, file: Self.environmentFile, isPrivate: false, path: ["dev", "base"])
        ]
        robot.tell(.environmentsLoaded(folder: "/c", set))
        let source = VariableUse.Source.environment(name: "dev", file: Self.environmentFile, isPrivate: false)
        robot.lookUp([VariableUse(name: "base", value: "b", source: source)])
        robot.effects = []
        return robot
    }

    private func saved(_ robot: Robot) -> [EnvironmentFileEdit] {
        robot.take().compactMap { if case .saveVariable(let edit) = $0 { edit } else { nil } }
    }

    @Test func `a field that stays open after a save expects the value that was saved`() throws {
        let robot = variable()
        robot.press("e")
        robot.type("2")
        robot.press(.control("s"))
        let first = try #require(saved(robot).last)
        #expect(first.value == "b2" && first.expected == "b" && robot.typed == "@base = b2")
        robot.tell(.variableSaved(first, problem: nil))
        robot.type("3")
        robot.press(.enter)
        let second = try #require(saved(robot).last)
        #expect(second.value == "b23" && second.expected == "b2")
    }

    @Test func `a value that could not be saved is not called lost while its field is open`() throws {
        let robot = variable()
        robot.press("e")
        robot.type("2")
        robot.press(.control("s"))
        let edit = try #require(saved(robot).last)
        robot.tell(.variableSaved(edit, problem: "\(Self.environmentFile) was not saved: no room."))
        #expect(robot.toastText == "http-client.env.json was not saved: no room.")
    }

    @Test func `Tab means nothing in a value that is no secret, and a value that is the same is not saved`() {
        let robot = variable()
        robot.press("e", .tab, .backTab)
        #expect(robot.typed == "@base = b" && !robot.footer.contains("Tab "), "\(robot.footer)")
        robot.press(.enter)
        #expect(robot.typed == nil && saved(robot).isEmpty)
    }
}
