import NetEngine

/// How the user wants a body to be read, where it is not read as its type and its bytes say.
package struct ReadingChoice: Sendable, Hashable {
    /// What the bytes are converted from, whatever the header, a byte order mark or the content say.
    package var charset: TextEncoding?
    /// Which of the meanings that the bytes can have; 0 is the best. See `ReadableBody.readings`.
    package var reading: Int

    package init(charset: TextEncoding? = nil, reading: Int = 0) {
        self.charset = charset
        self.reading = reading
    }
}
