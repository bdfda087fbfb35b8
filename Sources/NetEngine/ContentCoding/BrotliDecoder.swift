import CCompression

/// RFC 7932.
final class BrotliDecoder: ContentDecoding {
    private let state: OpaquePointer
    private let buffer: UnsafeMutableRawBufferPointer
    private var rest = StoppedInput()

    init() throws {
        guard let state = BrotliDecoderCreateInstance(nil, nil, nil) else {
            throw ContentCodingFault(text: "brotli cannot start")
        }
        self.state = state
        buffer = .allocate(byteCount: 32 << 10, alignment: 16)
    }

    deinit {
        BrotliDecoderDestroyInstance(state)
        buffer.deallocate()
    }

    var isAtEnd: Bool { BrotliDecoderIsFinished(state) != 0 }

    func resume(output: (UnsafeRawBufferPointer) throws -> Bool) throws -> Bool {
        guard let input = rest.take() else { return true }
        return try input.withUnsafeBytes { try decode($0, output: output) }
    }

    func decode(_ input: UnsafeRawBufferPointer, output: (UnsafeRawBufferPointer) throws -> Bool) throws -> Bool {
        var available = input.count
        var next = input.baseAddress?.assumingMemoryBound(to: UInt8.self)
        while true {
            guard !isAtEnd || available == 0 else {
                throw ContentCodingFault(text: "something follows the end of the coded data")
            }
            var room = buffer.count
            var out = buffer.baseAddress?.assumingMemoryBound(to: UInt8.self)
            let result = BrotliDecoderDecompressStream(state, &available, &next, &room, &out, nil)
            let produced = buffer.count - room
            if produced > 0, try !output(UnsafeRawBufferPointer(rebasing: buffer[..<produced])) {
                rest.keep(UnsafeRawBufferPointer(start: next, count: available))
                return false
            }
            if result == BROTLI_DECODER_RESULT_ERROR {
                throw ContentCodingFault(text: "the br data is broken")
            }
            if result == BROTLI_DECODER_RESULT_NEEDS_MORE_INPUT { return true }
            if result == BROTLI_DECODER_RESULT_SUCCESS, available == 0 { return true }
        }
    }
}
