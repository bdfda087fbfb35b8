#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// The file of an unfinished download, beside its target, with the note that says which response it belongs to.
///
/// One at a time: it is locked against other downloads to the same target, of other processes too.
final class PartFile {
    /// `write(2)`; a test puts a full disk here.
    typealias Write = @Sendable (Int32, UnsafeRawPointer, Int) -> Int

    let target: String
    /// Bytes saved so far.
    private(set) var size: Int64 = 0
    private var path: String { target + ".part" }
    private var notePath: String { target + ".part.info" }
    private let descriptor: Int32
    private var isFinished = false
    private let write: Write

    /// - Throws: `request-build` if nothing can be written there.
    init(
        target: String, write: @escaping Write = { systemWrite($0, $1, $2) }
    ) throws(EngineError) {
        self.target = target
        self.write = write
        guard !target.isEmpty, !target.utf8.contains(0) else {
            throw EngineError(
                .requestBuild, "The target of the download has no usable name.", hint: "Name a file to write to.")
        }
        var info = stat()
        if stat(target, &info) == 0, info.st_mode & S_IFMT == S_IFDIR {
            throw EngineError(
                .requestBuild, "The target \(target) is a folder.", hint: "Name the file within the folder.")
        }
        descriptor = try Self.open(target + ".part", target)
        var part = stat()
        if fstat(descriptor, &part) == 0 { size = Int64(part.st_size) }
    }

    deinit {
        // Closing does not release the lock while a starting program still has a copy of the descriptor.
        _ = flock(descriptor, LOCK_UN)
        close(descriptor)
    }

    private static func open(_ path: String, _ target: String) throws(EngineError) -> Int32 {
        while true {
            let descriptor = systemOpen(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0o666)
            guard descriptor >= 0 else { throw .target(target, errno) }
            var opened = stat()
            guard fstat(descriptor, &opened) == 0, opened.st_mode & S_IFMT == S_IFREG else {
                close(descriptor)
                throw EngineError(.requestBuild, "\(path) is not a regular file.", hint: "Remove it.")
            }
            guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
                close(descriptor)
                throw EngineError(
                    .requestBuild, "Another download is writing to \(target).",
                    hint: "Wait for it, or choose another target.")
            }
            // The previous holder of the lock may just have renamed the file.
            var present = stat()
            if stat(path, &present) == 0, present.st_ino == opened.st_ino, present.st_dev == opened.st_dev {
                return descriptor
            }
            close(descriptor)
        }
    }

    /// The state of the saved bytes; nil if they are useless.
    func state(urlHash: String) -> DownloadState? {
        guard size > 0, let text = readNote(), let state = DownloadState(text: text), state.urlHash == urlHash,
            size <= state.total ?? .max
        else { return nil }
        return state
    }

    private func readNote() -> String? {
        let file = systemOpen(notePath, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
        guard file >= 0 else { return nil }
        defer { close(file) }
        var buffer = [UInt8](repeating: 0, count: 8 << 10)
        let count = read(file, &buffer, buffer.count)
        return count > 0 ? String(decoding: buffer[..<count], as: UTF8.self) : nil
    }

    /// Starts over, with bytes of the response that `state` identifies.
    ///
    /// The old note is removed first and the new one written last, so a note never describes bytes of another response.
    func restart(_ state: DownloadState?) throws(EngineError) {
        unlink(notePath)
        guard ftruncate(descriptor, 0) == 0 else { throw .target(target, errno) }
        size = 0
        guard let state else { return }
        let file = systemOpen(notePath, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0o600)
        // Without a note the only loss is that a later call cannot resume.
        guard file >= 0 else { return }
        let text = Array(state.text.utf8)
        if systemWrite(file, text, text.count) != text.count { unlink(notePath) }
        close(file)
    }

    func append(_ bytes: [UInt8]) throws(EngineError) {
        var offset = 0
        while offset < bytes.count {
            // At the known offset, not where an earlier call may have left the file position.
            guard lseek(descriptor, off_t(size), SEEK_SET) >= 0 else { throw .target(target, errno) }
            let count = bytes.withUnsafeBytes { buffer in
                buffer.baseAddress.map { write(descriptor, $0 + offset, buffer.count - offset) } ?? 0
            }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw .target(target, count == 0 ? ENOSPC : errno) }
            offset += count
            size += Int64(count)
        }
    }

    /// Renames the file once all of it is on the disk.
    func finish() throws(EngineError) {
        guard fsync(descriptor) == 0, rename(path, target) == 0 else { throw .target(target, errno) }
        isFinished = true
        unlink(notePath)
    }

    /// Removes the file if nothing was saved.
    func dropIfEmpty() {
        // Another download may have begun under the name that is free again.
        guard size == 0, !isFinished else { return }
        unlink(path)
        unlink(notePath)
    }
}

extension EngineError {
    /// A file that cannot be written.
    ///
    /// `too-large` if the disk is full, as for any other response that passes a limit; else `request-build`: the
    /// target is part of the request.
    fileprivate static func target(_ path: String, _ code: Int32) -> EngineError {
        let text = SystemError.clause(code)
        let underlying = UnderlyingCode(errno: code)
        switch code {
        case ENOSPC, EDQUOT, EFBIG:
            return EngineError(
                .tooLarge, "There is not enough space for \(path): \(text).",
                hint: "Make room and download again: what came is kept.", underlying: underlying)
        default:
            return EngineError(
                .requestBuild, "The file \(path) cannot be written: \(text).",
                hint: "Check the folder and its permissions, or choose another target.", underlying: underlying)
        }
    }
}
