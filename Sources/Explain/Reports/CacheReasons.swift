import NetEngine

/// Why the cache did what it did, with every number of its arithmetic (RFC 9111 §4.2).
package enum CacheReasons {
    package static func lines(_ hop: Hop, arrivedAt: Timestamp) -> [ReportLine] {
        guard let decision = hop.cacheDecision else {
            return [.text("No cache was asked: this engine has none, or nothing was sent.")]
        }
        var lines: [ReportLine] = [.text("\(outcome(decision)) The rule: \(decision.phrase).")]
        if let age = decision.age, let lifetime = decision.lifetime { lines += arithmetic(age, lifetime) }
        if let error = decision.hiddenError {
            lines.append(.text("It hides a failure (\(error.category.rawValue)): \(error.sentence)"))
        }
        for variant in decision.considered {
            lines.append(.fact(variant.matches ? "fits" : "does not fit", "\(variant.status): \(variant.why)"))
        }
        lines += stored(decision, hop, arrivedAt)
        return lines
    }

    private static func outcome(_ decision: CacheDecision) -> String {
        switch decision.outcome {
        case .hit: "From the cache; the server was not asked."
        case .revalidated: "From the cache, after the server confirmed it (304)."
        case .stale: "From the cache, although it is past its lifetime."
        case .miss: "From the server; the cache could not help."
        case .bypass: "From the server; the cache was not asked."
        }
    }

    private static func arithmetic(_ age: ResponseAge, _ lifetime: FreshnessLifetime) -> [ReportLine] {
        var lines: [ReportLine] = [.fact("age", age.arithmetic), .fact("lifetime", lifetime.arithmetic)]
        if age.isUnknown {
            lines.append(.text("This machine's clock was set back, so the age is unknown and the server is asked."))
            return lines
        }
        let left = lifetime.seconds - age.seconds
        // RFC 9111 §4.2: fresh while the lifetime is greater than the age.
        lines.append(
            .fact(
                "so",
                left > 0
                    ? "\(age.seconds) s of \(lifetime.seconds) s: fresh for \(left) s more"
                    : "\(age.seconds) s of \(lifetime.seconds) s: stale for \(-left) s"))
        return lines
    }

    private static func stored(_ decision: CacheDecision, _ hop: Hop, _ arrivedAt: Timestamp) -> [ReportLine] {
        switch decision.storing {
        case .refused(let why): return [.fact("stored", "no: \(why)")]
        case .nothing: return []
        case .renewed: return [.fact("stored", "its headers were renewed")] + next(hop, arrivedAt)
        case .combined: return [.fact("stored", "joined to the part that was there")]
        case .stored: return [.fact("stored", "yes")] + next(hop, arrivedAt)
        }
    }

    /// How long what was stored now is fresh.
    private static func next(_ hop: Hop, _ arrivedAt: Timestamp) -> [ReportLine] {
        guard let headers = hop.response?.headers else { return [] }
        let control = CacheControl(headers)
        let lifetime = FreshnessLifetime(
            headers, control: control, age: AgeSource(headers, requestTime: arrivedAt, responseTime: arrivedAt),
            mayGuess: false)
        guard !control.noCache, lifetime.seconds > 0 else {
            return [.fact("next time", "the server is asked first (\(control.noCache ? "no-cache" : lifetime.phrase))")]
        }
        return [
            .fact("next time", "used without asking for \(HeaderValue.seconds(lifetime.seconds)) (\(lifetime.phrase))")
        ]
    }
}
