import NetEngine

/// A wish that `update` returns: the runner fulfils it, and its outcome comes back as an action.
enum Effect: Sendable {
    case send(RequestDraft, id: ExchangeID)
    case cancel(ExchangeID)
    case cancelAll
    /// Ask for a `tick` action at (or soon after) that moment.
    case wake(at: MonotonicTime)
    case quit
}
