import Base
import JSONPath
import NetEngine
import Testing

@testable import OpenAPI

struct DescriptionTests {
    static func read(_ text: String) throws -> Description { try Description.read(Array(text.utf8)) }

    static let pets = """
        openapi: 3.1.0
        info: {title: Pets, version: '1'}
        servers: [{url: 'https://{env}.example.com/v1', variables: {env: {default: live, enum: [live, test]}}}]
        security: [{key: []}, {oauth: [read], basic: []}]
        paths:
          /pets/{petId}:
            parameters:
              - {name: petId, in: path, required: true, schema: {type: integer}}
              - {$ref: '#/components/parameters/trace'}
            get:
              operationId: getPet
              summary: One pet
              tags: [pets]
              deprecated: true
              parameters:
                - {name: trace, in: header, schema: {type: boolean}, description: mine}
                - {name: Accept, in: header, schema: {type: string}}
                - {name: filter, in: query, style: deepObject, explode: true, schema: {type: object}}
              responses:
                '200': {$ref: '#/components/responses/pet'}
                4XX: {description: no}
                default: {description: else}
            delete: {operationId: getPet, security: [], servers: [{url: /other}], responses: {'204': {description: gone}}}
          /pets/{id}: {trace: {responses: {'200': {description: ok}}}}
        webhooks:
          newPet: {post: {responses: {'200': {description: ok}}}}
        components:
          parameters: {trace: {name: trace, in: header, schema: {type: string}}}
          responses:
            pet:
              description: ok
              headers: {X-Rate: {required: true, schema: {type: integer}}}
              content: {application/json: {schema: {$ref: '#/components/schemas/Pet'}}}
              links: {next: {operationId: getPet, parameters: {petId: $response.body#/next}}}
          securitySchemes:
            key: {type: apiKey, name: X-Key, in: header}
            basic: {type: http, scheme: Basic}
            oauth: {type: oauth2, flows: {clientCredentials: {tokenUrl: 'https://t', scopes: {read: r}}}}
          schemas: {Pet: {type: object, nullable: true}}
        """

    @Test func `the index lists operations in the order of the text`() throws {
        let description = try Self.read(Self.pets)
        #expect(description.version == .openAPI31)
        #expect(description.title == "Pets")
        #expect(description.operations.map(\.method) == ["GET", "DELETE", "TRACE", "POST"])
        #expect(description.operations.last?.kind == .webhook)
        let first = try #require(description.operations.first)
        #expect(first.pointer == "/paths/~1pets~1{petId}/get")
        #expect((first.operationID, first.summary) == ("getPet", "One pet"))
        #expect(first.tags == ["pets"] && first.isDeprecated)
    }

    @Test func `an operation has the parameters of its path and its own`() throws {
        let description = try Self.read(Self.pets)
        let operation = description.open(try #require(description.operations.first))
        #expect(operation.parameters.map(\.name) == ["petId", "trace", "filter"])
        #expect(operation.parameters[1].text == "mine")
        #expect(operation.parameters[2].style == .deepObject)
        #expect(operation.responses.map(\.status) == ["200", "4XX", "default"])
        #expect(operation.responses[0].headers.map(\.name) == ["X-Rate"])
        #expect(operation.responses[0].content.map(\.name) == ["application/json"])
        #expect(operation.responses[0].links.map(\.operationID) == ["getPet"])
        #expect(operation.notices.map(\.kind) == [.ignoredParameter])
    }

    @Test func `security has alternatives with schemes that go together`() throws {
        let description = try Self.read(Self.pets)
        let security = description.open(description.operations[0]).security
        #expect(security.map { $0.uses.map(\.name) } == [["key"], ["oauth", "basic"]])
        #expect(security[0].uses[0].scheme?.kind == .apiKey(name: "X-Key", location: .header))
        #expect(security[1].uses[0].scopes == ["read"])
        #expect(security[1].uses[1].scheme?.kind == .http(scheme: "basic", bearerFormat: nil))
        #expect(description.open(description.operations[1]).security.isEmpty)
    }

    @Test func `servers of the operation come before those of the root`() throws {
        let description = try Self.read(Self.pets)
        let server = try #require(description.open(description.operations[0]).servers.first)
        #expect(try server.url() == "https://live.example.com/v1")
        #expect(try server.url(with: ["env": "test"]) == "https://test.example.com/v1")
        #expect(throws: ReferenceFailure.self) { try server.url(with: ["env": "x"]) }
        let own = try #require(description.open(description.operations[1]).servers.first)
        #expect(try own.absoluteURL(from: HTTPURL.parse("https://host/api/openapi.yaml")) == "https://host/other")
        #expect(throws: ReferenceFailure.self) { try own.absoluteURL(from: nil) }
    }

    @Test func `notices name what is wrong, with their places`() throws {
        let notices = try Self.read(Self.pets).allNotices()
        let kinds = Set(notices.map(\.kind))
        #expect(
            kinds.isSuperset(of: [
                .repeatedOperationID, .repeatedPath, .undeclaredPathParameter, .nullable, .ignoredParameter,
            ]))
        let repeated = try #require(notices.first { $0.kind == .repeatedOperationID })
        #expect(repeated.pointer == "/paths/~1pets~1{petId}/delete/operationId")
        #expect(repeated.place.line == 23)
        #expect(repeated.text == "Another operation has the id 'getPet', too.")
    }

    @Test(arguments: [
        ("parameters: {name: a, in: query}", "'parameters' is not a list."),
        ("security: {key: []}", "'security' is not a list."),
        ("requestBody: {content: [text/plain]}", "'content' is not an object."),
    ])
    func `a list or an object that is none is named`(field: String, text: String) throws {
        let description = try Self.read(
            "openapi: 3.1.0\npaths:\n  /a:\n    post:\n      \(field)\n      responses: {'200': {description: a}}\n")
        let notices = description.allNotices()
        #expect(notices.map(\.text) == [text] && notices.first?.place.line == 5, "\(notices)")
    }

    @Test func `what is not a description is refused in one sentence`() {
        let bad = [
            "{}": "This is not a description of an API: it has neither 'openapi' nor 'swagger' at its root.",
            "{": "This is neither JSON nor YAML: a name in quotation marks or } is expected here.",
        ]
        for (text, sentence) in bad {
            do throws(Description.NotADescription) {
                _ = try Description.read(Array(text.utf8))
                Issue.record("\(text) was read")
            } catch {
                if text == "{}" {
                    #expect(error.sentence == sentence)
                } else {
                    #expect(error.sentence.hasPrefix("This is neither"))
                }
            }
        }
    }

    @Test(
        arguments: [
            ("3.0.3", .openAPI30, 0), ("3.1.1", .openAPI31, 0), ("3.2.0", .openAPI32, 0), ("4.0.0", .openAPI32, 1),
            ("3.10.0", .openAPI32, 1),
        ] as [(String, DescriptionVersion, Int)])
    func `versions are known, others are doubted`(text: String, version: DescriptionVersion, doubts: Int) throws {
        let description = try Self.read("openapi: \(text)\npaths: {}\n")
        #expect(description.version == version)
        #expect(description.notices.count == doubts)
    }

    @Test func `Swagger 2 is mapped`() throws {
        let description = try Self.read(
            """
            swagger: '2.0'
            host: api.example.com
            basePath: /v2
            schemes: [https, http]
            consumes: [application/json, application/xml]
            securityDefinitions: {o: {type: oauth2, flow: application, tokenUrl: 'https://t', scopes: {a: b}}, b: {type: basic}}
            security: [{o: [a]}]
            paths:
              /pets:
                post:
                  parameters:
                    - {name: pet, in: body, required: true, schema: {type: object}}
                    - {name: ids, in: query, type: array, items: {type: integer}, collectionFormat: multi}
                    - {name: tab, in: query, type: array, collectionFormat: tsv}
                  responses: {'200': {description: ok, schema: {type: string}, examples: {application/json: hi}}}
                put:
                  parameters:
                    - {name: file, in: formData, type: file}
                    - {name: note, in: formData, type: string, required: true}
                  responses: {'200': {description: ok}}
            """)
        let post = description.open(description.operations[0])
        #expect(post.servers.map(\.url) == ["https://api.example.com/v2", "http://api.example.com/v2"])
        #expect(post.body?.content.map(\.name) == ["application/json", "application/xml"])
        #expect(post.body?.isRequired == true)
        #expect(post.parameters.map(\.style) == [.form, .tabDelimited])
        #expect(post.parameters.map(\.explodes) == [true, false])
        #expect(post.responses[0].content[0].examples.count == 1)
        guard case .oauth2(let flows) = post.security[0].uses[0].scheme?.kind else {
            throw SerialisingFailure(reason: "no flow")
        }
        #expect(flows.map(\.name) == ["clientCredentials"])
        let put = description.open(description.operations[1])
        #expect(put.body?.content.map(\.name) == ["multipart/form-data"])
        #expect(put.body?.content.first?.fields.map(\.name) == ["file", "note"])
        #expect(put.parameters.isEmpty)
        #expect(post.notices.isEmpty && put.notices.isEmpty)
    }

    @Test func `3.2 has a query method, more methods and a query as a whole`() throws {
        let description = try Self.read(
            """
            openapi: 3.2.0
            paths:
              /a:
                query:
                  parameters: [{name: q, in: querystring, content: {application/x-www-form-urlencoded: {schema: {type: object}, examples: {a: {dataValue: {b: 1}, serializedValue: b=1}}}}}]
                additionalOperations: {COPY: {responses: {}}, GET: {}}
            """)
        #expect(description.operations.map(\.method) == ["QUERY", "COPY", "GET"])
        #expect(description.operations[1].pointer == "/paths/~1a/additionalOperations/COPY")
        #expect(description.notices.map(\.kind) == [.notRepresented])
        let parameter = try #require(description.open(description.operations[0]).parameters.first)
        #expect(parameter.location == .querystring)
        #expect(parameter.content?.examples.first?.serialized == "b=1")
        #expect(
            try ParameterValue(.object([("a b", 1), ("c", ["x", "y"])]), of: parameter) == .query(["a+b=1&c=x&c=y"]))
    }

    @Test func `references are followed through other files of the folder`() throws {
        let root = try DescriptionText.read(
            Array(
                "openapi: 3.1.0\npaths: {/a: {$ref: 'paths/a.yaml#/item'}, /b: {$ref: '../x.yaml'}, /c: {$ref: 'https://h/x'}}"
                    .utf8))
        let other = try DescriptionText.read(
            Array("item: {get: {parameters: [{$ref: '../p.json#/~1p~0'}], responses: {'200': {description: a}}}}".utf8))
        let third = try DescriptionText.read(Array(#"{"/p~": {"name": "n", "in": "query", "schema": {}}}"#.utf8))
        let documents = DocumentSet(root, path: "openapi.yaml") { path in
            switch path {
            case "paths/a.yaml": .success(other)
            case "p.json": .success(third)
            default: .failure(ReferenceFailure(reason: "there is no such file"))
            }
        }
        let description = try Description(documents)
        #expect(description.operations.map(\.pointer) == ["/paths/~1a/get"])
        let operation = description.open(description.operations[0])
        #expect(operation.parameters.map(\.name) == ["n"])
        #expect(documents.pointer(of: operation.parameters[0].place) == "p.json#/~1p~0")
        #expect(
            description.notices.map(\.text) == [
                "The path item is missing: '../x.yaml' is not followed: it leads out of the folder.",
                "The path item is missing: 'https://h/x' is not followed: it leads out of the folder, to 'https:', and nothing is fetched.",
            ])
    }

    @Test(arguments: [
        ("b.yaml", "a.yaml", "b.yaml"), ("./b.yaml", "x/a.yaml", "x/b.yaml"), ("../b%20c.yaml", "x/a.yaml", "b c.yaml"),
        ("../b.yaml", "a.yaml", nil), ("%2e%2e/b", "a", nil), ("/etc/passwd", "a", nil), ("file:b", "a", nil),
        ("FILE:///b", "a", nil), ("//host/b", "a", nil), ("http://h/b", "a", nil), ("a\\..\\b", "a", nil),
        ("%00", "a", nil),
        ("%2Fetc", "a", nil), ("x/../../b", "y/a", "b"), ("x/../../../b", "y/a", nil), (".", "a", nil),
    ])
    func `only files of the folder are named`(reference: String, base: String, path: String?) {
        #expect((try? FolderPolicy.path(of: reference, from: base)) == path)
    }

    @Test func `references in a circle and to nowhere are named`() throws {
        let description = try Self.read(
            """
            openapi: 3.1.0
            paths:
              /a:
                get:
                  parameters: [{$ref: '#/components/parameters/a'}, {$ref: '#/components/parameters/none'}, {$ref: '#x'}]
                  responses: {'200': {description: a}}
            components: {parameters: {a: {$ref: '#/components/parameters/b'}, b: {$ref: '#/components/parameters/a'}}}
            """)
        #expect(
            description.open(description.operations[0]).notices.map(\.text) == [
                "The parameter is missing: '#/components/parameters/b' leads back to itself.",
                "The parameter is missing: '#/components/parameters/none' leads nowhere: there is no 'none'.",
                "The parameter is missing: '#x' leads nowhere: no value has this $anchor.",
            ])
    }

    /// RFC 6901 §4: digits without a sign and without a zero in front.
    @Test func `a reference to an element of an array needs its index as it is`() throws {
        let description = try Self.read(
            """
            openapi: 3.1.0
            paths:
              /a:
                get:
                  parameters: [{$ref: '#/x-list/1'}, {$ref: '#/x-list/01'}, {$ref: '#/x-list/+1'}, {$ref: '#/x-list/-'}]
                  responses: {'200': {description: a}}
            x-list: [{name: zero, in: query, schema: {}}, {name: one, in: query, schema: {}}]
            """)
        let operation = description.open(description.operations[0])
        #expect(operation.parameters.map(\.name) == ["one"])
        #expect(
            operation.notices.map(\.text) == [
                "The parameter is missing: '#/x-list/01' leads nowhere: there is no '01'.",
                "The parameter is missing: '#/x-list/+1' leads nowhere: there is no '+1'.",
                "The parameter is missing: '#/x-list/-' leads nowhere: there is no '-'.",
            ])
    }

    @Test func `anchors and ids are found`() throws {
        let description = try Self.read(
            """
            openapi: 3.1.0
            paths: {/a: {get: {parameters: [{$ref: '#here'}, {$ref: 'https://e/x'}], responses: {'200': {description: a}}}}}
            components: {parameters: {a: {$anchor: here, name: a, in: query, schema: {}}, b: {$id: 'https://e/x', name: b, in: query, schema: {}}}}
            """)
        #expect(description.open(description.operations[0]).parameters.map(\.name) == ["a", "b"])
    }

    @Test(arguments: UInt64(1)...20)
    func `every operation of the text is in the index`(seed: UInt64) throws {
        var random = RandomBytes(seed: seed)
        let methods = ["get", "put", "post", "delete", "options", "head", "patch", "trace"]
        var paths: [(String, JSONOutput)] = []
        var expected: [String] = []
        for index in 0..<random.below(200) {
            var item: [(String, JSONOutput)] = [("summary", "s"), ("parameters", []), ("x-get", .object([]))]
            for method in methods where random.below(3) == 0 {
                item.append((method, .object([("responses", .object([]))])))
                expected.append("\(method.uppercased()) /p\(index)/{a}")
            }
            paths.append(("/p\(index)/{a}", .object(item)))
        }
        let output = JSONOutput.object([("openapi", "3.0.0"), ("paths", .object(paths))])
        let description = try Description.read(output.bytes)
        #expect(description.operations.map { "\($0.method) \($0.path)" } == expected, "seed \(seed)")
        for entry in description.operations { #expect(description.documents.pointer(of: entry.place) == entry.pointer) }
    }

    @Test(arguments: UInt64(1)...30)
    func `a damaged description is read or refused, and never crashes`(seed: UInt64) {
        var random = RandomBytes(seed: seed)
        for _ in 0..<10 {
            var bytes = Array(Self.pets.utf8)
            for _ in 0...random.below(6) {
                let place = random.below(bytes.count)
                switch random.below(3) {
                case 0: bytes[place] = UInt8(random.below(256))
                case 1: bytes.remove(at: place)
                default: bytes.replaceSubrange(place..<min(bytes.count, place + random.below(30)), with: [])
                }
            }
            guard let description = try? Description.read(bytes) else { continue }
            _ = description.allNotices()
        }
    }
}
