import Base
import Testing

@testable import Contract
@testable import OpenAPI

/// Sentences and choices of small parts, each beside what is nearly the same.
@Suite struct PartTableTests {
    @Test(arguments: [
        ("url", "'url' is not a runtime expression"), ("$", "'$' is not a runtime expression"),
        ("$urls", "'$urls' is not a runtime expression"),
        ("$Request.body", "'$Request.body' is not a runtime expression"),
        ("$request", "'$request' is not a runtime expression"),
        ("$message.body", "'$message.body' is not a runtime expression"),
        ("$request.body#a", "'$request.body#a' has no JSON pointer after its '#'"),
        ("$response.body#/~2", "'$response.body#/~2' has no JSON pointer after its '#'"),
        (
            "$request.header.",
            "'$request.header.' names no part of a message: after the dot comes header, query, path or body"
        ),
        (
            "$request.cookie.a",
            "'$request.cookie.a' names no part of a message: after the dot comes header, query, path or body"
        ),
        ("$request.", "'$request.' names no part of a message: after the dot comes header, query, path or body"),
        (
            "$request.bodies",
            "'$request.bodies' names no part of a message: after the dot comes header, query, path or body"
        ),
    ])
    func `what is no expression says why`(text: String, reason: String) {
        #expect(throws: RuntimeExpression.Failure(reason: reason)) { try RuntimeExpression(text) }
    }

    @Test(
        arguments: [
            ("$url", .url), ("$method", .method), ("$statusCode", .statusCode),
            ("$request.query.a", .part(.request, .query("a"))), ("$request.path.a.b", .part(.request, .path("a.b"))),
            ("$response.header.X-A", .part(.response, .header("X-A"))), ("$request.body", .part(.request, .body([]))),
            ("$response.body#", .part(.response, .body([]))), ("$response.body#/", .part(.response, .body([[]]))),
        ] as [(String, RuntimeExpression)])
    func `an expression names a part of the exchange`(text: String, expression: RuntimeExpression) throws {
        #expect(try RuntimeExpression(text) == expression)
        #expect(RuntimeExpression.isMeant(text))
    }

    @Test func `other texts with a dollar sign stand for themselves`() {
        let texts = ["$", "$5", "url", "$Url", "$urls", "$request", "$requests.a", "$responses", "", " $url"]
        #expect(texts.filter(RuntimeExpression.isMeant) == [])
    }

    @Test(
        arguments: [
            ("true", "true"), ("True", nil), ("false", "false"), ("null", "null"), ("nil", nil), ("0", "0"),
            ("-0", "-0"),
            ("01", nil), ("+1", nil), ("1.", nil), (".5", nil), ("1e5", "1e5"), ("1 ", "1"), (" 1", nil), ("-", nil),
            ("", nil),
            ("1,2", nil), ("0x1", nil), ("NaN", nil), ("9007199254740993", "9007199254740993"),
        ] as [(String, String?)])
    func `a text is a number, a truth value or null as JSON writes it`(text: String, json: String?) {
        #expect(WrittenValue.scalar(text)?.text == json)
    }

    @Test func `a number has fewer than a thousand characters`() {
        #expect(WrittenValue.scalar(String(repeating: "1", count: 999)) != nil)
        #expect(WrittenValue.scalar(String(repeating: "1", count: 1_000)) == nil)
    }

    @Test(
        arguments: [
            ("application/json", "application/json"), ("Application/JSON", "application/json"),
            ("application/json; charset=utf-8", "application/json"),
            ("application/json; version=2", "application/json;version=2"),
            ("application/json; VERSION=\"2\"", "application/json;version=2"),
            ("application/json; version=3", "application/json"), ("application/hal+json", "application/*+json"),
            ("application/atom+xml", "application/*"), ("application/xml", "application/*"), ("text/plain", "text/*"),
            ("image/png", "*/*"), ("image/svg+xml", "*/*"),
        ])
    func `the most exact media type of the description is chosen`(written: String, chosen: String) throws {
        let types = [
            "*/*", "text/*", "application/*", "application/*+json", "application/json", "application/json;version=2",
        ]
        let content = types.map { "'\($0)': {}" }.joined(separator: ", ")
        let description = try Description.read(
            Array("openapi: 3.1.0\npaths: {/a: {post: {requestBody: {content: {\(content)}}}}}".utf8))
        let found = try #require(description.open(description.operations[0]).body?.content)
        #expect(MediaTypeChoice.of(written, among: found)?.name == chosen)
    }

    @Test func `a media type that none of the description fits is not chosen`() throws {
        let description = try Description.read(
            Array(
                "openapi: 3.1.0\npaths: {/a: {post: {requestBody: {content: {application/json: {}, 'text/*': {}}}}}}"
                    .utf8))
        let found = try #require(description.open(description.operations[0]).body?.content)
        for written in ["application/xml", "application/hal+json", "texts/plain", "", "json"] {
            #expect(MediaTypeChoice.of(written, among: found) == nil, "\(written)")
        }
    }
}
