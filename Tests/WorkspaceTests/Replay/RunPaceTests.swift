import NetEngine
import Synchronization
import Testing

@testable import HTTPFormat
@testable import Workspace

@Suite struct RunPaceTests {
    private static let file = CollectionFile(
        path: "/c/a.http", relativePath: "a.http",
        document: HTTPDocument(bytes: Array("### one\nGET http://h/{{id}}\n\n### two\nGET http://h/2\n".utf8)),
        stamp: FileStamp(bytes: []))

    @Test(arguments: [
        (Int.max, "58 of 720 done, 28 failed, 29 a second, 22.83 s left"),
        (40, "58 of 720 done, 28 failed, 29 a second"),
        (25, "58 of 720 done, 28 failed"), (24, "58 of 720 done"), (5, "58 of"), (0, ""),
    ])
    func `the progress of a run leaves out what does not fit into the columns`(columns: Int, text: String) {
        #expect(RunProgressText.text(done: 58, failed: 28, of: 720, after: .seconds(2), columns: columns) == text)
    }

    /// What was sent, and what came of it.
    /// - Parameter failures: so many requests fail, from the first on.
    private func run(
        of file: CollectionFile = Self.file, failures: Int = 0, stopsAfterFirst: Bool = false,
        _ change: (inout Runner) -> Void
    ) async -> (totals: Runner.Totals, urls: [String], details: [Runner.SentDetails]) {
        let sent = Mutex<[String]>([])
        let details = Mutex<[Runner.SentDetails]>([])
        var runner = Runner(resolver: RequestResolver()) { draft in
            let number = sent.withLock { urls in
                urls.append(draft.url)
                return urls.count
            }
            return Exchange(
                id: ExchangeID(rawValue: 1), draft: draft, startedAt: .now, hops: [], timings: PhaseTimings(),
                error: number <= failures
                    ? EngineError(category: stopsAfterFirst ? .cancelled : .connect, sentence: "s", hint: "h") : nil)
        }
        change(&runner)
        let totals = await runner.run(
            ReplayPlan([CollectionFolder(root: "/c", name: "c", nodes: [.file(file)])]).steps,
            context: { _ in
                RequestResolver.Context(root: "/c", environments: EnvironmentSet(), overrides: ["id": "0"])
            },
            isStopped: { stopsAfterFirst && !sent.withLock { $0.isEmpty } },
            report: { _, _, outcome in
                switch outcome {
                case .passed(_, _, let own), .failed(_, _, let own): details.withLock { $0.append(own) }
                case .notSent, .skipped, .cancelled: break
                }
            })
        return (totals, sent.withLock { $0 }, details.withLock { $0 })
    }

    @Test func `each round has the variables of its row, over and over`() async {
        let (totals, urls, _) = await run {
            $0.rounds = 3
            $0.rows = [["id": "a"], ["id": "b"]]
        }
        #expect(urls.filter { !$0.hasSuffix("/2") } == ["http://h/a", "http://h/b", "http://h/a"])
        #expect(totals == Runner.Totals(passed: 6))
    }

    @Test func `after a failure nothing more starts if the run fails fast`() async {
        let (totals, urls, _) = await run(failures: 1) {
            $0.rounds = 2
            $0.failsFast = true
        }
        #expect(urls.count == 1)
        #expect(totals == Runner.Totals(failed: 1, notReached: 3))
    }

    @Test func `a request that failed is sent again, and says how often`() async {
        let (totals, urls, details) = await run(failures: 2) {
            $0.retries = 2
            $0.retryInterval = .zero
        }
        #expect(urls.count == 4)
        #expect(totals == Runner.Totals(passed: 2))
        #expect(details.map(\.resends) == [2, 0])
    }

    @Test func `a request that fails each time is given up after so many`() async {
        let (totals, urls, _) = await run(failures: .max) {
            $0.retries = 3
            $0.retryInterval = .zero
        }
        #expect(urls.count == 8)
        #expect(totals == Runner.Totals(failed: 2))
    }

    @Test func `a rate and a duration give the number of starts, and each knows how late it was`() async {
        let (totals, urls, details) = await run {
            $0.rounds = 1_000_000_000
            $0.jobs = 10
            $0.pace.rate = 1000
            $0.pace.duration = .milliseconds(40)
        }
        #expect(urls.count == 40)
        #expect(totals == Runner.Totals(passed: 40))
        #expect(details.allSatisfy { $0.delay != nil })
    }

    @Test func `with a rate, a request that needs another one starts before the next rounds take all moments`() async {
        let chain = CollectionFile(
            path: "/c/b.http", relativePath: "b.http",
            document: HTTPDocument(
                bytes: Array("### one\nGET http://h/1\n\n### two\n# @ref one\nGET http://h/2\n".utf8)),
            stamp: FileStamp(bytes: []))
        let (totals, urls, _) = await run(of: chain) {
            $0.rounds = 1_000_000_000
            $0.jobs = 100
            $0.pace.rate = 2
            $0.pace.duration = .seconds(1)
        }
        #expect(urls == ["http://h/1", "http://h/2"])
        #expect(totals == Runner.Totals(passed: 2))
    }

    @Test func `with a rate, nothing more starts after a failure if the run fails fast`() async {
        let (totals, urls, _) = await run(failures: .max) {
            $0.rounds = 10
            $0.jobs = 20
            $0.failsFast = true
            // The second moment is later than any test may take: a job that waits for it gives up after the failure.
            $0.pace.rate = 0.0001
        }
        #expect(urls.count == 1)
        #expect(totals == Runner.Totals(failed: 1, notReached: 19))
    }

    @Test func `latency is counted from the planned start`() {
        var record = RunRecord(item: RunSchedule.Item(round: 0, step: 0), repetition: nil, word: .passed)
        record.status = 200
        record.networkTime = .milliseconds(5)
        #expect(record.latency == .milliseconds(5))
        record.delay = .milliseconds(20)
        #expect(record.latency == .milliseconds(25))
    }

    @Test func `a run that is stopped before its time is over knows how many planned requests are missing`() async {
        let (totals, urls, _) = await run(failures: .max, stopsAfterFirst: true) {
            $0.rounds = 1_000_000_000
            $0.pace.rate = 1000
            $0.pace.duration = .milliseconds(40)
        }
        #expect(urls.count == 1)
        #expect(totals == Runner.Totals(cancelled: 1, notReached: 39))
    }

    @Test func `without a rate a run ends after its duration`() async {
        let (totals, urls, _) = await run {
            $0.rounds = 1_000_000_000
            $0.pace.duration = .milliseconds(1)
            $0.pace.startedAt = .now - .milliseconds(2)
        }
        #expect(urls.isEmpty)
        #expect(totals == Runner.Totals())
    }
}
