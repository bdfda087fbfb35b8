import NetEngine
import Testing

@testable import Explorer

/// The log as a user moves through it, on the whole screen.
@Suite struct LogScreenTests {
    /// A robot that has sent requests, none of which has ended; the log is focused and zoomed.
    private func robot(rows: Int) -> Robot {
        let robot = Robot(80, 24)
        for number in 1...rows { send(number, robot) }
        robot.press("4", "z")
        return robot
    }

    private func send(_ number: Int, _ robot: Robot) {
        robot.event(
            ExchangeID(rawValue: UInt64(number)), .queued(method: "GET", url: "http://h/r\(number)"), after: .zero)
    }

    /// The visible paths; the selected one is marked with an angle.
    private func paths(_ robot: Robot) -> [String] {
        robot.screen.split(separator: "\n").compactMap { row in
            let words = row.split(separator: " ")
            guard let path = words.first(where: { $0.hasPrefix("/r") }) else { return nil }
            return (row.contains("›") ? "›" : "") + path
        }
    }

    private func selected(_ robot: Robot) -> String? { paths(robot).first { $0.hasPrefix("›") } }

    private func title(_ robot: Robot) -> String {
        robot.screen.split(separator: "\n").first { $0.contains(" Log ") }.map(String.init) ?? ""
    }

    @Test func `j on the last row follows again`() {
        let robot = robot(rows: 9)
        robot.press("k")
        #expect(title(robot).contains("paused") && selected(robot) == "›/r8")
        robot.press("j")
        #expect(title(robot).contains("paused") && selected(robot) == "›/r9")
        send(10, robot)
        #expect(selected(robot) == "›/r9")
        robot.press("j")
        #expect(title(robot).contains("paused") && selected(robot) == "›/r10")
        robot.press("j")
        #expect(title(robot).contains("following"))
        send(11, robot)
        #expect(selected(robot) == "›/r11")
    }

    @Test func `pausing a log keeps its row and its place`() {
        let robot = robot(rows: 50)
        let before = paths(robot)
        #expect(before.last == "›/r50")
        robot.press("F")
        #expect(title(robot).contains("paused"))
        #expect(paths(robot) == before)
        send(51, robot)
        #expect(paths(robot) == before)
    }

    @Test func `when old rows are dropped the same rows stay in view, and the same one selected`() {
        let robot = robot(rows: SessionLog.rowLimit)
        for _ in 0..<30 { robot.press("k") }
        for _ in 0..<5 { robot.press("j") }
        let before = paths(robot)
        #expect(before.contains("›/r\(SessionLog.rowLimit - 25)"))
        #expect(before.first?.hasPrefix("›") == false && before.last?.hasPrefix("›") == false)
        send(SessionLog.rowLimit + 1, robot)
        #expect(title(robot).contains("1000 older rows dropped"))
        #expect(paths(robot) == before)
    }
}
