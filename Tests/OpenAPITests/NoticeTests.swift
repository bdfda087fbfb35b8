import NetEngine
import Testing

@testable import OpenAPI

/// What is said of descriptions that are not quite right, and what is read of them all the same.
@Suite struct NoticeTests {
    private func notices(_ text: String) throws -> String {
        try Description.read(Array(text.utf8)).allNotices().map { "\($0.place) \($0.kind): \($0.text)" }
            .joined(separator: "\n")
    }

    @Test func `the index says what is wrong with paths, items and methods`() throws {
        let found = try notices(
            """
            openapi: 3.0.3
            paths:
              pets: {get: {responses: {'200': {description: a}}}}
              /a/{x}: {}
              /a/{y}: {}
              /b: 1
              /c: {get: 1, query: {responses: {'200': {description: a}}}}
              x-more: 1
            """)
        #expect(
            found == """
                3:9 wrongPath: The path 'pets' does not begin with a slash.
                5:11 repeatedPath: The paths '/a/{x}' and '/a/{y}' differ only in the names of their parameters.
                6:7 wrongPath: The path item of '/b' is not an object.
                7:13 emptyOperation: The operation GET is not an object.
                7:23 version: The method 'query' is read, though it is new in OpenAPI 3.2.
                """)
    }

    @Test func `a name that JSON has twice is told, and the last one holds`() throws {
        let small = #"{"openapi": "3.1.0", "paths": {"/a": {"get": {"summary": "old", "summary": "new"}}, "/a": {}}}"#
        let told = try notices(small)
        #expect(
            told == """
                1:91 repeatedPath: The path '/a' is there twice.
                1:91 repeatedName: The name '/a' is there twice; the last one counts.
                1:76 repeatedName: The name 'summary' is there twice; the last one counts.
                """)
        #expect(try Description.read(Array(small.utf8)).operations.map(\.summary) == ["new"])
        let many = (0..<70).map { "\"x-\($0)\": 1" }.joined(separator: ", ")
        let large = #"{"openapi": "3.1.0", "paths": {"/a": {"get": {"summary": "old", \#(many), "summary": "new"}}}}"#
        #expect(try Description.read(Array(large.utf8)).operations.map(\.summary) == ["new"], "a large object")
    }

    @Test func `the whole text is searched for broken references, nullable and names that are there twice`() throws {
        let text = """
            openapi: %
            paths: {}
            components:
              schemas:
                A: {type: string, nullable: true}
                B: {$ref: '#/components/schemas/C'}
                D: {properties: {$ref: {type: string}, nullable: {type: boolean}}}
                A: {type: string}
            """
        let lines = [
            "8:5 repeatedName: The name 'A' is there twice; the last one counts.",
            "6:15 reference: The reference '#/components/schemas/C' leads nowhere: there is no 'C'.",
        ]
        func nullable(_ version: String) -> String {
            "5:33 nullable: 'nullable' means nothing in OpenAPI \(version): add \"null\" to 'type' instead."
        }
        for (version, expected) in [
            ("3.0.0", lines), ("3.1.0", [lines[0], nullable("3.1"), lines[1]]),
            ("3.2.0", [lines[0], nullable("3.2"), lines[1]]),
        ] {
            let found = try notices(text.replacing("%", with: version))
            #expect(found == expected.joined(separator: "\n"), "\(version)")
        }
    }

    @Test(arguments: [
        ("openapi: 3.1.0\ninfo: {}", "1:1 notADescription: The description has no 'paths'."),
        ("openapi: 3.1.0\ncomponents: {}", ""), ("openapi: 3.2.0\ncomponents: {}", ""),
        ("openapi: 3.0.0\ncomponents: {}", "1:1 notADescription: The description has no 'paths'."),
        ("swagger: '2.0'\ncomponents: {}", "1:1 notADescription: The description has no 'paths'."),
        ("openapi: 3.1.0\nwebhooks: {}", ""),
        ("openapi: 3.1.0\npaths: []", "2:8 notADescription: 'paths' is not an object."),
        ("openapi: 3.1\npaths: {}", ""), ("openapi: 3.0.4-rc0\npaths: {}", ""),
        ("openapi: '3'\npaths: {}", "1:10 version: OpenAPI '3' is not known; it is read as OpenAPI 3.2."),
        ("openapi: [3]\npaths: {}", "1:10 version: The version is not a text; the description is read as OpenAPI 3.1."),
        ("swagger: '2.0'\npaths: {}", ""),
        ("swagger: 2.0\npaths: {}", "1:10 version: The version must be a text: \"2.0\"."),
        ("swagger: '1.2'\npaths: {}", "1:10 version: Swagger '1.2' is not known; it is read as Swagger 2.0."),
        ("swagger: '2.0'\nopenapi: 3.2.0\npaths: {}", ""),
    ])
    func `a root that leaves something open is told`(text: String, expected: String) throws {
        #expect(try notices(text) == expected)
    }

    @Test func `a version that is no text is read as 3_1, an unknown one as the newest of its kind`() throws {
        let versions = ["openapi: [3]", "openapi: '3'", "swagger: '1.2'", "swagger: '2.0'\nopenapi: 3.0.1"].map {
            (try? Description.read(Array("\($0)\npaths: {}".utf8)))?.version.rawValue ?? ""
        }
        #expect(versions == ["3.1", "3.2", "2.0", "3.0"])
    }

    @Test func `an operation says what is wrong with its parameters, responses, security and servers`() throws {
        let found = try notices(
            """
            openapi: 3.0.3
            servers: [{description: none}]
            security: [{none: []}]
            paths:
              /a/{x}/{x}/{y}:
                parameters:
                  - {name: x, in: path, schema: {}}
                  - {name: x, in: path, required: true, schema: {}}
                  - {in: query}
                  - {name: z, in: path, required: true, schema: {}}
                  - 1
                get:
                  parameters:
                    - {name: b, in: body}
                    - {name: f, in: formData}
                    - {name: c}
                    - {name: s, in: query, style: matrix, schema: {}}
                    - {name: t, in: header, style: tabDelimited, schema: {}}
                    - {name: n, in: query}
                    - {name: m, in: query, content: {a/b: {}, c/d: {}}}
                    - {name: x, in: path, required: true, schema: {type: string}}
                    - {name: q, in: query, schema: {}}
                    - {name: q, in: query, schema: {}}
                    - {name: CONTENT-TYPE, in: header, schema: {}}
                    - {name: Accept, in: query, schema: {}}
                  requestBody: {required: true}
                  responses:
                    '200': {description: a, headers: {content-type: {}, X-A: 1}}
                    '600': {description: a}
                    '20': {description: a}
                    5XX: {description: a}
                    '2xx': {description: a}
                    '1XX': 3
                    x-a: 1
            """)
        #expect(
            found == """
                7:9 wrongParameter: The path parameter 'x' must say 'required: true'; it is required anyway.
                8:9 repeatedParameter: The path parameter 'x' is there twice; the last one counts.
                9:9 wrongParameter: A parameter has no name.
                11:9 reference: The parameter is not an object.
                14:11 wrongParameter: The parameter 'b' has no known location: 'body'.
                15:11 wrongParameter: The parameter 'f' has no known location: 'formData'.
                16:11 wrongParameter: The parameter 'c' has no known location: ''.
                17:11 wrongParameter: The style 'matrix' is not for a query parameter; 'form' is used.
                18:11 wrongParameter: The style 'tabDelimited' is not for a header parameter; 'simple' is used.
                19:11 wrongParameter: The parameter 'n' has neither 'schema' nor 'content'.
                20:41 wrongParameter: The 'content' of a parameter must have exactly one media type.
                23:11 repeatedParameter: The query parameter 'q' is there twice; the last one counts.
                24:11 ignoredParameter: The header parameter 'CONTENT-TYPE' is ignored, as the standard says.
                13:7 wrongPath: The path has the parameter 'x' twice.
                13:7 undeclaredPathParameter: The path has {y}, which no parameter declares.
                10:9 unusedPathParameter: The path has no place for the path parameter 'z'.
                28:57 ignoredParameter: The header 'Content-Type' is ignored here, as the standard says.
                28:66 reference: The header is not an object.
                29:16 response: '600' is not a status, a range like '2XX' or 'default'.
                30:15 response: '20' is not a status, a range like '2XX' or 'default'.
                32:16 response: '2xx' is not a status, a range like '2XX' or 'default'.
                33:16 reference: The response is not an object.
                3:12 security: The security scheme 'none' is not in the description.
                2:11 server: A server has no URL.
                26:20 body: The required body has no media type.
                """)
    }

    @Test func `what an operation may leave out depends on the version`() throws {
        let table = """
            3.0.3 | summary: a | The operation describes no response.
            3.1.0 | summary: a |
            3.1.0 | responses: {} | The operation describes no response.
            3.1.0 | responses: {x-a: 1} | The operation describes no response.
            3.2.0 | parameters: [Q, {name: a, in: query, schema: {}}] | W
            3.2.0 | parameters: [Q, {name: r, in: querystring, content: {a/b: {}}}] | W
            3.2.0 | parameters: [Q, {name: a, in: header, schema: {}}] |
            """
        let whole =
            "A 'querystring' parameter is the whole query: there may be one, and no 'query' parameters beside it."
        for row in table.split(separator: "\n") {
            let parts = (row + " ").split(separator: " | ")
            let fields = parts[1].replacing("Q", with: "{name: q, in: querystring, content: {a/b: {}}}")
            let description = try Description.read(
                Array("openapi: \(parts[0])\npaths:\n  /a:\n    get:\n      \(fields)\n".utf8))
            let expected = parts.count < 3 ? "" : parts[2] == "W " ? whole : String(parts[2].dropLast())
            #expect(description.allNotices().map(\.text).joined() == expected, "\(row)")
        }
    }

    @Test func `variables of a server have values, and what is wrong with them is told`() throws {
        let description = try Description.read(
            Array(
                """
                openapi: 3.1.0
                servers:
                  - url: 'https://{a}.{b}/{c}/'
                    variables: {a: {enum: [x, 2]}, b: {default: z, enum: [x]}, n: {default: 2, enum: [1, 2]}}
                paths: {/a: {get: {summary: a}}}
                """.utf8))
        let operation = description.open(description.operations[0])
        #expect(
            operation.notices.map(\.text) == [
                "The server variable 'a' has no default.",
                "The default of the server variable 'b' is not in its 'enum'.",
                "The server URL has the unknown variable 'c'.",
            ])
        let server = try #require(operation.servers.first)
        #expect(server.variables.map { $0.default ?? "-" } == ["-", "z", "2"])
        #expect(server.variables.map(\.values) == [["x", "2"], ["x"], ["1", "2"]])
        func url(_ values: [String: String]) -> String {
            do { return try server.absoluteURL(with: values, from: nil) } catch { return error.reason }
        }
        #expect(url([:]) == "the server variable 'a' has no value")
        #expect(url(["a": "x"]) == "'z' is not one of the values of the server variable 'b'")
        #expect(url(["a": "x", "b": "x"]) == "the server variable 'c' has no value")
        #expect(url(["a": "2", "b": "x", "c": "3"]) == "https://2.x/3")
    }
}
