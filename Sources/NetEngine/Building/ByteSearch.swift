import Glibc

/// Whether bytes stand within other bytes.
package enum ByteSearch {
    package static func contains(_ pattern: [UInt8], in bytes: [UInt8]) -> Bool {
        pattern.isEmpty || offsets(of: pattern, in: bytes, most: 1).first != nil
    }

    static func contains(_ pattern: [UInt8], in bytes: UnsafeRawBufferPointer) -> Bool {
        pattern.isEmpty || offsets(of: pattern, in: bytes, most: 1).first != nil
    }

    /// Where a pattern, which is not empty, begins; places may overlap.
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

extension BodyFile {
    /// Whether the file holds the bytes; it is read once, in pieces.
    static func contains(_ pattern: [UInt8], path: String) throws(EngineError) -> Bool {
        let descriptor = try open(path)
        defer { close(descriptor) }
        var window: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: 256 << 10)
        while true {
            let count = read(descriptor, &piece, piece.count)
            guard count > 0 else { return false }
            window += piece[..<count]
            if ByteSearch.contains(pattern, in: window) { return true }
            // The pattern may begin at the end of this piece.
            window.removeFirst(max(0, window.count - pattern.count + 1))
        }
    }
}
