import TestSupport
import Testing

@testable import NetEngine

/// XML as a tree, and everything it must not do.
@Suite(.timeLimit(.minutes(5))) struct XMLTests {
    private func tree(_ text: String, type: String? = "application/xml") throws -> XMLTree {
        try XMLTreeDecoder().decode(answer(text, type: type))
    }

    private func fault(_ text: String) throws -> DecodingFault {
        let error = try #require(failure(.xml, answer(text, type: "text/xml")), "\(text.prefix(60))")
        #expect(error.category == .decoding)
        return try #require(error.decodingFault)
    }

    /// Everything about a node on one line, for comparison.
    private func shown(_ node: XMLTree.Node) -> String {
        let name = node.name.map { ($0.namespace.map { "{\($0)}" } ?? "") + $0.local } ?? ""
        let attributes = node.attributes.map { " @\($0.name)=\($0.value)" }.joined()
        switch node.kind {
        case .document, .element: return "\(name)\(attributes)(\(node.children.map(shown).joined(separator: "|")))"
        case .text: return "'\(node.value ?? "")'"
        case .cdata: return "[\(node.value ?? "")]"
        case .comment: return "!\(node.value ?? "")"
        case .processingInstruction: return "?\(name):\(node.value ?? "")"
        }
    }

    @Test(arguments: [
        ("<a/>", "(a())"), ("<a>x<b/>y</a>", "(a('x'|b()|'y'))"),
        ("<?xml version='1.0'?>\n<!--c--><a/><?p q r?>", "(!c|a()|?p:q r)"),
        ("<a><![CDATA[<&]]>]]&gt;</a>", "(a([<&]|']]>'))"), ("<a><![CDATA[]]></a>", "(a([]))"),
        ("<a b='1' c=\"x&#10;&lt;\"/>", "(a @b=1 @c=x\n<())"),
        ("<a>&amp;&#x1F600;\r\n\rz</a>", "(a('&😀\n\nz'))"),
        ("<a xmlns='u'><b/><c xmlns=''/><d x='1'/></a>", "({u}a({u}b()|c()|{u}d @x=1()))"),
        (
            "<p:a xmlns:p='u' p:x='1'><p:b xmlns:p='v'/><p:c/></p:a>", "({u}a @p:x=1({v}b()|{u}c()))"
        ),
        ("<a xml:lang='de'/>", "(a @xml:lang=de())"),
        ("<!DOCTYPE a [<!ENTITY e 'x<b/>y'>]><a>&e;&e;</a>", "(a('x'|b()|'yx'|b()|'y'))"),
        ("<!DOCTYPE a [<!ATTLIST a k CDATA 'v' j NMTOKEN #IMPLIED>]><a j=' q '/>", "(a @j=q @k=v())"),
        ("<!DOCTYPE html SYSTEM 'http://127.0.0.1:1/x.dtd'><html>&lt;</html>", "(html('<'))"),
        ("\u{FEFF}<a>ü</a>", "(a('ü'))"),
    ])
    func `a document becomes its tree`(_ text: String, _ expected: String) throws {
        #expect(shown(try tree(text).document) == expected)
    }

    @Test func `nodes know their relatives, their order and their places`() throws {
        let tree = try tree("<shop>\n  <tea id='1'>Green</tea>\n  <tea id='2'>Earl <b>Grey</b></tea><cup/>\n</shop>")
        let root = tree.root
        #expect(root.name?.local == "shop")
        #expect(root.elements("tea").map { $0.attribute("id") } == ["1", "2"])
        #expect(root["cup"]?.attribute("id") == nil)
        #expect(root.elements("tea").last?.text == "Earl Grey")
        let bold = try #require(root.descendants.first { $0.name?.local == "b" })
        #expect(bold.parent?.parent == root)
        #expect(bold.position.line == 3)
        #expect(bold.position.column == 20)
        #expect(String(decoding: tree.source[bold.sourceRange], as: UTF8.self) == "<b>Grey</b>")
        let texts = root.descendants.filter { $0.kind == .text }.map {
            String(decoding: tree.source[$0.sourceRange], as: UTF8.self)
        }
        #expect(texts == ["\n  ", "Green", "\n  ", "Earl ", "Grey", "\n"])
        #expect(root.descendants.map(\.order) == Array(2..<tree.nodeCount))
        #expect(root.children.map(\.kind) == [.text, .element, .text, .element, .element, .text])
        #expect(root["cup"].map { String(decoding: tree.source[$0.sourceRange], as: UTF8.self) } == "<cup/>")
        #expect(tree.document.parent == nil)
        #expect(root.parent == tree.document)
    }

    @Test func `namespace declarations are separate from attributes`() throws {
        let root = try tree("<a xmlns='u' xmlns:p='v' p:x='1' x='2'/>").root
        #expect(root.attributes.map(\.name.qualified) == ["p:x", "x"])
        #expect(root.namespaceDeclarations.map(\.name.qualified) == ["xmlns", "xmlns:p"])
        #expect(root.attribute("x") == "2")
        #expect(root.attribute(XMLName("x", namespace: "v")) == "1")
        #expect(root.elements(XMLName("a")).isEmpty)
    }

    @Test(arguments: [
        ("<a/>", true), ("<!DOCTYPE a><a/>", true), ("<!DOCTYPE a [<!ELEMENT a ANY>]><a/>", true), ("<a>", false),
        ("<!DOCTYPE a [<!ATTLIST a k CDATA 'v'>]><a/>", false), ("<!DOCTYPE a [<!ENTITY e 'v'>]><a/>", false),
    ])
    func `secrets have places only where nothing is declared`(text: String, isRead: Bool) {
        #expect((XMLSecrets(Array(text.utf8), isSecret: { _ in false }) != nil) == isRead)
    }

    @Test func `all texts within an element with a secret name are secret, also those of attributes`() throws {
        let text = Array("<a x='0'><token k='1'>n<b c='v &amp; w'>y</b><e d='z'/></token><f g='h'>i</f></a>".utf8)
        let secrets = try #require(XMLSecrets(text, isSecret: { $0 == "token" }))
        #expect(
            secrets.ranges.map { String(decoding: text[$0], as: UTF8.self) }
                == ["n<b c='v &amp; w'>y</b><e d='z'/>"])
        #expect(secrets.values == ["ny", "n", "y", "v & w", "z"])
    }

    @Test func `of several attributes with secret names in one element each is secret`() throws {
        let text = Array("<a token='1' x='2' pin='3'><b pin='4' token='5'/></a>".utf8)
        let secrets = try #require(XMLSecrets(text, isSecret: { ["token", "pin"].contains($0) }))
        #expect(secrets.ranges.map { String(decoding: text[$0], as: UTF8.self) } == ["1", "3", "4", "5"])
        #expect(secrets.values == ["1", "3", "4", "5"])
    }

    @Test func `attributes from the DTD are distinguished`() throws {
        let root = try tree("<!DOCTYPE a [<!ATTLIST a k CDATA 'v'>]><a j='1'/>").root
        #expect(root.attributes.map(\.isSpecified) == [true, false])
    }

    @Test(arguments: [
        ("<a>\n <b></a>", 2, 7, "this end tag does not close <b>"),
        ("<a>\n", 2, 1, "<a> is not closed"), ("<!-- -->", 1, 9, "there is no element"),
        ("<a/><b/>", 1, 5, "more follows after the root element"),
        ("<a b='1' b='2'/>", 1, 10, "an attribute comes twice"),
        ("<a>&nbsp;</a>", 1, 4, "an entity is not defined"),
        ("<a>&#0;</a>", 1, 4, "there is no such character"),
        ("\n<?xml version='1.0'?><a/>", 2, 1, "the XML declaration must be at the very beginning"),
        ("<a><![CDATA[x</a>", 1, 18, "the text ends within a CDATA section"),
        ("{\"a\": 1}", 1, 1, "this is not allowed here"),
        ("<a>\u{1}</a>", 1, 4, "this is not allowed here"),
        ("<p:a/>", 1, 1, "the prefix \"p\" is not declared"),
        ("<a xmlns:p='u' xmlns:q='u'>\n<b p:x='1' q:x='2'/></a>", 2, 1, "the attribute \"x\" comes twice"),
        ("<a xmlns:p=''/>", 1, 1, "the prefix \"p\" cannot be bound to \"\""),
        ("<a xmlns:xml='u'/>", 1, 1, "the prefix \"xml\" cannot be bound to \"u\""),
        ("<a:b:c xmlns:a='u'/>", 1, 1, "\"a:b:c\" has a colon too many"),
        ("<!DOCTYPE a [<!ENTITY e '&e;'>]><a>&e;</a>", 1, 36, "an entity contains itself"),
        (
            "<!DOCTYPE a [<!ENTITY e '<b>'>]><a>&e;</b></a>", 1, 36,
            "an element begins within an entity and ends outside of it"
        ),
    ])
    func `an error has its place and its reason`(_ text: String, _ line: Int, _ column: Int, _ reason: String) throws {
        let fault = try fault(text)
        #expect(fault.reason == reason)
        #expect(fault.position?.line == line)
        #expect(fault.position?.column == column)
    }

    @Test(arguments: ["", " ", "<", "<a", "<a b", "<a b='", "</a>", "<a></a", "<!--", "<!DOCTYPE", "&amp;"])
    func `a truncated document is an error within the body`(_ text: String) throws {
        let fault = try fault(text)
        #expect((0...text.utf8.count).contains(fault.position?.byteOffset ?? -1))
    }

    // MARK: Nothing is read from elsewhere

    @Test(arguments: [
        "<!DOCTYPE a [<!ENTITY e SYSTEM 'file:///etc/passwd'>]><a>&e;</a>",
        "<!DOCTYPE a [<!ENTITY e PUBLIC 'p' 'http://127.0.0.1:1/'>]><a>&e;</a>",
        "<!DOCTYPE a [<!ENTITY e SYSTEM 'file:///etc/passwd'>]><a b='&e;'/>",
    ])
    func `external entities are refused`(_ text: String) throws {
        #expect(try fault(text).reason == "it refers to another file, which is never read")
    }

    @Test(arguments: [
        "<!DOCTYPE a SYSTEM 'x.dtd'><a>&e;</a>", "<!DOCTYPE a SYSTEM 'x.dtd'><a b='&e;'/>",
        "<!DOCTYPE a [<!ENTITY % p SYSTEM 'x.ent'> %p;]><a>&e;</a>",
        "<!DOCTYPE a SYSTEM 'x.dtd' [<!ENTITY f '<b c=\"&e;\"/>'>]><a>&f;</a>",
    ])
    func `an entity that only another file might define is an error, not ignored`(_ text: String) throws {
        #expect(try fault(text).reason == "the entity \"e\" is not defined here, and no other file is read")
    }

    // MARK: Bombs

    @Test func `entities that expand to too much text are refused`() throws {
        var lol = "<!DOCTYPE a [<!ENTITY l0 'lollollollol'>"
        for level in 1...9 {
            lol += "<!ENTITY l\(level) '\(String(repeating: "&l\(level - 1);", count: 10))'>"
        }
        #expect(try fault(lol + "]><a>&l9;</a>").reason == "its entities expand to too much text")
        #expect(try fault(lol + "]><a b='&l9;'/>").reason == "its entities expand to too much text")
        // Quadratic: one long entity, used often.
        let long = "<!DOCTYPE a [<!ENTITY e '\(String(repeating: "x", count: 100_000))'>]><a>"
        #expect(
            try fault(long + String(repeating: "&e;", count: 20_000) + "</a>").reason.hasSuffix("too much text"))
        // Entities that consist only of entities that consist of nothing.
        let empty = lol.replacing("'lollollollol'", with: "''")
        #expect(try fault(empty + "]><a>&l9;</a>").reason == "its entities expand to too much text")
    }

    @Test func `a default attribute on many elements is refused`() throws {
        let dtd = "<!DOCTYPE a [<!ATTLIST b k CDATA '\(String(repeating: "x", count: 100_000))'>]>"
        let reason = try fault(dtd + "<a>" + String(repeating: "<b/>", count: 10_000) + "</a>").reason
        #expect(reason == "it expands to too much text")
    }

    @Test func `a chain of entities does not eat the stack`() throws {
        var text = "<!DOCTYPE a [<!ENTITY e0 'x'>"
        for level in 1..<50_000 { text += "<!ENTITY e\(level) '&e\(level - 1);'>" }
        #expect(try fault(text + "]><a>&e49999;</a>").reason == "it declares more than 512 entities")
        var allowed = "<!DOCTYPE a [<!ENTITY e0 'x'>"
        for level in 1..<512 { allowed += "<!ENTITY e\(level) '&e\(level - 1);'>" }
        #expect(try tree(allowed + "]><a b='&e511;'>&e511;</a>").root.text == "x")
    }

    @Test(.longComputation) func `depth is bounded`() throws {
        func nested(_ depth: Int) -> String {
            String(repeating: "<a>", count: depth) + String(repeating: "</a>", count: depth)
        }
        #expect(try tree(nested(512)).nodeCount == 513)
        let fault = try fault(nested(100_000))
        #expect(fault.reason == "the nesting is deeper than 512 levels")
        #expect(fault.position?.byteOffset == 512 * 3)
        // A tree of any depth is freed without recursion.
        let deep = try XMLReader(limits: XMLLimits(maxDepth: .max)).read(Array(nested(300_000).utf8))
        #expect(deep.nodeCount == 300_001)
    }

    @Test func `the number of nodes is bounded`() throws {
        let decoder = XMLTreeDecoder(limits: XMLLimits(maxNodes: 100))
        let body = "<a>" + String(repeating: "<b/>", count: 200) + "</a>"
        #expect(failure(decoder, answer(body))?.decodingFault?.reason == "it has more than 100 nodes")
        let attributes = "<a " + (0..<200).map { "a\($0)='' " }.joined() + "><b/></a>"
        #expect(failure(decoder, answer(attributes))?.decodingFault?.reason == "it has more than 100 nodes")
    }

    @Test func `many namespaces on many elements take linear time`() throws {
        let declarations = (0..<20_000).map { "xmlns:p\($0)='u\($0)'" }.joined(separator: " ")
        let children = (0..<20_000).map { "<p\($0):b/>" }.joined()
        #expect(try tree("<a \(declarations)>\(children)</a>").root.elements.last?.name?.namespace == "u19999")
    }

    // MARK: Encodings

    @Test func `the encoding is found by mark, header, declaration or the bytes`() throws {
        let latin = Array("<?xml version='1.0' encoding='iso-8859-1'?><a>".utf8) + [0xE9] + Array("</a>".utf8)
        func wide(_ text: String, bigEndian: Bool) -> [UInt8] {
            text.utf16.flatMap {
                let (high, low) = (UInt8($0 >> 8), UInt8($0 & 255))
                return bigEndian ? [high, low] : [low, high]
            }
        }
        let cases: [([UInt8], String?)] = [
            (latin, "application/xml"), (latin, nil),
            (Array("<a>".utf8) + [0xE9, 60, 47, 97, 62], "text/xml; charset=latin1"),
            (Array("<?xml version='1.0' encoding='utf-16'?><a>é</a>".utf8), "text/xml"),
            (Array("<?xml version='1.0' encoding='koi8-r'?><a>é</a>".utf8), "text/xml; charset=utf-8"),
            ([0xFF, 0xFE] + wide("<a>é</a>", bigEndian: false), "text/xml; charset=utf-8"),
            (wide("<a>é</a>", bigEndian: true), "text/xml"),
            (wide("<?xml version='1.0'?><a>é</a>", bigEndian: false), nil),
        ]
        for (body, type) in cases {
            #expect(try XMLTreeDecoder().decode(answer(body, type: type)).root.text == "é")
        }
    }

    @Test func `an unknown encoding, and bytes that do not belong, are errors`() throws {
        let unknown = try fault("<?xml version='1.0' encoding='martian'?><a/>")
        #expect(unknown.reason == "the encoding \"martian\" is not known here")
        let broken = answer(Array("<a>\n".utf8) + [0xFF] + Array("</a>".utf8), type: "text/xml")
        let error = try #require(failure(.xml, broken))
        #expect(error.decodingFault?.position?.byteOffset == 4)
        #expect(error.decodingFault?.position?.line == 2)
    }

    @Test func `random bytes end in a tree or in an error within them`() throws {
        var generator = SeededGenerator(seed: 11)
        let pieces = [
            "<a>", "</a>", "<b c='d'>", "</b>", "&amp;", "&x;", "<![CDATA[", "]]>", "<!--", "-->", "<?p ?>", "text",
            "\n",
            "<!DOCTYPE a [", "<!ENTITY x 'y<b/>'>", "<!ATTLIST b e CDATA '&x;'>", "]>", "xmlns:p='u'", "<p:q/>",
            "\u{0}",
            "'", "\"", "<", ">", "ü",
        ]
        for _ in 0..<3000 {
            let text = (0..<Int(generator.next() % 14)).map { _ in pieces[Int(generator.next() % UInt64(pieces.count))]
            }
            .joined()
            do throws(EngineError) {
                let tree = try XMLTreeDecoder().decode(answer(text, type: "text/xml"))
                #expect(tree.root.kind == .element)
                for node in tree.document.descendants { #expect(node.sourceRange.upperBound <= text.utf8.count) }
            } catch {
                #expect((error.decodingFault?.position?.byteOffset ?? -1) <= text.utf8.count)
            }
        }
    }

    @Test func `the media type chooses the tree`() throws {
        guard case .xml(let tree) = try MediaTypeDecoder().decode(answer("<a/>", type: "application/atom+xml")) else {
            Issue.record("not XML")
            return
        }
        #expect(tree.root.name == XMLName("a"))
        #expect(failure(.byMediaType, answer("{}", type: "text/xml"))?.category == .decoding)
    }
}
