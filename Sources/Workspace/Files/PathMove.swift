import Base
import Glibc

/// Moves a file or folder to a path where nothing is, also to another file system. At any moment all of it is in one of the
/// two places.
struct PathMove {
    /// `rename(2)` that replaces nothing; tests replace it to simulate another file system. Returns 0 or an errno.
    var rename: (String, String) -> Int32 = PathMove.renameWithoutReplacing
    /// `write(2)`; tests replace it to simulate a full disk.
    var write: (Int32, UnsafeRawPointer, Int) -> Int = { Glibc.write($0, $1, $2) }

    private static let draftMark = ".apitui-draft"

    /// A clause for the user.
    struct Failure: Error, Hashable {
        var code: Int32
        var clause: String

        init(_ code: Int32, _ clause: String? = nil) {
            self.code = code
            self.clause = clause ?? DiskFile.systemMessage(code)
        }
    }

    /// - Returns: what could not be removed at the old place after all was copied; nil if nothing is left there.
    func move(_ path: String, to new: String) throws(Failure) -> String? {
        let code = rename(path, new)
        guard code != 0 else { return nil }
        guard code == EXDEV else { throw Failure(code) }
        let draft = "\(new)\(Self.draftMark)-\(getpid())"
        do throws(Failure) {
            try copy(path, to: draft, depth: 0)
            let code = Self.renameWithoutReplacing(draft, new)
            guard code == 0 else { throw Failure(code) }
        } catch {
            _ = Self.remove(draft)
            throw error
        }
        return Self.remove(path).map { "What is left of \(path) could not be removed: \($0.clause)." }
    }

    private static func renameWithoutReplacing(_ path: String, _ new: String) -> Int32 {
        var info = stat()
        guard lstat(path, &info) == 0 else { return errno }
        // A second name for a file is made only where nothing is, at once. Folders have one name, and are not renamed over
        // anything but an empty folder.
        if info.st_mode & S_IFMT != S_IFDIR, linkat(AT_FDCWD, path, AT_FDCWD, new, 0) == 0 {
            return unlink(path) == 0 ? 0 : errno
        }
        if info.st_mode & S_IFMT != S_IFDIR, errno != EPERM, errno != ENOTSUP, errno != EMLINK { return errno }
        guard lstat(new, &info) != 0 else { return EEXIST }
        return Glibc.rename(path, new) == 0 ? 0 : errno
    }

    // MARK: Copying

    private func copy(_ path: String, to new: String, depth: Int) throws(Failure) {
        guard depth < 200 else { throw Failure(ELOOP, "its folders are too deep") }
        var info = stat()
        guard lstat(path, &info) == 0 else { throw Failure(errno) }
        switch info.st_mode & S_IFMT {
        case S_IFREG: try copyFile(path, to: new, info)
        case S_IFLNK:
            var target = [CChar](repeating: 0, count: Int(PATH_MAX) + 1)
            guard readlink(path, &target, Int(PATH_MAX)) > 0, symlink(target, new) == 0 else { throw Failure(errno) }
        case S_IFDIR:
            guard mkdir(new, 0o700) == 0 else { throw Failure(errno) }
            for name in try Self.names(in: path) { try copy("\(path)/\(name)", to: "\(new)/\(name)", depth: depth + 1) }
            guard chmod(new, info.st_mode & 0o7777) == 0 else { throw Failure(errno) }
        default: throw Failure(EINVAL, "\(path) is neither a file nor a folder nor a link")
        }
    }

    private func copyFile(_ path: String, to new: String, _ info: stat) throws(Failure) {
        let source = open(path, O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK)
        guard source >= 0 else { throw Failure(errno) }
        defer { close(source) }
        let target = open(new, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard target >= 0 else { throw Failure(errno) }
        defer { close(target) }
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = read(source, &buffer, buffer.count)
            guard count >= 0 else { throw Failure(errno) }
            guard count > 0 else { break }
            var done = 0
            while done < count {
                let written = buffer.withUnsafeBytes { bytes in
                    bytes.baseAddress.map { write(target, $0 + done, count - done) } ?? -1
                }
                guard written > 0 else { throw Failure(errno) }
                done += written
            }
        }
        guard fchmod(target, info.st_mode & 0o7777) == 0, fsync(target) == 0 else { throw Failure(errno) }
    }

    /// The names in a folder; refuses those that our paths cannot express.
    private static func names(in folder: String) throws(Failure) -> [String] {
        switch DiskFile.entries(in: folder) {
        case .failure(let failure): throw Failure(EIO, failure.clause)
        case .success(let entries):
            var names: [String] = []
            for entry in entries where entry.name != [Byte.dot] && entry.name != [Byte.dot, Byte.dot] {
                guard let name = String(validating: entry.name, as: UTF8.self) else {
                    throw Failure(EILSEQ, "\(folder) holds a name that is not UTF-8")
                }
                names.append(name)
            }
            return names
        }
    }

    // MARK: Removing

    /// Removes a file, or a folder with all that is in it; never follows a link.
    /// - Returns: the first thing that went wrong. What is not there is removed.
    @discardableResult static func remove(_ path: String) -> Failure? {
        var info = stat()
        guard lstat(path, &info) == 0 else { return errno == ENOENT ? nil : Failure(errno) }
        guard info.st_mode & S_IFMT == S_IFDIR else { return unlink(path) == 0 ? nil : Failure(errno) }
        do throws(Failure) {
            for name in try names(in: path) { if let failure = remove("\(path)/\(name)") { return failure } }
        } catch {
            return error
        }
        return rmdir(path) == 0 ? nil : Failure(errno)
    }
}
