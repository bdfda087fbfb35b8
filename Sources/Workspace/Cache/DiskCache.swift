import NetEngine
import NetEngineSQLiteCache

/// The cache that all runs of the program share.
package enum DiskCache {
    /// Opens the cache; nil without a home folder.
    /// - Parameter report: called with a sentence when something goes wrong.
    package static func open(report: @escaping @Sendable (String) -> Void) -> SQLiteCacheStore? {
        UserFolder.cache.path().map { SQLiteCacheStore(folder: $0, report: report) }
    }
}
