import Base
import Contract
import NetEngine
import OpenAPI
import Testing

/// What reports say, sentence by sentence and in their order.
@Suite struct ContractSentenceTests {
    private func lines(_ report: ContractReport) -> [String] {
        report.findings.map { "\($0.verdict.rawValue) \($0.kind.rawValue): \($0.text)" }
            + report.warnings.map { "! \($0.verdict.rawValue): \($0.text)" }
    }

    private func response(
        _ responses: String, status: Int = 200, type: String? = nil, body: ContractBody = .none,
        headers: HeaderFields = [:], method: String = "GET"
    ) throws -> [String] {
        let api = try described("{openapi: 3.2.0, paths: {/a: {get: {responses: \(responses)}}}}")
        var all = headers
        if let type { all.append(HeaderField("Content-Type", type)) }
        return lines(
            ContractCheck(api).check(api.operations[0], status: status, headers: all, body: body, method: method))
    }

    private func whole(_ text: String) -> ContractBody { .whole(Array(text.utf8)) }

    @Test func `the status, the media type and the headers of a response`() throws {
        #expect(
            try response("{4XX: {}}", status: 404) == ["kept status: The status 404 is documented by '4XX'."])
        #expect(
            try response("{default: {}}", status: 500) == ["kept status: The status 500 is documented by 'default'."])
        #expect(
            try response("{}") == ["not-checked status: The description has no responses for this operation."])
        #expect(
            try response("{'200': {}}", type: "a/b", body: whole("x")).last
                == "not-checked media-type: The description says nothing about the body of '200'.")
        #expect(try response("{'200': {}}", type: "a/b", body: whole("")).count == 1)
        let two = "{'200': {content: {a/b: {}, application/json: {}}}}"
        #expect(
            try response(two, body: whole("x")).last
                == "not-checked media-type: The response does not say its media type; the description has a/b or application/json."
        )
        #expect(
            try response(two, body: whole("")).last
                == "broken body: The body is empty, and the description promises a/b or application/json.")
        #expect(
            try response(two, type: "a/b", body: whole("")).dropFirst() == [
                "kept media-type: The media type 'a/b' is documented.",
                "not-checked body: The body is not checked: its media type has no schema.",
            ])
        #expect(
            try response(two, type: "c/d", body: whole("x")).last
                == "broken media-type: The media type 'c/d' is not documented; the description has a/b and application/json."
        )
        for (status, method) in [(100, "GET"), (199, "GET"), (204, "GET"), (205, "GET"), (304, "GET"), (200, "HEAD")] {
            #expect(try response("{default: {content: {a/b: {}}}}", status: status, method: method).count == 1)
        }
        let headers = """
            {'200': {headers: {X-A: {required: true, schema: {type: integer}}, X-B: {required: true}, X-C: {schema: {}},
            Set-Cookie: {schema: {const: a=1}}, X-D: {content: {application/json: {schema: {}}}}}}}
            """
        #expect(
            try response(
                headers, headers: ["X-A": "1", "X-C": "2", "Set-Cookie": "a=1", "set-cookie": "b=2", "X-D": "{"]
            ).dropFirst().map { $0.hasPrefix("broken header-value: The header 'X-D' is not JSON: ") ? "X-D" : $0 } == [
                "kept header: The required header 'X-A' is there.", "kept header-value: The header 'X-A' is valid.",
                "broken header: The required header 'X-B' is missing.", "kept header-value: The header 'X-C' is valid.",
                "kept header-value: The header 'Set-Cookie' is valid.", "X-D",
            ])
    }

    @Test func `why a body is not checked`() throws {
        let table = """
            application/jsonl ; {} ; it has no schema
            application/octet-stream ; {schema: {type: string}} ; it is not text
            application/xml ; {schema: {type: string}} ; it is XML, and its schema has no elements
            application/x-www-form-urlencoded ; {schema: {type: string}} ; it is a form, and its schema is not an object
            multipart/form-data ; {schema: {type: integer}} ; it is a form, and its schema is not an object
            multipart/mixed ; {schema: {}} ; of multipart bodies only forms are compared with schemas
            application/json ; {} ; its media type has no schema
            """
        for row in table.split(separator: "\n") {
            let parts = row.split(separator: " ; ").map(String.init)
            let found = try response(
                "{'200': {content: {\(parts[0]): \(parts[1])}}}", type: parts[0], body: whole("x"))
            #expect(found.last == "not-checked body: The body is not checked: \(parts[2]).", "\(row)")
        }
        for type in ["application/json", "application/jsonl"] {
            let found = try response(
                "{'200': {content: {\(type): {schema: {}, itemSchema: {}}}}}", type: type,
                body: .unread("it is too large"))
            #expect(found.last == "not-checked body: The body is not checked: it is too large.", "\(type)")
        }
        #expect(
            try response(
                "{'200': {content: {application/json: {schema: {}}}}}", type: "application/json", body: .cut([0x31])
            ).last == "not-checked body: The body is not checked: only its beginning is there.")
    }

    @Test func `the items of a stream are counted`() throws {
        func stream(_ body: String, _ schema: String = "itemSchema: {type: integer}") throws -> [String] {
            Array(
                try response(
                    "{'200': {content: {application/jsonl: {\(schema)}}}}", type: "application/jsonl", body: whole(body)
                ).dropFirst(2))
        }
        #expect(try stream("\n") == ["kept body: The body has no items."])
        #expect(try stream("1\n") == ["kept body: The item of the body is valid."])
        #expect(try stream("1\n2\n3") == ["kept body: All 3 items of the body are valid."])
        let note =
            "! warning: The description gives 'schema' and no 'itemSchema' for a stream; it is applied to each item."
        #expect(
            try stream("1\n2", "schema: {type: array, items: {type: integer}}")
                == ["kept body: All 2 items of the body are valid.", note])
        #expect(
            try stream("1", "schema: {type: integer}") == ["kept body: The item of the body is valid.", note])
    }

    private func request(
        _ operation: String, query: String = "", type: String? = nil, body: ContractBody = .none
    ) throws -> [String] {
        let api = try described("{openapi: 3.2.0, paths: {/a: {post: \(operation)}}}")
        return lines(
            ContractCheck(api).checkRequest(
                api.operations[0], path: nil, url: try HTTPURL.parse("http://h/a" + query),
                headers: type.map { ["Content-Type": $0] } ?? [:], body: body))
    }

    @Test func `the parameters of a request`() throws {
        func parameter(_ fields: String, _ query: String) throws -> [String] {
            try request("{parameters: [{name: q, in: query, \(fields)}]}", query: query)
        }
        #expect(
            try parameter("required: true, schema: {type: integer}", "?q=1") == [
                "kept parameter: The query parameter 'q' is there.",
                "kept parameter-value: The query parameter 'q' is valid.",
            ])
        #expect(
            try parameter("required: true, schema: {}", "")
                == ["broken parameter: The query parameter 'q' is missing."])
        #expect(try parameter("schema: {}", "") == [])
        #expect(
            try parameter("required: true, schema: {type: object}", "?a=1")
                == ["not-checked parameter: The query parameter 'q' is spread over the query and is not checked."])
        #expect(try parameter("allowEmptyValue: true, schema: {type: integer}", "?q=") == [])
        #expect(
            try parameter("deprecated: true, content: {text/plain: {schema: {type: string}}}", "?q=1") == [
                "kept parameter-value: The query parameter 'q' is valid.",
                "! warning: The query parameter 'q' is deprecated.",
            ])
        #expect(
            try parameter("schema: {}", "?q=1&zzzzzz=2&r[a]=1").map { $0.hasPrefix("broken") ? $0 : "" } == [
                "", "broken parameter: The query parameter 'r[a]' is not documented.",
                "broken parameter: The query parameter 'zzzzzz' is not documented.",
            ])
        #expect(
            try request("{parameters: [{name: q, in: querystring, content: {a/b: {}}}]}", query: "?x=1") == [])
    }

    @Test func `the body of a request`() throws {
        let json = "{requestBody: {content: {application/json: {schema: {}}}}}"
        #expect(
            try request("{}", type: "a/b", body: whole("x"))
                == ["not-checked body: The description has no body for this operation."])
        #expect(try request("{}") == [] && request(json) == [])
        #expect(
            try request("{requestBody: {required: true, content: {a/b: {}}}}")
                == ["broken body: The required body is missing."])
        #expect(
            try request(json, body: whole("1"))
                == [
                    "broken media-type: The request does not say the media type of its body; the description has application/json."
                ])
        #expect(
            try request(json, type: "text/csv", body: whole("1"))
                == [
                    "broken media-type: The media type 'text/csv' is not documented; the description has application/json."
                ])
        #expect(
            try request(json, type: "application/json", body: whole("1")) == [
                "kept media-type: The media type 'application/json' is documented.", "kept body: The body is valid.",
            ])
        #expect(try request("{requestBody: {content: {}}}", type: "a/b", body: whole("x")) == [])
        #expect(
            try request("{requestBody: {required: true, content: {text/plain: {}}}}", type: "text/plain") == [
                "kept media-type: The media type 'text/plain' is documented.",
                "not-checked body: The body is not checked: its media type has no schema.",
            ], "an empty text is a text")
    }

    @Test func `what is wrong with the elements of XML, and where`() throws {
        let table = """
            {xml: {name: pet}, properties: {}} ; <dog/> ; /dog The element is 'dog', and the description says 'pet'.
            {xml: {namespace: 'urn:a'}, properties: {}} ; <pet/> ; /pet The element 'pet' is in no namespace, and the description says 'urn:a'.
            {xml: {namespace: 'urn:a'}, properties: {}} ; <pet xmlns='urn:b'/> ; /pet The element 'pet' is in the namespace 'urn:b', and the description says 'urn:a'.
            {properties: {s: {type: string}}} ; <a><s><t/></s></a> ; /a/s/t The element 's' is a text in the description, and has elements within.
            {properties: {s: {type: string}}} ; <a><s/><s/></a> ; /a/s[2] The element 's' is there 2 times, and its schema is not an array.
            {properties: {l: {type: array, items: {xml: {name: i}}, xml: {wrapped: true}}}} ; <a><l><j/></l></a> ; /a/l/j The element 'j' is not documented there; the description has 'i'.
            {properties: {l: {type: array, items: {xml: {name: i, namespace: 'urn:a'}}}}} ; <a><i/></a> ; /a/i The element 'i' is in no namespace, and the description says 'urn:a'.
            """
        for row in table.split(separator: "\n") {
            let parts = row.split(separator: " ; ").map(String.init)
            let api = try described(
                "{openapi: 3.1.0, paths: {/a: {get: {responses: {'200': {content: {application/xml: {schema: \(parts[0])}}}}}}}}"
            )
            let report = ContractCheck(api).check(
                api.operations[0], status: 200, headers: ["Content-Type": "application/xml"],
                body: .whole(Array(parts[1].utf8)), method: "GET")
            let found = report.broken.filter { $0.kind == .body }.map { "\($0.place?.path ?? "-") \($0.text)" }
            #expect(found == [parts[2]], "\(row)")
        }
    }
}
