import Base
import Bodies
import NetEngine
import TerminalUI
import Workspace

/// Asks under which name the exact bytes of a body, or a schema, are written, and shows how far that is.
struct BodySaver: OverlayPart {
    private enum Phase: Sendable, Hashable {
        case naming
        /// A file of that name exists: Enter replaces it.
        case replacing
        case writing(Int)
    }

    private let body: BodyBytes
    /// `body` or `schema`.
    private let what: String
    /// How much of the body was kept, if not all of it.
    private let kept: String?
    private var field: TextField
    private var phase = Phase.naming
    private var problem: String?

    static func open(on model: inout Model) -> [Effect] {
        guard let exchange = model.response.exportedExchange, let response = exchange.response,
            let url = exchange.hops.last?.request.url
        else {
            model.say(
                model.response.reasonForNone("There is no body to write. \(model.keyName(.send)) sends the request."))
            return []
        }
        guard !response.content.isEmpty else {
            model.say(response.keptSentence ?? "The body is empty; there is nothing to write.")
            return []
        }
        model.overlays.show(
            BodySaver(
                body: response.content, kept: response.isBodyKept ? nil : response.bodySizeText,
                field: TextField(BodyFileName.suggested(for: response, url: url))))
        return []
    }

    /// For what a filter left of a body.
    static func open(_ filtered: FilteredBody, on model: inout Model) {
        let name = "filtered.\(MediaExtension.of(ContentType(filtered.contentType)))"
        model.overlays.show(BodySaver(body: BodyBytes(filtered.bytes), field: TextField(name)))
    }

    /// For the schema that a GraphQL endpoint was asked for.
    static func open(schema text: String, on model: inout Model) {
        model.overlays.show(
            BodySaver(body: BodyBytes(Array(text.utf8)), what: "schema", field: TextField("schema.graphql")))
    }

    private init(body: BodyBytes, what: String = "body", kept: String? = nil, field: TextField) {
        self.body = body
        self.what = what
        self.kept = kept
        self.field = field
    }

    private var isWriting: Bool { if case .writing = phase { true } else { false } }

    var title: SafeText { SafeText("Write the \(what), \(kept ?? Formatting.byteCount(body.count))") }
    var isTyping: Bool { !isWriting }
    var keys: [(String, String)] {
        switch phase {
        case .naming: [("Enter", "write"), ("Esc", "close")]
        case .replacing: [("Enter", "replace the file"), ("Esc", "close")]
        case .writing: [("Esc", "stop")]
        }
    }

    func size(in room: OverlayRoom) -> Size {
        room.size(columns: room.width, rows: 1 + max(3, WrappedText.lines(note.text.string, width: room.width).count))
    }

    mutating func handle(_ key: Key, on model: inout Model) -> [Effect] {
        switch key {
        case .escape:
            model.overlays.close()
            guard isWriting else { return [] }
            model.say("Writing was stopped; no file is left.")
            return [.stopWriting]
        case _ where isWriting: return []
        case .enter:
            guard !field.text.isEmpty else { return [] }
            let replaces = phase == .replacing
            phase = .writing(0)
            problem = nil
            return [.writeBody(BodyWriteJob(body: body, path: field.text, replaces: replaces))]
        default:
            if field.handle(key) { edited() }
        }
        return []
    }

    mutating func paste(_ text: String, on model: inout Model) -> [Effect] {
        guard !isWriting else { return [] }
        field.paste(text)
        edited()
        return []
    }

    private mutating func edited() {
        phase = .naming
        problem = nil
    }

    /// A path without `.`, and without folders that a `..` leaves again, as it will be opened.
    private static func withoutSteps(_ path: String) -> String {
        let isAbsolute = path.utf8.first == Byte.slash
        var parts: [Substring] = []
        for part in PathText.steps(of: path) {
            switch part {
            case ".": continue
            case ".." where parts.last.map { $0 != ".." && $0 != "~" } ?? false: parts.removeLast()
            // Above the root there is nothing.
            case ".." where parts.isEmpty && isAbsolute: continue
            default: parts.append(part)
            }
        }
        let end = path.utf8.last == Byte.slash && !parts.isEmpty ? "/" : ""
        return (isAbsolute ? "/" : "") + parts.joined(separator: "/") + end
    }

    // MARK: What became of it

    /// What was written, for a sentence.
    func written(to path: String, _ byteCount: Int) -> String {
        "The \(what) (\(kept ?? Formatting.byteCount(byteCount))) is in \(SafeText(path).string)."
    }

    mutating func progressed(to count: Int) {
        if isWriting { phase = .writing(count) }
    }

    /// The file exists, or cannot be written: the name can be changed.
    mutating func refused(_ outcome: BodyFileWriter.Outcome) {
        switch outcome {
        case .exists: (phase, problem) = (.replacing, nil)
        case .failed(let sentence): (phase, problem) = (.naming, sentence)
        case .written, .stopped: break
        }
    }

    func draw(_ model: Model, inside: Rect, content: Rect, on buffer: inout CellBuffer) {
        field.draw(in: inside.row(0), isFocused: !isWriting, on: &buffer)
        let note = note
        buffer.drawWrapped(note.text, in: inside.dropping(1), style: note.style)
        if case .writing(let count) = phase {
            ProgressBar(fraction: Double(count) / Double(max(1, body.count))).draw(in: inside.row(2), on: &buffer)
        }
    }

    /// What is written where, how far that is, or why it was not.
    private var note: (text: SafeText, style: Style) {
        switch phase {
        case .writing(let count):
            return (SafeText("Writing, \(Formatting.byteCount(count)) so far."), Style(.pending))
        case .replacing:
            return (
                "! There is a file of that name. Enter replaces it; or change the name.", Style(.warning, .bold)
            )
        case .naming:
            if let problem { return (SafeText("! \(problem)"), Style(.failure, .bold)) }
            let plain = Self.withoutSteps(field.text)
            let target = plain == field.text ? "" : "This is \(plain.isEmpty ? "the folder itself" : plain). "
            let kind = what == "body" ? "The bytes are written as they are. " : "The endpoint is its first line. "
            let place = "The name is relative to the folder in which apitui was started; ~/ is your home."
            return (SafeText(target + kind + place), Style(.dim))
        }
    }
}
