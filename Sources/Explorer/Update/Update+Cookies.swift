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

    /// Shows the pane in view what the jar holds.
    mutating func settleCookies() {
        let jar = jar
        if response.jar != jar {
            // A response may have changed the jar: the selection stays on its cookie.
            let selected = response.jar?.scope == jar?.scope ? response.selectedCookie : nil
            response.jar = jar
            if let selected, let place = jar?.cookies.firstIndex(where: { $0.isSameCookie(as: selected) }) {
                response.cookieSelection = place
            }
        }
        let last = max(0, (jar?.cookies.count ?? 0) - 1)
        if response.cookieSelection > last { response.cookieSelection = last }
    }

    mutating func clearCookies() -> [Effect] {
        guard let jar, !jar.cookies.isEmpty else {
            say("The cookie jar is empty.")
            return []
        }
        overlays.show(Question.clearCookies(jar))
        return []
    }

    /// Takes the selected cookie out of the jar.
    mutating func removeCookie() -> [Effect] {
        guard response.shownTab == .cookies, let jar, let cookie = response.selectedCookie else {
            say("Select a cookie of the jar on the Cookies tab of the response.")
            return []
        }
        say("\(cookie.name) was taken out of the cookie jar.")
        return [.removeCookie(cookie, jar.scope)]
    }
}

extension Question {
    static func clearCookies(_ jar: JarContents) -> Question {
        let environment = jar.scope.environment.map { "of the environment \($0)" } ?? "of this collection"
        return Question(
            title: "Clear the cookie jar",
            lines: [
                "Remove \(Formatting.count(jar.cookies.count, "cookie")) \(environment)? Logins by cookie end with that."
            ],
            choices: [
                Choice(key: "x", label: "Remove", consequence: .clearCookies(jar.scope)),
                Choice(key: "c", label: "Keep", consequence: .nothing),
            ], selection: 1)
    }
}
