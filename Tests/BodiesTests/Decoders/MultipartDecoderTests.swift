import Testing

@testable import Bodies

@Suite struct MultipartDecoderTests {
    @Test func `each part has its headers and is shown by its own kind`() {
        let body = Decoding(
            "preamble\r\n--B\r\nContent-Disposition: form-data; name=\"page\"\r\nContent-Type: text/html\r\n\r\n<p>hi</p>\r\n--B\r\n\r\nplain\r\n--B--\r\nepilogue",
            "multipart/form-data; boundary=B")
        #expect(body.summary == "2 parts")
        #expect(
            body.shown == """
                Part 1 of 2: page
                Content-Disposition: form-data; name="page"
                Content-Type: text/html
                <p>hi</p>
                Part 2 of 2
                plain
                """)
    }

    @Test func `parts in parts, up to a depth`() {
        var text = "--b9\r\n\r\ninner\r\n--b9--"
        for level in (0..<9).reversed() {
            text =
                "--b\(level)\r\nContent-Type: multipart/mixed; boundary=b\(level + 1)\r\n\r\n\(text)\r\n--b\(level)--"
        }
        let body = Decoding(text, "multipart/mixed; boundary=b0")
        #expect(body.shown.contains("multipart bodies are nested more than 4 levels deep"))
    }

    @Test func `line ends may be line feeds, the boundary may be missing at the end or in the type`() {
        let body = Decoding("--x\nA: 1\n\none\ntwo\n--x \n\nthree", "multipart/mixed")
        #expect(body.summary == "2 parts, without the closing boundary")
        #expect(body.shown == "Part 1 of 2\nA: 1\none\ntwo\nPart 2 of 2\nthree")
        #expect(
            Decoding("text", "multipart/mixed").refusal
                == "its type names no boundary, and it does not begin with one (byte 0)")
        #expect(Decoding("text", "multipart/mixed; boundary=z").refusal == "the boundary does not occur in it")
    }

    @Test func `a part that its kind does not read says why`() {
        let body = Decoding("--x\nContent-Type: application/pdf\n\nno\n--x--", "multipart/mixed; boundary=x")
        #expect(body.shown.contains("it does not begin with %PDF- (byte 0)"))
    }

    @Test func `only a boundary alone on its line, but for spaces, is one`() {
        let body = Decoding(
            "--B\r\n\r\none\r\n--Bx\r\n--B y\r\n --B\r\n--B \t\r\nx\r\n\r\ntwo\r\n--B--\r\n--B\r\n\r\nthree",
            "multipart/mixed; boundary=B")
        #expect(body.summary == "2 parts")
        #expect(body.shown == "Part 1 of 2\none\r\n--Bx\r\n--B y\r\n --B\nPart 2 of 2\nx\ntwo")
    }

    @Test func `a part has a hundred headers at most`() {
        func isPDF(after count: Int) -> Bool {
            let headers = String(repeating: "A: 1\n", count: count) + "Content-Type: application/pdf\n"
            return Decoding("--B\n\(headers)\nno\n--B--", "multipart/mixed; boundary=B").shown
                .contains("it does not begin with %PDF-")
        }
        #expect(isPDF(after: 99) && !isPDF(after: 100))
    }

    @Test func `two hundred parts are shown, and all are counted`() {
        let text = String(repeating: "--B\n\nx\n", count: 201) + "--B--"
        let body = Decoding(text, "multipart/mixed; boundary=B")
        #expect(body.summary == "201 parts")
        #expect(body.shown.hasSuffix("Part 199 of 201\nx\nPart 200 of 201\nx"))
    }
}
