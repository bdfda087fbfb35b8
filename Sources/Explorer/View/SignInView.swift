import Base
import NetEngine
import TerminalUI
import Workspace

/// What a person must do for a token, and how long it is waited for.
enum SignInView {
    static let keys = [("c", "copy the URL"), ("o", "open it"), ("Esc", "give up")]

    static func lines(_ wait: SignInWait, width: Int) -> [Line] {
        func wrapped(_ text: String, _ style: Style) -> [Line] {
            WrappedText.lines(text, width: max(1, width)).map { Line(SafeText($0), style) }
        }
        let login = wait.signIn.login
        switch wait.signIn.way {
        case .browser(let url, let pastes):
            let lines =
                wrapped("The request is sent when you have signed in (\(login)) with your browser.", .text)
                + wrapped("If it did not open, go to", .text) + wrapped(url, Style(.url))
            guard let pastes else { return lines }
            return lines + wrapped("Then paste here the address that begins with \(pastes)", Style(.text, .bold))
        case .device(let code):
            return wrapped("The request is sent when you have signed in (\(login)) on any device. Go to", .text)
                + wrapped(code.verificationURI, Style(.url)) + wrapped("and type the code", .text)
                + wrapped("  \(code.userCode)", Style(.titleFocused, .bold))
        }
    }

    static func draw(_ wait: SignInWait, _ now: MonotonicTime, _ content: Rect, on buffer: inout CellBuffer) {
        let lines = lines(wait, width: content.width)
        // The code and the countdown stay in view where a long URL does not.
        let room = max(0, content.height - 1)
        for (offset, line) in lines.prefix(room).enumerated() {
            buffer.draw(line, in: content.row(offset))
        }
        let left = wait.secondsLeft(now)
        let text = left > 0 ? "Waiting, \(left / 60):\(left % 60 < 10 ? "0" : "")\(left % 60) left." : "Time is up."
        buffer.draw(
            SafeText(text), at: Point(x: content.x, y: content.y + min(room, lines.count)), style: Style(.pending))
    }
}

/// The list of tokens, and what is known of the selected one.
enum TokenBrowserView {
    /// Keys that do something now.
    static func keys(_ browser: TokenBrowser) -> [(String, String)] {
        let end = [("R", "reload"), ("Esc", "close")]
        guard browser.chosen != nil else { return end }
        return [("Space", "show"), ("c", "copy"), ("D", "forget"), ("X", "forget all")] + end
    }

    static func height(_ browser: TokenBrowser) -> Int { max(1, browser.tokens?.count ?? 1) + TokenBrowser.detailRows }

    static func draw(_ browser: TokenBrowser, _ now: MonotonicTime, _ content: Rect, on buffer: inout CellBuffer) {
        guard let tokens = browser.tokens else {
            buffer.draw("Reading the tokens.", at: Point(x: content.x, y: content.y), style: Style(.dim))
            return
        }
        guard !tokens.isEmpty else {
            let text = "No token was asked for yet. {{$auth.token(\"name\")}} in a request asks for one."
            for (offset, line) in WrappedText.lines(text, width: content.width).enumerated() {
                buffer.draw(SafeText(line), at: Point(x: content.x, y: content.y + offset), style: Style(.dim))
            }
            return
        }
        let seconds = browser.seconds(now)
        let height = TokenBrowser.listHeight(content.height, tokens.count)
        let list = Rect(x: content.x, y: content.y, width: content.width, height: height)
        List(
            count: tokens.count, selection: ListSelection(index: browser.selection, top: browser.scroll),
            isFocused: true
        ) { place in
            let token = tokens[place]
            let life = token.life(at: seconds)
            return Line(
                [
                    Span(SafeText(token.login), .variable, .bold), Span(SafeText("  \(token.grant)"), .text),
                    Span(SafeText("  \(token.server)"), .dim),
                ], trailing: [Span(SafeText(life), life == "expired" ? .warning : .success)])
        }.draw(in: list, on: &buffer)
        guard let token = browser.chosen else { return }
        let facts: [(String, String)] = [
            ("Collection", token.root), ("Client", token.client), ("Scope", token.scope ?? "not told"),
            ("Kept", token.path.map { "in \($0)" } ?? "in memory, until the program ends"),
            ("Token", browser.isRevealed ? token.secret : "(hidden; Space shows it)"),
        ]
        for (offset, fact) in facts.enumerated() where height + 1 + offset < content.height {
            let row = content.row(height + 1 + offset)
            let name = fact.0 + String(repeating: " ", count: 12 - fact.0.count)
            buffer.draw(Line([Span(SafeText(name), .dim), Span(SafeText(fact.1), .text)]), in: row)
        }
    }
}
