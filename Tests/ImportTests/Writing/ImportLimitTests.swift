import NetEngine
import TestSupport
import Testing

@testable import Import

/// How long texts are, and how many there are, before something is cut or counted.
@Suite struct ImportLimitTests {
    private static func x(_ count: Int) -> String { String(repeating: "x", count: count) }

    private static func one(_ change: (inout ImportedRequest) -> Void) -> ImportedFiles {
        var request = ImportedRequest(name: "R", method: "POST", url: "https://a.test/")
        change(&request)
        return ImportedCollection(kind: .postman, name: "c", items: [.request(request)]).files()
    }

    private static func lines(_ files: ImportedFiles) -> [String] {
        let file = files.files.first { $0.path.hasSuffix(".http") }
        return String(decoding: file?.bytes ?? [], as: UTF8.self).split(separator: "\n").map(String.init)
    }

    // MARK: Written texts

    @Test func `a text within a sentence has sixty characters of its first line`() {
        #expect(NoticeList.quoted(Self.x(60)) == Self.x(60) && NoticeList.quoted(Self.x(61)) == Self.x(57) + "…")
        #expect(NoticeList.quoted("a\nb") == "a" && NoticeList.quoted("\n\rb") == "b" && NoticeList.quoted("") == "")
    }

    @Test func `a tag has sixty letters`() {
        let written = [60, 61].map { OptionLines.lines(ImportedOptions(tags: [Self.x($0)])) }
        #expect(written == [["@tag \(Self.x(60))"], ["@tag \(Self.x(59))…"]])
    }

    @Test func `what is said of a row has eighty letters of its name and four hundred of its text`() {
        let files = Self.one {
            $0.headers = [
                ImportedRow(Self.x(80), "1", description: Self.x(400)),
                ImportedRow(Self.x(81), "1", description: Self.x(401)),
            ]
        }
        #expect(
            Self.lines(files).filter { $0.hasPrefix("# - ") } == [
                "# - \(Self.x(80)): \(Self.x(400))", "# - \(Self.x(79))…: \(Self.x(399))…",
            ])
    }

    @Test func `a check has two thousand letters`() {
        let (start, written) = ("body includes ", [1_986, 1_987].map { Self.x($0) })
        let lines = written.map { text in
            Self.lines(Self.one { $0.checks = [ImportedCheck(start + text)] }).first { $0.hasPrefix("# @assert") }
        }
        #expect(lines == ["# @assert \(start)\(written[0])", "# @assert \(start)\(Self.x(1_985))…"])
    }

    @Test func `a content type has two thousand letters`() {
        for count in [1_990, 1_991] {
            let files = Self.one { $0.body = .text("t", contentType: "text/plain" + Self.x(count)) }
            let line = "Content-Type: text/plain" + (count == 1_990 ? Self.x(1_990) : Self.x(1_989) + "…")
            #expect(Self.lines(files).contains(line))
        }
    }

    @Test func `an example is named by eighty letters of its reason and 120 of its name`() {
        let files = Self.one {
            $0.responses = [
                ImportedResponse(name: Self.x(120), status: 200, reason: Self.x(80)),
                ImportedResponse(name: Self.x(121), status: 0, reason: Self.x(81)),
                ImportedResponse(name: " ", status: 204), ImportedResponse(name: "n", status: 0),
            ]
        }
        #expect(
            Self.lines(files).filter { $0.hasPrefix("# Example") } == [
                "# Example response 200 \(Self.x(80)), \"\(Self.x(120))\": without a body",
                "# Example response \(Self.x(79))…, \"\(Self.x(119))…\": without a body",
                "# Example response 204: without a body", "# Example response, \"n\": without a body",
            ])
        #expect(files.notices.isEmpty)
    }

    @Test(
        arguments: [
            ([("Content-Type", "image/png")], "x", "png"), ([("content-type", "application/json; a=b")], "x", "json"),
            ([], " \n{}", "json"), ([], "[", "json"), ([], "<a/>", "txt"), ([("Content-Type", "")], "{", "json"),
        ] as [([(String, String)], String, String)])
    func `an example has the ending of its type, or of its first sign`(
        headers: [(String, String)], body: String, ending: String
    ) {
        let files = Self.one {
            var response = ImportedResponse(name: "n", status: 0, body: Array(body.utf8))
            response.headers = headers.map { ImportedRow($0.0, $0.1) }
            $0.responses = [response]
        }
        #expect(files.files.map(\.path).sorted() == ["R.example.\(ending)", "c.http"])
    }

    @Test func `an import has two thousand examples at most`() {
        let requests = (0...100).map { number -> ImportedItem in
            var request = ImportedRequest(name: "R\(number)", method: "GET", url: "https://a.test/")
            request.responses = (0..<20).map { _ in ImportedResponse(status: 200) }
            return .request(request)
        }
        let notices = ImportedText.notices(ImportedCollection(kind: .postman, name: "c", items: requests).files())
        #expect(notices == ["lost R100: 20 example responses are left out: there are too many."])
    }

    @Test func `one example too many is said in the singular`() {
        let files = Self.one { $0.responses = (0..<21).map { _ in ImportedResponse(status: 200) } }
        #expect(ImportedText.notices(files) == ["lost R: 1 example response is left out: there are too many."])
    }

    @Test func `a script above a request has two thousand lines`() throws {
        let calls = try #require(ScriptCalls(.postman))
        let names = VariableScopes(ImportedCollection(kind: .postman, name: "c"))
        for (count, isRead) in [(1_999, true), (2_000, false)] {
            let text = "pm.globals.set('a', 1)\n" + String(repeating: "// x\n", count: count)
            #expect((ScriptAboveRequest(text, calls, names) != nil) == isRead)
        }
    }

    // MARK: Read texts

    @Test func `a time of Hurl has nine digits`() throws {
        let probe = ReaderProbe(reader: HurlReader.self)
        for (time, isRead) in [("999999999", true), ("1000000000", false)] {
            let read = try probe.read("a.hurl", "GET http://a.test\n[Options]\ndelay: \(time)ms\n")
            #expect(CollectionText.lines(read).contains("# delay ") == isRead && read.notices.isEmpty == isRead)
        }
    }

    @Test func `of the lines that are no command twenty are named`() throws {
        let probe = ReaderProbe(reader: CurlReader.self)
        func said(_ count: Int) throws -> [String] {
            let text = "curl -L http://a.test\n" + String(repeating: "echo x\n", count: count)
            return CollectionText.notices(try probe.read("a.sh", text))
        }
        #expect(try said(20).count == 20)
        #expect(try said(21).dropFirst(20) == ["lost: 1 other line is not a curl command; it is left out."])
        #expect(try said(22).dropFirst(20) == ["lost: 2 other lines are not curl commands; they are left out."])
    }

    @Test func `of the variables of a command twenty are named`() throws {
        let names = (1...21).map { "{{v\($0)}}" }.joined(separator: "/")
        let read = try ReaderProbe(reader: CurlReader.self).read("a.sh", "curl -L http://a.test/\(names)\n")
        #expect(read.notices.count == 20 && read.notices.last?.text.contains("'v20'") == true)
    }

    @Test func `of the random values of Postman twenty are named`() {
        let text = (1...21).map { "{{$randomX\($0)}}" }.joined() + "{{$randomX1}}{{$randomInt}}"
        #expect(PostmanText.unknown(in: Array(text.utf8)[...]) == (1...20).map { "randomX\($0)" })
    }

    @Test func `names of what Postman has and we have not are cut`() throws {
        let schema = "https://schema.getpostman.com/json/collection/v2.1.0/collection.json"
        func said(_ request: String, _ more: String = "") throws -> [String] {
            let text =
                #"{"info":{"name":"S","schema":"\#(schema)"},"item":[{"name":"R","request":{"url":"http://a.test"\#(request)}\#(more)}]}"#
            return CollectionText.notices(try ReaderProbe(reader: PostmanReader.self).read("a.json", text))
        }
        for (count, shown) in [(40, 40), (41, 40)] {
            #expect(
                try said(#","auth":{"type":"\#(Self.x(count))"}"#)
                    == ["lost R: The login \(Self.x(shown)) cannot be sent here; it is left out."])
        }
        for (count, shown) in [(60, 60), (61, 60)] {
            #expect(
                try said(#","method":"POST","body":{"mode":"\#(Self.x(count))"}"#)
                    == ["lost R: The body is left out: its mode \(Self.x(shown)) is not known."])
            #expect(
                try said("", #","protocolProfileBehavior":{"\#(Self.x(count))":1}"#)
                    == ["lost R: The setting \(Self.x(shown)) is left out."])
        }
    }

    @Test func `of the media types that are not written six are named`() throws {
        for (count, end) in [(6, "x/5, x/6."), (7, "x/5, x/6 ….")] {
            let others = (1...count).map { #""x/\#($0)":{}"# }.joined(separator: ",")
            let text = #"""
                {"openapi":"3.0.0","info":{"title":"T","version":"1"},"paths":{"/a":{"post":{"requestBody":{"content":{
                "application/json":{"schema":{"type":"object"}},\#(others)}},"responses":{}}}}}
                """#
            let notices = CollectionText.notices(try ReaderProbe(reader: OpenAPIReader.self).read("a.json", text))
            let said = notices.filter { $0.contains("The body is written as application/json alone, not as x/1, x/2") }
            #expect(said.count == 1 && said[0].hasSuffix(end), "\(notices)")
        }
    }
}
