import NetEngine
import TestSupport
import Testing

@testable import Base
@testable import Bodies
@testable import Explorer
@testable import TerminalUI
@testable import Workspace

private typealias F = ExchangeFixtures

/// An exchange and its body while they arrive, as values: times, speeds, and what is left out of a long body.
@Suite struct LiveResponseTests {
    private static let started = EngineEvent.Step.hopStarted(index: 0, method: "GET", url: "http://x/")

    private func live(_ steps: [(Int, EngineEvent.Step)]) -> LiveExchange {
        var live = LiveExchange(id: F.id(2), label: F.label, startedAt: F.moment(0), preparation: .zero)
        for (moment, step) in steps { live.apply(F.event(2, moment, step)) }
        return live
    }

    // MARK: Times

    @Test func `the time so far is never less than at the last event`() {
        let exchange = live([(1, Self.started), (50, .nameResolved), (20, .connected)])
        #expect(exchange.elapsed == .milliseconds(50))
        #expect(exchange.elapsed(at: F.moment(10)) == .milliseconds(50))
        #expect(exchange.elapsed(at: F.moment(70)) == .milliseconds(70))
    }

    @Test func `only the first request waited in the queue, if it did, and the others begin where they do`() {
        let next = EngineEvent.Step.hopStarted(index: 1, method: "GET", url: "http://x/")
        func ends(_ exchange: LiveExchange) -> [String] {
            exchange.hops.map { hop in
                let ends = hop.ends.map { "\($0.phase) \($0.end / .milliseconds(1))" }
                return "\(hop.startOffset / .milliseconds(1)) \(ends.joined(separator: ","))"
            }
        }
        #expect(ends(live([(0, Self.started)])) == ["0.0 "])
        #expect(ends(live([(1, Self.started)])) == ["0.0 queue 1.0"])
        #expect(
            ends(live([(1, Self.started), (9, .redirected(status: 302, to: "http://x/")), (30, next)]))
                == ["0.0 queue 1.0,dns 9.0", "30.0 "])
        let waiting = live([(1, Self.started), (9, .retryScheduled(retry: 2, after: .seconds(1), reason: F.timeout))])
        #expect(waiting.phase == .queue && waiting.hops.last?.running == nil && live([]).phase == .queue)
        #expect(waiting.nextAttempt?.number == 3 && waiting.nextAttempt?.begin == .milliseconds(1009))
    }

    @Test func `a further request knows nothing of what the one before sent and received`() {
        let steps: [(Int, EngineEvent.Step)] = [
            (1, .waitingForConnectivity), (2, Self.started), (3, .uploadProgress(sentBytes: 5, totalBytes: 9)),
            (4, .requestSent), (5, .headReceived(status: 503, expectedBodyBytes: 90)),
            (300, .progress(receivedBytes: 40, expectedBytes: nil)),
            (301, .retryScheduled(retry: 1, after: .seconds(1), reason: F.timeout)),
        ]
        let before = live(steps)
        #expect(before.sentBytes?.count == 5 && before.receivedBytes == 40 && before.expectedBytes == 90)
        #expect(before.status == 503 && before.nextAttempt != nil && before.speed(at: F.moment(301)) != nil)
        #expect(!before.isWaitingForConnectivity && live([steps[0]]).isWaitingForConnectivity)
        let after = live(steps + [(1400, .hopStarted(index: 1, method: "GET", url: "http://x/"))])
        #expect(after.sentBytes == nil && after.receivedBytes == 0 && after.expectedBytes == nil)
        #expect(after.status == nil && after.nextAttempt == nil && after.speed(at: F.moment(2000)) == nil)
    }

    @Test(arguments: [
        ("https://x/", Phase.tls), ("HttpS://x/", .tls), ("http://x/", .send), ("https:/x", .send),
        ("http://https://x", .send), ("httpss://x", .send),
    ])
    func `after the connection comes the handshake, of https alone`(url: String, phase: Phase) {
        let steps: [(Int, EngineEvent.Step)] = [
            (1, .hopStarted(index: 0, method: "GET", url: url)), (2, .nameResolved), (3, .connected),
        ]
        #expect(live(steps).phase == phase)
    }

    // MARK: Speed

    @Test func `a speed is that of the last three seconds, and of a byte a second at least`() {
        func speed(_ progress: [(Int, Int)], expected: Int? = nil, at now: Int) -> String {
            let head = EngineEvent.Step.headReceived(status: 200, expectedBodyBytes: expected)
            let steps = progress.map { ($0.0, EngineEvent.Step.progress(receivedBytes: $0.1, expectedBytes: nil)) }
            let speed = live([(1, Self.started), (100, head)] + steps).speed(at: F.moment(now))
            return speed.map { "\($0.rate) \($0.left.map { "\($0)" } ?? "-")" } ?? "none"
        }
        let early = [(1000, 100), (2000, 200), (3100, 300)]
        #expect(speed(early + [(4000, 400)], at: 4000) == "100 -")
        #expect(speed(early + [(3999, 400)], at: 3999) == "102 -")
        #expect(speed([(2100, 1)], at: 2200) == "none" && speed([(2100, 3)], at: 2200) == "1 -")
        #expect(speed([(1100, 0)], at: 2200) == "none")
        #expect(speed([(1100, 100)], expected: 250, at: 1100) == "100 2")
        #expect(speed([(1100, 100)], expected: 201, at: 1100) == "100 2")
        #expect(speed([(1100, 100)], expected: 200, at: 1100) == "100 1")
        #expect(speed([(1100, 100)], expected: 50, at: 1100) == "100 0", "more than was promised")
    }

    @Test func `how long a retry waits is said in whole seconds, rounded up`() {
        let rows: [(begin: Int, elapsed: Int, text: String)] = [
            (28_000, 0, "28 s"), (28_001, 0, "29 s"), (1000, 1, "1 s"), (1000, 1000, "0 s"), (1000, 5000, "0 s"),
        ]
        for (begin, elapsed, text) in rows {
            #expect(
                ResponseStatusLine.left(until: .milliseconds(begin), at: .milliseconds(elapsed)) == text, "\(begin)")
        }
    }

    // MARK: Timing

    @Test func `the first byte is that of the last request, once it came`() {
        let steps: [(Int, EngineEvent.Step)] = [
            (1, Self.started), (5, .requestSent), (20, .headReceived(status: 302, expectedBodyBytes: nil)),
            (25, .redirected(status: 302, to: "http://x/b")),
            (30, .hopStarted(index: 1, method: "GET", url: "http://x/b")), (32, .requestSent),
            (50, .headReceived(status: 200, expectedBodyBytes: nil)),
        ]
        func rows(_ count: Int) -> [String] {
            TimingTable(live(Array(steps.prefix(count))), at: F.moment(60)).rows.map(\.text)
        }
        #expect(rows(3).contains("first byte 20.000 ms"))
        #expect(!rows(5).contains { $0.hasPrefix("first byte") } && !rows(6).contains { $0.hasPrefix("first byte") })
        #expect(Array(rows(7).suffix(3)) == ["", "first byte 50.000 ms", "so far 60.000 ms"])
        #expect(rows(7).contains("receive 10.000 ms from 50.000 ms"), "\(rows(7))")
        #expect(rows(0) == ["queue 60.000 ms from 0.000 ms", "", "so far 60.000 ms"])
    }

    @Test func `times that are said of an ended exchange begin with the variables, and no hop reaches into the next`() {
        func rows(_ exchange: Exchange, after preparation: Duration = .zero) -> [String] {
            TimingTable(exchange, after: preparation).rows.map(\.text)
        }
        #expect(rows(F.exchange()).contains("first byte 121.650 ms"))
        #expect(rows(F.exchange(), after: .milliseconds(7)).contains("first byte 128.650 ms"))
        #expect(rows(F.exchange()).contains("complete 132.047 ms"))
        let cut = rows(F.exchange(response: F.response(isComplete: false)))
        #expect(cut.contains("ended 132.047 ms") && !cut.contains { $0.hasPrefix("complete") })
        let long = PhaseTimings(wait: .milliseconds(20), total: .milliseconds(50))
        let short = PhaseTimings(wait: .milliseconds(10), total: .milliseconds(10))
        let overlapping = rows(
            F.exchange(
                hops: [
                    F.hop(response: F.response(status: 302), timings: long),
                    F.hop(
                        cause: .redirect(status: 302), response: F.response(), startOffset: .milliseconds(30),
                        timings: short),
                ], timings: PhaseTimings(total: .milliseconds(40))))
        #expect(overlapping.contains("other 10.000 ms from 20.000 ms"), "\(overlapping)")
        #expect(!overlapping.contains { $0.hasPrefix("between") || $0.hasPrefix("finish") }, "\(overlapping)")
    }

    @Test func `a row of the table is said in words`() {
        func hop(_ status: Int?, _ cause: String) -> TimingTable.Row {
            .hop(number: 2, method: "GET", url: "http://h/", status: status, cause: cause, start: .zero)
        }
        let rows: [TimingTable.Row] = [
            hop(nil, ""), hop(307, ""), hop(200, "redirect 307"),
            .phase(.dns, start: .milliseconds(1), length: .milliseconds(2), isRunning: true),
            .server("db", start: .milliseconds(1), length: .milliseconds(2)),
            .own(.finish, start: .milliseconds(1), length: .milliseconds(2)), .number("network", .milliseconds(2)),
            .fact("", "alone"), .fact("name", "text"), .gap,
        ]
        #expect(
            rows.map(\.text).joined(separator: "|")
                == "2 GET http://h/|2 GET http://h/ 307|2 GET http://h/ 200 (redirect 307)|dns 2.000 ms from 1.000 ms"
                + "|db 2.000 ms, as the server says|finish 2.000 ms from 1.000 ms|network 2.000 ms|alone|name text|")
    }

    // MARK: Bodies

    /// A body of one byte more than is kept, of `a` but for these bytes at places behind the first that has to stay.
    private static func long(_ changes: [Int: UInt8]) -> LiveBody {
        var bytes = [UInt8](repeating: 0x61, count: LiveBody.limit + 1)
        for (place, byte) in changes { bytes[least + place] = byte }
        var body = LiveBody()
        body.append(bytes, skipped: .init())
        return body
    }

    /// The first byte of them that has to stay.
    private static let least = LiveBody.limit + 1 - LiveBody.limit * 3 / 4

    @Test func `of a body that is too long three quarters stay, from the beginning of a line or of a character`() {
        var fitting = LiveBody()
        fitting.append([UInt8](repeating: 0x61, count: LiveBody.limit), skipped: .init())
        #expect(fitting.skipped.bytes == 0 && fitting.bytes.count == 1 << 20)
        for (changes, more) in [
            ([:], 0), ([0: 0x0A], 1), ([5: 0x0A, 9: 0x0A], 6), ([65_535: 0x0A], 65_536), ([65_536: 0x0A], 0),
            ([0: 0x80], 1), ([0: 0x80, 1: 0xBF, 2: 0x80], 3), ([0: 0x80, 1: 0x80, 2: 0x80, 3: 0x80, 4: 0x80], 4),
            ([0: 0xC3, 1: 0xA9], 0), ([-1: 0x0A], 0),
        ] as [([Int: UInt8], Int)] {
            let body = Self.long(changes)
            #expect(body.skipped.bytes == Self.least + more, "\(changes)")
            #expect(body.total == LiveBody.limit + 1, "\(changes)")
        }
        #expect(Self.long([5: 0x0A, 9: 0x0A]).skipped.lines == 1 && Self.long([:]).skipped.lines == 0)
    }

    @Test func `what is read of a file takes the place of the pieces, and leaves it to the reader where to be`() {
        var body = LiveBody()
        body.append(Array("abc".utf8), skipped: BodyNews.Skipped(bytes: 7, lines: 1))
        body.layOut()
        #expect(body.total == 10 && !body.isHeld && body.isFollowed)
        body.append(Array("d".utf8), skipped: BodyNews.Skipped(bytes: 1, lines: 0))
        #expect(body.isHeld)
        body.show(BodyDocument(bytes: Array("[1,2]".utf8), isComplete: false))
        #expect(body.total == 5 && !body.isHeld && !body.isFollowed && body.isInFile)
        body.isFollowed = true
        body.show(BodyDocument(bytes: Array("[1,2,3]".utf8), isComplete: false))
        #expect(body.total == 7 && body.isFollowed)
    }

    @Test func `a body that is no stream is shown after 150 ms, not before`() {
        for (moment, isShown) in [(1_169, false), (1_170, true)] {
            var state = F.pane()
            let size = Size(columns: 40, rows: 5)
            state.begin(id: F.id(4), label: F.label, at: F.moment(1_000))
            state.bodyArrived(F.id(4), .began(contentType: "text/plain"), at: F.moment(1_010), in: size)
            for now in [1_020, moment] {
                state.bodyArrived(F.id(4), .bytes(Array("a".utf8), skipped: .init()), at: F.moment(now), in: size)
            }
            #expect((state.arrivingBody != nil) == isShown)
        }
    }

    // MARK: The end

    @Test func `the last fifty exchanges of a pane are known`() {
        var state = ResponsePaneState()
        for number in 1...52 as ClosedRange<UInt64> {
            state.begin(id: F.id(number), label: F.label, at: F.moment(0))
            _ = state.apply(F.event(number, 5, .finished(F.exchange(number))))
        }
        #expect(state.attempts == (3...52).map { F.id($0) })
        for number in 53...54 as ClosedRange<UInt64> {
            _ = state.showSentByRun(F.exchange(number), label: F.label, finishedAt: nil, CheckReport())
        }
        #expect(state.attempts == (5...54).map { F.id($0) })
    }

    @Test func `what a run sent is shown unless a send is on its way or an old exchange was opened`() {
        let log = CheckReport(logs: [HandlerLog(text: "x", line: 1)])
        func shown(_ report: CheckReport = CheckReport(), _ change: (inout ResponsePaneState) -> Void = { _ in })
            -> ResponsePaneState
        {
            var state = F.pane()
            change(&state)
            _ = state.showSentByRun(F.exchange(7), label: F.label, finishedAt: nil, report)
            return state
        }
        #expect(shown().shown?.exchange.id == F.id(7) && shown().shown?.checks == .unchecked)
        #expect(shown(log).shown?.checks == .done(log))
        let flying = shown { $0.begin(id: F.id(3), label: F.label, at: F.moment(0)) }
        #expect(flying.shown?.exchange.id == F.id(1) && flying.attempts == [F.id(1)])
        let old = shown { _ = $0.show(F.exchange(4), label: F.label, isFromLog: true) }
        #expect(old.shown?.exchange.id == F.id(4))
    }

    @Test func `an exchange that is shown again keeps its checks and times, another one has none of them`() {
        var state = F.pane()
        state.checked(F.id(1), CheckReport(results: [Self.check(.failed)]))
        state.shown?.preparation = .milliseconds(5)
        state.scroll(by: 1, in: Size(columns: 40, rows: 4))
        _ = state.show(F.exchange(1), label: F.label, isFromLog: true)
        #expect(state.shown?.checks.score?.text == "0/1" && state.shown?.preparation == .milliseconds(5))
        #expect(state.scrolls.isEmpty && state.isOld)
        _ = state.show(F.exchange(2), label: F.label)
        #expect(state.shown?.checks == .unchecked && state.shown?.preparation == .zero && !state.isOld)
    }

    private static func check(_ verdict: CheckResult.Verdict) -> CheckResult {
        CheckResult(text: "status", line: 1, verdict: verdict, expected: "200")
    }

    @Test func `the first check that failed is selected, else the first warning`() {
        for (verdicts, place) in [
            ([.passed, .warning, .failed, .failed], 2), ([.passed, .warning, .warning], 1), ([.passed, .passed], 0),
            ([.notEvaluated, .passed], 0), ([], 0),
        ] as [([CheckResult.Verdict], Int)] {
            var state = F.pane()
            state.checkSelection = 3
            state.checked(F.id(2), CheckReport(results: [Self.check(.failed)]))
            #expect(state.checkSelection == 3 && state.shown?.checks == .unchecked, "another exchange")
            let report = CheckReport(results: verdicts.map(Self.check))
            state.checked(F.id(1), report)
            #expect(state.checkSelection == place, "\(verdicts)")
            #expect(
                (state.checkReport == nil) == verdicts.isEmpty && (state.shown?.checks.score == nil) == verdicts.isEmpty
            )
        }
    }

    @Test func `who waits for the end of a body leaves it with a key that moves, and with no other`() {
        let body = Array(("[" + String(repeating: "1,", count: 40_000) + "1]").utf8)
        let exchange = F.exchange(response: F.response(body: body))
        let size = Size(columns: 40, rows: 8)
        let leaving: [Command] = [
            .moveUp, .moveDown, .top, .halfPageDown, .halfPageUp, .pageDown, .pageUp, .nextTab, .previousTab,
            .searchNext, .searchPrevious,
        ]
        let staying: [Command] = [.moveLeft, .moveRight, .toggleWrap, .toggleLineNumbers, .lineEnd, .selectLines]
        var waiting = ResponsePaneState()
        _ = waiting.show(exchange, label: F.label)
        _ = waiting.perform(.bottom, in: size)
        #expect(waiting.awaitedEnd == .body)
        for command in leaving + staying {
            var state = waiting
            _ = state.perform(command, in: size)
            #expect((state.awaitedEnd == nil) == leaving.contains(command), "\(command)")
        }
        var rolled = waiting
        rolled.scroll(by: -1, in: size)
        #expect(rolled.awaitedEnd == nil)
        var gone = waiting
        let refusal = gone.go(to: .line(0), in: size)
        #expect(refusal == nil && gone.awaitedEnd == nil)
        var headers = ResponsePaneState()
        _ = headers.show(exchange, label: F.label)
        headers.tab = .headers
        _ = headers.perform(.bottom, in: size)
        #expect(headers.awaitedEnd == nil, "its lines are there")
    }

    @Test func `a body that is read in another way is shown from its best view, as old as it was`() {
        let exchange = F.exchange(
            response: F.response(headers: [HeaderField("Content-Type", "text/plain")], body: Array("abc".utf8)))
        var state = ResponsePaneState()
        _ = state.show(exchange, label: F.label, finishedAt: F.moment(5), isFromLog: true)
        state.chosenMode = .hex
        _ = state.read(as: ReadingChoice(charset: .windows1252))
        #expect(state.chosenMode == nil && state.isOld && state.shown?.finishedAt == F.moment(5))
        #expect(state.notices == [.old, .chosenCharset("windows-1252")])
        // What was prepared for another choice comes late.
        state.shown?.document = nil
        state.bodyPrepared(ExchangeDocument(exchange))
        #expect(state.shown?.document == nil)
        state.bodyPrepared(ExchangeDocument(exchange, as: ReadingChoice(charset: .windows1252)))
        #expect(state.shown?.document != nil)
    }
}
