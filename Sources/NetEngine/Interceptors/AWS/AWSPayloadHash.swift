#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// The SHA-256 of a request body, in hexadecimal; files are read in pieces.
enum AWSPayloadHash {
    static let unsigned = "UNSIGNED-PAYLOAD"

    /// nil for a stream, which cannot be read before it is sent.
    /// - Throws: `request-build` if a file cannot be read; `cancelled`.
    static func text(of body: RequestBody) throws(EngineError) -> String? {
        var hash = HashStream(.sha256)
        switch body {
        case .none: break
        case .bytes(let bytes): hash.update(bytes)
        case .file(let path): try add(path, to: &hash)
        case .pieces(let pieces):
            for piece in pieces {
                switch piece {
                case .bytes(let bytes): hash.update(bytes)
                case .file(let path): try add(path, to: &hash)
                }
            }
        case .stream: return nil
        }
        return Hexadecimal.text(hash.finish())
    }

    private static func add(_ path: String, to hash: inout HashStream) throws(EngineError) {
        let descriptor = try BodyFile.open(path)
        defer { close(descriptor) }
        var piece = [UInt8](repeating: 0, count: 256 << 10)
        while true {
            let count = read(descriptor, &piece, piece.count)
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else {
                let code = errno
                let text = SystemError.clause(code)
                throw .badBody(
                    "the file \(path) cannot be read: \(text)",
                    hint: "Check the name and the permissions of the body file.",
                    underlying: UnderlyingCode(errno: code))
            }
            guard count > 0 else { return }
            guard !Task.isCancelled else { throw .cancelled() }
            piece.withUnsafeBufferPointer { hash.update(UnsafeBufferPointer(rebasing: $0[..<count])) }
        }
    }
}
