import Workspace

/// Another collection that was read, and is to take the place of the one on the screen.
package struct CollectionOpening: Sendable {
    /// Absolute.
    var path: String
    var folder: CollectionFolder
    /// What was kept of its screen.
    var memory: ScreenMemory?
    /// Variables that go before all others: the address of the samples' server.
    var overrides: [String: String] = [:]
    /// The environment to begin with.
    var environment: String?
    /// Whether the user agreed to lose unsaved edits.
    var drops: Bool
    /// Higher for one that was asked for later. What arrives after a later one is dropped.
    var number = 0
}
