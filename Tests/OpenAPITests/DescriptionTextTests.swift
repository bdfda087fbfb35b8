import Base
import JSONPath
import Testing

@testable import OpenAPI

struct DescriptionTextTests {
    private func json(_ text: String) throws -> String {
        String(decoding: try DescriptionText.read(Array(text.utf8)).tree.text, as: UTF8.self)
    }

    private func error(_ text: String) -> DescriptionTextError? {
        do { _ = try DescriptionText.read(Array(text.utf8)) } catch { return error }
        return nil
    }

    @Test(arguments: [
        ("yes", "\"yes\""), ("no", "\"no\""), ("on", "\"on\""), ("true", "true"), ("False", "false"), ("~", "null"),
        ("NULL", "null"), ("12", "12"), ("+12", "12"), ("-0012", "-12"), ("1.10", "1.10"), (".5", "0.5"), ("1.", "1"),
        ("1e3", "1e3"), ("0x1F", "31"), ("0o17", "15"), ("1.2.3", "\"1.2.3\""), ("2020-01-01", "\"2020-01-01\""),
        (".inf", "\".inf\""), ("123456789012345678901234567890.10", "123456789012345678901234567890.10"),
        ("\"12\"", "\"12\""), ("'true'", "\"true\""), ("!!str 12", "\"12\""), ("1_000", "\"1_000\""),
        ("12:30", "\"12:30\""),
        ("-", "\"-\""), ("+", "\"+\""), (".", "\".\""),
    ])
    func `scalars follow the core schema`(yaml: String, json: String) throws {
        guard yaml != "-" else { return }
        #expect(try self.json("a: \(yaml)") == "{\"a\":\(json)}")
    }

    @Test func `a byte order mark is no part of the text`() throws {
        #expect(try json("\u{FEFF}a: 1\nb: 2\n") == #"{"a":1,"b":2}"#)
        #expect(try DescriptionText.read(Array("\u{FEFF}{\"a\": 1}".utf8)).format == .json)
        let text = try DescriptionText.read(Array("\u{FEFF}a: x\nb: y\n".utf8))
        #expect(text.place(of: 1) == TextPlace(line: 1, column: 4))
        #expect(error("\u{FEFF}a: [\n")?.place.line == 2)
        #expect(error("\u{FEFF}")?.reason == "the text is empty")
    }

    @Test func `names are always texts`() throws {
        #expect(try json("200: a\ntrue: b") == #"{"200":"a","true":"b"}"#)
    }

    @Test func `anchors and aliases are copied`() throws {
        #expect(try json("a: &x {b: 1}\nc: *x\nd: [*x]") == #"{"a":{"b":1},"c":{"b":1},"d":[{"b":1}]}"#)
    }

    @Test func `merge keys give way to names beside them`() throws {
        let text = "base: &b {x: 1, y: 2}\nother: &o {y: 3, z: [4]}\nall:\n  y: 0\n  <<: [*b, *o]\n  w: 5\n"
        #expect(
            try json(text)
                == #"{"base":{"x":1,"y":2},"other":{"y":3,"z":[4]},"all":{"y":0,"x":1,"z":[4],"w":5}}"#)
        #expect(try json("all:\n  <<: {x: 1}\n") == #"{"all":{"x":1}}"#)
        #expect(try json("all:\n  <<: []\n  a: 1\n") == #"{"all":{"a":1}}"#)
        #expect(error("all:\n  <<: 12\n")?.reason == "a merge key (<<) needs a mapping")
    }

    @Test func `each value knows its place, after merges too`() throws {
        let text = try DescriptionText.read(Array("a: &x\n  b: 1\nc:\n  <<: *x\n  d: [2,\n    3]\n".utf8))
        let places = text.tree.nodes.indices.map { text.place(of: $0).description }
        #expect(places == ["1:1", "1:4", "2:6", "4:3", "2:6", "5:6", "5:7", "6:5"])
        let json = try DescriptionText.read(Array("{\n \"a\": [\n1]}".utf8))
        #expect(json.tree.nodes.indices.map { json.place(of: $0).description } == ["1:1", "2:7", "3:1"])
    }

    @Test func `an alias bomb is refused in one sentence`() {
        var text = "a0: &a0 [x,x,x,x,x,x,x,x,x,x]\n"
        for level in 1..<20 {
            text += "a\(level): &a\(level) [\(Array(repeating: "*a\(level - 1)", count: 10).joined(separator: ","))]\n"
        }
        #expect(error(text)?.reason == "anchors and aliases stand for more than 64 MiB of text")
        #expect(error("a: &x [*x]")?.reason == "the alias *x is inside the value that it stands for")
        #expect(error("a: *y")?.reason == "the alias *y has no anchor &y before it")
    }

    @Test func `broken texts are named with their place`() {
        #expect(error("{\"a\": 1,\n  \"b\" 2}")?.place == TextPlace(line: 2, column: 7))
        #expect(error("a: 1\n b: 2\n")?.place.line == 2)
        #expect(error("a: [1\n")?.place.line == 2)
        #expect(error("")?.reason == "the text is empty")
        #expect(error("a: 1\n---\nb: 2\n")?.place == TextPlace(line: 2, column: 1))
        #expect(error("? [a]\n: b\n")?.reason == "a name must be a text")
        #expect(error("\u{FEFF}a: \u{1}")?.place.line == 1)
        #expect(error("a: 1\nb: \u{1}")?.place == TextPlace(line: 2, column: 4))
    }

    @Test(arguments: [
        ("é:\n\tb: 1", "a value begins with a tab; YAML is indented with spaces"),
        ("é: 1\nb: @x", "a text cannot begin with @ here; put it between quotation marks"),
    ])
    func `a character that cannot begin a value is named`(text: String, reason: String) {
        #expect(error(text)?.reason == reason)
    }

    @Test func `names that are there twice are told`() throws {
        let text = try DescriptionText.read(Array("a: 1\nb: 2\na: 3\n".utf8))
        #expect(text.repeatedYAMLNames.map(\.name) == ["a"])
        #expect(text.repeatedYAMLNames.first?.place == TextPlace(line: 3, column: 1))
    }

    @Test func `the progress of JSON is told in bytes, and can end the reading`() throws {
        let text = Array(("[" + String(repeating: "1,", count: 200_000) + "1]").utf8)
        var told: [Int] = []
        _ = try DescriptionText.read(text) { done in
            told.append(done)
            return true
        }
        #expect(told.count == 3 && told == told.sorted() && told.allSatisfy { $0 > 100_000 && $0 < text.count })
        var calls = 0
        #expect(throws: DescriptionTextError.self) {
            try DescriptionText.read(text) { _ in
                calls += 1
                return false
            }
        }
        #expect(calls <= 2)
    }

    @Test func `a hundred thousand levels do not crash`() throws {
        let deep = String(repeating: "[", count: 100_000)
        for text in ["a: " + deep, String(repeating: "- ", count: 100_000) + "a"] {
            let found = try #require(error(text))
            #expect(found.reason == "it is nested deeper than 1000 levels here, which no description needs")
            #expect(found.place.line == 1 && found.place.column > 900, "\(found.place)")
        }
        let mappings = (0..<1_200).map { String(repeating: " ", count: $0) + "a:" }.joined(separator: "\n")
        #expect(try #require(error(mappings + " 1")).place.line > 990)
        #expect(error(deep) != nil)
        let text = try DescriptionText.read(Array((deep + String(repeating: "]", count: 100_000)).utf8))
        #expect(text.tree.nodes.count == 100_000)
        #expect(text.place(of: 99_999).column == 100_000)
    }

    @Test(arguments: UInt64(1)...40)
    func `any bytes are read or refused`(seed: UInt64) {
        var random = RandomBytes(seed: seed)
        let parts = [
            "a: ", "- ", "\n", "  ", "&x ", "*x", "<<: ", "[", "]", "{", "}", ",", "'", "\"", "|\n", "? ", ": ",
            "!!str ", "é", "#", "12", "---\n", "%",
        ]
        for _ in 0..<60 {
            var bytes: [UInt8] = []
            for _ in 0..<random.below(30) {
                bytes +=
                    random.below(12) == 0 ? [UInt8(random.below(256))] : Array(parts[random.below(parts.count)].utf8)
            }
            guard let text = try? DescriptionText.read(bytes) else { continue }
            for node in text.tree.nodes.indices { #expect(text.place(of: node).line >= 1, "seed \(seed)") }
        }
    }

    @Test func `YAML says how far it was read, and stops when it is told to`() throws {
        let text = Array((0..<20_000).map { "name\($0): value\n" }.joined().utf8)
        var reports: [Int] = []
        _ = try DescriptionText.read(text) { done in
            reports.append(done)
            return true
        }
        #expect(reports.count > 5 && reports == reports.sorted() && reports.last.map { $0 <= text.count } == true)
        #expect((reports.last ?? 0) > text.count / 2)
        var calls = 0
        let error = #expect(throws: DescriptionTextError.self) {
            try DescriptionText.read(text) { _ in
                calls += 1
                return calls < 2
            }
        }
        #expect(calls == 2 && error?.reason == "reading was stopped here")
    }
}

/// The same numbers for the same seed (SplitMix64).
struct RandomBytes {
    private var state: UInt64
    init(seed: UInt64) { state = seed }

    mutating func below(_ limit: Int) -> Int {
        state &+= 0x9E37_79B9_7F4A_7C15
        var value = state
        value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
        value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
        return Int((value ^ (value >> 31)) % UInt64(max(1, limit)))
    }
}
