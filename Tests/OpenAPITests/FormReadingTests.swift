import NetEngine
import OpenAPI
import TestSupport
import Testing

@Suite struct FormReadingTests {
    @Test func `pieces of a form have names and the ranges of their values`() {
        let body = Array("a=1&&b%20c=%26&d&=e".utf8)
        let parts = FormReading.urlEncoded(body)
        #expect(parts.map(\.name) == ["a", "b c", "d", ""])
        #expect(parts.map { String(decoding: body[$0.range], as: UTF8.self) } == ["1", "%26", "", "e"])
        #expect(FormReading.decoded(Array("%26+x".utf8)) == Array("& x".utf8))
        #expect(FormReading.urlEncoded(body, most: 2).count == 2)
    }

    @Test func `parts of a form have names, headers and the ranges of their contents`() throws {
        let text =
            "preamble\r\n--x y\r\nContent-Disposition: form-data; name=\"a;b\"\r\n\r\n1\r\n2\r\n--x yz\r\n\r\n"
            + "--x y \r\ncontent-disposition: form-data; filename*=UTF-8''f; name=f\nX-A: 1\n\n\r\n--x y--\r\nrest"
        let body = Array(text.utf8)
        let parts = try #require(FormReading.multipart(body, boundary: "x y"))
        #expect(parts.map(\.name) == ["a;b", "f"])
        #expect(parts.map(\.isFile) == [false, true])
        #expect(
            parts.map { String(decoding: body[$0.range], as: UTF8.self) } == ["1\r\n2\r\n--x yz\r\n", ""])
        #expect(parts.last?.headers.values("x-a") == ["1"])
        #expect(FormReading.multipart(body, boundary: "other") == nil)
        #expect(FormReading.multipart(body, boundary: "") == nil)
    }

    @Test func `a line of a part's head that is no header is passed over`() throws {
        let body = Array("--x\r\nnonsense\r\nContent-Disposition: form-data; name=a\r\n\r\n1\r\n--x--".utf8)
        let part = try #require(FormReading.multipart(body, boundary: "x")?.first)
        #expect(part.name == "a" && String(decoding: body[part.range], as: UTF8.self) == "1")
    }

    @Test func `boundaries, lines of a head, heads and parts have their limits`() throws {
        func parts(_ heads: [String], boundary: String = "x", most: Int = .max) -> [String]? {
            let text = heads.map { "--\(boundary)\r\n\($0)\r\n\r\n1\r\n" }.joined() + "--\(boundary)--"
            let body = Array(text.utf8)
            return FormReading.multipart(body, boundary: boundary, most: most)?.map {
                $0.name + "=" + String(decoding: body[$0.range], as: UTF8.self)
            }
        }
        func head(_ name: String) -> String { "Content-Disposition: form-data; name=\(name)" }
        #expect(parts([head("a")], boundary: String(repeating: "b", count: 200)) == ["a=1"])
        #expect(parts([head("a")], boundary: String(repeating: "b", count: 201)) == nil)
        // With the end of the line 8,192 bytes.
        func long(_ count: Int) -> String { head("a") + "\r\n" + "X-A: " + String(repeating: "v", count: count - 7) }
        #expect(parts([long(8192), head("b")]) == ["a=1", "b=1"])
        #expect(parts([long(8193), head("b")]) == ["b=1"])
        let more = (0..<18).map { "X-\($0): v\r\n" }.joined()
        #expect(parts([more + head("a")]) == ["a=1"])
        let three = ["a", "b", "c"].map(head)
        #expect(parts(three) == ["a=1", "b=1", "c=1"])
        #expect(parts(three, most: 2) == ["a=1", "b=1"])
        #expect(parts(three, most: 3) == ["a=1", "b=1", "c=1"])
        #expect(parts(["X-A: v", head("b")]) == ["b=1"])
    }

    @Test func `the work grows with the body`() {
        for piece in ["a=1&", "\n-", "--x\n", "--x\nContent-Disposition: form-data; name=a\n\n", "&"] {
            let growth = Growth(of: 2_000) {
                Array(String(repeating: piece, count: $0).utf8)
            } _: { body in
                _ = FormReading.urlEncoded(body)
                _ = FormReading.multipart(body, boundary: "x")
            }
            #expect(growth.isLinear, "\(piece): \(growth)")
        }
    }

    @Test(arguments: UInt64(1)...30) func `any bytes are read or refused`(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let pieces = [
            "--x", "--", "\r\n", "\n", "Content-Disposition: ", "form-data; ", "name=", "\"", ";", ":", "a", "&", "=",
            "%",
        ]
        for _ in 0..<100 {
            let count = Int.random(in: 0..<20, using: &random)
            let text = (0..<count).map { _ in pieces[Int.random(in: 0..<pieces.count, using: &random)] }.joined()
            let body = Array(text.utf8)
            for part in FormReading.urlEncoded(body) + (FormReading.multipart(body, boundary: "x") ?? []) {
                #expect(part.range.lowerBound >= part.start && part.range.upperBound <= body.count, "\(text)")
            }
        }
    }
}
