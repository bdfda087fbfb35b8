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

    private let inotify: Inotify
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
        guard let inotify = Inotify() else { return nil }
        self.inotify = inotify
        self.tell = tell
        source = DispatchSource.makeReadSource(fileDescriptor: inotify.descriptor, queue: queue)
        source.setEventHandler { [weak self] in self?.readEvents() }
        // The descriptor is closed after the source is done with it.
        source.setCancelHandler { withExtendedLifetime(inotify) {} }
        source.activate()
    }

    deinit { source.cancel() }

    package func stop() { source.cancel() }

    package func cover(_ folders: [String]) -> (new: Int, problem: String?) {
        state.withLock { state in
            var (new, refused, code) = (0, 0, Int32(0))
            for folder in folders where state.watches[folder] == nil {
                guard let watch = inotify.add(folder, Self.events) else {
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
                "Changes in \(refused) \(refused == 1 ? "folder" : "folders") cannot be followed\(hint); 'Reload files' in the palette reads again."
            )
        }
    }

    package func release() {
        state.withLock { state in
            for watch in state.watches.values { inotify.remove(watch) }
            state.watches = [:]
            state.folders = [:]
        }
    }

    // MARK: - On the queue

    private func readEvents() {
        let now = MonotonicTime.current()
        state.withLock { state in inotify.readEvents { take($0, &state, now) } }
        scheduleTelling()
    }

    private func take(_ event: Inotify.Event, _ state: inout State, _ now: MonotonicTime) {
        if event.isOverflow { return state.gathering.add(.lostTrack, at: now) }
        guard let folder = state.folders[event.watch] else { return }
        if event.holds(IN_IGNORED) {
            state.folders[event.watch] = nil
            if state.watches[folder] == event.watch { state.watches[folder] = nil }
        } else if event.holds(IN_DELETE_SELF) || event.holds(IN_MOVE_SELF) {
            state.gathering.add(.lostTrack, at: now)
        } else if event.holds(IN_ISDIR) {
            // A folder that moved is watched under its new name when all is read again.
            if event.holds(IN_MOVED_FROM) { forget(PathText.join(folder, event.name), &state) }
            state.gathering.add(.folder(name: event.name), at: now)
        } else {
            // A file that was just made is empty yet; that it was written to its end is reported too. A link is whole at once.
            state.gathering.add(.file(folder: folder, name: event.name), at: now)
        }
    }

    private func forget(_ folder: String, _ state: inout State) {
        for (path, watch) in state.watches where path == folder || PathText.isInside(path, folder: folder) {
            inotify.remove(watch)
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
