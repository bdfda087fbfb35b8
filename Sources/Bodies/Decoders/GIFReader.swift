import Base

/// Reads the first frame of a GIF (GIF89a specification, §17 to §22 and appendix F).
struct GIFReader {
    private let bytes: UnsafeBufferPointer<UInt8>
    private var place = 0

    init(_ bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

    /// Of the whole picture.
    var size: (width: Int, height: Int)? {
        bytes.count >= 13 ? (number(at: 6), number(at: 8)) : nil
    }

    /// Fills the pixels (4 bytes each, as `size` says, transparent before).
    /// - Returns: false if there is no frame, or not a pixel of it.
    mutating func readFirstFrame(into pixels: UnsafeMutableBufferPointer<UInt8>) -> Bool {
        guard let size else { return false }
        place = 13
        let common = palette(bytes[10])
        var transparent: Int?
        while place < bytes.count {
            let mark = bytes[place]
            place += 1
            switch mark {
            case 0x21:
                // A graphic control extension: 4 bytes, the last of them the transparent colour.
                if place + 6 <= bytes.count, bytes[place] == 0xF9, bytes[place + 1] == 4, bytes[place + 2] & 1 == 1 {
                    transparent = Int(bytes[place + 5])
                }
                place += 1
                skipBlocks()
            case 0x2C:
                guard place + 9 <= bytes.count else { return false }
                let frame = Frame(
                    x: number(at: place), y: number(at: place + 2), width: number(at: place + 4),
                    height: number(at: place + 6), isInterlaced: bytes[place + 8] & 0x40 != 0)
                place += 9
                let own = palette(bytes[place - 1])
                return draw(frame, own.isEmpty ? common : own, transparent, size, pixels)
            default: return false
            }
        }
        return false
    }

    private struct Frame {
        var x, y, width, height: Int
        var isInterlaced: Bool

        /// The row that the n-th row of the data is for.
        func row(_ number: Int) -> Int {
            guard isInterlaced else { return number }
            var rest = number
            for (first, step) in [(0, 8), (4, 8), (2, 4), (1, 2)] {
                let count = max(0, (height - first + step - 1) / step)
                if rest < count { return first + rest * step }
                rest -= count
            }
            return height
        }
    }

    private func number(at place: Int) -> Int { Int(bytes[place]) | Int(bytes[place + 1]) << 8 }

    /// The colour table that begins here, if the flags say that there is one; 3 bytes each.
    private mutating func palette(_ flags: UInt8) -> Slice<UnsafeBufferPointer<UInt8>> {
        guard flags & 0x80 != 0 else { return bytes[0..<0] }
        let start = min(place, bytes.count)
        place = min(bytes.count, start + 3 << (Int(flags & 7) + 1))
        return bytes[start..<place]
    }

    private mutating func skipBlocks() {
        while place < bytes.count, bytes[place] != 0 {
            countWork(1)
            place += 1 + Int(bytes[place])
        }
        place += 1
    }

    /// Decompresses the frame's codes of 2 to 12 bits, each a row of colours.
    private mutating func draw(
        _ frame: Frame, _ palette: Slice<UnsafeBufferPointer<UInt8>>, _ transparent: Int?,
        _ size: (width: Int, height: Int), _ pixels: UnsafeMutableBufferPointer<UInt8>
    ) -> Bool {
        guard place < bytes.count, (1...11).contains(bytes[place]), frame.width > 0 else { return false }
        let least = Int(bytes[place]) + 1
        let clear = 1 << (least - 1)
        place += 1
        // Of each code: the code before its last colour, that colour, and their number.
        var before = [Int](repeating: 0, count: 4096)
        var colour = [UInt8](repeating: 0, count: 4096)
        for code in 0..<min(clear, 256) { colour[code] = UInt8(code) }
        var next = clear + 2
        var bits = least
        var last: Int?
        var (buffer, held, left) = (0, 0, 0)
        var string: [UInt8] = []
        var drawn = 0
        let all = frame.width * frame.height
        while drawn < all {
            while held < bits {
                if left == 0 {
                    guard place < bytes.count, bytes[place] > 0 else { return drawn > 0 }
                    left = Int(bytes[place])
                    place += 1
                }
                guard place < bytes.count else { return drawn > 0 }
                buffer |= Int(bytes[place]) << held
                place += 1
                left -= 1
                held += 8
            }
            let code = buffer & (1 << bits - 1)
            buffer >>= bits
            held -= bits
            if code == clear {
                (next, bits, last) = (clear + 2, least, nil)
                continue
            }
            guard code != clear + 1, code <= next, code < next || last != nil else { return drawn > 0 }
            string.removeAll(keepingCapacity: true)
            var part = code
            if code == next, let last {
                string.append(0)
                part = last
            }
            while part >= clear {
                string.append(colour[part])
                part = before[part]
            }
            string.append(colour[part])
            if code == next { string[0] = colour[part] }
            if let last, next < 4096 {
                before[next] = last
                colour[next] = colour[part]
                next += 1
            }
            // With codes of two bits the next one has no room from the beginning.
            if next >= 1 << bits, bits < 12 { bits += 1 }
            last = code
            for index in string.reversed() where drawn < all {
                let x = frame.x + drawn % frame.width
                let y = frame.y + frame.row(drawn / frame.width)
                drawn += 1
                let entry = palette.startIndex + Int(index) * 3
                guard x < size.width, y < size.height, Int(index) != transparent, entry + 3 <= palette.endIndex else {
                    continue
                }
                let pixel = (y * size.width + x) * 4
                for channel in 0..<3 { pixels[pixel + channel] = palette[entry + channel] }
                pixels[pixel + 3] = 255
            }
            countWork(string.count)
        }
        return true
    }
}
