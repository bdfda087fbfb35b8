/// What carries one request over one connection and brings the answer back: no redirects, no retries, no policy.
///
/// In flows a `TransportJob`; out flow its steps, and at the end exactly one `TransportResult`.
public protocol Transport: Sendable {
    /// Begins the job. Never blocks. `job.completion` is called exactly once, on a thread of the transport's choice.
    func start(_ job: TransportJob)

    /// Ends the job with the category `cancelled`, keeping what came; nothing happens when it is over.
    func cancel(_ token: UInt64)

    /// The job's `receiver` has room again; nothing happens when the job does not wait for it.
    func resume(_ token: UInt64)

    /// Ends all jobs, closes all connections and returns when the transport's thread has stopped.
    func shutdown() async

    /// Each runs tasks on one of the transport's own threads; empty, the default, where there is none.
    var executors: [any TaskExecutor] { get }
}

extension Transport {
    /// Empty: the transport has no thread that tasks could run on.
    public var executors: [any TaskExecutor] { [] }
}

/// One request for a transport. A class, because it goes from hand to hand and nobody changes it.
public final class TransportJob: Sendable {
    /// Unique in this process.
    public let token: UInt64
    /// What to send, once, with its limits in `options`.
    public let request: PreparedRequest
    /// When the whole exchange must be over: nanoseconds of the monotonic clock, or nil.
    public let deadlineNanoseconds: Int64?
    /// Whether no kept connection may be used.
    public let needsFreshConnection: Bool
    /// Takes the body while it arrives; nil, the default, keeps it in the response.
    public let receiver: (any BodyReceiver)?
    /// Sees the body while it arrives, whoever keeps it; what its `receive` returns does not count. Default nil.
    public let observer: (any BodyReceiver)?
    /// Told in order, on the transport's thread: must return at once.
    public let report: @Sendable (TransportStep) -> Void
    /// Called exactly once, when the job is over, on a thread of the transport's choice.
    public let completion: @Sendable (TransportResult) -> Void

    /// A job, as the engine makes them: also for tests of a transport.
    /// - Parameters:
    ///   - token: unique in this process.
    ///   - deadlineNanoseconds: of the monotonic clock; nil means no limit.
    ///   - report: must return at once.
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

/// Takes the body of an answer while it arrives, perhaps more slowly than the wire brings it.
///
/// Called on the transport's thread, in order, and must return at once; never after the job's completion.
public protocol BodyReceiver: Sendable {
    /// The final head is there. Not told of a redirect that is followed: its body belongs to nobody.
    /// - Parameter soFar: what the completion would give now: no body, no failure.
    func begin(_ soFar: TransportResult)

    /// Takes the next bytes, content codings undone; they are valid during the call only.
    ///
    /// A transport offers pieces of bounded size, whatever a coded body may swell to.
    /// - Returns: false when there is no room for more: the transport then reads no more from the wire until
    ///   `Transport.resume` is called, and the time until then counts for no limit of time.
    func receive(_ bytes: UnsafeRawBufferPointer) -> Bool
}

/// What a transport tells while it works.
public enum TransportStep: Sendable {
    /// The host has an address.
    case nameResolved
    /// The connection stands.
    case connected
    /// The TLS handshake is over.
    case tlsDone
    /// Bytes of the request's body that left; at most every 50 ms, and once when the last one has left.
    case uploadProgress(sentBytes: Int, totalBytes: Int?)
    /// The request's last byte has left.
    case requestSent
    /// The final head is there; the count is nil where the server does not tell it.
    case headReceived(status: Int, expectedBodyBytes: Int?)
    /// At most every 50 ms.
    case progress(receivedBytes: Int, expectedBytes: Int?)
}

/// How a job ended. What had come until a failure is kept.
public struct TransportResult: Sendable {
    /// The header bytes as they left; empty where nothing was sent, or the transport cannot tell.
    public var sentHead: [UInt8] = []
    /// Body bytes that left.
    public var sentBodyByteCount = 0
    /// The answer, as far as it came; nil where no head did.
    public var response: Response?
    /// The connection that was used; nil where there was none, or the transport cannot tell.
    public var connection: ConnectionFacts?
    /// What the transport can tell; a phase that it cannot tell stays nil.
    public var timings = PhaseTimings()
    /// Why it failed; nil for any whole answer, whatever its status.
    public var failure: EngineError?
    /// Whether a kept connection was lost before any byte of the answer: only then is another try worth it at once.
    public var wasLostOnKeptConnection = false
    /// Whether the server told that it did not act upon the request (RFC 9113 §8.7): it can be sent again at once, whatever
    /// its method.
    public var wasRefusedUnread = false

    /// Nothing came, and nothing failed yet.
    public init() {}
}
