import HTTPFormat
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

/// What the runner says where there is no place for what it is asked for, and what it lists and plans.
@Suite(.timeLimit(.minutes(5))) struct RunnerSentencesTests {
    private let home: TemporaryFolder

    init() throws { home = try TemporaryFolder() }

    /// The first action that follows an effect, of a runner that has no place for anything.
    private func first(_ effect: Effect, runs: RunStore? = nil) async -> Action? {
        let (stream, actions) = AsyncStream<Action>.makeStream()
        let runner = EffectRunner(
            engine: Engine(), path: home.path, trust: nil, runStore: runs, post: { actions.yield($0) })
        runner.run(effect)
        for await action in stream { return action }
        return nil
    }

    private func failure(_ effect: Effect, runs: RunStore? = nil) async -> String? {
        switch await first(effect, runs: runs) {
        case .failed(let sentence), .collectionUnread(let sentence, _): sentence
        case .trusted(let problem, _, _, _): problem
        case .runsRead(.failure(let error)), .runRead(_, .failure(let error), _), .recordedRead(.failure(let error), _):
            error.sentence
        case .cacheRead(.failure(let unusable)): unusable.sentence
        case .logRead(_, .failure(let unreadable), _), .loggedExchange(_, .failure(let unreadable), _):
            unreadable.sentence
        default: nil
        }
    }

    private static let entry = RunFixtures.entry(1, "aaaaaaa")
    private static let row = LogRow(
        id: 1, state: .done, startedAt: ExchangeFixtures.start, method: "GET", url: "https://h.example/", source: .run,
        process: "apitui", pid: 7, status: 200, duration: .milliseconds(5))
    private static let reading = LogReading(id: 1, condition: .all([]), page: .newest)

    @Test func `without a home folder each sentence says what there is no place for`() async {
        let end = "neither XDG_STATE_HOME nor HOME names a folder."
        let owner = OpenRequest.ID(rawValue: 1)
        for (effect, sentence) in [
            (
                .trust(.folder("/c"), owner: owner, cache: nil),
                "There is no place for the list of trusted folders: \(end)"
            ),
            (.saveFilter(name: "a", "status:500"), "There is no place for saved filters: \(end)"),
            (.forgetFilter("a"), "There is no place for saved filters: \(end)"),
            (.keepTheme("dark"), "The theme is not kept: \(end)"),
            (.readRuns, "There is no place for recorded runs: \(end)"),
            (.readRun(Self.entry, ticket: 1), "There is no place for recorded runs: \(end)"),
            (.deleteRun(Self.entry), "There is no place for recorded runs: \(end)"),
            (.nameRun(Self.entry, "a"), "There is no place for recorded runs: \(end)"),
            (.readCache, "There is no cache: neither XDG_CACHE_HOME nor HOME names a folder."),
            (.readLog(Self.reading), "There is no request log: \(end)"),
            (.followLog(Self.reading), "There is no request log: \(end)"),
            (.openLogged(Self.row), "There is no request log: \(end)"),
            (.openFirstLogged(Self.reading, orSay: "There is none."), "There is none."),
            (.openSamples(drops: false), "'apitui demo' opens the samples."),
        ] as [(Effect, String)] {
            #expect(await failure(effect) == sentence)
        }
    }

    @Test func `a collection that cannot be opened leaves the one on the screen`() async {
        let sentence = await failure(.openCollection(home.path + "/none", drops: false)) ?? ""
        #expect(sentence.hasPrefix(home.path) || sentence.contains("none"), "\(sentence)")
        #expect(sentence.hasSuffix(" The collection on the screen stays open."), "\(sentence)")
    }

    @Test func `a run of other requests is not counted, and a result that is not in it is not shown`() async throws {
        let store = try RunStore(folder: home.path + "/state")
        let head = RunFixtures.planned().head
        let recorder = RunRecorder(head, to: [try store.begin(head)], report: { _ in })
        recorder.add(RunFixtures.record(0), nil)
        recorder.close(
            RunEnd(elapsed: .seconds(1), reason: .complete), totals: Runner.Totals(), latency: LatencyDistribution())
        let entry = try #require(try store.entries().first)
        let job = CoverRunJob(files: [], run: entry, requests: ["/c/others.http": ["list orders"]])
        #expect(await failure(.coverRun(job), runs: store) == "No request of this collection is in that run.")
        let other = RunFixtures.record(2, exchange: 9)
        #expect(
            await failure(.openRecorded(entry, other, ticket: 1), runs: store)
                == "That exchange is not in the recording.")
    }

    @Test func `collections that were open before are offered, the latest first, without the one that is open`()
        async throws
    {
        let file = StateFile(path: home.path + "/screen.json", what: "The file", maxBytes: 1 << 20)
        for path in ["/a", home.path, "/b"] {
            let problem = ScreenMemories.keep(ScreenMemory(), of: path, in: file)
            #expect(problem == nil)
        }
        let (stream, actions) = AsyncStream<Action>.makeStream()
        let runner = EffectRunner(
            engine: Engine(), path: home.path + "/", trust: nil, screens: file, post: { actions.yield($0) })
        runner.run(.readRecentCollections)
        for await action in stream {
            guard case .recentCollections(let paths) = action else {
                Issue.record("\(action)")
                break
            }
            #expect(paths == ["/b", "/a"])
            break
        }
    }

    // MARK: Names and files

    @Test func `the names of a folder come in order, those of folders with a slash, hidden ones not at all`() throws {
        for name in ["b.txt", "a.http", ".hidden", "c/x", ".d/x", "two\nlines"] { try home.write("", to: "n/\(name)") }
        let folder = home.path + "/n"
        #expect(FolderNames.list(folder) == ["a.http", "b.txt", "c/"])
        #expect(FolderNames.list(folder) { !$0.hasSuffix("/b.txt") } == ["a.http", "c/"])
        #expect(FolderNames.list(folder + "/none").isEmpty && FolderNames.list(folder + "/b.txt").isEmpty)
        for number in 0...1000 { try home.write("", to: "many/f\(number)") }
        #expect(FolderNames.list(home.path + "/many").count == 1000)
    }

    @Test func `names are listed for a path that is typed, relative to the collection or not`() async throws {
        try home.write("", to: "c/in/a.json")
        try home.write("", to: "c/b.json")
        func names(_ folder: String, root: String) async -> [String]? {
            guard
                case .typedFolderListed(_, let names)? = await first(
                    .listTypedFolder(TypedFolderJob(folder: folder, root: root)))
            else { return nil }
            return names
        }
        #expect(await names("", root: home.path + "/c") == ["b.json", "in/"])
        #expect(await names("in/", root: home.path + "/c") == ["a.json"])
        #expect(await names("../", root: home.path + "/c") == ["c/"])
        #expect(await names(home.path + "/c/in/", root: "/") == ["a.json"])
        #expect(await names("none/", root: home.path + "/c") == [])
    }

    @Test func `files of the program are called what they are, and those for others by their content`() throws {
        func state(_ name: String) -> String? { name == "XDG_STATE_HOME" ? "/s" : nil }
        #expect(SavedFilters.file(variable: state)?.what == "The file of saved filters")
        #expect(ScreenMemories.file(variable: state)?.what == "The file of layouts and open requests")
        #expect(FirstTheme.file(variable: state)?.what == "The file of the chosen theme")
        #expect(FirstTheme.file(variable: state)?.path == "/s/apitui/theme")
        #expect(FirstTheme.file { _ in nil } == nil && SavedFilters.file { _ in nil } == nil)
        let clipboard = Clipboard(
            surroundings: ClipboardRoute.Surroundings(variable: { _ in nil }, isInstalled: { _ in false }),
            files: TemporaryFiles(parent: home.path), namesProxy: false)
        #expect(clipboard.copy(ClipboardText("a")).path?.hasSuffix("/clipboard.txt") == true)
        let bytes = BodyBytes(Array("[1,2]".utf8))
        #expect(clipboard.write(CopyJob.Part(of: bytes, 1..<4, isString: false)).path?.hasSuffix("/value.json") == true)
    }

    @Test func `a file of layouts that is none is left, and the sentence says what to do`() throws {
        try home.write("{", to: "screen.json")
        let path = home.path + "/screen.json"
        let file = StateFile(path: path, what: "The file", maxBytes: 1000)
        let sentence =
            "\(path) is damaged: layout and open request are not kept; delete the file to start again."
        #expect(ScreenMemories.keep(ScreenMemory(), of: "/c", in: file) == sentence)
        #expect(throws: CollectionError(sentence: sentence)) { try ScreenMemories.read(file, of: "/c") }
    }

    @Test func `a theme that was kept is read to its line end, and half a name is none`() throws {
        let themes = try TemporaryThemes()
        func read(_ text: String) throws -> FirstTheme {
            try themes.keep(text)
            return try FirstTheme(kept: themes.kept, folder: themes.themes)
        }
        #expect(try read("nord\n").choice == "nord" && read("nord\n").said == nil)
        #expect(try read("nord\nmore").choice == "nord")
        for text in ["", "\n"] { #expect(try read(text).choice == "auto" && read(text).said == nil) }
        let half = try read("nord")
        #expect(half.choice == "auto")
        #expect(
            half.said
                == "The file of the chosen theme \(themes.kept?.path ?? "") ends in the middle of a name: choose a theme again."
        )
    }

    @Test func `a response without a body has nothing for another program`() {
        for viewer in [BodyViewJob.Viewer.pager, .opener] {
            let exchange = ExchangeFixtures.exchange(response: nil, error: ExchangeFixtures.timeout)
            let job = BodyViewJob(viewer: viewer, exchange: exchange, document: nil, mode: .raw)
            let next = BodyViewing(files: TemporaryFiles(parent: home.path)).begin(job, failed: { _ in })
            guard case .failed(let sentence) = next else {
                Issue.record("\(next)")
                continue
            }
            #expect(sentence == "There is no body to show.")
        }
    }

    @Test func `the pager gets the lines in a file, and is called by its command's first word`() throws {
        let exchange = ExchangeFixtures.exchange()
        let document = BodyDocument("{\"a\":1}", "application/json")
        let job = BodyViewJob(
            viewer: .pager, exchange: exchange, document: document, mode: .pretty, pager: "less -R")
        let next = BodyViewing(files: TemporaryFiles(parent: home.path)).begin(job, failed: { _ in })
        guard case .show(let file) = next else {
            Issue.record("\(next)")
            return
        }
        #expect(file.name == "The pager 'less'" && file.path.hasSuffix("/body.txt"))
        #expect(file.program == ExternalProgram(shellCommand: "less -R", arguments: [file.path]))
        #expect(try home.read(String(file.path.dropFirst(home.path.count + 1))) == "{\n  \"a\": 1\n}\n")
    }

    // MARK: Plans

    @Test(
        arguments: [
            ("GET http://h/", false), ("# @name a\nGET http://h/", false), ("# @sleep 10\nGET http://h/", true),
            ("# @loop for 2\nGET http://h/", true), ("# @prompt user\nGET http://h/{{user}}", true),
            ("# @ref b\nGET http://h/\n\n### b\nGET http://h/b", true), ("# @ref none\nGET http://h/", true),
            ("# @note Really?\nGET http://h/", true),
        ])
    func `a send is planned if it is more than one request, or asks or waits for something`(
        text: String, isPlanned: Bool
    ) throws {
        let file = Robot.file("a.http", text + "\n")
        let request = try #require(file.document.requests.first)
        let preparation = SendPreparation(store: CollectionStore(), trust: nil)
        func plan(_ purpose: ResolvePurpose) -> SendPlan? {
            let job = ResolveJob(
                ticket: 1, purpose: purpose, owner: OpenRequest.ID(rawValue: 1), request: request, file: file,
                place: CollectionPlace(root: "/c", opened: "/c"), overrides: [:],
                askedAt: MonotonicTime(nanoseconds: 0))
            return preparation.plan(for: job, preparation.context(for: job))
        }
        #expect((plan(.send) != nil) == isPlanned)
        #expect(plan(.plan) != nil, "it is asked for")
        #expect(plan(.show) == nil && plan(.step) == nil)
    }
}
