/// How long each phase took. A phase that did not happen (dns on a reused connection) is nil, never zero.
public struct PhaseTimings: Sendable, Hashable {
    /// Until work began; see `Phase.queue`.
    public var queue: Duration?
    /// Looking the name up; nil for an address, or on a kept connection.
    public var dns: Duration?
    /// TCP connection and the tunnel through a proxy; nil on a kept connection.
    public var connect: Duration?
    /// The TLS handshake; nil on plain and on kept connections.
    public var tls: Duration?
    /// See `Phase.send`.
    public var send: Duration?
    /// From the request's last byte to the answer's first.
    public var wait: Duration?
    /// From the answer's first byte to its last.
    public var receive: Duration?
    /// From the start to the end, with what lies between the phases.
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

    /// The time of one phase; nil where it did not happen.
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

    /// From the start to the answer's first byte, or nil if none came.
    public var firstByte: Duration? {
        guard wait != nil else { return nil }
        return [queue, dns, connect, tls, send, wait].compactMap(\.self).reduce(.zero, +)
    }
}
