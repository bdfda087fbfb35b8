import Base
import Contract
import HTTPFormat
import NetEngine
import TestSupport
import Testing

@testable import Workspace

/// What a description warns of, and what requests break of it.
@Suite struct ContractWarningTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        try folder.write(
            """
            openapi: 3.1.0
            info: {title: Pets, version: '1'}
            servers: [{url: 'http://h.test/v1'}]
            paths:
              /pets:
                post:
                  operationId: addPet
                  deprecated: true
                  parameters: [{name: limit, in: query, schema: {type: integer}}]
                  requestBody:
                    required: true
                    content: {application/json: {schema: {type: object, required: [name], properties: {name: {type: string}}}}}
                  responses:
                    '200':
                      description: one
                      content:
                        application/json: {schema: {properties: {born: {type: string, format: date}, tag: {pattern: '^(?=a)'}}}}
                        application/xml: {schema: {type: object}}
            """, to: "openapi.yaml")
    }

    private func resolved(_ text: String, isStrict: Bool = false) throws -> (
        request: SavedRequest, file: CollectionFile, context: RequestResolver.Context
    ) {
        let path = try folder.write("# @openapi ./openapi.yaml\n" + text, to: "a.http")
        let file = try #require(try CollectionStore().load(path: path).files.first)
        var context = ContextBuilder(place: CollectionPlace(root: folder.path), isTrusted: false).context(for: file)
        context.isContractStrict = isStrict
        return (try #require(file.document.requests.first), file, context)
    }

    private func results(
        _ body: String, _ type: String = "application/json", query: String = "", sent: String = #"{"name": "Rex"}"#,
        isStrict: Bool = false
    ) throws -> [CheckResult] {
        let url = "http://h.test/v1/pets" + query
        let (request, file, context) = try resolved("POST \(url)\n", isStrict: isStrict)
        let checks = RequestResolver().checks(of: request, in: file, context: context, uses: [])
        let prepared = PreparedRequest(
            method: .post, url: try HTTPURL.parse(url), headers: [HeaderField("Content-Type", "application/json")],
            body: .bytes(Array(sent.utf8)), options: RequestOptions())
        let response = ExchangeFixtures.response(
            status: 200, headers: [HeaderField("Content-Type", type)], body: Array(body.utf8))
        let exchange = ExchangeFixtures.exchange(
            draft: RequestDraft(url: url), hops: [ExchangeFixtures.hop(request: prepared, response: response)],
            response: response)
        return Checks.evaluate(checks, exchange).results
    }

    private func warnings(_ results: [CheckResult]) -> [String] {
        results.filter { $0.verdict == .warning }.map { "\($0.text): \($0.reason?.prefix { $0 != "(" } ?? "")" }
    }

    @Test func `formats, deprecated operations and what cannot be checked are warnings`() throws {
        let found = try results(#"{"born": "yesterday", "tag": "x"}"#)
        #expect(!found.contains { $0.verdict == .failed })
        let texts = warnings(found)
        #expect(texts.count == 3, "\(texts)")
        #expect(texts.contains { $0.hasPrefix("openapi.yaml request operation: The operation is deprecated") })
        #expect(texts.contains { $0.hasPrefix("openapi.yaml body: Expected a date such as") })
        #expect(texts.contains { $0.hasPrefix("openapi.yaml body: This pattern is not checked") })
        #expect(warnings(try results("<a/>", "application/xml")).count == 1)
    }

    @Test func `warnings are failures where that is wanted`() throws {
        let found = try results(#"{"born": "yesterday"}"#, isStrict: true)
        #expect(found.count { $0.verdict == .failed } == 2)
        #expect(!found.contains { $0.verdict == .warning })
        #expect(found.filter { $0.verdict == .failed }.allSatisfy { $0.reason?.hasSuffix("a failure here") == true })
    }

    @Test func `a request that is not as described is a warning with its place`() throws {
        let found = try results("{}", query: "?limit=many&page=1", sent: "{\n \"name\": 7}")
        #expect(!found.contains { $0.verdict == .failed })
        let requests = found.filter { $0.described?.isRequest == true }
        #expect(
            requests.map(\.text) == [
                "openapi.yaml request operation", "openapi.yaml request query parameter limit",
                "openapi.yaml request query parameter page", "openapi.yaml request body",
            ])
        let body = try #require(requests.last)
        #expect(body.place?.line == 2 && body.place?.path == "$['name']")
        #expect(body.described?.operation == "POST /pets")
        #expect(body.described?.source?.pointer.hasSuffix("/properties/name/type") == true)
        #expect(CheckOutput.sentence(body).string.contains("of the request's body"))
    }

    @Test func `warnings count beside the checks`() throws {
        let report = CheckReport(results: try results(#"{"born": "yesterday"}"#))
        #expect(report.warnings == 2 && report.failed == 0)
        #expect(report.score == "3/3, 2 warnings")
        var totals = CheckTotals()
        totals.add(report)
        #expect(totals.text == "3 checks: 3 passed, 0 failed, 2 warnings")
    }

    // MARK: Before it is sent

    private func notices(_ text: String) throws -> [Notice] {
        let (request, file, context) = try resolved(text)
        let resolver = RequestResolver()
        guard case .draft(let draft, _) = resolver.resolve(request, in: file, context: context) else { return [] }
        return resolver.contractNotices(of: request, draft, in: file, context: context)
    }

    @Test func `what a request breaks is noticed at its lines before it is sent`() throws {
        let found = try notices(
            """
            POST http://h.test/v1/pets
                ?limit=many
                &page=1
            Content-Type: application/json

            {
              "name": 7
            }
            """)
        #expect(found.map(\.line) == [2, 3, 4, 8], "\(found)")
        #expect(found.map(\.severity) == [.info, .warning, .warning, .warning])
        #expect(found.allSatisfy { $0.text.contains("(openapi.yaml:") })
    }

    @Test func `a media type that is not documented is noticed at its header`() throws {
        let found = try notices("POST http://h.test/v1/pets\nAccept: */*\nContent-Type: text/csv\n\na,b\n")
        #expect(found.map(\.line) == [2, 4])
    }

    @Test func `a request that keeps its description has no notices but that it is deprecated`() throws {
        let found = try notices(
            "POST http://h.test/v1/pets?limit=1\nContent-Type: application/json\n\n{\"name\": \"Rex\"}\n")
        #expect(found.map(\.severity) == [.info])
    }

    @Test func `a request without a description has none`() throws {
        #expect(try notices("# @openapi none\nPOST http://h.test/v1/pets\n").isEmpty)
        let path = try folder.write("POST http://h.test/v1/pets?x=1\n", to: "b.http")
        let file = try #require(try CollectionStore().load(path: path).files.first)
        let context = ContextBuilder(place: CollectionPlace(root: folder.path), isTrusted: false).context(for: file)
        let request = try #require(file.document.requests.first)
        let draft = RequestDraft(method: "POST", url: "http://h.test/v1/pets?x=1")
        #expect(RequestResolver().contractNotices(of: request, draft, in: file, context: context).isEmpty)
    }
}
