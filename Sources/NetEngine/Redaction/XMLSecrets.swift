/// Finds what must not be logged in an XML text: the content of elements and the values of attributes with secret names,
/// and pairs such as `<param name="password" value="…">`.
struct XMLSecrets {
    /// Bytes of the text, in order, none within another.
    private(set) var ranges: [Range<Int>] = []
    /// The texts there, with references replaced.
    private(set) var values: [String] = []
    /// Texts and attribute values that are secret by what they say, with references replaced; the ranges are in no order.
    private(set) var bySight: [(range: Range<Int>, value: String)] = []

    /// nil if the text is not XML, or contains a DTD: then a secret may be anywhere.
    /// - Parameter isSecretText: of a text that is written with references.
    init?(_ text: [UInt8], isSecret: (String) -> Bool, isSecretText: ((String) -> Bool)? = nil) {
        // In other encodings the places in the tree are not those in the text.
        guard let tree = try? XMLReader().read(text), tree.source.count == text.count, !Self.hasDeclarations(text)
        else { return nil }
        var end = 0
        for node in tree.root.descendantsAndSelf where node.sourceRange.lowerBound >= end {
            guard node.kind == .element, let name = node.name else {
                if let isSecretText, text[node.sourceRange].contains(UInt8(ascii: "&")), let value = node.value,
                    isSecretText(value)
                {
                    bySight.append((node.sourceRange, value))
                }
                continue
            }
            let attributes = node.attributes
            let isNamed = attributes.contains {
                ["name", "key", "id", "field"].contains($0.name.local.lowercased()) && isSecret($0.value)
            }
            let secret = attributes.filter {
                isSecret($0.name.local) || isSecret($0.name.qualified)
                    || (isNamed && $0.name.local.lowercased() == "value")
            }
            if !secret.isEmpty {
                values += secret.map(\.value)
                ranges += Self.valueRanges(of: Set(secret.map(\.name.qualified)), in: text[node.sourceRange])
            }
            if let isSecretText {
                for one in attributes where isSecretText(one.value) {
                    for range in Self.valueRanges(of: [one.name.qualified], in: text[node.sourceRange])
                    where text[range].contains(UInt8(ascii: "&")) {
                        bySight.append((range, one.value))
                    }
                }
            }
            if isSecret(name.local) || isSecret(name.qualified) || isNamed,
                let first = node.firstChild?.sourceRange.lowerBound
            {
                let last = node.children.reduce(first) { max($0, $1.sourceRange.upperBound) }
                ranges.append(first..<last)
                values.append(node.text)
                for piece in node.descendants where piece.kind != .element { values += [piece.value ?? ""] }
                for inner in node.descendants where inner.kind == .element { values += inner.attributes.map(\.value) }
                end = last
            }
        }
    }

    /// With entities and default attributes a value can be far from its name.
    private static func hasDeclarations(_ text: [UInt8]) -> Bool {
        guard let start = text.firstRange(of: "<!DOCTYPE".utf8)?.upperBound else { return false }
        let rest = text[start...]
        return rest.contains("<!ENTITY".utf8) || rest.contains("<!ATTLIST".utf8)
    }

    /// The values between the quotes of a start tag, which is known to be well-formed.
    private static func valueRanges(of names: Set<String>, in tag: ArraySlice<UInt8>) -> [Range<Int>] {
        func isSpace(_ byte: UInt8) -> Bool { byte == 32 || (9...13).contains(byte) }
        var found: [Range<Int>] = []
        var rest = tag.dropFirst().drop { !isSpace($0) && $0 != UInt8(ascii: ">") }
        while true {
            rest = rest.drop(while: isSpace)
            let name = rest.prefix { !isSpace($0) && $0 != UInt8(ascii: "=") && $0 != UInt8(ascii: ">") }
            rest = rest.dropFirst(name.count).drop { isSpace($0) || $0 == UInt8(ascii: "=") }
            guard !name.isEmpty, let quote = rest.first, quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'")
            else {
                return found
            }
            let value = rest.dropFirst().prefix { $0 != quote }
            if names.contains(String(decoding: name, as: UTF8.self)) { found.append(value.startIndex..<value.endIndex) }
            rest = rest[value.endIndex...].dropFirst()
        }
    }
}

extension XMLTree.Node {
    fileprivate var descendantsAndSelf: [XMLTree.Node] { [self] + descendants }
}
