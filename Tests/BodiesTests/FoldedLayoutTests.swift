import NetEngine
import TestSupport
import Testing

@testable import Bodies

/// What is around each byte of a JSON text, found byte by byte.
private struct Brackets {
    /// Of each container its depth, where it begins, and its closing bracket.
    var pairs: [(depth: Int, range: ClosedRange<Int>)] = []

    init(_ text: UnsafeBufferPointer<UInt8>) {
        var open: [Int] = []
        var isInString = false
        var place = 0
        while place < text.count {
            switch text[place] {
            case UInt8(ascii: "\""): isInString.toggle()
            case UInt8(ascii: "\\"): place += 1
            case UInt8(ascii: "{") where !isInString, UInt8(ascii: "[") where !isInString: open.append(place)
            case UInt8(ascii: "}") where !isInString, UInt8(ascii: "]") where !isInString:
                let start = open.removeLast()
                pairs.append((open.count, start...place))
            default: break
            }
            place += 1
        }
    }

    /// What contains an offset, by depth.
    func around(_ offset: Int) -> [Int: Int] {
        Dictionary(
            uniqueKeysWithValues: pairs.filter { $0.range.contains(offset) && $0.range.lowerBound < offset }.map {
                ($0.depth, $0.range.lowerBound)
            })
    }
}

@Suite struct FoldedLayoutTests {
    private static func layout(_ text: UnsafeBufferPointer<UInt8>, allowsManyRoots: Bool = false) -> JSONLayout {
        JSONLayout(text, allowsManyRoots: allowsManyRoots, plain: TextLayout(text))
    }

    private static func rows(_ layout: FoldedLayout, _ text: UnsafeBufferPointer<UInt8>) -> [String] {
        var rows: [String] = []
        var line = 0
        while line < layout.lineCount {
            let (indent, segments) = layout.segments(ofLine: line, of: text)
            let content = segments.map { segment in
                switch segment {
                case .gap(let count): String(repeating: " ", count: count)
                case .added(let note, _): note
                case .bytes(let range, _): String(decoding: text[range], as: UTF8.self)
                }
            }
            rows.append(String(repeating: " ", count: indent) + content.joined())
            line = layout.nextLine(after: line, in: text)
        }
        return rows
    }

    @Test func `a folded value is one row with its count and size`() {
        Array(#"{"a":[1,2,{"b":3}],"c":{},"d":{"e":[]},"f":4}"#.utf8).withUnsafeBufferPointer { text in
            let base = Self.layout(text)
            let rows = { (folds: JSONFolds) in Self.rows(FoldedLayout(base, folds), text) }
            #expect(rows(JSONFolds(depth: 0)) == ["{ 4 members, 45 B }"])
            #expect(
                rows(JSONFolds(depth: 1)) == [
                    "{", #"  "a": [ 3 items, 13 B ],"#, #"  "c": {},"#, #"  "d": { 1 member, 8 B },"#, #"  "f": 4"#,
                    "}",
                ])
            var folds = JSONFolds(depth: 1)
            folds.unfold(5, depth: 1)
            #expect(
                rows(folds).prefix(6) == ["{", #"  "a": ["#, "    1,", "    2,", "    { 1 member, 7 B }", "  ],"])
            folds.fold(5, depth: 1)
            #expect(folds == JSONFolds(depth: 1))
        }
    }

    @Test func `a body that goes on says so, and what is not JSON stays in view`() {
        Array("[1,{\"a\":[true,null".utf8).withUnsafeBufferPointer { text in
            let rows = Self.rows(FoldedLayout(Self.layout(text), JSONFolds(depth: 1)), text)
            #expect(rows == ["[", "  1,", "  { 1 member so far, 15 B "])
        }
        Array("{\"a\":[1,2]}\noops\n".utf8).withUnsafeBufferPointer { text in
            let rows = Self.rows(FoldedLayout(Self.layout(text), JSONFolds(depth: 0)), text)
            #expect(rows == ["{ 1 member, 11 B }", "oops"])
        }
    }

    @Test(arguments: 0..<6)
    func `what is around a row is found over many blocks`(seed: Int) {
        var random = SeededGenerator(seed: UInt64(seed) + 5)
        JSONTexts.large(&random).withUnsafeBufferPointer { text in
            let (layout, brackets) = (Self.layout(text), Brackets(text))
            for line in stride(from: 0, to: layout.lineCount, by: 7) {
                guard let row = layout.row(line, in: text) else { continue }
                let around = brackets.around(row.offset)
                for depth in 0...(around.count + 1) {
                    #expect(layout.index.opening(atDepth: depth, around: row.offset, in: text) == around[depth])
                }
            }
        }
    }

    @Test(arguments: 0..<6)
    func `the shown lines are those that are in no fold, in both directions`(seed: Int) {
        var random = SeededGenerator(seed: UInt64(seed) + 17)
        JSONTexts.large(&random).withUnsafeBufferPointer { text in
            let (base, brackets) = (Self.layout(text), Brackets(text))
            var folds = JSONFolds(depth: seed % 3 == 0 ? nil : seed % 3 + 1)
            for pair in brackets.pairs.shuffled(using: &random).prefix(40) {
                if folds.contains(pair.range.lowerBound, depth: pair.depth) {
                    folds.unfold(pair.range.lowerBound, depth: pair.depth)
                } else {
                    folds.fold(pair.range.lowerBound, depth: pair.depth)
                }
            }
            let folded = brackets.pairs.filter { folds.contains($0.range.lowerBound, depth: $0.depth) }.map(\.range)
            var shown: [Int] = []
            let layout = FoldedLayout(base, folds)
            for line in 0..<base.lineCount {
                guard let row = base.row(line, in: text) else { continue }
                let outermost = folded.filter { $0.contains(row.offset) && $0.lowerBound < row.offset }
                    .min { $0.lowerBound < $1.lowerBound }
                if outermost == nil { shown.append(line) }
                let wanted = outermost.map { base.line(atOffset: $0.lowerBound, in: text) } ?? line
                #expect(layout.shownLine(for: line, in: text) == wanted)
            }
            var walked: [Int] = []
            var line = 0
            while line < base.lineCount {
                walked.append(line)
                line = layout.nextLine(after: line, in: text)
            }
            #expect(walked == shown)
            #expect(shown.count < base.lineCount)
        }
    }

    @Test func `records are numbered, also values that are no containers`() {
        let records = (0..<9_000).map { $0 % 3 == 0 ? "{\"n\":[\($0)]}" : $0 % 3 == 1 ? "\($0)" : "\"a \($0)\"" }
        Array(records.joined(separator: "\n").utf8).withUnsafeBufferPointer { text in
            let layout = Self.layout(text, allowsManyRoots: true)
            var record = -1
            for line in 0..<layout.lineCount {
                guard let row = layout.row(line, in: text) else { continue }
                let isClosing = text[row.offset] == UInt8(ascii: "}")
                if row.depth == 0, !isClosing { record += 1 }
                #expect(layout.index.rootIndex(at: row.offset, in: text) == record)
            }
            #expect(record == 8_999)
        }
    }

    @Test func `what was found of a text is found once, and again when more of it came`() {
        let items = (0..<2_000).map { "{\"id\":\($0)}" }.joined(separator: ",")
        Array("[[\(items)],[1,2]]".utf8).withUnsafeBufferPointer { text in
            let folds = JSONFolds(depth: 1)
            let part = FoldedLayout(Self.layout(UnsafeBufferPointer(rebasing: text[..<100])), folds)
            #expect(Self.rows(part, text).count == 2)
            let whole = FoldedLayout(Self.layout(text), folds)
            let rows = Self.rows(whole, text)
            #expect(rows == ["[", "  [ 2,000 items, 23 KB ],", "  [ 2 items, 5 B ]", "]"])
            let steps = WorkMeter.steps { _ = Self.rows(whole, text) }
            #expect(steps == 0)
        }
    }

    @Test func `a step over a fold costs no more in a body ten times as large`() {
        let growth = Growth(of: 4_000) { count in
            Array("[[\((0..<count).map { "{\"id\":\($0)}" }.joined(separator: ","))],[1,2]]".utf8)
        } _: { bytes in
            bytes.withUnsafeBufferPointer { text in
                let layout = Self.layout(text)
                let folded = FoldedLayout(layout, JSONFolds(depth: 1))
                #expect(folded.nextLine(after: 1, in: text) == layout.lineCount - 5)
                #expect(folded.shownLine(for: layout.lineCount - 6, in: text) == 1)
            }
        }
        // Reading the body counts once for each byte; beside it the steps are few.
        #expect(growth.isLinear)
    }
}
