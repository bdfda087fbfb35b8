/// A token of a GraphQL text (section 2.1.6). Whitespace, commas, comments and byte order marks are not tokens.
package struct GraphQLToken: Sendable, Hashable {
    package enum Kind: UInt8, Sendable, Hashable {
        case name, int, float, string, blockString
        case exclamationMark, dollar, ampersand, openParenthesis, closeParenthesis, spread, colon, equals, at
        case openBracket, closeBracket, openBrace, verticalBar, closeBrace
        /// The end of the text; always the last token, and empty.
        case end
    }

    package var kind: Kind
    var start: UInt32
    var stop: UInt32

    init(_ kind: Kind, _ start: Int, _ stop: Int) {
        self.kind = kind
        self.start = UInt32(truncatingIfNeeded: start)
        self.stop = UInt32(truncatingIfNeeded: stop)
    }

    /// The bytes of the token in its text.
    package var range: Range<Int> { Int(start)..<Int(stop) }
}

/// All tokens of a text, in its order.
package struct GraphQLTokens: Sendable {
    package let text: [UInt8]
    /// Ends with one of kind `end`.
    package let tokens: [GraphQLToken]
    /// Bytes that begin no token, strings without an end and the like. They are left out of `tokens`, except strings.
    package let problems: [GraphQLProblem]

    /// Reads a text once, from its beginning to its end.
    package init(_ text: [UInt8], limits: GraphQLLimits = GraphQLLimits()) {
        self.text = text
        (tokens, problems) = text.withUnsafeBufferPointer { bytes in
            var lexer = GraphQLLexer(bytes: bytes, limit: limits.tokens)
            lexer.run()
            return (lexer.tokens, lexer.problems)
        }
    }

    /// The text of a name or number.
    package func string(_ token: GraphQLToken) -> String { String(decoding: text[token.range], as: UTF8.self) }

    /// The characters of a string token, without quotation marks and escapes.
    package func stringValue(_ token: GraphQLToken) -> String {
        token.kind == .blockString
            ? GraphQLBlockString.value(text, token.range) : GraphQLStringText.value(text, token.range)
    }

    func isName(_ token: GraphQLToken, _ word: StaticString) -> Bool {
        guard token.kind == .name, token.range.count == word.utf8CodeUnitCount else { return false }
        let start = Int(token.start)
        for index in 0..<word.utf8CodeUnitCount where text[start + index] != word.utf8Start[index] { return false }
        return true
    }
}
