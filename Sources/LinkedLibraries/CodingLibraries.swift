import CCompression

/// The libraries that decode bodies, with their versions.
enum CodingLibraries {
    static var zlib: String { zlibVersion().map { String(cString: $0) } ?? "?" }

    static var brotli: String {
        let number = BrotliDecoderVersion()
        return "\(number >> 24).\(number >> 12 & 0xFFF).\(number & 0xFFF)"
    }

    static var zstd: String { ZSTD_versionString().map { String(cString: $0) } ?? "?" }
}
