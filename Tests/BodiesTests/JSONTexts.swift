import TestSupport

/// Random and hostile JSON.
enum JSONTexts {
    /// Any nesting, any token, any whitespace between tokens.
    static func random(_ random: inout SeededGenerator, depth: Int = 0) -> String {
        func space() -> String {
            if Int.random(in: 0..<200, using: &random) == 0 { return String(repeating: " \n", count: 3000) }
            return ["", "", "", " ", "\n  ", "\t\r\n"].randomElement(using: &random) ?? ""
        }
        func string() -> String {
            switch Int.random(in: 0..<60, using: &random) {
            case 0: "\"" + String(repeating: "long \\\" text é ", count: 700) + "\""
            case 1: "\"" + String(repeating: "\\\\", count: 5000) + "\""
            default:
                [#""""#, #""a b""#, #""\u00e9\n\"\\""#, #""{[,:]}""#, "\"Zürich 東京\"", #""\\""#]
                    .randomElement(using: &random) ?? ""
            }
        }
        let scalars = ["1.00", "0", "-0.0e+10", "9007199254740993", "1E-2", "true", "false", "null"]
        var text = space()
        switch depth > 6 ? 0 : Int.random(in: depth == 0 ? 2...4 : 0...4, using: &random) {
        case 0: text += scalars.randomElement(using: &random) ?? ""
        case 1: text += string()
        case 2:
            let items = (0..<Int.random(in: 0...5, using: &random)).map { _ in Self.random(&random, depth: depth + 1) }
            text += "[" + (items.isEmpty ? space() : items.joined(separator: ",")) + "]"
        default:
            let members = (0..<Int.random(in: 0...5, using: &random)).map { _ in
                space() + string() + space() + ":" + Self.random(&random, depth: depth + 1)
            }
            text += "{" + (members.isEmpty ? space() : members.joined(separator: ",")) + "}"
        }
        return text + space()
    }

    /// Many of them in one array, so that there are several blocks.
    static func large(_ random: inout SeededGenerator) -> [UInt8] {
        var parts: [String] = []
        var count = 0
        while count < 30_000 {
            let part = Self.random(&random)
            parts.append(part)
            count += part.utf8.count
        }
        return Array("[\(parts.joined(separator: ","))]".utf8)
    }

    /// With a few bytes changed, left out, added, or cut off.
    static func damaged(_ text: [UInt8], _ random: inout SeededGenerator) -> [UInt8] {
        let alphabet = Array("{}[]\",:\\u0dDe8E-+.1tfn /\n".utf8) + [0x00, 0x1F, 0x80, 0xC3, 0xEF, 0xFF]
        var text = text
        for _ in 0..<Int.random(in: 1...3, using: &random) where !text.isEmpty {
            let at = Int.random(in: 0..<text.count, using: &random)
            switch Int.random(in: 0..<4, using: &random) {
            case 0: text.remove(at: at)
            case 1: text[at] = alphabet.randomElement(using: &random) ?? 0
            case 2: text.removeSubrange(at...)
            default: text.insert(alphabet.randomElement(using: &random) ?? 0, at: at)
            }
        }
        return text
    }
}
