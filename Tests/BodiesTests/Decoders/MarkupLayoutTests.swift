import Testing

@testable import Bodies

@Suite struct MarkupLayoutTests {
    private func expect(_ markup: String, _ type: String, _ shown: String) {
        #expect(Decoding(markup, type).shown == shown)
    }

    @Test func `a text of up to 159 characters is on the line of its tags`() {
        func item(_ count: Int) -> String { "<a>\(String(repeating: "x", count: count))</a>" }
        expect(item(159), "text/xml", item(159))
        expect(item(160), "text/xml", "<a>\n  \(String(repeating: "x", count: 160))\n</a>")
        expect("<a>x\n</a><b></b><c>y</d></c>", "text/xml", "<a>\n  x\n</a>\n<b></b>\n<c>\n  y\n  </d>\n</c>")
    }

    @Test func `declarations and instructions have their own ends`() {
        expect(
            "<!DOCTYPE a [<!ENTITY b '>'>]><a/><?x y>z?><b/>", "text/xml",
            "<!DOCTYPE a [<!ENTITY b '>'>]>\n<a/>\n<?x y>z?>\n<b/>")
        expect("<!DOCTYPE html [x]><p><?php 1 ?2><br>", "text/html", "<!DOCTYPE html [x]>\n<p>\n  <?php 1 ?2>\n  <br>")
        expect(
            "<a><!--x>\n  y--><![CDATA[<b>]]>]]></a>", "text/xml",
            "<a>\n  <!--x>\n  y-->\n  <![CDATA[<b>]]>\n  ]]>\n</a>")
    }

    @Test func `a comment without text ends at once in HTML, and goes on in XML`() {
        let markup = "<p>a</p><!--><p>b</p>--><!---><p>c</p>-->"
        expect(markup, "text/html", "<p>a</p>\n<!-->\n<p>b</p>\n-->\n<!--->\n<p>c</p>\n-->")
        expect(markup, "text/xml", "<p>a</p>\n<!--><p>b</p>-->\n<!---><p>c</p>-->")
    }

    @Test func `names of XML have one case, those of HTML none`() {
        expect("<A><b>x</b></a><c/>", "text/xml", "<A>\n  <b>x</b>\n  </a>\n  <c/>")
        expect("<P>a<BR>b</p><hr/>", "text/html", "<P>\n  a\n  <BR>\n  b\n</p>\n<hr/>")
    }

    @Test func `start tags of HTML end what cannot hold them`() {
        expect(
            "<select><option>a<option>b<optgroup><option>c</select>", "text/html",
            """
            <select>
              <option>
                a
              <option>
                b
              <optgroup>
                <option>
                  c
            </select>
            """)
        expect(
            "<dl><dt>a<dd>b<dt>c</dl>", "text/html",
            "<dl>\n  <dt>\n    a\n  <dd>\n    b\n  <dt>\n    c\n</dl>")
        expect(
            "<table><thead><tr><th>a<tbody><tr><td>b<tfoot><tr><td>c</table>", "text/html",
            """
            <table>
              <thead>
                <tr>
                  <th>
                    a
              <tbody>
                <tr>
                  <td>
                    b
              <tfoot>
                <tr>
                  <td>
                    c
            </table>
            """)
        expect(
            "<html><head><title>a</title><body><div>b<div>c</div></div></html>", "text/html",
            "<html>\n  <head>\n    <title>a</title>\n  <body>\n    <div>\n      b\n      <div>c</div>\n    </div>\n</html>"
        )
        expect(
            "<ul><li><p>a<li>b</ul><p>c<span>d<p>e", "text/html",
            "<ul>\n  <li>\n    <p>\n      a\n  <li>\n    b\n</ul>\n<p>\n  c\n  <span>\n    d\n    <p>\n      e")
    }

    @Test func `a raw element ends at its end tag in any case`() {
        expect(
            "<script>a<b</SCRIPT><style>\r\np{}\r\n  </style><pre>\n x\n</pre><textarea>a\nb</textarea>", "text/html",
            "<script>a<b</SCRIPT>\n<style>\np{}\n</style>\n<pre>\n x\n</pre>\n<textarea>\na\nb\n</textarea>")
        expect("<script>a</scrip", "text/html", "<script>\na</scrip")
    }

    @Test func `attributes have names, signs and values`() {
        #expect(
            Decoding("<a b=1 c='x' d e:f-g.h = \"y\" /></a >", "text/xml").roles
                == "punctuation:< name:a literal:b punctuation:= string:1 literal:c punctuation:= string:'x' literal:d "
                + "literal:e:f-g.h punctuation:= string:\"y\" punctuation:/>\npunctuation:</ name:a punctuation:>")
        #expect(
            Decoding("<a b='x\ny' c>t</a>", "text/xml").roles
                == "punctuation:< name:a literal:b punctuation:= string:'x\nstring:y' literal:c punctuation:> "
                + "punctuation:</ name:a punctuation:>")
        #expect(
            Decoding("<!-- c --><?i?><![CDATA[d]]>", "text/xml").roles
                == "comment:<!-- c -->\nliteral:<?i?>\nstring:<![CDATA[d]]>")
    }
}
