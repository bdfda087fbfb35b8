/// Where a large body goes while it arrives: from a threshold on into a file without a name, so that its size is bounded
/// by the disk and not by memory.
public struct BodySpooling: Sendable, Hashable {
    /// Folders for the file; the first that takes it gets it. Name folders on a disk first.
    public var folders: [String]
    /// Bytes of a body that are held in memory before it moves to the file. A body whose declared length is larger goes there
    /// at once. Default 16 MiB.
    public var threshold: Int
    /// The limit of a body if no folder takes the file, so that it stays in memory. Default 64 MiB.
    public var memoryLimit: Int

    /// By default a body moves at 16 MiB, and is limited to 64 MiB where it cannot.
    public init(folders: [String], threshold: Int = 16 << 20, memoryLimit: Int = 64 << 20) {
        self.folders = folders
        self.threshold = threshold
        self.memoryLimit = memoryLimit
    }
}
