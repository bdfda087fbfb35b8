import NetEngine

/// The one line that says how it went: `201 Created   132 ms   1.2 KB   h2   reused   POST /orders`.
///
/// It stands in the pane's upper border. Facts at the end are left out first when room is short.
enum ResponseStatusLine {
    /// - Parameters:
    ///   - width: columns that there are; facts that do not fit are left out, the first is cut.
    ///   - now: for what runs and for the age of an old answer.
    static func spans(_ state: ResponsePaneState, width: Int, now: MonotonicTime) -> [Span] {
        let facts: [[Span]]
        if let live = state.inFlight {
            facts = self.facts(live, now: now)
        } else if let answer = state.answer {
            facts = self.facts(answer)
        } else {
            facts = [[Span("Response", .title)]]
        }
        return joined(facts, width: width)
    }

    /// What an exchange in flight is doing.
    private static func facts(_ live: LiveExchange, now: MonotonicTime) -> [[Span]] {
        let doing = live.isWaitingForConnectivity ? "waiting for a network" : doing(live.phase)
        var facts: [[Span]] = [[Span(SafeText(doing), .pending, .bold)]]
        facts.append([Span(SafeText(Formatting.duration(live.elapsed(at: now))), .text)])
        if live.phase == .send, let (sent, total) = live.sentBytes {
            let size = total.map { " of \(Formatting.byteCount($0))" } ?? ""
            facts.append([Span(SafeText(Formatting.byteCount(sent) + size), .text)])
        }
        if live.phase == .receive {
            let received = Formatting.byteCount(live.receivedBytes)
            let size = live.expectedBytes.map { "\(received) of \(Formatting.byteCount($0))" } ?? received
            facts.append([Span(SafeText(size), .text)])
            if let status = live.status { facts.append([Span("\(status)", statusRole(status))]) }
        }
        facts.append(label(live.label))
        return facts
    }

    private static func facts(_ answer: ResponsePaneState.Answer) -> [[Span]] {
        let exchange = answer.exchange
        var facts: [[Span]] = []
        if let response = exchange.response {
            facts.append(status(response))
            if !response.isComplete { facts.append([Span("broken off", .failure, .bold)]) }
        }
        if let error = exchange.error { facts.append(failure(error)) }
        facts.append([Span(SafeText(Formatting.duration(exchange.timings.total)))])
        if let response = exchange.response { facts.append([Span(SafeText(size(response)))]) }
        if case .done(let report) = answer.checks, !report.isEmpty {
            facts.append([Span(SafeText("checks \(report.score)"), report.failed > 0 ? .failure : .success)])
        }
        if let hazards = answer.document?.body?.hazards, let summary = hazards.summary {
            facts.append([Span(SafeText(summary), .warning)])
            facts.append([Span(SafeText("\(hazards.total) escaped"), .warning)])
        }
        if let decision = exchange.cacheDecision { facts.append([Span(SafeText(cache(decision)), .dim)]) }
        if let known = exchange.response?.httpVersion { facts.append([Span(SafeText(version(known)), .dim)]) }
        if exchange.hops.last?.connection?.isReused == true { facts.append([Span("reused", .dim)]) }
        if exchange.redirectCount > 0 {
            facts.append([Span(SafeText(Formatting.count(exchange.redirectCount, "redirect")), .redirect)])
        }
        facts.append(label(answer.label))
        return facts
    }

    /// The category; where the API itself reports a failure, with its message, for the status says nothing then.
    private static func failure(_ error: EngineError) -> [Span] {
        let title = Span(ExchangeLines.errorTitle(error), .failure)
        guard let message = error.apiFault?.message, !message.isEmpty else { return [title] }
        let line = message.split(whereSeparator: \.isNewline).joined(separator: " ")
        let text = line.count > 40 ? "\(line.prefix(39))…" : line
        return [title, Span(SafeText(": \(text)"), .failure)]
    }

    /// `201 Created` in the colour of its class; the reason phrase is shown as it came.
    static func status(_ response: Response) -> [Span] {
        let role = statusRole(response.status)
        var text: SafeText = "\(response.status)"
        let reason = SafeText(bytes: response.reason)
        if !reason.isEmpty { text.append(" " + reason) }
        return [Span(text, role, .bold)]
    }

    static func statusRole(_ status: Int) -> Role {
        switch status {
        case 200..<300: .success
        case 300..<400: .redirect
        case 400..<500: .clientError
        case 500..<600: .serverError
        default: .warning
        }
    }

    /// Decoded size, and what it took on the wire when that differs: `45 MB from 2.9 MB gzip`.
    static func size(_ response: Response) -> String {
        let decoded = Formatting.byteCount(response.body.count)
        guard !response.decodedCodings.isEmpty, let wire = response.wireBodyByteCount, wire > 0 else {
            return decoded
        }
        let codings = response.decodedCodings.joined(separator: ", ")
        return "\(decoded) from \(Formatting.byteCount(wire)) \(codings)"
    }

    /// `cache hit`, `cache miss, stored`.
    static func cache(_ decision: CacheDecision) -> String {
        let outcome = "cache \(decision.outcome.rawValue)"
        switch decision.storing {
        case .stored, .combined: return "\(outcome), stored"
        case .nothing, .renewed, .refused: return outcome
        }
    }

    /// As curl and servers' logs name it: `h2`, `http/1.1`.
    static func version(_ version: HTTPVersion) -> String {
        switch version {
        case .http1_0, .http1_1: "http/\(version.rawValue)"
        case .http2, .http3: "h\(version.rawValue)"
        }
    }

    static func doing(_ phase: Phase) -> String {
        switch phase {
        case .queue: "queued"
        case .dns: "resolving"
        case .connect: "connecting"
        case .tls: "TLS handshake"
        case .send: "sending"
        case .wait: "waiting"
        case .receive, .total: "receiving"
        }
    }

    static func label(_ label: RequestLabel) -> [Span] {
        let what = label.name.isEmpty ? label.url : label.name
        return [Span("\(label.method) ", .method), Span(SafeText(what), .url)]
    }

    /// Three blanks between facts. The last one, the request's name, always has a place, shortened if need be; so has the
    /// first.
    private static func joined(_ facts: [[Span]], width: Int) -> [Span] {
        func columns(_ fact: [Span]) -> Int { fact.reduce(0) { $0 + DisplayWidth.of($1.text) } }
        let gap = 3
        var spans: [Span] = facts.first ?? []
        var used = columns(spans)
        guard facts.count > 1, let label = facts.last else { return spans }
        let reserved = gap + min(columns(label), 15)
        var isHazardTold = false
        for fact in facts.dropFirst().dropLast() where used + gap + columns(fact) + reserved <= width {
            // The short form of the hazards stands in for the long one.
            if fact.first?.style.role == .warning {
                if isHazardTold { continue }
                isHazardTold = true
            }
            spans.append(Span("   "))
            spans += fact
            used += gap + columns(fact)
        }
        return spans + [Span("   ")] + label
    }
}
