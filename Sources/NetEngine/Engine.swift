/// The network layer's front door.
///
/// Thread-safe; make one for a program. `send` never throws and never blocks the caller's thread.
public final class Engine: Sendable {
    public init(configuration: EngineConfiguration = EngineConfiguration()) {}

    /// A fresh id, unique in this process: for callers that must know it before the send begins.
    public func makeID() -> ExchangeID { ExchangeID(rawValue: 0) }

    /// Sends and waits for the end, whatever it is. Cancelling the surrounding task cancels the exchange.
    public func send(_ draft: RequestDraft, id: ExchangeID? = nil) async -> Exchange {
        fatalError("skeleton")
    }

    /// Ends the exchange with `cancelled`, at whatever moment it is; nothing happens if it is over.
    public func cancel(_ id: ExchangeID) {}
    public func cancelAll() {}

    /// A new subscription to every event from now on. Ends when the stream is dropped or the engine goes.
    public func events() -> AsyncStream<EngineEvent> { AsyncStream { $0.finish() } }

    /// Closes all connections and stops the engine thread; what is in flight ends as `cancelled`.
    public func shutdown() async {}
}

/// What holds for all requests of an engine.
public struct EngineConfiguration: Sendable {
    public var userAgent: String
    public init(userAgent: String = "NetEngine/1.0") { self.userAgent = userAgent }
}
