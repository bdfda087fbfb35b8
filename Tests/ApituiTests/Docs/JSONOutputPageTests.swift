import Base
import Foundation
import HTTPFormat
import NetEngine
import TestSupport
import Testing

@testable import Workspace
@testable import apitui

/// docs/json-output.md names every member that `--json` of `send`, `run` and `log` prints.
@Suite struct JSONOutputPageTests {
    /// The names of all members, at any depth.
    private static func names(_ value: JSONOutput) -> Set<String> {
        switch value {
        case .object(let members): members.reduce(into: Set(members.map(\.0))) { $0.formUnion(names($1.1)) }
        case .array(let elements): elements.reduce(into: []) { $0.formUnion(names($1)) }
        default: []
        }
    }

    /// An exchange of which as much happened as one exchange can hold.
    private static let exchange: Exchange = {
        let response = ExchangeFixtures.response()
        let fault = DecodingFault(
            reason: "a comma is missing", position: TextPosition(byteOffset: 1, in: response.body), response: response)
        let certificate = CertificateFacts(subject: "CN = a", issuer: "CN = b", notBefore: "then", notAfter: "later")
        let hop = ExchangeFixtures.hop(response: response, connection: ConnectionFacts(certificates: [certificate]))
        return ExchangeFixtures.exchange(hops: [hop], error: .decoding("JSON", fault))
    }()

    private static let report = CheckReport(
        results: [
            CheckResult(
                text: "body $.id == 1", line: 1, verdict: .failed, expected: "== 1",
                place: BodyPlace(offset: 0, line: 1, column: 1, path: "$.id"),
                described: CheckResult.Described(
                    operation: "GET /a", isRequest: false,
                    source: DescriptionPlace(document: "a.yaml", line: 1, column: 1, pointer: "#/a")))
        ], logs: [HandlerLog(text: "x", line: 1)])

    private static func run() throws -> JSONOutput {
        let file = CollectionFile(
            path: "/c/a.http", relativePath: "a.http", document: HTTPDocument(bytes: Array("GET http://h/\n".utf8)),
            stamp: FileStamp(bytes: []))
        let steps = [SendPlan.Step(file: file, request: try #require(file.document.requests.first))]
        var record = RunRecord(RunSchedule.Item(round: 0, step: 0), .failed(exchange, report))
        record.heldBack = [HeldBack(origin: "http://b", fields: ["X-Token"])]
        var latency = LatencyDistribution()
        latency.add(.milliseconds(3))
        return RunJSON(steps: steps, jobs: 1, rounds: 1).document(
            [record], Runner.Totals(failed: 1), .milliseconds(50), latency, CheckTotals())
    }

    @Test func `every member that is printed is on the page`() throws {
        let page = try String(contentsOfFile: "\(BuiltProgram.packageRoot)/docs/json-output.md", encoding: .utf8)
        let sent = ExchangeJSON().document(
            Self.exchange, renewal: Self.exchange, file: "a.http", line: 1, id: "a", checks: Self.report,
            responseFile: .success("a.json"))
        let decision = CacheDecision(
            outcome: .miss, reason: .nothingStored, mode: .default, key: CacheKey(text: "GET http://x/"))
        let documents = [
            sent, CacheJSON.decision(decision), ErrorFinding.api(status: "7", message: "no").json, try Self.run(),
            LogRowJSON.document(LogTableTests.row(1)),
        ]
        let names = documents.reduce(into: Set<String>()) { $0.formUnion(Self.names($1)) }
        #expect(names.count > 100)
        #expect(names.filter { !page.contains("`\($0)`") }.sorted() == [])
    }

    @Test func `an exchange without a response has the members of one with`() {
        func members(_ exchange: Exchange) -> [String] {
            guard case .object(let members) = ExchangeJSON().document(exchange, file: nil, line: 0, id: "a") else {
                return []
            }
            return members.map(\.0)
        }
        let failed = ExchangeFixtures.exchange(hops: [], error: ExchangeFixtures.timeout)
        #expect(members(failed) == members(Self.exchange))
    }
}
