/// Reads a sixel sequence back to pixels, as a terminal does (DEC STD 070, chapter on sixels).
struct SixelDecoder {
    private(set) var width = 0
    private(set) var height = 0
    /// nil where nothing was painted.
    private(set) var pixels: [UInt32?] = []
    private(set) var colorCount = 0

    /// nil if the sequence is not well formed, or paints beyond the size that it announces.
    init?(_ sequence: [UInt8]) {
        let text = String(decoding: sequence, as: UTF8.self)
        let (opening, ending) = ("\u{1B}P0;1;0q\"1;1;", "\u{1B}\\")
        guard text.hasPrefix(opening), text.hasSuffix(ending) else { return nil }
        var rest = text.dropFirst(opening.count).dropLast(ending.count).utf8[...]
        func number(_ rest: inout Substring.UTF8View) -> Int {
            let digits = rest.prefix { (0x30...0x39).contains($0) }
            rest = rest.dropFirst(digits.count)
            return Int(String(digits) ?? "") ?? -1
        }
        width = number(&rest)
        guard width > 0, rest.popFirst() == UInt8(ascii: ";") else { return nil }
        height = number(&rest)
        guard height > 0 else { return nil }
        pixels = Array(repeating: nil, count: width * height)
        var colors: [Int: UInt32] = [:]
        var (color, x, top, count) = (0, 0, 0, 1)
        while let byte = rest.popFirst() {
            switch byte {
            case UInt8(ascii: "#"):
                color = number(&rest)
                guard rest.first == UInt8(ascii: ";") else { continue }
                var parts: [Int] = []
                while rest.first == UInt8(ascii: ";") {
                    rest.removeFirst()
                    parts.append(number(&rest))
                }
                guard parts.count == 4, parts[0] == 2, parts[1...].allSatisfy({ (0...100).contains($0) }) else {
                    return nil
                }
                colors[color] = parts[1...].reduce(0) { $0 << 8 | UInt32(($1 * 255 + 50) / 100) }
            case UInt8(ascii: "!"): count = number(&rest)
            case UInt8(ascii: "$"): x = 0
            case UInt8(ascii: "-"): (x, top) = (0, top + 6)
            case 0x3F...0x7E:
                for _ in 0..<count {
                    for bit in 0..<6 where (byte - 0x3F) >> UInt8(bit) & 1 == 1 {
                        guard x < width, top + bit < height, let value = colors[color] else { return nil }
                        pixels[(top + bit) * width + x] = value
                    }
                    x += 1
                }
                count = 1
            default: return nil
            }
        }
        colorCount = colors.count
    }
}

extension Substring.UTF8View {
    fileprivate mutating func popFirst() -> UInt8? {
        guard let first else { return nil }
        self = dropFirst()
        return first
    }
}
