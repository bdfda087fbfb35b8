/// What holds for all requests of an engine.
public struct EngineConfiguration: Sendable {
    /// The `User-Agent` of requests that type none.
    public var userAgent: String
    /// Asked before each request to another machine.
    public var reachability: any Reachability
    /// nil means a `CurlTransport` with `trust`.
    public var transport: (any Transport)?
    /// Which certificate authorities are trusted; by default as the process environment says.
    public var trust: TrustSettings
    /// Adapt each request in this order, before redirects and retries too; asked to recover in the opposite order.
    public var interceptors: [any Interceptor]
    /// Waits out the time before a retry. Limits of time are measured by the machine's own clock.
    public var clock: any Clock<Duration>

    public init(
        userAgent: String = "NetEngine/1.0", reachability: any Reachability = InterfaceReachability(),
        transport: (any Transport)? = nil, trust: TrustSettings = .fromProcessEnvironment(),
        interceptors: [any Interceptor] = [], clock: any Clock<Duration> = ContinuousClock()
    ) {
        self.userAgent = userAgent
        self.reachability = reachability
        self.transport = transport
        self.trust = trust
        self.interceptors = interceptors
        self.clock = clock
    }
}
