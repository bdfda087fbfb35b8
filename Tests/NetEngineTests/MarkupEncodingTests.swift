import Testing

@testable import NetEngine

@Suite struct MarkupEncodingTests {
    @Test func `a text begins no tag and no reference`() {
        #expect(MarkupEncoding.text(#"a < b & "c" > 'd' &lt;"#) == #"a &lt; b &amp; "c" > 'd' &amp;lt;"#)
        #expect(MarkupEncoding.text("<\u{301}b&\u{301}") == "&lt;\u{301}b&amp;\u{301}", "a mark hides nothing")
    }

    @Test func `a value ends no quotation marks`() {
        #expect(MarkupEncoding.attribute(#"a < b & "c" > 'd'"#) == "a &lt; b &amp; &quot;c&quot; &gt; 'd'")
    }
}
