import Synchronization

extension ResponseStream {
    /// The body as server-sent events, each as soon as its empty line has arrived, up to 16 MiB long; see
    /// `events(maxEventBytes:)`.
    public var events: Events { events(maxEventBytes: 16 << 20) }

    /// The body as server-sent events (WHATWG HTML §9.2), each as soon as its empty line has arrived.
    ///
    /// ```swift
    /// for try await event in stream.events { show(event.data) }
    /// ```
    ///
    /// Comments, unknown fields and events without data are left out, and so is an event without an empty line at the end
    /// of the body. Bytes that are not UTF-8 become U+FFFD.
    ///
    /// A response whose status is not a success throws its `statusError`. One with another media type than
    /// `text/event-stream` or `text/plain` throws a `decoding` error. Other errors are those of `lines`.
    ///
    /// A connection that ends is not opened again: `lastEventID` and `reconnectionTime` are what a new request needs. Events
    /// that come for longer than a minute need `Timeouts.total` set to nil.
    /// - Parameter maxEventBytes: bytes of the data of an event, and of a line. Up to this many are held in memory.
    public func events(maxEventBytes: Int) -> Events {
        Events(reading: reading, head: head, statusError: statusError, maxEventBytes: maxEventBytes)
    }

    /// The events of a streamed body; see `ResponseStream.events(maxEventBytes:)`.
    public struct Events: AsyncSequence, Sendable {
        /// An event, which has data.
        public typealias Element = ServerSentEvent
        /// Why the body broke off or has no events, or that an event is too long.
        public typealias Failure = EngineError

        let reading: Reading
        let head: Response
        let statusError: EngineError?
        let maxEventBytes: Int

        /// The last id that the server has given so far, even with an event that has no data; empty if it gave none. To be
        /// sent as `Last-Event-ID` when the connection has ended, unless it is empty.
        public var lastEventID: String { reading.text.withLock { $0.events.lastEventID } }

        /// How long the server wants a client to wait before it connects again (`retry`, in whole milliseconds); nil
        /// until it names a time. The server may name any time.
        public var reconnectionTime: Duration? { reading.text.withLock { $0.events.reconnectionTime } }

        /// Continues where the last reader stopped.
        public func makeAsyncIterator() -> Iterator { Iterator(events: self) }

        /// Reads one event after the other.
        public struct Iterator: AsyncIteratorProtocol {
            private let events: Events
            private var isOver = false

            fileprivate init(events: Events) { self.events = events }

            /// The next event, or nil at the end of the body.
            /// - Throws: why there are no more events; nil follows.
            public mutating func next() async throws(EngineError) -> ServerSentEvent? {
                try await next(isolation: #isolation)
            }

            /// The next event, or nil at the end of the body, without leaving the caller's actor.
            /// - Throws: why there are no more events; nil follows.
            public mutating func next(
                isolation actor: isolated (any Actor)?
            ) async throws(EngineError) -> ServerSentEvent? {
                guard !isOver else { return nil }
                let events = events
                isOver = true
                let event = try await events.next()
                isOver = event == nil
                return event
            }
        }

        private func next() async throws(EngineError) -> ServerSentEvent? {
            try checkHead()
            let limit = maxEventBytes
            return try await reading.next { text throws(EngineError) in try text.nextEvent(limit) }
        }

        /// WHATWG HTML §9.2.3, but for responses that do not say what they are.
        private func checkHead() throws(EngineError) {
            if let statusError { throw statusError }
            let type = ContentType(of: head).essence
            guard ["text/event-stream", "text/plain", ""].contains(type) else {
                throw .decoding(
                    "a stream of events", DecodingFault(reason: "it has another media type", response: head))
            }
        }
    }
}

extension ResponseStream.Text {
    fileprivate mutating func nextEvent(_ limit: Int) throws(EngineError) -> ServerSentEvent? {
        while true {
            try checkLine(limit)
            guard let line = lines.next() else { return nil }
            if let event = events.take(line) { return event }
            guard events.dataCount <= limit else {
                throw EngineError(
                    .tooLarge, phase: .receive,
                    "An event of the response is longer than the limit of \(EngineError.byteCount(limit)).",
                    hint: "Raise the limit of an event, or read the response in lines.")
            }
        }
    }
}
