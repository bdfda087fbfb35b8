import Glibc

/// The bytes of a request body, read piece by piece. Lives on the engine thread only.
final class BodySource {
    private let body: RequestBody
    private var descriptor: Int32 = -1
    private var offset: Int64 = 0
    private(set) var size: Int64 = 0
    /// Set when reading the file failed.
    private(set) var failure: EngineError?

    init(_ body: RequestBody) { self.body = body }

    /// The same length as the builder saw is sent; a file that shrank since then fails while it is read.
    func open() throws(EngineError) {
        switch body {
        case .none: size = 0
        case .bytes(let bytes): size = Int64(bytes.count)
        case .file(let path):
            size = try BodyFile.size(path)
            descriptor = try BodyFile.open(path)
        }
    }

    func close() {
        if descriptor >= 0 { _ = Glibc.close(descriptor) }
        descriptor = -1
    }

    var hasBody: Bool { size > 0 }
    func isAllSent(_ count: Int) -> Bool { Int64(count) >= size }

    /// The whole body, where it is small and in memory: it leaves in one packet with the head then.
    var smallBytes: [UInt8]? {
        guard case .bytes(let bytes) = body, bytes.count <= 64 << 10 else { return nil }
        return bytes
    }

    /// The count read, 0 at the end, nil on a fault.
    func read(into buffer: UnsafeMutableRawBufferPointer) -> Int? {
        switch body {
        case .none: return 0
        case .bytes(let bytes):
            let count = min(buffer.count, bytes.count - Int(offset))
            bytes.withUnsafeBytes { buffer.copyMemory(from: .init(rebasing: $0[Int(offset)..<(Int(offset) + count)])) }
            offset += Int64(count)
            return count
        case .file(let path):
            let count = pread(descriptor, buffer.baseAddress, buffer.count, off_t(offset))
            guard count > 0 || (count == 0 && offset >= size) else {
                failure = .badBody(
                    "the file \(path) became shorter or unreadable while it was sent",
                    hint: "Send again when nothing writes to the file.")
                return nil
            }
            offset += Int64(count)
            return count
        }
    }

    func seek(to position: Int64) -> Bool {
        guard (0...size).contains(position) else { return false }
        offset = position
        return true
    }
}
