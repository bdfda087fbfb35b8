import Synchronization

/// Which pieces of work run in the background, and which of these were given up.
final class RunningWork<ID: Hashable & Sendable>: Sendable {
    private let stopped = Mutex<[ID: Bool]>([:])

    func begin(_ id: ID) { stopped.withLock { $0[id] = false } }

    func end(_ id: ID) { stopped.withLock { $0[id] = nil } }

    /// What has ended already is not concerned.
    func stop(_ id: ID) { stopped.withLock { if $0[id] != nil { $0[id] = true } } }

    func stopAll(where isMeant: (ID) -> Bool) {
        stopped.withLock { for id in $0.keys where isMeant(id) { $0[id] = true } }
    }

    func isStopped(_ id: ID) -> Bool { stopped.withLock { $0[id] == true } }
}
