import Explain
import NetEngine
import TerminalUI

/// The rows of the Timing tab: every hop, every phase with its offset, the two numbers that matter, and the connection.
package struct TimingTable: Sendable {
    enum Row: Sendable, Hashable {
        /// A request on the wire begins.
        case hop(number: Int, method: String, url: String, status: Int?, cause: String, start: Duration)
        case phase(Phase, start: Duration, length: Duration, isRunning: Bool)
        /// What the server did meanwhile, as it says: how long, not when. It is drawn from where the wait begins.
        case server(String, start: Duration, length: Duration)
        /// Our own work, not the network's.
        case own(OwnWork, start: Duration, length: Duration)
        /// A moment or a sum with its name.
        case number(String, Duration)
        case fact(String, String)
        case gap
    }

    /// What the program does before, within, between and after the requests on the wire.
    enum OwnWork: String, Sendable, Hashable, CaseIterable {
        case resolve, prepare, cache, other, between, finish

        /// What it is, in a row below the table; nil if the name says it.
        func explanation(_ exchange: Exchange) -> String? {
            let hasCache = exchange.hops.contains { $0.cacheDecision != nil }
            return switch self {
            case .resolve: "before the send: variables are looked up, tokens fetched"
            case .prepare: hasCache ? "before the request: the cache is opened and asked" : "before the request"
            case .cache: "the cache answers"
            case .other: "between the phases: libcurl and the engine"
            case .between: exchange.retryWait > .zero ? "the wait before the next try" : "before the next request"
            case .finish: hasCache ? "after the response: it is stored in the cache" : "after the response"
            }
        }
    }

    var rows: [Row] = []
    /// The length of the axis.
    var span: Duration = .zero

    /// The rows of an exchange that is over.
    /// - Parameter preparation: how long variables and tokens took before it; the axis begins there.
    init(_ exchange: Exchange, after preparation: Duration = .zero) {
        span = preparation + exchange.timings.total
        var end = preparation
        var ownWork: Set<OwnWork> = []
        func addOwn(_ work: OwnWork, from start: Duration, to end: Duration) {
            guard end > start else { return }
            rows.append(.own(work, start: start, length: end - start))
            ownWork.insert(work)
        }
        for (index, hop) in exchange.hops.enumerated() {
            let start = preparation + hop.startOffset
            if index > 0 { addOwn(.between, from: end, to: start) }
            rows.append(
                .hop(
                    number: index + 1, method: hop.request.method.rawValue, url: hop.request.url.description,
                    status: hop.response?.status, cause: Self.cause(hop.cause), start: start))
            if index == 0 {
                addOwn(.resolve, from: .zero, to: preparation)
                addOwn(.prepare, from: preparation, to: start)
            }
            let hasNext = exchange.hops.indices.contains(index + 1)
            let next = hasNext ? preparation + exchange.hops[index + 1].startOffset : span
            end = min(start + (hop.timings.queue ?? .zero) + hop.timings.total, max(next, start))
            let server = hop.response.map { ServerTimingEntry.all(in: $0.headers) } ?? []
            let phasesEnd = addPhases(hop.timings, from: start, server)
            addOwn(hop.networkTime == nil ? .cache : .other, from: phasesEnd, to: end)
            end = max(end, phasesEnd)
            if index == exchange.hops.count - 1 { addOwn(.finish, from: end, to: span) }
            if !server.isEmpty {
                let words = server.map { $0.title + ($0.milliseconds.map { " \($0) ms" } ?? "") }
                rows.append(.fact("server", "says: " + words.joined(separator: ", ")))
            }
            if let facts = hop.connection {
                rows.append(.fact("connection", Self.connection(facts, hop.receivedOrStored)))
            }
        }
        if exchange.hops.isEmpty, let queue = exchange.timings.queue {
            addOwn(.resolve, from: .zero, to: preparation)
            rows.append(.phase(.queue, start: preparation, length: queue, isRunning: false))
        }
        if !rows.isEmpty { rows.append(.gap) }
        if let last = exchange.hops.last, let firstByte = last.timings.firstByte {
            rows.append(.number("first byte", preparation + last.startOffset + firstByte))
        }
        if !ownWork.isEmpty, exchange.networkTime < span { rows.append(.number("network", exchange.networkTime)) }
        rows.append(.number(exchange.response?.isComplete == true ? "complete" : "ended", span))
        if !ownWork.isEmpty { rows.append(.gap) }
        for work in OwnWork.allCases where ownWork.contains(work) {
            if let text = work.explanation(exchange) { rows.append(.fact(work.rawValue, text)) }
        }
    }

    /// The rows of an exchange that runs, drawn up to now.
    init(_ live: LiveExchange, at now: MonotonicTime) {
        let elapsed = live.elapsed(at: now)
        span = elapsed
        var firstByte: Duration?
        for (index, hop) in live.hops.enumerated() {
            rows.append(
                .hop(
                    number: index + 1, method: hop.method, url: hop.url, status: hop.status,
                    cause: Self.cause(hop.cause), start: hop.startOffset))
            var start = hop.startOffset
            firstByte = nil
            for (phase, end) in hop.ends {
                rows.append(.phase(phase, start: start, length: max(.zero, end - start), isRunning: false))
                if phase == .wait { firstByte = end }
                start = end
            }
            if let running = hop.running {
                rows.append(.phase(running, start: start, length: max(.zero, elapsed - start), isRunning: true))
            }
        }
        if live.hops.isEmpty { rows.append(.phase(.queue, start: .zero, length: elapsed, isRunning: true)) }
        rows.append(.gap)
        if let firstByte { rows.append(.number("first byte", firstByte)) }
        rows.append(.number("so far", elapsed))
    }

    /// - Returns: where the last phase ends.
    private mutating func addPhases(
        _ timings: PhaseTimings, from start: Duration, _ server: [ServerTimingEntry]
    ) -> Duration {
        var offset = start
        for phase in Phase.allCases where phase != .total {
            guard let length = timings[phase] else { continue }
            rows.append(.phase(phase, start: offset, length: length, isRunning: false))
            if phase == .wait {
                for entry in server {
                    if let took = entry.duration { rows.append(.server(entry.name, start: offset, length: took)) }
                }
            }
            offset += length
        }
        return offset
    }

    private static func cause(_ cause: Hop.Cause) -> String {
        switch cause {
        case .first: ""
        case .redirect(let status): "redirect \(status)"
        case .retry: "sent again"
        }
    }

    private static func connection(_ facts: ConnectionFacts, _ response: Response?) -> String {
        var parts: [String] = []
        if let address = facts.remoteAddress {
            let host = address.contains(bytes: ":") ? "[\(address)]" : address
            parts.append(facts.remotePort.map { "\(host):\($0)" } ?? host)
        }
        parts.append(facts.isReused ? "reused" : "new")
        if let version = response?.httpVersion { parts.append("HTTP/\(version.rawValue)") }
        if let version = facts.tlsVersion { parts.append(version) }
        return parts.joined(separator: ", ")
    }
}
