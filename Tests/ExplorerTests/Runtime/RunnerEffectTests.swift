import Bodies
import Descriptions
import Dispatch
import HTTPFormat
import Import
import NetEngine
import Runs
import TestSupport
import Testing

@testable import Base
@testable import Explorer
@testable import NetEngineRequestLog
@testable import RequestLog
@testable import TerminalUI
@testable import Workspace

/// What comes of effects on the disk: files that are kept, read and written, the log, runs and descriptions.
@Suite(.timeLimit(.minutes(5))) struct RunnerEffectTests {
    private let home: TemporaryFolder

    init() throws { home = try TemporaryFolder() }

    /// The actions that follow an effect, up to the one that a closure waits for.
    private func told(
        _ effect: Effect, log: RequestLogAccess? = nil, runs: RunStore? = nil, recovery: RecoveryStore? = nil,
        until isLast: @escaping @Sendable (Action) -> Bool = { _ in true }
    ) async -> [Action] {
        let (stream, actions) = AsyncStream<Action>.makeStream()
        let runner = EffectRunner(
            engine: Engine(), path: home.path, recovery: recovery, trust: nil, logAccess: log, runStore: runs,
            post: { actions.yield($0) })
        runner.run(effect)
        var told: [Action] = []
        for await action in stream {
            told.append(action)
            if isLast(action) { break }
        }
        return told
    }

    private func file(_ name: String) -> StateFile {
        StateFile(path: "\(home.path)/\(name)", what: "The file", maxBytes: 1 << 20)
    }

    // MARK: What is kept

    @Test func `the screen and the theme of the next start are kept, and what cannot be is said`() async throws {
        let (stream, actions) = AsyncStream<Action>.makeStream()
        let screens = file("screen.json")
        let runner = EffectRunner(
            engine: Engine(), path: home.path, trust: nil, keptTheme: file("theme"), screens: screens,
            post: { actions.yield($0) })
        func isKept() async {
            await withCheckedContinuation { done in runner.keeping.notify(queue: .global()) { done.resume() } }
        }
        runner.run(.keepTheme("nord"))
        runner.run(.keepScreen(ScreenMemory(), of: home.path + "/c/"))
        await isKept()
        #expect(try home.read("theme") == "nord\n")
        #expect(try ScreenMemories.read(screens, of: home.path + "/c") != nil)
        #expect(try ScreenMemories.read(screens, of: home.path + "/d") == nil)
        runner.run(.keepTheme("dracula"))
        await isKept()
        #expect(try home.read("theme") == "dracula\n")
        try home.write("{", to: "screen.json")
        runner.run(.keepScreen(ScreenMemory(), of: home.path + "/c"))
        await isKept()
        actions.finish()
        var said: [String] = []
        for await action in stream { if case .failed(let sentence) = action { said.append(sentence) } }
        #expect(
            said == [
                "\(home.path)/screen.json is damaged: layout and open request are not kept; delete the file to start again."
            ])
    }

    @Test func `a file that is read again comes alone, one that is gone is left out`() async throws {
        let path = try home.write("GET http://h/\n", to: "a.http")
        let job = ReadJob(
            ticket: 3,
            files: [
                ReadJob.File(path: path, relativePath: "a.http"),
                ReadJob.File(path: home.path + "/gone.http", relativePath: "gone.http"),
            ])
        let actions = await told(.readFiles(job))
        guard case .filesRead(job, let files)? = actions.first else {
            Issue.record("\(actions)")
            return
        }
        #expect(files.map(\.relativePath) == ["a.http"] && files.first?.document.requests.count == 1)
    }

    @Test func `the files that descriptions refer to are looked at, also a missing one`() async throws {
        let path = try home.write(
            "openapi: 3.1.0\npaths: {/a: {$ref: 'a.yaml'}, /b: {$ref: 'b.yaml'}, /c: {$ref: 'c.yaml'}}\n",
            to: "openapi.yaml")
        for name in ["a.yaml", "b.yaml"] { try home.write("get: {responses: {}}\n", to: name) }
        let described = try DescriptionLibrary().description(path).get()
        try home.write("put: {operationId: other, responses: {}}\n", to: "b.yaml")
        try home.write("put: {responses: {}}\n", to: "c.yaml")
        let actions = await told(.findChangedReferences([described]))
        guard case .referencesLookedAt(let changed)? = actions.first else {
            Issue.record("\(actions)")
            return
        }
        #expect(changed == [home.path + "/b.yaml", home.path + "/c.yaml"])
    }

    @Test func `how far a large description is read comes at steps of a quarter of a megabyte`() async throws {
        // The reader tells how far it is after 65,536 values each, which are three bytes long here.
        let numbers = String(repeating: "10,", count: 300_000) + "10"
        let text = #"{"openapi":"3.1.0","info":{"title":"a","version":"1"},"paths":{},"x-numbers":["# + numbers + "]}"
        let path = try home.write(text, to: "openapi.json")
        let job = ReadJob(ticket: 1, files: [ReadJob.File(path: path, relativePath: "openapi.json")])
        let actions = await told(.readFiles(job)) { if case .filesRead = $0 { true } else { false } }
        var steps: [Int] = [0]
        for case .fileReading(path: path, let done) in actions { steps.append(done) }
        #expect(steps.count == 3 && zip(steps, steps.dropFirst()).allSatisfy { $1 - $0 >= 256 << 10 }, "\(steps)")
    }

    @Test func `copies of unsaved edits of files in a folder are found`() async throws {
        let store = RecoveryStore(folder: home.path + "/recovery")
        let copy = RecoveryCopy(
            path: "/c/a.http", document: HTTPDocument(bytes: Array("GET http://h/\n".utf8)), base: ContentMark([]))
        let session = RecoverySession(store)
        let problems = session.finish([copy])
        #expect(problems.isEmpty)
        let actions = await told(.findRecovery(root: "/c"), recovery: store)
        guard case .recoveryFound(let copies, let unread)? = actions.first else {
            Issue.record("\(actions)")
            return
        }
        #expect(copies.map(\.path) == ["/c/a.http"] && unread.isEmpty)
        let other = await told(.findRecovery(root: "/d"), recovery: store)
        guard case .recoveryFound(let none, _)? = other.first else {
            Issue.record("\(other)")
            return
        }
        #expect(none.isEmpty)
    }

    // MARK: Bodies

    @Test func `writing a body tells how far it is, and names the file`() async throws {
        let body = [UInt8](repeating: 0x61, count: 2 << 20 + 10)
        let path = home.path + "/out.txt"
        func write(_ body: [UInt8], replaces: Bool) async -> String {
            let job = BodyWriteJob(body: BodyBytes(body), path: path, replaces: replaces)
            let actions = await told(.writeBody(job)) { if case .bodyWritten = $0 { true } else { false } }
            return actions.map { action in
                switch action {
                case .bodyWriting(let count): "\(count)"
                case .bodyWritten(.written(path: path, byteCount: let count)): "written \(count)"
                case .bodyWritten(let outcome): "\(outcome)"
                default: "\(action)"
                }
            }.joined(separator: " ")
        }
        let counts = stride(from: 1 << 20, to: body.count, by: 1 << 20).map { "\($0) " }.joined()
        let first = await write(body, replaces: false)
        #expect(first == "\(counts)written \(body.count)", "the last ten bytes are not worth a report")
        #expect(await write([0x62], replaces: false) == "exists")
        #expect(await write([0x62], replaces: true) == "1 written 1")
        #expect(try home.read("out.txt") == "b")
    }

    @Test func `what is to be imported is read from a text or a file, by the name that was typed`() async throws {
        let curl = "curl -X PUT http://a.test/x"
        let path = try home.write(curl, to: "in/call.sh")
        func read(_ source: ImportJob.Source) async -> String {
            let actions = await told(.readImport(ImportJob(source: source, number: 1))) {
                if case .importRead = $0 { true } else { false }
            }
            guard case .importRead(_, let result)? = actions.last else { return "\(actions)" }
            switch result {
            case .success(let files):
                return files.files.map { String(decoding: $0.bytes, as: UTF8.self) }.joined(separator: "|")
            case .failure(let error): return error.text
            }
        }
        let texts = [await read(.text(curl)), await read(.path(path))]
        #expect(texts.allSatisfy { $0.contains("PUT http://a.test/x") }, "\(texts)")
        let missing = await read(.path(home.path + "/in/none"))
        #expect(missing == "\(home.path)/in/none cannot be read: there is no such file.")
    }

    // MARK: The log

    @Test func `of a page of the log the row at its end is opened, of the oldest page the first`() async throws {
        let store = RequestLogStore(folder: home.path + "/log", program: "tests", source: .imported)
        let stored = await store.record((1...3).map { ExchangeFixtures.exchange($0) })
        #expect(stored == 3)
        await store.close()
        let access = RequestLogAccess(folder: home.path + "/log")
        func opened(_ page: LogReading.Page, _ limit: Int = 2) async -> String {
            let reading = LogReading(id: 1, condition: .all([]), page: page, limit: limit)
            let actions = await told(.openFirstLogged(reading, orSay: "There is none."), log: access)
            switch actions.first {
            case .loggedExchange(let row, .success(let exchange), _):
                return "\(row?.id ?? 0) \(exchange.id == ExchangeID(logged: row?.id ?? 0))"
            case .loggedExchange(nil, .failure(let failure), _): return failure.sentence
            default: return "\(actions)"
            }
        }
        #expect(await opened(.oldest) == "1 true")
        #expect(await opened(.newest) == "3 true")
        #expect(await opened(.before(3)) == "2 true")
        #expect(await opened(.before(1)) == "There is none.")
        #expect(await opened(.after(3)) == "There is none.")
        let rows = await told(.readLog(LogReading(id: 7, condition: .all([]), page: .newest)), log: access)
        guard case .logRead(let reading, .success(let read), _)? = rows.first else {
            Issue.record("\(rows)")
            return
        }
        #expect(reading.id == 7 && read.rows.map(\.id) == [1, 2, 3] && read.isLast)
    }

    // MARK: Runs

    private func recorded(_ store: RunStore, _ key: String, _ file: String = "orders.http") throws {
        var head = RunFixtures.planned(key).head
        for place in head.requests.indices { head.requests[place].file = file }
        let recorder = RunRecorder(head, to: [try store.begin(head)], report: { _ in })
        recorder.add(RunFixtures.record(0), nil)
        recorder.close(
            RunEnd(elapsed: .seconds(1), reason: .complete), totals: Runner.Totals(), latency: LatencyDistribution())
    }

    @Test func `a run is named, its name taken away, and it is deleted`() async throws {
        let store = try RunStore(folder: home.path + "/state")
        for key in ["aaaaaaa", "bbbbbbb"] { try recorded(store, key) }
        let entry = try #require(try store.entries().first { $0.key == "aaaaaaa" })
        func listed(_ effect: Effect) async -> [String] {
            guard case .runsRead(.success(let entries))? = await told(effect, runs: store).first else { return ["?"] }
            return entries.map { "\($0.key) \($0.name ?? "-")" }.sorted()
        }
        #expect(await listed(.readRuns) == ["aaaaaaa -", "bbbbbbb -"])
        #expect(await listed(.nameRun(entry, "golden")) == ["aaaaaaa golden", "bbbbbbb -"])
        #expect(await listed(.nameRun(entry, nil)) == ["aaaaaaa -", "bbbbbbb -"])
        #expect(await listed(.deleteRun(entry)) == ["bbbbbbb -"])
    }

    @Test func `a result of which only numbers were recorded has no exchange to show`() async throws {
        let store = try RunStore(folder: home.path + "/state")
        try recorded(store, "aaaaaaa")
        let entry = try #require(try store.entries().first)
        let actions = await told(.openRecorded(entry, RunFixtures.record(0), ticket: 4), runs: store)
        guard case .recordedRead(.failure(let error), 4)? = actions.first else {
            Issue.record("\(actions)")
            return
        }
        #expect(error.sentence == "Only the numbers of that exchange were recorded.")
    }

    @Test func `the last run with a request of the collection is counted, not one that is running`() async throws {
        let store = try RunStore(folder: home.path + "/state")
        try recorded(store, "aaaaaaa")
        try recorded(store, "bbbbbbb")
        try recorded(store, "ccccccc", "others.http")
        let running = RunFixtures.planned("ddddddd").head
        let place = try store.begin(running)
        let job = CoverRunJob(files: [], run: nil, requests: ["/c/orders.http": ["list orders"]])
        let actions = await told(.coverRun(job), runs: store)
        guard case .runCovered(let entry?, let observed, _)? = actions.first else {
            Issue.record("\(actions)")
            return
        }
        #expect(entry.key == "bbbbbbb" && observed.isEmpty)
        withExtendedLifetime(place) {}
    }

    @Test(
        arguments: [
            ("orders.http", "/c/orders.http"), ("./orders.http", "/c/orders.http"),
            ("../../orders.http", "/c/orders.http"), ("/c/orders.http", "/c/orders.http"),
            ("a/orders.http", "/c/a/orders.http"), ("../b/orders.http", "/c/b/orders.http"),
            ("rders.http", nil), ("c/a/orders.http", "/c/a/orders.http"), ("d/orders.http", nil),
            ("users.http", "/c/a/users.http"),
        ] as [(String, String?)])
    func `a file that a run names is the one of the collection with that end, the shortest first`(
        typed: String, path: String?
    ) {
        let paths = [
            "/c/b/orders.http", "/c/a/orders.http", "/c/orders.http", "/c/b/users.http", "/c/a/users.http",
            "/c/a/b/users.http",
        ]
        let requests = Dictionary(uniqueKeysWithValues: paths.map { ($0, Set(["a"])) })
        #expect(CoverRunJob(files: [], run: nil, requests: requests).path(of: typed) == path)
    }

    // MARK: Descriptions

    @Test(arguments: [(1, "whole"), (500, "whole"), (501, "names whole")])
    func `the names of more than five hundred operations are found before what is in them`(
        count: Int, made: String
    ) async throws {
        let paths = (0..<count).map { #""/p\#($0)":{"get":{"responses":{}}}"# }.joined(separator: ",")
        let path = try home.write(
            #"{"openapi":"3.1.0","info":{"title":"a","version":"1"},"paths":{\#(paths)}}"#, to: "openapi.json")
        let file = CollectionStore().reload(path: path, relativePath: "openapi.json")
        let described = try #require(file?.described)
        #expect(described.openAPI?.operations.count == count)
        let actions = await told(.indexOperations([described])) {
            if case .operationsIndexed(let indexed) = $0 { indexed.isWhole } else { true }
        }
        let words = actions.map { action in
            guard case .operationsIndexed(let indexed) = action else { return "\(action)" }
            return indexed.isWhole ? "whole" : "names"
        }
        #expect(words.joined(separator: " ") == made)
    }
}

/// Small parts of the runner.
@Suite struct RunnerPartTests {
    @Test(
        arguments: [
            ("~", "/h", "/h"), ("~", nil, "/f/~"), ("~/a/./b", "/h", "/h/a/./b"), ("~/a", nil, "/f/~/a"),
            ("~user/a", "/h", "/f/~user/a"), ("a/", "/h", "/f/a/"), ("../a", "/h", "/a"), ("/a/", nil, "/a/"),
            ("/", nil, "/"),
            ("../", "/h", "/"),
        ] as [(String, String?, String)])
    func `a tilde is the home folder where it stands alone or before a slash`(
        typed: String, home: String?, path: String
    ) {
        #expect(UserPath.absolute(typed, home: home, folder: "/f") == path)
    }

    @Test(
        arguments: [
            ("one", true), ("\u{FEFF}[1]", false), ("[1", false), ("  {\"a\":1}", false), ("\"a\"", true), ("7", true),
        ])
    func `of a text whose type does not say JSON a bracket says that it may be`(text: String, isPassedOn: Bool) async {
        let (stream, actions) = AsyncStream<Action>.makeStream()
        let feed = LiveBodyFeed(ExchangeFixtures.id(4), folders: ["/tmp"]) { actions.yield($0) }
        var begun = TransportResult()
        begun.response = ExchangeFixtures.response(headers: [HeaderField("Content-Type", "text/plain")], body: [])
        feed.begin(begun)
        let bytes = Array(text.utf8) + [UInt8](repeating: 0x20, count: 2 * LiveBody.limit)
        bytes.withUnsafeBytes { _ = feed.receive($0) }
        for await action in stream {
            switch action {
            case .bodyArrived(_, .bytes(let bytes, let skipped)) where !bytes.isEmpty:
                #expect(isPassedOn && bytes.count == LiveBody.limit && skipped.bytes > 0)
                return
            case .bodyRead:
                #expect(!isPassedOn)
                return
            default: continue
            }
        }
    }

    @Test func `a batch of changes is due a moment after the last, and at the latest a while after the first`() {
        func at(_ milliseconds: Int) -> MonotonicTime {
            MonotonicTime(nanoseconds: 1_000_000_000) + .milliseconds(milliseconds)
        }
        func file(_ name: String) -> FileChangeGathering.Event { .file(folder: "/c", name: name) }
        var gathering = FileChangeGathering()
        gathering.add(file("a.http"), at: at(0))
        #expect(gathering.dueAt == at(25))
        gathering.add(file("notes.txt"), at: at(20))
        #expect(gathering.dueAt == at(25), "what is no change does not put it off")
        gathering.add(file("b.http"), at: at(24))
        #expect(gathering.dueAt == at(49))
        #expect(gathering.take(at: at(48)) == nil)
        gathering.add(file("c.http"), at: at(240))
        #expect(gathering.dueAt == at(250))
        #expect(gathering.take(at: at(249)) == nil)
        #expect(gathering.take(at: at(250)) == FileChange(files: ["/c/a.http", "/c/b.http", "/c/c.http"]))
        #expect(gathering.dueAt == nil)
    }

    @Test func `two theme files of one name are one theme, the one with the longer ending`() throws {
        let folder = try TemporaryThemes()
        try folder.write("both", ground: "202020")
        try folder.write("both", ground: "303030", ending: "yml")
        try folder.write("other", ground: "404040", ending: "yml")
        let themes = folder.themes.read()
        #expect(themes.map(\.name) == ["both", "broken", "mine", "other"])
        #expect(themes.map { $0.path.hasSuffix(".yml") } == [false, false, false, true])
        #expect(folder.themes.read("both")?.path == folder.themes.path + "/both.yaml")
        #expect(folder.themes.read("other")?.path == folder.themes.path + "/other.yml")
    }
}
