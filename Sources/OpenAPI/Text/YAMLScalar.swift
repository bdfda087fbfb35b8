import Base
import NetEngine

/// Which plain scalars of YAML are not strings: the core schema (YAML 1.2.2 §10.3.2), as JSON.
enum YAMLScalar {
    /// The JSON of a null, a boolean or a number; nil for a string, and for `.inf` and `.nan`, which JSON lacks.
    static func literal(_ text: UnsafeBufferPointer<UInt8>) -> [UInt8]? {
        guard let first = text.first else { return Array("null".utf8) }
        switch first {
        case UInt8(ascii: "n"), UInt8(ascii: "N"), Byte.tilde:
            return isWord(text, ["~", "null", "Null", "NULL"]) ? Array("null".utf8) : nil
        case UInt8(ascii: "t"), UInt8(ascii: "T"):
            return isWord(text, ["true", "True", "TRUE"]) ? Array("true".utf8) : nil
        case UInt8(ascii: "f"), UInt8(ascii: "F"):
            return isWord(text, ["false", "False", "FALSE"]) ? Array("false".utf8) : nil
        case UInt8(ascii: "0")...UInt8(ascii: "9"), Byte.plus, Byte.minus, Byte.dot: return number(Array(text))
        default: return nil
        }
    }

    private static func isWord(_ text: UnsafeBufferPointer<UInt8>, _ words: [StaticString]) -> Bool {
        words.contains { word in
            text.count == word.utf8CodeUnitCount
                && text.elementsEqual(UnsafeBufferPointer(start: word.utf8Start, count: word.utf8CodeUnitCount))
        }
    }

    private static func number(_ text: [UInt8]) -> [UInt8]? {
        if text.count > 2, text[0] == UInt8(ascii: "0"), text[1] == UInt8(ascii: "x") || text[1] == UInt8(ascii: "o") {
            let radix = text[1] == UInt8(ascii: "x") ? 16 : 8
            let digits = String(decoding: text[2...], as: UTF8.self)
            guard digits.utf8.first != Byte.plus, digits.utf8.first != Byte.minus else { return nil }
            return UInt64(digits, radix: radix).map { Array(String($0).utf8) }
        }
        var rest = text[...]
        var isNegative = false
        if let sign = rest.first, sign == Byte.minus || sign == Byte.plus {
            isNegative = sign == Byte.minus
            rest.removeFirst()
        }
        var whole = rest.prefix(while: ASCII.isDigit)
        rest = rest.dropFirst(whole.count)
        var fraction: ArraySlice<UInt8> = []
        if rest.first == Byte.dot {
            fraction = rest.dropFirst().prefix(while: ASCII.isDigit)
            rest = rest.dropFirst(1 + fraction.count)
        }
        guard !whole.isEmpty || !fraction.isEmpty else { return nil }
        var power: [UInt8] = []
        if let letter = rest.first, letter | 0x20 == UInt8(ascii: "e") {
            power = Array(rest)
            rest.removeFirst()
            if rest.first == Byte.minus || rest.first == Byte.plus { rest.removeFirst() }
            guard !rest.isEmpty, rest.allSatisfy(ASCII.isDigit) else { return nil }
            rest = []
        }
        guard rest.isEmpty else { return nil }
        // JSON has no zeros in front and needs digits on both sides of the point.
        whole = whole.drop { $0 == UInt8(ascii: "0") }
        var json: [UInt8] = isNegative ? [Byte.minus] : []
        json += whole.isEmpty ? [UInt8(ascii: "0")] : Array(whole)
        if !fraction.isEmpty { json += [Byte.dot] + fraction }
        return json + power
    }
}
