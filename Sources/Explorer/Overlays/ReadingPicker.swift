import Base
import Bodies
import NetEngine
import TerminalUI

/// What else the bytes of the body in view can be: another meaning of binary data, or text in another charset, to choose.
struct ReadingPicker: ChoicePicker {
    private struct Choice {
        var title: String
        var note: String
        var reading: ReadingChoice
    }

    private let choices: [Choice]
    private let chosen: ReadingChoice
    var list: ListSelection

    static func open(on model: inout Model) -> [Effect] {
        guard let shown = model.response.inView, let body = shown.document?.body, body.kind != .empty else {
            model.say(model.response.reasonForNone("The response has no complete body."), .warning)
            return []
        }
        model.overlays.show(ReadingPicker(body, chosen: model.response.reading))
        return []
    }

    private init(_ body: BodyDocument, chosen: ReadingChoice) {
        let guess = body.scan.isCharsetGuessed ? ", a guess" : ""
        let found = chosen.charset == nil ? body.charset.name + guess : ""
        var choices = [Choice(title: "as found", note: body.kind == .binary ? "" : found, reading: ReadingChoice())]
        for (number, name) in (body.readable?.readings ?? []).enumerated().dropFirst() {
            choices.append(Choice(title: name, note: "meaning", reading: ReadingChoice(reading: number)))
        }
        choices += TextEncoding.all.map {
            Choice(title: $0.name, note: "charset", reading: ReadingChoice(charset: $0))
        }
        self.choices = choices
        self.chosen = chosen
        list = ListSelection(index: choices.firstIndex { $0.reading == chosen } ?? 0)
    }

    var title: SafeText { "Read the body as" }
    var count: Int { choices.count }
    var openingCommand: Command? { .chooseReading }

    func size(in room: OverlayRoom) -> Size { size(columns: 60, in: room) }

    func take(_ row: Int, on model: inout Model) -> [Effect] {
        let followUp = model.response.read(as: choices[row].reading)
        return model.effects(of: followUp)
    }

    func draw(_ model: Model, inside: Rect, content: Rect, on buffer: inout CellBuffer) {
        List(count: count, selection: list, isFocused: true) { place in
            let choice = choices[place]
            let mark =
                choice.reading == chosen ? [Span(model.settings.glyphs.mark(\.checked, "chosen") + " ", .success)] : []
            return Line(
                [Span(SafeText(choice.title), .text, .bold)],
                trailing: [Span(SafeText("\(choice.note) "), .dim)] + mark)
        }.draw(in: content, on: &buffer)
    }
}
