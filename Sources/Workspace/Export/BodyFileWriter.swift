import Base
import Glibc
import NetEngine

/// Writes the exact bytes of a body to a file: to a draft beside it first, which then gets the name.
///
/// A file that exists is replaced only if that was asked for. Only this user can read a new file, because a response may
/// hold secrets; a replaced one keeps its mode.
package struct BodyFileWriter: Sendable {
    package enum Outcome: Sendable, Hashable {
        case written(path: String, byteCount: Int)
        /// There is a file of that name already.
        case exists
        case failed(sentence: String)
        case stopped
    }

    /// A body in a file is read and written in pieces of this size.
    static let window = 1 << 20
    private static let draftMark = "apitui"

    /// `write(2)`; tests replace it to simulate a full disk.
    var write: @Sendable (Int32, UnsafeRawPointer, Int) -> Int = { Glibc.write($0, $1, $2) }

    package init() {}

    /// - Parameters:
    ///   - path: absolute.
    ///   - replaces: whether an existing file is replaced.
    ///   - goesOn: asked after every piece with the bytes written so far; false stops.
    package func write(
        _ body: BodyBytes, to path: String, replaces: Bool, goesOn: (Int) -> Bool = { _ in true }
    ) -> Outcome {
        func failed(_ clause: String) -> Outcome {
            .failed(sentence: "\(SafeText(path).string) was not written: \(clause).")
        }
        guard path.utf8.first == Byte.slash, path.utf8.last != Byte.slash, !path.utf8.contains(0) else {
            return failed("it names no file")
        }
        // What a link leads to is replaced, not the link.
        let target = replaces ? DiskFile.realPath(path) ?? path : path
        let existing = DiskFile.info(target)
        if let existing {
            if let failure = DiskFile.Failure(existing) { return failed(failure.clause) }
            guard replaces else { return .exists }
            guard !DiskFile.isReadOnly(target, existing) else { return failed("the file is read-only") }
        }
        if let clause = DiskFile.folderProblem(ofFile: target) { return failed(SafeText(clause).string) }
        let draft = DraftFile.path(for: target, mark: Self.draftMark)
        let descriptor = open(draft, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { return failed(DiskFile.systemMessage(errno)) }
        var code = fill(descriptor, body, goesOn)
        if code == 0, let existing, fchmod(descriptor, existing.st_mode & 0o7777) != 0 { code = errno }
        if code == 0, fsync(descriptor) != 0 { code = errno }
        close(descriptor)
        if code == 0 { code = Self.giveName(draft, target, replaces: replaces) }
        if code != 0 { unlink(draft) }
        switch code {
        case 0: break
        case ECANCELED: return .stopped
        case EEXIST where !replaces: return .exists
        default: return failed(DiskFile.systemMessage(code))
        }
        DraftFile.removeAbandoned(beside: target, mark: Self.draftMark)
        return .written(path: path, byteCount: body.count)
    }

    /// 0 or an errno; `ECANCELED` if it was stopped.
    private func fill(_ descriptor: Int32, _ body: BodyBytes, _ goesOn: (Int) -> Bool) -> Int32 {
        var offset = 0
        while offset < body.count {
            let piece = body.bytes(in: offset..<min(offset + Self.window, body.count))
            var written = 0
            while written < piece.count {
                let count = piece.withUnsafeBytes { bytes in
                    bytes.baseAddress.map { write(descriptor, $0 + written, piece.count - written) } ?? 0
                }
                if count < 0, errno == EINTR { continue }
                guard count > 0 else { return count < 0 ? errno : ENOSPC }
                written += count
            }
            body.releasePages(offset..<offset + piece.count)
            offset += piece.count
            guard goesOn(offset) else { return ECANCELED }
        }
        return 0
    }

    /// Without `replaces` by a link, which never takes the place of a file that was made meanwhile.
    private static func giveName(_ draft: String, _ target: String, replaces: Bool) -> Int32 {
        if replaces { return rename(draft, target) == 0 ? 0 : errno }
        if link(draft, target) == 0 {
            unlink(draft)
            return 0
        }
        // Not every file system has links.
        guard errno != EEXIST, DiskFile.isMissing(target), !DiskFile.isLink(target) else { return EEXIST }
        return rename(draft, target) == 0 ? 0 : errno
    }
}
