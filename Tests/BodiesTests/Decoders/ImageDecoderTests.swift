import Testing

@testable import Bodies

@Suite struct ImageDecoderTests {
    @Test func `format, size, depth and animation`() {
        let png = hex(
            "89504E470D0A1A0A 0000000D 49484452 00000320 00000258 08 06 00 00 00 00000000 00000008 6163544C 00000003 00000000"
        )
        let image = Decoding(png, "image/png")
        #expect(image.summary == "PNG, 800 x 600 pixels")
        #expect(
            image.shown == """
                format        PNG
                size          800 x 600 pixels
                depth         8 bits a channel, colour and transparency
                animation     3 frames
                file          49 B
                picture       not drawn: its pixels are damaged or end early
                """)
        #expect(Decoding(png).kind == .image, "by its first bytes")
    }

    @Test func `frames of a GIF are counted`() {
        let frame = "2C 0000 0000 0100 0100 00 02 02 4C01 00"
        let gif = "474946383961 0100 0100 80 00 00 000000 FFFFFF 21F904 00 0000 00 00" + frame + frame + "3B"
        #expect(Decoding(hex(gif), "image/gif").shown.contains("animation     2 frames"))
    }

    @Test func `what is no image is refused, wherever it ends`() {
        #expect(
            Decoding("nothing", "image/png").refusal
                == "it begins like no image that is known here, or ends before its size (byte 0)")
        let png = hex("89504E470D0A1A0A 0000000D 49484452 00000320 00000000 08 06 00 00 00")
        #expect(Decoding(png, "image/png").refusal == "an image without a pixel")
    }

    @Test(arguments: [
        ("01 00 00 00 00", "1 bit a channel, grey"), ("08 02 00 00 00", "8 bits a channel, colour"),
        ("04 03 00 00 01", "4 bits a channel, a palette, interlaced"),
        ("10 04 00 00 00", "16 bits a channel, grey and transparency"),
        ("08 05 00 00 00", "8 bits a channel, unknown colours"),
    ])
    func `the depth of a PNG says what its channels are`(digits: String, depth: String) {
        let png = hex("89504E470D0A1A0A 0000000D 49484452 00000320 00000258" + digits + "00000000")
        #expect(Decoding(png, "image/png").shown.contains("\ndepth         \(depth)\nfile          33 B\n"))
    }
}
