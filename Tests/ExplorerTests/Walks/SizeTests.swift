import TestSupport
import Testing

@testable import TerminalUI

/// Screens at every size, each as a number: where something gets or loses its room at another width or height than before, this differs.
/// What it is, the rows of a walk at that size say.
@Suite struct SizeTests {
    private static let sizes: [Size] =
        (40...140).map { Size(columns: $0, rows: 28) } + [150, 159, 160, 170, 200].map { Size(columns: $0, rows: 28) }
        + (9...45).map { Size(columns: 90, rows: $0) }

    /// FNV-1a, of what each cell holds and means, and of the places of cursors and of what can be pressed.
    private static func number(_ frame: CellBuffer) -> String {
        var sum: UInt32 = 0x811C_9DC5
        func add(_ byte: UInt8) { sum = (sum ^ UInt32(byte)) &* 0x0100_0193 }
        func add(_ number: Int) {
            add(UInt8(truncatingIfNeeded: number))
            add(UInt8(truncatingIfNeeded: number >> 8))
        }
        for cell in frame.cells {
            for byte in cell.grapheme.utf8 { add(byte) }
            add(cell.style.role.rawValue)
            add(cell.style.emphasis.rawValue)
        }
        for point in [frame.cursor, frame.selected] {
            add(point?.x ?? -1)
            add(point?.y ?? -1)
        }
        for target in frame.targets {
            add(target.x)
            add(target.y)
            add(target.width)
        }
        let text = String(sum, radix: 16)
        return String(repeating: "0", count: 8 - text.utf8.count) + text
    }

    @Test(arguments: Walk.sized.map(\.name))
    func `a screen has the look that it had at each size`(name: String) async throws {
        let walk = try #require(Walk.sized.first { $0.name == name })
        let robot = try await walk.end()
        var text = ""
        for size in Self.sizes {
            robot.resize(size.columns, size.rows)
            text += "\(size.columns)x\(size.rows) \(Self.number(robot.frame))\n"
        }
        robot.resize(walk.size.columns, walk.size.rows)
        text += "again \(Self.number(robot.frame))\n"
        try Recorded.expect([(name, text)], in: "sizes/\(name)")
    }
}
