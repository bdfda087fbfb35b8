import Base

// Lines that are longer than the field, in rows of it. A row ends where the next grapheme has no room, as where a body is only
// shown. Each operation costs time proportional to the lines in view.

extension TextArea {
    /// The first grapheme of a row: where it is in the line, and the columns of the line before it.
    struct RowStart: Sendable, Hashable {
        var offset: Int
        var column: Int
    }

    /// A row of the field: a line, and which of its rows.
    struct Place: Sendable, Hashable, Comparable {
        var line: Int
        var row: Int

        static func < (a: Place, b: Place) -> Bool { (a.line, a.row) < (b.line, b.row) }
    }

    /// The columns of a row in a field; the last one is left for the scrollbar, and for the cursor behind a full row.
    func rowWidth(in columns: Int) -> Int { max(1, columns - gutter(in: columns) - 1) }

    /// The columns of the line numbers, where there is room for them.
    func gutter(in columns: Int) -> Int { columns > gutterWidth + 4 ? gutterWidth : 0 }

    /// The rows of a line, at least one.
    func rowStarts(ofLine number: Int, width: Int) -> [RowStart] {
        let line = lines[number]
        let count = line.utf8.count
        // Most lines, and most long ones, need no look at their graphemes.
        if line.utf8.allSatisfy({ (0x20..<0x7F).contains($0) }) {
            return stride(from: 0, to: max(1, count), by: width).map { RowStart(offset: $0, column: $0) }
        }
        var starts = [RowStart(offset: 0, column: 0)]
        var (offset, column) = (0, 0)
        for character in line {
            let columns = self.columns(of: character, at: column)
            if column + columns > starts[starts.count - 1].column + width, offset > starts[starts.count - 1].offset {
                starts.append(RowStart(offset: offset, column: column))
            }
            offset += character.utf8.count
            column += columns
        }
        return starts
    }

    /// The row of a line that has an offset.
    static func row(of offset: Int, in starts: [RowStart]) -> Int {
        var (low, high) = (0, starts.count - 1)
        while low < high {
            let middle = (low + high + 1) / 2
            if starts[middle].offset <= offset { low = middle } else { high = middle - 1 }
        }
        return low
    }

    func place(of position: Position, width: Int) -> Place {
        Place(
            line: position.line, row: Self.row(of: position.offset, in: rowStarts(ofLine: position.line, width: width)))
    }

    // MARK: Moving

    /// The place some rows further down, or up; as far as there are rows.
    func moved(_ start: Place, by rows: Int, width: Int) -> Place {
        var place = start
        var left = rows
        while left > 0 {
            let rest = rowStarts(ofLine: place.line, width: width).count - 1 - place.row
            if left <= rest || place.line + 1 == lines.count {
                place.row += min(left, rest)
                break
            }
            left -= rest + 1
            place = Place(line: place.line + 1, row: 0)
        }
        while left < 0 {
            if -left <= place.row || place.line == 0 {
                place.row = max(0, place.row + left)
                break
            }
            left += place.row + 1
            place.line -= 1
            place.row = rowStarts(ofLine: place.line, width: width).count - 1
        }
        return place
    }

    /// The position in a row that is nearest to a column of it.
    func position(at place: Place, column: Int, width: Int) -> Position {
        let starts = rowStarts(ofLine: place.line, width: width)
        let row = min(place.row, starts.count - 1)
        let line = lines[place.line]
        let end = row + 1 < starts.count ? starts[row + 1].offset : line.utf8.count
        var (offset, now) = (starts[row].offset, starts[row].column)
        for character in line[line.utf8.index(line.startIndex, offsetBy: offset)...] {
            let columns = self.columns(of: character, at: now)
            guard now + columns <= starts[row].column + column else { break }
            // Behind its last grapheme the next row begins.
            guard offset + character.utf8.count < end || row + 1 == starts.count else { break }
            offset += character.utf8.count
            now += columns
        }
        return Position(line: place.line, offset: offset)
    }

    /// The columns between the beginning of the cursor's row and the cursor.
    func cursorColumn(width: Int) -> Int {
        let starts = rowStarts(ofLine: cursor.line, width: width)
        return columns(to: cursor, from: starts[Self.row(of: cursor.offset, in: starts)])
    }

    /// The columns between the beginning of a row and a position in it.
    func columns(to position: Position, from start: RowStart) -> Int {
        let line = lines[position.line]
        let first = line.utf8.index(line.startIndex, offsetBy: start.offset)
        let last = line.utf8.index(line.startIndex, offsetBy: min(position.offset, line.utf8.count))
        guard first < last else { return 0 }
        return line[first..<last].reduce(0) { $0 + columns(of: $1, at: start.column + $0) }
    }

    // MARK: Scrolling

    /// The first row to draw so that the cursor is visible, and the field is full where there is text enough.
    func firstPlace(from top: Place, height: Int, width: Int) -> Place {
        let height = max(1, height)
        let cursor = place(of: self.cursor, width: width)
        let last = Place(line: lines.count - 1, row: rowStarts(ofLine: lines.count - 1, width: width).count - 1)
        let lowest = moved(last, by: 1 - height, width: width)
        let highest = moved(cursor, by: 1 - height, width: width)
        var first = min(cursor, lowest, max(highest, min(top, cursor)))
        // Of a line that was longer.
        first.row = min(first.row, rowStarts(ofLine: first.line, width: width).count - 1)
        return first
    }
}
