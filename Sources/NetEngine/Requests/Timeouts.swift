/// How long each phase may take; nil means no separate limit (the total still applies).
public struct Timeouts: Sendable, Hashable {
    /// Looking up the host name. Default no separate limit.
    public var dns: Duration?
    /// TCP connection, after the name is known, and the tunnel through a proxy. The addresses of a host share it: one that
    /// does not answer gets half of what is left, the last the rest. Default 10 s.
    public var connect: Duration?
    /// The TLS handshake. Default no separate limit.
    public var tls: Duration?
    /// From the ready connection to the request's last byte. Default no separate limit.
    public var send: Duration?
    /// From the request's last byte to the response's first.
    public var firstByte: Duration?
    /// From the response's first byte to its last.
    public var receive: Duration?
    /// All hops and attempts together, from the start of the exchange. Default 60 s.
    public var total: Duration?

    /// The defaults: 10 s to connect, 60 s in total.
    public init(
        dns: Duration? = nil, connect: Duration? = .seconds(10), tls: Duration? = nil, send: Duration? = nil,
        firstByte: Duration? = nil, receive: Duration? = nil, total: Duration? = .seconds(60)
    ) {
        self.dns = dns
        self.connect = connect
        self.tls = tls
        self.send = send
        self.firstByte = firstByte
        self.receive = receive
        self.total = total
    }
}
