import Foundation
import FoundationNetworking
public import NetEngine

/// HTTP by Foundation's URLSession: the second transport, for programs that want Foundation's network code.
///
/// `CurlTransport` is the default and reports far more. Redirects, retries, cookies and the cache stay with the engine:
/// the session's own are switched off.
///
/// ## What URLSession does not report
/// On Linux (swift-corelibs-foundation, measured on 6.3.1):
/// - The head as sent: `Hop.sentHead` is empty. Foundation adds `Connection`, `Accept-Language` and its own
///   `Accept-Encoding` and a `Content-Length: 0` for an empty body, sends fields in any order and repeated ones
///   joined with commas, and shortens `/a/../b` to `/b`.
/// - The head as received: `rawHead`, `reason`, `interimHeads`, `trailers` are empty and `httpVersion` is nil. `headers`
///   are sorted by name, repeated ones joined with commas (several Set-Cookie fields too), and Foundation changes the
///   case of some names.
/// - Content coding: URLSession decodes in any case, even where the caller typed Accept-Encoding. `wireBodyByteCount` is
///   nil if it cannot be read from Content-Length.
/// - The connection: `Hop.connection` is nil, and steps of name, connection and TLS are missing.
/// - Phases: of `timings` only `total` is known, and `receive` once a head came.
///
/// ## What it cannot do
/// - A request whose options ask for what URLSession has no setting for (HTTP version, certificates and their check,
///   addresses and sockets, a proxy other than that of the process environment) is refused
///   with `request-build`, as is a GET with a body. No option is ignored silently.
/// - Stream while a body is made: a body of pieces, or of a stream, is copied to a temporary file first and sent with its
///   length. (URLSession reads a body stream on a queue that all its sessions share; one that waits stops them all.)
/// - Read slowly: a response whose reader is slow is kept in memory, up to `maxBodyBytes`; and the body of a redirect is
///   read to its end.
/// - Move a large body to a file: with `RequestOptions.spooling` it stays in memory, up to `memoryLimit`.
/// - Timeouts: the total, `send` and `firstByte` of a request with a body, and `receive` pass in their phase. Before the
///   first sign of life the limits of dns, connect, TLS, send and first byte apply as one sum, if each is set; such a
///   timeout, and the total one, has the phase `total`.
/// - Stale connections: URLSession repeats a request by itself when a reused connection dies, and takes unexpected
///   bytes for a response. Requests whose method is not idempotent therefore get a new connection.
/// - Share: Foundation works for all sessions of a process on one queue. A server that sends without end, faster than
///   Foundation reads, holds it: that job ends at its limit, but the jobs of all sessions wait until the server pauses
///   or goes.
/// - Hostile servers: trailers after a chunked body, an end in the middle of the head (libcurl calls it success) and a
///   `WWW-Authenticate` without a realm are traps inside Foundation, which end the process. Where the server is not
///   known well, use `CurlTransport`.
public final class URLSessionTransport: Transport {
    private let pool = SessionPool()

    /// A transport with its own sessions; none is made before the first request.
    public init() {}

    deinit { pool.stop {} }

    /// Begins the request, or ends it with `request-build` where URLSession cannot do what its options ask.
    public func start(_ job: TransportJob) { pool.start(job) }

    /// Ends the job with `cancelled`, unless it is over.
    public func cancel(_ token: UInt64) { pool.cancel(token) }

    /// Continues a job that waited for its reader.
    public func resume(_ token: UInt64) { pool.resume(token) }

    /// Ends all jobs and the sessions, and returns when they are gone.
    public func shutdown() async {
        await withCheckedContinuation { continuation in pool.stop { continuation.resume() } }
    }
}
