import Synchronization

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// The bytes of a body in a file without a name: it is written while they arrive, can be read at any time, and is gone with
/// the last reference to it, or with the process.
///
/// One thread appends, any number read. What is read is the file itself, mapped into memory, so that a body of 1 GB costs the
/// pages that somebody looks at; whoever reads through it gives them back by `releasePages`.
public final class SpooledBody: Sendable {
    /// `write(2)`; a test puts a full disk here.
    typealias Write = @Sendable (Int32, UnsafeRawPointer, Int) -> Int

    private struct State {
        var count = 0
        var mapping: Mapping?
    }

    /// A stretch of addresses that shows the beginning of the file. Addresses behind the end of the file are never touched.
    private final class Mapping: Sendable {
        let address: UInt
        let length: Int

        /// nil if the addresses are refused (`ulimit -v`).
        init?(_ descriptor: Int32, length: Int) {
            let pointer = mmap(nil, length, PROT_READ, MAP_SHARED | MAP_NORESERVE, descriptor, 0)
            guard let pointer, pointer != MAP_FAILED else { return nil }
            address = UInt(bitPattern: pointer)
            self.length = length
        }

        deinit { munmap(UnsafeMutableRawPointer(bitPattern: address), length) }

        func bytes(_ count: Int) -> UnsafeBufferPointer<UInt8> {
            UnsafeBufferPointer(start: UnsafePointer(bitPattern: address), count: min(count, length))
        }
    }

    /// A mapping is at least this long, so that a growing body is mapped again a few times only.
    private static let leastMapping = 64 << 20
    private static let pageSize = max(4096, sysconf(Int32(_SC_PAGESIZE)))

    private let descriptor: Int32
    private let folder: String
    private let state = Mutex(State())
    private let write: Write

    /// An empty file without a name, which only this process can read.
    ///
    /// - Parameter folders: the first of them that takes the file gets it. Name a folder on a disk: in one that lives in
    ///   memory (tmpfs) nothing is won.
    /// - Throws: if none of them does.
    package convenience init(in folders: [String]) throws(Failure) {
        try self.init(in: folders, write: { systemWrite($0, $1, $2) })
    }

    init(in folders: [String], write: @escaping Write) throws(Failure) {
        var code: Int32 = ENOENT
        for folder in folders {
            let descriptor = Self.unnamedFile(in: folder)
            if descriptor >= 0 {
                self.descriptor = descriptor
                self.folder = folder
                self.write = write
                return
            }
            code = errno
        }
        throw Failure(folders: folders, code: code)
    }

    deinit { close(descriptor) }

    /// -1 with errno if there is none.
    private static func unnamedFile(in folder: String) -> Int32 {
        // Not in Glibc's overlay: O_TMPFILE is a macro of two flags.
        let unnamed = 0o20_000_000 | O_DIRECTORY
        let descriptor = open(folder, O_RDWR | O_CLOEXEC | unnamed, 0o600)
        if descriptor >= 0 { return descriptor }
        // File systems that have no such files (some network and overlay ones).
        let name = "\(folder)/.body.\(getpid()).\(UInt32.random(in: 0...UInt32.max)).tmp"
        let named = open(name, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        if named >= 0 { unlink(name) }
        return named
    }

    /// Another, empty file in the same folder.
    package func emptyNeighbour() throws(Failure) -> SpooledBody { try SpooledBody(in: [folder]) }

    /// The number of bytes written so far; it grows while the body arrives.
    public var count: Int { state.withLock { $0.count } }

    /// Appends bytes: all of them, or as many as there is room for.
    /// - Throws: if the disk is full, or the file cannot be written.
    package func append(_ bytes: UnsafeRawBufferPointer) throws(Failure) {
        var rest = bytes
        while let start = rest.baseAddress, !rest.isEmpty {
            let written = write(descriptor, start, rest.count)
            if written < 0, errno == EINTR { continue }
            guard written > 0 else {
                throw Failure(folders: [folder], code: written == 0 ? ENOSPC : errno, held: count)
            }
            state.withLock { $0.count += written }
            rest = UnsafeRawBufferPointer(rebasing: rest[written...])
        }
    }

    /// Gives all bytes so far, without copying them; the memory is valid during the call only.
    public func withBytes<Result, Failure: Error>(
        _ body: (UnsafeBufferPointer<UInt8>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        let (count, mapping) = state.withLock { state in
            if (state.mapping?.length ?? 0) < state.count {
                // Twice of what there is, or exactly that where addresses are short.
                let roomy = max(Self.leastMapping, 2 * state.count)
                state.mapping = Mapping(descriptor, length: roomy) ?? Mapping(descriptor, length: state.count)
            }
            return (state.count, state.mapping)
        }
        if let mapping {
            defer { withExtendedLifetime(mapping) {} }
            return try body(mapping.bytes(count))
        }
        return try bytes(in: 0..<count).withUnsafeBufferPointer(body)
    }

    /// A copy of a part; shorter if there are fewer bytes, or the disk fails.
    public func bytes(in range: Range<Int>) -> [UInt8] {
        let wanted = range.clamped(to: 0..<count)
        return [UInt8](unsafeUninitializedCapacity: wanted.count) { buffer, filled in
            while filled < wanted.count {
                let got = pread(
                    descriptor, buffer.baseAddress.map { $0 + filled }, wanted.count - filled,
                    off_t(wanted.lowerBound + filled))
                if got < 0, errno == EINTR { continue }
                guard got > 0 else { return }
                filled += got
            }
        }
    }

    /// Frees the memory that holds a part of the body; reading the part again loads it from the file.
    /// - Parameter range: bytes of the body, counted from 0; what is beyond its end has no effect.
    public func releasePages(_ range: Range<Int>) {
        guard let mapping = state.withLock({ $0.mapping }) else { return }
        let first = range.lowerBound / Self.pageSize * Self.pageSize
        let end = min(range.upperBound, mapping.length)
        guard first < end else { return }
        madvise(UnsafeMutableRawPointer(bitPattern: mapping.address + UInt(first)), end - first, MADV_DONTNEED)
        withExtendedLifetime(mapping) {}
    }

    /// Why a file could not be made, or not be written.
    package struct Failure: Error, Sendable, Hashable {
        /// The folder of the file, or all that were tried.
        package let folders: [String]
        /// The error number of the system.
        package let code: Int32
        /// Bytes that are in the file; nil if it could not be made.
        package var held: Int?

        /// Whether the disk has no room, or the user may not have more of it.
        package var isFullDisk: Bool { [ENOSPC, EDQUOT, EFBIG].contains(code) }
    }
}
