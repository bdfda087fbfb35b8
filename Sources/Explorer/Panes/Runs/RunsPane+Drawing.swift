import Base
import NetEngine
import Runs
import TerminalUI
import Workspace

extension RunsPane {
    /// Rows above the list of a run in view: how it went, and the axis of time.
    private static let headRows = 2

    /// Where the rows of the list are.
    static func listRect(in inside: Rect, _ model: Model) -> Rect {
        model.runs.view == nil ? inside : inside.dropping(min(headRows, max(0, inside.height - 1)))
    }

    static func title(_ model: Model, width: Int) -> Line {
        var spans = [Span("Runs", hasFocus(model) ? .titleFocused : .title)]
        switch model.runs.view {
        case nil:
            let count = model.runs.entries.count
            if model.runs.planning != nil { return Line(spans, trailing: [Span("planning", .pending)]) }
            if model.runs.reading != nil { return Line(spans, trailing: [Span("reading", .pending)]) }
            return Line(spans, trailing: count == 0 ? [] : [Span("\(count) recorded", .dim)])
        case .live?: spans.append(Span(SafeText(" \(model.runs.live?.title ?? "")"), .text))
        case .recorded(let entry, _)?:
            spans.append(Span(SafeText(" \(entry.name ?? entry.key)  \(entry.title)"), .text))
        }
        guard let account = model.runs.account else { return Line(spans) }
        return Line(spans, trailing: [verdict(account, model)])
    }

    private static func verdict(_ account: RunAccount, _ model: Model) -> Span {
        if account.totals.failed > 0 {
            let running: SafeText = isLive(account, model) ? "running, " : ""
            return Span(running + "\(account.totals.failed) failed", .failure, .bold)
        }
        guard let text = account.resultText else {
            return isLive(account, model) ? Span("running", .pending) : Span("broken off", .warning)
        }
        return Span(SafeText(text), account.isPassed ? .success : .warning)
    }

    /// Whether it is the run of this screen, and going on.
    private static func isLive(_ account: RunAccount, _ model: Model) -> Bool {
        account.end == nil && model.runs.isOwn(account)
    }

    static func draw(_ model: Model, inside: Rect, on buffer: inout CellBuffer) {
        let list = listRect(in: inside, model)
        guard let account = model.runs.account else {
            let listed = model.runs.listed
            // Without the mark of the selected row, and without a scrollbar that is not on the frame.
            let width = list.width - 1 - buffer.scrollbarColumns
            List(
                count: listed.count, selection: model.runs.selection, isFocused: hasFocus(model),
                emptyText: emptyText(model)
            ) { line(listed[$0], model, width: width) }
            .draw(in: list, on: &buffer)
            return
        }
        let axis = model.isPlain ? 0 : axisColumns(inside.width)
        if inside.height > headRows {
            drawHead(account, model, axis, in: inside, on: &buffer)
        }
        let span = span(of: account, model)
        List(
            count: model.runs.rows.count, selection: model.runs.selection, isFocused: hasFocus(model),
            emptyText: isLive(account, model) ? "Nothing was sent yet." : "It has no result."
        ) { index in
            line(
                model.runs.rows[index], account, TimelineBar(span: span, columns: axis, glyphs: model.settings.glyphs),
                model)
        }
        .draw(in: list, on: &buffer)
    }

    private static func emptyText(_ model: Model) -> SafeText {
        if let problem = model.runs.problem { return SafeText(problem) }
        let key = SafeText(model.settings.keymap.label(.replay, in: .runs))
        return model.runs.hasRead
            ? "No run is recorded yet. \(key) replays requests, as 'apitui run' does." : "Reading."
    }

    // MARK: The list of runs

    private static func line(_ entry: RunsPaneState.Entry, _ model: Model, width: Int) -> Line {
        switch entry {
        case .live(let run):
            return Line(
                [
                    run.isOver ? Span("  ") : Span(CollectionsPane.spinner(model) + " ", .pending),
                    Span(SafeText(run.title + "  "), .title), Span(SafeText(run.progress(at: model.clock.now)), .text),
                ])
        case .recorded(let entry):
            let isMarked = model.runs.marked?.key == entry.key
            let failed = entry.summary?.totals.failed ?? 0
            let role: Role = failed > 0 ? .failure : entry.resultText == RunFigures.passedText ? .success : .warning
            let spans = [
                Span(isMarked ? model.settings.glyphs.mark(\.checked, "marked") + " " : "  ", .key, .bold),
                Span(SafeText(when(entry, model) + "  "), .dim),
                Span(SafeText(padded(entry.resultText + " ", 12)), role, .steady),
            ]
            let title = (entry.name.map { [Span(SafeText("[\($0)] "), .title)] } ?? []) + [Span(SafeText(entry.title))]
            let room = width - Line(spans).width - min(leastTitle, Line(title).width) - 1
            return Line(spans + title, trailing: figures(of: entry, columns: room))
        }
    }

    /// Columns of name and title that no figure takes, because what was run is worth more than figures.
    private static let leastTitle = 24

    /// As much as there is room for: the key, how many results in what time, and the median.
    private static func figures(of entry: RunEntry, columns: Int) -> [Span] {
        let figures = [entry.countsText, entry.medianText].filter { !$0.isEmpty }
        for count in stride(from: figures.count, through: 0, by: -1) {
            let text = [figures.prefix(count).joined(separator: ", "), entry.key].filter { !$0.isEmpty }
            let span = Span(SafeText(text.joined(separator: "  ")), .dim)
            if DisplayWidth.of(span.text) <= columns { return [span] }
        }
        return []
    }

    /// The time of day; of another day the date as well.
    private static func when(_ entry: RunEntry, _ model: Model) -> String {
        HistoryPane.when(entry.startedAt, model)
    }

    private static func padded(_ text: String, _ width: Int) -> String {
        text + String(repeating: " ", count: max(0, width - text.count))
    }

    // MARK: A run

    /// Columns of the waterfall; none where the pane is narrow.
    private static func axisColumns(_ width: Int) -> Int { width < 70 ? 0 : min(60, width * 2 / 5) }

    /// From the first request to the last response, or to now.
    private static func span(of account: RunAccount, _ model: Model) -> Duration {
        guard let span = account.span else { return .zero }
        let known = between(span.start, span.end)
        guard isLive(account, model), let run = model.runs.live else { return known }
        return max(known, model.clock.now.since(run.startedAt))
    }

    private static func between(_ start: Timestamp, _ end: Timestamp) -> Duration {
        .microseconds(max(0, end.microsecondsSince1970 - start.microsecondsSince1970))
    }

    private static func drawHead(
        _ account: RunAccount, _ model: Model, _ axis: Int, in inside: Rect, on buffer: inout CellBuffer
    ) {
        let text =
            model.runs.isOwn(account) ? model.runs.live?.progress(at: model.clock.now) ?? "" : RunWords.totals(account)
        let role = verdict(account, model).style.role
        let row = inside.row(0)
        buffer.draw(
            [Span(SafeText(text), role, .bold)], at: Point(x: row.x + 1, y: row.y), width: max(0, row.width - 2))
        guard axis > 0, account.span != nil, account.listsResults else { return }
        // The times that the axis begins and ends with, over its columns.
        let span = span(of: account, model)
        let end = DurationText.short(span)
        let scale = "0" + String(repeating: " ", count: max(1, axis - 1 - end.count)) + end
        let place = inside.row(1)
        let width = scale.count + timeColumns(span)
        buffer.draw(
            [Span(SafeText(scale), .dim)], at: Point(x: max(place.x, place.maxX - width), y: place.y),
            width: min(width, place.width))
    }

    /// Columns of a duration after the waterfall. In all rows they are as many as the longest time may need, which is that of the
    /// whole span, because a bar must be below the axis.
    private static func timeColumns(_ span: Duration) -> Int { max(9, DurationText.short(span).count + 1) }

    private static func line(_ row: RunRow, _ account: RunAccount, _ axis: TimelineBar, _ model: Model) -> Line {
        switch row {
        case .running(let step):
            return Line(
                [
                    Span(CollectionsPane.spinner(model) + " ", .pending), Span("     "),
                ] + name(account.head.requests[step]))
        case .result(let index): return line(account.results[index], account, axis, model)
        case .request(let index):
            let request = account.requests[index]
            let failed = request.totals.failed
            // Of a request that never passed, only skipped or cancelled results are left.
            let word: RunRecord.Word = failed > 0 ? .failed : request.totals.passed > 0 ? .passed : .skipped
            var spans = [mark(word, model)]
            spans.append(Span(SafeText(padded("\(request.totals.count)x ", 6)), .dim))
            spans += name(request.request)
            if failed > 0 { spans.append(Span("  \(failed) failed", .failure)) }
            spans.append(file(request.request))
            return Line(spans, trailing: [Span(SafeText(model.runs.figures[index]?.text ?? ""), .dim)])
        }
    }

    private static func line(
        _ record: RunRecord, _ account: RunAccount, _ axis: TimelineBar, _ model: Model
    ) -> Line {
        var spans = [mark(record.word, model)]
        if let status = record.status {
            spans.append(Span("\(status)  ", .ofStatus(status), .steady))
        } else {
            spans.append(Span("     "))
        }
        let request = account.head.requests[record.item.step]
        spans += name(request)
        if let reason = RunWords.reason(record) {
            let role: Role = record.word == .failed ? .failure : .dim
            spans.append(Span(SafeText("  \(reason)"), role))
        }
        spans.append(file(request))
        guard let traffic = record.traffic, let span = account.span else { return Line(spans) }
        let total = record.timings?.total ?? .zero
        let role: Role = record.word == .failed ? .failure : .phaseWait
        // As Response, History and reports have it; the bar is as long as the exchange.
        let time = DurationText.short(record.networkTime ?? total)
        let bar = axis.spans(start: between(span.start, traffic.startedAt), length: total, role)
        let pad = String(repeating: " ", count: max(1, timeColumns(axis.span) - time.count))
        return Line(spans, trailing: [Span(" ")] + bar + [Span(SafeText(pad + time))])
    }

    private static func mark(_ word: RunRecord.Word, _ model: Model) -> Span {
        let glyphs = model.settings.glyphs
        return switch word {
        case .passed: Span(glyphs.mark(\.checked, "passed ") + " ", .success, .steady)
        case .failed: Span(glyphs.mark(\.error, "failed ") + " ", .failure, .bold)
        case .skipped, .cancelled: Span(glyphs.mark(\.unchecked, "skipped") + " ", .dim)
        }
    }

    private static func name(_ request: RunHead.Request) -> [Span] {
        let turn = request.turn.map { " (\($0))" } ?? ""
        return [
            Span(SafeText(MethodText.padded(request.method)), MethodText.role(request.method)),
            Span(SafeText(request.id + turn), .text),
        ]
    }

    private static func file(_ request: RunHead.Request) -> Span { Span(SafeText("  \(request.file)"), .dim) }
}
