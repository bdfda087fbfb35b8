import TestSupport
import Testing

@testable import Bodies

@Suite struct LineIndexTests {
    @Test(arguments: 0..<40)
    func `lines are where the line feeds are, however the text came`(seed: Int) {
        var random = SeededGenerator(seed: UInt64(seed) + 1)
        var bytes: [UInt8] = []
        for _ in 0..<Int.random(in: 0...400, using: &random) {
            let length =
                Int.random(in: 0..<100, using: &random) == 0
                ? Int.random(in: 3000...20_000, using: &random) : Int.random(in: 0...60, using: &random)
            bytes += repeatElement(UInt8.random(in: 0x20...0x7E, using: &random), count: length)
            bytes += [[], [0x0A], [0x0D, 0x0A], [0x0A, 0x0A]].randomElement(using: &random) ?? []
        }
        var starts = [0]
        for (place, byte) in bytes.enumerated() where byte == 0x0A { starts.append(place + 1) }
        if starts.last == bytes.count { starts.removeLast() }
        bytes.withUnsafeBufferPointer { text in
            var index = LineIndex()
            var place = 0
            while place < text.count {
                place = min(text.count, place + Int.random(in: 1...7000, using: &random))
                index.read(text, to: place)
            }
            index.finish(text)
            #expect(index.lineCount == starts.count)
            for (line, start) in starts.enumerated() {
                #expect(index.lineStart(line, in: text) == start)
                let end = bytes[start...].firstIndex(of: 0x0A) ?? bytes.count
                #expect(index.lineEnd(from: start, in: text) == end)
                #expect(index.line(atOffset: start, in: text) == line)
                #expect(index.line(atOffset: end, in: text) == line)
            }
            #expect(index.lineStart(starts.count, in: text) == nil)
            // The end of the text is in its last line, also behind a line feed.
            #expect(index.line(atOffset: bytes.count, in: text) == max(0, starts.count - 1))
        }
    }

    @Test(arguments: 0..<30)
    func `columns are the same in pieces as at once`(seed: Int) {
        var random = SeededGenerator(seed: UInt64(seed) + 5)
        let parts = ["plain text ", "東京", "é", "\u{1B}[1m", String(repeating: "x", count: 5000), "\t", "👩‍👧"]
        var line = ""
        while line.utf8.count < 40_000 { line += parts.randomElement(using: &random) ?? "" }
        Array(line.utf8).withUnsafeBufferPointer { text in
            var whole = LineIndex()
            whole.read(text, to: text.count)
            whole.finish(text)
            var pieces = LineIndex()
            var place = 0
            while place < text.count {
                place = min(text.count, place + Int.random(in: 1...3000, using: &random))
                pieces.read(text, to: place)
            }
            let open = 0..<text.count
            for offset in stride(from: 0, to: text.count, by: 97) {
                let a = whole.columns.mark(beforeOffset: offset, in: open)
                let b = pieces.columns.mark(beforeOffset: offset, in: open)
                let (wide, narrow) = a.offset > b.offset ? (a, b) : (b, a)
                #expect(narrow.column + SafeCells.width(text, narrow.offset..<wide.offset) == wide.column)
                #expect(offset - a.offset <= 2600)
                let c = whole.columns.mark(beforeColumn: a.column, in: open)
                #expect(c.column <= a.column && a.column - c.column <= 2 * 2600)
            }
            pieces.finish(text)
            #expect(pieces.columns.marks == whole.columns.marks)
        }
    }

    @Test(
        arguments: [
            ("ab", 2), ("é", 1), ("\u{3042}", 2), ("\u{3041}", nil), ("\u{3096}", 2), ("\u{3099}", nil),
            ("\u{30A2}", 2), ("\u{4DFF}", nil), ("\u{4E00}", 2), ("\u{AC00}", nil), ("\u{B000}", 2),
            ("a\u{301}", nil), ("a\tb", nil),
        ] as [(String, Int?)])
    func `characters that look the same beside any others have their columns at once`(text: String, width: Int?) {
        let found = Array(text.utf8).withUnsafeBufferPointer { SafeCells.harmlessWidth($0, 0..<$0.count) }
        #expect(found == width)
    }

    @Test func `a line of plain text needs two marks, whatever its length`() {
        let bytes = [UInt8](repeating: UInt8(ascii: "a"), count: 1_000_000)
        bytes.withUnsafeBufferPointer { text in
            var index = LineIndex()
            index.read(text, to: text.count)
            index.finish(text)
            #expect(index.columns.marks.count == 2)
            #expect(index.columns.mark(beforeColumn: 777_777, in: 0..<text.count).offset == 777_777)
            // A line that begins before the stretch, with an indentation: its first row knows that the text is plain.
            #expect(index.columns.mark(beforeColumn: -2, in: 0..<text.count).isPlain)
        }
    }

    @Test(arguments: [(["é\n", "plain\n"], false), (["plain\n", "é\n"], false), (["plain\n", "text\n"], true)])
    func `a text in pieces is ASCII if each piece is`(pieces: [String], isASCII: Bool) {
        Array(pieces.joined().utf8).withUnsafeBufferPointer { text in
            var index = LineIndex()
            for piece in pieces { index.read(text, to: index.end + piece.utf8.count) }
            #expect(index.isASCII == isASCII)
        }
    }

    @Test func `an empty text has no line, and a line feed at the end begins none`() {
        func count(_ text: String) -> Int {
            Array(text.utf8).withUnsafeBufferPointer { text in
                var index = LineIndex()
                index.read(text, to: text.count)
                return index.lineCount
            }
        }
        #expect(count("") == 0)
        #expect(count("a\n") == 1)
        #expect(count("a\nb") == 2)
        #expect(count("\n\n") == 2)
    }
}
