#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// Finds bytes within other bytes.
package enum ByteSearch {
    package static func contains(_ pattern: [UInt8], in bytes: [UInt8]) -> Bool {
        pattern.isEmpty || offsets(of: pattern, in: bytes, most: 1).first != nil
    }

    static func contains(_ pattern: [UInt8], in bytes: UnsafeRawBufferPointer) -> Bool {
        pattern.isEmpty || offsets(of: pattern, in: bytes, most: 1).first != nil
    }

    /// The offsets at which a pattern, which is not empty, begins; occurrences may overlap.
    package static func offsets(of pattern: [UInt8], in bytes: [UInt8], most: Int = .max) -> [Int] {
        bytes.withUnsafeBytes { offsets(of: pattern, in: $0, most: most) }
    }

    private static func offsets(of pattern: [UInt8], in bytes: UnsafeRawBufferPointer, most: Int) -> [Int] {
        // The end of the pattern is rarer than its front, which is dashes.
        guard let last = pattern.last, let base = bytes.baseAddress, bytes.count >= pattern.count else { return [] }
        var found: [Int] = []
        var position = pattern.count - 1
        while position < bytes.count, let hit = memchr(base + position, Int32(last), bytes.count - position) {
            let end = UnsafeRawPointer(hit) - base
            let start = end - pattern.count + 1
            if memcmp(base + start, pattern, pattern.count) == 0 {
                found.append(start)
                if found.count == most { return found }
            }
            position = end + 1
        }
        return found
    }
}
