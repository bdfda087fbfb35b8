import Testing

@testable import OpenAPI

/// Which styles, header fields and names belong where.
@Suite struct RuleTableTests {
    @Test func `the standard allows each style in some places`() {
        let places: [Parameter.Location] = [.path, .query, .header, .cookie, .querystring, .formData]
        let found = ParameterStyle.allCases.map { style in
            "\(style): " + places.filter { style.isAllowed(in: $0) }.map { "\($0)" }.joined(separator: ", ")
        }
        #expect(
            found == [
                "simple: path, header", "label: path", "matrix: path", "form: query, cookie, formData",
                "spaceDelimited: query, formData", "pipeDelimited: query, formData", "deepObject: query, formData",
                "cookie: cookie", "tabDelimited: query, formData",
            ])
        #expect(
            places.map { "\(ParameterStyle.standard($0))" } == ["simple", "form", "simple", "form", "form", "form"])
        #expect(ParameterStyle.allCases.filter(\.explodesByDefault) == [.form, .cookie])
        #expect(ParameterStyle.allCases.compactMap(\.delimiter) == [0x20, 0x7C, 0x09])
    }

    private static let ofBoth = """
        connection keep-alive proxy-connection transfer-encoding te trailer upgrade via date cache-control pragma warning priority forwarded
        traceparent tracestate baggage b3 x-request-id x-correlation-id x-trace-id x-span-id request-id correlation-id x-amzn-trace-id
        x-cloud-trace-context x-real-ip x-client-ip cookie set-cookie x-amz-cf-id x-amz-cf-pop x-forwarded uber-trace-id sentry-trace
        :path content-type x-b3-sampled x-forwarded-for cf-ray x-envoy-attempt proxy-authorization fly-region x-vercel-id x-datadog-trace-id
        x-azure-ref x-ms-request-id x-ot-span-context
        """

    private static let ofRequests = """
        host user-agent range if-match if-none-match if-modified-since if-unmodified-since if-range origin referer authorization dnt expect
        from max-forwards cookie2 x-requested-with save-data downlink ect rtt device-memory purpose x-purpose http2-settings early-data
        accept accept-language sec-fetch-mode upgrade-insecure-requests
        """

    private static let ofResponses = """
        server etag last-modified expires age vary alt-svc strict-transport-security x-powered-by x-aspnet-version x-aspnetmvc-version
        x-frame-options x-xss-protection referrer-policy permissions-policy feature-policy report-to reporting-endpoints nel server-timing
        x-runtime x-cache x-cache-hits x-cache-status x-served-by x-timer x-varnish timing-allow-origin x-dns-prefetch-control
        x-download-options x-permitted-cross-domain-policies x-robots-tag origin-agent-cluster expect-ct status p3p x-response-time
        x-backend-server x-github-request-id x-fastly-request-id x-content-type-options x-ua-compatible proxy-status cdn-cache-control
        clear-site-data public-key-pins surrogate-control surrogate-key x-amz-request-id x-amz-id-2 x-amzn-requestid authentication-info
        sourcemap x-server x-node x-instance cross-origin-opener-policy x-kong-proxy-latency
        """

    private func words(_ text: String) -> [String] { text.split(whereSeparator: \.isWhitespace).map(String.init) }

    @Test func `fields of HTTP, clients, proxies and tracing belong to no API`() {
        let both = words(Self.ofBoth)
        let (requests, responses) = (words(Self.ofRequests), words(Self.ofResponses))
        #expect((both + requests).filter(FieldRules.describes(requestField:)) == [])
        #expect((both + responses).filter(FieldRules.describes(responseField:)) == [])
        let shared = ["access-control-max-age", "alt-used", "accept-ranges", "accept-ch"]
        #expect(
            shared.filter { FieldRules.describes(requestField: $0) || FieldRules.describes(responseField: $0) } == [])
        #expect(requests.filter { !FieldRules.describes(responseField: $0) } == [])
        let known = responses.filter { !FieldRules.describes(requestField: $0) }
        #expect(known == ["proxy-status"])
    }

    @Test func `other fields belong to the API, if their names are tokens of a usual length`() {
        let long = String(repeating: "x", count: 100)
        let own = [
            "x-total", "location", "retry-after", "link", "x-rate-limit", "secret", "x-b3", "x-ot", "cf", "datetime",
            "hostname", "!#$%&'*+-.^_`|~", long,
        ]
        #expect(own.filter { !FieldRules.describes(requestField: $0) } == [])
        #expect(own.filter { !FieldRules.describes(responseField: $0) } == [])
        let none = ["", long + "x", "a b", "a(b", "a/b", "a:b", "é", "a,b", "a\u{7F}"]
        #expect(none.filter { FieldRules.describes(requestField: $0) || FieldRules.describes(responseField: $0) } == [])
    }

    @Test func `a name is quoted with eighty characters at most`() {
        let name = String(repeating: "é", count: 80)
        #expect(quoted(name) == "'\(name)'")
        #expect(quoted(name + "x") == "'\(name)…'")
        #expect(quoted("") == "''")
    }

    @Test func `values that do not fit are told by where they come from`() throws {
        let rows = """
            {"type":"integer","enum":["x",1]} |\u{20}
            {"type":"integer","default":"x"} | The default is not valid against its own schema.
            {"type":"integer","example":"x"} | The example is not valid against its own schema.
            {"type":"integer","examples":["x",2]} | The example is not valid against its own schema.
            {"type":"integer","example":1} |\u{20}
            """
        for row in rows.split(separator: "\n") {
            let parts = row.split(separator: " | ", omittingEmptySubsequences: false)
            let text = "{\"openapi\": \"3.1.0\", \"paths\": {}, \"root\": \(parts[0])}"
            let description = try Description.read(Array(text.utf8))
            var maker = SampleMaker(description)
            let schema = try #require(description.documents.root["root"])
            let rejected = maker.sample(of: schema.place).rejected.map(\.text)
            #expect(rejected.joined(separator: " ") == (parts.last ?? ""), "\(row)")
        }
    }

    @Test(arguments: [
        (
            #"{"type":"array","uniqueItems":true,"minItems":3,"items":{"type":"boolean"}}"#,
            "it needs 3 different items, and 2 were found"
        ),
        (
            #"{"type":"array","uniqueItems":true,"minItems":2,"items":{"type":"null"}}"#,
            "it needs 2 different items, and 1 was found"
        ),
    ])
    func `items that differ may be too few`(schema: String, reason: String) throws {
        let description = try Description.read(
            Array("{\"openapi\": \"3.1.0\", \"paths\": {}, \"root\": \(schema)}".utf8))
        var maker = SampleMaker(description)
        let place = try #require(description.documents.root["root"]).place
        let sample = maker.sample(of: place)
        #expect(sample.failure?.reason == reason)
    }
}
