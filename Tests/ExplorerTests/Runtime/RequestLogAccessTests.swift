import NetEngine
import TestSupport
import Testing

@testable import Explorer
@testable import HTTPFormat
@testable import NetEngineRequestLog
@testable import RequestLog
@testable import Workspace

/// The request log as the screen reads, follows and changes it, in a temporary folder.
@Suite(.timeLimit(.minutes(5))) struct RequestLogAccessTests {
    private let folder: TemporaryFolder
    private var path: String { folder.path + "/log" }

    init() throws { folder = try TemporaryFolder() }

    /// Stores exchanges, and what checks said of the last one.
    private func record(_ numbers: ClosedRange<UInt64>, _ report: CheckReport = CheckReport()) async {
        // As imported ones they are kept, however old they are.
        let store = RequestLogStore(folder: path, program: "tests", source: .imported)
        #expect(await store.record(numbers.map { ExchangeFixtures.exchange($0) }) == numbers.count)
        store.add(report, of: ExchangeFixtures.id(numbers.upperBound))
        await store.close()
    }

    private func reading(_ page: LogReading.Page, _ limit: Int = 200) -> LogReading {
        LogReading(id: 1, condition: .all([]), page: page, limit: limit)
    }

    @Test func `rows are read in pages, the oldest first in each`() async throws {
        await record(1...5)
        let access = RequestLogAccess(folder: path)
        func page(_ page: LogReading.Page, _ limit: Int = 2) throws -> String {
            let rows = try access.read(reading(page, limit)).get()
            return rows.rows.map { "\($0.id)" }.joined(separator: " ") + (rows.isLast ? " end" : "")
        }
        #expect(try [page(.newest), page(.before(4)), page(.before(2))] == ["4 5", "2 3", "1 end"])
        #expect(try [page(.oldest), page(.after(2)), page(.after(4))] == ["1 2", "3 4", "5 end"])
        #expect(try [page(.newest, 5), page(.newest, 6)] == ["1 2 3 4 5", "1 2 3 4 5 end"])
    }

    @Test func `an exchange is opened with what its checks and scripts said, without secrets`() async throws {
        var secret = CheckResult(
            text: "body $.token == a", line: 1, verdict: .failed, expected: "== a", actual: "t0ken-of-ann")
        secret.told = CheckResult.Told(
            text: "body $.token == a", expected: "== a", actual: "[redacted]", reason: nil)
        let results = [
            CheckResult(text: "status == 200", line: 2, verdict: .passed, expected: "== 200", actual: "200"), secret,
            CheckResult(text: "duration dns < 5", line: 3, verdict: .notEvaluated, expected: "< 5"),
        ]
        var log = HandlerLog(text: "t0ken-of-ann", line: 4)
        log.told = "[redacted]"
        let long = HandlerLog(text: "one\n" + String(repeating: "é", count: 1001), line: 5)
        await record(1...2, CheckReport(results: results, logs: [log, long]))
        let access = RequestLogAccess(folder: path)
        let row = try #require(try access.read(reading(.newest)).get().rows.last)
        #expect(row.checksPassed == 1 && row.checksFailed == 1)
        guard case .loggedExchange(_, .success(let exchange), let checks) = access.opened(row) else {
            Issue.record("not opened")
            return
        }
        #expect(exchange.id == ExchangeID(logged: 2) && exchange.response?.status == 201)
        #expect(
            checks == [
                "passed: status == 200", "failed: body $.token == a, found [redacted]",
                "not evaluated: duration dns < 5", "log: [redacted]", "log: one",
                "     " + String(repeating: "é", count: 1000) + "…",
            ])
    }

    @Test func `of what scripts log two hundred lines are stored, also where nothing was checked`() async throws {
        let lines = (1...201).map { "line \($0)" }.joined(separator: "\n")
        await record(1...1, CheckReport(logs: [HandlerLog(text: lines, line: 1)]))
        let access = RequestLogAccess(folder: path)
        let row = try #require(try access.read(reading(.newest)).get().rows.first)
        #expect(row.checksPassed == nil && row.checksFailed == nil)
        guard case .loggedExchange(_, _, let checks) = access.opened(row) else { return }
        #expect(checks.count == 201 && checks[199] == "     line 200" && checks[200] == "log: … and more")
    }

    @Test func `why an exchange cannot be opened is a sentence`() async throws {
        await record(1...1)
        let access = RequestLogAccess(folder: path)
        var row = try #require(try access.read(reading(.newest)).get().rows.first)
        row.id = 99
        func reason() -> String? {
            guard case .loggedExchange(_, .failure(let failure), _) = access.opened(row) else { return nil }
            return failure.sentence
        }
        #expect(reason() == "That exchange was deleted from the log.")
        row.state = .aborted
        #expect(reason() == "The program that sent it ended before the response came.")
        row.isFactOnly = true
        #expect(reason() == "Only the fact that it was sent is stored: the request says # @no-log.")
    }

    @Test func `a row is pinned, named and deleted`() async throws {
        await record(1...2)
        let access = RequestLogAccess(folder: path)
        func rows() throws -> [LogRow] { try access.read(reading(.oldest)).get().rows }
        let row = try #require(try rows().first)
        #expect(access.mark(row, .pinned(true)) == nil && access.mark(row, .name("first")) == nil)
        #expect(try rows().map { "\($0.isPinned) \($0.tag ?? "-")" } == ["true first", "false -"])
        #expect(access.mark(row, .pinned(false)) == nil && access.mark(row, .name(nil)) == nil)
        #expect(try rows().map { "\($0.isPinned) \($0.tag ?? "-")" } == ["false -", "false -"])
        #expect(access.mark(row, .deleted) == nil)
        #expect(try rows().map(\.id) == [2])
        for mark in [LogMark.name("late"), .name(nil), .pinned(true), .pinned(false)] {
            #expect(access.mark(row, mark)?.sentence == "That exchange was deleted from the log.", "\(mark)")
        }
        #expect(access.mark(row, .deleted) == nil, "it is gone")
    }

    private func storedLines(_ report: CheckReport) async throws -> (row: LogRow, lines: [String]) {
        await record(1...1, report)
        let access = RequestLogAccess(folder: path)
        let row = try #require(try access.read(reading(.newest)).get().rows.last)
        guard case .loggedExchange(_, .success, let lines) = access.opened(row) else {
            Issue.record("not opened")
            return (row, [])
        }
        return (row, lines)
    }

    @Test(arguments: [(1, 1), (199, 199), (200, 200), (201, 201), (300, 201)])
    func `of what scripts write two hundred lines are kept, and one says that there were more`(
        count: Int, kept: Int
    ) async throws {
        let text = (1...count).map { "line \($0)" }.joined(separator: "\n")
        let (row, lines) = try await storedLines(CheckReport(logs: [HandlerLog(text: text, line: 1)]))
        #expect(row.checksPassed == nil && row.checksFailed == nil, "nothing was checked")
        #expect(lines.count == kept)
        #expect(lines.first == "log: line 1")
        #expect(count == 1 || lines.dropFirst().first == "     line 2")
        #expect(count <= 200 || lines.suffix(2) == ["     line 200", "log: … and more"])
    }

    @Test func `a line of a thousand characters is kept whole, and so is an empty one`() async throws {
        let long = String(repeating: "é", count: 1000)
        let logs = [
            HandlerLog(text: long, line: 1), HandlerLog(text: "a\n\nb", line: 2), HandlerLog(text: "", line: 3),
        ]
        let (_, lines) = try await storedLines(CheckReport(logs: logs))
        #expect(lines == ["log: " + long, "log: a", "     ", "     b", "log: "])
    }

    @Test func `a warning is neither passed nor failed, and only what failed has what was found`() async throws {
        let results = [
            CheckResult(text: "a", line: 1, verdict: .warning, expected: "1", actual: "2"),
            CheckResult(text: "b", line: 2, verdict: .failed, expected: "1"),
            CheckResult(text: "c", line: 3, verdict: .passed, expected: "1", actual: "1"),
        ]
        let (row, lines) = try await storedLines(CheckReport(results: results))
        #expect(row.checksPassed == 1 && row.checksFailed == 1)
        #expect(lines == ["warning: a", "failed: b", "passed: c"])
    }

    @Test func `what another program stores or deletes is passed on while it is followed`() async throws {
        await record(1...1)
        let access = RequestLogAccess(folder: path)
        let (actions, posted) = AsyncStream<Action>.makeStream()
        access.follow(reading(.newest)) { posted.yield($0) }
        var seen: [Int64] = []
        for await action in actions {
            switch action {
            case .logRead(_, let read, _):
                seen += try read.get().rows.map(\.id)
                await record(2...2)
            case .logChanged(let changes, _):
                #expect(changes.follower == 1 && changes.gone.isEmpty)
                if let row = changes.rows.first(where: { $0.id == 2 }), !seen.contains(2) {
                    seen.append(2)
                    #expect(access.mark(row, .deleted) == nil)
                }
                if changes.isPruned { posted.finish() }
            default: Issue.record("\(action)")
            }
        }
        #expect(seen == [1, 2])
        access.stop(1)
    }
}
