import Base
import TestSupport
import Testing

@testable import Bodies

/// 16 x 16 pixels, red above and blue below; PNG of 4 x 4.
enum Pictures {
    static let png = hex(
        """
        89504E470D0A1A0A0000000D4948445200000004000000040806000000A9F19E7E000000154944415478DA63F8CFC0F01F19336008A0F1
        3105002C501FE144D752EE0000000049454E44AE426082
        """)
    static let webp = hex(
        "5249464626000000574542505650384C190000002F0FC003000F10F3BFFFF31F0EC48249FED29D5388E87FCE0800")

    static let jpeg = hex(
        """
        FFD8FFE000104A46494600010100000100010000FFDB0043000D090A0B0A080D0B0A0B0E0E0D0F13201513121213271C1E17202E293130
        2E292D2C333A4A3E333646372C2D405741464C4E525352323E5A615A50604A51524FFFDB0043010E0E0E131113261515264F352D354F4F
        4F4F4F4F4F4F4F4F4F4F4F4F4F4F4F4F4F4F4F4F4F4F4F4F4F4F4F4F4F4F4F4F4F4F4F4F4F4F4F4F4F4F4F4F4F4F4F4FFFC00011080010
        001003011100021101031101FFC4001F0000010501010101010100000000000000000102030405060708090A0BFFC400B5100002010303
        020403050504040000017D01020300041105122131410613516107227114328191A1082342B1C11552D1F02433627282090A161718191A
        25262728292A3435363738393A434445464748494A535455565758595A636465666768696A737475767778797A838485868788898A9293
        9495969798999AA2A3A4A5A6A7A8A9AAB2B3B4B5B6B7B8B9BAC2C3C4C5C6C7C8C9CAD2D3D4D5D6D7D8D9DAE1E2E3E4E5E6E7E8E9EAF1F2
        F3F4F5F6F7F8F9FAFFC4001F0100030101010101010101010000000000000102030405060708090A0BFFC400B511000201020404030407
        05040400010277000102031104052131061241510761711322328108144291A1B1C109233352F0156272D10A162434E125F11718191A26
        2728292A35363738393A434445464748494A535455565758595A636465666768696A737475767778797A82838485868788898A92939495
        969798999AA2A3A4A5A6A7A8A9AAB2B3B4B5B6B7B8B9BAC2C3C4C5C6C7C8C9CAD2D3D4D5D6D7D8D9DAE2E3E4E5E6E7E8E9EAF2F3F4F5F6
        F7F8F9FAFFDA000C03010002110311003F00E7EBC63F490A00C2AFD88FCA82803FFFD9
        """)
    /// 2 x 2 pixels: red, green, blue, and one that is transparent.
    static let gif = hex(
        "474946383961 0200 0200 81 00 00 FF0000 00FF00 0000FF 000000 21F904 01 0000 03 00 2C 0000 0000 0200 0200 00 02 03 443405 00 3B"
    )
}

@Suite struct PictureTests {
    private func decoded(_ bytes: [UInt8], _ type: String) -> Picture? {
        guard case .picture(let picture, _) = Decoding(bytes, type).body?.content else { return nil }
        return picture
    }

    @Test(arguments: [
        ("image/png", Pictures.png, 4), ("image/webp", Pictures.webp, 16), ("image/jpeg", Pictures.jpeg, 16),
    ])
    func `a picture is red above and blue below`(type: String, bytes: [UInt8], side: Int) throws {
        let picture = try #require(decoded(bytes, type))
        #expect(picture.width == side && picture.height == side)
        let (first, last) = (try #require(picture.pixels.first), try #require(picture.pixels.last))
        #expect(first >> 16 > 0xF0 && first & 0xFFFF < 0x1020, "red: \(first)")
        #expect(last & 0xFF > 0xF0 && last >> 8 < 0x1020, "blue: \(last)")
    }

    @Test func `a GIF shows its first frame, chequered where it is transparent`() throws {
        let picture = try #require(decoded(Pictures.gif, "image/gif"))
        #expect(picture.pixels == [0xFF0000, 0x00FF00, 0x0000FF, 0x555555])
    }

    @Test(arguments: [
        // Codes of 2, 3 and 12 bits: the one that empties the table, then the second colour.
        ("01 01 06", true), ("02 02 4C01", true), ("0B 03 001800", true), ("00 01 06", false), ("0C 03 001800", false),
    ])
    func `the codes of a GIF have 2 to 12 bits`(data: String, isDrawn: Bool) {
        let gif = "474946383961 0100 0100 80 00 00 FF0000 00FF00 2C 0000 0000 0100 0100 00 \(data) 00 3B"
        let pixels: [UInt32]? = isDrawn ? [0x00FF00] : nil
        #expect(decoded(hex(gif), "image/gif")?.pixels == pixels)
    }

    @Test func `of codes with 2 bits the second one after the table was emptied has 3`() {
        let gif = "474946383961 0300 0100 80 00 00 FF0000 00FF00 2C 0000 0000 0300 0100 00 01 02 C601 00 3B"
        #expect(decoded(hex(gif), "image/gif")?.pixels == [0x00FF00, 0x00FF00, 0x00FF00])
    }

    @Test func `a picture wider than the screen is shrunk and keeps its shape`() {
        let rgba = [UInt8](repeating: 255, count: 1000 * 500 * 4)
        let picture = rgba.withUnsafeBufferPointer { Picture(rgba: $0, width: 1000, height: 500) }
        #expect([picture.width, picture.height] == [240, 120])
        let narrow = picture.size(columns: 60)
        #expect(narrow == (60, 30))
        let rows = (0..<narrow.height).map { picture.row($0, of: narrow) }
        #expect(rows.allSatisfy { $0 == [UInt32](repeating: 0xFFFFFF, count: 60) })
        #expect(picture.size(columns: 300) == (240, 120), "it is not made larger")
        #expect(picture.row(119, of: (240, 120)) == Array(picture.pixels.suffix(240)))
    }

    @Test func `a picture that announces too many pixels is not decoded`() {
        // With the checksum of the header; without it the file would be a damaged one.
        var png = Pictures.png
        let header: [UInt8] = [0, 1, 0x86, 0xA0, 0, 1, 0x86, 0xA0, 8, 6, 0, 0, 0, 0xA8, 0x52, 0x0B, 0xC8]
        for (offset, byte) in zip(16..., header) { png[offset] = byte }
        let shown = Decoding(png, "image/png").shown
        #expect(shown.contains("size          100000 x 100000 pixels"))
        #expect(shown.contains("picture       not drawn: it has too many pixels"), "\(shown)")
        // A column more than 16 Mi of pixels.
        var gif = Pictures.gif
        for (offset, byte) in zip(6..., [1, 0x10, 0, 0x10] as [UInt8]) { gif[offset] = byte }
        let animation = Decoding(gif, "image/gif").shown
        #expect(animation.contains("size          4097 x 4096 pixels"))
        #expect(animation.contains("picture       not drawn: it has too many pixels"), "\(animation)")
        // More than 16 times as many.
        var jpeg = Pictures.jpeg
        for (offset, byte) in zip(163..., [0x80, 0, 0x80, 0] as [UInt8]) { jpeg[offset] = byte }
        let photo = Decoding(jpeg, "image/jpeg").shown
        #expect(photo.contains("size          32768 x 32768 pixels"))
        #expect(photo.contains("picture       not drawn: it has too many pixels"), "\(photo)")
    }

    @Test func `a picture that ends early keeps its facts and says so`() {
        let shown = Decoding(Array(Pictures.png.prefix(50)), "image/png").shown
        #expect(shown.contains("picture       not drawn: its pixels are damaged or end early"))
    }

    @Test(arguments: [Pictures.png, Pictures.webp, Pictures.jpeg, Pictures.gif])
    func `changed bytes and early ends never crash`(bytes: [UInt8]) {
        var random = SeededGenerator(seed: 42)
        for _ in 0..<400 {
            var damaged = bytes
            for _ in 0..<Int.random(in: 1...4, using: &random) {
                damaged[Int.random(in: damaged.indices, using: &random)] = .random(in: 0...255, using: &random)
            }
            _ = Decoding(damaged, "image/png").shown
            _ = Decoding(Array(bytes.prefix(Int.random(in: 0..<bytes.count, using: &random))), "image/gif").shown
        }
    }
}
