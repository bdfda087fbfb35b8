import TestSupport
import Testing

@testable import Base
@testable import Bodies
@testable import Explorer
@testable import TerminalUI

@Suite struct BodySearchTests {
    private func search(
        _ text: String, in source: any LineSource, isJSON: Bool = false, from origin: TextPlace = TextPlace(),
        step: Int = 1 << 20
    ) throws -> BodySearch {
        let needle = try #require(
            try ByteNeedle(text, isPattern: false, isJSON: isJSON, isLaidOut: isJSON))
        var search = BodySearch(needle, in: source, from: origin)
        while !search.isComplete { search.advance(in: source, bytes: step) }
        return search
    }

    /// Where all hits are shown, found one after the other.
    private func places(_ search: BodySearch, in source: any LineSource) -> [[Int]] {
        var places: [[Int]] = []
        var start = TextPlace()
        while case .hit(let hit) = search.next(from: start, forward: true, in: source, steps: .max) {
            let place = source.place(of: hit.start)
            places.append([place.line, place.column])
            start = TextPlace(text: hit.text, offset: hit.bytes.upperBound)
        }
        return places
    }

    @Test(
        arguments: [
            ("foo", "Foo foo\nfoobar", [[0, 0], [0, 4], [1, 0]]),
            ("Foo", "Foo foo\nfoobar", [[0, 0]]),
            ("aa", "aaaa a aa", [[0, 0], [0, 2], [0, 7]]),
            ("é", "caf\u{E9}", [[0, 3]]),
            ("x", "", []),
            ("b", "a\tb", [[0, 4]]),
        ] as [(String, String, [[Int]])])
    func `text is found literally, in smart case, where it is shown`(
        needle: String, text: String, expected: [[Int]]
    ) throws {
        let source = BodyDocument(text, "text/plain").lines(.raw, columns: 80)
        let found = try search(needle, in: source)
        #expect(places(found, in: source) == expected)
        #expect(found.total == expected.count)
    }

    @Test func `what is shown is searched, not what came`() throws {
        let body = BodyDocument(#"{"id":5,"idle": 5}"#, "application/json")
        let needle = #""id": 5"#
        let pretty = body.lines(.pretty, columns: 80)
        #expect(places(try search(needle, in: pretty, isJSON: true), in: pretty) == [[1, 2]])
        let raw = body.lines(.raw, columns: 80)
        #expect(try search(needle, in: raw).total == 0)
    }

    @Test func `headers and bodies one below the other are searched as one, from the screen on`() throws {
        let body = BodyDocument("one two\none", "text/plain").lines(.raw, columns: 80)
        let head = StaticLines([Line("one"), Line("two one")])
        let source = JoinedLines([head, body, head])
        for origin in [0, 2, 4] {
            let found = try search("one", in: source, from: TextPlace(text: origin), step: 1)
            #expect(found.total == 6)
            #expect(places(found, in: source) == [[0, 0], [1, 4], [2, 0], [3, 0], [4, 0], [5, 4]])
            var last = TextPlace.end
            var numbers: [Int?] = []
            while case .hit(let hit) = found.next(from: last, forward: false, in: source, steps: .max) {
                numbers.append(found.number(of: hit, in: source))
                last = hit.start
            }
            #expect(numbers == [6, 5, 4, 3, 2, 1])
        }
        let found = try search("one", in: source)
        let rows = (0..<6).map { Viewport.Row(line: $0, columns: 0..<80) }
        #expect(marks(found, in: source, rows: rows) == [[0..<3], [4..<7], [0..<3], [0..<3], [0..<3], [4..<7]])
    }

    @Test func `a text that takes all steps is left, with the place from which to ask again`() throws {
        let source = StaticLines(["one", "two", "three", "two"].map { Line($0) })
        let needle = try #require(try ByteNeedle("e", isPattern: false, isJSON: false))
        let search = BodySearch(needle, in: source, from: TextPlace())
        func found(_ place: TextPlace, forward: Bool) -> [String] {
            var (place, found) = (place, [String]())
            while true {
                switch search.next(from: place, forward: forward, in: source, steps: 1) {
                case .hit(let hit): return found + ["hit \(hit.text):\(hit.bytes.lowerBound)"]
                case .searchOn(let next):
                    found.append("\(next.text):\(next.offset)")
                    place = next
                case .none: return found + ["none"]
                }
            }
        }
        #expect(found(TextPlace(text: 1), forward: true) == ["2:0", "hit 2:3"])
        #expect(found(TextPlace(text: 2, offset: 5), forward: true) == ["3:0", "none"])
        #expect(found(.end, forward: false) == ["2:5", "hit 2:4"])
        #expect(found(TextPlace(text: 2, offset: 3), forward: false) == ["1:3", "0:3", "hit 0:2"])
    }

    @Test func `small steps find what one large step finds`() throws {
        var random = SeededGenerator(seed: 5)
        let text = String((0..<200_000).map { _ in "ab\n b".randomElement(using: &random) ?? "a" })
        let source = BodyDocument(text, "text/plain").lines(.raw, columns: 80)
        let whole = try search("ab", in: source)
        let small = try search("ab", in: source, from: TextPlace(offset: 150_000), step: 1)
        #expect(whole.total > 1000)
        #expect(small.total == whole.total)
        #expect(whole.searchedBytes == text.utf8.count && small.searchedBytes == text.utf8.count)
    }

    /// The columns that are marked in rows of that many columns.
    private func marks(_ search: BodySearch, in source: any LineSource, rows: [Viewport.Row]) -> [[Range<Int>]] {
        zip(rows, search.marks(in: source, rows: rows)).map { row, marks in marks.map { $0.clamped(to: row.columns) } }
    }

    @Test func `hits are marked in the lines, also where they reach out of view`() throws {
        let source = BodyDocument("one needle two needle\n\nneedle", "text/plain").lines(.raw, columns: 80)
        let found = try search("needle", in: source)
        let rows = [0, 1, 2].map { Viewport.Row(line: $0, columns: 6..<17) }
        #expect(marks(found, in: source, rows: rows) == [[6..<10, 15..<17], [], []])
        let whole = [0, 1, 2].map { Viewport.Row(line: $0, columns: 0..<80) }
        #expect(marks(found, in: source, rows: whole) == [[4..<10, 15..<21], [], [0..<6]])
    }

    @Test func `a hit over the seam of a name and its value is marked with what is shown between them`() throws {
        let source = BodyDocument(#"{"id":{"a":1}}"#, "application/json").lines(.pretty, columns: 80)
        let found = try search(#"id": {"#, in: source, isJSON: true)
        let rows = (0..<5).map { Viewport.Row(line: $0, columns: 0..<80) }
        #expect(marks(found, in: source, rows: rows) == [[], [3..<9], [], [], []])
    }

    @Test func `bytes are searched across the rows that show them, and marked as numbers and as text`() throws {
        let source = BodyDocument("0123456789abcdefXYZ", "text/plain").lines(.hex, columns: 80)
        let found = try search("efXY", in: source)
        #expect(places(found, in: source).map(\.first) == [0])
        let rows = [0, 1].map { Viewport.Row(line: $0, columns: 0..<80) }
        for (row, columns) in zip(rows, marks(found, in: source, rows: rows)) {
            let line = Array(source.line(row.line, columns: row.columns).string)
            let texts = columns.map { String(line[$0]) }
            #expect(texts == (row.line == 0 ? ["65 66", "ef"] : ["58 59", "XY"]))
        }
    }

    @Test func `a very long line is searched and marked anywhere`() throws {
        let long = String(repeating: "xy", count: 500_000)
        let source = BodyDocument("{\"k\":\"\(long)\",\"y\":1}", "application/json").lines(.pretty, columns: 80)
        let found = try search("y\",", in: source)
        #expect(places(found, in: source) == [[1, 2 + 6 + 999_999]])
        let row = Viewport.Row(line: 1, columns: 1_000_000..<1_000_080)
        #expect(marks(found, in: source, rows: [row]) == [[1_000_007..<1_000_010]])
    }

    @Test func `a search in the background tells how far it is, and ends when it is stopped`() throws {
        let text = String(repeating: "a needle\n", count: 1_000_000)
        let source = BodyDocument(text, "text/plain").lines(.raw, columns: 80)
        let needle = try #require(try ByteNeedle("needle", isPattern: false, isJSON: false))
        let job = SearchJob(id: 1, run: BodySearch(needle, in: source, from: TextPlace()), source: source)
        var reports: [BodySearch] = []
        job.work(isStopped: { false }, report: { reports.append($0) })
        #expect(reports.last?.total == 1_000_000)
        #expect(reports.last?.isComplete == true)
        reports = []
        job.work(isStopped: { true }, report: { reports.append($0) })
        #expect(reports.isEmpty)
    }
}
