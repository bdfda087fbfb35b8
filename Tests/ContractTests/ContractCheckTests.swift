import Base
import Contract
import JSONPath
import NetEngine
import OpenAPI
import Pattern
import Testing

@Suite struct ContractCheckTests {
    private func check(
        _ responses: String, status: Int = 200, _ headers: HeaderFields = ["Content-Type": "application/json"],
        _ body: String? = nil, method: String = "GET", version: String = "3.1.0", isCut: Bool = false
    ) throws -> ContractReport {
        let key = version == "2.0" ? "swagger" : "openapi"
        let api = try described("{\(key): '\(version)', paths: {/a: {get: {responses: \(responses)}}}}")
        let bytes = body.map { Array($0.utf8) }
        return ContractCheck(api).check(
            api.operations[0], status: status, headers: headers,
            body: bytes.map { isCut ? .cut($0) : .whole($0) } ?? .none, method: method)
    }

    private func json(_ schema: String) -> String { "{'200': {content: {application/json: {schema: \(schema)}}}}" }

    @Test func `a response that keeps everything`() throws {
        let report = try check(
            json("{type: object, required: [id]}"), [#"Content-Type"#: "application/json; charset=utf-8"], #"{"id": 1}"#
        )
        #expect(report.verdict == .kept)
        #expect(report.findings.map(\.kind) == [.status, .mediaType, .body])
        #expect(
            report.findings.map(\.text) == [
                "The status 200 is documented.", "The media type 'application/json; charset=utf-8' is documented.",
                "The body is valid.",
            ])
    }

    @Test func `a breach names its place in the body and in the description`() throws {
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
                            type: array
                            items:
                              properties:
                                id:
                                  type: integer
            """)
        let body = "[{\"id\": 1},\n {\"id\": \"a\"}, {\"id\": \"b\"}]"
        let report = ContractCheck(api).check(
            api.operations[0], status: 200, headers: ["Content-Type": "application/json"],
            body: .whole(Array(body.utf8)),
            method: "GET")
        let finding = try #require(report.broken.first)
        #expect(report.broken.count == 1)
        #expect(finding.place == .init(offset: 20, line: 2, column: 9, path: "$[*]['id']"))
        #expect(finding.count == 2)
        let source = try #require(finding.source)
        #expect(source.document == "openapi.yaml")
        #expect((source.line, source.column) == (14, 29))
        #expect(
            source.pointer == "/paths/~1a/get/responses/200/content/application~1json/schema/items/properties/id/type")
        #expect(finding.text.contains("integer"))
    }

    @Test(arguments: [
        (200, "200"), (201, "2XX"), (404, "4xx"), (500, "default"),
    ])
    func `the exact status comes before its range and the default`(_ status: Int, _ expected: String) throws {
        let report = try check("{default: {}, 4xx: {}, 2XX: {}, '200': {}}", status: status)
        #expect(report.documentedStatus == expected)
        #expect(report.verdict == .kept)
    }

    @Test func `a status that is not documented is broken`() throws {
        let report = try check("{'200': {}, '404': {}}", status: 500)
        #expect(report.findings.map(\.text) == ["The status 500 is not documented; the description has 200 and 404."])
        #expect(report.verdict == .broken)
        #expect(try check("{}").verdict == .notChecked)
    }

    @Test(arguments: [
        ("application/json", "exact"), ("APPLICATION/JSON;charset=utf-8", "exact"),
        ("application/problem+json", "problem"),
        ("application/hal+json", "suffix"), ("application/pdf", "range"), ("text/plain", "all"),
        ("application/json; version=2", "second"),
    ])
    func `the most specific media type is taken`(_ written: String, _ expected: String) throws {
        let names = [
            ("*/*", "all"), ("application/*", "range"), ("application/*+json", "suffix"), ("application/json", "exact"),
            ("application/problem+json", "problem"), ("application/json;version=2", "second"),
        ]
        let content = names.map { "'\($0)': {x-name: \($1), schema: {const: \($1)}}" }.joined(separator: ", ")
        let report = try check("{'200': {content: {\(content)}}}", ["Content-Type": written], "1")
        let finding = try #require(report.findings.first { $0.kind == .mediaType })
        let name = names.first { $0.1 == expected }?.0 ?? ""
        #expect(finding.source?.pointer.hasSuffix("/content/" + name.replacing("/", with: "~1")) == true)
    }

    @Test func `a media type that is not documented, or not said`() throws {
        let report = try check(json("{}"), ["Content-Type": "text/html"], "<p>")
        #expect(
            report.broken.map(\.text) == [
                "The media type 'text/html' is not documented; the description has application/json."
            ])
        #expect(try check(json("{}"), [:], "1").findings.last?.verdict == .notChecked)
        let empty = try check(json("{}"), ["Content-Type": "application/json"], "")
        #expect(empty.broken.map(\.text) == ["The body is empty, and the description promises application/json."])
        #expect(try check("{'200': {}}", ["Content-Type": "text/html"], "x").findings.last?.verdict == .notChecked)
    }

    @Test func `some responses have no body`() throws {
        for (status, method) in [(204, "GET"), (304, "GET"), (200, "HEAD")] {
            let report = try check(
                "{'\(status)': {content: {application/json: {schema: {type: object}}}}}", status: status, [:],
                method: method)
            #expect(report.findings.map(\.kind) == [.status])
        }
    }

    @Test func `headers are there and valid by their schemas`() throws {
        let headers = """
            {'200': {headers: {X-A: {required: true, schema: {type: integer, maximum: 3}}, X-B: {required: true},
            X-C: {schema: {type: array, items: {enum: [a, b]}}}, X-D: {content: {application/json: {schema: {type: object}}}},
            X-E: {schema: {type: string, maxLength: 2}}, X-F: {schema: {type: boolean}}, X-G: {schema: {type: object,
            properties: {R: {type: integer}}}, explode: true}, X-H: {schema: {type: string, pattern: '^1'}}}}}
            """
        let kept = try check(
            headers,
            [
                "x-a": "3", "X-B": "", "X-C": "a, b", "X-D": "{}", "X-E": "12", "X-F": "true", "X-G": "R=1,G=2",
                "X-H": "12",
            ])
        #expect(kept.verdict == .kept)
        #expect(kept.findings.count { $0.kind == .headerValue && $0.verdict == .kept } == 7)
        let broken = try check(
            headers, ["X-A": "4", "X-C": "a,c", "X-D": "{", "X-E": "abc", "X-F": "yes", "X-G": "R=x", "X-H": "2"])
        #expect(broken.broken.map(\.name) == ["X-A", "X-B", "X-C", "X-D", "X-E", "X-F", "X-G", "X-H"])
        #expect(broken.broken[1].text == "The required header 'X-B' is missing.")
        #expect(broken.broken[1].kind == .header)
        #expect(broken.broken[0].text.hasPrefix("The header 'X-A': "))
    }

    @Test func `members of a request only are not wanted in a response`() throws {
        let schema = "{required: [id, secret], properties: {id: {readOnly: true}, secret: {writeOnly: true}}}"
        #expect(try check(json(schema), body(#"{"id": 1}"#).0, #"{"id": 1}"#).verdict == .kept)
        let report = try check(json(schema), body("").0, #"{"id": 1, "secret": 2}"#)
        #expect(report.verdict == .kept)
        #expect(report.warnings.count == 1)
    }

    private func body(_ text: String) -> (HeaderFields, String) { (["Content-Type": "application/json"], text) }

    @Test func `lines of JSON are checked one by one`() throws {
        let media = "{'200': {content: {application/x-ndjson: {itemSchema: {required: [id]}}}}}"
        let type: HeaderFields = ["Content-Type": "application/x-ndjson"]
        #expect(
            try check(media, type, "{\"id\":1}\n\n{\"id\":2}\n", version: "3.2.0").findings.last?.text
                == "All 2 items of the body are valid.")
        let report = try check(media, type, "{\"id\":1}\n {\"x\":2}\n[", version: "3.2.0")
        #expect(report.broken.count == 2)
        #expect(report.broken[0].text.hasPrefix("Item 2: "))
        #expect(report.broken[0].place?.line == 2)
        #expect(report.broken[1].text.hasPrefix("Item 3: The body is not JSON"))
        let place = try #require(report.broken[1].place)
        #expect(place.line == 3 && place.offset == 17 + place.column)
        // The last line of a cut body is not whole.
        #expect(try check(media, type, "{\"id\":1}\n{\"i", version: "3.2.0", isCut: true).verdict == .kept)
    }

    @Test func `server-sent events are objects with their data`() throws {
        let media = """
            {'200': {content: {text/event-stream: {itemSchema: {required: [event], properties: {data: {maxLength: 3},
            retry: {type: integer}}}}}}}
            """
        let type: HeaderFields = ["Content-Type": "text/event-stream"]
        let good = ": hello\r\nevent: a\r\ndata: b\r\ndata: c\r\nretry: 5\r\n\r\nevent: b\ndata\n\ndata: incomplete"
        #expect(
            try check(media, type, good, version: "3.2.0").findings.last?.text == "All 2 items of the body are valid.")
        let report = try check(media, type, "event: a\ndata: b\n\ndata: long\n\n", version: "3.2.0")
        #expect(report.broken.count == 2)
        #expect(report.broken.allSatisfy { $0.place?.line == 4 && $0.text.hasPrefix("Item 2: ") })
        let plain = "{'200': {content: {text/event-stream: {schema: {type: array, items: {type: object}}}}}}"
        let report2 = try check(plain, type, "data: {}\n\ndata: [DONE]\n\ndata: 1\n\n")
        #expect(report2.broken.count == 1)
        #expect(report2.warnings.count == 1)
    }

    @Test func `text is checked by a string schema, and other bodies are not checked`() throws {
        func media(_ name: String) -> String { "{'200': {content: {\(name): {schema: {type: string, maxLength: 3}}}}}" }
        #expect(try check(media("text/plain"), ["Content-Type": "text/plain"], "abc").verdict == .kept)
        #expect(try check(media("text/plain"), ["Content-Type": "text/plain"], "abcd").verdict == .broken)
        for name in ["application/xml", "image/png", "application/x-www-form-urlencoded"] {
            let report = try check(media(name), ["Content-Type": name], "abcd")
            #expect(report.findings.last?.verdict == .notChecked)
            #expect(report.verdict == .kept)
        }
        let cut = try check(json("{type: object}"), ["Content-Type": "application/json"], "{\"a\":", isCut: true)
        #expect(cut.findings.last?.text == "The body is not checked: only its beginning is there.")
    }

    @Test func `a body that is not JSON says where`() throws {
        let report = try check(json("{}"), ["Content-Type": "application/json"], "{\n \"a\": x}")
        #expect(report.broken.first?.place?.line == 2)
        #expect(report.broken.first?.text.hasPrefix("The body is not JSON: ") == true)
    }

    @Test func `Swagger 2 responses have one schema for what they produce`() throws {
        let responses =
            "{'200': {description: a, schema: {type: object, required: [a]}, headers: {X-N: {type: integer}}}}"
        let report = try check(responses, ["Content-Type": "application/json", "X-N": "a"], "{}", version: "2.0")
        #expect(report.broken.map(\.kind) == [.headerValue, .body])
    }

    @Test func `branches keep what is wrong with each`() throws {
        let schema =
            "{oneOf: [{required: [a], properties: {a: {type: integer}}}, {required: [a, b], properties: {a: {type: boolean}}}]}"
        let report = try check(json(schema), ["Content-Type": "application/json"], #"{"a": "x"}"#)
        let finding = try #require(report.broken.first)
        #expect(finding.choices.count == 2)
        #expect(finding.choices.first?.findings.first?.place?.path == "$['a']")
    }

    @Test(arguments: [
        ("{$ref: '#/components/schemas/Name'}", "kept"),
        ("{$ref: '#/components/schemas/Name', maxLength: 2}", "broken"),
        ("{maxLength: 2, $ref: '#/components/schemas/Name'}", "broken"),
        ("{$ref: '#/components/schemas/Name', maxLength: 3}", "kept"),
    ])
    func `what stands beside a reference counts since OpenAPI 3.1`(schema: String, verdict: String) throws {
        let api = try described(
            """
            openapi: 3.1.0
            components: {schemas: {Name: {type: string}}}
            paths: {/a: {get: {responses: {'200': {content: {application/json: {schema: \(schema)}}}}}}}
            """)
        let report = ContractCheck(api).check(
            api.operations[0], status: 200, headers: ["Content-Type": "application/json"],
            body: .whole(Array(#""abc""#.utf8)), method: "GET")
        #expect("\(report.verdict)" == verdict)
    }

    @Test func `hostile bodies and descriptions end`() throws {
        let deep = String(repeating: "[", count: 100_000) + String(repeating: "]", count: 100_000)
        let type: HeaderFields = ["Content-Type": "application/json"]
        let cycle = "{$ref: '#/paths/~1a/get/responses/200/content/application~1json/schema'}"
        #expect(try check(json(cycle), type, deep).verdict == .kept)
        let nested = "{items: {$ref: '#/paths/~1a/get/responses/200/content/application~1json/schema'}}"
        #expect(try check(json(nested), type, deep).findings.last?.verdict == .notChecked)
        #expect(try check(json("{$ref: '#/nowhere'}"), type, deep).verdict == .kept)
        let report = try check("{'200': {$ref: '#/nowhere'}}", type, "1")
        #expect(report.verdict == .notChecked)
        let text =
            "openapi: 3.1.0\npaths: {/a: {get: {responses: {'200': {content: {application/json: {schema: {}}}}}}}}"
        let api = try described(text)
        let budget = QueryBudget(steps: 1) { true }
        let stopped = ContractCheck(api, budget: budget).check(
            api.operations[0], status: 200, headers: type, body: .whole(Array("[1,2]".utf8)), method: "GET")
        #expect(stopped.verdict == .kept)
    }

    @Test func `any bytes are checked without a crash`() throws {
        let seed = UInt64.random(in: 0 ... .max)
        var random = seed
        func next(_ limit: Int) -> Int {
            random = random &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(random >> 33) % limit
        }
        let api = try described(
            """
            openapi: 3.2.0
            paths:
              /a:
                get:
                  responses:
                    default:
                      headers: {X: {schema: {type: array, items: {type: integer}}, required: true}}
                      content:
                        '*/*': {schema: {type: object, additionalProperties: {type: string}}, itemSchema: {type: object}}
            """)
        let types = [
            "application/json", "text/event-stream", "application/json-seq", "application/jsonl", "text/x", "\u{1B}]0;",
            ";",
        ]
        let pieces = [
            "{", "}", "\"a\":", "1", "data:", "\n", "\r", "\u{1E}", "event: x", ":", "\u{0}", "\u{1B}[2J", "é", "[",
        ]
        for _ in 0..<2_000 {
            let body = (0..<next(12)).map { _ in pieces[next(pieces.count)] }.joined()
            let type = types[next(types.count)]
            var bytes = Array(body.utf8)
            if next(4) == 0 { bytes.append(UInt8(next(256))) }
            let report = ContractCheck(api).check(
                api.operations[0], status: next(1_000), headers: ["Content-Type": type, "X": body],
                body: next(3) == 0 ? .cut(bytes) : .whole(bytes), method: "GET")
            #expect(!report.findings.isEmpty, "seed \(seed)")
            for finding in report.findings + report.warnings {
                #expect(finding.text.hasSuffix("."), "seed \(seed)")
                if let place = finding.place { #expect(place.offset <= bytes.count, "seed \(seed)") }
            }
        }
    }
}
