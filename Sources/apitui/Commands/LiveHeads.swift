import NetEngine
import Synchronization
import Workspace

/// The headers that `send -i` prints while the response arrives: its own, after those of redirects.
///
/// Being the last interceptor, it sees each request with its cookies and logins, so that they are hidden.
final class LiveHeads: Interceptor {
    private struct State {
        /// The exchange that is printed.
        var id: ExchangeID?
        /// The variables of the request.
        var uses: [VariableUse] = []
        /// The last request, without its body.
        var request: RequestDraft?
        /// What was sent before it.
        var hops: [Hop] = []
    }

    private let state = Mutex(State())
    private let reveals: Bool

    /// - Parameter reveals: true to print secrets.
    init(reveals: Bool) { self.reveals = reveals }

    /// To be called before each exchange, with the variables of its request.
    func learn(_ uses: [VariableUse]) { state.withLock { $0 = State(uses: uses) } }

    /// Prints the headers of this exchange.
    func expect(_ id: ExchangeID) { state.withLock { $0.id = id } }

    func adapt(_ request: RequestDraft, context: InterceptorContext) async throws(EngineError) -> RequestDraft {
        state.withLock { state in
            guard context.id == state.id else { return }
            state.request = request
            state.request?.body = .none
            if let previous = context.previous { state.hops.append(previous) }
        }
        return request
    }

    /// All headers up to that of the response that has begun; nil if they cannot be printed before the end.
    func bytes(upTo response: Response) -> [UInt8]? {
        let state = state.withLock(\.self)
        guard let draft = state.request, let request = try? RequestBuilder().build(draft) else { return nil }
        let responses = state.hops.compactMap(\.response) + [response]
        let requests = state.hops.map(\.request) + [request]
        return ExchangeHeads.of(
            responses,
            reveals ? .revealed : SentSecrets(draft, requests, responses, PrivateValues(state.uses, draft)))
    }
}
