import NetEngine

/// What the response pane knows: the exchange in view, how far it is, and where the reader stands in it.
struct ResponsePaneState: Sendable {
    // response helper
}
