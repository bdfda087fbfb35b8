import TestSupport
import Testing

@testable import Base
@testable import Explorer
@testable import TerminalUI
@testable import Workspace

/// What X offers, in order, and which of it is selected at first.
@Suite struct ReplayChoiceTests {
    private static let files = [
        ("api/a.http", "### one\nGET http://h/1\n\n### two\n# @disabled\nGET http://h/2\n"),
        ("b.http", "### three\nGET http://h/3\n"),
    ]

    /// The rows that X offers after these keys.
    private func offered(_ keys: String, files: [(String, String)] = files) -> [String] {
        let robot = Robot(files: files)
        robot.strike(keys + " X")
        return robot.dialog.map { $0.split(separator: " ").joined(separator: " ") }.filter { !$0.isEmpty }
    }

    @Test func `the smallest comes first, and the file of a request is selected`() {
        #expect(
            offered("1 g j j") == ["one 1 request", "›api/a.http 1 request", "api/ 1 request", "all files 2 requests"])
        #expect(
            offered("1 g j j j") == [
                "two 1 request", "›api/a.http 1 request", "api/ 1 request", "all files 2 requests",
            ],
            "who names a request wants it")
        #expect(offered("1 G") == ["three 1 request", "›b.http 1 request", "all files 2 requests"])
    }

    @Test func `on a folder there is only what is in it, what is marked, and all`() {
        #expect(offered("1 g") == ["›api/ 1 request", "all files 2 requests"])
        #expect(
            offered("1 g j j Space g") == ["›1 marked request 1 request", "api/ 1 request", "all files 2 requests"])
        #expect(offered("1 g j j Space G Space")[0] == "›2 marked requests 2 requests")
    }

    @Test func `a description is counted where it is meant itself, and not among other files`() throws {
        let folder = try TemporaryFolder()
        try folder.write(Robot.pets, to: "openapi.yaml")
        try folder.write("### one\nGET http://h/1\n", to: "a.http")
        let robot = try Robot(opening: folder.path)
        func offered(from row: String) -> [String] {
            robot.selectRow(row)
            robot.press("X")
            defer { robot.press(.escape) }
            return robot.dialog.map { $0.split(separator: " ").joined(separator: " ") }.filter { !$0.isEmpty }
        }
        #expect(offered(from: "one") == ["one 1 request", "›a.http 1 request", "all files 1 request"])
        let described = offered(from: "List them")
        #expect(described.contains("›openapi.yaml 4 requests"), "\(described)")
        #expect(described.last == "all files 1 request", "\(described)")
    }

    @Test func `where all requests are switched off the named one is offered, and not all files`() {
        let off = [("a.http", "### one\n# @disabled\nGET http://h/1\n")]
        #expect(offered("1 G", files: off) == ["one 1 request", "›a.http 0 requests"])
    }

    @Test func `a job names the requests, the files, the folder or the root`() {
        func path(_ downs: Int) -> String? {
            let robot = Robot(files: Self.files)
            robot.strike("1 g j j X g" + String(repeating: " j", count: downs) + " Enter")
            return robot.takeNames().first { $0.hasPrefix("replay ") }
        }
        #expect(
            (0...3).map(path) == [
                "replay one api/a.http#one by 1", "replay api/a.http api/a.http by 1", "replay api/ api by 1",
                "replay all files . by 1",
            ])
    }
}
