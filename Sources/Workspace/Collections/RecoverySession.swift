import Base
import Glibc
import HTTPFormat
import NetEngine
import Synchronization

/// The recovery copies of this run of the program: one file for each edited one, replaced as the edits go on.
///
/// They are nobody else's while it runs (`RecoveryLock`). What is left when its process is gone is offered by the next.
package final class RecoverySession: Sendable {
    /// `write(2)`; a test puts a full disk here.
    typealias Write = @Sendable (Int32, UnsafeRawPointer, Int) -> Int

    private struct State {
        var lock: RecoveryLock?
        /// What is on disk, by the path of the edited file.
        var copies: [String: RecoveryCopy] = [:]
        /// How many names were given.
        var count = 0
    }

    private let store: RecoveryStore
    private let write: Write
    /// Held while files are written.
    private let state = Mutex(State())

    package convenience init(_ store: RecoveryStore) { self.init(store, write: { Glibc.write($0, $1, $2) }) }

    init(_ store: RecoveryStore, write: @escaping Write) {
        self.store = store
        self.write = write
    }

    /// Makes what is on disk these copies: what changed is written, and what is not among them is removed.
    ///
    /// Returns when all is on the disk, with a sentence for each file whose edits have no copy; then nothing is removed.
    package func keep(_ copies: [RecoveryCopy]) -> [String] {
        state.withLock { state in
            if copies.isEmpty {
                _ = put([], &state) { _, _ in "" }
                return []
            }
            func sentence(_ copy: RecoveryCopy, _ reason: String) -> String {
                "\(copy.path) has no recovery copy, so that a crash would lose its unsaved edits: \(reason)"
            }
            do throws(UserFolder.Failure) {
                try hold(&state)
            } catch {
                return copies.map { sentence($0, "\(error.folder): \(error.clause).") }
            }
            return put(copies, &state, sentence)
        }
    }

    /// The same at the end of the program: the copies are for the next start. Returns a sentence for each that could not be
    /// written.
    package func finish(_ copies: [RecoveryCopy]) -> [String] {
        state.withLock { state in
            defer {
                if state.copies.isEmpty { state.lock?.remove() }
                state = State()
                RecoveryLock.clearAway(in: store.folder)
            }
            guard !copies.isEmpty else { return put([], &state) { _, _ in "" } }
            let older = Set(state.copies.keys)
            func sentence(_ copy: RecoveryCopy, _ reason: String) -> String {
                older.contains(copy.path)
                    ? "The last unsaved edits of \(copy.path) are lost, those of some seconds ago are kept: \(reason)"
                    : "The unsaved edits of \(copy.path) are lost: \(reason)"
            }
            if let clause = store.makeFolder() {
                return copies.map { sentence($0, "\(store.folder): \(clause).") }
            }
            // Without a lock they are written all the same: there is no running session any more.
            try? hold(&state)
            return put(copies, &state, sentence)
        }
    }

    /// Sees to it that this session has its lock, and its folder.
    private func hold(_ state: inout State) throws(UserFolder.Failure) {
        if state.lock?.isInPlace == true { return }
        if let clause = store.makeFolder() { throw UserFolder.Failure(folder: store.folder, clause: clause) }
        // Copies under a name that is not locked any more are the next start's.
        state = State()
        state.lock = try RecoveryLock(in: store.folder)
    }

    private func put(
        _ copies: [RecoveryCopy], _ state: inout State, _ sentence: (RecoveryCopy, String) -> String
    ) -> [String] {
        let session = state.lock?.session ?? RecoveryLock.name(time(nil))
        let save = AtomicSave(write: write, newFileMode: 0o600)
        var problems: [String] = []
        for copy in copies {
            let before = state.copies[copy.path]
            if let before, before.holdsSame(as: copy), DiskFile.info(before.storedAt ?? "") != nil { continue }
            let name = "\(session)-\(state.count)-\(PathText.name(of: copy.path).prefix(40))\(RecoveryStore.suffix)"
            let place = before?.storedAt ?? PathText.join(store.folder, name)
            let outcome = save.save(
                path: place, bytes: RecoveryStore.bytes(of: copy), expecting: FileStamp(bytes: []), force: before != nil
            )
            switch outcome {
            case .saved:
                if before == nil { state.count += 1 }
                state.copies[copy.path] = copy
                state.copies[copy.path]?.storedAt = place
            case .conflict: problems.append(sentence(copy, "\(name) is there already."))
            case .failed(let reason): problems.append(sentence(copy, reason))
            }
        }
        // The edits of a file that got another name are under the old one until they are under the new one.
        guard problems.isEmpty else { return problems }
        let paths = Set(copies.map(\.path))
        for (path, copy) in state.copies where !paths.contains(path) {
            if let place = copy.storedAt { unlink(place) }
            state.copies[path] = nil
        }
        return []
    }
}

extension RecoveryCopy {
    /// Whether it would be the same file.
    fileprivate func holdsSame(as other: RecoveryCopy) -> Bool {
        path == other.path && document.bytes == other.document.bytes && base == other.base && leftover == other.leftover
    }
}
