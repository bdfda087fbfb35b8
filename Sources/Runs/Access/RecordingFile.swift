import Glibc
import NetEngine
import Workspace

/// A file that a recording is written into. Used by one thread.
package final class RecordingFile: RecordingPlace {
    private let path: String
    private var descriptor: Int32

    /// Creates the file, or empties it.
    /// - Throws: a sentence.
    package init(path: String) throws(RunStoreError) {
        guard !path.isEmpty, path != "-" else {
            throw RunStoreError(sentence: "A recording needs the name of a file; it is not written to standard output.")
        }
        self.path = path
        if let clause = DiskFile.folderProblem(ofFile: path) { throw Self.error(path, clause) }
        descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw Self.error(path) }
    }

    deinit { if descriptor >= 0 { Glibc.close(descriptor) } }

    package func append(_ lines: [UInt8]) throws(RunStoreError) {
        var rest = lines[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw Self.error(path) }
            rest = rest.dropFirst(count)
        }
    }

    package func close(_ summary: RunFigures) {}

    private static func error(
        _ path: String, _ clause: String = DiskFile.Failure(errno: errno).clause
    ) -> RunStoreError {
        RunStoreError(sentence: "The recording cannot be written to \(path): \(clause).")
    }
}
