/// Files that are being read, written or edited in the background.
package struct FileWork: Sendable {
    /// Files that are being written.
    var saving: Set<String> = []
    var quitsAfterSaving = false
    package var disk = DiskState()
    var largeEdits = LargeEdits()
    /// Recovery copies that were restored and whose edits are neither saved nor dropped, by their files' paths.
    package var restored: [String: [String]] = [:]
}
