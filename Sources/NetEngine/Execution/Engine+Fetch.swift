import Synchronization

/// A decoded value together with everything that happened.
public struct Fetched<Value: Sendable>: Sendable {
    /// The value, or the error of the exchange.
    public let result: Result<Value, EngineError>
    /// If the body could not be decoded, its `error` says so.
    public let exchange: Exchange

    /// The value, or nil.
    public var value: Value? { try? result.get() }
}

/// Decoding is the last step of the exchange: events, logs and the `Exchange` report its failure as their error.
extension Engine {
    /// Sends, and decodes the body of a response that succeeded.
    ///
    /// A request that names no `Accept` gets the decoder's. Cancelling the surrounding task cancels the exchange.
    /// - Throws: the error of the exchange; `decoding` or `api` if the body is not what was expected.
    @concurrent
    public func fetch<Decoder: ResponseDecoder>(
        _ draft: RequestDraft, decoder: Decoder, id: ExchangeID? = nil
    ) async throws(EngineError) -> Decoder.Value {
        try await fetchExchange(draft, decoder: decoder, id: id).result.get()
    }

    /// Sends, and makes a value of `type` of the body.
    /// - Parameters:
    ///   - draft: what to send; its options win over those of the engine.
    ///   - type: can be left out where the compiler infers it.
    ///   - decoder: `.json(…)` with a `JSONDecoder` of your own, or any `BodyFormat`. Default plain JSON.
    ///   - id: as for `send(_:id:)`.
    /// - Throws: as `fetch(_:decoder:id:)`.
    @concurrent
    public func fetch<T: Decodable & Sendable>(
        _ draft: RequestDraft, as type: T.Type = T.self, decoder: some BodyFormat = JSONFormat(), id: ExchangeID? = nil
    ) async throws(EngineError) -> T {
        try await fetch(draft, decoder: decoder.decoder(for: type), id: id)
    }

    /// Sends an endpoint and decodes the response by the endpoint's own decoder.
    /// - Parameters:
    ///   - endpoint: says what to send and what comes back.
    ///   - environment: gives the base URL, unless the endpoint has its own, and the defaults.
    ///   - id: as for `send(_:id:)`.
    /// - Throws: as `fetch(_:decoder:id:)`; `request-build` when the endpoint makes no request.
    @concurrent
    public func fetch<E: Endpoint>(
        _ endpoint: E, in environment: Environment? = nil, id: ExchangeID? = nil
    ) async throws(EngineError) -> E.Response {
        try await fetchExchange(endpoint, in: environment, id: id).result.get()
    }

    /// Sends an endpoint and decodes the response by another decoder than the endpoint's.
    /// - Throws: as `fetch(_:in:id:)`.
    @concurrent
    public func fetch<Decoder: ResponseDecoder>(
        _ endpoint: some Endpoint, in environment: Environment? = nil, decoder: Decoder, id: ExchangeID? = nil
    ) async throws(EngineError) -> Decoder.Value {
        try await fetch(AnyEndpoint(endpoint, decoder: decoder), in: environment, id: id)
    }

    /// Sends an endpoint and makes a value of `type` of the body, whatever the endpoint's own response is.
    /// - Parameters:
    ///   - endpoint: says what to send.
    ///   - environment: as for `fetch(_:in:id:)`.
    ///   - type: what this response is.
    ///   - decoder: as for `fetch(_:as:decoder:id:)`.
    ///   - id: as for `send(_:id:)`.
    /// - Throws: as `fetch(_:in:id:)`.
    @concurrent
    public func fetch<T: Decodable & Sendable>(
        _ endpoint: some Endpoint, in environment: Environment? = nil, as type: T.Type,
        decoder: some BodyFormat = JSONFormat(), id: ExchangeID? = nil
    ) async throws(EngineError) -> T {
        try await fetch(endpoint, in: environment, decoder: decoder.decoder(for: type), id: id)
    }

    /// Sends, decodes the body of a success, and gives the value or the error together with the exchange.
    ///
    /// Never throws: a failure, that of the decoder too, is in `result` and in the `error` of the exchange.
    @concurrent
    public func fetchExchange<Decoder: ResponseDecoder>(
        _ draft: RequestDraft, decoder: Decoder, id: ExchangeID? = nil
    ) async -> Fetched<Decoder.Value> {
        await fetched(EngineRequest(draft: draft), accept: decoder.accept, id: id) { response throws(EngineError) in
            try decoder.decode(response)
        }
    }

    /// Sends, makes a value of `type` of the body of a success, and gives it or the error together with the exchange. Never
    /// throws; see `fetchExchange(_:decoder:id:)`.
    /// - Parameters:
    ///   - draft: what to send.
    ///   - type: can be left out where the compiler infers it.
    ///   - decoder: the format of the body. Default JSON.
    ///   - id: as for `send(_:id:)`.
    @concurrent
    public func fetchExchange<T: Decodable & Sendable>(
        _ draft: RequestDraft, as type: T.Type = T.self, decoder: some BodyFormat = JSONFormat(), id: ExchangeID? = nil
    ) async -> Fetched<T> {
        await fetchExchange(draft, decoder: decoder.decoder(for: type), id: id)
    }

    /// Sends an endpoint, decodes the response by the endpoint's own decoder, and gives the value or the error together with the
    /// exchange. Never throws; see `fetchExchange(_:decoder:id:)`.
    /// - Parameters:
    ///   - endpoint: what to send, and how its response is decoded.
    ///   - environment: as for `fetch(_:in:id:)`.
    ///   - id: as for `send(_:id:)`.
    @concurrent
    public func fetchExchange<E: Endpoint>(
        _ endpoint: E, in environment: Environment? = nil, id: ExchangeID? = nil
    ) async -> Fetched<E.Response> {
        let decoder = endpoint.decoder
        return await fetched(request(of: endpoint, in: environment), accept: decoder.accept, id: id) {
            response throws(EngineError) in
            try decoder.decode(response)
        }
    }

    private func fetched<Value: Sendable>(
        _ request: EngineRequest, accept: String?, id: ExchangeID?,
        decode: @escaping @Sendable (NetEngine.Response) throws(EngineError) -> Value
    ) async -> Fetched<Value> {
        let slot = DecodedValue<Value>()
        var request = request
        request.draft = request.draft.accepting(accept)
        let exchange = await perform(request, id: id, inspection: { slot.fill(from: $0, decode) })
        if let error = exchange.error { return Fetched(result: .failure(error), exchange: exchange) }
        return Fetched(result: slot.result, exchange: exchange)
    }
}

/// Takes the value out of the pipeline, which does not know its type.
private final class DecodedValue<Value: Sendable>: Sendable {
    private let value = Mutex<Value?>(nil)

    func fill(
        from response: Response, _ decode: (Response) throws(EngineError) -> Value
    ) -> EngineError? {
        do throws(EngineError) {
            let decoded = try decode(response)
            value.withLock { $0 = decoded }
            return nil
        } catch { return error }
    }

    var result: Result<Value, EngineError> {
        value.withLock { $0 }.map { .success($0) }
            ?? .failure(EngineError(.internal, "The exchange has neither a response nor an error."))
    }
}

extension Exchange {
    /// The body's value, of an exchange that is over. One that failed already keeps its error; a body that will not do
    /// becomes the error of the exchange that is returned.
    public func decoded<Decoder: ResponseDecoder>(by decoder: Decoder) -> Fetched<Decoder.Value> {
        if let error { return Fetched(result: .failure(error), exchange: self) }
        var copy = self
        do throws(EngineError) {
            guard let response else {
                throw EngineError(.internal, "The exchange has neither a response nor an error.")
            }
            return Fetched(result: .success(try decoder.decode(response)), exchange: self)
        } catch {
            copy.error = error
            return Fetched(result: .failure(error), exchange: copy)
        }
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
