import Base
import JSONSchema
import NetEngine

/// What all texts at one place have in common. Texts come in any order, and the facts are the same.
struct TextFacts: Sendable {
    struct Token: Sendable, Hashable {
        var bytes: [UInt8]
        var count: Int
    }

    /// What a text of a URL or a header may stand for.
    struct Scalars: OptionSet, Sendable, Hashable {
        let rawValue: UInt8
        static let integer = Scalars(rawValue: 1)
        static let number = Scalars(rawValue: 2)
        static let boolean = Scalars(rawValue: 4)
        static let all: Scalars = [.integer, .number, .boolean]
    }

    /// An enum needs at least this many samples.
    static let leastSamples = 20
    static let mostTokens = 8
    private static let longestToken = 40
    /// Longer texts have no format.
    private static let longestFormatted = 2048

    private(set) var count = 0
    /// A bit for each of `TextFormat.allCases` that all texts are of.
    private(set) var formats: UInt8 = 0x7F
    private(set) var scalars: Scalars = .all
    /// The texts, while they are few and short words; nil for ever after.
    private(set) var tokens: [Token]? = []

    mutating func add(_ text: UnsafeBufferPointer<UInt8>, isScalar: Bool = false) {
        count += 1
        if formats != 0 { narrowFormats(text) }
        if isScalar, !scalars.isEmpty { narrowScalars(text) }
        if tokens != nil { addToken(text) }
    }

    mutating func add(scalar text: [UInt8]) { text.withUnsafeBufferPointer { add($0, isScalar: true) } }

    mutating func merge(_ other: TextFacts) {
        count += other.count
        formats &= other.formats
        scalars.formIntersection(other.scalars)
        guard tokens != nil, let theirs = other.tokens else {
            tokens = nil
            return
        }
        for token in theirs { count(token) }
    }

    /// The format that all texts are of.
    var format: TextFormat? {
        guard count > 0, formats != 0 else { return nil }
        return TextFormat.allCases[formats.trailingZeroBitCount]
    }

    /// The texts if there are enough samples, each at least twice: a set of words. Sorted.
    var words: [String]? {
        guard count >= Self.leastSamples, let tokens, !tokens.isEmpty, tokens.allSatisfy({ $0.count >= 2 }) else {
            return nil
        }
        return tokens.map { String(decoding: $0.bytes, as: UTF8.self) }.sorted {
            $0.utf8.lexicographicallyPrecedes($1.utf8)
        }
    }

    private mutating func narrowFormats(_ text: UnsafeBufferPointer<UInt8>) {
        guard text.count >= 2, text.count <= Self.longestFormatted else {
            formats = 0
            return
        }
        var left = formats
        while left != 0 {
            let index = left.trailingZeroBitCount
            left &= left - 1
            let format = TextFormat.allCases[index]
            if !Self.mayBe(format, text) || !format.accepts(text) { formats &= ~(1 << index) }
        }
    }

    /// A cheap look before the exact one; a URI needs an authority, since `a:b` is a URI, too.
    private static func mayBe(_ format: TextFormat, _ text: UnsafeBufferPointer<UInt8>) -> Bool {
        switch format {
        case .dateTime: text.count >= 20 && text[4] == Byte.minus
        case .date: text.count == 10
        case .uuid: text.count == 36
        case .email: text.count <= 254 && text.contains(Byte.at)
        case .uri: hasAuthority(text)
        case .ipv4: text.count <= 15 && ASCII.isDigit(text[0])
        case .ipv6: text.count <= 45 && text.contains(Byte.colon)
        }
    }

    private static func hasAuthority(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
        guard let colon = text.prefix(20).firstIndex(of: Byte.colon), colon + 3 < text.count else { return false }
        return text[colon + 1] == Byte.slash && text[colon + 2] == Byte.slash
    }

    private mutating func narrowScalars(_ text: UnsafeBufferPointer<UInt8>) {
        if scalars.contains(.boolean), !text.elementsEqual("true".utf8), !text.elementsEqual("false".utf8) {
            scalars.remove(.boolean)
        }
        guard scalars.contains(.number) else { return }
        let isInteger = ScalarText.isInteger(text)
        if !isInteger { scalars.remove(.integer) }
        if !isInteger, !ScalarText.isNumber(text) { scalars.remove(.number) }
    }

    private mutating func addToken(_ text: UnsafeBufferPointer<UInt8>) {
        if let index = tokens?.firstIndex(where: { $0.bytes.count == text.count && $0.bytes.elementsEqual(text) }) {
            tokens?[index].count += 1
            return
        }
        guard text.count <= Self.longestToken, let first = text.first, ASCII.isLetter(first),
            text.allSatisfy({ ASCII.isLetter($0) || ASCII.isDigit($0) || "_-.:/+ ".utf8.contains($0) })
        else {
            tokens = nil
            return
        }
        let bytes = Array(text)
        guard !ScalarText.looksSecret(bytes) else {
            tokens = nil
            return
        }
        count(Token(bytes: bytes, count: 1))
    }

    private mutating func count(_ token: Token) {
        guard let index = tokens?.firstIndex(where: { $0.bytes == token.bytes }) else {
            if tokens.map({ $0.count < Self.mostTokens }) == true {
                tokens?.append(token)
            } else {
                tokens = nil
            }
            return
        }
        tokens?[index].count += token.count
    }
}
