/// What happened to the files of a collection, as far as a watch can see.
package struct FileChange: Sendable, Hashable {
    /// Absolute paths of request files that were written, made, removed or renamed; all are to be looked at.
    var files: Set<String> = []
    /// Folders came, went or were renamed, or more happened than the watch could follow: all is to be read again.
    var isStructural = false
    /// An environment file is another.
    var touchesEnvironments = false
    /// A file with the name of the configuration is another.
    var touchesSettings = false

    /// A theme file of the user is another; that is no file of a collection.
    var touchesThemes = false

    var isEmpty: Bool { isOutsideCollection && !touchesThemes && !touchesSettings }
    /// No file of the collection is another.
    var isOutsideCollection: Bool { files.isEmpty && !isStructural && !touchesEnvironments }

    mutating func formUnion(_ other: FileChange) {
        files.formUnion(other.files)
        isStructural = isStructural || other.isStructural
        touchesEnvironments = touchesEnvironments || other.touchesEnvironments
        touchesThemes = touchesThemes || other.touchesThemes
        touchesSettings = touchesSettings || other.touchesSettings
    }
}
