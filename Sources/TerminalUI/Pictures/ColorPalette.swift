/// The few colours that represent all of a picture, chosen by median cut.
///
/// Colours that agree in the upper 5 bits of red, green and blue are one. A box of them is divided at the median of its longest
/// side until there are enough; the mean of each is its colour.
struct ColorPalette {
    /// Each `0xRRGGBB`.
    private(set) var colors: [UInt32] = []
    /// By `bin(of:)`.
    private var indexes = [UInt8](repeating: 0, count: 1 << 15)

    private struct Bin {
        var number: Int
        var count = 0
        var sum = SIMD3<Int>()

        /// 0 to 31 each.
        var place: SIMD3<Int> { SIMD3(number >> 10, number >> 5 & 31, number & 31) }
    }

    /// - Parameter most: at most 256.
    init(_ pixels: ArraySlice<UInt32>, most: Int) {
        var all = (0..<1 << 15).map { Bin(number: $0) }
        for pixel in pixels {
            let bin = Self.bin(of: pixel)
            all[bin].count += 1
            all[bin].sum &+= SIMD3(Int(pixel >> 16 & 0xFF), Int(pixel >> 8 & 0xFF), Int(pixel & 0xFF))
        }
        for box in Self.boxes(all.filter { $0.count > 0 }, most: most) {
            var (count, sum) = (0, SIMD3<Int>())
            for bin in box {
                indexes[bin.number] = UInt8(colors.count)
                count += bin.count
                sum &+= bin.sum
            }
            let mean = (sum &+ count / 2) / count
            colors.append(UInt32(mean.x << 16 | mean.y << 8 | mean.z))
        }
    }

    func index(of pixel: UInt32) -> UInt8 { indexes[Self.bin(of: pixel)] }

    private static func bin(of pixel: UInt32) -> Int {
        let red: UInt32 = pixel >> 9 & 0x7C00
        let green: UInt32 = pixel >> 6 & 0x03E0
        let blue: UInt32 = pixel >> 3 & 0x001F
        return Int(red | green | blue)
    }

    /// Divides the box with the most pixels times its longest side, again and again.
    private static func boxes(_ bins: [Bin], most: Int) -> [[Bin]] {
        var boxes = [(bins: bins, weight: weight(bins))]
        while boxes.count < most {
            guard let largest = boxes.indices.max(by: { boxes[$0].weight < boxes[$1].weight }),
                boxes[largest].weight > 0
            else { break }
            let (first, second) = halves(boxes[largest].bins)
            boxes[largest] = (first, weight(first))
            boxes.append((second, weight(second)))
        }
        return boxes.map(\.bins).filter { !$0.isEmpty }
    }

    /// 0 if the box cannot be divided.
    private static func weight(_ bins: [Bin]) -> Int {
        bins.count < 2 ? 0 : bins.reduce(0) { $0 + $1.count } * longestSide(bins).length
    }

    private static func longestSide(_ bins: [Bin]) -> (axis: Int, length: Int) {
        var (low, high) = (SIMD3(repeating: 31), SIMD3(repeating: 0))
        for bin in bins {
            low = pointwiseMin(low, bin.place)
            high = pointwiseMax(high, bin.place)
        }
        let lengths = high &- low
        let axis = (0..<3).max { lengths[$0] < lengths[$1] } ?? 0
        return (axis, lengths[axis])
    }

    /// Both have at least one bin.
    private static func halves(_ bins: [Bin]) -> ([Bin], [Bin]) {
        let axis = longestSide(bins).axis
        let sorted = bins.sorted { $0.place[axis] < $1.place[axis] }
        let total = sorted.reduce(0) { $0 + $1.count }
        var (place, count) = (0, 0)
        while place < sorted.count - 1, count * 2 < total {
            count += sorted[place].count
            place += 1
        }
        place = max(1, place)
        return (Array(sorted[..<place]), Array(sorted[place...]))
    }
}
