import Synchronization
import Workspace

/// Copies unsaved edits to the disk, one state after the other; of those that wait only the last.
package final class RecoveryWriter: Sendable {
    private let session: RecoverySession
    private let waiting = Mutex<RecoveryJob?>(nil)
    /// Whether a failure was reported. Held while files are written.
    private let hasFailed = Mutex(false)

    package init(_ session: RecoverySession) { self.session = session }

    /// - Parameter failed: gets a sentence when copies cannot be made for the first time. The next ones are tried all the same.
    func keep(_ job: RecoveryJob, failed: @escaping @Sendable (String) -> Void) {
        waiting.withLock { $0 = job }
        Background.run { self.flush(failed: failed) }
    }

    /// Returns when all is written.
    package func flush(failed: (String) -> Void) {
        hasFailed.withLock { hasFailed in
            guard let job = waiting.withLock({ $0.take() }) else { return }
            guard let sentence = session.keep(job.copies()).first, !hasFailed else { return }
            hasFailed = true
            failed(sentence)
        }
    }

    /// Makes the copies for the next start. Called once, when the program ends; what waits is left out.
    /// - Returns: a sentence for each that could not be written.
    package func finish(_ copies: [RecoveryCopy]) -> [String] {
        hasFailed.withLock { _ in
            waiting.withLock { $0 = nil }
            return session.finish(copies)
        }
    }
}
