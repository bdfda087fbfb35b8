import Base
import Dispatch
import Glibc
import NetEngine
import NetEngineRequestLog
import NetEngineSQLite

/// Wakes when any process has committed to the request log; without polling, by the kernel's inotify.
package struct LogWatch: Sendable {
    private let inotify: Inotify

    /// Creates the folder if it is missing: a log that is written later is noticed too.
    /// - Parameter folder: of `LogReader`.
    /// - Throws: if the folder cannot be made, or the system has no watch to give.
    package init(folder: String) throws(LogUnreadable) {
        func failure() -> LogUnreadable {
            let limit =
                errno == ENOSPC || errno == EMFILE ? " (see fs.inotify.max_user_watches and max_user_instances)" : ""
            return LogUnreadable(
                sentence:
                    "The request log in \(folder) cannot be followed: \(SystemError.clause(errno))\(limit).")
        }
        do { try LogFolder.files(in: folder).prepare() } catch { throw failure() }
        guard let inotify = Inotify() else { throw failure() }
        // The file is written to, or made, after each commit.
        guard inotify.add(folder, IN_MODIFY | IN_CREATE | IN_MOVED_TO) != nil else { throw failure() }
        self.inotify = inotify
    }

    /// Becomes readable with a commit; then call `takeChanges`. For loops that wait by `poll`; not beside `changes`.
    package var descriptor: Int32 { inotify.descriptor }

    /// Whether there was a commit since the last call. Never waits.
    package func takeChanges() -> Bool {
        var isChanged = false
        inotify.readEvents { event in
            isChanged = isChanged || event.name == LogFolder.signalName || event.isOverflow
        }
        return isChanged
    }

    /// One element for the commits since the last one; ends with the task that reads it.
    package var changes: AsyncStream<Void> {
        let watch = self
        return AsyncStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
            let source = DispatchSource.makeReadSource(
                fileDescriptor: watch.inotify.descriptor, queue: DispatchQueue(label: "request log watch"))
            source.setEventHandler { if watch.takeChanges() { continuation.yield() } }
            // A dispatch source may be used from any thread, its type just does not say so.
            nonisolated(unsafe) let ending = source
            // The watch lives as long as the source.
            source.setCancelHandler { withExtendedLifetime(watch) {} }
            continuation.onTermination = { _ in ending.cancel() }
            source.activate()
        }
    }
}
