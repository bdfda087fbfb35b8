import TestSupport
import Testing

@testable import Base
@testable import TerminalUI

/// Fields and text areas after keys at random, as they were recorded (`Recorded`): what is drawn after each, and where the cursor is.
@Suite struct RandomKeyTests {
    private static let keys: [Key] =
        [
            .enter, .tab, .backspace, .backspace, .delete, .left, .left, .right, .right, .up, .up, .down, .down, .home,
            .end,
            .pageUp, .pageDown, .wordLeft, .wordRight, .textStart, .textEnd, .deleteWord, .control("k"), .control("u"),
            .control("w"), .control("y"), .control("y"), .control("d"), .control("a"), .control("e"), .control("_"),
            .control("_"), .alt("u"), .alt("r"), .alt("r"), .alt("d"), .alt("\u{7F}"), .alt("b"), .alt("f"),
            .function(5),
        ]
        + "ab c.é日\u{301}\"".map { .character($0) }
    private static let pastes = ["two words", "x\ny\n", "\t-", "e\u{301}日本", "a\u{1B}b\r\nc"]
    private static let texts = [
        "", "one two.three  four", "one\n  two\n\n\tthree\nfour", "日本e👩‍👩‍👧‍👦x\na",
        "a long line that is wider than what shows it\nb\n\nc",
        "1\n2\n3\n4\n5\n6\n7\n8\n9\n10\n11\n12",
    ]

    private enum Step {
        case key(Key)
        case paste(String)

        var name: String {
            switch self {
            case .key(let key): key.name
            case .paste(let text): "paste \(Printed.escaped(text))"
            }
        }
    }

    private static func steps(_ seed: UInt64) -> [Step] {
        var dice = SeededGenerator(seed: seed)
        return (0..<60).map { _ in
            let number = Int.random(in: 0..<24, using: &dice)
            return number == 0
                ? .paste(pastes[Int.random(in: 0..<pastes.count, using: &dice)])
                : .key(keys[Int.random(in: 0..<keys.count, using: &dice)])
        }
    }

    /// The rows of a buffer in one line, with the cursor's place.
    private static func look(_ buffer: CellBuffer) -> String {
        let cursor = buffer.cursor.map { "\($0.x),\($0.y)" } ?? "-"
        return "\(cursor) \(buffer.dump().replacing("\n", with: "⏎"))"
    }

    @Test func `a text area after keys at random`() throws {
        var parts: [(name: String, text: String)] = []
        for seed in 1...18 as ClosedRange<UInt64> {
            let place = Int(seed)
            let (columns, height) = ([20, 12, 9][place % 3], [4, 5][place % 2])
            var area = TextArea(Self.texts[place % Self.texts.count], showsLineNumbers: place % 4 == 0, tabWidth: 4)
            area.wraps = place % 2 == 0
            var text = ""
            for step in Self.steps(seed) {
                var isKnown = true
                switch step {
                case .key(let key): isKnown = area.handle(key, height: height, columns: columns)
                case .paste(let text): area.paste(text)
                }
                area.keepInView(height: height, columns: columns)
                var buffer = CellBuffer(size: Size(columns: columns, rows: height))
                area.draw(in: buffer.bounds, isFocused: true, on: &buffer)
                let marks = "\(area.canUndo ? "u" : "-")\(area.canRedo ? "r" : "-")\(isKnown ? "" : "?")"
                text += "\(step.name)\t\(marks) \(area.cursor.line):\(area.cursor.offset) \(Self.look(buffer))\n"
            }
            parts.append(("\(seed)", text))
        }
        try Recorded.expect(parts, in: "screen/random-areas")
    }

    @Test func `a field after keys at random`() throws {
        var parts: [(name: String, text: String)] = []
        for seed in 101...112 as ClosedRange<UInt64> {
            let place = Int(seed)
            let columns = [16, 9, 5][place % 3]
            var field = TextField(
                ["", "one two.three  four", "日本e👩‍👩‍👧‍👦", "a/b?c=d&e"][place % 4], placeholder: "a name",
                isSecret: place % 5 == 0,
                keepsLineBreaks: place % 2 == 0)
            var text = ""
            for step in Self.steps(seed) {
                var isKnown = true
                switch step {
                case .key(let key): isKnown = field.handle(key)
                case .paste(let text): field.paste(text)
                }
                var buffer = CellBuffer(size: Size(columns: columns, rows: 1))
                field.draw(in: buffer.bounds, isFocused: true, on: &buffer)
                text += "\(step.name)\t\(field.cursor)\(isKnown ? "" : "?") \(Self.look(buffer))\n"
            }
            parts.append(("\(seed)", text))
        }
        try Recorded.expect(parts, in: "screen/random-fields")
    }
}
