import Base
import NetEngine
import TestSupport
import Testing

@testable import HTTPFormat
@testable import Workspace

/// What is said of requests and responses beside the description that a request names, or that stands beside it, as it was recorded
/// (`Recorded`).
@Suite struct RecordedContractCheckTests {
    private let folder = ScratchFolder()

    init() {
        folder.write(
            "openapi.yaml",
            """
            openapi: 3.1.0
            info: {title: Pets, version: '1'}
            servers: [{url: 'http://h.test/v1'}]
            paths:
              /pets/{id}:
                get:
                  operationId: getPet
                  deprecated: true
                  parameters:
                    - {name: id, in: path, required: true, schema: {type: integer}}
                    - {name: q, in: query, required: true, schema: {maxLength: 1}}
                    - {name: X-H, in: header, required: true, schema: {enum: [a]}}
                    - {name: sid, in: cookie, required: true, schema: {}}
                  responses:
                    '200':
                      description: one
                      headers: {ETag: {required: true, schema: {type: integer}}}
                      content: {application/json: {schema: {type: object, required: [name], properties: {name: {type: string}, old: {deprecated: true}, at: {format: date}}}}}
              /pets:
                post:
                  operationId: addPet
                  requestBody: {required: true, content: {application/json: {schema: {type: object, required: [name]}}}}
                  responses: {'201': {description: made, content: {application/json: {schema: {type: array, items: {type: integer}, maxItems: 1}}}}}
            """)
        folder.write("api/pet.json", "{\"nam\": 1}")
        folder.write("broken.yaml", "openapi: [")
        folder.write("api/schema.graphql", "type Query { a: Int }\n")
    }

    /// Each below a line `--- STATUS TYPE BODY` of its response.
    private static let cases = #"""
        --- 200 application/json {"name": "Rex"}
        # @openapi ../openapi.yaml
        GET http://h.test/v1/pets/1?q=a
        X-H: a
        Cookie: sid=1
        --- 200 application/json {"name": 5, "old": 1, "at": "x"}
        # @openapi ../openapi.yaml
        GET http://h.test/v1/pets/x?q=ab&z=1
        X-H: b
        X-Other: 1
        --- 404 text/plain no
        # @openapi ../openapi.yaml#getPet
        GET http://other.test/elsewhere
        --- 200 application/json {"name": "Rex"}
        # @openapi ../openapi.yaml#getPets
        GET http://h.test/v1/pets/1
        --- 200 application/json {}
        # @openapi ../openapi.yaml
        GET http://other.test/pets/1
        --- 200 application/json {}
        # @openapi ../openapi.yaml
        DELETE http://h.test/v1/pets/1
        --- 201 application/json [1, "x"]
        # @openapi ../openapi.yaml#addPet
        POST http://h.test/v1/pets
        Content-Type: application/json

        {"nam": 1}
        --- 201 application/json [1
        # @openapi ../openapi.yaml
        POST http://h.test/v1/pets
        Content-Type: text/csv

        a
        --- 201 application/json [1]
        # @openapi ../openapi.yaml
        POST http://h.test/v1/pets
        Content-Type: application/json
        Content-Encoding: gzip

        {"nam": 1}
        --- 201 application/json [1]
        # @openapi ../openapi.yaml
        POST http://h.test/v1/pets
        Content-Type: application/json

        < ./pet.json
        --- 200 application/json {}
        # @openapi ../openapi.yaml#nothingOfTheKind
        GET http://h.test/v1/pets/1
        --- 201 -
        # @openapi ../openapi.yaml
        POST http://h.test/v1/pets
        --- 200 application/json {}
        # @openapi none
        GET http://h.test/v1/pets/1
        --- 200 application/json {}
        # @openapi ../gone.yaml
        GET http://h.test/v1/pets/1
        --- 200 application/json {}
        # @openapi ../broken.yaml
        GET http://h.test/v1/pets/1
        --- 200 application/json {}
        # @openapi ../../outside.yaml
        GET http://h.test/v1/pets/1
        --- 200 application/json {}
        # @openapi ./schema.graphql
        GET http://h.test/v1/pets/1
        --- 200 application/json {}
        GET http://h.test/v1/pets/1
        --- 200 application/json {}
        GET http://other.test/
        --- 200 application/json {}
        ?? status == 201
        GET http://h.test/v1/pets/1?q=a
        """#

    private func text(_ report: CheckReport) -> String {
        var text = "\(CheckOutput.score(report) ?? "no checks")\n"
        for result in report.results {
            text += "\(CheckOutput.mark(result.verdict))\(CheckOutput.sentence(result).string)"
            text += " [line \(result.line)\(result.described.map { ", \($0.operation)" } ?? "")]\n"
        }
        return text.hiding(folder)
    }

    @Test func `comparisons with a description are what was recorded`() throws {
        var parts: [(name: String, text: String)] = []
        for (number, (head, written)) in CaseSections.read(Self.cases, mark: "---").enumerated() {
            let words = head.split(separator: " ", maxSplits: 2)
            folder.write("api/a.http", "\(written)\n")
            let file = try #require(try CollectionStore().load(path: "\(folder.path)/api/a.http").files.first)
            let request = try #require(file.document.requests.first)
            var found = AlikeTexts()
            for (name, choice, isStrict) in [
                ("as written", ContractChoice.asWritten, false), ("beside", .beside, false),
                ("required", .required, false), ("required, strict", .required, true),
                ("a file", .file("\(folder.path)/openapi.yaml"), false),
            ] {
                var context = ContextBuilder(place: CollectionPlace(root: folder.path), isTrusted: false).context(
                    for: file)
                context.contracts = choice
                context.isContractStrict = isStrict
                let resolver = RequestResolver()
                guard case .draft(let draft, _) = resolver.resolve(request, in: file, context: context) else {
                    found.text += "\(name): not sent\n"
                    continue
                }
                let checks = resolver.checks(of: request, in: file, context: context, uses: [])
                let sent = PreparedRequest(
                    method: HTTPMethod(draft.method) ?? .get, url: try HTTPURL.parse(draft.url), headers: draft.headers,
                    body: draft.body, options: RequestOptions())
                let headers: HeaderFields =
                    words[1] == "-" ? [:] : ["Content-Type": String(words[1]), "ETag": number == 0 ? "5" : "x"]
                let response = ExchangeFixtures.response(
                    status: Int(words[0]) ?? 0, headers: headers,
                    body: Array((words.count > 2 ? words[2] : "").utf8))
                let exchange = ExchangeFixtures.exchange(
                    draft: draft, hops: [ExchangeFixtures.hop(request: sent, response: response)], response: response)
                var printed = self.text(Checks.evaluate(checks, exchange))
                for notice in resolver.contractNotices(of: request, draft, in: file, context: context) {
                    printed += "before: \(notice.severity) \(notice.line): \(notice.text)\n"
                }
                found.add(name, printed)
            }
            parts.append(("\(number) \(head)", found.text.hiding(folder)))
        }
        try Recorded.expect(parts, in: "contract-checks")
    }
}
