import Testing

@testable import Base
@testable import TerminalUI

/// What is sent for pictures from frame to frame.
@Suite struct PictureLayerTests {
    private static let size = Size(columns: 4, rows: 2)
    private let sixel = TerminalPicture(.sixel(Array("SIXEL".utf8)), size: size)
    private let kitty = TerminalPicture(.kitty(Array("BASE64".utf8)), size: size)

    private func placed(_ picture: TerminalPicture, _ x: Int = 2, _ y: Int = 1) -> PlacedPicture {
        PlacedPicture(picture, at: Point(x: x, y: y))
    }

    private func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

    private func run(_ x: Int, _ y: Int, _ count: Int = 1) -> CellBufferDiff.Run {
        CellBufferDiff.Run(start: Point(x: x, y: y), cells: Array(repeating: .space, count: count))
    }

    @Test func `a picture is sent once, at its place`() {
        var layer = PictureLayer(process: 1)
        #expect(text(layer.change(to: placed(sixel), painting: [], isWhole: false).after) == "\u{1B}[2;3HSIXEL")
        #expect(layer.change(to: placed(sixel), painting: [], isWhole: false) == PictureLayer.Change())
    }

    @Test func `the cells below a sixel picture that goes away are painted again`() {
        var layer = PictureLayer(process: 1)
        _ = layer.change(to: placed(sixel), painting: [], isWhole: false)
        let change = layer.change(to: nil, painting: [], isWhole: false)
        #expect(change.repaintedRows == 1..<3)
        #expect(change.before.isEmpty && change.after.isEmpty)
        #expect(layer.change(to: nil, painting: [], isWhole: false) == PictureLayer.Change())
    }

    @Test func `a picture of kitty's protocol is deleted by its number`() {
        var layer = PictureLayer(process: 1)
        let shown = text(layer.change(to: placed(kitty), painting: [], isWhole: false).after)
        #expect(
            shown
                == "\u{1B}[2;3H\u{1B}_Ga=T,f=100,i=175177729,p=1,c=4,r=2,C=1,q=2,m=0;BASE64\u{1B}\\")
        let change = layer.change(to: nil, painting: [], isWhole: false)
        #expect(text(change.before) == "\u{1B}_Ga=d,d=I,i=175177729,q=2\u{1B}\\")
        #expect(change.repaintedRows.isEmpty)
    }

    @Test(arguments: [(1, 1), (4096, 1), (4097, 2), (10000, 3)])
    func `kitty's protocol gets chunks of 4096 bytes`(count: Int, chunks: Int) throws {
        var layer = PictureLayer(process: 1)
        let payload = (0..<count).map { UInt8($0 % 26) + 0x61 }
        let picture = TerminalPicture(.kitty(payload), size: Self.size)
        let parts = text(layer.change(to: placed(picture), painting: [], isWhole: false).after)
            .split(separator: "\u{1B}_G").dropFirst()
        #expect(parts.count == chunks)
        let data = parts.map { $0.dropLast(2).split(separator: ";", maxSplits: 1).last ?? "" }
        #expect(data.allSatisfy { $0.utf8.count <= 4096 })
        #expect(data.joined() == String(decoding: payload, as: UTF8.self))
        #expect(parts.map { $0.contains("m=1;") } == (1...chunks).map { $0 < chunks })
        #expect(parts.allSatisfy { $0.contains("q=2") })
    }

    @Test func `a picture that moves is taken from its old place`() {
        var layer = PictureLayer(process: 1)
        _ = layer.change(to: placed(sixel), painting: [], isWhole: false)
        let change = layer.change(to: placed(sixel, 2, 4), painting: [], isWhole: false)
        #expect(change.repaintedRows == 1..<3)
        #expect(text(change.after) == "\u{1B}[5;3HSIXEL")
    }

    @Test func `after the screen was erased all is sent again`() {
        var layer = PictureLayer(process: 1)
        for picture in [sixel, kitty] {
            _ = layer.change(to: placed(picture), painting: [], isWhole: false)
            #expect(!layer.change(to: placed(picture), painting: [], isWhole: true).after.isEmpty)
        }
    }

    @Test func `a sixel picture is sent again when painting may have passed over it`() {
        var layer = PictureLayer(process: 1)
        _ = layer.change(to: placed(sixel), painting: [], isWhole: false)
        func sends(_ runs: CellBufferDiff.Run...) -> Bool {
            let change = layer.change(to: placed(sixel), painting: runs, isWhole: false)
            #expect(change.repaintedRows.isEmpty)
            return !change.after.isEmpty
        }
        #expect(!sends(run(0, 1)), "beside it")
        #expect(!sends(run(6, 1)), "beside it")
        #expect(!sends(run(3, 0), run(3, 3)), "above and below it")
        #expect(!sends(run(0, 1), run(6, 2)), "on both sides, in different rows")
        #expect(sends(run(0, 1), run(6, 1)), "on both sides")
        #expect(sends(run(1, 2, 3)), "into it")
    }

    @Test func `what is shown is taken away before another program comes`() {
        var layer = PictureLayer(process: 1)
        #expect(layer.removal().isEmpty)
        _ = layer.change(to: placed(kitty), painting: [], isWhole: false)
        #expect(text(layer.removal()) == "\u{1B}_Ga=d,d=I,i=175177729,q=2\u{1B}\\")
        #expect(!layer.change(to: placed(kitty), painting: [], isWhole: false).after.isEmpty)
    }

    @Test func `a picture with a part covered, or beyond the screen, stays in half blocks`() {
        var buffer = CellBuffer(size: Size(columns: 8, rows: 4))
        for y in 1..<3 {
            for x in 2..<6 { buffer[x, y] = Cell(grapheme: "▀", width: 1, style: Style(upper: 0, lower: 1)) }
        }
        buffer.picture = placed(sixel)
        #expect(buffer.uncoveredPicture == placed(sixel))
        buffer.picture = placed(sixel, 5, 1)
        #expect(buffer.uncoveredPicture == nil)
        buffer.picture = placed(sixel, 2, 3)
        #expect(buffer.uncoveredPicture == nil)
        buffer.picture = placed(sixel)
        buffer.draw("x", at: Point(x: 5, y: 2))
        #expect(buffer.uncoveredPicture == nil)
    }
}
