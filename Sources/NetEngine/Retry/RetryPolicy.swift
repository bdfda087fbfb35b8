/// When a failed request is sent again, and after how long. Pure: the same input gives the same decision.
///
/// A request has none by default (`RequestOptions.retry`). Each attempt is a hop of the exchange with the cause `.retry`.
public struct RetryPolicy: Sendable, Hashable {
    /// Retries, not attempts: 3 means four requests at most. Redirects do not count. Default 3.
    public var maxRetries: Int
    /// Failures to retry, other than by status. The total timeout of the exchange is never one of them. Default `dns`,
    /// `connect`, `proxy`, `timeout` and `protocol`.
    ///
    /// With `api` or `decoding` a complete response whose body will not do is asked for again, past the cache. Neither is
    /// among the defaults: the same request mostly gets the same body.
    public var categories: Set<ErrorCategory>
    /// Whether to retry after a lost connection (`EngineError.isConnectionLoss`) even if `categories` leaves out
    /// `connect` and `protocol`, which cover other failures too. Default false.
    public var retriesConnectionLoss: Bool
    /// Statuses to retry. Default 408, 425, 429, 500, 502, 503 and 504.
    public var statuses: Set<Int>
    /// Whether to retry methods that are not idempotent (RFC 9110 §9.2.2) too: their effect may then happen twice. Default
    /// false.
    public var retriesUnsafeMethods: Bool
    /// How long to wait before each retry. Default up to 0.5 s at first, doubled each time, up to 30 s.
    public var backoff: Backoff
    /// Whether a server's `Retry-After` (RFC 9110 §10.2.3) replaces the backoff. Its wait is not shortened: one that does not
    /// fit into the time left ends the exchange at once. Default true.
    public var honoursRetryAfter: Bool
    /// The longest wait a server may ask for; a longer one ends the exchange at once. Default 120 s.
    public var maxRetryAfter: Duration
    /// No retry begins later than this after the exchange began; nil, the default, leaves that to `Timeouts.total`.
    public var deadline: Duration?

    /// The defaults: three retries of idempotent methods, with growing random waits.
    public init(
        maxRetries: Int = 3,
        categories: Set<ErrorCategory> = [.dns, .connect, .proxy, .timeout, .protocol],
        retriesConnectionLoss: Bool = false, statuses: Set<Int> = [408, 425, 429, 500, 502, 503, 504],
        retriesUnsafeMethods: Bool = false, backoff: Backoff = Backoff(), honoursRetryAfter: Bool = true,
        maxRetryAfter: Duration = .seconds(120),
        deadline: Duration? = nil
    ) {
        self.maxRetries = maxRetries
        self.categories = categories
        self.retriesConnectionLoss = retriesConnectionLoss
        self.statuses = statuses
        self.retriesUnsafeMethods = retriesUnsafeMethods
        self.backoff = backoff
        self.honoursRetryAfter = honoursRetryAfter
        self.maxRetryAfter = maxRetryAfter
        self.deadline = deadline
    }

    /// The facts of an attempt that the policy looks at.
    package struct Attempt: Sendable {
        /// Retries that were made already; 0 after the first request.
        package var retries: Int
        /// Of the request that failed.
        package var method: HTTPMethod
        /// Why it failed.
        package var error: EngineError
        /// nil if there was none. One that broke off counts by its error, not its status.
        package var response: Response?
        /// False for a body that can be read only once.
        package var canBeSentAgain: Bool
        /// Since the exchange began.
        package var elapsed: Duration
        /// Until the exchange must be over; nil without a limit.
        package var timeLeft: Duration?
        /// Seconds since 1970, for dates in `Retry-After`.
        package var now: Int64

        /// An attempt that failed.
        /// - Parameters:
        ///   - retries: made already.
        ///   - timeLeft: default nil, no limit.
        ///   - now: seconds since 1970; needed only for dates in `Retry-After`.
        package init(
            retries: Int, method: HTTPMethod, error: EngineError, response: Response? = nil,
            canBeSentAgain: Bool = true, elapsed: Duration = .zero, timeLeft: Duration? = nil, now: Int64 = 0
        ) {
            self.retries = retries
            self.method = method
            self.error = error
            self.response = response
            self.canBeSentAgain = canBeSentAgain
            self.elapsed = elapsed
            self.timeLeft = timeLeft
            self.now = now
        }
    }

    /// What the policy says.
    package enum Decision: Sendable, Hashable {
        /// Send it again after this wait.
        case retry(after: Duration)
        /// Do not retry; the failure is the result.
        case giveUp(GiveUpReason)
    }

    /// Why the request is not retried. The raw values are words for the user.
    package enum GiveUpReason: String, Sendable, Hashable {
        /// Neither the category nor the status is one to retry.
        case notWorthIt = "another try would not help"
        /// A repetition may have the effect twice (RFC 9110 §9.2.2).
        case unsafeMethod = "the method is not idempotent"
        /// The body is a stream that cannot be read again.
        case bodyIsGone = "the body can be read only once"
        /// `RetryPolicy.maxRetries` is used up.
        case noRetriesLeft = "no retries are left"
        /// The wait would pass `RetryPolicy.deadline`, or the exchange's limit.
        case noTimeLeft = "the wait would pass the deadline"
        /// `Retry-After` is more than `RetryPolicy.maxRetryAfter`.
        case waitTooLong = "the server asks for too long a wait"
    }

    /// - Parameter random: from 0 up to, not including, 1: where in its range the wait falls.
    package func decision(after attempt: Attempt, random: Double) -> Decision {
        guard isWorthIt(attempt.error) else { return .giveUp(.notWorthIt) }
        guard attempt.method.isIdempotent || retriesUnsafeMethods else { return .giveUp(.unsafeMethod) }
        guard attempt.canBeSentAgain else { return .giveUp(.bodyIsGone) }
        guard attempt.retries < maxRetries else { return .giveUp(.noRetriesLeft) }
        var wait = backoff.wait(retry: attempt.retries, random: random)
        if honoursRetryAfter, let asked = attempt.response.flatMap({ RetryAfter.wait($0.headers, now: attempt.now) }) {
            guard asked <= maxRetryAfter else { return .giveUp(.waitTooLong) }
            wait = asked
        }
        if let timeLeft = attempt.timeLeft, wait >= timeLeft { return .giveUp(.noTimeLeft) }
        if let deadline, attempt.elapsed + wait > deadline { return .giveUp(.noTimeLeft) }
        return .retry(after: wait)
    }

    /// Why a request that could be sent again was not, for the user; nil if a repetition would not have helped, or all were made.
    /// - Parameter response: the last one; nil without one.
    func sentence(of reason: GiveUpReason, _ method: HTTPMethod, _ response: Response?) -> String? {
        let asked =
            honoursRetryAfter
            ? response.flatMap { RetryAfter.wait($0.headers, now: Timestamp.secondsNow()) }
                .map { "the server asks to wait \(DurationText.setting($0)) (Retry-After), which is longer than" } : nil
        let clause =
            switch reason {
            case .notWorthIt, .noRetriesLeft: String?.none
            case .unsafeMethod: "\(method) is not idempotent"
            case .bodyIsGone: reason.rawValue
            case .noTimeLeft:
                asked.map { "\($0) the time limit leaves" } ?? "the wait before that would pass the time limit"
            case .waitTooLong: asked.map { "\($0) \(DurationText.setting(maxRetryAfter))" } ?? reason.rawValue
            }
        return clause.map { "It was not sent again: \($0)." }
    }

    private func isWorthIt(_ error: EngineError) -> Bool {
        if let status = error.status { return statuses.contains(status) }
        return categories.contains(error.category) || (retriesConnectionLoss && error.isConnectionLoss)
    }
}

/// Exponential backoff with full jitter: before retry n (from 0) a random part of `base * factor^n`, at most `ceiling`.
///
/// The whole range is random, so that clients that failed together do not come back together.
public struct Backoff: Sendable, Hashable {
    /// The longest wait before the first retry. Default 0.5 s.
    public var base: Duration
    /// By how much the longest wait grows from one retry to the next: 1 or more. Default 2.
    public var factor: Double
    /// The longest wait before any retry. Default 30 s.
    public var ceiling: Duration
    /// Whether the wait is a random part of the range; false waits the whole range each time. Default true.
    public var hasJitter: Bool

    /// The defaults: half a second, doubled each time up to 30 s, a random part of it.
    public init(
        base: Duration = .milliseconds(500), factor: Double = 2, ceiling: Duration = .seconds(30),
        hasJitter: Bool = true
    ) {
        self.base = base
        self.factor = factor
        self.ceiling = ceiling
        self.hasJitter = hasJitter
    }

    /// - Parameters:
    ///   - retry: 0 for the first.
    ///   - random: from 0 up to, not including, 1.
    package func wait(retry: Int, random: Double) -> Duration {
        var range = max(.zero, min(base, ceiling))
        var doublings = max(0, retry)
        while doublings > 0, factor > 1, range > .zero, range < ceiling {
            // Cut here, so that no factor and no count of retries overflows.
            range = factor >= ceiling / range ? ceiling : range * factor
            doublings -= 1
        }
        guard hasJitter else { return range }
        return range * min(max(0, random), 1)
    }
}
