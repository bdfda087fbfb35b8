import CCurl

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// The result of a transfer, at its end and at the head of its response.
extension CurlTransfer {
    /// What arrived, and what it means. Call while the handle is still attached.
    func result(code: CURLcode) -> TransportResult {
        let now = MonotonicInstant.now
        // At an end without a response libcurl takes the end for the first byte.
        let hasResponse = code != CURLE_GOT_NOTHING && !wasToBeSentAgain || hasUnreadableBytes
        if hasResponse { useExactFirstByte() }
        var result = TransportResult()
        // The target of a redirect is in its head, so it does not matter if its body broke off.
        if intake.redirectBudget != nil, code != CURLE_OK { wasCutOnPurpose = true }
        let refusal = refusal(code)
        var failure = ownFailure
        if failure == nil, !wasCutOnPurpose, !hasEarlyResponse { failure = failureBehind(code, refusal) }
        let transferFailure = failure
        if failure == nil, !wasCutOnPurpose { failure = intake.faultAtEnd() }
        let isComplete = failure == nil || (transferFailure == nil && intake.undecodable != nil)
        if failure == nil, !route.isTunnel, head.status == 407, let proxy = route.proxy {
            failure = .proxyLogin(proxy)
        }
        if failure != nil, !head.isFinal, head.byteCount <= job.request.options.maxHeaderBytes {
            head.adopt(witness.untold(after: head.byteCount))
        }
        result.failure = failure
        result.wasLostOnKeptConnection =
            ownFailure == nil && isOnKeptConnection && marks.ready != nil
            && (failure?.category == .connect || failure?.category == .proxy && failure?.status == nil)
        result.wasRefusedUnread = refusal != nil
        result.requiresHTTP1 = refusal == .needsHTTP1
        // The bytes of an unknown coding are complete all the same.
        fill(&result, until: now, isComplete: isComplete && !wasCutOnPurpose)
        intake.release()
        return result
    }

    /// The response once its head has arrived, without its body.
    func soFar() -> TransportResult {
        var result = TransportResult()
        fill(&result, until: .now, isComplete: false)
        return result
    }

    private func fill(_ result: inout TransportResult, until now: MonotonicInstant, isComplete: Bool) {
        result.sentHead = speaksHTTP2 ? HTTP2Head.sent(sentHead, of: job.request.headers) : sentHead
        result.sentBodyByteCount = sentBodyByteCount
        result.connection = connectionFacts()
        result.timings = timings(until: now)
        let head = head
        guard head.hasStatusLine else { return }
        let fields = HeaderFields(head.fields)
        loop.lastFields = fields.fields
        result.response = Response(
            status: head.status, reason: head.reason, httpVersion: head.version,
            headers: fields, trailers: HeaderFields(head.trailers), rawHead: head.raw,
            interimHeads: head.interimHeads, body: intake.bytes, bodyByteCount: intake.byteCount,
            wireBodyByteCount: intake.wireByteCount, decodedCodings: intake.codings, wireBody: wireBody,
            isComplete: isComplete)
    }

    /// Why the server did not process the request; nil if it may have done so.
    private func refusal(_ code: CURLcode) -> HTTP2Refusal? {
        guard speaksHTTP2, ownFailure == nil, !head.isFinal else { return nil }
        if stream.needsHTTP1 { return .needsHTTP1 }
        // On a connection that was not used before, libcurl has no other reason to send again.
        if stream.isRefused || wasToBeSentAgain && !isOnKeptConnection { return .stream }
        guard code != CURLE_OK, let goAway = connection?.goAway, let number = stream.number, goAway.lastStream < number
        else { return nil }
        return goAway.requiresHTTP1 ? .needsHTTP1 : .goAway(goAway)
    }

    private func failureBehind(_ code: CURLcode, _ refusal: HTTP2Refusal?) -> EngineError? {
        // libcurl takes an end in the middle of the head for the end of the response.
        if code == CURLE_OK && !wasToBeSentAgain && head.isFinal { return nil }
        if let fault = source.failure { return fault }
        var systemError = 0
        _ = ccurl_get_os_errno(handle, &systemError)
        var verifyResult = 0
        let isAtProxy = isAtProxy
        _ =
            isAtProxy
            ? ccurl_get_proxy_verify_result(handle, &verifyResult) : ccurl_get_verify_result(handle, &verifyResult)
        var proxyError = 0
        _ = ccurl_get_proxy_error(handle, &proxyError)
        // Why libcurl began again; its code is that of the callback that stopped it.
        let end = wasToBeSentAgain ? stream.end : nil
        let facts = CurlFailure(
            code: end == nil ? code : CURLE_HTTP2_STREAM, descriptorShortage: descriptorShortage,
            text: end ?? String(cString: curl.errorText),
            systemError: Int32(truncatingIfNeeded: systemError),
            verifyResult: verifyResult, stage: stage,
            hasFirstByte: marks.firstByte != nil || hasUnreadableBytes || followsInterim,
            hasFinalHead: head.isFinal, followsInterim: followsInterim,
            wasToBeSentAgain: wasToBeSentAgain, isAtProxy: isAtProxy,
            proxyStatus: proxyHead.isFinal && proxyHead.status != 0 ? proxyHead.status : nil, proxyError: proxyError,
            proxy: route.proxy,
            unixSocket: route.unixSocket, addressFamily: job.request.options.connection.addressFamily,
            connectLimit: job.request.options.timeouts.connect, tls: job.request.options.tls,
            isOnKeptConnection: isOnKeptConnection, speaksHTTP2: speaksHTTP2, receivedBodyBytes: intake.wireByteCount,
            declaredLength: declaredLength,
            firstBytes: head.hasStatusLine ? [] : witness.untold(after: head.byteCount),
            url: job.request.url, server: route.server(of: job.request.url),
            verifiesTLS: job.request.options.verifiesTLS, refusal: refusal, goAway: connection?.goAway)
        return facts.error
    }

    /// Whether it is the proxy that the connection led to when it failed, not the server.
    private var isAtProxy: Bool {
        guard route.proxy != nil else { return false }
        return !route.isTunnel || marks.connected == nil && !isOnKeptConnection
    }

    /// The mark is set when the first whole line is there. libcurl knows of the first byte, on a clock that began a
    /// moment after ours; so its word is taken only where a line really took its time.
    private func useExactFirstByte() {
        guard let exact = startTransferMoment() else { return }
        if let mark = marks.firstByte, mark.since(exact) < .milliseconds(5) { return }
        marks.firstByte = exact
    }

    func startTransferMoment() -> MonotonicInstant? {
        var microseconds: curl_off_t = 0
        guard ccurl_get_start_transfer_us(handle, &microseconds) == CURLE_OK, microseconds > 0 else { return nil }
        let moment = MonotonicInstant(nanoseconds: marks.started.nanoseconds + Int64(microseconds) * 1000)
        // With an upload, libcurl means the first byte in either direction.
        if source.hasBody, let sent = marks.sent, moment <= sent { return nil }
        return moment
    }

    private func timings(until end: MonotonicInstant) -> PhaseTimings {
        var timings = PhaseTimings(total: end.since(marks.started))
        timings.queue = (stage == .queued ? end : marks.started).since(postedAt)
        if isOnKeptConnection == false {
            // A unix socket has no name to look up.
            timings.dns =
                route.unixSocket != nil
                ? nil : (marks.resolved ?? (stage == .resolving ? end : nil))?.since(marks.started)
            if let resolved = marks.resolved {
                timings.connect = (marks.connected ?? (stage == .connecting ? end : nil))?.since(resolved)
            }
            if job.request.url.scheme == .https, let connected = marks.connected {
                timings.tls = (marks.secured ?? (stage == .tls ? end : nil))?.since(connected)
            }
        }
        guard let ready = marks.ready else { return timings }
        let sent = stage == .sending ? end : marks.sent ?? ready
        timings.send = sent.since(ready)
        if stage >= .waiting { timings.wait = (marks.firstByte ?? end).since(sent) }
        if let firstByte = marks.firstByte { timings.receive = end.since(max(firstByte, sent)) }
        return timings
    }

    private func connectionFacts() -> ConnectionFacts? {
        guard marks.reached != nil || marks.ready != nil else { return nil }
        var facts = ConnectionFacts(
            isReused: isOnKeptConnection, proxy: route.proxy?.description, unixSocket: route.unixSocket)
        var address: UnsafePointer<CChar>?
        if route.unixSocket == nil, ccurl_get_primary_ip(handle, &address) == CURLE_OK, let address, address[0] != 0 {
            facts.remoteAddress = String(cString: address)
        }
        var port = 0
        if ccurl_get_primary_port(handle, &port) == CURLE_OK, port > 0 { facts.remotePort = port }
        if ccurl_get_local_port(handle, &port) == CURLE_OK, port > 0 { facts.localPort = port }
        guard job.request.url.scheme == .https else { return facts }
        // The handshake's own facts; a connection that was kept, or is closed again, has lost or never shown them.
        let known = isOnKeptConnection ? connectionNumber.flatMap { loop.connection($0) } : nil
        facts.tlsVersion = known?.tlsVersion ?? tlsVersion
        facts.tlsCipher = known?.tlsCipher ?? tlsCipher
        facts.alpn = known?.alpn ?? alpn
        facts.certificates = known?.certificates ?? certificates()
        return facts
    }
}

extension TransportResult {
    /// The same with the body that was written to a file, or was to be.
    func holding(_ content: BodyBytes, _ problem: SpoolWriter.Problem?) -> TransportResult {
        var result = self
        var isWhole = true
        // Where no file could be made, all of it is in memory.
        if case .notWritten(let failure)? = problem {
            isWhole = false
            if result.failure == nil { result.failure = EngineError(failure) }
        }
        result.response = response.map { Response($0, content: content, isComplete: $0.isComplete && isWhole) }
        return result
    }
}
