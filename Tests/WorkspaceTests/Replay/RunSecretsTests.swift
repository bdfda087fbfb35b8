import NetEngine
import Synchronization
import Testing

@testable import Base
@testable import HTTPFormat
@testable import Workspace

/// What a run keeps of a response without its secrets, whatever looked at it: reports and recordings are made of it.
@Suite struct RunSecretsTests {
    private static let environments: EnvironmentSet = {
        var set = EnvironmentSet()
        set.variables["dev"] = [
            "own": .init(value: "Asdfgh-yy2", reason: nil, file: "/c/p.json", isPrivate: true),
            "umlaut": .init(value: "geheimniß", reason: nil, file: "/c/p.json", isPrivate: true),
            "pin": .init(value: "1234", reason: nil, file: "/c/p.json", isPrivate: true),
        ]
        return set
    }()

    /// The record of the request and what its log hides, for a response in JSON.
    private func sent(_ text: String, _ body: String) async throws -> (record: RunRecord, log: RequestLogOptions) {
        let file = ChainingFixtures.file(text)
        let context = ChainingFixtures.context(RequestScope(file), environments: Self.environments, name: "dev")
        let plan = ReplayPlan(
            [CollectionFolder(root: "/c", name: "c", nodes: [.file(file)])],
            planner: SendPlanner(references: .asTheyStand) { _ in context })
        let told = Mutex<(RunRecord, RequestLogOptions?)?>(nil)
        let runner = Runner(
            resolver: RequestResolver(),
            send: {
                ChainingFixtures.exchange($0, headers: [HeaderField("Content-Type", "application/json")], body: body)
            })
        _ = await runner.run(
            plan.steps, context: { _ in context }, isStopped: { false },
            report: { item, _, outcome in
                told.withLock { $0 = (RunRecord(item, outcome), outcome.sent?.draft.options.log) }
            })
        let found = told.withLock { $0 }
        let (record, log) = try #require(found)
        return (record, try #require(log))
    }

    private func texts(_ record: RunRecord) -> [String] {
        record.checks.results.map { CheckOutput.sentence($0).string } + record.checks.logs.map(\.text)
    }

    @Test(arguments: [
        ("Asdfgh-yy2", "(private)"), ("QXNkZmdoLXl5Mg==", "(private)"), ("geheimni\\u00df", "(private)"),
        ("geheimniß", "(private)"), ("1234", "1234"), ("plain", "plain"),
    ])
    func `a private value in a response is masked though the request does not use it`(
        value: String, shown: String
    ) async throws {
        let text = "### a\n# @assert body $.a == x\nGET http://h/\n"
        let record = try await sent(text, "{\"a\": \"\(value.replacing("\\u", with: "\\\\u"))\"}").record
        #expect(record.checks.results.map(\.actual) == [shown])
    }

    @Test func `a private value that only a check or a script uses is one for the log, too`() async throws {
        let text = """
            ### a
            # @assert body $.a == {{pin}}
            GET http://h/

            > {% client.log(request.environment.get("pin")); %}

            """
        let (record, log) = try await sent(text, #"{"a": "4321"}"#)
        #expect(log.secrets.contains { $0.name == "pin" && $0.value == "1234" })
        #expect(log.secrets.contains { $0.name == "own" })
        #expect(record.checks.results.map(\.expected) == ["== (private)"])
        #expect(record.checks.logs.map(\.text) == ["(private)"])
    }
}
