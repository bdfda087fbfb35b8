import NetEngine
import TestSupport
import Testing
import Tracing

@testable import NetEngineTracing

/// The attributes of a request's span, as the OpenTelemetry conventions want them.
@Suite struct SpanAttributeTests {
    private static func text(
        _ hop: Hop, resends: Int = 0, error: EngineError? = nil, url: String = "http://h/x"
    ) -> String {
        let outcome = HopOutcome(draft: RequestDraft(url: url), hop: hop, error: error)
        return RequestAttributes.values(outcome, resends: resends, url: url).sorted { $0.key < $1.key }.map {
            switch $0.value {
            case .string(let text): "\($0.key) = \(text)"
            case .int64(let number): "\($0.key) = \(number) (number)"
            default: "\($0.key) = ?"
            }
        }.joined(separator: "\n")
    }

    private static func hop(
        _ url: String, method: HTTPMethod = .get, sent: Int = 0, response: Response? = nil,
        connection: ConnectionFacts? = nil, decision: CacheDecision? = nil, validation: Response? = nil
    ) throws -> Hop {
        Hop(
            cause: .first,
            request: PreparedRequest(
                method: method, url: try HTTPURL.parse(url), headers: [], body: .none, options: RequestOptions()),
            sentHead: [], sentBodyByteCount: sent, response: response, connection: connection, startOffset: .zero,
            timings: PhaseTimings(), cacheDecision: decision, validation: validation)
    }

    @Test func `the version is that of what came on the wire, not of what was stored`() throws {
        func response(_ status: Int, _ version: HTTPVersion) -> Response {
            Response(
                status: status, reason: [], httpVersion: version, headers: [], rawHead: [], body: [],
                wireBodyByteCount: 0, isComplete: true)
        }
        let hop = try Self.hop("http://h/", response: response(200, .http1_1), validation: response(304, .http2))
        let text = Self.text(hop)
        #expect(text.contains("network.protocol.version = 2\n"))
        #expect(text.contains("http.response.status_code = 200 (number)\n"))
    }

    @Test func `a request without a response has what is known of it`() throws {
        let method = try #require(HTTPMethod("get"))
        #expect(
            try Self.text(Self.hop("https://[::1]/x", method: method)) == """
                http.request.method = _OTHER
                http.request.method_original = get
                server.address = ::1
                server.port = 443 (number)
                url.full = http://h/x
                """)
    }

    @Test func `a request has its response, its connection and its cache`() throws {
        let response = Response(
            status: 206, reason: [], httpVersion: .http2, headers: [], rawHead: [], body: [1], wireBodyByteCount: 0,
            isComplete: true)
        let hop = try Self.hop(
            "http://h:81/x", method: .patch, sent: 3, response: response,
            connection: ConnectionFacts(remoteAddress: "::1", remotePort: 81))
        #expect(
            Self.text(hop, resends: 2) == """
                http.request.body.size = 3 (number)
                http.request.method = PATCH
                http.request.resend_count = 2 (number)
                http.response.body.size = 0 (number)
                http.response.status_code = 206 (number)
                network.peer.address = ::1
                network.peer.port = 81 (number)
                network.protocol.version = 2
                server.address = h
                server.port = 81 (number)
                url.full = http://h/x
                """)
        let unmeasured = Response(
            status: 200, reason: [], httpVersion: nil, headers: [], rawHead: [], body: [1], wireBodyByteCount: nil,
            isComplete: true)
        #expect(
            try Self.text(Self.hop("http://h/", response: unmeasured, connection: ConnectionFacts())) == """
                http.request.method = GET
                http.response.status_code = 200 (number)
                server.address = h
                server.port = 80 (number)
                url.full = http://h/x
                """)
    }

    @Test func `a method that the conventions do not know is another one, and none is GET`() {
        let methods = ["", "GET", "HEAD", "POST", "PUT", "DELETE", "CONNECT", "OPTIONS", "TRACE", "PATCH"]
        #expect(methods.map { RequestAttributes.known($0) } == ["GET"] + methods.dropFirst())
        #expect(
            ["QUERY", "get", " GET"].map { RequestAttributes.known($0, other: "HTTP") } == ["HTTP", "HTTP", "HTTP"])
    }

    @Test func `the type of an error is its status, else its category`() {
        let refused = EngineError(category: .clientError, sentence: "a", hint: "b", status: 404)
        #expect(refused.type == "404")
        #expect(EngineError(category: .tooLarge, sentence: "a", hint: "b").type == "too-large")
    }
}
