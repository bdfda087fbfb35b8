import Dispatch
import Foundation
import Glibc
import Synchronization

/// Standard output, written by one thread.
///
/// Appended bytes are written at once; bytes that arrive during a write are gathered for the next. While results arrive
/// in quick succession the thread polls, because waking it for each result costs more than writing it. A slow reader
/// makes the output congested: no new work is started then.
final class BatchOutput: Sendable {
    private struct State {
        var pending: [UInt8] = []
        var isIdle = true
        /// True if more results are about to follow.
        var expectsMore = false
        var isClosing = false
        /// errno of the failed write; nothing is written after it.
        var failure: Int32?
    }

    /// Pending bytes from which on no new work is started.
    static let congestion = 8 << 20
    /// The longest time that a result is held back, and only if others came just before it.
    private static let gatheringMicroseconds: useconds_t = 300

    private let state = Mutex(State())
    private let work = DispatchSemaphore(value: 0)
    private let ended = DispatchSemaphore(value: 0)
    private let congested = Atomic<Bool>(false)
    let descriptor: Int32

    init(descriptor: Int32 = STDOUT_FILENO) { self.descriptor = descriptor }

    var isCongested: Bool { congested.load(ordering: .acquiring) }

    /// The errno with which writing ended, or nil.
    var failure: Int32? { state.withLock { $0.failure } }

    /// - Parameter changed: called on the writer's thread when the congestion is over, and when a write has failed.
    func start(changed: @escaping @Sendable () -> Void) {
        Thread.detachNewThread { [self] in
            run(changed)
            ended.signal()
        }
    }

    /// - Parameter expectsMore: true if other results are about to follow.
    func append(_ bytes: [UInt8], expectsMore: Bool = false) {
        let wakes = state.withLock { state in
            guard state.failure == nil else { return false }
            state.pending.append(contentsOf: bytes)
            state.expectsMore = expectsMore
            if state.pending.count > Self.congestion { congested.store(true, ordering: .releasing) }
            defer { state.isIdle = false }
            return state.isIdle
        }
        if wakes { work.signal() }
    }

    /// Records that the reader of standard output has left.
    func readerLeft() {
        state.withLock { state in
            state.failure = state.failure ?? EPIPE
            state.pending = []
        }
    }

    /// Waits until everything is written, or a write failed. Nothing may be appended afterwards.
    func finish() {
        state.withLock { $0.isClosing = true }
        work.signal()
        ended.wait()
    }

    private enum Turn { case write, gather, sleep, end }

    private func run(_ changed: () -> Void) {
        var bytes: [UInt8] = []
        while true {
            bytes.removeAll(keepingCapacity: bytes.capacity <= 2 << 20)
            let turn: Turn = state.withLock { state in
                swap(&bytes, &state.pending)
                guard bytes.isEmpty else { return .write }
                if state.isClosing || state.failure != nil { return .end }
                if state.expectsMore {
                    state.expectsMore = false
                    return .gather
                }
                state.isIdle = true
                return .sleep
            }
            switch turn {
            case .write: break
            case .gather:
                usleep(Self.gatheringMicroseconds)
                continue
            case .sleep:
                work.wait()
                continue
            case .end: return
            }
            let code = StandardStreams.write(bytes, to: descriptor)
            if code != 0 {
                state.withLock { state in
                    state.failure = code
                    state.pending = []
                }
            }
            if congested.exchange(false, ordering: .acquiringAndReleasing) || code != 0 { changed() }
        }
    }
}
