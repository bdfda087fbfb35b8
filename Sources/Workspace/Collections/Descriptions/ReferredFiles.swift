import Synchronization

/// The files that a description refers to, as far as they were asked for: most are only when a request or a schema needs them.
final class ReferredFiles: Sendable {
    /// In the order in which they were asked for, each with what it was then; nil if it was not there.
    private let asked = Mutex<[(path: String, mark: FileMark?)]>([])

    /// Called before the file is read, so that what is written meanwhile counts as a change.
    func note(_ path: String) {
        let mark = FileMark(path)
        asked.withLock { $0.append((path, mark)) }
    }

    /// Absolute paths.
    var paths: [String] { asked.withLock { $0.map(\.path) } }

    /// Those that are not what they were, as absolute paths.
    var changed: [String] { asked.withLock { $0 }.filter { FileMark($0.path) != $0.mark }.map(\.path) }
}
