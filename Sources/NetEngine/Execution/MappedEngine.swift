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

    /// As `Engine.fetch(_:decoder:id:)`.
    @concurrent
    public func fetch<Decoder: ResponseDecoder>(
        _ draft: RequestDraft, decoder: Decoder, id: ExchangeID? = nil
    ) async throws(Failure) -> Decoder.Value {
        try result(of: await engine.fetchExchange(draft, decoder: decoder, id: id)).get()
    }

    /// As `Engine.fetch(_:as:decoder:id:)`.
    @concurrent
    public func fetch<T: Decodable & Sendable>(
        _ draft: RequestDraft, as type: T.Type = T.self, decoder: some BodyFormat = JSONFormat(), id: ExchangeID? = nil
    ) async throws(Failure) -> T {
        try result(of: await engine.fetchExchange(draft, as: type, decoder: decoder, id: id)).get()
    }

    /// As `Engine.fetch(_:in:id:)`.
    @concurrent
    public func fetch<E: Endpoint>(
        _ endpoint: E, in environment: Environment? = nil, id: ExchangeID? = nil
    ) async throws(Failure) -> E.Response {
        try result(of: await engine.fetchExchange(endpoint, in: environment, id: id)).get()
    }

    /// Calls `completion` on `queue`, exactly once; as `Engine.fetch(_:decoder:id:on:completion:)`.
    @discardableResult
    public func fetch<Decoder: ResponseDecoder>(
        _ draft: RequestDraft, decoder: Decoder, id: ExchangeID? = nil, on queue: DispatchQueue,
        completion: @escaping @Sendable (Result<Decoder.Value, Failure>) -> Void
    ) -> EngineTask {
        engine.start(
            id: id, { result(of: await engine.fetchExchange(draft, decoder: decoder, id: id)) }, on: queue, completion)
    }

    /// The same on the main actor.
    @discardableResult
    public func fetch<Decoder: ResponseDecoder>(
        _ draft: RequestDraft, decoder: Decoder, id: ExchangeID? = nil,
        completion: @escaping @MainActor @Sendable (Result<Decoder.Value, Failure>) -> Void
    ) -> EngineTask { fetch(draft, decoder: decoder, id: id, on: .main, completion: onMain(completion)) }

    /// The same for an endpoint.
    @discardableResult
    public func fetch<E: Endpoint>(
        _ endpoint: E, in environment: Environment? = nil, id: ExchangeID? = nil, on queue: DispatchQueue,
        completion: @escaping @Sendable (Result<E.Response, Failure>) -> Void
    ) -> EngineTask {
        engine.start(
            id: id, { result(of: await engine.fetchExchange(endpoint, in: environment, id: id)) }, on: queue,
            completion)
    }

    /// The same for an endpoint, on the main actor.
    @discardableResult
    public func fetch<E: Endpoint>(
        _ endpoint: E, in environment: Environment? = nil, id: ExchangeID? = nil,
        completion: @escaping @MainActor @Sendable (Result<E.Response, Failure>) -> Void
    ) -> EngineTask { fetch(endpoint, in: environment, id: id, on: .main, completion: onMain(completion)) }

    // MARK: Batches

    /// As `Engine.fetchAll(_:decoder:limit:)`: all values, or the failure that came first.
    @concurrent
    public func fetchAll<Decoder: ResponseDecoder>(
        _ drafts: [RequestDraft], decoder: Decoder, limit: Int = 6
    ) async throws(Failure) -> [Decoder.Value] {
        try all(
            await engine.fetchExchanges(
                drafts, decoder: decoder, options: BatchOptions(limit: limit, failureMode: .failFast))
        ).get()
    }

    /// The same for endpoints.
    @concurrent
    public func fetchAll<E: Endpoint>(
        _ endpoints: [E], in environment: Environment? = nil, limit: Int = 6
    ) async throws(Failure) -> [E.Response] {
        try all(
            await engine.fetchExchanges(
                endpoints, in: environment, options: BatchOptions(limit: limit, failureMode: .failFast))
        ).get()
    }

    /// Each value or failure, in the order of the drafts.
    @concurrent
    public func results<Decoder: ResponseDecoder>(
        _ drafts: [RequestDraft], decoder: Decoder, options: BatchOptions = BatchOptions()
    ) async -> [Result<Decoder.Value, Failure>] {
        await engine.fetchExchanges(drafts, decoder: decoder, options: options).map(result)
    }

    /// The same for endpoints.
    @concurrent
    public func results<E: Endpoint>(
        _ endpoints: [E], in environment: Environment? = nil, options: BatchOptions = BatchOptions()
    ) async -> [Result<E.Response, Failure>] {
        await engine.fetchExchanges(endpoints, in: environment, options: options).map(result)
    }

    /// All values, or the failure that came first, on `queue`; called exactly once.
    @discardableResult
    public func fetchAll<Decoder: ResponseDecoder>(
        _ drafts: [RequestDraft], decoder: Decoder, limit: Int = 6, on queue: DispatchQueue,
        completion: @escaping @Sendable (Result<[Decoder.Value], Failure>) -> Void
    ) -> EngineTask {
        let options = BatchOptions(limit: limit, failureMode: .failFast)
        return engine.start(
            { all(await engine.fetchExchanges(drafts, decoder: decoder, options: options)) }, on: queue, completion)
    }

    /// The same on the main actor.
    @discardableResult
    public func fetchAll<Decoder: ResponseDecoder>(
        _ drafts: [RequestDraft], decoder: Decoder, limit: Int = 6,
        completion: @escaping @MainActor @Sendable (Result<[Decoder.Value], Failure>) -> Void
    ) -> EngineTask { fetchAll(drafts, decoder: decoder, limit: limit, on: .main, completion: onMain(completion)) }

    /// The same for endpoints.
    @discardableResult
    public func fetchAll<E: Endpoint>(
        _ endpoints: [E], in environment: Environment? = nil, limit: Int = 6, on queue: DispatchQueue,
        completion: @escaping @Sendable (Result<[E.Response], Failure>) -> Void
    ) -> EngineTask {
        let options = BatchOptions(limit: limit, failureMode: .failFast)
        return engine.start(
            { all(await engine.fetchExchanges(endpoints, in: environment, options: options)) }, on: queue, completion)
    }

    /// The same for endpoints, on the main actor.
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
