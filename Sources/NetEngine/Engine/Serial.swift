import Synchronization

/// Numbers that are unique in this process.
enum Serial {
    private static let lastExchange = Atomic<UInt64>(0)
    private static let lastJob = Atomic<UInt64>(0)

    static func nextExchange() -> UInt64 { lastExchange.add(1, ordering: .relaxed).newValue }
    static func nextJob() -> UInt64 { lastJob.add(1, ordering: .relaxed).newValue }
}
