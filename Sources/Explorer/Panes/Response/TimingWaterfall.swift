import Base
import NetEngine
import TerminalUI

/// The Timing tab: phases as bars on one axis, each beginning at its offset, with its length in milliseconds and
/// microseconds. Bars have no meaning that the numbers and names beside them do not have too.
struct TimingWaterfall {
    let table: TimingTable
    let glyphs: Glyphs

    private static let nameWidth = 10

    /// Columns for the length, right-aligned: `12345.678 ms`.
    private var valueWidth: Int {
        max(8, DurationText.precise(table.span).utf8.count)
    }

    /// Columns of the axis; none in a narrow pane and where nothing is drawn of characters: names and numbers stay.
    private func axisWidth(in width: Int) -> Int {
        if glyphs.usesWords { return 0 }
        let left = width - Self.nameWidth - valueWidth - 1
        return left >= 6 ? left : 0
    }

    /// One row in a width.
    func line(_ row: TimingTable.Row, width: Int) -> Line {
        switch row {
        case .gap: return []
        case .hop(let number, let method, let url, let status, let cause, let start):
            var spans = [Span("\(number) ", .dim), Span("\(method) ", .method), Span(SafeText(url), .url)]
            if let status { spans.append(Span("  \(status)", .ofStatus(status))) }
            if !cause.isEmpty { spans.append(Span("  \(cause)", .redirect)) }
            if start > .zero { spans.append(Span("  +\(DurationText.precise(start))", .dim)) }
            return Line(spans)
        case .phase(let phase, let start, let length, let isRunning):
            let name = phase == .wait ? "wait" : phase.rawValue
            return bar(
                name, Self.role(phase), start: start, length: length, isRunning: isRunning, width: width)
        case .server(let name, let start, let length):
            let short = name.count > 6 ? name.prefix(5) + String(glyphs.ellipsis) : name
            return bar("  " + short, .phaseWait, start: start, length: length, isRunning: false, width: width)
        case .own(let work, let start, let length):
            return bar(work.rawValue, .dim, start: start, length: length, isRunning: false, width: width)
        case .number(let name, let value):
            return [
                Span(padded(name, Self.nameWidth + 1), .title, .bold),
                Span(right(DurationText.precise(value)), .text, .bold),
            ]
        case .fact(let name, let text):
            return [Span(padded(name, Self.nameWidth + 2), .dim), Span(SafeText(text))]
        }
    }

    private func bar(
        _ name: String, _ role: Role, start: Duration, length: Duration, isRunning: Bool, width: Int
    ) -> Line {
        let axis = axisWidth(in: width)
        var name = name
        if isRunning { name += String(glyphs.ellipsis) }
        let value = Span(right(DurationText.precise(length)), isRunning ? .pending : .text)
        var spans = [Span(padded("  " + name, Self.nameWidth), isRunning ? .pending : role == .dim ? .dim : .text)]
        if axis > 0 {
            spans += TimelineBar(span: table.span, columns: axis, glyphs: glyphs).spans(
                start: start, length: length, role)
            spans.append(Span(" "))
        }
        spans.append(value)
        return Line(spans)
    }

    static func role(_ phase: Phase) -> Role {
        switch phase {
        case .queue, .total: .phaseQueue
        case .dns: .phaseDNS
        case .connect: .phaseConnect
        case .tls: .phaseTLS
        case .send: .phaseSend
        case .wait: .phaseWait
        case .receive: .phaseReceive
        }
    }

    private func padded(_ text: String, _ width: Int) -> SafeText {
        SafeText(text + String(repeating: " ", count: max(0, width - text.count)))
    }

    private func right(_ text: String) -> SafeText {
        SafeText(String(repeating: " ", count: max(0, valueWidth - text.utf8.count)) + text)
    }
}
