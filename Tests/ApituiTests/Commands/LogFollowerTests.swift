import Base
import NetEngineRequestLog
import Testing

@testable import apitui

/// What `apitui log --follow` prints of rows that change, and how a terminal shows it.
struct LogFollowerTests {
    private func row(_ id: Int64, _ state: LogRow.State, status: Int? = nil) -> LogRow {
        LogTableTests.row(id, state: state, status: status)
    }

    private func states(_ rows: [LogRow]) -> [String] { rows.map { "\($0.id) \($0.state)" } }

    @Test func `an exchange is news at each step, and ends once`() {
        var follower = LogFollower(shown: [], newest: 4)
        #expect(states(follower.take([row(5, .queued)])) == ["5 queued"])
        #expect(states(follower.take([row(5, .queued)])) == [])
        #expect(states(follower.take([row(5, .sent), row(6, .queued)])) == ["5 sent", "6 queued"])
        #expect(states(follower.take([row(5, .receiving, status: 200)])) == ["5 receiving"])
        #expect(states(follower.runningRows) == ["5 receiving", "6 queued"])
        #expect(states(follower.take([row(5, .done, status: 200)])) == ["5 done"])
        // Its checks came later.
        #expect(states(follower.take([row(5, .done, status: 200)])) == [])
        #expect(states(follower.take([row(5, .sent)])) == [])
        #expect(states(follower.take([row(6, .aborted)])) == ["6 aborted"])
        #expect(follower.runningRows.isEmpty)
    }

    @Test func `rows that ended before it began are not news, those under way are`() {
        var follower = LogFollower(shown: [row(2, .done), row(3, .sent)], newest: 4)
        #expect(states(follower.runningRows) == ["3 sent"])
        // Somebody pinned them.
        #expect(states(follower.take([row(1, .done), row(2, .done), row(4, .done)])) == [])
        #expect(states(follower.take([row(3, .done), row(7, .done)])) == ["3 done", "7 done"])
    }

    @Test func `one under way that passes the filter only at its end is news then`() {
        var follower = LogFollower(shown: [], newest: 4, open: [3])
        #expect(states(follower.take([row(3, .done, status: 500)])) == ["3 done"])
        #expect(states(follower.take([row(3, .done, status: 500)])) == [])
    }

    @Test func `one that ended before it was seen has a beginning too, if those are shown`() {
        var follower = LogFollower(shown: [], newest: 4, showsBeginnings: true)
        let news = follower.take([row(5, .done, status: 200), row(6, .sent)])
        #expect(states(news) == ["5 queued", "5 done", "6 queued", "6 sent"])
        #expect(news.first?.status == nil && news.first?.duration == nil)
        #expect(states(follower.take([row(5, .done, status: 200), row(6, .done)])) == ["6 done"])
    }

    @Test func `it remembers a bounded number of rows`() {
        var follower = LogFollower(shown: [], newest: 0)
        for id in 1...30_000 as ClosedRange<Int64> { _ = follower.take([row(id, .done)]) }
        #expect(states(follower.take([row(29_999, .done)])) == [])
    }

    // MARK: The terminal

    private func line(_ text: String) -> [LogTable.Span] { [LogTable.Span(text: .init(text), tone: .plain)] }

    @Test func `lines of exchanges under way are replaced, those that ended stay`() {
        var screen = LogScreen()
        func draw(_ ended: [String], _ running: [String], columns: Int = 20, rows: Int = 10) -> String {
            String(
                decoding: screen.draw(
                    ended: ended.map(line), running: running.map(line), columns: columns, rows: rows, usesColor: false),
                as: UTF8.self)
        }
        #expect(draw(["old"], ["a sent", "b sent"]) == "old\na sent\nb sent\n")
        #expect(draw(["a done"], ["b sent"]) == "\u{1B}[2A\r\u{1B}[Ja done\nb sent\n")
        #expect(draw(["b done"], []) == "\u{1B}[1A\r\u{1B}[Jb done\n")
        #expect(draw([], []) == "")
        // In a narrower window a line takes two rows.
        #expect(draw([], ["123456789012345"]) == "123456789012345\n")
        #expect(draw([], [], columns: 10) == "\u{1B}[2A\r\u{1B}[J")
    }

    @Test func `lines of both kinds have their colours`() {
        var screen = LogScreen()
        let bytes = screen.draw(
            ended: [[LogTable.Span(text: "a", tone: .good)]], running: [[LogTable.Span(text: "b", tone: .bad)]],
            columns: 40, rows: 5, usesColor: true)
        #expect(String(decoding: bytes, as: UTF8.self) == "\u{1B}[32ma\u{1B}[0m\n\u{1B}[31mb\u{1B}[0m\n")
    }

    @Test func `more than fit are counted`() {
        var screen = LogScreen()
        let bytes = screen.draw(
            ended: [], running: (1...9).map { line("r\($0)") }, columns: 40, rows: 5, usesColor: false)
        #expect(String(decoding: bytes, as: UTF8.self) == "… 7 more requests under way\nr8\nr9\n")
        for (count, rows, text) in [
            (3, 5, "r1\nr2\nr3\n"), (4, 5, "… 2 more requests under way\nr3\nr4\n"), (1, 1, "r1\n"),
            (2, 2, "… 2 more requests under way\n"),
        ] as [(Int, Int, String)] {
            var other = LogScreen()
            let drawn = other.draw(
                ended: [], running: (1...count).map { line("r\($0)") }, columns: 40, rows: rows, usesColor: false)
            #expect(String(decoding: drawn, as: UTF8.self) == text, "\(count) in \(rows) rows")
        }
    }
}
