import NetEngine
import Testing

@testable import Explorer
@testable import TerminalUI

@Suite struct QuestionTests {
    @Test func `the text of a question is broken into lines once when it is drawn`() {
        let text = (1...4000).map { "word\($0)" }.joined(separator: " ")
        let question = Question(
            title: "Much to read", lines: ["First.", text],
            choices: [Question.Choice(key: "y", label: "Yes", consequence: .nothing)])
        let size = Size(columns: 80, rows: 24)
        let model = Model(size: size, path: "/c")
        var buffer = CellBuffer(size: size)
        let (inside, content) = (question.inside(on: size), question.content(on: size))
        let once = WorkMeter.steps { _ = WrappedText.lines(text, width: inside.width) }
        let drawing = WorkMeter.steps { question.draw(model, inside: inside, content: content, on: &buffer) }
        let row = (inside.x..<inside.maxX).map { buffer[$0, inside.y].grapheme }.joined()
        #expect(row.hasPrefix("First."), "\(row)")
        #expect(!WorkMeter.isCounting || drawing < 2 * once, "\(drawing) steps, \(once) to break it")
    }
}
