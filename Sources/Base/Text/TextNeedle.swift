import Glibc
import NetEngine

/// A text to be searched for at the speed of memory.
package struct TextNeedle: Sendable {
    private let bytes: [UInt8]
    private let isCaseSensitive: Bool
    private let anchor: Int?
    /// Its characters, if escapes of JSON are to be read as what they mean; else empty.
    private let scalars: [UInt32]
    /// How long each beginning of it is in UTF-8.
    private let lengths: [Int]
    /// Its characters, each with its places in the needle: an escape may be one of them.
    private let places: [UInt32: [Int]]
    /// Whether any of those is a letter, a digit or a sign of ASCII, bit by bit.
    private let asciiPlaces: (low: UInt64, high: UInt64)

    /// - Parameters:
    ///   - text: not empty.
    ///   - readsEscapes: whether escapes of JSON in what is searched mean the characters that they stand for.
    ///   - isCaseSensitive: default only if the text has a capital letter. Only letters of ASCII have two cases.
    package init(_ text: String, readsEscapes: Bool, isCaseSensitive: Bool? = nil) {
        bytes = Array(text.utf8)
        let isSensitive = isCaseSensitive ?? text.contains { $0.isUppercase }
        self.isCaseSensitive = isSensitive
        anchor = Self.anchor(bytes, isCaseSensitive: isSensitive)
        scalars = readsEscapes ? text.unicodeScalars.map(\.value) : []
        var lengths = [0]
        var places: [UInt32: [Int]] = [:]
        if readsEscapes {
            for (index, scalar) in text.unicodeScalars.enumerated() {
                lengths.append(lengths[index] + UTF8.width(scalar))
                places[isSensitive ? scalar.value : Self.folded(scalar.value), default: []].append(index)
            }
        }
        func bits(from first: UInt32) -> UInt64 {
            places.keys.filter { (first..<first + 64).contains($0) }.reduce(0) { $0 | 1 << UInt64($1 - first) }
        }
        asciiPlaces = (bits(from: 0), bits(from: 64))
        self.lengths = lengths
        self.places = places
    }

    /// The first occurrence that begins in a range; it may end behind it.
    package func first(in text: UnsafeBufferPointer<UInt8>, startingIn range: Range<Int>) -> Range<Int>? {
        let plain = firstPlain(in: text, range).map { $0..<$0 + bytes.count }
        guard !scalars.isEmpty else { return plain }
        let end = plain?.lowerBound ?? range.upperBound
        return firstEscaped(in: text, range.lowerBound..<end) ?? plain
    }

    // MARK: As written

    private func firstPlain(in text: UnsafeBufferPointer<UInt8>, _ range: Range<Int>) -> Int? {
        // Beginnings at `range.upperBound` or later do not count.
        let end = min(text.count, range.upperBound + bytes.count - 1)
        guard range.lowerBound + bytes.count <= end, let base = text.baseAddress else { return nil }
        countWork(end - range.lowerBound)
        let starts = range.lowerBound...(end - bytes.count)
        guard let anchor else { return firstFolded(in: text, starts) }
        // At the speed of memory from one anchor to the next.
        return bytes.withUnsafeBufferPointer { needle -> Int? in
            guard let start = needle.baseAddress else { return nil }
            var place = starts.lowerBound
            while place <= starts.upperBound,
                let found = memchr(base + place + anchor, Int32(needle[anchor]), starts.upperBound - place + 1)
            {
                let hit = UnsafeRawPointer(found) - UnsafeRawPointer(base) - anchor
                if isCaseSensitive
                    ? memcmp(base + hit, start, needle.count) == 0 : Self.isFolded(text, at: hit, needle)
                {
                    return hit
                }
                place = hit + 1
            }
            return nil
        }
    }

    /// Where in the needle the byte is that is rarest in texts; nil if it has two cases, or is frequent.
    private static func anchor(_ bytes: [UInt8], isCaseSensitive: Bool) -> Int? {
        func rank(_ byte: UInt8) -> Int {
            if ASCII.isLetter(byte) { return "etaoinsrhldcum".utf8.contains(byte | 0x20) ? 4 : 2 }
            return " \",:0.".utf8.contains(byte) ? 5 : ASCII.isDigit(byte) ? 3 : 1
        }
        let usable = bytes.indices.filter { isCaseSensitive || !ASCII.isLetter(bytes[$0]) }
        return usable.min { rank(bytes[$0]) < rank(bytes[$1]) }.flatMap { rank(bytes[$0]) < 5 ? $0 : nil }
    }

    /// Looks at eight places at a time: only where the first and the last byte fit, all others are compared.
    private func firstFolded(in text: UnsafeBufferPointer<UInt8>, _ starts: ClosedRange<Int>) -> Int? {
        let raw = UnsafeRawBufferPointer(text)
        let distance = bytes.count - 1
        let (head, tail) = (Fold(bytes[0]), Fold(bytes[distance]))
        var place = starts.lowerBound
        return bytes.withUnsafeBufferPointer { needle in
            while place + 7 <= starts.upperBound {
                let word = UInt64(littleEndian: raw.loadUnaligned(fromByteOffset: place, as: UInt64.self))
                let other = UInt64(littleEndian: raw.loadUnaligned(fromByteOffset: place + distance, as: UInt64.self))
                var hits = head.matches(word) & tail.matches(other)
                while hits != 0 {
                    let hit = place + hits.trailingZeroBitCount >> 3
                    if Self.isFolded(text, at: hit, needle) { return hit }
                    hits &= hits - 1
                }
                place += 8
            }
            while place <= starts.upperBound {
                if Self.isFolded(text, at: place, needle) { return place }
                place += 1
            }
            return nil
        }
    }

    /// A byte in both cases, for eight bytes at a time.
    private struct Fold {
        let mask: UInt64
        let byte: UInt8

        init(_ byte: UInt8) {
            mask = ASCII.isLetter(byte) ? 0x2020_2020_2020_2020 : 0
            self.byte = ASCII.isLetter(byte) ? byte | 0x20 : byte
        }

        /// The high bit of each byte that may match.
        @inline(__always)
        func matches(_ word: UInt64) -> UInt64 { ByteWord.equal(word | mask, UInt64(byte)) }
    }

    private static func isFolded(
        _ text: UnsafeBufferPointer<UInt8>, at place: Int, _ needle: UnsafeBufferPointer<UInt8>
    ) -> Bool {
        for index in needle.indices where folded(UInt32(text[place + index])) != folded(UInt32(needle[index])) {
            return false
        }
        return true
    }

    private static func folded(_ scalar: UInt32) -> UInt32 {
        (0x41...0x5A).contains(scalar) ? scalar | 0x20 : scalar
    }

    // MARK: As escapes

    /// The first occurrence of which some characters are written as escapes. Every escape is looked at as the first one of
    /// an occurrence: what is before it must be as written, what follows may be either.
    private func firstEscaped(in text: UnsafeBufferPointer<UInt8>, _ range: Range<Int>) -> Range<Int>? {
        guard let base = text.baseAddress else { return nil }
        var best: Range<Int>?
        var place = range.lowerBound
        let limit = min(text.count, range.upperBound + bytes.count)
        while place < limit, let hit = memchr(base + place, Int32(Byte.backslash), limit - place) {
            let escape = UnsafeRawPointer(hit) - UnsafeRawPointer(base)
            countWork(escape - place + 1)
            if let best, escape - bytes.count > best.lowerBound { return best }
            let (scalar, end) = Self.scalar(text, escape)
            for index in places(of: isCaseSensitive ? scalar : Self.folded(scalar)) {
                let start = escape - lengths[index]
                guard range.contains(start), best.map({ start < $0.lowerBound }) ?? true else { continue }
                countWork(scalars.count)
                if let found = occurrence(in: text, at: start) { best = found }
            }
            // The second backslash of two is not the beginning of an escape.
            place = max(end, escape + 1)
        }
        return best
    }

    private func places(of scalar: UInt32) -> [Int] {
        if scalar < 128, (scalar < 64 ? asciiPlaces.low : asciiPlaces.high) >> UInt64(scalar & 63) & 1 == 0 {
            return []
        }
        return places[scalar] ?? []
    }

    private func occurrence(in text: UnsafeBufferPointer<UInt8>, at start: Int) -> Range<Int>? {
        var place = start
        for wanted in scalars {
            guard place < text.count else { return nil }
            let (scalar, end) = Self.scalar(text, place)
            guard scalar == wanted || (!isCaseSensitive && Self.folded(scalar) == Self.folded(wanted)) else {
                return nil
            }
            place = end
        }
        return start..<place
    }

    /// The character at a place, escapes read as in a string of JSON, and where it ends.
    private static func scalar(_ text: UnsafeBufferPointer<UInt8>, _ place: Int) -> (scalar: UInt32, end: Int) {
        guard text[place] == Byte.backslash, place + 1 < text.count else {
            var decoder = Unicode.UTF8.ForwardParser()
            var bytes = text[place..<min(place + 4, text.count)].makeIterator()
            guard case .valid(let encoded) = decoder.parseScalar(from: &bytes) else {
                return (UInt32(text[place]) | 0x8000_0000, place + 1)
            }
            return (UTF8.decode(encoded).value, place + encoded.count)
        }
        let short: UInt32
        switch text[place + 1] {
        case UInt8(ascii: "u"):
            guard let unit = codeUnit(text, place) else { return (UInt32(Byte.backslash), place + 1) }
            if unit & 0xFC00 == 0xD800, let low = codeUnit(text, place + 6), low & 0xFC00 == 0xDC00 {
                return (0x10000 + (unit - 0xD800) << 10 + (low - 0xDC00), place + 12)
            }
            return (unit, place + 6)
        case UInt8(ascii: "b"): short = 0x08
        case UInt8(ascii: "f"): short = 0x0C
        case UInt8(ascii: "n"): short = 0x0A
        case UInt8(ascii: "r"): short = 0x0D
        case UInt8(ascii: "t"): short = 0x09
        case Byte.quote, Byte.backslash, UInt8(ascii: "/"): short = UInt32(text[place + 1])
        default: return (UInt32(Byte.backslash), place + 1)
        }
        return (short, place + 2)
    }

    /// What a `\uXXXX` at a place says.
    private static func codeUnit(_ text: UnsafeBufferPointer<UInt8>, _ place: Int) -> UInt32? {
        guard place + 6 <= text.count, text[place] == Byte.backslash, text[place + 1] == UInt8(ascii: "u") else {
            return nil
        }
        var unit: UInt32 = 0
        for byte in text[place + 2..<place + 6] {
            guard ASCII.isDigit(byte) || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(byte | 0x20) else {
                return nil
            }
            unit = unit << 4 | UInt32(ASCII.isDigit(byte) ? byte & 0x0F : (byte | 0x20) - UInt8(ascii: "a") + 10)
        }
        return unit
    }
}
