import Base
import Bodies
import NetEngine
import TerminalUI

/// What else the bytes of the body in view can be: another meaning of binary data, or text in another charset, to choose.
struct ReadingPicker: OverlayPart {
    private struct Choice {
        var title: String
        var note: String
        var reading: ReadingChoice
    }

    private let choices: [Choice]
    private let chosen: ReadingChoice
    var list: ListSelection

    static func open(on model: inout Model) -> [Effect] {
        guard let shown = model.response.shown, let body = shown.document?.body, body.kind != .empty else {
            model.say("The response has no complete body.", .warning)
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
    var keys: [(String, String)] { [("Enter", "choose"), ("Esc", "close")] }

    func size(in room: OverlayRoom) -> Size {
        room.size(columns: min(60, room.width), rows: min(choices.count, room.height))
    }

    func row(at row: Int, in content: Rect) -> Int? { list.top + row }

    mutating func handle(_ key: Key, on model: inout Model) -> [Effect] {
        let page = content(on: model.window.size).height
        if key != " ", let step = model.scrollStep(key, page: page, count: choices.count) {
            list.index = max(0, min(choices.count - 1, list.index + step))
            return []
        }
        switch key {
        case .escape, "q", "r": model.overlays.close()
        case .enter, " ": return choose(list.index, on: &model)
        default: break
        }
        return []
    }

    mutating func choose(_ row: Int, on model: inout Model) -> [Effect] {
        guard choices.indices.contains(row) else { return [] }
        list.index = row
        model.overlays.close()
        let followUp = model.response.read(as: choices[row].reading)
        return model.effects(of: followUp)
    }

    mutating func settle(in content: Rect, at now: MonotonicTime) { list.settle(choices.count, in: content.height) }

    func draw(_ model: Model, inside: Rect, content: Rect, on buffer: inout CellBuffer) {
        List(count: choices.count, selection: list, isFocused: true) { place in
            let choice = choices[place]
            let mark =
                choice.reading == chosen ? [Span(model.settings.glyphs.mark(\.checked, "chosen") + " ", .success)] : []
            return Line(
                [Span(SafeText(choice.title), .text, .bold)],
                trailing: [Span(SafeText("\(choice.note) "), .dim)] + mark)
        }.draw(in: content, on: &buffer)
    }
}
