import NetEngine
import Synchronization
import TestSupport
import Testing

@testable import HTTPFormat
@testable import Workspace

/// Runs that are repeated for the rows of a data file: each row has its own lists and needs its own requests.
@Suite struct RowRunTests {
    private struct Told: Sendable {
        var sent: [String] = []
        var outcomes: [String] = []
        var totals = Runner.Totals()
    }

    private static func plan(
        _ text: String, rows: [[String: String]], rounds: Int, filter: String = "*"
    ) throws -> ReplayPlan {
        let file = ChainingFixtures.file(text)
        let scope = RequestScope(file)
        let folder = CollectionFolder(root: "/c", name: "c", nodes: [.file(file)])
        var selection = RunSelection()
        selection.filters = [Glob(filter)]
        return try ReplayPlan([folder], rows: rows, selection: selection) { row in
            var planner = SendPlanner(references: .asTheyStand) { _ in ChainingFixtures.context(scope, overrides: row) }
            planner.repeats = rounds > 1
            return planner
        }
    }

    /// - Parameter answer: returns the body for a URL; nil fails with 500.
    private func run(
        _ text: String, rows: [[String: String]] = [], rounds: Int? = nil, filter: String = "*", jobs: Int = 1,
        answer: @escaping @Sendable (String) -> String? = { _ in "{}" }
    ) async throws -> Told {
        let rounds = rounds ?? rows.count
        let plan = try Self.plan(text, rows: rows, rounds: rounds, filter: filter)
        let scope = RequestScope(ChainingFixtures.file(text))
        let told = Mutex(Told())
        var runner = Runner(
            resolver: RequestResolver(),
            send: { draft in
                told.withLock { $0.sent.append(draft.url) }
                let body = answer(draft.url)
                return ChainingFixtures.exchange(
                    draft, status: body == nil ? 500 : 200,
                    headers: [HeaderField("Content-Type", "application/json")], body: body ?? "{}",
                    error: body == nil ? .serverError : nil)
            }, jobs: jobs, rounds: rounds)
        runner.rows = rows
        runner.variants = plan.variants
        let totals = await runner.run(
            plan.steps, context: { _ in ChainingFixtures.context(scope) }, isStopped: { false },
            report: { item, step, outcome in
                let word =
                    switch outcome {
                    case .passed: "passed"
                    case .failed: "failed"
                    case .notSent(let problems): "not sent: \(problems.map(\.sentence))"
                    case .skipped(let reason): "skipped" + (reason.map { ": \($0)" } ?? "")
                    case .cancelled: "cancelled"
                    }
                told.withLock { $0.outcomes.append("\(item.round) \(step.request.id) \(word)") }
            })
        return told.withLock { told in
            told.totals = totals
            return told
        }
    }

    // MARK: lists of loops

    @Test(arguments: [
        "### each\n# @loop for x of row\n", "@row2 = {{row}}\n### each\n# @loop for x of row2\n",
        "### each\n# @loop for x of list\n< {% request.variables.set(\"list\", client.global.get(\"row\")) %}\n",
    ])
    func `each row repeats a loop for its own list`(head: String) async throws {
        let rows = [#"["a", "b"]"#, #"["c"]"#, "[]", #"["d"]"#].map { ["row": $0] }
        let told = try await run(head + "GET http://h/{{x}}\n", rows: rows)
        #expect(told.sent == ["http://h/a", "http://h/b", "http://h/c", "http://h/d"])
        #expect(told.totals == Runner.Totals(passed: 4, skipped: 1))
        #expect(told.outcomes.contains("2 each skipped: the loop has no elements"))
        let backwards = try await run(head + "GET http://h/{{x}}\n", rows: rows.reversed())
        #expect(backwards.sent == ["http://h/d", "http://h/c", "http://h/a", "http://h/b"])
    }

    @Test func `a list that is the same in all rows is known before`() throws {
        let rows = ["1", "2"].map { ["list": #"["a", "b"]"#, "id": $0] }
        let steps = try Self.plan("### each\n# @loop for x of list\nGET http://h/{{x}}/{{id}}\n", rows: rows, rounds: 2)
            .steps
        #expect(steps.map(\.turnText) == ["x a", "x b"])
    }

    private static let setter =
        "### set\nPOST http://h/set\n\n> {% client.global.set(\"list\", response.body.list); %}\n\n"
    private static let each = "### each\n# @loop for x of list\nGET http://h/{{x}}\n\n"

    private static func list(_ url: String) -> String? {
        url.hasSuffix("set") ? #"{"list": "[\"new\", \"newer\"]"}"# : "{}"
    }

    @Test func `a loop goes through the list that a script set before, not through that of the file`() async throws {
        let told = try await run("@list = [\"old\"]\n\n" + Self.setter + Self.each, rounds: 1, answer: Self.list)
        #expect(told.sent == ["http://h/set", "http://h/new", "http://h/newer"])
    }

    @Test func `what a script sets after a loop counts in the next round`() async throws {
        let told = try await run("@list = [\"old\"]\n\n" + Self.each + Self.setter, rounds: 2, answer: Self.list)
        #expect(told.sent == ["http://h/old", "http://h/set", "http://h/new", "http://h/newer", "http://h/set"])
        // Also if it is sent only because another request needs it.
        let needed = "### eachUse\n# @ref set\nGET http://h/use\n\n" + Self.setter
        let more = try await run(
            "@list = [\"old\"]\n\n" + Self.each + needed, rounds: 2, filter: "each*", answer: Self.list)
        #expect(
            more.sent == ["old", "set", "use", "new", "newer", "set", "use"].map { "http://h/\($0)" })
    }

    @Test func `what the user gives goes before what a script sets`() async throws {
        let rows = [["list": #"["mine"]"#, "id": "1"], ["list": #"["mine"]"#, "id": "2"]]
        let told = try await run("@list = [\"old\"]\n\n" + Self.setter + Self.each, rows: rows, answer: Self.list)
        #expect(told.sent == ["http://h/set", "http://h/mine", "http://h/set", "http://h/mine"])
    }

    // MARK: needed requests

    private static let people = """
        ### order
        # @ref {{who}}
        GET http://h/order/{{who}}

        ### ada
        POST http://h/ada

        ### bob
        # @ref ada
        POST http://h/bob

        """

    @Test(arguments: [1, 4])
    func `each row waits for the request that it names`(jobs: Int) async throws {
        let rows = ["ada", "bob", "ada"].map { ["who": $0] }
        let told = try await run(Self.people, rows: rows, filter: "order", jobs: jobs)
        let sent = ["ada", "order/ada", "ada", "bob", "order/bob", "ada", "order/ada"].map { "http://h/\($0)" }
        #expect(jobs == 1 ? told.sent == sent : told.sent.sorted() == sent.sorted())
        #expect(told.totals == Runner.Totals(passed: 7))
    }

    @Test func `a request is skipped in the rows whose own request failed`() async throws {
        let rows = ["ada", "bob"].map { ["who": $0] }
        let told = try await run(Self.people, rows: rows, answer: { $0.hasSuffix("/bob") ? nil : "{}" })
        #expect(told.outcomes.contains("0 order passed"))
        #expect(told.outcomes.contains("1 order skipped: bob, which it needs, failed"))
        #expect(told.totals == Runner.Totals(passed: 3, failed: 2, skipped: 1))
    }

    @Test func `a row that names no request is the only one that is not sent`() async throws {
        let rows = ["ada", "nobody"].map { ["who": $0] }
        let told = try await run(Self.people, rows: rows, filter: "order")
        #expect(told.sent == ["http://h/ada", "http://h/order/ada"])
        #expect(told.outcomes.last?.hasPrefix("1 order not sent: ") == true, "\(told.outcomes)")
        #expect(told.totals == Runner.Totals(passed: 2, failed: 1))
    }

    @Test func `rows that need too many different plans are refused`() throws {
        let rows = (0...ReplayPlan.maxVariants).map { ["who": "nobody\($0)"] }
        #expect(try Self.plan(Self.people, rows: rows.dropLast(), rounds: 1).variants.count == ReplayPlan.maxVariants)
        let error = #expect(throws: CollectionError.self) { try Self.plan(Self.people, rows: rows, rounds: 1) }
        #expect(error?.sentence == "# @ref uses a column (who) that leads to more than 1000 plans.")
    }

    @Test func `rows that need the same are one plan`() throws {
        let rows = ["1", "2", "3"].map { ["who": "ada", "id": $0] }
        let plan = try Self.plan(Self.people, rows: rows, rounds: 3)
        #expect(plan.variants.isEmpty)
        #expect(plan.steps.map(\.request.id) == ["ada", "order", "bob"])
    }

    @Test func `the plan of all rows has the steps of each, and says whose they are`() throws {
        let rows = ["ada", "bob", "ada"].map { ["who": $0] }
        let plan = try Self.plan(Self.people, rows: rows, rounds: 3, filter: "order")
        #expect(plan.variants == [0, 1, 0])
        #expect(plan.steps.map(\.request.id) == ["ada", "bob", "order", "order"])
        #expect(plan.steps.map(\.needs) == [[], [0], [1], [0]])
        let variants: [Set<Int>?] = [nil, [1], [1], [0]]
        #expect(plan.steps.map(\.variants) == variants)
        let rounds = RoundSteps(plan.steps, variants: plan.variants)
        #expect((0..<4).map { rounds.order(ofRound: $0) } == [[0, 3], [0, 1, 2], [0, 3], [0, 3]])
        #expect((0...7).map { rounds.count(rounds: $0) } == [0, 2, 5, 7, 9, 12, 14, 16])
        // A part has of the plan of one row what it has of the plan of all.
        let alone = try Self.plan(Self.people, rows: [["who": "bob"]], rounds: 1, filter: "order").steps
        let half = Array(plan.steps.dropFirst().prefix(2))
        let part = RunShards.steps(of: alone, in: half, variant: 1)
        #expect(part.map(\.request.id) == ["bob", "order"])
        #expect(part.map(\.needs) == [[], [0]])
        #expect(RunShards.steps(of: alone, in: half, variant: 0).isEmpty)
    }
}
