import Base
import Settings
import TerminalUI
import Workspace

/// Reports changes in folders as the system announces them, without polling.
package protocol FileWatch: Sendable {
    /// Watches these folders too, from now on; those that are watched already stay so.
    /// - Returns: how many were not watched before, and a sentence where some cannot be.
    func cover(_ folders: [String]) -> (new: Int, problem: String?)

    /// Watches none of the folders any more.
    func release()

    /// Ends it; nothing is reported afterwards.
    func stop()
}

extension FileWatch {
    package func release() {}
}

/// Gathers single events until a while was quiet, so that a thousand changes are reported as a few. Pure.
struct FileChangeGathering {
    /// What an event was about.
    enum Event: Sendable, Hashable {
        /// A name in a folder is something else now, or gone.
        case file(folder: String, name: String)
        /// A folder within a folder came or went.
        case folder(name: String)
        /// A watched folder itself went, or events were lost.
        case lostTrack
    }

    /// A batch is reported when nothing was added for this long…
    static let quiet = Duration.milliseconds(25)
    /// … or when its first event is so long ago.
    static let longest = Duration.milliseconds(250)

    private var change = FileChange()
    private var firstAt: MonotonicTime?
    private var lastAt = MonotonicTime(nanoseconds: 0)

    /// Takes an event in. Names that a collection does not show are passed over.
    mutating func add(_ event: Event, at now: MonotonicTime) {
        switch event {
        case .file(let folder, let name):
            if CollectionStore.isRequestFile(name) {
                change.files.insert(PathText.join(folder, name))
            } else if CollectionStore.isEnvironmentFile(name) {
                change.touchesEnvironments = true
            } else if ThemeFolder.isThemeFile(name), folder.hasSuffix("/apitui/themes") {
                change.touchesThemes = true
            } else if name == SettingsFile.name {
                change.touchesSettings = true
            } else if CollectionStore.mayBeDescription(name) {
                change.files.insert(PathText.join(folder, name))
            } else {
                return
            }
        case .folder(let name):
            guard !name.hasPrefix("."), name != "node_modules" else { return }
            change.isStructural = true
        case .lostTrack: change.isStructural = true
        }
        if firstAt == nil { firstAt = now }
        lastAt = now
    }

    /// When the batch is due; nil while there is none.
    var dueAt: MonotonicTime? { firstAt.map { min(lastAt + Self.quiet, $0 + Self.longest) } }

    /// The batch, if it is due; the next one begins empty.
    mutating func take(at now: MonotonicTime) -> FileChange? {
        guard let dueAt, dueAt <= now else { return nil }
        defer { self = FileChangeGathering() }
        return change
    }
}
