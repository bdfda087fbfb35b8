import NetEngine
import TestSupport
import Testing

@testable import Bodies
@testable import Explorer
@testable import TerminalUI

@Suite struct ResponsePaneStateTests {
    typealias F = ExchangeFixtures
    static let size = Size(columns: 60, rows: 10)

    @Test func `a new send marks the old response as old at once`() {
        var state = F.pane()
        #expect(!state.isOld)
        state.begin(id: F.id(2), label: F.label, at: F.moment(1000))
        #expect(state.isOld)
        #expect(state.notices == [.old])
        #expect(state.shown?.exchange.id == F.id(1))
        #expect(state.exchangeID == F.id(2))
    }

    @Test func `a failure replaces the earlier response`() {
        var state = F.pane()
        state.begin(id: F.id(2), label: F.label, at: F.moment(1000))
        _ = state.apply(F.event(2, 5000, .finished(F.exchange(2, hops: [], error: F.timeout))))
        #expect(state.inFlight == nil)
        #expect(!state.isOld)
        #expect(state.showsErrorView)
        #expect(state.shown?.exchange.error == F.timeout)
        #expect(state.tabs == [.body])
    }

    @Test(arguments: [ResponseTab.timing, .raw, .headers])
    func `after a failure that sent nothing the next response is shown from its body`(tab: ResponseTab) {
        var state = F.pane()
        state.tab = tab
        state.begin(id: F.id(2), label: F.label, at: F.moment(1000))
        _ = state.apply(F.event(2, 5, .finished(F.exchange(2, hops: [], error: F.timeout))))
        #expect(state.shownTab == .body)
        state.begin(id: F.id(3), label: F.label, at: F.moment(2000))
        _ = state.apply(F.event(3, 5, .finished(F.exchange(3))))
        #expect(state.shownTab == (tab == .headers ? .headers : .body))
    }

    @Test func `events of another exchange change nothing`() {
        var state = ResponsePaneState()
        state.begin(id: F.id(2), label: F.label, at: F.moment(0))
        _ = state.apply(F.event(1, 5, .finished(F.exchange(1))))
        #expect(state.inFlight?.id == F.id(2))
        #expect(state.shown == nil)
        var idle = ResponsePaneState()
        _ = idle.apply(F.event(1, 5, .finished(F.exchange(1))))
        #expect(idle.isIdle)
    }

    @Test func `a body that breaks off keeps status, headers and bytes under the error`() {
        let error = EngineError(category: .protocol, phase: .receive, sentence: "Lost.", hint: "Send again.")
        let state = F.pane(
            F.exchange(response: F.response(body: Array("{\"id\":1".utf8), isComplete: false), error: error))
        #expect(!state.showsErrorView)
        #expect(state.notices.first == .failure(error))
        #expect(state.lines(width: 60).lineCount == 2)
        #expect(state.tabs == ResponseTab.allCases.filter { $0 != .cache && $0 != .cookies && $0 != .tls })
    }

    @Test func `a status error with a body is shown as a response`() {
        let error = EngineError(category: .clientError, sentence: "404.", hint: "")
        var state = F.pane(F.exchange(response: F.response(status: 404, reason: "Not Found"), error: error))
        #expect(state.notices.isEmpty)
        #expect(!state.showsErrorView)
        #expect(state.shownTab == .body)
        state.tab = .error
        #expect(state.lines(width: 60).texts.contains("category  client-error"))
    }

    @Test func `a response without an error has no error tab, and a selected error tab becomes the body`() {
        let error = EngineError(category: .protocol, phase: .receive, sentence: "Lost.", hint: "Send again.")
        var state = F.pane(
            F.exchange(1, response: F.response(body: Array("{\"id\":1".utf8), isComplete: false), error: error))
        state.tab = .error
        #expect(state.lines(width: 60).texts.contains("Try: Send again."))
        _ = state.show(F.exchange(2), label: F.label)
        #expect(!state.tabs.contains(.error))
        #expect(state.shownTab == .body)
    }

    @Test func `a large body is prepared by the caller, and one for another response is dropped`() {
        let body = Array(("[" + String(repeating: "1,", count: 40_000) + "1]").utf8)
        let exchange = F.exchange(response: F.response(body: body))
        var state = ResponsePaneState()
        state.begin(id: exchange.id, label: F.label, at: F.moment(0))
        guard case .prepareBody(let wanted, let scan) = state.apply(F.event(1, 9, .finished(exchange))) else {
            Issue.record("no preparation asked for")
            return
        }
        #expect(wanted.id == exchange.id)
        #expect(state.lines(width: 40).lineCount == 32_769, "its beginning, laid out")
        #expect(scan?.place == 65_536)
        #expect(state.notices == [.preparing(bytes: ExchangeDocument.cost(of: exchange), ready: 65_536)])
        var more = BodyScan(BodyBytes(body), contentType: nil)
        more.read(to: 70_001)
        state.bodyRead(F.id(7), BodyDocument(more, isComplete: false))
        #expect(state.lines(width: 40).lineCount == 32_769, "another one")
        state.bodyRead(exchange.id, BodyDocument(more, isComplete: false))
        #expect(state.lines(width: 40).lineCount == 35_001)
        state.bodyPrepared(ExchangeDocument(F.exchange(7)))
        #expect(state.shown?.document == nil)
        state.bodyPrepared(ExchangeDocument(exchange))
        #expect(state.lines(width: 40).lineCount == 40_003)
    }

    @Test func `tabs turn in a circle and keep where the reader stood`() {
        var state = F.pane()
        let small = Size(columns: 60, rows: 4)
        state.scroll(by: 1, in: small)
        #expect(state.scroll.line == 1)
        for tab in [ResponseTab.headers, .timing, .raw, .checks, .body] {
            _ = state.perform(.nextTab, in: small)
            #expect(state.shownTab == tab)
        }
        #expect(state.scroll.line == 1)
        _ = state.perform(.previousTab, in: small)
        #expect(state.shownTab == .checks)
    }

    @Test func `scrolling stops at the ends`() {
        var state = F.pane()
        let small = Size(columns: 60, rows: 5)
        _ = state.perform(.bottom, in: small)
        #expect(state.scroll.line == 8 - 4)
        _ = state.perform(.pageDown, in: small)
        #expect(state.scroll.line == 4)
        _ = state.perform(.pageUp, in: small)
        #expect(state.scroll.line == 1)
        _ = state.perform(.top, in: small)
        #expect(state.scroll == ScrollPosition())
        _ = state.perform(.halfPageDown, in: small)
        #expect(state.scroll.line == 2)
    }

    @Test func `the ways to show a body turn in a circle`() {
        var state = F.pane()
        var seen: [BodyMode] = []
        for _ in 0..<4 {
            seen.append(state.bodyMode)
            _ = state.perform(.cycleBodyMode, in: Self.size)
        }
        #expect(seen == [.pretty, .raw, .hex, .pretty])
    }

    @Test func `wrapping can be switched off where lines are long`() {
        var state = F.pane(F.exchange(response: F.response(body: Array(String(repeating: "word ", count: 40).utf8))))
        #expect(state.viewport(in: Self.size).rows(from: state.scroll).count == 4)
        _ = state.perform(.toggleWrap, in: Self.size)
        #expect(state.viewport(in: Self.size).rows(from: state.scroll).count == 1)
        _ = state.perform(.moveRight, in: Self.size)
        #expect(state.scroll.column == 8)
        let isHandled = state.perform(.send, in: Self.size)
        #expect(!isHandled)
    }

    // MARK: Search

    private func search(_ text: String, in state: inout ResponsePaneState) {
        _ = state.perform(.search, in: Self.size)
        for character in text { state.handle(.character(character), in: Self.size) }
    }

    /// The line of the current hit.
    private func hitLine(_ state: ResponsePaneState) -> Int? {
        state.search?.current.map { state.viewport(in: Self.size).source.place(of: $0.start).line }
    }

    @Test func `typing finds the first hit, and n and N go on in a circle`() {
        var state = F.pane()
        search("a", in: &state)
        #expect(state.isTypingSearch)
        #expect(state.search?.run?.total == 2)
        #expect(hitLine(state) == 3)
        #expect(state.cursorPlace(in: Self.size)?.line == 3)
        state.handle(.enter, in: Self.size)
        #expect(!state.isTypingSearch)
        _ = state.perform(.searchNext, in: Self.size)
        #expect(hitLine(state) == 5)
        _ = state.perform(.searchNext, in: Self.size)
        #expect(hitLine(state) == 3)
        #expect(state.search?.wrappedTo != nil)
        _ = state.perform(.searchPrevious, in: Self.size)
        #expect(hitLine(state) == 5)
        #expect(state.search?.number == 2)
    }

    @Test func `Esc leaves the field and goes back to where the search began`() {
        var state = F.pane()
        let small = Size(columns: 60, rows: 5)
        _ = state.perform(.search, in: small)
        for character in "paid" { state.handle(.character(character), in: small) }
        #expect(state.scroll.line > 0)
        state.handle(.escape, in: small)
        #expect(state.search == nil)
        #expect(state.scroll == ScrollPosition())
        let left = state.leaveSearch()
        #expect(!left)
    }

    /// The search that the state asks for now.
    private func job(_ state: inout ResponsePaneState, id: Int) -> SearchJob? {
        state.searchEffects(in: Self.size, id: id).compactMap { if case .search(let job) = $0 { job } else { nil } }
            .first
    }

    @Test func `a search through a large body goes on in the background`() throws {
        let text = String(repeating: "x", count: 12 << 20) + "\nneedle"
        let exchange = F.exchange(response: F.response(headers: [], body: Array(text.utf8)))
        var state = F.pane(exchange)
        state.bodyPrepared(ExchangeDocument(exchange))
        search("needle", in: &state)
        #expect(state.wantsSearchTime(in: Self.size))
        #expect(state.search?.current == nil)
        let job = try #require(job(&state, id: 1))
        #expect(!state.wantsSearchTime(in: Self.size))
        job.work(isStopped: { false }, report: { state.searched(1, $0, in: Self.size) })
        #expect(!state.wantsSearchTime(in: Self.size))
        #expect(hitLine(state) == 1)
        #expect(state.search?.number == 1)
        #expect(state.scroll.line == 0 && state.scroll.row > 0)
    }

    @Test func `what an earlier search finds late is dropped, and other words end it`() throws {
        let text = String(repeating: "x", count: 12 << 20) + "\nneedle"
        let exchange = F.exchange(response: F.response(headers: [], body: Array(text.utf8)))
        var state = F.pane(exchange)
        state.bodyPrepared(ExchangeDocument(exchange))
        search("need", in: &state)
        let first = try #require(job(&state, id: 1))
        state.handle(.character("z"), in: Self.size)
        let effects = state.searchEffects(in: Self.size, id: 2)
        guard case .stopSearch(1)? = effects.first, case .search(let second)? = effects.last else {
            Issue.record("\(effects)")
            return
        }
        first.work(isStopped: { false }, report: { state.searched(1, $0, in: Self.size) })
        #expect(state.search?.current == nil)
        second.work(isStopped: { false }, report: { state.searched(2, $0, in: Self.size) })
        #expect(state.search?.run?.isComplete == true && state.search?.run?.total == 0)
        state.handle(.escape, in: Self.size)
        #expect(!state.wantsSearchTime(in: Self.size))
    }

    @Test func `a new response is searched for the same words`() {
        var state = F.pane()
        search("paid", in: &state)
        state.handle(.enter, in: Self.size)
        state.begin(id: F.id(2), label: F.label, at: F.moment(1))
        let exchange = F.exchange(2, response: F.response(body: Array("[\"paid\"]".utf8)))
        _ = state.apply(F.event(2, 5, .finished(exchange)))
        #expect(state.wantsSearchTime(in: Self.size))
        _ = state.searchEffects(in: Self.size, id: 1)
        #expect(state.search?.run?.total == 1)
        #expect(hitLine(state) == 1)
    }

    @Test func `another view of the body keeps the hit, and the reader's place`() throws {
        let items = (0..<500).map { "{\"id\":\($0)}" }.joined(separator: ",")
        var state = F.pane(F.exchange(response: F.response(body: Array("[\(items)]".utf8))))
        search("\"id\": 300", in: &state)
        state.handle(.enter, in: Self.size)
        let hit = try #require(state.search?.current)
        #expect(hitLine(state) == 902)
        _ = state.perform(.top, in: Self.size)
        search("00}", in: &state)
        _ = state.searchEffects(in: Self.size, id: 1)
        let second = try #require(state.search?.current)
        #expect(hit != second)
        _ = state.perform(.cycleBodyMode, in: Self.size)
        _ = state.searchEffects(in: Self.size, id: 2)
        #expect(state.bodyMode == .raw)
        #expect(state.search?.current == second)
        #expect(state.search?.run?.total == 4)
    }

    @Test func `a pattern that is not finished says what is missing, and Enter waits`() {
        var state = F.pane()
        search("(a", in: &state)
        state.handle(.control("t"), in: Self.size)
        #expect(state.search?.problem?.isEmpty == false)
        state.handle(.enter, in: Self.size)
        #expect(state.isTypingSearch)
        state.handle(.character(")"), in: Self.size)
        #expect(state.search?.problem == nil)
        #expect(state.search?.run?.total == 2)
    }

    // MARK: Live

    @Test func `phases of an exchange in flight are drawn at their offsets, and the current one grows`() {
        var state = ResponsePaneState()
        state.begin(id: F.id(2), label: F.label, at: F.moment(0))
        for (moment, step) in [
            (1, EngineEvent.Step.hopStarted(index: 0, method: "GET", url: "https://x/")), (4, .nameResolved),
            (9, .connected),
            (20, .tlsDone), (21, .requestSent),
        ] { _ = state.apply(F.event(2, moment, step)) }
        let rows = state.timing(at: F.moment(50))?.rows ?? []
        func phase(_ phase: Phase, _ start: Int, _ length: Int, _ isRunning: Bool = false) -> TimingTable.Row {
            .phase(phase, start: .milliseconds(start), length: .milliseconds(length), isRunning: isRunning)
        }
        #expect(
            rows == [
                .hop(number: 1, method: "GET", url: "https://x/", status: nil, cause: "", start: .zero),
                phase(.queue, 0, 1), phase(.dns, 1, 3), phase(.connect, 4, 5), phase(.tls, 9, 11), phase(.send, 20, 1),
                phase(.wait, 21, 29, true), .gap, .number("so far", .milliseconds(50)),
            ])
    }

    @Test func `a hop in flight says whether it follows a redirect or is sent again`() {
        var state = ResponsePaneState()
        state.begin(id: F.id(2), label: F.label, at: F.moment(0))
        for (moment, step) in [
            (1, EngineEvent.Step.hopStarted(index: 0, method: "GET", url: "http://x/a")),
            (5, .redirected(status: 302, to: "http://x/b")),
            (6, .hopStarted(index: 1, method: "GET", url: "http://x/b")),
            (9, .retryScheduled(retry: 1, after: .milliseconds(20), reason: F.timeout)),
            (30, .hopStarted(index: 2, method: "GET", url: "http://x/b")),
        ] { _ = state.apply(F.event(2, moment, step)) }
        let causes = (state.timing(at: F.moment(50))?.rows ?? []).compactMap { row -> String? in
            guard case .hop(_, _, _, _, let cause, _) = row else { return nil }
            return cause
        }
        #expect(causes == ["", "redirect 302", "sent again"])
    }

    @Test func `a reused connection has no phases that did not happen`() {
        var state = ResponsePaneState()
        state.begin(id: F.id(2), label: F.label, at: F.moment(0))
        _ = state.apply(F.event(2, 0, .hopStarted(index: 0, method: "GET", url: "http://x/")))
        _ = state.apply(F.event(2, 2, .requestSent))
        _ = state.apply(F.event(2, 9, .headReceived(status: 200, expectedBodyBytes: 500)))
        _ = state.apply(F.event(2, 12, .progress(receivedBytes: 100, expectedBytes: nil)))
        let phases = state.inFlight?.hops.first?.ends.map(\.phase)
        #expect(phases == [.send, .wait])
        #expect(state.inFlight?.phase == .receive)
        #expect(state.inFlight?.receivedBytes == 100)
        #expect(state.inFlight?.expectedBytes == 500)
    }
}
