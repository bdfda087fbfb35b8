import Synchronization

extension ResponseStream {
    /// The body as lines of text, each as soon as its end has arrived, up to 16 MiB long; see `lines(maxLineBytes:)`.
    public var lines: Lines { lines(maxLineBytes: 16 << 20) }

    /// The body as lines of text, each as soon as its end has arrived.
    ///
    /// ```swift
    /// for try await line in stream.lines { show(line) }
    /// ```
    ///
    /// A line ends with LF, CR or CR LF, which are not part of it. What follows the last end is a line, too, unless it is
    /// empty. Empty lines are lines, too (`URLSession.AsyncBytes` leaves them out). The text is read as UTF-8, whatever the
    /// server says; bytes that are not UTF-8 become U+FFFD. A byte order mark at the beginning is left out.
    ///
    /// A body that breaks off throws the error of the exchange after the last whole line. A line that is too long is
    /// `too-large`. In both cases the bytes of that line can still be read in chunks.
    /// - Parameter maxLineBytes: bytes of a line, without its end. Up to this many are held in memory.
    public func lines(maxLineBytes: Int) -> Lines { Lines(reading: reading, maxLineBytes: maxLineBytes) }

    /// The lines of a streamed body; see `ResponseStream.lines(maxLineBytes:)`.
    public struct Lines: AsyncSequence, Sendable {
        /// A line without its end.
        public typealias Element = String
        /// Why the body broke off, or that a line is too long.
        public typealias Failure = EngineError

        let reading: Reading
        let maxLineBytes: Int

        /// Continues where the last reader stopped.
        public func makeAsyncIterator() -> Iterator { Iterator(lines: self) }

        /// Reads one line after the other.
        public struct Iterator: AsyncIteratorProtocol {
            private let lines: Lines
            private var isOver = false

            fileprivate init(lines: Lines) { self.lines = lines }

            /// The next line, or nil at the end of the body.
            /// - Throws: the error of the exchange, or `too-large`; nil follows.
            public mutating func next() async throws(EngineError) -> String? {
                try await next(isolation: #isolation)
            }

            /// The next line, or nil at the end of the body, without leaving the caller's actor.
            /// - Throws: the error of the exchange, or `too-large`; nil follows.
            public mutating func next(
                isolation actor: isolated (any Actor)?
            ) async throws(EngineError) -> String? {
                guard !isOver else { return nil }
                let lines = lines
                isOver = true
                let line = try await lines.next()
                isOver = line == nil
                return line
            }
        }

        private func next() async throws(EngineError) -> String? {
            let limit = maxLineBytes
            let line = try await reading.next { text throws(EngineError) -> String? in
                try text.checkLine(limit)
                return text.lines.next().map { String(decoding: $0, as: UTF8.self) }
            }
            return line
                ?? reading.text.withLock { text in
                    text.lines.takeRest().map { String(decoding: $0, as: UTF8.self) }
                }
        }
    }
}

extension ResponseStream.Text {
    /// - Throws: `too-large` if the next line is longer than the limit; it stays in the text.
    mutating func checkLine(_ limit: Int) throws(EngineError) {
        guard lines.isNextLonger(than: limit) else { return }
        throw EngineError(
            .tooLarge, phase: .receive,
            "A line of the response is longer than the limit of \(EngineError.byteCount(limit)).",
            hint: "Raise the limit of a line, or read the response in chunks.")
    }
}
