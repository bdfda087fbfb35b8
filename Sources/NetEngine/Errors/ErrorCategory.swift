/// The kinds of failure. The raw values are stable ids: they stand in panes, logs, reports and JSON.
public enum ErrorCategory: String, Sendable, Hashable, CaseIterable, Codable {
    /// The request cannot be built; the sentence names the part. Nothing was sent.
    case requestBuild = "request-build"
    /// This machine has no network; see `Reachability`. Nothing was sent.
    case offline
    /// The name of the host, or of the proxy, was not found.
    case dns
    /// No connection came about, or it was lost before the answer began.
    case connect
    /// The handshake failed, or the certificate or key of the server is not trusted.
    case tls
    /// The proxy refused, failed, or wants another login.
    case proxy
    /// A limit of time struck; `EngineError.phase` says which.
    case timeout
    /// What came is no correct HTTP, or broke off; what came until then is kept.
    case `protocol`
    /// Too many redirects, a loop, or a place that cannot be gone to.
    case redirect
    /// A status from 400 to 499.
    case clientError = "client-error"
    /// A status from 500 to 599.
    case serverError = "server-error"
    /// A status that is neither a success nor an error: a 3xx that is not followed, or one that HTTP does not know.
    case unexpectedStatus = "unexpected-status"
    /// The answer came whole, and its body is not what was expected.
    case decoding
    /// The answer came whole, and its body says that the request failed; see `EnvelopeFormat`.
    case api
    /// A limit of size struck: header, body, or room on the disk.
    case tooLarge = "too-large"
    /// Only a stored answer was wanted (`CacheMode.onlyIfCached`), and there is none that fits.
    case cache
    /// Somebody cancelled it, or the engine was shut down.
    case cancelled
    /// A fault of the engine, or of something on this machine that it needs.
    case `internal`
}
