import Base
import Descriptions
import NetEngine

/// The names of variables in the written files. Those that the dialect cannot read get another one.
struct ReferenceNames {
    private var names = DialectName()
    private var given: [String: String] = [:]
    /// The names that got another one, in the order in which they were met.
    private(set) var renamed: [(name: String, written: String)] = []

    /// - Parameter taken: all names that are defined or referenced anywhere in the source; those that are valid are kept.
    init(taken: some Sequence<String>) {
        for name in taken where Self.isValid(name) { _ = names.unique(name) }
    }

    /// Whether every tool reads `{{name}}` as this name, and nothing as something else.
    static func isValid(_ name: String) -> Bool {
        // By far the most frequent ones.
        if DialectName.isValid(name) { return true }
        guard let first = name.unicodeScalars.first, name.utf8.count <= 200 else { return false }
        guard first.properties.isAlphabetic || first == "_" || ("0"..."9").contains(first) else { return false }
        return name.unicodeScalars.allSatisfy {
            $0.properties.isAlphabetic || ("0"..."9").contains($0) || $0 == "_" || $0 == "-" || $0 == "."
        } && !name.contains(".response") && !name.contains(".request")
    }

    /// The name in the written files.
    mutating func name(_ name: String) -> String {
        if Self.isValid(name) { return name }
        if let known = given[name] { return known }
        let made = names.unique(DialectName.valid(name, else: "variable"))
        given[name] = made
        renamed.append((name, made))
        return made
    }

    /// A name that no other variable has.
    mutating func unique(_ name: String) -> String { names.unique(DialectName.valid(name, else: "variable")) }

    /// A text with its references in the names of the written files.
    /// - Parameter local: names that are others in the block that the text is in.
    mutating func text(_ text: String, local: [String: String] = [:]) -> String {
        Self.replacing(text) { reference($0, local) }
    }

    /// The text with a `%` in each of its references, which asks for percent-encoding of their values.
    static func encoding(_ text: String) -> String {
        replacing(text) { inside in
            let (name, isEncoded) = parts(inside)
            return name.isEmpty || isEncoded ? inside : "%" + name
        }
    }

    /// The text with something else between the braces of its references.
    private static func replacing(_ text: String, _ change: (String) -> String) -> String {
        guard text.utf8.contains(Byte.openBrace) else { return text }
        let bytes = Array(text.utf8)
        let references = ranges(in: bytes)
        guard !references.isEmpty else { return text }
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count)
        var copied = 0
        for range in references {
            result += bytes[copied..<range.lowerBound]
            result += change(String(decoding: bytes[range], as: UTF8.self)).utf8
            copied = range.upperBound
        }
        result += bytes[copied...]
        return String(decoding: result, as: UTF8.self)
    }

    /// What is between the braces of each reference. The innermost braces count: `{{{a}}}` is a brace, a reference and a brace.
    static func ranges(in bytes: [UInt8]) -> [Range<Int>] {
        var found: [Range<Int>] = []
        var start: Int?
        var place = 0
        countWork(bytes.count)
        while place + 1 < bytes.count {
            let isPair = bytes[place] == bytes[place + 1]
            if isPair, bytes[place] == Byte.openBrace {
                start = place + 2
                place += 1
                // The second brace may be the first of the next pair.
                continue
            }
            if bytes[place] == Byte.lineFeed || bytes[place] == Byte.carriageReturn { start = nil }
            if isPair, bytes[place] == Byte.closeBrace, let begin = start, begin <= place {
                if place - begin <= mostBytes { found.append(begin..<place) }
                start = nil
                place += 1
            }
            place += 1
        }
        return found
    }

    private static let mostBytes = 400

    /// The bytes with digits in the place of references: digits separate nothing, and are valid JSON inside and outside of strings.
    static func withoutReferences(_ bytes: [UInt8]) -> [UInt8] {
        var plain = bytes
        for inside in ranges(in: bytes) {
            for place in (inside.lowerBound - 2)..<(inside.upperBound + 2) { plain[place] = UInt8(ascii: "1") }
        }
        return plain
    }

    private mutating func reference(_ inside: String, _ local: [String: String]) -> String {
        let (name, isEncoded) = Self.parts(inside)
        let mark = isEncoded ? "%" : ""
        if let other = local[name] { return mark + other }
        // Dynamic values, and values of other requests' responses.
        if name.isEmpty || name.hasPrefix("$") || name.contains(".response.") || name.contains(".request.") {
            return inside
        }
        return mark + self.name(name)
    }

    /// The name between the braces, and whether a `%` before it asks for percent-encoding.
    private static func parts(_ inside: String) -> (name: String, isEncoded: Bool) {
        let name = inside.trimmingWhitespace()
        return name.hasPrefix("%") ? (name.dropFirst().trimmingWhitespace(), true) : (name, false)
    }

    /// The names of the references in a text.
    static func references(in text: String) -> [String] {
        guard text.utf8.contains(Byte.openBrace) else { return [] }
        let bytes = Array(text.utf8)
        return ranges(in: bytes).map { parts(String(decoding: bytes[$0], as: UTF8.self)).name }
    }
}
