import Base
import Glibc
import NetEngine

/// The file that says that a session is running: `SECONDS-PID.lock`, locked until its process ends, however that is.
///
/// A number of a process would not do: another process may get it, and those of containers are not seen. The copies of a session
/// have its name at the beginning of theirs.
final class RecoveryLock: Sendable {
    /// Names sort by time.
    let session: String
    private let path: String
    private let descriptor: Int32

    private static let suffix = ".lock"

    /// Begins a session whose name no other has in this folder.
    init(in folder: String) throws(UserFolder.Failure) {
        var seconds = time(nil)
        while true {
            let session = Self.name(seconds)
            let path = Self.path(session, folder)
            let descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
            if descriptor < 0, errno == EEXIST {
                seconds += 1
                continue
            }
            guard descriptor >= 0 else { throw UserFolder.Failure(folder: path, clause: DiskFile.systemMessage(errno)) }
            while flock(descriptor, LOCK_EX) != 0 {
                let code = errno
                if code == EINTR { continue }
                unlink(path)
                close(descriptor)
                throw UserFolder.Failure(folder: path, clause: DiskFile.systemMessage(code))
            }
            // Somebody who clears away what nobody holds may have removed it before it was locked.
            guard Self.isFile(descriptor, at: path) else {
                close(descriptor)
                continue
            }
            (self.session, self.path, self.descriptor) = (session, path, descriptor)
            return
        }
    }

    deinit { Self.release(descriptor) }

    /// The name of a session of this process that began at that second.
    static func name(_ seconds: Int) -> String { "\(seconds)-\(getpid())" }

    /// Whether the file is still where others look for it.
    var isInPlace: Bool { Self.isFile(descriptor, at: path) }

    /// Removes the file; the lock ends with the last reference to it.
    func remove() { if isInPlace { unlink(path) } }

    // MARK: Locks of others

    /// The session that a copy or a lock is of, by its name; nil for other names.
    static func session(of name: String) -> String? {
        let parts = name.split(separator: "-", maxSplits: 2, omittingEmptySubsequences: false)
        guard parts.count > 1, Int(parts[0]) != nil else { return nil }
        let number = parts.count == 2 && parts[1].hasSuffix(suffix) ? parts[1].dropLast(suffix.count) : parts[1]
        return Int(number) == nil ? nil : "\(parts[0])-\(number)"
    }

    /// Whether a process that has this session is there.
    static func isHeld(_ session: String, in folder: String) -> Bool {
        let descriptor = open(path(session, folder), O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
        guard descriptor >= 0 else { return false }
        defer { release(descriptor) }
        return flock(descriptor, LOCK_SH | LOCK_NB) != 0 && errno == EWOULDBLOCK
    }

    /// Removes the files of sessions that ended, once none of their copies is left.
    static func clearAway(in folder: String) {
        guard case .success(let names) = DiskFile.names(in: folder) else { return }
        let used = Set(names.filter { !$0.hasSuffix(suffix) }.compactMap { session(of: $0) })
        for name in names where name.hasSuffix(suffix) {
            guard let session = session(of: name), !used.contains(session) else { continue }
            let path = path(session, folder)
            let descriptor = open(path, O_RDWR | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
            guard descriptor >= 0 else { continue }
            if flock(descriptor, LOCK_EX | LOCK_NB) == 0, isFile(descriptor, at: path) { unlink(path) }
            release(descriptor)
        }
    }

    private static func path(_ session: String, _ folder: String) -> String {
        PathText.join(folder, session + suffix)
    }

    private static func isFile(_ descriptor: Int32, at path: String) -> Bool {
        var opened = stat()
        guard fstat(descriptor, &opened) == 0, let present = DiskFile.info(path) else { return false }
        return present.st_ino == opened.st_ino && present.st_dev == opened.st_dev
    }

    private static func release(_ descriptor: Int32) {
        // Closing does not release the lock while a starting program still has a copy of the descriptor.
        _ = flock(descriptor, LOCK_UN)
        close(descriptor)
    }
}
