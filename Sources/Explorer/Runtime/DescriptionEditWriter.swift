import Synchronization
import Workspace

/// Writes what is changed of the requests of descriptions, the last state of each, one after the other.
package final class DescriptionEditWriter: Sendable {
    let store: DescriptionEditStore
    private let waiting = Mutex<[String: DescriptionEdits]>([:])
    /// Held while a file is written.
    private let writing = Mutex(())

    package init(_ store: DescriptionEditStore) { self.store = store }

    func keep(_ edits: DescriptionEdits, failed: @escaping @Sendable (String) -> Void) {
        waiting.withLock { $0[edits.path] = edits }
        Background.run { self.flush(failed: failed) }
    }

    /// Returns when all is written. The program calls it before it ends.
    package func flush(failed: (String) -> Void) {
        writing.withLock { _ in
            let next = waiting.withLock { all in
                defer { all = [:] }
                return all
            }
            for edits in next.sorted(by: { $0.key < $1.key }).map(\.value) {
                if let sentence = store.keep(edits) { failed(sentence) }
            }
        }
    }
}
