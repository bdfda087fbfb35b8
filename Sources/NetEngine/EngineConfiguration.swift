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

    public init(
        userAgent: String = "NetEngine/1.0", reachability: any Reachability = InterfaceReachability(),
        transport: (any Transport)? = nil, trust: TrustSettings = .fromProcessEnvironment()
    ) {
        self.userAgent = userAgent
        self.reachability = reachability
        self.transport = transport
        self.trust = trust
    }
}
