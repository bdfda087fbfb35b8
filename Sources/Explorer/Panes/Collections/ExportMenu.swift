import Base
import HTTPFormat
import RequestExport
import TerminalUI
import Workspace

/// The formats in which the selected request, file or folder can be copied.
struct ExportMenu: OverlayPart {
    /// What is exported: all of its requests but the secrets.
    private let what: String
    /// With the kind `curl`; the choice says which it is.
    private var job: ExportJob
    private var selection = 0

    private static let choices: [(key: Key, kind: ExportKind)] = [
        ("c", .curl), ("h", .httpie), ("a", .har), ("p", .postman), ("o", .openapi), ("m", .markdown), ("w", .swift),
    ]

    /// For the selected row of Collections, else for the open request.
    static func open(on model: inout Model) -> [Effect] {
        if let remark = model.remarkOnMarks { model.say(remark) }
        if model.window.focus == .collections, let row = model.tree.selectedRow {
            switch row.kind {
            case .file(let path), .heading(let path, _): return open(files: [path], on: &model)
            case .folder(let folder):
                let paths = model.tree.filePaths.filter { path in
                    model.tree.files[path].map { $0.file.relativePath.hasPrefix(folder + "/") } ?? false
                }
                return open(files: paths, folder: folder, on: &model)
            case .request: break
            }
        }
        return openForRequest(on: &model)
    }

    static func openForRequest(on model: inout Model) -> [Effect] {
        guard let key = model.meantRequest, let request = model.tree.request(key),
            let file = model.tree.files[key.file]?.file
        else {
            model.say("There is no request to export.", .warning)
            return []
        }
        var job = model.exportJob([file], title: nil, name: request.label)
        job.request = request.index
        job.memory = model.sending.memory
        model.overlays.show(ExportMenu(request.label, job))
        return []
    }

    private static func open(files paths: [String], folder: String? = nil, on model: inout Model) -> [Effect] {
        var files = paths.compactMap { model.tree.files[$0]?.file }
        // A description in a folder is not a file of saved requests.
        if folder != nil { files.removeAll { $0.described != nil } }
        let count = files.reduce(0) { $0 + $1.document.requests.count }
        guard count > 0 else {
            model.say("There is no request to export in \(folder ?? PathText.name(of: paths.first ?? "")).", .warning)
            return []
        }
        let name = folder.map(PathText.name(of:)) ?? ExportNode.title(ofFile: PathText.name(of: paths.first ?? ""))
        var job = model.exportJob(files, title: name, name: name)
        job.folder = folder
        model.overlays.show(ExportMenu("\(name): \(Formatting.count(count, "request"))", job))
        return []
    }

    private init(_ what: String, _ job: ExportJob) {
        self.what = what
        self.job = job
    }

    var title: SafeText { "Export" }
    var keys: [(String, String)] {
        [("Enter", "copy"), ("s", job.reveals ? "hide secrets" : "with secrets"), ("Esc", "close")]
    }

    func size(in room: OverlayRoom) -> Size { room.size(columns: room.width, rows: Self.choices.count + 4) }
    func content(of inside: Rect) -> Rect {
        Rect(x: inside.x, y: inside.y + 2, width: inside.width, height: max(1, inside.height - 4))
    }
    func row(at row: Int, in content: Rect) -> Int? {
        row + ListSelection(index: selection).top(count: Self.choices.count, height: content.height)
    }

    mutating func handle(_ key: Key, on model: inout Model) -> [Effect] {
        if let place = Self.choices.firstIndex(where: { $0.key == key }) { return take(place, on: &model) }
        switch key {
        case .escape, "q", "y": model.overlays.close()
        case "s": job.reveals.toggle()
        case .enter: return take(selection, on: &model)
        default:
            let count = Self.choices.count
            if let step = model.scrollStep(key, page: count, count: count) {
                selection = max(0, min(count - 1, selection + step))
            }
        }
        return []
    }

    mutating func choose(_ row: Int, on model: inout Model) -> [Effect] { take(row, on: &model) }

    private func take(_ place: Int, on model: inout Model) -> [Effect] {
        guard Self.choices.indices.contains(place) else { return [] }
        model.overlays.close()
        var job = job
        job.kind = Self.choices[place].kind
        return [.export(job)]
    }

    func draw(_ model: Model, inside: Rect, content: Rect, on buffer: inout CellBuffer) {
        buffer.drawTruncated(
            SafeText(what), at: Point(x: inside.x, y: inside.y), width: inside.width, style: Style(.text, .bold))
        List(count: Self.choices.count, selection: ListSelection(index: selection), isFocused: true) { place in
            let (key, kind) = Self.choices[place]
            let label = kind.title + String(repeating: " ", count: max(1, 20 - kind.title.count))
            return [
                Span(SafeText("\(key.label)  "), .key, .bold), Span(SafeText(label), .text),
                Span(SafeText(kind.detail), .dim),
            ]
        }.draw(in: content, on: &buffer)
        let text: SafeText =
            job.reveals
            ? "Secrets are written as they are." : "Secrets are not written: they stay variables, or are hidden."
        buffer.drawTruncated(
            text, at: Point(x: inside.x, y: inside.maxY - 1), width: inside.width,
            style: job.reveals ? Style(.warning, .bold) : Style(.dim))
    }
}

extension Model {
    fileprivate func exportJob(_ files: [CollectionFile], title: String?, name: String) -> ExportJob {
        ExportJob(
            kind: .curl, reveals: false, title: title, name: name, files: files, place: tree.place,
            environmentName: settings.environmentName, overrides: settings.overrides,
            known: tree.files.compactMapValues { $0.file.problem == nil ? $0.file : nil })
    }
}
