import Explain
import NetEngine
import NetEngineRequestLog
import TestSupport
import Testing

@testable import Base
@testable import Explorer
@testable import TerminalUI
@testable import Workspace

/// Lines that are made on demand: several sources as one, rows of a list, reports, bodies as they came, and stored checks.
@Suite struct LineSourceTests {
    private typealias F = ExchangeFixtures

    // MARK: Lines

    @Test func `a move by lines ends at the first and at the last one`() {
        let source = StaticLines(["a", "b", "c", "d", "e"].map { Line($0) })
        for (steps, line) in [(-9, 0), (-3, 0), (-2, 0), (-1, 1), (0, 2), (1, 3), (2, 4), (3, 4), (9, 4)] {
            #expect(source.line(2, movedBy: steps) == line, "\(steps)")
        }
        #expect(StaticLines().line(0, movedBy: 1) == 0)
    }

    @Test func `a long line comes in parts that are the line together, also with a wide character at their seam`() {
        for (text, count) in [
            ("a", 1), (String(repeating: "a", count: 8192), 1), (String(repeating: "a", count: 8193), 2),
            (String(repeating: "a", count: 8191) + "日b", 2), (String(repeating: "a", count: 8190) + "日b", 2),
            (String(repeating: "a", count: 8191) + "日", 1), (String(repeating: "日", count: 9000), 3),
            ("a" + String(repeating: "日", count: 9000), 3),
        ] {
            let source = BodyDocument(text, "text/plain").lines(.raw, columns: 80)
            var parts: [String] = []
            source.forEachPart(ofLine: 0) {
                parts.append($0)
                return true
            }
            let (isSame, first) = (parts.joined() == text, text.prefix(3))
            #expect(isSame && parts.count == count, "\(first) \(text.count): \(parts.count)")
        }
        var count = 0
        let long = BodyDocument(String(repeating: "a", count: 30_000), "text/plain").lines(.raw, columns: 80)
        long.forEachPart(ofLine: 0) { _ in
            count += 1
            return count < 2
        }
        #expect(count == 2)
    }

    @Test func `prepared lines are searched by line, and are others when a text is another`() {
        let lines = StaticLines([Line([Span("a"), Span("é", .dim)]), Line("x")])
        let places = [0, 1, 3].map { lines.place(of: TextPlace(text: 0, offset: $0)) }
        #expect(places.map(\.line) == [0, 0, 0] && places.map(\.column) == [0, 1, 2])
        #expect(lines.bytes(ofLine: 0, columns: 1..<2) == TextRange(text: 0, bytes: 1..<3))
        #expect(lines.columns(of: TextRange(text: 0, bytes: 1..<3), inLine: 0) == [1..<2])
        #expect(lines.columns(of: TextRange(text: 1, bytes: 0..<1), inLine: 0).isEmpty)
        #expect(lines.text(0).count == 3 && lines.text(2).count == 0 && lines.text(-1).count == 0)
        #expect(lines.mayBeWide && !StaticLines([Line("~")]).mayBeWide && !StaticLines().mayBeWide)
        let same = StaticLines([Line([Span("a", .title), Span("é")]), Line("x")])
        #expect(lines.version == same.version)
        #expect(lines.version != StaticLines([Line([Span("a"), Span("é")]), Line("y")]).version)
    }

    @Test func `several sources are one below the other, an empty one takes no place, and beyond the end is nothing`() {
        let joined = JoinedLines([
            StaticLines([Line("ab")]), StaticLines(), StaticLines([Line("c"), Line("日")]),
        ])
        #expect(joined.lineCount == 3 && joined.textCount == 3 && joined.mayBeWide)
        #expect(!JoinedLines([StaticLines([Line("ab")])]).mayBeWide && JoinedLines([]).lineCount == 0)
        #expect((-1...3).map { joined.columnCount(ofLine: $0) } == [0, 2, 1, 2, 0])
        #expect(joined.texts == ["ab", "c", "日"] && joined.line(3, columns: 0..<9).spans.isEmpty)
        #expect((0...3).map { joined.text($0).count } == [2, 1, 3, 0])
        let places = [TextPlace(text: 1), TextPlace(text: 2, offset: 3), .end].map { joined.place(of: $0) }
        #expect(places.map(\.line) == [1, 2, 3] && places.map(\.column) == [0, 2, 0])
        #expect(joined.bytes(ofLine: 2, columns: 0..<1) == TextRange(text: 2, bytes: 0..<3))
        #expect(joined.bytes(ofLine: 9, columns: 0..<1) == TextRange(text: 0, bytes: 0..<0))
        #expect(joined.columns(of: TextRange(text: 1, bytes: 0..<1), inLine: 1) == [0..<1])
        #expect(joined.columns(of: TextRange(text: 1, bytes: 0..<1), inLine: 2).isEmpty)
        #expect(joined.columns(of: TextRange(text: 0, bytes: 0..<1), inLine: 1).isEmpty, "of an earlier part")
    }

    @Test func `rows of a list are searched with what stands at their right, and are marked where they are drawn`() {
        let rows = RowTexts(lineCount: 2, version: 7) {
            Line([Span("a"), Span("b")], trailing: [Span(SafeText("\($0)"))])
        }
        func text(_ index: Int) -> String { rows.text(index).withBytes { String(decoding: $0, as: UTF8.self) } }
        #expect([0, 1, 2, -1].map(text) == ["ab 0", "ab 1", "", ""])
        #expect(rows.textCount == 2 && rows.version == 7 && rows.columnCount(ofLine: 0) == 2)
        #expect(rows.place(of: TextPlace(text: 1, offset: 3)) == (1, 0))
        #expect(rows.bytes(ofLine: 1, columns: 0..<9) == TextRange(text: 1, bytes: 0..<0))
        #expect(rows.columns(of: TextRange(text: 1, bytes: 0..<1), inLine: 1).isEmpty)
    }

    // MARK: Reports

    private static func roles(_ lines: [Line]) -> [Role?] { lines.map { $0.spans.first?.style.role } }

    @Test func `the texts of facts are below each other, and beside a very long name alone they are not`() {
        func shown(_ report: [ReportLine], width: Int = 60) -> [String] {
            ReportLines.lines(report, width: width).map(\.string)
        }
        let (nineteen, twenty) = (String(repeating: "n", count: 19), String(repeating: "t", count: 20))
        #expect(shown([.fact("a", "b")]) == ["a            b"])
        #expect(shown([.fact("twelve chars", "b")]) == ["twelve chars b"])
        #expect(shown([.fact("thirteen char", "b"), .fact("a", "b")]) == ["thirteen char b", "a             b"])
        #expect(shown([.fact(nineteen, "b"), .fact("a", "b")]) == [nineteen + " b", "a                   b"])
        #expect(shown([.fact(twenty, "b"), .fact("a", "b")]) == [twenty + " b", "a            b"])
        let wrapped = shown([.fact("a", "one two three four")], width: 26)
        #expect(wrapped == ["a            one two three", "             four"])
        let report: [ReportLine] = [.heading("H"), .gap, .text("one two"), .warning("w w"), .fact("a", "b")]
        let lines = ReportLines.lines(report, width: 5)
        #expect(lines.map(\.string).prefix(5) == ["H", "", "one", "two", "w w"])
        #expect(Self.roles(lines).prefix(5) == [.title, nil, .text, .text, .failure])
        #expect(lines[0].spans[0].style.emphasis == .bold && lines[4].spans[0].style.emphasis == .bold)
    }

    @Test func `an explanation is its text, its details with dashes, and where it is defined`() {
        func lines(source: String) -> [Line] {
            let explanation = Explanation(
                unknown: "H", kind: nil, text: "One sentence.", details: ["a detail that is long", "b"], source: source)
            return ReportLines.lines(explanation, width: 12)
        }
        let texts = ["One", "sentence.", "- a detail", "  that is", "  long", "- b"]
        #expect(lines(source: "").map(\.string) == texts)
        #expect(lines(source: "RFC 9110 §15.5.5").map(\.string) == texts + ["RFC 9110 §15.5.5"])
        #expect(Self.roles(lines(source: "RFC 1")) == [.text, .text, .dim, .dim, .dim, .dim, .dim])
    }

    @Test(
        arguments: [
            (.hit, .success), (.revalidated, .success), (.stale, .warning), (.miss, .text), (.bypass, .text),
        ] as [(CacheDecision.Outcome, Role)])
    func `what the cache did has a colour`(outcome: CacheDecision.Outcome, role: Role) {
        let decision = CacheDecision(
            outcome: outcome, reason: .nothingStored, mode: .default, key: CacheKey(text: "k"))
        let hop = Hop(
            cause: .first, request: F.request(), sentHead: [], sentBodyByteCount: 0, response: F.response(),
            connection: nil, startOffset: .zero, timings: F.timings, cacheDecision: decision)
        let first = CacheLines.lines(F.exchange(hops: [hop]), width: 60).line(0, columns: 0..<60).spans.first
        #expect(first?.style.role == role && first?.text.string == outcome.rawValue)
    }

    // MARK: Bodies

    @Test func `what chunks and codings did to a body is one note, and nothing where it came as it is`() {
        func note(
            _ body: Int, wire: Int, coded: Int? = nil, _ codings: [String] = [], isComplete: Bool = true
        ) -> String? {
            let response = Response(
                status: 200, reason: [], httpVersion: .http1_1, headers: [], rawHead: [],
                body: Array(repeating: 0x61, count: body), wireBodyByteCount: coded, decodedCodings: codings,
                wireBody: WireBody(bytes: Array(repeating: 0x61, count: wire)), isComplete: isComplete)
            return WireBodyLines(response)?.note
        }
        #expect(note(5, wire: 0, coded: 0, ["gzip"]) == nil)
        #expect(note(5, wire: 5, coded: 5) == nil && note(5, wire: 5) == nil)
        #expect(note(5, wire: 6, coded: 5) == "1 B of chunk framing")
        #expect(note(310, wire: 20, coded: 20, ["gzip"]) == "gzip 20 B to 310 B, 15.5 times")
        #expect(note(310, wire: 20, ["gzip"]) == "gzip 20 B to 310 B, 15.5 times")
        #expect(
            note(310, wire: 35, coded: 20, ["gzip", "br"])
                == "gzip, br 20 B to 310 B, 15.5 times; 15 B of chunk framing")
        #expect(note(310, wire: 20, coded: 20, ["gzip"], isComplete: false) == "gzip 20 B to 310 B")
        #expect(note(310, wire: 5, coded: 0, ["gzip"]) == "gzip 0 B to 310 B; 5 B of chunk framing")
        let ratios = [(10, 3), (20, 3), (1, 20), (1, 21), (7, 7)].map { note($0.0, wire: $0.1, coded: $0.1, ["br"]) }
        #expect(
            ratios.map { $0?.split(separator: ",").last.map(String.init) }
                == [" 3.3 times", " 6.7 times", " 0.1 times", " 0.0 times", " 1.0 times"])
    }

    @Test func `a body that came in chunks is text, unless its bytes are none`() throws {
        func lines(_ wire: [UInt8], _ codings: [String] = []) throws -> [any LineSource] {
            let response = Response(
                status: 200, reason: [], httpVersion: .http1_1, headers: [], rawHead: [], body: [1],
                wireBodyByteCount: 1, decodedCodings: codings, wireBody: WireBody(bytes: wire), isComplete: true)
            return try #require(WireBodyLines(response)).lines(columns: 80)
        }
        let text = Array("1\r\nx\r\n".utf8)
        #expect(try lines(text).map { $0 is HexLines } == [false])
        #expect(try lines(text, ["gzip"]).map { $0 is HexLines } == [true])
        #expect(try lines([0x31, 0x0D, 0x0A, 0, 1, 2, 0x0D, 0x0A]).map { $0 is HexLines } == [true])
    }

    @Test func `bodies above 64 KiB together are laid out in the background`() {
        func takesLong(_ response: Int, _ request: RequestBody = .none) -> Bool {
            let hop = F.hop(
                request: F.request(body: request),
                response: F.response(headers: [], body: Array(repeating: 0x20, count: response)))
            return ExchangeDocument.takesLong(F.exchange(hops: [hop]))
        }
        #expect(!takesLong(1 << 16) && takesLong(1 << 16 + 1))
        #expect(takesLong(1 << 16, .bytes([1])) && takesLong(1 << 16, .pieces([.bytes([1]), .file(path: "/a")])))
        #expect(!takesLong(1 << 16, .file(path: "/a")) && !takesLong(1 << 16, .pieces([.file(path: "/a")])))
    }

    // MARK: Stored checks

    private static func row(passed: Int?, failed: Int?) -> LogRow {
        var row = LogRow(
            id: 1, state: .done, startedAt: F.start, method: "GET", url: "https://h.example/", source: .run,
            process: "apitui", pid: 7, status: 200, duration: .milliseconds(5))
        (row.checksPassed, row.checksFailed) = (passed, failed)
        return row
    }

    @Test func `checks that the log has are marked by what their sentences begin with`() {
        let sentences = [
            "passed: a", "failed: b", "warning: c", "not evaluated: d", "log: e", "     f", "other: g",
        ]
        let stored = StoredChecks(Self.row(passed: 1, failed: 1), sentences)
        let lines = CheckLines.lines(stored, width: 80)
        #expect(
            lines.texts == [
                "  ok      a", "  FAILED  b", "  warning c", "  unknown d", "  log     e", "          f",
                "          other: g",
            ])
        #expect(Self.roles(lines.lines) == [.success, .failure, .warning, .warning, .info, .text, .text])
        #expect(stored.score == "1/2" && stored.failed == 1)
        let narrow = CheckLines.lines(StoredChecks(Self.row(passed: 1, failed: 0), ["passed: one two"]), width: 14)
        #expect(narrow.texts.count > 1 && narrow.texts.dropFirst().allSatisfy { $0.hasPrefix("       ") })
    }

    @Test func `of checks whose sentences are gone there is the score, and a request without checks was not checked`() {
        func texts(_ passed: Int?, _ failed: Int?) -> [String] {
            CheckLines.lines(StoredChecks(Self.row(passed: passed, failed: failed), []), width: 90).texts
        }
        #expect(texts(3, 1) == ["3/4 checks passed; the log has no more of them."])
        #expect(texts(0, 0) == ["0/0 checks passed; the log has no more of them."])
        let none = ["Not checked: the request had no check when this response came."]
        #expect(texts(nil, nil) == none && texts(3, nil) == none && texts(nil, 1) == none)
        #expect(StoredChecks(Self.row(passed: nil, failed: nil), []).failed == 0)
    }
}
