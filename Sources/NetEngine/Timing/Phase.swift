/// The phases of an exchange, in the order they happen.
public enum Phase: String, Sendable, Hashable, CaseIterable, Codable {
    /// Waiting for a free connection slot before work begins.
    case queue
    /// Looking up the host name.
    case dns
    /// TCP connection, and the tunnel through a proxy.
    case connect
    /// The TLS handshake.
    case tls
    /// From the connection being ready to the request's last byte handed to the kernel.
    case send
    /// From the request's last byte to the response's first.
    case wait
    /// From the response's first byte to its last, with the time in which content codings are undone.
    case receive
    /// From the start of work to the end.
    case total

    /// The name that a timeout error uses: `wait` is called `first-byte` there.
    package var timeoutName: String { self == .wait ? "first-byte" : rawValue }
}
