import CPicture

/// Pixels, row by row from the top, each `0xRRGGBB`.
package struct PixelGrid: Sendable, Hashable {
    let width: Int
    let height: Int
    let pixels: [UInt32]

    /// - Parameter pixels: `width` x `height` of them.
    package init(_ pixels: [UInt32], width: Int, height: Int) {
        self.pixels = pixels
        self.width = width
        self.height = height
    }

    /// Nearly always another number for other pixels (FNV-1a).
    var fingerprint: UInt64 {
        pixels.reduce((0xCBF2_9CE4_8422_2325 ^ UInt64(width)) &* 0x100_0000_01B3) {
            ($0 ^ UInt64($1)) &* 0x100_0000_01B3
        }
    }

    /// Some rows of a size that these are scaled to: each pixel the mean of those that fall into it, or the nearest. Rows below the
    /// picture are black.
    func rows(_ rows: Range<Int>, scaledTo newWidth: Int, _ newHeight: Int) -> [UInt32] {
        guard newWidth > 0, newHeight > 0, width > 0, height > 0 else { return [] }
        func span(_ place: Int, _ new: Int, _ old: Int) -> Range<Int> {
            place * old / new..<max(place * old / new + 1, (place + 1) * old / new)
        }
        let columns = (0..<newWidth).map { span($0, newWidth, width) }
        var result = [UInt32](repeating: 0, count: newWidth * rows.count)
        for y in rows where y < newHeight {
            let old = span(y, newHeight, height)
            let start = (y - rows.lowerBound) * newWidth
            for x in 0..<newWidth {
                if old.count == 1, columns[x].count == 1 {
                    result[start + x] = pixels[old.lowerBound * width + columns[x].lowerBound]
                    continue
                }
                var (red, green, blue): (UInt32, UInt32, UInt32) = (0, 0, 0)
                for row in old {
                    for column in columns[x] {
                        let pixel = pixels[row * width + column]
                        red &+= pixel >> 16
                        green &+= pixel >> 8 & 0xFF
                        blue &+= pixel & 0xFF
                    }
                }
                let count = UInt32(old.count * columns[x].count)
                result[start + x] = red / count << 16 | green / count << 8 | blue / count
            }
        }
        return result
    }

    /// The file of the picture; nil if memory is missing.
    package var png: [UInt8]? {
        guard width > 0, height > 0, pixels.count == width * height else { return nil }
        var rgb: [UInt8] = []
        rgb.reserveCapacity(pixels.count * 3)
        for pixel in pixels {
            rgb.append(UInt8(truncatingIfNeeded: pixel >> 16))
            rgb.append(UInt8(truncatingIfNeeded: pixel >> 8))
            rgb.append(UInt8(truncatingIfNeeded: pixel))
        }
        // Larger than the file of any pixels: a byte before each row, and what holds the parts together.
        let room = rgb.count + rgb.count / 100 + height * 2 + 4096
        var count = 0
        let file = [UInt8](unsafeUninitializedCapacity: room) { buffer, used in
            count = cpicture_write_png(rgb, UInt32(width), UInt32(height), buffer.baseAddress, room)
            used = count
        }
        return count > 0 ? file : nil
    }
}
