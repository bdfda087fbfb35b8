import Bodies
import NetEngine
import Pattern
import TestSupport
import Testing

@Suite struct BodyComparisonTests {
    private func compare(
        _ first: String, _ second: String, isJSON: Bool = true, options: BodyComparison.Options = .init()
    ) -> BodyComparison {
        BodyComparison.compare(
            BodyBytes(Array(first.utf8)), BodyBytes(Array(second.utf8)), isJSON: isJSON, options: options, seed: 7)
    }

    /// Each change in a line, as a reader would write it.
    private func lines(
        _ first: String, _ second: String, isJSON: Bool = true, options: BodyComparison.Options = .init()
    ) -> [String] {
        let comparison = compare(first, second, isJSON: isJSON, options: options)
        let (text, other) = (Array(first.utf8), Array(second.utf8))
        return comparison.changes.map { change in
            let path = comparison.steps(of: change).map { step in
                switch step {
                case .member(let name, let isInSecond, let occurrence):
                    "." + String(decoding: (isInSecond ? other : text)[name], as: UTF8.self)
                        + String(repeating: "'", count: occurrence)
                case .element(let mine, let its):
                    mine == its ? "[\(mine ?? -1)]" : "[\(mine.map(String.init) ?? "")>\(its.map(String.init) ?? "")]"
                }
            }
            let old = change.first.map { String(decoding: text[$0], as: UTF8.self) } ?? ""
            let new = change.second.map { String(decoding: other[$0], as: UTF8.self) } ?? ""
            return "\(change.kind) \(path.joined()) \(old)>\(new)"
        }
    }

    @Test func `equal bytes are not read as JSON`() {
        let comparison = compare("{", "{")
        #expect(comparison.method == .equalBytes)
        #expect(comparison.areEqual)
    }

    @Test func `members are added, removed and changed, in any order and with any whitespace`() {
        #expect(
            lines(#"{"a":1,"b":{"c":[1,2]},"x":null}"#, #"{ "b": {"c": [1, 3]}, "n": true, "a": 1 }"#)
                == ["changed .b.c[1] 2>3", "removed .x null>", "added .n >true"])
        #expect(compare(#"{"a":1,"b":"\u00e9"}"#, #"{"b":"é", "a":1}"#).areEqual)
    }

    @Test func `1 and 1.0 are equal if numbers are compared by value, and differ if they are compared as written`() {
        #expect(compare("[1, 1e2, -0, 0.10]", "[1.0, 100, 0, 0.1]").areEqual)
        #expect(
            lines("[1, 2]", "[1.0, 2]", options: .init(comparesNumbersByValue: false)) == ["changed [0] 1>1.0"])
        #expect(compare("[12345678901234567890]", "[12345678901234567891]").counts[.changed] == 1)
    }

    @Test func `objects with an id are matched by it, also where they moved and changed`() {
        let first = #"[{"id":1,"n":"a"},{"id":2,"n":"b"},{"id":3,"n":"c"}]"#
        let second = #"[{"id":3,"n":"C"},{"id":1,"n":"a"},{"id":4,"n":"d"}]"#
        #expect(
            lines(first, second) == [
                #"removed [1>] {"id":2,"n":"b"}>"#, #"changed [2>0].n "c">"C""#,
                #"moved [0>1] {"id":1,"n":"a"}>{"id":1,"n":"a"}"#, #"added [>2] >{"id":4,"n":"d"}"#,
            ])
        #expect(compare(first, second).matchings == [.key: 1])
    }

    @Test func `an id that occurs twice, or that not every object has, does not match objects`() {
        #expect(compare(#"[{"id":1},{"id":1,"a":1}]"#, #"[{"id":1,"b":1},{"id":2}]"#).matchings == [.content: 1])
        #expect(compare(#"[{"id":1},{"a":1}]"#, #"[{"id":1,"b":1},{"id":2}]"#).matchings == [.content: 1])
        #expect(compare(#"[{"n":{"id":1}},{"id":{}}]"#, #"[{"id":{"b":1}},{"id":2}]"#).matchings == [.content: 1])
    }

    @Test func `an element at another place is one move, or one removed and one added if moves are not wanted`() {
        #expect(lines("[1,2,3,4]", "[1,4,2,3]") == ["moved [3>1] 4>4"])
        #expect(
            lines("[1,2,3,4]", "[1,4,2,3]", options: .init(findsMoves: false)) == ["added [>1] >4", "removed [3>] 4>"])
    }

    @Test func `repeated elements are matched by the shortest edit script`() {
        #expect(lines("[0,1,0,1,1]", "[0,0,1,0,1,1]") == ["added [>1] >0"])
    }

    @Test func `repeated names are counted, and compared in their order`() {
        let comparison = compare(#"{"a":1,"a":2,"b":3}"#, #"{"b":3,"a":2,"a":1,"\u0061":1}"#)
        #expect(comparison.repeatedNames == (1, 2))
        #expect(
            lines(#"{"a":1,"a":2,"b":3}"#, #"{"b":3,"a":2,"a":1,"\u0061":1}"#)
                == ["changed .a 1>2", "changed .a' 2>1", #"added .\u0061'' >1"#])
    }

    @Test func `a body that is not JSON is compared by line, and the reason is given`() {
        let comparison = compare("{\n\"a\": 1\n}", "{\n\"a\": 2,\n}")
        #expect(
            comparison.method
                == .lines(reason: "the second body is not JSON: a name in double quotes is expected here, at byte 10"))
        #expect(lines("{\n\"a\": 1\n}", "{\n\"a\": 2,\n}") == ["changed [1] \"a\": 1\n>\"a\": 2,\n"])
    }

    @Test func `lines are added, removed and changed, and their ends count`() {
        #expect(lines("a\nb\nc\n", "a\nX\nb\nc\n", isJSON: false) == ["added [>1] >X\n"])
        #expect(lines("a\nb\nc\n", "a\nc\n", isJSON: false) == ["removed [1>] b\n>"])
        #expect(lines("a\nb", "a\nb\n", isJSON: false) == ["changed [1] b>b\n"])
        #expect(lines("b\n", "a\nb\n", isJSON: false) == ["added [>0] >a\n"])
        #expect(lines("", "a\n", isJSON: false) == ["added [>0] >a\n"])
    }

    @Test func `more lines than half a million are compared by their places`() {
        let middle = String(repeating: "a\n", count: 1 << 19)
        let (first, second) = ("x\n\(middle)y\nw\n", "z\n\(middle)v\n")
        #expect(
            lines(first, second, isJSON: false)
                == ["changed [0] x\n>z\n", "changed [524289] y\n>v\n", "removed [524290>] w\n>"])
        let comparison = compare(second, first, isJSON: false)
        #expect(comparison.counts[.added] == 1 && comparison.counts.total == 3)
        #expect(comparison.matchings == [.position: 1] && comparison.isComplete)
    }

    @Test func `binary bodies are told apart by their first different byte`() {
        let comparison = compare("\u{0}abc", "\u{0}abX", isJSON: false)
        #expect(comparison.method == .bytes)
        #expect(comparison.changes.first?.first == 3..<4)
        // One of the two is enough.
        #expect(compare("\u{0}abc", "abc", isJSON: false).method == .bytes)
        #expect(compare("abc", "\u{0}abc", isJSON: false).method == .bytes)
        #expect(compare("abc", "abX", isJSON: false).method != .bytes)
    }

    @Test func `10,000 changes are listed and all are counted`() {
        let first = "[" + (0..<20_000).map { "{\"id\":\($0),\"v\":0}" }.joined(separator: ",") + "]"
        let second = "[" + (0..<20_000).map { "{\"id\":\($0),\"v\":1}" }.joined(separator: ",") + "]"
        let comparison = compare(first, second)
        #expect(comparison.changes.count == BodyComparison.listLimit)
        #expect(comparison.counts[.changed] == 20_000)
        #expect(comparison.counts.total == 20_000)
    }

    @Test func `a comparison that is stopped has what was found so far`() {
        let first = "[" + (0..<400_000).map { "[\($0)]" }.joined(separator: ",") + "]"
        let second = "[" + (0..<400_000).map { "[\($0 + 1),0]" }.joined(separator: ",") + "]"
        // Enough for reading both, and a part of the elements.
        let steps = 2 * (first.utf8.count + second.utf8.count) + 2_000_000
        let comparison = BodyComparison.compare(
            BodyBytes(Array(first.utf8)), BodyBytes(Array(second.utf8)), isJSON: true,
            budget: QueryBudget(steps: steps), seed: 7)
        #expect(!comparison.isComplete)
        #expect(!comparison.areEqual)
        #expect(comparison.counts.total > 0)
        let stopped = BodyComparison.compare(
            BodyBytes(Array(first.utf8)), BodyBytes(Array(second.utf8)), isJSON: true,
            budget: QueryBudget { true }, seed: 7)
        #expect(!stopped.isComplete)
        #expect(stopped.counts.total == 0)
    }

    @Test(arguments: 0..<400) func `the changes applied to the first body give the second`(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let value = RandomJSON.make(&generator)
        let (first, second) = (value.text, value.edited(&generator).edited(&generator).text)
        for findsMoves in [true, false] {
            let comparison = compare(first, second, options: .init(findsMoves: findsMoves))
            #expect(comparison.isComplete)
            let applied = AppliedChanges(
                first: Array(first.utf8), second: Array(second.utf8), comparison: comparison)
            #expect(applied.result == AppliedChanges.value(Array(second.utf8)), "\(first) to \(second)")
        }
    }

    @Test(arguments: 0..<300) func `changed lines applied to the first text give the second`(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        func text(_ lines: [String]) -> String {
            lines.joined(separator: "\n") + (Bool.random(using: &generator) && !lines.isEmpty ? "\n" : "")
        }
        var lines = (0..<Int.random(in: 0..<20, using: &generator)).map { _ in
            "l\(Int.random(in: 0..<6, using: &generator))"
        }
        let first = text(lines)
        for _ in 0..<Int.random(in: 0..<5, using: &generator) where !lines.isEmpty {
            lines.remove(at: Int.random(in: 0..<lines.count, using: &generator))
            lines.insert("n", at: Int.random(in: 0...lines.count, using: &generator))
        }
        let second = text(lines)
        let comparison = compare(first, second, isJSON: false)
        let (old, new) = (Array(first.utf8), Array(second.utf8))
        var kept = old.split(separator: 0x0A, omittingEmptySubsequences: false).map { Array($0) + [0x0A] }
        if !kept.isEmpty { kept[kept.count - 1].removeLast() }
        if kept.last?.isEmpty == true { kept.removeLast() }
        var pieces: [[UInt8]?] = kept
        var placed: [Int: [UInt8]] = [:]
        for change in comparison.changes {
            guard case .element(let mine, let other)? = change.step else { continue }
            if let mine { pieces[mine] = nil }
            if let other, let range = change.second { placed[other] = Array(new[range]) }
        }
        var rest = pieces.compactMap { $0 }[...]
        var result: [UInt8] = []
        for index in 0..<(placed.count + rest.count) {
            result += placed[index] ?? rest.popFirst() ?? []
        }
        #expect(result == new, "\(first) to \(second)")
    }

    @Test func `a change is placed by a path that a reader can type, with both places where they differ`() {
        func path(_ first: String, _ second: String, isJSON: Bool = true) -> [String] {
            let comparison = compare(first, second, isJSON: isJSON)
            return Array(first.utf8).withUnsafeBufferPointer { mine in
                Array(second.utf8).withUnsafeBufferPointer { other in
                    comparison.changes.map { comparison.path(of: $0, mine, other) }
                }
            }
        }
        #expect(path(#"{"a":[{"x y":1}]}"#, #"{"a":[{"x y":2}]}"#) == ["$.a[0]['x y']"])
        #expect(path("[1,2,3]", "[3,1,2]") == ["$[2 \u{2192} 0]"])
        #expect(path(#"{"a":1,"a":2}"#, #"{"a":1,"a":3}"#) == ["$.a (2)"])
        #expect(path("a\nb\n", "a\nc\n", isJSON: false) == ["line 2"])
    }

    @Test func `the method and the counts are sentences`() {
        #expect(compare("[1,2]", "[1, 2, 3]").countText == "1 added")
        #expect(compare("[1,2]", "[2, 5, 7]").methodText == "Compared as JSON; arrays by equal elements.")
        #expect(compare("[1]", "[ 1]").countText == "no differences")
        #expect(compare("{", "}").methodText.hasPrefix("Compared by line: the first body is not JSON: "))
        #expect(compare("{", "{").methodText == "The bodies are the same, byte by byte.")
    }

    @Test func `a comparison says by what arrays were matched, and what changed how often`() {
        #expect(
            compare(#"[{"id":1,"n":"a"},{"id":2}]"#, #"[{"id":1,"n":"b"},{"id":3}]"#).methodText
                == "Compared as JSON; arrays by an id.")
        #expect(
            compare(
                #"{"a":[{"id":1},{"id":2}],"b":[1,2,3]}"#, #"{"a":[{"id":1,"x":1},{"id":3}],"b":[3,1,4]}"#
            ).methodText == "Compared as JSON; arrays by an id (1), equal elements (1).")
        #expect(compare(#"{"a":1}"#, #"{"a":2}"#).methodText == "Compared as JSON.")
        #expect(compare("a\nb", "a\nc", isJSON: false).methodText == "Compared by line.")
        #expect(
            compare("\u{0}abc", "\u{0}abX", isJSON: false).methodText
                == "A body is binary: they differ from byte 3 on.")
        #expect(
            compare(#"{"c":1,"r":1,"l":[1,2,3,4]}"#, #"{"c":2,"a":1,"l":[1,4,2,3]}"#).countText
                == "1 changed, 1 added, 1 removed, 1 moved")
        #expect(compare("[1]", "[2]").countText == "1 changed")
    }

    @Test func `names that a path cannot have without quotes are in quotes`() {
        func path(_ name: String) -> String {
            let (first, second) = (Array("{\"\(name)\":1}".utf8), Array("{\"\(name)\":2}".utf8))
            let comparison = BodyComparison.compare(
                BodyBytes(first), BodyBytes(second), isJSON: true, options: .init(), seed: 7)
            return first.withUnsafeBufferPointer { mine in
                second.withUnsafeBufferPointer { other in
                    comparison.changes.map { comparison.path(of: $0, mine, other) }.joined(separator: " ")
                }
            }
        }
        #expect(
            ["a1_B", "1a", "a-b", "", "a\\u0041", "é"].map(path)
                == ["$.a1_B", "$['1a']", "$['a-b']", "$['']", "$.aA", "$['é']"])
        #expect(lines("1", "2") == ["changed  1>2"])
    }

    @Test func `headers are compared by name without case, and repeated ones in their order`() {
        let comparison = HeaderComparison(
            [("Date", "Mon"), ("Set-Cookie", "a=1"), ("Set-Cookie", "b=1"), ("X-Old", "1"), ("Same", "1")],
            [("date", "Tue"), ("set-cookie", "a=1"), ("Set-Cookie", "b=2"), ("SAME", "1"), ("X-New", "2")])
        #expect(
            comparison.changes.map { "\($0.name) \($0.first ?? "")>\($0.second ?? "")" }
                == ["Date Mon>Tue", "Set-Cookie b=1>b=2", "X-Old 1>", "X-New >2"])
    }
}
