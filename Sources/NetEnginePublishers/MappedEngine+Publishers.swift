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
        EnginePublisher { result(of: await engine.fetchExchange(draft, decoder: decoder)) }.eraseToAnyPublisher()
    }

    /// The same for an endpoint.
    public func publisher<E: Endpoint>(
        for endpoint: E, in environment: Environment? = nil
    ) -> AnyPublisher<E.Response, Failure> {
        EnginePublisher { result(of: await engine.fetchExchange(endpoint, in: environment)) }.eraseToAnyPublisher()
    }

    /// Sends and decodes a batch when a subscriber asks and publishes all values at once, in the order of the drafts, or
    /// fails with the first failure, which cancels the others.
    public func batchPublisher<Decoder: ResponseDecoder>(
        for drafts: [RequestDraft], decoder: Decoder, limit: Int = 6
    ) -> AnyPublisher<[Decoder.Value], Failure> {
        EnginePublisher { () -> Result<[Decoder.Value], Failure> in
            do throws(Failure) {
                return .success(try await fetchAll(drafts, decoder: decoder, limit: limit))
            } catch {
                return .failure(error)
            }
        }.eraseToAnyPublisher()
    }
}
