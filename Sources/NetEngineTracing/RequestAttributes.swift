import NetEngine
import Tracing

/// What the OpenTelemetry conventions for HTTP clients want said of a request.
enum RequestAttributes {
    /// The methods that the conventions know: RFC 9110, RFC 5789.
    private static let methods: Set<String> = [
        "GET", "HEAD", "POST", "PUT", "DELETE", "CONNECT", "OPTIONS", "TRACE", "PATCH",
    ]

    /// The method, or a word for any that is not known: names of spans must be few.
    static func known(_ method: String, other: String = "_OTHER") -> String {
        method.isEmpty ? "GET" : methods.contains(method) ? method : other
    }

    /// - Parameters:
    ///   - resends: how many requests of the exchange were sent before.
    ///   - url: without secrets.
    static func values(_ outcome: HopOutcome, resends: Int, url: String) -> [String: SpanAttribute] {
        let hop = outcome.hop
        let request = hop.request
        let method = request.method.rawValue
        var values: [String: SpanAttribute] = [
            "http.request.method": .string(known(method)),
            "server.address": .string(request.url.host.trimmingBrackets),
            "server.port": .int64(Int64(request.url.port)),
            "url.full": .string(url),
        ]
        if known(method) != method { values["http.request.method_original"] = .string(method) }
        if resends > 0 { values["http.request.resend_count"] = .int64(Int64(resends)) }
        if hop.sentBodyByteCount > 0 { values["http.request.body.size"] = .int64(Int64(hop.sentBodyByteCount)) }
        if let response = hop.response {
            values["http.response.status_code"] = .int64(Int64(response.status))
            if let count = response.wireBodyByteCount { values["http.response.body.size"] = .int64(Int64(count)) }
        }
        // Of what was received now: a stored response may have arrived with another version.
        if let version = hop.receivedOrStored?.httpVersion {
            values["network.protocol.version"] = .string(version.rawValue)
        }
        if let address = hop.connection?.remoteAddress { values["network.peer.address"] = .string(address) }
        if let port = hop.connection?.remotePort { values["network.peer.port"] = .int64(Int64(port)) }
        if let decision = hop.cacheDecision { values["netengine.cache"] = .string(decision.outcome.rawValue) }
        return values
    }
}

extension EngineError {
    /// The attribute `error.type`: the status if that is the error, else the category.
    var type: String { status.map { String($0) } ?? category.rawValue }
}

extension String {
    /// The address in the brackets of an IPv6 host.
    fileprivate var trimmingBrackets: String {
        hasPrefix("[") && hasSuffix("]") ? String(dropFirst().dropLast()) : self
    }
}
