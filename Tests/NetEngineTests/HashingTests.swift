import Testing

@testable import NetEngine

/// Keyed hashes, and hashes computed in pieces.
@Suite struct HashingTests {
    @Test(
        arguments: [
            (
                [UInt8](repeating: 0x0b, count: 20), Array("Hi There".utf8),
                "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7"
            ),
            (
                Array("Jefe".utf8), Array("what do ya want for nothing?".utf8),
                "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"
            ),
            (
                [UInt8](repeating: 0xaa, count: 20), [UInt8](repeating: 0xdd, count: 50),
                "773ea91e36800e46854db8ebd09181a72959098b3ef8c122d9635514ced565fe"
            ),
            (
                [UInt8](repeating: 0xaa, count: 131),
                Array("Test Using Larger Than Block-Size Key - Hash Key First".utf8),
                "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54"
            ),
        ] as [([UInt8], [UInt8], String)])
    func `HMAC-SHA-256 is that of RFC 4231`(_ key: [UInt8], _ message: [UInt8], _ code: String) {
        #expect(Hexadecimal.text(HMACSHA256.code(for: message, key: key)) == code)
    }

    @Test(arguments: [1, 7, 63, 64, 65, 128, 200])
    func `a hash in pieces is the hash of the whole`(_ size: Int) {
        let message = (0..<1000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
        var hash = HashStream(.sha256)
        for start in stride(from: 0, to: message.count, by: size) {
            hash.update(Array(message[start..<min(start + size, message.count)]))
        }
        #expect(hash.finish() == SHA256.hash(message))
    }

    @Test func `the hash of a million letters is that of FIPS 180-4`() {
        #expect(
            Hexadecimal.text(SHA256.hash([UInt8](repeating: UInt8(ascii: "a"), count: 1_000_000)))
                == "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0")
    }
}
