/// Masks private texts on a screen, wherever they were drawn.
///
/// A text cut off at the end of its row, or by an ellipsis, is masked as far as it is visible; so is its remainder at the
/// start of the next row, where it was wrapped. Parts shorter than four characters are not recognised.
package struct PrivateVeil: Sendable {
    private static let mark = "*"
    private static let fewest = 4

    private let texts: [[String]]
    /// By their first character.
    private let begun: [String: [[String]]]

    package init(_ texts: [String]) {
        self.texts = texts.map { $0.map(String.init) }.filter { $0.count >= Self.fewest }
        begun = Dictionary(grouping: self.texts) { $0[0] }
    }

    /// - Parameter isScrolled: true if the rows continue to the left of the area: they may begin inside a text.
    package func cover(_ rect: Rect, of buffer: inout CellBuffer, isScrolled: Bool = false) {
        guard !texts.isEmpty else { return }
        let ellipsis = String(buffer.glyphs.ellipsis)
        let area = rect.intersection(buffer.bounds)
        // The remainders of texts that were cut off in the row above.
        var rests: [[String]] = []
        for y in area.y..<max(area.y, area.maxY) {
            let places = (area.x..<max(area.x, area.maxX)).filter { buffer[$0, y].width > 0 }
            let row = places.map { buffer[$0, y].grapheme }
            var covered: Set<Int> = []
            var next: [[String]] = []
            let start = row.firstIndex { $0 != " " } ?? row.count
            for rest in rests {
                let count = Self.agreeing(row, from: start, rest)
                guard count == rest.count || count > 0 && Self.isEnd(row, start + count, ellipsis) else { continue }
                covered.formUnion(start..<start + count)
                if count < rest.count { next.append(Array(rest[count...])) }
            }
            if isScrolled {
                for text in texts {
                    covered.formUnion(start..<start + Self.remainder(of: text, in: row[start...]))
                }
            }
            for place in row.indices {
                for text in begun[row[place]] ?? [] {
                    let count = Self.agreeing(row, from: place, text)
                    let isCut = count >= Self.fewest && Self.isEnd(row, place + count, ellipsis)
                    guard count == text.count || isCut else { continue }
                    covered.formUnion(place..<place + count)
                    if count < text.count { next.append(Array(text[count...])) }
                }
            }
            rests = next
            for index in covered {
                let old = buffer[places[index], y]
                for x in places[index]..<places[index] + Int(old.width) where x < area.maxX {
                    buffer[x, y] = Cell(grapheme: Self.mark, width: 1, style: old.style)
                }
            }
        }
    }

    private static func agreeing(_ row: [String], from start: Int, _ text: [String]) -> Int {
        var count = 0
        while count < text.count, start + count < row.count, row[start + count] == text[count] { count += 1 }
        return count
    }

    /// The length of the longest end of a text with which a row begins; 0 if it is too short to be recognised.
    private static func remainder(of text: [String], in row: ArraySlice<String>) -> Int {
        let counts = (fewest..<text.count).reversed()
        return counts.first { $0 <= row.count && text.suffix($0).elementsEqual(row.prefix($0)) } ?? 0
    }

    /// Whether no part of a text can follow: an ellipsis does, or only spaces, a frame or a scroll bar.
    private static func isEnd(_ row: [String], _ place: Int, _ ellipsis: String) -> Bool {
        if place < row.count, row[place] == ellipsis { return true }
        return !row[min(place, row.count)...].contains { $0.contains { $0.isLetter || $0.isNumber } }
    }
}
