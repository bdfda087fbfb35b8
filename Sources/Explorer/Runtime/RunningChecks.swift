import NetEngine
import Synchronization

/// Which exchanges are being checked in the background, and which of these checks were given up.
final class RunningChecks: Sendable {
    private let stopped = Mutex<[ExchangeID: Bool]>([:])

    func begin(_ id: ExchangeID) { stopped.withLock { $0[id] = false } }

    func end(_ id: ExchangeID) { stopped.withLock { $0[id] = nil } }

    /// What has ended already is not concerned.
    func stop(_ id: ExchangeID) { stopped.withLock { if $0[id] != nil { $0[id] = true } } }

    func isStopped(_ id: ExchangeID) -> Bool { stopped.withLock { $0[id] == true } }
}
