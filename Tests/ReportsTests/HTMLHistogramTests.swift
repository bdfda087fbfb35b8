import Testing
import Workspace

@testable import Reports

@Suite struct HTMLHistogramTests {
    /// Where something is, and how high, from left to right.
    private func bars(_ milliseconds: [Int], bins: Int) -> [String] {
        var latency = LatencyDistribution()
        for time in milliseconds { latency.add(.milliseconds(time)) }
        var out = MarkupWriter()
        HTMLHistogram(latency, bins: bins).write(width: 100, height: 12, to: &out)
        return String(decoding: out.bytes, as: UTF8.self).split(separator: "<rect").dropFirst().map { bar in
            "\(value("x", of: bar)):\(value("height", of: bar))"
        }
    }

    private func value(_ name: String, of bar: Substring) -> String {
        let parts = bar.split(separator: " \(name)=\"", maxSplits: 1, omittingEmptySubsequences: false)
        return parts.count == 2 ? String(parts[1].prefix { $0 != "\"" }) : "none"
    }

    @Test func `the fastest are in the first bin, the slowest in the last`() {
        #expect(bars([1, 100, 100], bins: 10) == ["0:6", "9:12"])
    }

    @Test func `the axis is logarithmic`() {
        #expect(bars([1, 10, 100], bins: 3) == ["0:12", "1:12", "2:12"])
    }

    @Test func `a bin with anything in it can be seen, however many are in another`() {
        #expect(bars([1] + Array(repeating: 100, count: 5000), bins: 10) == ["0:1", "9:12"])
        #expect(bars(Array(repeating: 1, count: 5000) + [100], bins: 10) == ["0:12", "9:1"])
    }

    @Test func `one latency is in the middle`() {
        #expect(bars([7], bins: 3) == ["1:12"])
    }
}
