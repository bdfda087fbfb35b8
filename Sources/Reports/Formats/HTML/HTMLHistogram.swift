import NetEngine
import Workspace

/// A histogram of latencies as a picture, on a logarithmic axis from the fastest to the slowest.
struct HTMLHistogram {
    private var bins: [Int]
    private let label: String

    init(_ latency: LatencyDistribution, bins count: Int) {
        func place(_ time: Duration) -> Double { Double(max(1, DurationText.microseconds(time))).logarithm }
        let least = place(latency.least)
        let range = place(latency.greatest) - least
        var bins = [Int](repeating: 0, count: max(1, count))
        latency.forEachBucket { middle, number in
            let share = range > 0 ? (place(middle) - least) / range : 0.5
            bins[max(0, min(bins.count - 1, Int(share * Double(bins.count))))] += number
        }
        self.bins = bins
        label =
            "Histogram of \(latency.count) latencies from \(DurationText.short(latency.least)) to "
            + DurationText.short(latency.greatest)
    }

    func write(width: Int, height: Int, to out: inout MarkupWriter) {
        let highest = max(1, bins.max() ?? 1)
        out.raw("<svg class=\"histogram\" role=\"img\" preserveAspectRatio=\"none\"")
        out.attribute("viewBox", "0 0 \(bins.count) \(height)")
        out.attribute("width", width)
        out.attribute("height", height)
        out.attribute("aria-label", label)
        out.raw(">")
        for (index, count) in bins.enumerated() where count > 0 {
            // A bin with anything in it can be seen.
            let size = max(1, Int((Double(count) / Double(highest) * Double(height)).rounded()))
            out.raw("<rect")
            out.attribute("x", index)
            out.attribute("y", height - size)
            out.raw(" width=\"1\"")
            out.attribute("height", size)
            out.raw("/>")
        }
        out.raw("</svg>\n")
    }
}

extension Double {
    /// Of base 2: exact enough for a picture, without a library.
    fileprivate var logarithm: Double { self > 0 ? Double(exponent) + (significand - 1) : 0 }
}
