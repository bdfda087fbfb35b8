import CCurl

/// The answer, as it comes: its head is judged, its body goes to where it is wanted.
extension CurlTransfer {
    /// False stops the transfer; `ownFailure` says why.
    func received(headLine line: UnsafeRawBufferPointer) -> Bool {
        if stage != .receiving {
            if watchesRecords { _ = ccurl_set_verbose(handle, 0) }
            marks.firstByte = .now
            enter(.receiving)
        }
        let event = head.add(line)
        guard head.byteCount <= job.request.options.maxHeaderBytes else {
            let limit = EngineError.byteCount(job.request.options.maxHeaderBytes)
            return fail(.tooLarge, "The header section of the answer is larger than \(limit).")
        }
        guard head.interimHeads.count <= Self.maxInterimHeads else {
            return fail(
                .tooLarge, "The server sent more than \(Self.maxInterimHeads) interim answers (status 1xx).")
        }
        return event == .finalHead ? finishHead() : true
    }

    private func finishHead() -> Bool {
        guard head.status != 101 else {
            return fail(
                .unexpectedStatus, "The server switched protocols (status 101) without being asked.", status: 101)
        }
        do { declaredLength = try head.declaredLength() } catch {
            return fail(.protocol, "The answer cannot be trusted: \(error.text).")
        }
        let fields = HeaderFields(head.fields)
        if job.request.options.followRedirects,
            RedirectPolicy.isRedirect(status: head.status, headers: fields)
        {
            intake.redirectBudget = min(Self.maxRedirectBody, max(0, job.request.options.maxBodyBytes))
            enter(.receiving)
        }
        let mayHaveBody = job.request.method != .head && head.status != 204 && head.status != 304
        if job.request.options.decodesContent, mayHaveBody, intake.redirectBudget == nil {
            intake.expectCodings(fields.values("Content-Encoding"))
        }
        if let coding = head.unaskedTransferCoding {
            intake.cannotUndo("the transfer coding \(EngineError.quoted(coding)) was not asked for")
        }
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
        /// libcurl keeps the bytes, reads no more, and offers them again after `resumeReceiving`.
        case paused
        case stopped
    }

    func received(body bytes: UnsafeRawBufferPointer) -> Reception {
        let outcome = intake.take(bytes)
        let now = MonotonicInstant.now
        if now.since(lastProgressAt) >= Self.progressInterval {
            lastProgressAt = now
            job.report(.progress(receivedBytes: intake.wireByteCount, expectedBytes: declaredLength))
        }
        switch outcome {
        case .taken: return .taken
        case .enough:
            wasCutOnPurpose = true
            return .stopped
        case .failed(let error):
            if ownFailure == nil { ownFailure = error }
            return .stopped
        case .notNow:
            pause = (now, deadline)
            deadline = .distantFuture
            return .paused
        }
    }

    private func fail(_ category: ErrorCategory, _ sentence: String, status: Int? = nil) -> Bool {
        if ownFailure == nil { ownFailure = EngineError(category, phase: .receive, sentence, status: status) }
        return false
    }
}
