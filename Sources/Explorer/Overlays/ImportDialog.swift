import Base
import Import
import TerminalUI
import Workspace

/// Makes request files of a file of another tool, or of a pasted text. What would be written, and what would be lost, is shown before
/// Enter writes it.
struct ImportDialog: OverlayPart {
    private enum Phase {
        case asking
        case reading(ImportJob, Double)
        case showing(ImportTarget, [SafeText])
    }

    private var field: TextField
    /// What was pasted, if it has several lines.
    private var pasted: String?
    private var phase = Phase.asking
    private var refusal: String?
    private var list = ListSelection()
    private var root: String
    private var jobs = 0

    private static let placeholder: SafeText = "the path of a file, or paste its text"

    static func open(on model: inout Model) -> [Effect] {
        guard model.tree.phase == .ready, !model.tree.isSingle else {
            model.say("One file is open by itself: open a folder to import into it.", .warning)
            return []
        }
        model.overlays.show(ImportDialog(root: model.tree.root))
        return []
    }

    private init(root: String) {
        self.root = root
        field = TextField(placeholder: Self.placeholder)
    }

    // MARK: What came back

    mutating func take(_ job: ImportJob, share: Double) {
        if case .reading(job, _) = phase { phase = .reading(job, share) }
    }

    mutating func take(_ job: ImportJob, _ result: Result<ImportedFiles, ImportError>) {
        guard case .reading(job, _) = phase else { return }
        phase = .asking
        switch result {
        case .failure(let error): refusal = error.description
        case .success(let files):
            guard files.values.isEmpty else {
                refusal = "This is an environment alone: 'apitui import' adds it to the environment files."
                return
            }
            let target = ImportTarget(files, folder: root)
            let place = PathText.name(of: target.place)
            phase = .showing(target, ImportReport(files, place: place).lines)
            list = ListSelection()
        }
    }

    private var lines: [SafeText] {
        if case .showing(_, let lines) = phase { lines } else { [] }
    }

    // MARK: Keys

    var title: SafeText {
        if case .showing = phase { "Import: Enter writes these files" } else { "Import" }
    }

    var isTyping: Bool { if case .asking = phase { true } else { false } }
    /// A user must see what is typed, and secrets are only counted.
    var isVeiled: Bool { false }

    var keys: [(String, String)] {
        switch phase {
        case .asking: [("Enter", "read it"), ("Esc", "close")]
        case .reading: [("Esc", "close")]
        case .showing: [("Enter", "write"), ("j k", "scroll"), ("Esc", "close")]
        }
    }

    func size(in room: OverlayRoom) -> Size { room.size(columns: room.wideWidth, rows: max(6, lines.count)) }

    mutating func handle(_ key: Key, on model: inout Model) -> [Effect] {
        if key == .escape {
            model.overlays.close()
            return []
        }
        switch phase {
        case .reading: return []
        case .showing(let target, _):
            let page = content(on: model.window.size).height
            if let step = model.scrollStep(key, page: page, count: lines.count) {
                list.index += step
            } else if key == .enter {
                model.overlays.close()
                return [.changeFiles(FileJob(operation: .write(target.new, into: target.folder)))]
            }
            return []
        case .asking:
            if key == .enter { return read() }
            refusal = nil
            if pasted != nil { if case .character = key { return [] } else { pasted = nil } }
            _ = field.handle(key)
            return []
        }
    }

    private mutating func read() -> [Effect] {
        let text = field.text
        guard pasted != nil || !text.allSatisfy(\.isWhitespace) else {
            refusal = "Type the path of a file, or paste its text."
            return []
        }
        jobs += 1
        let isCommand = text.hasPrefix("curl ") || text.hasPrefix("{")
        let source: ImportJob.Source = pasted.map { .text($0) } ?? (isCommand ? .text(text) : .path(path(text)))
        let job = ImportJob(source: source, number: jobs)
        phase = .reading(job, 0)
        return [.readImport(job)]
    }

    /// Typed paths are relative to the collection.
    private func path(_ typed: String) -> String {
        let typed = typed.trimmingSpaces
        return typed.hasPrefix("/") || typed.hasPrefix("~") ? typed : PathText.join(root, typed)
    }

    mutating func paste(_ text: String, on model: inout Model) -> [Effect] {
        guard isTyping else { return [] }
        refusal = nil
        if text.contains(where: \.isNewline), field.text.isEmpty { pasted = text } else { field.paste(text) }
        return []
    }

    mutating func settle(in content: Rect, at now: MonotonicTime) { list.settle(lines.count, in: content.height) }

    // MARK: Drawing

    func draw(_ model: Model, inside: Rect, content: Rect, on buffer: inout CellBuffer) {
        switch phase {
        case .asking:
            if let pasted {
                let count = pasted.split(separator: "\n").count
                buffer.drawTruncated(
                    SafeText("pasted: \(count) lines"), at: Point(x: inside.x, y: inside.y), width: inside.width,
                    style: Style(.text))
            } else {
                field.draw(in: inside.row(0), isFocused: true, on: &buffer)
            }
            buffer.drawTruncated(
                "curl, Postman, OpenAPI, Insomnia, Bruno, HAR and Hurl are recognised.",
                at: Point(x: inside.x, y: inside.y + 2), width: inside.width, style: Style(.dim))
            drawRefusal(inside, on: &buffer)
        case .reading(_, let share):
            let percent = Int(min(max(share, 0), 1) * 100)
            buffer.draw(
                SafeText("Reading \(percent) %"), at: Point(x: inside.x, y: inside.y), style: Style(.pending))
        case .showing(_, let lines):
            List(count: lines.count, selection: list, isFocused: true) { place in
                [Span(lines[place], place == 0 ? .title : .text)]
            }.draw(in: content, on: &buffer)
        }
    }

    private func drawRefusal(_ inside: Rect, on buffer: inout CellBuffer) {
        guard let refusal else { return }
        for (offset, line) in WrappedText.lines("! \(refusal)", width: inside.width).prefix(3).enumerated() {
            buffer.draw(
                SafeText(line), at: Point(x: inside.x, y: inside.y + 3 + offset), style: Style(.failure, .bold))
        }
    }
}

extension String {
    fileprivate var trimmingSpaces: String {
        var text = self[...]
        while text.first?.isWhitespace == true { text.removeFirst() }
        while text.last?.isWhitespace == true { text.removeLast() }
        return String(text)
    }
}
