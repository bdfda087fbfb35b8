import NetEngine
import TerminalUI

/// An exchange while it runs, put together from its events.
struct LiveExchange: Sendable {
    /// One request on the wire, as far as it is.
    struct Hop: Sendable {
        package let method: String
        package let url: String
        package let startOffset: Duration
        /// Why it was sent.
        package let cause: NetEngine.Hop.Cause
        /// Phases that are over, with the offset of their end, in order.
        package fileprivate(set) var ends: [(phase: Phase, end: Duration)] = []
        /// The phase that runs now; nil once the hop is over.
        package fileprivate(set) var running: Phase?
        package fileprivate(set) var status: Int?

        fileprivate mutating func end(_ phase: Phase, at moment: Duration, next: Phase?) {
            ends.append((phase, moment))
            running = next
        }
    }

    let id: ExchangeID
    let label: RequestLabel
    let startedAt: MonotonicTime
    /// How long variables and tokens took before.
    let preparation: Duration
    private(set) var hops: [Hop] = []
    /// What follows without a redirect is sent again.
    private var nextCause = NetEngine.Hop.Cause.first
    /// Since the beginning, as of the last event.
    private(set) var elapsed: Duration = .zero
    /// Of the request's body, with its size where that is known.
    private(set) var sentBytes: (count: Int, total: Int?)?
    private(set) var isWaitingForConnectivity = false
    private(set) var receivedBytes = 0
    private(set) var expectedBytes: Int?
    private(set) var status: Int?
    /// The attempt that is waited for, counted from 1, with the offset of its begin; nil while one is under way.
    private(set) var nextAttempt: (number: Int, begin: Duration)?
    /// What had come at moments of the last seconds, the oldest first.
    private var samples: [(moment: Duration, count: Int)] = []

    init(id: ExchangeID, label: RequestLabel, startedAt: MonotonicTime, preparation: Duration) {
        self.id = id
        self.label = label
        self.startedAt = startedAt
        self.preparation = preparation
    }

    /// What it is doing now.
    var phase: Phase { hops.last?.running ?? .queue }

    /// Since the beginning, at a moment: never less than at the last event.
    func elapsed(at now: MonotonicTime) -> Duration { max(elapsed, now.since(startedAt)) }

    private static let sampledTime = Duration.seconds(3)

    /// How fast the body comes, in bytes a second, and how many seconds the rest takes if that stays so.
    func speed(at now: MonotonicTime) -> (rate: Int, left: Int64?)? {
        guard let first = samples.first, receivedBytes > first.count else { return nil }
        let time = elapsed(at: now) - first.moment
        // Of less time nothing can be said.
        guard time >= .milliseconds(200) else { return nil }
        let rate = Double(receivedBytes - first.count) / (time / .seconds(1))
        guard rate >= 1 else { return nil }
        let left = expectedBytes.map { Int64((Double(max(0, $0 - receivedBytes)) / rate).rounded(.up)) }
        return (Int(rate), left)
    }

    mutating func apply(_ event: EngineEvent) {
        elapsed = max(elapsed, event.elapsed)
        let moment = event.elapsed
        switch event.step {
        case .queued, .finished: break
        case .waitingForConnectivity: isWaitingForConnectivity = true
        case .hopStarted(_, let method, let url):
            endHop(at: moment)
            isWaitingForConnectivity = false
            nextAttempt = nil
            sentBytes = nil
            var hop = Hop(
                method: method, url: url, startOffset: hops.isEmpty ? .zero : moment, cause: nextCause)
            nextCause = .retry
            if hops.isEmpty, moment > .zero { hop.ends.append((.queue, moment)) }
            hop.running = .dns
            hops.append(hop)
            status = nil
            receivedBytes = 0
            expectedBytes = nil
            samples = []
        case .nameResolved: end(.dns, at: moment, next: .connect)
        case .connected: end(.connect, at: moment, next: isSecure ? .tls : .send)
        case .tlsDone: end(.tls, at: moment, next: .send)
        case .uploadProgress(let sent, let total): sentBytes = (sent, total)
        case .requestSent: end(.send, at: moment, next: .wait)
        case .headReceived(let status, let expected):
            self.status = status
            expectedBytes = expected
            samples = [(moment, 0)]
            if !hops.isEmpty { hops[hops.count - 1].status = status }
            end(.wait, at: moment, next: .receive)
        case .progress(let received, let expected):
            receivedBytes = received
            expectedBytes = expected ?? expectedBytes
            samples.append((moment, received))
            while samples.count > 2, moment - samples[1].moment >= Self.sampledTime { samples.removeFirst() }
        case .cacheDecided: break
        case .redirected(let status, _):
            nextCause = .redirect(status: status)
            endHop(at: moment)
        case .retryScheduled(let retry, let wait, _):
            nextAttempt = (retry + 1, moment + wait)
            endHop(at: moment)
        }
    }

    private var isSecure: Bool {
        guard let url = hops.last?.url else { return false }
        return url.prefix(8).lowercased() == "https://"
    }

    private mutating func end(_ phase: Phase, at moment: Duration, next: Phase?) {
        guard !hops.isEmpty else { return }
        hops[hops.count - 1].end(phase, at: moment, next: next)
    }

    private mutating func endHop(at moment: Duration) {
        guard let last = hops.last, let running = last.running else { return }
        hops[hops.count - 1].end(running, at: moment, next: nil)
    }
}
