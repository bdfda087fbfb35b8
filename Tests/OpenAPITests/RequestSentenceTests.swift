import Base
import Testing

@testable import OpenAPI

/// What a request for an operation is made of, and what is said of what it lacks.
@Suite struct RequestSentenceTests {
    private func request(
        _ operation: String, path: String = "/a", values: OperationRequest.Values = .init(), media: Int? = nil
    ) throws -> OperationRequest {
        let description = try Description.read(
            Array("openapi: 3.1.0\npaths: {'\(path)': {post: \(operation)}}\n".utf8))
        let operation = description.open(try #require(description.operations.first))
        var maker = SampleMaker(description)
        return OperationRequest(
            operation, server: "S", media: media.flatMap { operation.body?.content[$0] }, values: values, maker: &maker)
    }

    private func given(_ name: String, _ location: Parameter.Location, _ value: JSONOutput) -> OperationRequest.Values {
        var values = OperationRequest.Values()
        values.parameters[.init(name, location)] = value
        return values
    }

    @Test func `what is missing is told in one sentence each`() throws {
        let path = "{parameters: [{name: p, in: path, required: true, schema: {type: string}}]}"
        let empty = "'p' is part of the path and may not be empty."
        #expect(try request(path, path: "/{p}", values: given("p", .path, "")).missing.map(\.text) == [empty])
        #expect(try request(path, path: "/{p}", values: given("p", .path, .null)).missing.map(\.text) == [empty])
        let header = "{parameters: [{name: H, in: header, schema: {}}]}"
        #expect(
            try request(header, values: given("H", .header, "a\nb")).missing.map(\.text)
                == ["'H' cannot be sent: a header cannot hold a line break or a NUL character."])
        let impossible = "{parameters: [{name: q, in: query, required: true, schema: false}]}"
        let missing = try request(impossible).missing
        #expect(missing.map(\.text) == ["'q' needs a value: its schema is 'false', which nothing fulfils."])
        #expect(missing.map(\.name) == ["q"] && missing.map(\.location) == [.query])
        #expect(try request(impossible, values: given("q", .query, 1)).url == "S/a?q=1")
        func body(_ content: String, _ value: JSONOutput? = nil) throws -> [String] {
            var values = OperationRequest.Values()
            values.body = value
            let made = try request("{requestBody: {required: true, content: {\(content)}}}", values: values)
            return made.missing.map { $0.text + ($0.name == nil ? "" : "?") }
        }
        #expect(
            try body("application/json: {}") == ["The body needs a value: the description gives no schema."])
        #expect(
            try body("application/x-www-form-urlencoded: {schema: {type: object}}", [1])
                == ["The body cannot be sent: a form needs an object."])
        #expect(
            try body("image/png: {schema: {type: object}}", .object([]))
                == ["The body cannot be sent: an array or object cannot be written as 'image/png'."])
        #expect(try body("text/plain: {}", "x") == [])
    }

    @Test func `the URL has the path with its values, and the query behind it`() throws {
        let two =
            "{parameters: [{name: a, in: query, required: true, schema: {const: 1}}, {name: b, in: query, required: true, schema: {const: x y}}]}"
        #expect(try request(two).url == "S/a?a=1&b=x%20y" && request(two, path: "/a?x=1").url == "S/a?x=1&a=1&b=x%20y")
        #expect(try request("{}", path: "/a b/{id}/é").url == "S/a%20b/{id}/%C3%A9")
        let cookies =
            "{parameters: [{name: a, in: cookie, required: true, schema: {const: 1}}, {name: H, in: header, required: true, schema: {const: 2}}, {name: b, in: cookie, required: true, schema: {const: 3}}, {name: c, in: cookie, schema: {const: 4}}]}"
        #expect(try request(cookies).headers.map { "\($0.name)=\($0.value)" } == ["H=2", "Cookie=a=1; b=3"])
    }

    @Test func `a body is JSON first, and one that is not required is sent only if it is wanted`() throws {
        let content =
            "content: {text/plain: {schema: {const: t}}, application/vnd.a+json: {schema: {const: j}}, '*/*': {schema: {const: r}}, image/*: {schema: {const: i}}, text/*: {schema: {const: u}}}"
        func shown(_ request: OperationRequest) -> String {
            guard case .bytes(let bytes) = request.body else { return "nothing" }
            return "\(request.contentType ?? "-") \(String(decoding: bytes, as: UTF8.self))"
        }
        let optional = "{requestBody: {\(content)}}"
        let required = "{requestBody: {required: true, \(content)}}"
        #expect(try shown(request(optional)) == "nothing" && request(optional).contentType == nil)
        var wanted = OperationRequest.Values()
        wanted.sendsOptionalBody = true
        #expect(try shown(request(optional, values: wanted)) == #"application/vnd.a+json "j""#)
        #expect(
            try (0...4).map { try shown(request(required, media: $0)) } == [
                "text/plain t", #"application/vnd.a+json "j""#, #"application/json "r""#, "application/octet-stream i",
                "text/plain u",
            ])
        #expect(try request(required).bodyOrigin == .constant && request("{}").bodyOrigin == nil)
    }

    @Test func `responses of success say what is accepted, each type once`() throws {
        let made = try request(
            "{responses: {'404': {content: {a/b: {}}}, '200': {content: {c/d: {}, e/f: {}}}, 2XX: {content: {c/d: {}}}, default: {content: {g/h: {}}}}}"
        )
        #expect(made.accepts == ["c/d", "e/f", "g/h"])
    }

    @Test func `values have origins, and examples that are wrong are told`() throws {
        let made = try request(
            """
            {parameters: [{name: a, in: query, required: true, schema: {type: integer}, example: x}, {name: b, in: query, required: true, schema: {type: integer, default: 2}},
             {name: c, in: query, required: true, schema: {}, example: y}]}
            """)
        #expect(made.url == "S/a?a=1&b=2&c=y")
        #expect(made.rejected.map(\.text) == ["The example is not valid against its own schema."])
        #expect(made.rejected.map(\.pointer) == ["/paths/~1a/post/parameters/0/example"])
        #expect(
            ["a", "b", "c"].map { made.origins[.init($0, .query)] } == [.made, .standard, .example(nil)])
    }
}
