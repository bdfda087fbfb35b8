/// The content of a file when it was last read or saved, to detect changes made by other programs.
package struct FileStamp: Sendable, Hashable {
    package var bytes: [UInt8]

    package init(bytes: [UInt8]) {
        self.bytes = bytes
    }
}

/// A failure to use a collection.
package struct CollectionError: Error, Sendable, Hashable {
    /// One sentence: what, where, what to do.
    package var sentence: String

    package init(sentence: String) { self.sentence = sentence }
}

package enum SaveOutcome: Sendable, Hashable {
    case saved(FileStamp)
    /// Nothing was written, because the file changed on disk since it was read. Holds its content now (nil: deleted).
    case conflict(onDisk: [UInt8]?)
    /// Nothing was written; holds one sentence.
    case failed(sentence: String)
}
