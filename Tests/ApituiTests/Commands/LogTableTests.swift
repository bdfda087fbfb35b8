import Base
import NetEngine
import NetEngineRequestLog
import RequestLog
import TestSupport
import Testing

@testable import apitui

/// Rows of the request log as lines.
struct LogTableTests {
    /// 2026-11-21T10:15:00Z.
    static let now = Timestamp(microsecondsSince1970: 1_795_256_100_000_000)

    static func row(
        _ id: Int64, state: LogRow.State = .done, path: String = "/orders?page=2", host: String = "api.example.com",
        status: Int? = 200, category: ErrorCategory? = nil, secondsAgo: Int64 = 0, pid: Int = 7, change: Int64 = 0
    ) -> LogRow {
        LogRow(
            id: id, change: change, state: state,
            startedAt: Timestamp(microsecondsSince1970: now.microsecondsSince1970 - secondsAgo * 1_000_000),
            method: "GET", url: "https://\(host)\(path)", host: host, path: "/orders", process: "apitui", pid: pid,
            status: status, category: category, cache: .miss, duration: state == .done ? .milliseconds(132) : nil,
            responseBytes: state == .done ? 1234 : nil)
    }

    private func lines(_ rows: [LogRow], width: Int?) -> [String] {
        let table = LogTable(for: rows, width: width, now: Self.now, zone: 3600)
        return rows.map { row in table.line(row).map(\.text.string).joined() }
    }

    private static let rows = [
        row(9), row(10, path: "/a", host: "b.org", status: 503, category: .serverError),
        row(11, status: nil, category: .tls), row(12, state: .receiving), row(13, state: .aborted, status: nil),
    ]

    @Test func `columns are aligned, and lines in a pipe are as long as they need`() {
        #expect(
            lines(Self.rows, width: nil) == [
                " 9 11:15:00.000 GET    200 ok            132 ms 1.2 KB miss api.example.com /orders?page=2",
                "10 11:15:00.000 GET    503 server-error  132 ms 1.2 KB miss b.org           /a",
                "11 11:15:00.000 GET    -   tls           132 ms 1.2 KB miss api.example.com /orders?page=2",
                "12 11:15:00.000 GET    200 receiving     0.0 ms      - miss api.example.com /orders?page=2",
                "13 11:15:00.000 GET    -   aborted            -      - miss api.example.com /orders?page=2",
            ])
    }

    @Test(arguments: [120, 100, 80, 60, 50])
    func `on a terminal the less important columns give way, and no line is too long`(width: Int) {
        let lines = lines(Self.rows, width: width)
        #expect(lines.allSatisfy { DisplayWidth.of(SafeText($0)) <= width })
        #expect(lines.allSatisfy { $0.contains("GET") && ($0.contains("/orders") || $0.contains("/a")) })
        #expect(lines[1].contains("503 server-error"))
        #expect(lines[0].contains("api.example.com") == (width >= 80))
        #expect(lines[0].contains("miss") == (width >= 100))
        #expect(lines[0].contains("132 ms") == (width >= 80))
    }

    @Test(arguments: [nil, 100])
    func `columns of a follower stay where they are, also after the last row of another process`(width: Int?) {
        func table(_ rows: [LogRow], after previous: LogTable?) -> LogTable {
            LogTable(for: rows, width: width, now: Self.now, zone: 3600, after: previous)
        }
        func text(_ table: LogTable) -> String { table.line(Self.row(3, pid: 7)).map(\.text.string).joined() }
        let two = table([Self.row(1, pid: 7), Self.row(10, host: "long.example.com", pid: 12345)], after: nil)
        #expect(text(two).contains("apitui:7"))
        #expect(text(table([Self.row(3, pid: 7)], after: two)) == text(two))
        let one = table([Self.row(3, pid: 7)], after: nil)
        #expect(!text(table([Self.row(3, pid: 7)], after: one)).contains("apitui:7"))
        #expect(text(table([Self.row(1, pid: 7), Self.row(2, pid: 8)], after: one)).contains("apitui:7"))
    }

    @Test func `a long path is cut with an ellipsis`() {
        let line = lines([Self.row(1, path: "/" + String(repeating: "long", count: 40))], width: 80)[0]
        #expect(line.hasSuffix("…"))
        #expect(DisplayWidth.of(SafeText(line)) == 80)
    }

    @Test func `of an exchange that is not logged the path is not shown`() {
        var row = Self.row(1)
        row.isFactOnly = true
        #expect(lines([row], width: nil)[0].hasSuffix(" (not logged)"))
    }

    @Test func `the process is shown when there is more than one`() {
        #expect(!lines([Self.row(1), Self.row(2)], width: nil)[0].contains("apitui:7"))
        #expect(lines([Self.row(1), Self.row(2, pid: 8)], width: nil)[1].contains("apitui:8"))
    }

    @Test func `rows of another day have their date`() {
        #expect(lines([Self.row(1, secondsAgo: 86_400)], width: nil)[0].hasPrefix("1 2026-11-20 11:15:00 GET"))
        let summer = LogTable(
            for: [Self.row(1, secondsAgo: 86_400)], width: nil, now: Self.now,
            zone: LocalZone { $0 < Self.now.microsecondsSince1970 / 1_000_000 ? 7200 : 3600 })
        let line = summer.line(Self.row(1, secondsAgo: 86_400)).map(\.text.string).joined()
        #expect(line.hasPrefix("1 2026-11-20 12:15:00 GET"), "\(line)")
    }

    @Test func `status and outcome have the colour of the outcome, and nothing else has one`() {
        let table = LogTable(for: Self.rows, width: nil, now: Self.now, zone: 0)
        func colored(_ row: LogRow) -> [String] {
            table.line(row).filter { $0.tone != .plain }.map(\.text.string)
        }
        #expect(colored(Self.rows[0]) == ["200", "ok"])
        #expect(colored(Self.rows[1]) == ["503", "server-error"])
        #expect(colored(Self.rows[3]) == [])
        #expect(table.line(Self.rows[1]).contains { $0.tone == .bad })
        let plain = LogScreen.bytes(table.line(Self.rows[1]), usesColor: false)
        #expect(!plain.contains(0x1B))
        #expect(LogScreen.bytes(table.line(Self.rows[1]), usesColor: true).contains(0x1B))
    }

    @Test func `what a server or a user wrote is made safe`() {
        let row = LogRow(
            id: 1, startedAt: Self.now, method: "GE\u{1B}[2JT", url: "http://h/\u{1B}[31m\n", host: "h", path: "/")
        #expect(!lines([row], width: nil)[0].unicodeScalars.contains { $0.value < 0x20 })
        #expect(!lines([row], width: 60)[0].unicodeScalars.contains { $0.value < 0x20 })
    }

    @Test func `a row as JSON has what is known, and null for the rest`() {
        let text = LogRowJSON.document(Self.row(3, status: nil, category: .tls)).text
        #expect(text.contains(#""id":3,"state":"done","startedAt":"2026-11-21T10:15:00.000000Z","method":"GET""#))
        #expect(text.contains(#""status":null,"category":"tls""#))
        #expect(text.contains(#""networkTime":132.000"#))
    }
}
