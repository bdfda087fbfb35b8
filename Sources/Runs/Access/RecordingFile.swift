import Glibc
import NetEngine
import Workspace

/// A file that a recording is written into. Used by one thread.
///
/// A new file, a device or a pipe gets each line at once, so that a run that breaks off can be read up to there. An older file stays as
/// it is until the new recording is whole, which then takes its place.
package final class RecordingFile: RecordingPlace {
    private let path: String
    private let descriptor: Int32
    /// What takes the place of an older file; nil if there is none.
    private let replacement: ReplacementFile?

    /// Creates the file, or a draft beside the one that is there.
    /// - Throws: a sentence.
    package init(path: String) throws(RunStoreError) {
        guard !path.isEmpty, path != "-" else {
            throw RunStoreError(sentence: "A recording needs the name of a file; it is not written to standard output.")
        }
        self.path = path
        if let clause = DiskFile.folderProblem(ofFile: path) { throw Self.error(path, clause) }
        let old = DiskFile.info(path).flatMap { DiskFile.Failure($0) == nil ? $0 : nil }
        guard let old else {
            replacement = nil
            descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
            guard descriptor >= 0 else { throw Self.error(path) }
            return
        }
        // What a link leads to is replaced, not the link.
        let target = DiskFile.realPath(path) ?? path
        guard !DiskFile.isReadOnly(target, old) else { throw Self.error(path, "the file is read-only") }
        do throws(ReplacementFile.Failure) {
            let replacement = try ReplacementFile(target, replacing: old)
            (self.replacement, descriptor) = (replacement, replacement.descriptor)
        } catch {
            throw Self.error(path, errno: error.errno)
        }
    }

    deinit { if replacement == nil, descriptor >= 0 { Glibc.close(descriptor) } }

    package func append(_ lines: [UInt8]) throws(RunStoreError) {
        var rest = lines[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw Self.error(path) }
            rest = rest.dropFirst(count)
        }
    }

    package func close(_ summary: RunFigures) throws(RunStoreError) { try finish() }

    /// Gives the recording the place of an older one. Nothing is appended afterwards.
    package func finish() throws(RunStoreError) {
        do throws(ReplacementFile.Failure) { try replacement?.finish() } catch {
            throw Self.error(path, errno: error.errno)
        }
    }

    private static func error(_ path: String, errno code: Int32 = Glibc.errno) -> RunStoreError {
        error(path, DiskFile.Failure(errno: code).clause)
    }

    private static func error(_ path: String, _ clause: String) -> RunStoreError {
        RunStoreError(sentence: "The recording cannot be written to \(path): \(clause).")
    }
}
