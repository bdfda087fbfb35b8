import Base
import Contract
import NetEngine
import OpenAPI
import Testing

@Suite struct LinksTests {
    private func follow(
        _ link: String, body: String = #"{"id": 12345678901234567890, "a/b": [{"x": "y"}], "o": {"k": null}}"#,
        status: Int = 201, isCut: Bool = false
    ) throws -> FollowedLink {
        let api = try described(
            """
            openapi: 3.1.0
            paths:
              '/orders/{shop}':
                post:
                  parameters: [{name: shop, in: path, required: true, schema: {}}]
                  responses: {'2XX': {links: {next: \(link)}}}
              '/orders/{shop}/{id}':
                get:
                  operationId: getOrder
                  parameters:
                    - {name: shop, in: path, required: true, schema: {}}
                    - {name: id, in: path, required: true, schema: {}}
                    - {name: id, in: query, schema: {}}
                    - {name: X-Token, in: header, schema: {}}
            """)
        let url = try HTTPURL.parse("https://user:pw@a.example/orders/a%20b?x=1%2B+2&y")
        let match = try OperationMatcher(api).match("POST", url).get()
        let bytes = Array(body.utf8)
        let exchange = LinkExchange(
            method: "POST", url: url, path: match.parameters, requestHeaders: ["X-Trace": "t"],
            requestBody: .whole(Array(#"["sent"]"#.utf8)), status: status, responseHeaders: ["Location": "/l"],
            responseBody: isCut ? .cut(bytes) : .whole(bytes))
        return try #require(Links.of(exchange, match.entry, in: api).first)
    }

    private func value(_ expression: String) throws -> String? {
        let link = try follow("{operationId: getOrder, parameters: {id: '\(expression)'}}")
        return link.values.parameters[.init("id", .path)]?.text ?? link.problems.first
    }

    @Test(arguments: [
        ("$response.body#/id", "12345678901234567890"), ("$response.body#/a~1b/0/x", #""y""#),
        ("$response.body#/o", #"{"k":null}"#), ("$response.header.location", #""/l""#),
        ("$request.header.X-Trace", #""t""#), ("$request.path.shop", #""a b""#), ("$request.query.x", #""1+ 2""#),
        ("$request.query.y", #""""#), ("$request.body#/0", #""sent""#), ("$request.body", #"["sent"]"#),
        ("$url", #""https://a.example/orders/a%20b?x=1%2B+2&y""#), ("$method", #""POST""#), ("$statusCode", "201"),
        ("a-{$response.body#/id}-{$method}-{b}", #""a-12345678901234567890-POST-{b}""#),
        ("{$response.body#/o}", #""{\"k\":null}""#), ("$5", #""$5""#), ("plain", #""plain""#), ("{$5}", #""{$5}""#),
    ])
    func `expressions name parts of the exchange`(_ expression: String, _ expected: String) throws {
        #expect(try value(expression) == expected)
    }

    @Test(arguments: [
        ("$response.body#/none", "the body of the response has no 'none' there"),
        ("$response.body#/a~1b/01", "the body of the response has no '01' there"),
        ("$response.body#x", "'$response.body#x' has no JSON pointer after its '#'"),
        ("$response.header.None", "the response has no header 'None'"),
        ("$request.query.none", "the request has no query parameter 'none'"),
        ("$request.path.none", "the request has no path parameter 'none'"),
        ("$response.path.id", "a response has neither path nor query"),
        (
            "$request.what.x",
            "'$request.what.x' names no part of a message: after the dot comes header, query, path or body"
        ),
        ("x{$request.query.none}", "the request has no query parameter 'none'"),
    ])
    func `an expression without a value says why`(_ expression: String, _ reason: String) throws {
        #expect(try value(expression) == "The parameter 'id' gets no value: \(reason).")
    }

    @Test func `parameters are found by name and location, and constants stay`() throws {
        let link = try follow(
            """
            {operationId: getOrder, parameters: {path.shop: 7, query.id: [1, {a: $url}], X-Token: true, none: 1},
            requestBody: '$response.body#/o', description: More, server: {url: 'https://b.example'}}
            """)
        #expect(link.target?.path == "/orders/{shop}/{id}")
        #expect(link.values.parameters[.init("shop", .path)]?.text == "7")
        #expect(link.values.parameters[.init("id", .query)]?.text == #"[1,{"a":"$url"}]"#)
        #expect(link.values.parameters[.init("X-Token", .header)]?.text == "true")
        #expect(link.values.body?.text == #"{"k":null}"#)
        #expect(link.values.sendsOptionalBody)
        #expect(link.server == "https://b.example")
        #expect(link.problems == ["The target of the link has no parameter 'none'."])
    }

    @Test func `the server of a link is a URL with its variables, or is not used`() throws {
        let server = "server: {url: 'https://{h}.example/v1/', variables: {h: {default: b}}}"
        #expect(try follow("{operationId: getOrder, \(server)}").server == "https://b.example/v1")
        for (server, words) in [
            ("{url: /v2}", "is relative"), ("{url: 'https://{x}/'}", "has no value"),
            ("{url: 'http://[/'}", "is not an HTTP address"),
        ] {
            let link = try follow("{operationId: getOrder, server: \(server)}")
            #expect(link.server == nil)
            #expect(
                link.problems.first?.hasPrefix("The server of the link is not used: ") == true
                    && link.problems.first?.contains(words) == true, "\(link.problems)")
        }
    }

    @Test(arguments: [
        "operationId: getOrder", "operationRef: '#/paths/~1orders~1{shop}~1{id}/get'",
        "operationRef: '#/paths/~1orders~1%7Bshop%7D~1%7Bid%7D/get'",
        "operationRef: 'openapi.yaml#/paths/~1orders~1{shop}~1{id}/get'",
    ])
    func `the target is an id or a reference`(_ target: String) throws {
        #expect(try follow("{\(target)}").target?.operationID == "getOrder")
    }

    @Test(arguments: [
        ("{operationId: none}", "The link 'next' leads nowhere: no operation has the id 'none'."),
        ("{}", "The link 'next' leads nowhere: it has neither 'operationId' nor 'operationRef'."),
        (
            "{operationRef: 'https://b.example/x#/paths'}",
            "The link 'next' leads nowhere: 'https://b.example/x' is not followed: it leads out of the folder, to 'https:', and nothing is fetched."
        ),
        (
            "{operationRef: '#/paths'}",
            "The link 'next' leads nowhere: '#/paths' is not an operation of this description."
        ),
    ])
    func `a link that leads nowhere says why`(_ link: String, _ problem: String) throws {
        let followed = try follow(link)
        #expect(followed.target == nil)
        #expect(followed.problems == [problem])
    }

    @Test func `bodies that are no JSON, cut, or too deep are no crash`() throws {
        let link = "{operationId: getOrder, parameters: {path.id: '$response.body', query.id: '$response.body#/0'}}"
        let text = try follow(link, body: "plain")
        #expect(text.values.parameters[.init("id", .path)]?.text == #""plain""#)
        #expect(text.problems.count == 1)
        #expect(try follow(link, body: "[1]", isCut: true).problems.count == 2)
        let deep = String(repeating: "[", count: 100_000) + String(repeating: "]", count: 100_000)
        #expect(
            try follow(link, body: deep).problems.first
                == "The parameter 'path.id' gets no value: the value is deeper than 200 levels.")
        let large = "[" + String(repeating: "1,", count: 1_000_000) + "1]"
        let many = String(repeating: "{$response.body}", count: 1_000)
        let bounded = try follow("{operationId: getOrder, parameters: {path.id: '\(many)'}}", body: large)
        #expect(bounded.problems.first?.contains("take more than") == true)
    }
}
