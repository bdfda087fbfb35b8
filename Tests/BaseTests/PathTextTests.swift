import Base
import Testing

@Suite struct PathTextTests {
    @Test(
        arguments: [
            (Array("für".utf8), "für"), ([0x61, 0xFF, 0x62], #"a\xFFb"#), ([0xC3], #"\xC3"#),
            ([0xE2, 0x82, 0x61], #"\xE2\x82a"#), ([0x01, 0xAB], "\u{1}\\xAB"),
        ] as [([UInt8], String)])
    func `bytes of a path that are no text are shown as two hexadecimal digits`(bytes: [UInt8], shown: String) {
        #expect(PathText.visible(bytes) == shown)
    }
}
