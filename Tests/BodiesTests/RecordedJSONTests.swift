import Foundation
import NetEngine
import Pattern
import TestSupport
import Testing

@testable import Bodies

/// Small JSON texts as they are laid out and folded, each row with the value that it begins, and pairs of bodies in words, as they were
/// recorded (`Recorded`).
@Suite struct RecordedJSONTests {
    /// With the signs of `SignedText` and of `DecoderCases`.
    private static let texts = #"""
        {}
        []
        [[],{}]
        null
        -0.5e+10
        "a\"b\\"
        {"a":1,"b":[true,false,null],"c":{"d":"e"}}
        {"a":[1,2,{"b":3}],"c":{},"d":{"e":[]},"f":4}
        [{"id":1},{"id":2,"n":[[1],[2,3]]}]
        {"a b":1,"c'd":{"e\"f":2},"":3,"é":[4],"\u0061":5}
        {"a":1,"a":2,"a":{"a":3}}
          [ 1 ,⏎ 2 ]␍⏎
        [1,2⏎
        [1,{"a":[true,nul
        {"a":"open
        {"a
        {"a":
        {"a":1,
        {
        [1,]
        [,1]
        {"a":1,}
        {a:1}
        {'a':1}
        {"a" 1}
        {"a":1 "b":2}
        [1 2]
        [1,2]]
        {"a":1}⏎oops⏎more
        tru
        truex
        01
        -
        1.
        1e
        1e+
        +1
        .5
        NaN
        "tab⇥"
        "\x"
        "\u12g4"
        "\u12
        "\ud800"
        "\
        ⏎⏎x
        {"a":1}⏎{"a":2}⏎[3]
        {"a":1}⏎⏎{"a":⏎
        1⏎2⏎"3"
        ␞{"a":1}⏎␞[2]⏎
        ␞␞1
        [1e999,123456789012345678901234567890,1.0]
        [[[[[[1]]]]]]
        {"k":[{"k":[{"k":[]}]}]}
        ␀
        [␀]
        """#

    private static func bytes(_ line: some StringProtocol) -> [UInt8] {
        Array(SignedText.read(line, own: DecoderCases.signs).utf8)
    }

    private static func row(_ indent: Int, _ segments: [LineSegment], _ text: UnsafeBufferPointer<UInt8>) -> String {
        segments.reduce(into: String(repeating: " ", count: indent)) { row, segment in
            switch segment {
            case .bytes(let range, _): row += Printed.escaped(String(decoding: text[range], as: UTF8.self))
            case .gap(let count): row += String(repeating: " ", count: count)
            case .added(let text, _): row += "«\(text)»"
            }
        }
    }

    private static func kinds(_ segments: [LineSegment]) -> String {
        segments.compactMap { segment in
            switch segment {
            case .bytes(_, let kind), .added(_, let kind): "\(kind)"
            case .gap: nil
            }
        }.joined(separator: " ")
    }

    private static func shown(_ text: UnsafeBufferPointer<UInt8>, isSequence: Bool) -> String {
        let layout = JSONLayout(text, allowsManyRoots: isSequence, plain: TextLayout(text))
        var shown =
            layout.error.map {
                "\($0.error.reason), byte \($0.error.offset), line \($0.place.line):\($0.place.column)\n"
            } ?? ""
        for line in 0..<layout.lineCount {
            let (indent, segments) = layout.segments(ofLine: line, of: text)
            shown += "\(row(indent, segments, text))  <\(kinds(segments))>"
            if let value = layout.value(ofLine: line, in: text) {
                let path = layout.normalizedPath(ofLine: line, isSequence: isSequence, limit: 200, in: text)
                var kind = "\(value.kind)"
                if case .container(let container) = value.kind { kind = "container of \(container.count)" }
                shown += "  \(path ?? "no path") \(value.range) \(kind)\(value.isWhole ? "" : ", cut")"
            }
            shown += "\n"
        }
        // In order, as a view draws them.
        var lines: [Int] = []
        layout.forEachLine(from: 0, of: text) { line, _, _ in
            lines.append(line)
            return true
        }
        if lines != Array(0..<layout.lineCount) { shown += "visited \(lines)\n" }
        shown +=
            "offsets " + (0...text.count).map { String(layout.line(atOffset: $0, in: text)) }.joined(separator: " ")
            + "\n"
        for depth in 0...1 {
            let folded = FoldedLayout(layout, JSONFolds(depth: depth))
            shown += "folded at \(depth)\n"
            var line = 0
            while line < folded.lineCount {
                let (indent, segments) = folded.segments(ofLine: line, of: text)
                shown += "  \(row(indent, segments, text))\n"
                line = folded.nextLine(after: line, in: text)
            }
            shown +=
                "  shown "
                + (0..<folded.lineCount).map { String(folded.shownLine(for: $0, in: text)) }.joined(separator: " ")
            shown += "\n"
        }
        return shown
    }

    @Test func `small texts are laid out as it was recorded`() throws {
        var parts: [(name: String, text: String)] = []
        for line in Self.texts.split(separator: "\n") {
            Self.bytes(line).withUnsafeBufferPointer { text in
                for isSequence in [false, true] {
                    let shown = Self.shown(text, isSequence: isSequence)
                    if isSequence, shown == parts.last?.text { continue }
                    parts.append((isSequence ? "\(line) as many" : String(line), shown))
                }
            }
        }
        try Recorded.expect(parts, in: "json-layouts")
    }

    /// Bodies after each other, with ` => ` between them.
    private static let pairs = #"""
        {"a":1} => {"a":2,"b":3}
        {"a":{"b":[1,2,3]}} => {"a":{"b":[1,5,3]}}
        {"a b":1,"c'd":2,"1e":3,"é":4,"x_1":5,"":6} => {"a b":2,"c'd":3,"1e":4,"é":5,"x_1":6,"":7}
        {"a":1,"a":2,"b":3} => {"a":1,"a":5,"b":4}
        {"a":1} => {"a":1,"a":2}
        [{"id":1,"v":1},{"id":2,"v":2},{"id":3,"v":3}] => [{"id":3,"v":3},{"id":1,"v":9},{"id":4,"v":4}]
        [{"ID":1,"v":1},{"ID":2,"v":2}] => [{"ID":2,"v":2},{"ID":1,"v":3}]
        [{"userId":1,"v":1},{"userId":2,"v":2}] => [{"userId":2,"v":2},{"userId":1,"v":3}]
        [{"name":"x","id":1,"v":1},{"name":"x","id":2,"v":2}] => [{"name":"x","id":2,"v":2},{"name":"x","id":1,"v":3}]
        [{"id":{},"v":1},{"id":{},"v":2}] => [{"id":{},"v":2},{"id":{},"v":3}]
        [{"id":1,"v":1},{"v":2}] => [{"v":2},{"id":1,"v":3}]
        [{"id":1},{"id":1}] => [{"id":1},{"id":2}]
        [{"k":[{"id":1,"v":1},{"id":2}]}] => [{"k":[{"id":2},{"id":1,"v":2}]}]
        [1,2,3,4] => [2,3,4,1]
        [1,2] => [3,4,5]
        [1] => [2]
        [] => [1]
        [1,1,1,2] => [2,1,1]
        [[1],[2],[3]] => [[3],[2],[9]]
        {"l":[{"id":1,"v":1},{"id":2}],"m":[1,2,3]} => {"l":[{"id":2},{"id":1,"v":2}],"m":[3,1,2]}
        "a" => "b"
        1 => [1]
        null => null⏎
        {"a":1 => {"a":1}
        {"a":1} => {"a":1}}
        a⏎b⏎c => a⏎x⏎c
        a⏎b⏎c⏎ => a⏎b⏎c
        a⏎b⏎c => b⏎c
        a⏎a⏎a⏎b => b⏎a⏎a
        x => y
        a␍⏎b => a⏎b
        a␀b => a␀c
        a => a␀
         => x
        x⏎y⏎z⏎w => x⏎z⏎y⏎w
        """#

    @Test func `differences are said in words as it was recorded`() throws {
        let parts = Recorded.parts(of: Self.pairs) { line in
            let bodies = " \(line)".components(separatedBy: " => ").enumerated().map { index, body in
                Self.bytes(index == 0 ? String(body.dropFirst()) : body)
            }
            var text = ""
            for isJSON in [true, false] {
                bodies[0].withUnsafeBufferPointer { first in
                    bodies[1].withUnsafeBufferPointer { second in
                        let found = BodyComparison.compare(first, second, isJSON: isJSON, seed: 7)
                        text += "\(found.methodText) \(found.countText)\(found.isComplete ? "" : ", not complete")\n"
                        for change in found.changes {
                            func part(_ range: Range<Int>?, _ text: UnsafeBufferPointer<UInt8>) -> String {
                                range.map { Printed.quoted(String(decoding: text[$0], as: UTF8.self)) } ?? "-"
                            }
                            text += "  \(change.kind) \(Printed.escaped(found.path(of: change, first, second))): "
                            text += "\(part(change.first, first)) -> \(part(change.second, second))\n"
                        }
                    }
                }
            }
            return text
        }
        try Recorded.expect(parts, in: "differences-in-words")
    }

    /// What is typed as a filter.
    private static let filters = #"""
        $
        .
        .a
        .a.
        .a[
        .a[0
        .a[0]
        .a[0]]
        [0]
        a
        a.b
        $.a b
        $..
        $..a
        $[?@.a == 'x'
        $[?@.a == 'x']
        $[?@.a = 1]
        $[?@.a == "x\"]
        $['a
        $.a)
        /a
        //a
        //a[
        //a[@b
        //a[@b='c'
        //a[@b='c']
        //a]
        //
        /a/text()
        count(//a)
        count(
        $.é
        |
        |jq
        | jq . | head
         |x
          $.a
        x|y
        !
        """#

    @Test func `what is typed is a filter as it was recorded`() throws {
        var parts: [(name: String, text: String)] = []
        let json = BodyBytes(Array(#"{"a":[1,{"b":"x"}],"é":null}"#.utf8))
        let xml = BodyBytes(Array("<r><a b='c'>t<d/></a><a>u</a></r>".utf8))
        for line in Self.filters.split(separator: "\n") {
            var text = ""
            for language in [BodyFilter.Language.jsonPath, .xPath, .none, .cut] {
                switch BodyFilter.read(String(line), language) {
                case .empty: text += "\(language): empty\n"
                case .incomplete: text += "\(language): incomplete\n"
                case .wrong(let clause, let offset): text += "\(language): \(clause), byte \(offset)\n"
                case .filter(.command(let command)): text += "\(language): command '\(command)'\n"
                case .filter(let filter):
                    do throws(BodyFilter.Failure) {
                        let body = language == .jsonPath ? json : xml
                        let found = try filter.run(on: body, isSample: false, budget: QueryBudget())
                        let bytes = String(decoding: found?.bytes ?? [], as: UTF8.self)
                        text +=
                            "\(language): \(found?.matches ?? -1) \(found?.contentType ?? "-") \(Printed.escaped(bytes))\n"
                    } catch { text += "\(language): \(error)\n" }
                }
            }
            parts.append((String(line), text))
        }
        try Recorded.expect(parts, in: "body-filters")
    }
}
