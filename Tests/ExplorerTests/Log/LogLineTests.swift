import NetEngine
import NetEngineRequestLog
import RequestLog
import TestSupport
import Testing

@testable import Base
@testable import Explorer
@testable import TerminalUI
@testable import Workspace

/// What a row of the log says, and the columns in which it says it.
@Suite struct LogLineTests {
    private typealias F = ExchangeFixtures
    private static let now = Timestamp(microsecondsSince1970: 1_795_257_121_123_000)

    private static func row(_ state: LogRow.State = .done) -> LogRow {
        LogRow(
            id: 1, state: state, startedAt: now, method: "GET", url: "https://h.example:81/orders?page=1", source: .run,
            process: "apitui", pid: 7, status: 200, duration: .milliseconds(5))
    }

    private static func line(_ row: LogRow, after microseconds: Int64? = nil) -> LogLine {
        let later = microseconds.map { Timestamp(microsecondsSince1970: now.microsecondsSince1970 + $0) }
        return LogLine(row, ownPID: 9, now: later, glyphs: .unicode)
    }

    @Test func `the most important note comes first`() {
        var row = Self.row()
        (row.tag, row.isPinned, row.isUnverified, row.resendOf) = ("golden", true, true, 12)
        (row.checksPassed, row.checksFailed, row.attempts, row.redirects) = (2, 1, 3, 1)
        #expect(
            Self.line(row).notes.map(\.text) == [
                "[golden]", "pinned", "TLS not verified", "checks 2/3", "resend of 12", "3 attempts", "1 redirect",
            ])
        #expect(
            Self.line(row).notes.map(\.role) == [.title, .info, .warning, .failure, .info, .warning, .redirect])
        #expect(Self.line(row).notes[2].short == "unverified" && Self.line(row).notes[1].short == "pinned")
        row.checksFailed = 0
        #expect(Self.line(row).notes[3] == LogLine.Note("checks 2/2", .success))
        #expect(Self.line(Self.row()).notes.isEmpty)
    }

    @Test func `a stored row says when the answer came if that was after waits before retries`() {
        var row = Self.row()
        (row.attempts, row.firstByte) = (3, .milliseconds(2050))
        #expect(
            Self.line(row).notes == [LogLine.Note("3 attempts, answer after 2.05 s", short: "3 attempts", .warning)])
        row.firstByte = .milliseconds(4)
        #expect(Self.line(row).notes == [LogLine.Note("3 attempts", .warning)])
    }

    @Test(
        arguments: [
            (.queued, "… queued", .pending), (.sent, "… waiting", .pending), (.receiving, "… receiving", .pending),
            (.done, "", .failure), (.aborted, "aborted", .failure),
        ] as [(LogRow.State, String, Role)])
    func `a row says what it is doing, or how it ended`(state: LogRow.State, verdict: String, role: Role) {
        let line = Self.line(Self.row(state))
        #expect(line.verdict == verdict && line.verdictRole == role)
    }

    @Test func `an error that the checks asked for is ok, in a word`() {
        var row = Self.row()
        (row.status, row.category, row.isErrorExpected) = (404, .clientError, true)
        (row.checksPassed, row.checksFailed) = (1, 0)
        let line = Self.line(row)
        #expect(line.verdict == "ok client-error" && line.shortVerdict == "ok" && line.verdictRole == .success)
        (row.checksPassed, row.checksFailed) = (1, 1)
        #expect(Self.line(row).verdict == "client-error" && Self.line(row).verdictRole == .failure)
    }

    @Test(
        arguments: [
            (.timeout, .wait, "timeout first-byte"), (.timeout, .connect, "timeout connect"),
            (.dns, .dns, "dns"), (.connect, .connect, "connect"), (.tls, .tls, "tls"), (.tls, nil, "tls"),
            (.protocol, .receive, "protocol receive"),
        ] as [(ErrorCategory, Phase?, String)])
    func `a failure names its phase unless that is what it is called itself`(
        category: ErrorCategory, phase: Phase?, text: String
    ) {
        var row = Self.row()
        (row.status, row.category, row.phase) = (nil, category, phase)
        #expect(Self.line(row).verdict == text)
    }

    @Test func `a row that runs takes longer and longer, one that ended took what it took`() {
        var running = Self.row(.sent)
        running.duration = nil
        #expect(Self.line(running, after: 2_500_000).duration == .milliseconds(2500))
        #expect(Self.line(running, after: -1).duration == .zero, "clocks of two machines may differ")
        #expect(Self.line(running).duration == .zero)
        var broken = running
        broken.state = .aborted
        #expect(Self.line(broken, after: 2_500_000).duration == .zero)
        #expect(Self.line(Self.row(), after: 2_500_000).duration == .milliseconds(5))
    }

    @Test(
        arguments: [
            (.screen, 7, "screen 7"), (.run, 7, "run 7"), (.imported, 7, "import 7"), (.library, 7, "shop 7"),
            (.library, 9, "here"), (.screen, 9, "here"),
        ] as [(LogRow.Source, Int, String)])
    func `a row of another process names its command, or its program`(source: LogRow.Source, pid: Int, text: String) {
        var row = Self.row()
        (row.source, row.pid, row.process) = (source, pid, "shop")
        #expect(Self.line(row).process == text)
    }

    @Test func `a URL is shown as host and path, and not at all where only the fact is kept`() {
        var row = Self.row()
        #expect(Self.line(row).host == "h.example:81" && Self.line(row).path == "/orders?page=1")
        row.url = "http://h"
        #expect(Self.line(row).host == "h" && Self.line(row).path == "/")
        row.url = "{{base}}/x"
        #expect(Self.line(row).host.isEmpty && Self.line(row).path == "{{base}}/x")
        row.isFactOnly = true
        #expect(Self.line(row).path == "(not logged)")
    }

    @Test func `a folded Log has time, method, status, what went wrong, path and duration in its border`() {
        func summary(_ row: LogRow) -> String {
            Self.line(row).summary(zone: 3600).map(\.text.string).joined()
        }
        var row = Self.row()
        #expect(summary(row) == "11:32:01 GET 200 /orders?page=1  5.0 ms")
        (row.category, row.phase) = (.protocol, .receive)
        #expect(summary(row) == "11:32:01 GET 200 protocol receive /orders?page=1  5.0 ms")
        row.status = nil
        #expect(summary(row) == "11:32:01 GET protocol receive /orders?page=1  5.0 ms")
    }

    // MARK: Columns

    @Test(
        arguments: [
            (40, false, [.method, .status, .verdict, .path]), (49, false, [.method, .status, .verdict, .path]),
            (50, false, [.clock, .method, .status, .verdict, .path, .duration]),
            (63, false, [.clock, .method, .status, .verdict, .path, .duration]),
            (64, false, [.clock, .method, .status, .verdict, .path, .duration, .size]),
            (89, false, [.clock, .method, .status, .verdict, .path, .duration, .size]),
            (90, false, [.clock, .method, .status, .verdict, .path, .duration, .size, .cache]),
            (103, false, [.clock, .method, .status, .verdict, .path, .duration, .size, .cache]),
            (104, false, [.clock, .method, .status, .verdict, .path, .notes, .duration, .size, .cache]),
            (129, false, [.clock, .method, .status, .verdict, .path, .notes, .duration, .size, .cache]),
            (130, false, [.clock, .method, .status, .verdict, .path, .notes, .host, .duration, .size, .cache]),
            (63, true, [.clock, .method, .status, .verdict, .path, .duration]),
            (64, true, [.clock, .method, .status, .verdict, .path, .duration, .process]),
            (75, true, [.clock, .method, .status, .verdict, .path, .duration, .process]),
            (76, true, [.clock, .method, .status, .verdict, .path, .duration, .size, .process]),
            (141, true, [.clock, .method, .status, .verdict, .path, .notes, .duration, .size, .cache, .process]),
            (
                142, true,
                [.clock, .method, .status, .verdict, .path, .notes, .host, .duration, .size, .cache, .process]
            ),
        ] as [(Int, Bool, [LogColumns.Column])])
    func `columns come as there is room`(width: Int, hasProcesses: Bool, columns: [LogColumns.Column]) {
        #expect(LogColumns(width: width, hasProcesses: hasProcesses, zone: 0).columns == columns)
    }

    private static func texts(_ columns: LogColumns, _ line: LogLine) -> [LogColumns.Column: String] {
        Dictionary(uniqueKeysWithValues: zip(columns.columns, columns.cells(of: line).map(\.text.string)))
    }

    @Test(
        arguments: [
            (69, 0, "11:32:01"), (70, 0, "11:32:01.123"), (69, 1, "11-20"), (70, 1, "11-20 11:32"),
            (69, 400, "25-10-17"), (70, 400, "2025-10-17"),
        ] as [(Int, Int64, String)])
    func `the clock of an earlier day is a date that fits its column`(width: Int, daysAgo: Int64, text: String) {
        var row = Self.row()
        row.startedAt = Timestamp(microsecondsSince1970: Self.now.microsecondsSince1970 - daysAgo * 86_400_000_000)
        let columns = LogColumns(width: width, zone: 3600, now: Self.now)
        #expect(Self.texts(columns, Self.line(row))[.clock] == text)
        // Without a day to compare with it is the time of day.
        let clock = Self.texts(LogColumns(width: width, zone: 3600), Self.line(row))[.clock]
        #expect(clock == (width == 69 ? "11:32:01" : "11:32:01.123"))
    }

    @Test func `notes stand beside the verdict until they have a column, short ones where there is little room`() {
        var row = Self.row()
        (row.category, row.phase, row.isUnverified, row.redirects) = (.protocol, nil, true, 2)
        for (width, verdict, notes) in [
            (75, "protocol  unverified  2 redirects", nil), (76, "protocol  TLS not verified  2 redirects", nil),
            (103, "protocol  TLS not verified  2 redirects", nil), (104, "protocol", "TLS not verified  2 redirects"),
        ] as [(Int, String, String?)] {
            let texts = Self.texts(LogColumns(width: width, zone: 0), Self.line(row))
            #expect(texts[.verdict] == verdict && texts[.notes] == notes, "\(width): \(texts)")
        }
        (row.category, row.status) = (nil, nil)
        let columns = LogColumns(width: 130, zone: 0)
        let texts = Self.texts(columns, Self.line(row))
        #expect(texts[.verdict] == "" && texts[.status] == "" && texts[.size] == "" && texts[.cache] == "")
        #expect(texts[.host] == "h.example:81" && texts[.duration] == "5.0 ms")
    }

    // MARK: Rows of this process

    @Test(arguments: ["http://x/", "https://x/", "HTTPS://x/"])
    func `a row follows its exchange from phase to phase`(url: String) {
        var log = SessionLog()
        _ = log.apply(F.event(1, 0, .queued(method: "GET", url: url)))
        func status(after step: EngineEvent.Step) -> SessionLog.Row.Status? {
            _ = log.apply(F.event(1, 1, step))
            return log.rows.first?.status
        }
        let isSecure = url.lowercased().hasPrefix("https")
        #expect(status(after: .waitingForConnectivity) == .running(.queue))
        #expect(status(after: .hopStarted(index: 0, method: "GET", url: url)) == .running(.dns))
        #expect(status(after: .nameResolved) == .running(.connect))
        #expect(status(after: .connected) == .running(isSecure ? .tls : .send))
        #expect(status(after: .tlsDone) == .running(.send))
        #expect(status(after: .uploadProgress(sentBytes: 1, totalBytes: 2)) == .running(.send))
        #expect(status(after: .requestSent) == .running(.wait))
        #expect(status(after: .headReceived(status: 200, expectedBodyBytes: 9)) == .running(.receive))
        #expect(status(after: .progress(receivedBytes: 5, expectedBytes: 9)) == .running(.receive))
        #expect(log.rows.first?.bodyBytes == 5)
        #expect(status(after: .redirected(status: 302, to: "http://y/")) == .running(.receive))
        #expect(status(after: .retryScheduled(retry: 1, after: .zero, reason: F.timeout)) == .running(.receive))
        #expect(log.rows.first?.redirects == 1 && log.rows.first?.retries == 1)
    }

    @Test func `after a redirect the handshake is that of the new address`() {
        for (first, next, phase) in [
            ("http://x/", "https://x/", .tls), ("https://x/", "http://x/", .send),
        ] as [(String, String, Phase)] {
            var log = SessionLog()
            for step in [
                .queued(method: "GET", url: first), .hopStarted(index: 0, method: "GET", url: first), .connected,
                .redirected(status: 302, to: next), .hopStarted(index: 1, method: "GET", url: next), .connected,
            ] as [EngineEvent.Step] { _ = log.apply(F.event(1, 1, step)) }
            #expect(log.rows.first?.status == .running(phase), "\(first) to \(next)")
        }
    }

    @Test func `a row that runs counts from its beginning, and never less than the last event said`() {
        let start = MonotonicTime(nanoseconds: 5_000_000_000)
        var log = SessionLog()
        _ = log.apply(F.event(1, 0, .queued(method: "GET", url: "http://x/")), at: start)
        _ = log.apply(F.event(1, 300, .requestSent))
        let row = log.rows.first
        #expect(row?.elapsed(at: start + .milliseconds(100)) == .milliseconds(300))
        #expect(row?.elapsed(at: start + .milliseconds(800)) == .milliseconds(800))
        #expect(row?.elapsed(at: nil) == .milliseconds(300))
        _ = log.apply(F.event(1, 132, .finished(F.exchange())))
        let took = log.rows.first?.elapsed
        #expect(log.rows.first?.elapsed(at: start + .seconds(60)) == took, "it is over")
    }

    @Test func `an error that the checks of this process asked for is ok, too, once they are made`() {
        var log = SessionLog()
        _ = log.apply(F.event(1, 0, .queued(method: "GET", url: "http://x/")))
        _ = log.apply(F.event(1, 9, .finished(F.exchange(response: nil, error: F.timeout))))
        func line() -> LogLine? {
            log.rows.first.map { LogLine($0, zone: 0, now: nil, glyphs: .unicode) }
        }
        #expect(line()?.verdict == "timeout first-byte" && line()?.verdictRole == .failure)
        let passed = CheckResult(text: "error == timeout", line: 1, verdict: .passed, expected: "== timeout")
        _ = log.checked(F.id(1), CheckReport(results: [passed], excusesError: true))
        #expect(line()?.verdict == "ok timeout first-byte" && line()?.shortVerdict == "ok")
        #expect(line()?.verdictRole == .success)
    }

    @Test func `only rows beside checked ones say that nothing was checked, and not while checks are to come`() {
        var log = SessionLog()
        for number in 1...3 as ClosedRange<UInt64> {
            _ = log.apply(F.event(number, 0, .queued(method: "GET", url: "http://x/")))
        }
        #expect(log.rows.map(log.isUnchecked) == [false, false, false], "nobody uses checks")
        log.awaitChecks(F.id(2))
        #expect(log.rows.map(log.isUnchecked) == [true, false, true])
        let passed = CheckReport(results: [
            CheckResult(text: "status == 200", line: 1, verdict: .passed, expected: "== 200")
        ])
        let numbers = [log.checked(F.id(2), passed), log.checked(F.id(9), passed)]
        #expect(numbers == [1, nil])
        #expect(log.rows.map(log.isUnchecked) == [true, false, true])
        let last = log.checked(F.id(3), CheckReport())
        #expect(last == 2)
        #expect(log.rows.map(log.isUnchecked) == [true, false, true], "an empty report has checked nothing")
        #expect(log.checks(F.id(2)) == passed && log.checks(F.id(1)) == nil)
    }
}
