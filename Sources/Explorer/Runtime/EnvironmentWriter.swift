import Dispatch
import Synchronization
import Workspace

/// Writes environment files: one change after the other, each on what the one before it wrote.
///
/// Taking a change back restores the bytes that the files held before it. A file that something else has changed since is edited.
final class EnvironmentWriter: Sendable {
    private struct Step: Sendable {
        var change: WrittenValue.Change
        var write: EnvironmentWrite
    }

    private let store: CollectionStore
    private let queue = DispatchQueue(label: "environment files")
    /// The last one at the end. Used only on the queue, so nothing ever waits for the lock.
    private let steps = Mutex<[Step]>([])

    /// More changes are not remembered, as in `WrittenValues`, nor are those of files larger than any that a user writes.
    private static let most = 50
    private static let mostBytes = 1 << 20

    init(_ store: CollectionStore) { self.store = store }

    /// Runs work that writes environment files, after all work that was asked for before.
    /// - Parameter group: left when the work is done.
    func run(in group: DispatchGroup, _ work: @escaping @Sendable () -> Void) {
        queue.async(group: group) { work() }
    }

    /// Called on the queue. Returns why it was not written, or not all of it.
    func write(_ change: WrittenValue.Change) -> String? { written(change).problem }

    /// Called on the queue.
    func write(_ move: SecretMove) -> SecretMove.Outcome {
        SecretMove.Outcome(of: written(WrittenValue.Change(move)))
    }

    private func written(_ change: WrittenValue.Change) -> EnvironmentWrite {
        let undone = lastUndone(by: change)
        if let undone, undone.isOnDisk { return remember(undone.takenBack(store), as: change) }
        let write =
            switch change {
            case .saved(let edit): EnvironmentWrite(saving: edit, store)
            case .removed(let edit):
                EnvironmentWrite(removing: edit, keptObjects: undone?.objectsBefore(to: edit), store)
            case .login(let edits), .values(let edits): EnvironmentWrite(edits, takingBack: undone, store)
            case .moved(let move): move.write(takingBack: undone, store)
            }
        return remember(write, as: change)
    }

    /// The last change that this one takes back.
    private func lastUndone(by change: WrittenValue.Change) -> EnvironmentWrite? {
        steps.withLock { $0.last { $0.change.inverse == change }?.write }
    }

    private func remember(_ write: EnvironmentWrite, as change: WrittenValue.Change) -> EnvironmentWrite {
        if write.problem == nil, write.byteCount <= Self.mostBytes {
            steps.withLock { $0 = ($0 + [Step(change: change, write: write)]).suffix(Self.most) }
        }
        return write
    }
}
