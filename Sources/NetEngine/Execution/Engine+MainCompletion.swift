import Dispatch

/// Completion handlers on the main actor, for code that shows the result: the main queue calls them.
///
/// Every handler is called exactly once, whatever happens. Dropping the returned task does not cancel. On Linux the main queue
/// runs while the main function awaits, or in `dispatchMain()`.
extension Engine {
    /// Sends, and calls `completion` with the exchange, a failed one too. `progress` receives that of the bodies, at most
    /// every 50 ms for each direction.
    @discardableResult
    public func send(
        _ draft: RequestDraft, id: ExchangeID? = nil,
        progress: (@MainActor @Sendable (TransferProgress) -> Void)? = nil,
        completion: @escaping @MainActor @Sendable (Exchange) -> Void
    ) -> EngineTask {
        send(draft, id: id, on: .main, progress: progress.map(onMain), completion: onMain(completion))
    }

    /// Sends an endpoint, and calls `completion` with the exchange, a failed one too. `progress` receives that of the bodies, at
    /// most every 50 ms for each direction.
    @discardableResult
    public func send(
        _ endpoint: some Endpoint, in environment: Environment? = nil, id: ExchangeID? = nil,
        progress: (@MainActor @Sendable (TransferProgress) -> Void)? = nil,
        completion: @escaping @MainActor @Sendable (Exchange) -> Void
    ) -> EngineTask {
        send(
            endpoint, in: environment, id: id, on: .main, progress: progress.map(onMain), completion: onMain(completion)
        )
    }

    /// Downloads to a file, and calls `completion`; see `download(_:to:options:progress:)`.
    @discardableResult
    public func download(
        _ draft: RequestDraft, to path: String, options: DownloadOptions = DownloadOptions(),
        progress: (@MainActor @Sendable (TransferProgress) -> Void)? = nil,
        completion: @escaping @MainActor @Sendable (Result<DownloadedFile, EngineError>) -> Void
    ) -> EngineTask {
        download(
            draft, to: path, options: options, on: .main, progress: progress.map(onMain), completion: onMain(completion)
        )
    }

    /// Downloads the response to an endpoint into a file, and calls `completion` with the file or the error; `progress` too, at
    /// most every 50 ms. See `download(_:in:to:options:progress:)`.
    @discardableResult
    public func download(
        _ endpoint: some Endpoint, in environment: Environment? = nil, to path: String,
        options: DownloadOptions = DownloadOptions(),
        progress: (@MainActor @Sendable (TransferProgress) -> Void)? = nil,
        completion: @escaping @MainActor @Sendable (Result<DownloadedFile, EngineError>) -> Void
    ) -> EngineTask {
        download(
            endpoint, in: environment, to: path, options: options, on: .main, progress: progress.map(onMain),
            completion: onMain(completion))
    }

    /// Sends, decodes, and calls `completion` with the value or the error.
    @discardableResult
    public func fetch<Decoder: ResponseDecoder>(
        _ draft: RequestDraft, decoder: Decoder, id: ExchangeID? = nil,
        completion: @escaping @MainActor @Sendable (Result<Decoder.Value, EngineError>) -> Void
    ) -> EngineTask {
        fetch(draft, decoder: decoder, id: id, on: .main, completion: onMain(completion))
    }

    /// Sends an endpoint, decodes by its decoder, and calls `completion` with the value or the error.
    @discardableResult
    public func fetch<E: Endpoint>(
        _ endpoint: E, in environment: Environment? = nil, id: ExchangeID? = nil,
        completion: @escaping @MainActor @Sendable (Result<E.Response, EngineError>) -> Void
    ) -> EngineTask {
        fetch(endpoint, in: environment, id: id, on: .main, completion: onMain(completion))
    }

    // MARK: Batches

    /// As `sendAll(_:options:progress:)`: calls `completion` with all exchanges in the order of the drafts.
    @discardableResult
    public func sendAll(
        _ drafts: [RequestDraft], options: BatchOptions = BatchOptions(),
        completion: @escaping @MainActor @Sendable ([Exchange]) -> Void
    ) -> EngineTask {
        sendAll(drafts, options: options, on: .main, completion: onMain(completion))
    }

    /// As `fetchAll(_:decoder:limit:)`: calls `completion` with all values, or with the failure that came first.
    @discardableResult
    public func fetchAll<Decoder: ResponseDecoder>(
        _ drafts: [RequestDraft], decoder: Decoder, limit: Int = 6,
        completion: @escaping @MainActor @Sendable (Result<[Decoder.Value], EngineError>) -> Void
    ) -> EngineTask {
        fetchAll(drafts, decoder: decoder, limit: limit, on: .main, completion: onMain(completion))
    }

    /// Sends and decodes all endpoints, at most `limit` at once, and calls `completion` with the values in the order of the
    /// endpoints, or with the failure that came first; the others are cancelled then.
    @discardableResult
    public func fetchAll<E: Endpoint>(
        _ endpoints: [E], in environment: Environment? = nil, limit: Int = 6,
        completion: @escaping @MainActor @Sendable (Result<[E.Response], EngineError>) -> Void
    ) -> EngineTask {
        fetchAll(endpoints, in: environment, limit: limit, on: .main, completion: onMain(completion))
    }

    /// As `fetchExchanges(_:decoder:options:)`: calls `completion` with each result, in the order of the drafts.
    @discardableResult
    public func fetchExchanges<Decoder: ResponseDecoder>(
        _ drafts: [RequestDraft], decoder: Decoder, options: BatchOptions = BatchOptions(),
        completion: @escaping @MainActor @Sendable ([Fetched<Decoder.Value>]) -> Void
    ) -> EngineTask {
        fetchExchanges(drafts, decoder: decoder, options: options, on: .main, completion: onMain(completion))
    }

    /// Sends and decodes all endpoints, and calls `completion` with each result and its exchange, in the order of the endpoints.
    /// A failure is in the result of its endpoint; `options` determines what it does to the others.
    @discardableResult
    public func fetchExchanges<E: Endpoint>(
        _ endpoints: [E], in environment: Environment? = nil, options: BatchOptions = BatchOptions(),
        completion: @escaping @MainActor @Sendable ([Fetched<E.Response>]) -> Void
    ) -> EngineTask {
        fetchExchanges(endpoints, in: environment, options: options, on: .main, completion: onMain(completion))
    }
}

/// A handler for the main queue, which runs what is isolated to the main actor.
func onMain<Value: Sendable>(
    _ handler: @escaping @MainActor @Sendable (Value) -> Void
) -> @Sendable (Value) -> Void {
    { value in MainActor.assumeIsolated { handler(value) } }
}
