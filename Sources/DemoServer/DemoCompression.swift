import CCompression

/// Routes with content codings, and the demo's only image.
enum DemoCompression {
    /// `gzip` (RFC 1952) or `deflate` in its zlib form (RFC 1950).
    enum Coding { case gzip, zlib }

    static func answer(_ request: DemoRequest) -> DemoResponse {
        switch request.path.joined(separator: "/") {
        case "gzip": return compressed(.gzip, name: "gzip", request)
        case "deflate": return compressed(.zlib, name: "deflate", request)
        case "gzip/broken":
            var bytes = compress(sample(request), .gzip)
            for index in bytes.indices.dropFirst(40).prefix(20) { bytes[index] ^= 0x55 }
            return DemoResponse(headers: headers("gzip"), body: .bytes(bytes))
        case "image.png": return DemoResponse(headers: [("Content-Type", "image/png")], body: .bytes(picture))
        default: return .notFound("route /\(request.path.joined(separator: "/"))")
        }
    }

    private static func headers(_ coding: String) -> [(String, String)] {
        [("Content-Type", "application/json"), ("Content-Encoding", coding), ("Vary", "Accept-Encoding")]
    }

    private static func compressed(_ coding: Coding, name: String, _ request: DemoRequest) -> DemoResponse {
        DemoResponse(headers: headers(name), body: .bytes(compress(sample(request), coding)))
    }

    /// JSON that compresses well: `kb` kibibytes of it, 64 by default.
    private static func sample(_ request: DemoRequest) -> [UInt8] {
        let document = DemoLargeJSON(byteCount: request.number("kb", standard: 64, in: 1...4096) * 1024)
        var bytes: [UInt8] = []
        var index = 0
        while let chunk = document.chunk(index) {
            bytes += chunk
            index += 1
        }
        return bytes
    }

    /// The compressed bytes; empty if zlib is out of memory.
    static func compress(_ bytes: [UInt8], _ coding: Coding) -> [UInt8] {
        var stream = z_stream()
        // A window of 32 KiB; adding 16 selects the gzip format (zlib.h, deflateInit2).
        let windowBits: Int32 = coding == .gzip ? 15 + 16 : 15
        let size = Int32(MemoryLayout<z_stream>.size)
        guard
            deflateInit2_(
                &stream, Z_DEFAULT_COMPRESSION, Z_DEFLATED, windowBits, 8, Z_DEFAULT_STRATEGY, ZLIB_VERSION, size)
                == Z_OK
        else { return [] }
        defer { deflateEnd(&stream) }
        var input = bytes
        return [UInt8](unsafeUninitializedCapacity: Int(deflateBound(&stream, uLong(bytes.count)))) { output, count in
            input.withUnsafeMutableBufferPointer { input in
                stream.next_in = input.baseAddress
                stream.avail_in = uInt(input.count)
                stream.next_out = output.baseAddress
                stream.avail_out = uInt(output.count)
                _ = deflate(&stream, Z_FINISH)
            }
            count = Int(stream.total_out)
        }
    }

    // MARK: - A picture

    /// A green cup of 16 by 16 pixels as PNG (RFC 2083), generated here so that the program needs no image file.
    static let picture: [UInt8] = {
        let rows = [
            "................", "................", "....#....#......", ".....#....#.....", "....#....#......",
            "................", "..##########....", "..##########.##.", "..##########..#.", "..##########..#.",
            "..##########.##.", "...########.....", "....######......", "................", ".##############.",
            "................",
        ]
        var pixels: [UInt8] = []
        for row in rows {
            pixels.append(0)
            for mark in row.utf8 { pixels += mark == UInt8(ascii: "#") ? [0x2E, 0x7D, 0x32] : [0xFF, 0xFF, 0xFF] }
        }
        let header = big(16) + big(16) + [8, 2, 0, 0, 0]
        return [0x89] + Array("PNG\r\n".utf8) + [0x1A, 0x0A] + chunk("IHDR", header)
            + chunk("IDAT", compress(pixels, .zlib)) + chunk("IEND", [])
    }()

    private static func chunk(_ name: String, _ data: [UInt8]) -> [UInt8] {
        let named = Array(name.utf8) + data
        let sum = UInt32(truncatingIfNeeded: crc32(0, named, uInt(named.count)))
        return big(UInt32(data.count)) + named + big(sum)
    }

    private static func big(_ number: UInt32) -> [UInt8] { (0..<4).map { UInt8(number >> (24 - 8 * $0) & 0xFF) } }
}
