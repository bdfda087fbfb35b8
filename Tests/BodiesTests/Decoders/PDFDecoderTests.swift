import Testing

@testable import Bodies

@Suite struct PDFDecoderTests {
    @Test func `version, pages and title`() {
        let pdf = Decoding(
            """
            %PDF-1.7
            1 0 obj <</Type /Outlines /Count 99>> endobj
            \(String(repeating: "x", count: 300))
            2 0 obj <</Type /Pages /Kids [3 0 R] /Count 12>> endobj
            4 0 obj <</Title (A \\(small\\) (book))>> endobj
            %%EOF
            """)
        #expect(pdf.kind == .pdf)
        #expect(pdf.summary == "version 1.7, 12 pages")
        #expect(pdf.shown.hasPrefix("version       1.7\ntitle         A (small) (book)\npages         12\nfile "))
    }

    @Test func `a title in UTF-16, and a file that is cut off`() {
        let pdf = Decoding("%PDF-2.0\n<</Title <FEFF00C4>>> ", "application/pdf")
        #expect(
            pdf.shown.contains("title         Ä\npages         not readable without unpacking\nend           missing"))
        #expect(Decoding("nothing", "application/pdf").refusal == "it does not begin with %PDF- (byte 0)")
    }

    @Test func `an encrypted file has no title that could be read`() {
        let pdf = Decoding("%PDF-1.4\n<</Type /Pages /Count 1>> <</Title (x)>> /Encrypt 5 0 R\n%%EOF")
        #expect(pdf.summary == "version 1.4, 1 page")
        #expect(pdf.shown.hasPrefix("version       1.4\npages         1\nencrypted     yes\nfile "))
    }
}
