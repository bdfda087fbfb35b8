import TestSupport
import Testing

@testable import TerminalUI

@Suite struct SixelEncoderTests {
    private func text(_ pixels: [UInt32], _ width: Int, _ height: Int) -> String {
        String(decoding: SixelEncoder.encode(pixels, width: width, height: height), as: UTF8.self)
    }

    @Test func `a red pixel is the lowest bit of one sixel`() {
        #expect(text([0xFF0000], 1, 1) == "\u{1B}P0;1;0q\"1;1;1;1#0;2;100;0;0#0@\u{1B}\\")
    }

    @Test func `a column of seven pixels is two strips`() {
        #expect(
            text([UInt32](repeating: 0, count: 7), 1, 7) == "\u{1B}P0;1;0q\"1;1;1;7#0;2;0;0;0#0~-#0@\u{1B}\\")
    }

    @Test func `colours of a strip are written one after the other, and what repeats as a number`() {
        let row = [UInt32](repeating: 0x0000FF, count: 5) + [0x00FF00]
        #expect(text(row, 6, 1) == "\u{1B}P0;1;0q\"1;1;6;1#0;2;0;0;100#1;2;0;100;0#0!5@$#1!5?@\u{1B}\\")
    }

    @Test func `a picture of a few colours is read back as it was`() throws {
        var generator = SeededGenerator(seed: 20)
        let colors: [UInt32] = [0x000000, 0xFFFFFF, 0xFF0000, 0x00FF00, 0x0000FF, 0x336699, 0xCC9933]
        for (width, height) in [(1, 1), (1, 13), (17, 6), (40, 23), (3, 100)] {
            let pixels = (0..<width * height).map { _ in colors.randomElement(using: &generator) ?? 0 }
            let decoder = try #require(SixelDecoder(SixelEncoder.encode(pixels, width: width, height: height)))
            #expect([decoder.width, decoder.height] == [width, height])
            #expect(decoder.pixels == pixels.map(Optional.some))
        }
    }

    @Test(arguments: [2, 16, 256])
    func `a picture of many colours has no more than the terminal shows, and looks nearly the same`(most: Int) throws {
        let (width, height) = (64, 48)
        let pixels = (0..<width * height).map { place in
            UInt32(place % width * 4) << 16 | UInt32(place / width * 5) << 8 | UInt32((place * 7) % 256)
        }
        let decoder = try #require(
            SixelDecoder(SixelEncoder.encode(pixels, width: width, height: height, colors: most)))
        #expect(decoder.colorCount <= most)
        #expect(!decoder.pixels.contains(nil))
        let distance = zip(pixels, decoder.pixels).reduce(0) { sum, pair in
            let shown = pair.1 ?? 0
            return sum
                + [16, 8, 0].reduce(0) {
                    $0 + abs(Int(pair.0 >> UInt32($1) & 0xFF) - Int(shown >> UInt32($1) & 0xFF))
                }
        }
        #expect(distance / (pixels.count * 3) < [2: 60, 16: 35, 256: 14][most] ?? 0)
    }

    @Test func `what has no pixels is nothing`() {
        #expect(SixelEncoder.encode([], width: 0, height: 3) == [])
        #expect(SixelEncoder.encode([1], width: 2, height: 2) == [])
    }
}
