import Base
import Bodies
import HTTPFormat
import NetEngine
import Synchronization
import TerminalUI
import Workspace

/// Fulfils the wishes of `update` that need no terminal, each in a task of its own, and posts what comes of them.
///
/// What flows in: `Effect`s from the loop. What flows out: `Action`s into the mailbox. Nothing here blocks the loop: its
/// thread only starts detached tasks, for it sleeps in `poll` and would starve any task that is bound to it.
package final class EffectRunner: Sendable {
    private let engine: Engine
    private let store: CollectionStore
    private let resolver: RequestResolver
    private let recovery: RecoveryStore?
    private let trust: TrustStore?
    private let cache: (any CacheStore)?
    /// What was asked to be opened.
    private let path: String
    private let post: @Sendable (Action) -> Void
    private let tokens: TokenBank
    private let jars = CookieJars()
    private let viewing = BodyViewing()
    /// How often writing a body was stopped: a write that began before the last time ends.
    private let stoppedWrites = Mutex(0)
    private let checks = RunningWork<ExchangeID>()
    private let filters = RunningWork<FilterState.Run.ID>()
    private let comparisons = RunningWork<CompareJob.ID>()
    private let searches = RunningWork<SearchJob.ID>()
    private let placeSearches = RunningWork<PlaceJob.ID>()
    /// nil where the system has none to give: then only R reads again.
    private let watch: (any FileWatch)?

    /// - Parameters:
    ///   - tokens: nil: tokens of this runner's own.
    ///   - watch: makes what tells of changes on disk; none by default.
    ///   - post: takes actions from any thread.
    package init(
        engine: Engine, path: String, store: CollectionStore = CollectionStore(),
        resolver: RequestResolver = RequestResolver(), recovery: RecoveryStore? = nil,
        trust: TrustStore? = TrustStore.live(), cache: (any CacheStore)? = nil,
        tokens: TokenBank? = nil,
        watch: ((@escaping @Sendable (FileChange) -> Void) -> (any FileWatch)?)? = nil,
        post: @escaping @Sendable (Action) -> Void
    ) {
        self.engine = engine
        self.path = path
        self.store = store
        self.resolver = resolver
        self.recovery = recovery
        self.trust = trust
        self.cache = cache
        self.post = post
        self.tokens =
            tokens
            ?? TokenBank(report: { post(.token($0)) }, send: { await engine.send($0) })
        self.watch = watch?({ post(.filesChanged($0)) })
    }

    /// Begins to pass on the engine's events. Called once, before the first send, so that none is missed.
    package func followEngine() {
        let events = engine.events()
        let post = post
        Task.detached {
            for await event in events { post(.engine(event)) }
        }
    }

    /// Begins to pass on what becomes of the network. Called once.
    package func followNetwork() {
        let (engine, post) = (engine, post)
        Task.detached {
            var last: NetworkStatus?
            for await status in engine.networkChanges() where status != last {
                last = status
                post(.networkChanged(status == .online ? .online : .offline))
            }
        }
    }

    /// Starts what an effect asks for. Effects that concern the terminal are the loop's and do nothing here.
    package func run(_ effect: Effect) {
        switch effect {
        case .send(let draft, let id): send(draft, id)
        case .cancel(let id): engine.cancel(id)
        case .cancelAll: engine.cancelAll()
        case .resolve(let job): resolve(job)
        case .save(let job): save(job)
        case .loadCollection: load()
        case .readFiles(let job): read(job)
        case .loadEnvironments(let folder, let place): loadEnvironments(folder, place)
        case .prepareBody(let exchange, let scan, let choice): prepare(exchange, from: scan, as: choice)
        case .check(let checks, let exchange): check(checks, exchange)
        case .stopChecks(let id): checks.stop(id)
        case .filter(let run, let exchange): filter(run, exchange)
        case .stopFilter(let id): filters.stop(id)
        case .search(let job): search(job)
        case .stopSearch(let id): searches.stop(id)
        case .searchPlace(let job): searchPlace(job)
        case .stopPlaceSearch(let id): placeSearches.stop(id)
        case .compare(let job): compare(job)
        case .stopComparing(let id): comparisons.stop(id)
        case .work(let work): run(work)
        case .findRecovery(let root): findRecovery(root)
        case .removeRecovery(let places): removeRecovery(places)
        case .trust(let root, let owner, let cache): trust(root, owner, cache)
        case .saveVariable(let edit): save(edit)
        case .moveSecret(let move): run(move)
        case .addIgnoreEntry(let entry): add(entry)
        case .writeResponse(let job, let exchange): write(exchange, of: job)
        case .readCookies(let scope): cookies(scope) { _ in }
        case .removeCookie(let cookie, let scope): cookies(scope) { $0.remove(cookie) }
        case .clearCookies(let scope): cookies(scope) { $0.removeAll() }
        case .readCache: cache { _ in }
        case .removeCached(let responses): cache { await $0.remove(responses) }
        case .clearCache: cache { await $0.clear() }
        case .stopSignIns: tokens.stopSignIns()
        case .pasteSignIn(let address): tokens.paste(address)
        case .openBrowser(let url): openBrowser(url)
        case .readTokens: readTokens()
        case .lint(let job): lint(job)
        case .forgetTokens(let tokens): forget(tokens)
        case .copy(let job): copy(job)
        case .writeBody(let job): write(job)
        case .stopWriting: stoppedWrites.withLock { $0 += 1 }
        case .viewBody(let job): view(job)
        case .editExternally, .suspend, .redraw, .copyByTerminal, .show, .wake, .quit: break
        }
    }

    private func send(_ draft: RequestDraft, _ id: ExchangeID) {
        let engine = engine
        let feed = LiveBodyFeed(id, post: post)
        var draft = draft
        draft.options.keptWireBytes = WireBodyLines.keptBytes
        // The exchange itself comes back with the event that ends it.
        Task.detached { _ = await engine.send(draft, id: id, observer: feed) }
    }

    private func resolve(_ job: ResolveJob) {
        let (engine, resolver, post, preparation) = (engine, resolver, post, preparation)
        let tokens = tokens
        let jar = jars.jar(for: CookieScope(root: job.place.root, environment: job.environmentName))
        Task.detached {
            // Read each time: another editor may have saved a file a moment ago.
            var context = preparation.context(for: job)
            context.cookies = jar
            post(.environmentsLoaded(folder: PathText.folder(of: job.file.path), context.environments))
            if let plan = preparation.plan(for: job, context) {
                post(.planned(job, plan))
                return
            }
            var job = job
            job.notice = TargetNotices.notice(job.request, in: job.file, context: context)
            guard job.purpose == .show else {
                let request = job.purpose == .send ? job.request.enabled : job.request
                let step = SendPlan.Step(file: job.file, request: request, turn: job.turn)
                let prepared = await resolver.prepare(step, &context, tokens: tokens)
                guard case .resolved(let outcome, let checks, let uses) = prepared else {
                    return post(.prepared(job, prepared))
                }
                (job.checks, job.uses) = (checks, uses)
                return post(.resolved(job, outcome, id: engine.makeID()))
            }
            var outcome = resolver.resolve(job.request, in: job.file, context: context)
            context.tokens = tokens.known(outcome.tokenWishes, root: context.root)
            if !context.tokens.isEmpty { outcome = resolver.resolve(job.request, in: job.file, context: context) }
            post(.resolved(job, outcome, id: engine.makeID()))
        }
    }

    private var preparation: SendPreparation { SendPreparation(store: store, trust: trust) }

    private func trust(_ root: String, _ owner: OpenRequest.ID, _ cache: CacheMode?) {
        let (trust, post) = (trust, post)
        Task.detached {
            let missing = UserFolder.state.missing("There is no place for the list of trusted folders")
            post(.trusted(problem: trust.map { $0.add(root) } ?? missing, owner: owner, cache: cache))
        }
    }

    private func save(_ edit: EnvironmentFileEdit) {
        let (store, post) = (store, post)
        Task.detached {
            let problem = edit.save(store)
            post(.variableSaved(edit, problem: problem))
            guard problem == nil, EnvironmentReader.isPrivate(PathText.name(of: edit.file)) else { return }
            Self.offerIgnoreEntry(for: edit.file, post)
        }
    }

    private func run(_ move: SecretMove) {
        let (store, post) = (store, post)
        Task.detached {
            let outcome = move.run(store)
            post(.secretMoved(move, outcome))
            if case .failed = outcome { return }
            Self.offerIgnoreEntry(for: move.edit.file, post)
        }
    }

    private static func offerIgnoreEntry(for file: String, _ post: @Sendable (Action) -> Void) {
        do throws(CollectionError) {
            if let entry = try IgnoreEntry.missing(for: file) { post(.ignoreEntryMissing(entry)) }
        } catch {
            post(.failed(sentence: error.sentence))
        }
    }

    private func add(_ entry: IgnoreEntry) {
        let (store, post) = (store, post)
        Task.detached { post(.ignoreEntryAdded(entry, entry.add(store))) }
    }

    private func write(_ exchange: Exchange, of job: ResolveJob) {
        let (resolver, post, preparation) = (resolver, post, preparation)
        Task.detached {
            let step = SendPlan.Step(file: job.file, request: job.request)
            let written = resolver.writeResponse(of: exchange, to: step, preparation.context(for: job), uses: job.uses)
            if let written { post(.responseWritten(written.outcome, of: exchange.id)) }
        }
    }

    private func save(_ job: SaveJob) {
        let (store, post) = (store, post)
        Task.detached {
            let outcome = store.save(path: job.path, bytes: job.bytes, expecting: job.stamp, force: job.isForced)
            post(.saveFinished(job, outcome))
        }
    }

    private func load() {
        let (store, path, post, watch, trust) = (store, path, post, watch, trust)
        Task.detached {
            if let problem = trust?.problem { post(.failed(sentence: problem)) }
            while true {
                let start = WallMoment.justBeforeNow
                do throws(CollectionError) {
                    let folder = try store.load(path: path)
                    post(.collectionLoaded(.success(folder)))
                    // The first frame does not wait for the watch. What changed before it began to look is read again.
                    guard let (new, problem) = watch?.cover(folder.folders) else { return }
                    if let problem { post(.failed(sentence: problem)) }
                    guard new > 0, store.mayHaveChanged(folder, since: start) else { return }
                } catch {
                    post(.collectionLoaded(.failure(error)))
                    return
                }
            }
        }
    }

    private func read(_ job: ReadJob) {
        let (store, post) = (store, post)
        Task.detached {
            let files = job.files.compactMap { store.reload(path: $0.path, relativePath: $0.relativePath) }
            post(.filesRead(job, files))
        }
    }

    private func loadEnvironments(_ folder: String, _ place: CollectionPlace) {
        let (store, trust, post) = (store, trust, post)
        Task.detached {
            let set = store.environments(
                forFolder: folder, root: place.root, isTrusted: trust?.trusts(place) ?? false)
            post(.environmentsLoaded(folder: folder, set))
        }
    }

    private func check(_ checks: [PreparedCheck], _ exchange: Exchange) {
        let (post, running) = (post, self.checks)
        running.begin(exchange.id)
        Task.detached {
            let report = Checks.evaluate(checks, exchange, isStopped: { running.isStopped(exchange.id) })
            running.end(exchange.id)
            post(.checked(exchange.id, report))
        }
    }

    private func filter(_ run: FilterState.Run, _ exchange: Exchange) {
        let (post, running) = (post, filters)
        running.begin(run.id)
        let body = exchange.response?.content ?? BodyBytes()
        // A command may wait for long.
        Background.run {
            let start = ContinuousClock.now
            let outcome = FilterRun.outcome(of: run, on: body) { running.isStopped(run.id) }
            running.end(run.id)
            post(.filtered(run.id, outcome, ContinuousClock.now - start))
        }
    }

    private func search(_ job: SearchJob) {
        let (post, running) = (post, searches)
        running.begin(job.id)
        Task.detached {
            job.work(isStopped: { running.isStopped(job.id) }, report: { post(.searched(job.id, $0)) })
            running.end(job.id)
        }
    }

    private func searchPlace(_ job: PlaceJob) {
        let (post, running) = (post, placeSearches)
        running.begin(job.id)
        Task.detached {
            var shown = ContinuousClock.now
            let outcome = job.work { place in
                if ContinuousClock.now - shown > .milliseconds(100) {
                    shown = .now
                    post(.placeSearched(job.id, .progress(place)))
                }
                return running.isStopped(job.id)
            }
            running.end(job.id)
            post(.placeSearched(job.id, .ended(outcome)))
        }
    }

    private func compare(_ job: CompareJob) {
        let (post, running) = (post, comparisons)
        running.begin(job.id)
        Task.detached {
            let start = ContinuousClock.now
            var shown = start
            let result = job.run {
                running.isStopped(job.id) || (job.isLimited && ContinuousClock.now - start > CompareJob.limit)
            } report: { progress in
                guard ContinuousClock.now - shown > .milliseconds(100) else { return }
                shown = .now
                post(.comparing(job.id, progress))
            }
            running.end(job.id)
            post(.compared(job.id, result))
        }
    }

    private func run(_ work: LargeWork) {
        let post = post
        Task.detached { post(.worked(work, work.run())) }
    }

    private func findRecovery(_ root: String) {
        guard let recovery else { return }
        let post = post
        Task.detached {
            let (copies, problems) = recovery.read(under: root)
            post(.recoveryFound(copies))
            if let problem = problems.first { post(.failed(sentence: problem)) }
        }
    }

    private func removeRecovery(_ places: [String]) {
        guard let recovery else { return }
        Task.detached { recovery.remove(places) }
    }

    /// Changes a jar and posts what it holds then.
    private func cookies(_ scope: CookieScope, _ change: (CookieJar) -> Void) {
        let jar = jars.jar(for: scope)
        change(jar)
        post(.cookiesRead(scope, jar.cookies))
    }

    /// Changes the cache and posts what it holds then.
    private func cache(_ change: @escaping @Sendable (any CacheStore) async -> Void) {
        let (cache, post) = (cache, post)
        Task.detached {
            guard let cache else {
                let sentence = UserFolder.cache.missing("There is no cache")
                return post(.cacheRead(.failure(CacheUnusable(sentence: sentence))))
            }
            await change(cache)
            let contents = CacheContents(await cache.contents(), usage: await cache.usage(), readAt: .now)
            post(.cacheRead(.success(contents)))
        }
    }

    private func openBrowser(_ url: String) {
        let post = post
        Task.detached {
            guard !BrowserOpener.open(url) else { return }
            post(.failed(sentence: "There is no browser to open: set BROWSER, or copy the URL."))
        }
    }

    private func copy(_ job: CopyJob) {
        let post = post
        Background.run {
            let clipboard = Clipboard.live()
            if let part = job.largePart {
                return post(.copied(name: job.name, ClipboardText(""), clipboard.write(part)))
            }
            do throws(CopyJob.Refusal) {
                let text = try job.text(environmentNamesProxy: clipboard.namesProxy)
                post(.copied(name: job.name, text, clipboard.copy(text)))
            } catch {
                post(.notCopied(sentence: error.sentence))
            }
        }
    }

    private func write(_ job: BodyWriteJob) {
        let post = post
        let begun = stoppedWrites.withLock { $0 }
        Background.run { [self] in
            var reported = 0
            let path = UserPath.absolute(job.path)
            let outcome = BodyFileWriter().write(job.body, to: path, replaces: job.replaces) { count in
                // Often enough for a bar.
                if count - reported >= job.body.count / 50 {
                    reported = count
                    post(.bodyWriting(count))
                }
                return stoppedWrites.withLock { $0 } == begun
            }
            post(.bodyWritten(outcome))
        }
    }

    private func view(_ job: BodyViewJob) {
        let (viewing, post) = (viewing, post)
        Background.run {
            switch viewing.begin(job, failed: { post(.failed(sentence: $0)) }) {
            case .show(let file): post(.fileReady(file))
            case .opened(let name): post(.bodyOpened(by: name))
            case .failed(let sentence): post(.failed(sentence: sentence))
            }
        }
    }

    /// Removes temporary files that other programs were given.
    package func removeFiles() { viewing.removeFiles() }

    private func readTokens() {
        let (tokens, post) = (tokens, post)
        Task.detached { post(.tokensRead(tokens.list(), seconds: Timestamp.secondsNow())) }
    }

    private func lint(_ job: LintJob) {
        let (store, trust, post) = (store, trust, post)
        Task.detached {
            let findings = CollectionLint.findings(
                job, store: store, isTrusted: trust?.trusts(job.place) ?? false)
            post(.linted(findings))
        }
    }

    private func forget(_ gone: [KeptToken]) {
        let (tokens, post) = (tokens, post)
        Task.detached {
            if let problem = tokens.forget(gone) { post(.failed(sentence: problem)) }
            post(.tokensRead(tokens.list(), seconds: Timestamp.secondsNow()))
        }
    }

    private func prepare(_ exchange: Exchange, from scan: BodyScan?, as choice: ReadingChoice) {
        let post = post
        Task.detached {
            var body: BodyDocument?
            if let response = exchange.response {
                let reading = BodyReading(
                    exchange.id, response.content, contentType: response.headers["Content-Type"],
                    charset: choice.charset, from: scan, post: post)
                body = await reading.end(isComplete: response.isComplete)
            }
            post(.bodyPrepared(ExchangeDocument(exchange, body: body, as: choice)))
        }
    }
}
