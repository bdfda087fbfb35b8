import Base
import Contract
import Descriptions
import HTTPFormat
import OpenAPI
import Runs
import TerminalUI
import Workspace

/// What of a description was exercised: its operations with their parameters, statuses and media types, by the exchanges of this session and
/// a recorded run.
struct CoverageView: OverlayPart {
    private let described: DescribedFile
    private let name: String
    /// nil until it is there.
    private var result: CoverageResult?
    private var list = ListSelection()
    private var showsMissingOnly = false
    /// The recorded runs, while one is chosen.
    private var runs: [RunEntry]?
    private var choice = ListSelection()
    private var run: RunEntry?

    /// Rows for the selected operation and the sums, below the list.
    private static let detailRows = 7

    static func open(on model: inout Model) -> [Effect] {
        let meant = model.focused.meantFile(model).flatMap { model.tree.files[$0]?.file.described }
        guard let described = meant?.openAPI == nil ? model.describedFiles.first : meant else {
            model.say("There is no OpenAPI description in this collection.", .warning)
            return []
        }
        let view = CoverageView(
            described: described, name: model.tree.relativePath(of: described.path), run: model.coverages.run)
        model.overlays.show(view)
        return view.job(model).map { [.sumCoverage($0)] } ?? []
    }

    private init(described: DescribedFile, name: String, run: RunEntry?) {
        (self.described, self.name, self.run) = (described, name, run)
    }

    /// What makes its summary.
    func job(_ model: Model) -> CoverageJob? {
        guard let api = described.api else { return nil }
        return CoverageJob(described: described, coverage: model.coverages[described]?.all ?? Coverage(api))
    }

    mutating func take(_ described: DescribedFile, _ result: CoverageResult, run: RunEntry?) {
        guard described == self.described else { return }
        let before = shown.map(\.entry)
        (self.result, self.run) = (result, run)
        // An operation that has no gaps any more leaves the list of those with gaps.
        list.follow(from: before, to: shown.map(\.entry))
    }

    mutating func take(_ entries: [RunEntry]) {
        guard let before = runs else { return }
        runs = entries
        // The first row is not a run.
        guard before.indices.contains(choice.index - 1) else { return }
        let selected = before[choice.index - 1].key
        choice.follow(to: entries.firstIndex { $0.key == selected }.map { $0 + 1 })
    }

    private var shown: [OperationCoverage] {
        let all = result?.operations ?? []
        return showsMissingOnly ? all.filter { $0.count == 0 || !$0.missing.isEmpty } : all
    }

    private var chosen: OperationCoverage? {
        let shown = shown
        return shown.indices.contains(list.index) ? shown[list.index] : nil
    }

    // MARK: Keys

    var title: SafeText {
        if runs != nil { return "Recorded run" }
        let share = result.map { ": \($0.operationShare.text) operations" } ?? ""
        return SafeText("Coverage of \(name)\(share)")
    }

    var keys: [(String, String)] {
        if let runs {
            return [("Enter", "count it")] + (runs.isEmpty ? [] : [("j k", "select")]) + [("Esc", "back")]
        }
        return (chosen == nil ? [] : [("Enter", "go to")]) + (shown.count > 1 ? [("j k", "select")] : [])
            + [("m", showsMissingOnly ? "all" : "gaps only"), ("r", "recorded run"), ("Esc", "close")]
    }

    func size(in room: OverlayRoom) -> Size { room.size(columns: room.wideWidth, rows: room.height) }

    private func listHeight(_ height: Int) -> Int {
        runs == nil ? max(1, height - Self.detailRows) : height
    }

    func row(at row: Int, in content: Rect) -> Int? {
        guard row < listHeight(content.height) else { return nil }
        return (runs == nil ? list.top : choice.top) + row
    }

    mutating func handle(_ key: Key, on model: inout Model) -> [Effect] {
        let page = listHeight(content(on: model.window.size).height)
        if let runs { return choose(key, of: runs, page: page, on: &model) }
        if let step = model.scrollStep(key, page: page, count: shown.count) {
            list.index += step
            return []
        }
        switch key {
        case .escape, "q": model.overlays.close()
        case "m":
            showsMissingOnly.toggle()
            list = ListSelection()
        case "r":
            runs = model.runs.entries
            choice = ListSelection()
            return [.readRuns]
        case .enter: return chosen.map { go(to: $0, on: &model) } ?? []
        default: break
        }
        return []
    }

    private func go(to operation: OperationCoverage, on model: inout Model) -> [Effect] {
        guard let index = described.openAPI?.operations.firstIndex(of: operation.entry),
            let key = model.tree.key(described.path, index)
        else { return [] }
        model.overlays.close()
        return model.go(to: key)
    }

    /// The first row counts no run.
    private mutating func choose(_ key: Key, of runs: [RunEntry], page: Int, on model: inout Model) -> [Effect] {
        if let step = model.scrollStep(key, page: page, count: runs.count + 1) {
            choice.index += step
            return []
        }
        switch key {
        case .escape, "q", "r": self.runs = nil
        case .enter:
            self.runs = nil
            return model.cover(runs.indices.contains(choice.index - 1) ? runs[choice.index - 1] : nil)
        default: break
        }
        return []
    }

    mutating func choose(_ row: Int, on model: inout Model) -> [Effect] {
        if runs == nil { list.index = row } else { choice.index = row }
        return []
    }

    mutating func settle(in content: Rect, at now: MonotonicTime) {
        let height = listHeight(content.height)
        if let runs { choice.settle(runs.count + 1, in: height) } else { list.settle(shown.count, in: height) }
    }

    // MARK: Drawing

    func draw(_ model: Model, inside: Rect, content: Rect, on buffer: inout CellBuffer) {
        if let runs { return drawRuns(runs, in: content, on: &buffer) }
        guard let result else {
            buffer.draw("Reading every operation.", at: Point(x: content.x, y: content.y), style: Style(.pending))
            return
        }
        let height = listHeight(content.height)
        let shown = shown
        let glyphs = buffer.glyphs
        List(
            count: shown.count, selection: list, isFocused: true,
            emptyText: showsMissingOnly ? "Everything was exercised." : "The description has no operations."
        ) { place in
            let operation = shown[place]
            let isExercised = operation.count > 0
            return Line(
                [
                    Span(CoverageMark.text(isExercised, glyphs) + " ", CoverageMark.role(isExercised)),
                    Span(SafeText(MethodText.padded(operation.entry.method)), MethodText.role(operation.entry.method)),
                    Span(SafeText(operation.entry.path), isExercised ? .text : .dim),
                ], trailing: [Span(SafeText("  " + Self.counts(operation)), .dim)])
        }.draw(in: Rect(x: content.x, y: content.y, width: content.width, height: height), on: &buffer)
        let sums = sums(result).flatMap { WrappedText.lines($0, width: content.width) }
        // Where there is not room for both, the sums are whole.
        let room = max(0, Self.detailRows - 2 - sums.count)
        let detail = chosen.map { WrappedText.lines(Self.detail($0), width: content.width, atMost: room) } ?? []
        let lines = detail + (detail.isEmpty ? [] : [""]) + sums
        for (offset, line) in lines.prefix(Self.detailRows - 1).enumerated() {
            buffer.drawTruncated(
                SafeText(line), at: Point(x: content.x, y: content.y + height + 1 + offset), width: content.width)
        }
    }

    /// `2x  parameters 1/4  statuses 1/3`
    private static func counts(_ operation: OperationCoverage) -> String {
        let types = CoverageResult.Share(operation.requestMediaTypes + operation.responseMediaTypes)
        return "\(operation.count)x  p \(CoverageResult.Share(operation.parameters).text)"
            + "  s \(CoverageResult.Share(operation.statuses).text)  t \(types.text)"
    }

    private static func detail(_ operation: OperationCoverage) -> String {
        guard operation.count > 0 else { return "Never sent: \(listed(operation.missing, most: 20))." }
        var text = "Sent \(Formatting.count(operation.count, "time")): \(listed(operation.exercised, most: 20))."
        if !operation.missing.isEmpty { text += " Never: \(listed(operation.missing, most: 20))." }
        let other = operation.undocumentedStatuses + operation.undocumentedMediaTypes
        if !other.isEmpty { text += " Not documented: \(listed(other.map(\.name), most: 10))." }
        return text
    }

    private func sums(_ result: CoverageResult) -> [String] {
        let from = run.map { " and of the run \($0.name ?? $0.key) (\($0.title.cut(to: 40)))" }
        return [
            "Parameters (p) \(result.parameters.text), statuses (s) \(result.statuses.text), media types (t): "
                + "\(result.requestMediaTypes.text) sent, \(result.responseMediaTypes.text) received.",
            "Counted: \(Formatting.count(result.exchanges, "request")) of this session\(from ?? "").",
        ]
    }

    private func drawRuns(_ runs: [RunEntry], in content: Rect, on buffer: inout CellBuffer) {
        List(count: runs.count + 1, selection: choice, isFocused: true) { place in
            guard place > 0 else { return [Span("None: only this session", .text)] }
            let entry = runs[place - 1]
            return Line(
                [Span(SafeText((entry.name ?? entry.key) + "  "), .key), Span(SafeText(entry.title), .text)],
                trailing: [Span(SafeText("  \(entry.resultText)  \(entry.countsText)"), .dim)])
        }.draw(in: content, on: &buffer)
    }
}

/// How the tree and the list say that an operation was exercised: a mark of its own for each, and words where there are no marks.
enum CoverageMark {
    static func text(_ isExercised: Bool, _ glyphs: Glyphs) -> SafeText {
        isExercised ? glyphs.mark(\.exercised, "sent") : glyphs.mark(\.unexercised, "never")
    }

    static func role(_ isExercised: Bool) -> Role { isExercised ? .success : .dim }
}
