import NetEngine
import TestSupport
import Testing

@testable import Base
@testable import Explorer
@testable import RequestExport
@testable import TerminalUI
@testable import Workspace

/// Copying saved requests in the format of another tool.
@Suite struct ExportMenuTests {
    private func exports(_ robot: Robot) -> [String] { robot.takeNames().filter { $0.hasPrefix("export ") } }

    @Test func `y on a request without a response offers the formats`() {
        let robot = Robot(100, 30)
        robot.press("j")
        robot.effects = []
        robot.press("y")
        for text in [
            "c  curl", "h  HTTPie", "a  HAR", "p  Postman collection", "o  OpenAPI", "m  Markdown", "w  Swift",
            "Secrets are not written",
        ] {
            #expect(robot.screen.contains(text), "\(text) in\n\(robot.screen)")
        }
        robot.press("p")
        #expect(!robot.hasDialog)
        #expect(exports(robot).count == 1)
    }

    @Test func `y on a file exports all of it, and s writes secrets`() {
        let robot = Robot(100, 30)
        robot.effects = []
        robot.press("y")
        #expect(robot.screen.contains("requests") || robot.screen.contains("request"), "\(robot.screen)")
        robot.press("s", "c")
        let names = exports(robot)
        #expect(
            names.count == 1 && names[0].hasPrefix("export curl ") && names[0].hasSuffix(" with secrets"), "\(names)")
    }

    @Test func `on a low screen a click means the format under it, also where the list has scrolled`() {
        let robot = Robot(60, 10)
        robot.press("y", "G")
        robot.effects = []
        robot.click(on: "Markdown")
        #expect(exports(robot).first?.hasPrefix("export markdown ") == true, "\(robot.effects)")
    }

    @Test func `y on a folder exports its files, and not those of one whose name begins alike`() {
        let robot = Robot(100, 30, files: [("a/one.http", "GET http://h/1\n"), ("ab/two.http", "GET http://h/2\n")])
        robot.press("g")
        robot.effects = []
        robot.press("y")
        #expect(robot.screen.contains("a: 1 request"), "\(robot.screen)")
        robot.press("c")
        let jobs = robot.effects.compactMap { if case .export(let job) = $0 { job } else { nil } }
        #expect(jobs.map { $0.files.map(\.relativePath) } == [["a/one.http"]])
    }

    @Test func `e in the menu of a response exports its request`() throws {
        let robot = Robot(100, 30)
        robot.press("j")
        let id = try #require(robot.send())
        robot.finish(
            ExchangeFixtures.exchange(id.rawValue, hops: [ExchangeFixtures.hop(response: ExchangeFixtures.response())]))
        robot.press("3")
        robot.effects = []
        robot.press("y", "e", .enter)
        #expect(exports(robot).first?.hasPrefix("export curl ") == true)
    }

    @Test func `what is left out is shown after the copy`() {
        let robot = Robot(100, 30)
        let outcome = ClipboardOutcome(way: .program(["xclip"]), byteCount: 5)
        robot.tell(
            .exported(
                ExportOutcome(
                    name: "The export (curl)", text: ClipboardText("hello"), clipboard: outcome,
                    losses: ["a.http:3: a: 1 check is left out."])))
        #expect(robot.screen.contains("a.http:3: a: 1 check is left out."), "\(robot.screen)")
    }

    @Test func `the text of a folder has its files, and says what cannot be exported`() throws {
        let home = try TemporaryFolder()
        try home.write("{}", to: "http-client.env.json")
        try home.write("### One\nGET http://localhost/1", to: "api/a.http")
        try home.write("### Two\nGET http://localhost/{{nothing}}", to: "api/more/b.http")
        let folder = try CollectionStore().load(path: home.path)
        let job = ExportJob(
            kind: .postman, reveals: false, title: "api", name: "api", files: folder.files, folder: "api",
            place: folder.place,
            environmentName: nil, overrides: [:])
        let (text, _) = try job.text(store: CollectionStore(), isTrusted: false)
        #expect(text.string.contains("\"name\": \"more\"") && text.string.contains("{{nothing}}"), "\(text.string)")
        var values = job
        values.kind = .curl
        let (script, losses) = try values.text(store: CollectionStore(), isTrusted: false)
        #expect(
            script.string.contains("http://localhost/1") && losses.count == 1
                && losses[0].hasPrefix("api/more/b.http:2: "), "\(losses)")
    }
}
