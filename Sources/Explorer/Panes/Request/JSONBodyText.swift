import Base
import HTTPFormat
import TerminalUI

/// How a JSON body looks while it is shown and while it is edited.
enum JSONBodyText {
    /// Bodies longer than these are not checked.
    static let checkLimit = LargeEdits.limit

    /// A line in the colours of its parts, with all its characters.
    static func spans(of line: String, isUnresolved: (String) -> Bool) -> [Span] {
        var text = line
        text.makeContiguousUTF8()
        return JSONTemplate.parts(ofLine: text).flatMap { part -> [Span] in
            let start = text.utf8.index(text.startIndex, offsetBy: part.range.lowerBound)
            let end = text.utf8.index(start, offsetBy: part.range.count)
            let piece = String(text[start..<end])
            if part.part == .variable { return VariableNames.spans(of: piece, role: .text, isUnresolved: isUnresolved) }
            return [Span(SafeText(piece), role(part.part))]
        }
    }

    private static func role(_ part: JSONTemplate.Part) -> Role {
        switch part {
        case .name: .jsonKey
        case .string: .jsonString
        case .number: .jsonNumber
        case .word: .jsonLiteral
        case .punctuation: .jsonPunctuation
        case .variable: .variable
        case .comment: .dim
        case .space: .text
        }
    }

    /// Where the bracket at the cursor and the one that belongs to it are.
    static func brackets(in area: TextArea) -> [TextArea.Position] {
        guard
            let (first, second) = JSONTemplate.brackets(
                in: area.lines, line: area.cursor.line, offset: area.cursor.offset)
        else { return [] }
        return [first, second].map { TextArea.Position(line: $0.line, offset: $0.offset) }
    }
}

/// What is known of the body as JSON.
struct JSONBodyCheck: Sendable {
    /// Of what text it was made: that of the file, or the state of the field.
    private enum Subject: Sendable, Equatable {
        case nothing
        case file(String)
        case field(revision: Int)
    }

    private var subject = Subject.nothing
    private(set) var flaw: JSONTemplate.Flaw?

    /// Looks again where the text is another one.
    mutating func look(at request: SavedRequest, _ edit: RequestEdit?) {
        guard request.isJSONBody else {
            self = JSONBodyCheck()
            return
        }
        let now: Subject =
            if case .body(let area)? = edit { .field(revision: area.revision) } else { .file(request.body.text) }
        guard now != subject else { return }
        subject = now
        flaw = nil
        let text: String
        if case .body(let area)? = edit {
            guard area.lines.reduce(0, { $0 + $1.utf8.count + 1 }) <= JSONBodyText.checkLimit else { return }
            text = area.text
        } else {
            text = request.body.text
        }
        guard !text.isEmpty, text.utf8.count <= JSONBodyText.checkLimit else { return }
        flaw = JSONTemplate(text, keepsComments: request.settings.keepsBodyComments).flaw
    }
}

extension RequestPane {
    /// Lays out the body of the request.
    static func formatBody(_ request: SavedRequest, on model: inout Model) -> [Effect] {
        guard request.isJSONBody, !request.body.text.isEmpty else {
            model.say("Only a JSON body can be formatted: a request with a Content-Type of JSON.")
            return []
        }
        switch formatted(request.body.text, request) {
        case .failure(let stop):
            model.say("The body is not formatted: \(stop.sentence).", .warning)
            return []
        case .success(request.body.text):
            model.say("The body is formatted already.")
            return []
        case .success(let text):
            return applyAndShow(
                .setBody(text), saying: "Body formatted. \(model.keyName(.undo)) takes it back.", on: &model)
        }
    }

    /// Lays out what is typed. Returns one sentence if it cannot be done.
    static func formatTyped(_ area: inout TextArea, in model: Model) -> String? {
        guard let request = model.currentRequest, request.isJSONBody else {
            return "Only a JSON body can be formatted: a request with a Content-Type of JSON."
        }
        switch formatted(area.text, request) {
        case .failure(let stop): return "The body is not formatted: \(stop.sentence)."
        case .success(let text):
            guard text != area.text else { return nil }
            let line = area.cursor.line
            area.set(text)
            area.moveCursor(line: line)
            return nil
        }
    }

    private static func formatted(
        _ text: String, _ request: SavedRequest
    ) -> Result<String, JSONTemplate.FormatStop> {
        Result { () throws(JSONTemplate.FormatStop) in
            try JSONTemplate(text, keepsComments: request.settings.keepsBodyComments).formatted()
        }
    }
}
