import NetEngine
import Settings
import TestSupport

@testable import Explorer
@testable import HTTPFormat
@testable import Runs
@testable import Workspace

// What happens by itself: the engine's events, files that others change, what is found at the start.
extension WalkWorld {
    static let cancelled = EngineError(category: .cancelled, sentence: "It was cancelled.", hint: "Send it again.")

    private static let failures: [String: EngineError] = [
        "timeout": ExchangeFixtures.timeout,
        "dns": EngineError(
            category: .dns, phase: .dns, sentence: "The name h.test was not found.", hint: "Look at the host."),
        "tls": EngineError(
            category: .tls, phase: .tls, sentence: "The certificate has expired.", hint: "Tell the server's owner."),
        "offline-error": EngineError(category: .offline, sentence: "No network.", hint: "Connect to one."),
    ]

    func happen(_ word: String) throws {
        if let status = Int(word) { return try finish(status: status) }
        if let error = Self.failures[word] { return try finish(inFlight(), error: error) }
        switch word {
        case "plain": robot.isPlain.toggle()
        case "tick": pass(.seconds(1))
        case "minute": pass(.seconds(60))
        case "offline": robot.tell(.networkChanged(.offline))
        case "online": robot.tell(.networkChanged(.online))
        case "failed": robot.tell(.failed(sentence: "Something of ours went wrong."))
        case "hop": robot.event(try inFlight(), .hopStarted(index: 0, method: "GET", url: "http://h/"))
        case "connected": robot.event(try inFlight(), .connected, after: .milliseconds(20))
        case "waits": robot.event(try inFlight(), .waitingForConnectivity)
        case "uploads": robot.event(try inFlight(), .uploadProgress(sentBytes: 500, totalBytes: 2000))
        case "requested": robot.event(try inFlight(), .requestSent, after: .milliseconds(40))
        case "head": robot.event(try inFlight(), .headReceived(status: 200, expectedBodyBytes: 4000))
        case "received": robot.event(try inFlight(), .progress(receivedBytes: 1000, expectedBytes: 4000))
        case "redirected": robot.event(try inFlight(), .redirected(status: 302, to: "http://h/there"))
        case "retries":
            let step = EngineEvent.Step.retryScheduled(retry: 1, after: .seconds(2), reason: ExchangeFixtures.timeout)
            robot.event(try inFlight(), step)
        case "streams": robot.tell(.bodyArrived(try inFlight(), .began(contentType: "application/x-ndjson")))
        case "bytes": try bytes(#"{"n": 1, "text": "a line that arrives"}\#n{"n": 2}\#n"#)
        case "skipped": try bytes("{\"n\": 9}\n", skipped: BodyNews.Skipped(bytes: 5000, lines: 40))
        default: try happenOutside(word)
        }
    }

    private func happenOutside(_ word: String) throws {
        switch word {
        case "env":
            environments = Self.manyEnvironments
            robot.tell(.environmentsLoaded(folder: "/c", environments))
        case "untrusted": isTrusted = false
        case "disk": change(Robot.orders.replacing(bytes: "orders/7", with: "orders/8"))
        case "clash": change(Robot.orders.replacing(bytes: "page=1", with: "page=9"))
        case "reload": robot.tell(.collectionLoaded(.success(Robot.folder(files))))
        case "more":
            let more = files + [("new.http", "### new\nGET http://new.test/\n")]
            robot.tell(.collectionLoaded(.success(Robot.folder(more))))
        case "gone": robot.tell(.collectionLoaded(.success(Robot.folder([("users.http", Robot.users)]))))
        case "unreadable":
            robot.tell(.collectionLoaded(.failure(CollectionError(sentence: "/c cannot be read: no permission."))))
        case "conflict":
            let disk = Array(Robot.orders.replacing(bytes: "page=1", with: "page=9").utf8)
            let job = try take { if case .save(let job) = $0 { job } else { nil } }
            robot.tell(.saveFinished(job, .conflict(onDisk: disk)))
        case "deleted":
            let job = try take { if case .save(let job) = $0 { job } else { nil } }
            robot.tell(.saveFinished(job, .conflict(onDisk: nil)))
        case "exists": robot.tell(.bodyWritten(.exists))
        case "writing": robot.tell(.bodyWriting(20))
        case "unchanged":
            let job = try take { if case .editExternally(let job) = $0 { job } else { nil } }
            robot.tell(.editedExternally(job, .unchanged))
        case "recovery": robot.tell(.recoveryFound([recoveryCopy()]))
        case "keys":
            settings(
                "keys:\n  send: x\n  undo: [F2, y]\n  response:\n    yank: F7\n  go-to: none\n  choose-environment: F6\n"
            )
        case "wrong-keys": settings("keys:\n  send: j\n  nothing: x\n  undo: Alt-x\ntheme: pink\n")
        case "sign-in": robot.tell(.token(.signIn(signIn(pastes: nil))))
        case "sign-in-by-paste": robot.tell(.token(.signIn(signIn(pastes: "https://app.test/back"))))
        case "signed-in": robot.tell(.token(.signInEnded(number: 7, isDone: true)))
        case "not-signed-in": robot.tell(.token(.signInEnded(number: 7, isDone: false)))
        case "token-problem": robot.tell(.token(.problem("The token cannot be kept: the disk is full.")))
        case "ignore":
            let entry = IgnoreEntry(
                file: "/c/http-client.private.env.json", ignoreFile: "/c/.gitignore",
                line: "http-client.private.env.json", isNew: true)
            robot.tell(.ignoreEntryMissing(entry))
        default: if try !happenOnMachine(word) { try happenInRun(word) }
        }
    }

    private static let runWords = ["asks", "planned", "begins", "first", "rest", "ends", "breaks"]

    private func happenInRun(_ word: String) throws {
        guard Self.runWords.contains(word) else { throw NoSuchWord(word: word) }
        guard let job = (try? take { if case .replay(let job) = $0 { job } else { nil } }) ?? replay else {
            throw NotAsked()
        }
        replay = job
        switch word {
        case "asks": robot.tell(.replayAsks(job, [PromptField(expression: "$input One-time code")].compactMap(\.self)))
        case "planned": robot.tell(.replayBegan(job.id, RunFixtures.planned()))
        case "begins": robot.tell(.replayed(job.id, ReplayNews(began: [0, 1])))
        case "first": robot.tell(.replayed(job.id, ReplayNews(records: [Self.record(0, exchange: 9)])))
        case "rest": robot.tell(.replayed(job.id, ReplayNews(records: Self.records)))
        case "ends":
            robot.tell(.replayed(job.id, ReplayNews(end: RunEnd(elapsed: .milliseconds(60), reason: .complete))))
        case "breaks":
            let end = RunEnd(elapsed: .seconds(1), reason: .interrupted, notReached: 2)
            robot.tell(.replayed(job.id, ReplayNews(end: end)))
        default: throw NoSuchWord(word: word)
        }
    }

    private func pass(_ time: Duration) {
        robot.wait(time)
        robot.tick()
    }

    // MARK: Exchanges

    /// The exchange in flight that began first.
    private func inFlight() throws -> ExchangeID {
        guard let id = robot.sent.keys.min(by: { $0.rawValue < $1.rawValue }) else {
            throw NotAsked()
        }
        return id
    }

    private func bytes(_ text: String, skipped: BodyNews.Skipped = .init()) throws {
        robot.tell(.bodyArrived(try inFlight(), .bytes(Array(text.utf8), skipped: skipped)))
    }

    private func finish(status: Int) throws {
        let body =
            status == 204
            ? "" : #"{"id":\#(status),"token":"t0k","list":[{"a":1},{"a":2}],"errors":[{"message":"no"}]}"#
        let fields = [
            HeaderField("Content-Type", "application/json"), HeaderField("Cache-Control", "max-age=60"),
            HeaderField("Location", "/there"), HeaderField("X-Number", "\(status)"),
        ]
        let reasons = [
            200: "OK", 201: "Created", 204: "No Content", 304: "Not Modified", 404: "Not Found",
            503: "Service Unavailable",
        ]
        let response = ExchangeFixtures.response(
            status: status, reason: reasons[status] ?? "", headers: HeaderFields(fields), body: Array(body.utf8))
        try finish(inFlight(), response: response)
    }

    func finish(_ id: ExchangeID, response: Response? = nil, error: EngineError? = nil) throws {
        guard let draft = robot.sent.removeValue(forKey: id) else { return }
        let request = try? RequestBuilder().build(draft)
        let hop = ExchangeFixtures.hop(request: request, response: response)
        robot.finish(ExchangeFixtures.exchange(id.rawValue, draft: draft, hops: [hop], error: error))
    }

    /// Makes a request ready as the runner does: a plan for one that is more than one send.
    func resolve(_ job: ResolveJob) async {
        let preparation = SendPreparation(store: CollectionStore(), trust: nil)
        var context = preparation.context(for: job)
        if !isOnDisk { context.environments = environments }
        context.isTrusted = isTrusted
        if let plan = preparation.plan(for: job, context) { return robot.tell(.planned(job, plan)) }
        robot.lastExchange += 1
        let id = ExchangeID(rawValue: robot.lastExchange)
        guard job.purpose != .show else {
            var job = job
            let outcome = RequestResolver().resolve(job.request, in: job.file, context: context)
            job.notice = TargetNotices.notice(job.request, in: job.file, context: context)
            if case .draft(let draft, _) = outcome {
                job.contractNotices = RequestResolver().contractNotices(
                    of: job.request, draft, in: job.file, context: context)
            }
            return robot.tell(.resolved(job, outcome, id: id))
        }
        let request = job.purpose == .send ? job.request.enabled : job.request
        let step = SendPlan.Step(file: job.file, request: request, turn: job.turn)
        let prepared = await RequestResolver().prepare(step, &context, tokens: nil)
        guard case .resolved(let outcome, let checks, let uses) = prepared else {
            return robot.tell(.prepared(job, prepared))
        }
        var ready = job
        (ready.checks, ready.uses) = (checks, uses)
        robot.tell(.resolved(ready, outcome, id: id))
    }

    // MARK: Files

    /// Another program writes `orders.http`.
    private func change(_ text: String) {
        robot.tell(.filesChanged(FileChange(files: ["/c/orders.http"])))
        guard let job = try? take({ if case .readFiles(let job) = $0 { job } else { nil } }) else { return }
        robot.tell(.filesRead(job, [Robot.file("orders.http", text)]))
    }

    private func recoveryCopy() -> RecoveryCopy {
        let text = Robot.orders.replacing(bytes: "page=1", with: "page=5")
        return RecoveryCopy(
            path: "/c/orders.http", document: HTTPDocument(bytes: Array(text.utf8)),
            base: ContentMark(Array(Robot.orders.utf8)), leftover: "half a word",
            storedAt: "/r/orders.http.recovery")
    }

    private func settings(_ text: String) { robot.tell(.settingsRead(SettingsReading(text))) }

    private func signIn(pastes: String?) -> SignIn {
        let url = "http://login.test/authorize?state=s&code_challenge=c"
        return SignIn(number: 7, login: "shop", way: .browser(url: url, pastes: pastes), limit: .seconds(300))
    }
}
