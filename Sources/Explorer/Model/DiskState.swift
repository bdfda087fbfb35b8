import Base
import HTTPFormat
import NetEngine
import Workspace

/// What the model remembers of reading files again.
package struct DiskState: Sendable {
    /// The whole collection is being read.
    var isLoading = false
    /// Something changed since that reading began.
    var isLoadWanted = false
    /// Whether the user asked for it, and not a change on disk.
    var isAskedFor = false
    /// Files to read again as soon as the user leaves them.
    var postponed: Set<String> = []
    /// Paths of files and folders that were written or put back here and are not in the tree yet: they are not announced as new.
    var written: Set<String> = []
    /// By path: the ticket of the last save. What was read before is not what is there now.
    var savedAt: [String: Int] = [:]
    /// By path: the ticket of the last reading that began. An older one may end later; what it read is not what is there now.
    private(set) var readAt: [String: Int] = [:]
    /// Of the reading of the whole collection.
    var loadTicket = 0

    mutating func noteRead(_ path: String, at ticket: Int) { readAt[path] = max(ticket, readAt[path, default: 0]) }

    /// Whether a file that is new in the tree was written or put back here.
    func isWritten(_ path: String) -> Bool { !written(around: path).isEmpty }

    /// What of `written` a file is, or is inside of.
    func written(around path: String) -> [String] {
        var found: [String] = []
        var path = path
        while true {
            if written.contains(path) { found.append(path) }
            let folder = PathText.folder(of: path)
            guard folder.utf8.count < path.utf8.count else { return found }
            path = folder
        }
    }
}

/// Files to be read again.
package struct ReadJob: Sendable, Hashable {
    struct File: Sendable, Hashable {
        var path: String
        var relativePath: String
    }
    /// One of its files, beside other jobs that read the same one.
    struct FileID: Sendable, Hashable {
        var ticket: Int
        var path: String
    }
    var ticket: Int
    var files: [File]

    var fileIDs: [FileID] { files.map { FileID(ticket: ticket, path: $0.path) } }
}
