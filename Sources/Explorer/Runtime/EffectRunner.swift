import Base
import Bodies
import Dispatch
import HTTPFormat
import NetEngine
import NetEngineRequestLog
import Runs
import Synchronization
import TerminalUI
import Workspace

/// Does what the effects of `update` ask for, if it needs no terminal, each in a separate task, and posts the results.
///
/// In: `Effect`s from the loop. Out: `Action`s into the mailbox. Nothing here blocks the loop: its thread only starts detached tasks.
/// It sleeps in `poll` and would starve a task that is bound to it.
package final class EffectRunner: Sendable {
    let engine: Engine
    let store: CollectionStore
    let resolver: RequestResolver
    let recovery: RecoveryStore?
    /// nil: unsaved edits are not copied.
    package let recoveryWriter: RecoveryWriter?
    package let descriptionEdits: DescriptionEditWriter?
    let trust: TrustStore?
    /// Where deleted files are kept; nil: nothing can be deleted.
    let trash: Trash?
    let cache: (any CacheStore)?
    let logAccess: RequestLogAccess?
    /// nil without a home folder.
    let savedFilters: StateFile?
    /// nil without a home folder.
    let themeFolder: ThemeFolder?
    let keptTheme: StateFile?
    /// Writes that the program waits for before it ends.
    let keeping = DispatchGroup()
    let environmentWriter: EnvironmentWriter
    /// What was asked to be opened.
    let path: Mutex<String>
    /// How many other collections were asked for since the start.
    let openings = Mutex(0)
    /// Finds the samples and starts their server.
    let samples: Samples?
    /// Are sent when a description is fetched.
    let fetchHeaders: [HeaderField]
    /// nil: schemas of GraphQL endpoints are not kept.
    let keptSchemas: KeptSchemas?
    /// What is kept of the screens of all collections; nil without a home folder.
    let screens: StateFile?
    let post: @Sendable (Action) -> Void
    let tokens: TokenBank
    let jars = CookieJars()
    let viewing = BodyViewing()
    /// How often writing a body was stopped: a write that began before the last time ends.
    let stoppedWrites = Mutex(0)
    let stoppedViews = Mutex(0)
    let checks = RunningWork<ExchangeID>()
    let reads = RunningWork<ReadJob.FileID>()
    let filters = RunningWork<FilterState.Run.ID>()
    let log: RequestLogStore?
    /// nil if there is no place for recorded runs.
    let runStore: RunStore?
    /// Runs that are under way.
    let replays = Mutex<[ReplayJob.ID: ReplayFeed]>([:])
    let replaying = DispatchGroup()
    /// nil while nothing is logged.
    let engineLog = Mutex<EngineLog?>(nil)
    let comparisons = RunningWork<CompareJob.ID>()
    let searches = RunningWork<SearchJob.ID>()
    let placeSearches = RunningWork<PlaceJob.ID>()
    /// nil where the system has none to give: then only R reads again.
    let watch: (any FileWatch)?
    /// nil: nothing is read again.
    let settings: SettingsSource?

    /// An absolute path, and the variables that the samples need.
    package typealias Samples =
        @Sendable () async throws(CollectionError) -> (path: String, variables: [String: String])

    /// - Parameters:
    ///   - trash: where deleted files are kept; nil: nothing can be deleted.
    ///   - tokens: nil: tokens of this runner's own.
    ///   - log: where `logRequests` stores exchanges; nil stores none.
    ///   - logAccess: reads the request log of all processes; nil if there is none.
    ///   - savedFilters: the file of the filters that the user saved; nil if there is no place for it.
    ///   - themeFolder: the user's theme files; nil if there is no place for them.
    ///   - keptTheme: the file of the theme that was chosen; nil if there is no place for it.
    ///   - samples: finds the samples and starts their server; nil if there are none.
    ///   - screens: the file of what is kept of the screen for each collection; nil if there is no place for it.
    ///   - fetchHeaders: are sent when a description is fetched.
    ///   - keptSchemas: where the schemas of GraphQL endpoints are kept; nil keeps none.
    ///   - runStore: where runs are recorded; nil records none.
    ///   - settings: the configuration, to be read again when its file changes.
    ///   - watch: makes what reports changes on disk; none by default.
    ///   - post: takes actions from any thread.
    package init(
        engine: Engine, path: String, store: CollectionStore = CollectionStore(),
        resolver: RequestResolver = RequestResolver(), recovery: RecoveryStore? = nil,
        descriptionEdits: DescriptionEditStore? = nil,
        trust: TrustStore? = TrustStore.live(), trash: Trash? = nil, cache: (any CacheStore)? = nil,
        tokens: TokenBank? = nil, log: RequestLogStore? = nil, logAccess: RequestLogAccess? = nil,
        savedFilters: StateFile? = nil, themeFolder: ThemeFolder? = nil, keptTheme: StateFile? = nil,
        screens: StateFile? = nil, samples: Samples? = nil, fetchHeaders: [HeaderField] = [],
        keptSchemas: KeptSchemas? = nil, runStore: RunStore? = nil,
        settings: SettingsSource? = nil,
        watch: ((@escaping @Sendable (FileChange) -> Void) -> (any FileWatch)?)? = nil,
        post: @escaping @Sendable (Action) -> Void
    ) {
        self.engine = engine
        self.path = Mutex(path)
        self.screens = screens
        self.samples = samples
        self.fetchHeaders = fetchHeaders
        self.keptSchemas = keptSchemas
        self.store = store
        environmentWriter = EnvironmentWriter(store)
        self.resolver = resolver
        self.recovery = recovery
        recoveryWriter = recovery.map { RecoveryWriter(RecoverySession($0)) }
        self.descriptionEdits = descriptionEdits.map { DescriptionEditWriter($0) }
        self.trust = trust
        self.trash = trash
        self.cache = cache
        self.logAccess = logAccess
        self.savedFilters = savedFilters
        self.themeFolder = themeFolder
        self.keptTheme = keptTheme
        self.runStore = runStore
        self.settings = settings
        self.post = post
        self.log = log
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
        case .logRequests(let isOn): logRequests(isOn)
        case .cancelAll: engine.cancelAll()
        case .resolve(let job): resolve(job)
        case .save(let job): save(job)
        case .loadCollection: load()
        case .findChangedReferences(let described): findChangedReferences(of: described)
        case .openCollection(let path, let drops): open(path, drops: drops)
        case .openSamples(let drops): openSamples(drops: drops)
        case .enterCollection(let path): enter(path)
        case .keepScreen(let memory, let path): keep(memory, of: path)
        case .findDescriptionEdits(let asked): findDescriptionEdits(asked)
        case .keepDescriptionEdits(let edits): keep(edits)
        case .findNearbyDescription(let job): findNearby(job)
        case .indexOperations(let files): index(files)
        case .observe(let job): observe(job)
        case .coverRun(let job): cover(job)
        case .sumCoverage(let job): sum(job)
        case .readLinks(let job): readLinks(job)
        case .readRecentCollections: readRecentCollections()
        case .changeFiles(let job): change(job)
        case .readFiles(let job): read(job)
        case .stopReading(let paths): reads.stopAll { paths.contains($0.path) }
        case .loadEnvironments(let folder, let place, let described): loadEnvironments(folder, place, described)
        case .listBodyFiles(let job): list(job)
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
        case .makePicture(let job): make(job)
        case .findRecovery(let root): findRecovery(root)
        case .keepUnsaved(let job): keepUnsaved(job)
        case .removeRecovery(let places): removeRecovery(places)
        case .trust(let subject, let owner, let cache, let confirmed):
            trust(subject, owner, cache, confirmed: confirmed)
        case .saveVariable(let edit):
            save([edit], as: .saved(edit)) { .variableSaved(edit, problem: $0) }
        case .saveVariables(let edits):
            save(edits, as: .values(edits)) { .variablesSaved(edits, problem: $0) }
        case .saveLogin(let edits): save(edits, as: .login(edits)) { .loginSaved(edits, problem: $0) }
        case .removeVariable(let edit): remove(edit)
        case .moveSecret(let move): run(move)
        case .addIgnoreEntry(let entry): add(entry)
        case .writeResponse(let job, let exchange): write(exchange, of: job)
        case .readCookies(let scope): cookies(scope) { _ in }
        case .removeCookie(let cookie, let scope): cookies(scope) { $0.remove(cookie) }
        case .putCookieBack(let cookie, let scope): cookies(scope) { $0.insert(cookie) }
        case .clearCookies(let scope): cookies(scope) { $0.removeAll() }
        case .readCache: cache { _ in }
        case .removeCached(let responses): cache { await $0.remove(responses) }
        case .clearCache: cache { await $0.clear() }
        case .stopSignIns: tokens.stopSignIns()
        case .pasteSignIn(let address): tokens.paste(address)
        case .openBrowser(let url): openBrowser(url)
        case .readTokens: readTokens()
        case .lint(let job): lint(job)
        case .readImport(let job): readImport(job)
        case .listTypedFolder(let job): list(job)
        case .addImportedValues(let target): addValues(of: target)
        case .recordImported(let target, let place, let root): record(target, at: place, root: root)
        case .readSettings: readSettings()
        case .forgetTokens(let tokens): forget(tokens)
        case .copy(let job): copy(job)
        case .export(let job): export(job)
        case .writeBody(let job): write(job)
        case .stopWriting: stoppedWrites.withLock { $0 += 1 }
        case .viewBody(let job): view(job)
        case .stopViewing: stoppedViews.withLock { $0 += 1 }
        case .readLog(let reading): readLog(reading)
        case .readLastLogged(let root): readLastLogged(root)
        case .followLog(let reading): followLog(reading)
        case .stopFollowingLog(let id): logAccess?.stop(id)
        case .openLogged(let row): openLogged(row)
        case .openFirstLogged(let reading, let sentence): openFirstLogged(reading, orSay: sentence)
        case .markLogged(let row, let mark): markLogged(row, mark)
        case .readSavedFilters: readSavedFilters()
        case .saveFilter(let name, let text): saveFilter(name, text)
        case .forgetFilter(let name): forgetFilter(name)
        case .resend(let resend): self.resend(resend)
        case .replay(let job): replay(job)
        case .stopReplay(let id): stopReplay(id)
        case .readRuns: readRuns()
        case .readRun(let entry, let ticket): readRun(entry, ticket)
        case .openRecorded(let entry, let record, let ticket): openRecorded(entry, record, ticket)
        case .compareRuns(let pair): compareRuns(pair)
        case .nameRun(let entry, let name): nameRun(entry, name)
        case .deleteRun(let entry): deleteRun(entry)
        case .readThemes: readThemes()
        case .keepTheme(let name): keepTheme(name)
        case .editExternally, .suspend, .redraw, .ask, .takeMouse, .copyByTerminal, .show, .wake, .quit:
            break
        }
    }

    private func logRequests(_ isOn: Bool) {
        guard let log else { return }
        engineLog.withLock { current in
            current?.stop()
            current = isOn ? engine.log(to: log) : nil
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
            post(.environmentsLoaded(folder: job.file.environmentKey, context.environments))
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
            if case .draft(let draft, _) = outcome {
                job.contractNotices = resolver.contractNotices(of: job.request, draft, in: job.file, context: context)
            }
            if case .refused = outcome { job.uses = resolver.uses(of: job.request, in: job.file, context: context) }
            post(.resolved(job, outcome, id: engine.makeID()))
        }
    }

    var preparation: SendPreparation { SendPreparation(store: store, trust: trust) }
}
