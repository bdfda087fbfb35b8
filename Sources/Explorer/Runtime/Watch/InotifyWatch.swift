import Base
import Dispatch
import Glibc
import Synchronization
import TerminalUI

/// Watches folders by the kernel's inotify: files as they are written to their end, made, removed and renamed.
///
/// Folders are watched, not files: editors write a new file and rename it into the old one's place. A file that a link leads
/// to elsewhere is noticed only when the link itself changes.
package final class InotifyWatch: FileWatch {
    private struct State {
        var folders: [Int32: String] = [:]
        var watches: [String: Int32] = [:]
        var gathering = FileChangeGathering()
        var isTimerSet = false
    }

    private let descriptor: Int32
    private let state = Mutex(State())
    private let queue = DispatchQueue(label: "files")
    private let tell: @Sendable (FileChange) -> Void
    // A dispatch source may be used from any thread, its type just does not say so.
    nonisolated(unsafe) private let source: any DispatchSourceRead

    private static let events =
        IN_CLOSE_WRITE | IN_MOVED_TO | IN_MOVED_FROM | IN_CREATE | IN_DELETE | IN_DELETE_SELF | IN_MOVE_SELF
        | IN_ONLYDIR
        | IN_EXCL_UNLINK

    /// - Parameter tell: called on a separate thread, with one batch after the other.
    /// - Returns: nil when the system has no watch to give.
    package init?(_ tell: @escaping @Sendable (FileChange) -> Void) {
        descriptor = inotify_init1(Int32(IN_CLOEXEC) | Int32(IN_NONBLOCK))
        guard descriptor >= 0 else { return nil }
        self.tell = tell
        source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: queue)
        let descriptor = descriptor
        source.setEventHandler { [weak self] in self?.readEvents() }
        source.setCancelHandler { close(descriptor) }
        source.activate()
    }

    deinit { source.cancel() }

    package func stop() { source.cancel() }

    package func cover(_ folders: [String]) -> (new: Int, problem: String?) {
        state.withLock { state in
            var (new, refused, code) = (0, 0, Int32(0))
            for folder in folders where state.watches[folder] == nil {
                let watch = inotify_add_watch(descriptor, folder, UInt32(Self.events))
                guard watch >= 0 else {
                    // One that is gone again, or may not be read, has its own sentence elsewhere.
                    if errno == ENOSPC || errno == ENOMEM { (refused, code) = (refused + 1, errno) }
                    continue
                }
                if let before = state.folders[watch] { state.watches[before] = nil }
                state.folders[watch] = folder
                state.watches[folder] = watch
                new += 1
            }
            guard refused > 0 else { return (new, nil) }
            let hint = code == ENOSPC ? " (the limit is fs.inotify.max_user_watches)" : ""
            return (
                new,
                "Changes in \(refused) \(refused == 1 ? "folder" : "folders") cannot be followed\(hint); R reads again."
            )
        }
    }

    // MARK: - On the queue

    private func readEvents() {
        var buffer = [UInt8](repeating: 0, count: 64 << 10)
        let now = MonotonicTime.current()
        while true {
            let count = read(descriptor, &buffer, buffer.count)
            guard count > 0 else { break }
            buffer.withUnsafeBytes { bytes in
                state.withLock { state in
                    Self.forEachEvent(UnsafeRawBufferPointer(rebasing: bytes[..<count])) { watch, mask, name in
                        take(watch, mask, name, &state, now)
                    }
                }
            }
        }
        scheduleTelling()
    }

    /// inotify(7): watch, mask, cookie and length of the name, each of 32 bits, then the name, filled up with zeros.
    private static func forEachEvent(
        _ bytes: UnsafeRawBufferPointer, _ body: (Int32, UInt32, String) -> Void
    ) {
        var at = 0
        while at + 16 <= bytes.count {
            let watch = bytes.loadUnaligned(fromByteOffset: at, as: Int32.self)
            let mask = bytes.loadUnaligned(fromByteOffset: at + 4, as: UInt32.self)
            let length = Int(bytes.loadUnaligned(fromByteOffset: at + 12, as: UInt32.self))
            guard at + 16 + length <= bytes.count else { return }
            let name = bytes[at + 16..<at + 16 + length].prefix { $0 != 0 }
            body(watch, mask, String(decoding: name, as: UTF8.self))
            at += 16 + length
        }
    }

    private func take(_ watch: Int32, _ mask: UInt32, _ name: String, _ state: inout State, _ now: MonotonicTime) {
        func holds(_ flag: some FixedWidthInteger) -> Bool { mask & UInt32(truncatingIfNeeded: flag) != 0 }
        if holds(IN_Q_OVERFLOW) { return state.gathering.add(.lostTrack, at: now) }
        guard let folder = state.folders[watch] else { return }
        if holds(IN_IGNORED) {
            state.folders[watch] = nil
            if state.watches[folder] == watch { state.watches[folder] = nil }
        } else if holds(IN_DELETE_SELF) || holds(IN_MOVE_SELF) {
            state.gathering.add(.lostTrack, at: now)
        } else if holds(IN_ISDIR) {
            // A folder that moved is watched under its new name when all is read again.
            if holds(IN_MOVED_FROM) { forget(PathText.join(folder, name), &state) }
            state.gathering.add(.folder(name: name), at: now)
        } else {
            // A file that was just made is empty yet; that it was written to its end is reported too. A link is whole at once.
            state.gathering.add(.file(folder: folder, name: name), at: now)
        }
    }

    private func forget(_ folder: String, _ state: inout State) {
        for (path, watch) in state.watches where path == folder || PathText.isInside(path, folder: folder) {
            inotify_rm_watch(descriptor, watch)
            state.watches[path] = nil
            state.folders[watch] = nil
        }
    }

    private func scheduleTelling() {
        let wait: Duration? = state.withLock { state in
            guard !state.isTimerSet, let due = state.gathering.dueAt else { return nil }
            state.isTimerSet = true
            return due.since(.current())
        }
        guard let wait else { return }
        let nanoseconds = Int(wait / .nanoseconds(1))
        queue.asyncAfter(deadline: .now() + .nanoseconds(nanoseconds)) { [weak self] in self?.tellWhatIsDue() }
    }

    private func tellWhatIsDue() {
        let change = state.withLock { state in
            state.isTimerSet = false
            return state.gathering.take(at: .current())
        }
        if let change { tell(change) }
        scheduleTelling()
    }
}
