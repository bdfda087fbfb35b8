import Synchronization

/// Limits the requests per second to one origin; the others wait their turn, in order.
///
/// A token bucket: after a pause `burst` requests may be sent at once, then one each `1 / perSecond`. Redirects and retries
/// count as requests. The wait counts for the total limit of the exchange.
public final class RateLimit: Interceptor {
    private struct Bucket {
        /// When the next token is due, on the clock below; up to `burst - 1` intervals may lie in the past.
        var due: Duration
    }

    /// More at once is no limit, and as many intervals have room in a `Duration`.
    private static let mostAtOnce = 1_000_000_000_000

    private let interval: Duration
    private let burst: Int
    private let buckets = Mutex([String: Bucket]())
    private let elapsed: @Sendable () -> Duration
    private let sleep: @Sendable (Duration) async -> Void

    /// A limit for each origin by itself.
    /// - Parameters:
    ///   - perSecond: more than 0.
    ///   - burst: how many may go at once after a pause, 1 or more. Default 1.
    ///   - clock: the clock of the waits.
    public init(perSecond: Double, burst: Int = 1, clock: some Clock<Duration> = ContinuousClock()) {
        // Not `max`, which would keep a NaN.
        interval = .seconds(1) / (perSecond > 0.000_001 ? perSecond : 0.000_001)
        self.burst = min(max(1, burst), Self.mostAtOnce)
        let start = clock.now
        elapsed = { start.duration(to: clock.now) }
        sleep = { try? await clock.sleep(for: $0) }
    }

    /// Waits for the request's turn at its origin, then leaves it unchanged.
    public func adapt(
        _ request: RequestDraft, context: InterceptorContext
    ) async throws(EngineError) -> RequestDraft {
        let wait = takeTurn(at: context.url.origin)
        if wait > .zero { await sleep(wait) }
        return request
    }

    private func takeTurn(at origin: String) -> Duration {
        let now = elapsed()
        return buckets.withLock { buckets in
            let earliest = now - interval * (burst - 1)
            let due = max(buckets[origin]?.due ?? earliest, earliest)
            buckets[origin] = Bucket(due: due + interval)
            // A full bucket needs no entry.
            if buckets.count > 1024 { buckets = buckets.filter { $0.value.due > earliest } }
            return max(.zero, due - now)
        }
    }
}
