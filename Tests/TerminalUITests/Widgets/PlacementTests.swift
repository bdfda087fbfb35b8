import Base
import Testing

@testable import TerminalUI

/// Where texts, lists and tabs go in the room that there is.
@Suite struct PlacementTests {
    // MARK: Wrapped text

    @Test(
        arguments: [
            ("abc def", 7, ["abc def"]), ("abc def", 6, ["abc", "def"]), ("abc def", 3, ["abc", "def"]),
            ("abcdef", 3, ["abc", "def"]), ("abcdefg", 3, ["abc", "def", "g"]), ("ab cdefgh", 4, ["ab", "cdef", "gh"]),
            ("a  b", 5, ["a  b"]), ("", 5, [""]), ("a\n\nb", 5, ["a", "", "b"]), ("a\n", 5, ["a", ""]), ("abc", 0, []),
            ("漢字", 3, ["漢", "字"]), ("漢字", 4, ["漢字"]), ("a 漢", 3, ["a", "漢"]), ("a 漢", 4, ["a 漢"]),
            ("one two three", 9, ["one two", "three"]), ("one two three", 8, ["one two", "three"]),
            ("one two three", 7, ["one two", "three"]), ("one two three", 6, ["one", "two", "three"]),
        ] as [(String, Int, [String])])
    func `a text is broken at spaces, and a word only where it has no line`(
        text: String, width: Int, lines: [String]
    ) {
        #expect(WrappedText.lines(text, width: width) == lines)
    }

    @Test func `no line is wider than its width, and no character is lost`() {
        let text = "The quick  brown fox\njumps over 漢字漢字 averyveryverylongword é\u{301} end "
        for width in 2...40 {
            let lines = WrappedText.lines(text, width: width)
            #expect(lines.allSatisfy { DisplayWidth.of(SafeText($0)) <= width }, "\(width): \(lines)")
            let letters = lines.joined().filter { $0 != " " }
            #expect(letters == text.filter { $0 != " " && $0 != "\n" }, "\(width)")
        }
    }

    @Test func `of more lines than there may be the last has the rest`() {
        func lines(_ count: Int) -> [String] { WrappedText.lines("one two three four", width: 5, atMost: count) }
        #expect(lines(5) == ["one", "two", "three", "four"] && lines(4) == lines(5) && lines(.max) == lines(5))
        #expect(lines(3) == ["one", "two", "three four"] && lines(1) == ["one two three four"])
        #expect(lines(0).isEmpty && lines(-1).isEmpty)
    }

    // MARK: The list of completions

    private static func list(_ rows: Int, note: String = "n", first: Int = 0, selection: Int? = nil) -> CompletionList {
        CompletionList(
            rows: (0..<rows).map { CompletionList.Row(SafeText("ab\($0)"), Style(.text), note: SafeText(note)) },
            first: first, count: first + rows, selection: selection)
    }

    @Test(
        arguments: [
            // Below the cursor, the words in the columns of what is typed.
            (10, 5, 2, 24, Rect(x: 6, y: 6, width: 20, height: 5)),
            (10, 18, 2, 24, Rect(x: 6, y: 19, width: 20, height: 5)),
            // Above it where there is no room below.
            (10, 19, 2, 24, Rect(x: 6, y: 14, width: 20, height: 5)),
            (10, 23, 2, 24, Rect(x: 6, y: 18, width: 20, height: 5)),
            // Where neither has all the room, in the larger one.
            (10, 2, 2, 7, Rect(x: 6, y: 3, width: 20, height: 4)),
            (10, 4, 2, 7, Rect(x: 6, y: 0, width: 20, height: 4)),
            // Within the screen.
            (79, 5, 0, 24, Rect(x: 60, y: 6, width: 20, height: 5)),
            (1, 5, 3, 24, Rect(x: 0, y: 6, width: 20, height: 5)),
        ])
    func `completions are beside the cursor, within the screen`(x: Int, y: Int, typed: Int, rows: Int, frame: Rect) {
        let bounds = Rect(x: 0, y: 0, width: 80, height: rows)
        #expect(Self.list(3).frame(at: Point(x: x, y: y), typed: typed, in: bounds) == frame)
    }

    @Test func `a note that has no room beside its word gets two rows below the list`() {
        let bounds = Rect(x: 0, y: 0, width: 80, height: 24)
        func height(_ note: Int) -> Int {
            Self.list(3, note: String(repeating: "n", count: note)).frame(at: Point(x: 9, y: 5), typed: 0, in: bounds)
                .height
        }
        // 76 columns at most: 74 inside of the frame, 6 of them for the word.
        #expect(height(68) == 5 && height(69) == 7)
        let frame = Self.list(2).frame(at: Point(x: 9, y: 5), typed: 0, in: Rect(x: 0, y: 0, width: 15, height: 24))
        #expect(frame.width == 15)
    }

    @Test(arguments: [("", true), ("folder", true), ("a note that needs its room", false)])
    func `a word has the room that no note needs`(note: String, isWhole: Bool) {
        let name = "shop.postman_collection.json"
        let list = CompletionList(
            rows: [CompletionList.Row(SafeText(name), Style(.text), note: SafeText(note))], first: 0, count: 1,
            selection: nil)
        let size = Size(columns: 40, rows: 8)
        var buffer = CellBuffer(size: size)
        list.draw(in: Rect(x: 0, y: 0, width: 40, height: 8), on: &buffer)
        #expect(buffer.dump().contains(name) == isWhole, "\(buffer.dump())")
    }

    @Test func `a click in the list is the row there, on its frame none`() {
        let list = Self.list(3, first: 4)
        let frame = Rect(x: 6, y: 6, width: 20, height: 5)
        func row(_ x: Int, _ y: Int) -> Int? { list.row(at: Point(x: x, y: y), in: frame) }
        #expect([7, 8, 9].map { row(10, $0) } == [4, 5, 6])
        #expect(row(10, 6) == nil && row(10, 10) == nil && row(6, 8) == nil && row(25, 8) == nil && row(24, 8) == 5)
    }

    // MARK: Tabs

    private static func places(selected: Int, width: Int) -> [String] {
        let row = Rect(x: 2, y: 1, width: width, height: 1)
        return Tabs(["Body", "Headers", "Raw"], selected: selected, isFocused: true).places(in: row).map {
            "\($0.x)+\($0.width)"
        }
    }

    @Test func `the selected tab is always in view, and those that do not fit have no width`() {
        #expect(Self.places(selected: 0, width: 40) == ["2+6", "8+9", "17+5"])
        #expect(Self.places(selected: 2, width: 20) == ["2+6", "8+9", "17+5"])
        #expect(Self.places(selected: 2, width: 19) == ["2+0", "2+9", "11+5"])
        #expect(Self.places(selected: 2, width: 13) == ["2+0", "2+0", "2+5"])
        #expect(Self.places(selected: 0, width: 10) == ["2+6", "8+4", "12+0"])
        #expect(Self.places(selected: 0, width: 6) == ["2+6", "8+0", "8+0"])
        #expect(Self.places(selected: 2, width: 3) == ["2+0", "2+0", "2+3"])
        #expect(Self.places(selected: 9, width: 40) == ["2+6", "8+9", "17+5"])
    }

    @Test func `a click on a tab is that tab, beside them none`() {
        let tabs = Tabs(["Body", "Headers", "Raw"], selected: 0, isFocused: false)
        let row = Rect(x: 2, y: 1, width: 40, height: 1)
        func tab(_ x: Int, _ y: Int = 1) -> Int? { tabs.tab(at: Point(x: x, y: y), in: row) }
        #expect([1, 2, 7, 8, 16, 17, 21, 22].map { tab($0) } == [nil, 0, 0, 1, 1, 2, 2, nil])
        #expect(tab(2, 0) == nil && tab(2, 2) == nil)
    }
}
