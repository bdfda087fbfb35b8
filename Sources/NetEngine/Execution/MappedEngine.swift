import Dispatch

/// An engine whose failures are your own type: the mapping is in one place, and every style of call uses it.
///
/// ```swift
/// enum ShopError: Error { case soldOut, signIn, network(EngineError) }
///
/// let shop = engine.mappingErrors { error, exchange in
///     switch (error.category, exchange.response?.status) {
///     case (.clientError, 401): ShopError.signIn
///     case (.clientError, 409): ShopError.soldOut
///     default: ShopError.network(error)
///     }
/// }
/// do throws(ShopError) { orders = try await shop.fetch(Shop.orders) } catch .signIn { … }
/// ```
/// Publishers are in the product NetEnginePublishers. Exchanges, events and logs keep the `EngineError`.
public struct MappedEngine<Failure: Error>: Sendable {
    /// The engine that sends; its own calls throw `EngineError`.
    public let engine: Engine
    private let mapping: @Sendable (EngineError, Exchange) -> Failure

    /// An engine with a mapping; `Engine.mappingErrors(_:)` is the same.
    ///
    /// The mapping receives the error and the exchange that it ended: request, response as far as it arrived, attempts. It is
    /// called on any thread.
    public init(_ engine: Engine, mapping: @escaping @Sendable (EngineError, Exchange) -> Failure) {
        self.engine = engine
        self.mapping = mapping
    }

    /// The mapped error of an exchange; nil for a success.
    public func failure(of exchange: Exchange) -> Failure? { exchange.error.map { mapping($0, exchange) } }

    /// The value, or the mapped error.
    public func result<Value>(of fetched: Fetched<Value>) -> Result<Value, Failure> {
        fetched.result.mapError { mapping($0, fetched.exchange) }
    }

    // MARK: One request

    /// Sends, and decodes the body of a success; see `Engine.fetch(_:decoder:id:)`.
    /// - Throws: the mapped error of the exchange.
    @concurrent
    public func fetch<Decoder: ResponseDecoder>(
        _ draft: RequestDraft, decoder: Decoder, id: ExchangeID? = nil
    ) async throws(Failure) -> Decoder.Value {
        try result(of: await engine.fetchExchange(draft, decoder: decoder, id: id)).get()
    }

    /// Sends, and makes a value of `type` of the body; see `Engine.fetch(_:as:decoder:id:)`.
    /// - Throws: the mapped error of the exchange.
    @concurrent
    public func fetch<T: Decodable & Sendable>(
        _ draft: RequestDraft, as type: T.Type = T.self, decoder: some BodyFormat = JSONFormat(), id: ExchangeID? = nil
    ) async throws(Failure) -> T {
        try result(of: await engine.fetchExchange(draft, as: type, decoder: decoder, id: id)).get()
    }

    /// Sends an endpoint, and decodes the response by the endpoint's own decoder; see `Engine.fetch(_:in:id:)`.
    /// - Throws: the mapped error of the exchange.
    @concurrent
    public func fetch<E: Endpoint>(
        _ endpoint: E, in environment: Environment? = nil, id: ExchangeID? = nil
    ) async throws(Failure) -> E.Response {
        try result(of: await engine.fetchExchange(endpoint, in: environment, id: id)).get()
    }

    /// Sends, decodes, and calls `completion` on `queue`, exactly once, with the value or the mapped error.
    @discardableResult
    public func fetch<Decoder: ResponseDecoder>(
        _ draft: RequestDraft, decoder: Decoder, id: ExchangeID? = nil, on queue: DispatchQueue,
        completion: @escaping @Sendable (Result<Decoder.Value, Failure>) -> Void
    ) -> EngineTask {
        engine.start(
            id: id, { result(of: await engine.fetchExchange(draft, decoder: decoder, id: id)) }, on: queue, completion)
    }

    /// Sends, decodes, and calls `completion` on the main actor, exactly once, with the value or the mapped error.
    @discardableResult
    public func fetch<Decoder: ResponseDecoder>(
        _ draft: RequestDraft, decoder: Decoder, id: ExchangeID? = nil,
        completion: @escaping @MainActor @Sendable (Result<Decoder.Value, Failure>) -> Void
    ) -> EngineTask { fetch(draft, decoder: decoder, id: id, on: .main, completion: onMain(completion)) }

    /// Sends an endpoint, decodes by its decoder, and calls `completion` on `queue`, exactly once, with the value or the mapped
    /// error.
    @discardableResult
    public func fetch<E: Endpoint>(
        _ endpoint: E, in environment: Environment? = nil, id: ExchangeID? = nil, on queue: DispatchQueue,
        completion: @escaping @Sendable (Result<E.Response, Failure>) -> Void
    ) -> EngineTask {
        engine.start(
            id: id, { result(of: await engine.fetchExchange(endpoint, in: environment, id: id)) }, on: queue,
            completion)
    }

    /// Sends an endpoint, decodes by its decoder, and calls `completion` on the main actor, exactly once, with the value or the
    /// mapped error.
    @discardableResult
    public func fetch<E: Endpoint>(
        _ endpoint: E, in environment: Environment? = nil, id: ExchangeID? = nil,
        completion: @escaping @MainActor @Sendable (Result<E.Response, Failure>) -> Void
    ) -> EngineTask { fetch(endpoint, in: environment, id: id, on: .main, completion: onMain(completion)) }

    // MARK: Batches

    /// Sends and decodes all, at most `limit` at once, and gives the values in the order of the drafts.
    /// - Throws: the mapped error of the failure that came first; the others are cancelled then.
    @concurrent
    public func fetchAll<Decoder: ResponseDecoder>(
        _ drafts: [RequestDraft], decoder: Decoder, limit: Int = 6
    ) async throws(Failure) -> [Decoder.Value] {
        try all(
            await engine.fetchExchanges(
                drafts, decoder: decoder, options: BatchOptions(limit: limit, failureMode: .failFast))
        ).get()
    }

    /// Sends and decodes all endpoints, each by its own decoder, at most `limit` at once, and gives the values in their order.
    /// - Throws: the mapped error of the failure that came first; the others are cancelled then.
    @concurrent
    public func fetchAll<E: Endpoint>(
        _ endpoints: [E], in environment: Environment? = nil, limit: Int = 6
    ) async throws(Failure) -> [E.Response] {
        try all(
            await engine.fetchExchanges(
                endpoints, in: environment, options: BatchOptions(limit: limit, failureMode: .failFast))
        ).get()
    }

    /// Sends and decodes all, and gives each value or mapped error, in the order of the drafts. Never throws; `options`
    /// determines what a failure does to the others.
    @concurrent
    public func results<Decoder: ResponseDecoder>(
        _ drafts: [RequestDraft], decoder: Decoder, options: BatchOptions = BatchOptions()
    ) async -> [Result<Decoder.Value, Failure>] {
        await engine.fetchExchanges(drafts, decoder: decoder, options: options).map(result)
    }

    /// Sends and decodes all endpoints, and gives each value or mapped error, in the order of the endpoints. Never throws;
    /// `options` determines what a failure does to the others.
    @concurrent
    public func results<E: Endpoint>(
        _ endpoints: [E], in environment: Environment? = nil, options: BatchOptions = BatchOptions()
    ) async -> [Result<E.Response, Failure>] {
        await engine.fetchExchanges(endpoints, in: environment, options: options).map(result)
    }

    /// Sends and decodes all, and calls `completion` on `queue`, exactly once, with the values in the order of the drafts, or with
    /// the mapped error of the failure that came first.
    @discardableResult
    public func fetchAll<Decoder: ResponseDecoder>(
        _ drafts: [RequestDraft], decoder: Decoder, limit: Int = 6, on queue: DispatchQueue,
        completion: @escaping @Sendable (Result<[Decoder.Value], Failure>) -> Void
    ) -> EngineTask {
        let options = BatchOptions(limit: limit, failureMode: .failFast)
        return engine.start(
            { all(await engine.fetchExchanges(drafts, decoder: decoder, options: options)) }, on: queue, completion)
    }

    /// Sends and decodes all, and calls `completion` on the main actor, exactly once, with the values in the order of the drafts,
    /// or with the mapped error of the failure that came first.
    @discardableResult
    public func fetchAll<Decoder: ResponseDecoder>(
        _ drafts: [RequestDraft], decoder: Decoder, limit: Int = 6,
        completion: @escaping @MainActor @Sendable (Result<[Decoder.Value], Failure>) -> Void
    ) -> EngineTask { fetchAll(drafts, decoder: decoder, limit: limit, on: .main, completion: onMain(completion)) }

    /// Sends and decodes all endpoints, and calls `completion` on `queue`, exactly once, with the values in their order, or with
    /// the mapped error of the failure that came first.
    @discardableResult
    public func fetchAll<E: Endpoint>(
        _ endpoints: [E], in environment: Environment? = nil, limit: Int = 6, on queue: DispatchQueue,
        completion: @escaping @Sendable (Result<[E.Response], Failure>) -> Void
    ) -> EngineTask {
        let options = BatchOptions(limit: limit, failureMode: .failFast)
        return engine.start(
            { all(await engine.fetchExchanges(endpoints, in: environment, options: options)) }, on: queue, completion)
    }

    /// Sends and decodes all endpoints, and calls `completion` on the main actor, exactly once, with the values in their order, or
    /// with the mapped error of the failure that came first.
    @discardableResult
    public func fetchAll<E: Endpoint>(
        _ endpoints: [E], in environment: Environment? = nil, limit: Int = 6,
        completion: @escaping @MainActor @Sendable (Result<[E.Response], Failure>) -> Void
    ) -> EngineTask { fetchAll(endpoints, in: environment, limit: limit, on: .main, completion: onMain(completion)) }

    private func all<Value>(_ all: [Fetched<Value>]) -> Result<[Value], Failure> {
        if let first = Engine.firstFailure(in: all) { return result(of: first).map { [$0] } }
        return .success(all.compactMap(\.value))
    }
}

extension Engine {
    /// This engine with an error type of your own.
    /// - Parameter mapping: receives the error and the exchange that it ended.
    public func mappingErrors<Failure: Error>(
        _ mapping: @escaping @Sendable (EngineError, Exchange) -> Failure
    ) -> MappedEngine<Failure> { MappedEngine(self, mapping: mapping) }
}
