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
    /// Whether no Content-Type was about it then.
    private var wasUntyped = false
    private(set) var flaw: JSONTemplate.Flaw?
    /// Whether the body is JSON, and no Content-Type says so: none is sent.
    private(set) var lacksType = false

    /// As an object or a list begins, and not with a variable, which may be anything.
    private static func beginsAsJSON(_ text: String) -> Bool {
        let start = text.utf8.drop { $0 <= 0x20 }.prefix(2)
        return (start.first == Byte.openBrace || start.first == UInt8(ascii: "["))
            && !start.elementsEqual([Byte.openBrace, Byte.openBrace])
    }

    /// Looks again where the text is another one.
    mutating func look(at request: SavedRequest, _ edit: RequestEdit?) {
        let mayLackType = request.contentType.isEmpty && request.graphQL == nil && request.curl == nil
        guard request.isJSONBody || mayLackType else {
            self = JSONBodyCheck()
            return
        }
        let now: Subject =
            if case .body(let area)? = edit { .field(revision: area.revision) } else { .file(request.body.text) }
        guard now != subject || mayLackType != wasUntyped else { return }
        (subject, wasUntyped) = (now, mayLackType)
        (flaw, lacksType) = (nil, false)
        let text: String
        if case .body(let area)? = edit {
            guard area.lines.reduce(-1, { $0 + $1.utf8.count + 1 }) <= JSONBodyText.checkLimit else { return }
            text = area.text
        } else {
            text = request.body.text
        }
        guard !text.isEmpty, text.utf8.count <= JSONBodyText.checkLimit else { return }
        if mayLackType, !Self.beginsAsJSON(text) { return }
        let found = JSONTemplate(text, keepsComments: request.settings.keepsBodyComments).flaw
        if mayLackType { lacksType = found == nil } else { flaw = found }
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
