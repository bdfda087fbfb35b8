#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// A small file that only its owner may read: written whole or not at all.
struct PrivateFile: Sendable, Hashable {
    let path: String

    private static let draftMark = "netengine"

    /// The whole content; nil if the file does not exist.
    /// - Throws: `internal` with the errno, when it cannot be read or is larger than `limit` bytes.
    func read(limit: Int) throws(EngineError) -> [UInt8]? {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        if descriptor < 0, errno == ENOENT { return nil }
        guard descriptor >= 0 else { throw failure("cannot be opened") }
        defer { close(descriptor) }
        var facts = stat()
        guard fstat(descriptor, &facts) == 0, facts.st_mode & S_IFMT == S_IFREG else {
            throw EngineError(
                .internal, "\(path) is not a regular file.", hint: "Choose another name for the file.")
        }
        var bytes: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: 64 << 10)
        while true {
            let count = systemRead(descriptor, &piece, piece.count)
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw failure("cannot be read") }
            guard count > 0 else { return bytes }
            bytes += piece[..<count]
            guard bytes.count <= limit else {
                throw EngineError(
                    .internal, "The file \(path) is larger than \(EngineError.byteCount(limit)).",
                    hint: "Look at what the file holds, and remove it if it is not wanted.")
            }
        }
    }

    /// Replaces the content; a reader sees the old or the new one, never a part. A link is followed.
    /// - Throws: `internal` with the errno.
    func write(_ bytes: [UInt8]) throws(EngineError) {
        let target = resolved
        let temporary = DraftFile.path(for: target, mark: Self.draftMark)
        let descriptor = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw failure("cannot be written") }
        var isWritten = true
        var rest = bytes[...]
        while !rest.isEmpty, isWritten {
            let count = rest.withUnsafeBytes { systemWrite(descriptor, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            isWritten = count > 0
            if isWritten { rest = rest.dropFirst(count) }
        }
        // Without it a machine that loses power may be left with an empty file under the old name.
        isWritten = isWritten && fsync(descriptor) == 0
        let writeError = isWritten ? nil : failure("cannot be written")
        close(descriptor)
        if let writeError {
            unlink(temporary)
            throw writeError
        }
        guard rename(temporary, target) == 0 else {
            let error = failure("cannot be written")
            unlink(temporary)
            throw error
        }
        DraftFile.removeAbandoned(beside: target, mark: Self.draftMark)
    }

    /// - Throws: `internal` with the errno; a missing file is not an error.
    func remove() throws(EngineError) {
        guard unlink(path) == 0 || errno == ENOENT else { throw failure("cannot be removed") }
    }

    /// Renames the file beside its old name, so that a new one can replace it; nothing of it is lost.
    /// - Returns: the new name; nil if that could not be done.
    func setAside() -> String? {
        for number in 1...1000 {
            let name = "\(path).damaged\(number == 1 ? "" : "-\(number)")"
            // `link` and not `rename`: it never overwrites.
            if link(path, name) == 0 { return unlink(path) == 0 ? name : nil }
            guard errno == EEXIST else { return nil }
        }
        return nil
    }

    /// Does the work while holding the lock between processes; waits for it.
    ///
    /// The lock is a separate file, because each write replaces the file itself.
    /// - Throws: `internal` with the errno, if the file cannot be locked, and what the work throws.
    func locked<Result>(_ work: () throws(EngineError) -> Result) throws(EngineError) -> Result {
        let descriptor = Self.openLock(resolved)
        guard descriptor >= 0 else { throw failure("cannot be locked") }
        // Closing releases the lock, as does the end of the process.
        defer { close(descriptor) }
        while flock(descriptor, LOCK_EX) != 0 {
            guard errno == EINTR else { throw failure("cannot be locked") }
        }
        return try work()
    }

    /// The same lock, without waiting for it.
    /// - Returns: the argument for `unlock`; nil while another process has the lock.
    /// - Throws: `internal` with the errno.
    func tryLock() throws(EngineError) -> Int32? {
        let descriptor = Self.openLock(resolved)
        guard descriptor >= 0 else { throw failure("cannot be locked") }
        if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { return descriptor }
        let error = errno == EWOULDBLOCK || errno == EINTR ? nil : failure("cannot be locked")
        close(descriptor)
        if let error { throw error }
        return nil
    }

    /// Not through a link: in a folder that others may write in, it would make a file wherever they say.
    private static func openLock(_ path: String) -> Int32 {
        open("\(path).lock", O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
    }

    /// Closing releases the lock, as does the end of the process.
    static func unlock(_ descriptor: Int32) { close(descriptor) }

    private var resolved: String {
        guard let real = realpath(path, nil) else { return path }
        defer { free(real) }
        return String(cString: real)
    }

    private func failure(_ what: String) -> EngineError {
        let code = errno
        return EngineError(
            .internal, "The file \(path) \(what): \(SystemError.clause(code)).",
            hint: "Check the name and the permissions of the file and its folder.",
            underlying: UnderlyingCode(errno: code))
    }
}
