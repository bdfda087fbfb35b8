import Base
import NetEngine
import Pattern

/// Makes a string for its format, lengths and patterns.
struct StringSample {
    var minLength = 0
    var maxLength: Int?
    var patterns: [String] = []
    var formats: [String] = []
    /// What the value is chosen by where any would do: the pointer of its schema.
    var seed = ""

    /// The longest text that is made, in code points.
    static let mostLength = 1 << 20

    /// - Returns: the text, or a clause that says why there is none.
    func make(variant: Int) -> Result<String, SampleFailure> {
        let most = maxLength ?? max(minLength, Self.mostLength)
        guard minLength <= most else { return .failure(SampleFailure(reason: "minLength is larger than maxLength")) }
        guard minLength <= Self.mostLength else {
            return .failure(SampleFailure(reason: "it must be longer than \(Self.mostLength) characters"))
        }
        var compiled: [Pattern] = []
        var unread: String?
        for source in patterns {
            do throws(Pattern.SyntaxError) {
                compiled.append(try Pattern(source, syntax: .common(ignoresCase: false)))
            } catch {
                unread = "the pattern \(quoted(source)) cannot be followed here: \(error.reason)"
            }
        }
        for format in formats {
            if let text = formatted(format, variant, most), fits(text, compiled, most) { return .success(text) }
        }
        guard !compiled.isEmpty else {
            if let unread { return .failure(SampleFailure(reason: unread)) }
            return .success(plain(variant, most))
        }
        for pattern in compiled {
            let text = PatternSample.make(pattern, lengths: minLength...min(most, Self.mostLength), variant: variant)
            if let text, fits(text, compiled, most) { return .success(text) }
        }
        let reason =
            compiled.count == 1
            ? "no text was found that matches the pattern \(quoted(patterns[0])) with this length"
            : "no text was found that matches all of its patterns"
        return .failure(SampleFailure(reason: reason))
    }

    private func fits(_ text: String, _ patterns: [Pattern], _ most: Int) -> Bool {
        let count = text.unicodeScalars.count
        guard count >= minLength, count <= most else { return false }
        return patterns.allSatisfy { (try? $0.isFound(in: Array(text.utf8))) ?? false }
    }

    private func plain(_ variant: Int, _ most: Int) -> String {
        let word = variant == 0 ? "string" : "string\(variant)"
        var text = word
        while text.utf8.count < minLength { text += text.utf8.count * 2 <= minLength ? text : word }
        guard text.utf8.count > max(minLength, most) || text.utf8.count > most || minLength > word.utf8.count else {
            return text
        }
        // The end has the number of the variant.
        let length = minLength > word.utf8.count ? minLength : most
        return String(Substring(text.utf8.suffix(length)))
    }

    // MARK: Formats

    private func formatted(_ format: String, _ variant: Int, _ most: Int) -> String? {
        let number = variant == 0 ? "" : String(variant)
        let two = variant % 28 + 1 < 10 ? "0\(variant % 28 + 1)" : "\(variant % 28 + 1)"
        switch format {
        case "date-time": return "2025-01-\(two)T09:30:00Z"
        case "date": return "2025-01-\(two)"
        case "time": return "09:30:\(two)Z"
        case "duration": return "P\(variant + 1)D"
        case "email", "idn-email": return padded("user\(number)", "@example.com")
        case "hostname", "idn-hostname": return "example\(number).com"
        case "ipv4": return "192.0.2.\(variant % 254 + 1)"
        case "ipv6": return "2001:db8::\(String(variant % 65_535 + 1, radix: 16))"
        case "uri", "iri", "url": return padded("https://example.com/\(number)", "")
        case "uri-reference", "iri-reference": return padded("/example\(number)", "")
        case "uri-template": return "https://example.com/{id}\(number)"
        case "uuid": return uuid(variant)
        case "json-pointer": return "/example\(number)"
        case "relative-json-pointer": return "\(variant)"
        case "regex": return "^example\(number)$"
        case "byte", "base64": return base64(variant, most)
        case "base64url":
            return base64(variant, most)?.replacing(bytes: "=", with: "")
                .replacing(bytes: "+", with: "-").replacing(bytes: "/", with: "_")
        case "char": return String(UnicodeScalar(UInt8(ascii: "a") + UInt8(variant % 26)))
        case "int32", "int64": return "\(variant + 1)"
        default: return nil
        }
    }

    /// Long enough, by more letters in the middle.
    private func padded(_ head: String, _ tail: String) -> String {
        let missing = minLength - head.utf8.count - tail.utf8.count
        return head + String(repeating: "a", count: max(0, missing)) + tail
    }

    private func base64(_ variant: Int, _ most: Int) -> String? {
        var bytes = Array("example\(variant == 0 ? "" : String(variant))".utf8)
        let groups = max((minLength + 3) / 4, 0)
        while bytes.count < groups * 3 { bytes.append(UInt8(ascii: "a")) }
        if (bytes.count + 2) / 3 * 4 > most { bytes = Array(bytes.suffix(most / 4 * 3)) }
        return Base64.encode(bytes)
    }

    /// Version 4 by its form (RFC 9562 §5.4); the digits come from the seed, so that they are always the same.
    private func uuid(_ variant: Int) -> String {
        var digits: [UInt8] = []
        for round in 0..<2 {
            var hash: UInt64 = 0xCBF2_9CE4_8422_2325 ^ UInt64(round &* 7919 &+ variant)
            for byte in seed.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
            hash = (hash ^ (hash >> 30)) &* 0xBF58_476D_1CE4_E5B9
            hash ^= hash >> 27
            for shift in 0..<16 { digits.append(UInt8(hash >> UInt64(4 * shift) & 15)) }
        }
        digits[12] = 4
        digits[16] = 8 | digits[16] & 3
        let text = digits.map { String($0, radix: 16) }
        return [0..<8, 8..<12, 12..<16, 16..<20, 20..<32].map { text[$0].joined() }.joined(separator: "-")
    }
}

/// Why no value can be made: one clause.
package struct SampleFailure: Error, Sendable, Hashable {
    package var reason: String
    /// The JSON pointer of the schema that cannot be fulfilled.
    package var pointer: String?

    package init(reason: String, pointer: String? = nil) {
        self.reason = reason
        self.pointer = pointer
    }
}
