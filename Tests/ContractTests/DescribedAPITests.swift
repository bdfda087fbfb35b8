import Base
import Contract
import JSONPath
import JSONSchema
import NetEngine
import OpenAPI
import Synchronization
import Testing

/// A description from its text.
func described(_ text: String, files: [String: String] = [:], path: String = "openapi.yaml") throws -> DescribedAPI {
    let text = try DescriptionText.read(Array(text.utf8))
    let documents = DocumentSet(text, path: path) { path in
        guard let file = files[path] else { return .failure(ReferenceFailure(reason: "there is no such file")) }
        guard let text = try? DescriptionText.read(Array(file.utf8)) else {
            return .failure(ReferenceFailure(reason: "it is neither JSON nor YAML"))
        }
        return .success(text)
    }
    return DescribedAPI(try Description(documents))
}

func tree(_ text: String) throws -> JSONTree { try JSONTree.parse(Array(text.utf8)) }

@Suite struct DescribedAPITests {
    private func place(_ api: DescribedAPI) throws -> DocumentPlace {
        let operation = api.operation(try #require(api.operations.first))
        return try #require(operation.responses.first?.content.first?.schema)
    }

    @Test func `a schema in the description is checked`() throws {
        let api = try described(
            """
            openapi: 3.1.0
            paths:
              /a:
                get:
                  responses:
                    '200':
                      content:
                        application/json:
                          schema: {$ref: '#/components/schemas/A'}
            components:
              schemas:
                A: {type: object, required: [id], properties: {id: {type: [integer, 'null']}}}
            """)
        let place = try place(api)
        #expect(api.isValid(try tree(#"{"id":null}"#), at: place, .response))
        #expect(!api.isValid(try tree(#"{"id":"a"}"#), at: place, .response))
        #expect(!api.isValid(try tree("{}"), at: place, .response))
        #expect(
            !api.isValid(
                try tree(String(repeating: "[", count: 100_000) + String(repeating: "]", count: 100_000)), at: place,
                .response))
    }

    @Test func `what is left out of a schema is a notice with its place, for requests and responses`() throws {
        let api = try described(
            """
            openapi: 3.1.0
            paths:
              /a:
                post:
                  parameters:
                    - {name: a, in: query, schema: {type: strin}}
                  requestBody:
                    content: {application/json: {schema: {$ref: '#/components/schemas/A'}}}
                  responses:
                    '200': {content: {application/json: {schema: {$ref: '#/components/schemas/B'}}}}
            components:
              schemas:
                A:
                  properties:
                    a: {required: name}
                    b: {exclusiveMinimum: true}
                    c: {pattern: '[a-'}
                    d: {type: integer, nullable: true}
                B:
                  allOf: [{$ref: '#/components/schemas/B'}]
            """)
        let notices = api.schemaNotices()
        #expect(notices.map(\.place.line).sorted() == [6, 15, 16, 17, 20], "\(notices)")
        #expect(notices.count { $0.kind == .notChecked } == 1)
    }

    @Test func `the parameters of Swagger 2 are no malformed schemas`() throws {
        let api = try described(
            """
            swagger: '2.0'
            paths:
              /a:
                post:
                  parameters:
                    - {name: a, in: formData, type: file, required: true}
                    - {name: b, in: query, type: strin, required: true}
                  responses: {'200': {description: ok, schema: {type: file}}}
            """)
        #expect(api.schemaNotices().map(\.place.line) == [7])
    }

    @Test func `schemas of other files are read when they are needed, and only then`() throws {
        let asked = Mutex<[String]>([])
        let text = try DescriptionText.read(
            Array(
                """
                openapi: 3.0.3
                paths:
                  /a: {get: {responses: {'200': {content: {application/json: {schema: {$ref: '../my%20parts/pet.yaml#/Pet'}}}}}}}
                  /b: {get: {responses: {'200': {content: {application/json: {schema: {$ref: '../other.yaml'}}}}}}}
                """.utf8))
        let files = [
            "my parts/pet.yaml": """
            Pet: {type: object, required: [tag], properties: {tag: {$ref: 'tag one.json'}, next: {$ref: '#/Pet'}}}
            """,
            "my parts/tag one.json": #"{"type": "string", "nullable": true, "maxLength": 3}"#,
            "other.yaml": "{type: integer}",
        ]
        let documents = DocumentSet(text, path: "api/openapi.yaml") { path in
            asked.withLock { $0.append(path) }
            guard let file = files[path], let text = try? DescriptionText.read(Array(file.utf8)) else {
                return .failure(ReferenceFailure(reason: "there is no such file"))
            }
            return .success(text)
        }
        let api = DescribedAPI(try Description(documents))
        let place = try place(api)
        #expect(asked.withLock { $0 }.isEmpty)
        #expect(api.isValid(try tree(#"{"tag":null,"next":{"tag":"abc"}}"#), at: place, .response))
        #expect(!api.isValid(try tree(#"{"tag":null,"next":{"tag":"abcd"}}"#), at: place, .response))
        #expect(asked.withLock { $0 } == ["my parts/pet.yaml", "my parts/tag one.json"])
        let other = try #require(api.operation(api.operations[1]).responses.first?.content.first?.schema)
        #expect(!api.isValid(try tree("1.5"), at: other, .response))
        #expect(asked.withLock { $0 }.count == 3)
    }

    @Test func `a file with an id of its own is found by its path`() throws {
        let api = try described(
            """
            openapi: 3.1.0
            paths:
              /a: {get: {responses: {'200': {content: {application/json: {schema: {$ref: 'schemas/a.json'}}}}}}}
            """,
            files: [
                "schemas/a.json": #"{"$id": "https://example.com/x/a", "items": {"$ref": "b.json#/$defs/n"}}"#,
                "schemas/b.json": #"{"$defs": {"n": {"type": "number"}}}"#,
            ])
        let place = try place(api)
        #expect(api.isValid(try tree("[1]"), at: place, .response))
        #expect(!api.isValid(try tree(#"["a"]"#), at: place, .response))
    }

    @Test func `references that lead nowhere or in a circle check nothing`() throws {
        let api = try described(
            """
            openapi: 3.1.0
            paths:
              /a:
                get:
                  responses:
                    '200':
                      content:
                        application/json:
                          schema:
                            properties:
                              a: {$ref: '#/nowhere'}
                              b: {$ref: 'missing.yaml#/x'}
                              c: {$ref: 'https://example.com/x.json'}
                              d: {$ref: '#/components/schemas/D'}
                              e: {type: string}
            components: {schemas: {D: {$ref: '#/components/schemas/E'}, E: {$ref: '#/components/schemas/D'}}}
            """)
        let place = try place(api)
        #expect(api.isValid(try tree(#"{"a":1,"b":1,"c":1,"d":1}"#), at: place, .response))
        #expect(!api.isValid(try tree(#"{"e":1}"#), at: place, .response))
        #expect(api.schema(at: place, .response).notices.count >= 4)
    }

    @Test func `the dialect follows the version`() throws {
        func holds(_ version: String, _ schema: String, _ value: String) throws -> Bool {
            let media =
                version.hasPrefix("swagger") ? "schema: \(schema)" : "content: {application/json: {schema: \(schema)}}"
            let api = try described(
                """
                \(version)
                paths: {/a: {get: {responses: {'200': {description: a, \(media)}}}}}
                """)
            return api.isValid(try tree(value), at: try place(api), .response)
        }
        let nullable = "{type: string, nullable: true}"
        #expect(try holds("swagger: '2.0'", nullable, "null"))
        #expect(try holds("openapi: 3.0.4", nullable, "null"))
        #expect(try !holds("openapi: 3.1.0", nullable, "null"))
        let exclusive = "{type: number, exclusiveMinimum: 3}"
        #expect(try !holds("openapi: 3.2.0", exclusive, "3"))
        #expect(try holds("openapi: 3.0.0", exclusive, "3"))
        // 'dependencies' and the old 'items' mean something in draft 7 only.
        let list = "{items: [{type: string}]}"
        #expect(try !holds("openapi: 3.1.0\njsonSchemaDialect: 'http://json-schema.org/draft-07/schema#'", list, "[1]"))
        #expect(try holds("openapi: 3.1.0", list, "[1]"))
    }

    @Test func `a file has the dialect that it says, else that of the description`() throws {
        let null = "{type: string, nullable: true}"
        let api = try described(
            """
            openapi: 3.1.0
            paths:
              /a: {get: {responses: {'200': {content: {application/json: {schema: {properties: {
                old: {$ref: 'old.yaml#/components/schemas/N'}, older: {$ref: 'older.yaml#/definitions/N'},
                plain: {$ref: 'plain.yaml#/N'}, own: {$ref: 'own.yaml#/components/schemas/N'},
                dynamic: {$dynamicRef: 'number.yaml#/N'}}}}}}}}}
            """,
            files: [
                "old.yaml": "openapi: 3.0.3\ncomponents: {schemas: {N: \(null)}}",
                "older.yaml": "swagger: '2.0'\ndefinitions: {N: \(null)}", "plain.yaml": "N: \(null)",
                "own.yaml":
                    "openapi: 3.2.0\njsonSchemaDialect: 'https://h.test/own'\ncomponents: {schemas: {N: \(null)}}",
                "number.yaml": "N: {type: integer}",
            ])
        let place = try place(api)
        func holds(_ value: String) throws -> Bool { api.isValid(try tree(value), at: place, .response) }
        #expect(try holds(#"{"old":null,"older":null,"plain":"a","own":"a","dynamic":1}"#))
        #expect(try !holds(#"{"plain":null}"#) && !holds(#"{"own":null}"#))
        #expect(try !holds(#"{"old":1}"#) && !holds(#"{"older":1}"#) && !holds(#"{"dynamic":"a"}"#))
    }

    @Test func `a Swagger 2 parameter is its own schema`() throws {
        let api = try described(
            """
            swagger: '2.0'
            paths:
              /a:
                get:
                  parameters: [{name: n, in: query, required: true, type: integer, maximum: 3}]
                  responses: {'200': {description: a}}
            """)
        let parameter = try #require(api.operation(api.operations[0]).parameters.first)
        let schema = try #require(parameter.schema)
        #expect(api.isValid(try tree("3"), at: schema, .request))
        #expect(!api.isValid(try tree("4"), at: schema, .request))
        #expect(!api.isValid(try tree("{}"), at: schema, .request))
    }

    @Test func `members of the other direction are not required`() throws {
        let api = try described(
            """
            openapi: 3.0.0
            paths:
              /a:
                get:
                  responses:
                    '200':
                      content:
                        application/json:
                          schema:
                            required: [id, secret]
                            properties: {id: {readOnly: true}, secret: {writeOnly: true}}
            """)
        let place = try place(api)
        #expect(api.isValid(try tree(#"{"id":1}"#), at: place, .response))
        #expect(!api.isValid(try tree(#"{"secret":1}"#), at: place, .response))
        #expect(api.isValid(try tree(#"{"secret":1}"#), at: place, .request))
    }

    @Test func `samples are checked, and a large description is not compiled for each property`() throws {
        var schemas = ""
        for index in 0..<400 {
            schemas += """
                    S\(index):
                      type: object
                      required: [a, b]
                      properties:
                        a: {type: string, not: {const: string}}
                        b: {type: integer}
                        next: {$ref: '#/components/schemas/S\((index + 1) % 400)'}
                        all: {type: array, items: {$ref: '#/components/schemas/S\((index * 7) % 400)'}}

                """
        }
        let api = try described(
            """
            openapi: 3.1.0
            paths:
              /a: {get: {responses: {'200': {content: {application/json: {schema: {$ref: '#/components/schemas/S0'}}}}}}}
            components:
              schemas:
            \(schemas)
            """)
        var maker = api.sampleMaker(.response, .full)
        let sample = maker.sample(of: try place(api))
        #expect(sample.value != nil)
        #expect(sample.isValid == true)
        // 400 schemas with 7 parts each, and small ones that are made before what they belong to.
        #expect(api.compiledParts < 6_000)
    }

    @Test func `only what a schema leads to is compiled`() throws {
        let api = try described(
            """
            openapi: 3.1.0
            paths:
              /a: {get: {responses: {'200': {content: {application/json: {schema: {$ref: '#/components/schemas/A'}}}}}}}
            components:
              schemas:
                A: {type: string}
                B: {properties: {\((0..<500).map { "p\($0): {type: string}" }.joined(separator: ", "))}}
            """)
        _ = api.schema(at: try place(api), .response)
        #expect(api.compiledParts < 10)
    }

    @Test func `lists of schemas that lead to one another are compiled together after the first ones`() throws {
        let operations = (0..<100).map { number in
            """
            "/p\(number)": {get: {parameters: [{name: a, in: query, schema: {type: integer}}], responses: {'200': {content: {application/json: {schema: {type: array, items: {$ref: '#/components/schemas/S\(number)'}}}}}}}}
            """
        }
        let schemas = (0..<300).map { number in
            "S\(number): {required: [a], properties: {a: {type: integer}, b: {type: string, minLength: 1}, c: {type: string, minLength: 2}, next: {$ref: '#/components/schemas/S\((number + 1) % 300)'}}}"
        }
        let api = try described(
            """
            openapi: 3.1.0
            paths: {\(operations.joined(separator: ", "))}
            components:
              schemas: {\(schemas.joined(separator: ", "))}
            """)
        for entry in api.operations {
            let operation = api.operation(entry)
            let number = try #require(operation.parameters.first?.schema)
            #expect(api.isValid(try tree("1"), at: number, .request))
            let place = try #require(operation.responses.first?.content.first?.schema)
            #expect(!api.isValid(try tree(#"[{"a":1,"next":{"a":"x"}}]"#), at: place, .response))
            #expect(api.isValid(try tree(#"[{"a":1,"next":{"a":2}}]"#), at: place, .response))
        }
        // One by one it would be 300 schemas with 5 parts for each of 100 lists.
        #expect(api.compiledParts < 60_000)
    }

    @Test func `operations share what is compiled for a schema that they name`() throws {
        let operations = (0..<50).map {
            "/p\($0): {get: {responses: {'200': {content: {application/json: {schema: {$ref: '#/components/schemas/A'}}}}}}}"
        }
        let api = try described(
            """
            openapi: 3.1.0
            paths: {\(operations.joined(separator: ", "))}
            components:
              schemas:
                A: {$ref: '#/components/schemas/B'}
                B: {type: object, properties: {a: {type: string}, b: {type: string}, next: {$ref: '#/components/schemas/A'}}}
            """)
        for entry in api.operations {
            let place = try #require(api.operation(entry).responses.first?.content.first?.schema)
            #expect(!api.isValid(try tree(#"{"next":{"a":1}}"#), at: place, .response))
        }
        #expect(api.compiledParts < 10)
    }

    @Test(arguments: [1, 2, 3, 7, 30])
    func `circles of references end`(_ length: Int) throws {
        let schemas = (0..<length).map { "S\($0): {$ref: '#/components/schemas/S\(($0 + 1) % length)'}" }
        let api = try described(
            """
            openapi: 3.1.0
            paths: {/a: {get: {responses: {'200': {content: {application/json: {schema: {$ref: '#/components/schemas/S0'}}}}}}}}
            components: {schemas: {\(schemas.joined(separator: ", "))}}
            """)
        #expect(api.isValid(try tree("1"), at: try place(api), .response))
    }
}
