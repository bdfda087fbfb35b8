import NetEngine

/// Fulfils the wishes of `update` that need no terminal, each in a task of its own, and posts what comes of them.
///
/// What flows in: `Effect`s from the loop. What flows out: `Action`s into the mailbox. Nothing here blocks the loop: its
/// thread only starts detached tasks, for it sleeps in `poll` and would starve any task that is bound to it.
final class EffectRunner: Sendable {
    private let engine: Engine
    private let store: CollectionStore
    private let resolver: RequestResolver
    private let recovery: RecoveryStore?
    /// What was asked to be opened.
    private let path: String
    private let post: @Sendable (Action) -> Void
    /// nil where the system has none to give: then only R reads again.
    private let watch: (any FileWatch)?

    /// - Parameters:
    ///   - watch: makes what tells of changes on disk; none by default.
    ///   - post: takes actions from any thread.
    init(
        engine: Engine, path: String, store: CollectionStore = CollectionStore(),
        resolver: RequestResolver = RequestResolver(), recovery: RecoveryStore? = nil,
        watch: ((@escaping @Sendable (FileChange) -> Void) -> (any FileWatch)?)? = nil,
        post: @escaping @Sendable (Action) -> Void
    ) {
        self.engine = engine
        self.path = path
        self.store = store
        self.resolver = resolver
        self.recovery = recovery
        self.post = post
        self.watch = watch?({ post(.filesChanged($0)) })
    }

    /// Begins to pass on the engine's events. Called once, before the first send, so that none is missed.
    func followEngine() {
        let events = engine.events()
        let post = post
        Task.detached {
            for await event in events { post(.engine(event)) }
        }
    }

    /// Begins to pass on what becomes of the network. Called once.
    func followNetwork() {
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
    func run(_ effect: Effect) {
        switch effect {
        case .send(let draft, let id): send(draft, id)
        case .cancel(let id): engine.cancel(id)
        case .cancelAll: engine.cancelAll()
        case .resolve(let job): resolve(job)
        case .save(let job): save(job)
        case .loadCollection: load()
        case .readFiles(let job): read(job)
        case .loadEnvironments(let folder, let root): loadEnvironments(folder, root)
        case .prepareBody(let exchange): prepare(exchange)
        case .applyEdit(let job): apply(job)
        case .findRecovery(let root): findRecovery(root)
        case .removeRecovery(let places): removeRecovery(places)
        case .editExternally, .suspend, .redraw, .wake, .quit: break
        }
    }

    private func send(_ draft: RequestDraft, _ id: ExchangeID) {
        let engine = engine
        // The exchange itself comes back with the event that ends it.
        Task.detached { _ = await engine.send(draft, id: id) }
    }

    private func resolve(_ job: ResolveJob) {
        let (engine, store, resolver, post) = (engine, store, resolver, post)
        Task.detached {
            // Read anew each time: what an editor beside us saved a moment ago must hold for this send.
            let folder = Model.folder(of: job.file.path)
            let environments = store.environments(forFolder: folder, root: job.root)
            let context = RequestResolver.Context(
                root: job.root, environments: environments, environmentName: job.environmentName,
                overrides: job.overrides)
            let outcome = resolver.resolve(job.request, in: job.file, context: context)
            post(.environmentsLoaded(folder: folder, environments))
            post(.resolved(job, outcome, id: engine.makeID(), at: .current()))
        }
    }

    private func save(_ job: SaveJob) {
        let (store, post) = (store, post)
        Task.detached {
            let outcome = store.save(path: job.path, bytes: job.bytes, expecting: job.stamp, force: job.isForced)
            post(.saveFinished(job, outcome, at: .current()))
        }
    }

    private func load() {
        let (store, path, post, watch) = (store, path, post, watch)
        Task.detached {
            while true {
                let start = WallMoment.justBeforeNow
                do {
                    let folder = try LoadedCollections.load(path, store)
                    post(.collectionLoaded(.success(folder)))
                    // The first frame does not wait for the watch. What changed before it began to look is read anew.
                    guard let (new, problem) = watch?.cover(folder.folders) else { return }
                    if let problem { post(.failed(sentence: problem, at: .current())) }
                    guard new > 0, store.mayHaveChanged(folder, since: start) else { return }
                } catch {
                    let sentence = (error as? CommandFailure)?.sentences.first?.string ?? "\(path) cannot be read."
                    post(.collectionLoaded(.failure(CollectionError(sentence: sentence))))
                    return
                }
            }
        }
    }

    private func read(_ job: ReadJob) {
        let (store, post) = (store, post)
        Task.detached {
            post(.filesRead(job, job.files.compactMap { store.reload(path: $0.path, relativePath: $0.relativePath) }))
        }
    }

    private func loadEnvironments(_ folder: String, _ root: String) {
        let (store, post) = (store, post)
        Task.detached {
            post(.environmentsLoaded(folder: folder, store.environments(forFolder: folder, root: root)))
        }
    }

    private func apply(_ job: EditJob) {
        let post = post
        Task.detached { post(.edited(job, job.run())) }
    }

    private func findRecovery(_ root: String) {
        guard let recovery else { return }
        let post = post
        Task.detached { post(.recoveryFound(recovery.copies(under: root))) }
    }

    private func removeRecovery(_ places: [String]) {
        guard let recovery else { return }
        Task.detached { recovery.remove(places) }
    }

    private func prepare(_ exchange: Exchange) {
        let post = post
        Task.detached { post(.bodyPrepared(ExchangeDocument(exchange))) }
    }
}
