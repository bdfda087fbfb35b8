import Base
import NetEngine
import TerminalUI
import Workspace

/// A sign-in that is waited for: what the user must do for a token, and until when.
struct SignInWait: OverlayPart {
    var signIn: SignIn
    var until: MonotonicTime

    /// Whole seconds that are left.
    private func secondsLeft(_ now: MonotonicTime) -> Int { Int(until.since(now) / .seconds(1)) }

    var title: SafeText { "Sign in" }
    var keys: [(String, String)] { [("c", "copy the URL"), ("o", "open it"), ("Esc", "give up")] }
    /// The user must read the URL and the code.
    var isVeiled: Bool { false }

    func size(in room: OverlayRoom) -> Size {
        room.size(columns: room.width, rows: lines(width: room.width).count + 1)
    }

    mutating func handle(_ key: Key, on model: inout Model) -> [Effect] {
        switch key {
        case .escape, "q":
            model.dropSignIns()
            return [.stopSignIns]
        case "c":
            return [.copy(CopyJob("The URL", ClipboardText(SafeText(signIn.url))))]
        case "o", .enter: return [.openBrowser(url: signIn.url)]
        default: return []
        }
    }

    /// The address to which the browser was sent finishes the sign-in, whether or not it leads here.
    mutating func paste(_ text: String, on model: inout Model) -> [Effect] {
        guard text.contains("code=") || text.contains("error=") else {
            model.say("That is not the address to which the browser was sent: it has no code.", .warning)
            return []
        }
        // What was said of another text does not stay.
        model.toast = nil
        return [.pasteSignIn(text)]
    }

    func wake(at now: MonotonicTime) -> MonotonicTime? { now + .seconds(1) }

    // MARK: Drawing

    private func lines(width: Int) -> [Line] {
        func wrapped(_ text: String, _ style: Style) -> [Line] {
            WrappedText.lines(text, width: max(1, width)).map { Line(SafeText($0), style) }
        }
        let login = signIn.login
        switch signIn.way {
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

    func draw(_ model: Model, inside: Rect, content: Rect, on buffer: inout CellBuffer) {
        let lines = lines(width: content.width)
        // The code and the countdown stay in view where a long URL does not.
        let rows = min(max(0, content.height - 1), lines.count)
        let kept = if case .device = signIn.way { min(1, rows) } else { 0 }
        let above = Rect(x: content.x, y: content.y, width: content.width, height: rows - kept)
        buffer.draw(lines.dropLast(kept), in: above)
        buffer.draw(lines.suffix(kept), in: Rect(x: content.x, y: above.maxY, width: content.width, height: kept))
        let left = secondsLeft(model.clock.now)
        let text = left > 0 ? "Waiting, \(left / 60):\(left % 60 < 10 ? "0" : "")\(left % 60) left." : "Time is up."
        buffer.draw(
            SafeText(text), at: Point(x: content.x, y: content.y + rows), style: Style(.pending))
    }
}

extension Model {
    /// A sign-in begins or ends.
    package mutating func take(_ news: TokenNews) {
        switch news {
        case .signIn(let signIn):
            overlays.showWhenFree(SignInWait(signIn: signIn, until: clock.now + signIn.limit))
        case .signInEnded(let number, let isDone):
            overlays.remove { ($0 as? SignInWait)?.signIn.number == number }
            if isDone { say("Signed in.") }
        case .problem(let sentence): say(sentence, .warning)
        }
    }

    /// Stops waiting for sign-ins.
    /// - Returns: whether there were any.
    @discardableResult mutating func dropSignIns() -> Bool { overlays.remove { $0 is SignInWait } }
}
