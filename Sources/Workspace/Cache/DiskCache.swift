import NetEngine
import NetEngineSQLiteCache

/// The cache that all runs of the program share.
package enum DiskCache {
    /// Of the database; a newer one is left as it is.
    package static var version: Int { SQLiteCacheStore.version }

    /// Opens the cache; nil without a home folder.
    /// - Parameter report: called with a sentence when something goes wrong.
    package static func open(report: @escaping @Sendable (String) -> Void) -> SQLiteCacheStore? {
        UserFolder.cache.path().map { SQLiteCacheStore(folder: $0, report: report) }
    }

    /// Does some work with the cache; nil without a home folder.
    /// - Returns: beside the result, why something could not be read or changed, as a sentence: empty if it was reported.
    package static func using<Value>(
        report: @escaping @Sendable (String) -> Void, _ work: (any CacheStore) async -> Value
    ) async -> (value: Value, failure: String?)? {
        guard let store = open(report: report) else { return nil }
        return (await work(store), store.failure)
    }
}
