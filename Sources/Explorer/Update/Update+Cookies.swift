import Base
import NetEngine
import Workspace

// The cookie jar of the collection and environment in use. The jar itself is the runner's; here is what it held last.

extension Model {
    /// The jar that the next send uses.
    var cookieScope: CookieScope {
        CookieScope(root: tree.place.root, environment: settings.environmentName)
    }

    /// What that jar holds, as far as it is known.
    package var jar: JarContents? { surroundings.jars[cookieScope] }

    /// Looks into the jar again if a response changed it.
    func cookieEffects(of exchange: Exchange, _ job: ResolveJob) -> [Effect] {
        guard exchange.hops.contains(where: { !$0.setCookies.isEmpty }) else { return [] }
        return [.readCookies(CookieScope(root: job.place.root, environment: job.environmentName))]
    }

    mutating func cookiesRead(_ scope: CookieScope, _ cookies: [Cookie]) {
        surroundings.jars[scope] = JarContents(
            scope: scope, cookies: cookies, version: clock.nextTicket())
    }
}
