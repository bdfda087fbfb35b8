import Base
import HTTPFormat
import TerminalUI
import Workspace

/// Makes requests of curl commands or a URL that are pasted or typed; they are shown before Enter takes them, with what of curl they lack.
struct PasteField: OverlayPart {
    private var field = PasteableField(placeholder: "curl …, a URL, or METHOD and URL")
    private var file: TextField
    private var isInFile = false
    private var refusal: String?
    private var reading: Result<PastedRequest, PastedRequest.Refusal>?

    static func open(on model: inout Model) -> [Effect] {
        open(with: "", on: &model)
        return []
    }

    /// - Parameter text: what was pasted before it was opened.
    static func open(with text: String, on model: inout Model) {
        guard model.tree.phase == .ready else { return }
        let selected = model.focused.meantFile(model) ?? model.tree.filePaths.first
        let name = selected.flatMap { model.tree.files[$0]?.file.relativePath } ?? "requests.http"
        var overlay = PasteField(file: TextField(name))
        overlay.add(text)
        model.overlays.show(overlay)
    }

    private init(file: TextField) { self.file = file }

    private mutating func add(_ text: String) {
        guard !text.isEmpty else { return }
        field.paste(text)
        read()
    }

    private mutating func read() {
        let text = field.text
        reading = Result { () throws(PastedRequest.Refusal) in try PastedRequest(text) }
        refusal = nil
    }

    var title: SafeText { "Request from text" }
    var isTyping: Bool { true }
    var joinsPastedLines: Bool { isInFile || field.joinsPastedLines }
    /// A user must see what is typed.
    var isVeiled: Bool { false }
    var keys: [(String, String)] { [("Enter", "add it"), ("Tab", "file"), ("Esc", "drop")] }

    func size(in room: OverlayRoom) -> Size { room.size(columns: room.wideWidth, rows: 16) }

    mutating func handle(_ key: Key, on model: inout Model) -> [Effect] {
        switch key {
        case .escape: model.overlays.close()
        case .tab, .backTab, .up, .down: isInFile.toggle()
        case .enter: return finish(on: &model)
        default:
            refusal = nil
            if isInFile {
                _ = file.handle(key)
            } else if field.handle(key) {
                read()
            }
        }
        return []
    }

    private mutating func finish(on model: inout Model) -> [Effect] {
        if reading == nil { read() }
        let request: PastedRequest
        switch reading {
        case .success(let read)?: request = read
        case .failure(let reason)?:
            refusal = reason.sentence
            return []
        case nil: return []
        }
        let open = model.overlays
        model.overlays.close()
        do throws(EditStop) {
            return try model.add(request, file: file.text)
        } catch {
            refusal = error.sentence ?? refusal
            model.overlays = open
            return []
        }
    }

    mutating func paste(_ text: String, on model: inout Model) -> [Effect] {
        if isInFile { file.paste(text) } else { add(text) }
        return []
    }

    func draw(_ model: Model, inside: Rect, content: Rect, on buffer: inout CellBuffer) {
        func label(_ text: SafeText, _ row: Rect, _ isFocused: Bool) -> Rect {
            buffer.draw(
                text, at: Point(x: row.x, y: row.y),
                style: Style(isFocused ? .titleFocused : .dim, isFocused ? .bold : []))
            return Rect(x: row.x + 6, y: row.y, width: row.width - 6, height: 1)
        }
        field.draw(in: label("Text", inside.row(0), !isInFile), isFocused: !isInFile, on: &buffer)
        file.draw(in: label("File", inside.row(1), isInFile), isFocused: isInFile, on: &buffer)
        var below = inside.dropping(3)
        if let refusal {
            let lines = WrappedText.lines("! \(refusal)", width: below.width, atMost: below.height)
            below.height -= lines.count
            draw(lines, from: below.maxY, in: inside, Style(.failure, .bold), on: &buffer)
        }
        guard case .success(let request)? = reading else { return }
        let notices = Self.shown(request.notices, width: below.width, rows: below.height / 2)
        draw(notices, from: below.y, in: below, Style(.warning), on: &buffer)
        let preview = below.dropping(notices.isEmpty ? 0 : notices.count + 1)
        let path = model.tree.filePath(of: file.text) ?? PathText.join(model.tree.root, file.text)
        let rows = max(0, preview.height)
        let shown = request.text.split(separator: "\n", maxSplits: rows, omittingEmptySubsequences: false).prefix(rows)
        let text = model.written(shown.joined(separator: "\n"), of: request, to: path).text
        for (offset, line) in text.split(separator: "\n", omittingEmptySubsequences: false).prefix(rows).enumerated() {
            buffer.drawTruncated(
                SafeText(String(line)), at: Point(x: preview.x, y: preview.y + offset), width: preview.width,
                style: Style(line.hasPrefix("###") ? .dim : .text))
        }
    }

    private func draw(_ lines: [String], from y: Int, in rect: Rect, _ style: Style, on buffer: inout CellBuffer) {
        for (offset, line) in lines.prefix(max(0, rect.maxY - y)).enumerated() {
            buffer.drawTruncated(SafeText(line), at: Point(x: rect.x, y: y + offset), width: rect.width, style: style)
        }
    }

    /// The notices as lines; the last one says how many there is no room for.
    private static func shown(_ notices: [String], width: Int, rows: Int) -> [String] {
        var lines: [String] = []
        for (place, notice) in notices.enumerated() {
            let wrapped = WrappedText.lines("! \(notice)", width: width)
            let isLast = place == notices.count - 1
            guard lines.count + wrapped.count + (isLast ? 0 : 1) <= rows else {
                return place == 0 ? ["! \(notice)"] : lines + ["! and \(notices.count - place) more"]
            }
            lines += wrapped
        }
        return lines
    }
}
