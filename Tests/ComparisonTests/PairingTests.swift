import NetEngine
import Runs
import Testing
import Workspace

@testable import Comparison

/// Which requests, checks and settings of two runs belong together.
@Suite struct PairingTests {
    private typealias Result = RecordingFixture.Result

    @Test func `of requests of the same name the first is the first, and ./api is api`() throws {
        let two = RecordingFixture([Result(step: 0), Result(step: 1)], requests: ["list", "list"])
        var one = RecordingFixture([Result()], requests: ["list"])
        one.head.requests[0].file = "././api/a.http"
        let comparison = try RunComparison.of(two, one)
        #expect(comparison.requests.map(\.presence) == [.onlyInA, .both])
        #expect(try RunComparison.of(one, two).requests.map(\.presence) == [.onlyInB, .both])
        #expect(try RunComparison.of(two, two).requests.map(\.presence) == [.both, .both])
    }

    @Test func `a check that is written twice is two, and what is gone or new is named`() throws {
        func changes(_ a: Result, _ b: Result) throws -> [String] {
            try RunComparison.of(RecordingFixture([a]), RecordingFixture([b])).requests[0].checks.map { check in
                "\(check.text) \(check.kind.rawValue) \(check.failed.a),\(check.failed.b) "
                    + "\(check.count.a),\(check.count.b) \(check.actual ?? "-")"
            }
        }
        let good = Result(checks: [("c", true), ("c", true), ("d", true)])
        let bad = Result(word: .failed, checks: [("c", true), ("c", false), ("e", false)])
        #expect(
            try changes(good, bad) == [
                "c fails 0,1 1,1 something else", "d gone 0,0 1,0 -", "e new 0,1 0,1 something else",
            ])
        #expect(try changes(bad, good) == ["c passes 1,0 1,1 -", "e gone 1,0 1,0 -", "d new 0,0 0,1 -"])
        #expect(try changes(good, good) == [] && changes(good, Result(word: .skipped)) == [])
        #expect(try changes(Result(word: .skipped), good) == [])
    }

    @Test func `latencies need the same data and the same use of the cache`() throws {
        func run(_ change: (inout RunHead.Settings) -> Void) -> RecordingFixture {
            var settings = RunHead.Settings()
            change(&settings)
            return RecordingFixture([Result()], settings: settings)
        }
        func refusal(_ a: RecordingFixture, _ b: RecordingFixture) throws -> String? {
            try RunComparison.of(a, b).latencyRefusal
        }
        #expect(try refusal(run { $0.data = "a/x.csv" }, run { $0.data = "b/x.csv" }) == nil)
        #expect(try refusal(run { $0.data = "a/x.csv" }, run { $0.data = "a/y.csv" }) == "the data files differ")
        #expect(try refusal(run { $0.data = "x.csv" }, run { _ in }) == "the data files differ")
        #expect(
            try refusal(run { $0.cache = "reload" }, run { _ in }) == "the cache was used in different ways")
        #expect(try refusal(run { $0.jobs = 2 }, run { $0.jobs = 1 }) == "run A sent with 2 jobs, run B with 1")
    }

    @Test func `a header change counts as one of the run from three requests on`() throws {
        func run(_ version: String, _ count: Int) -> RecordingFixture {
            RecordingFixture(
                (0..<count).map { step in
                    Result(step: step, headers: [("X-Api", version)] + (step > 0 ? [("X-Build", version)] : []))
                }, requests: (0..<count).map { "r\($0)" }, name: version)
        }
        func common(_ count: Int) throws -> [String] {
            try RunComparison.of(run("1", count), run("2", count)).commonHeaders.map {
                "\($0.change.name) \($0.requests)"
            }
        }
        #expect(try common(2) == [] && common(3) == ["X-Api 3"] && common(4) == ["X-Api 4", "X-Build 3"])
    }

    @Test func `changes of one header that are as common are in the order of the requests`() throws {
        func run(_ value: (Int) -> String) -> RecordingFixture {
            RecordingFixture(
                (0..<24).map { Result(step: $0, headers: [("X-Api", value($0))]) }, requests: (0..<24).map { "r\($0)" })
        }
        let comparison = try RunComparison.of(run { _ in "old" }, run { "new \(7 - $0 / 3)" })
        let found = comparison.commonHeaders.map { "\($0.change.values.b ?? "") \($0.requests)" }
        #expect(found == (0..<8).map { "new \(7 - $0) 3" })
    }

    @Test func `a response that no recording kept is not compared`() throws {
        let none = RecordingFixture([Result(body: nil)])
        let refused = BodyVerdict.notCompared(reason: "a recording keeps no response of it")
        #expect(try RunComparison.of(none, none).requests[0].body.verdict == refused)
        #expect(try RunComparison.of(none, RecordingFixture([Result()])).requests[0].body.verdict == refused)
    }
}
