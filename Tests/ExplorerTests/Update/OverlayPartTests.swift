import NetEngine
import Testing

@testable import Base
@testable import Explorer
@testable import HTTPFormat
@testable import TerminalUI
@testable import Workspace

/// An overlay needs nothing but its own file: this one is written here, and nothing in the program knows it.
private struct NotePad: OverlayPart {
    var text: String
    var field = TextField()
    var isVeiled = true

    var title: SafeText { "Note" }
    var keys: [(String, String)] { [("Enter", "keep"), ("Esc", "close")] }
    var isTyping: Bool { true }

    func size(in room: OverlayRoom) -> Size { room.size(columns: 30, rows: 2) }

    mutating func handle(_ key: Key, on model: inout Model) -> [Effect] {
        switch key {
        case .escape: model.overlays.close()
        case .enter:
            model.overlays.close()
            model.say("Kept: \(field.text)")
        default: _ = field.handle(key)
        }
        return []
    }

    mutating func paste(_ text: String, on model: inout Model) -> [Effect] {
        field.paste(text)
        return []
    }

    func draw(_ model: Model, inside: Rect, content: Rect, on buffer: inout CellBuffer) {
        buffer.draw(SafeText(text), at: Point(x: inside.x, y: inside.y))
        field.draw(in: inside.row(1), isFocused: true, on: &buffer)
    }
}

/// The same with the defaults alone.
private struct Poster: OverlayPart {
    var title: SafeText { "Poster" }
    var keys: [(String, String)] { [("Esc", "close")] }
    func size(in room: OverlayRoom) -> Size { room.size(columns: 30, rows: 1) }

    mutating func handle(_ key: Key, on model: inout Model) -> [Effect] {
        if key == .escape { model.overlays.close() }
        return []
    }

    func draw(_ model: Model, inside: Rect, content: Rect, on buffer: inout CellBuffer) {
        buffer.draw("The key is t0ken-value.", at: Point(x: inside.x, y: inside.y))
    }
}

@Suite struct OverlayPartTests {
    /// A robot whose last send used a private value.
    private func robotWithSecret() -> Robot {
        let robot = Robot()
        robot.press("s")
        robot.resolveAll { _ in
            .draft(
                RequestDraft(url: "http://h/"),
                uses: [
                    VariableUse(
                        name: "key", value: "t0ken-value", source: .processEnvironment, isSecret: true)
                ])
        }
        return robot
    }

    @Test func `an overlay of one file is drawn, typed into and closed`() {
        let robot = Robot()
        robot.show(NotePad(text: "What to note?"))
        #expect(robot.screen.contains("Note") && robot.dialog[0].hasPrefix("What to note?"))
        #expect(robot.screen.contains("Enter keep   Esc close"))
        // Keys of commands are text in it.
        robot.type("q?:s")
        robot.paste("!")
        #expect(robot.dialog[1].hasPrefix("q?:s!") && robot.dialogCount == 1)
        #expect(robot.takeNames().isEmpty)
        robot.press(.enter)
        #expect(!robot.hasDialog && robot.footer.contains("Kept: q?:s!"))
        robot.show(NotePad(text: ""))
        robot.press(.escape)
        #expect(!robot.hasDialog)
    }

    @Test func `of more fields than rows those around the focus are shown, and a click means the one under it`() {
        let robot = Robot(60, 10)
        let labels = (1...12).map { "Field \($0)" }
        robot.show(Form(title: "Many", labels: labels, fields: labels.map { _ in TextField() }, purpose: .newFile))
        robot.press(.up)
        #expect(robot.dialog.last?.hasPrefix("Field 12") == true, "\(robot.screen)")
        robot.type("end")
        robot.click(on: "Field 6")
        robot.type("six")
        let row = robot.dialog.first { $0.contains("six") }
        #expect(row?.hasPrefix("Field 6 ") == true, "\(robot.screen)")
        robot.press(.tab)
        robot.type("seven")
        #expect(robot.dialog.contains { $0.hasPrefix("Field 7 ") && $0.contains("seven") }, "\(robot.screen)")
    }

    @Test func `a click beside an overlay closes it, and a key that it does not know changes nothing`() {
        let robot = Robot()
        robot.show(Poster())
        let before = robot.screen
        robot.press("j", "x", .enter)
        robot.paste("text")
        #expect(robot.screen == before)
        robot.click(0, 0)
        #expect(!robot.hasDialog)
    }

    @Test func `an overlay that no key asked for waits until nothing is typed and no other is open`() {
        let robot = Robot()
        robot.press("/")
        robot.show(Poster(), whenFree: true)
        #expect(!robot.hasDialog)
        robot.press(.escape)
        #expect(robot.dialogKind == "Poster")
        robot.press(.escape, "?")
        robot.show(Poster(), whenFree: true)
        #expect(robot.dialogKind == "HelpOverlay")
        robot.press(.escape)
        #expect(robot.dialogKind == "Poster")
    }

    @Test func `private values are masked in an overlay that says nothing about them`() {
        let robot = robotWithSecret()
        robot.show(Poster())
        #expect(robot.dialog[0].hasPrefix("The key is ***********."))
        #expect(!robot.screen.contains("t0ken-value"))
    }

    @Test func `an overlay below another one is masked too`() {
        let robot = robotWithSecret()
        robot.show(Poster())
        robot.show(NotePad(text: "", isVeiled: false))
        #expect(!robot.screen.contains("t0ken-value"))
    }

    @Test func `private values are shown in an overlay that says so`() {
        let robot = robotWithSecret()
        robot.show(NotePad(text: "t0ken-value", isVeiled: false))
        #expect(robot.dialog[0].hasPrefix("t0ken-value"))
        robot.press(.escape)
        robot.show(NotePad(text: "t0ken-value"))
        #expect(robot.dialog[0].hasPrefix("***********"))
    }
}
