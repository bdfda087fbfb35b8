import NetEngine
import TestSupport
import Testing

@testable import Base
@testable import Bodies
@testable import JSONPath

@Suite struct JSONDescentTests {
    private func descend(
        _ path: String, in text: String, isStopped: (Int) -> Bool = { _ in false }
    ) throws -> JSONDescent {
        let steps = try #require(try JSONPathParser.parse(path).singularSteps)
        return Array(text.utf8).withUnsafeBufferPointer { text in
            index(text).descend(steps, in: text, isStopped: isStopped)
        }
    }

    private func index(_ text: UnsafeBufferPointer<UInt8>) -> JSONIndex {
        var index = JSONIndex()
        index.read(text, to: text.count)
        index.finish(text)
        return index
    }

    @Test(
        arguments: [
            ("$", #" {"a":1}"#, .found(1)), ("$.a", #"{"a" : 1}"#, .found(7)),
            ("$.b.c[1]", #"{"a":[],"b":{"c":[0,7]}}"#, .found(20)),
            ("$['é']", #"{"e":1,"\u00e9":2}"#, .found(16)), ("$['']", #"{"a":1,"":2}"#, .found(10)),
            ("$[-1]", "[1, 22, 333]", .found(8)), ("$[0]", "[ ]", .missing(after: 0)),
            ("$[3]", "[1,2,3]", .missing(after: 0)),
            ("$.a.b.c", #"{"a":{"b":5}}"#, .missing(after: 2)), ("$.a", "[1]", .missing(after: 0)),
            ("$[0]", #"{"a":1}"#, .missing(after: 0)), ("$.x", #"{"y":{"x":1},"z":"\"x\":"}"#, .missing(after: 0)),
            ("$.a", #"{"a"#, .missing(after: 0)), ("$[-9]", "[1]", .missing(after: 0)), ("$.a", "", .missing(after: 0)),
            ("$.a[1]", #"{"a":[1,2"#, .found(8)), ("$.a[-1]", #"{"a":5}"#, .missing(after: 1)),
        ] as [(String, String, JSONDescent)])
    func `a path leads to its value, or says how far it leads`(path: String, text: String, expected: JSONDescent) throws
    {
        #expect(try descend(path, in: text) == expected)
    }

    @Test(arguments: 0..<60) func `the path of each place leads back to it`(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        var parts: [String] = []
        for number in 0..<Int.random(in: 1...400, using: &random) {
            let value =
                ["[1, [2, {\"x\": 3}]]", "{\"a\": {\"b\": [true]}}", "\"\(String(repeating: "s", count: 90))\"", "12"]
                .randomElement(using: &random) ?? "0"
            parts.append("\"n\(number)\": \(value)")
        }
        let text = Array("{\(parts.joined(separator: ", "))}".utf8)
        text.withUnsafeBufferPointer { text in
            let index = index(text)
            for number in stride(from: 1, to: index.rowCount, by: 7) {
                guard let row = index.row(number, in: text) else { continue }
                let path = index.path(to: row.offset, limit: .max, in: text).steps
                let steps = path.map { step -> JSONPathQuery.Step in
                    switch step {
                    case .index(let index): .index(index)
                    case .name(let range): .name(Array(text[range].dropFirst().dropLast()))
                    }
                }
                guard case .found(let offset) = index.descend(steps, in: text, isStopped: { _ in false }) else {
                    Issue.record("\(steps) leads nowhere")
                    return
                }
                #expect(index.path(to: offset, limit: .max, in: text).steps == path)
            }
        }
    }

    @Test func `an element of a large array is found by the records of its blocks`() throws {
        let items = (0..<100_000).map { #"{"id":\#($0),"list":[1,2,3]}"# }.joined(separator: ",")
        let text = #"{"head":{"x":"y"},"items":[\#(items)],"tail":7}"#
        var asked = 0
        guard
            case .found(let offset) = try descend(
                "$.items[99999].id", in: text,
                isStopped: { _ in
                    asked += 1
                    return false
                })
        else {
            Issue.record("not found")
            return
        }
        #expect(Array(text.utf8)[offset..<offset + 5] == Array("99999".utf8)[...])
        #expect(asked < 10)
        #expect(try descend("$.tail", in: text) == .found(text.utf8.count - 2))
        #expect(try descend("$.items[100000]", in: text) == .missing(after: 1))
        #expect(try descend("$.items[-100000].id", in: text) == .found(33))
    }

    @Test func `looking through many names can be stopped`() throws {
        let text = "{" + (0..<50_000).map { "\"name\($0)\":0" }.joined(separator: ",") + "}"
        var places: [Int] = []
        let outcome = try descend("$.name49999", in: text) { place in
            places.append(place)
            return places.count == 3
        }
        #expect(outcome == .stopped)
        #expect(places == places.sorted() && places.count == 3)
    }
}
