import NetEngine
import TestSupport
import Testing

@testable import HTTPFormat

/// Bodies as they are written: the parts of a line of JSON, comments, multipart lines, and when two requests say the same.
@Suite struct BodyPartsTests {
    @Test func `a line of JSON has parts, whatever is around it`() {
        let table = #"""
            "a": 1, -> name "a"|punctuation :|number 1|punctuation ,
            "a" : "b{{c}}d" -> name "a"|punctuation :|string "b|variable {{c}}|string d"
            "a{{b}}": {{c}}.5 -> name "a|variable {{b}}|name "|punctuation :|variable {{c}}|word .5
            -{{n}} tru 5e1 -> number -|variable {{n}}|word tru|number 5e1
              # "x" -> comment # "x"
            \t// x -> comment // x
            < a.json -> comment < a.json
            / x -> word /|word x
            1 # x -> number 1|word #|word x
            "a\"b" "c -> string "a\"b"|string "c
            "a\ -> string "a\
            [{}] -> punctuation [|punctuation {|punctuation }|punctuation ]
            {{a}} {{b -> variable {{a}}|punctuation {|punctuation {|word b
            """#
        let wrong = TextTable.differences(table) { line in
            let bytes = Array(line.utf8)
            return JSONTemplate.parts(ofLine: line).filter { $0.part != .space }
                .map { "\($0.part) \(String(decoding: bytes[$0.range], as: UTF8.self))" }.joined(separator: "|")
        }
        #expect(wrong == [])
    }

    private func request(_ text: String) throws -> SavedRequest {
        try #require(HTTPDocument(bytes: Array(text.utf8)).requests.first)
    }

    @Test func `the user is asked what becomes of comments where they mean something and nothing says so`() throws {
        let table = #"""
            Content-Type: text/markdown\n\n# a -> asked
            content-type: text/markdown\n\nx\n// a -> asked
            Content-Type: text/markdown\n\n# @other a -> asked
            Content-Type: text/markdown\n\nx\n# @note a -> not
            Content-Type: text/markdown\n\nx -> not
            Content-Type: application/json\n\n{}\n# a -> not
            # Content-Type: text/markdown\n\nx\n# a -> not
            # @keep-body-comments\nContent-Type: text/markdown\n\n# a -> not
            # @keep-body-comments false\nContent-Type: text/markdown\n\nx\n# a -> not
            """#
        let wrong = try TextTable.differences(table) { text in
            try request("POST a.test\n\(text)\n").asksForBodyComments ? "asked" : "not"
        }
        #expect(wrong == [])
    }

    @Test func `a body is JSON by an enabled header, and neither lines nor a query`() throws {
        let table = #"""
            Content-Type: application/json\n\n{} -> JSON
            content-type: application/problem+json; charset=utf-8\n\n{} -> JSON
            Content-Type: application/x-ndjson\n\n{} -> no
            Content-Type: text/plain\n\n{} -> no
            # Content-Type: application/json\n\n{} -> no
            Content-Type: application/json\n\nquery { a } -> no
            A: b\n\n{} -> no
            """#
        #expect(
            try TextTable.differences(table) { try request("POST a.test\n\($0)\n").isJSONBody ? "JSON" : "no" } == [])
    }

    @Test func `two requests say the same but for place, comments and the lines of the file`() throws {
        let text =
            "### T\n# c\n# @name n\n# @sleep 5\n# @loop for 2\n# @disabled x\n# @prompt p q\n# @ref r\n"
            + "# @assert status == 1\n# @timeout 3\nPOST http://a?b=1 HTTP/1.1\nA: 1\n\nbody\n"
            + "> {% client.global.set(\"g\", response.body.g) %}\n>> f\n"
        let table = #"""
            ### T|\n\n### T -> same
            # c|# d -> same
            body|body\n\n -> same
            ### T|### U -> different
            # @name n|# @name m -> different
            # @sleep 5|# @sleep 6 -> different
            for 2|for 3 -> different
            @disabled x|@disabled y -> different
            @disabled x|@disabled !x -> different
            @disabled x|@disabled -> different
            p q|z q -> different
            p q|p z -> different
            @prompt p|@secret p -> different
            @ref r|@ref s -> different
            @ref r|@forceRef r -> different
            == 1|== 2 -> different
            # @assert|?? -> different
            @timeout 3|@timeout 4 -> different
            POST|PUT -> different
            http://a|http://z -> different
            b=1|b=2 -> different
            b=1|c=1 -> different
            1.1|2 -> different
            A: 1|B: 1 -> different
            A: 1|A: 2 -> different
            A: 1|# A: 1 -> different
            body\n|other\n -> different
            "g"|"h" -> different
            body.g|body.h -> different
            >> f|>>! f -> different
            >> f|>> g -> different
            """#
        let first = try request(text)
        let wrong = try TextTable.differences(table) { row in
            let parts = row.split(separator: "|", omittingEmptySubsequences: false).map(String.init)
            let other = try request(text.replacing(parts[0], with: parts[1], maxReplacements: 1))
            return first.says(sameAs: other) && other.says(sameAs: first) ? "same" : "different"
        }
        #expect(wrong == [])
    }

    // MARK: Multipart lines

    @Test func `values in quotation marks are escaped, and elsewhere they cannot begin a line`() {
        let table = #"""
            name="<a>" -> name="a"
            name="<a"b>"; x=<c"d> -> name="a%22b"; x=c"d
            name="<a\r\nb>" -> name="a%0D%0Ab"
            x=<a\nb> -> refused
            x=<a\rb> -> refused
            x="a"<b> -> x="a"b
            none -> none
            """#
        let wrong = TextTable.differences(table) { text in
            var line: [UInt8] = []
            var values: [Range<Int>] = []
            var start = 0
            for byte in text.utf8 {
                switch byte {
                case UInt8(ascii: "<"): start = line.count
                case UInt8(ascii: ">"): values.append(start..<line.count)
                default: line.append(byte)
                }
            }
            return MultipartLines.escaped(line, values: values).map { String(decoding: $0, as: UTF8.self) } ?? "refused"
        }
        #expect(wrong == [])
    }

    @Test func `a body gets a boundary of its own, and only the lines of the file are delimiters`() {
        let body = Array("--x\r\nA: b\r\n\r\n--xy --x\r\n--x--\r\n".utf8)
        var lines = MultipartLines(boundary: "x", takesValues: false)
        _ = lines.takeDashes(Array("--x".utf8), holdsValues: false, at: 0)
        let isAfterFirst = lines.isInHead
        lines.endHead()
        #expect(isAfterFirst && !lines.isInHead)
        #expect(lines.isForged(body), "--xy and --x-- are not in the list yet")
        _ = lines.takeDashes(Array("--xy --x".utf8), holdsValues: false, at: 13)
        _ = lines.takeDashes(Array("--x--\t".utf8), holdsValues: false, at: 23)
        #expect(lines.delimiters == [0, 13, 23] && !lines.isInHead && !lines.isForged(body))
        let (renamed, boundary) = lines.withOwnBoundary(body)
        #expect(boundary.hasPrefix(String(repeating: "-", count: 24)) && boundary.utf8.count == 40)
        #expect(
            String(decoding: renamed, as: UTF8.self)
                == "--\(boundary)\r\nA: b\r\n\r\n--\(boundary)y --x\r\n--\(boundary)--\r\n")
        #expect(lines.withOwnBoundary(body).boundary == boundary, "equal bodies have equal boundaries")
        var valued = MultipartLines(boundary: "x", takesValues: false)
        let isTaken = valued.takeDashes(Array("--x".utf8), holdsValues: true, at: 0)
        #expect(!isTaken && valued.delimiters.isEmpty && valued.isForged(body))
        var taking = MultipartLines(boundary: "x", takesValues: true)
        let isDelimiter = taking.takeDashes(Array("--x".utf8), holdsValues: true, at: 0)
        #expect(isDelimiter && taking.delimiters == [0])
        #expect(!MultipartLines(boundary: nil, takesValues: true).isForged(body))
    }

    @Test func `marks stay in their order between the text around them`() {
        let marks = TextMarks(salt: 35)
        #expect(marks.text(0) == "v000000000000z00000" && marks.text(99_999) == "v000000000000z99999")
        let bytes = Array("v\(marks.text(7))a\(marks.text(12))\(marks.text(7))b".utf8)
        #expect(marks.numbers(in: bytes) == [7, 12, 7] && marks.occur(in: bytes))
        #expect(
            marks.pieces(of: bytes)
                == [.bytes([0x76]), .mark(7), .bytes([0x61]), .mark(12), .mark(7), .bytes([0x62])])
        #expect(marks.replacing(in: "\(marks.text(3))!\(marks.text(4))") { "<\($0)>" } == "<3>!<4>")
        #expect(
            !TextMarks(salt: 36).occur(in: bytes)
                && marks.pieces(of: Array("v000".utf8)) == [.bytes(Array("v000".utf8))])
        #expect(TextMarks.numeric.text(5).allSatisfy(\.isNumber) && TextMarks.numeric.text(5).count == 18)
    }
}
