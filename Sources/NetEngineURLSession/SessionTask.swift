import Dispatch
import Foundation
import FoundationNetworking
import NetEngine

/// One job of a session, from its start to its only end.
///
/// `@unchecked Sendable`: it is touched on the pool's queue only, where delegate and timer call too.
final class SessionTask: @unchecked Sendable {
    /// The known stage. Until the first sign of life it could be any.
    private enum Stage { case unknown, sending, waiting, receiving }

    private let job: TransportJob
    private var task: URLSessionDataTask?
    /// Copies the body before there is a task.
    var spool: BodySpool?
    /// The copy of the body.
    var temporary: TemporaryBody?
    private let timer: any DispatchSourceTimer
    private var onEnd: [() -> Void] = []

    private var stage = Stage.unknown
    private let startedAt = SessionTask.now()
    private var headAt: Int64?
    private var stageDeadline: Int64?
    private var totalDeadline: Int64?
    /// Since when the reader of the body has had no room.
    private var pausedAt: Int64?
    /// How it ended, while the reader has not taken all.
    private var ending: (failure: EngineError?, Void)?
    private var lastProgressAt = SessionTask.now()
    private var response: HTTPURLResponse?
    private var body: SessionBody
    private var sentByteCount = 0
    private(set) var isOver = false
    /// The session has reported the end, or was told to stop; to cancel now would only confuse it.
    private var hasCompleted = false
    /// Whether what the session reports still matters. If not, its questions are not to be answered either.
    var isListening: Bool { !isOver && ending == nil }

    private static let progressNanoseconds: Int64 = 50_000_000

    /// Foundation cancels on its one queue for all sessions, and lets the caller wait for it; while a server sends faster
    /// than Foundation reads, that can be for ever (6.3.1). The pool's queue must not wait with it.
    private static let cancellations = DispatchQueue(label: "NetEngineURLSession.cancellations")

    init(job: TransportJob, queue: DispatchQueue) {
        self.job = job
        body = SessionBody(
            limit: job.request.options.maxBytesInMemory, receiver: job.receiver, observer: job.observer)
        totalDeadline = job.deadlineNanoseconds
        timer = DispatchSource.makeTimerSource(queue: queue)
    }

    /// - Parameter onEnd: called once, before the completion of the job.
    func begin(onEnd: @escaping () -> Void) {
        self.onEnd.append(onEnd)
        timer.setEventHandler { [weak self] in self?.limitPassed() }
        enter(.unknown)
        timer.resume()
    }

    /// The body is ready to be sent.
    func carry(by task: URLSessionDataTask, onEnd: @escaping () -> Void) {
        self.task = task
        self.onEnd.append(onEnd)
        task.resume()
    }

    // MARK: Reports from the session

    func sent(_ total: Int) {
        guard isListening else { return }
        sentByteCount = total
        let expected = task?.countOfBytesExpectedToSend ?? 0
        let now = Self.now()
        if now - lastProgressAt >= Self.progressNanoseconds || Int64(total) == expected {
            lastProgressAt = now
            job.report(.uploadProgress(sentBytes: total, totalBytes: expected > 0 ? Int(expected) : nil))
        }
        guard stage == .unknown || stage == .sending else { return }
        if Int64(total) == expected, total > 0 {
            enter(.waiting)
            job.report(.requestSent)
        } else if stage == .unknown {
            enter(.sending)
        }
    }

    func received(_ response: URLResponse) {
        guard isListening, let response = response as? HTTPURLResponse else { return }
        if let fault = take(response) { end(fault) }
    }

    /// Returns what is wrong with the head.
    private func take(_ response: HTTPURLResponse) -> EngineError? {
        self.response = response
        headAt = Self.now()
        enter(.receiving)
        let head = SessionHead(response)
        if response.statusCode == 101 {
            return EngineError(
                .unexpectedStatus, phase: .receive,
                "The server switched protocols (status 101) without being asked.", status: 101)
        }
        if head.byteCount > job.request.options.maxHeaderBytes {
            return .tooLargeHeaders(limit: job.request.options.maxHeaderBytes)
        }
        if let fault = head.lengthFault {
            return EngineError(.protocol, phase: .receive, "The response cannot be trusted: \(fault).")
        }
        let mayHaveBody = job.request.method != .head && ![204, 304].contains(response.statusCode)
        job.report(
            .headReceived(status: response.statusCode, expectedBodyBytes: mayHaveBody ? head.declaredLength : 0))
        body.belongsToNobody =
            job.request.options.followRedirects
            && RedirectPolicy.isRedirect(status: response.statusCode, headers: head.fields)
        body.begin(result(nil, isComplete: false))
        return nil
    }

    func received(_ data: Data) {
        guard isListening else { return }
        let isWithinLimit = body.take(data)
        if body.isFull, pausedAt == nil { pause() }
        guard isWithinLimit else {
            stopLoading()
            return endWhenTaken(.tooLarge(limit: job.request.options.maxBytesInMemory))
        }
        let now = Self.now()
        guard now - lastProgressAt >= Self.progressNanoseconds else { return }
        lastProgressAt = now
        let expected = response.flatMap { SessionHead($0) }.flatMap { $0.codings.isEmpty ? $0.declaredLength : nil }
        job.report(.progress(receivedBytes: body.byteCount, expectedBytes: expected))
    }

    func completed(_ error: (any Error)?) {
        guard isListening else { return }
        hasCompleted = true
        // The head of a redirect is reported only at the end.
        if response == nil, let late = task?.response as? HTTPURLResponse, let fault = take(late) { return end(fault) }
        guard let error else {
            return endWhenTaken(
                response == nil ? EngineError(.internal, "URLSession ended without a response.") : nil)
        }
        endWhenTaken(
            SessionFailure(error: error as NSError, url: job.request.url, hasHead: response != nil).engineError)
    }

    // MARK: A reader that is slower than URLSession

    private func pause() {
        pausedAt = Self.now()
        timer.schedule(deadline: .distantFuture)
    }

    /// The reader has room again. The time in which it had none counts toward no timeout.
    func resume() {
        guard !isOver, let since = pausedAt else { return }
        body.reopen()
        guard !body.isFull else { return }
        pausedAt = nil
        if let ending { return end(ending.failure) }
        let away = Self.now() - since
        totalDeadline = totalDeadline.map { $0 + away }
        stageDeadline = stageDeadline.map { $0 + away }
        schedule()
    }

    /// A reader gets all that came before a failure, however slow it is.
    private func endWhenTaken(_ failure: EngineError?) {
        if body.isWaiting { ending = (failure, ()) } else { end(failure) }
    }

    // MARK: Limits

    private static func now() -> Int64 { Int64(clamping: DispatchTime.now().uptimeNanoseconds) }

    private var stageLimit: Duration? {
        let timeouts = job.request.options.timeouts
        switch stage {
        case .sending: return timeouts.send
        case .waiting: return timeouts.firstByte
        case .receiving: return timeouts.receive
        case .unknown:
            // Together, because they cannot be distinguished; if one has no limit, none has.
            let isTLS = job.request.url.scheme == .https
            let parts = [
                timeouts.dns, timeouts.connect, isTLS ? timeouts.tls : .zero, timeouts.send, timeouts.firstByte,
            ]
            return parts.reduce(.zero) { sum, part in sum.flatMap { sum in part.map { sum + $0 } } }
        }
    }

    private func enter(_ next: Stage) {
        stage = next
        stageDeadline = stageLimit.map { limit in
            let (seconds, attoseconds) = limit.components
            let (whole, isTooLong) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
            guard !isTooLong, whole < .max / 4 else { return .max / 2 }
            return Self.now() + max(0, whole + attoseconds / 1_000_000_000)
        }
        schedule()
    }

    private func schedule() {
        guard let earliest = [stageDeadline, totalDeadline].compactMap(\.self).min() else {
            return timer.schedule(deadline: .distantFuture)
        }
        timer.schedule(deadline: .now() + .nanoseconds(Int(clamping: max(0, earliest - Self.now()))))
    }

    private func limitPassed() {
        guard !isOver, pausedAt == nil else { return }
        let now = Self.now()
        let isTotal = totalDeadline.map { now >= $0 } ?? false
        guard isTotal || stageDeadline.map({ now >= $0 }) == true else { return schedule() }
        let url = job.request.url
        let limit = isTotal ? job.request.options.timeouts.total : stageLimit
        switch stage {
        case .sending: end(.timeout(.send, isTotal: isTotal, limit: limit, url: url))
        case .waiting: end(.timeout(.wait, isTotal: isTotal, limit: limit, url: url))
        case .receiving: end(.timeout(.receive, isTotal: isTotal, limit: limit, url: url))
        case .unknown:
            let amount = limit.map { " of \(DurationText.setting($0))" } ?? ""
            let name = isTotal ? "total limit\(amount)" : "limit\(amount) for everything before the response"
            end(
                EngineError(
                    .timeout, phase: .total,
                    "The \(name) passed before the response of \(url.hostAndPort) began.",
                    hint: "Try again, or raise the timeout; CurlTransport reports in which phase it passed."))
        }
    }

    // MARK: The end

    /// Ends the job, once; later calls do nothing.
    func end(_ failure: EngineError?) {
        guard !isOver else { return }
        isOver = true
        timer.cancel()
        spool?.abandon()
        stopLoading()
        temporary?.remove()
        let result = result(failure, isComplete: failure == nil)
        for action in onEnd { action() }
        onEnd = []
        body.release()
        job.completion(result)
    }

    private func stopLoading() {
        guard !hasCompleted, let task else { return }
        hasCompleted = true
        Self.cancellations.async { task.cancel() }
    }

    private func result(_ failure: EngineError?, isComplete: Bool) -> TransportResult {
        let now = Self.now()
        var result = TransportResult()
        result.failure = failure
        result.sentBodyByteCount = sentByteCount
        result.timings = PhaseTimings(total: .nanoseconds(now - startedAt))
        if let headAt { result.timings.receive = .nanoseconds(now - headAt) }
        guard let response else { return result }
        let head = SessionHead(response)
        let codings = body.byteCount == 0 ? [] : head.codings
        result.response = Response(
            status: response.statusCode, reason: [], httpVersion: nil, headers: head.fields, rawHead: [],
            body: body.kept,
            wireBodyByteCount: codings.isEmpty ? body.byteCount : isComplete ? head.declaredLength : nil,
            decodedCodings: codings, isComplete: isComplete)
        return result
    }
}
