import NetEngine
import Testing

@testable import Base

/// Where the values of a JSON text begin and end: edits of environments cut them out by these places.
@Suite struct OrderedJSONTests {
    /// Every member of the text, outer ones first: from its name on, with the value in angle quotes.
    private static func members(_ text: String, allowsComments: Bool = false) throws -> String {
        let bytes = Array(text.utf8)
        func part(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }
        var parts: [String] = []
        func tell(_ value: OrderedJSON) {
            guard case .object(let members) = value.content else { return }
            for member in members {
                let inner = member.value
                parts.append("\(part(member.offset..<inner.offset))«\(part(inner.offset..<inner.end))»")
                tell(inner)
            }
        }
        let value = try OrderedJSON.parse(bytes, allowsComments: allowsComments)
        parts.append("«\(part(value.offset..<value.end))»")
        tell(value)
        return parts.joined(separator: " | ")
    }

    @Test func `each value ends just behind its last byte`() throws {
        let rows = [
            (#" [1, 2] "#, #"«[1, 2]»"#), (#"[]"#, #"«[]»"#), (#" "a" "#, #"«"a"»"#), ("-1.5e3\n", "«-1.5e3»"),
            (#" { } "#, #"«{ }»"#), (#"{"a":[ ],"b":1}"#, #"«{"a":[ ],"b":1}» | "a":«[ ]» | "b":«1»"#),
            (
                #"{"a" : [1, [2], {"x": [3]}] , "b": {"c": null}}"#,
                #"«{"a" : [1, [2], {"x": [3]}] , "b": {"c": null}}» | "a" : «[1, [2], {"x": [3]}]» | "b": «{"c": null}» | "c": «null»"#
            ),
            (
                "{\"a\": {\"b\": {}, \"c\": \"\\\"]\"},\r\n\"d\": true}",
                "«{\"a\": {\"b\": {}, \"c\": \"\\\"]\"},\r\n\"d\": true}» | \"a\": «{\"b\": {}, \"c\": \"\\\"]\"}» | \"b\": «{}» | \"c\": «\"\\\"]\"» | \"d\": «true»"
            ),
        ]
        for (text, expected) in rows { #expect(try Self.members(text) == expected, "\(text)") }
    }

    @Test func `comments and commas at the end are no part of a value`() throws {
        let text = "{ // one\n\"a\": [1, /* ] */ 2,] /* two */ , \"b\": \"//\" , }"
        #expect(
            try Self.members(text, allowsComments: true)
                == "«\(text)» | \"a\": «[1, /* ] */ 2,]» | \"b\": «\"//\"»")
        var leniency: Int?
        _ = try OrderedJSON.parse(Array(text.utf8), allowsComments: true, leniency: &leniency)
        #expect(leniency == 2)
        _ = try OrderedJSON.parse(Array("{\"a\": [1]}".utf8), allowsComments: true, leniency: &leniency)
        #expect(leniency == nil)
    }

    @Test func `an array is its text, and a number, a string or a word is what it says`() throws {
        func content(_ text: String) throws -> String {
            switch try OrderedJSON.parse(Array(text.utf8)).content {
            case .object(let members): "object of \(members.map(\.key))"
            case .array(let text): "array \(text)"
            case .string(let text): "string \(text)"
            case .literal(let text): "literal \(text)"
            }
        }
        for (text, expected) in [
            (" [1,\n \"a\"] ", "array [1,\n \"a\"]"), (#""a\u0062\n""#, "string ab\n"), (" 1.50 ", "literal 1.50"),
            ("null", "literal null"), ("false", "literal false"),
            (#"{"b": 1, "a": 2, "b": 3}"#, #"object of ["b", "a", "b"]"#),
        ] { #expect(try content(text) == expected, "\(text)") }
        for wrong in ["", "[1] 2", "{} {}", "{\"a\": [1}", "[1", "{\"a\" 1}"] {
            #expect(throws: JSONSyntaxError.self, "\(wrong)") { _ = try OrderedJSON.parse(Array(wrong.utf8)) }
        }
    }

    @Test func `of a repeated name the last member counts, on every level of a path`() throws {
        let value = try OrderedJSON.parse(Array(#"{"a": 1, "a": {"b": 2, "b": [3]}, "c": "d"}"#.utf8))
        func found(_ path: String...) -> String? {
            value.value(at: path).map { inner in
                switch inner.content {
                case .object: "object"
                case .array(let text), .string(let text), .literal(let text): text
                }
            }
        }
        #expect(found() == "object" && found("a") == "object" && found("a", "b") == "[3]" && found("c") == "d")
        #expect(found("b") == nil && found("a", "b", "c") == nil && found("c", "d") == nil)
        #expect(value.isObject && value.member("c")?.isObject == false)
    }
}
