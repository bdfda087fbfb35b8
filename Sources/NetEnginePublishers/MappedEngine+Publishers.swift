import NetEngine

#if canImport(Combine)
    import Combine
#else
    import OpenCombine
#endif

/// The publishers of `Engine` with an error type of your own.
extension MappedEngine {
    /// Sends when a subscriber asks, publishes the value and finishes, or fails.
    public func publisher<Decoder: ResponseDecoder>(
        for draft: RequestDraft, decoder: Decoder
    ) -> AnyPublisher<Decoder.Value, Failure> {
        EnginePublisher(engine) { result(of: await engine.fetchExchange(draft, decoder: decoder)) }
            .eraseToAnyPublisher()
    }

    /// The same for an endpoint.
    public func publisher<E: Endpoint>(
        for endpoint: E, in environment: Environment? = nil
    ) -> AnyPublisher<E.Response, Failure> {
        EnginePublisher(engine) { result(of: await engine.fetchExchange(endpoint, in: environment)) }
            .eraseToAnyPublisher()
    }

    /// Sends and decodes a batch when a subscriber asks and publishes all values at once, in the order of the drafts, or
    /// fails with the first failure, which cancels the others.
    public func batchPublisher<Decoder: ResponseDecoder>(
        for drafts: [RequestDraft], decoder: Decoder, limit: Int = 6
    ) -> AnyPublisher<[Decoder.Value], Failure> {
        EnginePublisher.catching(engine) { () async throws(Failure) in
            try await fetchAll(drafts, decoder: decoder, limit: limit)
        }
    }

    /// The same for endpoints.
    public func batchPublisher<E: Endpoint>(
        for endpoints: [E], in environment: Environment? = nil, limit: Int = 6
    ) -> AnyPublisher<[E.Response], Failure> {
        EnginePublisher.catching(engine) { () async throws(Failure) in
            try await fetchAll(endpoints, in: environment, limit: limit)
        }
    }
}
