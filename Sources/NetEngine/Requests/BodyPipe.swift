import Synchronization

/// Passes bytes from a `BodyStream` to the engine thread: the writer waits for room, the reader never waits.
final class BodyPipe: Sendable {
    enum Reading {
        /// Never 0.
        case bytes(Int)
        /// `wake` is called once there is more.
        case notYet
        case end
        case failed(EngineError)
    }

    private struct State {
        var buffer: [UInt8] = []
        var readCount = 0
        var writtenTotal: Int64 = 0
        /// Where the part that is written now must end, and the length that it promised.
        var part: (end: Int64, length: Int64)?
        var readerWaits = false
        var writer: CheckedContinuation<Void, Never>?
        var isFinished = false
        var isClosed = false
        var failure: EngineError?
        var task: Task<Void, Never>?

        var unread: Int { buffer.count - readCount }
    }

    private static let capacity = 64 << 10
    private let state = Mutex(State())
    private let length: Int64?
    private let copy: BodyCopy?
    private let wake: @Sendable () -> Void

    init(length: Int64?, copy: BodyCopy? = nil, wake: @escaping @Sendable () -> Void) {
        self.length = length
        self.copy = copy
        self.wake = wake
    }

    /// The task that writes; cancelled by `close`.
    func attach(_ task: Task<Void, Never>) {
        let isClosed = state.withLock { state in
            state.task = task
            return state.isClosed
        }
        if isClosed { task.cancel() }
    }

    /// The bytes in memory: those that were not read yet, and some that were.
    var heldCount: Int { state.withLock { $0.buffer.count } }

    /// What is written from now on is a part of the body.
    /// - Parameter length: in bytes; nil if it is not known.
    func beginPart(length: Int64?) {
        state.withLock { state in
            state.part = length.map { length in
                let end = state.writtenTotal.addingReportingOverflow(length)
                return (end.overflow ? .max : end.partialValue, length)
            }
        }
    }

    /// - Throws: `request-build` if the part has fewer bytes than it promised. More of them have failed already.
    func endPart() throws(EngineError) {
        let part = state.withLock { state in
            defer { state.part = nil }
            return state.part.flatMap { state.writtenTotal < $0.end ? $0 : nil }
        }
        if let part { throw Self.wrongLength("fewer", part.length) }
    }

    /// False if the reader is gone. Returns when there is room for the next piece.
    func write(_ bytes: [UInt8]) async -> Bool {
        guard !bytes.isEmpty else { return state.withLock { !$0.isClosed } }
        let mustWake = state.withLock { state in
            guard !state.isClosed, state.failure == nil else { return false }
            state.writtenTotal += Int64(bytes.count)
            if let part = state.part, state.writtenTotal > part.end {
                state.failure = Self.wrongLength("more", part.length)
            } else if let length, state.writtenTotal > length {
                state.failure = Self.wrongLength("more", length)
            } else {
                state.buffer += bytes
                // Before anybody can read them, and nothing that is refused: after the end, a piece of this attempt would be taken for
                // one of the next.
                copy?.add(bytes)
            }
            defer { state.readerWaits = false }
            return state.readerWaits
        }
        if mustWake { wake() }
        await withCheckedContinuation { continuation in
            let hasRoom = state.withLock { state in
                let hasRoom = state.unread < Self.capacity || state.isClosed || state.failure != nil
                if !hasRoom { state.writer = continuation }
                return hasRoom
            }
            if hasRoom { continuation.resume() }
        }
        return state.withLock { !$0.isClosed && $0.failure == nil }
    }

    func finish(_ failure: EngineError?) {
        let mustWake = state.withLock { state in
            state.isFinished = true
            if state.failure == nil { state.failure = failure }
            if state.failure == nil, let length, state.writtenTotal < length {
                state.failure = Self.wrongLength("fewer", length)
            }
            defer { state.readerWaits = false }
            return state.readerWaits
        }
        if mustWake { wake() }
    }

    func read(into target: UnsafeMutableRawBufferPointer) -> Reading {
        let (reading, writer) = state.withLock { state -> (Reading, CheckedContinuation<Void, Never>?) in
            if let failure = state.failure { return (.failed(failure), nil) }
            let count = min(target.count, state.unread)
            guard count > 0 else {
                if state.isFinished { return (.end, nil) }
                state.readerWaits = true
                return (.notYet, nil)
            }
            let start = state.readCount
            state.buffer.withUnsafeBytes { target.copyMemory(from: .init(rebasing: $0[start..<(start + count)])) }
            state.readCount += count
            if state.unread == 0 {
                state.buffer.removeAll(keepingCapacity: true)
                state.readCount = 0
            } else if state.readCount >= Self.capacity {
                // The writer may be ahead all the time.
                state.buffer.removeSubrange(..<state.readCount)
                state.readCount = 0
            }
            guard state.unread < Self.capacity else { return (.bytes(count), nil) }
            defer { state.writer = nil }
            return (.bytes(count), state.writer)
        }
        writer?.resume()
        return reading
    }

    /// Ends the writing; what is left is dropped.
    func close() {
        let (task, writer) = state.withLock { state in
            state.isClosed = true
            state.buffer = []
            state.readCount = 0
            defer { state.writer = nil }
            return (state.task, state.writer)
        }
        task?.cancel()
        writer?.resume()
    }

    private static func wrongLength(_ what: String, _ length: Int64) -> EngineError {
        .badBody(
            "the stream gave \(what) bytes than the \(length) it promised",
            hint: "Give the true length, or none, to send it chunked.")
    }
}

/// A flag that is set once.
final class AtomicFlag: Sendable {
    private let value = Atomic<Bool>(false)

    /// Whether this call was the one that set it.
    func set() -> Bool {
        value.compareExchange(expected: false, desired: true, ordering: .acquiringAndReleasing).exchanged
    }
}
