import Base
import NetEngine

/// A JSON Web Token (RFC 7519) as a tree: header, claims, and what they mean. The signature is never checked.
package enum JWTBodyDecoder: BodyDecoder {
    package static var kind: BodyKind { .jwt }
    package static var mostBytes: Int { 1 << 20 }

    package static func isNamed(by type: ContentType, fileName: Substring) -> Bool {
        ["jwt", "jose"].contains(type.subtype) || fileName == "jwt"
    }

    /// `eyJ` is `{"` in Base64, which begins every header.
    package static func isBegun(by head: UnsafeBufferPointer<UInt8>) -> Bool {
        let text = LineText(head, 0..<head.count)
        return text.starts(with: "eyJ")
            && head.allSatisfy { JSONWebToken.isCharacter($0) || $0 == Byte.dot || JSONText.isSpace($0) }
    }

    package static func decode(_ input: DecoderInput) throws(DecodingRefusal) -> ReadableBody {
        let token = try JSONWebToken(input.bytes)
        return ReadableBody(kind, token.summary, .tree(token.tree(now: input.now)))
    }
}

/// A token, taken apart, whether it is a whole body or a value anywhere (`JSONWebToken(text)`).
package struct JSONWebToken: Sendable {
    /// JSON as it came.
    package let header: [UInt8]
    /// JSON as it came; nil if the token is encrypted, or holds something else.
    package let claims: [UInt8]?
    package let isEncrypted: Bool
    /// The bytes of the signature.
    package let signatureLength: Int

    /// The token in a text, which may have `Bearer ` before it.
    package init(_ text: String) throws(DecodingRefusal) {
        let bytes = Array(text.utf8)
        let start = bytes.starts(with: "Bearer ".utf8) ? 7 : 0
        self = try bytes.withUnsafeBufferPointer { bytes throws(DecodingRefusal) in
            try JSONWebToken(UnsafeBufferPointer(rebasing: bytes[start...]))
        }
    }

    package init(_ bytes: UnsafeBufferPointer<UInt8>) throws(DecodingRefusal) {
        var (start, end) = (0, bytes.count)
        while start < end, JSONText.isSpace(bytes[start]) { start += 1 }
        while end > start, JSONText.isSpace(bytes[end - 1]) { end -= 1 }
        if let odd = bytes[start..<end].firstIndex(where: { !Self.isCharacter($0) && $0 != Byte.dot }) {
            throw DecodingRefusal("a character that is not Base64 of URLs", at: odd)
        }
        let parts = bytes[start..<end].split(separator: Byte.dot, maxSplits: 6, omittingEmptySubsequences: false)
        guard parts.count == 3 || parts.count == 5 else {
            throw DecodingRefusal("a token has 3 parts, or 5 if it is encrypted, not \(parts.count)")
        }
        header = try Self.json(parts[0], "the header")
        isEncrypted = parts.count == 5
        signatureLength = parts[parts.count - 1].count * 3 / 4
        claims = isEncrypted ? nil : try Self.json(parts[1], "the claims part")
    }

    static func isCharacter(_ byte: UInt8) -> Bool {
        ASCII.isLetter(byte) || ASCII.isDigit(byte) || byte == Byte.minus || byte == Byte.underscore
    }

    /// A part is Base64 of URLs without padding (RFC 7515 §2), and an object of JSON.
    private static func json(_ part: Slice<UnsafeBufferPointer<UInt8>>, _ name: String) throws(DecodingRefusal)
        -> [UInt8]
    {
        var padded = part.map { $0 == Byte.minus ? Byte.plus : $0 == Byte.underscore ? Byte.slash : $0 }
        padded += repeatElement(Byte.equals, count: (4 - padded.count % 4) % 4)
        guard let bytes = Base64.decode(padded) else {
            throw DecodingRefusal("\(name) is not Base64 of URLs; it begins", at: part.startIndex)
        }
        let isObject = bytes.withUnsafeBufferPointer { bytes in
            var reader = JSONReader(bytes)
            do {
                guard try reader.next(in: bytes) == .objectStart else { return false }
                while try reader.next(in: bytes) != .end {}
                return true
            } catch {
                return false
            }
        }
        guard isObject else {
            throw DecodingRefusal("\(name) is not an object of JSON; it begins", at: part.startIndex)
        }
        return bytes
    }

    // MARK: What it says

    var algorithm: String? { JSONWebTokenMember.first("alg", in: header)?.text }

    /// `HS256, signature not verified`.
    package var summary: String {
        let name = algorithm ?? "no algorithm"
        if isEncrypted { return "\(name), encrypted" }
        if isUnsigned { return "alg: none, not signed" }
        return signatureLength == 0 ? "\(name), without its signature" : "\(name), signature not verified"
    }

    private var isUnsigned: Bool { algorithm?.lowercased() == "none" }

    /// Header, claims, and explanations as JSON text.
    package func tree(now: Int64) -> [UInt8] {
        var json = JSONWriter()
        json.object { json in
            json.key("header")
            JSONWebToken.append(header, to: &json)
            if let claims {
                json.key("claims")
                JSONWebToken.append(claims, to: &json)
            }
            json.key("explained")
            json.object { json in
                for (name, meaning) in explanations(now: now) { json.member(name, meaning) }
            }
        }
        return json.bytes
    }

    private static func append(_ value: [UInt8], to json: inout JSONWriter) {
        var safe: [UInt8] = []
        JSONWriter.append(json: value, to: &safe)
        json.raw(safe)
    }

    package func explanations(now: Int64) -> [(String, String)] {
        var found: [(String, String)] = []
        if isEncrypted {
            found.append(("encryption", "the claims are encrypted; only who has the key can read them"))
        } else if isUnsigned {
            found.append(("signature", "none (alg: none): anyone can have written this token"))
        } else if signatureLength == 0 {
            found.append(("signature", "missing: anyone can have written this token"))
        } else {
            found.append(("signature", "signature not verified (\(signatureLength) bytes)"))
        }
        for name in ["iat", "nbf", "exp", "auth_time"] {
            guard let claims, let seconds = JSONWebTokenMember.first(name, in: claims)?.seconds else { continue }
            found.append((name, Self.explain(name, seconds, now: now)))
        }
        return found
    }

    private static func explain(_ name: String, _ seconds: Int64, now: Int64) -> String {
        let (difference, overflow) = seconds.subtractingReportingOverflow(now)
        let distance = overflow || difference == .min ? Int64.max : abs(difference)
        let isPast = difference <= 0
        let span = DurationText.span(seconds: distance)
        let time = "\(CivilTime(secondsSince1970: seconds).rfc1123), \(isPast ? "\(span) ago" : "in \(span)")"
        switch name {
        case "exp": return isPast ? "expired \(time)" : "expires \(time)"
        case "nbf": return isPast ? "valid since \(time)" : "not valid before \(time)"
        case "iat": return "issued \(time)\(isPast ? "" : ": the clocks differ")"
        default: return "signed in \(time)"
        }
    }
}

/// A member of an object.
private struct JSONWebTokenMember {
    var text: String

    /// Seconds since 1970; fractions are cut off.
    var seconds: Int64? {
        guard let value = Double(text), value.isFinite, abs(value) < 1e15 else { return nil }
        return Int64(value)
    }

    /// The first member of a name whose value is a string or a number.
    static func first(_ name: String, in json: [UInt8]) -> JSONWebTokenMember? {
        json.withUnsafeBufferPointer { bytes in
            var reader = JSONReader(bytes)
            do {
                _ = try reader.next(in: bytes)
                while try reader.next(in: bytes) == .name {
                    let isWanted = JSONText.decoded(json, quote: reader.tokenStart).elementsEqual(name.utf8)
                    let token = try reader.next(in: bytes)
                    let start = reader.tokenStart
                    let range = try reader.skipValue(from: token, in: bytes)
                    guard isWanted else { continue }
                    return token == .string
                        ? JSONWebTokenMember(
                            text: String(decoding: JSONText.decoded(json, quote: start), as: UTF8.self))
                        : JSONWebTokenMember(text: String(decoding: json[range], as: UTF8.self))
                }
            } catch {}
            return nil
        }
    }
}
