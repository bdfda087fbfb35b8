import HTTPFormat
import NetEngine

/// What decides how a request uses the cache; the first that is set wins. The one place where this order is written.
package struct CacheChoice: Sendable, Hashable {
    /// For one send: `S` and `V` on the screen.
    package var send: CacheMode?
    /// For a session: `M` on the screen, `--cache`.
    package var session: CacheMode?
    /// For requests without `# @cache`.
    package var standard: CacheMode

    package init(send: CacheMode? = nil, session: CacheMode? = nil, standard: CacheMode = .default) {
        self.send = send
        self.session = session
        self.standard = standard
    }

    package func mode(of request: SavedRequest) -> CacheMode {
        send ?? session ?? request.settings.cacheMode ?? standard
    }
}
