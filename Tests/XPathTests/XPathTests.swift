import NetEngine
import TestSupport
import Testing

@testable import Base
@testable import XPath

/// XPath 1.0: the value of an expression for a document.
struct XPathTests {
    private static let shop = """
        <?xml version="1.0"?>
        <!-- stock -->
        <shop xmlns:p="urn:price" xml:lang="en-GB">
          <book id="b1" p:unit="EUR"><title>Moby Dick</title><p:price>8.99</p:price></book>
          <book id="b2"><title lang="de">Das <i>Schloss</i></title><p:price>12.50</p:price></book>
          <pen id="p1" xml:id="pen1"><?ink blue?>a<![CDATA[<b>]]>c<![CDATA[]]></pen>
        </shop>
        """

    private static func tree(_ text: String) throws -> XMLTree {
        let response = Response(
            status: 200, reason: [], httpVersion: nil, headers: [], rawHead: [], body: Array(text.utf8),
            wireBodyByteCount: nil, isComplete: true)
        return try XMLTreeDecoder().decode(response)
    }

    private static func evaluate(_ expression: String, _ text: String = shop) throws -> String {
        let evaluation = XPathEvaluation(try tree(text))
        let value = try evaluation.value(try XPathParser.parse(expression))
        guard case .nodes(let nodes) = value else { return try evaluation.string(value) }
        return nodes.map { evaluation.document.comparable($0) }.joined(separator: "|")
    }

    @Test(arguments: [
        ("/shop/book/title", "Moby Dick|Das <i>Schloss</i>"),
        ("//title", "Moby Dick|Das <i>Schloss</i>"),
        ("string(//title[2])", ""),
        ("string((//title)[2])", "Das Schloss"),
        ("//book[2]/@id", "b2"),
        ("//book[last()]/@id", "b2"),
        ("//book[position() < 2]/@id", "b1"),
        ("//@id", "b1|b2|p1"),
        ("//@*", "en-GB|b1|EUR|b2|de|p1|pen1"),
        ("//@p:unit", "EUR"),
        ("//p:price", "8.99|12.50"),
        ("//p:*", "8.99|12.50"),
        ("//price", ""),
        ("//*[local-name() = 'price'][1]", "8.99|12.50"),
        ("//book[p:price > 10]/title/@lang", "de"),
        ("//book[not(p:price > 10)]/title", "Moby Dick"),
        ("//book[title = 'Moby Dick' and @id]/@id", "b1"),
        ("//book[@id = 'x' or @id = 'b2']/@id", "b2"),
        ("//i/ancestor::*[1]/@lang", "de"),
        ("count(//i/ancestor::*)", "3"),
        ("name(//i/ancestor-or-self::*[last()])", "shop"),
        ("//pen/preceding-sibling::book[1]/@id", "b2"),
        ("(//pen/preceding-sibling::book)[1]/@id", "b1"),
        ("//book[1]/following-sibling::*[1]/@id", "b2"),
        ("//book/following-sibling::*/@id", "b2|p1"),
        ("count(//title[1]/following::*)", "6"),
        ("count(//pen/preceding::*)", "7"),
        ("count(//@id[. = 'b1']/following::*)", "7"),
        ("//title/.././@id", "b1|b2"),
        ("//pen/text()", "a<b>c"),
        ("count(//pen/text())", "1"),
        ("count(//pen/node())", "2"),
        ("//processing-instruction('ink')", "blue"),
        ("//processing-instruction('other')", ""),
        ("//comment()", " stock "),
        ("//book/@id | //pen/@id | //book/@id", "b1|b2|p1"),
        ("id('pen1')/@id", "p1"),
        ("//self::book/attribute::id", "b1|b2"),
        ("count(/)", "1"), ("count(/*)", "1"), ("count(//*)", "9"),
        ("count(/descendant-or-self::node()/child::*)", "9"),
        ("//book[lang('en')]/@id", "b1|b2"), ("boolean(//title[lang('de')])", "false"),
        ("//title[../@id = 'b1']", "Moby Dick"), ("//title[.. and @lang]/@lang", "de"),
        ("//book[.//i]/@id", "b2"),
        ("//*[self::pen or self::book][2]/@id", "b2"),
        ("/shop/*[3]/@id", "p1"),
        ("//book[2][@id]/@id", "b2"),
        ("//book[@id][2]/@id", "b2"),
        ("namespace-uri(//p:price)", "urn:price"), ("name(//p:price)", "p:price"), ("local-name(//p:price)", "price"),
    ])
    func `a path selects the nodes of the standard in document order`(expression: String, expected: String) throws {
        #expect(try Self.evaluate(expression) == expected)
    }

    @Test(arguments: [
        ("1 + 2 * 3", "7"), ("(1 + 2) * 3", "9"), ("7 mod 3", "1"), ("-7 mod 3", "-1"), ("5 mod -2", "1"),
        ("7 div 2", "3.5"), ("1 div 0", "Infinity"), ("-1 div 0", "-Infinity"), ("0 div 0", "NaN"),
        ("- - 3", "3"), ("-(-3)", "3"), ("8 - 2 - 1", "5"), ("0.1 + 0.2", "0.30000000000000004"),
        ("1000000 * 1000000 * 1000000 * 1000000", "1000000000000000000000000"), ("1 div 10000000", "0.0000001"),
        (".5", "0.5"), ("5.", "5"), ("-0", "0"), ("round(-2.5)", "-2"), ("round(2.5)", "3"), ("floor(-1.1)", "-2"),
        ("ceiling(1.1)", "2"), ("number('  -12.5 ')", "-12.5"), ("number('1e3')", "NaN"), ("number('+1')", "NaN"),
        ("number('')", "NaN"), ("number(true())", "1"), ("sum(//p:price)", "21.490000000000002"),
        ("1 < 2", "true"), ("1 < 2 = true()", "true"), ("3 > 2 > 1", "false"), ("'a' = 'a'", "true"),
        ("'1' = 1.0", "true"), ("'a' != 'b'", "true"), ("true() = 'x'", "true"), ("2 >= 2", "true"),
        ("//p:price = 8.99", "true"), ("//p:price != 8.99", "true"), ("//p:price < 5", "false"),
        ("//p:price > //p:price", "true"), ("//title = //i", "false"), ("//none = //none", "false"),
        ("//none = false()", "true"), ("5 < //p:price", "true"),
        ("concat('a', 1, true())", "a1true"), ("starts-with('abc', 'ab')", "true"), ("contains('abc', '')", "true"),
        ("contains('abc', 'bd')", "false"), ("substring-before('a-b-c', '-')", "a"),
        ("substring-after('a-b-c', '-')", "b-c"), ("substring-before('abc', 'x')", ""),
        ("substring('12345', 2, 3)", "234"), ("substring('12345', 2)", "2345"),
        ("substring('12345', 1.5, 2.6)", "234"), ("substring('12345', 0 div 0, 3)", ""),
        ("substring('12345', 1, 0 div 0)", ""), ("substring('12345', -42, 1 div 0)", "12345"),
        ("substring('12345', -1 div 0, 1 div 0)", ""), ("string-length('日本')", "2"),
        ("normalize-space('  a  b\t')", "a b"), ("translate('bar', 'abc', 'AB')", "BAr"),
        ("translate('--aaa--', 'abc-', 'ABC')", "AAA"), ("not(1)", "false"), ("boolean('false')", "true"),
        ("string(1 = 1)", "true"), ("2*3", "6"), ("count(//book)*2", "4"), ("count(//*) div 9", "1"),
        ("'it''s'", ""),
    ])
    func `values are computed and compared by the standard`(expression: String, expected: String) throws {
        guard expression != "'it''s'" else {
            // Quotes are not doubled in XPath 1.0: two strings in a row are an error.
            #expect(throws: XPathParser.SyntaxError.self) { try XPathParser.parse(expression) }
            return
        }
        #expect(try Self.evaluate(expression) == expected)
    }

    /// An expression and its value, for the shop.
    @Test func `edges of functions, comparisons and axes are those of the standard`() throws {
        let rows = """
            substring('12345', 0, 3) -> 12
            substring('12345', 2, 1) -> 2
            substring('12345', 6) ->
            starts-with('abc', 'bc') -> false
            starts-with('abc', '') -> true
            substring-after('abc', 'x') ->
            substring-after('abc', 'c') ->
            substring-after('abc', '') -> abc
            substring-before('abc', 'a') ->
            concat('a', 'b', 'c') -> abc
            string-length('') -> 0
            string-length('e\u{301}') -> 2
            translate('aab', 'aa', 'xy') -> xxb
            translate('abc', '', 'x') -> abc
            round(0.5) -> 1
            round(-0.5) -> 0
            round(0.4) -> 0
            1 div round(-0.4) -> -Infinity
            1 div round(-0) -> -Infinity
            1 div round(0.4) -> Infinity
            round(0 div 0) -> NaN
            round(1 div 0) -> Infinity
            ceiling(-1.1) -> -1
            floor(1.9) -> 1
            number(' ') -> NaN
            number('.') -> NaN
            number('-') -> NaN
            number('- 5') -> NaN
            number('1.2.3') -> NaN
            number('-.5') -> -0.5
            number('5.') -> 5
            number(false()) -> 0
            number(//p:price) -> 8.99
            -//p:price -> -8.99
            string(-1.50) -> -1.5
            string(123456789012345680000) -> 123456789012345680000
            string(0.000001) -> 0.000001
            string(//none) ->
            boolean(0) -> false
            boolean(0 div 0) -> false
            boolean(-1) -> true
            boolean('') -> false
            boolean(//none) -> false
            2 - -1 -> 3
            6 div 3 * 2 -> 4
            2 + 3 mod 2 -> 3
            1 >= 2 -> false
            2 <= 2 -> true
            2 > 2 -> false
            2 < 2 -> false
            2 != 2 -> false
            'b' > 'a' -> false
            '2' > '10' -> false
            1 = 2 = false() -> true
            1 = 1 and 2 = 3 -> false
            1 = 2 or 3 = 3 -> true
            true() or false() and false() -> true
            1 or //q:x -> true
            0 and //q:x -> false
            //p:price <= 8.99 -> true
            //p:price < 8.99 -> false
            //p:price >= 12.5 -> true
            //p:price > 12.5 -> false
            8.99 > //p:price -> false
            8.99 >= //p:price -> true
            //p:price < //p:price -> true
            //book[1]/p:price < //book[1]/p:price -> false
            //book[1]/p:price <= //book[1]/p:price -> true
            //book[1]/p:price > //book[1]/p:price -> false
            //book[1]/p:price >= //book[1]/p:price -> true
            //title < //p:price -> false
            //book[1]/@id != //book[1]/@id -> false
            //@id != //@id -> true
            //none != 'x' -> false
            //none = 0 -> false
            //none < true() -> true
            true() > //none -> true
            true() = //none -> false
            'a' = true() -> true
            2 = true() -> true
            last() + position() -> 2
            name() ->
            local-name(//@p:unit) -> unit
            name(//@p:unit) -> p:unit
            namespace-uri(//@p:unit) -> urn:price
            namespace-uri(//@id) ->
            name(//none) ->
            lang('en') -> false
            count(//title[lang('en-gb')]) -> 2
            count(//pen[lang('e')]) -> 0
            count(//pen[lang('en-GB-x')]) -> 0
            count(//i[lang('EN')]) -> 1
            id('x  pen1')/@id -> p1
            id(//pen/@xml:id)/@id -> p1
            id(//pen/@*)/@id -> p1
            id(//none) ->
            count(//pen/@*) -> 2
            count(//pen/@node()) -> 2
            count(//pen/@text()) -> 0
            //pen/@xml:id -> pen1
            //title/@lang/../../@id -> b2
            //i/parent::title/@lang -> de
            count(//i/parent::book) -> 0
            count(//i/ancestor-or-self::node()) -> 5
            count(//@id[. = 'b1']/ancestor::*) -> 2
            count(//@id[. = 'b1']/ancestor-or-self::node()) -> 4
            count(//@id/self::*) -> 0
            count(//@id/self::node()) -> 3
            count(//@id/descendant-or-self::node()) -> 3
            count(//@id/child::node()) -> 0
            count(//@id/following-sibling::node()) -> 0
            count(//@id/preceding-sibling::node()) -> 0
            count(//@id/@*) -> 0
            count(//@id[. = 'b2']/preceding::*) -> 3
            //i/ancestor::*[2]/@id -> b2
            //i/ancestor-or-self::*[1] -> Schloss
            //book[position() = last()]/@id -> b2
            //book[1.5] ->
            //book[0] ->
            //book[-1] ->
            //book[3] ->
            //book['x']/@id -> b1|b2
            //book[''] ->
            (//book)[last()]/@id -> b2
            (//book | //pen)[3]/@id -> p1
            (//pen | //book)[1]/@id -> b1
            //pen/preceding-sibling::*/@id -> b1|b2
            //pen/preceding-sibling::*[2]/@id -> b1
            //book[1]/following::*[1]/@id -> b2
            //pen/preceding::*[1] -> 12.50
            //book[1]/descendant::*[2] -> 8.99
            //book[2]/descendant::*/text() -> Das |Schloss|12.50
            //book/descendant-or-self::*[1]/@id -> b1|b2
            count(//comment()) -> 1
            count(//processing-instruction()) -> 1
            name(//processing-instruction()) -> ink
            string(//comment()) ->  stock
            """
        let found = try rows.split(separator: "\n").map { row in
            let expression = row.split(separator: " ->")[0]
            let value = try Self.evaluate(String(expression))
            return "\(expression) ->" + (value.isEmpty ? "" : " \(value)".trimmingEnd)
        }
        #expect(found.joined(separator: "\n") == rows)
    }

    @Test func `prefixes are the caller's, else the document's first, and xml is known`() throws {
        let text = "<a xmlns:p='1'><b xmlns:p='2'><p:c>inner</p:c></b><p:c xml:id='x'>outer</p:c></a>"
        #expect(try Self.evaluate("//p:c", text) == "outer")
        #expect(try Self.evaluate("//p:*/@xml:id", text) == "x")
        let evaluation = XPathEvaluation(try Self.tree(text), namespaces: ["p": "2", "q": "1"])
        let names = try ["string(//p:c)", "string(//q:c)", "count(//p:c | //q:c)"].map {
            try evaluation.string(evaluation.value(XPathParser.parse($0)))
        }
        #expect(names == ["inner", "outer", "2"])
    }

    @Test func `names that are operators elsewhere are names in place of a step`() throws {
        let text = "<div><mod and='1'>x</mod><or>2</or></div>"
        #expect(try Self.evaluate("div/mod/@and", text) == "1")
        #expect(try Self.evaluate("div/or div 2", text) == "1")
        #expect(try Self.evaluate("* * 0 = 0 or div", text) == "true")
    }

    @Test(arguments: [
        ("", 0), ("//", 2), ("/a[", 3), ("/a[1", 4), ("a b", 2), ("$x", 0), ("foo(1)", 0), ("count(1)", 0),
        ("count()", 0), ("1 | a", 5), ("'open", 0), ("a::b", 0), ("namespace::x", 0), ("(1)[2]", 3), ("a/", 2),
        ("a:b()", 0), ("@@a", 1), ("..[1]", 2), ("a]", 1), ("p:", 2), ("!", 0), ("1 +", 3),
    ])
    func `text that is not an expression is refused with its place`(expression: String, offset: Int) {
        let fault = #expect(throws: XPathParser.SyntaxError.self) { try XPathParser.parse(expression) }
        #expect(fault?.offset == offset)
    }

    @Test func `an undeclared prefix is reported`() throws {
        let evaluation = XPathEvaluation(try Self.tree("<a/>"))
        let query = try XPathParser.parse("//q:x")
        #expect(throws: XPathEvaluation.Failure.unknownPrefix("q")) { try evaluation.value(query) }
    }

    @Test func `an excerpt is inner XML of an element, an attribute's value, the root of the document`() throws {
        let document = XPathEvaluation(try Self.tree("<a x='1 &amp; 2'><b>t &lt;</b><!--c--></a>")).document
        #expect(document.excerpt(XPathNode(order: 0)) == "<a x='1 &amp; 2'><b>t &lt;</b><!--c--></a>")
        #expect(document.excerpt(XPathNode(order: 1)) == "<b>t &lt;</b><!--c-->")
        #expect(document.excerpt(XPathNode(order: 1, attribute: 0)) == "1 & 2")
        #expect(document.excerpt(XPathNode(order: 2)) == "t &lt;")
        #expect(document.comparable(XPathNode(order: 2)) == "t <")
    }

    // MARK: Hostile input

    @Test func `no length and no depth of an expression overflows the stack`() throws {
        let chain = "1" + String(repeating: "+1", count: 4_000)
        #expect(try Self.evaluate(chain) == "4001")
        let path = "/a" + String(repeating: "/..", count: 3_000)
        #expect(try Self.evaluate("count(\(path))", "<a/>") == "0")
        #expect(try Self.evaluate(String(repeating: "-", count: 5_001) + "1") == "-1")
        for deep in [
            String(repeating: "(", count: 9_000) + "1", String(repeating: "a[", count: 4_000),
            String(repeating: "not(", count: 4_000),
        ] {
            #expect(throws: XPathParser.SyntaxError.self) { try XPathParser.parse(deep) }
        }
        #expect(throws: XPathParser.SyntaxError.self) { try XPathParser.parse(String(repeating: "a/", count: 100_000)) }
    }

    @Test(.longComputation) func `an expression that would look at too many nodes is given up`() throws {
        let text = "<r>" + String(repeating: "<a/>", count: 3_000) + "</r>"
        let evaluation = XPathEvaluation(try Self.tree(text), maxWork: 1_000_000)
        let query = try XPathParser.parse("count(//a[count(//a[count(//a) > 1]) > 1])")
        #expect(throws: XPathEvaluation.Failure.tooMuchWork) { try evaluation.value(query) }
        // The union of many overlapping axes costs no more than one of them.
        let cheap = XPathEvaluation(try Self.tree(text), maxWork: 100_000)
        #expect(
            try cheap.value(XPathParser.parse("count(//a/following-sibling::a/preceding-sibling::a/following::a)"))
                == .number(2_999))
    }

    @Test func `no bytes crash the reader of expressions`() throws {
        var generator = SeededGenerator(seed: 12)
        let pieces = [
            "a", "*", "/", "//", "[", "]", "(", ")", "@", "..", ".", "::", "child", "ancestor", "text()", "1", "'s'",
            "|", "=", "<", "+", "-", " div ", " or ", "count", "last()", ":", "p:", "\u{1}", "é", "$", ",",
        ]
        let tree = try Self.tree(Self.shop)
        var understood = 0
        for _ in 0..<20_000 {
            let text = (0..<Int.random(in: 1...9, using: &generator)).map { _ in
                pieces[Int.random(in: 0..<pieces.count, using: &generator)]
            }.joined()
            guard let query = try? XPathParser.parse(text) else { continue }
            _ = try? XPathEvaluation(tree, maxWork: 20_000).value(query)
            understood += 1
        }
        #expect(understood > 500)
    }
}

extension String {
    fileprivate var trimmingEnd: String {
        var text = self[...]
        while text.last == " " { text.removeLast() }
        return String(text)
    }
}
