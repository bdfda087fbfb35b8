/// The kinds of failure. The raw values are stable ids, shown in panes, logs, reports and JSON.
public enum ErrorCategory: String, Sendable, Hashable, CaseIterable, Codable {
    /// The request cannot be built; the sentence names the part. Nothing was sent.
    case requestBuild = "request-build"
    /// This machine has no network; see `Reachability`. Nothing was sent.
    case offline
    /// The name of the host, or of the proxy, was not found.
    case dns
    /// No connection was made, or it was lost before the response began.
    case connect
    /// The handshake failed, or the certificate or key of the server is not trusted.
    case tls
    /// The proxy refused, failed, or wants another login.
    case proxy
    /// A timeout passed; `EngineError.phase` says which.
    case timeout
    /// The response is not correct HTTP, or broke off; what arrived until then is kept.
    case `protocol`
    /// Too many redirects, a loop, or a target that cannot be requested.
    case redirect
    /// A status from 400 to 499.
    case clientError = "client-error"
    /// A status from 500 to 599.
    case serverError = "server-error"
    /// A status that is neither a success nor an error: a 3xx that is not followed, or one that HTTP does not know.
    case unexpectedStatus = "unexpected-status"
    /// The response is complete, but its body is not what was expected.
    case decoding
    /// The response is complete, but its body says that the request failed; see `EnvelopeFormat`.
    case api
    /// A size limit was passed: header, body, or space on the disk.
    case tooLarge = "too-large"
    /// `CacheMode.onlyIfCached` could not be satisfied.
    case cache
    /// It was cancelled, or the engine was shut down.
    case cancelled
    /// An error of the engine, or of something on this machine that it needs.
    case `internal`
}
