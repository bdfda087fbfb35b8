#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// What the variables of a process say about proxies, read as the curl program reads them.
///
/// For `http` requests `http_proxy` (in lower case only: a server hands a request's `Proxy` field to its programs as
/// `HTTP_PROXY`), for `https` requests `https_proxy` or `HTTPS_PROXY`; without one, `all_proxy` or `ALL_PROXY`. Hosts that
/// `no_proxy` or `NO_PROXY` names are asked directly. The lower-case form wins; an empty variable counts as unset.
public struct ProxyEnvironment: Sendable, Hashable {
    private struct Setting: Sendable, Hashable {
        let variable: String
        let value: String
    }

    private let http: Setting?
    private let https: Setting?
    private let exceptions: ProxyExceptions

    /// No variable is set: every request goes directly.
    public init() { self.init { _ in nil } }

    /// - Parameter variable: the value of a variable, or nil if it is not set.
    public init(_ variable: (_ name: String) -> String?) {
        func first(_ names: String...) -> Setting? {
            for name in names {
                if let value = variable(name), !value.isEmpty { return Setting(variable: name, value: value) }
            }
            return nil
        }
        http = first("http_proxy", "all_proxy", "ALL_PROXY")
        https = first("https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY")
        exceptions = ProxyExceptions(first("no_proxy", "NO_PROXY")?.value ?? "")
    }

    /// The variables of this process, read now. Later changes are not seen.
    public static func fromProcessEnvironment() -> ProxyEnvironment {
        ProxyEnvironment { name in getenv(name).map { String(cString: $0) } }
    }

    /// The proxy for a URL, or nil if it is asked directly.
    /// - Throws: `request-build`, naming the variable, when its value is not the URL of a proxy.
    package func proxy(for url: HTTPURL) throws(EngineError) -> ProxyServer? {
        guard let setting = url.scheme == .https ? https : http, !exceptions.cover(host: url.host) else { return nil }
        return try ProxyServer(setting.value, variable: setting.variable)
    }
}

/// The hosts that are asked directly: the list in `NO_PROXY`.
///
/// Names match themselves and all names below them, with a leading dot or without; addresses match by number or by
/// `network/bits`; a single `*` matches all. Separated by commas or spaces.
struct ProxyExceptions: Sendable, Hashable {
    private let isAll: Bool
    private let patterns: [String]

    init(_ text: String) {
        isAll = text == "*"
        patterns = text.split { $0 == "," || $0 == " " || $0 == "\t" }.map { $0.lowercased() }
    }

    /// - Parameter host: as in `HTTPURL.host`.
    func cover(host: String) -> Bool {
        if isAll { return true }
        guard !patterns.isEmpty else { return false }
        let bare = host.hasPrefix("[") ? host.dropFirst().prefix { $0 != "]" && $0 != "%" } : Substring(host)
        if let address = Self.address(String(bare)) { return patterns.contains { Self.covers($0, address) } }
        let name = bare.hasSuffix(".") ? bare.dropLast() : bare
        return patterns.contains { pattern in
            var domain = Substring(pattern)
            if domain.hasSuffix(".") { domain.removeLast() }
            if domain.hasPrefix(".") { domain.removeFirst() }
            return !domain.isEmpty && (name == domain || name.hasSuffix("." + domain))
        }
    }

    private static func covers(_ pattern: String, _ address: [UInt8]) -> Bool {
        let parts = pattern.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
        guard let network = parts.first.flatMap({ self.address(String($0)) }), network.count == address.count else {
            return false
        }
        var bits = address.count * 8
        if parts.count > 1 {
            guard let written = Int(parts[1]), (0...bits).contains(written) else { return false }
            // As in curl, 0 means the address alone, not a network.
            if written > 0 { bits = written }
        }
        return zip(network, address).enumerated().allSatisfy { index, pair in
            let own = min(8, max(0, bits - 8 * index))
            let mask = UInt8(truncatingIfNeeded: 0xff00 >> own)
            return pair.0 & mask == pair.1 & mask
        }
    }

    /// 4 or 16 bytes, or nil for a name.
    private static func address(_ text: String) -> [UInt8]? {
        for (family, size) in [(AF_INET, 4), (AF_INET6, 16)] {
            var bytes = [UInt8](repeating: 0, count: size)
            if inet_pton(family, text, &bytes) == 1 { return bytes }
        }
        return nil
    }
}
