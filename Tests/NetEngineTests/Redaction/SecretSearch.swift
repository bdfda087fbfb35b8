import NetEngine

/// Finds secrets in bytes, in every form in which somebody could read them back. Knows nothing of how secrets are hidden.
///
/// The bytes are decoded once for all secrets.
struct SecretSearch {
    /// The bytes as they are, and as each way of decoding them gives them, where that changes them.
    private var texts: [(form: String, bytes: [UInt8])]
    private let runs: [ArraySlice<UInt8>]

    init(in bytes: [UInt8]) {
        texts = [("plain", bytes)]
        runs = bytes.split(whereSeparator: { !Self.base64.isDigit($0) }).filter { $0.count >= 6 }
        if bytes.contains(UInt8(ascii: "%")) {
            let decoded = Self.percentDecoded(bytes)
            texts.append(("percent-encoded", decoded))
            if decoded.contains(UInt8(ascii: "%")) {
                texts.append(("percent-encoded twice", Self.percentDecoded(decoded)))
            }
        }
        if let last = texts.dropFirst().first?.bytes ?? texts.first?.bytes, last.contains(UInt8(ascii: "+")) {
            texts.append(("as in a form", last.map { $0 == UInt8(ascii: "+") ? 32 : $0 }))
        }
        if bytes.contains(UInt8(ascii: "\\")) { texts.append(("escaped as in JSON", Self.jsonDecoded(bytes))) }
        if bytes.contains(UInt8(ascii: "&")) { texts.append(("escaped as in XML", Self.xmlDecoded(bytes))) }
    }

    /// The form in which a secret was found; nil if it is not there.
    func form(of secret: String) -> String? {
        let wanted = Array(secret.utf8)
        if let text = texts.first(where: { ByteSearch.contains(wanted, in: $0.bytes) }) { return text.form }
        for run in runs where run.count * 6 >= wanted.count * 8 {
            for start in 0..<4 where ByteSearch.contains(wanted, in: Self.base64.decoded(run.dropFirst(start))) {
                return "Base64"
            }
        }
        return nil
    }

    private static func percentDecoded(_ bytes: [UInt8]) -> [UInt8] {
        var result: [UInt8] = []
        var index = 0
        while index < bytes.count {
            let digits = bytes[index...].dropFirst().prefix(2)
            if bytes[index] == UInt8(ascii: "%"), digits.count == 2,
                let byte = UInt8(String(decoding: digits, as: UTF8.self), radix: 16)
            {
                result.append(byte)
                index += 3
            } else {
                result.append(bytes[index])
                index += 1
            }
        }
        return result
    }

    private static func jsonDecoded(_ bytes: [UInt8]) -> [UInt8] {
        var text = ""
        var rest = Array(String(decoding: bytes, as: UTF8.self).unicodeScalars)[...]
        while let first = rest.popFirst() {
            guard first == "\\", let escape = rest.popFirst() else {
                text.unicodeScalars.append(first)
                continue
            }
            switch escape {
            case "n": text += "\n"
            case "r": text += "\r"
            case "t": text += "\t"
            case "u":
                let digits = String(String.UnicodeScalarView(rest.prefix(4)))
                rest = rest.dropFirst(4)
                if let value = UInt32(digits, radix: 16), let scalar = Unicode.Scalar(value) {
                    text.unicodeScalars.append(scalar)
                }
            default: text.unicodeScalars.append(escape)
            }
        }
        return Array(text.utf8)
    }

    private static func xmlDecoded(_ bytes: [UInt8]) -> [UInt8] {
        var text = String(decoding: bytes, as: UTF8.self)
        for (reference, character) in [
            ("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#34;", "\""), ("&apos;", "'"), ("&#39;", "'"),
            ("&#x27;", "'"), ("&amp;", "&"),
        ] { text = text.replacing(reference, with: character) }
        return Array(text.utf8)
    }

    private static let base64 = Base64Digits()
}

/// The digits of both alphabets of Base64.
private struct Base64Digits {
    private static let none: UInt8 = 255
    private let values: [UInt8]

    init() {
        var values = [UInt8](repeating: Self.none, count: 256)
        let alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
        for (value, digit) in alphabet.utf8.enumerated() { values[Int(digit)] = UInt8(value) }
        values[Int(UInt8(ascii: "-"))] = 62
        values[Int(UInt8(ascii: "_"))] = 63
        self.values = values
    }

    func isDigit(_ byte: UInt8) -> Bool { values[Int(byte)] != Self.none }

    func decoded(_ text: ArraySlice<UInt8>) -> [UInt8] {
        var (group, bits): (UInt32, UInt32) = (0, 0)
        var result: [UInt8] = []
        result.reserveCapacity(text.count)
        for byte in text {
            group = group << 6 | UInt32(values[Int(byte)])
            bits += 6
            if bits >= 8 {
                bits -= 8
                result.append(UInt8(truncatingIfNeeded: group >> bits))
            }
        }
        return result
    }
}

/// All texts and byte strings that a value holds, however deep: fields that are added later are found too.
enum AllTexts {
    static func of(_ value: Any) -> [[UInt8]] {
        var found: [[UInt8]] = []
        collect(value, &found)
        return found
    }

    private static func collect(_ value: Any, _ found: inout [[UInt8]]) {
        switch value {
        case let text as String: found.append(Array(text.utf8))
        case let bytes as [UInt8]: found.append(bytes)
        default: for child in Mirror(reflecting: value).children { collect(child.value, &found) }
        }
    }
}
