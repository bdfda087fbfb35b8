import Bodies
import Contract
import Descriptions
import HTTPFormat
import Import
import NetEngine
import Settings
import Synchronization
import TestSupport
import Testing

@testable import Base
@testable import Explorer
@testable import NetEngineRequestLog
@testable import RequestLog
@testable import TerminalUI
@testable import Workspace

/// What comes of effects on environments, descriptions, stores and bodies, and of those that end something.
@Suite(.timeLimit(.minutes(5))) struct RunnerWorkTests {
    private let home: TemporaryFolder
    private static let owner = OpenRequest.ID(rawValue: 1)

    init() throws { home = try TemporaryFolder() }

    private var place: CollectionPlace { CollectionPlace(root: home.path, opened: home.path) }

    /// A runner, and the actions that it reports.
    private final class Watched {
        let runner: EffectRunner
        private let stream: AsyncStream<Action>

        init(
            _ path: String, engine: Engine = Engine(), trust: TrustStore? = nil, cache: (any CacheStore)? = nil,
            log: RequestLogStore? = nil, logAccess: RequestLogAccess? = nil, themes: ThemeFolder? = nil,
            edits: DescriptionEditStore? = nil, settings: SettingsSource? = nil
        ) {
            let (stream, actions) = AsyncStream<Action>.makeStream()
            self.stream = stream
            runner = EffectRunner(
                engine: engine, path: path, descriptionEdits: edits, trust: trust, cache: cache, log: log,
                logAccess: logAccess, themeFolder: themes, settings: settings, post: { actions.yield($0) })
        }

        /// The first action after an effect of which a closure makes something.
        func value<T>(of effect: Effect, _ value: (Action) -> T?) async -> T? {
            runner.run(effect)
            return await next(value)
        }

        func next<T>(_ value: (Action) -> T?) async -> T? {
            for await action in stream { if let found = value(action) { return found } }
            return nil
        }
    }

    // MARK: Environments and trust

    @Test func `environments are read for a folder, and a folder is trusted`() async throws {
        try home.write(#"{"dev": {"a": "1"}}"#, to: "http-client.env.json")
        let list = TrustStore(path: home.path + "/trusted")
        let watched = Watched(home.path, trust: list)
        func names() async -> [String]? {
            await watched.value(of: .loadEnvironments(folder: home.path, place, described: nil)) { action in
                guard case .environmentsLoaded(let folder, let set) = action, folder == home.path else { return nil }
                return set.names
            }
        }
        #expect(await names() == ["dev"])
        let effect = Effect.trust(.folder(home.path), owner: Self.owner, cache: .reload, confirmed: ["0 a.http"])
        let said = await watched.value(of: effect) { action -> String? in
            guard case .trusted(let problem, Self.owner, .reload?, let confirmed) = action,
                confirmed == ["0 a.http"]
            else { return nil }
            return problem ?? "trusted"
        }
        #expect(said == "trusted" && list.trusts(home.path))
    }

    @Test func `of the values of a login none is written if one is refused`() async throws {
        try home.write(#"{"dev": {"user": "a", "pw": "b"}}"#, to: "http-client.env.json")
        let file = home.path + "/http-client.env.json"
        func edit(_ name: String, _ value: String, over expected: String?, isNew: Bool = false) -> EnvironmentFileEdit {
            EnvironmentFileEdit(file: file, path: ["dev", name], value: value, expected: expected, isNew: isNew)
        }
        func saved(_ edits: [EnvironmentFileEdit]) async -> String? {
            await Watched(home.path).value(of: .saveLogin(edits)) { action in
                guard case .loginSaved(let told, let problem) = action, told == edits else { return nil }
                return problem ?? "saved"
            }
        }
        let failed = await saved([
            edit("user", "x", over: "a"), edit("pw", "y", over: "other"), edit("more", "z", over: nil, isNew: true),
        ])
        #expect(
            failed == "\(file) was not saved: pw changed there meanwhile. Look at it and change it again.")
        #expect(try home.read("http-client.env.json") == #"{"dev": {"user": "a", "pw": "b"}}"#)
        #expect(await saved([edit("user", "u", over: "a"), edit("pw", "v", over: "b")]) == "saved")
        #expect(try home.read("http-client.env.json") == #"{"dev": {"user": "u", "pw": "v"}}"#)
    }

    @Test func `a variable is taken out of its file`() async throws {
        try home.write(#"{"dev": {"a": "1", "b": "2"}}"#, to: "http-client.env.json")
        let file = home.path + "/http-client.env.json"
        let removal = EnvironmentFileEdit(file: file, path: ["dev", "a"], value: "", expected: "1")
        func removed() async -> String? {
            await Watched(home.path).value(of: .removeVariable(removal)) { action in
                guard case .variableRemoved(removal, let problem) = action else { return nil }
                return problem ?? "removed"
            }
        }
        #expect(await removed() == "removed")
        let text = try home.read("http-client.env.json")
        #expect(text.contains(#""b": "2""#) && !text.contains(#""a""#))
        #expect(await removed() == "\(file) was not saved: a changed there meanwhile.")
    }

    // MARK: Settings and themes

    @Test func `settings are read again only if their file is another`() async throws {
        try home.write("mouse: off\n", to: "config.yaml")
        let source = SettingsSource(path: home.path + "/config.yaml", variable: { _ in nil })
        let watched = Watched(home.path, themes: ThemeFolder(path: home.path + "/themes"), settings: source)
        func mouse() async -> Bool? {
            await watched.value(of: .readSettings) { action in
                if case .settingsRead(let reading) = action { reading.settings.usesMouse } else { nil }
            }
        }
        #expect(await mouse() == false)
        // Nothing is said of a file that is as it was: the themes come next.
        watched.runner.run(.readSettings)
        let next = await watched.value(of: .readThemes) { action in
            switch action {
            case .settingsRead: "settings"
            case .themesRead(let themes): "\(themes.count) themes"
            default: nil
            }
        }
        #expect(next == "0 themes")
        try home.write("mouse: on\n", to: "config.yaml")
        #expect(await mouse() == true)
    }

    // MARK: Descriptions

    @Test func `edits of descriptions are found, and those that cannot be read are said`() async throws {
        let store = DescriptionEditStore(folder: home.path + "/edits")
        let block = DescriptionEdits.Block(name: "a", base: "GET /\n", mine: "PUT /\n")
        let edits = DescriptionEdits(path: "/c/openapi.yaml", blocks: [block])
        let kept = store.keep(edits)
        #expect(kept == nil)
        let name = try #require(try DiskFile.names(in: store.folder).get().first { $0.hasSuffix(".json") })
        let watched = Watched(home.path, edits: store)
        let other = DescriptionEdits(path: "/c/other.yaml")
        // Another description, which was fetched in the same folder.
        let fetched = DescriptionEdits(path: "/c/openapi.yaml", address: "https://h.test/openapi.yaml")
        let asked = [other, DescriptionEdits(path: "/c/openapi.yaml"), fetched]
        let found = await watched.value(of: .findDescriptionEdits(asked)) { action in
            if case .descriptionEditsFound(let found) = action { found } else { nil }
        }
        #expect(found == [other, edits, fetched])
        watched.runner.run(.keepDescriptionEdits(DescriptionEdits(path: "/c/openapi.yaml")))
        watched.runner.descriptionEdits?.flush { Issue.record("\($0)") }
        #expect(try store.edits(of: "/c/openapi.yaml").blocks.isEmpty)
        try home.write("no JSON", to: "edits/\(name)")
        let sentence = await watched.value(of: .findDescriptionEdits([DescriptionEdits(path: "/c/openapi.yaml")])) {
            action in
            if case .failed(let sentence) = action { sentence } else { nil }
        }
        #expect(sentence?.hasPrefix("The edits of /c/openapi.yaml in \(store.folder)/") == true, "\(sentence ?? "")")
    }

    @Test func `a description is found beside the file of a request`() async throws {
        try home.write(Robot.pets, to: "openapi.yaml")
        let path = try home.write("GET http://h.test/pets\n", to: "a.http")
        let file = try #require(CollectionStore().reload(path: path, relativePath: "a.http"))
        let request = try #require(file.document.requests.first)
        let subject = NearbyDescriptions.Subject(file: path, named: nil, isGraphQL: false)
        let job = NearbyJob(subject: subject, request: request, file: file, place: place)
        let found = await Watched(home.path).value(of: .findNearbyDescription(job)) { action -> String? in
            guard case .nearbyDescriptionFound(subject, let result) = action else { return nil }
            switch result {
            case .success(let described)?: return described.path
            case .failure(let error)?: return error.sentence
            case nil: return "none"
            }
        }
        #expect(found == home.path + "/openapi.yaml")
    }

    @Test func `exchanges of a description are counted, and its coverage is summed`() async throws {
        let path = try home.write(Robot.pets, to: "openapi.yaml")
        let file = CollectionStore().reload(path: path, relativePath: "openapi.yaml")
        let described = try #require(file?.described)
        let draft = RequestDraft(method: "GET", url: "http://h.test/pets?limit=1")
        let hop = ExchangeFixtures.hop(
            request: try RequestBuilder().build(draft), response: ExchangeFixtures.response(status: 200))
        let sent = ObserveJob.Sent(exchange: ExchangeFixtures.exchange(draft: draft, hops: [hop]), own: (described, 0))
        let watched = Watched(home.path)
        let observed = await watched.value(of: .observe(ObserveJob(sent: [sent], files: [described]))) { action in
            if case .observed(let news) = action { news } else { nil }
        }
        #expect(observed?.map(\.exchanges.count) == [1])
        #expect(observed?.first?.servers == ["http://h.test:80"])
        var coverages = DescriptionCoverages()
        coverages.take(observed ?? [])
        let job = CoverageJob(described: described, coverage: try #require(coverages[described]).all)
        let counts = await watched.value(of: .sumCoverage(job)) { action -> [Int]? in
            guard case .coverageSummed(described, let result) = action else { return nil }
            return result.operations.map(\.count)
        }
        #expect(counts?.reduce(0, +) == 1)
    }

    // MARK: The cache and the log

    @Test func `stored responses are listed, taken out one by one, and cleared`() async throws {
        let cache = MemoryCacheStore()
        let all = CacheBrowserTests.contents.groups.flatMap(\.variants)
        for stored in all { _ = await cache.insert(stored, body: [], replacing: []) }
        let watched = Watched(home.path, cache: cache)
        func count(_ effect: Effect) async -> Int? {
            await watched.value(of: effect) { action in
                guard case .cacheRead(.success(let contents)) = action else { return nil }
                return contents.groups.flatMap(\.variants).count
            }
        }
        #expect(await count(.readCache) == all.count && all.count > 2)
        #expect(await count(.removeCached([all[0], all[1]])) == all.count - 2)
        #expect(await count(.clearCache) == 0)
    }

    @Test func `the last row of each request of a collection is read, and a row is opened and deleted`() async throws {
        let store = RequestLogStore(folder: home.path + "/log", program: "tests", source: .imported)
        func exchange(_ number: UInt64, _ file: String) -> Exchange {
            var draft = RequestDraft(method: "GET", url: "http://h.test/a")
            draft.options.log = RequestLogOptions(name: "a", file: file)
            return ExchangeFixtures.exchange(number, draft: draft)
        }
        let stored = await store.record([exchange(1, "/c/a.http"), exchange(2, "/c/a.http"), exchange(3, "/d/a.http")])
        await store.close()
        #expect(stored == 3)
        let watched = Watched(home.path, logAccess: RequestLogAccess(folder: home.path + "/log"))
        let last = await watched.value(of: .readLastLogged(root: "/c")) { action in
            if case .lastLogged(let rows) = action { rows } else { nil }
        }
        #expect(last?.map(\.id) == [2])
        let row = try #require(last?.first)
        func opened() async -> String? {
            await watched.value(of: .openLogged(row)) { action in
                switch action {
                case .loggedExchange(let row?, .success, _): "opened \(row.id)"
                case .loggedExchange(_, .failure(let failure), _): failure.sentence
                case .failed(let sentence): sentence
                default: nil
                }
            }
        }
        #expect(await opened() == "opened 2")
        let gone = RequestLogAccess(folder: home.path + "/log").mark(row, .deleted)
        #expect(gone == nil)
        #expect(await opened() == "That exchange was deleted from the log.")
    }

    @Test func `a description of the web is fetched and opened as a collection`() async throws {
        let description =
            #"{"openapi": "3.1.0", "info": {"title": "T", "version": "1"}, "paths": {"/a": {"get": {}}}}"#
        let json = [("Content-Type", "application/json")]
        try await StubServer.with(.status(200, headers: json, body: description)) { server in
            let url = "\(server.url)/shop.json"
            let folder = await Watched(url).value(of: .loadCollection) { action -> CollectionFolder? in
                guard case .collectionLoaded(let result) = action else { return nil }
                return try? result.get()
            }
            #expect(folder?.asked == url && folder?.name == "shop.json")
            #expect(server.received.count == 1)
        }
    }

    @Test func `what no browser opens is said`() async {
        let said = await Watched(home.path).value(of: .openBrowser(url: "ftp://h.test/")) { action -> String? in
            if case .failed(let sentence) = action { sentence } else { nil }
        }
        #expect(said == "There is no browser to open: set BROWSER, or copy the URL.")
    }

    @Test func `the request log is begun and ended, where there is one`() async {
        let engine = Engine()
        let without = Watched(home.path, engine: engine)
        without.runner.run(.logRequests(true))
        #expect(without.runner.engineLog.withLock { $0 } == nil)
        let store = RequestLogStore(folder: home.path + "/log", program: "tests", source: .screen)
        let with = Watched(home.path, engine: engine, log: store)
        with.runner.run(.logRequests(true))
        #expect(with.runner.engineLog.withLock { $0 } != nil)
        with.runner.run(.logRequests(false))
        #expect(with.runner.engineLog.withLock { $0 } == nil)
        await store.close()
    }

    /// A run of a file that has this text.
    private func replay(_ text: String) -> ReplayJob {
        let file = CollectionFile(
            path: home.path + "/a.http", relativePath: "a.http", document: HTTPDocument(bytes: Array(text.utf8)),
            stamp: FileStamp(bytes: []))
        return ReplayJob(
            id: 1, title: "a.http", paths: ["a.http"], files: [file], selection: RunSelection(), place: place,
            environmentName: nil, overrides: [:], cache: CacheChoice(), isRecorded: false)
    }

    /// Runs it, and returns when it is over.
    private func send(_ job: ReplayJob, _ watched: Watched) async {
        _ = await watched.value(of: .replay(job)) { action -> Bool? in
            if case .replayed(_, let news) = action, news.end != nil { true } else { nil }
        }
    }

    @Test func `the results of the checks of a run are in the request log`() async throws {
        let engine = Engine()
        let store = RequestLogStore(folder: home.path + "/log", program: "tests", source: .screen)
        let watched = Watched(home.path, engine: engine, log: store)
        watched.runner.run(.logRequests(true))
        let log = watched.runner.engineLog.withLock { $0 }
        try await StubServer.with(.status(404)) { server in
            let text = [418, 404].map { "# @assert status == \($0)\nGET \(server.url)/\($0)\n" }
            await send(replay(text.joined(separator: "\n###\n")), watched)
        }
        await engine.shutdown()
        await log?.finished()
        await store.close()
        let rows = try RequestLogAccess(folder: home.path + "/log").read(
            LogReading(id: 1, condition: .all([]), page: .newest)
        ).get().rows
        let checks = rows.map { "\($0.path): \($0.checksPassed ?? -1) passed, \($0.checksFailed ?? -1) failed" }
        #expect(checks.sorted() == ["/404: 1 passed, 0 failed", "/418: 0 passed, 1 failed"])
    }

    @Test func `a run asks about requests with notes before anything is sent`() async throws {
        try await StubServer.with(.status(200)) { server in
            let watched = Watched(home.path)
            var job = replay(
                "### a\n# @note Sure?\nGET \(server.url)/\n\n### b\n# @note\n# @disabled\nGET \(server.url)/\n")
            let asked = await watched.value(of: .replay(job)) { action -> [String]? in
                if case .replayToConfirm(_, let steps) = action { steps.map(\.confirmation) } else { nil }
            }
            #expect(asked == ["a: Sure?"] && server.received.isEmpty)
            job.isConfirmed = true
            await send(job, watched)
            #expect(server.received.count == 1)
        }
    }

    @Test func `what an import recorded is put into the log, with the file of its request`() async throws {
        let har =
            #"{"log":{"version":"1.2","creator":{"name":"B","version":"1"},"entries":[{"startedDateTime":"2024-05-01T10:00:00Z","time":5,"request":{"method":"GET","url":"https://x.test/"},"response":{"status":200}}]}}"#
        let files = try Importer.files(of: try Importer.source(name: "a.har", bytes: Array(har.utf8)))
        let target = ImportTarget(files, folder: "/c")
        let store = RequestLogStore(folder: home.path + "/log", program: "tests", source: .screen)
        let watched = Watched(home.path, log: store)
        let counts = await watched.value(of: .recordImported(target, at: "/c/a.http", root: "/c")) { action in
            if case .importRecorded(let stored, let count) = action { "\(stored) of \(count)" } else { nil }
        }
        #expect(counts == "1 of 1")
        await store.close()
        let rows = try RequestLogAccess(folder: home.path + "/log").read(
            LogReading(id: 1, condition: .all([]), page: .newest)
        ).get().rows
        #expect(rows.map(\.source) == [.imported])
        #expect(rows.first?.file?.hasPrefix("/c/a.http") == true)
    }

    // MARK: Bodies and sends

    @Test func `a filter is run on the body, and a path is looked for in it`() async throws {
        let body = Array(#"{"list":[1,{"x":7}]}"#.utf8)
        let exchange = ExchangeFixtures.exchange(response: ExchangeFixtures.response(body: body))
        guard case .filter(let filter) = BodyFilter.read("$.list[1].x", .jsonPath) else {
            Issue.record("no filter")
            return
        }
        let watched = Watched(home.path)
        let run = FilterState.Run(id: 4, text: "$.list[1].x", filter: filter, isSample: false, isFinal: true)
        let text = await watched.value(of: .filter(run, exchange)) { action -> String? in
            guard case .filtered(4, .success(let body), _) = action else { return nil }
            return "\(body.matches ?? 0) \(String(decoding: body.bytes, as: UTF8.self).contains("7"))"
        }
        #expect(text == "1 true")
        guard case .success(.path(let steps)) = WantedPlace.read("$.list[1].x", filterKey: "f") else {
            Issue.record("no path")
            return
        }
        let document = BodyDocument(bytes: body, contentType: "application/json")
        let descent = await watched.value(of: .searchPlace(PlaceJob(id: 5, steps: steps, body: document))) { action in
            if case .placeSearched(5, .ended(let descent)) = action { descent } else { nil }
        }
        #expect(descent == .found(16))
    }

    @Test func `what is edited in a large file is made in the background`() async throws {
        let document = HTTPDocument(bytes: Array("GET http://h/\n".utf8))
        let work = LargeWork.edit(
            EditJob(path: "/c/a.http", base: document, change: .edit(.setMethod("PUT"), request: 0)))
        let text = await Watched(home.path).value(of: .work(work)) { action -> String? in
            guard case .worked(work, .edited(.success(let edited))) = action else { return nil }
            return String(decoding: edited.bytes, as: UTF8.self)
        }
        #expect(text == "PUT http://h/\n")
    }

    @Test(arguments: [false, true])
    func `what is in flight is cancelled, one exchange or all`(areAll: Bool) async throws {
        let server = try SilentListener()
        let engine = Engine()
        let watched = Watched(home.path, engine: engine)
        watched.runner.followEngine()
        let id = engine.makeID()
        watched.runner.run(.send(RequestDraft(method: "GET", url: "http://127.0.0.1:\(server.port)/"), id: id))
        let isSent = await watched.next { action -> Bool? in
            guard case .engine(let event) = action, event.id == id, case .hopStarted = event.step else { return nil }
            return true
        }
        #expect(isSent == true)
        let category = await watched.value(of: areAll ? .cancelAll : .cancel(id)) { action -> ErrorCategory? in
            guard case .engine(let event) = action, case .finished(let exchange) = event.step else { return nil }
            return exchange.error?.category
        }
        #expect(category == .cancelled)
        await engine.shutdown()
    }

    @Test func `a response is written where its request says`() async throws {
        let path = try home.write("GET http://h.test/\n\n>> out.json\n", to: "a.http")
        let file = try #require(CollectionStore().reload(path: path, relativePath: "a.http"))
        let request = try #require(file.document.requests.first)
        let job = ResolveJob(
            ticket: 1, purpose: .send, owner: Self.owner, request: request, file: file, place: place, overrides: [:],
            askedAt: MonotonicTime(nanoseconds: 0))
        let exchange = ExchangeFixtures.exchange(3, response: ExchangeFixtures.response(body: Array("{}".utf8)))
        let list = TrustStore(path: home.path + "/trusted")
        let problem = list.add(home.path)
        #expect(problem == nil)
        let written = await Watched(home.path, trust: list).value(of: .writeResponse(job, exchange)) {
            action -> String? in
            guard case .responseWritten(let outcome, let id) = action, id == exchange.id else { return nil }
            switch outcome {
            case .success(let path): return path
            case .failure(let error): return error.sentence
            }
        }
        #expect(written == home.path + "/out.json")
        #expect(try home.read("out.json") == "{}")
    }

    @Test func `a request is made ready for a look, a send, a step and a plan`() async throws {
        let path = try home.write(
            "@a = 1\n@off = true\n\n# @disabled off\nGET http://h.test/{{a}}\n\n###\nPOST http://h.test/{{a}}\n\n< ./none.txt\n",
            to: "a.http")
        let file = try #require(CollectionStore().reload(path: path, relativePath: "a.http"))
        let place = place
        func ready(_ purpose: ResolvePurpose, _ index: Int = 0) async -> String? {
            let job = ResolveJob(
                ticket: 9, purpose: purpose, owner: Self.owner, request: file.document.requests[index], file: file,
                place: place, overrides: [:], askedAt: MonotonicTime(nanoseconds: 0))
            return await Watched(home.path).value(of: .resolve(job)) { action -> String? in
                switch action {
                case .resolved(let job, .draft(let draft, _), _): "\(job.ticket) \(draft.method) \(draft.url)"
                case .resolved(let job, .refused(_, let line), _):
                    "refused in line \(line), \(job.uses.map(\.name).joined(separator: " "))"
                case .resolved(_, let outcome, _): "\(outcome)"
                case .prepared(_, .disabled): "disabled"
                case .planned(_, let plan): "a plan of \(plan.steps.count)"
                default: nil
                }
            }
        }
        #expect(file.document.requests.count == 2)
        #expect(await ready(.send) == "9 GET http://h.test/1", "whoever sends it means it")
        #expect(await ready(.step) == "disabled")
        #expect(await ready(.show) == "9 GET http://h.test/1")
        #expect(await ready(.plan) == "a plan of 1")
        #expect(await ready(.show, 1) == "refused in line 10, a")
        #expect(await ready(.send, 1) == "refused in line 10, a")
    }

    @Test func `a look at a request shows the token that a send got, and asks for none`() async throws {
        let token = #"{"access_token":"t1","token_type":"Bearer","expires_in":1000}"#
        let json = [("Content-Type", "application/json")]
        try await StubServer.with(.status(200, headers: json, body: token)) { server in
            let login =
                #"{"Type": "OAuth2", "Grant Type": "Client Credentials", "Token URL": "\#(server.url)/token", "#
                + #""Client ID": "me", "Client Secret": "s3cret"}"#
            try home.write(
                #"{"dev": {"Security": {"Auth": {"shop": \#(login)}}}}"#, to: "http-client.env.json")
            let path = try home.write(
                "GET http://h.test/\nAuthorization: Bearer {{$auth.token(\"shop\")}}\n", to: "a.http")
            let file = try #require(CollectionStore().reload(path: path, relativePath: "a.http"))
            let watched = Watched(home.path)
            let place = place
            func sent(_ purpose: ResolvePurpose) async -> String? {
                var job = ResolveJob(
                    ticket: 1, purpose: purpose, owner: Self.owner, request: file.document.requests[0], file: file,
                    place: place, overrides: [:], askedAt: MonotonicTime(nanoseconds: 0))
                job.environmentName = "dev"
                return await watched.value(of: .resolve(job)) { action -> String? in
                    switch action {
                    case .resolved(_, .draft(let draft, _), _): draft.headers["Authorization"] ?? "no login"
                    case .resolved(_, let outcome, _): "\(outcome)"
                    case .prepared(_, let prepared): "\(prepared)"
                    default: nil
                    }
                }
            }
            let before = await sent(.show)
            #expect(before?.contains("t1") == false && server.received.isEmpty)
            #expect(await sent(.send) == "Bearer t1")
            #expect(await sent(.show) == "Bearer t1")
            #expect(server.received.map(\.target) == ["/token"])
        }
    }

    @Test func `before a request is resolved its environments are told`() async throws {
        try home.write(#"{"dev": {"a": "1"}}"#, to: "http-client.env.json")
        let path = try home.write("GET http://h.test/{{a}}\n", to: "a.http")
        let file = try #require(CollectionStore().reload(path: path, relativePath: "a.http"))
        var job = ResolveJob(
            ticket: 1, purpose: .show, owner: Self.owner, request: file.document.requests[0], file: file, place: place,
            overrides: [:], askedAt: MonotonicTime(nanoseconds: 0))
        job.environmentName = "dev"
        let watched = Watched(home.path)
        let first = await watched.value(of: .resolve(job)) { action -> [String]? in
            if case .environmentsLoaded(home.path, let set) = action { set.names } else { ["?"] }
        }
        #expect(first == ["dev"])
        let url = await watched.next { action -> String? in
            if case .resolved(_, .draft(let draft, _), _) = action { draft.url } else { nil }
        }
        #expect(url == "http://h.test/1")
    }
}
