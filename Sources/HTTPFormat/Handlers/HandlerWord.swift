/// A word of a script with its place, for programs that rewrite calls in it. Comments are none.
package struct HandlerWord: Sendable, Hashable {
    package enum Kind: Sendable, Hashable {
        case name(String)
        case sign(String)
        /// The content of a string, or of a template without values.
        case text(String)
        /// Anything else: a number, a regular expression, the text of a template between its values.
        case other
    }

    package var kind: Kind
    /// Offsets into the script.
    package var range: Range<Int>

    /// The words of a script, as the grammar of scripts splits it; nil if it cannot.
    package static func words(of code: [UInt8]) -> [HandlerWord]? {
        guard let tokens = try? HandlerLexer.tokens(code) else { return nil }
        return tokens.dropLast().map { token in
            let kind: Kind =
                switch token.kind {
                case .name(let name): .name(name)
                case .sign(let sign): .sign(sign)
                case .text(let text): .text(text)
                case .templatePart, .number, .pattern, .end: .other
                }
            return HandlerWord(kind: kind, range: token.range)
        }
    }
}
