import NetEngine
import TerminalUI

/// What the program was started with, and what the user chose since.
package struct SessionSettings: Sendable {
    /// What to open: a folder or a file, as the user wrote it.
    package var path: String
    package var environmentName: String?
    /// Variables that beat every other source: `base` of the demo.
    package var overrides: [String: String]
    package var glyphs: Glyphs
    /// Whether the program found a place for its cache.
    package var hasCache = true
    /// How every send uses the cache; nil means as each request says.
    package var cacheMode: CacheMode?
    /// Whether exchanges are stored in the request log.
    package var isLogging = true
    /// Of the user's time zone; east is positive. The log shows local times.
    package var utcOffsetSeconds = 0
}
