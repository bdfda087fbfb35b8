import Base
import NetEngine
import TerminalUI
import Workspace

/// What can be copied of the response in view, to choose.
struct YankMenu: OverlayPart {
    private struct Choice: Sendable {
        var key: Key
        var label: String
        /// What will be copied, in a few words.
        var detail: String
        var make: Copy
    }

    private enum Copy: Sendable {
        case job(name: String, CopyJob.Content)
        /// Choose a header first.
        case oneHeader
        /// Choose a format for the saved request first.
        case export
    }

    private let exchange: Exchange
    private let choices: [Choice]
    private var selection = 0
    private var showsSecrets = false

    static func open(on model: inout Model) -> [Effect] {
        guard let exchange = model.response.exportedExchange else {
            model.say(
                model.response.reasonForNone(
                    "There is no response to copy from. \(model.keyName(.send)) sends the request."))
            return []
        }
        if model.window.focus == .response, let job = model.response.selectionToCopy(in: ResponsePane.size(model)) {
            _ = model.response.leaveSelection()
            return [.copy(job)]
        }
        model.overlays.show(YankMenu(exchange, value: model.response.copyableValue(in: ResponsePane.size(model))))
        return []
    }

    private init(_ exchange: Exchange, value: CopyableValue?) {
        self.exchange = exchange
        let copies = ExchangeCopies(exchange)
        var choices: [Choice] = []
        func add(_ key: Key, _ label: String, _ detail: String, _ copy: Copy) {
            choices.append(Choice(key: key, label: label, detail: detail, make: copy))
        }
        if let value {
            for (place, part) in value.parts.enumerated() {
                add(
                    place == 0 ? "v" : "p", part.name, part.detail, .job(name: "The \(part.name)", part.content))
            }
        }
        if let response = exchange.response {
            if response.bodyByteCount > 0 {
                add("b", "body", response.bodySizeText, .job(name: "The body", .body))
            }
            add("h", "headers", Formatting.count(response.headers.count, "line"), .job(name: "The headers", .headers))
            if !response.headers.isEmpty { add("o", "one header…", "", .oneHeader) }
        }
        add("u", "URL", copies.url, .job(name: "The URL", .url))
        if copies.asked != nil {
            add("c", "curl command", "sends what was sent", .job(name: "The curl command", .curl))
            add("r", "report", "the whole exchange in Markdown", .job(name: "The report", .report))
            add("w", "wire", "all heads and bodies as they were sent", .job(name: "The exchange", .wire))
        }
        add("e", "export…", "the saved request for other tools, as Markdown or Swift", .export)
        self.choices = choices
    }

    var title: SafeText { "Copy" }
    var keys: [(String, String)] {
        [("Enter", "copy"), ("s", showsSecrets ? "hide secrets" : "with secrets"), ("Esc", "close")]
    }

    func size(in room: OverlayRoom) -> Size {
        room.size(columns: room.width, rows: choices.count + 1 + Self.lines(Self.hidden, room.width).count)
    }
    func content(of inside: Rect) -> Rect {
        Rect(x: inside.x, y: inside.y, width: inside.width, height: max(1, inside.height - 1 - noteRows(in: inside)))
    }

    private static let hidden = "Credentials and private values are hidden; body and value are not."
    private static func lines(_ note: String, _ width: Int) -> [String] {
        WrappedText.lines(note, width: max(1, width))
    }
    /// As many as the longer note needs where there is room beside the choices, else one.
    private func noteRows(in inside: Rect) -> Int {
        let rows = Self.lines(Self.hidden, inside.width).count
        return choices.count + 1 + rows <= inside.height ? rows : 1
    }

    func row(at row: Int, in content: Rect) -> Int? {
        row + ListSelection(index: selection).top(count: choices.count, height: content.height)
    }

    mutating func handle(_ key: Key, on model: inout Model) -> [Effect] {
        if let place = choices.firstIndex(where: { $0.key == key }) { return take(place, on: &model) }
        switch key {
        case .escape, "q", "y": model.overlays.close()
        case "s": showsSecrets.toggle()
        case .enter: return take(selection, on: &model)
        default:
            if let step = model.scrollStep(key, page: choices.count, count: choices.count) {
                selection = max(0, min(choices.count - 1, selection + step))
            }
        }
        return []
    }

    mutating func choose(_ row: Int, on model: inout Model) -> [Effect] { take(row, on: &model) }

    private func take(_ place: Int, on model: inout Model) -> [Effect] {
        guard choices.indices.contains(place) else { return [] }
        model.overlays.close()
        switch choices[place].make {
        case .oneHeader:
            model.overlays.show(HeaderPicker(exchange, model.privates, showsSecrets: showsSecrets))
            return []
        case .export: return ExportMenu.openForRequest(on: &model)
        case .job(let name, let content):
            return [
                .copy(
                    CopyJob(
                        name, content, exchange: exchange, privates: model.privates, showsSecrets: showsSecrets))
            ]
        }
    }

    func draw(_ model: Model, inside: Rect, content: Rect, on buffer: inout CellBuffer) {
        List(count: choices.count, selection: ListSelection(index: selection), isFocused: true) { place in
            let choice = choices[place]
            let label = choice.label + String(repeating: " ", count: max(1, 16 - choice.label.count))
            return [
                Span(SafeText("\(choice.key.label)  "), .key, .bold), Span(SafeText(label), .text),
                Span(SafeText(choice.detail), .dim),
            ]
        }.draw(in: content, on: &buffer)
        let note = showsSecrets ? "Secrets are copied as they are." : Self.hidden
        let rows = noteRows(in: inside)
        let lines = rows == 1 ? [note] : Self.lines(note, inside.width)
        for (offset, line) in lines.prefix(rows).enumerated() {
            buffer.drawTruncated(
                SafeText(line), at: Point(x: inside.x, y: inside.maxY - rows + offset), width: inside.width,
                style: showsSecrets ? Style(.warning, .bold) : Style(.dim))
        }
    }
}

/// The headers of a response, of which one is to be copied.
struct HeaderPicker: OverlayPart {
    private let lines: [String]
    private var list = ListSelection()

    init(_ exchange: Exchange, _ privates: PrivateValues, showsSecrets: Bool) {
        lines = ExchangeCopies(exchange, privates, showsSecrets: showsSecrets).headerLines
    }

    var title: SafeText { "Copy one header" }
    var keys: [(String, String)] { [("Enter", "copy the value"), ("l", "the line"), ("Esc", "close")] }

    func size(in room: OverlayRoom) -> Size { room.size(columns: room.wideWidth, rows: min(20, lines.count)) }
    func row(at row: Int, in content: Rect) -> Int? { list.top + row }

    mutating func settle(in content: Rect, at now: MonotonicTime) {
        list.settle(lines.count, in: content.height)
    }

    mutating func handle(_ key: Key, on model: inout Model) -> [Effect] {
        switch key {
        case .escape, "q": model.overlays.close()
        case .enter: return take(isWhole: false, on: &model)
        case "l": return take(isWhole: true, on: &model)
        default:
            if let step = model.scrollStep(key, page: 10, count: lines.count) {
                list.index = max(0, min(lines.count - 1, list.index + step))
            }
        }
        return []
    }

    mutating func choose(_ row: Int, on model: inout Model) -> [Effect] {
        guard lines.indices.contains(row) else { return [] }
        list.index = row
        return take(isWhole: false, on: &model)
    }

    private func take(isWhole: Bool, on model: inout Model) -> [Effect] {
        guard lines.indices.contains(list.index) else { return [] }
        model.overlays.close()
        let line = lines[list.index]
        let name = line.prefix { $0 != ":" }
        let text = isWhole ? line : String(line.dropFirst(name.count + 2))
        return [.copy(CopyJob("The header \(SafeText(name).string)", ClipboardText(text)))]
    }

    func draw(_ model: Model, inside: Rect, content: Rect, on buffer: inout CellBuffer) {
        List(count: lines.count, selection: list, isFocused: true) { place in
            let name = lines[place].prefix { $0 != ":" }
            return [
                Span(SafeText(name), .headerName, .bold), Span(SafeText(lines[place].dropFirst(name.count)), .text),
            ]
        }.draw(in: content, on: &buffer)
    }
}
