import CCurl
import Glibc
import Testing

@testable import NetEngine

/// What a code of libcurl means, by what had happened before it.
@Suite struct CurlFailureTests {
    /// What is known of a transfer that failed; by default nothing has come.
    private struct Case {
        var code: CURLcode
        var text = "words."
        var stage = CurlTransfer.Stage.waiting
        var systemError: Int32 = 0
        var shortage: Int32?
        var hasFirstByte = false
        var hasFinalHead = false
        var followsInterim = false
        var wasToBeSentAgain = false
        var proxy: String?
        var proxyStatus: Int?
        var proxyError: CURLproxycode?
        var unixSocket: String?
        var family = ConnectionOptions.AddressFamily.any
        var isKept = false
        var speaksHTTP2 = false
        var received = 0
        var declared: Int?
        var firstBytes = ""
        var url = "http://h/"
        var refusal: HTTP2Refusal?
        var goAway: HTTP2GoAway?
        /// What was contacted instead of the URL's server.
        var server: String?

        init(_ code: CURLcode, _ change: (inout Case) -> Void = { _ in }) {
            self.code = code
            change(&self)
        }

        func error() throws -> EngineError {
            CurlFailure(
                code: code, descriptorShortage: shortage, text: text, systemError: systemError, verifyResult: 0,
                stage: stage, hasFirstByte: hasFirstByte, hasFinalHead: hasFinalHead, followsInterim: followsInterim,
                wasToBeSentAgain: wasToBeSentAgain, isAtProxy: proxy != nil, proxyStatus: proxyStatus,
                proxyError: proxyError.map { Int($0.rawValue) } ?? 0, proxy: try proxy.map { try ProxyServer($0) },
                unixSocket: unixSocket, addressFamily: family, connectLimit: .seconds(2), tls: TLSOptions(),
                isOnKeptConnection: isKept, speaksHTTP2: speaksHTTP2, receivedBodyBytes: received,
                declaredLength: declared, firstBytes: Array(firstBytes.utf8), url: try HTTPURL.parse(url),
                server: try HTTPURL.parse(server ?? url), verifiesTLS: true, refusal: refusal, goAway: goAway
            ).error
        }

        func line() throws -> String {
            let error = try error()
            let loss = error.isConnectionLoss ? " lost" : ""
            return "\(error.category.rawValue) \(error.phase?.rawValue ?? "-")\(loss): \(error.sentence)"
        }
    }

    private func expect(_ cases: [Case], _ text: String) throws {
        #expect(try cases.map { try $0.line() }.joined(separator: "\n") == text)
    }

    @Test func `plain HTTP to a port that may speak TLS says so, as far as its bytes show it`() throws {
        func found(_ bytes: String, _ url: String = "http://h/") throws -> EngineError {
            try Case(CURLE_UNSUPPORTED_PROTOCOL) {
                ($0.stage, $0.hasFirstByte, $0.firstBytes, $0.url) = (.waiting, true, bytes, url)
            }.error()
        }
        let alert = try found("\u{15}\u{3}\u{1}\0\u{2}\u{2}F")
        #expect(alert.sentence == "h:80 answered with a TLS alert; this port may speak TLS.")
        #expect(alert.hint == "Use https:// for this port, or the port that speaks plain HTTP.")
        let other = "does not begin with an HTTP status line."
        #expect(try found("\u{15}\u{4}").sentence.hasSuffix(other))
        #expect(try found("\u{15}\u{3}", "https://h/").sentence.hasSuffix(other))
        let closed = try Case(CURLE_GOT_NOTHING) { $0.stage = .waiting }.error()
        #expect(
            closed.hint
                == "Look at the logs of the server; it may have crashed, or this port may speak TLS (https://).")
    }

    @Test func `a connection that was never made says why`() throws {
        func refused(_ number: Int32, _ change: (inout Case) -> Void = { _ in }) -> Case {
            Case(CURLE_COULDNT_CONNECT) {
                ($0.stage, $0.systemError) = (.connecting, number)
                change(&$0)
            }
        }
        try expect(
            [
                Case(CURLE_COULDNT_RESOLVE_HOST) { $0.stage = .resolving },
                Case(CURLE_COULDNT_RESOLVE_HOST) { ($0.stage, $0.family) = (.resolving, .ipv4) },
                Case(CURLE_COULDNT_CONNECT) { ($0.stage, $0.family) = (.resolving, .ipv6) },
                Case(CURLE_COULDNT_CONNECT) { ($0.stage, $0.systemError) = (.resolving, ECONNREFUSED) },
                refused(ECONNREFUSED), refused(ENETUNREACH), refused(ENETDOWN), refused(EACCES), refused(EPERM),
                refused(EADDRNOTAVAIL), refused(EADDRINUSE), refused(EHOSTUNREACH), refused(EHOSTDOWN), refused(ENOENT),
                refused(ENOENT) { $0.unixSocket = "/s" }, refused(ECONNREFUSED) { $0.unixSocket = "/s" },
                Case(CURLE_INTERFACE_FAILED) { $0.stage = .connecting },
                Case(CURLE_OPERATION_TIMEDOUT) { $0.stage = .connecting }, Case(CURLE_OPERATION_TIMEDOUT),
            ],
            """
            dns dns: The host name h was not found.
            dns dns: The host name h was not found, or has no IPv4 address.
            dns dns: The host name h was not found, or has no IPv6 address.
            connect connect: h:80 refused the connection.
            connect connect: h:80 refused the connection.
            offline connect: There is no route from this machine to h:80.
            offline connect: There is no route from this machine to h:80.
            connect connect: This program may not connect to h:80.
            connect connect: This program may not connect to h:80.
            connect connect: The local address or port cannot be used for h:80.
            connect connect: The local address or port cannot be used for h:80.
            connect connect: h:80 cannot be reached.
            connect connect: h:80 cannot be reached.
            connect connect: No connection to h:80: words.
            connect connect: There is no unix socket /s.
            connect connect: The unix socket /s refused the connection.
            connect connect: The local address or port cannot be used for h:80.
            timeout connect: The connect limit of 2 s passed while connecting to h:80.
            timeout wait: libcurl gave up waiting for h:80.
            """)
        let shortage = try refused(ECONNREFUSED) { $0.shortage = ENFILE }.line()
        #expect(shortage == "connect connect: No connection to h:80: the system has no file descriptor left.")
    }

    @Test func `a connection that ends goes by what had come`() throws {
        func cut(_ code: CURLcode, _ change: (inout Case) -> Void = { _ in }) -> Case {
            Case(code) {
                ($0.hasFirstByte, $0.hasFinalHead, $0.stage) = (true, true, .receiving)
                change(&$0)
            }
        }
        try expect(
            [
                Case(CURLE_GOT_NOTHING), Case(CURLE_GOT_NOTHING) { $0.isKept = true },
                Case(CURLE_GOT_NOTHING) { $0.hasFirstByte = true },
                Case(CURLE_GOT_NOTHING) { ($0.stage, $0.text) = (.tls, "") }, Case(CURLE_RECV_ERROR),
                Case(CURLE_SEND_ERROR) { $0.stage = .sending }, Case(CURLE_SEND_ERROR) { $0.stage = .connecting },
                Case(CURLE_SEND_ERROR) {
                    ($0.stage, $0.url, $0.text) = (.sending, "https://h/", "tlsv13 alert certificate required")
                },
                Case(CURLE_SEND_ERROR) { ($0.stage, $0.text) = (.sending, "tlsv13 alert certificate required") },
                Case(CURLE_OK), Case(CURLE_OK) { $0.followsInterim = true },
                Case(CURLE_OK) { ($0.followsInterim, $0.firstBytes) = (true, "x") },
                Case(CURLE_FTP_ACCEPT_FAILED) { $0.wasToBeSentAgain = true },
                Case(CURLE_FTP_ACCEPT_FAILED) { ($0.wasToBeSentAgain, $0.hasFirstByte) = (true, true) },
                cut(CURLE_PARTIAL_FILE) { ($0.received, $0.declared) = (3, 10) },
                cut(CURLE_RECV_ERROR) { ($0.received, $0.declared, $0.text) = (3, 10, "chunked-encoding is bad") },
                cut(CURLE_PARTIAL_FILE) { ($0.received, $0.declared) = (10, 10) }, cut(CURLE_RECV_ERROR),
                cut(CURLE_RECV_ERROR) { $0.text = "chunked-encoding is bad" },
                cut(CURLE_HTTP2_STREAM) { $0.text = "the underlying stream ended" }, cut(CURLE_HTTP2_STREAM),
                cut(CURLE_RECV_ERROR) { $0.hasFinalHead = false },
                cut(CURLE_FTP_ACCEPT_FAILED) { $0.received = 5 },
            ],
            """
            connect wait lost: h:80 closed the connection before the first byte of the response.
            connect wait lost: h:80 closed the reused connection before the first byte of the response.
            protocol receive lost: h:80 closed the connection in the middle of the response's head.
            tls tls: The TLS handshake with h:80 failed.
            connect wait lost: h:80 closed the connection before the first byte of the response.
            connect wait lost: h:80 closed the connection before the first byte of the response.
            connect connect lost: h:80 closed the connection before the first byte of the response.
            tls tls: h:443 asks for a client certificate.
            connect wait lost: h:80 closed the connection before the first byte of the response.
            protocol receive lost: h:80 closed the connection in the middle of the response's head.
            protocol receive lost: h:80 closed the connection after an interim response (status 1xx), before the response itself.
            protocol receive lost: h:80 closed the connection in the middle of the response's head.
            connect wait lost: h:80 closed the connection before the first byte of the response.
            protocol receive lost: h:80 closed the connection in the middle of the response's head.
            protocol receive lost: The body was cut short: 3 of 10 bytes came.
            protocol receive: The body was cut short: 3 of 10 bytes came.
            protocol receive lost: The body was cut short or is wrongly framed: words.
            protocol receive lost: The body was cut short or is wrongly framed: words.
            protocol receive: The body was cut short or is wrongly framed: chunked-encoding is bad.
            protocol receive lost: The body was cut short or is wrongly framed: the underlying stream ended.
            protocol receive: The body was cut short or is wrongly framed: words.
            protocol receive lost: h:80 closed the connection in the middle of the response's head.
            protocol receive: The body was cut short or is wrongly framed: words.
            """)
    }

    @Test func `the server that was contacted is named, and the certificate's name is that of the URL`() throws {
        func elsewhere(_ code: CURLcode, _ change: (inout Case) -> Void = { _ in }) -> Case {
            Case(code) {
                ($0.url, $0.server) = ("https://h/", "https://other:81/")
                change(&$0)
            }
        }
        try expect(
            [
                elsewhere(CURLE_COULDNT_CONNECT) { ($0.stage, $0.systemError) = (.connecting, ECONNREFUSED) },
                elsewhere(CURLE_COULDNT_RESOLVE_HOST) { $0.stage = .resolving },
                elsewhere(CURLE_OPERATION_TIMEDOUT) { $0.stage = .connecting }, elsewhere(CURLE_GOT_NOTHING),
                elsewhere(CURLE_OK),
                elsewhere(CURLE_PEER_FAILED_VERIFICATION) {
                    ($0.stage, $0.text) = (.tls, "no alternative certificate subject name")
                },
                elsewhere(CURLE_HTTP2) { $0.speaksHTTP2 = true },
                elsewhere(CURLE_RECV_ERROR) {
                    ($0.proxy, $0.stage, $0.proxyStatus) = ("http://p:3128", .connecting, 403)
                },
            ],
            """
            connect connect: other:81 refused the connection.
            dns dns: The host name other was not found.
            timeout connect: The connect limit of 2 s passed while connecting to other:81.
            connect wait lost: other:81 closed the connection before the first byte of the response.
            protocol receive lost: other:81 closed the connection in the middle of the response's head.
            tls tls: The certificate of other:81 is for another name than h.
            connect wait lost: other:81 closed the HTTP/2 connection before the first byte of the response.
            proxy connect: The proxy http://p:3128 refused the tunnel to other:81 with status 403.
            """)
        let socket = try Case(CURLE_GOT_NOTHING) { $0.unixSocket = "/s" }.line()
        #expect(socket.hasPrefix("connect wait lost: The unix socket /s closed the connection before the first byte"))
    }

    @Test func `hints are about what can be changed`() throws {
        func hint(_ code: CURLcode, _ change: (inout Case) -> Void) throws -> String {
            try Case(code, change).error().hint
        }
        let fixed = "This limit cannot be raised: let the server send fewer or shorter headers."
        #expect(try hint(CURLE_RECV_ERROR) { $0.text = "Too large response headers: 307201" } == fixed)
        #expect(try hint(CURLE_OUT_OF_MEMORY) { _ in } == fixed)
        #expect(
            try hint(CURLE_RECV_ERROR) { ($0.speaksHTTP2, $0.text) = (true, "too many CONTINUATION frames") } == fixed)
        #expect(try hint(CURLE_FILESIZE_EXCEEDED) { _ in } == "Raise the limit, or ask for less.")
        let refused = { (socket: String?) in
            try hint(CURLE_COULDNT_CONNECT) {
                ($0.stage, $0.systemError, $0.unixSocket) = (.connecting, ECONNREFUSED, socket)
            }
        }
        #expect(try refused(nil) == "Check the port, and that the server is running.")
        #expect(
            try refused("/s") == "Check that the server is running; its socket may be left over from an earlier one.")
    }

    @Test func `a response that libcurl refuses says what is wrong with it`() throws {
        func said(_ code: CURLcode, _ text: String) -> Case { Case(code) { $0.text = text } }
        try expect(
            [
                said(CURLE_RECV_ERROR, "Too large response headers: 307201"),
                said(CURLE_WEIRD_SERVER_REPLY, "Nul byte in header"),
                said(CURLE_WEIRD_SERVER_REPLY, "Header without colon"),
                said(CURLE_WEIRD_SERVER_REPLY, "Invalid Content-Length: value"), said(CURLE_WEIRD_SERVER_REPLY, ""),
                Case(CURLE_BAD_FUNCTION_ARGUMENT), said(CURLE_UNSUPPORTED_PROTOCOL, "Unsupported response code"),
                said(CURLE_UNSUPPORTED_PROTOCOL, "HTTP/0.9"), Case(CURLE_OUT_OF_MEMORY), Case(CURLE_FILESIZE_EXCEEDED),
                Case(CURLE_BAD_CONTENT_ENCODING), Case(CURLE_READ_ERROR), Case(CURLE_ABORTED_BY_CALLBACK),
                Case(CURLE_URL_MALFORMAT), Case(CURLE_FTP_ACCEPT_FAILED) { $0.stage = .queued },
                Case(CURLE_BAD_FUNCTION_ARGUMENT) { $0.stage = .sending },
                Case(CURLE_OUT_OF_MEMORY) { $0.hasFinalHead = true },
            ],
            """
            too-large receive: The headers of the response are larger than 300 KiB.
            protocol receive: A header of the response contains a NUL byte.
            protocol receive: A header line of the response has no colon.
            protocol receive: The response cannot be trusted: its Content-Length is not a length.
            protocol receive: The response of h:80 does not begin with an HTTP status line.
            protocol receive: A header line of the response continues a field that does not exist.
            unexpected-status receive: The status of the response is not a number from 100 to 999.
            protocol receive: The response of h:80 does not begin with an HTTP status line.
            too-large receive: A header line of the response is larger than 100 KiB.
            too-large receive: The body is larger than the limit.
            protocol receive: The transfer coding of the response is unknown or broken.
            request-build send: The body of the request could not be read.
            request-build send: The body of the request could not be read.
            request-build -: URL: libcurl cannot use it: words.
            internal queue: libcurl failed: words.
            internal send: libcurl failed: words.
            internal wait: libcurl failed: words.
            """)
        let garbage = Case(CURLE_UNSUPPORTED_PROTOCOL) { $0.firstBytes = String(repeating: "x", count: 61) }
        let hint = try garbage.error().hint
        #expect(hint.hasSuffix(" The response begins with \"\(String(repeating: "x", count: 60))\"."))
        #expect(try Case(CURLE_OK).error().underlying == nil)
        #expect(try Case(CURLE_READ_ERROR).error().underlying?.description == "curl 26: words.")
    }

    @Test func `in HTTP 2 the name of the stream's error decides`() throws {
        func stream(_ text: String, _ code: CURLcode = CURLE_HTTP2_STREAM) -> Case {
            Case(code) { ($0.speaksHTTP2, $0.text) = (true, text) }
        }
        try expect(
            [
                stream("HTTP/2 stream 1 was not closed cleanly: INTERNAL_ERROR (err 2)"),
                stream("HTTP/2 stream 1 was not closed cleanly: PROTOCOL_ERROR (err 1)"),
                stream("HTTP/2 stream 1 was closed cleanly, but before getting all"), stream("something else"),
                stream("the underlying stream"), stream("", CURLE_HTTP2), stream("", CURLE_GOT_NOTHING),
                stream("too many CONTINUATION frames", CURLE_RECV_ERROR),
                stream("nghttp2_session_mem_recv() failed: -902: The user callback failed", CURLE_RECV_ERROR),
                Case(CURLE_HTTP2) { ($0.speaksHTTP2, $0.wasToBeSentAgain, $0.refusal) = (true, true, .stream) },
                Case(CURLE_HTTP2) { ($0.speaksHTTP2, $0.wasToBeSentAgain, $0.isKept) = (true, true, true) },
            ],
            """
            protocol receive lost: h:80 reset the HTTP/2 stream (INTERNAL_ERROR) before the head of the response.
            protocol receive: The HTTP/2 stream ended as PROTOCOL_ERROR: what one end said breaks its rules.
            protocol receive lost: h:80 reset the HTTP/2 stream (NO_ERROR) before the head of the response.
            protocol receive lost: h:80 ended the HTTP/2 stream before the request was complete.
            connect wait lost: h:80 closed the connection before the first byte of the response.
            connect wait lost: h:80 closed the HTTP/2 connection before the first byte of the response.
            protocol receive: The response breaks the rules of HTTP/2, or ended before its head was complete.
            too-large receive: The headers of the response come in too many frames.
            protocol receive: The server breaks the rules of HTTP/2: The user callback failed.
            protocol wait lost: h:80 refused the request on this HTTP/2 connection, without acting on it.
            connect wait lost: h:80 closed the reused connection before the first byte of the response.
            """)
    }

    @Test func `in HTTP 2 what the server says of the request goes before the code`() throws {
        func http2(_ code: CURLcode, _ change: (inout Case) -> Void) -> Case {
            Case(code) {
                $0.speaksHTTP2 = true
                change(&$0)
            }
        }
        func left(_ code: UInt32) -> HTTP2GoAway { HTTP2GoAway(code: code, lastStream: 1) }
        try expect(
            [
                http2(CURLE_ABORTED_BY_CALLBACK) {
                    ($0.wasToBeSentAgain, $0.isKept, $0.refusal) = (true, true, .stream)
                },
                http2(CURLE_HTTP2_STREAM) { $0.refusal = .needsHTTP1 },
                http2(CURLE_HTTP2) { $0.refusal = .goAway(left(0)) },
                http2(CURLE_HTTP2) { $0.refusal = .goAway(left(11)) },
                http2(CURLE_PARTIAL_FILE) { $0.goAway = left(1) },
                http2(CURLE_PARTIAL_FILE) { $0.goAway = left(99) },
                http2(CURLE_PARTIAL_FILE) { $0.goAway = left(0) },
                http2(CURLE_ABORTED_BY_CALLBACK) { ($0.wasToBeSentAgain, $0.hasFinalHead) = (true, true) },
                http2(CURLE_GOT_NOTHING) { $0.isKept = true },
            ],
            """
            protocol wait lost: h:80 refused the request on this HTTP/2 connection, without acting on it.
            protocol wait: h:80 requires HTTP/1.1 (HTTP_1_1_REQUIRED), and did not act on the request.
            connect wait lost: h:80 closed the HTTP/2 connection before the first byte of the response.
            connect wait lost: h:80 closed the HTTP/2 connection (ENHANCE_YOUR_CALM) before the first byte of the response.
            connect wait lost: h:80 closed the HTTP/2 connection (PROTOCOL_ERROR) before the first byte of the response.
            connect wait lost: h:80 closed the HTTP/2 connection (error 99) before the first byte of the response.
            connect wait lost: h:80 closed the connection before the first byte of the response.
            protocol receive: h:80 reset the HTTP/2 stream (HTTP_1_1_REQUIRED) in the middle of the response.
            connect wait lost: h:80 closed the reused connection before the first byte of the response.
            """)
    }

    @Test func `a GOAWAY is read from libcurl's words, however they are spelled`() {
        let expected = HTTP2GoAway(code: 11, lastStream: 3)
        #expect(HTTP2GoAway("recveived GOAWAY, error=11, last_stream=3\n") == expected)
        #expect(HTTP2GoAway("received GOAWAY, error=11, last_stream=3") == expected)
        #expect(HTTP2GoAway("received GOAWAY, error=-1, last_stream=3") == HTTP2GoAway(code: .max, lastStream: 3))
        #expect(HTTP2GoAway("received GOAWAY, error=11") == nil)
    }

    private static func at(_ proxy: String, _ code: CURLcode, _ change: (inout Case) -> Void = { _ in }) -> Case {
        Case(code) {
            ($0.proxy, $0.stage) = (proxy, .connecting)
            change(&$0)
        }
    }

    @Test func `a failure on the way to a proxy or in its tunnel is the proxy's`() throws {
        func http(_ code: CURLcode, _ change: (inout Case) -> Void = { _ in }) -> Case {
            Self.at("http://p:3128", code, change)
        }
        try expect(
            [
                http(CURLE_COULDNT_RESOLVE_PROXY), http(CURLE_COULDNT_RESOLVE_HOST) { $0.stage = .resolving },
                http(CURLE_COULDNT_RESOLVE_HOST), http(CURLE_OPERATION_TIMEDOUT),
                http(CURLE_COULDNT_CONNECT) { $0.systemError = ECONNREFUSED },
                http(CURLE_COULDNT_CONNECT) { $0.systemError = ENETDOWN }, http(CURLE_COULDNT_CONNECT),
                http(CURLE_RECV_ERROR) { $0.proxyStatus = 407 },
                Self.at("http://u:p@p", CURLE_RECV_ERROR) { $0.proxyStatus = 407 },
                http(CURLE_RECV_ERROR) { $0.proxyStatus = 403 }, http(CURLE_SEND_ERROR) { $0.proxyStatus = 300 },
                http(CURLE_GOT_NOTHING) { $0.proxyStatus = 299 }, http(CURLE_WEIRD_SERVER_REPLY),
                http(CURLE_RECV_ERROR) { $0.stage = .waiting },
                http(CURLE_RECV_ERROR) { ($0.stage, $0.hasFirstByte) = (.waiting, true) },
                http(CURLE_FTP_ACCEPT_FAILED) { $0.wasToBeSentAgain = true },
                http(CURLE_SSL_CONNECT_ERROR) { $0.text = "" },
                Self.at("https://p", CURLE_SSL_CONNECT_ERROR) { $0.text = "" },
            ],
            """
            proxy dns: The host name of the proxy http://p:3128 was not found.
            proxy dns: The host name of the proxy http://p:3128 was not found.
            dns dns: The host name h was not found.
            timeout connect: The connect limit of 2 s passed while connecting to the proxy http://p:3128.
            proxy connect: The proxy http://p:3128 refused the connection.
            offline connect: There is no route from this machine to the proxy http://p:3128.
            proxy connect: No connection to the proxy http://p:3128: words.
            proxy connect: The proxy http://p:3128 asks for a login (status 407).
            proxy connect: The proxy http://p:1080 does not accept the login (status 407).
            proxy connect: The proxy http://p:3128 refused the tunnel to h:80 with status 403.
            proxy connect: The proxy http://p:3128 refused the tunnel to h:80 with status 300.
            proxy connect: The proxy http://p:3128 did not answer CONNECT for h:80 with correct HTTP.
            proxy connect: The proxy http://p:3128 did not answer CONNECT for h:80 with correct HTTP.
            proxy wait: The proxy http://p:3128 closed the connection before the first byte of a response.
            protocol receive lost: h:80 closed the connection in the middle of the response's head.
            proxy connect: The proxy http://p:3128 closed the connection before the first byte of a response.
            tls tls: The TLS handshake with h:80 failed.
            proxy tls: The TLS handshake with the proxy https://p:443 failed.
            """)
        for code in [CURLE_SSL_CIPHER, CURLE_SSL_CACERT_BADFILE, CURLE_SSL_ISSUER_ERROR] {
            #expect(try Self.at("https://p", code).error().category == .proxy, "\(code)")
            #expect(try http(code).error().category == .tls, "\(code)")
        }
        let hints = try [403, 405, 502].map { status in
            try http(CURLE_RECV_ERROR) { $0.proxyStatus = status }.error().hint
        }
        #expect(
            hints == [
                "The proxy may not allow this host or port; ask who runs it.",
                "The proxy may not allow this host or port; ask who runs it.",
                "The proxy may not reach h:80; check the host, or go without the proxy.",
            ])
    }

    @Test func `what a SOCKS proxy says is told in words`() throws {
        func socks(_ code: CURLproxycode, _ proxy: String = "socks5://p") -> Case {
            Self.at(proxy, CURLE_PROXY) { $0.proxyError = code }
        }
        try expect(
            [
                socks(CURLPX_REPLY_NETWORK_UNREACHABLE), socks(CURLPX_REPLY_HOST_UNREACHABLE),
                socks(CURLPX_REPLY_CONNECTION_REFUSED), socks(CURLPX_REPLY_TTL_EXPIRED), socks(CURLPX_RESOLVE_HOST),
                socks(CURLPX_USER_REJECTED), socks(CURLPX_NO_AUTH, "socks5://u:p@p"), socks(CURLPX_REPLY_NOT_ALLOWED),
                socks(CURLPX_REQUEST_FAILED), socks(CURLPX_REPLY_COMMAND_NOT_SUPPORTED), socks(CURLPX_CLOSED),
                socks(CURLPX_BAD_VERSION, "socks4://p"), socks(CURLPX_LONG_USER),
            ],
            """
            connect connect: The proxy socks5://p:1080 reports that the network of h:80 cannot be reached.
            connect connect: The proxy socks5://p:1080 reports that h:80 cannot be reached.
            connect connect: The proxy socks5://p:1080 reports that h:80 refused the connection.
            connect connect: The proxy socks5://p:1080 reports that the way to h:80 is too long.
            dns dns: The host name h was not found.
            proxy connect: The proxy socks5://p:1080 asks for a login.
            proxy connect: The proxy socks5://p:1080 does not accept the login.
            proxy connect: The proxy socks5://p:1080 does not allow a connection to h:80.
            proxy connect: The proxy socks5://p:1080 could not connect to h:80, or would not.
            proxy connect: The proxy socks5://p:1080 does not know this kind of connection or address.
            proxy connect: The proxy socks5://p:1080 closed the connection before it was connected to h:80.
            proxy connect: The proxy socks4://p:1080 does not speak socks4.
            proxy connect: The proxy socks5://p:1080 could not be used: words.
            """)
        let hints = try ["socks4://p", "socks5://p"].map { try socks(CURLPX_RESOLVE_HOST, $0).error().hint }
        #expect(
            hints == [
                "This machine looks it up for socks4; socks4a lets the proxy do so.",
                "This machine looks it up for socks5; socks5h lets the proxy do so.",
            ])
    }
}
