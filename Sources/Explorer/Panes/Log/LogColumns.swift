import Base
import NetEngine
import RequestLog
import TerminalUI

/// The columns of the log for a width. Method, status and what went wrong are always there; the others come as there is room.
struct LogColumns {
    enum Column: Sendable, Hashable {
        case clock, method, status, verdict, path, notes, host, duration, size, cache, process
    }

    /// What each row is wide, without the mark of the selection and the scrollbar.
    let width: Int
    let hasProcesses: Bool
    let columns: [Column]
    let zone: LocalZone
    private let now: Timestamp?
    private let showsMilliseconds: Bool
    private let hasWideVerdict: Bool

    /// - Parameters:
    ///   - width: of the pane's inside.
    ///   - hasProcesses: whether rows of more than one process are shown.
    ///   - now: rows of a day before show their date; nil if there are none.
    init(width: Int, hasProcesses: Bool = false, zone: LocalZone, now: Timestamp? = nil) {
        self.width = width
        self.hasProcesses = hasProcesses
        self.zone = zone
        self.now = now
        // What is less than the path gives way to the column of processes.
        let room = hasProcesses ? width - 12 : width
        showsMilliseconds = room >= 70
        hasWideVerdict = room >= 76
        var columns: [Column] = width >= 50 ? [.clock] : []
        columns += [.method, .status, .verdict, .path]
        if room >= 104 { columns.append(.notes) }
        if room >= 130 { columns.append(.host) }
        if width >= 50 { columns.append(.duration) }
        if room >= 64 { columns.append(.size) }
        if room >= 90 { columns.append(.cache) }
        if hasProcesses, width >= 64 { columns.append(.process) }
        self.columns = columns
    }

    var tableColumns: [Table.Column] {
        columns.map { column in
            switch column {
            case .clock: Table.Column("Time", .fixed(showsMilliseconds ? 12 : 8))
            case .method: Table.Column("Meth", .fixed(5))
            case .status: Table.Column("St", .fixed(3))
            case .verdict: Table.Column("Verdict", .fixed(hasWideVerdict ? 18 : width >= 50 ? 12 : 13))
            case .path: Table.Column("Path")
            case .notes: Table.Column("Notes", .fixed(width >= 150 ? 32 : 16))
            case .host: Table.Column("Host", .fixed(22))
            case .duration: Table.Column("Took", .fixed(8), .right)
            case .size: Table.Column("Size", .fixed(7), .right)
            case .cache: Table.Column("Cache", .fixed(11))
            case .process: Table.Column("Process", .fixed(width >= 90 ? 14 : 11))
            }
        }
    }

    /// The time of day. Of a day before today the date, with the time of day if there is room: `11-20 10:15`, `11-20`, `2025-11-20`.
    private func clock(_ moment: Timestamp) -> String {
        if let now, zone.civil(moment).date < zone.civil(now).date {
            let width = showsMilliseconds ? 12 : 8
            let text = zone.dayAndClock(moment, now: now)
            return text.utf8.count <= width ? text : String(text.dropLast(6).suffix(width))
        }
        return zone.clock(moment, showsMilliseconds: showsMilliseconds)
    }

    func cells(of line: LogLine) -> [Span] { columns.map { cell($0, line) } }

    private func cell(_ column: Column, _ line: LogLine) -> Span {
        switch column {
        case .clock:
            return Span(SafeText(clock(line.time)), .dim)
        case .method: return Span(SafeText(MethodText.short(line.method)), .method)
        case .status:
            guard let status = line.status else { return Span(.empty) }
            return Span("\(status)", .ofStatus(status), .steady)
        case .verdict:
            // Notes take the place of a verdict where they have no column.
            let notes = columns.contains(.notes) ? [] : line.notes.map { hasWideVerdict ? $0.text : $0.short }
            let role = line.verdict.isEmpty ? line.notes.first?.role ?? .dim : line.verdictRole
            let verdict = hasWideVerdict ? line.verdict : line.shortVerdict ?? line.verdict
            let words = (verdict.isEmpty ? [] : [verdict]) + notes
            return Span(SafeText(words.joined(separator: "  ")), role, .steady)
        case .path: return Span(SafeText(line.path), .url)
        case .notes:
            return Span(SafeText(line.notes.map(\.text).joined(separator: "  ")), line.notes.first?.role ?? .dim)
        case .host: return Span(SafeText(line.host), .dim)
        case .duration: return Span(SafeText(DurationText.short(line.duration)))
        case .size: return Span(line.bytes.map { SafeText(Formatting.byteCount($0)) } ?? .empty, .dim)
        case .cache: return Span(SafeText(line.cache?.rawValue ?? ""), .dim)
        case .process: return Span(SafeText(line.process ?? ""), .dim)
        }
    }
}
