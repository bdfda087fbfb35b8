/// A challenge of any scheme (RFC 9110 §11.3); one field may hold several.
package struct AuthenticationChallenge {
    package let scheme: String
    private(set) var parameters: [(name: String, value: String)] = []

    package subscript(_ name: String) -> String? { parameters.first { $0.name == name }?.value }

    /// The parameters of a field without a scheme, such as `Authentication-Info`; of one name the first.
    static func parameters(_ field: String) -> [String: String] {
        let pairs = read("x " + field).first?.parameters ?? []
        return Dictionary(pairs.map { ($0.name, $0.value) }) { first, _ in first }
    }

    package static func read(_ field: String) -> [AuthenticationChallenge] {
        var challenges: [AuthenticationChallenge] = []
        for item in items(field) {
            WorkMeter.count(item.count)
            let word = item.prefix { HTTPToken.isTokenByte($0) }
            var rest = item.dropFirst(word.count)
            var name = word
            let blanks = rest.prefix { $0 == 32 || $0 == 9 }
            rest = rest.dropFirst(blanks.count)
            if rest.first != UInt8(ascii: "=") {
                // A word alone or before another word begins a challenge.
                challenges.append(AuthenticationChallenge(scheme: String(decoding: word, as: UTF8.self)))
                name = rest.prefix { HTTPToken.isTokenByte($0) }
                rest = rest.dropFirst(name.count).drop { $0 == 32 || $0 == 9 }
            }
            guard !challenges.isEmpty, !name.isEmpty, rest.first == UInt8(ascii: "=") else { continue }
            let value = unquoted(rest.dropFirst().drop { $0 == 32 || $0 == 9 })
            challenges[challenges.count - 1].parameters.append(
                (String(decoding: name, as: UTF8.self).lowercased(), value))
        }
        return challenges
    }

    /// What a 401 asks for, as a hint; nil if it does not say. Holds no text of the server but tokens.
    static func hint(_ headers: HeaderFields) -> String? {
        let fields = headers.values("WWW-Authenticate")
        let challenges = fields.flatMap(read)
        var kinds: [String] = []
        for challenge in challenges where !challenge.scheme.isEmpty {
            let algorithm = challenge["algorithm"].flatMap { $0.utf8.allSatisfy(HTTPToken.isTokenByte) ? $0 : nil }
            let words = [challenge.scheme, algorithm].compactMap { $0?.prefix(20) }
            let kind = words.joined(separator: " with ")
            if !kinds.contains(kind), kinds.count < 5 { kinds.append(kind) }
        }
        guard !kinds.isEmpty else { return nil }
        let isDigest = challenges.contains { $0.scheme.lowercased() == "digest" }
        let isUnknown = isDigest && fields.allSatisfy { DigestChallenge.read($0).isEmpty }
        return "It asks for a login by \(kinds.joined(separator: " or ")) (WWW-Authenticate)."
            + (isUnknown ? " This kind of Digest is not supported." : "")
    }

    /// The parts between commas; commas in quotation marks do not count.
    private static func items(_ field: String) -> [ArraySlice<UInt8>] {
        let bytes = Array(field.utf8)
        WorkMeter.count(bytes.count)
        var items: [ArraySlice<UInt8>] = []
        var start = 0
        var isQuoted = false
        var index = 0
        while index <= bytes.count {
            if index == bytes.count || (!isQuoted && bytes[index] == UInt8(ascii: ",")) {
                let item = bytes[start..<index].drop { $0 == 32 || $0 == 9 }
                if !item.isEmpty { items.append(item) }
                start = index + 1
            } else if bytes[index] == UInt8(ascii: "\"") {
                isQuoted.toggle()
            } else if isQuoted, bytes[index] == UInt8(ascii: "\\"), index + 1 < bytes.count {
                index += 1
            }
            index += 1
        }
        return items
    }

    private static func unquoted(_ bytes: ArraySlice<UInt8>) -> String {
        guard bytes.first == UInt8(ascii: "\"") else {
            return String(decoding: bytes, as: UTF8.self).trimmingWhitespace()
        }
        var result: [UInt8] = []
        var isEscaped = false
        for byte in bytes.dropFirst() {
            if isEscaped {
                result.append(byte)
                isEscaped = false
            } else if byte == UInt8(ascii: "\\") {
                isEscaped = true
            } else if byte == UInt8(ascii: "\"") {
                break
            } else {
                result.append(byte)
            }
        }
        return String(decoding: result, as: UTF8.self)
    }
}
