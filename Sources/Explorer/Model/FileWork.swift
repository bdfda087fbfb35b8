import Workspace

/// Files that are being read, written or edited in the background.
package struct FileWork: Sendable {
    /// Files that are being written.
    var saving: Set<String> = []
    /// How many files were written since all were to be saved; nil while no more than one is.
    var savedOfAll: Int?
    /// What follows when all is saved.
    var afterSaving: AfterSaving?
    package var disk = DiskState()
    var changes = FileChanges()
    var reading = FileReading()
    var largeEdits = LargeEdits()
    /// What was changed of the requests of descriptions, by their paths, as it is kept.
    var descriptionEdits: [String: DescriptionEdits] = [:]
    /// Recovery copies that were restored and whose edits are neither saved nor dropped, by their files' paths.
    package var restored: [String: [String]] = [:]
    /// When copies of this run are made.
    var recovery = RecoverySchedule()
}

/// What the user saves everything for.
enum AfterSaving: Sendable, Hashable {
    case quit
    /// Open another collection, by its path.
    case open(String)
}
