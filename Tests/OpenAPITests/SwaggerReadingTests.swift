import Testing

@testable import OpenAPI

/// Swagger 2, mapped to what OpenAPI 3 has; and which header fields belong to an API.
@Suite struct SwaggerReadingTests {
    private func open(_ fields: String, root: String = "") throws -> Operation {
        let description = try Description.read(
            Array("swagger: '2.0'\n\(root)\npaths:\n  /a:\n    post:\n      \(fields)\n".utf8))
        return description.open(try #require(description.operations.first))
    }

    @Test func `a collectionFormat is a style`() throws {
        let table = """
            in: query -> form false
            in: query, collectionFormat: csv -> form false
            in: query, collectionFormat: ssv -> spaceDelimited false
            in: query, collectionFormat: tsv -> tabDelimited false
            in: query, collectionFormat: pipes -> pipeDelimited false
            in: query, collectionFormat: multi -> form true
            in: query, style: deepObject -> form false
            in: header -> simple false
            in: header, collectionFormat: multi -> simple false The collectionFormat 'multi' is not known here; 'csv' is used.
            in: path, required: true, collectionFormat: pipes -> pipeDelimited false
            in: query, collectionFormat: x -> form false The collectionFormat 'x' is not known here; 'csv' is used.
            in: formData, collectionFormat: multi -> form true
            """
        for row in table.split(separator: "\n") {
            let parts = row.split(separator: " -> ")
            let operation = try open("parameters: [{name: a, type: array, \(parts[0])}]")
            let all = operation.parameters + (operation.body?.content.first?.fields ?? [])
            let notes = operation.notices.map(\.text).filter { $0.hasPrefix("The collectionFormat") }
            let found = (all.map { "\($0.style) \($0.explodes)" } + notes).joined(separator: " ")
            #expect(found == parts[1], "\(row)")
        }
    }

    @Test func `a body has the media types that the operation consumes`() throws {
        let both = "[multipart/form-data, application/x-www-form-urlencoded]"
        let file = "{name: f, in: formData, type: file}"
        let table = """
            summary: a => none
            parameters: [{name: b, in: body, required: true, schema: {}}] => application/json required
            consumes: [a/b, c/d], parameters: [{name: b, in: body, schema: {}}] => a/b c/d
            consumes: [], parameters: [{name: b, in: body, schema: {}}] => application/json
            parameters: [{name: f, in: formData, type: string}] => application/x-www-form-urlencoded
            parameters: [{name: f, in: formData, type: string}, {name: g, in: formData, type: string, required: true}] => application/x-www-form-urlencoded required
            parameters: [\(file)] => multipart/form-data
            consumes: [application/json], parameters: [{name: f, in: formData, type: string}] => application/x-www-form-urlencoded
            consumes: \(both), parameters: [{name: f, in: formData, type: string}] => multipart/form-data application/x-www-form-urlencoded
            consumes: \(both), parameters: [\(file)] => multipart/form-data
            consumes: [application/x-www-form-urlencoded], parameters: [\(file)] => multipart/form-data
            parameters: [{name: b, in: body, schema: {}}, {name: f, in: formData, type: string}] => application/json A 'body' parameter and 'formData' parameters exclude each other; the body is used.
            """
        for row in table.split(separator: "\n") {
            let parts = row.split(separator: " => ")
            let description = try Description.read(
                Array("swagger: '2.0'\npaths: {/a: {post: {\(parts[0]), responses: {'200': {description: a}}}}}\n".utf8)
            )
            let operation = description.open(description.operations[0])
            let body = operation.body.map { $0.content.map(\.name) + ($0.isRequired ? ["required"] : []) } ?? ["none"]
            #expect((body + operation.notices.map(\.text)).joined(separator: " ") == parts[1], "\(row)")
        }
        let root = try open("parameters: [{name: b, in: body, schema: {}}]", root: "consumes: [x/y]")
        #expect(root.body?.content.map(\.name) == ["x/y"])
    }

    @Test func `a response has the media types that the operation produces, with their examples`() throws {
        let response =
            "responses: {'200': {description: a, schema: {type: string}, examples: {a/b: one}, headers: {X: {type: integer}}}}"
        func content(_ operation: Operation) -> String {
            operation.responses.flatMap(\.content).map { "\($0.name) \($0.examples.count)" }.joined(separator: ", ")
        }
        #expect(try content(open(response)) == "application/json 0")
        #expect(try content(open(response, root: "produces: [a/b, c/d]")) == "a/b 1, c/d 0")
        #expect(try content(open("produces: [e/f]\n      " + response, root: "produces: [a/b]")) == "e/f 0")
        let plain = try open("responses: {'200': {description: a}}")
        #expect(plain.responses.map(\.content.count) == [0] && plain.notices.isEmpty)
        #expect(try open("summary: a").notices.map(\.text) == ["The operation describes no response."])
        let headers = try open(response).responses[0].headers
        #expect(headers.map(\.name) == ["X"] && headers[0].schema == headers[0].place)
    }

    @Test func `servers are made of schemes, host and base path`() throws {
        let table = """
            info: {} => /
            basePath: /v1 => /v1
            host: h => //h
            host: h ; basePath: / => //h
            host: h ; basePath: /v1 ; schemes: [https, ws] => https://h/v1 ws://h/v1
            basePath: /v1 ; schemes: [https] => /v1
            """
        for row in table.split(separator: "\n") {
            let parts = row.split(separator: " => ")
            let root = parts[0].replacing(" ; ", with: "\n")
            let servers = try open("responses: {'200': {description: a}}", root: String(root)).servers
            #expect(servers.map(\.url).joined(separator: " ") == parts[1], "\(row)")
        }
        let own = try open("schemes: [http]\n      responses: {}", root: "host: h\nschemes: [https]")
        #expect(own.servers.map(\.url) == ["http://h"])
    }

    @Test func `flows of logins have the names of OpenAPI 3`() throws {
        let flows = [
            "application": "clientCredentials", "accessCode": "authorizationCode", "implicit": "implicit",
            "password": "password",
        ]
        for (written, name) in flows {
            let operation = try open(
                "security: [{o: [r]}]",
                root: "securityDefinitions: {o: {type: oauth2, flow: \(written), tokenUrl: t, scopes: {r: x}}}")
            guard case .oauth2(let found) = operation.security.first?.uses.first?.scheme?.kind else {
                Issue.record("\(written)")
                continue
            }
            #expect(found.map(\.name) == [name] && found.map(\.scopes) == [["r"]])
        }
        let basic = try open("security: [{b: []}]", root: "securityDefinitions: {b: {type: basic}}")
        #expect(basic.security.first?.uses.first?.scheme?.kind == .http(scheme: "basic", bearerFormat: nil))
    }

    @Test func `header fields of HTTP, of clients and of proxies are not those of an API`() {
        let api = ["x-tenant", "idempotency-key", "x-api-key", "prefer", String(repeating: "a", count: 100)]
        let others = [
            "accept", "accept-language", "host", "cookie", "content-type", "sec-fetch-mode", "x-forwarded-for", ":path",
            "", String(repeating: "a", count: 101), "a b", "traceparent", "upgrade-insecure-requests", "user-agent",
            "authorization", "cf-ray",
        ]
        #expect((api + others).filter(FieldRules.describes(requestField:)) == api)
        let answered = ["ratelimit", "location", "retry-after", "link", "www-authenticate", "accept-patch"]
        let standard = [
            "server", "etag", "content-type", "set-cookie", "access-control-allow-origin", "x-cache", "date", "vary",
            "cross-origin-opener-policy", "x-amz-cf-pop", "alt-svc",
        ]
        #expect((answered + standard).filter(FieldRules.describes(responseField:)) == answered)
        #expect(Array("aZ09!#$%&'*+-.^_`|~".utf8).allSatisfy(FieldRules.isToken))
        #expect(!Array(" \"(),/:;<=>?@[\\]{}\u{7F}é".utf8).contains(where: FieldRules.isToken))
    }

    @Test func `a description has a title, a text and tags`() throws {
        let description = try Description.read(
            Array(
                """
                openapi: 3.2.0
                info: {title: T, description: D}
                tags: [{name: a, description: A, summary: S}, {name: b, summary: S}, {description: none}, {name: c}]
                paths: {}
                """.utf8))
        #expect(description.title == "T" && description.text == "D")
        #expect(description.tags.map { "\($0.name) \($0.text ?? "-")" } == ["a A", "b S", "c -"])
        let texts = ["{openapi: 3.0.0}", "{swagger: 1}", "{info: {openapi: 1}}", "[openapi]", "openapi"]
        #expect(
            try texts.map { Description.mayBe(try DescriptionText.read(Array($0.utf8))) }
                == [true, true, false, false, false])
    }
}
