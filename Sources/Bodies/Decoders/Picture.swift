/// A picture, shrunk to what a screen of character cells can show.
package struct Picture: Sendable, Hashable {
    package let width: Int
    package let height: Int
    /// Row by row from the top, each `0xRRGGBB`.
    package let pixels: [UInt32]

    /// The most pixels a side that are kept.
    static let mostSide = 240

    /// Shrinks pixels of 4 bytes (red, green, blue, opacity) to at most `mostSide` a side; what is transparent shows a
    /// chequered ground.
    ///
    /// - Parameter rgba: `width` x `height` x 4 bytes, neither of them 0.
    init(rgba: UnsafeBufferPointer<UInt8>, width: Int, height: Int) {
        let size = Self.fitted(width, height, into: Self.mostSide)
        (self.width, self.height) = size
        pixels = Self.averages(width, height, to: size) { x, y, ground in
            let place = (y * width + x) * 4
            let opacity = Int(rgba[place + 3])
            return (0..<3).reduce(into: SIMD3<Int>()) { colour, channel in
                colour[channel] = (Int(rgba[place + channel]) * opacity + ground * (255 - opacity)) / 255
            }
        }
    }

    private init(width: Int, height: Int, pixels: [UInt32]) {
        self.width = width
        self.height = height
        self.pixels = pixels
    }

    /// A smaller copy, at most so wide; itself if it is not wider.
    package func fitted(columns: Int) -> Picture {
        guard columns > 0, width > columns else { return self }
        let size = (columns, max(1, height * columns / width))
        let pixels = Self.averages(width, height, to: size) { x, y, _ in
            let pixel = Int(self.pixels[y * width + x])
            return SIMD3(pixel >> 16, pixel >> 8 & 0xFF, pixel & 0xFF)
        }
        return Picture(width: size.0, height: size.1, pixels: pixels)
    }

    private static func fitted(_ width: Int, _ height: Int, into side: Int) -> (Int, Int) {
        let longer = max(width, height)
        guard longer > side else { return (width, height) }
        return (max(1, width * side / longer), max(1, height * side / longer))
    }

    /// The mean of the pixels that fall into each new one.
    ///
    /// - Parameter colour: of a pixel, over a ground of that brightness where it is transparent.
    private static func averages(
        _ width: Int, _ height: Int, to size: (width: Int, height: Int),
        _ colour: (_ x: Int, _ y: Int, _ ground: Int) -> SIMD3<Int>
    ) -> [UInt32] {
        var pixels: [UInt32] = []
        pixels.reserveCapacity(size.width * size.height)
        for y in 0..<size.height {
            let rows = y * height / size.height..<max(y * height / size.height + 1, (y + 1) * height / size.height)
            for x in 0..<size.width {
                let columns = x * width / size.width..<max(x * width / size.width + 1, (x + 1) * width / size.width)
                let ground = (x / 4 + y / 4) % 2 == 0 ? 0x55 : 0x77
                var sum = SIMD3<Int>()
                for row in rows { for column in columns { sum &+= colour(column, row, ground) } }
                let mean = sum / (rows.count * columns.count)
                pixels.append(UInt32(mean.x << 16 | mean.y << 8 | mean.z))
            }
        }
        return pixels
    }
}
