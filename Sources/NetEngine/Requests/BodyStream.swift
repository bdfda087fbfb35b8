/// A request body from an asynchronous sequence, read piece by piece while it is sent.
///
/// The sequence is asked for more only when its bytes are nearly sent (64 KiB are held), so memory stays flat whatever
/// the size. When the exchange ends early the sequence is cancelled. Streams are equal only if they are the same stream.
public struct BodyStream: Sendable, Hashable {
    private final class Identity: Sendable {
        let isUsed = AtomicFlag()
        let copy = BodyCopy()
    }

    /// In bytes; nil if it is not known, which sends the body chunked (RFC 9112 §7.1) and is refused for HTTP/1.0.
    ///
    /// More or fewer bytes than this fail the exchange with `request-build`.
    public let length: Int64?
    /// Whether a retry or a redirect can read it again.
    public let canRestart: Bool
    private let identity = Identity()
    /// Writes all bytes to the pipe; false if nobody reads them any more.
    private let pump: @Sendable (BodyPipe) async throws(EngineError) -> Bool

    /// A body from a sequence that can be read once: the request cannot be sent a second time, by a retry or a redirect.
    /// - `length`: the number of bytes; nil, the default, if it is not known (then HTTP/1.1 sends chunks, RFC 9112 §7.1).
    public init<Bytes: AsyncSequence & Sendable>(_ bytes: Bytes, length: Int64? = nil)
    where Bytes.Element == [UInt8] {
        self.init(length: length, canRestart: false) { bytes }
    }

    /// A body from a sequence that is made again whenever the body must be sent.
    /// - `length`: the number of bytes; nil, the default, if it is not known.
    public init<Bytes: AsyncSequence & Sendable>(
        length: Int64? = nil, restartingWith makeBytes: @escaping @Sendable () -> Bytes
    ) where Bytes.Element == [UInt8] {
        self.init(length: length, canRestart: true, makeBytes)
    }

    private init<Bytes: AsyncSequence & Sendable>(
        length: Int64?, canRestart: Bool, _ makeBytes: @escaping @Sendable () -> Bytes
    ) where Bytes.Element == [UInt8] {
        self.init(length: length, canRestart: canRestart) { pipe throws(EngineError) in
            do {
                for try await piece in makeBytes() {
                    guard await pipe.write(piece) else { return false }
                }
                return true
            } catch {
                throw .badBody("the stream failed: \(error)", hint: "Look at what makes the bytes of the body.")
            }
        }
    }

    /// A body from what writes it.
    /// - Parameter pump: writes all bytes to the pipe; false if nobody reads them any more.
    init(
        length: Int64?, canRestart: Bool, pump: @escaping @Sendable (BodyPipe) async throws(EngineError) -> Bool
    ) {
        self.length = length
        self.canRestart = canRestart
        self.pump = pump
    }

    /// Several bodies, one after the other. The length is known if all lengths are; each part must keep its own.
    init(joining parts: [BodyStream]) {
        var length: Int64? = 0
        for part in parts {
            let sum = part.length.flatMap { length?.addingReportingOverflow($0) }
            length = sum.flatMap { $0.overflow ? nil : $0.partialValue }
        }
        self.init(length: length, canRestart: parts.allSatisfy(\.canRestart)) { pipe throws(EngineError) in
            for part in parts {
                pipe.beginPart(length: part.length)
                guard try await part.write(to: pipe) else { return false }
                try pipe.endPart()
            }
            return true
        }
    }

    /// - Throws: `request-build` if it was read before and cannot be read again.
    private func write(to pipe: BodyPipe) async throws(EngineError) -> Bool {
        try begin()
        return try await pump(pipe)
    }

    private func begin() throws(EngineError) {
        guard identity.isUsed.set() || canRestart else {
            throw .badBody(
                "the stream was read already and cannot be read again",
                hint: "Make the stream from a closure, so that it can be read again.")
        }
    }

    /// Keeps a copy of the first bytes while the body is sent: for a log that was told of the request before it is sent.
    package func keepFirst(_ limit: Int) { identity.copy.want(limit) }

    /// Those that were kept of the last attempt, and how many it had in all; nil if nobody asked for them.
    package var firstBytes: (bytes: [UInt8], count: Int)? { identity.copy.taken }

    /// Begins to fill a pipe.
    /// - Parameter wake: called, on any thread, when there is something to read again after a `.notYet`.
    /// - Throws: `request-build` if it was read before and cannot be read again.
    func open(wake: @escaping @Sendable () -> Void) throws(EngineError) -> BodyPipe {
        try begin()
        identity.copy.restart()
        let pipe = BodyPipe(length: length, copy: identity.copy, wake: wake)
        let pump = pump
        pipe.attach(
            Task.detached {
                do throws(EngineError) {
                    if try await pump(pipe) { pipe.finish(nil) }
                } catch {
                    pipe.finish(error)
                }
            })
        return pipe
    }

    /// Reads a stream of no bytes to its end: no transport asks for the bytes of an empty body.
    /// What was read before and cannot be read again is not looked at: a later attempt has nothing more to send.
    /// - Throws: `request-build` if it has bytes or fails.
    func confirmEmpty() async throws(EngineError) {
        guard identity.isUsed.set() || canRestart else { return }
        let pipe = BodyPipe(length: 0, wake: {})
        if try await pump(pipe) { pipe.finish(nil) }
        let none = UnsafeMutableRawBufferPointer(start: nil, count: 0)
        if case .failed(let error) = pipe.read(into: none) { throw error }
    }

    /// Whether they are the same stream; two that give equal bytes are not equal.
    public static func == (a: BodyStream, b: BodyStream) -> Bool { a.identity === b.identity }
    /// By identity, as equality is.
    public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(identity)) }
}
