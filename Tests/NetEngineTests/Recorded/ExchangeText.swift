import NetEngineTesting
import TestSupport

@testable import NetEngine

/// Exchanges and their events as texts without what differs from one run to the next: ids, times, random numbers.
enum ExchangeText {
    static func event(_ step: EngineEvent.Step) -> String {
        switch step {
        case .cacheDecided(let decision): "cacheDecided \(decision.outcome.rawValue)"
        case .retryScheduled(let retry, let wait, let reason):
            "retryScheduled \(retry) after \(wait): \(reason.category.rawValue)"
        case .finished(let exchange):
            "finished \(exchange.error?.category.rawValue ?? "success"), hops \(exchange.hops.count), redirects \(exchange.redirectCount), retries \(exchange.retryCount)"
        default: "\(step)"
        }
    }

    /// The steps on a line, by name.
    static func names(_ events: [EngineEvent]) -> String {
        events.map { String(event($0.step).prefix { $0 != "(" && $0 != " " }) }.joined(separator: " ")
    }

    /// - Parameter isWhole: with the fields that the engine adds to every request.
    static func received(_ request: StubbedRequest, isWhole: Bool) -> String {
        let url = request.url
        var text = "received \(request.method) \(url.scheme.rawValue)://\(url.hostAndPort)\(url.requestTarget)\n"
        text += fields(isWhole ? request.headers : HeaderFields(request.headers.filter { $0.origin != .engine }))
        if !request.body.isEmpty { text += "  > \(bytes(request.body))\n" }
        return text
    }

    static func exchange(_ exchange: Exchange) -> String {
        var text = ""
        for hop in exchange.hops {
            text += "hop \(hop.cause) \(hop.request.method) \(hop.request.url), sent \(hop.sentBodyByteCount)\n"
            if !hop.heldBack.isEmpty { text += "  held back \(hop.heldBack)\n" }
            if let response = hop.response { text += self.response(response, "response") }
            if let response = hop.validation { text += self.response(response, "validation") }
            for outcome in hop.setCookies { text += "  cookie \(outcome.name): \(self.outcome(outcome.result))\n" }
            if let decision = hop.cacheDecision { text += self.decision(decision) }
        }
        if let error = exchange.error { text += "error \(self.error(error))" }
        return text
    }

    static func response(_ response: Response, _ name: String) -> String {
        let reason = String(decoding: response.reason, as: UTF8.self)
        var text = "  \(name) \(response.status) \(reason)"
        text += response.isComplete ? "" : ", not complete"
        text += response.decodedCodings.isEmpty ? "" : ", decoded \(response.decodedCodings)"
        text += ", \(response.bodyByteCount) bytes, \(response.wireBodyByteCount.map { "\($0)" } ?? "?") on the wire\n"
        text += fields(response.headers)
        if !response.body.isEmpty { text += "    > \(bytes(response.body))\n" }
        return text
    }

    static func decision(_ decision: CacheDecision) -> String {
        var text = "  cache \(decision.outcome.rawValue): \(decision.phrase)"
        text += " [\(decision.directive ?? "-")], storing \(decision.storing)"
        text += decision.isStored ? ", stored" : ", not stored: \(decision.notStoredReason ?? "-")"
        text += decision.background == nil ? "\n" : ", in the background\n"
        if let age = decision.age { text += "    age \(age.arithmetic)\(age.isUnknown ? ", unknown" : "")\n" }
        if let lifetime = decision.lifetime { text += "    lifetime \(lifetime.arithmetic)\n" }
        for variant in decision.considered {
            text += "    considered \(variant.status)\(variant.matches ? "" : ", no match"): \(variant.why)\n"
        }
        if !decision.invalidated.isEmpty { text += "    invalidated \(decision.invalidated.map(\.text))\n" }
        if let error = decision.hiddenError { text += "    instead of \(self.error(error))" }
        for difference in decision.sharedCache { text += "    shared \(difference)\n" }
        return text
    }

    static func error(_ error: EngineError) -> String {
        var text = "\(error.category.rawValue) in \(error.phase?.rawValue ?? "-")"
        text += ", status \(error.status.map { "\($0)" } ?? "-")\(error.isConnectionLoss ? ", connection lost" : "")"
        text += ": \(Printed.escaped(error.sentence)) | \(Printed.escaped(error.hint))\n"
        switch error.detail {
        case .decoding(let fault): text += "  \(Printed.escaped(fault.description))\n"
        case .api(let fault): text += Printed(fault).text
        case nil: break
        }
        if let underlying = error.underlying { text += "  \(underlying)\n" }
        return text
    }

    private static func outcome(_ result: SetCookieOutcome.Result) -> String {
        switch result {
        case .kept: "kept"
        case .removed: "removed"
        case .refused(let why): "refused, \(why.clause)"
        }
    }

    private static func fields(_ headers: HeaderFields) -> String {
        headers.fields.map { field in
            let origin = field.origin == .typed ? "" : " [\(field.origin.rawValue)]"
            return "    \(field.name): \(masked(Printed.escaped(field.value)))\(origin)\n"
        }.joined()
    }

    /// A long one by its ends.
    private static func bytes(_ bytes: [UInt8]) -> String {
        func text(_ part: ArraySlice<UInt8>) -> String { Printed.escaped(String(decoding: part, as: UTF8.self)) }
        return bytes.count > 200 ? "\(text(bytes.prefix(20)))…\(text(bytes.suffix(20)))" : text(bytes[...])
    }

    /// What a client makes at random.
    private static func masked(_ value: String) -> String {
        guard value.hasPrefix("Digest username") else { return value }
        return value.split(separator: ", ").map { part in
            part.hasPrefix("cnonce=") || part.hasPrefix("response=")
                ? "\(part.prefix { $0 != "=" })=…" : String(part)
        }.joined(separator: ", ")
    }
}
