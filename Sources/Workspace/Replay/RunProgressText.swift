import NetEngine

/// How far a run is.
package enum RunProgressText {
    /// Results from which on the time that is left can be estimated.
    private static let fewest = 10

    /// `1200 of 3000 done, 2 failed, 340 a second, 5 s left`; the last two where they say something.
    /// - Parameters:
    ///   - count: of all requests; nil if it is not known.
    ///   - columns: into which it must fit; the first part that does not, and all after it, are left out.
    package static func text(
        done: Int, failed: Int, of count: Int?, after elapsed: Duration, columns: Int = .max
    ) -> String {
        var parts: [String] = []
        if failed > 0 { parts.append("\(failed) failed") }
        let seconds = elapsed / .seconds(1)
        if seconds >= 1, done > 0 {
            let rate = Double(done) / seconds
            if rate >= 1 { parts.append("\(Int(rate.rounded())) a second") }
            if let count, count > done, done >= fewest {
                parts.append("\(DurationText.short(.seconds(Double(count - done) / rate))) left")
            }
        }
        var text = count.map { "\(done) of \($0) done" } ?? "\(done) done"
        for part in parts {
            let longer = "\(text), \(part)"
            guard longer.count <= columns else { break }
            text = longer
        }
        return String(text.prefix(columns))
    }
}
