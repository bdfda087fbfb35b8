import CPicture
import NetEngine

/// Reads the pixels of an image: PNG, JPEG and WebP by their libraries, GIF here.
enum PictureReading {
    /// Larger images are not drawn: a file of a few bytes can announce any number of pixels. JPEG and WebP, which are made
    /// smaller while they are read, may have 16 times as many.
    static let mostPixels = 16 << 20

    /// - Throws: why it is not drawn, in a few words.
    static func read(_ bytes: UnsafeBufferPointer<UInt8>, _ format: ImageFacts.Format) throws(DecodingRefusal)
        -> Picture
    {
        guard let start = bytes.baseAddress else { throw DecodingRefusal("it is empty") }
        var picture = cpicture()
        defer { cpicture_free(&picture) }
        let most = UInt64(mostPixels)
        let side = UInt32(Picture.mostDetailSide)
        let outcome =
            switch format {
            case .png: cpicture_png(start, bytes.count, most, &picture)
            case .jpeg: cpicture_jpeg(start, bytes.count, most, side, &picture)
            case .webp: cpicture_webp(start, bytes.count, most, side, &picture)
            case .gif: try gif(bytes, &picture)
            case .bmp: throw DecodingRefusal("pictures of this format are not drawn")
            }
        switch outcome {
        case CPICTURE_OK: break
        case CPICTURE_TOO_LARGE: throw DecodingRefusal("not drawn: it has too many pixels")
        case CPICTURE_NO_MEMORY: throw DecodingRefusal("not drawn: out of memory")
        default: throw DecodingRefusal("not drawn: its pixels are damaged or end early")
        }
        let (width, height) = (Int(picture.width), Int(picture.height))
        return Picture(
            rgba: UnsafeBufferPointer(start: picture.pixels, count: width * height * 4), width: width, height: height)
    }

    private static func gif(
        _ bytes: UnsafeBufferPointer<UInt8>, _ picture: inout cpicture
    ) throws(DecodingRefusal) -> cpicture_outcome {
        var reader = GIFReader(bytes)
        guard let size = reader.size, size.width * size.height > 0 else { return CPICTURE_BROKEN }
        guard size.width * size.height <= mostPixels else { return CPICTURE_TOO_LARGE }
        guard cpicture_reserve(UInt32(size.width), UInt32(size.height), &picture) == CPICTURE_OK else {
            return CPICTURE_NO_MEMORY
        }
        let pixels = UnsafeMutableBufferPointer(start: picture.pixels, count: size.width * size.height * 4)
        return reader.readFirstFrame(into: pixels) ? CPICTURE_OK : CPICTURE_BROKEN
    }
}
