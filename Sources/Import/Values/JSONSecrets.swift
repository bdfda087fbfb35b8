import Base
import JSONPath
import NetEngine

/// What in a JSON body is a secret by its name.
enum JSONSecrets {
    /// The tree of a JSON text, which may have comments: the tree has spaces in their place, so that its offsets are those of the text. nil
    /// if the text is not JSON.
    static func tree(of text: [UInt8]) -> JSONTree? {
        guard let first = text.first(where: { $0 > Byte.space }),
            [Byte.openBrace, Byte.openBracket, Byte.slash].contains(first)
        else { return nil }
        return try? JSONTree.parse(JSONComments.blanked(text))
    }

    /// The members with the name of a secret, and where their texts are, with quotation marks. A variable in the place of a text has it with
    /// its escapes: it is inserted as it is.
    static func members(of tree: JSONTree) -> [(name: String, slice: ArraySlice<UInt8>)] {
        tree.nodes.indices.compactMap { node in
            guard tree.kind(node) == .string, let bytes = tree.name(node) else { return nil }
            let slice = tree.slice(node)
            let name = String(decoding: bytes, as: UTF8.self)
            guard slice.count > 2, SecretNames.isMember(name) else { return nil }
            return (name, slice)
        }
    }

    /// A text with its secrets replaced.
    /// - Parameters:
    ///   - text: that of the tree, byte by byte in the same places; a member's text may differ, as where references are covered.
    ///   - change: gets the name of a secret and what is between its quotation marks; nil leaves it as it is.
    /// - Returns: nil if nothing was replaced.
    static func replacing(
        in text: [UInt8], _ tree: JSONTree, _ change: (_ name: String, _ value: String) -> String?
    ) -> String? {
        var written: [UInt8] = []
        var done = 0
        for (name, slice) in members(of: tree) {
            let place = (slice.startIndex + 1)..<(slice.endIndex - 1)
            guard let new = change(name, String(decoding: text[place], as: UTF8.self)) else { continue }
            written += text[done..<place.lowerBound]
            written += Array(new.utf8)
            done = place.upperBound
        }
        return done > 0 ? String(decoding: written + text[done...], as: UTF8.self) : nil
    }
}
