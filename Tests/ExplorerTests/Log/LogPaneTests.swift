import NetEngine
import NetEngineRequestLog
import RequestLog
import TestSupport
import Testing

@testable import Base
@testable import Explorer
@testable import TerminalUI

@Suite struct LogPaneTests {
    typealias F = ExchangeFixtures
    static let size = Size(columns: 70, rows: 3)

    private func queued(_ number: UInt64, _ url: String = "http://x/orders") -> EngineEvent {
        F.event(number, 0, .queued(method: "GET", url: url))
    }

    private func log(of count: UInt64) -> LogPaneState {
        var log = LogPaneState()
        for number in 1...count { log.apply(queued(number)) }
        return log
    }

    private func frame(_ log: LogPaneState, _ columns: Int, _ rows: Int, at now: MonotonicTime? = nil) -> String {
        var buffer = CellBuffer(size: Size(columns: columns, rows: rows))
        LogPane.draw(log, in: buffer.bounds, isFocused: true, zone: 3600, sendKey: "s", now: now, on: &buffer)
        return buffer.dump()
    }

    @Test func `a row appears when its request is queued and changes in place`() {
        var log = LogPaneState()
        log.apply(queued(1))
        log.apply(queued(2))
        #expect(log.session.rows.map(\.status) == [.running(.queue), .running(.queue)])
        log.apply(F.event(1, 3, .hopStarted(index: 0, method: "GET", url: "http://x/orders")))
        log.apply(F.event(1, 5, .requestSent))
        #expect(log.session.rows.first?.status == .running(.wait))
        #expect(log.session.rows.map(\.isRunning) == [true, true])
        // Each report is about all that has come, not about what is new.
        for count in [40, 50] {
            log.apply(F.event(1, 100, .progress(receivedBytes: count, expectedBytes: 58)))
            #expect(log.session.rows.first?.bodyBytes == count)
        }
        log.apply(F.event(1, 132, .finished(F.exchange(1))))
        #expect(log.session.rows.first?.status == .finished(status: 201, error: nil, errorPhase: nil))
        #expect(log.session.rows.first?.bodyBytes == 58)
        #expect(log.session.rows.count == 2)
        #expect(log.session.rows.map(\.isRunning) == [false, true])
        log.apply(F.event(1, 140, .progress(receivedBytes: 1, expectedBytes: nil)))
        #expect(log.session.rows.first?.bodyBytes == 58)
    }

    @Test func `a row and the response name the headers that a redirect left out`() throws {
        for (names, told) in [(["X-Thing"], "held back: X-Thing"), (["X-A", "X-B"], "held back: 2 headers")] {
            let there = F.hop(cause: .redirect(status: 302), response: F.response(), heldBack: names)
            let exchange = F.exchange(1, hops: [F.hop(response: F.response(status: 302)), there])
            var log = LogPaneState()
            log.apply(queued(1))
            log.apply(F.event(1, 132, .finished(exchange)))
            #expect(frame(log, 180, 1).contains("\(told)  1 redirect"))
            #expect(frame(log, 80, 1).contains("held back: "))
            var pane = F.pane(exchange)
            for tab in [ResponseTab.headers, .raw] {
                pane.tab = tab
                let list = names.joined(separator: ", ")
                #expect(
                    F.frame(pane, 80, 40).contains("Not sent here, because it is another server: \(list)"), "\(tab)")
            }
        }
    }

    @Test func `a row says how often its request was sent`() {
        let again = F.hop(cause: .retry, response: F.response())
        let exchange = F.exchange(1, hops: [F.hop(response: F.response(status: 503)), again])
        var log = LogPaneState()
        log.apply(queued(1))
        log.apply(F.event(1, 132, .finished(exchange)))
        #expect(frame(log, 180, 1).contains("2 attempts"))
        #expect(!frame(log, 180, 1).contains("redirect"))
    }

    @Test func `after waits before retries a row says how long all took`() {
        let again = F.hop(cause: .retry, response: F.response())
        let exchange = Exchange(
            id: F.id(1), draft: F.exchange().draft, startedAt: F.start,
            hops: [F.hop(response: F.response(status: 503)), again],
            timings: PhaseTimings(total: .milliseconds(2050)), retryWait: .seconds(2), error: nil)
        var log = LogPaneState()
        log.apply(queued(1))
        log.apply(F.event(1, 2050, .finished(exchange)))
        #expect(frame(log, 180, 1).contains("2 attempts in 2.05 s"))
        #expect(frame(log, 110, 1).contains("2 attempts"))
    }

    @Test func `while a retry waits a row says so, and for how long where there is room`() {
        var log = LogPaneState()
        log.apply(queued(1), at: F.moment(0))
        log.apply(F.event(1, 1, .hopStarted(index: 0, method: "GET", url: "http://x/orders")))
        log.apply(F.event(1, 4, .requestSent))
        #expect(log.session.rows.first?.logRow(number: 1).state == .sent)
        log.apply(F.event(1, 5, .headReceived(status: 503, expectedBodyBytes: nil)))
        #expect(frame(log, 100, 1).contains("… receiving"))
        #expect(log.session.rows.first?.logRow(number: 1).state == .receiving)
        log.apply(F.event(1, 20, .retryScheduled(retry: 1, after: .seconds(30), reason: F.timeout)))
        #expect(frame(log, 100, 1, at: F.moment(2_120)).contains("… retry in 28 s"))
        #expect(frame(log, 60, 1, at: F.moment(2_120)).contains("… retry  "))
        #expect(log.session.rows.first?.logRow(number: 1).state == .queued)
        log.apply(F.event(1, 30_020, .hopStarted(index: 1, method: "GET", url: "http://x/orders")))
        #expect(frame(log, 100, 1).contains("… resolving"))
    }

    @Test func `an exchange whose beginning was not seen gets a row at its end`() {
        var log = LogPaneState()
        log.apply(F.event(4, 132, .finished(F.exchange(4))))
        #expect(log.session.rows.map(\.id) == [F.id(4)])
        #expect(log.session.exchange(F.id(4)) != nil)
    }

    private static func decision(_ outcome: CacheDecision.Outcome, background: ExchangeID? = nil) async
        -> CacheDecision?
    {
        let engine = Engine(configuration: EngineConfiguration(cache: MemoryCacheStore()))
        let options = RequestOptions(cacheMode: .onlyIfCached)
        var decision = await engine.send(RequestDraft(url: "http://127.0.0.1:1/", options: options)).cacheDecision
        decision?.outcome = outcome
        decision?.background = background
        return decision
    }

    @Test(arguments: [true, false])
    func `a background renewal names the exchange whose stale response it renews`(_ isQueuedFirst: Bool) async throws {
        let stale = try #require(await Self.decision(.stale, background: F.id(2)))
        let miss = try #require(await Self.decision(.miss))
        var log = LogPaneState()
        log.apply(queued(1))
        if isQueuedFirst { log.apply(queued(2)) }
        log.apply(F.event(1, 1, .cacheDecided(stale)))
        if !isQueuedFirst { log.apply(queued(2)) }
        log.apply(F.event(2, 2, .cacheDecided(miss)))
        #expect(log.session.rows.map(\.cache) == [.stale, .miss])
        #expect(log.session.rows.map(\.renews) == [nil, log.session.rows.first?.queuedAt])
        let rows = frame(log, 110, 2).split(separator: "\n")
        #expect(rows.first?.contains("stale") == true)
        #expect(rows.last?.contains("renews 11:32:01") == true)
        #expect(rows.last?.contains("miss") == true)
    }

    @Test func rowsAsText() {
        var log = LogPaneState()
        log.apply(queued(1))
        log.apply(F.event(1, 132, .finished(F.exchange())))
        log.apply(queued(2, "http://x/slow?seconds=5"))
        log.apply(F.event(2, 30, .requestSent))
        log.apply(queued(3, "http://x/\u{1B}[2J\u{202E}"))
        log.apply(F.event(3, 50, .finished(F.exchange(3, hops: [], error: F.timeout))))
        #expect(
            frame(log, 72, 4) == #"""
                 11:32:01.123 POST  201              /orders              132 ms    58 B
                 11:32:01.123 GET       … waiting    /slow?seconds=5       30 ms
                ›11:32:01.123 GET       timeout fir… /\x1B[2J\u{202E}     132 ms

                """#)
        #expect(
            frame(log, 40, 3) == #"""
                 POST  201               /orders
                 GET       … waiting     /slow?seconds=5
                ›GET       timeout firs… /\x1B[2J\u{202…
                """#)
        #expect(frame(LogPaneState(), 60, 1) == " Nothing was sent yet; s sends the selected request.")
    }

    @Test func `it follows until the user moves, and again at the end`() {
        var log = log(of: 9)
        #expect(log.follows)
        #expect(log.top(height: 3) == 6)
        guard case .done = log.perform(.moveUp, in: Self.size) else { return #expect(Bool(false)) }
        #expect(!log.follows)
        #expect(log.selectedRow?.id == F.id(8))
        log.apply(queued(10))
        #expect(log.selectedRow?.id == F.id(8))
        _ = log.perform(.bottom, in: Self.size)
        #expect(log.follows)
        #expect(log.selectedRow?.id == F.id(10))
        _ = log.perform(.toggleFollow, in: Self.size)
        log.apply(queued(11))
        #expect(log.selectedRow?.id == F.id(10))
        #expect(LogPane.title(log).map(\.text.string) == ["1 new  ", "paused"])
    }

    @Test func `opening a row selects the exchange to show`() {
        var log = log(of: 2)
        guard case .stillRunning(let id) = log.perform(.open, in: Self.size) else { return #expect(Bool(false)) }
        #expect(id == F.id(2))
        log.apply(F.event(2, 132, .finished(F.exchange(2))), at: F.moment(132))
        #expect(log.session.finishedAt(F.id(2)) == F.moment(132))
        guard case .open(let exchange) = log.perform(.open, in: Self.size) else { return #expect(Bool(false)) }
        #expect(exchange.id == F.id(2))
    }

    @Test func `old rows are dropped, and their number is shown`() {
        let log = log(of: UInt64(SessionLog.rowLimit) + 1)
        #expect(log.session.rows.count == SessionLog.rowLimit - 999)
        #expect(log.session.droppedRows == 1000)
        #expect(LogPane.title(log).map(\.text.string).joined() == "1000 older rows dropped  following")
        var after = log
        after.apply(F.event(5000, 1, .requestSent))
        #expect(after.session.rows[at: 5000 - 1001]?.status == .running(.wait))
        after.apply(F.event(1, 1, .requestSent))
        #expect(after.session.rows.count == log.session.rows.count)
    }

    @Test func `with a filter, dropped rows take none of those that pass out of their places`() {
        var log = LogPaneState()
        for number in 1...UInt64(SessionLog.rowLimit) {
            log.apply(queued(number, number.isMultiple(of: 2) ? "http://x/even" : "http://x/odd"))
        }
        apply("path:/even", to: &log)
        #expect(log.count == 5000 && log.selectedRow?.id == F.id(10_000))
        _ = log.perform(.moveUp, in: Self.size)
        #expect(log.selectedRow?.id == F.id(9998))
        log.apply(queued(10_001, "http://x/even"))
        #expect(log.session.droppedRows == 1000 && log.count == 4501)
        #expect(log.selectedRow?.id == F.id(9998))
        #expect(log.sessionRow(0)?.id == F.id(1002) && log.sessionRow(4500)?.id == F.id(10_001))
        #expect(LogPane.title(log).map(\.text.string).joined() == "1000 older rows dropped  1 new  paused")
        // One that is dropped changes nothing when it ends.
        log.apply(F.event(2, 9, .requestSent))
        #expect(log.count == 4501)
    }

    /// A log of requests under way, with a filter.
    private func log(of count: UInt64, filter: String) -> LogPaneState {
        var log = log(of: count)
        apply(filter, to: &log)
        return log
    }

    private func apply(_ filter: String, to log: inout LogPaneState) {
        let surroundings = LogFilterField.Surroundings(now: F.start, zone: 0, saved: [:], values: { _, _ in [] })
        log.changeFilter(
            {
                $0.begin()
                $0.paste(filter, surroundings)
                $0.close(surroundings)
            }, in: Self.size)
    }

    private func ended(_ number: UInt64) -> EngineEvent {
        F.event(number, 5, .finished(F.exchange(number, response: F.response(status: 200))))
    }

    @Test func `with a filter, a row that comes or goes before the selected one leaves it selected`() {
        var running = log(of: 4, filter: "is:running")
        _ = running.perform(.moveUp, in: Self.size)
        #expect(running.selectedRow?.id == F.id(3))
        running.apply(ended(1))
        #expect(running.count == 3 && running.selectedRow?.id == F.id(3))
        running.apply(ended(3))
        #expect(running.count == 2 && running.selectedRow?.id == F.id(4), "the next one")
        running.apply(ended(4))
        #expect(running.count == 1 && running.selectedRow?.id == F.id(2), "the last one there is")
        var good = log(of: 4, filter: "status:200")
        for number in [2, 4] as [UInt64] { good.apply(ended(number)) }
        _ = good.perform(.moveUp, in: Self.size)
        #expect(good.selectedRow?.id == F.id(2))
        good.apply(ended(1))
        good.apply(ended(3))
        #expect(good.count == 4 && good.selectedRow?.id == F.id(2))
    }

    @Test func `of values that were seen the newest twenty are offered, each once`() {
        var log = LogPaneState()
        for number in 1...30 as ClosedRange<UInt64> {
            for id in [number, number + 100] { log.apply(queued(id, "http://Host-\(number)/x")) }
        }
        log.apply(queued(99, "http://other/x"))
        let hosts = log.seenValues(of: .host, beginningWith: "HOST-")
        #expect(hosts.map { $0.lowercased() } == (11...30).reversed().map { "host-\($0)" })
        #expect(log.seenValues(of: .host, beginningWith: "o") == ["other"])
        #expect(log.seenValues(of: .host, beginningWith: "").first == "other")
    }

    @Test func `exchanges are kept within their limits, the last one always`() {
        var log = log(of: 60)
        for number in 1...60 { log.apply(F.event(UInt64(number), 5, .finished(F.exchange(UInt64(number))))) }
        #expect(log.session.exchange(F.id(10)) == nil)
        #expect(log.session.exchange(F.id(11)) != nil)
        let big = F.exchange(
            61, response: F.response(body: Array(repeating: 0x20, count: SessionLog.keptByteLimit + 1)))
        log.apply(F.event(61, 5, .finished(big)))
        #expect(log.session.exchange(F.id(60)) == nil)
        #expect(log.session.exchange(F.id(61)) != nil)
        _ = log.perform(.top, in: Self.size)
        guard case .dropped = log.perform(.open, in: Self.size) else { return #expect(Bool(false)) }
    }
}
