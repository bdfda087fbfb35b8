import NetEngine
import Synchronization

/// One request of a `StubTransport`, from its start to its only end. All that it reports is reported by one task.
final class StubbedJob: Sendable {
    private struct State {
        var task: Task<Void, Never>?
        var isCancelled = false
        /// The reader has room again, since it was last offered bytes.
        var hasRoom = false
        var reader: CheckedContinuation<Void, Never>?
    }

    private let job: TransportJob
    private let clock: any Clock<Duration>
    private let state = Mutex(State())

    private static let pieceSize = 64 << 10

    init(_ job: TransportJob, clock: any Clock<Duration>) {
        self.job = job
        self.clock = clock
    }

    /// - Parameters:
    ///   - choosing: finds the reply, when the body of the request is known.
    ///   - ended: called before the completion of the job.
    func run(
        choosing: @escaping @Sendable () async throws(EngineError) -> (StubbedRequest, StubReply),
        ended: @escaping @Sendable () -> Void
    ) {
        state.withLock { state in
            let task = Task.detached { [self] in
                var result = TransportResult()
                do throws(EngineError) {
                    let (request, reply) = try await choosing()
                    try await answer(request, with: reply, &result)
                } catch {
                    result.failure = Task.isCancelled ? .cancelled() : error
                }
                ended()
                job.completion(result)
            }
            state.task = task
            if state.isCancelled { task.cancel() }
        }
    }

    func cancel() {
        let (task, reader) = state.withLock { state in
            state.isCancelled = true
            return (state.task, state.reader.take())
        }
        task?.cancel()
        reader?.resume()
    }

    func resume() {
        let reader = state.withLock { state in
            state.hasRoom = true
            return state.reader.take()
        }
        reader?.resume()
    }

    // MARK: The reply

    private func answer(
        _ request: StubbedRequest, with reply: StubReply, _ result: inout TransportResult
    ) async throws(EngineError) {
        try checkCancellation()
        result.sentBodyByteCount = request.body.count
        if !request.body.isEmpty {
            job.report(.uploadProgress(sentBytes: request.body.count, totalBytes: request.body.count))
        }
        job.report(.requestSent)
        if case .nothing = reply.outcome {
            try await wait(nil, &result)
        } else {
            try await wait(reply.delay, &result)
        }
        switch reply.outcome {
        case .failure(let error): throw error
        case .category(let category, let phase):
            throw EngineError(
                category, phase: phase,
                "A stub let the request to \(job.request.url.hostAndPort) fail with \(category.rawValue).")
        case .response(let response): try await deliver(response, lostAfter: reply.lostAfter, &result)
        case .nothing: return
        }
    }

    /// Waits by the clock, at most as long as the limits of the request allow.
    /// - Parameter delay: nil means for ever.
    private func wait(_ delay: Duration?, _ result: inout TransportResult) async throws(EngineError) {
        let timeouts = job.request.options.timeouts
        let left = job.deadlineNanoseconds.map { Duration.nanoseconds($0 - MonotonicInstant.now.nanoseconds) }
        let isTotal = left.map { left in timeouts.firstByte.map { left < $0 } ?? true } ?? false
        let limit = isTotal ? left : timeouts.firstByte
        if let delay, limit.map({ delay < $0 }) ?? true { return try await sleep(delay, &result) }
        guard let limit else {
            for await _ in AsyncStream<Never>.makeStream().stream {}
            throw .cancelled()
        }
        try await sleep(limit, &result)
        throw .timeout(.wait, isTotal: isTotal, limit: isTotal ? timeouts.total : limit, url: job.request.url)
    }

    private func sleep(_ duration: Duration, _ result: inout TransportResult) async throws(EngineError) {
        if duration > .zero { try? await clock.sleep(for: duration) }
        try checkCancellation()
        result.timings = PhaseTimings(wait: duration, total: duration)
    }

    private func checkCancellation() throws(EngineError) { if Task.isCancelled { throw .cancelled() } }

    // MARK: The response

    private func deliver(
        _ response: Response, lostAfter: Int?, _ result: inout TransportResult
    ) async throws(EngineError) {
        let options = job.request.options
        let hasBody = job.request.method != .head && ![204, 304].contains(response.status)
        let body = hasBody ? response.body : []
        let declared = response.headers["Content-Length"].flatMap { Int($0) } ?? body.count
        job.report(.headReceived(status: response.status, expectedBodyBytes: hasBody ? declared : 0))
        result.response = response.cut(to: 0, keeping: [], isComplete: false)
        let belongsToNobody =
            options.followRedirects
            && RedirectPolicy.isRedirect(status: response.status, headers: response.headers)
        let receiver = belongsToNobody ? nil : job.receiver
        let observer = belongsToNobody ? nil : job.observer
        receiver?.begin(result)
        observer?.begin(result)
        let end = min(body.count, lostAfter ?? .max, options.maxBytesInMemory)
        let kept = receiver == nil ? Array(body[..<end]) : []
        var offset = 0
        while offset < end {
            let next = min(end, offset + Self.pieceSize)
            try await pass(Array(body[offset..<next]), to: receiver, observer)
            offset = next
            job.report(.progress(receivedBytes: offset, expectedBytes: declared))
        }
        let isComplete = end == body.count
        result.response = response.cut(to: end, keeping: kept, isComplete: isComplete)
        if isComplete { return }
        if let lostAfter, end == lostAfter {
            throw EngineError(
                .protocol, phase: .receive, "The connection was lost after \(end) of \(body.count) bytes of the body.",
                isConnectionLoss: true)
        }
        throw EngineError.tooLarge(limit: options.maxBytesInMemory)
    }

    /// Returns when there is room for more.
    private func pass(
        _ piece: [UInt8], to receiver: (any BodyReceiver)?, _ observer: (any BodyReceiver)?
    ) async throws(EngineError) {
        state.withLock { $0.hasRoom = false }
        if let observer { piece.withUnsafeBytes { _ = observer.receive($0) } }
        guard let receiver, !piece.withUnsafeBytes({ receiver.receive($0) }) else { return }
        await withCheckedContinuation { continuation in
            let goesOn = state.withLock { state in
                if !state.hasRoom, !state.isCancelled { state.reader = continuation }
                return state.hasRoom || state.isCancelled
            }
            if goesOn { continuation.resume() }
        }
        try checkCancellation()
    }
}

extension Response {
    /// The same head with as much of the body as arrived.
    fileprivate func cut(to count: Int, keeping body: [UInt8], isComplete: Bool) -> Response {
        Response(
            status: status, reason: reason, httpVersion: httpVersion, headers: headers, trailers: trailers,
            rawHead: rawHead, interimHeads: interimHeads, body: body, bodyByteCount: count,
            wireBodyByteCount: count == bodyByteCount ? wireBodyByteCount : count, decodedCodings: decodedCodings,
            isComplete: isComplete)
    }
}
