import NetEngine
import Synchronization
import TestSupport
import Testing

@testable import HTTPFormat
@testable import Workspace

/// Runs whose requests use responses of others; the test provides the responses.
@Suite struct ChainedRunTests {
    private struct Told: Sendable {
        var sent: [String] = []
        var outcomes: [String] = []
        var totals = Runner.Totals()
    }

    /// - Parameter answer: returns the body for a URL; nil fails with 500.
    private func run(
        _ text: String, jobs: Int = 1, rounds: Int = 1, overrides: [String: String] = [:],
        answer: @escaping @Sendable (String) -> String? = { _ in "{}" }
    ) async -> Told {
        let file = ChainingFixtures.file(text)
        let scope = RequestScope(file)
        let folder = CollectionFolder(root: "/c", name: "c", nodes: [.file(file)])
        let plan = ReplayPlan(
            [folder],
            planner: SendPlanner(references: .asTheyStand) { _ in ChainingFixtures.context(scope, overrides: overrides)
            })
        let told = Mutex(Told())
        let runner = Runner(
            resolver: RequestResolver(),
            send: { draft in
                told.withLock { $0.sent.append(draft.url) }
                let body = answer(draft.url)
                return ChainingFixtures.exchange(
                    draft, status: body == nil ? 500 : 200,
                    headers: [HeaderField("Content-Type", "application/json")], body: body ?? "{}",
                    error: body == nil ? .serverError : nil)
            }, jobs: jobs, rounds: rounds)
        let totals = await runner.run(
            plan.steps, context: { _ in ChainingFixtures.context(scope, overrides: overrides) }, isStopped: { false },
            report: { _, step, outcome in
                let word =
                    switch outcome {
                    case .passed: "passed"
                    case .failed: "failed"
                    case .notSent(let problems): "not sent: \(problems.map(\.sentence))"
                    case .skipped(let reason): "skipped" + (reason.map { ": \($0)" } ?? "")
                    case .cancelled: "cancelled"
                    }
                let turn = step.turn.map { " #\($0.index)" } ?? ""
                told.withLock { $0.outcomes.append("\(step.request.id)\(turn) \(word)") }
            })
        return told.withLock { told in
            told.totals = totals
            return told
        }
    }

    @Test func `a response is available to later requests`() async {
        let told = await run(
            "### login\nPOST http://h/login\n\n### use\nGET http://h/{{login.response.body.$.id}}\n",
            answer: { $0 == "http://h/login" ? #"{"id": 7}"# : "{}" })
        #expect(told.sent == ["http://h/login", "http://h/7"])
        #expect(told.outcomes == ["login passed", "use passed"])
    }

    @Test func `a capture that is read from a script is a value for later ones`() async {
        let told = await run(
            "### login\nPOST http://h/login\n\n> {% client.global.set(\"t\", response.body.token); %}\n\n### use\nGET http://h/{{t}}\n",
            answer: { _ in #"{"token": "abc"}"# })
        #expect(told.sent == ["http://h/login", "http://h/abc"])
    }

    @Test(arguments: ["{{a.response.body.id}}", "{{fromFile}}", "{{fromScript}}"])
    func `the path of a response's file has values of that response`(value: String) async {
        let folder = ScratchFolder()
        let script = "> {% client.global.set(\"fromScript\", response.body.id); %}\n"
        let text =
            "@fromFile = {{a.response.body.id}}\n### a\n# @loop for 2\nGET http://h/\n\n\(script)\n>> {{$index}}-\(value).json\n"
        let document = HTTPDocument(bytes: Array(text.utf8))
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
        let counter = Atomic(6)
        let runner = Runner(
            resolver: RequestResolver(),
            send: { draft in
                ChainingFixtures.exchange(
                    draft, headers: [HeaderField("Content-Type", "application/json")],
                    body: "{\"id\": \(counter.add(1, ordering: .relaxed).newValue)}")
            })
        let totals = await runner.run(
            plan.steps, context: { _ in place }, isStopped: { false }, report: { _, _, _ in })
        #expect(totals == Runner.Totals(passed: 2))
        for name in ["0-7.json", "1-8.json"] { #expect(DiskFile.info("\(folder.path)/\(name)") != nil, "\(name)") }
    }

    @Test func `every round has its own responses`() async {
        let counter = Atomic(0)
        let told = await run(
            "### a\nGET http://h/a\n\n### b\n# @ref a\nGET http://h/{{a.response.body.n}}\n", rounds: 5,
            answer: { url in
                url == "http://h/a" ? "{\"n\": \(counter.add(1, ordering: .relaxed).newValue)}" : "{}"
            })
        #expect(told.totals.passed == 10)
        #expect(Set(told.sent.filter { $0 != "http://h/a" }) == Set((1...5).map { "http://h/\($0)" }))
    }

    @Test(arguments: [1, 8])
    func `with several jobs a needed response is waited for`(jobs: Int) async {
        var text = "### a\nGET http://h/a\n"
        for number in 0..<20 { text += "\n### b\(number)\n# @ref a\nGET http://h/{{a.response.body.n}}/\(number)\n" }
        let told = await run(text, jobs: jobs, rounds: 3, answer: { _ in #"{"n": 1}"# })
        #expect(told.totals == Runner.Totals(passed: 63))
    }

    @Test func `what needs a request that did not end well is skipped, and so is what needs that`() async {
        let told = await run(
            "### a\nGET http://h/a\n\n### b\n# @ref a\nGET http://h/b\n\n### c\n# @ref b\nGET http://h/c\n\n### d\nGET http://h/d\n",
            answer: { $0 == "http://h/a" ? nil : "{}" })
        #expect(
            told.outcomes == [
                "a failed", "b skipped: a, which it needs, failed", "c skipped: b, which it needs, was skipped",
                "d passed",
            ])
        #expect(told.totals == Runner.Totals(passed: 1, failed: 1, skipped: 2))
    }

    @Test func `a reference to what comes later is an error that says what to do`() async {
        let told = await run("### use\nGET http://h/{{late.response.body.x}}\n\n### late\nGET http://h/\n")
        #expect(
            told.outcomes.first?.contains("the request late has no response yet. Declare it with # @ref") == true)
        #expect(told.totals == Runner.Totals(passed: 1, failed: 1))
    }

    @Test func `a loop over a response is reported and counted for each element`() async {
        let told = await run(
            "@list = {{items.response.body.$.list}}\n\n### items\nGET http://h/items\n\n### each\n# @ref items\n# @loop for item of list\nGET http://h/{{item}}\n",
            answer: { $0 == "http://h/items" ? #"{"list": ["a", "b", "c"]}"# : "{}" })
        #expect(told.sent == ["http://h/items", "http://h/a", "http://h/b", "http://h/c"])
        #expect(told.outcomes == ["items passed", "each #0 passed", "each #1 passed", "each #2 passed"])
        #expect(told.totals == Runner.Totals(passed: 4))
    }

    @Test func `a loop in a run goes on after a failure, and over nothing it is skipped`() async {
        let text =
            "@list = {{items.response.body.$.list}}\n\n### items\nGET http://h/items\n\n### each\n# @ref items\n# @loop for item of list\nGET http://h/{{item}}\n"
        let failing = await run(
            text, answer: { $0 == "http://h/items" ? #"{"list": ["a", "b", "c"]}"# : $0 == "http://h/b" ? nil : "{}" })
        #expect(failing.outcomes == ["items passed", "each #0 passed", "each #1 failed", "each #2 passed"])
        let empty = await run(text, answer: { _ in #"{"list": []}"# })
        #expect(empty.outcomes == ["items passed", "each skipped: the loop has no elements"])
        let wrong = await run(text, answer: { _ in #"{"list": 5}"# })
        #expect(wrong.outcomes.last == #"each not sent: ["the value of list is not a JSON array"]"#)
    }

    @Test func `a loop over a list that is known to be empty is skipped, and so is what needs it`() async {
        let text =
            "@list = []\n\n### each\n# @loop for x of list\nGET http://h/{{x}}\n\n### after\n# @ref each\nGET http://h/\n"
        let told = await run(text)
        #expect(told.sent.isEmpty)
        #expect(
            told.outcomes == [
                "each skipped: the loop has no elements", "after skipped: each, which it needs, was skipped",
            ])
    }

    @Test(arguments: [("true", false), ("false", true), ("0", true), ("", true), ("yes", false)])
    func `a condition skips while it is true`(value: String, isSent: Bool) async {
        let text = "### a\n# @disabled off\nGET http://h/a\n\n### b\n# @disabled !off\nGET http://h/b\n"
        let told = await run(text, overrides: ["off": value])
        #expect(told.sent == (isSent ? ["http://h/a"] : ["http://h/b"]))
    }

    @Test(arguments: [1, 8])
    func `a loop goes through the responses of another loop`(jobs: Int) async {
        let told = await run(
            """
            ### item
            # @loop for 3
            GET http://h/item/{{$index}}

            ### each
            # @ref item
            # @loop for x of itemList
            GET http://h/each/{{x.id}}

            """, jobs: jobs, rounds: 2, answer: { "{\"id\": \($0.last ?? "?")}" })
        #expect(told.sent.filter { $0.contains("each") }.sorted() == (0..<6).map { "http://h/each/\($0 / 2)" })
        #expect(told.totals.failed == 0)
    }
}
