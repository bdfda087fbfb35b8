import CCurl

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// The failures of proxies, and those that a proxy reports of the server.
extension CurlFailure {
    /// The error between this machine and its proxy, or nil if the proxy did not cause it.
    func proxyFailure(_ proxy: ProxyServer) -> EngineError? {
        let place = "the proxy \(proxy)"
        switch code {
        case CURLE_COULDNT_RESOLVE_PROXY:
            return make(
                .proxy, .dns, "The host name of \(place) was not found.",
                hint: "Check the spelling of the proxy's host.")
        case CURLE_COULDNT_RESOLVE_HOST where stage <= .resolving:
            return make(
                .proxy, .dns, "The host name of \(place) was not found.",
                hint: "Check the spelling of the proxy's host.")
        case CURLE_OPERATION_TIMEDOUT where stage == .connecting:
            return .timeout(.connect, isTotal: false, limit: connectLimit, url: server, proxy: proxy)
        case CURLE_COULDNT_CONNECT:
            return unreachable(proxy)
        case CURLE_PROXY:
            return socksFailure(proxy)
        case CURLE_SSL_CONNECT_ERROR, CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_CIPHER, CURLE_SSL_CACERT_BADFILE,
            CURLE_SSL_ISSUER_ERROR:
            guard proxy.kind == .https, stage == .connecting else { return nil }
            var words = TLSFault.words(
                code: Int(code.rawValue), text: text, verifyResult: verifyResult, place: place, host: proxy.host,
                options: TLSOptions())
            if words.remedy == .trustServer { words = TLSFault.Words(words.sentence, .trustProxy) }
            return make(.proxy, words)
        case CURLE_RECV_ERROR, CURLE_SEND_ERROR, CURLE_GOT_NOTHING, CURLE_HTTP2, CURLE_WEIRD_SERVER_REPLY:
            if stage == .connecting { return tunnelFailure(proxy) }
            // Without a tunnel the proxy is the one that did not answer.
            return hasFirstByte || wasToBeSentAgain ? nil : closed(proxy)
        default:
            return wasToBeSentAgain && !hasFirstByte ? closed(proxy) : nil
        }
    }

    private func unreachable(_ proxy: ProxyServer) -> EngineError {
        switch systemError {
        case ENETUNREACH, ENETDOWN:
            make(.offline, .connect, "There is no route from this machine to the proxy \(proxy).")
        case ECONNREFUSED:
            make(
                .proxy, .connect, "The proxy \(proxy) refused the connection.",
                hint: "Check the address and port of the proxy, and that it is running.")
        default:
            make(
                .proxy, .connect, "No connection to the proxy \(proxy): \(detail).",
                hint: "Check the address and port of the proxy.")
        }
    }

    private func closed(_ proxy: ProxyServer) -> EngineError {
        make(
            .proxy, stage >= .sending ? .wait : stage.phase,
            "The proxy \(proxy) closed the connection before the first byte of a response.",
            hint: "Look at the logs of the proxy; it may not have reached \(server.hostAndPort).")
    }

    private func tunnelFailure(_ proxy: ProxyServer) -> EngineError {
        let target = server.hostAndPort
        switch proxyStatus {
        case 407: return .proxyLogin(proxy, underlying: underlying)
        case .some(let status) where !(200...299).contains(status):
            return EngineError(
                .proxy, phase: .connect, "The proxy \(proxy) refused the tunnel to \(target) with status \(status).",
                hint: status == 403 || status == 405
                    ? "The proxy may not allow this host or port; ask who runs it."
                    : "The proxy may not reach \(target); check the host, or go without the proxy.",
                underlying: underlying, status: status)
        default:
            return make(
                .proxy, .connect, "The proxy \(proxy) did not answer CONNECT for \(target) with correct HTTP.",
                hint: "Check that an HTTP proxy listens there, and its scheme: http, https or socks5h.")
        }
    }

    /// Some SOCKS replies are about the server, not the proxy (RFC 1928 §6).
    private func socksFailure(_ proxy: ProxyServer) -> EngineError {
        let target = server.hostAndPort
        func told(_ what: String) -> EngineError {
            make(
                .connect, .connect, "The proxy \(proxy) reports that \(what).",
                hint: "Check host and port, and that the server is running.")
        }
        func refused(_ what: String, _ hint: String? = nil) -> EngineError {
            make(
                .proxy, .connect, "The proxy \(proxy) \(what).",
                hint: hint ?? "Look at the logs of the proxy, or go without it.")
        }
        let login = "Check user and password of the proxy."
        switch CURLproxycode(UInt32(max(0, proxyError))) {
        case CURLPX_REPLY_NETWORK_UNREACHABLE: return told("the network of \(target) cannot be reached")
        case CURLPX_REPLY_HOST_UNREACHABLE: return told("\(target) cannot be reached")
        case CURLPX_REPLY_CONNECTION_REFUSED: return told("\(target) refused the connection")
        case CURLPX_REPLY_TTL_EXPIRED: return told("the way to \(target) is too long")
        case CURLPX_RESOLVE_HOST:
            return make(
                .dns, .dns, "The host name \(server.host) was not found.",
                hint:
                    "This machine looks it up for \(proxy.kind.rawValue); \(proxy.kind == .socks4 ? "socks4a" : "socks5h")"
                    + " lets the proxy do so.")
        case CURLPX_USER_REJECTED, CURLPX_NO_AUTH, CURLPX_IDENTD, CURLPX_IDENTD_DIFFER:
            return refused(proxy.user == nil ? "asks for a login" : "does not accept the login", login)
        case CURLPX_REPLY_NOT_ALLOWED:
            return refused("does not allow a connection to \(target)", "Ask who runs the proxy.")
        case CURLPX_REQUEST_FAILED, CURLPX_REPLY_GENERAL_SERVER_FAILURE:
            return refused("could not connect to \(target), or would not")
        case CURLPX_REPLY_COMMAND_NOT_SUPPORTED, CURLPX_REPLY_ADDRESS_TYPE_NOT_SUPPORTED:
            return refused("does not know this kind of connection or address")
        case CURLPX_CLOSED, CURLPX_RECV_CONNECT, CURLPX_RECV_AUTH, CURLPX_RECV_REQACK, CURLPX_RECV_ADDRESS,
            CURLPX_SEND_CONNECT, CURLPX_SEND_AUTH, CURLPX_SEND_REQUEST:
            return refused("closed the connection before it was connected to \(target)")
        case CURLPX_BAD_VERSION, CURLPX_UNKNOWN_MODE, CURLPX_BAD_ADDRESS_TYPE, CURLPX_UNKNOWN_FAIL:
            return refused(
                "does not speak \(proxy.kind.rawValue)",
                "Check the port and the scheme of the proxy: http, socks4 or socks5.")
        default: return refused("could not be used: \(detail)")
        }
    }

    private var underlying: UnderlyingCode {
        UnderlyingCode(
            domain: .curl, code: Int(code.rawValue),
            text: text.isEmpty ? String(cString: curl_easy_strerror(code)) : text)
    }
}

extension EngineError {
    /// The proxy answered 407 and does not accept the given login.
    static func proxyLogin(_ proxy: ProxyServer, underlying: UnderlyingCode? = nil) -> EngineError {
        EngineError(
            .proxy, phase: .connect,
            proxy.user == nil
                ? "The proxy \(proxy) asks for a login (status 407)."
                : "The proxy \(proxy) does not accept the login (status 407).",
            hint: "Write user and password into the proxy's URL, or check them; Basic and Digest are supported.",
            underlying: underlying, status: 407)
    }
}
