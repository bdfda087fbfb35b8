import NetEngine
import TestSupport
import Testing

@testable import Base
@testable import Bodies
@testable import Explorer
@testable import HTTPFormat
@testable import JSONPath
@testable import Pattern
@testable import Workspace
@testable import XPath

/// Texts, bodies, patterns and queries take steps proportional to their input, whatever it contains.
@Suite(.longComputation) struct TextGrowthTests {
    /// Texts as a hostile server would send them.
    private static let texts: [HostileShape] = [
        HostileShape("plain text") { String(repeating: "abc ", count: $0) },
        HostileShape("marks on one letter") { "a" + String(repeating: "\u{301}", count: $0) },
        HostileShape("joined pictographs") { String(repeating: "👩\u{200D}", count: $0) },
        HostileShape("flags") { String(repeating: "🇨🇭", count: $0) },
        HostileShape("an odd row of regional indicators") { "x" + String(repeating: "\u{1F1E6}", count: 2 * $0 + 1) },
        HostileShape("jamo") { String(repeating: "\u{1100}\u{1161}\u{11A8}", count: $0) },
        HostileShape("conjuncts") { String(repeating: "\u{915}\u{94D}", count: $0) + "\u{915}" },
        HostileShape("control sequences") { String(repeating: "\u{1B}[1;2", count: $0) },
        HostileShape("OSC without an end") { String(repeating: "\u{1B}]0;x", count: $0) },
        HostileShape("controls") { String(repeating: "\u{7}\u{8}", count: $0) },
        HostileShape("bidi overrides") { String(repeating: "\u{202E}a", count: $0) },
        HostileShape("prepended letters") { String(repeating: "\u{600}", count: $0) },
        HostileShape("line ends") { String(repeating: "\r\n\n\r", count: $0) },
        HostileShape("one long line") { String(repeating: "x", count: 100 * $0) },
    ]

    @Test(arguments: texts)
    func `text is made safe, measured and cut in linear time`(shape: HostileShape) {
        let growth = Growth(of: 300, shape.text) { text in
            let safe = SafeText(text)
            _ = DisplayWidth.of(safe)
            for run in safe.runs {
                for _ in IteratorSequence(CellGraphemes(run.text)) { countWork(1) }
            }
        }
        #expect(growth.isLinear, "\(growth)")
        #expect(growth.counts(atLeast: 3000), "\(growth)")
    }

    private static let bodies: [HostileShape] =
        texts + [
            HostileShape("an array of numbers") { "[" + String(repeating: "1,", count: $0) + "1]" },
            HostileShape("brackets") {
                String(repeating: "[", count: $0) + String(repeating: "]", count: $0)
            },
            HostileShape("brackets that nothing closes") { String(repeating: "[", count: $0) },
            HostileShape("objects in objects") {
                String(repeating: "{\"a\":", count: $0) + "1" + String(repeating: "}", count: $0)
            },
            HostileShape("members of one name") { "{" + String(repeating: "\"a\":1,", count: $0) + "\"a\":1}" },
            HostileShape("escapes") { "\"" + String(repeating: "\\u0041\\\\", count: $0) + "\"" },
            HostileShape("a long number") { String(repeating: "9", count: 10 * $0) },
            HostileShape("blanks") { "[" + String(repeating: " \n", count: 5 * $0) + "]" },
            HostileShape("values one after another") { String(repeating: "{\"a\":1}\n", count: $0) },
            HostileShape("elements") {
                "<r>" + String(repeating: "<a b='c'>d</a>", count: $0) + "</r>"
            },
            HostileShape("attributes") { count in
                "<r " + HostileShape.lines(count) { "a\($0)='b' " } + "/>"
            },
            HostileShape("namespaces") { count in
                "<r>" + HostileShape.lines(count) { "<p\($0):a xmlns:p\($0)='u:\($0)'/>" } + "</r>"
            },
            HostileShape("character data in pieces") {
                "<r>" + String(repeating: "a<![CDATA[b]]>&amp;", count: $0) + "</r>"
            },
        ]

    @Test(arguments: bodies)
    func `a body is laid out in linear time`(shape: HostileShape) {
        for type in ["application/json", "application/xml", "text/plain"] {
            let growth = Growth(of: 300) {
                Array(shape.text($0).utf8)
            } _: {
                _ = BodyDocument(bytes: $0, contentType: type)
            }
            // Only long lines get a column index.
            #expect(growth.isLinear(within: 35), "\(type): \(growth)")
            #expect(growth.counts(atLeast: 3000), "\(type): \(growth)")
        }
    }

    @Test(arguments: bodies)
    func `JSON is indexed in linear time`(shape: HostileShape) {
        let growth = Growth(of: 300) {
            Array(shape.text($0).utf8)
        } _: {
            _ = try? JSONTree.parse($0)
            _ = try? OrderedJSON.parse($0, allowsComments: true)
        }
        #expect(growth.isLinear, "\(growth)")
    }

    @Test(arguments: [
        "$..a", "$[*]", "$..*", "$[?@.a == 1]", "$[0:1000000]", "$[?@ > 1]", "$.a.b.c", "$[-1]", "$..[0]",
        "$[?search(@, 'b')]", "$[?length(@) > 1]",
    ])
    func `a query takes steps as the body has values`(query: String) throws {
        let parsed = try JSONPathParser.parse(query)
        for shape in [
            HostileShape("objects") { "[" + String(repeating: "{\"a\":1},", count: $0) + "1]" },
            HostileShape("texts") { "[" + String(repeating: "\"aaab\",", count: $0) + "1]" },
            HostileShape("members of one name") { "{" + String(repeating: "\"a\":1,", count: $0) + "\"a\":1}" },
        ] {
            let growth = try Growth(of: 300) {
                try JSONTree.parse(Array(shape.text($0).utf8))
            } _: {
                _ = try? JSONPathEvaluation($0).nodes(parsed)
            }
            #expect(growth.isLinear, "\(shape.name): \(growth)")
        }
    }

    /// Patterns, and a piece of text that is hardest for each.
    @Test(arguments: [
        ("(a|aa)+$", "a"), ("(a*)*b", "a"), ("(a|a)*b", "a"), ("a{1,50}b", "a"), (".*.*.*=", "x"),
        ("^(([a-z])+.)+[A-Z]$", "ab"),
        ("\\bx\\b", "xy "), ("(?i)ä+b", "Ä"),
    ])
    func `a pattern takes steps as the text has characters`(pattern: String, piece: String) throws {
        let compiled = try Pattern(pattern, syntax: .common(ignoresCase: false))
        let growth = Growth(of: 300) {
            Array(String(repeating: piece, count: $0).utf8)
        } _: {
            _ = try? compiled.isFound(in: $0)
        }
        #expect(growth.isLinear, "\(growth)")
        #expect(growth.counts(atLeast: 300), "\(growth)")
    }

    @Test(arguments: [
        "//a", "//a[@b='c']", "//a[last()]", "//a/following-sibling::a", "//a/preceding-sibling::a", "//a/ancestor::r",
        "count(//a)", "//a = //a", "//a[. = 'd']/text()", "string(//r)", "//*/@*",
    ])
    func `an XPath takes steps as the document has nodes`(expression: String) throws {
        let query = try XPathParser.parse(expression)
        let growth = Growth(of: 300) {
            ChainXPath.tree(
                Array(("<r>" + String(repeating: "<a b='c'>d</a>", count: $0) + "</r>").utf8), type: "application/xml")
        } _: { tree in
            if let tree { _ = try? XPathEvaluation(tree).value(query) }
        }
        #expect(growth.isLinear, "\(growth)")
        #expect(growth.counts(atLeast: 1000), "\(growth)")
    }

    /// Base, edits and disk content of a certain size.
    private static let merges: [(name: String, make: @Sendable (Int) -> [String])] = [
        (
            "both add many requests",
            { count in
                [
                    "GET http://a.test/\n",
                    "GET http://a.test/\n" + HostileShape.lines(count) { "### m\($0)\nGET http://a.test/m\($0)\n" },
                    "GET http://a.test/\n" + HostileShape.lines(count) { "### t\($0)\nGET http://a.test/t\($0)\n" },
                ]
            }
        ),
        (
            "each changes every other request",
            { count in
                [0, 1, 2].map { side in
                    HostileShape.lines(count) { "### r\($0)\nGET http://a.test/\($0 % 2 + 1 == side ? "x" : "y")\n" }
                }
            }
        ),
        (
            "both remove and add one of many",
            { count in
                [0, 1, 2].map { side in
                    HostileShape.lines(count) { $0 == 3 * side ? "" : "### r\($0)\nGET http://a.test/\($0)\n" }
                }
            }
        ),
    ]

    @Test(arguments: merges.indices)
    func `edits and a change on disk are joined in linear time`(index: Int) {
        // Ranges with more pairs than a limit are rewritten instead of compared, so the large size must stay within it.
        let growth = Growth(of: 2500) { count in
            Self.merges[index].make(count).map { HTTPDocument(bytes: Array($0.utf8)) }
        } _: { documents in
            _ = BlockMerge.merge(base: documents[0], mine: documents[1], theirs: documents[2])
        }
        #expect(growth.isLinear, "\(Self.merges[index].name): \(growth)")
    }

    @Test func `a request is renamed in linear time`() throws {
        let growth = try Growth { count in
            let main = HTTPDocument(
                bytes: Array(
                    ("### old\nGET http://a.test/\n" + HostileShape.lines(count) { "@v\($0) = {{old.a\($0)}}\n" }
                        + HostileShape.lines(count) { "### r\($0)\n# @ref old\nGET http://a.test/{{old.b\($0)}}\n" })
                        .utf8))
            let files = (0..<count).map { index in
                let text = "import \(index == 0 ? "a" : "f\(index - 1)").http\n\n###\nGET http://a.test/{{old.c}}\n"
                let document = HTTPDocument(bytes: Array(text.utf8))
                return CollectionFile(
                    path: "/c/f\(index).http", relativePath: "f\(index).http", document: document,
                    stamp: FileStamp(bytes: document.bytes))
            }
            return files.reversed() + [
                CollectionFile(
                    path: "/c/a.http", relativePath: "a.http", document: main, stamp: FileStamp(bytes: main.bytes))
            ]
        } _: { files in
            let plan = try RenamePlan(request: 0, in: "/c/a.http", to: "new", files: files)
            #expect(plan.documents.count == files.count)
        }
        #expect(growth.isLinear, "\(growth)")
    }
}
