import NetEngine

#if canImport(Combine)
    import Combine
#else
    import OpenCombine
#endif

extension Engine {
    /// Sends when a subscriber asks, publishes the exchange, failed or not, and finishes.
    public func exchangePublisher(for draft: RequestDraft) -> AnyPublisher<Exchange, Never> {
        EnginePublisher(self) { .success(await self.send(draft)) }.eraseToAnyPublisher()
    }

    /// Sends when a subscriber asks, publishes the value and finishes, or fails with the error of the exchange.
    public func publisher<Decoder: ResponseDecoder>(
        for draft: RequestDraft, decoder: Decoder
    ) -> AnyPublisher<Decoder.Value, EngineError> {
        EnginePublisher(self) { await self.fetchExchange(draft, decoder: decoder).result }.eraseToAnyPublisher()
    }

    /// The same for a `Decodable` type out of JSON, or of another format.
    public func publisher<T: Decodable & Sendable>(
        for draft: RequestDraft, as type: T.Type = T.self, decoder: some BodyFormat = JSONFormat()
    ) -> AnyPublisher<T, EngineError> {
        publisher(for: draft, decoder: decoder.decoder(for: type))
    }

    /// The same for an endpoint, by its own decoder.
    public func publisher<E: Endpoint>(
        for endpoint: E, in environment: Environment? = nil
    ) -> AnyPublisher<E.Response, EngineError> {
        EnginePublisher(self) { await self.fetchExchange(endpoint, in: environment).result }.eraseToAnyPublisher()
    }

    // MARK: Batches

    /// Sends a batch when a subscriber asks and publishes all exchanges at once, in the order of the drafts.
    /// Cancelling the subscription cancels all of them.
    public func batchPublisher(
        for drafts: [RequestDraft], options: BatchOptions = BatchOptions()
    ) -> AnyPublisher<[Exchange], Never> {
        EnginePublisher(self) { .success(await self.sendAll(drafts, options: options)) }.eraseToAnyPublisher()
    }

    /// Sends and decodes a batch when a subscriber asks and publishes all values at once, in the order of the drafts, or
    /// fails with the first failure, which cancels the others.
    public func batchPublisher<Decoder: ResponseDecoder>(
        for drafts: [RequestDraft], decoder: Decoder, limit: Int = 6
    ) -> AnyPublisher<[Decoder.Value], EngineError> {
        EnginePublisher.catching(self) { () async throws(EngineError) in
            try await self.fetchAll(drafts, decoder: decoder, limit: limit)
        }
    }

    /// The same for endpoints.
    public func batchPublisher<E: Endpoint>(
        for endpoints: [E], in environment: Environment? = nil, limit: Int = 6
    ) -> AnyPublisher<[E.Response], EngineError> {
        EnginePublisher.catching(self) { () async throws(EngineError) in
            try await self.fetchAll(endpoints, in: environment, limit: limit)
        }
    }

    /// Sends and decodes a batch when a subscriber asks and publishes each value or failure, all at once, in the order of the
    /// drafts.
    public func exchangesPublisher<Decoder: ResponseDecoder>(
        for drafts: [RequestDraft], decoder: Decoder, options: BatchOptions = BatchOptions()
    ) -> AnyPublisher<[Fetched<Decoder.Value>], Never> {
        EnginePublisher(self) { .success(await self.fetchExchanges(drafts, decoder: decoder, options: options)) }
            .eraseToAnyPublisher()
    }

    /// The same for endpoints.
    public func exchangesPublisher<E: Endpoint>(
        for endpoints: [E], in environment: Environment? = nil, options: BatchOptions = BatchOptions()
    ) -> AnyPublisher<[Fetched<E.Response>], Never> {
        EnginePublisher(self) { .success(await self.fetchExchanges(endpoints, in: environment, options: options)) }
            .eraseToAnyPublisher()
    }

    // MARK: Transfers

    /// Sends when a subscriber asks, publishes the progress of the bodies, then the exchange, failed or not.
    public func transferPublisher(for draft: RequestDraft) -> AnyPublisher<TransferEvent<Exchange>, Never> {
        TransferPublisher(self) { progress in .success(await self.send(draft, progress: progress)) }
            .eraseToAnyPublisher()
    }

    /// The same for an endpoint.
    public func transferPublisher(
        for endpoint: some Endpoint, in environment: Environment? = nil
    ) -> AnyPublisher<TransferEvent<Exchange>, Never> {
        TransferPublisher(self) { progress in .success(await self.send(endpoint, in: environment, progress: progress)) }
            .eraseToAnyPublisher()
    }

    /// Downloads to a file when a subscriber asks, and publishes the progress, then the file; see
    /// `download(_:to:options:progress:)`.
    public func downloadPublisher(
        for draft: RequestDraft, to path: String, options: DownloadOptions = DownloadOptions()
    ) -> AnyPublisher<TransferEvent<DownloadedFile>, EngineError> {
        TransferPublisher(self) { progress in
            await self.downloadOutcome(draft, to: path, options: options, progress: progress).result
        }.eraseToAnyPublisher()
    }

    /// The same for an endpoint.
    public func downloadPublisher(
        for endpoint: some Endpoint, in environment: Environment? = nil, to path: String,
        options: DownloadOptions = DownloadOptions()
    ) -> AnyPublisher<TransferEvent<DownloadedFile>, EngineError> {
        TransferPublisher(self) { progress in
            await self.downloadOutcome(endpoint, in: environment, to: path, options: options, progress: progress).result
        }.eraseToAnyPublisher()
    }
}
