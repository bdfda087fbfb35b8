import Dispatch
import Foundation
import Glibc
import Synchronization

/// Standard output as one writer thread serves it.
///
/// What is appended leaves at once; while a write goes on, what comes meanwhile is gathered for the next. While results
/// come thick and fast the thread looks again after a moment, because to be woken for each of them costs more than to write
/// it. A reader who is slow makes the output congested: no new work is begun then.
final class BatchOutput: Sendable {
    private struct State {
        var pending: [UInt8] = []
        var isIdle = true
        /// Whether more is about to come than what was appended last.
        var expectsMore = false
        var isClosing = false
        /// errno of the write that failed; nothing is written after it.
        var failure: Int32?
    }

    /// Bytes that wait before no new work is begun.
    static let congestion = 8 << 20
    /// The longest time that a result is kept back, and only if others came just before it.
    private static let gatheringMicroseconds: useconds_t = 300

    private let state = Mutex(State())
    private let work = DispatchSemaphore(value: 0)
    private let ended = DispatchSemaphore(value: 0)
    private let congested = Atomic<Bool>(false)
    let descriptor: Int32

    init(descriptor: Int32 = STDOUT_FILENO) { self.descriptor = descriptor }

    var isCongested: Bool { congested.load(ordering: .acquiring) }

    /// Why nothing is written any more.
    var failure: Int32? { state.withLock { $0.failure } }

    /// - Parameter changed: called on the writer's thread when the congestion is over, and when writing has failed.
    func start(changed: @escaping @Sendable () -> Void) {
        Thread.detachNewThread { [self] in
            run(changed)
            ended.signal()
        }
    }

    /// - Parameter expectsMore: whether other results are about to come.
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

    /// Nobody will read what is written.
    func readerLeft() {
        state.withLock { state in
            state.failure = state.failure ?? EPIPE
            state.pending = []
        }
    }

    /// Waits until all is written, or cannot be. Nothing may be appended afterwards.
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
            let code = write(bytes)
            if code != 0 {
                state.withLock { state in
                    state.failure = code
                    state.pending = []
                }
            }
            if congested.exchange(false, ordering: .acquiringAndReleasing) || code != 0 { changed() }
        }
    }

    /// 0, or errno.
    private func write(_ bytes: [UInt8]) -> Int32 {
        bytes.withUnsafeBytes { buffer in
            var done = 0
            while done < buffer.count {
                let count = Glibc.write(descriptor, buffer.baseAddress?.advanced(by: done), buffer.count - done)
                if count > 0 {
                    done += count
                } else if errno == EAGAIN {
                    var ready = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
                    poll(&ready, 1, -1)
                } else if errno != EINTR {
                    return errno
                }
            }
            return 0
        }
    }
}
