import Synchronization

/// A response whose head has arrived and whose body is read while it arrives.
///
/// ```swift
/// let stream = try await engine.stream(RequestDraft(url: "http://127.0.0.1:8080/big"))
/// for try await chunk in stream { hash.update(chunk) }
/// let exchange = await stream.finish()
/// ```
///
/// The chunks have the size in which the body arrives, never empty, with content codings undone. A slow reader makes
/// the server wait: 256 KiB are held, whatever the size of the body. Time in which the transfer waits for its
/// reader counts toward no timeout, not even `Timeouts.total`; all other time does.
///
/// The body can be read once, by one task at a time: a second loop continues where the first one stopped. When the
/// stream and all its iterators are gone, or a task that reads is cancelled, the transfer is cancelled.
///
/// A body that breaks off throws the error of the exchange after the last bytes.
///
/// `lines` and `events` read the same body as lines of text and as server-sent events. They, too, continue where the last
/// reader stopped: the chunks after a line are what follows it.
public struct ResponseStream: AsyncSequence, Sendable {
    /// A chunk, never empty.
    public typealias Element = [UInt8]
    /// Why the body broke off.
    public typealias Failure = EngineError

    /// The exchange of the stream.
    public let id: ExchangeID
    /// Status, fields and everything else known before the body; its `body` is empty, and `isComplete` false.
    public let head: Response
    /// The error of a status that is not a success; nil for 2xx. The body can be read in any case.
    public let statusError: EngineError?
    let reading: Reading

    init(
        id: ExchangeID, head: Response, statusError: EngineError?, body: BodyBuffer, control: ExchangeControl,
        exchange: Promise<Exchange>
    ) {
        self.id = id
        self.head = head
        self.statusError = statusError
        reading = Reading(body: body, control: control, exchange: exchange)
    }

    /// Ends the transfer with `cancelled`, where it is not over.
    public func cancel() { reading.control.cancel() }

    /// The exchange, without the bytes of the body, once the body was read. A body still arriving is cancelled.
    public func finish() async -> Exchange {
        if !reading.body.hasEnded { cancel() }
        return await reading.exchange.value
    }

    /// Continues where the last reader stopped.
    public func makeAsyncIterator() -> Iterator { Iterator(reading: reading) }

    /// Reads the body, one chunk after the other.
    public struct Iterator: AsyncIteratorProtocol {
        fileprivate let reading: Reading
        private var isOver = false

        fileprivate init(reading: Reading) { self.reading = reading }

        /// The next chunk, or nil at the end of the body.
        /// - Throws: the error of the exchange, after the last bytes; nil follows.
        public mutating func next() async throws(EngineError) -> [UInt8]? {
            try await next(isolation: #isolation)
        }

        /// The next chunk, or nil at the end of the body, without leaving the caller's actor.
        /// - Throws: the error of the exchange, after the last bytes; nil follows.
        public mutating func next(
            isolation actor: isolated (any Actor)?
        ) async throws(EngineError) -> [UInt8]? {
            guard !isOver else { return nil }
            let reading = reading
            do throws(EngineError) {
                let chunk = try await reading.next()
                isOver = chunk == nil
                return chunk
            } catch {
                isOver = true
                throw error
            }
        }
    }

    /// What was received and not read yet, cut into lines, and the event that they are part of.
    struct Text: Sendable {
        var lines = LineSplitter()
        var events = EventAssembler()
    }

    /// What a stream and its iterators share; its end is the end of the transfer.
    final class Reading: Sendable {
        let body: BodyBuffer
        let control: ExchangeControl
        let exchange: Promise<Exchange>
        let text = Mutex(Text())

        init(body: BodyBuffer, control: ExchangeControl, exchange: Promise<Exchange>) {
            self.body = body
            self.control = control
            self.exchange = exchange
        }

        deinit { control.cancel() }

        /// The next chunk.
        func next() async throws(EngineError) -> [UInt8]? {
            try await next { text in
                let unread = text.lines.takeUnread()
                return unread.isEmpty ? nil : unread
            }
        }

        /// The next value that is in the text, which is read as far as that needs; nil at the end of the body.
        func next<Value: Sendable>(
            _ take: @Sendable (inout Text) throws(EngineError) -> Value?
        ) async throws(EngineError) -> Value? {
            while true {
                let value = try text.withLock { text throws(EngineError) in try take(&text) }
                if let value { return value }
                guard let piece = try await receive() else { return nil }
                text.withLock { $0.lines.append(piece) }
            }
        }

        private func receive() async throws(EngineError) -> [UInt8]? {
            let result = await withTaskCancellationHandler { () async -> Result<[UInt8]?, EngineError> in
                do throws(EngineError) { return .success(try await body.next()) } catch { return .failure(error) }
            } onCancel: {
                control.cancel()
            }
            return try result.get()
        }
    }
}

/// How a streamed exchange began.
public enum StreamOpening: Sendable {
    /// The head has arrived, whatever its status.
    case open(ResponseStream)
    /// The exchange ended without a response.
    case failed(Exchange)
}
