/// A response, as far as it arrived.
public struct Response: Sendable {
    private struct Content: Sendable {
        let status: Int
        let reason: [UInt8]
        let httpVersion: HTTPVersion?
        let headers: HeaderFields
        let trailers: HeaderFields
        let rawHead: [UInt8]
        let interimHeads: [[UInt8]]
        let body: BodyBytes
        let bodyByteCount: Int
        let wireBodyByteCount: Int?
        let decodedCodings: [String]
        let wireBody: WireBody?
        let isComplete: Bool
    }

    private let shared: Shared<Content>

    /// 100 to 599 in a correct response; otherwise the three digits that the server sent.
    public var status: Int { shared.value.status }
    /// The reason phrase of HTTP/1; empty in HTTP/2.
    public var reason: [UInt8] { shared.value.reason }
    /// The version with which it was received, even if it was stored and a 304 confirmed it: `Hop.validation` has that of the 304.
    /// nil if the transport does not know.
    public var httpVersion: HTTPVersion? { shared.value.httpVersion }
    /// In the order of arrival, byte for byte; without those of interim responses.
    public var headers: HeaderFields { shared.value.headers }
    /// Fields after a chunked body (RFC 9110 §6.5).
    public var trailers: HeaderFields { shared.value.trailers }
    /// The status line and header bytes as received, with the empty line; interim (1xx) heads are in `interimHeads`.
    /// Empty if the transport does not know. If the head broke off or was refused (a NUL in it, a line without a
    /// colon): all bytes that arrived in plain HTTP/1; over TLS up to the refused line.
    public var rawHead: [UInt8] { shared.value.rawHead }
    /// The heads of 1xx responses before this one (RFC 9110 §15.2), as received; empty if the transport does not know.
    public var interimHeads: [[UInt8]] { shared.value.interimHeads }
    /// After content decoding; bytes before a failure are kept. Empty for a body that was streamed.
    ///
    /// A body that was moved to a file (`RequestOptions.spooling`) is read into memory by each call; `content` does not.
    public var body: [UInt8] {
        let body = shared.value.body
        return body.array ?? body.bytes(in: 0..<body.count)
    }
    /// The same bytes wherever they are, in memory or in a file; nothing is read by asking for them.
    public var content: BodyBytes { shared.value.body }
    /// Whether the bytes are kept; those of a body that was streamed are not.
    package var isBodyKept: Bool { bodyByteCount == content.count }
    /// After content decoding; `content.count`, except for a body that was streamed.
    public var bodyByteCount: Int { shared.value.bodyByteCount }
    /// Body bytes on the wire, before content decoding and without chunk framing; nil if the transport does not know.
    public var wireBodyByteCount: Int? { shared.value.wireBodyByteCount }
    /// The content codings that were undone, in the order of the header (RFC 9110 §8.4).
    public var decodedCodings: [String] { shared.value.decodedCodings }
    /// The body as it came; nil if `RequestOptions.keptWireBytes` is 0, the response came from the cache, or the transport does
    /// not know.
    public var wireBody: WireBody? { shared.value.wireBody }
    /// Whether the body came to its end as the protocol defines it (RFC 9112 §8).
    public var isComplete: Bool { shared.value.isComplete }

    /// A response as a transport makes one.
    /// - `bodyByteCount`: default `body.count`.
    public init(
        status: Int, reason: [UInt8], httpVersion: HTTPVersion?, headers: HeaderFields, trailers: HeaderFields = [],
        rawHead: [UInt8], interimHeads: [[UInt8]] = [], body: [UInt8], bodyByteCount: Int? = nil,
        wireBodyByteCount: Int?, decodedCodings: [String] = [], wireBody: WireBody? = nil, isComplete: Bool
    ) {
        shared = Shared(
            Content(
                status: status, reason: reason, httpVersion: httpVersion, headers: headers, trailers: trailers,
                rawHead: rawHead, interimHeads: interimHeads, body: BodyBytes(body),
                bodyByteCount: bodyByteCount ?? body.count, wireBodyByteCount: wireBodyByteCount,
                decodedCodings: decodedCodings, wireBody: wireBody, isComplete: isComplete))
    }

    /// The same over a body in memory or in a file.
    init(
        status: Int, reason: [UInt8], httpVersion: HTTPVersion?, headers: HeaderFields, trailers: HeaderFields,
        rawHead: [UInt8], interimHeads: [[UInt8]], content: BodyBytes, bodyByteCount: Int, wireBodyByteCount: Int?,
        decodedCodings: [String], wireBody: WireBody?, isComplete: Bool
    ) {
        shared = Shared(
            Content(
                status: status, reason: reason, httpVersion: httpVersion, headers: headers, trailers: trailers,
                rawHead: rawHead, interimHeads: interimHeads, body: content, bodyByteCount: bodyByteCount,
                wireBodyByteCount: wireBodyByteCount, decodedCodings: decodedCodings, wireBody: wireBody,
                isComplete: isComplete))
    }

    /// The same head over another body.
    /// - `count`: default that of the body.
    package init(_ head: Response, content body: BodyBytes, count: Int? = nil, isComplete: Bool) {
        let head = head.shared.value
        shared = Shared(
            Content(
                status: head.status, reason: head.reason, httpVersion: head.httpVersion, headers: head.headers,
                trailers: head.trailers, rawHead: head.rawHead, interimHeads: head.interimHeads, body: body,
                bodyByteCount: count ?? body.count, wireBodyByteCount: head.wireBodyByteCount,
                decodedCodings: head.decodedCodings, wireBody: head.wireBody, isComplete: isComplete))
    }
}

/// A body as it came over the connection: with its chunks (RFC 9112 §7.1), before content decoding; in HTTP/2 what the frames
/// held.
public struct WireBody: Sendable, Hashable {
    /// The first bytes, up to `RequestOptions.keptWireBytes`.
    public private(set) var bytes: [UInt8]
    /// How many bytes came in all, kept or not.
    public private(set) var byteCount: Int

    /// - `byteCount`: of the whole body; default `bytes.count`.
    public init(bytes: [UInt8] = [], byteCount: Int? = nil) {
        self.bytes = bytes
        self.byteCount = byteCount ?? bytes.count
    }

    /// Counts bytes, and keeps those that there is room for.
    mutating func add(_ more: UnsafeRawBufferPointer, keeping limit: Int) {
        byteCount += more.count
        bytes.append(contentsOf: more.prefix(max(0, limit - bytes.count)))
    }
}

/// The version of HTTP that a response came in.
public enum HTTPVersion: String, Sendable, Hashable {
    /// RFC 1945.
    // swift-format-ignore: AlwaysUseLowerCamelCase
    case http1_0 = "1.0"
    /// RFC 9112.
    // swift-format-ignore: AlwaysUseLowerCamelCase
    case http1_1 = "1.1"
    /// RFC 9113.
    case http2 = "2"
    /// RFC 9114. Never requested by the engine; your own transport may report it.
    case http3 = "3"
}
