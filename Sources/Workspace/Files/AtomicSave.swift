import Base
import Glibc
import NetEngine

/// Replaces a file so that at any moment it has either all of its old or all of its new content.
struct AtomicSave {
    /// `write(2)`; tests replace it to simulate a full disk.
    var write: (Int32, UnsafeRawPointer, Int) -> Int = { Glibc.write($0, $1, $2) }
    /// The mode of a file that is created; nil means 0666 minus the umask.
    var newFileMode: mode_t?

    private static let draftMark = "apitui"

    func save(path: String, bytes: [UInt8], expecting stamp: FileStamp, force: Bool) -> SaveOutcome {
        let problem = replace(
            path: path, content: [BodyBytes(bytes)], expecting: force ? nil : stamp,
            makesFolder: force || stamp.bytes.isEmpty)
        return problem ?? .saved(FileStamp(bytes: bytes))
    }

    /// - Parameters:
    ///   - content: what the file gets, one after the other.
    ///   - stamp: what is expected in the file; nil if anything may be.
    /// - Returns: why the file was not replaced; nil if it was.
    func replace(path: String, content: [BodyBytes], expecting stamp: FileStamp?, makesFolder: Bool) -> SaveOutcome? {
        let target = DiskFile.realPath(path) ?? Self.linkTarget(path) ?? path
        guard !target.utf8.contains(0) else {
            return .failed(sentence: "\(path) was not saved: it is a link to a path that is not UTF-8.")
        }
        if let outcome = conflict(target, stamp: stamp, path: path) { return outcome }
        var mode: mode_t?
        var owner: (uid_t, gid_t)?
        if let info = DiskFile.info(target) {
            if let failure = DiskFile.Failure(info) {
                return .failed(sentence: "\(path) was not saved: \(failure.clause).")
            }
            guard !DiskFile.isReadOnly(target, info) else {
                return .failed(sentence: "\(path) was not saved: the file is read-only.")
            }
            mode = info.st_mode & 0o7777
            owner = (info.st_uid, info.st_gid)
        }
        if let clause = DiskFile.folderProblem(ofFile: target, makesFolders: makesFolder) {
            return .failed(sentence: "\(path) was not saved: \(clause).")
        }
        let folder = PathText.folder(of: target)
        // The folder of a new file may not exist yet either, and that of a file that is written again may be gone with it.
        if makesFolder, DiskFile.isMissing(folder) {
            do throws(UserFolder.Failure) {
                try UserFolder.make(folder, mode: 0o777)
            } catch {
                return .failed(sentence: "\(path) was not saved: \(error.folder) cannot be made: \(error.clause).")
            }
        }
        let temporary = DraftFile.path(for: target, mark: Self.draftMark)
        // The umask applies to a new file by itself; a replacement stays private until it gets the old file's mode.
        let descriptor = open(
            temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW,
            mode == nil ? newFileMode ?? 0o666 : 0o600)
        guard descriptor >= 0 else {
            return .failed(sentence: "\(path) was not saved: \(DiskFile.systemMessage(errno)) in \(folder).")
        }
        let code = fill(descriptor, content, mode: mode, owner: owner)
        close(descriptor)
        if code != 0 {
            unlink(temporary)
            return .failed(sentence: "\(path) was not saved: \(DiskFile.systemMessage(code)).")
        }
        // Another program may have saved while we wrote.
        if let outcome = conflict(target, stamp: stamp, path: path) {
            unlink(temporary)
            return outcome
        }
        guard rename(temporary, target) == 0 else {
            let code = errno
            unlink(temporary)
            return .failed(sentence: "\(path) was not saved: \(DiskFile.systemMessage(code)).")
        }
        syncFolder(folder)
        DraftFile.removeAbandoned(beside: target, mark: Self.draftMark)
        return nil
    }

    private func conflict(_ target: String, stamp: FileStamp?, path: String) -> SaveOutcome? {
        guard let stamp else { return nil }
        switch DiskFile.read(target, limit: DiskFile.maxRequestFileBytes) {
        case .success(let bytes): return bytes == stamp.bytes ? nil : .conflict(onDisk: bytes)
        case .failure(.missing): return stamp.bytes.isEmpty ? nil : .conflict(onDisk: nil)
        case .failure(let failure): return .failed(sentence: "\(path) was not saved: \(failure.clause).")
        }
    }

    /// Writes, sets mode and owner, and waits for the disk. Returns 0 or an errno.
    private func fill(_ descriptor: Int32, _ content: [BodyBytes], mode: mode_t?, owner: (uid_t, gid_t)?) -> Int32 {
        for part in content {
            let code = part.write(to: descriptor, by: write)
            if code != 0 { return code }
        }
        if let owner, owner.0 != geteuid() || owner.1 != getegid() {
            // Only root may change the owner; otherwise the file becomes the user's, as with any editor that renames.
            _ = fchown(descriptor, owner.0, owner.1)
        }
        if let mode = mode ?? newFileMode, fchmod(descriptor, mode) != 0 { return errno }
        return fsync(descriptor) == 0 ? 0 : errno
    }

    /// Makes the rename durable. A file system that does not support this has renamed all the same.
    private func syncFolder(_ folder: String) {
        let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { return }
        _ = fsync(descriptor)
        close(descriptor)
    }

    /// Where a link leads if the file there does not exist yet.
    private static func linkTarget(_ path: String) -> String? {
        var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
        let length = readlink(path, &buffer, buffer.count)
        guard length > 0 else { return nil }
        let link = String(decoding: buffer[..<length].map { UInt8(bitPattern: $0) }, as: UTF8.self)
        return PathText.join(PathText.folder(of: path), link)
    }
}
