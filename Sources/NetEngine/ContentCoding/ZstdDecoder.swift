import CCompression

/// RFC 8878, any number of frames, with the window limit of 8 MiB that RFC 9659 sets for HTTP.
final class ZstdDecoder: ContentDecoding {
    /// 8 MiB (RFC 9659 §3).
    private static let largestWindowLog: Int32 = 23

    private let stream: OpaquePointer
    private let buffer: UnsafeMutableRawBufferPointer
    private(set) var isAtEnd = false
    private var frame = Frame()
    private var rest = StoppedInput()

    init() throws {
        guard let stream = ZSTD_createDStream() else { throw ContentCodingFault(text: "zstd cannot start") }
        self.stream = stream
        buffer = .allocate(byteCount: 32 << 10, alignment: 16)
        ZSTD_DCtx_setParameter(stream, ZSTD_d_windowLogMax, Self.largestWindowLog)
    }

    deinit {
        ZSTD_freeDStream(stream)
        buffer.deallocate()
    }

    func resume(output: (UnsafeRawBufferPointer) throws -> Bool) throws -> Bool {
        guard let input = rest.take() else { return true }
        return try input.withUnsafeBytes { try decode($0, output: output) }
    }

    func decode(_ input: UnsafeRawBufferPointer, output: (UnsafeRawBufferPointer) throws -> Bool) throws -> Bool {
        var source = ZSTD_inBuffer(src: input.baseAddress, size: input.count, pos: 0)
        while true {
            var target = ZSTD_outBuffer(dst: buffer.baseAddress, size: buffer.count, pos: 0)
            let start = source.pos
            guard start < input.count || !isAtEnd else { return true }
            source.size = input.count
            if frame.mayBeInHeader, start < input.count {
                if frame.isNew { try Self.check(firstByte: input[start]) }
                // The header goes in byte by byte. With more, the library looks for a frame at the start of each piece, even within a
                // header. It would take a piece for a frame of an old format, or decode a small frame at once, by other rules: without
                // the limit of the window, and refusing a compressed block without content.
                source.size = start + 1
            }
            let result = ZSTD_decompressStream(stream, &target, &source)
            guard ZSTD_isError(result) == 0 else {
                throw ContentCodingFault(
                    text: "the zstd data is broken: \(String(cString: ZSTD_getErrorName(result)))")
            }
            frame.took(input[start..<source.pos], giving: target.pos)
            isAtEnd = result == 0
            if isAtEnd {
                try frame.check()
                frame = Frame()
            }
            let produced = UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(buffer)[..<target.pos])
            if !produced.isEmpty, try !output(produced) {
                rest.keep(UnsafeRawBufferPointer(rebasing: input[source.pos...]))
                return false
            }
            if source.pos == input.count, target.pos < target.size { return true }
        }
    }

    /// What came of a frame so far. The library compares its length with the one that the header names, but not where an empty
    /// block ends a frame that comes in pieces (RFC 8878 §3.1.1.1.4).
    private struct Frame {
        /// A header is no longer (ZSTD_FRAMEHEADERSIZE_MAX).
        private static let longestHeader = 18
        private var header: [UInt8] = []
        private var byteCount: UInt64 = 0

        var isNew: Bool { header.isEmpty }
        var mayBeInHeader: Bool { header.count < Self.longestHeader }

        mutating func took(_ input: Slice<UnsafeRawBufferPointer>, giving count: Int) {
            // Here a piece is one byte.
            if mayBeInHeader { header += input }
            byteCount += UInt64(count)
        }

        func check() throws {
            let named = header.withUnsafeBytes { ZSTD_getFrameContentSize($0.baseAddress, $0.count) }
            // The two highest values: it names none, and an error.
            guard named < .max - 1, named != byteCount else { return }
            throw ContentCodingFault(
                text: "the zstd data is broken: a frame has \(byteCount) bytes instead of \(named)")
        }
    }

    /// The library may also decode the formats of zstd before 0.8, which no server sends and no document describes. A frame of RFC 8878 begins
    /// with 28, one that is skipped with 50 to 5F; the library checks the rest.
    private static func check(firstByte: UInt8) throws {
        guard (0x1E...0x27).contains(firstByte) else { return }
        throw ContentCodingFault(text: "the zstd data is broken: its format is older than RFC 8878")
    }
}
