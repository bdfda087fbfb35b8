/// A text meant as a URL, split into the parts that logs treat differently. Takes any bytes; hides too much rather than too
/// little.
struct URLText {
    /// One pair of the query.
    struct Item {
        fileprivate let bytes: [UInt8]
        let nameRange: Range<Int>
        let valueRange: Range<Int>
        let hasValue: Bool

        var name: String { decoded(nameRange) }
        var value: String { String(decoding: bytes[valueRange], as: UTF8.self) }
        var decodedValue: String { decoded(valueRange) }
        var rawName: String { String(decoding: bytes[nameRange], as: UTF8.self) }

        private func decoded(_ range: Range<Int>) -> String {
            let text = bytes[range].map { $0 == UInt8(ascii: "+") ? 32 : $0 }
            return String(decoding: URLEncoding.decode(text), as: UTF8.self)
        }
    }

    private let bytes: [UInt8]
    /// Without the `@`.
    let userInfoRange: Range<Int>?
    /// From the user to the question mark.
    let placeRange: Range<Int>
    /// Without the question mark; nil if there is none.
    let queryRange: Range<Int>?
    /// With its `#`; empty if there is none.
    let fragmentRange: Range<Int>

    var userInfo: String? { userInfoRange.map { String(decoding: bytes[$0], as: UTF8.self) } }
    var afterUserInfo: String { String(decoding: bytes[placeRange], as: UTF8.self) }

    init(_ url: String) { self.init(Array(url.utf8)) }

    /// - Parameter range: the part of the bytes that is the URL; nil means all of them.
    init(_ bytes: [UInt8], _ range: Range<Int>? = nil) {
        self.bytes = bytes
        let range = range ?? 0..<bytes.count
        WorkMeter.count(range.count)
        func first(from start: Int, to end: Int, _ isIt: (UInt8) -> Bool) -> Int? {
            bytes[start..<end].firstIndex(where: isIt)
        }
        func isDelimiter(_ byte: UInt8) -> Bool {
            byte == UInt8(ascii: "/") || byte == UInt8(ascii: "?") || byte == UInt8(ascii: "#")
        }
        let slashes = range.lowerBound..<max(range.lowerBound, range.upperBound - 1)
        let start =
            slashes.first { bytes[$0] == UInt8(ascii: "/") && bytes[$0 + 1] == UInt8(ascii: "/") }.map { $0 + 2 }
            ?? range.lowerBound
        let authorityEnd = first(from: start, to: range.upperBound, isDelimiter) ?? range.upperBound
        var at = bytes[start..<authorityEnd].lastIndex(of: UInt8(ascii: "@"))
        // With a bare slash, question mark or hash in a password the text is not a URL, but the password must be hidden.
        if at == nil, let colon = first(from: start, to: authorityEnd, { $0 == UInt8(ascii: ":") }),
            bytes[start] != UInt8(ascii: "["), !bytes[colon + 1..<authorityEnd].allSatisfy(ASCII.isDigit)
        {
            at = bytes[start..<range.upperBound].lastIndex(of: UInt8(ascii: "@"))
        }
        let rest = at.map { $0 + 1 } ?? range.lowerBound
        userInfoRange = at.map { start..<$0 }
        let hash = first(from: rest, to: range.upperBound) { $0 == UInt8(ascii: "#") } ?? range.upperBound
        let mark = first(from: rest, to: hash) { $0 == UInt8(ascii: "?") } ?? hash
        placeRange = rest..<mark
        queryRange = mark < hash ? mark + 1..<hash : nil
        fragmentRange = hash..<range.upperBound
    }

    var queryItems: [Item] {
        guard let queryRange else { return [] }
        return Self.items(bytes, queryRange)
    }

    /// The pairs of a query or a form.
    static func items(_ bytes: [UInt8], _ range: Range<Int>) -> [Item] {
        WorkMeter.count(range.count)
        var items: [Item] = []
        var start = range.lowerBound
        while start <= range.upperBound {
            let end = bytes[start..<range.upperBound].firstIndex(of: UInt8(ascii: "&")) ?? range.upperBound
            let equals = bytes[start..<end].firstIndex(of: UInt8(ascii: "="))
            items.append(
                Item(
                    bytes: bytes, nameRange: start..<(equals ?? end), valueRange: (equals.map { $0 + 1 } ?? end)..<end,
                    hasValue: equals != nil))
            start = end + 1
        }
        return items
    }

    /// Whether it ends with anything but a plain fragment name: it may be a token, or the rest of a text that is not a URL.
    var hasDoubtfulFragment: Bool {
        bytes[fragmentRange].contains { $0 == UInt8(ascii: "=") || $0 == UInt8(ascii: "@") }
    }
}
