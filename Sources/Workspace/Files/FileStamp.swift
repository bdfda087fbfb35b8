/// The content of a file when we last knew it, to see whether somebody else changed it since.
package struct FileStamp: Sendable, Hashable {
    package var bytes: [UInt8]

    package init(bytes: [UInt8]) {
        self.bytes = bytes
    }
}

/// A collection that cannot be used at all.
package struct CollectionError: Error, Sendable, Hashable {
    /// One sentence: what, where, what to do.
    package var sentence: String
}

package enum SaveOutcome: Sendable, Hashable {
    case saved(FileStamp)
    /// The file changed on disk since it was read; nothing was written. Holds what stands there now (nil: deleted).
    case conflict(onDisk: [UInt8]?)
    /// Nothing was written.
    case failed(sentence: String)
}
