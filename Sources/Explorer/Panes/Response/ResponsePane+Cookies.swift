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
        model.surroundings.removedCookies.done.append(.init(cookie: cookie, scope: jar.scope))
        model.surroundings.removedCookies.takenBack = []
        let key = model.keyName(.undo, in: .response)
        model.say("\(cookie.name) was taken out of the cookie jar. \(key) puts it back.")
        return [.removeCookie(cookie, jar.scope)]
    }

    /// Puts the cookie back that was removed last, into the jar that it was in.
    static func takeBackRemoval(on model: inout Model) -> [Effect] {
        guard let removal = model.surroundings.removedCookies.done.popLast() else {
            model.say("No cookie was removed. Edits are taken back in Request and Collections.")
            return []
        }
        let cookie = removal.cookie
        if model.surroundings.jars[removal.scope]?.cookies.contains(where: { $0.isSameCookie(as: cookie) }) == true {
            model.say("\(cookie.name) was set again since; that one stays.")
            return []
        }
        model.surroundings.removedCookies.takenBack.append(removal)
        model.say("\(cookie.name) is in the cookie jar again\(place(of: removal, model)).")
        return [.putCookieBack(cookie, removal.scope)]
    }

    /// Removes the cookie again that was put back last.
    static func removeAgain(on model: inout Model) -> [Effect] {
        guard let removal = model.surroundings.removedCookies.takenBack.popLast() else {
            model.say("No cookie was put back. Edits are made again in Request and Collections.")
            return []
        }
        model.surroundings.removedCookies.done.append(removal)
        model.say("\(removal.cookie.name) was taken out of the cookie jar again\(place(of: removal, model)).")
        return [.removeCookie(removal.cookie, removal.scope)]
    }

    /// Names the jar where it is not the one in view.
    private static func place(of removal: RemovedCookies.Removal, _ model: Model) -> String {
        guard removal.scope != model.cookieScope else { return "" }
        return removal.scope.environment.map { ", that of the environment \($0)" } ?? ", that of no environment"
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
