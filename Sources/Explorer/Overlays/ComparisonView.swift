import Base
import Bodies
import NetEngine
import TerminalUI
import Workspace

/// What two responses differ in: side by side on wide screens, else one below the other.
struct ComparisonView: OverlayPart {
    /// Screens of this width show both sides beside each other.
    static let wideColumns = 120

    private(set) var job: CompareJob
    private(set) var result: ComparedResponses?
    /// From 0 to 1, until the result comes.
    private var progress = 0.0
    private var isStopping = false
    /// The first visible row.
    private var first = 0
    private var isWide = false
    private var canScroll = false

    init(_ job: CompareJob) { self.job = job }

    mutating func advance(_ id: Int, to progress: Double) {
        if id == job.id { self.progress = progress }
    }

    mutating func take(_ id: Int, _ result: ComparedResponses) {
        guard id == job.id else { return }
        self.result = result
    }

    // MARK: Keys

    var title: SafeText { "Compare" }

    var keys: [(String, String)] {
        guard let result else { return [("Esc", isStopping ? "close" : "stop, and show what was found")] }
        return (canScroll ? [("j k", "scroll")] : []) + [("m", job.options.findsMoves ? "no moves" : "moves")]
            + [("=", job.options.comparesNumbersByValue ? "1.0 is not 1" : "1.0 is 1")]
            + (result.isComplete ? [] : [("a", "compare all")]) + [("Esc", "close")]
    }

    mutating func handle(_ key: Key, on model: inout Model) -> [Effect] {
        guard result != nil else {
            guard key == .escape || key == "q" else { return [] }
            if isStopping { model.overlays.close() }
            isStopping = true
            return [.stopComparing(job.id)]
        }
        let page = content(on: model.window.size).height
        if let step = model.scrollStep(key, page: page, count: rowCount) {
            first += step
            return []
        }
        switch key {
        case .escape, "q": model.overlays.close()
        case "m": return again(on: &model) { $0.options.findsMoves.toggle() }
        case "=": return again(on: &model) { $0.options.comparesNumbersByValue.toggle() }
        case "a": return again(on: &model) { $0.isLimited = false }
        default: if model.isKey(key, of: .compareResponses) { model.overlays.close() }
        }
        return []
    }

    private mutating func again(on model: inout Model, _ change: (inout CompareJob) -> Void) -> [Effect] {
        change(&job)
        job.id = model.clock.nextTicket()
        result = nil
        progress = 0
        isStopping = false
        return [.compare(job)]
    }

    mutating func settle(in content: Rect, at now: MonotonicTime) {
        isWide = content.width >= Self.wideColumns - OverlayRoom.margin
        canScroll = rowCount > content.height
        first = max(0, min(first, rowCount - content.height))
    }

    // MARK: Rows

    func size(in room: OverlayRoom) -> Size { Size(columns: room.fullWidth, rows: room.height) }

    func content(of inside: Rect) -> Rect { inside.dropping(min(inside.height - 1, topLines(inside.width).count)) }

    private func rows(of entry: ComparedResponses.Entry) -> Int {
        isWide || entry.kind == .heading ? 1 : 1 + (entry.first == nil ? 0 : 1) + (entry.second == nil ? 0 : 1)
    }

    private var rowCount: Int { result?.entries.reduce(0) { $0 + rows(of: $1) } ?? 0 }

    private func topLines(_ width: Int) -> [Line] {
        let summary = result?.summary ?? [isStopping ? "Stopping." : "Comparing, \(Int(progress * 100)) % done."]
        return [side(job.first, "-", .failure), side(job.second, "+", .success)]
            + summary.flatMap { WrappedText.lines($0, width: max(1, width)) }.map { Line(SafeText($0), Style(.dim)) }
    }

    private func side(_ side: CompareJob.Side, _ sign: SafeText, _ style: Role) -> Line {
        let response = side.exchange.response
        let size = response?.bodySizeText ?? "no body"
        return Line(
            [Span(sign + " ", style, .bold), Span(SafeText(side.method + " "), .method), Span(SafeText(side.name))],
            trailing: [
                Span(SafeText(response.map { "\($0.status)  " } ?? "")), Span(SafeText(size + "  "), .dim),
                Span(SafeText(side.role), .info),
            ])
    }

    // MARK: Drawing

    func draw(_ model: Model, inside: Rect, content: Rect, on buffer: inout CellBuffer) {
        for (offset, line) in topLines(inside.width).prefix(content.y - inside.y).enumerated() {
            buffer.draw(line, in: inside.row(offset))
        }
        guard let result else { return }
        if result.entries.isEmpty {
            let text: SafeText = result.isComplete ? "Nothing differs." : "Nothing that differs was found so far."
            buffer.draw(text, at: Point(x: content.x, y: content.y), style: Style(.success))
        }
        var row = 0
        for entry in result.entries {
            let count = rows(of: entry)
            defer { row += count }
            guard row + count > first else { continue }
            guard row < first + content.height else { break }
            if isWide {
                drawWide(entry, in: Self.row(row - first, of: content), on: &buffer)
                continue
            }
            for (offset, line) in lines(of: entry).enumerated()
            where (0..<content.height).contains(row + offset - first) {
                buffer.draw(line, in: Self.row(row + offset - first, of: content))
            }
        }
        if rowCount > content.height {
            Scrollbar(total: rowCount, visible: content.height, first: first).draw(
                in: Rect(x: content.maxX - 1, y: content.y, width: 1, height: content.height), on: &buffer)
        }
    }

    private static func row(_ row: Int, of content: Rect) -> Rect {
        Rect(x: content.x, y: content.y + row, width: content.width, height: 1)
    }

    private func lines(of entry: ComparedResponses.Entry) -> [Line] {
        let sign: (text: SafeText, role: Role) =
            switch entry.kind {
            case .heading: ("", .header)
            case .added: ("+ ", .success)
            case .removed: ("- ", .failure)
            case .changed: ("~ ", .warning)
            case .moved: ("> ", .info)
            }
        if entry.kind == .heading { return [Line([Span(entry.place, .header, .bold)])] }
        let place = [Span(sign.text, sign.role, .bold), Span(entry.place, .headerName)]
        return [Line(place)]
            + (entry.first.map { [Line([Span("  - ", .failure), Span($0)])] } ?? [])
            + (entry.second.map { [Line([Span("  + ", .success), Span($0)])] } ?? [])
    }

    /// Three columns: the place and both sides.
    private func drawWide(_ entry: ComparedResponses.Entry, in row: Rect, on buffer: inout CellBuffer) {
        let column = row.width / 3
        let place = lines(of: entry)[0].spans
        buffer.draw(place, at: Point(x: row.x, y: row.y), width: entry.kind == .heading ? row.width : column - 2)
        for (index, text) in [entry.first, entry.second].enumerated() {
            guard let text else { continue }
            buffer.draw(
                [Span(text)], at: Point(x: row.x + (index + 1) * column, y: row.y), width: column - (index == 0 ? 2 : 0)
            )
        }
    }
}
