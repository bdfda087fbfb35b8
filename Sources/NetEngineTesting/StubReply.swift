#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif
public import NetEngine

/// What a stub sends back for a request.
public struct StubReply: Sendable {
    enum Outcome: Sendable {
        case response(Response)
        case failure(EngineError)
        /// With the words of the stub, which name the host.
        case category(ErrorCategory, Phase?)
        case nothing
    }

    let outcome: Outcome
    private(set) var delay = Duration.zero
    /// Bytes of the body after which the connection is lost.
    private(set) var lostAfter: Int?

    init(_ outcome: Outcome) { self.outcome = outcome }

    /// A response with this status.
    /// - Parameter body: as the program gets it: no content coding is undone, whatever the headers say.
    public static func status(_ status: Int, headers: HeaderFields = [], body: [UInt8] = []) -> StubReply {
        StubReply(
            .response(
                Response(
                    status: status, reason: [], httpVersion: .http1_1, headers: headers, rawHead: [], body: body,
                    wireBodyByteCount: body.count, isComplete: true)))
    }

    /// The same with a text, sent as UTF-8.
    public static func status(_ status: Int, headers: HeaderFields = [], body: String) -> StubReply {
        self.status(status, headers: headers, body: Array(body.utf8))
    }

    /// A response with a JSON text, and its `Content-Type` unless `headers` has one.
    public static func json(_ text: String, status: Int = 200, headers: HeaderFields = []) -> StubReply {
        var headers = headers
        if !headers.contains("Content-Type") { headers.append(HeaderField("Content-Type", "application/json")) }
        return self.status(status, headers: headers, body: text)
    }

    /// A response with a value as JSON.
    /// - Throws: what the encoder throws.
    public static func json(
        encoding value: some Encodable, status: Int = 200, headers: HeaderFields = []
    ) throws -> StubReply {
        json(String(decoding: try JSONEncoder().encode(value), as: UTF8.self), status: status, headers: headers)
    }

    /// A redirect: a status with a `Location`.
    /// - `status`: default 302.
    public static func redirect(_ status: Int = 302, to location: String) -> StubReply {
        self.status(status, headers: [HeaderField("Location", location)])
    }

    /// A failure of a category, as the network has them: `dns`, `connect`, `tls`, `timeout`, `protocol` and others.
    ///
    /// What the engine finds in a response is provoked by that response: `client-error` by `.status(404)`, `decoding`
    /// by a body of another form.
    /// - Parameter phase: in which it happened; default nil, not known.
    public static func failure(_ category: ErrorCategory, phase: Phase? = nil) -> StubReply {
        StubReply(.category(category, phase))
    }

    /// This failure, with its words, codes and details.
    public static func failure(_ error: EngineError) -> StubReply { StubReply(.failure(error)) }

    /// Nothing is sent back: the request ends by a limit of its `Timeouts`, or when it is cancelled.
    public static let nothing = StubReply(.nothing)

    /// What a recorded exchange ended with: its last response, or the failure of the network.
    public static func exchange(_ exchange: Exchange) -> StubReply {
        if let response = exchange.hops.last?.received {
            guard let error = exchange.error, !response.isComplete else { return StubReply(.response(response)) }
            return StubReply(.failure(error))
        }
        return exchange.error.map { StubReply(.failure($0)) } ?? .nothing
    }

    /// The same after a wait, by the clock of the transport. The wait counts toward the timeouts of the request.
    public func delayed(by delay: Duration) -> StubReply {
        var reply = self
        reply.delay += delay
        return reply
    }

    /// The same response, with the connection lost after the first bytes of its body: a failure of the category `protocol`
    /// that keeps those bytes. Nothing is lost of a shorter body.
    public func breaking(after byteCount: Int) -> StubReply {
        var reply = self
        reply.lostAfter = max(0, byteCount)
        return reply
    }
}
