import Base
import Yams

/// Why a file is not a scheme.
package struct SchemeProblem: Error, Sendable, Hashable {
    /// From 1 on; nil if it is about the whole file.
    package var line: Int?
    /// What is wrong and what would be right, without a full stop.
    package var clause: String

    /// A sentence.
    /// - Parameter path: of the file.
    package func sentence(_ path: String) -> String {
        let place = line.map { "\(path):\($0)" } ?? path
        return "\(place): \(clause)."
    }
}

/// Reads base16 and base24 schemes, YAML files with the colours in `palette:`, or in the older form without it.
package enum SchemeReader {
    /// A scheme is a kilobyte or two.
    package static let maxBytes = 64 << 10
    /// Lists in lists and references: a scheme has none. Many of them would cost the YAML reader the stack, or forever.
    private static let maxNesting = 64
    private static let maxReferences = 8

    /// - Parameter name: of the theme: that of the file.
    package static func read(_ bytes: [UInt8], name: String) throws(SchemeProblem) -> ColorScheme {
        guard bytes.count <= maxBytes else {
            throw SchemeProblem(
                clause: "it is larger than \(maxBytes >> 10) KiB, so it is not a base16 or base24 scheme")
        }
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw SchemeProblem(clause: "it is not UTF-8 text")
        }
        try checkNesting(bytes)
        guard let root = try root(of: text), let all = root.mapping else {
            throw SchemeProblem(clause: "it is not a base16 or base24 scheme: base00 to base0F are missing")
        }
        var entries = all
        if let palette = value(of: "palette", in: all) {
            guard let inner = palette.mapping else {
                throw SchemeProblem(
                    line: palette.mark?.line, clause: "palette must hold base00 to base0F, one a line")
            }
            entries = inner
        }
        return ColorScheme(name: name, colors: try colors(entries, root))
    }

    private static func colors(_ entries: Node.Mapping, _ root: Node) throws(SchemeProblem) -> [RGB] {
        var known: [String: Node] = [:]
        for (key, value) in entries {
            if let name = key.scalar?.string { known[name.lowercased()] = value }
        }
        var colors: [RGB] = []
        for (place, slot) in ColorScheme.slots.enumerated() {
            guard let node = known[slot.lowercased()] else {
                if place >= 16 { break }
                let names = known.keys.filter { !ColorScheme.slots.map { $0.lowercased() }.contains($0) }
                let near = NameSuggestion.nearest(to: slot, among: names).map { "; there is \($0)" } ?? ""
                throw SchemeProblem(clause: "\(slot) is missing\(near); a scheme has base00 to base0F")
            }
            colors.append(try color(node, slot))
        }
        return colors
    }

    private static func color(_ node: Node, _ slot: String) throws(SchemeProblem) -> RGB {
        let line = node.mark?.line
        let example = "six hexadecimal digits such as \"1e1e2e\" are"
        guard let text = node.scalar?.string else {
            throw SchemeProblem(line: line, clause: "\(slot) is not a colour; \(example)")
        }
        guard !text.isEmpty, text != "~", text != "null" else {
            throw SchemeProblem(
                line: line, clause: "\(slot) has no colour; one that begins with # must be in quotes")
        }
        guard let color = RGB(hex: text) else {
            throw SchemeProblem(line: line, clause: "\(slot) is not a colour: \(text.prefix(40)); \(example)")
        }
        return color
    }

    private static func value(of name: String, in mapping: Node.Mapping) -> Node? {
        mapping.first { $0.key.scalar?.string == name }?.value
    }

    private static func root(of text: String) throws(SchemeProblem) -> Node? {
        do {
            return try Parser(yaml: text, resolver: .basic).singleRoot()
        } catch let error as YamlError {
            throw problem(error, in: text)
        } catch {
            throw SchemeProblem(clause: "it is not YAML")
        }
    }

    private static func problem(_ error: YamlError, in text: String) -> SchemeProblem {
        switch error {
        case .scanner(_, let problem, let mark, _), .parser(_, let problem, let mark, _),
            .composer(_, let problem, let mark, _):
            return SchemeProblem(line: mark.line, clause: "it is not YAML: \(problem)")
        case .reader(let problem, let offset, _, _):
            let line = offset.map { 1 + text.utf8.prefix($0).count { $0 == Byte.lineFeed } }
            return SchemeProblem(line: line, clause: "it is not YAML: \(problem)")
        case .duplicatedKeysInMapping(let names, let context):
            return SchemeProblem(
                line: context.mark.line, clause: "\(names.sorted().joined(separator: " and ")) is there twice")
        default:
            return SchemeProblem(clause: "it is not YAML")
        }
    }

    /// Of references. After another byte `*` and `&` are text, as in a line of stars, or end the reading.
    private static func isName(_ byte: UInt8) -> Bool {
        LineText.isLetter(byte) || LineText.isDigit(byte) || byte == Byte.underscore || byte == Byte.minus
    }

    private static func checkNesting(_ bytes: [UInt8]) throws(SchemeProblem) {
        var (nesting, references, line) = (0, 0, 1)
        for (place, byte) in bytes.enumerated() {
            let next = place + 1 < bytes.count ? bytes[place + 1] : Byte.lineFeed
            switch byte {
            case Byte.lineFeed: line += 1
            case UInt8(ascii: "["), UInt8(ascii: "{"): nesting += 1
            case UInt8(ascii: "-"), UInt8(ascii: "?"): if next <= 0x20 { nesting += 1 }
            case Byte.ampersand, Byte.asterisk: if isName(next) { references += 1 }
            default: break
            }
            if nesting > maxNesting || references > maxReferences {
                throw SchemeProblem(line: line, clause: "it has too many lists or references to be a scheme")
            }
        }
    }
}
