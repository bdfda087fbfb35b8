/// A picture, shrunk to what a screen of character cells can show; and a larger one for terminals that draw pixels.
package struct Picture: Sendable, Hashable {
    package let width: Int
    package let height: Int
    /// Row by row from the top, each `0xRRGGBB`.
    package let pixels: [UInt32]
    /// The larger one: another object only if the picture has more pixels.
    private let detail: PixelGrid
    /// Tells pictures apart.
    package let id: UInt64

    /// The most pixels a side that are kept.
    static let mostSide = 240
    static let mostDetailSide = 1024

    /// Shrinks pixels of 4 bytes (red, green, blue, opacity) to at most `mostSide` a side; what is transparent shows a
    /// chequered ground.
    ///
    /// - Parameter rgba: `width` x `height` x 4 bytes, neither of them 0.
    init(rgba: UnsafeBufferPointer<UInt8>, width: Int, height: Int) {
        let small = Self.shrunk(rgba, width, height, to: Self.mostSide)
        detail = max(width, height) > Self.mostSide ? Self.shrunk(rgba, width, height, to: Self.mostDetailSide) : small
        self.width = small.width
        self.height = small.height
        pixels = small.pixels
        id = detail.fingerprint
    }

    private static func shrunk(
        _ rgba: UnsafeBufferPointer<UInt8>, _ width: Int, _ height: Int, to side: Int
    ) -> PixelGrid {
        let size = fitted(width, height, into: side)
        let pixels = (0..<size.height).flatMap { row in
            averages(ofRow: row, of: size, from: (width, height)) { x, y, ground in
                let place = (y * width + x) * 4
                let opacity = Int(rgba[place + 3])
                guard opacity < 255 else {
                    return SIMD3(Int(rgba[place]), Int(rgba[place + 1]), Int(rgba[place + 2]))
                }
                return (0..<3).reduce(into: SIMD3<Int>()) { colour, channel in
                    colour[channel] = (Int(rgba[place + channel]) * opacity + ground * (255 - opacity)) / 255
                }
            }
        }
        return PixelGrid(pixels, width: size.width, height: size.height)
    }

    /// Some rows of the picture, scaled to a size; rows below it are black.
    package func rows(_ rows: Range<Int>, scaledTo width: Int, _ height: Int) -> [UInt32] {
        detail.rows(rows, scaledTo: width, height)
    }

    /// Its size in that many columns at most; a smaller picture is not enlarged.
    package func size(columns: Int) -> (width: Int, height: Int) {
        columns > 0 && width > columns ? (columns, max(1, height * columns / width)) : (width, height)
    }

    /// The pixels of a row of the picture in a size of `size(columns:)`.
    package func row(_ row: Int, of size: (width: Int, height: Int)) -> [UInt32] {
        guard size != (width, height) else { return Array(pixels[row * width..<(row + 1) * width]) }
        return Self.averages(ofRow: row, of: size, from: (width, height)) { x, y, _ in
            let pixel = Int(pixels[y * width + x])
            return SIMD3(pixel >> 16, pixel >> 8 & 0xFF, pixel & 0xFF)
        }
    }

    private static func fitted(_ width: Int, _ height: Int, into side: Int) -> (width: Int, height: Int) {
        let longer = max(width, height)
        guard longer > side else { return (width, height) }
        return (max(1, width * side / longer), max(1, height * side / longer))
    }

    /// Of each pixel of a new row the mean of the old ones that fall into it.
    ///
    /// - Parameter colour: of an old pixel, over a ground of that brightness where it is transparent.
    private static func averages(
        ofRow y: Int, of size: (width: Int, height: Int), from old: (width: Int, height: Int),
        _ colour: (_ x: Int, _ y: Int, _ ground: Int) -> SIMD3<Int>
    ) -> [UInt32] {
        func span(_ place: Int, _ new: Int, _ old: Int) -> Range<Int> {
            place * old / new..<max(place * old / new + 1, (place + 1) * old / new)
        }
        let rows = span(y, size.height, old.height)
        return (0..<size.width).map { x in
            let columns = span(x, size.width, old.width)
            let ground = (x / 4 + y / 4) % 2 == 0 ? 0x55 : 0x77
            var sum = SIMD3<Int>()
            for row in rows { for column in columns { sum &+= colour(column, row, ground) } }
            let mean = sum / (rows.count * columns.count)
            return UInt32(mean.x << 16 | mean.y << 8 | mean.z)
        }
    }
}
