import CCurl

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// What a libcurl code means. The codes are ambiguous, so what had already happened on the connection decides.
struct CurlFailure {
    let code: CURLcode
    /// The error number if no descriptor was left for a socket of this transfer.
    let descriptorShortage: Int32?
    let text: String
    let systemError: Int32
    let verifyResult: Int
    let stage: CurlTransfer.Stage
    let hasFirstByte: Bool
    let hasFinalHead: Bool
    /// Whether the last complete head was that of an interim response.
    let followsInterim: Bool
    let wasToBeSentAgain: Bool
    /// Whether the connection had reached only the proxy when it failed, or never goes further.
    let isAtProxy: Bool
    /// The status of a proxy's response to CONNECT.
    let proxyStatus: Int?
    /// libcurl's `CURLPX_…` number: why a SOCKS proxy failed.
    let proxyError: Int
    let proxy: ProxyServer?
    let unixSocket: String?
    let addressFamily: ConnectionOptions.AddressFamily
    let connectLimit: Duration?
    let tls: TLSOptions
    let isOnKeptConnection: Bool
    let speaksHTTP2: Bool
    let receivedBodyBytes: Int
    let declaredLength: Int?
    /// Of a response without a status line; empty if they are not known.
    let firstBytes: [UInt8]
    let url: HTTPURL
    /// The URL with the host and port that were contacted.
    let server: HTTPURL
    let verifiesTLS: Bool
    /// Why an HTTP/2 server did not process the request, if it says so.
    var refusal: HTTP2Refusal?
    /// The GOAWAY of an HTTP/2 server, if it sent one.
    var goAway: HTTP2GoAway?

    /// What was contacted, in the middle of a sentence.
    private var place: String { unixSocket.map { "the unix socket \($0)" } ?? server.hostAndPort }
    /// The same at the beginning of a sentence.
    var placeAtStart: String { place.hasPrefix("the ") ? "The" + place.dropFirst(3) : place }

    var error: EngineError {
        if let shortage {
            return .outOfDescriptors("No connection to \(place)", phase: stage.phase, code: shortage)
        }
        if let proxy, isAtProxy, let failure = proxyFailure(proxy) { return failure }
        if speaksHTTP2, let http2Failure { return http2Failure }
        if wasToBeSentAgain { return hasFirstByte ? headCut() : lost() }
        switch code {
        case CURLE_COULDNT_RESOLVE_HOST:
            return notFound()
        case CURLE_COULDNT_CONNECT where stage == .resolving && addressFamily != .any:
            return notFound()
        case CURLE_COULDNT_CONNECT:
            return refused()
        case CURLE_INTERFACE_FAILED:
            return localEnd()
        case CURLE_OPERATION_TIMEDOUT where stage == .connecting:
            return .timeout(.connect, isTotal: false, limit: connectLimit, url: server)
        case CURLE_OPERATION_TIMEDOUT:
            return make(.timeout, stage.phase, "libcurl gave up waiting for \(place).")
        case CURLE_SSL_CONNECT_ERROR, CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_CERTPROBLEM, CURLE_SSL_CIPHER,
            CURLE_SSL_CACERT_BADFILE, CURLE_SSL_ISSUER_ERROR, CURLE_SSL_INVALIDCERTSTATUS, CURLE_SSL_CRL_BADFILE,
            CURLE_SSL_PINNEDPUBKEYNOTMATCH, CURLE_SSL_CLIENTCERT, CURLE_USE_SSL_FAILED, CURLE_SSL_ENGINE_INITFAILED:
            return tlsFailure()
        case CURLE_OK:
            return headCut()
        case CURLE_GOT_NOTHING:
            return stage == .tls ? tlsFailure() : hasFirstByte ? headCut() : lost()
        case CURLE_RECV_ERROR where text.hasPrefix("Too large response headers"):
            return make(
                .tooLarge, .receive, "The headers of the response are larger than 300 KiB.",
                hint: EngineError.fixedHeaderLimit)
        case CURLE_WEIRD_SERVER_REPLY where text.contains("Nul byte"):
            return make(.protocol, .receive, "A header of the response contains a NUL byte.")
        case CURLE_WEIRD_SERVER_REPLY where text.contains("without colon"):
            return make(.protocol, .receive, "A header line of the response has no colon.")
        case CURLE_BAD_FUNCTION_ARGUMENT where stage >= .waiting && !hasFinalHead:
            return make(.protocol, .receive, "A header line of the response continues a field that does not exist.")
        case CURLE_WEIRD_SERVER_REPLY where text.contains("Content-Length"):
            return make(.protocol, .receive, "The response cannot be trusted: its Content-Length is not a length.")
        case CURLE_SEND_ERROR, CURLE_RECV_ERROR, CURLE_HTTP2, CURLE_HTTP2_STREAM,
            CURLE_PARTIAL_FILE:
            if hasFirstByte { return broken() }
            // In TLS 1.3 a server refuses a client certificate after the handshake.
            let isRefusal = url.scheme == .https && !isOnKeptConnection && text.contains(" alert ")
            return stage == .tls || isRefusal ? tlsFailure() : lost()
        case CURLE_UNSUPPORTED_PROTOCOL where text.contains("response code"):
            return make(.unexpectedStatus, .receive, "The status of the response is not a number from 100 to 999.")
        case CURLE_UNSUPPORTED_PROTOCOL, CURLE_WEIRD_SERVER_REPLY:
            if isTLSAlert {
                return make(
                    .protocol, .receive, "\(placeAtStart) answered with a TLS alert; this port may speak TLS.",
                    hint: "Use https:// for this port, or the port that speaks plain HTTP.")
            }
            return make(
                .protocol, .receive, "The response of \(place) does not begin with an HTTP status line.",
                hint:
                    "Something other than HTTP may listen there; look at the port and the scheme.\(beginningOfResponse)"
            )
        case CURLE_OUT_OF_MEMORY where stage >= .waiting && !hasFinalHead:
            return make(
                .tooLarge, .receive, "A header line of the response is larger than 100 KiB.",
                hint: EngineError.fixedHeaderLimit)
        case CURLE_FILESIZE_EXCEEDED:
            return make(.tooLarge, .receive, "The body is larger than the limit.")
        case CURLE_BAD_CONTENT_ENCODING:
            return make(.protocol, .receive, "The transfer coding of the response is unknown or broken.")
        case CURLE_READ_ERROR, CURLE_ABORTED_BY_CALLBACK:
            return make(.requestBuild, .send, "The body of the request could not be read.")
        case CURLE_URL_MALFORMAT:
            return make(.requestBuild, nil, "URL: libcurl cannot use it: \(detail).")
        default:
            return hasFirstByte ? broken() : make(.internal, stage.phase, "libcurl failed: \(detail).")
        }
    }

    /// The error number, if the lack of a descriptor is the reason. libcurl does not pass it on from the look-up of a name,
    /// nor from reading certificates.
    private var shortage: Int32? {
        guard !hasFirstByte else { return nil }
        switch code {
        case CURLE_COULDNT_CONNECT: return descriptorShortage ?? DescriptorShortage.now
        case CURLE_COULDNT_RESOLVE_HOST, CURLE_COULDNT_RESOLVE_PROXY, CURLE_FAILED_INIT, CURLE_OUT_OF_MEMORY,
            CURLE_SSL_CACERT_BADFILE, CURLE_SSL_CERTPROBLEM, CURLE_SSL_CRL_BADFILE:
            return DescriptorShortage.now
        default: return nil
        }
    }

    /// Whether a request without TLS was answered with an alert record (RFC 8446 §5.1): content type 21, version 3.x.
    private var isTLSAlert: Bool { url.scheme == .http && firstBytes.starts(with: [0x15, 0x03]) }

    /// What the server sent instead of HTTP, as a sentence; control characters as in a Swift string.
    private var beginningOfResponse: String {
        guard !firstBytes.isEmpty else { return "" }
        let text = String(decoding: firstBytes.prefix(60), as: UTF8.self).debugDescription
        return " The response begins with \(text)."
    }

    private func notFound() -> EngineError {
        guard addressFamily == .any else {
            let kind = addressFamily == .ipv4 ? "IPv4" : "IPv6"
            return make(
                .dns, .dns, "The host name \(server.host) was not found, or has no \(kind) address.",
                hint: "Check the spelling of the host, or allow addresses of both kinds.")
        }
        return make(
            .dns, .dns, "The host name \(server.host) was not found.",
            hint: "Check the spelling of the host, and that this machine's name server answers.")
    }

    private func refused() -> EngineError {
        switch systemError {
        case ENOENT where unixSocket != nil:
            make(
                .connect, .connect, "There is no unix socket \(unixSocket ?? "").",
                hint: "Check the path, and that the server is running.")
        case EACCES, EPERM:
            make(
                .connect, .connect, "This program may not connect to \(place).",
                hint: "Check the permissions of the file or of the user, and the firewall of this machine.")
        case EADDRNOTAVAIL, EADDRINUSE: localEnd()
        case ENETUNREACH, ENETDOWN:
            make(.offline, .connect, "There is no route from this machine to \(place).")
        case ECONNREFUSED:
            make(
                .connect, .connect, "\(placeAtStart) refused the connection.",
                hint: unixSocket == nil
                    ? "Check the port, and that the server is running."
                    : "Check that the server is running; its socket may be left over from an earlier one.")
        case EHOSTUNREACH, EHOSTDOWN:
            make(.connect, .connect, "\(placeAtStart) cannot be reached.")
        default:
            make(.connect, .connect, "No connection to \(place): \(detail).")
        }
    }

    private func localEnd() -> EngineError {
        make(
            .connect, .connect, "The local address or port cannot be used for \(place).",
            hint: "Choose a local address that this machine has, and a port that is free.")
    }

    private func lost() -> EngineError {
        let kind = isOnKeptConnection ? "the reused connection" : "the connection"
        let otherCause = url.scheme == .http ? ", or this port may speak TLS (https://)" : ""
        return make(
            .connect, stage >= .sending ? .wait : stage.phase,
            "\(placeAtStart) closed \(kind) before the first byte of the response.",
            hint: isOnKeptConnection
                ? "The request may have been acted upon; send again if that does no harm."
                : "Look at the logs of the server; it may have crashed\(otherCause).", isLoss: true)
    }

    private func broken() -> EngineError {
        if let declaredLength, receivedBodyBytes < declaredLength {
            return make(
                .protocol, .receive,
                "The body was cut short: \(receivedBodyBytes) of \(declaredLength) bytes came.",
                hint: "Try again; if it happens again, the server or something between breaks the connection.",
                isLoss: endsDuringResponse)
        }
        if !hasFinalHead { return headCut() }
        return make(
            .protocol, .receive, "The body was cut short or is wrongly framed: \(detail).", isLoss: endsDuringResponse)
    }

    /// Whether the connection ended during the response; otherwise the response is wrong.
    private var endsDuringResponse: Bool {
        switch code {
        case CURLE_PARTIAL_FILE, CURLE_SEND_ERROR: true
        // Malformed chunks have the same code.
        case CURLE_RECV_ERROR: !text.contains("chunked-encoding")
        case CURLE_HTTP2_STREAM: text.contains("underlying stream")
        default: false
        }
    }

    private func headCut() -> EngineError {
        let moment =
            followsInterim && firstBytes.isEmpty
            ? "after an interim response (status 1xx), before the response itself"
            : "in the middle of the response's head"
        return make(
            .protocol, .receive, "\(placeAtStart) closed the connection \(moment).",
            hint: "Try again; if it happens again, look at the logs of the server.", isLoss: true)
    }

    private func tlsFailure() -> EngineError {
        let words = TLSFault.words(
            code: Int(code.rawValue), text: text, verifyResult: verifyResult, place: place, host: url.host, options: tls
        )
        return make(.tls, words)
    }

    func make(_ category: ErrorCategory, _ words: TLSFault.Words) -> EngineError {
        var error = make(category, .tls, words.sentence, hint: words.hint)
        error.remedy = words.remedy
        return error
    }

    /// libcurl's own words, without the full stop.
    var detail: String {
        (text.isEmpty ? String(cString: curl_easy_strerror(code)) : text).withoutFullStop
    }

    func make(
        _ category: ErrorCategory, _ phase: Phase?, _ sentence: String, hint: String? = nil, isLoss: Bool = false
    )
        -> EngineError
    {
        let words = String(cString: curl_easy_strerror(code))
        return EngineError(
            category, phase: phase, sentence, hint: hint,
            underlying: code == CURLE_OK
                ? nil
                : UnderlyingCode(
                    domain: .curl, code: Int(code.rawValue), text: text.isEmpty ? words : text),
            isConnectionLoss: isLoss)
    }
}
