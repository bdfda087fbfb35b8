/// Masks private texts on a screen, wherever they were drawn.
///
/// A text cut off at the end of its row is masked as far as it is visible; so is its remainder at the start of the next
/// row, where it was wrapped. Parts shorter than four characters are not recognised.
package struct PrivateVeil: Sendable {
    private static let mark = "*"
    private static let fewest = 4

    private let texts: [[String]]

    package init(_ texts: [String]) {
        self.texts = texts.map { $0.map(String.init) }.filter { $0.count >= Self.fewest }
    }

    package func cover(_ rect: Rect, of buffer: inout CellBuffer) {
        guard !texts.isEmpty else { return }
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
                guard count == rest.count || count > 0 && Self.isEnd(row, start + count) else { continue }
                covered.formUnion(start..<start + count)
                if count < rest.count { next.append(Array(rest[count...])) }
            }
            for place in row.indices {
                for text in texts where row[place] == text[0] {
                    let count = Self.agreeing(row, from: place, text)
                    guard count == text.count || count >= Self.fewest && Self.isEnd(row, place + count) else {
                        continue
                    }
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

    /// Whether no part of a text can follow: only spaces, an ellipsis, a frame or a scroll bar do.
    private static func isEnd(_ row: [String], _ place: Int) -> Bool {
        !row[min(place, row.count)...].contains { $0.contains { $0.isLetter || $0.isNumber } }
    }
}
