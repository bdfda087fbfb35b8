import Base
import NetEngine
import Runs
import Workspace

/// The results of a run on one axis of time, by their start. Of a long run all failures up to a limit, and every so manieth of the rest.
struct HTMLWaterfall {
    static let most = 2000
    /// More would make the page heavy.
    private static let mostWithPhases = 500

    private let account: RunAccount
    private let names: ResultNames
    private let stride: Int
    private var records: [RunRecord] = []
    /// Results that were sent: the others have no place on the axis.
    private var seen = 0
    private var failures = 0

    init(_ account: RunAccount, _ names: ResultNames) {
        self.account = account
        self.names = names
        let few = Self.most - min(Self.most / 2, account.totals.failed)
        stride = account.count <= Self.most ? 1 : (account.count + few - 1) / few
    }

    mutating func add(_ record: RunRecord) {
        guard record.traffic != nil, record.timings != nil, account.requests.indices.contains(record.item.step) else {
            return
        }
        seen += 1
        guard records.count < Self.most, stride == 1 || record.word == .failed || seen % stride == 0 else { return }
        if stride > 1, record.word == .failed {
            guard failures < Self.most / 2 else { return }
            failures += 1
        }
        records.append(record)
    }

    func write(to sink: ([UInt8]) throws -> Void) throws {
        guard let span = account.span, !records.isEmpty else { return }
        let start = span.start.microsecondsSince1970
        let length = max(1, span.end.microsecondsSince1970 - start)
        var out = MarkupWriter()
        out.raw("<section id=\"waterfall\">\n<h2>All results in time</h2>\n")
        if records.count < seen {
            out.raw("<p class=\"quiet\">")
            out.text("\(records.count) of \(seen) results that were sent: failures, and an even choice of the others.")
            out.raw("</p>\n")
        }
        legend(to: &out)
        out.raw("<div class=\"waterfall\">\n")
        axis(length, to: &out)
        let showsPhases = records.count <= Self.mostWithPhases
        for record in records.sorted(by: { ($0.start, $0.item.step) < ($1.start, $1.item.step) }) {
            bar(record, Double(record.start - start) / Double(length), Double(length), showsPhases, to: &out)
            if out.bytes.count >= reportPiece { try sink(out.take()) }
        }
        out.raw("</div>\n</section>\n")
        try sink(out.take())
    }

    private func legend(to out: inout MarkupWriter) {
        out.raw("<p class=\"legend\">")
        for phase in Phase.allCases where phase != .total {
            out.raw("<span><i")
            out.attribute("class", "p-\(phase.rawValue)")
            out.raw("></i> ")
            out.text(phase.rawValue)
            out.raw("</span> ")
        }
        out.raw("<span><i class=\"p-none\"></i> unknown</span> <span><i class=\"p-none bad\"></i> failed</span></p>\n")
    }

    /// Ticks at round times.
    private func axis(_ micros: Int64, to out: inout MarkupWriter) {
        var step = 1
        while Int(micros) / step > 8 {
            // 1, 2, 5, 10, 20, …
            let lead = Int(String(step).prefix(1)) ?? 1
            step = lead == 2 ? step / 2 * 5 : step * 2
        }
        out.raw("<div class=\"axis\"><span></span><span>")
        var tick = 0
        // The label of one further right would be outside.
        while tick <= Int(micros) * 94 / 100 {
            out.raw("<i")
            out.attribute("style", "left:\(Self.percent(Double(tick) / Double(micros)))%")
            out.raw(">")
            out.text(tick == 0 ? "0" : Self.label(tick))
            out.raw("</i>")
            tick += step
        }
        out.raw("</span></div>\n")
    }

    /// A round number of microseconds: `1.2 ms`, `5 s`.
    private static func label(_ micros: Int) -> String {
        guard micros % 1000 != 0 else { return DurationText.setting(.microseconds(micros)) }
        let text = DurationText.milliseconds(.microseconds(micros))
        return "\(text.dropLast(text.hasSuffix("00") ? 2 : text.hasSuffix("0") ? 1 : 0)) ms"
    }

    private func bar(
        _ record: RunRecord, _ left: Double, _ length: Double, _ showsPhases: Bool, to out: inout MarkupWriter
    ) {
        let timings = record.timings ?? PhaseTimings()
        let total = Double(max(1, DurationText.microseconds(timings.total)))
        let status = record.status.map { "status \($0)" } ?? "no response"
        out.raw("<div class=\"row\"")
        out.attribute(
            "title",
            "\(names.titled(record)): \(status) in \(DurationText.short(timings.total)), \(record.word.rawValue)"
        )
        out.raw("><span>")
        out.text(names[record])
        out.raw("</span><span><b")
        out.attribute("class", record.word == .failed ? "bad" : record.word == .passed ? nil : "idle")
        out.attribute("style", "left:\(Self.percent(left))%;width:\(Self.percent(total / length))%")
        out.raw(">")
        if showsPhases {
            for phase in Phase.allCases where phase != .total {
                guard let time = timings[phase], time > .zero else { continue }
                out.raw("<i")
                out.attribute("class", "p-\(phase.rawValue)")
                out.attribute(
                    "style", "width:\(Self.percent(min(1, Double(DurationText.microseconds(time)) / total)))%")
                out.raw("></i>")
            }
        }
        out.raw("</b></span></div>\n")
    }

    /// With two decimals, between 0 and 100.
    static func percent(_ share: Double) -> String {
        let hundredths = Int((max(0, min(1, share)) * 10_000).rounded())
        return "\(hundredths / 100).\(CivilTime.padded(hundredths % 100, 2))"
    }
}

extension RunRecord {
    /// In microseconds since 1970.
    fileprivate var start: Int64 { traffic?.startedAt.microsecondsSince1970 ?? 0 }
}
