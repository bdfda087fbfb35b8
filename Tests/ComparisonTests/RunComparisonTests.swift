import NetEngine
import Runs
import TestSupport
import Testing
import Workspace

@testable import Comparison

@Suite struct RunComparisonTests {
    private typealias Result = RecordingFixture.Result

    @Test func `a run compared with itself has no difference`() throws {
        let run = RecordingFixture(
            (0..<20).map { round in
                Result(
                    step: round % 2, round: round / 2, body: #"{"n":\#(round)}"#,
                    headers: [("Date", "\(round)")], micros: 1000 + round, checks: [("status == 200", true)])
            }, requests: ["list", "show"])
        let comparison = try RunComparison.of(run, run)
        #expect(comparison.isSame && !comparison.isWorse)
        #expect(comparison.requests.allSatisfy { $0.latency?.verdict == .same })
    }

    @Test func `requests that only one run has are named`() throws {
        let a = RecordingFixture([Result(step: 0), Result(step: 1)], requests: ["list", "old"])
        let b = RecordingFixture([Result(step: 0), Result(step: 1)], requests: ["new", "list"])
        let comparison = try RunComparison.of(a, b)
        #expect(comparison.requests.map(\.name) == ["api/a.http#old", "api/a.http#new", "api/a.http#list"])
        #expect(comparison.requests.map(\.presence) == [.onlyInA, .onlyInB, .both])
        #expect(!comparison.isWorse)
        #expect(try RunComparison.of(a, b, ComparisonOptions(failOn: [.removed])).isWorse)
    }

    @Test func `a request that the later run did not send is worse, and its facts say so`() throws {
        let comparison = try RunComparison.of(
            RecordingFixture([Result()]), RecordingFixture([Result(word: .skipped)]))
        let fact = try #require(RequestFacts(comparison.requests[0]).facts.first { $0.label == "results" })
        #expect(fact.text == "it was not sent in run B", "\(fact.text)")
    }

    @Test func `a run that broke off is worse than one that did not`() throws {
        let whole = RecordingFixture([Result(step: 0), Result(step: 1)], requests: ["list", "show"])
        var killed = RecordingFixture([Result(step: 0)], requests: ["list", "show"])
        killed.end = nil
        let comparison = try RunComparison.of(whole, killed)
        #expect(comparison.isWorse)
        #expect(RunFacts(comparison: comparison).verdict == "Run B is worse: it is incomplete.")
        // Also where all that it sent is the same, and whatever ended it.
        for end in [
            nil, RunEnd(elapsed: .seconds(1), reason: .interrupted), RunEnd(elapsed: .seconds(1), reason: .failure),
        ] {
            var other = whole
            other.end = end
            #expect(try RunComparison.of(whole, other).isWorse)
            #expect(try !RunComparison.of(other, other).isWorse)
            #expect(try !RunComparison.of(other, whole).isWorse)
            let latencyAlone = try RunComparison.of(whole, other, ComparisonOptions(failOn: [.latency]))
            #expect(!latencyAlone.isWorse)
            #expect(RunFacts(comparison: latencyAlone).verdict == "Run B is incomplete.")
        }
        var part = whole
        part.head.missingParts = [2]
        let joined = try RunComparison.of(whole, part)
        #expect(joined.isWorse && joined.notes.contains("Run B: Part 2 of the run is missing."), "\(joined.notes)")
    }

    @Test func `a run that could not read a file is worse than one that could, whatever ended them`() throws {
        let whole = RecordingFixture([Result()])
        var unread = whole
        unread.head.unreadable = 1
        let comparison = try RunComparison.of(whole, unread)
        #expect(comparison.isWorse && RunFacts(comparison: comparison).verdict == "Run B is worse: it is incomplete.")
        #expect(comparison.notes.contains("Run B: 1 file could not be read; its requests were not sent."))
        #expect(try !RunComparison.of(unread, unread).isWorse)
        #expect(try !RunComparison.of(unread, whole).isWorse)
        // That run A could not read one excuses nothing else.
        var (interrupted, other) = (whole, unread)
        interrupted.end = RunEnd(elapsed: .seconds(1), reason: .interrupted)
        #expect(try RunComparison.of(unread, interrupted).isWorse)
        other.head.unreadable = 2
        #expect(try RunComparison.of(unread, other).isWorse)
    }

    @Test func `that a run broke off is the reason only where --fail-on has failures`() throws {
        let whole = RecordingFixture([Result(checks: [("status == 200", true)])])
        var killed = RecordingFixture([Result(word: .failed, checks: [("status == 200", false)])])
        killed.end = nil
        let table: [(Set<Worsening.Kind>, String)] = [
            ([.failures, .checks], "Run B is worse: it is incomplete."), ([.checks], "Run B is worse."),
            ([.latency], "Run B is worse only in what --fail-on leaves out."),
        ]
        for (kinds, verdict) in table {
            let comparison = try RunComparison.of(whole, killed, ComparisonOptions(failOn: kinds))
            #expect(RunFacts(comparison: comparison).verdict == verdict)
        }
    }

    @Test func `what --fail-on leaves out is not called worse and not worse`() throws {
        let (sent, skipped) = (RecordingFixture([Result()]), RecordingFixture([Result(word: .skipped)]))
        let comparison = try RunComparison.of(sent, skipped)
        #expect(!comparison.isWorse && comparison.count(.worse) == 1)
        #expect(RunFacts(comparison: comparison).verdict == "Run B is worse only in what --fail-on leaves out.")
    }

    @Test func `runs from another folder share the requests of the same files`() throws {
        var a = RecordingFixture([Result(step: 0), Result(step: 1)], requests: ["list", "show"])
        var b = a
        a.head.requests[1].file = "api/more/b.http"
        b.head.requests[0].file = "/home/ada/shop/api/a.http"
        b.head.requests[1].file = "/home/ada/shop/api/more/b.http"
        let comparison = try RunComparison.of(a, b)
        #expect(comparison.requests.map(\.presence) == [.both, .both])
        // Where some are the same as they stand, nothing is guessed.
        b.head.requests[0].file = "api/a.http"
        #expect(try RunComparison.of(a, b).requests.map(\.presence).filter { $0 == .both }.count == 1)
    }

    @Test func `runs that share no request are an error`() throws {
        let (a, b) = (RecordingFixture([], requests: ["x"]), RecordingFixture([], requests: ["y"]))
        let error = try #require(throws: ComparisonError.self) { try RunComparison.of(a, b) }
        // A name such as before is a word of the sentence without quotation marks.
        #expect(error.sentence.hasPrefix("The runs '"), "\(error.sentence)")
    }

    @Test func `a failure, its status, its category and its checks are worse, and the other way round better`() throws {
        let good = RecordingFixture([Result(checks: [("status == 200", true), ("gone", true)])])
        let bad = RecordingFixture([
            Result(
                status: 500, word: .failed, category: .serverError,
                checks: [("status == 200", false), ("new one", true)])
        ])
        let comparison = try RunComparison.of(good, bad)
        let request = comparison.requests[0]
        #expect(comparison.isWorse && request.state == .worse)
        #expect(request.worse.map(\.kind) == [.failures, .checks, .status].sorted(as: request))
        #expect(request.checks.map(\.kind) == [.fails, .gone, .new])
        #expect(request.checks.first?.actual == "something else")
        #expect(request.outcomes.b.categories == [.serverError: 1])
        #expect(request.body.verdict == .notCompared(reason: "the statuses differ"))
        let back = try RunComparison.of(bad, good)
        #expect(!back.isWorse && back.requests[0].state == .better)
    }

    @Test func `a thousand checks of a request are compared`() throws {
        func run(_ isPassed: Bool) -> RecordingFixture {
            let checks = (0...1000).map { (text: "check \($0)", isPassed: isPassed) }
            return RecordingFixture([Result(word: isPassed ? .passed : .failed, checks: checks)])
        }
        let checks = try RunComparison.of(run(true), run(false)).requests[0].checks
        #expect(checks.count == 1000 && checks.last?.text == "check 999")
    }

    @Test func `what breaks the shape of a body is the first change, and how many more there are`() throws {
        let request = try RunComparison.bodies([#"{"a":1,"b":1,"c":1}"#], ["{}"])
        let clause = try #require(request.worse.first { $0.kind == .contract }?.clause)
        #expect(clause.hasPrefix("the shape of the body: ") && clause.hasSuffix(" and 2 more"), "\(clause)")
    }

    @Test(arguments: 0..<40) func `swapped runs give the mirrored comparison`(seed: Int) throws {
        var random = SeededGenerator(seed: UInt64(seed))
        func run(_ name: String) -> RecordingFixture {
            let names = ["a", "b", "c", "d"].filter { _ in Int.random(in: 0..<4, using: &random) > 0 } + ["always"]
            let results = (0..<names.count * 3).map { index in
                let isPassed = Int.random(in: 0..<4, using: &random) > 0
                return Result(
                    step: index % names.count, round: index / names.count, status: isPassed ? 200 : 500,
                    body: #"{"n":\#(Int.random(in: 0..<3, using: &random))}"#,
                    headers: [("X-Node", "\(Int.random(in: 0..<2, using: &random))")],
                    word: isPassed ? .passed : .failed, category: isPassed ? nil : .serverError,
                    checks: [("status == 200", isPassed)])
            }
            return RecordingFixture(results, requests: names, name: name)
        }
        let (a, b) = (run("A"), run("B"))
        let (forth, back) = (try RunComparison.of(a, b), try RunComparison.of(b, a))
        #expect(forth.requests.count == back.requests.count)
        for request in forth.requests {
            let other = try #require(back.requests.first { $0.name == request.name })
            #expect(request.body.verdict == other.body.verdict)
            #expect(request.outcomes == Both(other.outcomes.b, other.outcomes.a))
            #expect(request.headers.changes.count == other.headers.changes.count)
            switch request.presence {
            case .both: #expect(other.presence == .both)
            case .onlyInA: #expect(other.presence == .onlyInB)
            case .onlyInB: #expect(other.presence == .onlyInA)
            }
            for (check, mirror) in zip(request.checks, other.checks) {
                #expect((check.kind == .fails) == (mirror.kind == .passes))
            }
            // What got worse one way got better the other way.
            let kinds: Set<Worsening.Kind> = [.failures, .checks, .status]
            if request.presence == .both {
                #expect(request.worse.contains { kinds.contains($0.kind) } == !other.better.isEmpty)
            }
        }
    }

    @Test func `failures are worse if there are more than chance explains`() {
        #expect(Judgement.isMore(30, 1000, than: 10, 1000))
        #expect(!Judgement.isMore(12, 1000, than: 10, 1000))
        #expect(!Judgement.isMore(0, 0, than: 10, 1000))
    }

    @Test func `headers are compared, and volatile ones are listed once for the run`() throws {
        func run(_ date: String, _ served: [String], _ other: (String, String)) -> RecordingFixture {
            RecordingFixture(
                (0..<4).map { index in
                    Result(
                        step: index % 2, round: index / 2,
                        headers: [
                            ("Date", date), ("X-Node", served[index % served.count]), other,
                            ("Set-Cookie", "s=a\(served[0]); Path=/"),
                        ])
                }, requests: ["list", "show"])
        }
        let a = run("Sat, 21 Nov 2026 10:15:00 GMT", ["a", "a", "b", "b"], ("X-Api", "1"))
        let b = run("Sun, 22 Nov 2026 10:15:00 GMT", ["c", "c", "d", "d"], ("X-Api", "2"))
        let comparison = try RunComparison.of(a, b)
        #expect(comparison.requests.map { $0.headers.changes.map(\.name) } == [["X-Api"], ["X-Api"]])
        let volatile = comparison.volatileHeaders.filter { $0.name != "Set-Cookie" }
        #expect(volatile.map(\.name) == ["Date", "X-Node"])
        #expect(volatile.map(\.requests) == [2, 2])
        #expect(volatile.map(\.ground) == [.known, .repeats])
        #expect(!comparison.isWorse)
    }

    @Test func `a header that follows from the body counts only if the body is the same`() throws {
        func run(_ etag: String, _ body: String) -> RecordingFixture {
            RecordingFixture([Result(body: body, headers: [("ETag", etag)])])
        }
        #expect(
            try RunComparison.of(run("1", "{}"), run("2", "{}")).requests[0].headers.changes.map(\.name) == ["ETag"])
        let other = try RunComparison.of(run("1", "{}"), run("2", #"{"a":1}"#)).requests[0].headers
        #expect(other.changes.isEmpty && other.ignored.map(\.ground) == [.followsBody])
    }

    @Test func `what the cache did is compared`() throws {
        func run(_ outcome: CacheDecision.Outcome) -> RecordingFixture {
            RecordingFixture((0..<10).map { Result(round: $0, cache: outcome) })
        }
        let request = try RunComparison.of(run(.hit), run(.miss)).requests[0]
        #expect(request.worse.map(\.kind) == [.cache])
        #expect(request.state == .changed)
        #expect(try RunComparison.of(run(.hit), run(.miss), ComparisonOptions(failOn: [.cache])).isWorse)
    }

    @Test func `a recording that was broken off is compared as far as it goes, and it is said`() throws {
        var broken = RecordingFixture([Result()])
        broken.end = nil
        let comparison = try RunComparison.of(RecordingFixture([Result()]), broken)
        #expect(comparison.notes.contains("The recording of run B is incomplete: it was broken off."))
    }

    @Test func `bodies of many requests are read in several passes, with the same result`() throws {
        let run = { (mark: String) in
            RecordingFixture(
                (0..<36).map { Result(step: $0 % 12, round: $0 / 12, body: #"{"m":"\#(mark)\#($0 % 12)"}"#) },
                requests: (0..<12).map { "r\($0)" })
        }
        let comparison = try RunComparison(a: try run("a").source(), b: try run("b").source(), mostBytes: 200)
        #expect(comparison.requests.count == 12)
        #expect(comparison.requests.allSatisfy { $0.body.changes.map(\.path) == ["$.m"] })
    }
}

extension [Worsening.Kind] {
    /// These kinds in the order in which the request has them.
    fileprivate func sorted(as request: RequestComparison) -> [Worsening.Kind] {
        request.worse.map(\.kind).filter(contains)
    }
}
