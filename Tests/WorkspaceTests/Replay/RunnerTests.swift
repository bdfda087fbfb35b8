import NetEngine
import Synchronization
import TestSupport
import Testing

@testable import HTTPFormat
@testable import Workspace

/// The order and the outcomes of requests in a run: no socket, no file.
@Suite struct RunnerTests {
    private static func file(_ name: String, _ text: String, problem: FileProblem? = nil) -> CollectionFile {
        CollectionFile(
            path: "/c/\(name)", relativePath: name, document: HTTPDocument(bytes: Array(text.utf8)),
            stamp: FileStamp(bytes: Array(text.utf8)), problem: problem)
    }

    private static let folder = CollectionFolder(
        root: "/c", name: "c",
        nodes: [
            .folder(
                name: "a", nodes: [.file(file("a/x.http", "### one\nGET http://h/1\n\n### two\nGET http://h/2\n"))]),
            .file(file("b.http", "### three\n# @disabled\nGET http://h/3\n\n### four\nGET {{nowhere}}/\n")),
            .file(file("c.http", "", problem: FileProblem("cannot be read."))),
            .file(file("d.http", "### five\nGET http://h/5\n")),
        ])

    private static func exchange(_ draft: RequestDraft, _ category: ErrorCategory?) -> Exchange {
        Exchange(
            id: ExchangeID(rawValue: 1), draft: draft, startedAt: Timestamp(microsecondsSince1970: 0), hops: [],
            timings: PhaseTimings(), error: category.map { EngineError(category: $0, sentence: "s", hint: "h") })
    }

    /// Runs the folder; `fails` gives the error category for a URL, `stopsAfter` the URL after which the run is
    /// stopped.
    private func run(fails: [String: ErrorCategory] = [:], stopsAfter: String? = nil) async -> (
        Runner.Totals, [String], [String]
    ) {
        let sent = Mutex<[String]>([])
        let told = Mutex<[String]>([])
        let stopped = Mutex(false)
        let runner = Runner(resolver: RequestResolver()) { draft in
            sent.withLock { $0.append(draft.url) }
            if draft.url == stopsAfter { stopped.withLock { $0 = true } }
            return Self.exchange(draft, fails[draft.url])
        }
        let totals = await runner.run(
            ReplayPlan([Self.folder]).steps,
            context: { _ in RequestResolver.Context(root: "/c", environments: EnvironmentSet()) },
            isStopped: { stopped.withLock { $0 } },
            report: { _, step, outcome in
                let word =
                    switch outcome {
                    case .passed: "passed"
                    case .failed(let exchange, _, _): exchange.error?.category.rawValue ?? "?"
                    case .notSent(let problems): "line \(problems.map(\.line))"
                    case .skipped: "skipped"
                    case .cancelled: "cancelled"
                    }
                told.withLock { $0.append("\(step.request.id): \(word)") }
            })
        return (totals, sent.withLock { $0 }, told.withLock { $0 })
    }

    @Test func `the order is that of the tree, and unreadable files are listed separately`() {
        let plan = ReplayPlan([Self.folder])
        #expect(plan.steps.map(\.request.id) == ["one", "two", "three", "four", "five"])
        #expect(plan.unreadable.map(\.relativePath) == ["c.http"])
    }

    @Test func `disabled requests are skipped and variables without a value are not sent`() async {
        let (totals, sent, told) = await run()
        #expect(sent == ["http://h/1", "http://h/2", "http://h/5"])
        #expect(told == ["one: passed", "two: passed", "three: skipped", "four: line [6]", "five: passed"])
        #expect(totals == Runner.Totals(passed: 3, failed: 1, skipped: 1))
    }

    @Test func `a failure does not end the run`() async {
        let (totals, sent, told) = await run(fails: ["http://h/1": .serverError])
        #expect(sent.count == 3)
        #expect(told.first == "one: server-error")
        #expect(totals == Runner.Totals(passed: 2, failed: 2, skipped: 1))
    }

    @Test func `a stop cancels what is in flight and reaches nothing more`() async {
        let (totals, sent, told) = await run(fails: ["http://h/2": .cancelled], stopsAfter: "http://h/2")
        #expect(sent == ["http://h/1", "http://h/2"])
        #expect(told == ["one: passed", "two: cancelled"])
        #expect(totals == Runner.Totals(passed: 1, cancelled: 1, notReached: 3))
        #expect(totals.count == 5)
    }

    @Test func `an outcome has the exchange of a request that was sent, also if it was cancelled`() {
        let url = "http://h/1"
        let exchange = Self.exchange(RequestDraft(url: url), .cancelled)
        let problem = Runner.Problem(line: 1, sentence: "s")
        for (outcome, sent) in [
            (.passed(exchange, CheckReport()), url), (.failed(exchange, CheckReport()), url),
            (.cancelled(exchange), url), (.notSent([problem]), nil), (.skipped(nil), nil),
        ] as [(Runner.Outcome, String?)] {
            #expect(outcome.sent?.draft.url == sent)
        }
    }

    @Test func `a request whose pause is interrupted is not sent`() async {
        let stopped = Mutex(false)
        let sent = Mutex<[String]>([])
        let folder = CollectionFolder(
            root: "/c", name: "c", nodes: [.file(Self.file("a.http", "# @sleep 600000\nGET http://h/1\n"))])
        let runner = Runner(resolver: RequestResolver()) { draft in
            sent.withLock { $0.append(draft.url) }
            return Self.exchange(draft, nil)
        }
        let totals = await runner.run(
            ReplayPlan([folder]).steps,
            context: { _ in
                stopped.withLock { $0 = true }
                return RequestResolver.Context(root: "/c", environments: EnvironmentSet())
            }, isStopped: { stopped.withLock { $0 } }, report: { _, _, _ in })
        #expect(sent.withLock { $0 }.isEmpty)
        #expect(totals == Runner.Totals(cancelled: 1))
    }

    // MARK: - Several at once

    /// Counts the requests in flight, and makes each wait until a certain number is.
    private final class Gate: Sendable {
        private let state = Mutex<(now: Int, most: Int, waiting: [CheckedContinuation<Void, Never>])>((0, 0, []))
        let width: Int

        init(width: Int) { self.width = width }

        var most: Int { state.withLock { $0.most } }

        func pass() async {
            await withCheckedContinuation { continuation in
                let freed = state.withLock { state in
                    state.now += 1
                    state.most = max(state.most, state.now)
                    state.waiting.append(continuation)
                    guard state.now == width else { return [CheckedContinuation<Void, Never>]() }
                    defer { (state.now, state.waiting) = (0, []) }
                    return state.waiting
                }
                for waiter in freed { waiter.resume() }
            }
        }
    }

    @Test func `N jobs run at once, in one file as in many, and rounds follow without a pause`() async {
        let gate = Gate(width: 3)
        let file = Self.file("a.http", "GET http://h/1\n\n###\nGET http://h/2\n")
        let folder = CollectionFolder(root: "/c", name: "c", nodes: [.file(file)])
        let runner = Runner(
            resolver: RequestResolver(),
            send: { draft in
                await gate.pass()
                return Self.exchange(draft, nil)
            }, jobs: 3, rounds: 6)
        let rounds = Mutex<[Int]>([])
        let totals = await runner.run(
            ReplayPlan([folder]).steps,
            context: { _ in RequestResolver.Context(root: "/c", environments: EnvironmentSet()) },
            isStopped: { false }, report: { item, _, _ in rounds.withLock { $0.append(item.round) } })
        #expect(totals == Runner.Totals(passed: 12))
        #expect(gate.most == 3)
        #expect(rounds.withLock { $0 }.sorted() == [0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5])
    }

    /// Three rounds of a file, one request after another.
    /// - Returns: the sent requests, and how often the context was asked for.
    private func rounds(
        _ text: String, sent: @escaping @Sendable (RequestDraft) -> Void = { _ in }, folder: String = "/c"
    ) async -> (drafts: [RequestDraft], contexts: Int) {
        let drafts = Mutex<[RequestDraft]>([])
        let contexts = Mutex(0)
        var file = Self.file("a.http", text)
        file.path = "\(folder)/a.http"
        let runner = Runner(
            resolver: RequestResolver(),
            send: { draft in
                sent(draft)
                drafts.withLock { $0.append(draft) }
                return Self.exchange(draft, nil)
            }, rounds: 3)
        _ = await runner.run(
            file.document.requests.map { SendPlan.Step(file: file, request: $0) },
            context: { _ in
                contexts.withLock { $0 += 1 }
                return RequestResolver.Context(root: folder, environments: EnvironmentSet(), isTrusted: true)
            }, isStopped: { false }, report: { _, _, _ in })
        return (drafts.withLock { $0 }, contexts.withLock { $0 })
    }

    @Test func `a request that is the same in each round is resolved once`() async {
        let (drafts, contexts) = await rounds(
            "@host = h\n@path = 1\nPOST http://{{host}}/{{path}}\nX-A: {{path}}\n\n{{path}}\n")
        #expect(drafts.map(\.url) == ["http://h/1", "http://h/1", "http://h/1"])
        #expect(contexts == 1)
    }

    @Test(arguments: ["{{$guid}}", "{{id}}", "{{$randomInt 0 1000000000}}"])
    func `a value that is made when a request is sent is new in each round`(_ value: String) async {
        let (drafts, _) = await rounds("@id = {{$guid}}\nGET http://h/\(value)\n\n### second\nGET http://h/2\n")
        #expect(Set(drafts.map(\.url)).count == 4)
    }

    @Test func `a file in a body is read in each round`() async throws {
        let folder = try TemporaryFolder()
        try folder.write("0", to: "body.txt")
        let count = Mutex(0)
        let (drafts, _) = await rounds(
            "POST http://h/\n\n<@ body.txt\n",
            sent: { _ in
                let number = count.withLock { count in
                    count += 1
                    return count
                }
                _ = try? folder.write("\(number)", to: "body.txt")
            }, folder: folder.path)
        #expect(drafts.map(\.body) == ["0", "1", "2"].map { .bytes(Array($0.utf8)) })
    }

    @Test func `a step begins when what it needs has ended, and a circle is not reached`() async {
        var steps = ReplayPlan([Self.folder]).steps
        for (step, needs) in [(0, [4]), (1, [2, 1]), (2, [1])] where steps.indices.contains(step) {
            steps[step].needs = needs
        }
        let order = Mutex<[String]>([])
        let runner = Runner(
            resolver: RequestResolver(), send: { Self.exchange($0, nil) }, jobs: 4)
        let totals = await runner.run(
            steps, context: { _ in RequestResolver.Context(root: "/c", environments: EnvironmentSet()) },
            isStopped: { false }, report: { _, step, _ in order.withLock { $0.append(step.request.id) } })
        #expect(totals == Runner.Totals(passed: 2, failed: 1, notReached: 2))
        let ended = order.withLock { $0 }
        #expect(ended.firstIndex(of: "five") ?? 9 < ended.firstIndex(of: "one") ?? 0)
    }
}
