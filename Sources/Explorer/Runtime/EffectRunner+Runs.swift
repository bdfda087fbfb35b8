import Comparison
import Dispatch
import HTTPFormat
import NetEngine
import Runs
import Synchronization
import Workspace

// Effects that are about runs of many requests.
extension EffectRunner {
    /// Plans a run on a thread of its own, and passes on there what happens in it.
    func replay(_ job: ReplayJob) {
        let feed = ReplayFeed(job.id)
        replays.withLock { $0[job.id] = feed }
        replaying.enter()
        Background.run { [self] in
            send(job, feed)
            replays.withLock { $0[job.id] = nil }
            replaying.leave()
        }
    }

    func stopReplay(_ id: ReplayJob.ID) { replays.withLock { $0[id] }?.stop() }

    /// Stops the run that is going on, and waits until its recording says so. For the end of the program.
    /// - Parameter seconds: the longest wait.
    package func endReplays(within seconds: Int = 2) {
        for feed in replays.withLock({ Array($0.values) }) { feed.stop() }
        _ = replaying.wait(timeout: .now() + .seconds(seconds))
    }

    private func send(_ job: ReplayJob, _ feed: ReplayFeed) {
        var job = job
        // Requests of a description that nobody looked at have their first lines only.
        let isAlone = job.files.count == 1
        job.files = job.files.map { job.selection.takes($0, isAlone: isAlone) ? $0.expandingAll() : $0 }
        let preparation = preparation
        let isTrusted = trust?.trusts(job.place) ?? false
        var contexts: [String: RequestResolver.Context] = [:]
        let jar = jars.jar(for: CookieScope(root: job.place.root, environment: job.environmentName))
        let name = RunName.new()
        // Read once: a file that changes while it runs does not change the run.
        func context(for file: CollectionFile) -> RequestResolver.Context {
            if let known = contexts[file.path] { return known }
            var context = preparation.context(for: file, job, isTrusted: isTrusted)
            context.cookies = jar
            context.run = name
            contexts[file.path] = context
            return context
        }
        let plan = ReplayPlan(
            job.files, planner: SendPlanner(references: .asTheyStand, context: context), selection: job.selection)
        guard !feed.isStopped else { return }
        guard !plan.steps.isEmpty else {
            return post(.replayRefused(job.id, sentence: "\(job.title) has no request to replay."))
        }
        let steps = job.naming(plan.steps)
        let toConfirm = job.isConfirmed ? [] : steps.toConfirm
        guard toConfirm.isEmpty else { return post(.replayToConfirm(job, toConfirm)) }
        let prompts = plan.prompts.filter { job.answers[$0.key] == nil }
        guard prompts.isEmpty else { return post(.replayAsks(job, prompts)) }
        for step in plan.steps { _ = context(for: step.file) }
        let head = RunHead(job, name: name, steps: steps.map(\.printed))
        guard !feed.isStopped else { return }
        let recorder = job.isRecorded ? recorder(of: head) : nil
        let places = steps.map { (file: $0.file.path, index: $0.request.index) }
        post(.replayBegan(job.id, ReplayPlanned(head: head, places: places, isRecorded: recorder != nil)))
        run(steps, job, contexts, feed, RunSampling(requests: steps.count, isOn: recorder != nil))
        feed.passOn(to: post, recorder)
    }

    /// Sends the steps, on threads of the pool.
    private func run(
        _ steps: [SendPlan.Step], _ job: ReplayJob, _ contexts: [String: RequestResolver.Context], _ feed: ReplayFeed,
        _ sampling: RunSampling
    ) {
        let engine = engine
        var runner = Runner(
            resolver: resolver, send: { await feed.send($0, by: engine) }, jobs: job.jobs, tokens: tokens,
            resolved: { [post] uses, draft in if feed.learn(uses, draft) { post(.replayLearned(uses, draft)) } })
        runner.namesFlags = false
        runner.began = { feed.began($0) }
        let fallback = RequestResolver.Context(root: job.place.root, environments: EnvironmentSet())
        Task.detached { [runner] in
            let start = ContinuousClock.now
            let totals = await runner.run(
                steps, context: { contexts[$0.file.path] ?? fallback }, isStopped: { feed.isStopped },
                report: { item, step, outcome in
                    self.checkedLog?.add(outcome)
                    var record = RunRecord(item, outcome, repetition: step.turn?.index)
                    let stored = sampling.sample(&record, outcome.sent)
                    await feed.queue.add(record, stored)
                })
            feed.queue.close(
                RunQueue.End(
                    totals: totals, elapsed: ContinuousClock.now - start,
                    reason: feed.isStopped ? .interrupted : .complete))
        }
    }

    /// nil, after a sentence, if the run cannot be recorded: it is sent all the same.
    private func recorder(of head: RunHead) -> RunRecorder? {
        guard let store = runStore else { return nil }
        let post = post
        let report: @Sendable (String) -> Void = { if !$0.isEmpty { post(.failed(sentence: $0)) } }
        do throws(RunStoreError) {
            return RunRecorder(head, to: [try store.begin(head, report: report)], report: { report($0) })
        } catch {
            report(error.sentence)
            return nil
        }
    }

    // MARK: Recorded runs

    func readRuns() {
        let post = post
        readingRuns { store throws(RunStoreError) in
            try store.entries(limit: Self.mostListed)
        } then: {
            post(.runsRead($0))
        }
    }

    func readRun(_ entry: RunEntry, _ ticket: Int) {
        let post = post
        readingRuns { store throws(RunStoreError) in
            try Self.reading { try RecordingSource.store(store, entry).account() }
        } then: {
            post(.runRead(entry, $0, ticket: ticket))
        }
    }

    func openRecorded(_ entry: RunEntry, _ record: RunRecord, _ ticket: Int) {
        let post = post
        readingRuns { store throws(RunStoreError) in
            try Self.reading { try Self.result(record, of: .store(store, entry)) }
        } then: {
            post(.recordedRead($0, ticket: ticket))
        }
    }

    func compareRuns(_ pair: RunPair) {
        let post = post
        readingRuns { store throws(RunStoreError) in
            try Self.reading {
                ComparisonTable(try RunComparison(a: .store(store, pair.a), b: .store(store, pair.b)))
            }
        } then: {
            post(.runsCompared(pair, $0))
        }
    }

    func nameRun(_ entry: RunEntry, _ name: String?) {
        changeRuns { store throws(RunStoreError) in try store.setName(name, of: entry.key) }
    }

    func deleteRun(_ entry: RunEntry) {
        changeRuns { store throws(RunStoreError) in try store.delete([entry.key]) }
    }

    /// Runs that the list shows; `apitui runs -n` shows more.
    private static let mostListed = 500

    private func changeRuns(_ change: @escaping @Sendable (RunStore) throws(RunStoreError) -> Void) {
        let post = post
        readingRuns { store throws(RunStoreError) in
            try change(store)
            return try store.entries(limit: Self.mostListed)
        } then: { outcome in
            if case .failure(let error) = outcome { return post(.failed(sentence: error.sentence)) }
            post(.runsRead(outcome))
        }
    }

    private func readingRuns<Value: Sendable>(
        _ read: @escaping @Sendable (RunStore) throws(RunStoreError) -> Value,
        then: @escaping @Sendable (Result<Value, RunStoreError>) -> Void
    ) {
        guard let store = runStore else { return then(.failure(RunStoreError(sentence: Self.noRuns))) }
        Background.run {
            do throws(RunStoreError) {
                then(.success(try read(store)))
            } catch {
                then(.failure(error))
            }
        }
    }

    private static let noRuns = UserFolder.state.missing("There is no place for recorded runs")

    /// What reading a recording throws, as a sentence.
    private static func reading<Value>(_ body: () throws -> Value) throws(RunStoreError) -> Value {
        do {
            return try body()
        } catch let error as RunStoreError {
            throw error
        } catch let error as ComparisonError {
            throw RunStoreError(sentence: error.sentence)
        } catch {
            throw RunStoreError(sentence: "The recording cannot be read: \(error).")
        }
    }

    private static func result(_ record: RunRecord, of source: RecordingSource) throws -> RecordedResult {
        let found = try source.result {
            $0.exchange == record.exchange && $0.item == record.item && $0.repetition == record.repetition
        }
        guard let found else { throw RunStoreError(sentence: "That exchange is not in the recording.") }
        guard let exchange = found.exchange else {
            throw RunStoreError(sentence: "Only the numbers of that exchange were recorded.")
        }
        return RecordedResult(request: found.request, record: found.record, exchange: exchange)
    }
}

extension ReplayJob {
    /// Requests that the user named are sent though a line switches them off.
    fileprivate func naming(_ steps: [SendPlan.Step]) -> [SendPlan.Step] {
        steps.map { step in
            guard selection.named[step.file.path]?.contains(step.request.index) == true else { return step }
            var step = step
            step.request = step.request.enabled
            return step
        }
    }
}

extension RunHead {
    fileprivate init(_ job: ReplayJob, name: String, steps: [SendPlan.Step]) {
        var settings = Settings()
        settings.jobs = job.jobs
        settings.rounds = 1
        settings.cache = job.cache.session?.rawValue
        self.init(
            id: name, startedAt: .now, program: ProgramVersion.number, paths: job.paths,
            environment: job.environmentName, settings: settings, requests: steps.map { Request($0) })
    }
}
