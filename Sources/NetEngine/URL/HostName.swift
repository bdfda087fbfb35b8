#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// The host of a URL, in the one form that is compared and sent.
enum HostName {
    /// Lower case, percent-decoded, non-ASCII names in their `xn--` form, IPv4 numbers as four decimal octets.
    static func canonical(_ written: [UInt8]) throws(EngineError) -> String {
        let bytes = URLEncoding.decode(written)
        guard !bytes.isEmpty else { throw .badURL("the URL has no host") }
        let host: String
        if bytes.allSatisfy({ $0 < 128 }) {
            host = String(unsafeUninitializedCapacity: bytes.count) { buffer in
                for index in bytes.indices { buffer[index] = URLEncoding.lowercased(bytes[index]) }
                return bytes.count
            }
        } else {
            guard let text = String(validating: bytes, as: UTF8.self) else {
                throw .badURL("the host name is not valid UTF-8")
            }
            let lower = text.lowercased()
            // The lower-case form of a non-ASCII character may be ASCII (the Kelvin sign).
            if lower.utf8.allSatisfy({ $0 < 128 }) {
                host = lower
            } else if let ascii = InternationalName.ascii(lower), !ascii.isEmpty {
                host = ascii.lowercased()
            } else {
                throw .badURL("the host name \(lower) has no ASCII form (IDNA)")
            }
        }
        if !host.utf8.allSatisfy(URLEncoding.isUnreserved),
            let bad = host.unicodeScalars.first(where: { !isHostCharacter($0) })
        {
            throw .badURL("the host name may not contain \(shown(bad))")
        }
        guard host.utf8.count <= 254 else { throw .badURL("the host name is longer than 253 characters") }
        if let address = IPv4Text.address(host) { return IPv4Text.dotted(address) }
        return host
    }

    /// The address in brackets, in the form of RFC 5952: `::1` for `0:0:0:0:0:0:0:1`; a zone (`%25eth0` or `%eth0`, RFC 6874) is kept in its encoded form.
    static func ipv6(_ written: [UInt8]) throws(EngineError) -> String {
        let text = String(decoding: written, as: UTF8.self)
        // The names of interfaces are case-sensitive.
        let parts = text.split(separator: "%", maxSplits: 1, omittingEmptySubsequences: false)
        var storage = in6_addr()
        guard let address = parts.first?.lowercased(), inet_pton(AF_INET6, address, &storage) == 1 else {
            throw .badURL("[\(text)] is not an IPv6 address")
        }
        let canonical = shortest(storage) ?? address
        guard parts.count == 2 else { return "[\(canonical)]" }
        let zone = parts[1].hasPrefix("25") ? parts[1].dropFirst(2) : parts[1]
        guard !zone.isEmpty, zone.utf8.allSatisfy(URLEncoding.isUnreserved) else {
            throw .badURL("the zone of the IPv6 address is not a plain name")
        }
        return "[\(canonical)%25\(zone)]"
    }

    private static func shortest(_ address: in6_addr) -> String? {
        var address = address
        // The longest text has 45 bytes, and a NUL ends it.
        var text = [CChar](repeating: 0, count: 46)
        guard inet_ntop(AF_INET6, &address, &text, socklen_t(text.count)) != nil else { return nil }
        return String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
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
///
/// Runs for every request, so it works on bytes and allocates nothing.
enum IPv4Text {
    /// The address with its first octet on top, or nil if the text is a name.
    static func address(_ text: String) -> UInt32? {
        var text = text
        return text.withUTF8 { address($0) }
    }

    private static func address(_ bytes: UnsafeBufferPointer<UInt8>) -> UInt32? {
        // A number begins every form, so most names end here.
        guard let first = bytes.first, ASCII.isDigit(first) else { return nil }
        var address: UInt64 = 0
        var labels = 0
        var start = 0
        while start < bytes.count {
            let rest = bytes[start...]
            let end = rest.firstIndex(of: UInt8(ascii: ".")) ?? bytes.count
            guard let number = number(UnsafeBufferPointer(rebasing: bytes[start..<end])) else { return nil }
            labels += 1
            // One dot may follow the last part.
            if end + 1 >= bytes.count {
                guard number < UInt64(1) << (8 * UInt64(5 - labels)) else { return nil }
                return UInt32(truncatingIfNeeded: address | number)
            }
            guard number < 256, labels < 4 else { return nil }
            address |= number << (8 * UInt64(4 - labels))
            start = end + 1
        }
        return nil
    }

    /// The four octets, or nil if the text is a name.
    static func octets(_ text: String) -> [UInt8]? {
        address(text).map { address in [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: address >> $0) } }
    }

    static func dotted(_ address: UInt32) -> String {
        // By hand: an interpolation costs more than the whole rest of a URL.
        String(unsafeUninitializedCapacity: 15) { buffer in
            var count = 0
            for shift in [24, 16, 8, 0] as [UInt32] {
                let octet = UInt8(truncatingIfNeeded: address >> shift)
                if octet >= 100 { count = put(48 + octet / 100, count, buffer) }
                if octet >= 10 { count = put(48 + octet / 10 % 10, count, buffer) }
                count = put(48 + octet % 10, count, buffer)
                if shift > 0 { count = put(UInt8(ascii: "."), count, buffer) }
            }
            return count
        }
    }

    private static func put(_ byte: UInt8, _ index: Int, _ buffer: UnsafeMutableBufferPointer<UInt8>) -> Int {
        buffer[index] = byte
        return index + 1
    }

    private static func number(_ label: UnsafeBufferPointer<UInt8>) -> UInt64? {
        guard let first = label.first, ASCII.isDigit(first), label.count <= 16 else { return nil }
        if first == 48, label.count > 1, label[1] == UInt8(ascii: "x") {
            return digits(label.dropFirst(2), radix: 16)
        }
        return digits(label[...], radix: first == 48 && label.count > 1 ? 8 : 10)
    }

    /// No digits are zero, as in `0x`. Sixteen digits of any radix fit.
    private static func digits(_ bytes: Slice<UnsafeBufferPointer<UInt8>>, radix: UInt64) -> UInt64? {
        var value: UInt64 = 0
        for byte in bytes {
            guard let digit = URLEncoding.hexValue(byte), digit < radix else { return nil }
            value = value * radix + UInt64(digit)
        }
        return value
    }

}
