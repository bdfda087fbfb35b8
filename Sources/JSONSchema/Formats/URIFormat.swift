import Base

/// URIs, IRIs and their templates: which characters may stand where (RFC 3986, RFC 3987, RFC 6570).
enum URIFormat {
    typealias Text = UnsafeBufferPointer<UInt8>

    private static func isUnreserved(_ byte: UInt8) -> Bool {
        AddressFormat.isAlphanumeric(byte) || byte == Byte.minus || byte == Byte.dot || byte == Byte.underscore
            || byte == Byte.tilde
    }

    private static func isSubDelimiter(_ byte: UInt8) -> Bool { "!$&'()*+,;=".utf8.contains(byte) }

    static func isReference(_ text: Text, international: Bool, needsScheme: Bool) -> Bool {
        var rest = text[...]
        if let colon = rest.firstIndex(where: { ":/?#".utf8.contains($0) }), rest[colon] == Byte.colon {
            let scheme = rest[..<colon]
            let isScheme =
                !scheme.isEmpty && (scheme[scheme.startIndex] | 0x20) &- UInt8(ascii: "a") < 26
                && scheme.allSatisfy { AddressFormat.isAlphanumeric($0) || "+-.".utf8.contains($0) }
            // Without a scheme, the first part of a path has no colon (§4.2).
            guard isScheme else { return false }
            rest = rest[(colon + 1)...]
        } else if needsScheme {
            return false
        }
        func parts(_ text: Slice<Text>, _ extra: String) -> Bool {
            var place = text.startIndex
            while place < text.endIndex {
                let byte = text[place]
                if byte == Byte.percent {
                    guard place + 2 < text.endIndex, AddressFormat.hexValue(text[place + 1]),
                        AddressFormat.hexValue(text[place + 2])
                    else { return false }
                    place += 3
                    continue
                }
                guard
                    isUnreserved(byte) || isSubDelimiter(byte) || extra.utf8.contains(byte)
                        || (international && byte >= 0x80)
                else { return false }
                place += 1
            }
            return true
        }
        /// `v1.x`, of a later version (§3.2.2).
        func isFuture(_ address: Slice<Text>) -> Bool {
            guard let first = address.first, first | 0x20 == UInt8(ascii: "v") else { return false }
            let digits = address.dropFirst().prefix(while: AddressFormat.hexValue)
            let rest = address[digits.endIndex...]
            guard !digits.isEmpty, rest.first == Byte.dot, rest.count > 1, !rest.contains(Byte.percent) else {
                return false
            }
            return parts(rest, ":")
        }
        if let hash = rest.firstIndex(of: Byte.hash) {
            guard parts(rest[(hash + 1)...], ":@/?") else { return false }
            rest = rest[..<hash]
        }
        if let question = rest.firstIndex(of: Byte.questionMark) {
            guard parts(rest[(question + 1)...], ":@/?") else { return false }
            rest = rest[..<question]
        }
        if rest.starts(with: "//".utf8) {
            rest = rest.dropFirst(2)
            let end = rest.firstIndex(of: Byte.slash) ?? rest.endIndex
            var authority = rest[..<end]
            if let at = authority.lastIndex(of: Byte.at) {
                guard parts(authority[..<at], ":") else { return false }
                authority = authority[(at + 1)...]
            }
            if authority.first == Byte.openBracket {
                guard let close = authority.firstIndex(of: Byte.closeBracket) else { return false }
                let address = authority.dropFirst()[..<close]
                guard AddressFormat.isIPv6(address) || isFuture(address) else { return false }
                authority = authority[(close + 1)...]
                guard authority.isEmpty || authority.first == Byte.colon else { return false }
                guard authority.dropFirst().allSatisfy(DateFormat.isDigit) else { return false }
            } else {
                if let colon = authority.lastIndex(of: Byte.colon) {
                    guard authority[(colon + 1)...].allSatisfy(DateFormat.isDigit) else { return false }
                    authority = authority[..<colon]
                }
                guard parts(authority, "") else { return false }
            }
            rest = rest[end...]
        }
        return parts(rest, ":@/")
    }

    /// Braces in pairs, with names between them.
    static func isTemplate(_ text: Text) -> Bool {
        var open = -1
        for (index, byte) in text.enumerated() {
            switch byte {
            case Byte.openBrace:
                guard open < 0 else { return false }
                open = index
            case Byte.closeBrace:
                guard open >= 0, index > open + 1 else { return false }
                open = -1
            case ..<0x21, Byte.quote, Byte.lessThan, Byte.greaterThan, Byte.backslash, Byte.backtick, 0x5E: return false
            default:
                if open >= 0, !AddressFormat.isAlphanumeric(byte), !"+#./;?&=,!@|_%:*".utf8.contains(byte) {
                    return false
                }
            }
        }
        return open < 0
    }
}
