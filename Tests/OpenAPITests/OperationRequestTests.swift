import Base
import Testing

@testable import OpenAPI

struct OperationRequestTests {
    private static let shop = """
        openapi: 3.1.0
        paths:
          /shops/{shop}/items{;color}:
            parameters:
              - {name: shop, in: path, required: true, schema: {type: string}, example: a/b}
              - {name: color, in: path, required: true, style: matrix, explode: true, schema: {type: array, items: {enum: [blue, red]}, minItems: 2, uniqueItems: true}}
            post:
              parameters:
                - {name: page, in: query, required: true, schema: {type: integer, minimum: 2}}
                - {name: q, in: query, schema: {type: string}}
                - {name: filter, in: query, content: {application/json: {schema: {type: object}}}}
                - {name: X-Trace, in: header, required: true, schema: {type: string, format: uuid}, example: t}
                - {name: sid, in: cookie, required: true, schema: {type: string, pattern: '^[0-9]{3}$'}}
                - {name: never, in: query, required: true, schema: {type: integer, minimum: 2, maximum: 1}}
              requestBody:
                required: true
                content:
                  application/x-www-form-urlencoded:
                    schema: {type: object, properties: {a: {type: array, items: {type: integer}}, o: {type: object}}}
                    encoding: {a: {style: pipeDelimited, explode: false}, o: {contentType: application/json}}
                  application/json: {schema: {type: object, required: [n], properties: {n: {type: integer}}}}
                  multipart/form-data:
                    schema: {type: object, properties: {f: {type: string, format: binary}, t: {type: string}, l: {type: array, items: {type: string}}}}
              responses: {'200': {description: ok, content: {application/json: {}, text/csv: {}}}, '404': {description: no, content: {text/html: {}}}}
        """

    private func request(
        media: Int? = nil, values: OperationRequest.Values = .init()
    ) throws -> OperationRequest {
        let text = Self.shop.replacing("items{;color}", with: "items{color}")
        let description = try Description.read(Array(text.utf8))
        let operation = description.open(try #require(description.operations.first))
        var maker = SampleMaker(description)
        return OperationRequest(
            operation, server: "{{server}}", media: media.map { operation.body?.content[$0] } ?? nil, values: values,
            maker: &maker)
    }

    @Test func `required values are made, optional ones are left out`() throws {
        let request = try request()
        #expect(request.method == "POST")
        #expect(request.url == "{{server}}/shops/a%2Fb/items;color=blue;color=red?page=2")
        #expect(request.headers.map(\.name) == ["X-Trace", "Cookie"])
        #expect(request.headers.map(\.value) == ["t", "sid=111"])
        #expect(request.contentType == "application/json")
        #expect(request.body == .bytes(Array(#"{"n":1}"#.utf8)))
        #expect(request.accepts == ["application/json", "text/csv"])
        #expect(request.missing.map(\.text) == ["'never' needs a value: no number is within its bounds."])
        #expect(request.origins[.init("shop", .path)] == .example(nil))
    }

    @Test func `given values come first`() throws {
        var values = OperationRequest.Values()
        values.parameters = [
            .init("q", .query): "a&b", .init("never", .query): 1, .init("filter", .query): .object([("k", "v")]),
            .init("color", .path): ["x"], .init("sid", .cookie): "1;2",
        ]
        values.body = .object([("n", .number("1.50"))])
        let request = try request(values: values)
        #expect(
            request.url == "{{server}}/shops/a%2Fb/items;color=x?page=2&q=a%26b&filter=%7B%22k%22%3A%22v%22%7D&never=1")
        #expect(request.missing.isEmpty)
        #expect(request.headers.last?.value == "sid=1%3B2")
        #expect(request.body == .bytes(Array(#"{"n":1.50}"#.utf8)))
    }

    @Test func `forms follow their encodings`() throws {
        var values = OperationRequest.Values()
        values.body = .object([("a", [1, 2]), ("o", .object([("k", "v w")])), ("p", "x y")])
        let request = try request(media: 0, values: values)
        #expect(request.body == .bytes(Array("a=1%7C2&o=%7B%22k%22%3A%22v+w%22%7D&p=x+y".utf8)))
        #expect(request.contentType == "application/x-www-form-urlencoded")
    }

    @Test(arguments: [
        ("text/*", "text/plain", "string"), ("text/csv", "text/csv", "string"),
        ("application/xml", "application/xml", "object"), ("application/x-ndjson", "application/x-ndjson", "object"),
    ])
    func `a text of any kind is sent as a plain one`(described: String, sent: String, type: String) throws {
        let text = """
            openapi: 3.1.0
            paths: {/a: {post: {requestBody: {required: true, content: {'\(described)': {schema: {type: \(type)}, example: x}}}}}}
            """
        let description = try Description.read(Array(text.utf8))
        let operation = description.open(try #require(description.operations.first))
        var maker = SampleMaker(description)
        let request = OperationRequest(operation, server: "", media: operation.body?.content[0], maker: &maker)
        #expect(request.body == .bytes([0x78]) && request.rejected.isEmpty)
        #expect(request.contentType == sent)
    }

    @Test func `multipart bodies are parts with their types`() throws {
        var values = OperationRequest.Values()
        values.body = .object([("f", "bytes"), ("t", "text"), ("l", ["a", "b"]), ("o", .object([]))])
        let request = try request(media: 2, values: values)
        guard case .parts(let parts) = request.body else { throw SerialisingFailure(reason: "no parts") }
        #expect(parts.map(\.name) == ["f", "t", "l", "l", "o"])
        #expect(parts.map(\.contentType) == ["application/octet-stream", nil, nil, nil, "application/json"])
        #expect(parts.map(\.isFile) == [true, false, false, false, false])
    }

    @Test(arguments: [("3.1.0", ["1|2"]), ("3.0.3", ["1", "2"])])
    func `a list in a multipart form is one part if its encoding joins it, since 3_1`(
        version: String, texts: [String]
    ) throws {
        let text = """
            openapi: \(version)
            paths: {/a: {post: {requestBody: {required: true, content: {multipart/form-data: {
              schema: {type: object}, example: {l: [1, 2], n: [null], e: []},
              encoding: {l: {style: pipeDelimited}, n: {style: pipeDelimited}, e: {style: pipeDelimited}}}}}}}}
            """
        let description = try Description.read(Array(text.utf8))
        let operation = description.open(try #require(description.operations.first))
        var maker = SampleMaker(description)
        let request = OperationRequest(operation, server: "", media: operation.body?.content[0], maker: &maker)
        guard case .parts(let parts) = request.body else { throw SerialisingFailure(reason: "no parts") }
        #expect(parts.map { String(decoding: $0.bytes, as: UTF8.self) } == texts)
    }

    @Test(arguments: ["tabDelimited", "simple", "matrix", "cookie", "other"])
    func `a style that is not for fields of a form is noticed, and 'form' is used`(_ style: String) throws {
        let text = """
            openapi: 3.1.0
            paths: {/a: {post: {requestBody: {required: true, content: {application/x-www-form-urlencoded: {
              schema: {type: object}, example: {l: [1, 2]}, encoding: {l: {style: \(style)}}}}}}}}
            """
        let description = try Description.read(Array(text.utf8))
        let operation = description.open(try #require(description.operations.first))
        #expect(
            operation.notices.filter { $0.kind == .body }.map(\.text) == [
                "The style '\(style)' is not for a field of a form; 'form' is used for 'l'."
            ])
        var maker = SampleMaker(description)
        let request = OperationRequest(operation, server: "", media: operation.body?.content[0], maker: &maker)
        #expect(request.body == .bytes(Array("l=1&l=2".utf8)))
    }

    @Test func `a thousand operations are opened in time linear in their number`() throws {
        var paths: [(String, JSONOutput)] = []
        for index in 0..<1_000 {
            paths.append(
                (
                    "/p\(index)/{id}",
                    .object([
                        (
                            "get",
                            .object([
                                ("operationId", .string("op\(index)")),
                                (
                                    "parameters",
                                    [
                                        .object([
                                            ("name", "id"), ("in", "path"), ("required", true),
                                            ("schema", .object([("type", "integer")])),
                                        ])
                                    ]
                                ),
                                ("responses", .object([("200", .object([("description", "ok")]))])),
                            ])
                        )
                    ])
                ))
        }
        let description = try Description.read(
            JSONOutput.object([("openapi", "3.0.0"), ("paths", .object(paths))]).bytes)
        #expect(description.operations.count == 1_000)
        #expect(description.notices.isEmpty)
        var maker = SampleMaker(description)
        for entry in description.operations {
            let request = OperationRequest(description.open(entry), server: "", maker: &maker)
            #expect(request.missing.isEmpty && request.url.hasSuffix("/1"))
        }
    }
}
