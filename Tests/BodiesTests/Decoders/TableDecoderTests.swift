import Testing

@testable import Bodies

@Suite struct TableDecoderTests {
    @Test func `columns stand below each other, quotes are left out`() {
        let table = Decoding(
            "id,name,note\r\n1,\"Smith, J\",\"say \"\"hi\"\"\"\r\n22,東京,\"two\nlines\"\r\n3,short\r\n4,a,b,extra\r\n",
            "text/csv")
        #expect(
            table.shown == """
                id  name      note
                1   Smith, J  say "hi"
                22  東京      two
                lines
                3   short
                4   a         b             extra
                """)
        #expect(table.summary == "3 columns, 4 records")
        #expect(table.roles == "heading:id heading:name heading:note\n\n\n\n")
    }

    @Test func `tabs and semicolons`() {
        #expect(Decoding("a\tb,c\n1\t2", "text/tab-separated-values").shown == "a  b,c\n1  2")
        #expect(Decoding("a;b,c;d\n1;2;3", "text/csv").shown == "a  b,c  d\n1  2    3")
        #expect(Decoding("a\tb\n", name: "x.tsv").kind == .tsv)
    }

    @Test func `a quote that nothing closes is a character, and takes no time`() {
        let rows = (0..<2000).map { "\($0),\"open" }.joined(separator: "\n")
        #expect(Decoding("a,\"b\n1,2", "text/csv").shown == "a  \"b\n1  2")
        let table = Decoding(
            "x,\"y\"\n" + rows.replacing("\"open", with: "'") + "\nz,\"" + String(repeating: "q\n", count: 40_000),
            "text/csv")
        #expect(table.summary == "2 columns, 42000 records")
    }

    @Test func `cells that are wider than the column move the rest`() {
        let wide = String(repeating: "w", count: 80)
        #expect(
            Decoding("a,b\n\(wide),x\ny,z", "text/csv").shown
                == "a\(String(repeating: " ", count: 61))b\n\(wide)  x\ny\(String(repeating: " ", count: 61))z")
    }

    @Test(
        arguments: [
            ("a|b\n1|2", "a  b\n1  2", "2 columns, 1 record"), ("a,b;c\n", "a  b;c", "2 columns, 0 records"),
            ("\"a;b;c\",d", "a;b;c  d", "2 columns, 0 records"), ("\"a\"x,b", "ax  b", "2 columns, 0 records"),
            ("one\ntwo\r\n", "one\ntwo", "1 column, 1 record"), ("a,,b\n,x,", "a     b\n   x", "3 columns, 1 record"),
            ("a;b,c;d;e,f", "a  b,c  d  e,f", "4 columns, 0 records"),
        ] as [(String, String, String)])
    func `the separator is the one that the first line has most`(text: String, shown: String, summary: String) {
        let table = Decoding(text, "text/csv")
        #expect(table.shown.split(separator: "\n").map(\.trimmedEnd).joined(separator: "\n") == shown)
        #expect(table.summary == summary)
    }
}

extension Substring {
    fileprivate var trimmedEnd: Substring {
        var text = self
        while text.last == " " { text.removeLast() }
        return text
    }
}
