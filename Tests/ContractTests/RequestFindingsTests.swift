import Base
import Contract
import NetEngine
import OpenAPI
import Testing

@Suite struct RequestFindingsTests {
    private func check(
        _ parameters: String, _ url: String, _ headers: HeaderFields = [:], path: String = "/a", body: String? = nil,
        requestBody: String? = nil, more: String = ""
    ) throws -> ContractReport {
        let described = try described(
            """
            {openapi: 3.2.0, paths: {'\(path)': {post: {parameters: \(parameters)
            \(requestBody.map { ", requestBody: \($0)" } ?? "")\(more)}}},
            components: {securitySchemes: {key: {type: apiKey, in: query, name: token}}}}
            """)
        let url = try HTTPURL.parse("https://a.example" + url)
        let match = try OperationMatcher(described).match("POST", url).get()
        return ContractCheck(described).checkRequest(
            match.entry, path: match.parameters, url: url, headers: headers,
            body: body.map { .whole(Array($0.utf8)) } ?? .none)
    }

    @Test func `required parameters that are missing are named`() throws {
        let parameters = """
            [{name: q, in: query, required: true, schema: {}}, {name: X-H, in: header, required: true, schema: {}},
            {name: c, in: cookie, required: true, schema: {}}, {name: o, in: query, schema: {}}]
            """
        let report = try check(parameters, "/a")
        #expect(
            report.broken.map(\.text) == [
                "The query parameter 'q' is missing.", "The header parameter 'X-H' is missing.",
                "The cookie parameter 'c' is missing.",
            ])
        #expect(
            report.broken.allSatisfy {
                $0.kind == .parameter && $0.source?.pointer.hasPrefix("/paths/~1a/post/parameters/") == true
            })
        #expect(try check(parameters, "/a?q=1", ["x-h": "1", "Cookie": "b=2; c=1"]).verdict == .kept)
    }

    @Test(arguments: [
        ("{type: integer}", "", "q=1", "q=a"), ("{type: boolean}", "", "q=true", "q=1"),
        ("{type: string, maxLength: 3}", "", "q=a%20b", "q=abcd"), ("{type: string, const: '1'}", "", "q=1", "q=2"),
        ("{type: array, items: {type: integer}}", "", "q=1&q=2", "q=1&q=b"),
        ("{type: array, items: {type: integer}}", "explode: false,", "q=1,2", "q=1,b"),
        ("{type: array, items: {type: string}, maxItems: 2}", "explode: false,", "q=1%2C2,b", "q=1,2,b"),
        ("{type: array, items: {enum: [a, b]}}", "style: pipeDelimited, explode: false,", "q=a%7Cb", "q=a%7Cc"),
        ("{type: array, items: {enum: [a, b]}}", "style: spaceDelimited, explode: false,", "q=a%20b", "q=a%20c"),
        ("{type: object, properties: {R: {type: integer}}}", "style: deepObject,", "q%5BR%5D=1", "q[R]=a"),
        (
            "{type: object, properties: {R: {type: integer}, S: {type: string}}}", "style: deepObject,",
            "q[R]=1&q[S]=2", "q[R]=a&q[S]=2"
        ),
        ("{type: object, properties: {R: {type: integer}}}", "explode: false,", "q=R,1", "q=R,a"),
        ("{enum: [a, 1]}", "", "q=1", "q=2"),
    ])
    func `query parameters are read by their style`(_ schema: String, _ style: String, _ good: String, _ bad: String)
        throws
    {
        let parameters = "[{name: q, in: query, \(style) schema: \(schema)}]"
        let kept = try check(parameters, "/a?" + good)
        #expect(kept.verdict == .kept)
        #expect(kept.findings.map(\.kind) == [.parameterValue])
        let broken = try check(parameters, "/a?" + bad)
        #expect(broken.verdict == .broken)
        #expect(broken.broken.first?.name == "q")
    }

    @Test(arguments: [
        ("simple", false, "1,2", "1,b"), ("label", false, ".1,2", ".1,b"), ("label", true, ".1.2", ".1.b"),
        ("matrix", false, ";n=1,2", ";n=1,b"), ("matrix", true, ";n=1;n=2", ";n=1;n=b"),
    ])
    func `path parameters are read by their style`(_ style: String, _ explodes: Bool, _ good: String, _ bad: String)
        throws
    {
        let parameters =
            "[{name: n, in: path, required: true, style: \(style), explode: \(explodes), schema: {type: array, items: {type: integer}, minItems: 2}}]"
        #expect(try check(parameters, "/a/" + good, path: "/a/{n}").verdict == .kept)
        #expect(try check(parameters, "/a/" + bad, path: "/a/{n}").verdict == .broken)
    }

    @Test(arguments: [
        ("/a/1%7C2", "1 2", ContractFinding.Verdict.kept), ("/a/1%7Cb", "1 2", .broken), ("/a/1%7C2", "1 b", .broken),
    ])
    func `lists of Swagger 2 in paths and headers are read as they are sent`(
        path: String, header: String, verdict: ContractFinding.Verdict
    ) throws {
        let described = try described(
            """
            swagger: '2.0'
            paths:
              /a/{n}:
                get:
                  parameters:
                    - {name: n, in: path, required: true, type: array, items: {type: integer}, collectionFormat: pipes}
                    - {name: H, in: header, type: array, items: {type: integer}, collectionFormat: ssv}
            """)
        let url = try HTTPURL.parse("https://a.example" + path)
        let match = try OperationMatcher(described).match("GET", url).get()
        let report = ContractCheck(described).checkRequest(
            match.entry, path: match.parameters, url: url, headers: ["H": header], body: .none)
        #expect(report.verdict == verdict, "\(report.findings)")
    }

    @Test func `bodies are there, of a documented media type, and valid`() throws {
        let body =
            "{required: true, content: {application/json: {schema: {required: [a], properties: {id: {readOnly: true}}}}}}"
        let type: HeaderFields = ["Content-Type": "application/json"]
        #expect(try check("[]", "/a", type, body: #"{"a":1}"#, requestBody: body).verdict == .kept)
        let broken = try check("[]", "/a", type, body: #"{"b":1}"#, requestBody: body)
        #expect(broken.broken.map(\.kind) == [.body])
        #expect(broken.broken.first?.place?.path == "$")
        let missing = try check("[]", "/a", requestBody: body)
        #expect(missing.broken.map(\.text) == ["The required body is missing."])
        let other = try check("[]", "/a", ["Content-Type": "text/csv"], body: "a", requestBody: body)
        #expect(
            other.broken.map(\.text) == [
                "The media type 'text/csv' is not documented; the description has application/json."
            ])
        #expect(try check("[]", "/a", type, body: "1").verdict == .notChecked)
        #expect(try check("[]", "/a", type, body: #"{"a":1,"id":2}"#, requestBody: body).warnings.count == 1)
    }

    @Test func `a parameter of the query that is not documented is named`() throws {
        let parameters =
            "[{name: limit, in: query, schema: {}}, {name: f, in: query, style: deepObject, schema: {type: object}}]"
        let login = ", security: [{key: []}]"
        #expect(try check(parameters, "/a?limit=1&f[a]=1&token=t", more: login).broken.isEmpty)
        let broken = try check(parameters, "/a?limti=1&token=t").broken
        #expect(
            broken.map(\.text) == [
                "The query parameter 'limti' is not documented; did you mean 'limit'?",
                "The query parameter 'token' is not documented.",
            ])
        // An object may have any members.
        #expect(try check("[{name: o, in: query, schema: {type: object}}]", "/a?x=1").broken.isEmpty)
    }

    @Test func `headers and cookies that are not documented are warnings before the send`() throws {
        let api = try described(
            """
            {openapi: 3.1.0, paths: {/a: {get: {parameters: [{name: X-Shop, in: header, schema: {}},
            {name: theme, in: cookie, schema: {}}], security: [{key: []}]}}},
            components: {securitySchemes: {key: {type: apiKey, in: header, name: X-Login}}}}
            """)
        let headers: HeaderFields = [
            "X-Shpo": "secret1", "x-shop": "1", "X-Login": "2", "Accept": "*/*", "Authorization": "Bearer secret2",
            "traceparent": "3", "Cookie": "theme=dark; them=secret3", "X-Other": "4", "x-other": "5",
        ]
        func texts(_ isWritten: Bool) throws -> [String] {
            ContractCheck(api).checkRequest(
                api.operations[0], path: nil, url: try HTTPURL.parse("http://a.example/a"), headers: headers,
                body: .none, isWritten: isWritten
            ).warnings.map(\.text)
        }
        #expect(
            try texts(true) == [
                "The header 'X-Shpo' is not documented; did you mean 'X-Shop'?",
                "The header 'X-Other' is not documented.",
                "The cookie 'them' is not documented; did you mean 'theme'?",
            ])
        // What is sent also holds what the engine and its cookie jar add.
        #expect(try texts(false).isEmpty)
    }

    @Test func `what is deprecated is a warning`() throws {
        let parameters = "[{name: q, in: query, deprecated: true, schema: {}}]"
        let report = try check(parameters, "/a?q=1", more: ", deprecated: true")
        #expect(report.verdict == .kept)
        #expect(
            report.warnings.map(\.text) == ["The operation is deprecated.", "The query parameter 'q' is deprecated."])
        #expect(report.warnings.allSatisfy { $0.verdict == .warning })
        #expect(try check(parameters, "/a").warnings.isEmpty)
    }

    @Test func `what is sent is never repeated`() throws {
        let parameters =
            "[{name: q, in: query, schema: {type: integer}}, {name: X-K, in: header, schema: {type: string, maxLength: 3}}]"
        let body = "{content: {application/json: {schema: {properties: {p: {minLength: 99, format: date}}}}}}"
        let report = try check(
            parameters, "/a?q=secret1", ["X-K": "secret2", "Content-Type": "application/json"],
            body: #"{"p":"secret3"}"#,
            requestBody: body)
        #expect(report.broken.count == 3)
        #expect((report.findings + report.warnings).allSatisfy { !$0.text.contains("secret") })
    }

    @Test func `an item that is not accepted is not repeated`() throws {
        let body = "{content: {application/json: {schema: {items: false}}}}"
        let report = try check(
            "[]", "/a", ["Content-Type": "application/json"], body: #"["secret"]"#, requestBody: body)
        #expect(report.broken.map(\.text) == ["No item is accepted here."])
    }

    @Test func `content parameters are read by their media type`() throws {
        let parameters = "[{name: q, in: query, content: {application/json: {schema: {type: object}}}}]"
        #expect(try check(parameters, "/a?q=%7B%7D").verdict == .kept)
        #expect(try check(parameters, "/a?q=%5B%5D").verdict == .broken)
        #expect(try check(parameters, "/a?q=%7B").broken.first?.text.contains("is not JSON") == true)
        let nested = "{items: {$ref: '#/paths/~1a/post/parameters/0/content/application~1json/schema'}}"
        let deep = String(repeating: "%5B", count: 2000) + String(repeating: "%5D", count: 2000)
        let undecided = try check(
            parameters.replacing("{type: object}", with: nested), "/a?q=" + deep)
        #expect(undecided.verdict == .notChecked)
    }

    @Test func `any query is checked without a crash`() throws {
        let seed = UInt64.random(in: 0 ... .max)
        var random = seed
        func next(_ limit: Int) -> Int {
            random = random &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(random >> 33) % limit
        }
        let styles = ["form", "spaceDelimited", "pipeDelimited", "deepObject", "nonsense"]
        let pieces = ["q", "=", "&", "[", "]", ",", "%7C", "%20", "+", "%", "1", "a", ".", ";", "%1B"]
        for _ in 0..<200 {
            let parameters =
                "[{name: q, in: query, style: \(styles[next(5)]), schema: {type: [object, array, integer], items: {type: integer}}}]"
            let query = (0..<next(14)).map { _ in pieces[next(pieces.count)] }.joined()
            for finding in try check(parameters, "/a?" + query).findings {
                #expect(finding.text.hasSuffix("."), "seed \(seed)")
            }
        }
    }
}
