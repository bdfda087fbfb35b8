import Base
import NetEngine
import NetEngineRequestLog
import RequestLog
import TestSupport
import Testing

@testable import Explorer
@testable import TerminalUI
@testable import Workspace

/// The filter of the log as it is typed, completed and drawn, without a log.
@Suite struct LogFilterFieldTests {
    private static func around(_ values: [String] = []) -> LogFilterField.Surroundings {
        LogFilterField.Surroundings(
            now: ExchangeFixtures.start, zone: 0, saved: ["bad": "status:>=400"], values: { _, _ in values })
    }

    /// The field with this text, which was pasted; `keys` follow.
    private static func field(
        _ text: String, _ keys: [Key] = [], values: [String] = []
    ) -> LogFilterField {
        var field = LogFilterField()
        field.begin()
        field.paste(text, around(values))
        for key in keys { field.handle(key, around(values)) }
        return field
    }

    private static func row(_ field: LogFilterField, _ columns: Int) -> String {
        var buffer = CellBuffer(size: Size(columns: columns, rows: 1))
        field.draw(in: buffer.bounds, isFocused: true, on: &buffer)
        return buffer.dump()
    }

    @Test func `Tab takes each completion in turn and begins again, and another letter ends the turn`() {
        func texts(_ text: String, _ keys: [Key], _ values: [String]) -> [String] {
            (1...keys.count).map { Self.field(text, Array(keys.prefix($0)), values: values).field?.text ?? "none" }
        }
        let three = ["alpha", "beta", "gamma"]
        #expect(
            texts("host:", [.tab, .tab, .tab, .tab], three) == ["host:alpha", "host:beta", "host:gamma", "host:alpha"])
        #expect(texts("host:", [.tab, "x", .tab], three) == ["host:alpha", "host:alphax", "host:alphax"])
        #expect(texts("host:", [.tab, .tab], ["only"]) == ["host:only", "host:only"])
        #expect(texts("host:", [.tab], ["two words"]) == [#"host:"two words""#])
        // Only what stands before the cursor is completed.
        let back = Array(repeating: Key.left, count: " path:/x".count)
        #expect(texts("host: path:/x", back + [.tab], three).last == "host:alpha path:/x")
        #expect(texts("path:/x", [.tab], three) == ["path:/x"])
    }

    @Test func `a text that is not a filter keeps what stands before the mistake, until it is closed or cleared`() {
        var field = Self.field("path:/or status:x")
        #expect(field.isHeld && field.problem != nil && field.good?.words == #"path "/or""# && field.refusal == nil)
        field.handle(.enter, Self.around())
        #expect(field.refusal == field.problem?.sentence && field.isTyping && field.completions.isEmpty)
        field.handle("y", Self.around())
        #expect(field.refusal == nil && field.problem != nil)
        field.close(Self.around())
        #expect(!field.isTyping && field.isShown && field.problem == nil && !field.isHeld)
        #expect(field.good?.words == #"path "/or""#)
        field.begin()
        #expect(field.field?.text == field.good?.text && field.field?.text.isEmpty == false)
        field.clear()
        #expect(!field.isShown && field.condition == nil && field.field == nil)
    }

    @Test func `an empty filter is none`() {
        for text in ["", " ", "  \t"] {
            var field = Self.field("method:GET")
            field.handle(.control("u"), Self.around())
            field.paste(text, Self.around())
            #expect(field.isShown && field.condition == nil && !field.isHeld, "it is being typed")
            field.handle(.enter, Self.around())
            #expect(!field.isShown && field.refusal == nil)
        }
        var closed = LogFilterField()
        closed.close(Self.around())
        closed.handle("x", Self.around())
        #expect(!closed.isShown && closed.completions.isEmpty)
    }

    @Test func `a value is typed until a space, a parenthesis or the end of its term comes`() {
        for (text, keys, isHeld) in [
            ("status:4", [], true), ("status:40", [], true), ("status:404", [], false), ("status:4 ", [], false),
            ("(status:4)", [], false), ("(status:4)", [.left], true), ("(status:4)", [.left, .left], false),
            ("status:4 path:/a", Array(repeating: .left, count: 8), true), ("path:/a", [], false),
            ("status:404", [.left], false),
        ] as [(String, [Key], Bool)] {
            let field = Self.field(text, keys)
            #expect(field.isHeld == isHeld && field.problem == nil, "\(text) \(keys.count)")
        }
    }

    // MARK: How it looks

    @Test func `beside the field there is what Tab makes of it, five at most, or the filter in words`() {
        let values = ["a", "b", "c", "d", "e", "f"]
        #expect(Self.row(Self.field("host:", values: values), 60).hasSuffix("  Tab: a  b  c  d  e"))
        #expect(Self.row(Self.field("host:", values: Array(values.prefix(2))), 60).hasSuffix("  Tab: a  b"))
        for keys in [[], [.enter]] as [[Key]] {
            let words = Self.row(Self.field("path:/or", keys), 60)
            #expect(words.hasPrefix("/path:/or ") && words.hasSuffix(#"  path "/or""#), "\(words)")
        }
        #expect(Self.row(LogFilterField(), 60).isEmpty)
        // A note has half of the row.
        let note = Self.row(Self.field("host:", values: ["a long name", "another long name"]), 40)
        #expect(note.count == 40 && note.hasPrefix("/host:  ") && note.contains("  Tab: ") && note.last == "…")
    }
}

/// The columns of the log, and what a row of this process is to its filter.
@Suite struct LogTableTests {
    private typealias F = ExchangeFixtures

    @Test func `columns have room for what they say, at each width`() {
        func widths(_ width: Int, _ hasProcesses: Bool = false) -> [String: Table.Column.Width] {
            let columns = LogColumns(width: width, hasProcesses: hasProcesses, zone: 0).tableColumns
            return Dictionary(uniqueKeysWithValues: columns.map { ($0.title.string, $0.width) })
        }
        for (title, width, hasProcesses, columns) in [
            ("Time", 50, false, 8), ("Time", 69, false, 8), ("Time", 70, false, 12), ("Time", 81, true, 8),
            ("Time", 82, true, 12), ("Meth", 40, false, 5), ("St", 40, false, 3), ("Verdict", 49, false, 13),
            ("Verdict", 50, false, 12), ("Verdict", 75, false, 12), ("Verdict", 76, false, 18),
            ("Verdict", 87, true, 12), ("Verdict", 88, true, 18), ("Notes", 149, false, 16), ("Notes", 150, false, 32),
            ("Host", 130, false, 22), ("Took", 50, false, 8), ("Size", 64, false, 7), ("Cache", 90, false, 11),
            ("Process", 89, true, 11), ("Process", 90, true, 14),
        ] as [(String, Int, Bool, Int)] {
            #expect(widths(width, hasProcesses)[title] == .fixed(columns), "\(title) at \(width)")
        }
        let all = LogColumns(width: 150, hasProcesses: true, zone: 0).tableColumns
        #expect(
            all.map(\.title.string)
                == ["Time", "Meth", "St", "Verdict", "Path", "Notes", "Host", "Took", "Size", "Cache", "Process"])
        #expect(all.filter { $0.alignment == .right }.map(\.title.string) == ["Took", "Size"])
        #expect(all[4].width == .flexible(1))
    }

    @Test func `a cell has the colour of what it says, a verdict that of the first note beside it where it is empty`() {
        func cells(_ width: Int, _ change: (inout LogRow) -> Void) -> [LogColumns.Column: Span] {
            var row = LogRow(
                id: 1, startedAt: F.start, method: "DELETE", url: "http://h/a", source: .run, process: "apitui",
                pid: 7, status: 404, cache: .hit, duration: .milliseconds(5), responseBytes: 1500)
            change(&row)
            let columns = LogColumns(width: width, hasProcesses: true, zone: 0)
            let line = LogLine(row, ownPID: 9, now: nil, glyphs: .unicode)
            return Dictionary(uniqueKeysWithValues: zip(columns.columns, columns.cells(of: line)))
        }
        for (verdict, notes, change) in [
            (.dim, .dim, { _ in }), (.warning, .warning, { $0.isUnverified = true }),
            (.failure, .dim, { $0.category = .timeout }),
            (.failure, .info, { ($0.category, $0.isPinned) = (.timeout, true) }),
            (.success, .dim, { ($0.category, $0.isErrorExpected) = (.clientError, true) }),
            (.pending, .dim, { $0.state = .sent }),
        ] as [(Role, Role, (inout LogRow) -> Void)] {
            #expect(cells(100, change)[.verdict]?.style.role == verdict)
            let wide = cells(160, change)
            #expect(wide[.verdict]?.style.role == verdict)
            #expect(wide[.notes]?.style.role == notes)
        }
        let all = cells(160) { _ in }
        for (column, role, text) in [
            (.method, .method, "DEL"), (.status, Role.ofStatus(404), "404"), (.path, .url, "/a"), (.host, .dim, "h"),
            (.size, .dim, "1.5 KB"), (.cache, .dim, "hit"), (.process, .dim, "run 7"),
        ] as [(LogColumns.Column, Role, String)] {
            #expect(all[column]?.style.role == role && all[column]?.text.string == text, "\(column)")
        }
    }

    @Test func `the names of the columns are shown from ten rows on`() {
        var log = LogPaneState()
        for number in 1...20 as ClosedRange<UInt64> {
            log.apply(F.event(number, 0, .queued(method: "GET", url: "http://x/\(number)")))
        }
        for (rows, first, hasNames) in [(9, 12, false), (10, 12, true), (11, 11, true)] {
            var buffer = CellBuffer(size: Size(columns: 80, rows: rows))
            LogPane.draw(log, in: buffer.bounds, isFocused: true, zone: 0, sendKey: "s", on: &buffer)
            let lines = buffer.dump().split(separator: "\n")
            #expect(lines[0].contains("Verdict") == hasNames, "\(rows) rows")
            #expect(lines[hasNames ? 1 : 0].contains("/\(first) "), "\(rows) rows")
            let place = LogPane.rowsRect(log, in: buffer.bounds)
            #expect(place == Rect(x: 0, y: hasNames ? 1 : 0, width: 80, height: rows - (hasNames ? 1 : 0)))
        }
    }

    /// An exchange with all that a row of the log can have of it.
    private static func exchange() -> Exchange {
        var draft = RequestDraft(method: "PUT", url: "{{unknown}}")
        draft.options.log = RequestLogOptions(
            name: "create", file: "/c/a.http", line: 7, collection: "/c", environment: "dev", run: "aaaaaaa",
            resendOf: 12)
        let types: HeaderFields = [
            HeaderField("Content-Type", "text/plain"), HeaderField("Content-Type", "application/json; charset=utf-8"),
        ]
        let hops = [
            F.hop(response: F.response(status: 302), heldBack: ["X-First"]),
            F.hop(cause: .retry, response: F.response(status: 503), heldBack: ["X-Again"]),
            F.hop(
                cause: .redirect(status: 302), request: F.request("/there", method: "GET"),
                response: F.response(status: 200, headers: types, body: [1, 2, 3], isComplete: false),
                connection: ConnectionFacts(isReused: true), heldBack: ["Cookie"]),
        ]
        return F.exchange(4, draft: draft, hops: hops, error: F.timeout)
    }

    @Test func `a row of this process is to a filter what the request log would have of it`() {
        var log = SessionLog()
        let changed = log.apply(F.event(4, 132, .finished(Self.exchange())), at: F.moment(9))
        #expect(changed == [0] && log.finishedAt(F.id(4)) == F.moment(9))
        let row = log.rows[0].logRow(number: 31)
        #expect(row.id == 31 && row.state == .done && row.startedAt == F.start)
        // What was sent first, with its address on the wire.
        #expect(row.method == "POST" && row.url == "http://127.0.0.1:8080/orders")
        #expect(row.host == "127.0.0.1" && row.path == "/orders")
        #expect(row.name == "create" && row.file == "/c/a.http" && row.line == 7 && row.collection == "/c")
        #expect(row.environment == "dev" && row.run == "aaaaaaa" && row.resendOf == 12)
        #expect(row.source == .screen && row.process == "apitui" && row.pid == OwnProcess.pid)
        #expect(row.status == 200 && row.category == .timeout && row.phase == .wait && row.isFailed)
        #expect(row.requestBytes == 12 && row.responseBytes == 3 && row.contentType == "application/json")
        #expect(row.attempts == 2 && row.redirects == 1 && row.isReused && !row.isUnverified)
        #expect(row.duration == log.rows[0].elapsed && row.checksPassed == nil && row.checksFailed == nil)
        #expect(log.rows[0].heldBack == ["X-First", "Cookie"], "what a retry leaves out was left out before")
        #expect(log.labels(F.id(4))?.name == "create" && log.labels(F.id(5)) == nil)
    }

    @Test func `what is special about a row of this process comes in a fixed order`() {
        var log = SessionLog()
        _ = log.apply(F.event(4, 132, .finished(Self.exchange())))
        func line(saysUnchecked: Bool) -> LogLine {
            LogLine(log.rows[0], saysUnchecked: saysUnchecked, zone: 0, now: nil, glyphs: .unicode)
        }
        let bare = ["held back: 2 headers", "2 attempts", "1 redirect"]
        #expect(line(saysUnchecked: false).notes.map(\.text) == bare)
        let unchecked = line(saysUnchecked: true)
        #expect(unchecked.notes.map(\.text) == [bare[0], "not checked", bare[1], bare[2]])
        #expect(unchecked.notes.map(\.role) == [.redirect, .dim, .warning, .redirect])
        #expect(unchecked.verdict == "timeout first-byte" && unchecked.status == 200 && unchecked.process == nil)
        let failed = CheckResult(text: "status == 200", line: 1, verdict: .failed, expected: "== 200")
        _ = log.checked(F.id(4), CheckReport(results: [failed]))
        let checked = line(saysUnchecked: true)
        #expect(checked.notes.map(\.text) == [bare[0], "checks 0/1", bare[1], bare[2]])
        #expect(checked.notes[1].role == .failure)
    }

    @Test func `the checks of a row are those of the request log, and an excused error is no failure`() {
        var log = SessionLog()
        _ = log.apply(F.event(4, 132, .finished(Self.exchange())))
        func result(_ verdict: CheckResult.Verdict) -> CheckResult {
            CheckResult(text: "status == 200", line: 1, verdict: verdict, expected: "== 200")
        }
        _ = log.checked(F.id(4), CheckReport(results: [result(.passed), result(.failed), result(.passed)]))
        let failed = log.rows[0].logRow(number: 1)
        #expect(failed.checksPassed == 2 && failed.checksFailed == 1 && !failed.isErrorExpected && failed.isFailed)
        _ = log.checked(F.id(4), CheckReport(results: [result(.passed)], excusesError: true))
        let excused = log.rows[0].logRow(number: 1)
        #expect(excused.checksPassed == 1 && excused.checksFailed == 0 && excused.isErrorExpected && !excused.isFailed)
        #expect(!log.rows[0].isFailed)
        _ = log.checked(F.id(4), CheckReport())
        #expect(log.rows[0].logRow(number: 1).checksPassed == nil && log.rows[0].isFailed)
    }

    @Test func `ten thousand rows are kept, and what is told a second time is not`() {
        var log = SessionLog()
        for number in 1...UInt64(SessionLog.rowLimit) {
            _ = log.apply(F.event(number, 0, .queued(method: "GET", url: "http://x/")))
        }
        #expect(log.rows.count == 10_000 && log.droppedRows == 0)
        let again = log.apply(F.event(1, 9, .queued(method: "PUT", url: "http://y/")))
        #expect(again.isEmpty && log.rows.count == 10_000 && log.rows[0].method == "GET")
        let unknown = log.apply(F.event(20_000, 9, .requestSent))
        #expect(unknown.isEmpty && log.rows.count == 10_000, "nothing is known of its beginning")
        _ = log.apply(F.event(1, 50, .finished(F.exchange(1))), at: F.moment(50))
        _ = log.apply(F.event(1, 90, .finished(F.exchange(1, response: nil, error: F.timeout))), at: F.moment(90))
        #expect(log.rows[0].status == .finished(status: 201, error: nil, errorPhase: nil))
        #expect(log.exchange(F.id(1))?.error == nil && log.finishedAt(F.id(1)) == F.moment(50))
    }
}
