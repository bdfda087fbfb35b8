import Base
import Contract
import NetEngine
import OpenAPI
import TestSupport
import Testing

/// Forms of requests and responses, compared with their schemas.
@Suite struct FormCheckTests {
    private static let urlEncoded = "application/x-www-form-urlencoded"

    private func check(
        _ schema: String, _ body: [UInt8], _ type: String = urlEncoded, encoding: String = "{}", more: String = ""
    ) throws -> ContractReport {
        let essence = type.prefix { $0 != ";" }
        let api = try described(
            """
            {openapi: 3.1.0, paths: {/a: {get: {responses: {'200': {description: a, content: {'\(essence)':
            {schema: \(schema), encoding: \(encoding)}}}}}}}\(more)}
            """)
        return ContractCheck(api).check(
            api.operations[0], status: 200, headers: ["Content-Type": type], body: .whole(body), method: "GET")
    }

    private func check(_ schema: String, _ body: String, encoding: String = "{}") throws -> ContractReport {
        try check(schema, Array(body.utf8), encoding: encoding)
    }

    @Test(arguments: [
        ("{properties: {n: {type: integer}}}", "", "n=1", "n=a"),
        ("{properties: {b: {type: boolean}}}", "", "b=true", "b=yes"),
        ("{properties: {s: {type: string, maxLength: 3}}}", "", "s=a+b", "s=abcd"),
        ("{properties: {s: {type: string, pattern: '^[0-9]+$'}}}", "", "s=12", "s=a"),
        ("{properties: {s: {type: [string, 'null']}}}", "", "s=1", nil),
        ("{properties: {e: {enum: [1, a]}}}", "", "e=1", "e=2"),
        ("{properties: {l: {type: array, items: {type: integer}, minItems: 2}}}", "", "l=1&l=2", "l=1"),
        ("{properties: {l: {type: array, items: {type: string}}}}", "", "l=1&l=true", nil),
        (
            "{properties: {l: {type: array, items: {type: integer}}}}", "{l: {style: form, explode: false}}", "l=1,2",
            "l=1,b"
        ),
        (
            "{properties: {l: {type: array, items: {type: string}, minItems: 3}}}",
            "{l: {style: form, explode: false}}", "l=a,,b", "l=a,b"
        ),
        (
            "{properties: {l: {type: array, items: {enum: [a, 'b,']}}}}", "{l: {style: pipeDelimited, explode: false}}",
            "l=a%7Cb,", "l=a%7Cc"
        ),
        ("{properties: {o: {type: object, required: [x]}}}", "", "o=%7B%22x%22%3A1%7D", "o=%7B%7D"),
        (
            "{properties: {o: {type: object, properties: {x: {type: integer}}}}}", "{o: {style: deepObject}}", "o[x]=1",
            "o[x]=a"
        ),
        (
            "{properties: {o: {properties: {x: {type: integer}, y: {type: string}}, additionalProperties: {type: string}}}}",
            "{o: {style: deepObject}}", "o[x]=1&o[y]=2&o[z]=3", "o[x]=a&o[y]=2"
        ),
        (
            "{properties: {l: {type: array, items: {enum: [a, b]}}}}", "{l: {style: spaceDelimited, explode: false}}",
            "l=a%20b", "l=a%20c"
        ),
        (
            "{properties: {l: {type: array, items: {type: object, required: [x]}}}}", "",
            "l=%7B%22x%22%3A1%7D&l=%7B%22x%22%3A2%7D", "l=%7B%22x%22%3A1%7D&l=%7B%7D"
        ),
        (
            "{properties: {l: {type: array, items: {type: object, required: [x]}}}}", "",
            "l=%5B%7B%22x%22%3A1%7D%5D", "l=%5B%7B%7D%5D"
        ),
        ("{properties: {l: {type: array, items: {type: object}}}}", "", "l=%7B%7D", "l=1"),
        ("{properties: {s: {type: integer}}}", "{s: {contentType: application/json}}", "s=1", "s=%221%22"),
        ("{required: [r], properties: {r: {}}}", "", "r=", "x=1"),
        ("{allOf: [{required: [r]}, {properties: {r: {type: integer}}}]}", "", "r=1", "r=a"),
        ("{properties: {a: {}}, additionalProperties: false}", "", "a=1", "b=1"),
        ("{oneOf: [{properties: {k: {const: a}}}, {properties: {k: {const: 1}}}]}", "", "k=1", "k=2"),
    ])
    func `fields have the types of their schemas`(_ schema: String, _ encoding: String, _ good: String, _ bad: String?)
        throws
    {
        let encoding = encoding.isEmpty ? "{}" : encoding
        let kept = try check(schema, good, encoding: encoding)
        #expect(kept.verdict == .kept && kept.findings.last?.text == "The body is valid.", "\(kept.findings)")
        guard let bad else { return }
        let broken = try check(schema, bad, encoding: encoding)
        #expect(broken.broken.map(\.kind) == [.body], "\(broken.findings)")
    }

    @Test func `a breach has the place of its field`() throws {
        let report = try check("{properties: {a: {}, n: {type: integer}}}", "a=1&n=x")
        let place = try #require(report.broken.first?.place)
        #expect(place == BodyPlace(offset: 6, line: 1, column: 7, path: "$['n']"))
        #expect(report.broken.first?.source?.pointer.hasSuffix("/schema/properties/n/type") == true)
    }

    @Test func `a field that is not documented is a warning, with the name that was meant`() throws {
        let report = try check("{properties: {name: {}}}", "naem=1&name=2&name=3&other=1")
        #expect(report.verdict == .kept)
        #expect(
            report.warnings.map(\.text) == [
                "The field 'naem' is not documented; did you mean 'name'?", "The field 'other' is not documented.",
            ])
        let many = (0..<21).map { "other\($0)=1" }.joined(separator: "&")
        #expect(try check("{properties: {name: {}}}", many).warnings.count == 20)
        #expect(try check("{properties: {name: {}}, additionalProperties: true}", "x=1").warnings.isEmpty)
        #expect(try check("{properties: {name: {}}, additionalProperties: {type: integer}}", "x=a").verdict == .broken)
        let twice = try check("{properties: {name: {type: string}}}", "name=1&name=2")
        #expect(
            twice.warnings.map(\.text) == [
                "The field 'name' is there 2 times, and its schema is not an array."
            ])
    }

    @Test func `a field with JSON that is none is named`() throws {
        let report = try check("{properties: {o: {type: object}}}", "o=%7B")
        #expect(report.broken.first?.text.hasPrefix("The field 'o' is not JSON: ") == true)
        let spread = try check("{properties: {o: {type: object}}}", "x=1", encoding: "{o: {style: form}}")
        #expect(spread.findings.last?.text.contains("are fields of their own") == true)
        #expect(spread.findings.last?.verdict == .notChecked)
    }

    // MARK: Multipart

    private func multipart(_ parts: [(head: String, body: [UInt8])]) -> [UInt8] {
        parts.flatMap { Array("--XX\r\nContent-Disposition: form-data; \($0.head)\r\n\r\n".utf8) + $0.body + [13, 10] }
            + Array("--XX--\r\n".utf8)
    }

    private func check(
        _ schema: String, _ parts: [(head: String, body: [UInt8])], encoding: String = "{}"
    ) throws -> ContractReport {
        try check(schema, multipart(parts), "multipart/form-data; boundary=XX", encoding: encoding)
    }

    @Test func `parts have the types of their schemas, and files are bytes`() throws {
        let schema = """
            {required: [n, file], properties: {n: {type: integer}, file: {type: string, format: binary, maxLength: 3},
            o: {type: object, properties: {x: {type: integer}}}}}
            """
        let file: (String, [UInt8]) = ("name=\"file\"; filename=\"a\"", [0xFF, 0x00, 0xFE])
        let kept = try check(schema, [("name=\"n\"", Array("1".utf8)), file, ("name=\"o\"", Array("{\"x\": 1}".utf8))])
        #expect(kept.verdict == .kept, "\(kept.findings)")
        let broken = try check(
            schema, [("name=\"n\"", Array("a".utf8)), ("name=\"o\"", Array("{\n\"x\": true}".utf8))])
        #expect(broken.broken.count == 3, "\(broken.findings)")
        let inner = try #require(broken.broken.first { $0.place?.path == "$['o']['x']" })
        #expect(broken.broken.contains { $0.text.contains("file") })
        let body = multipart([("name=\"n\"", Array("a".utf8)), ("name=\"o\"", Array("{\n\"x\": true}".utf8))])
        let offset = try #require(inner.place?.offset)
        #expect(body[offset...].starts(with: "true".utf8))
        let long = try check(schema, [("name=n", [49]), ("name=file; filename=a", [0xFF, 0, 0, 0])])
        #expect(long.verdict == .broken)
    }

    @Test func `the media type and the headers of a part are those of its encoding`() throws {
        let encoding =
            "{f: {contentType: 'image/*, text/csv', headers: {X-A: {required: true, schema: {type: integer}}}}}"
        let schema = "{properties: {f: {}}}"
        let good = "name=f; filename=a\r\nContent-Type: image/png\r\nX-A: 1"
        #expect(try check(schema, [(good, [1])], encoding: encoding).verdict == .kept)
        let wrong = try check(schema, [("name=f\r\nX-A: b", [1])], encoding: encoding)
        #expect(
            wrong.broken.map(\.text).first
                == "The part 'f' is 'text/plain', and the description says image/* or text/csv.")
        #expect(wrong.broken.contains { $0.text.hasPrefix("The header 'X-A' of the part 'f'") })
        #expect(wrong.findings.last?.text != "The body is valid.")
        let missing = try check(schema, [("name=f\r\nContent-Type: text/csv", [1])], encoding: encoding)
        #expect(missing.broken.map(\.text) == ["The required header 'X-A' of the part 'f' is missing."])
    }

    @Test func `a body without its boundary is broken, and other multipart bodies are not checked`() throws {
        let none = try check("{}", Array("a".utf8), "multipart/form-data; boundary=XX")
        #expect(none.broken.map(\.text) == ["The body has no parts with the boundary of its media type."])
        let unsaid = try check("{}", Array("a".utf8), "multipart/form-data")
        #expect(unsaid.broken.map(\.text) == ["The media type of the form names no boundary."])
        #expect(try check("{}", Array("a".utf8), "multipart/mixed; boundary=XX").findings.last?.verdict == .notChecked)
    }

    @Test func `the fields of Swagger 2 have schemas of their own`() throws {
        let api = try described(
            """
            {swagger: '2.0', paths: {/a: {post: {consumes: [application/x-www-form-urlencoded], parameters: [
            {name: n, in: formData, type: integer, required: true}, {name: l, in: formData, type: array,
            items: {type: integer}, collectionFormat: multi}, {name: d, in: formData, type: string, format: date}],
            responses: {'200': {description: a}}}}}}
            """)
        func report(_ body: String) throws -> ContractReport {
            ContractCheck(api).checkRequest(
                api.operations[0], path: nil, url: try HTTPURL.parse("http://a.example/a"),
                headers: ["Content-Type": Self.urlEncoded], body: .whole(Array(body.utf8)))
        }
        #expect(try report("n=1&l=1&l=2").verdict == .kept)
        #expect(try report("l=1").broken.map(\.text) == ["The required field 'n' is missing."])
        #expect(try report("n=a&l=b").broken.count == 2)
        #expect(try report("n=1&x=1").warnings.map(\.text) == ["The field 'x' is not documented."])
        let dated = try report("n=1&d=tomorrow")
        #expect(dated.verdict == .kept && dated.warnings.count == 1 && dated.warnings[0].text.contains("'d'"))
        #expect(try report("n=1&d=2026-11-29").warnings.isEmpty)
    }

    @Test func `what is sent in a form is never repeated`() throws {
        let api = try described(
            """
            {openapi: 3.1.0, paths: {/a: {post: {requestBody: {content: {application/x-www-form-urlencoded: {schema:
            {properties: {p: {type: integer}, o: {type: object}, q: {format: date, type: string}}}}}}}}}}
            """)
        let report = ContractCheck(api).checkRequest(
            api.operations[0], path: nil, url: try HTTPURL.parse("http://a.example/a"),
            headers: ["Content-Type": Self.urlEncoded], body: .whole(Array("p=secret1&o=secret2&q=secret3".utf8)))
        #expect(!report.broken.isEmpty)
        #expect((report.findings + report.warnings).allSatisfy { !$0.text.contains("secret") })
    }

    @Test func `any bytes are checked without a crash`() throws {
        let parts = [
            "--XX", "--XX--", "\r\n", "\n", "Content-Disposition: form-data; name=", "\"a\"", "; filename=f", "a=1",
            "&",
            "b[x]=2", "%", "+", "{", "\u{0}", "é",
        ]
        let schema = "{properties: {a: {type: array, items: {type: integer}}, b: {type: object}}}"
        for seed in UInt64(1)...20 {
            var random = SeededGenerator(seed: seed)
            for _ in 0..<20 {
                let text = (0..<Int.random(in: 0..<12, using: &random)).map { _ in
                    parts[Int.random(in: 0..<parts.count, using: &random)]
                }
                let body = Array(text.joined().utf8)
                _ = try check(schema, body, encoding: "{b: {style: deepObject}}")
                _ = try check(
                    schema, body, "multipart/form-data; boundary=XX", encoding: "{a: {contentType: text/csv}}")
            }
        }
    }
}
