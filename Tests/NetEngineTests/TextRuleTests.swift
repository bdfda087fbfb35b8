import TestSupport
import Testing

@testable import NetEngine

/// Fields, and the characters that texts hide.
@Suite struct TextRuleTests {
    @Test func `exactly the characters that nobody sees are escaped in JSON`() {
        let pieces: [ClosedRange<UInt32>] = [
            0x7E...0x2100, 0x3100...0x3200, 0xFD00...0xFFFF, 0x1BC00...0x1BD00, 0x1D100...0x1D200, 0xDFF00...0xE1100,
        ]
        let hidden = pieces.joined().compactMap { Unicode.Scalar($0) }.filter { scalar in
            JSONWriter.quoted("a\(scalar)b").utf8.count(where: { $0 == UInt8(ascii: "\\") }) > 0
        }
        #expect(
            ranges(hidden.map { Int($0.value) })
                == "127-159 173 847 1564 4447-4448 6068-6069 6155-6159 8203-8207 8232-8238 8288-8303 12644 65024-65039 65279 65440 65520-65531 113824-113827 119155-119162 917504-921599"
        )
    }

    /// What is between an `a` and a `b`, as code points.
    private static let pictures: FilledTable = """
        1F468 200D 1F469 -> shown
        1F468 1F3FB 200D 1F469 -> shown
        2764 FE0F 200D 1F525 -> shown
        1F468 200D 61 -> hidden
        61 200D 1F469 -> hidden
        2764 FE0F -> shown
        2764 FE0E -> shown
        31 FE0F 20E3 -> shown
        31 FE0F 61 -> hidden
        845B E0100 -> shown
        61 E0100 -> hidden
        """

    @Test func `joiners and selectors stay where they make a picture`() {
        let text = Self.pictures.filled { row in
            let scalars = row.split(separator: " ").compactMap { UInt32($0, radix: 16).flatMap(Unicode.Scalar.init) }
            var body = String.UnicodeScalarView()
            body.append(contentsOf: scalars)
            return JSONWriter.quoted("a\(String(body))b").contains("\\") ? "hidden" : "shown"
        }
        #expect(text == Self.pictures.text)
    }

    @Test func `fields are found in any case, as many as there are`() {
        var fields: HeaderFields = ["A": "1", "b": "2", "a": "3"]
        #expect(fields["a"] == "1" && fields.last("A")?.value == "3" && fields.values("A") == ["1", "3"])
        #expect(fields["c"] == nil && fields.last("c") == nil && fields.values("c").isEmpty && !fields.contains("c"))
        fields.append(HeaderField("C", "4"))
        #expect(fields.contains("c") && fields.count == 4)
        fields.remove("A")
        #expect(fields.map(\.name) == ["b", "C"] && !fields.contains("a"))
        fields.remove("x")
        fields.fields[0].nameBytes = Array("New".utf8)
        #expect(fields["new"] == "2" && fields["b"] == nil)
        fields.fields = []
        #expect(fields.isEmpty && fields.firstLine("C") == nil)
    }

    @Test func `only letters of ASCII have a case in a name`() {
        let pairs = [("AZ", "az", true), ("@[", "`{", false), ("É", "é", false), ("A", "AB", false), ("", "", true)]
        #expect(pairs.map { HeaderField($0.0, "").isNamed($0.1) } == pairs.map(\.2))
    }

    @Test func `a value is UTF-8, or else Latin-1`() {
        func field(_ bytes: [UInt8]) -> HeaderField { HeaderField(nameBytes: [0x41, 0xFF], valueBytes: bytes) }
        #expect(field([0xC3, 0xA4]).value == "ä" && field([0xC3, 0xA4]).latin1Value == "Ã¤")
        #expect(field([0xE4, 0x80]).value == "ä\u{80}" && field([]).value == "" && field([]).name == "Aÿ")
        var changed = field([1])
        changed.valueBytes = [0x42]
        #expect(changed.value == "B" && changed.name == "Aÿ")
        changed.nameBytes = [0x43]
        #expect(changed.value == "B" && changed.name == "C")
    }

    private static let lists: FilledTable = #"""
        a,b -> a|b
         a ,, b , -> a|b
        "a,b",c -> "a,b"|c
        "a\",b",c -> "a\",b"|c
        "a,b -> "a|b
        a"b,c"d -> a"b,c"d
        "a" "b,c" -> "a" "b,c"
        , -> 
        """#

    @Test func `a list is cut at commas outside of quotes that close`() {
        let text = Self.lists.filled { row in
            ListSyntax.split(Array(row.utf8)).map { String(decoding: $0, as: UTF8.self) }.joined(separator: "|")
        }
        #expect(text == Self.lists.text)
    }

    private static let links: FilledTable = #"""
        </a,b>; rel=next, </c> -> </a,b>; rel=next|</c>
         <a,"b>,"c,d" -> <a,"b>|"c,d"
        <a,b -> <a|b
        <a,<b,<c>,d -> <a,<b,<c>|d
        a<b,c>d -> a<b|c>d
        ,,<a,b>,, -> <a,b>
        "<a,b",c> -> "<a,b"|c>
        <,> -> <,>
        """#

    @Test func `a list of links is not cut within their targets`() {
        let text = Self.links.filled { row in
            ListSyntax.split(Array(row.utf8), haveTargets: true).map { String(decoding: $0, as: UTF8.self) }
                .joined(separator: "|")
        }
        #expect(text == Self.links.text)
    }

    /// The password is hidden even where the text is not a URL.
    private static let addresses: FilledTable = """
        http://u:p@h/x?a=1&b#f -> user u:p, place h/x, items a=1 b
        http://h/x@y -> user -, place http://h/x@y, items -
        u:p@h -> user u:p, place h, items -
        http://h:80/@ -> user -, place http://h:80/@, items -
        http://u:p/w@h/?q -> user u:p/w, place h/, items q
        http://[::1]/a@b -> user -, place http://[::1]/a@b, items -
        http://h?a=b=c&& -> user -, place http://h, items a=b=c  
        /x?+%41=%20 -> user -, place /x, items  A= 
        """

    @Test func `a text that may be a URL is cut into its parts`() {
        let text = Self.addresses.filled { row in
            let url = URLText(row)
            let items = url.queryItems.map { "\($0.name)\($0.hasValue ? "=\($0.decodedValue)" : "")" }
            return
                "user \(url.userInfo ?? "-"), place \(url.afterUserInfo), items \(url.queryRange == nil ? "-" : items.joined(separator: " "))"
        }
        #expect(text == Self.addresses.text)
        let doubtful = ["http://h/#a", "http://h/#a=b", "http://h/#a@b", "http://h/"].map {
            URLText($0).hasDoubtfulFragment
        }
        #expect(doubtful == [false, true, true, false])
    }
}
