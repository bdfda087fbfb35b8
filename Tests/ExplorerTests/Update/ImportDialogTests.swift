import Base
import Import
import Testing
import Workspace

@testable import Explorer
@testable import TerminalUI

/// Files of other tools, from a path or a pasted text to files of the collection.
@Suite struct ImportDialogTests {
    private static let postman =
        #"{"info":{"name":"Shop","schema":"https://schema.getpostman.com/json/collection/v2.1.0/collection.json"},"item":[{"name":"Users","item":[{"name":"One","request":{"url":"https://a.test/{{$guid}}","auth":{"type":"bearer","bearer":[{"key":"token","value":"abc-secret"}]}},"event":[{"listen":"test","script":{"exec":["eval(1)"]}}]}]}]}"#

    private func job(_ robot: Robot) throws -> ImportJob {
        try #require(robot.effects.compactMap { if case .readImport(let job) = $0 { job } else { nil } }.last)
    }

    private func files() throws -> ImportedFiles {
        try Importer.files(of: try Importer.source(name: "shop.json", bytes: Array(Self.postman.utf8)))
    }

    @Test func `what would be written and lost is shown, and Enter writes it`() throws {
        let robot = Robot(files: [])
        #expect(robot.screen.contains("i  import from other tools"))
        robot.press("i")
        robot.type("shop.json")
        robot.press(.enter)
        let job = try job(robot)
        #expect(job.source == .path("/c/shop.json"))
        robot.tell(.importProgressed(job, 0.5))
        #expect(robot.dialog.contains { $0.contains("Reading 50 %") })
        robot.tell(.importRead(job, .success(try files())))
        for text in [
            "Postman: 1 request, 1 secret", "Users.http", "http-client.private.env.json", "Needs your attention",
        ] {
            #expect(robot.dialog.contains { $0.contains(text) }, "\(text)\n\(robot.screen)")
        }
        #expect(!robot.screen.contains("abc-secret"))
        robot.effects = []
        robot.press(.enter)
        #expect(!robot.hasDialog)
        let written = robot.effects.compactMap { effect -> FileOperation? in
            if case .changeFiles(let job) = effect { job.operation } else { nil }
        }
        guard case .write(let files, let folder)? = written.first else {
            Issue.record("Nothing was written.")
            return
        }
        #expect(folder == "/c" && files.folder == "Shop")
        robot.tell(.filesWereChanged(FileJob(operation: written[0]), .success(.discard("/c/Shop"))))
        #expect(robot.footer.contains("Shop was written; u takes it back."))
    }

    @Test func `the footer says what an import wrote, and goes on saying it once the files are read`() throws {
        let robot = Robot(files: [])
        try show(Self.postman, in: robot)
        robot.press(.enter)
        let job = try #require(
            robot.effects.compactMap { if case .changeFiles(let job) = $0 { job } else { nil } }.first)
        robot.tell(.filesWereChanged(job, .success(.discard("/c/Shop"))))
        #expect(robot.footer.contains("Shop was written: 1 request in 3 files; u takes it back."), "\(robot.footer)")
        robot.tell(.collectionLoaded(.success(Robot.folder([("Shop/Users.http", "### One\nGET https://a.test/\n")]))))
        #expect(robot.screen.contains("Users.http"))
        #expect(robot.footer.contains("Shop was written: 1 request in 3 files; u takes it back."), "\(robot.footer)")
        // What somebody else writes there is news.
        robot.tell(
            .collectionLoaded(
                .success(
                    Robot.folder([
                        ("Shop/Users.http", "### One\nGET https://a.test/\n"), ("Shop/b.http", "GET https://a.test/\n"),
                    ]))))
        #expect(robot.footer.contains("On disk: Shop/b.http is new."), "\(robot.footer)")
    }

    @Test func `a pasted text is read, and what it is not is said in one sentence`() throws {
        let robot = Robot(files: [])
        robot.press("i")
        robot.paste("{\n\"a\": 1}\n")
        #expect(robot.dialog.contains { $0.contains("pasted: 2 lines") })
        robot.press(.enter)
        let job = try job(robot)
        #expect(job.source == .text("{\n\"a\": 1}\n"))
        robot.tell(.importRead(job, .failure(ImportError("It is of no kind that can be imported."))))
        #expect(robot.dialog.contains { $0.contains("! It is of no kind that can be imported.") })
        robot.press(.escape)
        #expect(!robot.hasDialog)
    }

    @Test func `a sentence with more words than the rows have room for ends in an ellipsis`() throws {
        let robot = Robot(44, 12, files: [])
        robot.press("i")
        robot.paste("{}")
        robot.press(.enter)
        let sentence = (1...60).map { "word\($0)" }.joined(separator: " ")
        robot.tell(.importRead(try job(robot), .failure(ImportError(sentence))))
        let last = robot.dialog.last?.split(separator: " ").last
        #expect(robot.dialog.contains { $0.contains("! word1 ") } && last?.hasSuffix("…") == true, "\(robot.screen)")
    }

    @Test func `a result that comes late changes nothing`() throws {
        let robot = Robot(files: [])
        robot.press("i")
        robot.type("a")
        robot.press(.enter)
        let job = try job(robot)
        robot.press(.escape)
        robot.tell(.importRead(job, .success(try files())))
        #expect(!robot.hasDialog)
    }

    private static let har =
        #"{"log":{"version":"1.2","creator":{"name":"B","version":"1"},"entries":[{"startedDateTime":"2024-05-01T10:00:00Z","time":5,"request":{"method":"GET","url":"https://x.test/"},"response":{"status":200}}]}}"#

    /// Opens the dialog and shows what is read.
    private func show(_ text: String, in robot: Robot) throws {
        robot.press("i")
        robot.type("a.json")
        robot.press(.enter)
        let files = try Importer.files(of: try Importer.source(name: "a.json", bytes: Array(text.utf8)))
        robot.tell(.importRead(try job(robot), .success(files)))
        robot.effects = []
    }

    @Test func `recorded responses are stored once the files are written`() throws {
        let robot = Robot(files: [])
        try show(Self.har, in: robot)
        #expect(robot.dialog.contains { $0.contains("1 recorded response goes into the history of its request.") })
        robot.press(.enter)
        let job = try #require(
            robot.effects.compactMap { if case .changeFiles(let job) = $0 { job } else { nil } }.first)
        robot.effects = []
        robot.tell(.filesWereChanged(job, .success(.discard("/c/a.http"))))
        let recorded = robot.effects.compactMap { effect -> (ImportTarget, String, String)? in
            if case .recordImported(let target, let place, let root) = effect { (target, place, root) } else { nil }
        }
        let (target, place, root) = try #require(recorded.first)
        #expect(place == "/c/a.http" && root == "/c" && target.files.recorded.count == 1)
        robot.effects = []
        robot.tell(.importRecorded(stored: 1, of: 1))
        #expect(robot.logEffects.contains { if case .readLastLogged("/c") = $0 { true } else { false } })
        robot.tell(.importRecorded(stored: 0, of: 1))
        #expect(robot.footer.contains("1 recorded response could not be put into the history."))
    }

    @Test func `while nothing is logged the dialog says so, and stores nothing`() throws {
        let robot = Robot(files: [])
        robot.isLogging = false
        try show(Self.har, in: robot)
        #expect(robot.dialog.contains { $0.contains("1 recorded response is left out: nothing is logged.") })
        robot.press(.enter)
        let job = try #require(
            robot.effects.compactMap { if case .changeFiles(let job) = $0 { job } else { nil } }.first)
        robot.effects = []
        robot.tell(.filesWereChanged(job, .success(.discard("/c/a.http"))))
        #expect(!robot.effects.contains { if case .recordImported = $0 { true } else { false } })
    }

    @Test func `an environment alone is added to the environment files`() throws {
        let robot = Robot(files: [])
        try show(
            #"{"name":"live","values":[{"key":"a","value":"2"}],"_postman_variable_scope":"environment"}"#, in: robot)
        #expect(robot.dialog.contains { $0.contains("http-client.env.json") })
        robot.press(.enter)
        #expect(!robot.hasDialog)
        #expect(robot.effects.contains { if case .addImportedValues = $0 { true } else { false } })
        robot.tell(.importedValuesAdded(.success(["/c/http-client.env.json"])))
        #expect(robot.footer.contains("Written: http-client.env.json."))
        robot.tell(.importedValuesAdded(.failure(CollectionError(sentence: "/c/x has live.a already."))))
        #expect(robot.footer.contains("has live.a already."))
    }

    @Test(arguments: [120, 60]) func `a notice that is longer than the dialog goes on in the next row`(columns: Int)
        throws
    {
        let robot = Robot(columns, 60, files: [])
        try show(Self.postman, in: robot)
        let text = robot.dialog.map { $0.dropFirst() }.joined(separator: " ").split(separator: " ").joined(
            separator: " ")
        let notices = try files().notices.map(\.text)
        #expect(!notices.isEmpty)
        for notice in notices { #expect(text.contains(notice), "\(robot.screen)") }
    }

    @Test func `a path is completed name by name`() throws {
        let robot = Robot(files: [])
        robot.press("i")
        robot.type("d")
        func listed() throws -> TypedFolderJob {
            try #require(robot.effects.compactMap { if case .listTypedFolder(let job) = $0 { job } else { nil } }.last)
        }
        #expect(try listed() == TypedFolderJob(folder: "", root: "/c"))
        robot.tell(.typedFolderListed(try listed(), ["docs/", "data/", "other.json"]))
        #expect(robot.screen.contains("data/") && robot.screen.contains("docs/"))
        robot.type("o")
        robot.press(.tab)
        // A folder goes on.
        #expect(try listed() == TypedFolderJob(folder: "docs/", root: "/c"))
        robot.tell(.typedFolderListed(try listed(), ["shop.json", "site.har"]))
        robot.press(.down)
        robot.press(.down)
        robot.press(.enter)
        #expect(robot.dialog.contains { $0.contains("docs/site.har") })
        // The list of another folder comes late.
        robot.tell(.typedFolderListed(TypedFolderJob(folder: "", root: "/c"), ["docs/site.harp"]))
        #expect(!robot.screen.contains("site.harp"))
        robot.press(.enter)
        #expect(try job(robot).source == .path("/c/docs/site.har"))
    }

    @Test(arguments: [
        ("http://a.test/shop.json", "URLs are not fetched here: 'apitui import URL' does that, or paste the text."),
        ("ftp://a.test/x", "ftp:// is not fetched, only http:// and https:// are: name a file."),
    ])
    func `a URL is refused as that`(url: String, sentence: String) {
        let robot = Robot(files: [])
        robot.press("i")
        robot.type(url)
        robot.effects = []
        robot.press(.enter)
        #expect(robot.dialog.contains { $0.contains("! \(sentence)") }, "\(robot.screen)")
        #expect(!robot.takeNames().contains("readImport"))
    }

    @Test func `a command that is typed is no path`() throws {
        let robot = Robot(files: [])
        robot.press("i")
        robot.effects = []
        robot.type("curl a")
        robot.press(.enter)
        #expect(try job(robot).source == .text("curl a"))
    }
}
