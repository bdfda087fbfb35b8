import Base

/// Addresses, names and other short formats.
enum AddressFormat {
    typealias Text = UnsafeBufferPointer<UInt8>

    static func isAlphanumeric(_ byte: UInt8) -> Bool {
        DateFormat.isDigit(byte) || (byte | 0x20) &- UInt8(ascii: "a") < 26
    }

    static func hexValue(_ byte: UInt8) -> Bool {
        DateFormat.isDigit(byte) || (byte | 0x20) &- UInt8(ascii: "a") < 6
    }

    /// RFC 1123 §2.1: labels of up to 63 letters, digits and inner hyphens, 253 in all. Whether an `xn--` label stands
    /// for a name that exists is not looked at.
    static func isHostname(_ text: Slice<Text>) -> Bool {
        guard !text.isEmpty, text.count <= 253 else { return false }
        return text.split(separator: Byte.dot, omittingEmptySubsequences: false).allSatisfy { label in
            guard !label.isEmpty, label.count <= 63, label.first != Byte.minus, label.last != Byte.minus else {
                return false
            }
            let third = label.startIndex + 2
            if label.count > 3, label[third] == Byte.minus, label[third + 1] == Byte.minus {
                guard label[label.startIndex] | 0x20 == UInt8(ascii: "x"),
                    label[label.startIndex + 1] | 0x20 == UInt8(ascii: "n")
                else { return false }
            }
            return label.allSatisfy { isAlphanumeric($0) || $0 == Byte.minus }
        }
    }

    static func isIPv4(_ text: Slice<Text>) -> Bool {
        let parts = text.split(separator: Byte.dot, omittingEmptySubsequences: false)
        return parts.count == 4
            && parts.allSatisfy { part in
                guard (1...3).contains(part.count), part.allSatisfy(DateFormat.isDigit) else { return false }
                if part.count > 1, part.first == UInt8(ascii: "0") { return false }
                return part.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) } < 256
            }
    }

    /// RFC 4291 §2.2, without a zone.
    static func isIPv6(_ text: Slice<Text>) -> Bool {
        guard text.count >= 2, text.count <= 45 else { return false }
        let parts = text.split(separator: Byte.colon, omittingEmptySubsequences: false)
        guard parts.count >= 3 else { return false }
        var groups = 0
        var gaps = 0
        for (index, part) in parts.enumerated() {
            if part.isEmpty {
                let isEdge = index == 0 || index == parts.count - 1
                if isEdge {
                    let neighbor = index == 0 ? parts[1] : parts[parts.count - 2]
                    guard neighbor.isEmpty else { return false }
                } else {
                    gaps += 1
                }
            } else if index == parts.count - 1, part.contains(Byte.dot) {
                guard isIPv4(part) else { return false }
                groups += 2
            } else {
                guard part.count <= 4, part.allSatisfy(hexValue) else { return false }
                groups += 1
            }
        }
        return gaps == 0 ? groups == 8 : gaps == 1 && groups <= 7
    }

    /// RFC 5321 §4.1.2: `Local-part@Domain`, either of which may be quoted or an address in brackets.
    static func isEmail(_ text: Text, international: Bool) -> Bool {
        guard let at = text.lastIndex(of: Byte.at), at > 0, at + 1 < text.count else { return false }
        let (local, domain) = (text[..<at], text[(at + 1)...])
        if domain.first == Byte.openBracket {
            guard domain.last == Byte.closeBracket else { return false }
            let inner = domain.dropFirst().dropLast()
            if inner.count > 5, inner.prefix(5).map({ $0 | 0x20 }).elementsEqual("ipv6:".utf8.map { $0 | 0x20 }) {
                guard isIPv6(inner.dropFirst(5)) else { return false }
            } else {
                guard isIPv4(inner) else { return false }
            }
        } else if international, domain.contains(where: { $0 >= 0x80 }) {
            guard domain.allSatisfy({ $0 >= 0x80 || isAlphanumeric($0) || $0 == Byte.minus || $0 == Byte.dot }) else {
                return false
            }
        } else {
            guard isHostname(domain) else { return false }
        }
        if local.first == Byte.quote {
            guard local.count > 2, local.last == Byte.quote else { return false }
            var isEscaped = false
            for byte in local.dropFirst().dropLast() {
                guard byte >= Byte.space, byte != 0x7F, international || byte < 0x80 else { return false }
                if isEscaped {
                    isEscaped = false
                } else if byte == Byte.backslash {
                    isEscaped = true
                } else if byte == Byte.quote {
                    return false
                }
            }
            return !isEscaped
        }
        return local.split(separator: Byte.dot, omittingEmptySubsequences: false).allSatisfy { atom in
            !atom.isEmpty
                && atom.allSatisfy {
                    isAlphanumeric($0) || "!#$%&'*+-/=?^_`{|}~".utf8.contains($0) || (international && $0 >= 0x80)
                }
        }
    }

    static func isUUID(_ text: Text) -> Bool {
        text.count == 36
            && text.indices.allSatisfy { index in
                [8, 13, 18, 23].contains(index) ? text[index] == Byte.minus : hexValue(text[index])
            }
    }

    static func isJSONPointer(_ text: Slice<Text>) -> Bool {
        if text.isEmpty { return true }
        guard text.first == Byte.slash else { return false }
        return text.indices.allSatisfy { index in
            text[index] != Byte.tilde
                || (index + 1 < text.endIndex
                    && (text[index + 1] == UInt8(ascii: "0") || text[index + 1] == UInt8(ascii: "1")))
        }
    }

    static func isRelativeJSONPointer(_ text: Text) -> Bool {
        let digits = text.prefix { DateFormat.isDigit($0) }
        guard !digits.isEmpty, digits.count == 1 || digits.first != UInt8(ascii: "0") else { return false }
        let rest = text[digits.endIndex...]
        return rest.elementsEqual([Byte.hash]) || isJSONPointer(rest)
    }

    /// RFC 4648 §4, padded.
    static func isBase64(_ text: Text) -> Bool {
        guard text.count % 4 == 0 else { return false }
        let padding = text.suffix(2).reduce(0) { $1 == Byte.equals ? $0 + 1 : 0 }
        return text.dropLast(padding).allSatisfy { isAlphanumeric($0) || $0 == Byte.plus || $0 == Byte.slash }
    }
}
