import Base
import HTTPFormat
import TerminalUI
import Workspace

/// Makes a request of a curl command or a URL that is pasted or typed; it is shown before Enter takes it.
struct PasteField: OverlayPart {
    private var field = PasteableField(placeholder: "curl …, a URL, or METHOD and URL")
    private var file: TextField
    private var isInFile = false
    private var refusal: String?
    private var request: PastedRequest?

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
        request = PastedRequest(field.text)
        refusal = nil
    }

    var title: SafeText { "Request from text" }
    var isTyping: Bool { true }
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
        guard let request else {
            refusal = "This is neither a curl command nor a URL nor a request."
            return []
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
        let lines = request?.text.split(separator: "\n", omittingEmptySubsequences: false) ?? []
        for (offset, line) in lines.prefix(max(0, inside.height - 4)).enumerated() {
            buffer.drawTruncated(
                SafeText(String(line)), at: Point(x: inside.x, y: inside.y + 3 + offset), width: inside.width,
                style: Style(offset == 0 ? .dim : .text))
        }
        if let refusal {
            buffer.drawTruncated(
                "! \(SafeText(refusal))", at: Point(x: inside.x, y: inside.maxY - 1), width: inside.width,
                style: Style(.failure, .bold))
        }
    }
}
