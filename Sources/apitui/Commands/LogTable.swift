import Base
import NetEngine
import NetEngineRequestLog
import RequestLog

/// Rows of the request log as lines of aligned columns: as many as fit, the less important ones left out first.
struct LogTable {
    enum Column: CaseIterable {
        case id, time, method, status, outcome, duration, size, cache, process, host, path
    }

    /// A part of a line in one colour.
    struct Span {
        var text: SafeText
        var tone: StandardStreams.Tone
    }

    private let widths: [Column: Int]
    private let columns: [Column]
    private let zone: LocalZone
    private let now: Timestamp
    private let showsDates: Bool
    /// Of the terminal; nil if lines may have any length.
    private let lineWidth: Int?

    /// Left out in this order where there is not enough room.
    private static let optional: [Column] = [.process, .cache, .size, .duration, .host]
    private static let leastPath = 16

    /// - Parameters:
    ///   - rows: those that are shown, or like them: columns are as wide as they need.
    ///   - width: of the terminal; nil if lines may have any length.
    ///   - now: rows of another day show their date, and those under way how long they have taken.
    ///   - previous: the table of lines above these, whose columns stay where they are: they get only wider.
    init(for rows: [LogRow], width: Int?, now: Timestamp, zone: LocalZone, after previous: LogTable? = nil) {
        self.zone = zone
        lineWidth = width
        self.now = now
        let today = zone.civil(now).date
        let showsDates = rows.contains { zone.civil($0.startedAt).date != today }
        self.showsDates = showsDates
        var columns = Column.allCases
        var widths: [Column: Int] = [:]
        let isOfOneProcess = Set(rows.map { "\($0.process) \($0.pid)" }).count < 2
        if isOfOneProcess, previous?.columns.contains(.process) != true { columns.removeAll { $0 == .process } }
        let known = previous?.lineWidth == width ? previous?.widths : nil
        for column in columns {
            let texts = rows.map { Self.text(column, $0, now, zone, showsDates) }
            let least = max(Self.leastWidth(column), known?[column] ?? 0)
            widths[column] = texts.reduce(least) { max($0, DisplayWidth.of($1)) }
        }
        if let width {
            widths[.host] = min(widths[.host] ?? 0, 32)
            widths[.process] = min(widths[.process] ?? 0, 20)
            widths[.path] = Self.leastPath
            func used() -> Int { columns.reduce(-1) { $0 + (widths[$1] ?? 0) + 1 } }
            for column in Self.optional where used() > width { columns.removeAll { $0 == column } }
            widths[.path] = max(1, Self.leastPath + width - used())
        }
        self.columns = columns
        self.widths = widths
    }

    /// The line of a row, without a line end.
    func line(_ row: LogRow) -> [Span] {
        var spans: [Span] = []
        for (index, column) in columns.enumerated() {
            let isLast = index == columns.count - 1
            var text = Self.text(column, row, now, zone, showsDates)
            let width = widths[column] ?? 0
            if lineWidth != nil { text = text.cut(toColumns: width) }
            let padding = SafeText(String(repeating: " ", count: max(0, width - DisplayWidth.of(text))))
            let isRight = column == .id || column == .duration || column == .size
            if isRight { spans.append(Span(text: padding, tone: .plain)) }
            spans.append(Span(text: text, tone: Self.tone(column, row)))
            if !isRight, !isLast { spans.append(Span(text: padding, tone: .plain)) }
            if !isLast { spans.append(Span(text: " ", tone: .plain)) }
        }
        return spans
    }

    // MARK: Cells

    private static func leastWidth(_ column: Column) -> Int {
        switch column {
        case .method, .size: 6
        case .status: 3
        case .duration: 7
        default: 1
        }
    }

    private static func text(
        _ column: Column, _ row: LogRow, _ now: Timestamp, _ zone: LocalZone, _ showsDates: Bool
    ) -> SafeText {
        switch column {
        case .id: SafeText(String(row.id))
        case .time: SafeText(time(row.startedAt, zone, showsDates))
        case .method: SafeText(row.method)
        case .status: SafeText(row.status.map(String.init) ?? "-")
        case .outcome: SafeText(outcome(row))
        case .duration: SafeText(duration(row, now).map(DurationText.short) ?? "-")
        case .size: SafeText(row.responseBytes.map(Formatting.byteCount) ?? "-")
        case .cache: SafeText(row.cache?.rawValue ?? "-")
        case .process: SafeText("\(row.process):\(row.pid)")
        case .host: SafeText(host(row))
        case .path: SafeText(path(row))
        }
    }

    /// Of one that is under way: until now.
    private static func duration(_ row: LogRow, _ now: Timestamp) -> Duration? {
        guard row.state.isRunning else { return row.duration }
        return .microseconds(max(0, now.microsecondsSince1970 - row.startedAt.microsecondsSince1970))
    }

    /// What went wrong, also where the checks asked for that, or how far it is.
    static func outcome(_ row: LogRow) -> String {
        if let category = row.category {
            return row.isErrorExpected && !row.isFailed ? "ok \(category.rawValue)" : category.rawValue
        }
        switch row.state {
        case .queued, .sent, .receiving, .aborted: return "\(row.state)"
        case .done: return (row.checksFailed ?? 0) > 0 ? "checks-failed" : "ok"
        }
    }

    /// With its port.
    private static func host(_ row: LogRow) -> String {
        let host = StoredURL.listed(row.url).host
        return [host, row.host].first { !$0.isEmpty } ?? "-"
    }

    /// The path with the query.
    private static func path(_ row: LogRow) -> String {
        if row.isFactOnly { return "(not logged)" }
        return row.url.isEmpty ? row.path : StoredURL.listed(row.url).path
    }

    private static func tone(_ column: Column, _ row: LogRow) -> StandardStreams.Tone {
        guard column == .status || column == .outcome else { return .plain }
        if row.isFailed || row.state == .aborted { return .bad }
        return row.state == .done ? .good : .plain
    }

    private static func time(_ moment: Timestamp, _ zone: LocalZone, _ showsDate: Bool) -> String {
        showsDate ? "\(zone.civil(moment).date) \(zone.civil(moment).clock)" : zone.clock(moment)
    }
}
