import Foundation
import FoundationNetworking
import NetEngine

/// What an error of URLSession means. Foundation knows a dozen of libcurl's codes and calls the others unknown; then
/// libcurl's words, which Foundation passes on, decide.
struct SessionFailure {
    let error: NSError
    let url: HTTPURL
    let hasHead: Bool

    var engineError: EngineError {
        let place = url.hostAndPort
        switch URLError.Code(rawValue: error.code) {
        case .cancelled: return .cancelled()
        case .cannotFindHost, .dnsLookupFailed:
            return make(
                .dns, .dns, "The host name \(url.host) was not found.",
                hint: "Check the spelling of the host, and that this machine's name server answers.")
        case .cannotConnectToHost:
            return make(
                .connect, .connect, "\(place) refused the connection.",
                hint: "Check the port, and that the server is running.")
        case .networkConnectionLost: return hasHead ? broken() : lost()
        case .badServerResponse: return hasHead ? broken() : lost()
        case .notConnectedToInternet:
            return make(.offline, .connect, "There is no route from this machine to \(place).")
        case .timedOut: return make(.timeout, .connect, "The system gave up connecting to \(place).")
        case .unsupportedURL: return malformed()
        case .badURL: return make(.requestBuild, nil, "URL: Foundation cannot use it: \(words).")
        case .fileDoesNotExist, .noPermissionsToReadFile:
            return make(.requestBuild, .send, "The body of the request could not be read.")
        default: return byWords()
        }
    }

    /// libcurl's own words, without the full stop.
    private var words: String { error.localizedDescription.withoutFullStop }

    private func byWords() -> EngineError {
        let lower = words.lowercased()
        func says(_ parts: String...) -> Bool { parts.contains { lower.contains($0) } }
        if !hasHead, url.scheme == .https, says("ssl", "certificate", "tls") {
            let verifyResult =
                says("has expired") ? 10 : says("self-signed", "self signed") ? 18 : says("local issuer") ? 20 : 0
            let fault = TLSFault.words(text: words, verifyResult: verifyResult, url: url)
            var error = make(.tls, .tls, fault.sentence, hint: fault.hint)
            error.remedy = fault.remedy
            return error
        }
        if says("unreachable") {
            return make(.offline, .connect, "There is no route from this machine to \(url.hostAndPort).")
        }
        if says("failed to connect", "couldn't connect", "could not connect") {
            return make(.connect, .connect, "No connection to \(url.hostAndPort): \(words).")
        }
        if says("too large response headers", "out of memory") {
            return make(.tooLarge, .receive, "The headers of the response are larger than URLSession takes.")
        }
        if says("content encoding", "decompress", "inflat", "deflat", "brotli", "zstd") {
            return make(.protocol, .receive, "The body cannot be decoded: \(words).")
        }
        if says("aborted by", "read function") {
            return make(.requestBuild, .send, "The body of the request could not be read.")
        }
        if says("failed writing", "weird server reply", "nul byte", "without colon", "received http/0.9") {
            return malformed()
        }
        if hasHead || says("outstanding", "partial file", "hexadecimal", "chunk") { return broken() }
        if says("recv failure", "send failure", "connection reset", "receiving data", "sending data") { return lost() }
        return make(.internal, nil, "URLSession failed: \(words).")
    }

    private func lost() -> EngineError {
        make(
            .connect, .wait, "\(url.hostAndPort) closed the connection before the response began.",
            hint: "The request may have been acted upon; send again if that does no harm.")
    }

    private func malformed() -> EngineError {
        make(
            .protocol, .receive, "The response of \(url.hostAndPort) does not begin with an HTTP head.",
            hint: "Something other than HTTP may listen there; look at the port and the scheme.")
    }

    private func broken() -> EngineError {
        make(.protocol, .receive, "The body was cut short or is wrongly framed: \(words).")
    }

    private func make(_ category: ErrorCategory, _ phase: Phase?, _ sentence: String, hint: String? = nil)
        -> EngineError
    {
        EngineError(
            category, phase: phase, sentence, hint: hint,
            underlying: UnderlyingCode(domain: .url, code: error.code, text: error.localizedDescription))
    }
}
