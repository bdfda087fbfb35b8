import CCompression

/// gzip with any number of members (RFC 1952 §2.2), and deflate in both forms that servers send under that name:
/// with the zlib wrapper, as RFC 9110 §8.4.1.2 says, and raw.
final class ZlibDecoder: ContentDecoding {
    enum Form { case gzip, deflate }

    private(set) var isAtEnd = false
    private let form: Form
    /// On the heap, because zlib refuses a stream that has moved since it was initialised.
    private let stream: UnsafeMutablePointer<z_stream>
    private let buffer: UnsafeMutableRawBufferPointer
    private var isStarted = false
    private var firstByte: UInt8?
    private var rest = StoppedInput()

    init(_ form: Form) throws {
        self.form = form
        stream = .allocate(capacity: 1)
        stream.initialize(to: z_stream())
        buffer = .allocate(byteCount: 32 << 10, alignment: 16)
        // 15 window bits, the largest; plus 16 for the gzip wrapper. The deflate form shows in the first two bytes.
        if form == .gzip { try start(windowBits: 15 + 16) }
    }

    deinit {
        if isStarted { inflateEnd(stream) }
        stream.deallocate()
        buffer.deallocate()
    }

    func decode(_ input: UnsafeRawBufferPointer, output: (UnsafeRawBufferPointer) throws -> Bool) throws -> Bool {
        guard let base = input.baseAddress, !input.isEmpty else { return true }
        if !isStarted {
            guard let first = firstByte else {
                firstByte = input[0]
                return try decode(UnsafeRawBufferPointer(rebasing: input[1...]), output: output)
            }
            // RFC 1950 §2.2: method 8, and the two bytes are a multiple of 31.
            let isWrapped = first & 0x0f == 8 && (Int(first) << 8 | Int(input[0])).isMultiple(of: 31)
            try start(windowBits: isWrapped ? 15 : -15)
            let goesOn = try withUnsafeBytes(of: first) { try inflateAll($0.baseAddress, 1, output: output) }
            guard goesOn else { return false }
        }
        return try inflateAll(base, input.count, output: output)
    }

    func resume(output: (UnsafeRawBufferPointer) throws -> Bool) throws -> Bool {
        guard let input = rest.take() else { return true }
        return try input.withUnsafeBytes { try inflateAll($0.baseAddress, input.count, output: output) }
    }

    private func start(windowBits: Int32) throws {
        let size = Int32(MemoryLayout<z_stream>.size)
        guard inflateInit2_(stream, windowBits, ZLIB_VERSION, size) == Z_OK else {
            throw ContentCodingFault(text: "zlib cannot start")
        }
        isStarted = true
    }

    private func inflateAll(
        _ base: UnsafeRawPointer?, _ count: Int, output: (UnsafeRawBufferPointer) throws -> Bool
    ) throws -> Bool {
        // Without input there may still be output that did not fit.
        stream.pointee.next_in = UnsafeMutablePointer(mutating: base?.assumingMemoryBound(to: UInt8.self))
        stream.pointee.avail_in = UInt32(count)
        repeat {
            if isAtEnd {
                guard try startNextMember() else { return true }
            }
            stream.pointee.next_out = buffer.baseAddress?.assumingMemoryBound(to: UInt8.self)
            stream.pointee.avail_out = UInt32(buffer.count)
            let result = inflate(stream, Z_NO_FLUSH)
            let produced = buffer.count - Int(stream.pointee.avail_out)
            if result == Z_STREAM_END { isAtEnd = true }
            if produced > 0, try !output(UnsafeRawBufferPointer(rebasing: buffer[..<produced])) {
                rest.keep(UnsafeRawBufferPointer(start: stream.pointee.next_in, count: Int(stream.pointee.avail_in)))
                return false
            }
            switch result {
            case Z_OK, Z_STREAM_END: break
            case Z_BUF_ERROR: return true  // Nothing more can be made of this piece.
            default:
                let detail = stream.pointee.msg.map { ": " + String(cString: $0) } ?? ""
                throw ContentCodingFault(text: "the \(form == .gzip ? "gzip" : "deflate") data is broken\(detail)")
            }
        } while stream.pointee.avail_in > 0 || stream.pointee.avail_out == 0
        return true
    }

    /// Another gzip member may follow, or zero bytes, which `tar` and some servers pad with.
    private func startNextMember() throws -> Bool {
        while stream.pointee.avail_in > 0, stream.pointee.next_in.pointee == 0 {
            stream.pointee.next_in += 1
            stream.pointee.avail_in -= 1
        }
        guard stream.pointee.avail_in > 0 else { return false }
        guard form == .gzip, stream.pointee.next_in.pointee == 0x1f else {
            throw ContentCodingFault(text: "something follows the end of the coded data")
        }
        guard inflateReset(stream) == Z_OK else { throw ContentCodingFault(text: "zlib cannot start again") }
        isAtEnd = false
        return true
    }
}
