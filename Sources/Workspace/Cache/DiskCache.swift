import NetEngine
import NetEngineSQLiteCache

/// The cache that all runs of the program share.
package enum DiskCache {
    /// nil where there is no home.
    /// - Parameter report: told in a sentence what went wrong.
    package static func open(report: @escaping @Sendable (String) -> Void) -> SQLiteCacheStore? {
        UserFolder.cache.path().map { SQLiteCacheStore(folder: $0, report: report) }
    }
}
