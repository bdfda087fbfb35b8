import Import
import NetEngine
import Runs
import TestSupport
import Testing

@testable import Explorer
@testable import TerminalUI
@testable import Workspace

/// Dialogs of Collections: what they begin with, what each key does in them, and what they make of a text.
@Suite struct CollectionDialogTests {
    private static let files = [
        ("f/a.http", "### --- Part ---\n\n### one\nGET http://h/1\n"), ("b.http", "### two\nGET http://h/2\n"),
    ]

    private func keys(_ robot: Robot) -> String { robot.dialogKeys.map { "\($0.0) \($0.1)" }.joined(separator: ", ") }

    // MARK: A new request

    @Test func `a new request goes to the file of the selected row, or the first one of its folder`() {
        for (keys, file) in table(
            """
            1 g -> f/a.http
            1 g j -> f/a.http
            1 g j j -> f/a.http
            1 g j j j -> f/a.http
            1 G -> b.http
            1 G k -> b.http
            1 / zzz Enter -> f/a.http
            """)
        {
            let robot = Robot(files: Self.files)
            robot.script("\(keys) A")
            #expect(
                robot.spoken == "New request | File: \(file) | > Title:  | Request: GET http://", "\(keys)")
        }
        let empty = Robot(files: [])
        empty.script("A")
        #expect(empty.spoken == "New request | File: requests.http | > Title:  | Request: GET http://")
        let reading = Robot.reading()
        reading.script("A")
        #expect(!reading.hasDialog, "nobody knows which files there are")
    }

    @Test func `a row without a request offers what can be done with it`() {
        let robot = Robot(files: Self.files)
        robot.script("1 g j j")
        #expect(robot.selectedRow() == "Part" && !robot.footer.contains("Space"), "\(robot.footer)")
        robot.script("/ zzz Enter")
        #expect(!robot.offers(.open) && !robot.offers(.toggle) && robot.offers(.replay), "\(robot.screen)")
        let empty = Robot(files: [])
        empty.press("1")
        #expect(!empty.offers(.replay) && !empty.offers(.open))
    }

    // MARK: Exports

    @Test func `each format has its key and its row`() {
        for (keys, kind) in table(
            """
            c -> curl
            h -> httpie
            a -> har
            p -> postman
            o -> openapi
            m -> markdown
            w -> swift
            Enter -> curl
            j Enter -> httpie
            j j Enter -> har
            j j j Enter -> postman
            j j j j Enter -> openapi
            j j j j j Enter -> markdown
            j j j j j j Enter -> swift
            j j j j j j j Enter -> swift
            k Enter -> curl
            j k k Enter -> curl
            G Enter -> swift
            G k Enter -> markdown
            G g Enter -> curl
            PgDn Enter -> swift
            Space Enter -> swift
            ^D Enter -> postman
            s s c -> curl
            """)
        {
            let robot = Robot()
            robot.press("y")
            robot.effects = []
            robot.script(keys)
            #expect(robot.takeNames() == ["export \(kind) list orders"] && !robot.hasDialog, "\(keys)")
        }
        for key in ["y", "q", .escape] as [Key] {
            let robot = Robot()
            robot.press("y")
            robot.effects = []
            robot.press(key)
            #expect(!robot.hasDialog && robot.takeNames().isEmpty)
        }
    }

    @Test func `a heading is exported with its file`() {
        for keys in ["1 g j y", "1 g j j y"] {
            let robot = Robot(files: Self.files)
            robot.script(keys)
            #expect(robot.dialogKind == "ExportMenu" && robot.screen.contains("a: 1 request "), "\(robot.screen)")
        }
    }

    // MARK: Imports

    @Test func `what is typed is a path in the collection, one of its own, or the text itself`() throws {
        for (text, source) in [
            ("a.json", .path("/c/a.json")), (" a.json ", .path("/c/a.json")), ("/x/a.json", .path("/x/a.json")),
            ("~/a.json", .path("~/a.json")), ("d/a.json", .path("/c/d/a.json")), ("curlx", .path("/c/curlx")),
            ("curl http://h/", .text("curl http://h/")), (#"{"a": 1}"#, .text(#"{"a": 1}"#)),
            ("[1]", .path("/c/[1]")),
        ] as [(String, ImportJob.Source)] {
            let robot = Robot(files: [])
            robot.press("i")
            robot.type(text)
            robot.effects = []
            robot.press(.enter)
            let jobs = robot.take().compactMap { if case .readImport(let job) = $0 { job } else { nil } }
            #expect(jobs.map(\.source) == [source], "\(text)")
        }
    }

    @Test func `the keys of an import are those of what it is doing, and it says how far it is`() throws {
        let robot = Robot(files: [])
        robot.press("i")
        #expect(keys(robot) == "Enter read it, Tab complete, Esc close")
        let pasted = robot.copy()
        pasted.paste("{\n}\n")
        #expect(keys(pasted) == "Enter read it, Esc close")
        robot.type("a.json")
        robot.press(.enter)
        let job = try #require(
            robot.take().compactMap { if case .readImport(let job) = $0 { job } else { nil } }.first)
        #expect(keys(robot) == "Esc close")
        for (share, percent) in [(0, 0), (0.5, 50), (0.999, 99), (1, 100), (1.5, 100), (-1, 0)] as [(Double, Int)] {
            robot.tell(.importProgressed(job, share))
            #expect(robot.dialogWords == "Reading \(percent) %")
        }
        // Of a reading before it.
        robot.tell(.importProgressed(ImportJob(source: .path("/c/a.json"), number: 99), 0.25))
        robot.press("x", .enter)
        #expect(robot.dialogWords == "Reading 0 %" && robot.takeNames().isEmpty)
    }

    // MARK: A pasted request

    @Test func `Tab, its reverse, Up and Down go to the file of a pasted request, and back`() {
        for key in [.tab, .backTab, .up, .down] as [Key] {
            let robot = Robot()
            robot.press("p", key)
            robot.type("x")
            robot.press(key)
            robot.type("y")
            #expect(robot.dialogWords.hasPrefix("Text y File orders.httpx"), "\(robot.screen)")
        }
    }

    @Test func `a pasted request goes to the file of the selected row, and on a folder to that of the open request`() {
        for (keys, file) in table(
            """
            1 G g -> b.http
            1 G g j -> f/a.http
            1 G g j j -> f/a.http
            1 g j j j -> f/a.http
            1 G -> b.http
            1 G k -> b.http
            """)
        {
            let robot = Robot(files: Self.files)
            robot.script("\(keys) p")
            #expect(robot.dialogWords.contains(" File \(file)"), "\(keys)\n\(robot.screen)")
        }
        let empty = Robot(files: [])
        empty.script("p")
        #expect(empty.dialogWords.hasSuffix(" File requests.http"), "\(empty.screen)")
    }

    @Test func `the title of Collections has the file of the selected row where that is in a folder`() {
        let robot = Robot(160, 40, files: Self.files)
        for (keys, path) in table(
            """
            1 g ->
            1 g j -> f/a.http
            1 g j j -> f/a.http
            1 g j j j -> f/a.http
            1 G k ->
            1 G ->
            """)
        {
            let robot = robot.copy()
            robot.script(keys + " z")
            let border = robot.border(.collections)
            #expect(border.contains(".http") == !path.isEmpty, "\(keys): \(border)")
            #expect(path.isEmpty || border.contains("Collections  \(path) "), "\(keys): \(border)")
        }
    }

    @Test func `why a text is no request is said until it is another one`() {
        let robot = Robot()
        robot.script("p Enter")
        let sentence = "! This is neither a curl command nor a URL nor a request."
        #expect(robot.dialogWords.hasSuffix(sentence), "\(robot.screen)")
        robot.type("h")
        #expect(!robot.dialogWords.contains("This is neither"))
        robot.press(.enter)
        #expect(robot.dialogWords.hasSuffix(sentence) && robot.hasDialog)
        robot.press(.tab)
        robot.type("x")
        #expect(!robot.dialogWords.contains("This is neither"), "nor while the file is another one")
    }

    // MARK: The picker of requests

    /// The rows that are listed, with one space between their words.
    private func rows(_ robot: Robot) -> [String] {
        robot.dialog.map { row in
            row.split(separator: " ").filter { $0 != "│" && $0 != "█" }.joined(separator: " ")
        }.filter { !$0.isEmpty }
    }

    @Test func `requests used last are first, then each file with its other requests`() {
        let robot = Robot(140, 40)
        robot.press("G", .control("o"))
        #expect(
            rows(robot) == [
                "›GET me users.http", "GET list orders orders.http", "orders.http", "POST create order orders.http",
                "DEL remove orders.http", "users.http",
            ], "\(robot.screen)")
        robot.press(.down, .down, .down)
        robot.tell(.recentCollections(["/home/u/billing", "/home/u/x.http"]))
        #expect(
            rows(robot).suffix(6) == [
                "orders.http", "›POST create order orders.http", "DEL remove orders.http", "users.http",
                "billing/ /home/u", "x.http /home/u",
            ], "\(robot.screen)")
        robot.press(.control("k"), .control("k"), .control("p"), .enter)
        #expect(robot.border(.request).contains("me"), "\(robot.screen)")
    }

    @Test func `of two that fit alike the shorter one is first, and of collections the one that was open last`() {
        let text = "### order xxxx\nGET http://h/1\n\n### order x\nGET http://h/2\n"
        let robot = Robot(140, 40, files: [("a.http", text)])
        robot.press(.control("o"))
        robot.type("order")
        #expect(rows(robot).prefix(2) == ["›GET order x a.http", "GET order xxxx a.http"], "\(robot.screen)")
        let picker = Robot(140, 40)
        picker.choose("Open collection")
        picker.tell(.recentCollections(["/d/b/one", "/d/a/one", "/d/c/two"]))
        picker.type("one")
        #expect(rows(picker).prefix(2) == ["›one/ /d/b", "one/ /d/a"], "\(picker.screen)")
    }

    @Test func `five hundred of all are listed, and keys and a click go to them`() {
        let text = (0..<600).map { "### r\($0)\nGET http://h/\($0)\n" }.joined(separator: "\n")
        let robot = Robot(120, 40, files: [("a.http", text)])
        robot.press(.control("o"))
        #expect(robot.row(robot.dialogContent.y - 1).contains("601"))
        for _ in 0..<40 { robot.press(.pageDown) }
        robot.press(.enter)
        // The open request and its file are before the others.
        #expect(robot.openTarget == "http://h/498", "\(robot.screen)")
        robot.press(.control("o"), .pageDown, .pageUp, .down, .control("n"), .enter)
        #expect(robot.focus == .collections && robot.selectedRow()?.contains("a.http") == true, "\(robot.screen)")
    }

    @Test func `of a long word that was found twenty-four letters are shown, and the file gives way to it`() throws {
        for (letters, reason, hasFile) in [
            ("trace", "parameter X-trace", true),
            ("abcdefghijklmnopqrstuv", "parameter X-abcdefghijklmnopqrstuv", false),
            ("abcdefghijklmnopqrstuvw", "parameter X-abcdefghijklmnopqrstu…", false),
        ] {
            let folder = try TemporaryFolder()
            try folder.write(Robot.pets.replacing("X-Trace", with: "X-\(letters)"), to: "openapi.yaml")
            let robot = try Robot(opening: folder.path, 160, 36)
            robot.press(.control("o"))
            robot.describeAll()
            robot.type("X-\(letters.prefix(5))")
            let row = try #require(robot.dialog.first { $0.contains("List them") }, "\(robot.screen)")
            #expect(row.contains(reason) && row.contains("openapi.yaml") == hasFile, "\(row)")
        }
    }

    @Test func `Esc and its own key close the picker, and without a match there is nothing to go to`() {
        for key in [.escape, .control("o")] as [Key] {
            let robot = Robot()
            robot.press(.control("o"))
            #expect(keys(robot) == "Enter go, Up Down select, Tab other collection, Esc close")
            robot.type("zzzz")
            #expect(keys(robot) == "Tab other collection, Esc close")
            robot.press(.enter)
            #expect(robot.hasDialog)
            robot.press(key)
            #expect(!robot.hasDialog)
        }
    }

    @Test func `the selected request is shown beside the list from ninety columns on`() {
        for (columns, width) in [(97, 89), (98, 49), (160, 77)] {
            let robot = Robot(columns, 40)
            robot.press(.control("o"))
            #expect(robot.dialogContent.width == width, "\(columns)")
        }
    }

    @Test func `twelve headers that are on and the body of the selected request are shown`() {
        let headers = (2...13).map { "X-\($0): v\($0)\n" }.joined()
        let text = "### a\nPOST http://h/\nX-1: v1\n# X-Off: 1\n\(headers)\nfirst line\n\nthird line\n"
        let robot = Robot(160, 40, files: [("a.http", text)])
        robot.script("^O")
        let content = robot.dialogContent
        let beside = robot.text(in: Rect(x: content.maxX + 2, y: content.y, width: 40, height: content.height))
        let lines = beside.map { $0.split(separator: " ").joined(separator: " ") }
        let expected = ["POST http://h/"] + (1...12).map { "X-\($0): v\($0)" } + ["", "first line", "", "third line"]
        #expect(Array(lines.prefix(expected.count)) == expected, "\(robot.screen)")
    }

    // MARK: Coverage

    private func opened(_ text: String, sends row: String, _ url: String) throws -> (Robot, TemporaryFolder) {
        let folder = try TemporaryFolder()
        try folder.write(text, to: "openapi.yaml")
        let robot = try Robot(opening: folder.path)
        robot.selectRow(row)
        try robot.answer(200, "[]", url: url)
        robot.describeAll()
        robot.press("1")
        robot.choose("Show coverage")
        robot.describeAll()
        robot.effects = []
        return (robot, folder)
    }

    @Test func `a recorded run is chosen from a list, which its key, q and Esc leave`() throws {
        let (robot, _) = try opened(Robot.pets, sends: "List them", "http://h.test/pets")
        let all = "Enter go to, j k select, m gaps only, r recorded run, Esc close"
        #expect(keys(robot) == all)
        for key in ["r", "q", .escape] as [Key] {
            robot.press("r")
            #expect(keys(robot) == "Enter count it, Esc back" && robot.screen.contains("┏ Recorded run "))
            robot.press(key)
            #expect(keys(robot) == all)
        }
        robot.press("m")
        #expect(keys(robot) == "Enter go to, j k select, m all, r recorded run, Esc close")
        robot.press("m", "r")
        robot.tell(.runsRead(.success([RunFixtures.entry(2, "bbbbbbb"), RunFixtures.entry(1, "aaaaaaa")])))
        #expect(keys(robot) == "Enter count it, j k select, Esc back")
        for (keys, run) in [("j", "bbbbbbb"), ("j j", "aaaaaaa"), ("j j j k", "bbbbbbb"), ("G", "aaaaaaa"), ("", nil)]
            as [(String, String?)]
        {
            let robot = robot.copy()
            robot.effects = []
            robot.script(keys + " Enter")
            let names = robot.takeNames().filter { $0.hasPrefix("coverRun") }
            #expect(names == (run.map { ["coverRun \($0)"] } ?? []), "\(keys)")
            #expect(robot.hasDialog && !robot.screen.contains("┏ Recorded run "))
        }
        robot.click(robot.dialogContent.x + 2, robot.dialogContent.y + 2)
        robot.effects = []
        robot.press(.enter)
        #expect(robot.takeNames().contains("coverRun aaaaaaa"))
        robot.press("q")
        #expect(!robot.hasDialog)
    }

    @Test func `a run that is counted after another one was chosen changes nothing`() throws {
        let (robot, _) = try opened(Robot.pets, sends: "List them", "http://h.test/pets")
        let (first, second) = (RunFixtures.entry(2, "bbbbbbb"), RunFixtures.entry(1, "aaaaaaa"))
        func choose(_ keys: String) -> [CoverRunJob] {
            robot.press("r")
            robot.tell(.runsRead(.success([first, second])))
            robot.effects = []
            robot.script(keys)
            let jobs = robot.effects.compactMap { if case .coverRun(let job) = $0 { job } else { nil } }
            robot.describeAll()
            return jobs
        }
        func tell(_ run: RunEntry, _ job: CoverRunJob) {
            robot.tell(.runCovered(run, [], ticket: job.ticket))
            robot.describeAll()
        }
        let slow = try #require(choose("j Enter").last)
        let quick = try #require(choose("j j Enter").last)
        tell(second, quick)
        tell(first, slow)
        #expect(robot.dialogWords.contains("and of the run aaaaaaa "), "\(robot.screen)")
        let late = try #require(choose("j Enter").last)
        let none = choose("Enter")
        tell(first, late)
        #expect(none.isEmpty && robot.dialogWords.contains("request of this session."), "\(robot.screen)")
    }

    @Test func `a description that is read later leaves the recorded run that was chosen`() throws {
        for (keys, run) in [("j Enter", "aaaaaaa"), ("Enter", nil)] as [(String, String?)] {
            let (robot, folder) = try opened(Robot.pets, sends: "List them", "http://h.test/pets")
            robot.press("r")
            robot.tell(.runsRead(.success([RunFixtures.entry(1, "aaaaaaa")])))
            robot.script(keys)
            (robot.effects, robot.logEffects) = ([], [])
            try folder.write(Robot.pets, to: "other.yaml")
            robot.tell(.collectionLoaded(.success(try CollectionStore().open(path: folder.path))))
            robot.describeAll()
            let wanted = (robot.effects + robot.logEffects).map(Robot.name).filter { $0.hasPrefix("coverRun") }
            #expect(wanted == (run.map { ["coverRun \($0)"] } ?? []), "\(keys)")
            // Nobody waits for it: no sentence says why it cannot be counted.
            let jobs = robot.effects.compactMap { if case .coverRun(let job) = $0 { job } else { nil } }
            #expect(jobs.allSatisfy { $0.isRecount })
        }
    }

    @Test func `an operation that was sent twice says so, and the run that counts has a short title`() throws {
        let (robot, _) = try opened(Robot.pets, sends: "List them", "http://h.test/pets?limit=2")
        #expect(robot.dialogWords.contains("Sent 1 time: query limit and status 200."), "\(robot.screen)")
        robot.press(.escape)
        robot.selectRow("List them")
        try robot.answer(200, "[]", url: "http://h.test/pets?limit=2")
        robot.describeAll()
        let (whole, long) = (String(repeating: "x", count: 40), String(repeating: "x", count: 41))
        for (name, title, words) in [
            (nil, whole, "aaaaaaa (\(whole))"), ("golden", long, "golden (\(whole.dropLast())…)"),
        ] as [(String?, String, String)] {
            robot.tell(.runCovered(RunFixtures.entry(1, "aaaaaaa", name: name, title: title), [], ticket: 0))
            robot.press("1")
            robot.choose("Show coverage")
            robot.describeAll()
            let text = robot.dialogWords
            #expect(text.contains("Sent 2 times: query limit and status 200."), "\(text)")
            #expect(text.contains("Counted: 2 requests of this session and of the run \(words)."), "\(text)")
            robot.press(.escape)
        }
    }

    @Test func `in the list of gaps the selection stays on its operation where another one leaves it`() throws {
        let paths = ["one", "two", "three", "four"].map {
            "  /\($0): {get: {operationId: \($0), responses: {'200': {description: ok}}}}\n"
        }
        let head = "openapi: 3.1.0\ninfo: {title: T, version: '1'}\nservers: [{url: 'http://h.test'}]\npaths:\n"
        let (robot, _) = try opened(head + paths.joined(), sends: "one", "http://h.test/one")
        robot.press(.escape)
        robot.selectRow("two")
        let id = try #require(robot.send())
        robot.choose("Show coverage")
        robot.describeAll()
        robot.press("m", "j")
        func isSelected(_ path: String) -> Bool {
            robot.dialog.contains { $0.hasPrefix("›") && $0.contains(path) }
        }
        #expect(isSelected("/three") && robot.screen.contains("/two"), "\(robot.screen)")
        try robot.answer(id, 200, "[]", url: "http://h.test/two")
        robot.describeAll()
        #expect(isSelected("/three") && !robot.dialog.contains { $0.contains("/two") }, "\(robot.screen)")
    }

    @Test func `where everything was exercised there are no gaps to list`() throws {
        let text = """
            openapi: 3.1.0
            info: {title: T, version: '1'}
            servers: [{url: 'http://h.test'}]
            paths: {/a: {get: {operationId: one, responses: {'200': {description: ok}}}}}
            """
        let (robot, _) = try opened(text, sends: "one", "http://h.test/a")
        #expect(keys(robot) == "Enter go to, m gaps only, r recorded run, Esc close", "\(robot.screen)")
        #expect(robot.screen.contains("Coverage of openapi.yaml: 1/1 operations"))
        robot.press("m")
        #expect(robot.dialogWords.hasPrefix("Everything was exercised."), "\(robot.screen)")
        #expect(keys(robot) == "m all, r recorded run, Esc close")
        robot.press(.enter)
        #expect(robot.hasDialog)
        robot.press("m", .enter)
        #expect(!robot.hasDialog && robot.border(.request).contains("one"), "\(robot.screen)")
    }
}
