import Explain
import NetEngine
import Workspace

/// What can be said about an exchange, wherever it is shown.
enum ExchangeReasons {
    /// The end of an exchange, in seconds since 1970: the model has no other wall clock.
    static func end(of exchange: Exchange) -> Int64 { exchange.endedAt.secondsSince1970 }

    /// For each request of the exchange: what the cache did and why, and where each header comes from.
    static func lines(_ exchange: Exchange) -> [ReportLine] {
        var lines: [ReportLine] = []
        for (index, hop) in exchange.hops.enumerated() {
            if !lines.isEmpty { lines.append(.gap) }
            let number = exchange.hops.count > 1 ? "Request \(index + 1): " : ""
            lines.append(.heading("\(number)\(hop.request.method.rawValue) \(hop.request.url.textWithoutUserInfo)"))
            lines += CacheReasons.lines(hop, arrivedAt: exchange.startedAt)
            lines += [.gap, .heading("Headers of the request")] + HeaderOrigins.lines(hop)
        }
        return lines
    }
}
