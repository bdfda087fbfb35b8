#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// The bytes of a request body, read piece by piece. Lives on one thread of a transport only.
package final class BodySource {
    package enum Reading {
        /// 0 at the end.
        case bytes(Int)
        /// A stream has no bytes yet; it wakes the engine when it has.
        case notYet
        case failed
    }

    private struct Piece {
        let content: BodyPiece
        /// Where it begins in the body.
        let start: Int64
        let size: Int64
    }

    private let body: RequestBody
    private var pieces: [Piece] = []
    /// Of the file of the piece with that index.
    private var descriptor: Int32 = -1
    private var openPiece = -1
    private var pipe: BodyPipe?
    private var offset: Int64 = 0
    private var hasEnded = false
    /// nil for a stream of unknown length.
    package private(set) var size: Int64? = 0
    /// Set when reading failed.
    package private(set) var failure: EngineError?
    /// Called when a stream has ended, once.
    var whenEnded: () -> Void = {}

    package init(_ body: RequestBody) { self.body = body }

    /// The same length as the builder saw is sent; a file that shrank since then fails while it is read.
    /// - Parameter wake: called, on any thread, when a stream can be read again.
    package func open(wake: @escaping @Sendable () -> Void) throws(EngineError) {
        switch body {
        case .none: break
        case .bytes(let bytes): try add(.bytes(bytes))
        case .file(let path): try add(.file(path: path))
        case .pieces(let all):
            _ = try BodyFile.size(of: all)
            for piece in all { try add(piece) }
        case .stream(let stream):
            size = stream.length
            // The engine has read an empty one.
            if size != 0 { pipe = try stream.open(wake: wake) }
        }
    }

    private func add(_ content: BodyPiece) throws(EngineError) {
        let start = size ?? 0
        let length = try BodyFile.size(of: content)
        pieces.append(Piece(content: content, start: start, size: length))
        size = start &+ length
    }

    package func close() {
        closeFile()
        pipe?.close()
    }

    private func closeFile() {
        if descriptor >= 0 { _ = systemClose(descriptor) }
        descriptor = -1
        openPiece = -1
    }

    var hasBody: Bool { size != 0 }

    /// - Parameter count: bytes sent so far. Chunk framing counts, so a stream is asked whether it has ended. libcurl may read
    ///   ahead of what it sends.
    func isAllSent(_ count: Int) -> Bool {
        size.map { Int64(count) >= $0 } ?? (hasEnded && Int64(count) >= offset)
    }

    /// - Parameter count: bytes sent so far, chunk framing included.
    func progress(sent count: Int) -> TransportStep {
        guard let size else { return .uploadProgress(sentBytes: min(count, Int(clamping: offset)), totalBytes: nil) }
        let total = Int(clamping: size)
        return .uploadProgress(sentBytes: min(count, total), totalBytes: total)
    }

    /// The whole body if it is small and in memory, so that it is sent in one packet with the head.
    var smallBytes: [UInt8]? {
        guard case .bytes(let bytes) = body, bytes.count <= 64 << 10 else { return nil }
        return bytes
    }

    package func read(into buffer: UnsafeMutableRawBufferPointer) -> Reading {
        if let pipe { return read(pipe, into: buffer) }
        guard let index = pieces.lastIndex(where: { $0.start <= offset && $0.size > 0 }) else { return .bytes(0) }
        let piece = pieces[index]
        let start = offset - piece.start
        let room = Int(min(Int64(buffer.count), piece.size - start))
        guard room > 0 else { return .bytes(0) }
        switch piece.content {
        case .bytes(let bytes):
            bytes.withUnsafeBytes {
                buffer.copyMemory(from: .init(rebasing: $0[Int(start)..<(Int(start) + room)]))
            }
            offset += Int64(room)
            return .bytes(room)
        case .file(let path):
            return readFile(path, index, at: start, into: .init(rebasing: buffer[..<room]))
        }
    }

    private func read(_ pipe: BodyPipe, into buffer: UnsafeMutableRawBufferPointer) -> Reading {
        switch pipe.read(into: buffer) {
        case .bytes(let count):
            offset += Int64(count)
            return .bytes(count)
        case .notYet: return .notYet
        case .end:
            if !hasEnded {
                hasEnded = true
                whenEnded()
            }
            return .bytes(0)
        case .failed(let fault):
            failure = fault
            return .failed
        }
    }

    private func readFile(
        _ path: String, _ index: Int, at start: Int64, into buffer: UnsafeMutableRawBufferPointer
    ) -> Reading {
        if openPiece != index {
            closeFile()
            do { descriptor = try BodyFile.open(path) } catch {
                failure = error
                return .failed
            }
            openPiece = index
        }
        let count = pread(descriptor, buffer.baseAddress, buffer.count, off_t(start))
        guard count > 0 else {
            failure = BodyFile.shrank(path)
            return .failed
        }
        offset += Int64(count)
        return .bytes(count)
    }

    func seek(to position: Int64) -> Bool {
        guard pipe == nil else { return position == offset }
        guard (0...(size ?? 0)).contains(position) else { return false }
        offset = position
        return true
    }
}
