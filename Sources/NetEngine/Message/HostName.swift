import Glibc

/// The host part of a URL, brought to the one form that is compared and sent.
enum HostName {
    /// Lower case, percent-decoded, non-ASCII names in their `xn--` form, IPv4 numbers as four decimal octets.
    static func canonical(_ written: [UInt8]) throws(EngineError) -> String {
        let bytes = URLEncoding.decode(written)
        guard !bytes.isEmpty else { throw .badURL("the URL has no host") }
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw .badURL("the host name is not valid UTF-8")
        }
        var host = text.lowercased()
        if !host.utf8.allSatisfy({ $0 < 128 }) {
            guard let ascii = InternationalName.ascii(host), !ascii.isEmpty else {
                throw .badURL("the host name \(host) has no ASCII form (IDNA)")
            }
            host = ascii.lowercased()
        }
        if let bad = host.unicodeScalars.first(where: { !isHostCharacter($0) }) {
            throw .badURL("the host name may not contain \(shown(bad))")
        }
        guard host.utf8.count <= 254 else { throw .badURL("the host name is longer than 253 characters") }
        if let octets = IPv4Text.octets(host) { return octets.map(String.init).joined(separator: ".") }
        return host
    }

    /// The address in brackets, lower case; a zone (`%25eth0` or `%eth0`, RFC 6874) is kept in its encoded form.
    static func ipv6(_ written: [UInt8]) throws(EngineError) -> String {
        let text = String(decoding: written, as: UTF8.self).lowercased()
        let parts = text.split(separator: "%", maxSplits: 1, omittingEmptySubsequences: false)
        var storage = in6_addr()
        guard let address = parts.first, inet_pton(AF_INET6, String(address), &storage) == 1 else {
            throw .badURL("[\(text)] is not an IPv6 address")
        }
        guard parts.count == 2 else { return "[\(address)]" }
        let zone = parts[1].hasPrefix("25") ? parts[1].dropFirst(2) : parts[1]
        guard !zone.isEmpty, zone.utf8.allSatisfy(URLEncoding.isUnreserved) else {
            throw .badURL("the zone of the IPv6 address is not a plain name")
        }
        return "[\(address)%25\(zone)]"
    }

    private static func isHostCharacter(_ scalar: Unicode.Scalar) -> Bool {
        guard let byte = UInt8(exactly: scalar.value) else { return false }
        return URLEncoding.isUnreserved(byte)
    }

    private static func shown(_ scalar: Unicode.Scalar) -> String {
        scalar == " " ? "a space" : scalar.value < 32 || scalar.value == 127 ? "a control character" : "`\(scalar)`"
    }
}

/// The forms of an IPv4 address that systems accept: one to four parts, decimal, octal or hexadecimal.
enum IPv4Text {
    /// The four octets, or nil when the text is a name.
    static func octets(_ text: String) -> [UInt8]? {
        var labels = text.split(separator: ".", omittingEmptySubsequences: false)
        if labels.count > 1, labels.last == "" { labels.removeLast() }
        guard (1...4).contains(labels.count) else { return nil }
        var numbers: [UInt64] = []
        for label in labels {
            guard let number = number(label) else { return nil }
            numbers.append(number)
        }
        let last = numbers.removeLast()
        guard numbers.allSatisfy({ $0 < 256 }), last < UInt64(1) << (8 * UInt64(4 - numbers.count)) else { return nil }
        var address = last
        for (index, number) in numbers.enumerated() { address |= number << (8 * UInt64(3 - index)) }
        return [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: address >> $0) }
    }

    private static func number(_ label: Substring) -> UInt64? {
        guard let first = label.utf8.first, (48...57).contains(first), label.utf8.count <= 16 else { return nil }
        if label.hasPrefix("0x") { return label.utf8.count == 2 ? 0 : UInt64(label.dropFirst(2), radix: 16) }
        if first == 48, label.utf8.count > 1 { return UInt64(label, radix: 8) }
        return UInt64(label, radix: 10)
    }
}
