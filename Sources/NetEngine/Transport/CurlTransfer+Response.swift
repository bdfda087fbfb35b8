import CCurl

/// The response as it arrives: its head is checked, its body goes to the receiver.
extension CurlTransfer {
    /// False stops the transfer; `ownFailure` says why.
    func received(headLine line: UnsafeRawBufferPointer) -> Bool {
        if stage != .receiving {
            marks.firstByte = .now
            enter(.receiving)
        }
        if isFoldOfNothing(line[0]) {
            var line = Array(line)
            if let first = hiddenFold { line[0] = first }
            hiddenFold = nil
            _ = line.withUnsafeBytes { head.add($0) }
            return fail(.protocol, "A header line of the response continues a field that does not exist.")
        }
        let event = head.add(line)
        // What is still being sent is heard, too.
        if isHeardUntilHead || watchesRecords, event == .finalHead || head.hasFields, !isStillSending {
            isHeardUntilHead = false
            stopHearing()
        }
        guard head.byteCount <= job.request.options.maxHeaderBytes else {
            return fail(.tooLargeHeaders(limit: job.request.options.maxHeaderBytes))
        }
        guard head.interimHeads.count <= Self.maxInterimHeads else {
            return fail(
                .tooLarge, "The server sent more than \(Self.maxInterimHeads) interim responses (status 1xx).",
                hint: "Look at the logs of the server: no client needs so many.")
        }
        return event == .finalHead ? finishHead() : true
    }

    /// Up to 8.3, libcurl appends a line that begins with whitespace to the last field that the handle has seen, and
    /// forgets that it freed that field with the previous transfer. Such a line must not come first (RFC 9112 §2.2 says
    /// to refuse it): libcurl must not see its first byte.
    /// - Parameter line: as libcurl is about to read it; not empty.
    /// - Returns: whether its first byte must be hidden.
    func meetsFoldOfNothing(_ line: UnsafeBufferPointer<CChar>) -> Bool {
        let first = UInt8(bitPattern: line[0])
        guard marks.ready != nil, isFoldOfNothing(first) else { return false }
        hiddenFold = first
        return true
    }

    /// Whether a line with this first byte continues a field before there is one, or had its first byte hidden.
    private func isFoldOfNothing(_ first: UInt8) -> Bool {
        guard first == 32 || first == 9 || hiddenFold != nil else { return false }
        return head.hasStatusLine && !head.hasFields && !head.isFinal
    }

    static let curlFoldsIntoNothing = curl_version_info(CURLVERSION_FIRST).pointee.version_num < 0x08_03_00

    var isHeadAwaited: Bool { !head.isFinal && marks.ready != nil }

    /// Whether the bytes in the socket are what the server wrote, not encrypted.
    var isHeadInSight: Bool { isHeadAwaited && !isEncrypted && !route.isTunnel }

    /// Whether the response comes over TLS, be it only from the proxy.
    var isEncrypted: Bool { job.request.url.scheme == .https || route.proxy?.kind == .https }

    /// Whether interim responses came, and no line of the response itself.
    var followsInterim: Bool { !head.interimHeads.isEmpty && !head.hasStatusLine }

    /// libcurl has taken bytes and the head is not complete yet, or is refused.
    /// - Parameter bytes: empty if they are encrypted.
    func saw(partOfHead bytes: UnsafeRawBufferPointer) {
        witness.keep(bytes, told: head.byteCount)
        // All of them may be an interim response, after which libcurl has sent the body at once.
        let isInterim = followsInterim && witness.untold(after: head.byteCount).isEmpty
        guard stage == .waiting || stage == .sending, !bytes.isEmpty && !isInterim || hasUnreadableBytes else { return }
        marks.firstByte = .now
        enter(.receiving)
    }

    private func finishHead() -> Bool {
        guard head.status != 101 else {
            return fail(
                .unexpectedStatus, "The server switched protocols (status 101) without being asked.", status: 101)
        }
        // A copy of the head for each question costs more than the questions.
        let head = head
        // libcurl skips any spaces, and reads no further than three digits; RFC 9112 §4 has one space on either side.
        guard head.status > 0 else {
            let line = HeaderField(nameBytes: [], valueBytes: Array(head.raw.prefix { $0 != 10 && $0 != 13 })).value
            let shown = EngineError.quoted(line)
            return fail(.protocol, "The status line of the response, \(shown), has no valid status.")
        }
        do { declaredLength = try head.declaredLength() } catch {
            return fail(.protocol, "The response cannot be trusted: \(error.text).")
        }
        let fields = HeaderFields(head.fields)
        let isFollowed =
            job.request.options.followRedirects && RedirectPolicy.isRedirect(status: head.status, headers: fields)
        // The request is sent again with a login, or fails. A reader gets one response only.
        let isProxyAsking = job.receiver != nil && route.proxy != nil && !route.isTunnel && head.status == 407
        if isFollowed || isProxyAsking {
            intake.redirectBudget = min(Self.maxRedirectBody, max(0, job.request.options.maxBodyBytes))
            enter(.receiving)
        }
        let mayHaveBody = job.request.method != .head && head.status != 204 && head.status != 304
        // A part of coded bytes cannot be decoded by itself (RFC 9110 §14.2).
        if job.request.options.decodesContent, mayHaveBody, head.status != 206, intake.redirectBudget == nil {
            intake.expectCodings(fields.values("Content-Encoding"))
        }
        if let fault = head.transferCodingFault { intake.cannotUndo(fault) }
        if mayHaveBody, let declaredLength { intake.reserve(declaredLength) }
        job.report(.headReceived(status: head.status, expectedBodyBytes: mayHaveBody ? declaredLength : 0))
        if intake.redirectBudget == nil {
            if let receiver = intake.receiver { receiver.begin(soFar()) }
            if let observer = intake.observer { observer.begin(soFar()) }
        }
        return true
    }

    enum Reception {
        case taken
        /// libcurl keeps the bytes, reads no more, and offers them again after `resumeReceiving` or `takeTurn`.
        case paused
        case stopped
    }

    func received(body bytes: UnsafeRawBufferPointer) -> Reception {
        let outcome = intake.take(bytes, round: loop.round)
        let now = MonotonicInstant.now
        if now.since(lastProgressAt) >= Self.progressInterval {
            lastProgressAt = now
            job.report(.progress(receivedBytes: intake.wireByteCount, expectedBytes: declaredLength))
        }
        switch outcome {
        case .taken where speaksHTTP2 && intake.wireByteCount == declaredLength && isStillSending:
            // In HTTP/2 libcurl would keep uploading, for as long as the server lets it.
            hasEarlyResponse = true
            return .stopped
        case .taken: return .taken
        case .enough:
            wasCutOnPurpose = true
            return .stopped
        case .failed(let error):
            if ownFailure == nil { ownFailure = error }
            return .stopped
        case .turnOver:
            awaitTurn()
            return .paused
        case .notNow:
            pause = (now, deadline)
            deadline = .distantFuture
            return .paused
        }
    }

    private var isStillSending: Bool { source.hasBody && !source.isAllSent(sentBodyByteCount) }

    private func fail(
        _ category: ErrorCategory, _ sentence: String, hint: String? = nil, status: Int? = nil
    ) -> Bool {
        fail(EngineError(category, phase: .receive, sentence, hint: hint, status: status))
    }

    private func fail(_ error: EngineError) -> Bool {
        if ownFailure == nil { ownFailure = error }
        return false
    }
}
