import Base
import TestSupport
import Testing

@testable import Descriptions

/// Where the cursor is in a JSON body. `|` stands for it in these texts.
@Suite struct JSONBodyPlaceTests {
    private func place(_ text: String) throws -> (place: JSONBodyPlace?, text: [UInt8]) {
        let bytes = Array(text.utf8)
        let offset = try #require(bytes.firstIndex(of: Byte.verticalBar))
        let whole = Array(bytes[..<offset] + bytes[(offset + 1)...])
        return (JSONBodyPlace(whole, at: offset), whole)
    }

    @Test(arguments: [
        ("|", "", "value"), ("{|", "", "name"), ("{\"na|", "", "name"), ("{na|", "", "name"),
        ("{\"a\": |", "a", "value"),
        ("{\"a\": tr|", "a", "value"), ("{\"a\": \"x|", "a", "value"), ("{\"a\": 1, |}", "", "name"),
        ("{\"a\": {\"b\": [1, {|", "a b 1", "name"), ("[1, 2, |]", "2", "value"),
        ("{\"a\": [], \"b\": |\n}", "b", "value"),
        ("{\"id\": {{id}}, \"b\": |", "b", "value"), ("# {\n{\"a\": \"}\\\"\", |", "", "name"),
        ("// x\n{\"\\u0061\": |", "a", "value"), ("{\"a\": \"b|\n}", "a", "value"), ("{\"a\": \"b|\"}", "a", "value"),
    ])
    func `the path and the kind of what is typed`(text: String, path: String, kind: String) throws {
        let found = try #require(try place(text).place, "\(text)")
        let steps = found.path.map {
            if case .name(let name) = $0 { name } else if case .index(let index) = $0 { "\(index)" } else { "" }
        }
        #expect(steps.joined(separator: " ") == path && "\(found.kind)" == kind, "\(text): \(found)")
    }

    @Test(arguments: [
        "{\"a\"| ", "{\"a\": 1|2}", "{\"a\": 1 |", "{\"a\": \"b\"|}", "{\"a\": \"b|c\"}", "{\"a\" |", "[1 |", "# x|",
        "{}|",
        "{\"a\": {{b}}|", "{\"a\": {{b|", "{\"a\": tr|ue}", "{\"a\": |1}", "{\"a\": | \"x\"}", "{ { |", "{ [|",
    ])
    func `where nothing fits nothing is offered`(text: String) throws {
        #expect(try place(text).place == nil, "\(text)")
    }

    @Test func `names before and after the cursor are known, in this object alone`() throws {
        let found = try #require(
            try place("{\"x\": {\"no\": 1}, \"a\": 1,\n \"b|\n \"c\": {\"not\": 2}, \"d\": [{\"nor\": 3}]}, \"e\"")
                .place)
        #expect(found.names == ["x", "a", "c", "d"])
        let empty = try #require(try place("{| \"b\": 1}").place)
        #expect(empty.names == ["b"])
    }

    @Test func `what follows the cursor decides how a name ends`() throws {
        #expect(try place("{\"a|\"").place?.isClosed == true)
        #expect(try place("{\"a|\" : 1}").place?.hasColon == true)
        #expect(try place("{\"a|").place.map { $0.isClosed || $0.hasColon } == false)
        let (found, text) = try place("{\"one\": 1, \"tw|")
        #expect(found.map { String(decoding: text[$0.typed], as: UTF8.self) } == "\"tw")
    }

    @Test func `a hundred thousand brackets end without a place`() {
        for byte in [Byte.openBracket, Byte.openBrace] {
            var text = [UInt8]()
            for _ in 0..<100_000 { text += [byte, Byte.space] }
            #expect(JSONBodyPlace(text, at: text.count) == nil)
        }
    }

    @Test(arguments: 1...40) func `any bytes at any offset are read without a crash`(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let pieces = [
            "{", "}", "[", "]", ":", ",", "\"", "\\", "{{", "}}", "\n", " ", "a", "1", "true", "#", "//", "é", "\\u00",
        ]
        var text: [UInt8] = []
        for _ in 0..<Int.random(in: 0...60, using: &random) {
            if Bool.random(using: &random) || Bool.random(using: &random) {
                text += pieces.randomElement(using: &random).map { Array($0.utf8) } ?? []
            } else {
                text.append(UInt8.random(in: 0...255, using: &random))
            }
        }
        for offset in -1...(text.count + 1) {
            guard let found = JSONBodyPlace(text, at: offset) else { continue }
            #expect(found.typed.upperBound == offset && found.typed.lowerBound >= 0, "\(text) at \(offset)")
            #expect(!text[found.typed].contains(Byte.lineFeed), "\(text) at \(offset)")
        }
    }
}
