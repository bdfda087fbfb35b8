import Glibc

/// Whether bytes stand within other bytes.
enum ByteSearch {
    static func contains(_ pattern: [UInt8], in bytes: [UInt8]) -> Bool {
        bytes.withUnsafeBytes { contains(pattern, in: $0) }
    }

    static func contains(_ pattern: [UInt8], in bytes: UnsafeRawBufferPointer) -> Bool {
        // The end of the pattern is rarer than its front, which is dashes.
        guard let last = pattern.last, let base = bytes.baseAddress, bytes.count >= pattern.count else {
            return pattern.isEmpty
        }
        var position = pattern.count - 1
        while position < bytes.count, let hit = memchr(base + position, Int32(last), bytes.count - position) {
            let end = UnsafeRawPointer(hit) - base
            if memcmp(base + (end - pattern.count + 1), pattern, pattern.count) == 0 { return true }
            position = end + 1
        }
        return false
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
