import Base
import Testing

@testable import TerminalUI
@testable import apitui

/// What `apitui keys` says of each event, and when it ends.
@Suite struct KeysSessionTests {
    private func text(_ event: InputEvent) -> String { KeysSession.describe(event).spans.map(\.text.string).joined() }

    @Test func `each event is a line with its kind and its name`() {
        let point = Point(x: 3, y: 7)
        let rows: [(InputEvent, String)] = [
            (.key(.control("a")), "key    Ctrl-A"), (.key(.character(" ")), "key    Space"),
            (.key(.character("é")), "key    é"), (.key(.function(12)), "key    F12"),
            (.paste("abc"), "paste  3 characters: abc"), (.paste(""), "paste  0 characters: "),
            (.mouse(MouseEvent(kind: .press, at: point)), "mouse  press at column 3, row 7"),
            (.mouse(MouseEvent(kind: .doublePress, at: point)), "mouse  double press at column 3, row 7"),
            (.mouse(MouseEvent(kind: .drag, at: point)), "mouse  drag at column 3, row 7"),
            (.mouse(MouseEvent(kind: .release, at: point)), "mouse  release at column 3, row 7"),
            (.mouse(MouseEvent(kind: .scrollUp, at: point)), "mouse  wheel up at column 3, row 7"),
            (.mouse(MouseEvent(kind: .scrollDown, at: point)), "mouse  wheel down at column 3, row 7"),
            (.report(.attributes([62])), "answer what the terminal says of itself"),
            (.resize(Size(columns: 80, rows: 24)), "resize 80 x 24"),
        ]
        for (event, line) in rows { #expect(text(event) == line) }
        #expect(!text(.paste("a\u{1B}b")).contains("\u{1B}"), "nothing that a terminal would obey")
        let long = text(.paste(String(repeating: "x", count: 300)))
        #expect(long == "paste  300 characters: " + String(repeating: "x", count: 200))
    }

    @Test func `it ends after Ctrl-C or Ctrl-D twice in a row, or a signal`() {
        var session = KeysSession(facts: "facts")
        func step(_ input: LoopInput<Never>) -> LoopDirective.Step { session.handle(input).step }
        func press(_ key: Key) -> LoopDirective.Step { step(.input(.key(key), at: MonotonicTime.current())) }
        var steps: [LoopDirective.Step] = []
        for key in [.control("c"), .character("a"), .control("c"), .control("d")] as [Key] { steps.append(press(key)) }
        #expect(steps == [.proceed, .proceed, .proceed, .quit])
        session = KeysSession(facts: "facts")
        steps = [press(.control("d")), press(.control("z")), press(.control("d")), press(.control("d"))]
        #expect(steps == [.proceed, .suspend, .proceed, .quit])
        session = KeysSession(facts: "facts")
        steps = [step(.wake(at: MonotonicTime.current())), step(.signal(.hangup))]
        #expect(steps == [.proceed, .quit])
    }

    @Test func `the newest events are at the bottom, below the field that takes what is typed`() {
        var session = KeysSession(facts: "the facts")
        for event in [.paste("pasted"), .key(.character("q")), .key(.backspace), .key(.up)] as [InputEvent] {
            _ = session.handle(.input(event, at: MonotonicTime.current()))
        }
        func rows(_ height: Int) -> [String] {
            let buffer = session.render(size: Size(columns: 40, rows: height), glyphs: .unicode)
            return (0..<height).map { y in
                let cells = buffer.cells[y * 40..<(y + 1) * 40].map(\.grapheme).joined()
                return cells.filter { $0.isLetter || $0.isNumber || " -:".contains($0) }.split(separator: " ")
                    .joined(separator: " ")
            }
        }
        let five = rows(7)
        #expect(five[0].contains("Keys") && five[0].contains("Ctrl-C twice ends"))
        #expect(
            Array(five[1...5]) == [
                "the facts", "pasted", "key q", "key Backspace", "key Up",
            ])
        #expect(Array(rows(8)[1...6]).suffix(4) == ["paste 6 characters: pasted", "key q", "key Backspace", "key Up"])
        #expect(rows(3)[1] == "the facts", "nothing but the facts fits")
    }
}
