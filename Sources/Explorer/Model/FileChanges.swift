import Import
import Workspace

/// A change of files and folders that the user asked for.
package struct FileJob: Sendable {
    var operation: FileOperation
    /// What it takes back; nil if it takes nothing back.
    var undone: DoneOperation?
    /// What was taken back and is done again by it.
    var redone: DoneOperation?
    /// What the files were made of, if they are an import.
    var imported: ImportTarget?
}

/// A change of files and folders that can be taken back, or the taking back of one, which can be undone likewise.
struct DoneOperation: Sendable {
    /// Differs for each change.
    var number: Int
    var inverse: FileOperation
    /// How many edits came before it, as in `EditStep`: later ones are taken back first.
    var edits: Int
    /// Unsaved edits of files that it took away, by path.
    var copies: [String: RecoveryCopy] = [:]
}

/// Changes of files and folders: what can be taken back, and what is to follow when they are read.
struct FileChanges: Sendable {
    /// The last one at the end.
    var done: [DoneOperation] = []
    /// Those that took changes back and can be undone themselves, the last one at the end; empty after another change.
    var takenBack: [DoneOperation] = []
    /// Unsaved edits of files that come back.
    var returning: [String: RecoveryCopy] = [:]
    /// A file that is to be selected.
    var revealed: String?

    /// More are not remembered.
    static let most = 50
}
