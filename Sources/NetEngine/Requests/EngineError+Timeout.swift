/// The sentences of timeouts.
extension EngineError {
    static func noNetworkInTime(_ host: String, limit: Duration?, phase: Phase) -> EngineError {
        let amount = limit.map { " of \(DurationText.setting($0))" } ?? ""
        return EngineError(
            .timeout, phase: phase,
            "The total limit\(amount) passed while \(host) could not be reached, because this machine has no network.",
            hint: "Check the network connection of this machine, or raise the total timeout.")
    }

    /// - Parameter isTotal: whether the limit of the whole exchange passed, in whatever phase.
    /// - Parameter proxy: the proxy, if the time was spent on it and not on the server.
    package static func timeout(
        _ phase: Phase, isTotal: Bool, limit: Duration?, url: HTTPURL, proxy: ProxyServer? = nil
    ) -> EngineError {
        let place = proxy.map { "the proxy \($0)" } ?? url.hostAndPort
        let host = proxy.map { "of the proxy \($0.host)" } ?? url.host
        let doing =
            switch phase {
            case .queue: "before work began"
            case .dns: "while the name \(host) was looked up"
            case .connect: "while connecting to \(place)"
            case .tls: "during the TLS handshake with \(place)"
            case .send: "while the request was sent to \(place)"
            case .wait: "while waiting for the first byte from \(place)"
            case .receive: "while receiving the response from \(place)"
            case .total: "between two requests"
            }
        let amount = limit.map { " of \(DurationText.setting($0))" } ?? ""
        let name = isTotal ? "total" : phase.timeoutName
        return EngineError(
            .timeout, phase: phase, "The \(name) limit\(amount) passed \(doing).",
            hint: "Try again, or raise the \(name) timeout.")
    }
}
