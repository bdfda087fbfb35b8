/// How long each phase may take; nil means no separate limit (the total still applies).
///
/// Each limit is an option by itself: one that is not set is that of the layer before (see `RequestOptions`), and its default
/// if no layer sets it.
public struct Timeouts: Sendable, Hashable {
    /// The outer nil means not set.
    private struct Limits: Sendable, Hashable {
        var dns: Duration??
        var connect: Duration??
        var tls: Duration??
        var send: Duration??
        var firstByte: Duration??
        var receive: Duration??
        var total: Duration??
    }

    private var limits = Limits()

    /// Looking up the host name. Default no separate limit.
    public var dns: Duration? {
        get { limits.dns ?? nil }
        set { limits.dns = .some(newValue) }
    }
    /// TCP connection, after the name is known, and the tunnel through a proxy. The addresses of a host share it: one that
    /// does not answer gets half of what is left, the last the rest. Default 10 s.
    public var connect: Duration? {
        get { limits.connect ?? .seconds(10) }
        set { limits.connect = .some(newValue) }
    }
    /// The TLS handshake. Default no separate limit.
    public var tls: Duration? {
        get { limits.tls ?? nil }
        set { limits.tls = .some(newValue) }
    }
    /// From the ready connection to the request's last byte. Default no separate limit.
    public var send: Duration? {
        get { limits.send ?? nil }
        set { limits.send = .some(newValue) }
    }
    /// From the request's last byte to the response's first. Default no separate limit.
    public var firstByte: Duration? {
        get { limits.firstByte ?? nil }
        set { limits.firstByte = .some(newValue) }
    }
    /// From the response's first byte to its last. Default no separate limit.
    public var receive: Duration? {
        get { limits.receive ?? nil }
        set { limits.receive = .some(newValue) }
    }
    /// All hops and attempts together, from the start of the exchange. Default 60 s.
    public var total: Duration? {
        get { limits.total ?? .seconds(60) }
        set { limits.total = .some(newValue) }
    }

    /// What a parameter of the initialiser is that the caller leaves out: nil means no limit there, as in the properties.
    @usableFromInline static let unset: Duration? = .seconds(Int64.min)

    /// Sets the limits that are named.
    public init(
        dns: Duration? = unset, connect: Duration? = unset, tls: Duration? = unset, send: Duration? = unset,
        firstByte: Duration? = unset, receive: Duration? = unset, total: Duration? = unset
    ) {
        func given(_ limit: Duration?) -> Duration?? { limit == Self.unset ? nil : .some(limit) }
        limits = Limits(
            dns: given(dns), connect: given(connect), tls: given(tls), send: given(send), firstByte: given(firstByte),
            receive: given(receive), total: given(total))
    }

    /// Limits everything before the request is sent: looking up the name, connecting and the TLS handshake may take that long each.
    ///
    /// `connect` alone leaves a server that accepts connections but never answers the handshake to `total`.
    public mutating func limitConnecting(to limit: Duration?) {
        dns = limit
        connect = limit
        tls = limit
    }

    /// These limits, and those of the layer before where these set none.
    func over(_ base: Timeouts) -> Timeouts {
        var merged = self
        merged.limits = Limits(
            dns: limits.dns ?? base.limits.dns, connect: limits.connect ?? base.limits.connect,
            tls: limits.tls ?? base.limits.tls, send: limits.send ?? base.limits.send,
            firstByte: limits.firstByte ?? base.limits.firstByte, receive: limits.receive ?? base.limits.receive,
            total: limits.total ?? base.limits.total)
        return merged
    }
}
