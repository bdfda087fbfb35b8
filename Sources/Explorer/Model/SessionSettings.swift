import NetEngine
import RequestLog
import Settings
import TerminalUI
import Workspace

/// What the program was started with, and what the user chose since.
package struct SessionSettings: Sendable {
    /// What to open: a folder or a file, as the user wrote it.
    package var path: String
    /// The highest `CollectionOpening.number` that has arrived, including those of collections that could not be read.
    var opening = 0
    package var environmentName: String?
    /// Variables that beat every other source: `base` of the demo.
    package var overrides: [String: String]
    /// What the terminal can show.
    var terminalGlyphs: Glyphs
    /// Whether the screen has one pane, words for marks and no animation.
    var isPlain = false
    /// Whether the program found a place for its cache.
    package var hasCache = true
    /// What the configuration says, with its sources.
    package internal(set) var configured = EffectiveSettings()
    /// Which key means what.
    package internal(set) var keymap = Keymap.standard
    /// Whether the screen takes the mouse; the terminal's own selection works otherwise.
    package var usesMouse = true
    /// How every send uses the cache; nil means as each request says.
    package var cacheMode: CacheMode?
    /// Whether exchanges are stored in the request log.
    package var isLogging = true
    /// Whether what a description only warns of makes a request fail.
    package var isContractStrict = false
    /// The log and History show local times.
    package var zone: LocalZone = 0

    /// The characters for frames and marks.
    package var glyphs: Glyphs { isPlain ? .plain : terminalGlyphs }

    /// - Parameter standard: for requests that say nothing of the cache, if the configuration does not either.
    func cacheChoice(else standard: CacheMode = .default) -> CacheChoice {
        CacheChoice(session: cacheMode, standard: configured.cache ?? standard)
    }

    /// The mode of requests that say nothing of the cache; nil if nobody chose one.
    var shownCacheMode: CacheMode? { cacheMode ?? configured.cache }

    /// How often what runs is drawn again.
    var pulse: Duration { isPlain ? .seconds(5) : .milliseconds(100) }

    /// What holds for requests that say nothing else.
    var requestDefaults: RequestDefaults { RequestDefaults(configured) }
}

extension RequestDefaults {
    /// What the configuration says.
    package init(_ settings: EffectiveSettings) {
        self.init(timeout: settings.timeout, connectTimeout: settings.connectTimeout, maxBody: settings.maxBody)
    }
}
