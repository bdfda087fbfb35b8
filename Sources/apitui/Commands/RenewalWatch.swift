import NetEngine
import Workspace

/// Waits for background requests that renew stale responses (RFC 5861 §3). Must be made before the first send.
struct RenewalWatch: Sendable {
    private let events: AsyncStream<EngineEvent>

    init(_ engine: Engine) { events = engine.events() }

    /// nil if the response was not stale, or is not renewed.
    func renewal(of exchange: Exchange?) async -> Exchange? {
        guard let id = exchange?.hops.lazy.compactMap(\.cacheDecision?.background).last else { return nil }
        for await event in events {
            if case .finished(let finished) = event.step, event.id == id { return finished }
        }
        return nil
    }
}

extension Runner.Outcome {
    /// nil if nothing was sent.
    var exchange: Exchange? {
        switch self {
        case .passed(let exchange, _, _), .failed(let exchange, _, _), .cancelled(let exchange, _): exchange
        case .notSent, .skipped: nil
        }
    }
}
