/// How much a request log keeps.
public struct RequestLogLimits: Sendable, Hashable {
    /// Bytes that are kept of each body; a longer one is cut, and keeps its true size. Default 8 MiB.
    public var bodyBytes: Int
    /// Exchanges that began longer ago are removed, unless they are pinned. Default 30 days.
    public var age: Duration
    /// Bytes of the database and the body files together; beyond it the oldest exchanges are removed, unless they are pinned.
    /// Each program that writes looks at the size again after 1/64 of it, so the log may be larger by that much for each of them.
    /// Default 1 GB.
    public var totalBytes: Int
    /// Bytes of all recorded runs that have no name; beyond it, and beyond half of `totalBytes`, the oldest ones are removed.
    package var runBytes = 500_000_000

    /// By default 8 MiB a body, 30 days, 1 GB in all.
    public init(bodyBytes: Int = 8 << 20, age: Duration = .seconds(30 * 86_400), totalBytes: Int = 1_000_000_000) {
        self.bodyBytes = max(0, bodyBytes)
        self.age = age
        self.totalBytes = max(0, totalBytes)
    }
}
