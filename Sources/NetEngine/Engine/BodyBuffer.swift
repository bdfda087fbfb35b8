import Synchronization

/// The few bytes of a response's body that arrived and were not read yet: the transport fills it, a reader empties it.
///
/// Memory stays flat: beyond `capacity` the transport must pause, and resumes when the reader took everything.
final class BodyBuffer: BodyReceiver {
    /// How much of a response has arrived when the engine must decide about it.
    enum Arrival: Sendable {
        case head(TransportResult)
        /// It is over: without a head, or with one that only the engine needs.
        case end(TransportResult)
    }

    private struct State {
        var bytes: [UInt8] = []
        var transportWaits = false
        var hasEnded = false
        var failure: EngineError?
        var readers: [CheckedContinuation<Void, Never>] = []
        /// Bytes that may still arrive and are dropped; nil while a reader wants them.
        var discardBudget: Int?
        /// A copy of all bytes so far for the cache; nil if it is not wanted, or grew too large.
        var copy: [UInt8]?
        var copyLimit = 0
    }

    /// Bytes held before the transport must wait; it may exceed this by one piece.
    private static let capacity = 256 << 10

    let arrival = Promise<Arrival>()
    let end = Promise<TransportResult>()
    private let state = Mutex(State())
    /// The transport's name for what fills this.
    let token: UInt64
    /// nil if all bytes are there already.
    private let transport: (any Transport)?

    /// - Parameter copying: keeps a copy of a body up to this many bytes; nil keeps none.
    init(token: UInt64, transport: any Transport, copying: Int? = nil) {
        self.token = token
        self.transport = transport
        if let copying {
            state.withLock { state in
                state.copy = []
                state.copyLimit = copying
            }
        }
    }

    /// A body that is there already.
    init(holding bytes: [UInt8], end result: TransportResult) {
        token = 0
        transport = nil
        state.withLock { $0.bytes = bytes }
        finish(result)
    }

    // MARK: The transport's side

    func begin(_ soFar: TransportResult) { arrival.keep(.head(soFar)) }

    func receive(_ bytes: UnsafeRawBufferPointer) -> Bool {
        let (hasRoom, isTooMuch, readers) = state.withLock { state in
            if let held = state.copy?.count {
                if held + bytes.count <= state.copyLimit {
                    state.copy?.append(contentsOf: bytes)
                } else {
                    state.copy = nil
                }
            }
            if let budget = state.discardBudget {
                state.discardBudget = budget - bytes.count
                return (true, budget < bytes.count, [CheckedContinuation<Void, Never>]())
            }
            state.bytes.append(contentsOf: bytes)
            state.transportWaits = state.bytes.count >= Self.capacity
            defer { state.readers = [] }
            return (!state.transportWaits, false, state.readers)
        }
        if isTooMuch { transport?.cancel(token) }
        for reader in readers { reader.resume() }
        return hasRoom
    }

    /// The job is over.
    func finish(_ result: TransportResult) {
        let readers = state.withLock { state in
            state.hasEnded = true
            state.failure = result.failure
            defer { state.readers = [] }
            return state.readers
        }
        end.keep(result)
        arrival.keep(.end(result))
        for reader in readers { reader.resume() }
    }

    // MARK: The reader's side

    /// All bytes that arrived since the last call; nil at the end. Waits for some.
    /// - Throws: why the body broke off, after its last byte was given.
    func next() async throws(EngineError) -> [UInt8]? {
        while true {
            let (chunk, mustResume, hasEnded, failure) = state.withLock { state in
                var chunk: [UInt8] = []
                swap(&chunk, &state.bytes)
                defer { state.transportWaits = false }
                return (chunk, state.transportWaits, state.hasEnded, state.failure)
            }
            if mustResume { transport?.resume(token) }
            if !chunk.isEmpty { return chunk }
            if hasEnded {
                if let failure { throw failure }
                return nil
            }
            await withCheckedContinuation { continuation in
                let isReady = state.withLock { state in
                    let isReady = !state.bytes.isEmpty || state.hasEnded
                    if !isReady { state.readers.append(continuation) }
                    return isReady
                }
                if isReady { continuation.resume() }
            }
        }
    }

    /// No copy is wanted.
    func stopCopying() { state.withLock { $0.copy = nil } }

    /// The copy of all bytes, once; nil if none was kept.
    func takeCopy() -> [UInt8]? {
        state.withLock { state in
            defer { state.copy = nil }
            return state.copy
        }
    }

    /// Whether the body has ended.
    var hasEnded: Bool { state.withLock { $0.hasEnded } }

    /// Drops the body: a short rest is still read, which keeps the connection; a long one is cut off.
    /// - Returns: how the job ended.
    func discard(budget: Int, time: Duration) async -> TransportResult {
        let isTooMuch = state.withLock { state in
            let held = state.bytes.count
            state.bytes = []
            state.discardBudget = budget - held
            return held > budget
        }
        if isTooMuch { transport?.cancel(token) } else { transport?.resume(token) }
        let timer = Task.detached { [transport, token] in
            try? await Task.sleep(for: time)
            if !Task.isCancelled { transport?.cancel(token) }
        }
        defer { timer.cancel() }
        return await end.value
    }
}
