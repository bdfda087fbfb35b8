import NetEngine
import Testing

@testable import Pattern
@testable import XPath

/// What expressions cost, what is taken from nodes, and how bytes are found and numbers written.
@Suite struct XPathEdgeTests {
    private func tree(_ text: String) throws -> XMLTree {
        let response = Response(
            status: 200, reason: [], httpVersion: nil, headers: [], rawHead: [], body: Array(text.utf8),
            wireBodyByteCount: nil, isComplete: true)
        return try XMLTreeDecoder().decode(response)
    }

    /// An expression, its document, and the least work with which it has a value.
    @Test(arguments: [
        ("1", "<a/>", 1), ("1 + 1", "<a/>", 3), ("-1", "<a/>", 2), ("1 or 1", "<a/>", 2), ("0 or 1", "<a/>", 3),
        ("0 and 1", "<a/>", 2), ("/", "<a/>", 1),
        ("/a", "<a/>", 2), ("//a", "<a/>", 2), ("//b", "<a><b/></a>", 3), ("/a/..", "<a/>", 3), ("/a/.", "<a/>", 3),
        ("/a/@*", "<a x='1' y='2'/>", 4),
        ("/a/@x[1]", "<a x='1' y='2'/>", 3), ("/a/b", "<a><b/><c/><b/></a>", 5), ("/a/b[1]", "<a><b/><c/><b/></a>", 3),
        ("/a/b[2]", "<a><b/><c/><b/></a>", 5),
        ("/a/b[0]", "<a><b/></a>", 2), ("/a/b[last()]", "<a><b/><b/></a>", 6), ("/a/b | /a", "<a><b/></a>", 6),
        ("count(/a)", "<a/>", 3), ("/b/c/d", "<a><c/></a>", 2),
        ("/a/b[2]/preceding-sibling::*", "<a><b/><b/></a>", 6), ("/a/b[1]/following-sibling::*", "<a><b/><b/></a>", 4),
        ("/a/b/ancestor::*", "<a><b/></a>", 5),
        ("/a/b[2]/preceding::*", "<a><b/><b/></a>", 5), ("/a/b[1]/following::*", "<a><b/><b/></a>", 4),
        ("string(/a)", "<a>0123456789abcdef</a>", 5),
        ("string(/a/@x)", "<a x='0123456789abcdef'/>", 5), ("string(/a)", "<a>0123456789abcde</a>", 4),
        ("concat('0123456789abcdef', '0123456789abcdef')", "<a/>", 5),
        ("id('x')", "<a xml:id='x'/>", 4), ("lang('en')", "<a/>", 3), ("/a[lang('en')]", "<a/>", 6),
        ("/a[lang('en')]", "<a xml:lang='en'/>", 5),
        ("/p:a", "<p:a xmlns:p='u'/>", 4),
    ])
    func `an expression works once for each part and for each node that it looks at`(
        expression: String, document: String, work: Int
    ) throws {
        let (tree, query) = (try tree(document), try XPathParser.parse(expression))
        _ = try XPathEvaluation(tree, maxWork: work).value(query)
        #expect(throws: XPathEvaluation.Failure.tooMuchWork) {
            try XPathEvaluation(tree, maxWork: work - 1).value(query)
        }
        // A step of a shared budget is a twelfth of that.
        let budget = QueryBudget(steps: 12 * work)
        _ = try XPathEvaluation(tree, budget: budget).value(query)
        #expect(budget.spent == 12 * work)
        #expect(throws: XPathEvaluation.Failure.givenUp(.exhausted)) {
            try XPathEvaluation(tree, budget: QueryBudget(steps: 12 * work - 1)).value(query)
        }
    }

    @Test func `a stopped budget ends an expression, and the reason is said`() throws {
        let (tree, query) = (try tree("<a/>"), try XPathParser.parse("/a"))
        #expect(throws: XPathEvaluation.Failure.givenUp(.stopped)) {
            try XPathEvaluation(tree, budget: QueryBudget { true }).value(query)
        }
        #expect(
            XPathEvaluation.Failure.givenUp(.exhausted).reason
                == "the expression was given up: it takes too many steps, together with the others before it")
    }

    @Test func `a prefix is looked for once`() throws {
        let tree = try tree("<a><b/><p:c xmlns:p='u'/></a>")
        let budget = QueryBudget()
        let evaluation = XPathEvaluation(tree, budget: budget)
        _ = try evaluation.value(XPathParser.parse("/p:x"))
        let first = budget.spent
        _ = try evaluation.value(XPathParser.parse("/p:x"))
        // Four nodes are looked at for the prefix; the expression itself looks at one.
        #expect(first == 12 * 6 && budget.spent - first == 12 * 2)
        #expect(throws: XPathEvaluation.Failure.unknownPrefix("q")) { try evaluation.value(XPathParser.parse("//q:*")) }
        #expect(try evaluation.value(XPathParser.parse("count(//@xml:lang)")) == .number(0))
    }

    // MARK: Nodes

    private static let document =
        "<?xml version=\"1.0\"?><!--h--><r a=\"1 &amp; 2\">t1<![CDATA[t2]]>t3<e/><x>y<!--c--></x><?p q?><z b='3'>1 &lt; <![CDATA[2]]></z><w> </w></r><!--t-->"

    /// A path, and the source, the excerpt and the text that is compared of its node.
    @Test(
        arguments: [
            ("/r/text()", "t1<![CDATA[t2]]>t3", "t1t2t3", "t1t2t3"), ("/r/@a", nil, "1 & 2", "1 & 2"),
            ("/r/e", "<e/>", "", ""), ("/r/z/@b", nil, "3", "3"),
            ("/r/x", "<x>y<!--c--></x>", "y<!--c-->", "y<!--c-->"), ("/r/x/comment()", "<!--c-->", "c", "c"),
            ("//processing-instruction()", "<?p q?>", "q", "q"),
            ("/r/z", "<z b='3'>1 &lt; <![CDATA[2]]></z>", "1 &lt; <![CDATA[2]]>", "1 < 2"),
            ("/r/z/text()", "1 &lt; <![CDATA[2]]>", "1 < 2", "1 < 2"),
            ("/r/w", "<w> </w>", " ", " "), ("/comment()[1]", "<!--h-->", "h", "h"),
            ("/comment()[2]", "<!--t-->", "t", "t"),
        ] as [(String, String?, String, String)])
    func `of each kind of node its own text is taken`(path: String, source: String?, excerpt: String, compared: String)
        throws
    {
        let evaluation = XPathEvaluation(try tree(Self.document))
        guard case .nodes(let nodes) = try evaluation.value(XPathParser.parse(path)) else {
            return #expect(Bool(false))
        }
        let node = try #require(nodes.first)
        #expect(
            nodes.count == 1 && evaluation.document.excerpt(node) == excerpt
                && evaluation.document.comparable(node) == compared)
        if let source { #expect(evaluation.document.source(node) == source) }
    }

    @Test func `of the document the root element is taken`() throws {
        let found = XPathEvaluation(try tree(Self.document)).document
        let root = Self.document.dropFirst("<?xml version=\"1.0\"?><!--h-->".count).dropLast("<!--t-->".count)
        #expect(found.excerpt(XPathNode(order: 0)) == root && found.comparable(XPathNode(order: 0)) == root)
        #expect(XPathNode(order: 1) < XPathNode(order: 2) && XPathNode(order: 1) < XPathNode(order: 1, attribute: 0))
        #expect(
            XPathNode(order: 1, attribute: 1) < XPathNode(order: 2) && !XPathNode(order: 1).isAttribute
                && XPathNode(order: 1, attribute: 0).isAttribute)
        #expect(
            found.attribute(XPathNode(order: 1, attribute: 9)) == nil && found.attribute(XPathNode(order: 1)) == nil)
    }

    @Test func `a function has so many arguments`() throws {
        func concat(_ count: Int) -> String { "concat(" + (0..<count).map { _ in "'a'" }.joined(separator: ",") + ")" }
        let evaluation = XPathEvaluation(try tree("<a/>"))
        #expect(try evaluation.value(XPathParser.parse(concat(1_000))) == .string(String(repeating: "a", count: 1_000)))
        #expect(throws: XPathParser.SyntaxError(offset: 0, reason: "concat takes 2 or more arguments")) {
            try XPathParser.parse(concat(1_001))
        }
        let counts = Dictionary(grouping: XPathFunction.allCases, by: \.arguments).mapValues {
            $0.map(\.rawValue).sorted().joined(separator: " ")
        }
        #expect(
            counts == [
                0...0: "false last position true",
                0...1: "local-name name namespace-uri normalize-space number string string-length",
                1...1: "boolean ceiling count floor id lang not round sum",
                2...2: "contains starts-with substring-after substring-before",
                2...3: "substring", 3...3: "translate", 2...1000: "concat",
            ])
    }

    @Test(arguments: [
        ("<a><![CDATA[]]></a>", "count(/a/node())", 0), ("<a><![CDATA[x]]></a>", "count(/a/node())", 1),
        ("<a><![CDATA[]]><![CDATA[x]]></a>", "count(/a/text())", 1),
        ("<a><![CDATA[]]><b/>x</a>", "count(/a/node())", 2),
        ("<a>x<![CDATA[]]></a>", "count(/a/node())", 1), ("<À é='1'/>", "count(/À/@é)", 1),
    ])
    func `an empty text is no node, and a name has letters beyond ASCII`(
        document: String, expression: String, count: Double
    ) throws {
        #expect(try XPathEvaluation(tree(document)).value(XPathParser.parse(expression)) == .number(count))
    }

    // MARK: Texts and numbers

    @Test(
        arguments: [
            ("aab", "aaab", 0, 1..<4), ("abab", "abacabab", 0, 4..<8), ("aa", "aaa", 0, 0..<2), ("aa", "aaa", 1, 1..<3),
            ("aa", "aaa", 2, nil), ("", "abc", 0, 0..<0),
            ("", "abc", 2, 2..<2), ("abc", "abc", 0, 0..<3), ("abc", "ab", 0, nil), ("c", "abc", 0, 2..<3),
            ("a", "", 0, nil), ("aabaaab", "aabaabaaab", 0, 3..<10),
            ("abcabd", "abcabcabd", 0, 3..<9), ("a", "ba", 5, nil), ("é", "eé", 0, 1..<3),
        ] as [(String, String, Int, Range<Int>?)])
    func `bytes are found at their first place`(wanted: String, text: String, start: Int, range: Range<Int>?) {
        #expect(LinearSearch(Array(wanted.utf8)).first(in: Array(text.utf8), from: start) == range)
    }

    @Test(
        arguments: [
            (0.0, "0"), (-0.0, "0"), (1, "1"), (-1.5, "-1.5"), (100, "100"), (1e21, "1000000000000000000000"),
            (1.5e16, "15000000000000000"), (1e-7, "0.0000001"),
            (-1.25e-7, "-0.000000125"), (123456.789, "123456.789"), (0.1, "0.1"), (0.5, "0.5"),
            (1e300, "1" + String(repeating: "0", count: 300)),
            (.infinity, "Infinity"), (-.infinity, "-Infinity"), (.nan, "NaN"),
            (12_345_678_901_234_568, "12345678901234568"), (1e15, "1000000000000000"),
            (-1e22, "-10000000000000000000000"),
        ] as [(Double, String)])
    func `a number is written without an exponent`(number: Double, text: String) {
        #expect(XPathNumber.text(number) == text)
    }

    @Test func `a number is read with white space around it and a minus sign`() {
        let numbers: [(String, Double)] = [
            ("\t\n 5 \r", 5), ("-5", -5), (".5", 0.5), ("5.", 5), ("-.5", -0.5), ("-5.", -5), ("007", 7), ("1.50", 1.5),
            ("0", 0), ("12345678901234567890", 12_345_678_901_234_567_168),
        ]
        for (text, number) in numbers { #expect(XPathNumber.value(of: text) == number, "\(text)") }
        for text in [
            "", " ", ".", "-", "-.", "--5", "- 5", "5-", "1-2", "+5", "1e3", "1.2.3", "..5", "0x1", "1 2", "Infinity",
            "NaN", "\u{663}", "\u{A0}1", "\u{B}1",
        ] {
            #expect(XPathNumber.value(of: text).isNaN, "\(text)")
        }
    }
}
