/// How a batch is sent.
public struct BatchOptions: Sendable, Hashable {
    /// What a failure does to the others.
    public enum FailureMode: String, Sendable, Hashable, CaseIterable {
        /// Nothing: every request is sent, every result is given.
        case collect
        /// The first failure cancels what is in flight and keeps the rest from being sent; all of these end as
        /// `cancelled`.
        case failFast = "fail-fast"
    }

    /// Requests in flight at once; less than 1 counts as 1. Default 6, as browsers have it for one host.
    public var limit: Int
    /// What a failure does to the others. Default `collect`.
    public var failureMode: FailureMode

    /// By default 6 at once, and a failure stops nothing.
    public init(limit: Int = 6, failureMode: FailureMode = .collect) {
        self.limit = limit
        self.failureMode = failureMode
    }
}

/// Batches, by the same rules in all three styles:
///
/// | | async | completion handler | publisher |
/// |---|---|---|---|
/// | all exchanges; nobody's failure is an error of the call | `sendAll` | `sendAll` | `batchPublisher(for:)` |
/// | all values, or the failure that came first (fail fast) | `fetchAll`, which throws | `fetchAll`, a `Result` | `batchPublisher(for:decoder:)`, `batchPublisher(for:in:)` |
/// | each value or failure, with its exchange | `fetchExchanges` | `fetchExchanges` | `exchangesPublisher` |
///
/// `fetchAll`, `fetchExchanges` and their publishers take drafts with a decoder, or endpoints with an environment. Results are in the
/// order of the input. `BatchOptions` chooses between fail fast and collect where the style does not.
extension Engine {
    /// Sends all, at most `limit` at once, and gives the exchanges in the order of the drafts.
    ///
    /// Never throws: look at each `error`. Cancelling the surrounding task cancels all together; what was not yet sent
    /// then ends as `cancelled` without a hop. Requests begin in the order of the drafts.
    ///
    /// `progress` receives each exchange as it ends, with the index of its draft.
    @concurrent
    public func sendAll(
        _ drafts: [RequestDraft], options: BatchOptions = BatchOptions(),
        progress: (@Sendable (Int, Exchange) -> Void)? = nil
    ) async -> [Exchange] {
        await batch(drafts, options: options) { draft, id in
            await self.send(draft, id: id)
        } isFailure: {
            !$0.isSuccess
        } progress: {
            progress?($0, $1)
        }
    }

    /// Sends and decodes all; the results are in the order of the drafts. A body that cannot be decoded is a failure.
    @concurrent
    public func fetchExchanges<Decoder: ResponseDecoder>(
        _ drafts: [RequestDraft], decoder: Decoder, options: BatchOptions = BatchOptions()
    ) async -> [Fetched<Decoder.Value>] {
        await batch(drafts, options: options) { draft, id in
            await self.fetchExchange(draft, decoder: decoder, id: id)
        } isFailure: {
            $0.value == nil
        } progress: { _, _ in
        }
    }

    /// Sends and decodes all and gives the values in the order of the drafts, or throws the failure that came first in
    /// time; the others are cancelled then. At most `limit` are sent at once.
    @concurrent
    public func fetchAll<Decoder: ResponseDecoder>(
        _ drafts: [RequestDraft], decoder: Decoder, limit: Int = 6
    ) async throws(EngineError) -> [Decoder.Value] {
        try await allValues(drafts, decoder: decoder, limit: limit).get()
    }

    /// Sends and decodes all endpoints, each by its own decoder; the results are in their order.
    @concurrent
    public func fetchExchanges<E: Endpoint>(
        _ endpoints: [E], in environment: Environment? = nil, options: BatchOptions = BatchOptions()
    ) async -> [Fetched<E.Response>] {
        await batch(endpoints, options: options) { endpoint, id in
            await self.fetchExchange(endpoint, in: environment, id: id)
        } isFailure: {
            $0.value == nil
        } progress: { _, _ in
        }
    }

    /// Sends and decodes all endpoints, or throws the failure that came first; see `fetchAll(_:decoder:limit:)`.
    @concurrent
    public func fetchAll<E: Endpoint>(
        _ endpoints: [E], in environment: Environment? = nil, limit: Int = 6
    ) async throws(EngineError) -> [E.Response] {
        try await allValues(endpoints, in: environment, limit: limit).get()
    }

    func allValues<Decoder: ResponseDecoder>(
        _ drafts: [RequestDraft], decoder: Decoder, limit: Int
    ) async -> Result<[Decoder.Value], EngineError> {
        Self.allValues(
            await fetchExchanges(
                drafts, decoder: decoder, options: BatchOptions(limit: limit, failureMode: .failFast)))
    }

    func allValues<E: Endpoint>(
        _ endpoints: [E], in environment: Environment?, limit: Int
    ) async -> Result<[E.Response], EngineError> {
        Self.allValues(
            await fetchExchanges(
                endpoints, in: environment, options: BatchOptions(limit: limit, failureMode: .failFast)))
    }

    private static func allValues<Value>(_ all: [Fetched<Value>]) -> Result<[Value], EngineError> {
        if let failed = firstFailure(in: all) { return failed.result.map { [$0] } }
        return .success(all.compactMap(\.value))
    }

    /// A genuine failure comes before those that were cancelled because of it.
    static func firstFailure<Value>(in all: [Fetched<Value>]) -> Fetched<Value>? {
        let failed = all.filter { $0.value == nil }
        return failed.first { $0.exchange.error?.category != .cancelled } ?? failed.first
    }

    /// - Parameters:
    ///   - send: sends with this id.
    ///   - isFailure: whether a result makes a fail-fast batch cancel the others.
    private func batch<Item: Sendable, Result: Sendable>(
        _ items: [Item], options: BatchOptions, send: @escaping @Sendable (Item, ExchangeID) async -> Result,
        isFailure: (Result) -> Bool, progress: (Int, Result) -> Void
    ) async -> [Result] {
        await group { control in
            await withTaskGroup(of: (Int, Result).self) { group in
                var results = [Result?](repeating: nil, count: items.count)
                var next = 0
                func begin() {
                    guard next < items.count else { return }
                    let (index, item) = (next, items[next])
                    next += 1
                    // In a cancelled group it ends at once as `cancelled`, without a hop.
                    let id = makeID(in: control)
                    group.addTask { (index, await send(item, id)) }
                }
                for _ in 0..<max(1, min(options.limit, items.count)) { begin() }
                while let (index, result) = await group.next() {
                    results[index] = result
                    progress(index, result)
                    if options.failureMode == .failFast, isFailure(result) { group.cancelAll() }
                    begin()
                }
                return results.compactMap(\.self)
            }
        }
    }
}
