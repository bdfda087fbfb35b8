import Foundation
import NetEngine
import Pattern
import Testing

@testable import HTTPFormat
@testable import Workspace

/// Random scripts come to what Node makes of them, if `HANDLER_CASES` names a file of them: `scripts/handler-differences` does.
@Suite struct HandlerDifferenceTests {
    static let file = ProcessInfo.processInfo.environment["HANDLER_CASES"]

    private struct File: Decodable {
        var body: String
        var cases: [Case]
    }

    private struct Case: Decodable {
        var code: String
        var expected: Expected
    }

    private struct Expected: Decodable {
        struct Global: Decodable {
            var name: String
            var value: String?
        }

        struct Check: Decodable {
            /// nil for what is not a test.
            var name: String?
            var passed: Bool
        }

        var globals: [Global]
        var logs: [String]
        var checks: [Check]
        /// Whether the script ended with an exception.
        var threw: Bool
        /// Whether Node does not read it.
        var isRefused: Bool
    }

    @Test(.enabled(if: HandlerDifferenceTests.file != nil, "HANDLER_CASES names no file"))
    func `random scripts come to what Node makes of them`() throws {
        let data = try Data(contentsOf: URL(fileURLWithPath: #require(Self.file)))
        let file = try JSONDecoder().decode(File.self, from: data)
        let response = Response(
            status: 200, reason: [], httpVersion: .http1_1,
            headers: [
                HeaderField("Content-Type", "application/json; charset=utf-8"), HeaderField("X-A", "one"),
                HeaderField("X-A", "two"),
            ], rawHead: [], body: Array(file.body.utf8), wireBodyByteCount: nil, isComplete: true)
        var constructs: [String: Int] = [:]
        var equal = 0
        for item in file.cases {
            switch HandlerParser.script(Array(item.code.utf8), .after, line: 1) {
            case .failure(let refusal):
                if !item.expected.isRefused { constructs[refusal.construct, default: 0] += 1 }
            case .success(let script):
                let outcome = HandlerRun.outcome(
                    of: PreparedHandler(script), HandlerResponse(response), QueryBudget())
                let isEqual = Self.isEqual(outcome, item.expected)
                if isEqual { equal += 1 }
                #expect(isEqual, "\(item.code)\n\(Self.shown(outcome))\n\(item.expected)")
            }
        }
        print("\(equal) of \(file.cases.count) scripts are equal")
        for (construct, count) in constructs.sorted(by: { $0.value > $1.value }) {
            print("  \(count) not read: \(construct)")
        }
    }

    private static func isEqual(_ outcome: HandlerOutcome, _ expected: Expected) -> Bool {
        let checks = outcome.checks.filter { $0.verdict != .notEvaluated }
        guard outcome.globals.map(\.name) == expected.globals.map(\.name),
            zip(outcome.globals, expected.globals).allSatisfy({ isSame($0.value, $1.value) }),
            outcome.logs.count == expected.logs.count,
            zip(outcome.logs, expected.logs).allSatisfy({ isSame($0.text, $1) }),
            checks.count == expected.checks.count
        else { return false }
        for (check, wanted) in zip(checks, expected.checks) {
            guard (check.verdict == .passed) == wanted.passed else { return false }
            // A test without a name is called by what it was named with.
            if let name = wanted.name, !name.isEmpty, !isSame(check.text, name) { return false }
        }
        // Outside of tests an assertion that fails is an exception.
        let endsWithAssertion = checks.last?.verdict == .failed && expected.checks.last?.name == nil
        return expected.threw == (outcome.problem != nil || endsWithAssertion)
    }

    /// Swift's own comparison takes accents that are written differently as the same.
    private static func isSame(_ left: String?, _ right: String?) -> Bool {
        guard let left, let right else { return left == nil && right == nil }
        return left.utf8.elementsEqual(right.utf8)
    }

    private static func shown(_ outcome: HandlerOutcome) -> String {
        let checks = outcome.checks.map { "\($0.text): \($0.verdict)" }
        return
            "\(outcome.globals.map { "\($0.name) = \($0.value ?? "nothing")" }) \(outcome.logs.map(\.text)) \(checks)"
            + " \(outcome.problem ?? "")"
    }
}
