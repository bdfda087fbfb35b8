/// What holds for all requests of an engine.
public struct EngineConfiguration: Sendable {
    /// The `User-Agent` of requests that type none.
    public var userAgent: String
    /// Asked before each request to another machine.
    public var reachability: any Reachability
    /// nil means a `CurlTransport` with `trust` and `connectionLimits`.
    public var transport: (any Transport)?
    /// Which certificate authorities are trusted; by default as the process environment says.
    public var trust: TrustSettings
    /// What the proxy choice `environment` goes by; by default what the process environment says.
    public var proxyEnvironment: ProxyEnvironment
    /// How many connections are opened and kept.
    public var connectionLimits: ConnectionLimits
    /// Adapt each request in this order, before redirects and retries too; asked to recover in the opposite order.
    public var interceptors: [any Interceptor]
    /// Waits out the time before a retry. Limits of time are measured by the machine's own clock.
    public var clock: any Clock<Duration>

    /// `NetEngine/1.0`.
    public static let defaultUserAgent = "NetEngine/1.0"

    public init(
        userAgent: String = defaultUserAgent, reachability: any Reachability = InterfaceReachability(),
        transport: (any Transport)? = nil, trust: TrustSettings = .fromProcessEnvironment(),
        interceptors: [any Interceptor] = [], clock: any Clock<Duration> = ContinuousClock(),
        proxyEnvironment: ProxyEnvironment = .fromProcessEnvironment(),
        connectionLimits: ConnectionLimits = ConnectionLimits()
    ) {
        self.userAgent = userAgent
        self.reachability = reachability
        self.transport = transport
        self.trust = trust
        self.interceptors = interceptors
        self.clock = clock
        self.proxyEnvironment = proxyEnvironment
        self.connectionLimits = connectionLimits
    }
}
