/// The settings of an engine, for all of its requests.
public struct EngineConfiguration: Sendable {
    /// The `User-Agent` (RFC 9110 §10.1.5) of requests that type none. Default `NetEngine/1.0`.
    public var userAgent: String
    /// The options of all requests, where neither the endpoint or draft nor an interceptor sets them. Default none.
    public var options: RequestOptions
    /// Asked before each request to another machine. Default `InterfaceReachability`, which looks at this machine's network
    /// interfaces. What it says does not count for a host that the machine finds without a network, by /etc/hosts.
    public var reachability: any Reachability
    /// What sends requests; nil, the default, means a `CurlTransport` with `trust`, `connectionLimits` and `threads`.
    public var transport: (any Transport)?
    /// Which certificate authorities are trusted; by default as the process environment says.
    public var trust: TrustSettings
    /// What the proxy choice `environment` goes by; by default what the process environment says.
    public var proxyEnvironment: ProxyEnvironment
    /// How many connections are opened and kept. By default any number is opened, and 128 idle ones are kept.
    public var connectionLimits: ConnectionLimits
    /// Threads of the engine, 1 to 64. Default 1, which carries some 30,000 small requests a second.
    ///
    /// More of them help programs that send more than that, from tasks on each of `Engine.executors`. Each thread has
    /// its own connections, so an HTTP/2 server sees one for each; where `connectionLimits` bounds the open ones there
    /// is one thread.
    public var threads: Int
    /// Adapt each request in this order, before redirects and retries too; asked to recover in the opposite order. Those of
    /// the request's environment follow, then those of its endpoint: see `Environment.interceptors`.
    ///
    /// What types a field comes before what would add it: a typed or earlier `Authorization` or `Cookie` stays. A good
    /// order is: default fields, request id, cookie jar, credentials, rate limit, and `AWSSignature` last, because it signs
    /// what the others added. Default none.
    public var interceptors: [any Interceptor]
    /// The clock of the wait before a retry; default `ContinuousClock`. Timeouts are measured by the machine's own clock.
    public var clock: any Clock<Duration>
    /// Stores responses for reuse (RFC 9111); nil, the default, means no cache.
    public var cache: (any CacheStore)?
    /// Whether a response that says nothing of its lifetime is taken to be fresh for a tenth of the time since its
    /// `Last-Modified` (RFC 9111 §4.2.2). If not, such a response is revalidated before each use. Default true.
    public var usesHeuristicFreshness: Bool
    /// Whether the cache compares a condition that the caller typed (`If-None-Match`, `If-Modified-Since`) with what is stored
    /// (RFC 9111 §4.3.2). If not, a request of mode `default` with any condition goes to the server and past the cache, as in
    /// the Fetch standard. Default true.
    public var evaluatesConditions: Bool
    /// The wall clock by which the cache computes ages; default the machine's.
    public var now: @Sendable () -> Timestamp
    /// Whether a request waits for an equal one in flight, to use the response that this one stores (RFC 9111 §4).
    /// Default false.
    public var collapsesForwarding: Bool

    /// Names that are tried without a network, too.
    var hosts = HostsFile()

    /// `NetEngine/1.0`.
    public static let defaultUserAgent = RequestBuilder.defaultUserAgent

    /// The defaults: libcurl, the authorities of the process environment, this machine's network interfaces, no
    /// interceptors, no cache.
    public init(
        userAgent: String = defaultUserAgent, options: RequestOptions = RequestOptions(),
        reachability: any Reachability = InterfaceReachability(),
        transport: (any Transport)? = nil, trust: TrustSettings = .fromProcessEnvironment(),
        interceptors: [any Interceptor] = [], clock: any Clock<Duration> = ContinuousClock(),
        proxyEnvironment: ProxyEnvironment = .fromProcessEnvironment(),
        connectionLimits: ConnectionLimits = ConnectionLimits(), threads: Int = 1,
        cache: (any CacheStore)? = nil, now: @escaping @Sendable () -> Timestamp = { Timestamp.now },
        usesHeuristicFreshness: Bool = true, evaluatesConditions: Bool = true, collapsesForwarding: Bool = false
    ) {
        self.userAgent = userAgent
        self.options = options
        self.reachability = reachability
        self.transport = transport
        self.trust = trust
        self.interceptors = interceptors
        self.clock = clock
        self.proxyEnvironment = proxyEnvironment
        self.connectionLimits = connectionLimits
        self.threads = threads
        self.cache = cache
        self.now = now
        self.usesHeuristicFreshness = usesHeuristicFreshness
        self.evaluatesConditions = evaluatesConditions
        self.collapsesForwarding = collapsesForwarding
    }
}
