import NetEngine
import Testing

@testable import Base
@testable import HTTPFormat

/// `# @expect` and `# @envelope`, as requests say them.
@Suite struct ExpectationTests {
    private func request(_ metadata: String) throws -> SavedRequest {
        try #require(HTTPDocument(bytes: Array("\(metadata)\nGET http://h/\n".utf8)).requests.first)
    }

    @Test(arguments: [
        ("json", BodyExpectation.json), ("XML", .xml), ("text", .text), ("form", .form), ("image", .image),
    ])
    func `an expected kind of body`(_ word: String, _ expected: BodyExpectation) throws {
        let request = try request("# @expect \(word)")
        #expect(request.settings.expects == expected)
        #expect(request.notices.isEmpty)
    }

    @Test(arguments: [
        ("", EnvelopeFormat()),
        (
            "status=code message=msg data=result success=0,200",
            EnvelopeFormat(statusField: "code", messageField: "msg", dataField: "result", successValues: [0, 200])
        ),
        ("data=", EnvelopeFormat(dataField: "")),
        (
            "STATUS=meta.ok success=true,yes,\"1\"",
            EnvelopeFormat(statusField: "meta.ok", successValues: [true, "yes", "1"])
        ),
        ("success=\"all well, thanks\",\"\"", EnvelopeFormat(successValues: ["all well, thanks", ""])),
    ])
    func `an envelope with its fields and values`(_ text: String, _ format: EnvelopeFormat) throws {
        let request = try request("# @envelope \(text)")
        #expect(request.settings.expects == .envelope(format))
        #expect(request.notices.isEmpty)
    }

    @Test(arguments: [
        "# @expect", "# @expect martian", "# @envelope statu=x", "# @envelope code", "# @envelope status=",
    ])
    func `what cannot be read is an error notice on its line`(_ line: String) throws {
        let request = try request(line)
        #expect(request.notices.map(\.id) == ["E5"])
        #expect(request.notices.first?.severity == .error)
        #expect(request.notices.first?.line == 1)
    }

    @Test func `an envelope overrides plain JSON, in any order`() throws {
        #expect(try request("# @envelope\n# @expect json").settings.expects == .envelope(EnvelopeFormat()))
        #expect(try request("# @expect json\n# @envelope").settings.expects == .envelope(EnvelopeFormat()))
    }
}
