/// What the first bytes of an image say about it.
public struct ImageFacts: Sendable, Hashable {
    /// The formats whose header is read.
    public enum Format: String, Sendable, Hashable, CaseIterable { case png, jpeg, gif, webp, bmp }

    /// Found by the first bytes, not by the media type.
    public let format: Format
    /// The width of the image in pixels, as its header says.
    public let width: Int
    /// The height of the image in pixels, as its header says.
    public let height: Int

    /// The facts, or nil if the bytes are none of the formats, or end before the size.
    public init?(_ bytes: [UInt8]) {
        guard let format = Self.format(of: bytes), let size = Self.size(format, ImageBytes(bytes)) else { return nil }
        self.format = format
        (width, height) = size
    }

    /// By its first bytes alone.
    static func format(of bytes: [UInt8]) -> Format? {
        if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 13, 10, 26, 10]) { return .png }
        if bytes.starts(with: [0xFF, 0xD8, 0xFF]) { return .jpeg }
        if bytes.starts(with: Array("GIF87a".utf8)) || bytes.starts(with: Array("GIF89a".utf8)) { return .gif }
        if bytes.starts(with: Array("RIFF".utf8)), bytes.dropFirst(8).starts(with: Array("WEBP".utf8)) { return .webp }
        if bytes.starts(with: Array("BM".utf8)) { return .bmp }
        return nil
    }

    private static func size(_ format: Format, _ bytes: ImageBytes) -> (Int, Int)? {
        switch format {
        case .png:
            guard bytes.has("IHDR", at: 12), let width = bytes.big(4, at: 16), let height = bytes.big(4, at: 20) else {
                return nil
            }
            return (width, height)
        case .gif:
            guard let width = bytes.little(2, at: 6), let height = bytes.little(2, at: 8) else { return nil }
            return (width, height)
        case .bmp:
            guard let headerSize = bytes.little(4, at: 14) else { return nil }
            let count = headerSize == 12 ? 2 : 4
            guard headerSize == 12 || headerSize >= 40, let width = bytes.little(count, at: 18),
                let height = bytes.little(count, at: 18 + count)
            else { return nil }
            // A negative height means that the rows begin at the top.
            return (width, count == 4 ? Int(Int32(truncatingIfNeeded: height).magnitude) : height)
        case .jpeg: return jpegSize(bytes)
        case .webp: return webpSize(bytes)
        }
    }

    /// ITU T.81 §B.2.2: the first frame header (SOF0 to SOF15 but for DHT, JPG and DAC).
    private static func jpegSize(_ bytes: ImageBytes) -> (Int, Int)? {
        var place = 2
        while let mark = bytes.big(1, at: place), let code = bytes.big(1, at: place + 1) {
            guard mark == 0xFF else { return nil }
            switch code {
            case 0xFF: place += 1
            case 0x01, 0xD0...0xD8: place += 2
            case 0xC0...0xCF where ![0xC4, 0xC8, 0xCC].contains(code):
                guard let height = bytes.big(2, at: place + 5), let width = bytes.big(2, at: place + 7) else {
                    return nil
                }
                return (width, height)
            default:
                guard let length = bytes.big(2, at: place + 2), length >= 2 else { return nil }
                place += 2 + length
            }
        }
        return nil
    }

    /// RFC 9649 §2: the first chunk is lossy (RFC 6386 §9.1), lossless or extended.
    private static func webpSize(_ bytes: ImageBytes) -> (Int, Int)? {
        if bytes.has("VP8X", at: 12), let width = bytes.little(3, at: 24), let height = bytes.little(3, at: 27) {
            return (width + 1, height + 1)
        }
        if bytes.has("VP8L", at: 12), bytes.big(1, at: 20) == 0x2F, let bits = bytes.little(4, at: 21) {
            return (bits & 0x3FFF + 1, bits >> 14 & 0x3FFF + 1)
        }
        if bytes.has("VP8 ", at: 12), bytes.big(3, at: 23) == 0x9D012A, let width = bytes.little(2, at: 26),
            let height = bytes.little(2, at: 28)
        {
            return (width & 0x3FFF, height & 0x3FFF)
        }
        return nil
    }
}

/// Reads numbers from bytes that may end at any point.
private struct ImageBytes {
    let bytes: [UInt8]
    init(_ bytes: [UInt8]) { self.bytes = bytes }

    func big(_ count: Int, at place: Int) -> Int? { slice(count, at: place)?.reduce(0) { $0 << 8 | Int($1) } }
    func little(_ count: Int, at place: Int) -> Int? {
        slice(count, at: place)?.reversed().reduce(0) { $0 << 8 | Int($1) }
    }
    func has(_ text: String, at place: Int) -> Bool {
        slice(text.utf8.count, at: place)?.elementsEqual(text.utf8) ?? false
    }
    private func slice(_ count: Int, at place: Int) -> ArraySlice<UInt8>? {
        place + count <= bytes.count ? bytes[place..<(place + count)] : nil
    }
}

/// Format and size of an image, read from its header; the pixels are not read. The bytes count, not the media type.
public struct ImageDecoder: ResponseDecoder {
    /// It has no settings.
    public init() {}
    /// The value of the `Accept` field: `image/*`.
    public var accept: String? { "image/*" }

    /// - Throws: `decoding` if the body does not begin as one of the formats does.
    public func decode(_ response: Response) throws(EngineError) -> ImageFacts {
        if let facts = ImageFacts(response.body) { return facts }
        let reason =
            ImageFacts.format(of: response.body).map { "the \($0.rawValue) header ends before the size, or is broken" }
            ?? "it begins like none of \(ImageFacts.Format.allCases.map(\.rawValue).joined(separator: ", "))"
        throw .decoding("an image", DecodingFault(reason: reason, response: response))
    }
}

extension ResponseDecoder where Self == ImageDecoder {
    /// Format and size of an image.
    public static var image: ImageDecoder { ImageDecoder() }
}
