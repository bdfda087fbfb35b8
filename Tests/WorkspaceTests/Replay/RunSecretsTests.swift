import NetEngine
import Synchronization
import TestSupport
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
    private func sent(
        _ text: String, _ body: String, reveals: Bool = false
    ) async throws -> (record: RunRecord, log: RequestLogOptions) {
        let file = ChainingFixtures.file(text)
        let context = ChainingFixtures.context(RequestScope(file), environments: Self.environments, name: "dev")
        let plan = ReplayPlan(
            [CollectionFolder(root: "/c", name: "c", nodes: [.file(file)])],
            planner: SendPlanner(references: .asTheyStand) { _ in context })
        let told = Mutex<(RunRecord, RequestLogOptions?)?>(nil)
        let runner = Runner(
            resolver: RequestResolver(),
            send: {
                ChainingFixtures.exchange(
                    $0,
                    headers: [
                        HeaderField("Content-Type", "application/json"), HeaderField("Set-Cookie", "sid=1; Path=/"),
                    ], body: body)
            })
        _ = await runner.run(
            plan.steps, context: { _ in context }, isStopped: { false },
            report: { item, _, outcome in
                told.withLock {
                    $0 = (RunRecord(item, outcome, showsPrivate: reveals), outcome.sent?.draft.options.log)
                }
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

    @Test(arguments: [
        ("body $.access_token isNumber", #"{"access_token": "acctok-98765"}"#, "[redacted]"),
        ("body $.pin == 1", #"{"pin": 42}"#, "42"), ("body $.x.y == a", #"{"x": {"y": "ab"}}"#, "[redacted]"),
        ("body $.x == a", #"{"x": {"y": "ab"}}"#, #"{"y": "[redacted]"}"#),
        ("body $.password == x", #"{"password": ["arrpw1", "arrpw2"]}"#, "[redacted]"),
        ("body == x", #"{"password": "hunter22", "a": "hunter22"}"#, #"{"password": "[redacted]", "a": "[redacted]"}"#),
        ("js response.parsedBody.password == x", #"{"password": "p"}"#, "[redacted]"),
        ("js response.parsedBody.password.length == 36", #"{"password": "hunter22-x1"}"#, "[redacted]"),
        ("header set-cookie == x", "{}", #"["sid=[redacted]; Path=/"]"#),
        ("body $.name == x", #"{"name": "tea"}"#, "tea"),
    ])
    func `what the log hides by its name is in no result of a check`(
        check: String, body: String, shown: String
    ) async throws {
        let text = "### a\n# @redact $.x.y\nGET http://h/\n\n?? \(check)\n"
        let record = try await sent(text, body).record
        #expect(record.checks.results.map(\.actual) == [shown], "\(texts(record))")
    }

    @Test func `what a script looks at or logs is told without it, and shown as it came with --reveal`() async throws {
        let text = """
            ### a
            GET http://h/

            > {%
              client.log("is", response.body.password);
              client.test("same", () => client.assert(response.body.password === "other"));
            %}

            """
        let body = #"{"password": ["arrpw1", "arrpw2"]}"#
        let hidden = try await sent(text, body).record
        #expect(!texts(hidden).joined().contains("arrpw"), "\(texts(hidden))")
        let shown = try await sent(text, body, reveals: true).record
        #expect(texts(shown).joined().contains("arrpw1"))
    }

    @Test func `a secret that only the path of the response's file has is masked in what is kept`() async throws {
        let folder = ScratchFolder()
        let document = HTTPDocument(bytes: Array("### a\nGET http://h/\n\n>> {{$processEnv OUT}}.json\n".utf8))
        let file = CollectionFile(
            path: folder.path + "/a.http", relativePath: "a.http", document: document,
            stamp: FileStamp(bytes: document.bytes))
        var context = ChainingFixtures.context(RequestScope(file))
        context.root = folder.path
        context.isTrusted = true
        let place = context
        let plan = ReplayPlan(
            [CollectionFolder(root: folder.path, name: "c", nodes: [.file(file)])],
            planner: SendPlanner(references: .asTheyStand) { _ in place })
        var resolver = RequestResolver()
        resolver.dynamic.processEnvironment = { $0 == "OUT" ? "Qwertz-zz3" : nil }
        let records = Mutex<[RunRecord]>([])
        _ = await Runner(resolver: resolver, send: { ChainingFixtures.exchange($0) }).run(
            plan.steps, context: { _ in place }, isStopped: { false },
            report: { item, _, outcome in
                let record = RunRecord(item, outcome, showsPrivate: false)
                records.withLock { $0.append(record) }
            })
        let all = records.withLock { $0 }
        #expect(all.map(\.word) == [.passed])
        #expect(try all.first?.responseFile?.get() == "\(folder.path)/(private).json")
        #expect(DiskFile.info(folder.path + "/Qwertz-zz3.json") != nil)
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
