import Testing

@testable import Explorer
@testable import HTTPFormat
@testable import TerminalUI
@testable import Workspace

/// The list of `apitui lint` on the screen.
@Suite struct FindingsTests {
    private static let files = [
        ("a.http", "### one\nGET http://a.test/\n\n### two\n# @timeout abc\nGET http://a.test/{{nobody}}\n"),
        ("b.http", "### three\nGET http://a.test/\nbad line\n"),
    ]

    private func robot() throws -> Robot {
        let robot = Robot(100, 30, files: Self.files)
        robot.press("L")
        #expect(robot.screen.contains("Looking through all files."))
        let job = try #require(
            robot.take().compactMap { if case .lint(let job) = $0 { job } else { nil } }.first)
        #expect(job.files.map(\.relativePath) == ["a.http", "b.http"])
        #expect(job.environmentName == "dev")
        robot.tell(
            .linted(CollectionLint.findings(job, store: CollectionStore(), isTrusted: false)))
        return robot
    }

    @Test func `L lists what is wrong in all files, errors first, and the selected sentence whole`() throws {
        let robot = try robot()
        #expect(robot.screen.contains("Findings: 3 errors, 0 warnings, 0 infos"), "\(robot.screen)")
        #expect(robot.dialog[0].contains("a.http:5  A timeout is a number with ms, s or m"), "\(robot.screen)")
        #expect(robot.screen.contains("error E4: A timeout is a number with ms, s or m."))
        robot.press("j")
        #expect(robot.screen.contains("error E7: {{nobody}} has no value"))
        robot.press("R")
        #expect(robot.takeNames() == ["lint a.http b.http"])
        robot.press(.escape)
        #expect(!robot.hasDialog)
    }

    @Test func `Enter goes to the request, on the tab that shows the line`() throws {
        let robot = try robot()
        robot.press(.enter)
        #expect(!robot.hasDialog && robot.focus == .request && robot.tab == "Options")
        #expect(robot.openTarget == "http://a.test/{{nobody}}")
        #expect(robot.selectedRow()?.contains("two") == true)
        let other = try self.robot()
        other.press("G", .enter)
        #expect(other.tab == "Headers")
        #expect(other.border(.request).contains("three"), "\(other.screen)")
    }

    @Test func `a collection without findings says so`() {
        let robot = Robot(100, 30)
        robot.choose("Findings")
        robot.tell(.linted([]))
        #expect(robot.screen.contains("Nothing is wrong or doubtful in any file."))
        robot.press(.enter)
        #expect(robot.hasDialog)
    }

    @Test func `a finding in an environment file cannot be gone to`() {
        let robot = Robot(100, 30)
        robot.press("L")
        let finding = LintFinding(
            file: "/c/http-client.env.json", line: 3, id: "N20", severity: .warning, text: "Looks like a secret")
        robot.tell(.linted([finding]))
        #expect(robot.dialog[0].contains("▵ http-client.env.json:3  Looks like a secret"))
        robot.press(.enter)
        #expect(robot.hasDialog)
        #expect(robot.footer.contains("http-client.env.json is not a request file; change it in your editor."))
    }
}
