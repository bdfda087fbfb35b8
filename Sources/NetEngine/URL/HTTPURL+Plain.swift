extension HTTPURL {
    /// Reads a URL that is written exactly as it is sent, like most URLs: `http` or `https` in lower case, a lower-case
    /// name or plain IPv4 address, perhaps a port, a path and a query of legal bytes.
    ///
    /// One pass without copies, because every request begins here. nil does not mean that the URL is
    /// wrong, only that it needs `parse`.
    static func plain(_ text: String) -> HTTPURL? {
        let source = text
        var text = text
        return text.withUTF8 { plain($0, source) }
    }

    /// - Parameter source: the text of the bytes.
    private static func plain(_ bytes: UnsafeBufferPointer<UInt8>, _ source: String) -> HTTPURL? {
        guard bytes.count > 8, starts(bytes, "http") else { return nil }
        let isSecure = bytes[4] == UInt8(ascii: "s")
        let start = isSecure ? 8 : 7
        guard starts(bytes, isSecure ? "https://" : "http://") else { return nil }
        var index = start
        while index < bytes.count, isHostByte(bytes[index]) { index += 1 }
        let host = UnsafeBufferPointer(rebasing: bytes[start..<index])
        guard (1...253).contains(host.count) else { return nil }
        var port: Int?
        var isAsWritten = true
        if index < bytes.count, bytes[index] == UInt8(ascii: ":") {
            index += 1
            var number = 0
            let first = index
            while index < bytes.count, index - first < 6, ASCII.isDigit(bytes[index]) {
                number = number * 10 + Int(bytes[index] - 48)
                index += 1
            }
            guard index > first, (1...65535).contains(number), index - first <= 5 else { return nil }
            port = number == (isSecure ? 443 : 80) ? nil : number
            isAsWritten = port != nil && bytes[first] != UInt8(ascii: "0")
        }
        guard index < bytes.count, bytes[index] == UInt8(ascii: "/") else { return nil }
        let pathStart = index
        while index < bytes.count, URLEncoding.isPathByte(bytes[index]) { index += 1 }
        let path = UnsafeBufferPointer(rebasing: bytes[pathStart..<index])
        var query: UnsafeBufferPointer<UInt8>?
        if index < bytes.count, bytes[index] == UInt8(ascii: "?") {
            let queryStart = index + 1
            index = queryStart
            while index < bytes.count, URLEncoding.isQueryByte(bytes[index]) { index += 1 }
            query = UnsafeBufferPointer(rebasing: bytes[queryStart..<index])
        }
        guard index == bytes.count else { return nil }
        let name = String(decoding: host, as: UTF8.self)
        let address = IPv4Text.address(name).map(IPv4Text.dotted)
        if let address, address != name { isAsWritten = false }
        return HTTPURL(
            scheme: isSecure ? .https : .http, userInfo: nil, host: address ?? name, explicitPort: port,
            path: String(decoding: path, as: UTF8.self), query: query.map { String(decoding: $0, as: UTF8.self) },
            text: isAsWritten ? source : nil)
    }

    private static func starts(_ bytes: UnsafeBufferPointer<UInt8>, _ text: StaticString) -> Bool {
        guard bytes.count >= text.utf8CodeUnitCount else { return false }
        return text.withUTF8Buffer { text in text.indices.allSatisfy { text[$0] == bytes[$0] } }
    }

    private static func isHostByte(_ byte: UInt8) -> Bool {
        URLEncoding.isUnreserved(byte) && !(65...90).contains(byte)
    }
}
