/// The type names in a Swift file, read without a parser: those it declares and those it mentions.
struct SwiftNames {
    /// Types declared at the top level of the file and visible outside it.
    private(set) var declared: Set<String> = []
    /// All words that begin with a capital letter, except the file's own nested and private types; comments and the
    /// text of strings do not count.
    private(set) var mentioned: Set<String> = []

    init(_ source: String) {
        let code = Self.code(Array(source.utf8))
        var hidden: Set<String> = []
        for line in code.split(separator: UInt8(ascii: "\n")) {
            let words = Self.words(line)
            mentioned.formUnion(words.filter { $0.first?.isUppercase == true })
            guard let at = words.firstIndex(where: { !Self.modifiers.contains($0) }), Self.kinds.contains(words[at]),
                at + 1 < words.count
            else { continue }
            let isNested = line.first == UInt8(ascii: " ")
            let isPrivate = words[..<at].contains { $0.hasSuffix("private") }
            if isNested || isPrivate { hidden.insert(words[at + 1]) } else { declared.insert(words[at + 1]) }
        }
        mentioned.subtract(hidden)
    }

    private static let kinds: Set<String> = ["struct", "class", "enum", "protocol", "actor", "typealias"]
    private static let modifiers: Set<String> = [
        "public", "package", "internal", "private", "fileprivate", "final", "indirect", "open",
    ]

    private static func words(_ line: ArraySlice<UInt8>) -> [String] {
        line.split { !isWordByte($0) }.map { String(decoding: $0, as: UTF8.self) }
    }

    private static func isWordByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"):
            true
        default: byte >= 0x80
        }
    }

    /// The kind of text around the current position; an interpolation inside a string is code again.
    private enum Place {
        /// Code; inside an interpolation, with the number of open parentheses.
        case code(parentheses: Int?)
        case string(hashes: Int, isMultiline: Bool)
    }

    /// The file without comments and without the text of strings; line breaks stay.
    private static func code(_ bytes: [UInt8]) -> [UInt8] {
        var out: [UInt8] = []
        out.reserveCapacity(bytes.count)
        let special = Set("/\"#()".utf8)
        var places: [Place] = [.code(parentheses: nil)]
        var index = 0
        func isNext(_ text: StaticString, at offset: Int = 0) -> Bool {
            let start = index + offset
            guard start + text.utf8CodeUnitCount <= bytes.count else { return false }
            return text.withUTF8Buffer { expected in zip(expected, bytes[start...]).allSatisfy { $0 == $1 } }
        }
        func hashes(at start: Int) -> Int { bytes[min(start, bytes.count)...].prefix { $0 == UInt8(ascii: "#") }.count }
        while index < bytes.count, let place = places.last {
            switch place {
            case .code(let parentheses):
                // Most bytes cannot begin anything but code.
                guard special.contains(bytes[index]) else {
                    out.append(bytes[index])
                    index += 1
                    continue
                }
                let count = hashes(at: index)
                if isNext("//") {
                    index = bytes[index...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count
                } else if isNext("/*") {
                    index += 2
                    while index < bytes.count, !isNext("*/") { index += 1 }
                    index += 2
                } else if isNext("\"", at: count) {
                    let isMultiline = isNext("\"\"\"", at: count)
                    places.append(.string(hashes: count, isMultiline: isMultiline))
                    index += count + (isMultiline ? 3 : 1)
                    out.append(UInt8(ascii: " "))
                } else {
                    if let parentheses {
                        let change = isNext("(") ? 1 : isNext(")") ? -1 : 0
                        places.removeLast()
                        if parentheses + change > 0 { places.append(.code(parentheses: parentheses + change)) }
                    }
                    out.append(bytes[index])
                    index += 1
                }
            case .string(let count, let isMultiline):
                let isQuote = isMultiline ? isNext("\"\"\"") : isNext("\"")
                let length = isMultiline ? 3 : 1
                if isQuote, hashes(at: index + length) >= count {
                    places.removeLast()
                    index += length + count
                } else if isNext("\\"), hashes(at: index + 1) >= count {
                    index += 1 + count
                    if isNext("(") { places.append(.code(parentheses: 1)) }
                    index += 1
                } else {
                    if isNext("\n") { out.append(UInt8(ascii: "\n")) }
                    index += 1
                }
            }
        }
        return out
    }
}
