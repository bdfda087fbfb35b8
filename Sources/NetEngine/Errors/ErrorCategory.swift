/// The kinds of failure. The raw values are stable ids: they stand in panes, logs, reports and JSON.
public enum ErrorCategory: String, Sendable, Hashable, CaseIterable, Codable {
    case requestBuild = "request-build"
    case offline
    case dns
    case connect
    case tls
    case proxy
    case timeout
    case `protocol`
    case redirect
    case clientError = "client-error"
    case serverError = "server-error"
    case unexpectedStatus = "unexpected-status"
    case decoding
    case api
    case tooLarge = "too-large"
    case cache
    case cancelled
    case `internal`
}
