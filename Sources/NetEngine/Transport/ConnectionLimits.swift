/// How many connections an engine opens and how long it keeps them.
public struct ConnectionLimits: Sendable, Hashable {
    /// Open at once to one host and port; further requests wait in the queue. Default nil, no limit.
    public var perHost: Int?
    /// Open at once to all hosts. Default nil, no limit.
    public var total: Int?
    /// Kept open without a request; beyond it the oldest is closed. Default 128.
    public var idle: Int
    /// A connection that was idle for longer is not used again, in whole seconds. Default 118 s: many servers close after
    /// 120 s.
    public var idleLifetime: Duration
    /// A connection that is older is not used again, in whole seconds. Default nil, no limit.
    public var lifetime: Duration?

    /// By default no limit of open connections, and 128 idle ones for 118 s.
    public init(
        perHost: Int? = nil, total: Int? = nil, idle: Int = 128, idleLifetime: Duration = .seconds(118),
        lifetime: Duration? = nil
    ) {
        self.perHost = perHost
        self.total = total
        self.idle = idle
        self.idleLifetime = idleLifetime
        self.lifetime = lifetime
    }
}
