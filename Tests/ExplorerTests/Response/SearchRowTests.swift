import NetEngine
import TestSupport
import Testing

@testable import Base
@testable import Explorer
@testable import TerminalUI

/// What the row of a search says: how many hits, which one, and past which end it went.
@Suite struct SearchRowTests {
    @Test func `the row of a search says which hit is shown, and where it went on`() throws {
        let robot = try Robot.showing(Array("a one\nb two\nc one\nd ONE\n".utf8), type: "text/plain")
        let table = """
            / -> /
            / o -> /o 1 of 4
            / one -> /one 1 of 3
            / ONE -> /ONE 1 of 1
            / zzz -> /zzz nothing found
            / one Enter -> /one 1 of 3
            / one Down -> /one 2 of 3
            / one Up -> /one from the end, 3 of 3
            / one Down Down Down -> /one from the top, 1 of 3
            / one Enter n n -> /one 3 of 3
            / one Enter n n n -> /one from the top, 1 of 3
            / one Enter n n n n -> /one 2 of 3
            / one Enter N -> /one from the end, 3 of 3
            / one Enter N N -> /one 2 of 3
            / one Enter N n -> /one from the top, 1 of 3
            / two Enter n -> /two from the top, 1 of 1
            / o.e ^T -> pattern /o.e 1 of 3
            / o.e -> /o.e nothing found
            / o( ^T -> pattern /o( 
            """
        let rows = table.split(separator: "\n").map { row in
            let keys = row.split(separator: " -> ")[0]
            let copy = robot.copy()
            copy.strike(keys)
            let last = copy.inside(.response).last { !$0.split(separator: " ").isEmpty } ?? ""
            return "\(keys) -> \(last.split(separator: " ").joined(separator: " "))"
        }
        #expect(
            rows.dropLast().joined(separator: "\n") == table.split(separator: "\n").dropLast().joined(separator: "\n"))
        #expect(rows.last?.hasPrefix("/ o( ^T -> pattern /o( ") == true, "\(rows.last ?? "")")
    }

    @Test
    func `Esc in the field goes back to where it began, Enter keeps the place, and ^T is kept for the next search`()
        throws
    {
        let text = (1...100).map { "line \($0)" }.joined(separator: "\n")
        let robot = try Robot.showing(Array(text.utf8), type: "text/plain")
        let before = robot.inside(.response)
        robot.strike("/ 9 0")
        #expect(robot.inside(.response) != before)
        robot.press(.escape)
        #expect(robot.inside(.response) == before)
        robot.strike("/ 9 0 Enter")
        let found = robot.inside(.response)
        robot.press(.escape)
        #expect(robot.inside(.response).prefix(10) == found.prefix(10), "what was found stays in view")
        robot.strike("/ ^T Esc / 9 . Enter")
        #expect(
            !robot.inside(.response).contains { $0.hasPrefix("pattern /9.") }, "a search that was left is forgotten")
        robot.strike("/ ^T 9 . Enter / ")
        #expect(robot.inside(.response).contains { $0.hasPrefix("pattern /") }, "one that is replaced keeps its kind")
        // Nothing was typed: Enter ends it.
        robot.press(.enter)
        #expect(!robot.inside(.response).contains { $0.hasPrefix("pattern /") })
    }
}
