/// How long each phase took. A phase that did not happen (dns on a reused connection) is nil, never zero.
public struct PhaseTimings: Sendable, Hashable {
    /// Until work began; see `Phase.queue`.
    public var queue: Duration?
    /// Looking up the host name; nil for an address, or on a reused connection.
    public var dns: Duration?
    /// TCP connection and the tunnel through a proxy; nil on a reused connection.
    public var connect: Duration?
    /// The TLS handshake; nil on plain and on reused connections.
    public var tls: Duration?
    /// From the connection being ready to the request's last byte handed to the kernel.
    public var send: Duration?
    /// From the request's last byte to the response's first.
    public var wait: Duration?
    /// From the response's first byte to its last, with the time in which content codings are undone.
    public var receive: Duration?
    /// From the start to the end, including the time between the phases.
    public var total: Duration

    /// All phases nil by default, as of an exchange in which nothing happened.
    public init(
        queue: Duration? = nil, dns: Duration? = nil, connect: Duration? = nil, tls: Duration? = nil,
        send: Duration? = nil, wait: Duration? = nil, receive: Duration? = nil, total: Duration = .zero
    ) {
        self.queue = queue
        self.dns = dns
        self.connect = connect
        self.tls = tls
        self.send = send
        self.wait = wait
        self.receive = receive
        self.total = total
    }

    /// The time of one phase; nil if it did not happen.
    public subscript(_ phase: Phase) -> Duration? {
        switch phase {
        case .queue: queue
        case .dns: dns
        case .connect: connect
        case .tls: tls
        case .send: send
        case .wait: wait
        case .receive: receive
        case .total: total
        }
    }

    /// From the start to the response's first byte, or nil if there was none.
    public var firstByte: Duration? {
        guard wait != nil else { return nil }
        return [queue, dns, connect, tls, send, wait].compactMap(\.self).reduce(.zero, +)
    }
}
