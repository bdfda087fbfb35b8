import NetEngine

/// The rows of the log pane: one an exchange, from the moment it is queued.
struct LogPaneState: Sendable {
    // response helper
}
