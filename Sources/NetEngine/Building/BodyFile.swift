#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// A file whose content is a request body.
enum BodyFile {
    /// Its size in bytes.
    /// - Throws: `request-build` if it is missing, unreadable or not a regular file.
    static func size(_ path: String) throws(EngineError) -> Int64 {
        let descriptor = try open(path)
        defer { close(descriptor) }
        var facts = stat()
        guard fstat(descriptor, &facts) == 0, facts.st_mode & S_IFMT == S_IFREG else {
            throw .badBody("\(path) is not a regular file", hint: "Name a file that holds the body.")
        }
        return Int64(facts.st_size)
    }

    /// A whole body; nil for a stream, which can be read only once.
    /// - Throws: `request-build` if a file is missing, unreadable or larger than 64 MiB.
    static func bytes(of body: RequestBody) throws(EngineError) -> [UInt8]? {
        switch body {
        case .none: return []
        case .bytes(let bytes): return bytes
        case .file(let path): return try read(path)
        case .pieces(let pieces):
            var all: [UInt8] = []
            for piece in pieces {
                switch piece {
                case .bytes(let bytes): all += bytes
                case .file(let path): all += try read(path)
                }
            }
            return all
        case .stream: return nil
        }
    }

    private static func read(_ path: String) throws(EngineError) -> [UInt8] {
        guard let bytes = try PrivateFile(path: path).read(limit: 64 << 20) else {
            throw .badBody("the file \(path) is not there", hint: "Check the name of the body file.")
        }
        return bytes
    }

    /// The size of a piece of a body, in bytes.
    static func size(of piece: BodyPiece) throws(EngineError) -> Int64 {
        switch piece {
        case .bytes(let bytes): Int64(bytes.count)
        case .file(let path): try size(path)
        }
    }

    /// The sum of the sizes, in bytes.
    static func size(of pieces: [BodyPiece]) throws(EngineError) -> Int64 {
        var sum: Int64 = 0
        for piece in pieces {
            let (next, isTooLarge) = sum.addingReportingOverflow(try size(of: piece))
            guard !isTooLarge else {
                throw .badBody("it is larger than 8 EiB", hint: "Check the sizes of the body files.")
            }
            sum = next
        }
        return sum
    }

    /// A descriptor for reading, which the caller closes. Never blocks, as opening a pipe would.
    static func open(_ path: String) throws(EngineError) -> Int32 {
        guard !path.utf8.contains(0) else {
            throw .badBody("the file name contains a NUL character", hint: "Correct the name of the body file.")
        }
        let descriptor = systemOpen(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else {
            let code = errno
            let text = SystemError.clause(code)
            throw .badBody(
                "the file \(path) cannot be read: \(text)",
                hint: DescriptorShortage.isMeant(by: code)
                    ? DescriptorShortage.hint : "Check the name and the permissions of the body file.",
                underlying: UnderlyingCode(errno: code))
        }
        return descriptor
    }
}

extension BodyFile {
    /// Whether the file contains the bytes; it is read once, in pieces.
    static func contains(_ pattern: [UInt8], path: String) throws(EngineError) -> Bool {
        let descriptor = try open(path)
        defer { close(descriptor) }
        var window: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: 256 << 10)
        while true {
            let count = systemRead(descriptor, &piece, piece.count)
            guard count > 0 else { return false }
            window += piece[..<count]
            if ByteSearch.contains(pattern, in: window) { return true }
            // The pattern may begin at the end of this piece.
            window.removeFirst(max(0, window.count - pattern.count + 1))
        }
    }
}

extension BodyStream {
    /// The bytes of a piece. A file has the size that it has now, and is opened when it is read.
    /// - Throws: `request-build` if a file is missing, unreadable or not a regular file.
    init(_ piece: BodyPiece) throws(EngineError) {
        let size = try BodyFile.size(of: piece)
        self.init(length: size, canRestart: true) { pipe throws(EngineError) in
            switch piece {
            case .bytes(let bytes):
                for start in stride(from: 0, to: bytes.count, by: BodyFile.chunkSize) {
                    let end = min(start + BodyFile.chunkSize, bytes.count)
                    guard await pipe.write(Array(bytes[start..<end])) else { return false }
                }
                return true
            case .file(let path): return try await BodyFile.write(path, size, to: pipe)
            }
        }
    }
}

extension BodyFile {
    /// The bytes that are handed to a pipe at once, which holds no more of them.
    fileprivate static let chunkSize = 64 << 10

    /// What is said of a file that has fewer bytes than when its size was taken.
    static func shrank(_ path: String) -> EngineError {
        .badBody(
            "the file \(path) became shorter or unreadable while it was sent",
            hint: "Send again when nothing writes to the file.")
    }

    /// The first `size` bytes; false if nobody reads them any more.
    fileprivate static func write(_ path: String, _ size: Int64, to pipe: BodyPipe) async throws(EngineError) -> Bool {
        let descriptor = try open(path)
        defer { close(descriptor) }
        var rest = size
        while rest > 0 {
            let chunk = [UInt8](unsafeUninitializedCapacity: Int(min(rest, Int64(chunkSize)))) { buffer, count in
                count = max(0, systemRead(descriptor, buffer.baseAddress, buffer.count))
            }
            guard !chunk.isEmpty else { throw shrank(path) }
            rest -= Int64(chunk.count)
            guard await pipe.write(chunk) else { return false }
        }
        return true
    }
}
