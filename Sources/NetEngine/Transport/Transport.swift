/// Sends one request over one connection and receives the response: no redirects, no retries, no policy.
///
/// Input is a `TransportJob`; output are its steps, and at the end exactly one `TransportResult`.
public protocol Transport: Sendable {
    /// Begins the job. Never blocks. `job.completion` is called exactly once, on a thread of the transport's choice.
    func start(_ job: TransportJob)

    /// Ends the job with the category `cancelled`, keeping what arrived; nothing happens if it is over.
    func cancel(_ token: UInt64)

    /// The job's `receiver` has room again; nothing happens if the job does not wait for it.
    func resume(_ token: UInt64)

    /// Ends all jobs, closes all connections and returns when the transport's thread has stopped.
    func shutdown() async

    /// Each runs tasks on one of the transport's own threads; empty, the default, if it has none.
    var executors: [any TaskExecutor] { get }
}

extension Transport {
    /// Empty: the transport has no thread that tasks could run on.
    public var executors: [any TaskExecutor] { [] }
}

/// One request for a transport. A class, because it is passed on often and never changes.
public final class TransportJob: Sendable {
    /// Unique in this process.
    public let token: UInt64
    /// What to send, once, with its limits in `options`.
    public let request: PreparedRequest
    /// When the whole exchange must be over: nanoseconds of the monotonic clock, or nil.
    public let deadlineNanoseconds: Int64?
    /// Whether a new connection must be opened.
    public let needsFreshConnection: Bool
    /// Takes the body while it arrives; nil, the default, keeps it in the response.
    public let receiver: (any BodyReceiver)?
    /// Sees the body while it arrives, whoever keeps it; the result of its `receive` is ignored. Default nil.
    public let observer: (any BodyReceiver)?
    /// Called for each step in order, on the transport's thread: must return at once.
    public let report: @Sendable (TransportStep) -> Void
    /// Called exactly once, when the job is over, on a thread of the transport's choice.
    public let completion: @Sendable (TransportResult) -> Void

    /// A job, as the engine makes them: also for tests of a transport.
    /// - `token`: unique in this process.
    /// - `deadlineNanoseconds`: of the monotonic clock; nil means no limit.
    /// - `report`: must return at once.
    public init(
        token: UInt64, request: PreparedRequest, deadlineNanoseconds: Int64?, needsFreshConnection: Bool,
        receiver: (any BodyReceiver)? = nil, observer: (any BodyReceiver)? = nil,
        report: @escaping @Sendable (TransportStep) -> Void,
        completion: @escaping @Sendable (TransportResult) -> Void
    ) {
        self.token = token
        self.request = request
        self.deadlineNanoseconds = deadlineNanoseconds
        self.needsFreshConnection = needsFreshConnection
        self.receiver = receiver
        self.observer = observer
        self.report = report
        self.completion = completion
    }
}

/// Takes the body of a response while it arrives, perhaps more slowly than the network delivers it.
///
/// Called on the transport's thread, in order, and must return at once; never after the job's completion.
public protocol BodyReceiver: Sendable {
    /// The final head has arrived. Not called for a followed redirect: nobody gets its body.
    /// - Parameter soFar: what the completion would give now: no body, no failure.
    func begin(_ soFar: TransportResult)

    /// Takes the next bytes, content codings undone; they are valid during the call only.
    ///
    /// A transport offers pieces of bounded size, however large a coded body becomes.
    /// - Returns: false if the receiver is full: the transport then stops reading from the network until
    ///   `Transport.resume` is called, and the time until then counts toward no timeout.
    func receive(_ bytes: UnsafeRawBufferPointer) -> Bool

    /// The body moves to a file (`RequestOptions.spooling`), in which all of it will be, from its first byte; for observers.
    /// The bytes are still received too, each before it is in the file. Called at most once for each response, on a thread
    /// of its own, and must return soon.
    func spooled(_ body: SpooledBody)
}

extension BodyReceiver {
    /// Does nothing.
    public func spooled(_ body: SpooledBody) {}
}

/// The steps that a transport reports.
public enum TransportStep: Sendable {
    /// The host name was resolved.
    case nameResolved
    /// The connection is established.
    case connected
    /// The TLS handshake is over.
    case tlsDone
    /// Bytes of the request's body sent so far; at most every 50 ms, and once after the last one.
    case uploadProgress(sentBytes: Int, totalBytes: Int?)
    /// The request's last byte was sent.
    case requestSent
    /// The final head has arrived; the count is nil if the server does not send it.
    case headReceived(status: Int, expectedBodyBytes: Int?)
    /// At most every 50 ms.
    case progress(receivedBytes: Int, expectedBytes: Int?)
}

/// How a job ended. What arrived before a failure is kept.
public struct TransportResult: Sendable {
    /// The header bytes as sent; empty if nothing was sent, or the transport does not know.
    public var sentHead: [UInt8] = []
    /// Body bytes that were sent.
    public var sentBodyByteCount = 0
    /// The response, as far as it arrived; nil if its head did not.
    public var response: Response?
    /// The connection that was used; nil if there was none, or the transport does not know.
    public var connection: ConnectionFacts?
    /// The phases that the transport measured; others stay nil.
    public var timings = PhaseTimings()
    /// Why it failed; nil for any complete response, whatever its status.
    public var failure: EngineError?
    /// Whether a reused connection was lost before the first byte of the response: only then is an immediate retry
    /// sensible.
    public var wasLostOnKeptConnection = false
    /// Whether the server reported that it did not process the request (RFC 9113 §6.8, §8.7): it can be sent again at once,
    /// whatever its method.
    public var wasRefusedUnread = false
    /// Whether the server did so because it requires HTTP/1.1 (RFC 9113 §7): the request is sent again with that version.
    public var requiresHTTP1 = false

    /// Nothing has arrived or failed yet.
    public init() {}
}
