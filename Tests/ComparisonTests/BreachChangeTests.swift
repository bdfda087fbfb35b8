import Base
import NetEngine
import TestSupport
import Testing
import Workspace

@testable import Comparison

/// What descriptions say of two runs.
@Suite struct BreachChangeTests {
    private static func result(
        _ pointer: String, _ path: String, _ verdict: CheckResult.Verdict = .failed, text: String = "It is wrong"
    ) -> CheckResult {
        CheckResult(
            text: "api.yaml body", line: 1, verdict: verdict, expected: "as described", reason: text,
            place: BodyPlace(offset: 1, line: 1, column: 2, path: path),
            described: CheckResult.Described(
                operation: "GET /pets", isRequest: false,
                source: DescriptionPlace(document: "api.yaml", line: 1, column: 1, pointer: pointer)))
    }

    private static let kept = CheckResult(
        text: "api.yaml body", line: 1, verdict: .passed, expected: "as described",
        described: CheckResult.Described(operation: "GET /pets", isRequest: false))

    private static func compared(_ a: [CheckResult], _ b: [CheckResult]) throws -> RequestComparison {
        func run(_ results: [CheckResult]) -> RecordingFixture {
            let hasFailed = results.contains { $0.verdict == .failed }
            return RecordingFixture([RecordingFixture.Result(word: hasFailed ? .failed : .passed, described: results)])
        }
        return try RunComparison.of(run(a), run(b)).requests[0]
    }

    @Test func `breaches are new, gone or the same`() throws {
        let request = try Self.compared(
            [Self.result("/a/type", "$['x']"), Self.result("/b/type", "$['y']")],
            [Self.result("/b/type", "$['y']", text: "It is wrong in another way"), Self.result("/c/type", "$['z']")])
        #expect(request.breaches.map(\.kind) == [.gone, .same, .new])
        #expect(request.breaches.map(\.path) == ["$['x']", "$['y']", "$['z']"])
        #expect(request.worse.contains { $0.kind == .contract && $0.clause.contains("GET /pets at $['z']") })
        #expect(request.state == .worse)
        // They are not paired by their texts, as checks are.
        #expect(request.checks.isEmpty)
    }

    @Test func `which item of an array has it makes no difference`() throws {
        let request = try Self.compared(
            [Self.result("/a", "$['items'][123]['a[12]']"), Self.kept], [Self.result("/a", "$['items'][*]['a[12]']")])
        #expect(request.breaches.map(\.kind) == [.same])
        #expect(request.breaches.map(\.path) == ["$['items'][*]['a[12]']"])
        #expect(!request.worse.contains { $0.kind == .contract })
    }

    @Test func `the same member of another name is another breach`() throws {
        let request = try Self.compared([Self.result("/a", "$['a\\'[1]']")], [Self.result("/a", "$['a\\'[2]']")])
        #expect(request.breaches.map(\.kind) == [.gone, .new])
    }

    @Test func `a new warning is a change, and not worse`() throws {
        let request = try Self.compared([Self.kept], [Self.kept, Self.result("/a/format", "$['x']", .warning)])
        #expect(request.breaches.map(\.kind) == [.new])
        #expect(request.breaches.map(\.isFailure) == [false])
        #expect(request.worse.isEmpty)
        #expect(request.state == .changed)
    }

    @Test func `a breach that is gone is better`() throws {
        let request = try Self.compared([Self.result("/a", "$")], [Self.kept])
        #expect(request.breaches.map(\.kind) == [.gone])
        #expect(request.better.contains { $0.contains("does not break the description any more") })
    }

    @Test func `a run that was not compared with a description says nothing of breaches`() throws {
        #expect(try Self.compared([], [Self.result("/a", "$")]).breaches.isEmpty)
        #expect(try Self.compared([Self.result("/a", "$")], []).breaches.isEmpty)
    }

    @Test func `that a request could not be compared with a description is no check`() throws {
        let none = CheckResult(
            text: CheckResult.notCompared, line: 1, verdict: .warning, expected: "", reason: "there is no operation")
        for request in [try Self.compared([none], [Self.kept]), try Self.compared([Self.kept], [none])] {
            #expect(request.checks.isEmpty && request.breaches.isEmpty)
        }
    }

    @Test func `breaches are read behind more checks than a comparison keeps`() throws {
        let checks = (0..<1001).map { ("status == \($0)", true) }
        func run(_ pointer: String) -> RecordingFixture {
            RecordingFixture([
                RecordingFixture.Result(word: .failed, checks: checks, described: [Self.result(pointer, "$")])
            ])
        }
        let request = try RunComparison.of(run("/a"), run("/b")).requests[0]
        #expect(request.breaches.map(\.pointer) == ["/a", "/b"])
    }

    @Test func `reports list what is new and gone`() throws {
        let run = { (results: [CheckResult]) in
            RecordingFixture([RecordingFixture.Result(word: .failed, described: results)])
        }
        let comparison = try RunComparison.of(
            run([Self.result("/a", "$['x']"), Self.result("/s", "$")]),
            run([Self.result("/b", "$['y']"), Self.result("/s", "$")]))
        let facts = RequestFacts(comparison.requests[0])
        let fact = try #require(facts.facts.first { $0.label == "description" })
        #expect(fact.text == "1 new, 1 gone, 1 as before")
        #expect(fact.details == ["gone: GET /pets at $['x']: It is wrong", "new: GET /pets at $['y']: It is wrong"])
    }
}
