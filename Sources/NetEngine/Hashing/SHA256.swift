/// SHA-256 (FIPS 180-4 §6.2, RFC 6234), in one go or piece by piece.
package struct SHA256 {
    private static let rounds: [UInt32] = [
        0x428a_2f98, 0x7137_4491, 0xb5c0_fbcf, 0xe9b5_dba5, 0x3956_c25b, 0x59f1_11f1, 0x923f_82a4, 0xab1c_5ed5,
        0xd807_aa98, 0x1283_5b01, 0x2431_85be, 0x550c_7dc3, 0x72be_5d74, 0x80de_b1fe, 0x9bdc_06a7, 0xc19b_f174,
        0xe49b_69c1, 0xefbe_4786, 0x0fc1_9dc6, 0x240c_a1cc, 0x2de9_2c6f, 0x4a74_84aa, 0x5cb0_a9dc, 0x76f9_88da,
        0x983e_5152, 0xa831_c66d, 0xb003_27c8, 0xbf59_7fc7, 0xc6e0_0bf3, 0xd5a7_9147, 0x06ca_6351, 0x1429_2967,
        0x27b7_0a85, 0x2e1b_2138, 0x4d2c_6dfc, 0x5338_0d13, 0x650a_7354, 0x766a_0abb, 0x81c2_c92e, 0x9272_2c85,
        0xa2bf_e8a1, 0xa81a_664b, 0xc24b_8b70, 0xc76c_51a3, 0xd192_e819, 0xd699_0624, 0xf40e_3585, 0x106a_a070,
        0x19a4_c116, 0x1e37_6c08, 0x2748_774c, 0x34b0_bcb5, 0x391c_0cb3, 0x4ed8_aa4a, 0x5b9c_ca4f, 0x682e_6ff3,
        0x748f_82ee, 0x78a5_636f, 0x84c8_7814, 0x8cc7_0208, 0x90be_fffa, 0xa450_6ceb, 0xbef9_a3f7, 0xc671_78f2,
    ]

    static let blockSize = 64

    private var state: [UInt32] = [
        0x6a09_e667, 0xbb67_ae85, 0x3c6e_f372, 0xa54f_f53a, 0x510e_527f, 0x9b05_688c, 0x1f83_d9ab, 0x5be0_cd19,
    ]
    /// What does not fill a block yet.
    private var rest: [UInt8] = []
    private var byteCount: UInt64 = 0

    package static func hash(_ message: [UInt8]) -> [UInt8] {
        var hash = SHA256()
        hash.update(message)
        return hash.finish()
    }

    mutating func update(_ bytes: [UInt8]) {
        bytes.withUnsafeBufferPointer { update($0) }
    }

    mutating func update(_ bytes: UnsafeBufferPointer<UInt8>) {
        byteCount &+= UInt64(bytes.count)
        var start = 0
        if !rest.isEmpty {
            start = min(Self.blockSize - rest.count, bytes.count)
            rest += bytes[..<start]
            guard rest.count == Self.blockSize else { return }
            rest.withUnsafeBufferPointer { Self.mix($0, at: 0, into: &state) }
            rest = []
        }
        while bytes.count - start >= Self.blockSize {
            Self.mix(bytes, at: start, into: &state)
            start += Self.blockSize
        }
        rest += bytes[start...]
    }

    /// The digest, 32 bytes; nothing may be added after it.
    mutating func finish() -> [UInt8] {
        let bits = byteCount &* 8
        var end: [UInt8] = [0x80]
        end += [UInt8](repeating: 0, count: (Self.blockSize + 55 - rest.count) % Self.blockSize)
        end += (0..<8).map { UInt8(truncatingIfNeeded: bits >> UInt64(56 - 8 * $0)) }
        update(end)
        return state.flatMap { word in (0..<4).map { UInt8(truncatingIfNeeded: word >> UInt32(24 - 8 * $0)) } }
    }

    private static func mix(_ bytes: UnsafeBufferPointer<UInt8>, at start: Int, into state: inout [UInt32]) {
        withUnsafeTemporaryAllocation(of: UInt32.self, capacity: 64) { words in
            for index in 0..<16 {
                let place = start + index * 4
                words[index] =
                    UInt32(bytes[place]) << 24 | UInt32(bytes[place + 1]) << 16 | UInt32(bytes[place + 2]) << 8
                    | UInt32(bytes[place + 3])
            }
            for index in 16..<64 {
                let (early, late) = (words[index - 15], words[index - 2])
                let first = turned(early, 7) ^ turned(early, 18) ^ (early >> 3)
                let second = turned(late, 17) ^ turned(late, 19) ^ (late >> 10)
                words[index] = words[index - 16] &+ first &+ words[index - 7] &+ second
            }
            var (a, b, c, d) = (state[0], state[1], state[2], state[3])
            var (e, f, g, h) = (state[4], state[5], state[6], state[7])
            rounds.withUnsafeBufferPointer { rounds in
                for index in 0..<64 {
                    let sum1 = turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)
                    let one = h &+ sum1 &+ ((e & f) ^ (~e & g)) &+ rounds[index] &+ words[index]
                    let sum0 = turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)
                    let two = sum0 &+ ((a & b) ^ (a & c) ^ (b & c))
                    (h, g, f, e, d, c, b, a) = (g, f, e, d &+ one, c, b, a, one &+ two)
                }
            }
            let mixed = [a, b, c, d, e, f, g, h]
            for index in 0..<8 { state[index] &+= mixed[index] }
        }
    }

    private static func turned(_ value: UInt32, _ count: UInt32) -> UInt32 {
        value >> count | value << (32 - count)
    }
}

/// A keyed hash (RFC 2104) with SHA-256.
package enum HMACSHA256 {
    package static func code(for message: [UInt8], key: [UInt8]) -> [UInt8] {
        var key = key.count > SHA256.blockSize ? SHA256.hash(key) : key
        key += [UInt8](repeating: 0, count: SHA256.blockSize - key.count)
        let inner = SHA256.hash(key.map { $0 ^ 0x36 } + message)
        return SHA256.hash(key.map { $0 ^ 0x5c } + inner)
    }
}
