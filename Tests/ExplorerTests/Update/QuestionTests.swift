import NetEngine
import Testing

@testable import Explorer
@testable import TerminalUI

@Suite struct QuestionTests {
    @Test func `the text of a question is broken into lines once, however often it is looked at`() {
        let text = (1...4000).map { "word\($0)" }.joined(separator: " ")
        let question = Question(
            title: "Much to read", lines: ["First.", text],
            choices: [Question.Choice(key: "y", label: "Yes", consequence: .nothing)])
        let size = Size(columns: 80, rows: 24)
        let model = Model(size: size, path: "/c")
        var buffer = CellBuffer(size: size)
        let first = WorkMeter.steps { question.drawFrame(model, size, on: &buffer) }
        let again = WorkMeter.steps { question.drawFrame(model, size, on: &buffer) }
        let inside = question.inside(on: size)
        let row = (inside.x..<inside.maxX).map { buffer[$0, inside.y].grapheme }.joined()
        #expect(row.hasPrefix("First."), "\(row)")
        // Each word is looked at for what is unsafe in it, and for its width.
        #expect(first < 4 * text.utf8.count, "\(first) steps")
        #expect(again < text.utf8.count, "\(again) steps")
    }
}

extension Question {
    fileprivate func drawFrame(_ model: Model, _ size: Size, on buffer: inout CellBuffer) {
        draw(model, inside: inside(on: size), content: content(on: size), on: &buffer)
    }
}
