import Base

/// Writes a picture as sixels: strips of six rows, and in each of them for every colour the pixels that have it.
package enum SixelEncoder {
    /// - Parameters:
    ///   - pixels: row by row from the top, each `0xRRGGBB`.
    ///   - colors: the most colours that the terminal can show at a time.
    /// - Returns: the whole sequence, which leaves what is around the picture as it is.
    package static func encode(_ pixels: [UInt32], width: Int, height: Int, colors: Int = 256) -> [UInt8] {
        guard width > 0, height > 0, pixels.count >= width * height else { return [] }
        let palette = ColorPalette(pixels[..<(width * height)], most: max(2, min(256, colors)))
        var output = Array("\u{1B}P0;1;0q\"1;1;\(width);\(height)".utf8)
        for (index, color) in palette.colors.enumerated() {
            let parts = [color >> 16, color >> 8 & 0xFF, color & 0xFF].map { "\(($0 * 100 + 127) / 255)" }
            output += "#\(index);2;\(parts.joined(separator: ";"))".utf8
        }
        let indexes = pixels[..<(width * height)].map { palette.index(of: $0) }
        var bits = [UInt8](repeating: 0, count: palette.colors.count * width)
        // Of each colour the columns that it has in the strip; the bits outside them are 0.
        var columns = [Range<Int>](repeating: 0..<0, count: palette.colors.count)
        for top in stride(from: 0, to: height, by: 6) {
            var used: [Int] = []
            for row in top..<min(height, top + 6) {
                let bit = UInt8(1) << UInt8(row - top)
                for x in 0..<width {
                    let color = Int(indexes[row * width + x])
                    bits[color * width + x] |= bit
                    if columns[color].isEmpty {
                        used.append(color)
                        columns[color] = x..<x + 1
                    } else if !columns[color].contains(x) {
                        columns[color] = min(x, columns[color].lowerBound)..<max(x + 1, columns[color].upperBound)
                    }
                }
            }
            if top > 0 { output.append(UInt8(ascii: "-")) }
            for (place, color) in used.enumerated() {
                if place > 0 { output.append(UInt8(ascii: "$")) }
                output += "#\(color)".utf8
                let base = color * width
                append(bits[base..<base + columns[color].upperBound], to: &output)
                for x in columns[color] { bits[base + x] = 0 }
                columns[color] = 0..<0
            }
        }
        output += "\u{1B}\\".utf8
        return output
    }

    /// Equal sixels are written once, after their number.
    private static func append(_ sixels: ArraySlice<UInt8>, to output: inout [UInt8]) {
        var place = sixels.startIndex
        while place < sixels.endIndex {
            let value = sixels[place]
            var end = place + 1
            while end < sixels.endIndex, sixels[end] == value { end += 1 }
            let character = value + UInt8(ascii: "?")
            if end - place > 3 {
                output += "!\(end - place)".utf8
                output.append(character)
            } else {
                for _ in place..<end { output.append(character) }
            }
            place = end
        }
    }
}
