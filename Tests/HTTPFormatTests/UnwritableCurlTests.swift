import Testing

@testable import HTTPFormat

/// curl commands that no request file can hold.
@Suite struct UnwritableCurlTests {
    @Test(arguments: [
        ("curl -X 'P code' http://h/", "method, URL or headers"),
        ("curl 'http://h/a b' --url-query x=y", "method, URL or headers"),
        ("curl -X curl http://h/", "method, URL or headers"),
        ("curl -H $'A: b\\nc' http://h/", "method, URL or headers"),
    ])
    func `a method or a URL that is no request line is refused, with its reason`(command: String, part: String) throws {
        let transfer = try #require(CurlCommands(Array(command.utf8)).transfers.first)
        guard let lines = transfer.lines else {
            #expect(transfer.problem == "The \(part) of this curl command cannot be written in a request file.")
            return
        }
        // Whatever is written holds one request.
        #expect(HTTPDocument(bytes: Array(lines.joined(separator: "\n").utf8)).requests.count == 1, "\(lines)")
    }

    @Test func `in a request file it is reported at its line`() throws {
        let document = HTTPDocument(bytes: Array("### a\ncurl -X 'P code' http://h/\n".utf8))
        let notice = try #require(document.notices.first { $0.id == "E2" })
        #expect(notice.line == 2 && notice.text.hasPrefix("The method, URL or headers of this curl command"))
        #expect(document.requests.first?.unsupported != nil)
    }
}
