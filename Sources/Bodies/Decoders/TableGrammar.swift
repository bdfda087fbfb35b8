import Base
import NetEngine

/// CSV (RFC 4180) and TSV as a table: a record a line, in aligned columns, the first record as header.
///
/// Quotes around a cell are left out, a doubled quote is shown once, a line end inside a cell as an escape. Records may have
/// any number of cells. A cell that is wider than its column moves the rest of its row to the right; nothing is cut.
struct TableGrammar: LineGrammar {
    struct State: Sendable, Hashable {
        var isHeader = true
        /// True after a quote that nothing closes: quotes have no meaning from there on.
        var hasNoQuotes = false
    }

    /// Spaces between columns.
    static let gap = 2
    /// A column gets no wider than this for the sake of a few cells.
    static let widest = 60
    /// Columns are measured by the first records.
    static let sampleRecords = 200
    static let sampleBytes = 256 << 10
    /// Columns after this many are not aligned.
    static let mostColumns = 512
    /// A quoted cell that is longer is taken for one with a quote too many.
    static let longestQuoted = 64 << 10

    let separator: UInt8
    /// The columns' widths.
    private(set) var widths: [Int] = []
    /// The cells of the first record.
    private(set) var headerCount = 0

    var start: State { State() }

    init(separator: UInt8, sample text: UnsafeBufferPointer<UInt8>, from start: Int) {
        self.separator = separator
        var state = self.start
        var place = start
        for record in 0..<Self.sampleRecords where place < min(text.count, Self.sampleBytes) {
            var column = 0
            place = forEachCell(text, place, &state) { pieces in
                let width = min(pieces.reduce(0) { $0 + Self.width(text, $1) }, Self.widest)
                if column == widths.count, column < Self.mostColumns { widths.append(0) }
                if column < widths.count { widths[column] = max(widths[column], width) }
                column += 1
            }
            if record == 0 { headerCount = column }
        }
    }

    func read(
        _ text: UnsafeBufferPointer<UInt8>, at offset: Int, state: inout State, into line: inout StyledLine
    ) -> Int {
        let role: TextKind = state.isHeader ? .heading : .text
        let isShown = line.isShown
        var pending = 0
        var column = 0
        let widths = widths
        let end = forEachCell(text, offset, &state) { pieces in
            line.add(gap: pending)
            var width = 0
            for piece in pieces {
                line.add(piece, role)
                if isShown { width += Self.width(text, piece) }
            }
            pending = max(0, (column < widths.count ? widths[column] : 0) - width) + Self.gap
            column += 1
        }
        state.isHeader = false
        return end
    }

    /// Gives the cells of a record, each as the pieces that are shown, and returns where the next record begins.
    private func forEachCell(
        _ text: UnsafeBufferPointer<UInt8>, _ start: Int, _ state: inout State, _ body: ([Range<Int>]) -> Void
    ) -> Int {
        var place = start
        while true {
            if place < text.count, text[place] == Byte.quote, !state.hasNoQuotes {
                if let (pieces, end) = quoted(text, place) {
                    // What stands between the closing quote and the separator is shown too.
                    let rest = plainEnd(text, end)
                    body(rest > end ? pieces + [end..<rest] : pieces)
                    place = rest
                } else {
                    state.hasNoQuotes = true
                    continue
                }
            } else {
                let end = plainEnd(text, place)
                body([place..<end])
                place = end
            }
            guard place < text.count, text[place] == separator else { break }
            place += 1
        }
        if place < text.count, text[place] == Byte.carriageReturn { place += 1 }
        if place < text.count, text[place] == Byte.lineFeed { place += 1 }
        return place
    }

    private func plainEnd(_ text: UnsafeBufferPointer<UInt8>, _ start: Int) -> Int {
        var place = start
        while place < text.count, text[place] != separator, text[place] != Byte.lineFeed {
            if text[place] == Byte.carriageReturn, place + 1 == text.count || text[place + 1] == Byte.lineFeed { break }
            place += 1
        }
        countWork(place - start + 1)
        return place
    }

    /// The pieces of a quoted cell, and the offset after its closing quote; nil if it has none.
    private func quoted(_ text: UnsafeBufferPointer<UInt8>, _ start: Int) -> (pieces: [Range<Int>], end: Int)? {
        var pieces: [Range<Int>] = []
        var from = start + 1
        let limit = min(text.count, start + Self.longestQuoted)
        var place = from
        while true {
            place = ByteScan.next(Byte.quote, in: text, from: place, limit: limit)
            guard place < limit else { return nil }
            guard place + 1 < text.count, text[place + 1] == Byte.quote else {
                pieces.append(from..<place)
                return (pieces, place + 1)
            }
            pieces.append(from..<place + 1)
            from = place + 2
            place = from
        }
    }

    /// Columns that bytes take when shown.
    private static func width(_ text: UnsafeBufferPointer<UInt8>, _ range: Range<Int>) -> Int {
        if ByteScan.endOfPlain(in: text, range) == range.upperBound { return range.count }
        // A wide cell moves its row anyway: its exact width does not matter.
        let measured = range.prefix(Self.widest * 8)
        return DisplayWidth.of(SafeText(bytes: UnsafeBufferPointer(rebasing: text[measured])))
    }
}

/// Which separator a text has.
enum TableSeparator {
    private static let candidates = [Byte.comma, Byte.semicolon, Byte.tab, Byte.verticalBar]

    /// The one that occurs most often in the first line outside quotes; a comma if none does.
    static func find(_ text: UnsafeBufferPointer<UInt8>) -> UInt8 {
        var counts = [UInt8: Int]()
        var isQuoted = false
        for byte in text.prefix(64 << 10) {
            if byte == Byte.quote { isQuoted.toggle() }
            if isQuoted { continue }
            if byte == Byte.lineFeed { break }
            if candidates.contains(byte) { counts[byte, default: 0] += 1 }
        }
        return candidates.max { counts[$0, default: 0] < counts[$1, default: 0] }.flatMap {
            counts[$0, default: 0] > 0 ? $0 : nil
        } ?? Byte.comma
    }
}
