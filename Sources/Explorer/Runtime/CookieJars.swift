import NetEngine
import Synchronization
import Workspace

/// The cookie jars of a session: one for each collection and environment, in memory only.
final class CookieJars: Sendable {
    private let jars = Mutex<[CookieScope: CookieJar]>([:])

    /// The jar of a collection and environment, the same each time.
    func jar(for scope: CookieScope) -> CookieJar {
        jars.withLock { jars in
            if let known = jars[scope] { return known }
            let new = CookieJar()
            jars[scope] = new
            return new
        }
    }
}
