import Base
import Bodies
import Explain
import NetEngine
import TerminalUI
import Workspace

/// The one line that says how it went: `201 Created   132 ms   1.2 KB   h2   reused   POST /orders`.
///
/// It is in the pane's upper border. When there is little room the version and the request's title give way first, then the
/// size; the status, the category of a failure and that the response came from the cache always stay.
enum ResponseStatusLine {
    /// What is shown as long as there is room for it: the higher, the longer.
    private enum Rank: Int, Comparable {
        case detail, title, size, note, time, verdict

        static func < (a: Rank, b: Rank) -> Bool { a.rawValue < b.rawValue }
    }

    private struct Fact {
        var spans: [Span]
        var rank: Rank
        /// A shorter form, for where the whole one has no room.
        var short: [Span]?

        init(_ rank: Rank, _ spans: [Span], short: [Span]? = nil) {
            self.rank = rank
            self.spans = spans
            self.short = short
        }
    }

    /// - Parameters:
    ///   - width: columns that there are; facts that do not fit are left out.
    ///   - now: gives the time that a send has taken so far and the age of an old response.
    static func spans(_ state: ResponsePaneState, width: Int, now: MonotonicTime) -> [Span] {
        let facts: [Fact]
        if let live = state.inFlight {
            facts = self.facts(live, now: now)
        } else if let shown = state.shown {
            facts = self.facts(shown)
        } else {
            facts = [Fact(.verdict, [Span("Response", .title)])]
        }
        return joined(facts, width: width)
    }

    /// What an exchange in flight is doing.
    private static func facts(_ live: LiveExchange, now: MonotonicTime) -> [Fact] {
        let doing = live.isWaitingForConnectivity ? "waiting for a network" : doing(live, now: now)
        var facts = [Fact(.verdict, [Span(SafeText(doing), .pending, .bold)])]
        facts.append(Fact(.time, [Span(SafeText(DurationText.short(live.elapsed(at: now))), .text)]))
        if live.nextAttempt != nil, let status = live.status {
            facts.append(Fact(.note, [Span("\(status)", Role.ofStatus(status))]))
        }
        if live.phase == .send, let (sent, total) = live.sentBytes {
            let size = total.map { " of \(Formatting.byteCount($0))" } ?? ""
            facts.append(Fact(.size, [Span(SafeText(Formatting.byteCount(sent) + size), .text)]))
        }
        if live.phase == .receive {
            let received = Formatting.byteCount(live.receivedBytes)
            let size = live.expectedBytes.map { "\(received) of \(Formatting.byteCount($0))" } ?? received
            let speed = live.speed(at: now).map { speed in
                ", \(Formatting.byteCount(speed.rate))/s"
                    + (speed.left.map { ", \(DurationText.span(seconds: $0)) left" } ?? "")
            }
            facts.append(
                Fact(.size, [Span(SafeText(size + (speed ?? "")), .text)], short: [Span(SafeText(size), .text)]))
            if let status = live.status { facts.append(Fact(.note, [Span("\(status)", Role.ofStatus(status))])) }
        }
        facts.append(Fact(.title, label(live.label)))
        return facts
    }

    private static func facts(_ shown: ResponsePaneState.ShownExchange) -> [Fact] {
        let exchange = shown.exchange
        var facts: [Fact] = []
        if let response = exchange.response {
            facts.append(
                Fact(
                    .verdict, status(response),
                    short: [Span("\(response.status)", Role.ofStatus(response.status), .bold)])
            )
            if !response.isComplete { facts.append(Fact(.verdict, [Span("broken off", .failure, .bold)])) }
        }
        if let error = exchange.error { facts.append(failure(error)) }
        if TLSReport.isUnverified(exchange) {
            facts.append(Fact(.verdict, [Span("TLS not verified", .warning, .bold)]))
        }
        if let decision = exchange.cacheDecision, let words = fromCache(decision) {
            facts.append(
                Fact(.verdict, [Span(SafeText(words), .cached, .bold)], short: [Span("from cache", .cached, .bold)]))
        }
        facts.append(Fact(.time, [Span(SafeText(DurationText.short(exchange.networkTime)))]))
        if let response = exchange.response { facts.append(Fact(.size, [Span(SafeText(size(response)))])) }
        if let checks = shown.checks.score {
            facts.append(
                Fact(.time, [Span(SafeText("checks \(checks.text)"), checks.failed > 0 ? .failure : .success)]))
        }
        if let hazards = shown.document?.body?.hazards, let summary = hazards.summary {
            facts.append(
                Fact(
                    .note, [Span(SafeText(summary), .warning)],
                    short: [Span(SafeText("\(hazards.total) escaped"), .warning)]))
        }
        if let decision = exchange.cacheDecision, fromCache(decision) == nil {
            facts.append(Fact(.detail, [Span(SafeText(cache(decision)), .dim)]))
        }
        if let known = exchange.response?.httpVersion {
            facts.append(Fact(.detail, [Span(SafeText(version(known)), .dim)]))
        }
        if exchange.hops.last?.connection?.isReused == true { facts.append(Fact(.detail, [Span("reused", .dim)])) }
        if exchange.retryCount > 0 {
            let attempts = Formatting.count(exchange.retryCount + 1, "attempt")
            let whole = exchange.retryWait > .zero ? " in \(DurationText.short(exchange.timings.total))" : ""
            facts.append(
                Fact(
                    .note, [Span(SafeText(attempts + whole), .warning)], short: [Span(SafeText(attempts), .warning)]))
        }
        if exchange.redirectCount > 0 {
            facts.append(
                Fact(.note, [Span(SafeText(Formatting.count(exchange.redirectCount, "redirect")), .redirect)]))
        }
        facts.append(Fact(.title, label(shown.label)))
        return facts
    }

    /// The category; if the API itself reports a failure, with its message, because the status does not show it.
    private static func failure(_ error: EngineError) -> Fact {
        let title = Span(ExchangeLines.errorTitle(error), .failure)
        guard let message = error.apiFault?.message, !message.isEmpty else { return Fact(.verdict, [title]) }
        let line = message.split(whereSeparator: \.isNewline).joined(separator: " ")
        return Fact(.verdict, [title, Span(SafeText(": \(line.cut(to: 40))"), .failure)], short: [title])
    }

    /// `from cache, 40 s old`; nil for a response that came from the server.
    static func fromCache(_ decision: CacheDecision) -> String? {
        let age = decision.age.map { $0.isUnknown ? "" : ", \(DurationText.span(seconds: $0.seconds)) old" } ?? ""
        switch decision.outcome {
        case .hit: return "from cache\(age)"
        case .stale: return "from cache, stale\(age)"
        case .revalidated: return "from cache, revalidated"
        case .miss, .bypass: return nil
        }
    }

    /// `201 Created` in the colour of its class; the reason phrase is shown as it came.
    static func status(_ response: Response) -> [Span] {
        let role = Role.ofStatus(response.status)
        var text: SafeText = "\(response.status)"
        let reason = SafeText(bytes: response.reason)
        if !reason.isEmpty { text.append(" " + reason) }
        return [Span(text, role, .bold)]
    }

    /// Decoded size, and what it took on the wire when that differs: `45 MB from 2.9 MB gzip`.
    static func size(_ response: Response) -> String {
        let decoded = response.bodySizeText
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

    /// `waiting`, or for what: `attempt 2 in 28 s`.
    private static func doing(_ live: LiveExchange, now: MonotonicTime) -> String {
        guard let next = live.nextAttempt else { return doing(live.phase) }
        return "attempt \(next.number) in \(left(until: next.begin, at: live.elapsed(at: now)))"
    }

    /// How long something waits: `28 s`. Both times are since the beginning.
    static func left(until begin: Duration, at elapsed: Duration) -> String {
        DurationText.span(seconds: Int64((max(.zero, begin - elapsed) / .seconds(1)).rounded(.up)))
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

    /// Facts in their order, three spaces apart. Those of the highest rank are placed first; of the title a part is enough.
    private static func joined(_ facts: [Fact], width: Int) -> [Span] {
        func columns(_ spans: [Span]) -> Int { spans.reduce(0) { $0 + DisplayWidth.of($1.text) } }
        let gap = 3
        let leastTitle = 15
        var shown = [[Span]?](repeating: nil, count: facts.count)
        var used = -gap
        func place(_ index: Int, _ spans: [Span]) -> Bool {
            guard used + gap + columns(spans) <= width else { return false }
            shown[index] = spans
            used += gap + columns(spans)
            return true
        }
        let verdicts = facts.indices.filter { facts[$0].rank == .verdict }
        // All verdicts have a place, in their short form if need be, before one of them takes more.
        for index in verdicts {
            let least = facts[index].short ?? facts[index].spans
            shown[index] = least
            used += gap + columns(least)
        }
        for index in verdicts {
            guard let short = facts[index].short else { continue }
            let more = columns(facts[index].spans) - columns(short)
            guard used + more <= width else { continue }
            shown[index] = facts[index].spans
            used += more
        }
        let others = facts.indices.filter { facts[$0].rank != .verdict }.sorted { facts[$0].rank > facts[$1].rank }
        for index in others {
            let fact = facts[index]
            if fact.rank == .title {
                let room = width - used - gap
                guard room >= min(columns(fact.spans), leastTitle) else { continue }
                shown[index] = fact.spans
                // What is left of the room is for the details; the frame cuts the title where it ends.
                used += gap + min(columns(fact.spans), leastTitle)
            } else if !place(index, fact.spans), let short = fact.short {
                _ = place(index, short)
            }
        }
        return Array(shown.compactMap(\.self).joined(separator: [Span("   ")]))
    }
}
