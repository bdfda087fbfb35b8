import Glibc
import NetEngine
import NetEngineSQLiteCache

/// The cache that all runs of the program share.
enum DiskCache {
    /// `$XDG_CACHE_HOME/apitui`, else `~/.cache/apitui`; nil where there is no home.
    /// - Parameter variable: looks an environment variable up.
    static func folder(_ variable: (String) -> String?) -> String? {
        // XDG Base Directory Specification: a path that is not absolute is ignored.
        if let caches = variable("XDG_CACHE_HOME"), caches.hasPrefix("/") { return "\(caches)/apitui" }
        guard let home = variable("HOME"), home.hasPrefix("/") else { return nil }
        return "\(home)/.cache/apitui"
    }

    /// nil where there is no home.
    /// - Parameter report: told in a sentence what went wrong.
    static func open(report: @escaping @Sendable (String) -> Void) -> SQLiteCacheStore? {
        folder { getenv($0).map { String(cString: $0) } }.map { SQLiteCacheStore(folder: $0, report: report) }
    }
}
