import NetEngine
import TestSupport
import Testing

@testable import Explorer
@testable import HTTPFormat
@testable import NetEngineRequestLog
@testable import Workspace

/// How an exchange of a test ends.
enum Ending {
    case ok
    case timedOut
}

// The parts of the runner and the engine.
extension Robot {
    /// Answers every `resolve` that was asked for; other effects stay. Returns the ids of the sends that follow.
    @discardableResult
    func resolveAll(
        _ outcome: (ResolveJob) -> RequestResolver.Outcome = { job in
            let url = job.request.target.replacing("{{base}}", with: Robot.base)
            return .draft(RequestDraft(method: job.request.method, url: url), uses: [])
        }
    ) -> [ExchangeID] {
        var ids: [ExchangeID] = []
        while let place = effects.firstIndex(where: { if case .resolve = $0 { true } else { false } }) {
            guard case .resolve(let job) = effects.remove(at: place) else { break }
            lastExchange += 1
            let id = ExchangeID(rawValue: lastExchange)
            tell(.resolved(job, outcome(job), id: id))
            for case .send(let draft, id) in take(where: { if case .send(_, id) = $0 { true } else { false } }) {
                sent[id] = draft
                ids.append(id)
            }
        }
        return ids
    }

    /// Plans the sends that were asked for, as the runner does where more than one request is sent, or one that asks something.
    func planAll() {
        for case .resolve(let job) in take(where: Self.isSend) {
            let plan = SendPlanner(references: .first) {
                RequestResolver.Context(root: "/c", environments: EnvironmentSet(), scope: RequestScope($0))
            }.plan(sending: job.request, of: job.file)
            tell(.planned(job, plan))
        }
    }

    private static func isSend(_ effect: Effect) -> Bool {
        if case .resolve(let job) = effect { job.purpose == .send } else { false }
    }

    /// Runs the comparisons that were asked for.
    func compareAll() {
        for case .compare(let job) in take(where: { if case .compare = $0 { true } else { false } }) {
            tell(.compared(job.id, job.run(isStopped: { false }, report: { _ in })))
        }
    }

    /// Runs the searches that were asked for.
    func searchAll() {
        for case .search(let job) in take(where: { if case .search = $0 { true } else { false } }) {
            job.work(isStopped: { false }, report: { tell(.searched(job.id, $0)) })
        }
    }

    /// Looks for the places that were asked for.
    func searchPlaces() {
        for case .searchPlace(let job) in take(where: { if case .searchPlace = $0 { true } else { false } }) {
            tell(.placeSearched(job.id, .ended(job.work { _ in false })))
        }
    }

    /// Runs the filters that were asked for, each in the time given.
    func filterAll(taking time: Duration = .milliseconds(1)) {
        for case .filter(let run, let exchange) in take(where: { if case .filter = $0 { true } else { false } }) {
            let body = exchange.response?.content ?? BodyBytes()
            tell(.filtered(run.id, FilterRun.outcome(of: run, on: body) { false }, time))
        }
    }

    /// Shows the exchange of a row of the request log, as after Enter on the row.
    func open(_ row: LogRow, _ exchange: Exchange) {
        _ = model.history.open(row, for: .show)
        tell(.loggedExchange(row, .success(exchange)))
    }

    /// Runs all of these, as follows a key at once.
    func lookAll() {
        searchAll()
        searchPlaces()
        filterAll()
        compareAll()
    }

    /// Makes the copies of unsaved edits that were asked for: for each time those that are on disk then.
    func copyUnsaved() -> [[RecoveryCopy]] {
        defer { recoveryJobs = [] }
        return recoveryJobs.map { $0.copies() }
    }

    func take(where isWanted: (Effect) -> Bool) -> [Effect] {
        let wanted = effects.filter(isWanted)
        effects.removeAll(where: isWanted)
        return wanted
    }

    /// Presses send, answers the resolve, and returns the id of the exchange that is now in flight.
    func send() -> ExchangeID? {
        press("s")
        return resolveAll().last
    }

    func event(_ id: ExchangeID, _ step: EngineEvent.Step, after elapsed: Duration = .milliseconds(1)) {
        tell(
            .engine(
                EngineEvent(
                    id: id, at: Timestamp(microsecondsSince1970: 1_795_255_200_000_000), elapsed: elapsed, step: step)))
    }

    /// Ends an exchange as its server would: 201 for a POST, else 200.
    func finish(_ id: ExchangeID, _ ending: Ending) throws {
        let draft = sent[id] ?? RequestDraft(method: "POST", url: Robot.base + "/orders")
        let request = try RequestBuilder().build(draft)
        let isNew = draft.method == "POST"
        let response =
            ending == .ok
            ? ExchangeFixtures.response(status: isNew ? 201 : 200, reason: isNew ? "Created" : "OK") : nil
        finish(
            ExchangeFixtures.exchange(
                id.rawValue, draft: draft, hops: [ExchangeFixtures.hop(request: request, response: response)],
                error: ending == .ok ? nil : ExchangeFixtures.timeout))
    }

    /// Ends an exchange in this way.
    func finish(_ exchange: Exchange) {
        let (number, draft) = (exchange.id.rawValue, exchange.draft)
        tell(.engine(ExchangeFixtures.event(number, 0, .queued(method: draft.method, url: draft.url))))
        tell(.engine(ExchangeFixtures.event(number, 132, .finished(exchange))))
    }
}

extension Robot {
    /// A program whose open request was answered with this body, the response focused.
    static func showing(
        _ body: [UInt8], type: String = "application/json", columns: Int = 100, rows: Int = 30
    ) throws -> Robot {
        let robot = Robot(columns, rows)
        let id = try #require(robot.send())
        let response = ExchangeFixtures.response(
            status: 200, reason: "OK", headers: [HeaderField("Content-Type", type)], body: body)
        let exchange = ExchangeFixtures.exchange(id.rawValue, draft: try #require(robot.sent[id]), response: response)
        robot.finish(exchange)
        robot.tell(.bodyPrepared(ExchangeDocument(exchange)))
        robot.press("3")
        return robot
    }
}
