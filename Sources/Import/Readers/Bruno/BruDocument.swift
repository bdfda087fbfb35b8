import Base

/// A `.bru` file as its blocks, in their order.
///
/// The language has three kinds of blocks, each closed by a brace or bracket at the margin: pairs (`headers { … }`), texts
/// (`body:json { … }`), whose lines are indented by two spaces, and lists (`vars:secret [ … ]`).
struct BruDocument {
    struct SyntaxError: Error, Hashable {
        /// From 1; the column in bytes.
        var line: Int
        var column: Int
        /// A clause without a full stop.
        var reason: String
    }

    struct Pair: Hashable {
        /// Without the `~` of a pair that is switched off.
        var name: String
        var value: String
        /// The elements of `name: [ … ]`.
        var list: [String] = []
        var isOn: Bool
        /// `@description('…')` above it.
        var description: String?
        var line: Int
    }

    enum Content: Hashable {
        case pairs([Pair])
        /// The lines without their indentation.
        case text(String)
    }

    struct Block: Hashable {
        var name: String
        var line: Int
        var content: Content

        var pairs: [Pair] {
            if case .pairs(let pairs) = content { return pairs }
            return []
        }

        var text: String {
            if case .text(let text) = content { return text }
            return ""
        }
    }

    var blocks: [Block] = []

    init(_ bytes: [UInt8]) throws(SyntaxError) {
        var parser = BruParser(bytes)
        blocks = try parser.blocks()
    }

    /// The first block of that name.
    func block(_ name: String) -> Block? { blocks.first { $0.name == name } }

    /// The text of the first block of that name; nil if there is none or it is empty.
    func text(_ name: String) -> String? {
        guard let text = block(name)?.text, !text.isEmpty else { return nil }
        return text
    }

    /// The pairs of all blocks of that name.
    func pairs(_ name: String) -> [Pair] { blocks.filter { $0.name == name }.flatMap(\.pairs) }

    /// The value of a pair that is switched on; nil if it is empty.
    func value(_ name: String, in block: String) -> String? {
        guard let pair = pairs(block).last(where: { $0.name == name && $0.isOn }), !pair.value.isEmpty else {
            return nil
        }
        return pair.value
    }
}
