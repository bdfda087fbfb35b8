import NetEngine
import Testing

@testable import HTTPFormat
@testable import Workspace

/// What follows what happened to a step, as values: nothing is resolved, sent or waited for.
@Suite struct SendSequenceTests {
    private static let two = "### login\nPOST http://h/login\n\n### use\n# @ref login\nGET http://h/use\n"

    private func sequence(_ text: String, endsAtFailure: Bool = true) -> SendSequence {
        let file = ChainingFixtures.file(text)
        let planner = SendPlanner(references: .first) { _ in ChainingFixtures.context(RequestScope(file)) }
        let plan =
            endsAtFailure
            ? file.document.requests.last.map { planner.plan(sending: $0, of: file) } ?? SendPlan()
            : planner.plan(file.document.requests.map { (file, $0) })
        return SendSequence(plan.steps, endsAtFailure: endsAtFailure)
    }

    private static func resolved(_ url: String, checks: [PreparedCheck] = []) -> PreparedStep {
        .resolved(.draft(RequestDraft(url: url), uses: []), checks: checks, uses: [])
    }

    /// Plays a sender until the sequence is over, and writes down the moves. `answer` gives the error of a response, and
    /// what became of the file.
    private func play(
        _ sequence: inout SendSequence, prepared: (SendPlan.Step) -> PreparedStep = { resolved($0.request.target) },
        answer: (String) -> (ErrorCategory?, ResponseFile.Outcome?) = { _ in (nil, nil) }
    ) -> [String] {
        var told: [String] = []
        while case .begin(let item, let first) = sequence.next() {
            var move: SendSequence.Move? = first
            var url = ""
            while let next = move {
                switch next {
                case .resolve(let step):
                    told.append("resolve \(step.request.id)" + (step.turn.map { " \($0.index)" } ?? ""))
                    move = sequence.prepared(prepared(step), of: item)
                case .pause(let duration):
                    told.append("pause \(duration)")
                    move = sequence.paused(item)
                case .send(let draft):
                    url = draft.url
                    told.append("send")
                    move = sequence.answered(
                        ChainingFixtures.exchange(status: answer(url).0 == nil ? 200 : 500, error: answer(url).0),
                        of: item)
                case .conclude:
                    move = sequence.concluded(StepConclusion(file: answer(url).1), of: item)
                case .end(let step, let outcome):
                    let word = String("\(outcome)".prefix { $0 != "(" })
                    told.append("\(step.request.id) \(word)")
                    move = sequence.end(item)
                }
            }
        }
        return told
    }

    private func sentence(_ sequence: SendSequence) -> String? { sequence.ending?.sentence { $0.request.id } }

    @Test func `steps go one after another, and all succeed`() {
        var sequence = sequence(Self.two)
        #expect(
            play(&sequence) == ["resolve login", "send", "login passed", "resolve use", "send", "use passed"])
        #expect(sequence.totals == Runner.Totals(passed: 2))
        #expect(sequence.ending == nil)
    }

    @Test func `a needed request that fails ends a send, and only what needs it in a run`() {
        var send = sequence(Self.two)
        #expect(
            play(&send, answer: { $0.hasSuffix("login") ? (.serverError, nil) : (nil, nil) }).last == "login failed")
        #expect(sentence(send) == "login failed (500), so use was not sent.")
        #expect(send.totals == Runner.Totals(failed: 1, notReached: 1))

        var run = sequence(Self.two + "\n### other\nGET http://h/other\n", endsAtFailure: false)
        let told = play(&run, answer: { $0.hasSuffix("login") ? (.serverError, nil) : (nil, nil) })
        #expect(
            told.filter { !$0.hasPrefix("resolve") && $0 != "send" } == ["login failed", "use skipped", "other passed"])
        #expect(run.ending == nil)
    }

    @Test func `a response that cannot be written to its file is a failure`() {
        var sequence = sequence(Self.two)
        let told = play(&sequence, answer: { _ in (nil, .failure(CollectionError(sentence: "It cannot be written."))) })
        #expect(told == ["resolve login", "send", "login failed"])
        #expect(sentence(sequence) == "the response of login was not written to its file, so use was not sent.")
    }

    @Test func `a needed request that is disabled is not sent, and says so; the one asked for is sent`() {
        var needed = sequence("### a\n# @disabled\nGET http://h/a\n\n### b\n# @ref a\nGET http://h/b\n")
        #expect(play(&needed) == ["a skipped"])
        #expect(sentence(needed) == "a is disabled (# @disabled), so b was not sent.")
        var asked = sequence("### a\n# @disabled\nGET http://h/a\n")
        #expect(play(&asked) == ["resolve a", "send", "a passed"])
        var conditional = sequence(Self.two)
        #expect(play(&conditional, prepared: { _ in .disabled }) == ["resolve login", "login skipped"])
    }

    @Test func `a loop whose length becomes known when it begins ends at its first failure, and goes on in a run`() {
        let text = "### each\n# @loop for x of late\n# @sleep 20\nGET http://h/\n"
        let turns = (0..<3).map { LoopTurn(index: $0, item: .init(variable: "x", value: "\($0)")) }
        func prepared(_ step: SendPlan.Step) -> PreparedStep {
            step.turn.map { Self.resolved("http://h/\($0.index)") } ?? .turns(turns)
        }
        var all = sequence(text)
        let told = play(&all, prepared: prepared)
        #expect(told.prefix(5) == ["resolve each", "resolve each 0", "pause 0.02 seconds", "send", "each passed"])
        #expect(told.count { $0 == "send" } == 3)
        #expect(all.totals == Runner.Totals(passed: 3))
        var failing = sequence(text)
        #expect(
            play(&failing, prepared: prepared, answer: { $0.hasSuffix("1") ? (.timeout, nil) : (nil, nil) }).last
                == "each failed")
        #expect(sentence(failing) == "each failed (500), so the rest was not sent.")
        var run = sequence(text, endsAtFailure: false)
        let words = play(&run, prepared: prepared, answer: { $0.hasSuffix("1") ? (.timeout, nil) : (nil, nil) })
        #expect(words.filter { $0.hasPrefix("each ") } == ["each passed", "each failed", "each passed"])
        var empty = sequence(text)
        #expect(play(&empty, prepared: { _ in .turns([]) }) == ["resolve each", "each skipped"])
        #expect(sentence(empty) == "each was not sent: the loop has no elements.")
    }

    @Test func `nothing begins after a stop, and an exchange that it cancels is no failure`() {
        var sequence = sequence(Self.two)
        guard case .begin(let item, .resolve) = sequence.next(),
            case .send(let draft) = sequence.prepared(Self.resolved("http://h/"), of: item)
        else {
            Issue.record("the first step is not sent")
            return
        }
        sequence.stop()
        guard
            case .end(_, .cancelled) = sequence.answered(
                ChainingFixtures.exchange(draft, error: .cancelled), of: item)
        else {
            Issue.record("it is not cancelled")
            return
        }
        #expect(sequence.end(item) == nil)
        guard case .over = sequence.next() else {
            Issue.record("another step begins")
            return
        }
        #expect(sentence(sequence) == nil)
        #expect(sequence.totals == Runner.Totals(cancelled: 1, notReached: 1))
    }

    @Test func `the cache mode is that of the send, the session, the request, and else the standard`() throws {
        let file = ChainingFixtures.file("### a\n# @cache reload\nGET http://h/\n\n### b\nGET http://h/\n")
        let (a, b) = (try #require(file.document.requests.first), try #require(file.document.requests.last))
        var choice = CacheChoice(send: .noCache, session: .forceCache, standard: .noStore)
        #expect([a, b].map(choice.mode) == [.noCache, .noCache])
        choice.send = nil
        #expect([a, b].map(choice.mode) == [.forceCache, .forceCache])
        choice.session = nil
        #expect([a, b].map(choice.mode) == [.reload, .noStore])
    }
}
