#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// Checks the connection choices of a request before a connection is tried.
enum ConnectionCheck {
    /// - Throws: `request-build`.
    static func check(_ options: ConnectionOptions) throws(EngineError) {
        if let path = options.unixSocket { try check(unixSocket: path) }
        for override in options.resolve {
            guard !override.addresses.isEmpty, override.addresses.allSatisfy(isAddress) else {
                throw .badConnection(
                    "the addresses for \(override.host ?? "every host") are not all IPv4 or IPv6 addresses",
                    hint: "Write addresses such as 127.0.0.1 or ::1; a name can be given in connectTo.")
            }
        }
        for override in options.connectTo where override.targetHost.map({ !isPlain($0) }) ?? false {
            throw .badConnection(
                "the host to connect to is not a plain name or address", hint: "Write a name, or an address.")
        }
        if let local = options.localAddress, !isPlain(local) {
            throw .badConnection(
                "the local address is not a plain name or address", hint: "Write eth0, or an address of this machine.")
        }
    }

    private static func check(unixSocket path: String) throws(EngineError) {
        // The kernel's structure has room for 108 bytes, the closing zero included (unix(7)).
        guard !path.isEmpty, path != "@", path.utf8.count <= 107, !path.utf8.contains(0) else {
            throw .badConnection(
                "the path of the unix socket is empty or longer than 107 bytes",
                hint: "Use a shorter path, for example by a link.")
        }
    }

    private static func isAddress(_ text: String) -> Bool {
        var bytes = [UInt8](repeating: 0, count: 16)
        return inet_pton(AF_INET, text, &bytes) == 1 || inet_pton(AF_INET6, text, &bytes) == 1
    }

    /// Contains no characters with a special meaning in libcurl's notation.
    private static func isPlain(_ text: String) -> Bool {
        !text.isEmpty && text.utf8.allSatisfy { $0 > 32 && $0 != 127 && $0 != UInt8(ascii: ",") }
            && (text.hasPrefix("[") || !text.contains(bytes: ":") || isAddress(text))
    }
}
