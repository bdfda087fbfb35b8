/// A checksum that finds damaged bytes: FNV-1a over words of eight bytes.
package enum Checksum {
    package static func of(_ bytes: [UInt8]) -> Int64 {
        var hash: UInt64 = 0xcbf2_9ce4_8422_2325
        bytes.withUnsafeBytes { buffer in
            var index = 0
            while index + 8 <= buffer.count {
                hash =
                    (hash ^ UInt64(littleEndian: buffer.loadUnaligned(fromByteOffset: index, as: UInt64.self)))
                    &* 0x100_0000_01b3
                // So that the upper bits of a word reach the lower ones of the hash.
                hash ^= hash >> 32
                index += 8
            }
            while index < buffer.count {
                hash = (hash ^ UInt64(buffer[index])) &* 0x100_0000_01b3
                index += 1
            }
        }
        return Int64(bitPattern: hash)
    }
}
