import Dispatch

/// A running exchange or batch that can be cancelled, from any thread, any number of times.
public struct EngineTask: Sendable {
    private let action: @Sendable () -> Void

    init(_ action: @escaping @Sendable () -> Void) { self.action = action }

    /// Ends it with `cancelled`; nothing happens when it is over. The completion handler is still called, once.
    public func cancel() { action() }
}

extension Engine {
    /// Sends, and calls `completion` on `queue`, exactly once, whatever happens.
    ///
    /// Dropping the returned value does not cancel.
    /// - Parameters:
    ///   - queue: default the main queue.
    ///   - progress: receives the progress of the bodies on `queue`, at most every 50 ms for each direction.
    @discardableResult
    public func send(
        _ draft: RequestDraft, id: ExchangeID? = nil, on queue: DispatchQueue = .main,
        progress: (@Sendable (TransferProgress) -> Void)? = nil, completion: @escaping @Sendable (Exchange) -> Void
    ) -> EngineTask {
        guard let progress else { return start({ await self.send(draft, id: id) }, on: queue, completion) }
        return start(
            { await self.send(draft, id: id) { step in queue.async { progress(step) } } }, on: queue, completion)
    }

    /// Downloads to a file, and calls `completion` on `queue`, exactly once; see `download(_:to:options:progress:)`.
    @discardableResult
    public func download(
        _ draft: RequestDraft, to path: String, options: DownloadOptions = DownloadOptions(),
        on queue: DispatchQueue = .main, progress: (@Sendable (TransferProgress) -> Void)? = nil,
        completion: @escaping @Sendable (Result<DownloadedFile, EngineError>) -> Void
    ) -> EngineTask {
        start(
            {
                await self.downloadOutcome(draft, to: path, options: options) { step in
                    if let progress { queue.async { progress(step) } }
                }.result
            }, on: queue, completion)
    }

    /// Sends, decodes, and calls `completion` on `queue`, exactly once, with the value or the error.
    @discardableResult
    public func fetch<Decoder: ResponseDecoder>(
        _ draft: RequestDraft, decoder: Decoder, id: ExchangeID? = nil, on queue: DispatchQueue = .main,
        completion: @escaping @Sendable (Result<Decoder.Value, EngineError>) -> Void
    ) -> EngineTask {
        start({ await self.fetchExchange(draft, decoder: decoder, id: id).result }, on: queue, completion)
    }

    /// Sends an endpoint, decodes by its decoder, and calls `completion` on `queue`, exactly once.
    @discardableResult
    public func fetch<E: Endpoint>(
        _ endpoint: E, in environment: Environment? = nil, id: ExchangeID? = nil, on queue: DispatchQueue = .main,
        completion: @escaping @Sendable (Result<E.Response, EngineError>) -> Void
    ) -> EngineTask {
        start({ await self.fetchExchange(endpoint, in: environment, id: id).result }, on: queue, completion)
    }

    /// Sends a batch and calls `completion` on `queue`, exactly once, with all exchanges in the order of the drafts.
    @discardableResult
    public func sendAll(
        _ drafts: [RequestDraft], options: BatchOptions = BatchOptions(), on queue: DispatchQueue = .main,
        completion: @escaping @Sendable ([Exchange]) -> Void
    ) -> EngineTask {
        start({ await self.sendAll(drafts, options: options) }, on: queue, completion)
    }

    /// Sends and decodes a batch and calls `completion` on `queue`, exactly once.
    @discardableResult
    public func fetchAll<Decoder: ResponseDecoder>(
        _ drafts: [RequestDraft], decoder: Decoder, options: BatchOptions = BatchOptions(),
        on queue: DispatchQueue = .main,
        completion: @escaping @Sendable ([Result<Decoder.Value, EngineError>]) -> Void
    ) -> EngineTask {
        start(
            { await self.fetchExchanges(drafts, decoder: decoder, options: options).map(\.result) }, on: queue,
            completion)
    }

    func start<Value: Sendable>(
        _ work: @escaping @Sendable () async -> Value, on queue: DispatchQueue,
        _ completion: @escaping @Sendable (Value) -> Void
    ) -> EngineTask {
        let task = Task.detached {
            let value = await work()
            queue.async { completion(value) }
        }
        return EngineTask { task.cancel() }
    }
}
