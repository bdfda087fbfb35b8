import NetEngine

/// How long tests wait for what should come at once. They share few processors with many others, so that it can take a
/// hundred times as long as on an idle machine; a test of a time limit sets its own.
public enum LongestWait {
    /// For a terminal to show something, or a program to end.
    public static let duration = Duration.seconds(120)

    /// The request with more time than the 30 seconds that a token has for users, and the minute of other requests.
    public static func patient(_ draft: RequestDraft) -> RequestDraft {
        var draft = draft
        draft.options.timeouts.total = .seconds(240)
        return draft
    }
}
