/// Why a text is not JSON (RFC 8259), and where.
package struct JSONSyntaxError: Error, Hashable, Sendable {
    package enum Cause: Sendable, Hashable {
        case wrongByte
        case invalidUTF8
        /// The text is correct as far as it goes.
        case endsEarly
        /// A whole value was read, and something follows it.
        case afterValue
    }

    /// Of the first byte with which no JSON text can continue; the length of the text if it ends too early.
    package var offset: Int
    /// A clause for the user: `a comma or } is expected here`.
    package var reason: String
    package var cause: Cause
    /// Where the token begins that is wrong or incomplete; `offset` if no token has begun.
    package var tokenStart: Int

    package init(offset: Int, reason: String, cause: Cause = .wrongByte, tokenStart: Int? = nil) {
        self.offset = offset
        self.reason = reason
        self.cause = cause
        self.tokenStart = tokenStart ?? offset
    }

    package static func invalidUTF8(at offset: Int, tokenStart: Int? = nil) -> JSONSyntaxError {
        JSONSyntaxError(
            offset: offset, reason: "this byte is not valid UTF-8", cause: .invalidUTF8, tokenStart: tokenStart)
    }
}
