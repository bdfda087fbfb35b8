import Base
import NetEngine

extension Runner.Totals {
    /// `12 requests: 10 ok, 1 failed, 1 skipped in 1.23 s`.
    package func text(_ elapsed: Duration) -> String {
        var parts = ["\(passed) ok", "\(failed) failed", "\(skipped) skipped"]
        if cancelled > 0 { parts.append("\(cancelled) cancelled") }
        if notReached > 0 { parts.append("\(notReached) not reached") }
        return "\(Formatting.count(count, "request")): \(parts.joined(separator: ", ")) in "
            + DurationText.short(elapsed)
    }

    /// How many requests were sent each second: one decimal, none from 100 on; nil if nothing was sent.
    package func perSecond(_ elapsed: Duration) -> String? {
        let sent = passed + failed + cancelled
        let seconds = elapsed / .seconds(1)
        guard sent > 0, seconds > 0 else { return nil }
        let rate = Double(sent) / seconds
        return rate >= 100 ? String(Int(rate.rounded())) : String((rate * 10).rounded() / 10)
    }
}

extension CheckTotals {
    /// `3 checks: 2 passed, 1 failed, 1 warning`; nil if no request has any.
    package var text: String? {
        guard count + warnings > 0 else { return nil }
        var parts = ["\(passed) passed", "\(failed) failed"]
        if notEvaluated > 0 { parts.append("\(notEvaluated) not evaluated") }
        if warnings > 0 { parts.append(Formatting.count(warnings, "warning")) }
        var text = "\(Formatting.count(count, "check")): \(parts.joined(separator: ", "))"
        if unchecked > 0 { text += "; \(unchecked) \(unchecked == 1 ? "request was" : "requests were") not checked" }
        return text
    }

    /// Counts the checks of a result, if they count.
    package mutating func add(_ record: RunRecord) {
        if record.countsChecks { add(record.checks) }
    }
}

extension RunRecord {
    /// `The server's certificate was not checked for 3 requests.`; nil for none.
    package static func text(unverified count: Int) -> String? {
        count == 0 ? nil : "The server's certificate was not checked for \(Formatting.count(count, "request"))."
    }

    /// `3 attempts`; nil if it was sent once, or not at all.
    package var attempts: String? {
        traffic.flatMap { $0.retries > 0 ? Formatting.count($0.retries + 1, "attempt") : nil }
    }

    /// Whether its checks count: it was sent, and not stopped in flight.
    package var countsChecks: Bool { timings != nil && word != .cancelled }
}
