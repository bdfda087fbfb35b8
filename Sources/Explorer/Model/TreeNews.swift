import HTTPFormat
import Workspace

/// What reading files again changed.
struct TreeNews: Sendable {
    /// Every file whose document changed as it was before, by path.
    var changed: [String: FileState] = [:]
    /// Files that now hold both unsaved edits and what changed on disk; by path, among `changed` too.
    var merged: [String] = []
    /// Files in which the same blocks changed here and on disk: the edits stand, and nothing was taken over.
    var conflicts: [(path: String, conflict: BlockMerge.Conflict, disk: FileStamp)] = []
    /// Large descriptions that are there now.
    var read: [String] = []
    /// Descriptions that changed and are to be read in the background.
    var deferred: [String] = []
    /// Files that must not change now and would have.
    var postponed: [String] = []
    /// Relative paths.
    var added: [String] = []
    var removed: [String] = []
    /// Gone from disk, and kept for their unsaved edits.
    var orphaned: [String] = []
    /// They were gone, and are on disk again as they were read.
    var returned: [String] = []
    /// Old paths and new ones.
    var renamed: [String: String] = [:]
}
