import HTTPFormat
import NetEngine
import TestSupport
import Testing

@testable import Explorer
@testable import TerminalUI
@testable import Workspace

/// Requests that need others, prompts, loops and trust, as the user sees them; the test plays the runner.
@Suite struct SendChainTests {
    private static let files = [
        (
            "a.http",
            """
            ### use
            # @ref login
            GET {{base}}/use
            Authorization: {{login.response.body.$.token}}

            ### login
            POST {{base}}/login

            ### ask
            # @prompt user Who?
            # @secret password
            GET {{base}}/{{user}}

            ### twice
            # @loop for 2
            # @sleep 300
            GET {{base}}/{{$index}}

            ### refer
            GET {{base}}/{{login.response.body.$.token}}

            ### lost
            # @ref login
            GET {{base}}/{{nowhere}}

            ### whole
            # @ref login
            # @prompt user Who?
            GET {{base}}/{{user}}

            """
        )
    ]

    private let robot = Robot(files: SendChainTests.files)

    /// Plays the runner: plans and resolves as `SendPreparation` and the resolver do, and returns what was sent.
    @discardableResult
    private func work(isTrusted: Bool = true) -> [(url: String, id: ExchangeID)] {
        var sent: [(String, ExchangeID)] = []
        var rounds = 0
        while rounds < 20, !robot.effects.isEmpty {
            rounds += 1
            for effect in robot.take() {
                switch effect {
                case .send(let draft, let id): sent.append((draft.url, id))
                case .resolve(let job): answer(job, isTrusted)
                default: kept.append(effect)
                }
            }
        }
        return sent
    }

    private final class Kept {
        var effects: [Effect] = []
        var lastID: UInt64 = 100
        func append(_ effect: Effect) { effects.append(effect) }
    }

    private let kept = Kept()

    private func answer(_ job: ResolveJob, _ isTrusted: Bool) {
        let context = RequestResolver.Context(
            root: "/c", environments: Robot.environments, environmentName: job.environmentName,
            overrides: job.overrides, isTrusted: isTrusted, scope: RequestScope(job.file), memory: job.memory,
            answers: job.answers, turn: job.turn)
        if job.purpose == .send || job.purpose == .plan {
            var plan = SendPlanner(references: .first) { _ in context }.plan([(job.file, job.request)])
            if job.purpose == .send { plan.unsendable = RequestResolver().unsendableStep(in: plan) { _ in context } }
            if job.purpose == .plan || plan.steps.count != 1 || !plan.prompts.isEmpty || plan.firstProblem != nil {
                robot.tell(.planned(job, plan))
                return
            }
        }
        kept.lastID += 1
        robot.tell(
            .resolved(
                job, RequestResolver().resolve(job.request, in: job.file, context: context),
                id: ExchangeID(rawValue: kept.lastID)))
    }

    private func finish(
        _ id: ExchangeID, body: String = #"{"token": "abc"}"#, status: Int = 200, error: ErrorCategory? = nil
    ) {
        robot.event(
            id,
            .finished(
                ExchangeFixtures.exchange(
                    id.rawValue, draft: RequestDraft(url: "http://h/"),
                    response: ExchangeFixtures.response(
                        status: status, headers: [HeaderField("Content-Type", "application/json")],
                        body: Array(body.utf8)),
                    error: error.map { EngineError(category: $0, sentence: "s", hint: "h") })))
    }

    private func select(_ row: Int) {
        robot.press("g")
        for _ in 0..<row { robot.press("j") }
    }

    @Test func `what a request needs is sent first, and its response used`() throws {
        select(1)
        robot.press("s")
        let login = try #require(work().first)
        #expect(login.url == "http://127.0.0.1:8080/login")
        #expect(robot.screen.contains("1 of 2: login"))
        #expect(robot.sender(of: login.id) == "login")
        finish(login.id)
        let use = try #require(work().first)
        #expect(use.url == "http://127.0.0.1:8080/use")
        #expect(robot.shownExchange == use.id)
        finish(use.id)
        #expect(!robot.hasChain && robot.inFlight.isEmpty)
        // The response exists now: nothing is sent again for it.
        robot.press("s")
        #expect(work().map(\.url) == ["http://127.0.0.1:8080/use"])
    }

    @Test func `when what is needed fails nothing more is sent, and the footer says why`() throws {
        select(1)
        robot.press("s")
        finish(try #require(work().first).id, status: 401, error: .clientError)
        #expect(work().isEmpty)
        #expect(!robot.hasChain)
        #expect(robot.footer.contains("login failed (401), so use was not sent."))
        // Its response is no reason to go on without it the next time.
        robot.press("s")
        let again = try #require(work().first)
        #expect(again.url == "http://127.0.0.1:8080/login")
        finish(again.id)
        #expect(work().map(\.url) == ["http://127.0.0.1:8080/use"])
    }

    @Test func `beside why a step is not sent nothing says that it is`() throws {
        select(1)
        robot.press("s")
        let login = try #require(work().first)
        #expect(robot.footer.contains("Sending 1 of 2: login."), "\(robot.footer)")
        finish(login.id, body: "{}")
        #expect(work().isEmpty && !robot.hasChain)
        #expect(robot.screen.contains("{{login.response.body.$.token}}") && robot.hasDialog)
        #expect(!robot.footer.contains("Sending"), "\(robot.footer)")
    }

    @Test func `nothing is sent for a request whose variable no step can set`() {
        select(6)
        robot.press("s")
        #expect(work().isEmpty && !robot.hasChain)
        #expect(robot.spoken.contains("{{nowhere}}  a.http:24  "), "\(robot.spoken)")
        robot.press(.escape)
        #expect(robot.inFlight.isEmpty && !robot.hasDialog)
    }

    @Test func `Esc ends the whole chain`() throws {
        select(1)
        robot.press("s")
        let login = try #require(work().first)
        robot.press(.escape)
        #expect(robot.takeNames() == ["cancel \(login.id)"])
        finish(login.id, error: .cancelled)
        #expect(work().isEmpty)
    }

    @Test func `sending again cancels what is sent for it first`() throws {
        select(1)
        robot.press("s")
        let login = try #require(work().first)
        robot.press("s")
        #expect(robot.takeNames().contains("cancel \(login.id)"))
    }

    @Test func `a reference that nobody declared is asked about`() throws {
        select(5)
        robot.press("s")
        #expect(work().isEmpty)
        #expect(robot.screen.contains("Send another request first?"))
        #expect(robot.screen.contains("1. login: refer uses {{login.response.body.$.token}}"))
        robot.press("s")
        let login = try #require(work().first)
        #expect(login.url == "http://127.0.0.1:8080/login")
        finish(login.id)
        #expect(work().map(\.url) == ["http://127.0.0.1:8080/abc"])
    }

    @Test func `or nothing is sent`() {
        select(5)
        robot.press("s")
        work()
        robot.press("c")
        #expect(work().isEmpty && !robot.hasChain && !robot.hasDialog)
    }

    @Test func `prompts are asked in one form, hidden where they are secret`() throws {
        select(3)
        robot.press("s")
        #expect(work().isEmpty)
        #expect(robot.screen.contains("Before the send"))
        robot.type("ann")
        robot.press(.tab)
        robot.type("hush")
        #expect(robot.screen.contains("Who?") && robot.screen.contains("****") && !robot.screen.contains("hush"))
        robot.press(.enter)
        #expect(work().map(\.url) == ["http://127.0.0.1:8080/ann"])
        #expect(!robot.hasDialog)
    }

    @Test func `what any request of a chain asks for is asked before the first one is sent`() throws {
        select(7)
        robot.press("s")
        #expect(work().isEmpty)
        #expect(robot.spoken.hasPrefix("Before the send | ") && robot.spoken.contains("Who?"), "\(robot.spoken)")
        robot.type("ann")
        robot.press(.enter)
        let login = try #require(work().first)
        #expect(login.url == "http://127.0.0.1:8080/login")
        finish(login.id)
        #expect(work().map(\.url) == ["http://127.0.0.1:8080/ann"])
        #expect(!robot.hasDialog)
    }

    @Test func `a chain that begins cancels what another send of its request has in flight`() throws {
        select(7)
        robot.press("s", ":")
        // The form waits behind the palette, from which the request is sent once more.
        #expect(work().isEmpty)
        robot.type("Send")
        robot.press(.enter)
        #expect(work().isEmpty)
        robot.type("ann")
        robot.press(.enter)
        let login = try #require(work().first)
        #expect(login.url == "http://127.0.0.1:8080/login")
        #expect(robot.spoken.hasPrefix("Before the send | "), "\(robot.spoken)")
        robot.type("bob")
        robot.press(.enter)
        #expect(robot.takeNames() == ["cancel \(login.id)", "resolve to step"])
    }

    @Test func `a loop sends again and again, with its pause before each`() throws {
        select(4)
        robot.press("s")
        #expect(work().isEmpty)
        robot.wait(.milliseconds(400))
        robot.tick()
        let first = try #require(work().first)
        #expect(first.url == "http://127.0.0.1:8080/0")
        finish(first.id)
        #expect(work().isEmpty)
        robot.tick()
        #expect(work().isEmpty)
        robot.wait(.milliseconds(400))
        robot.tick()
        #expect(work().map(\.url) == ["http://127.0.0.1:8080/1"])
    }

    @Test func `the pause before a send needs no key to end`() {
        select(4)
        robot.press("s")
        #expect(work().isEmpty)
        #expect(robot.wakes.last == robot.clock + .milliseconds(300))
        robot.wait(.milliseconds(299))
        robot.tick()
        #expect(work().isEmpty)
        robot.wait(.milliseconds(1))
        robot.tick()
        #expect(work().map(\.url) == ["http://127.0.0.1:8080/0"])
    }

    @Test func `Esc in the pause before a send ends the loop`() {
        select(4)
        robot.press("s")
        #expect(work().isEmpty)
        robot.press(.escape)
        #expect(robot.toastText == "Send cancelled." && !robot.hasChain)
        robot.wait(.seconds(1))
        robot.tick()
        #expect(work().isEmpty && robot.inFlight.isEmpty)
    }

    @Test func `Esc between two sends ends the chain or the loop, though the one before was answered`() throws {
        select(1)
        robot.press("s")
        finish(try #require(work().first).id)
        // The next one is being looked up.
        robot.press(.escape)
        #expect(robot.toastText == "Send cancelled." && !robot.hasChain)
        #expect(work().isEmpty && robot.inFlight.isEmpty)
        robot.press("1")
        select(4)
        robot.press("s")
        #expect(work().isEmpty)
        robot.wait(.milliseconds(400))
        robot.tick()
        finish(try #require(work().first).id)
        // The pause before the next one.
        #expect(work().isEmpty && robot.hasChain)
        robot.press(.escape)
        #expect(robot.toastText == "Send cancelled." && !robot.hasChain)
        robot.wait(.seconds(1))
        robot.tick()
        #expect(work().isEmpty && robot.inFlight.isEmpty)
    }

    @Test func `a step that turns out not to be sendable says why, and nothing is sent`() throws {
        select(1)
        robot.press("s")
        for case .resolve(let job) in robot.take() where job.purpose == .send { answer(job, true) }
        let steps = robot.take().compactMap { effect in
            if case .resolve(let job) = effect, job.purpose == .step { job } else { nil }
        }
        let step = try #require(steps.first)
        robot.tell(.prepared(step, .unsendable(SendPlan.Problem(line: 7, reason: "its body file is missing"))))
        #expect(robot.spoken == "Not sent | a.http:7: its body file is missing")
        #expect(work().isEmpty && robot.inFlight.isEmpty && !robot.hasChain)
    }

    @Test func `P shows the plan and sends nothing`() {
        select(1)
        robot.press("P")
        #expect(work().isEmpty)
        #expect(robot.screen.contains("Plan of use"))
        #expect(robot.screen.contains("1. login: use needs it (# @ref, line 2)"))
        #expect(robot.screen.contains("2. use: asked for"))
        robot.press(.escape)
        #expect(!robot.hasDialog)
    }

    @Test func `a cycle is reported and nothing is sent`() {
        let robot = Robot(files: [("a.http", "### a\n# @ref b\nGET http://h/\n\n### b\n# @ref a\nGET http://h/\n")])
        robot.press("s")
        guard
            case .resolve(let job)? = robot.take().first(where: {
                if case .resolve(let job) = $0 { job.purpose == .send } else { false }
            })
        else {
            Issue.record("no resolve")
            return
        }
        let plan = SendPlanner(references: .first) {
            RequestResolver.Context(root: "/c", environments: EnvironmentSet(), scope: RequestScope($0))
        }
        .plan([
            (job.file, job.request)
        ])
        robot.tell(.planned(job, plan))
        #expect(robot.screen.contains("cycle: a -> b -> a"))
        #expect(robot.takeNames().isEmpty)
    }

    /// The job of that purpose that a robot asked for last.
    private static func job(_ purpose: ResolvePurpose, of robot: Robot) throws -> ResolveJob {
        let jobs = robot.take().compactMap { effect -> ResolveJob? in
            if case .resolve(let job) = effect, job.purpose == purpose { job } else { nil }
        }
        return try #require(jobs.last)
    }

    @Test func `a note that was confirmed is not asked about again after the question of trust`() throws {
        let text = "### use\n# @ref wipe\nGET http://h/use\n\n### wipe\n# @note Delete all?\nDELETE http://h/all\n"
        let robot = Robot(files: [("a.http", text)])
        robot.press("s")
        robot.planAll()
        #expect(robot.spoken.hasPrefix("Send? | "))
        robot.press("s")
        let step = try Self.job(.step, of: robot)
        let need = TrustNeed(kind: .processVariable("HOME"), line: 2, file: "a.http")
        robot.tell(.resolved(step, .untrusted([need], uses: []), id: ExchangeID(rawValue: 7)))
        Self.trust(robot)
        #expect(!robot.hasDialog)
        let last = try Self.job(.step, of: robot)
        #expect(last.request.id == "wipe")
    }

    /// Says yes to the question of trust, and plays the runner until the send has its new plan.
    private static func trust(_ robot: Robot) {
        robot.press("t")
        let wished = robot.take { if case .trust = $0 { true } else { false } }
        guard case .trust(_, let owner, let cache, let confirmed)? = wished.first else {
            Issue.record("nothing is trusted")
            return
        }
        robot.tell(.trusted(problem: nil, owner: owner, cache: cache, confirmed: confirmed))
        robot.planAll()
    }

    @Test func `a note is asked about again if its request was sent before the question of trust`() throws {
        let text = "### use\n# @forceRef wipe\nGET http://h/use\n\n### wipe\n# @note Delete all?\nDELETE http://h/all\n"
        let robot = Robot(files: [("a.http", text)])
        robot.press("s")
        robot.planAll()
        robot.press("s")
        let wipe = try #require(robot.resolveAll().last)
        try robot.finish(wipe, .ok)
        let need = TrustNeed(kind: .processVariable("HOME"), line: 2, file: "a.http")
        robot.resolveAll { _ in .untrusted([need], uses: []) }
        Self.trust(robot)
        #expect(robot.spoken.hasPrefix("Send? | "), "\(robot.spoken)")
    }

    @Test func `the notes of all requests of a send are asked about in one question`() throws {
        let text = """
            ### use
            # @ref wipe
            # @note Sure?
            GET http://h/use

            ### wipe
            # @note Delete everything?
            DELETE http://h/all

            """
        let robot = Robot(files: [("a.http", text)])
        robot.press("s")
        #expect(!robot.hasDialog)
        robot.planAll()
        #expect(
            robot.spoken
                == "Send? | 2 requests ask to be confirmed before anything is sent: |   wipe: Delete everything? |   use: Sure? | > s Send all of them | c Send nothing"
        )
        let kept = robot.copy()
        kept.press("c")
        #expect(!kept.hasDialog && !kept.takeNames().contains("resolve to step"))
        robot.press("s")
        #expect(!robot.hasDialog && robot.takeNames().contains("resolve to step"))
    }

    @Test func `trust is asked for, given once, and the request sent then`() throws {
        let robot = Robot(files: [("a.http", "### a\nGET http://h/{{$processEnv HOME}}\n")])
        robot.press("s")
        robot.resolveAll { job in
            job.purpose == .send
                ? .untrusted([TrustNeed(kind: .processVariable("HOME"), line: 2, file: "a.http")], uses: [])
                : .draft(RequestDraft(url: "http://h"), uses: [])
        }
        #expect(robot.screen.contains("Trust this collection?"))
        #expect(robot.screen.contains("read the variable HOME of your environment (a.http:2)"))
        _ = robot.take()
        // Enter chooses the safe answer.
        let careful = robot.copy()
        careful.press(.enter)
        #expect(careful.takeNames().isEmpty)
        robot.press("t")
        #expect(robot.takeNames() == ["trust /c"])
        robot.tell(.trusted(problem: nil, owner: try #require(robot.openID), cache: nil))
        #expect(robot.takeNames() == ["resolve to send"])
        robot.tell(
            .trusted(
                problem: "It cannot be written.", owner: try #require(robot.openID), cache: nil))
        #expect(robot.footer.contains("It cannot be written."))
        #expect(robot.takeNames().isEmpty)
    }
}
