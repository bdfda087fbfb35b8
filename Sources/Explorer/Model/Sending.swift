import NetEngine
import Workspace

/// Exchanges in flight, and what later sends need of those before them.
package struct Sending: Sendable {
    /// Exchanges that are not over, with the open request that sent each.
    var inFlight: [ExchangeID: OpenRequest.ID] = [:]
    /// The requests that they were sent from: of a chain not all are the owner's.
    var requests: [ExchangeID: RequestKey] = [:]
    package var memory = ResponseMemory()
    /// Values typed for prompts that are asked once.
    var askedOnce: [String: String] = [:]
    /// The checks of exchanges that are not over.
    package var checks: [ExchangeID: [PreparedCheck]] = [:]
    /// Exchanges whose checks are being evaluated.
    var checking: Set<ExchangeID> = []
    /// Exchanges of a collection that was left, which are being cancelled: nothing shows them.
    var abandoned: Set<ExchangeID> = []

    func isInFlight(_ exchange: ExchangeID?) -> Bool { exchange.map { inFlight[$0] != nil } ?? false }
    func isBusy(_ owner: OpenRequest.ID) -> Bool { inFlight.values.contains(owner) }
}
