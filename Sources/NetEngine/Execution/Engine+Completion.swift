import Dispatch

/// A running exchange or batch that can be cancelled, from any thread, any number of times.
public struct EngineTask: Sendable {
    private let action: @Sendable () -> Void

    init(_ action: @escaping @Sendable () -> Void) { self.action = action }

    /// Ends it with `cancelled`; nothing happens when it is over. The completion handler is still called, once.
    public func cancel() { action() }
}

/// Completion handlers on a queue of the caller's; `Engine+MainCompletion` has the same on the main actor.
///
/// Every handler is called exactly once, whatever happens. Dropping the returned task does not cancel.
extension Engine {
    /// Sends, and calls `completion` on `queue`; `progress` too, at most every 50 ms for each direction.
    @discardableResult
    public func send(
        _ draft: RequestDraft, id: ExchangeID? = nil, on queue: DispatchQueue,
        progress: (@Sendable (TransferProgress) -> Void)? = nil, completion: @escaping @Sendable (Exchange) -> Void
    ) -> EngineTask {
        guard let progress else { return start(id: id, { await self.send(draft, id: id) }, on: queue, completion) }
        return start(
            id: id, { await self.send(draft, id: id) { step in queue.async { progress(step) } } }, on: queue, completion
        )
    }

    /// Sends an endpoint, and calls `completion` on `queue`; `progress` too, at most every 50 ms for each direction.
    @discardableResult
    public func send(
        _ endpoint: some Endpoint, in environment: Environment? = nil, id: ExchangeID? = nil, on queue: DispatchQueue,
        progress: (@Sendable (TransferProgress) -> Void)? = nil, completion: @escaping @Sendable (Exchange) -> Void
    ) -> EngineTask {
        guard let progress else {
            return start(id: id, { await self.send(endpoint, in: environment, id: id) }, on: queue, completion)
        }
        return start(
            id: id,
            { await self.send(endpoint, in: environment, id: id) { step in queue.async { progress(step) } } },
            on: queue, completion)
    }

    /// Downloads to a file, and calls `completion` on `queue` with the file or the error; `progress` too, at most every 50 ms.
    /// See `download(_:to:options:progress:)`.
    @discardableResult
    public func download(
        _ draft: RequestDraft, to path: String, options: DownloadOptions = DownloadOptions(),
        on queue: DispatchQueue, progress: (@Sendable (TransferProgress) -> Void)? = nil,
        completion: @escaping @Sendable (Result<DownloadedFile, EngineError>) -> Void
    ) -> EngineTask {
        start(
            {
                await self.downloadOutcome(draft, to: path, options: options) { step in
                    if let progress { queue.async { progress(step) } }
                }.result
            }, on: queue, completion)
    }

    /// Downloads the response to an endpoint into a file, and calls `completion` on `queue` with the file or the error;
    /// `progress` too, at most every 50 ms. See `download(_:in:to:options:progress:)`.
    @discardableResult
    public func download(
        _ endpoint: some Endpoint, in environment: Environment? = nil, to path: String,
        options: DownloadOptions = DownloadOptions(), on queue: DispatchQueue,
        progress: (@Sendable (TransferProgress) -> Void)? = nil,
        completion: @escaping @Sendable (Result<DownloadedFile, EngineError>) -> Void
    ) -> EngineTask {
        start(
            {
                await self.downloadOutcome(endpoint, in: environment, to: path, options: options) { step in
                    if let progress { queue.async { progress(step) } }
                }.result
            }, on: queue, completion)
    }

    /// Sends, decodes, and calls `completion` on `queue` with the value or the error.
    @discardableResult
    public func fetch<Decoder: ResponseDecoder>(
        _ draft: RequestDraft, decoder: Decoder, id: ExchangeID? = nil, on queue: DispatchQueue,
        completion: @escaping @Sendable (Result<Decoder.Value, EngineError>) -> Void
    ) -> EngineTask {
        start(id: id, { await self.fetchExchange(draft, decoder: decoder, id: id).result }, on: queue, completion)
    }

    /// Sends an endpoint, decodes by its decoder, and calls `completion` on `queue` with the value or the error.
    @discardableResult
    public func fetch<E: Endpoint>(
        _ endpoint: E, in environment: Environment? = nil, id: ExchangeID? = nil, on queue: DispatchQueue,
        completion: @escaping @Sendable (Result<E.Response, EngineError>) -> Void
    ) -> EngineTask {
        start(id: id, { await self.fetchExchange(endpoint, in: environment, id: id).result }, on: queue, completion)
    }

    // MARK: Batches

    /// As `sendAll(_:options:progress:)`: calls `completion` on `queue` with all exchanges in the order of the drafts.
    @discardableResult
    public func sendAll(
        _ drafts: [RequestDraft], options: BatchOptions = BatchOptions(), on queue: DispatchQueue,
        completion: @escaping @Sendable ([Exchange]) -> Void
    ) -> EngineTask {
        start({ await self.sendAll(drafts, options: options) }, on: queue, completion)
    }

    /// As `fetchAll(_:decoder:limit:)`: calls `completion` on `queue` with all values, or with the failure that came first.
    @discardableResult
    public func fetchAll<Decoder: ResponseDecoder>(
        _ drafts: [RequestDraft], decoder: Decoder, limit: Int = 6, on queue: DispatchQueue,
        completion: @escaping @Sendable (Result<[Decoder.Value], EngineError>) -> Void
    ) -> EngineTask {
        start({ await self.allValues(drafts, decoder: decoder, limit: limit) }, on: queue, completion)
    }

    /// Sends and decodes all endpoints, at most `limit` at once, and calls `completion` on `queue` with the values in the order
    /// of the endpoints, or with the failure that came first; the others are cancelled then.
    @discardableResult
    public func fetchAll<E: Endpoint>(
        _ endpoints: [E], in environment: Environment? = nil, limit: Int = 6, on queue: DispatchQueue,
        completion: @escaping @Sendable (Result<[E.Response], EngineError>) -> Void
    ) -> EngineTask {
        start({ await self.allValues(endpoints, in: environment, limit: limit) }, on: queue, completion)
    }

    /// As `fetchExchanges(_:decoder:options:)`: calls `completion` on `queue` with each result, in the order of the drafts.
    @discardableResult
    public func fetchExchanges<Decoder: ResponseDecoder>(
        _ drafts: [RequestDraft], decoder: Decoder, options: BatchOptions = BatchOptions(), on queue: DispatchQueue,
        completion: @escaping @Sendable ([Fetched<Decoder.Value>]) -> Void
    ) -> EngineTask {
        start({ await self.fetchExchanges(drafts, decoder: decoder, options: options) }, on: queue, completion)
    }

    /// Sends and decodes all endpoints, and calls `completion` on `queue` with each result and its exchange, in the order of the
    /// endpoints. A failure is in the result of its endpoint; `options` determines what it does to the others.
    @discardableResult
    public func fetchExchanges<E: Endpoint>(
        _ endpoints: [E], in environment: Environment? = nil, options: BatchOptions = BatchOptions(),
        on queue: DispatchQueue, completion: @escaping @Sendable ([Fetched<E.Response>]) -> Void
    ) -> EngineTask {
        start({ await self.fetchExchanges(endpoints, in: environment, options: options) }, on: queue, completion)
    }

    /// - Parameter id: that of the caller, for work that sends one exchange.
    func start<Value: Sendable>(
        id: ExchangeID? = nil, _ work: @escaping @Sendable () async -> Value, on queue: DispatchQueue,
        _ completion: @escaping @Sendable (Value) -> Void
    ) -> EngineTask {
        let task = task(id: id) {
            let value = await work()
            queue.async { completion(value) }
        }
        return EngineTask { task.cancel() }
    }
}
