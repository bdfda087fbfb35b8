import NetEngine
import TestSupport
import Workspace

@testable import Reports
@testable import Runs

/// Runs with what few runs have: parts, loops, rows, odd bodies, warnings, many results.
extension RecordedRun {
    private typealias F = ExchangeFixtures

    static func more() throws -> [(name: String, run: RecordedRun)] {
        [
            ("part", try part()), ("joined", try joined()), ("loops", try loops()), ("bodies", try bodies()),
            ("checks", try checks()), ("rounds", try rounds()), ("failures", try failures(31)),
            ("30 failures", try failures(30)),
        ]
    }

    /// A part that ended at its first failure, of a run with every setting.
    private static func part() throws -> RecordedRun {
        var head = head([login, list, order], rounds: nil)
        (head.name, head.environment, head.paths) = (nil, nil, ["api", "b c.http"])
        head.shard = RunHead.Shard(index: 2, count: 3, plan: "p", requests: [0, 2], attempt: 1)
        head.settings.jobs = 4
        head.settings.rate = 2.5
        head.settings.duration = .seconds(90)
        (head.settings.data, head.settings.rows, head.settings.cache) = ("rows.csv", 2, "no-store")
        var late = passed(0, round: 2, micros: 5_000_000)
        late.delay = .microseconds(1500)
        return try RecordedRun(
            head, [(late, nil)], end: RunEnd(elapsed: .seconds(61), reason: .failure, notReached: 3))
    }

    private static func joined() throws -> RecordedRun {
        var head = head([login, list])
        head.missingParts = [2, 4]
        head.paths = []
        return try RecordedRun(
            head, [(passed(0, micros: 999), nil), (skipped(1, nil), nil)],
            end: RunEnd(elapsed: .milliseconds(1), reason: .duration))
    }

    /// Repetitions, rows that are sent again, and requests that have the same name or none.
    private static func loops() throws -> RecordedRun {
        func request(_ line: Int, _ id: String, turn: String? = nil) -> RunHead.Request {
            RunHead.Request(file: "l.rest", line: line, id: id, method: "GET", url: "{{u}}", turn: turn)
        }
        var head = head(
            [
                request(1, "each", turn: "1 of 2"), request(1, "each", turn: "2 of 2"), request(5, ""),
                request(9, "GET /x"), request(13, "twice"), request(17, "twice"), request(21, "GETS"),
            ], rounds: 4)
        (head.settings.data, head.settings.rows) = ("rows.json", 2)
        let results = (0..<7).flatMap { step in
            [0, 3].map { round -> (RunRecord, Exchange?) in
                var record = RunRecord(
                    item: RunSchedule.Item(round: round, step: step), repetition: step < 5 ? step % 2 : nil,
                    word: step == 3 ? .failed : .passed)
                (record.status, record.networkTime) = (200, .microseconds(100 * (step + 1) + round))
                record.timings = PhaseTimings(total: .microseconds(100 * (step + 1) + 50))
                record.traffic = RunRecord.Traffic(
                    startedAt: Timestamp(microsecondsSince1970: start.microsecondsSince1970 + Int64(200 * step)),
                    receivedBytes: step == 2 ? nil : step)
                return (record, nil)
            }
        }
        return try RecordedRun(head, results)
    }

    /// Failures whose responses are no text, long, in another encoding, cut, empty or not there.
    private static func bodies() throws -> RecordedRun {
        func answer(_ type: String, _ body: [UInt8], isComplete: Bool = true) -> Response {
            F.response(
                status: 404, reason: "No\u{1B}[1m", headers: [HeaderField("Content-Type", type)], body: body,
                isComplete: isComplete, version: isComplete ? .http2 : .http1_0)
        }
        let long = Array(String(repeating: "é", count: 4095).utf8) + Array("a漢z".utf8)
        let responses = [
            answer("image/png", [0x89, 0x50, 0, 1, 2]), answer("application/octet-stream", [UInt8](0...255) + [0, 1]),
            answer("text/plain", long), answer("text/plain; charset=iso-8859-1", [0xE4, 0x62]),
            answer("text/plain", [0x61, 0xC3], isComplete: false), answer("text/plain", [0xFF, 0x61]),
            answer("text/plain", []),
        ]
        var results = responses.enumerated().map { index, response -> (RunRecord, Exchange?) in
            (failedCheck(0, round: index), F.exchange(UInt64(index + 1), response: response))
        }
        let binary = F.request(method: "PUT", body: .bytes([0, 1, 2]))
        let moved = F.response(status: 302, reason: "Found", headers: [HeaderField("Location", "/y")], body: [])
        let hops = [
            F.hop(request: binary, response: moved),
            F.hop(cause: .redirect(status: 302), request: F.request("/y", body: .none), response: nil),
        ]
        results.append((failed(0, .timeout, "It took too long."), F.exchange(20, hops: hops, response: nil)))
        results.append((failed(0, .timeout, "It took too long."), F.exchange(21, hops: [], response: nil)))
        let sent: [(type: String, body: [UInt8])] = [
            ("application/json", Array(#"{"a":"</pre>"}"#.utf8)), ("image/png", [0x89, 0x50, 0, 1]),
            ("text/plain", long),
        ]
        for (number, sent) in sent.enumerated() {
            let draft = RequestDraft(
                method: "PUT", url: "http://127.0.0.1:8080/x", headers: [HeaderField("Content-Type", sent.type)],
                body: .bytes(sent.body))
            let hop = F.hop(request: F.request("/x", method: "PUT", body: draft.body), response: nil)
            results.append(
                (failedCheck(0, round: 10 + number), F.exchange(UInt64(30 + number), draft: draft, hops: [hop])))
        }
        return try RecordedRun(head([login], rounds: 20), results)
    }

    /// Each verdict, a failure that was asked for, files for responses, retries and a cache.
    private static func checks() throws -> RecordedRun {
        func check(_ verdict: CheckResult.Verdict, _ line: Int) -> CheckResult {
            CheckResult(
                text: "body contains \"x\"", line: line, verdict: verdict, expected: verdict == .warning ? "" : "x",
                actual: line == 3 ? nil : "y", reason: line == 4 ? "because" : nil)
        }
        var all = sent(0, .failed, status: 200)
        all.checks = CheckReport(results: [
            check(.passed, 1), check(.failed, 2), check(.failed, 3), check(.failed, 4), check(.warning, 5),
            check(.notEvaluated, 6),
        ])
        all.checks.logs = [HandlerLog(text: "one\ntwo", line: 9), HandlerLog(text: "<three> `x`", line: 10)]
        all.isUnverified = true
        all.traffic?.retries = 2
        all.traffic?.cache = .revalidated
        var excused = failed(1, .serverError, "The server answered with status 500.", status: 500)
        excused.checks = CheckReport(results: [check(.failed, 7)], excusesError: true)
        excused.responseFile = .failure(CollectionError(sentence: "api/b.http:9: x.json exists."))
        var kept = sent(2, .passed, status: 200)
        kept.responseFile = .success("out/x.json")
        kept.checks = CheckReport(results: [check(.warning, 8)])
        kept.checks.logs = [HandlerLog(text: "one\ntwo", line: 3)]
        kept.traffic?.retries = 1
        kept.traffic?.cache = .hit
        kept.isUnverified = true
        kept.heldBack = [HeldBack(origin: "http://b.test", fields: ["Authorization"])]
        var odd = sent(2, .failed, round: 1, status: nil)
        (odd.timings, odd.networkTime) = (PhaseTimings(tls: .microseconds(7), total: .microseconds(9)), nil)
        odd.responseFile = .failure(CollectionError(sentence: "No room."))
        return try RecordedRun(
            head([login, list, order], rounds: 2),
            [(all, nil), (excused, nil), (kept, nil), (odd, nil), (sent(1, .failed, round: 1, status: 500), nil)])
    }

    /// Just enough responses for a percentile, and one too few.
    private static func rounds() throws -> RecordedRun {
        let results = (0..<57).map { number -> (RunRecord, Exchange?) in
            let (step, round) = (number % 2, number / 2)
            return (passed(step, round: round, micros: 1000 + 37 * number, startsAt: 2500 * number), nil)
        }
        return try RecordedRun(
            head([login, list], rounds: 29), results, end: RunEnd(elapsed: .milliseconds(250), reason: .complete))
    }

    /// More failures than a summary, GitHub or a page show open.
    private static func failures(_ count: Int) throws -> RecordedRun {
        let requests = (0..<12).map { number in
            RunHead.Request(file: "f\(number % 3).http", line: number + 1, id: "r\(number)", method: "GET")
        }
        let results = (0..<count).map { number -> (RunRecord, Exchange?) in
            (failedCheck(number % 12, round: number / 12, actual: "\(400 + number)"), nil)
        }
        return try RecordedRun(head(requests, rounds: 3), results)
    }
}
