import Base
import Contract
import NetEngine
import OpenAPI
import Testing

@Suite struct CoverageTests {
    private let text = """
        openapi: 3.1.0
        servers: [{url: 'https://a.example'}]
        paths:
          '/pets/{id}':
            parameters: [{name: id, in: path, required: true, schema: {}}]
            get:
              parameters:
                - {name: limit, in: query, schema: {}}
                - {name: X-Trace, in: header, schema: {}}
                - {name: filter, in: query, style: deepObject, schema: {}}
                - {name: sid, in: cookie, schema: {}}
              responses: {'200': {content: {application/json: {}, text/csv: {}}}, 4XX: {}, '404': {}}
          /pets:
            post:
              requestBody: {content: {application/json: {}, application/xml: {}}}
              responses: {'201': {}}
          "/\\u001b[2J名": {get: {responses: {default: {}}}}
        """

    private func exchange(
        _ matcher: OperationMatcher, _ method: String, _ url: String, _ headers: HeaderFields = [:], _ status: Int?,
        _ type: String? = nil
    ) throws -> ObservedExchange {
        let url = try HTTPURL.parse("https://a.example" + url)
        return ObservedExchange(
            matcher.match(method, url), method: method, url: url, requestHeaders: headers, status: status,
            responseHeaders: type.map { ["Content-Type": $0] } ?? [:])
    }

    /// - Parameter parts: counts that many parts apart, and then together.
    private func result(reversed: Bool = false, parts: Int = 1) throws -> CoverageResult {
        let api = try described(text)
        let matcher = OperationMatcher(api)
        var all = [
            try exchange(matcher, "GET", "/pets/1?limit=3", [:], 200, "application/json"),
            try exchange(matcher, "GET", "/pets/1?filter%5Ba%5D=1", ["x-trace": "1", "Cookie": "sid=2"], 404),
            try exchange(matcher, "GET", "/pets/2", [:], 500),
            try exchange(matcher, "GET", "/pets/2", [:], 200, "text/html"),
            try exchange(matcher, "POST", "/pets", ["Content-Type": "application/json"], 201),
            try exchange(matcher, "POST", "/pets", ["Content-Type": "text/plain"], nil),
            try exchange(matcher, "GET", "/other?token=secret", [:], 200),
            try exchange(matcher, "DELETE", "/pets", [:], 405),
        ]
        if reversed { all.reverse() }
        var counts = [Coverage](repeating: Coverage(api), count: parts)
        for (place, exchange) in all.enumerated() { counts[place % parts].add(exchange) }
        var coverage = counts[0]
        for other in counts.dropFirst() { coverage.add(other) }
        return coverage.result()
    }

    @Test(arguments: [2, 3, 8]) func `what is counted apart comes to the same together`(parts: Int) throws {
        #expect(try result(parts: parts).json.text == result().json.text)
    }

    @Test func `counts follow a description that changed, by name`() throws {
        let api = try described(text)
        let matcher = OperationMatcher(api)
        var coverage = Coverage(api)
        coverage.add(try exchange(matcher, "GET", "/pets/1?limit=3", ["x-trace": "1"], 404))
        coverage.add(try exchange(matcher, "POST", "/pets", [:], 201))
        let same = coverage.moved(to: try described(text)).result()
        #expect(same.json.text == coverage.result().json.text)
        let changed =
            text.replacing("{name: limit, in: query, schema: {}}", with: "{name: size, in: query, schema: {}}")
            .replacing("    post:", with: "    put:")
        let moved = coverage.moved(to: try described(changed)).result()
        let first = try #require(moved.operations.first)
        #expect(first.count == 1 && first.exercised == ["path id", "header X-Trace", "status 404"])
        #expect(moved.operations.map(\.count) == [1, 0, 0])
    }

    @Test func `what is known is counted on when there are too many requests without an operation`() throws {
        let api = try described(text)
        let matcher = OperationMatcher(api)
        var coverage = Coverage(api)
        for number in Array(0...1000) + [0] {
            coverage.add(try exchange(matcher, "GET", "/none/\(number)", [:], 404))
        }
        let result = coverage.result()
        #expect(result.unmatched.first { $0.path == "/none/0" }?.count == 2)
        #expect(!result.unmatched.contains { $0.path == "/none/1000" })
        // What is left out is counted, also where others are added.
        var sum = Coverage(api)
        sum.add(coverage)
        #expect([result.unmatchedRequests, sum.result().unmatchedRequests] == [1002, 1002])
        #expect(sum.result().moreUnmatched == 1)
    }

    @Test func `a hundred undocumented names are told apart in each operation`() throws {
        let api = try described(text)
        let matcher = OperationMatcher(api)
        var coverage = Coverage(api)
        for status in Array(300...400) + [300, 400] {
            coverage.add(try exchange(matcher, "POST", "/pets", ["Content-Type": "a/b\(status)"], status))
        }
        let operation = coverage.result().operations[1]
        #expect(operation.count == 103)
        #expect(operation.undocumentedStatuses.map(\.name) == (300...399).map(String.init))
        #expect(operation.undocumentedStatuses.map(\.count) == [2] + Array(repeating: 1, count: 99))
        #expect(operation.undocumentedMediaTypes.map(\.name) == (300...399).map { "request a/b\($0)" })
        let long = String(repeating: "x", count: 300)
        var other = Coverage(api)
        other.add(try exchange(matcher, "POST", "/pets", ["Content-Type": "a/\(long)"], 201))
        let name = try #require(other.result().operations[1].undocumentedMediaTypes.first?.name)
        #expect(name.hasPrefix("request a/xx") && name.utf8.count < 210)
    }

    @Test func `requests without an operation are told apart by the reason, which may be the server`() throws {
        let api = try described(text)
        let matcher = OperationMatcher(api)
        var coverage = Coverage(api)
        for url in ["https://a.example/none", "https://b.example/none", "https://a.example/none"] {
            let url = try HTTPURL.parse(url)
            coverage.add(
                ObservedExchange(
                    matcher.match("GET", url), method: "GET", url: url, requestHeaders: [:], status: 404))
        }
        let unmatched = coverage.result().unmatched
        #expect(unmatched.map(\.count) == [1, 2])
        #expect(unmatched.first?.reason.hasPrefix("no server of the description is at 'https://b.example'") == true)
        #expect(unmatched.last?.reason == "the description has no path for '/none'")
    }

    @Test func `operations, parameters, statuses and media types are counted`() throws {
        let result = try result()
        #expect(result.exchanges == 8)
        #expect((result.operationShare.used, result.operationShare.total) == (2, 3))
        #expect((result.parameters.used, result.parameters.total) == (5, 5))
        #expect((result.statuses.used, result.statuses.total) == (3, 5))
        #expect((result.requestMediaTypes.used, result.requestMediaTypes.total) == (1, 2))
        #expect((result.responseMediaTypes.used, result.responseMediaTypes.total) == (1, 2))
        let get = result.operations[0]
        #expect(get.count == 4)
        #expect(get.missing == ["status 4XX", "response 200 text/csv"])
        #expect(get.undocumentedStatuses.map(\.name) == ["500"])
        #expect(get.undocumentedMediaTypes.map(\.name) == ["response 200 text/html"])
        #expect(result.operations[1].missing == ["request application/xml"])
        #expect(result.unmatched.map { "\($0.method) \($0.path)" } == ["GET /other", "DELETE /pets"])
        #expect(result.unmatchedRequests == 2)
    }

    @Test func `the table is aligned, and text from outside is safe`() throws {
        let lines = try result().lines(showsMissing: true)
        #expect(
            lines == [
                "Operation       Sent  Parameters  Statuses  Request types  Response types",
                "GET /pets/{id}     4         5/5       2/3              -             1/2",
                "  never: status 4XX and response 200 text/csv",
                "POST /pets         2           -       1/1            1/2               -",
                "  never: request application/xml",
                #"GET /\x1B[2J名     0           -       0/1              -               -"#,
                "Total 2/3          6         5/5       3/5            1/2             1/2",
                "GET /pets/{id}: the status 500 is not documented (1 time).",
                "GET /pets/{id}: 'response 200 text/html' is not documented (1 time).",
                "POST /pets: 'request text/plain' is not documented (1 time).",
                "GET /other: the description has no path for '/other' (1 time).",
                "DELETE /pets: the description has no 'DELETE' for this path, but POST (1 time).",
            ])
    }

    @Test func `the order of the exchanges makes no difference, and no value is kept`() throws {
        let json = try result().json.text
        #expect(try result(reversed: true).json.text == json)
        #expect(json.hasPrefix(#"{"totals":{"exchanges":8,"operations":{"used":2,"total":3},"#))
        #expect(!json.contains("secret"))
    }
}
