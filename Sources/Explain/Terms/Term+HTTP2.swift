/// The words of HTTP/2: frames, settings and error codes.
extension Term {
    static let http2Words: [Term] = concepts + frames + errors

    private static let concepts: [Term] = [
        Term(
            .http2, "h2", also: ["HTTP/2"], "RFC 9113 §3.1",
            "HTTP/2 over TLS: the same requests and responses in binary frames, many at a time on one connection."),
        Term(
            .http2, "h2c", also: ["prior knowledge"], "RFC 9113 §3.3",
            "HTTP/2 without TLS. The client must know that the server speaks it: --http2-prior-knowledge."),
        Term(
            .http2, "http/1.1", also: ["HTTP/1.1"], "RFC 9112 §2",
            "HTTP in lines of text, one request after another on a connection."),
        Term(
            .http2, "h3", also: ["HTTP/3", "QUIC"], "RFC 9114 §3",
            "HTTP over QUIC, which runs over UDP. Servers offer it by Alt-Svc."),
        Term(
            .http2, "stream", "RFC 9113 §5",
            "One request and its response on an HTTP/2 connection, by number; the client's are odd."),
        Term(
            .http2, "frame", "RFC 9113 §4.1",
            "The unit of HTTP/2: nine bytes with length, type, flags and stream, then the content."),
        Term(
            .http2, "flow control", "RFC 9113 §5.2",
            "The receiver says how many bytes it takes, per stream and per connection, so that one large response does not fill it."
        ),
        Term(
            .http2, "HPACK", "RFC 7541 §1",
            "How HTTP/2 compresses headers: repeated ones are a number in a table that both sides keep."),
        Term(
            .http2, "pseudo-header", also: [":method", ":scheme", ":authority", ":path", ":status"], "RFC 9113 §8.3",
            "What the first line holds in HTTP/1.1, as fields with a colon: :method, :scheme, :authority (in place of Host), :path, :status."
        ),
        Term(
            .http2, "server push", "RFC 9113 §8.4",
            "Responses that a server sends unasked. Browsers have removed it; 103 does it better."),
    ]

    private static let frames: [Term] = [
        Term(.http2, "DATA", "RFC 9113 §6.1", "The frame with a piece of a body."),
        Term(
            .http2, "HEADERS", "RFC 9113 §6.2",
            "The frame that opens a stream with its headers, or ends it with trailers."),
        Term(
            .http2, "RST_STREAM", "RFC 9113 §6.4",
            "Ends one stream at once, with an error code; the others on the connection go on."),
        Term(
            .http2, "SETTINGS", "RFC 9113 §6.5",
            "What each side can take: concurrent streams, window, frame size, size of headers."),
        Term(.http2, "PUSH_PROMISE", "RFC 9113 §6.6", "Announces a server push."),
        Term(.http2, "PING", "RFC 9113 §6.7", "Asks whether the other side is still there, and how far away."),
        Term(
            .http2, "GOAWAY", "RFC 9113 §6.8",
            "The connection takes no new streams; it names the last one that will be handled. Requests after it can be sent again safely."
        ), Term(.http2, "WINDOW_UPDATE", "RFC 9113 §6.9", "Allows the other side to send more bytes (flow control)."),
        Term(.http2, "CONTINUATION", "RFC 9113 §6.10", "The rest of headers that are too long for one frame."),
    ]

    private static let errors: [Term] = [
        Term(.http2, "NO_ERROR", "RFC 9113 §7", "Code 0: no failure. With GOAWAY the server shuts down in order."),
        Term(.http2, "PROTOCOL_ERROR", "RFC 9113 §7", "Code 1: the other side broke a rule of HTTP/2."),
        Term(.http2, "INTERNAL_ERROR", "RFC 9113 §7", "Code 2: the sender itself failed. Look at its logs."),
        Term(.http2, "FLOW_CONTROL_ERROR", "RFC 9113 §7", "Code 3: more bytes were sent than the window allows."),
        Term(.http2, "SETTINGS_TIMEOUT", "RFC 9113 §7", "Code 4: SETTINGS were not acknowledged in time."),
        Term(.http2, "STREAM_CLOSED", "RFC 9113 §7", "Code 5: a frame came for a stream that was closed already."),
        Term(.http2, "FRAME_SIZE_ERROR", "RFC 9113 §7", "Code 6: a frame with a length that is not allowed."),
        Term(
            .http2, "REFUSED_STREAM", "RFC 9113 §7",
            "Code 7: refused before any work was done, so any request may be sent again."),
        Term(.http2, "CANCEL", "RFC 9113 §7", "Code 8: the stream is not needed any more. From a server: it gave up."),
        Term(
            .http2, "COMPRESSION_ERROR", "RFC 9113 §7",
            "Code 9: the headers could not be decompressed; the connection ends."),
        Term(.http2, "CONNECT_ERROR", "RFC 9113 §7", "Code 10: the tunnel of CONNECT was lost."),
        Term(
            .http2, "ENHANCE_YOUR_CALM", "RFC 9113 §7",
            "Code 11: too much load from you, such as many pings or resets. Send less."),
        Term(
            .http2, "INADEQUATE_SECURITY", "RFC 9113 §7", "Code 12: the TLS version or cipher is too weak for HTTP/2."),
        Term(
            .http2, "HTTP_1_1_REQUIRED", "RFC 9113 §7",
            "Code 13: this request needs HTTP/1.1, for example because of an NTLM login. Send it with --http1.1."),
    ]
}
