import Dispatch
import Synchronization

/// Writes a body to a file while it arrives: the engine's thread leaves bytes here and never waits for the disk.
///
/// Memory stays flat: beyond `capacity` the transfer must pause, and is woken when what waited is being written.
final class SpoolWriter: Sendable {
    /// What went wrong. Nothing is written after it.
    enum Problem: Sendable {
        /// No file could be made; the bytes can be taken back.
        case noFile(SpooledBody.Failure)
        /// The file has what could be written.
        case notWritten(SpooledBody.Failure)
    }

    private struct State {
        var body: SpooledBody?
        /// What came before `receive`.
        var first: [UInt8] = []
        /// Received and not written yet.
        var waiting: [UInt8] = []
        /// Whether the queue will look at what waits, at once or in a moment.
        var isScheduled = false
        var isExpected = false
        /// Whether the transfer pauses, because too much waits.
        var isFull = false
        var problem: Problem?
        var end: (@Sendable (BodyBytes, Problem?) -> Void)?
    }

    /// Bytes that wait before the transfer must.
    static let capacity = 1 << 20
    /// Fewer bytes wait a moment for more.
    private static let worthWriting = 128 << 10
    private static let gathering = DispatchTimeInterval.milliseconds(10)

    private let state = Mutex(State())
    private let queue = DispatchQueue(label: "NetEngine.spool")
    private let make: @Sendable () throws(SpooledBody.Failure) -> SpooledBody
    private let opened: @Sendable (SpooledBody) -> Void
    private let wake: @Sendable () -> Void

    /// - Parameters:
    ///   - make: makes the file, on the writer's thread.
    ///   - opened: called on that thread when the file is there.
    ///   - wake: called when there is room again, or something went wrong.
    init(
        make: @escaping @Sendable () throws(SpooledBody.Failure) -> SpooledBody,
        opened: @escaping @Sendable (SpooledBody) -> Void, wake: @escaping @Sendable () -> Void
    ) {
        self.make = make
        self.opened = opened
        self.wake = wake
    }

    // MARK: The engine's thread

    /// To be called once, before `receive`, with the bytes that came so far.
    func begin(_ first: [UInt8]) {
        state.withLock { state in
            state.first = first
            state.isScheduled = true
        }
        queue.async { self.write() }
    }

    /// Takes bytes in any case.
    /// - Returns: false if the transfer must pause until `wake` is called.
    func receive(_ bytes: UnsafeRawBufferPointer) -> Bool {
        let (hasRoom, writesNow, writesSoon) = state.withLock { state in
            state.waiting.append(contentsOf: bytes)
            state.isFull = state.waiting.count >= Self.capacity
            let writesNow = !state.isScheduled && state.waiting.count >= Self.worthWriting
            let writesSoon = !state.isScheduled && !writesNow && !state.isExpected
            if writesNow { state.isScheduled = true }
            if writesSoon { state.isExpected = true }
            return (!state.isFull, writesNow, writesSoon)
        }
        if writesNow { queue.async { self.write() } }
        if writesSoon { queue.asyncAfter(deadline: .now() + Self.gathering) { self.write() } }
        return hasRoom
    }

    var problem: Problem? { state.withLock(\.problem) }

    /// All bytes, if no file could be made.
    func takeBack() -> [UInt8] {
        state.withLock { state in
            defer { (state.first, state.waiting) = ([], []) }
            return state.first + state.waiting
        }
    }

    /// The last call, after all bytes. Calls back once, on the writer's thread, when everything is written, or will never be.
    func end(_ done: @escaping @Sendable (BodyBytes, Problem?) -> Void) {
        state.withLock { $0.end = done }
        queue.async { self.write() }
    }

    // MARK: The writer's thread

    private func write() {
        guard let body = file() else { return finish() }
        var piece: [UInt8] = []
        while true {
            // The two arrays keep swapping, so neither has to grow again; only the first one may be large.
            if piece.capacity > 4 * Self.capacity { piece = [] } else { piece.removeAll(keepingCapacity: true) }
            let wakes = state.withLock { state in
                if state.problem == nil {
                    if state.first.isEmpty { swap(&piece, &state.waiting) } else { swap(&piece, &state.first) }
                }
                state.isScheduled = !piece.isEmpty
                state.isExpected = false
                defer { state.isFull = false }
                return state.isFull
            }
            if wakes { wake() }
            if piece.isEmpty { return finish() }
            piece.withUnsafeBytes { bytes in
                do throws(SpooledBody.Failure) { try body.append(bytes) } catch { fail(.notWritten(error)) }
            }
        }
    }

    /// nil if there is none.
    private func file() -> SpooledBody? {
        let (body, problem) = state.withLock { ($0.body, $0.problem) }
        if body != nil || problem != nil { return body }
        do throws(SpooledBody.Failure) {
            let body = try make()
            state.withLock { $0.body = body }
            opened(body)
            return body
        } catch {
            fail(.noFile(error))
            return nil
        }
    }

    private func fail(_ problem: Problem) {
        let wakes = state.withLock { state in
            state.problem = problem
            defer { state.isFull = false }
            return state.isFull
        }
        if wakes { wake() }
    }

    private func finish() {
        let (end, content, problem) = state.withLock { state in
            // Bytes may have come in a moment before the end; another look at them follows.
            guard state.waiting.isEmpty || state.problem != nil, let end = state.end else {
                return ((@Sendable (BodyBytes, Problem?) -> Void)?.none, BodyBytes(), Problem?.none)
            }
            state.end = nil
            let content = state.body.map { BodyBytes($0) } ?? BodyBytes(state.first + state.waiting)
            return (end, content, state.problem)
        }
        end?(content, problem)
    }
}
