import TestSupport
import Testing

@testable import TerminalUI

/// Screens at every size, each as a number: where something gets or loses its room at another width or height than before, this differs.
/// What it is, the rows of a walk at that size say.
@Suite struct SizeTests {
    private static let sizes: [Size] =
        ((40...125) + [139, 140, 150, 159, 160, 170, 200]).map { Size(columns: $0, rows: 28) }
        + (9...36).map { Size(columns: 90, rows: $0) }

    @Test(arguments: Walk.sized.map(\.name))
    func `a screen has the look that it had at each size`(name: String) async throws {
        let walk = try #require(Walk.sized.first { $0.name == name })
        let robot = try await walk.end()
        var text = ""
        for size in Self.sizes {
            robot.resize(size.columns, size.rows)
            text += "\(size.columns)x\(size.rows) \(robot.frame.number())\n"
        }
        robot.resize(walk.size.columns, walk.size.rows)
        text += "again \(robot.frame.number())\n"
        try Recorded.expect([(name, text)], in: "sizes/\(name)")
    }
}
