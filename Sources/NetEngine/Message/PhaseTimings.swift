/// The phases of an exchange, in the order they happen.
public enum Phase: String, Sendable, Hashable, CaseIterable, Codable {
    /// Waiting for a free place before work begins.
    case queue
    case dns
    case connect
    case tls
    /// From the connection being ready to the request's last byte handed to the kernel.
    case send
    /// From the request's last byte to the answer's first.
    case wait
    /// From the answer's first byte to its last.
    case receive
    case total

    /// The name that a timeout error uses: `wait` is called `first-byte` there.
    public var timeoutName: String { self == .wait ? "first-byte" : rawValue }
}

/// How long each phase took. A phase that did not happen (dns on a reused connection) is nil, never zero.
public struct PhaseTimings: Sendable, Hashable {
    public var queue: Duration?
    public var dns: Duration?
    public var connect: Duration?
    public var tls: Duration?
    public var send: Duration?
    public var wait: Duration?
    public var receive: Duration?
    public var total: Duration

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
    public let microsecondsSince1970: Int64

    public init(microsecondsSince1970: Int64) { self.microsecondsSince1970 = microsecondsSince1970 }

    public static func < (a: Timestamp, b: Timestamp) -> Bool { a.microsecondsSince1970 < b.microsecondsSince1970 }
}

/// Names one exchange within this process.
public struct ExchangeID: RawRepresentable, Sendable, Hashable, Comparable, CustomStringConvertible {
    public let rawValue: UInt64
    public init(rawValue: UInt64) { self.rawValue = rawValue }
    public static func < (a: ExchangeID, b: ExchangeID) -> Bool { a.rawValue < b.rawValue }
    public var description: String { String(rawValue) }
}
