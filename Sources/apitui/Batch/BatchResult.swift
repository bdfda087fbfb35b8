import Base
import NetEngine
import Workspace

/// The result of one line of input, to be written as one line of output.
struct BatchResult {
    /// The JSON text of the id, or nil for `null`.
    var id: [UInt8]?
    /// nil if nothing was started; `error` then says why.
    var exchange: Exchange?
    var error: EngineError?
    /// The time from reading the line to starting the request.
    var queue: Duration?

    /// The result of a request that was started.
    init(id: [UInt8], exchange: Exchange, queue: Duration) {
        (self.id, self.exchange, self.error, self.queue) = (id, exchange, exchange.error, queue)
    }

    /// The result of a line that never became an exchange.
    init(id: [UInt8]?, error: EngineError, queue: Duration? = nil) {
        (self.id, self.error, self.queue) = (id, error, queue)
    }

    /// Appends the object and a line feed. Every member is always present; what did not happen is `null`.
    ///
    /// The response is written unchanged. `finalUrl` and the error describe the request: their secrets are hidden
    /// unless `reveals` is set.
    func write(to out: inout JSONWriter, reveals: Bool = false) {
        if let response = exchange?.response { out.reserve(response.content.count + response.rawHead.count * 2 + 800) }
        out.raw(#"{"id":"#)
        if let id { out.raw(id) } else { out.raw("null") }
        writeResponse(to: &out)
        out.raw(#","cache":"#)
        Self.writeCache(exchange, to: &out)
        out.raw(#","error":"#)
        Self.write(reveals ? error : hidden(error), to: &out)
        writeCounts(to: &out, reveals)
        writeTimings(to: &out)
        out.raw("}\n")
    }

    private func writeResponse(to out: inout JSONWriter) {
        guard let response = exchange?.response else {
            out.raw(
                #","status":null,"httpVersion":null,"headers":[],"body":null,"bodyBase64":null,"trailers":[]"#)
            return
        }
        out.raw(#","status":"#)
        out.number(response.status)
        out.raw(#","httpVersion":"#)
        if let version = response.httpVersion { out.word(version.rawValue) } else { out.raw("null") }
        out.raw(#","headers":"#)
        Self.write(response.headers, to: &out)
        if (try? UTF8Span(validating: response.body.span)) != nil {
            out.raw(#","body":"#)
            out.utf8(response.body)
            out.raw(#","bodyBase64":null,"trailers":"#)
        } else {
            out.raw(#","body":null,"bodyBase64":"#)
            out.plain { Base64.encode(response.body, to: &$0) }
            out.raw(#","trailers":"#)
        }
        Self.write(response.trailers, to: &out)
    }

    private static func write(_ fields: HeaderFields, to out: inout JSONWriter) {
        out.byte(UInt8(ascii: "["))
        for (index, field) in fields.fields.enumerated() {
            out.raw(index == 0 ? "[" : ",[")
            out.latin1(field.nameBytes)
            out.byte(UInt8(ascii: ","))
            out.latin1(field.valueBytes)
            out.byte(UInt8(ascii: "]"))
        }
        out.byte(UInt8(ascii: "]"))
    }

    /// null if no request was built, because the cache was then not asked.
    private static func writeCache(_ exchange: Exchange?, to out: inout JSONWriter) {
        guard let decision = exchange?.cacheDecision else { return out.raw("null") }
        out.raw(#"{"outcome":"#)
        out.word(decision.outcome.rawValue)
        out.raw(#","reason":"#)
        out.string(decision.phrase)
        out.raw(#","stored":"#)
        out.bool(decision.isStored)
        out.raw(#","revalidating":"#)
        out.bool(decision.background != nil)
        out.byte(UInt8(ascii: "}"))
    }

    /// Written as `send --json` writes it.
    private static func write(_ error: EngineError?, to out: inout JSONWriter) {
        guard let error else { return out.raw("null") }
        out.raw(#"{"category":"#)
        out.word(error.category.rawValue)
        out.raw(#","phase":"#)
        out.string(error.phase.map { error.category == .timeout ? $0.timeoutName : $0.rawValue })
        out.raw(#","sentence":"#)
        out.string(error.sentence)
        out.raw(#","hint":"#)
        out.string(ErrorHint.text(error, for: .batch))
        out.raw(#","code":"#)
        out.string(error.underlying?.description)
        out.byte(UInt8(ascii: "}"))
    }

    /// A status error is by far the most frequent one and contains nothing of the request, so it needs no hiding.
    private func hidden(_ error: EngineError?) -> EngineError? {
        guard let error, let exchange else { return error }
        switch error.category {
        case .clientError, .serverError: return error
        default: return SentSecrets([exchange]).hidden(error)
        }
    }

    private func writeCounts(to out: inout JSONWriter, _ reveals: Bool) {
        let hops = exchange?.hops ?? []
        let redirects = hops.count > 1 ? exchange?.redirectCount ?? 0 : 0
        out.raw(#","attempts":"#)
        out.number(hops.count - redirects)
        out.raw(#","redirects":"#)
        out.number(redirects)
        out.raw(#","finalUrl":"#)
        out.string(hops.last.map { finalURL($0.request.url, reveals) })
        out.raw(#","reused":"#)
        out.bool(hops.last?.connection?.isReused ?? false)
    }

    private func finalURL(_ url: HTTPURL, _ reveals: Bool) -> String {
        if reveals { return url.description }
        // Only a query can contain secrets.
        return url.query == nil ? url.textWithoutUserInfo : SentSecrets([]).hidden(url: url.textWithoutUserInfo)
    }

    private func writeTimings(to out: inout JSONWriter) {
        let timings = exchange?.timings ?? PhaseTimings()
        func member(_ name: StaticString, _ duration: Duration?) {
            out.raw(name)
            out.milliseconds(duration)
        }
        // The engine's own queue is part of the same wait.
        member(
            #","timings":{"queue":"#,
            queue == nil && timings.queue == nil ? nil : (queue ?? .zero) + (timings.queue ?? .zero))
        member(#","dns":"#, timings.dns)
        member(#","connect":"#, timings.connect)
        member(#","tls":"#, timings.tls)
        member(#","send":"#, timings.send)
        member(#","wait":"#, timings.wait)
        member(#","receive":"#, timings.receive)
        member(#","redirect":"#, redirectTime)
        member(#","retryWait":"#, exchange.flatMap { $0.retryWait > .zero ? $0.retryWait : nil })
        member(#","total":"#, timings.total + (self.queue ?? .zero))
        out.byte(UInt8(ascii: "}"))
    }

    /// The time of the hops that ended in a followed redirect. It is included in the phases, not added to them.
    private var redirectTime: Duration? {
        guard let hops = exchange?.hops, hops.count > 1 else { return nil }
        let redirected = zip(hops, hops.dropFirst()).filter { _, next in
            if case .redirect = next.cause { true } else { false }
        }
        return redirected.isEmpty ? nil : redirected.reduce(.zero) { $0 + $1.0.timings.total }
    }
}
