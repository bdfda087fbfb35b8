import Foundation
import TestSupport
import Testing

@testable import Explorer
@testable import TerminalUI

/// The scenes as text in `Tests/Frames`, one file for each scene and size. `RECORD=1 swift test --filter SceneFrameTests` writes
/// them; read the difference before you commit it.
@Suite struct SceneFrameTests {
    /// One for each layout, and a very large one.
    private static let sizes = [(80, 24), (120, 36), (200, 60), (300, 80)].map { Size(columns: $0.0, rows: $0.1) }

    @Test(arguments: Scene.allCases, sizes)
    func `a scene looks as it did`(scene: Scene, size: Size) throws {
        let robot = try scene.play(size.columns, size.rows)
        let name = "Tests/Frames/\(scene.rawValue)-\(size.columns)x\(size.rows).txt"
        let path = "\(BuiltProgram.packageRoot)/\(name)"
        if Recorded.isRecording { return try Recorded.write(Data((robot.screen + "\n").utf8), to: path) }
        guard let kept = try? String(contentsOfFile: path, encoding: .utf8) else {
            Issue.record("\(name) is missing; RECORD=1 swift test --filter SceneFrameTests writes it.")
            return
        }
        expectScreen(robot, String(kept.dropLast()))
    }

    @Test(arguments: Scene.allCases)
    func `a scene is the same each time it is played`(scene: Scene) throws {
        #expect(try scene.play().frame == scene.play().frame)
    }
}

/// Any size, from one cell to more than a screen has.
@Suite struct ScreenSizeTests {
    /// What must hold of every frame.
    private func expectSound(_ robot: Robot, _ size: Size, sourceLocation: SourceLocation = #_sourceLocation) {
        let frame = robot.frame
        var problems: [String] = []
        if frame.size != size || frame.cells.count != size.columns * size.rows {
            problems.append("its size is another")
        }
        for (name, point) in [("cursor", frame.cursor), ("selection", frame.selected)] {
            if let point, !frame.bounds.contains(point) { problems.append("the \(name) is outside, at \(point)") }
        }
        for bar in frame.scrollbars where bar.place.intersection(frame.bounds) != bar.place {
            problems.append("a scrollbar is outside, at \(bar.place)")
        }
        for (pane, rect) in robot.layout.panes where rect.intersection(frame.bounds) != rect {
            problems.append("\(pane) is outside, at \(rect)")
        }
        for (index, cell) in frame.cells.enumerated() {
            let x = index % max(1, size.columns)
            // Half of a wide character is never alone.
            if cell.width == 2, x + 1 >= size.columns || frame.cells[index + 1].width != 0 {
                problems.append("half a character at \(x)")
            }
            if cell.width == 0, x == 0 || frame.cells[index - 1].width != 2 {
                problems.append("half a character at \(x)")
            }
        }
        if !problems.isEmpty {
            Issue.record(
                "\(size.columns)x\(size.rows): \(problems.joined(separator: "; "))", sourceLocation: sourceLocation)
        }
    }

    @Test(.longComputation) func `every size up to 60x30 has a frame with nothing outside of it`() throws {
        let robot = try Scene.main.play()
        for rows in 1...30 {
            for columns in 1...60 {
                robot.resize(columns, rows)
                expectSound(robot, Size(columns: columns, rows: rows))
            }
        }
    }

    @Test(.longComputation, arguments: Scene.allCases)
    func `every scene fits into sizes up to 500x200`(scene: Scene) throws {
        let robot = try scene.play()
        // No two scenes get the same sizes.
        let shift = Scene.allCases.firstIndex(of: scene) ?? 0
        var sizes = [Size(columns: 1, rows: 1), Size(columns: 500, rows: 200)]
        for columns in stride(from: 20 + shift, through: 500, by: 61) {
            for rows in stride(from: 5 + shift, through: 200, by: 41) {
                sizes.append(Size(columns: columns, rows: rows))
            }
        }
        for size in sizes {
            robot.resize(size.columns, size.rows)
            expectSound(robot, size)
        }
    }

    @Test(.longComputation, arguments: Scene.allCases)
    func `a storm of sizes leaves the scene as it was`(scene: Scene) throws {
        let (robot, other) = (try scene.play(), try scene.play())
        var dice = SeededGenerator(seed: 24)
        for _ in 0..<60 {
            let size = Size(columns: .random(in: 1...220, using: &dice), rows: .random(in: 1...70, using: &dice))
            robot.resize(size.columns, size.rows)
            expectSound(robot, size)
        }
        for robot in [robot, other] { robot.resize(120, 36) }
        #expect(robot.focus == other.focus && robot.hasDialog == other.hasDialog && robot.typed == other.typed)
        #expect(robot.selectedRow() == other.selectedRow())
    }
}
