import NetEngine

/// Reads one kind of body and says how to show it.
///
/// A decoder gets bytes from strangers: it never recurses without a limit, its memory is bounded by what it reads, and what
/// it cannot read it refuses with one sentence. The body is then shown as text or bytes.
package protocol BodyDecoder {
    static var kind: BodyKind { get }
    /// Bodies with more bytes are refused.
    static var mostBytes: Int { get }
    /// Whether a media type, or the end of a file name (`.yaml`) if the type says nothing, means this kind.
    static func isNamed(by type: ContentType, fileName: Substring) -> Bool
    /// Whether a body without a telling media type begins as this kind does. Only for kinds that cannot be mistaken.
    static func isBegun(by head: UnsafeBufferPointer<UInt8>) -> Bool
    static func decode(_ input: DecoderInput) throws(DecodingRefusal) -> ReadableBody
}

extension BodyDecoder {
    package static var mostBytes: Int { 64 << 20 }
    package static func isBegun(by head: UnsafeBufferPointer<UInt8>) -> Bool { false }
}

/// What a decoder is given; valid during the call only, as the bytes may be a mapped file.
package struct DecoderInput {
    package let bytes: UnsafeBufferPointer<UInt8>
    package let type: ContentType
    /// How to read text, whatever the type and the bytes say.
    package var charset: TextEncoding?
    /// Which of several readings is wanted; 0 is the best.
    package var reading: Int
    /// Seconds since 1970, for "2 h ago".
    package var now: Int64
    /// How many multipart bodies this one is in.
    package var nesting: Int

    package init(
        _ bytes: UnsafeBufferPointer<UInt8>, type: ContentType, charset: TextEncoding? = nil, reading: Int = 0,
        now: Int64 = 0, nesting: Int = 0
    ) {
        self.bytes = bytes
        self.type = type
        self.charset = charset
        self.reading = reading
        self.now = now
        self.nesting = nesting
    }
}

/// Why a decoder does not read a body.
package struct DecodingRefusal: Error, Sendable, Hashable {
    /// What is wrong, without a full stop: `the map at byte 12 ends early`.
    package let reason: String
    /// Where it is wrong, if it is at one place.
    package let offset: Int?

    /// - Parameter offset: where it is wrong; the sentence then ends with it.
    package init(_ reason: String, at offset: Int? = nil) {
        self.reason = reason
        self.offset = offset
    }

    /// A clause: `the array has no end (byte 1200)`. `BodyKind.sentence` makes a sentence of it.
    package var sentence: String { offset.map { "\(reason) (byte \($0))" } ?? reason }
}
