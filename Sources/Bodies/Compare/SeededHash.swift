/// 64-bit hashes for comparing values without keeping them. The seed is random in use, so that nobody can write two
/// values that are taken for equal.
package struct SeededHash: Sendable {
    package let seed: UInt64

    package init(seed: UInt64 = .random(in: 0 ... .max)) { self.seed = seed | 1 }

    @inline(__always)
    package static func mix(_ left: UInt64, _ right: UInt64) -> UInt64 {
        let product = (left ^ 0x9E37_79B9_7F4A_7C15).multipliedFullWidth(by: right ^ 0xD6E8_FEB8_6659_FD93)
        return product.high ^ product.low
    }

    @inline(__always)
    package func combine(_ left: UInt64, _ right: UInt64) -> UInt64 { Self.mix(left &+ seed, right ^ seed) }

    package func bytes(_ bytes: UnsafeRawBufferPointer) -> UInt64 {
        var hash = combine(UInt64(bytes.count), 0x62_79)
        var place = 0
        while place + 8 <= bytes.count {
            hash = combine(hash, bytes.loadUnaligned(fromByteOffset: place, as: UInt64.self))
            place += 8
        }
        var tail: UInt64 = 0
        while place < bytes.count {
            tail = tail << 8 | UInt64(bytes[place])
            place += 1
        }
        return combine(hash, tail)
    }

    func bytes(_ text: UnsafeBufferPointer<UInt8>, _ range: Range<Int>) -> UInt64 {
        bytes(UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(text)[range]))
    }
}
