import Base
import Import
import NetEngine
import TerminalUI
import Workspace

/// Makes request files of a file of another tool, or of a pasted text. What would be written, and what would be lost, is shown before
/// Enter writes it.
struct ImportDialog: OverlayPart {
    private enum Phase {
        case asking
        case reading(ImportJob, Double)
        case showing(ImportTarget, Preview)
    }

    /// The lines of a report, broken where the dialog ends: there may be thousands of them, so that they are broken once.
    private struct Preview: Sendable {
        private let lines: [SafeText]
        private(set) var rows: [SafeText]
        private var width = 0

        init(_ lines: [SafeText]) { (self.lines, rows) = (lines, lines) }

        mutating func wrap(to width: Int) {
            guard width != self.width else { return }
            self.width = width
            rows = lines.flatMap { Self.wrapped($0, width: width) }
        }

        /// What goes on is indented below its beginning.
        private static func wrapped(_ line: SafeText, width: Int) -> [SafeText] {
            let text = line.string
            let indent = text.prefix { $0 == " " }
            guard DisplayWidth.of(line) > width, width > indent.count + 2 else { return [line] }
            let parts = WrappedText.lines(String(text.dropFirst(indent.count)), width: width - indent.count - 2)
            return parts.enumerated().map { SafeText("\(indent)\($0.offset == 0 ? "" : "  ")\($0.element)") }
        }
    }

    private var field = PasteableField(placeholder: "the path of a file, or paste its text")
    /// The names that the path may go on with.
    private var completion: Completion?
    private var phase = Phase.asking
    private var refusal: String?
    private var list = ListSelection()
    private var root: String
    private var jobs = 0

    static func open(on model: inout Model) -> [Effect] {
        let single = "Only one file is open: open a folder to import into it."
        if let sentence = model.refusalOfFiles(single: single) {
            model.say(sentence, .warning)
            return []
        }
        model.overlays.show(ImportDialog(root: model.tree.root))
        return []
    }

    private init(root: String) { self.root = root }

    // MARK: What came back

    mutating func take(_ job: ImportJob, share: Double) {
        if case .reading(job, _) = phase { phase = .reading(job, share) }
    }

    /// - Parameter logs: whether recorded responses would be stored.
    mutating func take(_ job: ImportJob, _ result: Result<ImportedFiles, ImportError>, logs: Bool) {
        guard case .reading(job, _) = phase else { return }
        phase = .asking
        switch result {
        case .failure(let error): refusal = error.description
        case .success(let files):
            let target = ImportTarget(files, folder: root)
            let place = PathText.name(of: target.place)
            phase = .showing(target, Preview(ImportReport(files, place: place, logs: logs).lines))
            list = ListSelection()
        }
    }

    mutating func take(_ job: TypedFolderJob, _ names: [String]) {
        guard case .asking = phase, job.root == root, completion?.place.kind == .file(folder: job.folder) else {
            return
        }
        completion?.take(CompletionEntry.files(names))
    }

    private var lines: [SafeText] {
        if case .showing(_, let preview) = phase { preview.rows } else { [] }
    }

    // MARK: Keys

    var title: SafeText {
        if case .showing = phase { "Import: Enter writes these files" } else { "Import" }
    }

    var isTyping: Bool { if case .asking = phase { true } else { false } }
    var joinsPastedLines: Bool { isTyping && field.joinsPastedLines }
    /// A user must see what is typed, and secrets are only counted.
    var isVeiled: Bool { false }

    var keys: [(String, String)] {
        switch phase {
        case .asking:
            field.pasted == nil
                ? [("Enter", "read it"), ("Tab", "complete"), ("Esc", "close")]
                : [("Enter", "read it"), ("Esc", "close")]
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
                guard target.files.values.isEmpty else { return [.addImportedValues(target)] }
                return [
                    .changeFiles(
                        FileJob(operation: .write(target.new, into: target.folder), imported: target))
                ]
            }
            return []
        case .asking: return type(key)
        }
    }

    private mutating func type(_ key: Key) -> [Effect] {
        let visible = completion.flatMap { $0.isVisible ? $0 : nil }
        switch key {
        case .enter:
            if let visible, visible.hasMoved, let entry = visible.selected { return accept(entry) }
            return read()
        case .tab:
            if let entry = visible?.selected ?? visible?.entry(0) { return accept(entry) }
            return follow(isAsked: true)
        case .down, .control("n"): completion?.move(by: 1)
        case .up: completion?.move(by: -1)
        default:
            refusal = nil
            if field.handle(key) { return follow() }
        }
        return []
    }

    // MARK: Completion

    /// Opens, narrows or closes the list of names for what is before the cursor.
    /// - Parameter isAsked: whether it opens although nothing is typed.
    private mutating func follow(isAsked: Bool = false) -> [Effect] {
        let before = String(field.field.text.prefix(field.field.cursor))
        guard field.pasted == nil, isAsked || !before.isEmpty, !Self.isText(before) else {
            completion = nil
            return []
        }
        let place = CompletionPlace(path: before[...])
        guard case .file(let folder) = place.kind else { return [] }
        if completion?.place.kind == place.kind {
            completion?.take(place)
            return []
        }
        completion = Completion(place)
        return [.listTypedFolder(TypedFolderJob(folder: folder, root: root))]
    }

    private mutating func accept(_ entry: CompletionEntry) -> [Effect] {
        field.replaceBeforeCursor(completion?.place.typed.count ?? 0, with: entry.text)
        completion = nil
        return entry.continues ? follow() : []
    }

    // MARK: Reading

    private mutating func read() -> [Effect] {
        let text = field.text
        completion = nil
        guard !text.allSatisfy(\.isWhitespace) else {
            refusal = "Type the path of a file, or paste its text."
            return []
        }
        let isText = field.pasted != nil || Self.isText(text)
        if !isText, let problem = ImportFiles.refusal(ofAddress: text.trimmingAllWhitespace(), fetches: false) {
            refusal = problem.description
            return []
        }
        jobs += 1
        let source: ImportJob.Source = isText ? .text(text) : .path(path(text))
        let job = ImportJob(source: source, number: jobs)
        phase = .reading(job, 0)
        return [.readImport(job)]
    }

    /// Whether one line is not a path but what is imported.
    private static func isText(_ line: String) -> Bool { line.hasPrefix("curl ") || line.hasPrefix("{") }

    /// Typed paths are relative to the collection.
    private func path(_ typed: String) -> String {
        let typed = typed.trimmingAllWhitespace()
        return typed.hasPrefix("~") ? typed : PathText.join(root, typed)
    }

    mutating func paste(_ text: String, on model: inout Model) -> [Effect] {
        guard isTyping else { return [] }
        refusal = nil
        field.paste(text)
        return follow()
    }

    mutating func settle(in content: Rect, at now: MonotonicTime) {
        if case .showing(let target, var preview) = phase {
            // The list has a mark in front of its rows and may have a scrollbar beside them.
            preview.wrap(to: content.width - 3)
            phase = .showing(target, preview)
        }
        list.settle(lines.count, in: content.height)
    }

    // MARK: Drawing

    func draw(_ model: Model, inside: Rect, content: Rect, on buffer: inout CellBuffer) {
        switch phase {
        case .asking:
            field.draw(in: inside.row(0), isFocused: true, on: &buffer)
            buffer.drawTruncated(
                "curl, Postman, OpenAPI, Insomnia, Bruno, HAR and Hurl are recognised.",
                at: Point(x: inside.x, y: inside.y + 2), width: inside.width, style: Style(.dim))
            drawRefusal(inside, on: &buffer)
            drawCompletion(model, on: &buffer)
        case .reading(_, let share):
            let percent = Int(min(max(share, 0), 1) * 100)
            buffer.draw(
                SafeText("Reading \(percent) %"), at: Point(x: inside.x, y: inside.y), style: Style(.pending))
        case .showing:
            let lines = lines
            List(count: lines.count, selection: list, isFocused: true) { place in
                [Span(lines[place], place == 0 ? .title : .text)]
            }.draw(in: content, on: &buffer)
        }
    }

    private func drawCompletion(_ model: Model, on buffer: inout CellBuffer) {
        guard let completion, completion.isVisible, let cursor = buffer.cursor else { return }
        let size = model.window.size
        let frame = completion.list.frame(
            at: cursor, typed: DisplayWidth.of(SafeText(completion.place.typed)),
            in: Rect(x: 0, y: 0, width: size.columns, height: size.rows - 1))
        completion.list.draw(in: frame, on: &buffer)
    }

    private func drawRefusal(_ inside: Rect, on buffer: inout CellBuffer) {
        guard let refusal else { return }
        buffer.drawWrapped("! \(refusal)", in: inside.dropping(3), style: Style(.failure, .bold))
    }
}
