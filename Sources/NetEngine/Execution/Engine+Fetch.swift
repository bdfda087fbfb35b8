/// A decoded value together with everything that happened.
public struct Fetched<Value: Sendable>: Sendable {
    /// The value, or the error of the exchange.
    public let result: Result<Value, EngineError>
    /// When the body could not be decoded, its `error` is that fault.
    public let exchange: Exchange

    /// The value, or nil.
    public var value: Value? { try? result.get() }
}

extension Engine {
    /// Sends, and decodes the body of an answer that succeeded.
    ///
    /// A request that names no `Accept` gets the decoder's. Cancelling the surrounding task cancels the exchange.
    /// - Throws: the error of the exchange; `decoding` or `api` when the answer came but the body will not do.
    @concurrent
    public func fetch<Decoder: ResponseDecoder>(
        _ draft: RequestDraft, decoder: Decoder, id: ExchangeID? = nil
    ) async throws(EngineError) -> Decoder.Value {
        try await fetchExchange(draft, decoder: decoder, id: id).result.get()
    }

    /// Sends, and makes a value of `type` of the body.
    /// - Parameter decoder: `.json(…)` with a `JSONDecoder` of your own, or any `BodyFormat`. Default plain JSON.
    /// - Throws: as `fetch(_:decoder:id:)`.
    @concurrent
    public func fetch<T: Decodable & Sendable>(
        _ draft: RequestDraft, as type: T.Type = T.self, decoder: some BodyFormat = JSONFormat(), id: ExchangeID? = nil
    ) async throws(EngineError) -> T {
        try await fetch(draft, decoder: decoder.decoder(for: type), id: id)
    }

    /// The same, giving both the value and the exchange. Never throws.
    @concurrent
    public func fetchExchange<Decoder: ResponseDecoder>(
        _ draft: RequestDraft, decoder: Decoder, id: ExchangeID? = nil
    ) async -> Fetched<Decoder.Value> {
        await send(draft.accepting(decoder.accept), id: id).decoded(by: decoder)
    }

    /// The same for a `Decodable` type.
    @concurrent
    public func fetchExchange<T: Decodable & Sendable>(
        _ draft: RequestDraft, as type: T.Type = T.self, decoder: some BodyFormat = JSONFormat(), id: ExchangeID? = nil
    ) async -> Fetched<T> {
        await fetchExchange(draft, decoder: decoder.decoder(for: type), id: id)
    }
}

extension Exchange {
    /// The body's value. An exchange that failed already keeps its error; a body that will not do becomes the error.
    public func decoded<Decoder: ResponseDecoder>(by decoder: Decoder) -> Fetched<Decoder.Value> {
        if let error { return Fetched(result: .failure(error), exchange: self) }
        guard let response else {
            let error = EngineError(.internal, "The exchange has neither an answer nor an error.")
            return Fetched(result: .failure(error), exchange: failing(error))
        }
        do {
            return Fetched(result: .success(try decoder.decode(response)), exchange: self)
        } catch {
            return Fetched(result: .failure(error), exchange: failing(error))
        }
    }

    private func failing(_ error: EngineError) -> Exchange {
        Exchange(id: id, draft: draft, startedAt: startedAt, hops: hops, timings: timings, error: error)
    }
}

extension RequestDraft {
    func accepting(_ accept: String?) -> RequestDraft {
        guard let accept, !headers.contains("Accept") else { return self }
        var draft = self
        draft.headers.append(HeaderField("Accept", accept, origin: .engine))
        return draft
    }
}
