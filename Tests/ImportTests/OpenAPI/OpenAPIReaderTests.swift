import HTTPFormat
import OpenAPI
import TestSupport
import Testing

@testable import Import

@Suite struct OpenAPIReaderTests {
    private let pets = """
        openapi: 3.1.0
        info: {title: Pets, version: "1"}
        servers: [{url: https://a.test, description: live}, {url: https://b.test, description: test}]
        security: [{key: []}]
        components: {securitySchemes: {key: {type: apiKey, in: header, name: X-Key}}}
        paths:
          /pets/{id}:
            get:
              tags: [pets]
              operationId: getPet
              parameters: [{name: id, in: path, required: true, schema: {type: integer}}]
              responses: {"200": {description: ok}}
          /orders:
            post:
              tags: [orders]
              operationId: makeOrder
              requestBody: {content: {application/json: {schema: {type: object, required: [n], properties: {n: {type: integer}}}}}}
              responses: {"201": {description: ok}}
        """

    @Test func `operations are requests, tags folders and servers environments`() throws {
        let files = try ImportedText.of("pets.yaml", pets)
        #expect(files.kind == .openapi && files.folder == "Pets")
        #expect(
            files.files.map(\.path) == [
                ".gitignore", "http-client.env.json", "http-client.private.env.json", "orders.http", "pets.http",
            ])
        let text = ImportedText.text(files)
        #expect(text.contains("# @name makeOrder\n") && text.contains("POST {{") && !text.contains("# @openapi"))
        #expect(text.contains("https://a.test") && text.contains("https://b.test"))
        #expect(ImportedText.documents(files).flatMap(\.notices).isEmpty)
        let notices = ImportedText.notices(files)
        #expect(
            notices.contains {
                $0.contains("The login 'key' has no key yet: give the variable ")
                    && $0.hasSuffix(" a value in http-client.private.env.json.")
            }, "\(notices)")
    }

    @Test func `a path variable is a variable with its example as value, one for each value in a file`() throws {
        func get(_ path: String, _ parameters: String) -> String {
            "  \(path): {get: {parameters: [\(parameters)], responses: {}}}\n"
        }
        func parameter(_ name: String, _ example: String) -> String {
            "{name: \(name), in: path, required: true, example: \(example), schema: {type: [integer, string]}}"
        }
        let files = try ImportedText.of(
            "t.yaml",
            "openapi: 3.1.0\ninfo: {title: T, version: '1'}\nservers: [{url: https://a.test}]\npaths:\n"
                + get("/u/{id}", parameter("id", "42")) + get("/u/{id}/p", parameter("id", "42"))
                + get("/o/{id}/{server}", parameter("id", "7") + "," + parameter("server", "x")))
        let text = ImportedText.text(files)
        #expect(text.contains("@id = 42\nGET {{server}}/u/{{id}}\n"), "\(text)")
        #expect(text.contains("GET {{server}}/u/{{id}}/p\n") && text.split(separator: "@id = ").count == 2)
        #expect(text.contains("@id_2 = 7\n@server_2 = x\nGET {{server}}/o/{{id_2}}/{{server_2}}\n"), "\(text)")
        #expect(ImportedText.documents(files).flatMap(\.notices).isEmpty)
    }

    @Test func `what of a body is not written is named`() throws {
        let files = try ImportedText.of(
            "t.yaml",
            """
            openapi: 3.0.0
            info: {title: T, version: "1"}
            servers: [{url: "https://a.test"}]
            paths:
              /x:
                post:
                  operationId: make
                  requestBody:
                    content:
                      application/xml: {schema: {type: string}}
                      application/json:
                        schema: {type: object}
                        examples: {one: {value: {a: 1}}, two: {value: {a: 2}}}
                  responses: {"200": {description: ok}}
            """)
        #expect(
            ImportedText.notices(files).filter { $0.hasPrefix("lost make") } == [
                "lost make: The body is written as application/json alone, not as application/xml.",
                "lost make: Only one of the 2 examples of the body is written.",
            ])
    }

    @Test(arguments: ["", "here/", "../up/", "/"])
    func `files that it refers to are read wherever it is, and places have its path`(folder: String) throws {
        var source = ImportSource(
            name: folder + "api.yaml",
            bytes: Array(
                """
                openapi: 3.0.0
                info: {title: T, version: "1"}
                servers: [{url: "https://a.test"}]
                paths:
                  /x: {$ref: "parts/x.yaml"}
                  /y: {$ref: "../outside.yaml"}
                """.utf8))
        let part = try DescriptionText.read(Array("get: {operationId: getX, responses: {}}".utf8))
        source.sibling = { path in
            path == "parts/x.yaml" ? .success(part) : .failure(ReferenceFailure(reason: "\(path) was asked for"))
        }
        let collection = try OpenAPIReader.read(source) { _ in }
        let outside = try #require(collection.notices.first { $0.text.contains("outside.yaml") })
        #expect(outside.text.contains("it leads out of the folder"))
        #expect(outside.place?.file == folder + "api.yaml")
        #expect(!collection.notices.contains { $0.text.contains("x.yaml' cannot be read") })
        #expect(collection.items.count == 1)
    }

    @Test(arguments: ["#/components/schemas/A", "#", "#/components/schemas/B", "#/paths/~1x"])
    func `references in a circle end`(reference: String) throws {
        let text = """
            openapi: 3.0.0
            info: {title: T, version: "1"}
            paths: {/x: {post: {requestBody: {content: {application/json: {schema: {$ref: "#/components/schemas/A"}}}}, responses: {}}}}
            components:
              schemas:
                A: {type: object, required: [b, a], properties: {b: {$ref: "#/components/schemas/B"}, a: {$ref: "\(reference)"}}}
                B: {type: array, minItems: 1, items: {$ref: "#/components/schemas/A"}}
            """
        let files = try ImportedText.of("t.yaml", text)
        #expect(files.requestCount == 1)
        #expect(files.files.reduce(0) { $0 + $1.bytes.count } < 100_000)
    }

    @Test func `schemas that name each other many times cost no more than their text`() {
        let probe = ReaderProbe(reader: OpenAPIReader.self)
        let growth = probe.growth("a.json") { count in
            let schemas = (0..<count).map { number in
                "\"S\(number)\":{\"type\":\"object\",\"required\":[\"a\",\"b\"],\"properties\":{\"a\":{\"$ref\":\"#/components/schemas/S\((number + 1) % count)\"},\"b\":{\"$ref\":\"#/components/schemas/S\((number + 1) % count)\"}}}"
            }
            let paths = (0..<count).map { number in
                "\"/x\(number)\":{\"post\":{\"requestBody\":{\"content\":{\"application/json\":{\"schema\":{\"$ref\":\"#/components/schemas/S\(number)\"}}}},\"responses\":{}}}"
            }
            return
                "{\"openapi\":\"3.0.0\",\"info\":{\"title\":\"T\",\"version\":\"1\"},\"paths\":{\(paths.joined(separator: ","))},\"components\":{\"schemas\":{\(schemas.joined(separator: ","))}}}"
        }
        #expect(growth.isLinear, "\(growth)")
    }

    @Test(arguments: ["/etc/passwd", "file:///etc/passwd", "../../x.yaml", "https://evil.test/x.yaml"])
    func `no reference leads out of the text`(reference: String) throws {
        let text = """
            openapi: 3.0.0
            info: {title: T, version: "1"}
            paths: {/x: {post: {requestBody: {content: {application/json: {schema: {$ref: "\(reference)"}}}}, responses: {}}}}
            """
        let files = try ImportedText.of("t.yaml", text)
        #expect(files.requestCount == 1)
        #expect(!ImportedText.text(files).contains("root:"))
    }
}
