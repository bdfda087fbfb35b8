/// The phases of an exchange, in the order they happen.
public enum Phase: String, Sendable, Hashable, CaseIterable, Codable {
    /// Waiting for a free place before work begins.
    case queue
    /// Looking the host's name up.
    case dns
    /// TCP connection, and the tunnel through a proxy.
    case connect
    /// The TLS handshake.
    case tls
    /// From the connection being ready to the request's last byte handed to the kernel.
    case send
    /// From the request's last byte to the answer's first.
    case wait
    /// From the answer's first byte to its last.
    case receive
    /// From the start of work to the end.
    case total

    /// The name that a timeout error uses: `wait` is called `first-byte` there.
    public var timeoutName: String { self == .wait ? "first-byte" : rawValue }
}

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

/// A moment of the wall clock, in microseconds since 1970-01-01T00:00:00Z.
public struct Timestamp: Sendable, Hashable, Comparable {
    /// Negative before 1970. Leap seconds do not count.
    public let microsecondsSince1970: Int64

    /// A moment from its number of microseconds.
    public init(microsecondsSince1970: Int64) { self.microsecondsSince1970 = microsecondsSince1970 }

    /// Whether a is earlier than b.
    public static func < (a: Timestamp, b: Timestamp) -> Bool { a.microsecondsSince1970 < b.microsecondsSince1970 }
}

/// Names one exchange within this process.
public struct ExchangeID: RawRepresentable, Sendable, Hashable, Comparable, CustomStringConvertible {
    /// From 1, in the order in which they were made.
    public let rawValue: UInt64
    /// An id from its number: for ids that were written somewhere. New ones come from `Engine.makeID`.
    public init(rawValue: UInt64) { self.rawValue = rawValue }
    /// Whether a was made earlier than b.
    public static func < (a: ExchangeID, b: ExchangeID) -> Bool { a.rawValue < b.rawValue }
    /// The number, in decimal digits.
    public var description: String { String(rawValue) }
}
