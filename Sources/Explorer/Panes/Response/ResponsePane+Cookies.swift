import Base
import NetEngine
import TerminalUI
import Workspace

// The Cookies tab: the jar of the next send, of which cookies can be removed.

extension ResponsePane {
    /// Shows the pane in view what the jar holds.
    static func settle(_ model: inout Model) {
        let jar = model.jar
        if model.response.jar != jar {
            // A response may have changed the jar: the selection stays on its cookie.
            let selected = model.response.jar?.scope == jar?.scope ? model.response.selectedCookie : nil
            model.response.jar = jar
            if let selected, let place = jar?.cookies.firstIndex(where: { $0.isSameCookie(as: selected) }) {
                model.response.cookieSelection = place
            }
        }
        let last = max(0, (jar?.cookies.count ?? 0) - 1)
        if model.response.cookieSelection > last { model.response.cookieSelection = last }
    }

    static func clearCookies(on model: inout Model) -> [Effect] {
        guard let jar = model.jar, !jar.cookies.isEmpty else {
            model.say("The cookie jar is empty.")
            return []
        }
        model.overlays.show(Question.clearCookies(jar))
        return []
    }

    /// Takes the selected cookie out of the jar.
    static func removeCookie(on model: inout Model) -> [Effect] {
        guard model.response.shownTab == .cookies, let jar = model.jar, let cookie = model.response.selectedCookie
        else {
            model.say("Select a cookie of the jar on the Cookies tab of the response.")
            return []
        }
        model.say("\(cookie.name) was taken out of the cookie jar.")
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
