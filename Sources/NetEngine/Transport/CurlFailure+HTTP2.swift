import CCurl

/// Failures of HTTP/2, where libcurl's codes mean other things than in HTTP/1: most of them are about one stream, and the
/// connection goes on without it (RFC 9113 §5.4).
extension CurlFailure {
    /// nil if the code means what it means in HTTP/1.
    var http2Failure: EngineError? {
        switch refusal {
        case .stream?: return refusedStream
        case .needsHTTP1?: return requiredHTTP1
        case .goAway(let goAway)?: return left(goAway)
        case nil: break
        }
        // Without a refusal libcurl only begins again because the reused connection was lost.
        if wasToBeSentAgain { return hasFinalHead ? endedForHTTP1 : nil }
        guard !hasFinalHead else { return nil }
        switch code {
        case CURLE_HTTP2_STREAM where !text.contains("underlying stream"): return resetStream
        // Without a reason the server only closes the connection, as it does before it restarts.
        case _ where goAway?.reason != nil && !hasFirstByte: return left(goAway)
        case CURLE_HTTP2: return left(nil)
        // A reused connection was lost, as in HTTP/1.
        case CURLE_GOT_NOTHING where isOnKeptConnection: return nil
        case CURLE_GOT_NOTHING:
            return make(
                .protocol, .receive, "The response breaks the rules of HTTP/2, or ended before its head was complete.",
                hint: "Choose HTTP/1.1; if that works, the error is in the server's HTTP/2.")
        case CURLE_RECV_ERROR where text.contains("CONTINUATION"):
            return make(
                .tooLarge, .receive, "The headers of the response come in too many frames.",
                hint: EngineError.fixedHeaderLimit)
        case CURLE_RECV_ERROR where text.contains("nghttp2_session_mem_recv"):
            let words = text.split(separator: ":").last.map { $0.trimmingAllWhitespace() } ?? detail
            return make(.protocol, .receive, "The server breaks the rules of HTTP/2: \(words.withoutFullStop).")
        default: return nil
        }
    }

    /// RFC 9113 §8.7: the server did not process the request, whatever its method.
    private var refusedStream: EngineError {
        make(
            .protocol, .wait, "\(placeAtStart) refused the request on this HTTP/2 connection, without acting on it.",
            hint: "Send it again, or choose HTTP/1.1.", isLoss: true)
    }

    /// RFC 9113 §7.
    private var requiredHTTP1: EngineError {
        make(
            .protocol, .wait, "\(placeAtStart) requires HTTP/1.1 (HTTP_1_1_REQUIRED), and did not act on the request.",
            hint: "Choose HTTP/1.1.")
    }

    /// libcurl drops what it knows of the response then, and begins again.
    private var endedForHTTP1: EngineError {
        make(
            .protocol, .receive,
            "\(placeAtStart) reset the HTTP/2 stream (HTTP_1_1_REQUIRED) in the middle of the response.",
            hint: "Choose HTTP/1.1.")
    }

    /// The server closed the whole connection, with or without a reason (RFC 9113 §6.8).
    private func left(_ goAway: HTTP2GoAway?) -> EngineError {
        let reason = goAway?.reason.map { " (\($0))" } ?? ""
        return make(
            .connect, .wait,
            "\(placeAtStart) closed the HTTP/2 connection\(reason) before the first byte of the response.",
            hint: goAway?.hint ?? "Send again; the server may be restarting.", isLoss: true)
    }

    private var resetStream: EngineError {
        guard let name = streamError else {
            return make(
                .protocol, .receive, "\(placeAtStart) ended the HTTP/2 stream before the request was complete.",
                hint: "The server may have refused it; look at its limits, or choose HTTP/1.1 to see its response.",
                isLoss: true)
        }
        // Both ends use this code: nghttp2 for a wrong response, and a server that rejects the request.
        guard name != "PROTOCOL_ERROR" else {
            return make(
                .protocol, .receive, "The HTTP/2 stream ended as PROTOCOL_ERROR: what one end said breaks its rules.",
                hint: "Choose HTTP/1.1 to see the response as it is.")
        }
        return make(
            .protocol, .receive,
            "\(placeAtStart) reset the HTTP/2 stream (\(name)) before the head of the response.",
            hint: "Look at the logs of the server.", isLoss: true)
    }

    /// The name that RFC 9113 §7 gives to the reason.
    private var streamError: String? {
        if text.contains("was closed cleanly, but before") { return "NO_ERROR" }
        guard let end = text.firstRange(of: " (err ") else { return nil }
        return text[..<end.lowerBound].split(separator: " ").last.map(String.init)
    }
}
