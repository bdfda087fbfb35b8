import Dispatch
import Foundation
import FoundationNetworking
import NetEngine

/// The sessions of a transport and what they carry.
///
/// `@unchecked Sendable`: everything but `queue` itself is touched on `queue` alone. The delegates' operation queue runs
/// on it too, and so do the timers of the tasks.
final class SessionPool: @unchecked Sendable {
    let queue = DispatchQueue(label: "NetEngineURLSession")
    private let operations = OperationQueue()
    private var tasks: [UInt64: SessionTask] = [:]
    private var kept: (session: URLSession, delegate: SessionDelegate)?
    private var isStopped = false

    init() {
        operations.underlyingQueue = queue
        operations.maxConcurrentOperationCount = 1
    }

    func start(_ job: TransportJob) {
        queue.async { [self] in
            guard !isStopped else { return Self.refuse(job, .cancelled()) }
            if let failure = SessionRequest.refusal(of: job.request) { return Self.refuse(job, failure) }
            let task = SessionTask(job: job, queue: queue)
            tasks[job.token] = task
            task.begin { [weak self] in self?.tasks[job.token] = nil }
            switch job.request.body {
            case .none, .bytes, .file: carry(task, job, nil)
            case .pieces, .stream: spool(task, job)
            }
        }
    }

    private func spool(_ task: SessionTask, _ job: TransportJob) {
        let spool = BodySpool(job.request.body) { [weak self, weak task] result in
            guard let self else {
                if case .success(let file) = result { file.remove() }
                return
            }
            queue.async { [weak task] in
                switch (result, task) {
                case (.success(let file), let task?) where !task.isOver: self.carry(task, job, file)
                case (.success(let file), _): file.remove()
                case (.failure(let error), let task): task?.end(error)
                }
            }
        }
        task.spool = spool
        spool.start()
    }

    private func carry(_ task: SessionTask, _ job: TransportJob, _ file: TemporaryBody?) {
        // URLSession would send such a request twice on a connection that dies.
        let needsOwn = job.needsFreshConnection || !job.request.method.isIdempotent
        let (session, delegate) = needsOwn ? makeSession() : keptSession()
        task.temporary = file
        guard let made = SessionRequest.makeTask(for: job.request, file, in: session) else {
            if needsOwn { session.invalidateAndCancel() }
            return task.end(
                EngineError(.requestBuild, "URL: Foundation cannot read it.", hint: "Send it by CurlTransport."))
        }
        delegate.tasks[made.taskIdentifier] = task
        task.carry(by: made) { [weak delegate] in delegate?.tasks[made.taskIdentifier] = nil }
        if needsOwn { session.finishTasksAndInvalidate() }
    }

    private func keptSession() -> (URLSession, SessionDelegate) {
        if let kept { return kept }
        let made = makeSession()
        kept = made
        return made
    }

    private func makeSession() -> (URLSession, SessionDelegate) {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.urlCache = nil
        configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
        configuration.httpCookieStorage = nil
        configuration.httpShouldSetCookies = false
        configuration.httpCookieAcceptPolicy = .never
        configuration.urlCredentialStorage = nil
        // The engine's limits decide; a day, so that Foundation's 60 s never do.
        configuration.timeoutIntervalForRequest = 86_400
        // Foundation's six would let the seventh send wait for the first.
        configuration.httpMaximumConnectionsPerHost = 0
        let delegate = SessionDelegate()
        return (URLSession(configuration: configuration, delegate: delegate, delegateQueue: operations), delegate)
    }

    func cancel(_ token: UInt64) {
        queue.async { [self] in tasks[token]?.end(.cancelled()) }
    }

    func resume(_ token: UInt64) {
        queue.async { [self] in tasks[token]?.resume() }
    }

    func stop(_ completion: @escaping @Sendable () -> Void) {
        queue.async { [self] in
            isStopped = true
            for task in Array(tasks.values) { task.end(.cancelled()) }
            kept?.session.invalidateAndCancel()
            kept = nil
            completion()
        }
    }

    private static func refuse(_ job: TransportJob, _ failure: EngineError) {
        var result = TransportResult()
        result.failure = failure
        job.completion(result)
    }
}

/// Passes the delegate calls of a session to their task.
///
/// A question of a session about a task that has ended, by a limit or a cancellation, is not answered: Foundation takes
/// a reply that it no longer waits for as an error of the program and ends it ("Received callback for HTTP
/// redirection, but we're not waiting for it", 6.3.1). As tasks end on this queue too, and are cancelled after, none
/// can end between the check and the reply.
///
/// `@unchecked Sendable`: the session calls it on the pool's queue only, where `tasks` is changed too.
final class SessionDelegate: NSObject, URLSessionDataDelegate, @unchecked Sendable {
    var tasks: [Int: SessionTask] = [:]

    /// nil if what is reported does not matter any more.
    private func listener(_ task: URLSessionTask) -> SessionTask? {
        guard let known = tasks[task.taskIdentifier], known.isListening else { return nil }
        return known
    }

    func urlSession(
        _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest, completionHandler: @escaping (URLRequest?) -> Void
    ) {
        guard listener(task) != nil else { return }
        completionHandler(nil)
    }

    func urlSession(
        _ session: URLSession, task: URLSessionTask, didReceive challenge: URLAuthenticationChallenge,
        completionHandler: @escaping (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
    ) {
        // A 401 whose body has arrived: Foundation reports the challenge instead of the end, and would wait for a password.
        guard let known = listener(task) else { return }
        known.completed(nil)
        completionHandler(.cancelAuthenticationChallenge, nil)
    }

    func urlSession(
        _ session: URLSession, task: URLSessionTask, didSendBodyData bytesSent: Int64, totalBytesSent: Int64,
        totalBytesExpectedToSend: Int64
    ) { tasks[task.taskIdentifier]?.sent(Int(clamping: totalBytesSent)) }

    func urlSession(
        _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
        completionHandler: @escaping (URLSession.ResponseDisposition) -> Void
    ) {
        guard let known = listener(dataTask) else { return }
        known.received(response)
        completionHandler(.allow)
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        tasks[dataTask.taskIdentifier]?.received(data)
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        tasks[task.taskIdentifier]?.completed(error)
    }
}
