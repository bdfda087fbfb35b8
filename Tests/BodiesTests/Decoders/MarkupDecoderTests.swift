import NetEngine
import Testing

@testable import Bodies

@Suite struct MarkupDecoderTests {
    @Test func `XML is laid out by element, attributes byte for byte`() {
        let xml = Decoding(
            #"<?xml version="1.0"?><feed  a = 'x  y'><!-- note --><item id="1">One &amp; two</item><empty/><b><c/></b></feed>"#,
            "application/xml")
        #expect(xml.kind == .xml)
        #expect(
            xml.shown == """
                <?xml version="1.0"?>
                <feed  a = 'x  y'>
                  <!-- note -->
                  <item id="1">One &amp; two</item>
                  <empty/>
                  <b>
                    <c/>
                  </b>
                </feed>
                """)
    }

    @Test func `names of XML begin with a letter of any script, an underscore or a colon`() {
        #expect(
            Decoding("<_a><:b/><é/></_a>", "text/xml").shown == """
                <_a>
                  <:b/>
                  <é/>
                </_a>
                """)
    }

    @Test func `XHTML is HTML, by its type and by its name`() {
        #expect(BodyKind.named(by: ContentType("application/xhtml+xml")) == .html)
        #expect(BodyKind.named(by: ContentType(""), name: "a.xhtml") == .html)
    }

    @Test func `tags, attributes and values have roles`() {
        #expect(
            Decoding(#"<a b="1>0"/>"#, "text/xml").roles
                == #"punctuation:< name:a literal:b punctuation:= string:"1>0" punctuation:/>"#)
    }

    @Test func `text of several lines keeps its lines, and tags of several lines theirs`() {
        let xml = Decoding(
            "<a\n      x='1'\n   y='two\n  lines'>\n      one\n\n  two <b>bold</b>\n</a>\n<![CDATA[ <raw>\n  here ]]>",
            "text/xml")
        #expect(
            xml.shown == """
                <a
                    x='1'
                    y='two
                  lines'>
                  one
                  two
                  <b>bold</b>
                </a>
                <![CDATA[ <raw>
                  here ]]>
                """)
    }

    @Test func `void and raw elements of HTML, and tags that others end`() {
        let html = Decoding(
            """
            <!DOCTYPE html><html><head><meta charset=utf-8><title>A < B</title>
            <script>
            if (a < b) { x("</p>") }
              done()
            </script></head><body><p>one<br>two<p>three<ul><li>a<li>b</ul><table><tr><td>1<td>2<tr><td>3</table></body></html>
            """, "text/html")
        #expect(html.kind == .html)
        #expect(
            html.shown == """
                <!DOCTYPE html>
                <html>
                  <head>
                    <meta charset=utf-8>
                    <title>A < B</title>
                    <script>
                if (a < b) { x("</p>") }
                  done()
                    </script>
                  </head>
                  <body>
                    <p>
                      one
                      <br>
                      two
                    <p>
                      three
                    <ul>
                      <li>
                        a
                      <li>
                        b
                    </ul>
                    <table>
                      <tr>
                        <td>
                          1
                        <td>
                          2
                      <tr>
                        <td>
                          3
                    </table>
                  </body>
                </html>
                """)
    }

    @Test func `broken markup is shown to its end`() {
        #expect(
            Decoding("<a><b>x</a></b> < 3 <c d=\"1>tail <e", "text/xml").shown
                == "<a>\n  <b>\n    x\n</a>\n</b>\n< 3\n<c d=\"1>\n  tail\n  <e")
        #expect(Decoding("plain text", "text/xml").refusal == "it has no tags")
        #expect(Decoding("<a><!-- open", "text/xml").shown == "<a>\n  <!-- open")
    }

    @Test func `a document without a telling type is found by its first bytes`() {
        #expect(Decoding("<?xml version='1.0'?><a/>").kind == .xml)
        #expect(Decoding("<!DOCTYPE HTML><p>", "text/plain").kind == .html)
        #expect(Decoding("<a/>", name: "/feeds/all.atom").kind == .xml)
        #expect(Decoding("<a/>", "image/svg+xml").kind == .xml)
        #expect(Decoding("<a/>", "text/plain").kind == nil)
    }

    @Test func `deep nesting stops indenting, not reading`() {
        let depth = 20_000
        let text = String(repeating: "<a>", count: depth) + String(repeating: "</a>", count: depth)
        let shown = Decoding(text, "text/xml").shown.split(separator: "\n")
        #expect(shown.count == 2 * depth - 1)
        #expect(shown.last == "</a>")
        #expect(shown[1000].prefix { $0 == " " }.count == 128)
    }
}
