import TerminalUI
import Workspace

/// A sign-in that is waited for: what the person must do, and until when.
struct SignInWait: Sendable {
    var signIn: SignIn
    var until: MonotonicTime

    /// Whole seconds that are left.
    func secondsLeft(_ now: MonotonicTime) -> Int { Int(until.since(now) / .seconds(1)) }
}

/// The tokens of logins, to look through and to forget.
struct TokenBrowser: Sendable {
    /// nil while they are read.
    var tokens: [KeptToken]?
    /// When they were read: by the wall clock in seconds since 1970, and by the monotonic one.
    var readAt: (seconds: Int64, moment: MonotonicTime) = (0, MonotonicTime(nanoseconds: 0))
    var selection = 0
    var scroll = 0
    /// Whether the selected token itself is shown.
    var isRevealed = false

    var chosen: KeptToken? {
        guard let tokens, tokens.indices.contains(selection) else { return nil }
        return tokens[selection]
    }

    /// Seconds since 1970, as far as the clock moved on since they were read.
    func seconds(_ now: MonotonicTime) -> Int64 { readAt.seconds + Int64(now.since(readAt.moment) / .seconds(1)) }
}
