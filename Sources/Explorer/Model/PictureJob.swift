import Bodies
import NetEngine
import TerminalUI

/// Rows of cells of a picture, to be made ready for the terminal in the background.
package struct PictureJob: Sendable {
    package struct Key: Sendable, Hashable {
        var picture: UInt64
        /// The whole picture in half blocks.
        var width: Int
        var height: Int
        /// Rows of cells, each two half blocks high.
        var rows: Range<Int>
        var cell: PixelSize
        var means: PictureProtocol
        var colors: Int
    }

    package var key: Key
    var picture: Picture

    /// More pixels are not made: terminals and slow lines have to take them.
    static let mostPixels = 4 << 20

    /// nil if it is too large, or memory is missing.
    package func run() -> TerminalPicture? {
        let size = Size(columns: key.width, rows: key.rows.count)
        switch key.means {
        case .sixel:
            guard count(key.cell) <= Self.mostPixels else { return nil }
            let grid = pixels(key.cell)
            // A strip of sixels is six pixels high: with one that goes beyond the cells, terminals would take the row below too.
            let height = grid.height / 6 * 6
            guard height > 0 else { return nil }
            let sequence = SixelEncoder.encode(grid.pixels, width: grid.width, height: height, colors: key.colors)
            return TerminalPicture(.sixel(sequence), size: size)
        case .kitty:
            // The terminal scales it to its cells.
            var cell = key.cell
            while count(cell) > Self.mostPixels, cell.width > 1, cell.height > 2 {
                cell = PixelSize(width: cell.width / 2, height: cell.height / 2)
            }
            let grid = pixels(cell)
            guard let file = PixelGrid(grid.pixels, width: grid.width, height: grid.height).png else { return nil }
            var payload: [UInt8] = []
            Base64.encode(file, to: &payload)
            return TerminalPicture(.kitty(payload), size: size)
        }
    }

    private func count(_ cell: PixelSize) -> Int { key.width * cell.width * key.rows.count * cell.height }

    private func pixels(_ cell: PixelSize) -> (pixels: [UInt32], width: Int, height: Int) {
        let width = key.width * cell.width
        let rows = key.rows.lowerBound * cell.height..<key.rows.upperBound * cell.height
        let pixels = picture.rows(rows, scaledTo: width, max(1, key.height * cell.height / 2))
        return (pixels, width, rows.count)
    }
}
