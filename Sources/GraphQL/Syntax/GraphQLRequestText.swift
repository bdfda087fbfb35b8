import Base

/// Where the query and the variables of a request body are: a query, an empty line, and the variables as a JSON object.
package struct GraphQLRequestText: Sendable, Hashable {
    package var query: Range<Int>
    /// From the opening brace to the end of the text; nil if there are none. Whether it is JSON is not checked.
    package var variables: Range<Int>?

    /// The variables begin after the query with a `{` that is followed by a string or `}`, as JSON is and no query can
    /// be, in the first line after an empty one.
    package init(_ source: GraphQLTokens) {
        let tokens = source.tokens
        query = 0..<source.text.count
        var depth = 0
        for index in tokens.indices {
            switch tokens[index].kind {
            case .openBrace, .openParenthesis, .openBracket:
                if depth == 0, index > 0, tokens[index].kind == .openBrace {
                    let next = tokens[index + 1].kind
                    let before = tokens[index - 1].range.upperBound
                    let start = tokens[index].range.lowerBound
                    if next == .string || next == .closeBrace, hasEmptyLine(source.text[before..<start]) {
                        query = 0..<before
                        variables = start..<source.text.count
                        return
                    }
                }
                depth += 1
            case .closeBrace, .closeParenthesis, .closeBracket: depth = max(0, depth - 1)
            default: break
            }
        }
    }

    private func hasEmptyLine(_ gap: ArraySlice<UInt8>) -> Bool {
        var isEmpty = false
        var place = gap.startIndex
        while place < gap.endIndex {
            let byte = gap[place]
            if byte == Byte.lineFeed || byte == Byte.carriageReturn {
                if isEmpty { return true }
                isEmpty = true
                if byte == Byte.carriageReturn, place + 1 < gap.endIndex, gap[place + 1] == Byte.lineFeed { place += 1 }
            } else if !LineText.isSpace(byte) {
                isEmpty = false
            }
            place += 1
        }
        return false
    }
}
