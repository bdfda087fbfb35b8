import Base
import TerminalUI
import Workspace

// Sign-ins that wait for the person, and the tokens that came of them.

extension Model {
    /// A sign-in begins or ends.
    package mutating func take(_ news: TokenNews) {
        switch news {
        case .signIn(let signIn):
            showWhenFree(.signIn(SignInWait(signIn: signIn, until: now + signIn.limit)))
        case .signInEnded(let number, let isDone):
            removeOverlays { if case .signIn(let wait) = $0 { wait.signIn.number == number } else { false } }
            if isDone { say("Signed in.") }
        case .problem(let sentence): say(sentence, .warning)
        }
    }

    /// Takes away what waits for a sign-in.
    /// - Returns: whether there was something.
    @discardableResult mutating func dropSignIns() -> Bool {
        removeOverlays { if case .signIn = $0 { true } else { false } }
    }

    mutating func signInKey(_ key: Key, _ wait: SignInWait) -> [Effect] {
        switch key {
        case .escape, "q":
            dropSignIns()
            return [.stopSignIns]
        case "c":
            say("The URL is on the clipboard, if the terminal allows it.")
            return [.copy(SafeText(wait.signIn.url))]
        case "o", .enter: return [.openBrowser(url: wait.signIn.url)]
        default: return []
        }
    }

    /// The address to which the browser was sent: a sign-in can be finished by it, whether or not it leads here.
    mutating func pasteSignIn(_ text: String) -> [Effect] {
        guard text.contains("code=") || text.contains("error=") else {
            say("That is not the address to which the browser was sent: it has no code.", .warning)
            return []
        }
        return [.pasteSignIn(text)]
    }

    // MARK: The list

    mutating func browseTokens() -> [Effect] {
        overlays.append(.tokens(TokenBrowser()))
        return [.readTokens]
    }

    /// - Returns: the Vars tab anew, which may show one that is gone.
    mutating func tokensRead(_ tokens: [KeptToken], seconds: Int64) -> [Effect] {
        for place in overlays.indices {
            guard case .tokens(var browser) = overlays[place] else { continue }
            browser.tokens = tokens
            browser.readAt = (seconds, now)
            overlays[place] = .tokens(browser)
        }
        return showVariables()
    }

    mutating func tokenBrowserKey(_ key: Key, _ browser: TokenBrowser) -> [Effect] {
        var browser = browser
        defer { if case .tokens? = overlays.last { overlays[overlays.count - 1] = .tokens(browser) } }
        let count = browser.tokens?.count ?? 0
        if let step = scrollStep(key, page: max(1, count), count: count), key != " " {
            browser.selection = max(0, min(count - 1, browser.selection + step))
            browser.isRevealed = false
            return []
        }
        switch key {
        case .escape, "q": overlays.removeLast()
        case " ", .enter: browser.isRevealed.toggle()
        case "c":
            guard let token = browser.chosen else { return [] }
            say("The token is on the clipboard, if the terminal allows it.")
            return [.copy(SafeText(token.secret))]
        case "D", .delete:
            guard let token = browser.chosen else { return [] }
            browser.isRevealed = false
            return [.forgetTokens([token])]
        case "X":
            browser.isRevealed = false
            return [.forgetTokens(browser.tokens ?? [])]
        case "R": return [.readTokens]
        default: break
        }
        return []
    }

    func settle(_ browser: TokenBrowser) -> TokenBrowser {
        var browser = browser
        let count = browser.tokens?.count ?? 0
        browser.selection = max(0, min(browser.selection, count - 1))
        browser.scroll = Self.scroll(
            browser.scroll, toShow: browser.selection, of: count, in: TokenBrowser.listHeight(overlayRect.height, count)
        )
        return browser
    }
}

extension TokenBrowser {
    /// Lines about the selected token, below the list.
    static let detailRows = 6

    /// Rows of the list in a popup of that height.
    static func listHeight(_ height: Int, _ count: Int) -> Int { max(1, min(count, height - detailRows)) }
}
