import NetEngine
import Synchronization
import Testing

@testable import apitui

/// What is sent in a run, in which order, and what becomes of each: no socket, no file.
@Suite struct RunnerTests {
    private static func file(_ name: String, _ text: String, problem: String? = nil) -> CollectionFile {
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
            .file(file("c.http", "", problem: "cannot be read")),
            .file(file("d.http", "### five\nGET http://h/5\n")),
        ])

    private static func exchange(_ draft: RequestDraft, _ category: ErrorCategory?) -> Exchange {
        Exchange(
            id: ExchangeID(rawValue: 1), draft: draft, startedAt: Timestamp(microsecondsSince1970: 0), hops: [],
            timings: PhaseTimings(), error: category.map { EngineError(category: $0, sentence: "s", hint: "h") })
    }

    /// Runs the folder; `fails` gives the category for a URL, `stopsAfter` the URL whose sending stops the run.
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
            report: { step, outcome in
                let word =
                    switch outcome {
                    case .passed: "passed"
                    case .failed(let exchange): exchange.error?.category.rawValue ?? "?"
                    case .notSent(let problems): "line \(problems.map(\.line))"
                    case .skipped: "skipped"
                    case .cancelled: "cancelled"
                    }
                told.withLock { $0.append("\(step.request.id): \(word)") }
            })
        return (totals, sent.withLock { $0 }, told.withLock { $0 })
    }

    @Test func `the order is that of the tree, and unreadable files are told apart`() {
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
}
