import Base
import JSONPath
import NetEngine
import TestSupport
import Testing

@testable import OpenAPI

/// What is made of schemas and texts with very much of one thing, at each limit and beyond it, as it was recorded (`Recorded`).
@Suite struct RecordedOpenAPILimitTests {
    private static func nested(_ count: Int, _ open: String, _ inner: String, _ close: String) -> String {
        String(repeating: open, count: count) + inner + String(repeating: close, count: count)
    }

    private static func list(_ count: Int, _ make: (Int) -> String) -> String {
        (0..<count).map(make).joined(separator: ",")
    }

    /// The counts, a schema in which N is the count, and what is repeated between two texts; # is the number, and NEXT the one after it.
    private static let schemas = """
        0 1 1000 1001|{"type":"array","minItems":N,"items":{"type":"integer"}}
        2 3 1000|{"type":"array","minItems":N,"uniqueItems":true,"items":{"type":"integer","maximum":900}}
        2 3|{"type":"array","minItems":N,"uniqueItems":true,"items":{"enum":["a","b"]}}
        0 1 1000 1001|{"type":"object","minProperties":N}
        2 3 12|{"type":"object","minProperties":N,"propertyNames":{"maxLength":4,"pattern":"^k"}}
        1 2|{"type":"object","minProperties":N,"properties":{"a":{}},"additionalProperties":false}
        70 71|{"type":"array","minItems":N,"items":{"type":"array","minItems":N,"items":{"type":"integer"}}}
        0 1 200 1048576 1048577|{"type":"string","minLength":N}
        0 1 5|{"type":"string","maxLength":N}
        1 5 40|{"type":"string","minLength":N,"pattern":"^(ab?)*$"}
        5 36 37|{"type":"string","minLength":N,"format":"uuid"}
        0 1 9007199254740993|{"type":"number","exclusiveMinimum":N,"multipleOf":0.3}
        1 3 1001|{"type":"array","contains":{"const":"x"},"minContains":N,"items":{"type":"string"}}
        59 60 61|NEST|{"type":"array","minItems":1,"items":|{"type":"integer"}|}
        59 60 61|NEST|{"type":"object","required":["a"],"properties":{"a":|{"type":"integer"}|}}
        5 61|NEST|{"type":"object","properties":{"a":|{"type":"integer"}|}}
        3 9|NEST|{"anyOf":[|{"type":"integer","minimum":5,"maximum":4}|,{"type":"null","minimum":1}]}
        3 1999 2000 2001|LIST|{"allOf":[|{"minimum":1}|]}
        3 399 400 401|LIST|{"oneOf":[|{"type":"integer","minimum":5,"maximum":4,"title":"t#"}|,{"const":7}]}
        1 99 100 101|OTHERS|"s#":{"$ref":"REFNEXT"}|,"sN":{"const":5}
        1 2 3|OTHERS|"s#":{"$ref":"REFROUND"}|
        1 2|OTHERS|"s#":{"type":"array","minItems":1,"items":{"$ref":"REFROUND"}}|
        1 2|OTHERS|"s#":{"type":"object","properties":{"n":{"type":"integer"},"next":{"$ref":"REFROUND"}}}|
        """

    /// The members `Root` and `Others` of a line.
    private static func members(_ parts: [String], _ count: Int) -> String {
        let reference = "#/components/schemas/Others/s"
        func repeated(_ text: String) -> String {
            list(count) { number in
                text.replacing(bytes: "REFNEXT", with: "\(reference)\(number + 1)")
                    .replacing(bytes: "REFROUND", with: "\(reference)\((number + 1) % count)")
                    .replacing(bytes: "s#", with: "s\(number)").replacing(bytes: "t#", with: "t\(number)")
            }
        }
        let root: String
        switch parts[1] {
        case "NEST": root = nested(count, parts[2], parts[3], parts[4])
        case "LIST": root = "\(parts[2])\(repeated(parts[3]))\(parts[4])"
        case "OTHERS":
            let end = parts[3].replacing(bytes: "sN", with: "s\(count)")
            return "\"Root\": {\"$ref\": \"\(reference)0\"}, \"Others\": {\(repeated(parts[2]))\(end)}"
        default: root = parts[1].replacing(bytes: ":N", with: ":\(count)")
        }
        return "\"Root\": \(root), \"Others\": {}"
    }

    @Test func `samples of very much are what was recorded`() throws {
        var parts: [(name: String, text: String)] = []
        for line in Self.schemas.split(separator: "\n") {
            let words = line.split(separator: "|", omittingEmptySubsequences: false).map(String.init)
            let name = words.dropFirst().joined(separator: "|")
            for count in words[0].split(separator: " ").compactMap({ Int($0) }) {
                let text = """
                    {"openapi": "3.1.0", "paths": {}, "components": {"schemas": {\(Self.members(words, count))}}}
                    """
                let description = try Description.read(Array(text.utf8))
                let schema = try #require(description.documents.root["components"]?["schemas"]?["Root"])
                var told: [String] = []
                for extent in [SampleMaker.Extent.minimal, .full] {
                    var maker = SampleMaker(description, extent: extent)
                    let sample = maker.sample(of: schema.place)
                    let value = sample.value?.text ?? "none"
                    let shown =
                        value.utf8.count > 160 ? "\(value.prefix(80))…\(value.suffix(40)) (\(value.utf8.count))" : value
                    told.append("\(shown)\n\(sample.failure.map { Printed($0).text } ?? "")")
                }
                parts.append(("\(count) \(name)", told[0] == told[1] ? told[0] : "minimal \(told[0])full \(told[1])"))
            }
        }
        try Recorded.expect(parts, in: "openapi/samples-limits")
    }

    // MARK: texts

    private static func text(_ name: String, _ count: Int) -> String {
        switch name {
        case "lists in YAML": return nested(count, "[", "1", "]")
        case "objects in YAML": return nested(count, "{a: ", "1", "}")
        case "objects in JSON": return nested(count, "{\"a\":", "1", "}")
        case "levels of lines": return (0..<count).map { String(repeating: " ", count: $0) + "a:\n" }.joined()
        case "open lists": return String(repeating: "[", count: count)
        case "a copy of itself": return "a: &a [*a]\n"
        case "an unknown copy": return "a: *nope\n"
        case "members of one name": return "{\(list(count) { _ in "\"a\": 1" })}"
        default:
            let more = (1...count).map { number in "a\(number): &a\(number) [\(list(10) { _ in "*a\(number - 1)" })]\n"
            }
            return "a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n\(more.joined())"
        }
    }

    @Test func `texts of very much are read as was recorded`() throws {
        var parts: [(name: String, text: String)] = []
        let limits: [(name: String, counts: [Int])] = [
            ("lists in YAML", [999, 1000, 1001]), ("objects in YAML", [999, 1000, 1001]),
            ("objects in JSON", [999, 1000, 1001]), ("levels of lines", [10, 999, 1000, 1001]),
            ("open lists", [1, 1001]),
            ("a copy of itself", [1]), ("an unknown copy", [1]), ("members of one name", [2, 3]), ("copies", [2, 4]),
        ]
        for (name, counts) in limits {
            for count in counts {
                var told: String
                do {
                    let read = try DescriptionText.read(Array(Self.text(name, count).utf8))
                    told = "\(read.tree.nodes.count) nodes\n"
                } catch { told = Printed(error).text }
                told = told.split(separator: "\n").map { String($0.prefix(240)) + "\n" }.joined()
                parts.append(("\(count) \(name)", told))
            }
        }
        try Recorded.expect(parts, in: "openapi/texts-limits")
    }
}
