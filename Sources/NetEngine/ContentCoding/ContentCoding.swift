/// The content codings that the engine decodes (RFC 9110 §8.4.1, RFC 7932, RFC 8878).
enum ContentCoding: String {
    case gzip, deflate, br, zstd

    /// The value of `Accept-Encoding`.
    static let acceptEncoding = "gzip, deflate, br, zstd"

    /// Its names; `x-gzip` is the old name of gzip (RFC 9110 §8.4.1.3).
    init?(name: String) {
        let lower = name.lowercased()
        self.init(rawValue: lower == "x-gzip" ? "gzip" : lower)
    }
}

/// Decodes one coding, piece by piece.
protocol ContentDecoding: AnyObject {
    /// Decodes the next piece and passes on the output, in pieces of bounded size.
    /// - Parameter output: takes the whole piece, and returns false to stop: the rest of the input is kept for `resume`.
    /// - Returns: false if it was stopped.
    /// - Throws: `ContentCodingFault`, when the bytes are not of this coding.
    func decode(_ input: UnsafeRawBufferPointer, output: (UnsafeRawBufferPointer) throws -> Bool) throws -> Bool

    /// Continues after a stop; nothing happens if it was not stopped.
    func resume(output: (UnsafeRawBufferPointer) throws -> Bool) throws -> Bool

    /// Whether the coded data has ended; false means that it was cut off.
    var isAtEnd: Bool { get }
}

/// Why bytes cannot be decoded, as a clause.
struct ContentCodingFault: Error { let text: String }

/// All codings of one body, decoded from the last applied to the first (RFC 9110 §8.4).
final class ContentDecoder {
    /// In the order of the header.
    let codings: [String]
    private let stages: [any ContentDecoding]
    private var hasInput = false
    /// Bytes that the codings may still put out, all together, before they stop as if `output` had asked for it. Nothing
    /// else bounds the work that a few bytes of input can cause, for not all of it need reach `output`.
    var allowance = Int.max

    /// nil if there is nothing to decode.
    /// - Throws: `ContentCodingFault` if a coding is unknown, or there are more than any server has reason to stack.
    init?(fieldValues: [String]) throws {
        let names = fieldValues.flatMap { $0.split(separator: ",") }.map { $0.trimmingWhitespace().lowercased() }
            .filter { !$0.isEmpty && $0 != "identity" }
        guard !names.isEmpty else { return nil }
        guard names.count <= 5 else { throw ContentCodingFault(text: "\(names.count) content codings are stacked") }
        stages = try names.reversed().map { name in
            switch ContentCoding(name: name) {
            case .gzip: try ZlibDecoder(.gzip)
            case .deflate: try ZlibDecoder(.deflate)
            case .br: try BrotliDecoder()
            case .zstd: try ZstdDecoder()
            case nil: throw ContentCodingFault(text: "the content coding \(EngineError.quoted(name)) is unknown")
            }
        }
        codings = names
    }

    /// - Returns: false if `output` asked to stop, or the allowance is used up: call `resume`, until it returns true, before the next input.
    func decode(_ input: UnsafeRawBufferPointer, output: (UnsafeRawBufferPointer) -> Bool) throws -> Bool {
        if !input.isEmpty { hasInput = true }
        return try run(input, stage: 0, output: output)
    }

    /// - Returns: false if it stopped once more.
    func resume(output: (UnsafeRawBufferPointer) -> Bool) throws -> Bool {
        // From the last stage to the first: its output comes before that of the others.
        for stage in stages.indices.reversed() {
            guard try stages[stage].resume(output: { try pass($0, on: stage + 1, output: output) }) else {
                return false
            }
        }
        return true
    }

    /// Call at the end of the body. An empty body is valid: servers label those too.
    func finish() throws {
        guard hasInput, let index = stages.firstIndex(where: { !$0.isAtEnd }) else { return }
        throw ContentCodingFault(text: "the \(codings[codings.count - 1 - index]) data ends too early")
    }

    private func run(_ input: UnsafeRawBufferPointer, stage: Int, output: (UnsafeRawBufferPointer) -> Bool) throws
        -> Bool
    {
        guard stage < stages.count else { return output(input) }
        return try stages[stage].decode(input) { try pass($0, on: stage + 1, output: output) }
    }

    private func pass(_ piece: UnsafeRawBufferPointer, on stage: Int, output: (UnsafeRawBufferPointer) -> Bool) throws
        -> Bool
    {
        allowance -= piece.count
        return try run(piece, stage: stage, output: output) && allowance > 0
    }
}
