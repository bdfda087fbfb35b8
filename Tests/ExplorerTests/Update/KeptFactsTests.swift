import Base
import NetEngine
import NetEngineRequestLog
import TestSupport
import Testing

@testable import Explorer
@testable import TerminalUI
@testable import Workspace

/// What the screen keeps of ends of requests, of written values and files, and the cells of lines: without a screen.
@Suite struct KeptFactsTests {
    // MARK: The last results

    private static func row(
        at microseconds: Int64, _ status: Int?, _ category: ErrorCategory? = nil, state: LogRow.State = .done,
        file: String? = "/c/a.http", name: String? = "get"
    ) -> LogRow {
        var row = LogRow(
            id: 1, state: state, startedAt: Timestamp(microsecondsSince1970: microseconds), method: "GET",
            url: "https://h.example/", source: .run, process: "apitui", pid: 7, status: status,
            duration: .milliseconds(5))
        (row.file, row.name, row.category) = (file, name, category)
        return row
    }

    @Test func `the result is that of the send that began last, in whatever order they are read`() {
        let rows = [Self.row(at: 10, 200), Self.row(at: 30, 404, .clientError), Self.row(at: 20, 500, .serverError)]
        for order in [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]] {
            var results = LastResults()
            for index in order { results.note(rows[index]) }
            let result = results["/c/a.http", "get"]
            #expect(result?.status == 404 && result?.category == .clientError && result?.isCached == false, "\(order)")
        }
        // Of two that began together, the one that is told last.
        var results = LastResults()
        results.note(Self.row(at: 10, 200))
        results.note(Self.row(at: 10, 201))
        #expect(results["/c/a.http", "get"]?.status == 201)
    }

    @Test func `only ends of saved requests that were not cancelled are results`() {
        let others =
            LogRow.State.allCases.filter { $0 != .done }.map { Self.row(at: 50, 500, state: $0) } + [
                Self.row(at: 50, nil, .cancelled), Self.row(at: 50, 500, file: nil), Self.row(at: 50, 500, name: nil),
                Self.row(at: 50, 500, file: "/c/b.http"), Self.row(at: 50, 500, name: "Get"),
            ]
        var results = LastResults()
        results.note(Self.row(at: 10, 200))
        for row in others { results.note(row) }
        #expect(results["/c/a.http", "get"]?.status == 200)
        #expect(results["/c/b.http", "get"]?.status == 500 && results["/c/a.http", "Get"]?.status == 500)
        #expect(results["", ""] == nil && results["/c/b.http", "Get"] == nil)
        results.note(Self.row(at: 60, nil, .timeout))
        #expect(results["/c/a.http", "get"]?.status == nil && results["/c/a.http", "get"]?.category == .timeout)
    }

    @Test func `checks add to their exchange's result whether they failed, and whether they asked for its error`() {
        var draft = RequestDraft(url: "https://h.example/")
        draft.options.log = RequestLogOptions(name: "get", file: "/c/a.http")
        let exchange = ExchangeFixtures.exchange(7, draft: draft, response: ExchangeFixtures.response(status: 404))
        func check(_ verdict: CheckResult.Verdict) -> CheckResult {
            CheckResult(text: "status == 404", line: 1, verdict: verdict, expected: "== 404")
        }
        let cases: [(report: CheckReport, fails: Bool, isExpected: Bool)] = [
            // Checks that pass need not have asked for the error.
            (CheckReport(results: [check(.passed)]), false, false),
            (CheckReport(results: [check(.passed)], excusesError: true), false, true),
            (CheckReport(results: [check(.passed), check(.failed)]), true, false),
            (CheckReport(results: [check(.failed)], excusesError: true), true, true), (CheckReport(), false, false),
        ]
        for (report, fails, isExpected) in cases {
            var results = LastResults()
            results.note(exchange)
            results.note(report, of: exchange.id, draft.options.log)
            let checked = results["/c/a.http", "get"]
            #expect(checked?.failsChecks == fails && checked?.isErrorExpected == isExpected, "\(report)")
            // The row of the log may come before its checks are in it.
            results.note(Self.row(at: exchange.startedAt.microsecondsSince1970, 404))
            #expect(results["/c/a.http", "get"] == checked, "\(report)")
        }
        // The row of the log may come before its exchange, too.
        var late = LastResults()
        late.note(Self.row(at: exchange.startedAt.microsecondsSince1970, 404))
        late.note(exchange)
        late.note(CheckReport(results: [check(.failed)]), of: exchange.id, draft.options.log)
        #expect(late["/c/a.http", "get"]?.failsChecks == true)
        // Checks of another exchange, or of one without a request, say nothing of this one.
        let failed = CheckReport(results: [check(.failed)], excusesError: true)
        var results = LastResults()
        results.note(exchange)
        results.note(failed, of: ExchangeFixtures.id(8), draft.options.log)
        results.note(failed, of: exchange.id, RequestLogOptions(name: "get"))
        results.note(failed, of: exchange.id, nil)
        let result = results["/c/a.http", "get"]
        #expect(result?.failsChecks == false && result?.isErrorExpected == false)
    }

    @Test func `a result goes along with its request, and stays where it was`() {
        var results = LastResults()
        results.note(Self.row(at: 10, 200))
        results.note(Self.row(at: 20, 500, file: "/c/b.http"))
        results.carry(from: ("/c/a.http", "get"), to: ("/c/a.http", "new"))
        #expect(results["/c/a.http", "new"]?.status == 200 && results["/c/a.http", "get"]?.status == 200)
        // A later result of the place that it comes to stays.
        results.carry(from: ("/c/a.http", "get"), to: ("/c/b.http", "get"))
        #expect(results["/c/b.http", "get"]?.status == 500)
        results.carry(from: ("/c/none.http", "get"), to: ("/c/a.http", "get"))
        #expect(results["/c/a.http", "get"]?.status == 200)
    }

    // MARK: Written values

    private typealias Edit = EnvironmentFileEdit
    private static let file = "/c/http-client.env.json"

    @Test func `what takes a written value back expects what was written`() {
        let path = ["dev", "host"]
        var removal = Edit(file: Self.file, path: path, value: "", expected: "b")
        removal.isRemoval = true
        let cases: [(change: WrittenValue.Change, inverse: WrittenValue.Change?)] = [
            (
                .saved(Edit(file: Self.file, path: path, value: "b", expected: "a")),
                .saved(Edit(file: Self.file, path: path, value: "a", expected: "b"))
            ),
            (
                .saved(Edit(file: Self.file, path: path, value: "b", isNew: true)),
                .removed(removal)
            ),
            (
                .removed(Edit(file: Self.file, path: path, value: "", expected: "a")),
                .saved(Edit(file: Self.file, path: path, value: "a", isNew: true))
            ),
            // Where the value before is not known, or it is in a file of lines, nothing takes it back.
            (.saved(Edit(file: Self.file, path: path, value: "b")), nil),
            (.removed(Edit(file: Self.file, path: path, value: "")), nil),
            (.saved(Edit(file: "/c/.env", path: ["HOST"], value: "b", isNew: true)), nil),
        ]
        func edit(_ change: WrittenValue.Change?) -> Edit? {
            switch change {
            case .saved(let edit), .removed(let edit): edit
            case .login, .moved, .values, nil: nil
            }
        }
        for (change, inverse) in cases {
            #expect(change.inverse == inverse, "\(change)")
            // Twice is as it was, but for what was not there before.
            if let inverse, edit(change)?.isNew == false {
                #expect(edit(inverse.inverse)?.value == edit(change)?.value)
            }
        }
    }

    @Test func `the last fifty written values are kept, in order`() {
        var values = WrittenValues()
        for number in 1...53 {
            values.add(
                WrittenValue(
                    number: number, change: .removed(Edit(file: Self.file, path: ["a"], value: "")), edits: 0))
            #expect(values.done.count == min(number, 50))
        }
        #expect(values.done.map(\.number) == Array(4...53))
        #expect(values.takenBack.isEmpty && values.running == nil)
    }

    // MARK: Written files

    @Test func `a file is written if it or a folder around it was`() {
        var state = DiskState()
        state.written = ["/c/a", "/c/a/b.http", "/d/x.http"]
        let cases: [(path: String, around: [String])] = [
            ("/c/a/b.http", ["/c/a/b.http", "/c/a"]), ("/c/a", ["/c/a"]), ("/c/a/deep/er/y.http", ["/c/a"]),
            ("/c/ab", []), ("/c", []), ("/", []), ("/d/x.http", ["/d/x.http"]), ("/d", []), ("/d/x.http2", []),
        ]
        for (path, around) in cases {
            #expect(state.written(around: path) == around, "\(path)")
            #expect(state.isWritten(path) == !around.isEmpty, "\(path)")
        }
    }

    // MARK: Cells

    private func texts(_ line: Line) -> [String] { line.spans.map(\.text.string) }

    @Test func `cells follow each other by their widths`() {
        var run = CellRun(startColumn: 4)
        #expect(run.end == 4 && run.cells.isEmpty)
        run.append("a\u{6F22}b", .text)
        #expect(run.cells.map(\.column) == [4, 5, 7] && run.cells.map(\.width) == [1, 2, 1] && run.end == 8)
        run.append(spaces: 0)
        run.append(spaces: -1)
        #expect(run.end == 8)
        run.append(spaces: 2)
        run.append(ascii: Array("xy".utf8), Style(.dim))
        #expect(run.end == 12 && run.cells.map(\.text) == ["a", "\u{6F22}", "b", " ", " ", "x", "y"])
        run.skip(toColumn: 3)
        #expect(run.end == 12)
        run.skip(toColumn: 15)
        #expect(run.end == 15)
        run.append(run.cells[1])
        #expect(run.cells.last?.column == 15 && run.end == 17)
    }

    @Test func `a line is the cells that begin in its columns, gaps are spaces`() {
        var run = CellRun()
        run.append(ascii: Array("ab".utf8), .text)
        run.append(ascii: Array("c".utf8), Style(.dim))
        run.skip(toColumn: 5)
        run.append("\u{6F22}d", Style(.dim))
        #expect(texts(run.line(columns: 0..<10)) == ["ab", "c", "  ", "\u{6F22}d"])
        #expect(texts(run.line(columns: 1..<3)) == ["b", "c"])
        #expect(texts(run.line(columns: 2..<6)) == ["c", "  ", "\u{6F22}"])
        #expect(texts(run.line(columns: 3..<5)) == [])
        #expect(texts(run.line(columns: 6..<9)) == [" ", "d"], "the wide one begins before")
        let styles = run.line(columns: 0..<10).spans.map(\.style)
        #expect(styles == [.text, Style(.dim), .text, Style(.dim)])
    }

    @Test func `columns and bytes of the text as shown belong together`() {
        var run = CellRun(startColumn: 2)
        run.append("a\u{E9}\u{6F22}b", .text)
        // a: byte 0, column 2; é: bytes 1–2, column 3; the wide one: bytes 3–5, column 4; b: byte 6, column 6.
        #expect((0...8).map(run.column(ofByte:)) == [2, 3, 3, 4, 4, 4, 6, 7, 7])
        #expect((0...8).map(run.byte(atColumn:)) == [0, 0, 0, 1, 3, 6, 6, 7, 7])
    }
}
