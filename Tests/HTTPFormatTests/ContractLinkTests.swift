import Testing

@testable import HTTPFormat

/// `# @openapi`: which description a request belongs to.
@Suite struct ContractLinkTests {
    private func request(_ lines: String) throws -> (SavedRequest, [Notice]) {
        let document = HTTPDocument(bytes: Array("\(lines)\nGET http://x\n".utf8))
        return (try #require(document.requests.first), document.notices)
    }

    @Test(arguments: [
        ("./api.yaml", "./api.yaml", nil), ("api.json#getUser", "api.json", "getUser"),
        ("../a b.yaml#/paths/~1users/get", "../a b.yaml", "/paths/~1users/get"), ("api.yaml#", "api.yaml", nil),
        ("a#b#c", "a", "b#c"), ("None", nil, nil),
    ])
    func `a file and an operation`(_ text: String, _ path: String?, _ operation: String?) throws {
        let (request, notices) = try request("# first\n# @openapi \(text)")
        #expect(
            request.settings.contract == SavedRequest.ContractLink(path: path, operation: operation, line: 2))
        #expect(notices.isEmpty)
    }

    @Test func `without a file it is an error with its line`() throws {
        let (request, notices) = try request("# @openapi")
        #expect(request.settings.contract == nil)
        #expect(notices == [Notice(id: "E5", severity: .error, line: 1, text: "@openapi needs a file, or none")])
    }
}
