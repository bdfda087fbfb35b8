import Base
import NetEngine
import Workspace

/// An exchange in two or three lines for the user.
enum ExchangeSummary {
    /// - Parameters:
    ///   - isAskedFor: whether a check asks for the failure with which it ended, which is none then.
    ///   - bodySize: of the body as it was received, if the exchange has a cut or masked one.
    static func lines(
        _ exchange: Exchange, _ secrets: SentSecrets, isAskedFor: Bool = false, bodySize: Int? = nil
    ) -> [SafeText] {
        var lines = [SafeText]()
        let last = exchange.hops.last
        let method = last?.request.method.rawValue ?? exchange.draft.method
        let url = secrets.hidden(url: last?.request.url.description ?? exchange.draft.url)
        if let response = exchange.response {
            lines.append("\(method) \(url): \(secrets.hidden(status(response)))")
            lines.append(secrets.hidden(facts(exchange, response, bodySize ?? response.content.count)))
        } else {
            lines.append("\(method) \(url): no response after \(DurationText.short(exchange.timings.total))")
        }
        if exchange.isUnverified {
            lines.append("warning: the server's certificate was not checked.")
        }
        lines += HeldBack.all(of: exchange, secrets).map(\.sentence)
        if let error = secrets.hidden(exchange.error) {
            lines.append(isAskedFor ? "as a check asks: " + cause(error) : "apitui: " + sentence(error))
        }
        return lines
    }

    /// `201 Created`.
    static func status(_ response: Response) -> SafeText {
        response.reason.isEmpty ? "\(response.status)" : "\(response.status) \(SafeText(bytes: response.reason))"
    }

    /// `timeout (first-byte): No byte came within 1 s. Try a longer limit. (curl 28: …)`
    static func sentence(_ error: EngineError) -> SafeText {
        let code = error.underlying.map { " (\($0.description))" } ?? ""
        return "\(cause(error)) \(ErrorHint.text(error, for: .command))\(code)"
    }

    /// `timeout (first-byte): No byte came within 1 s.`
    private static func cause(_ error: EngineError) -> SafeText {
        let name = error.phase.map { error.category == .timeout ? $0.timeoutName : $0.rawValue }
        let phase = name.map { $0 == error.category.rawValue ? "" : " (\($0))" } ?? ""
        return "\(error.category.rawValue)\(phase): \(error.sentence)"
    }

    private static func facts(_ exchange: Exchange, _ response: Response, _ bodySize: Int) -> SafeText {
        let (network, total) = (exchange.networkTime, exchange.timings.total)
        var parts = [DurationText.short(network)]
        let wait = exchange.retryWait
        var rest = wait > .zero ? ["\(DurationText.short(wait)) of waiting before retries"] : []
        if total - network - wait >= .milliseconds(1) { rest.append("our own work") }
        if !rest.isEmpty { parts.append("\(DurationText.short(total)) with \(rest.joined(separator: " and "))") }
        // Of the network's time, too: what apitui does before it sends is not waiting.
        if let receive = exchange.hops.last?.timings.receive, network >= receive {
            parts.append("first byte after \(DurationText.short(network - receive))")
        }
        parts.append("\(bodySize) bytes" + (response.isComplete ? "" : " of an incomplete body"))
        if let version = response.httpVersion { parts.append("HTTP/\(version.rawValue)") }
        if let connection = exchange.hops.last?.connection {
            if let address = connection.remoteAddress { parts.append("from \(address):\(connection.remotePort ?? 0)") }
            if let tls = connection.tlsVersion { parts.append(tls) }
        }
        if let decision = exchange.cacheDecision {
            let renewal = decision.background == nil ? "" : "; it is renewed in the background"
            parts.append("cache \(decision.outcome.rawValue) (\(decision.phrase)\(renewal))")
        }
        if exchange.retryCount > 0 { parts.append(Formatting.count(exchange.retryCount + 1, "attempt")) }
        if exchange.redirectCount > 0 {
            parts.append("after \(Formatting.count(exchange.redirectCount, "redirect"))")
        }
        return SafeText(parts.joined(separator: ", "))
    }
}
