import CCurl

/// Turns a prepared request into options of an easy handle.
struct CurlSetup {
    /// Everything that `apply` sets for a request without a body and a proxy: a handle that was set up for equal settings
    /// need not be set up again.
    struct Settings: Equatable {
        let options: RequestOptions
        let scheme: HTTPURL.Scheme
        let host: String
        let port: Int
        let method: HTTPMethod
        let isForServer: Bool
    }

    let request: PreparedRequest
    let trust: TrustSettings
    let limits: ConnectionLimits
    let route: ConnectionRoute
    let proxyLogin: String?
    let needsFreshConnection: Bool

    /// Whether the settings are those that `settings` would give.
    func needs(_ known: Settings) -> Bool {
        let url = request.url
        return request.proxy == nil && known.options == request.options.withoutLog && known.method == request.method
            && known.scheme == url.scheme && known.host == url.host && known.port == url.port
            && known.isForServer == url.isServer
    }

    /// nil if each request needs its own settings, such as the fields for a proxy.
    var settings: Settings? {
        guard request.proxy == nil else { return nil }
        let url = request.url
        return Settings(
            options: request.options.withoutLog, scheme: url.scheme, host: url.host, port: url.port,
            method: request.method,
            isForServer: url.isServer)
    }

    /// The fields that libcurl is to send, in its own notation; to be freed by `curl_slist_free_all`.
    func makeFieldList() -> UnsafeMutablePointer<curl_slist>? {
        var list: UnsafeMutablePointer<curl_slist>?
        var line: [UInt8] = []
        line.reserveCapacity(256)
        func add(_ name: some Sequence<UInt8>, _ separator: StaticString, _ value: [UInt8]) {
            line.removeAll(keepingCapacity: true)
            line.append(contentsOf: name)
            separator.withUTF8Buffer { line.append(contentsOf: $0) }
            line.append(contentsOf: value)
            line.append(0)
            line.withUnsafeBytes { bytes in
                let longer = curl_slist_append(list, bytes.assumingMemoryBound(to: CChar.self).baseAddress)
                if let longer { list = longer }
            }
        }
        // A name with a colon and no value suppresses libcurl's own field.
        for name in ["Content-Type", "Expect", "User-Agent", "Accept"] where !request.headers.contains(name) {
            add(name.utf8, ":", [])
        }
        for field in request.headers where !isLeftToCurl(field) {
            // A login that was typed for the proxy must not reach the server through its tunnel.
            if route.isTunnel, field.isNamed("Proxy-Authorization") { continue }
            // `Name;` makes libcurl send a field with an empty value.
            let isBlank = field.valueBytes.allSatisfy { $0 == 32 || $0 == 9 }
            add(field.nameBytes, isBlank ? ";" : ": ", isBlank ? [] : field.valueBytes)
        }
        return list
    }

    /// It always writes `Host` first, then the framing of a stream, in HTTP/1 only; it must count the `Content-Length` of a
    /// body itself.
    private func isLeftToCurl(_ field: HeaderField) -> Bool {
        guard field.origin == .engine else { return false }
        return field.isNamed("Host") || field.isNamed("Transfer-Encoding")
            || (field.isNamed("Content-Length") && field.valueBytes != [48])
    }

    /// What differs from one request to the next. Returns what libcurl refuses, if it refuses anything.
    func applyTarget(to handle: UnsafeMutableRawPointer, _ address: CurlAddress) -> EngineError? {
        let refused = address.apply(request.url.textWithoutUserInfo, to: handle)
        _ = ccurl_set_fresh_connect(handle, needsFreshConnection ? 1 : 0)
        _ = ccurl_set_forbid_reuse(handle, 0)
        return Self.failure(refused)
    }

    /// What all requests with equal `settings` have in common, and the body. Returns what libcurl refuses, if it refuses
    /// anything.
    func apply(to handle: UnsafeMutableRawPointer, lists: CurlLists, source: BodySource) -> EngineError? {
        var refused = CURLE_OK
        func set(_ code: CURLcode) { if refused == CURLE_OK { refused = code } }
        set(ccurl_set_path_as_is(handle, 1))
        if request.url.isServer {
            let isToProxy = request.proxy != nil && !route.isTunnel
            set(ccurl_set_request_target(handle, isToProxy ? request.url.textWithoutUserInfo : "*"))
        }
        set(ccurl_set_protocols(handle, "http,https"))
        set(ccurl_set_follow(handle, 0))
        // With this value libcurl does not send a request again by itself when a reused connection is lost; otherwise it would, and fail
        // after five times in the life of a handle. Only its source says so (`Curl_retry_request`, read in 7.88 and 8.11); in HTTP nothing
        // else there looks at the value. Where it has no effect, as in a libcurl without RTSP, `isReady` stops the tries.
        _ = ccurl_set_rtsp_request(handle, Int(CURL_RTSPREQ_RECEIVE))
        set(ccurl_set_http09_allowed(handle, 0))
        set(ccurl_set_content_decoding(handle, 0))
        set(ccurl_set_no_signal(handle, 1))
        set(ccurl_set_quick_exit(handle, 1))
        set(ccurl_set_tcp_nodelay(handle, 1))
        set(ccurl_set_tcp_keepalive(handle, 1))
        set(ccurl_set_connect_timeout_ms(handle, Self.noConnectLimit))
        set(ccurl_set_http_version(handle, version))
        let tls = CurlTLSSetup(options: request.options, trust: trust)
        if request.url.scheme == .https { tls.applyToServer(handle, set) }
        if request.proxy?.kind == .https { tls.applyToProxy(handle, set) }
        CurlRouteSetup(route: route, request: request, proxyLogin: proxyLogin).apply(to: handle, lists: lists, set)
        set(ccurl_set_max_idle_seconds(handle, Int(clamping: max(1, limits.idleLifetime.components.seconds))))
        if let lifetime = limits.lifetime {
            set(ccurl_set_max_life_seconds(handle, Int(clamping: max(1, lifetime.components.seconds))))
        }
        setMethod(handle, source, set)
        return Self.failure(refused)
    }

    private static func failure(_ refused: CURLcode) -> EngineError? {
        guard refused != CURLE_OK else { return nil }
        let text = String(cString: curl_easy_strerror(refused))
        return EngineError(
            .internal, "libcurl refused the request: \(text).",
            underlying: UnderlyingCode(domain: .curl, code: Int(refused.rawValue), text: text))
    }

    private func setMethod(
        _ handle: UnsafeMutableRawPointer, _ source: BodySource, _ set: (CURLcode) -> Void
    ) {
        if source.hasBody {
            if let bytes = source.smallBytes, !request.headers.contains("Transfer-Encoding") {
                set(ccurl_set_post(handle, 1))
                set(ccurl_set_post_size(handle, curl_off_t(bytes.count)))
                set(ccurl_set_copy_post_fields(handle, bytes))
            } else {
                set(ccurl_set_upload(handle, 1))
                let isChunked = request.headers.contains("Transfer-Encoding")
                set(ccurl_set_upload_size(handle, isChunked ? -1 : curl_off_t(source.size ?? -1)))
                CurlCallbacks.installReading(on: handle, source: source)
            }
            set(ccurl_set_custom_method(handle, request.method.rawValue))
        } else if request.method == .head {
            set(ccurl_set_no_body(handle, 1))
        } else {
            set(ccurl_set_http_get(handle, 1))
            if request.method != .get { set(ccurl_set_custom_method(handle, request.method.rawValue)) }
        }
    }

    private var version: Int {
        switch request.options.httpVersion {
        case .automatic, .http2: Int(CURL_HTTP_VERSION_2TLS)
        case .http1_0: Int(CURL_HTTP_VERSION_1_0)
        case .http1_1: Int(CURL_HTTP_VERSION_1_1)
        case .http2PriorKnowledge: Int(CURL_HTTP_VERSION_2_PRIOR_KNOWLEDGE)
        }
    }

    /// libcurl's own limit covers name, connection and TLS together, which is not what users set; the engine's limits
    /// decide. A day, so that libcurl's default of 300 s never does. (While a connection is tried, `CurlTransfer` lends it
    /// the engine's limit, which it divides among the addresses of the host.)
    static let noConnectLimit = 86_400_000
}
