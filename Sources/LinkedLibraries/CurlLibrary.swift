import CCurl

/// The libcurl that is loaded: what it is, and what it was built with.
enum CurlLibrary {
    private static var info: curl_version_info_data { curl_version_info(CURLVERSION_SEVENTH).pointee }

    static var version: String { info.version.map { String(cString: $0) } ?? "?" }

    /// `OpenSSL/3.0.15`; nil if it cannot do TLS.
    static var tls: String? { info.ssl_version.map { String(cString: $0) } }

    /// nil without HTTP/2.
    static var http2Version: String? {
        guard hasHTTP2, info.age.rawValue >= CURLVERSION_SIXTH.rawValue else { return nil }
        return info.nghttp2_version.map { String(cString: $0) }
    }

    static var hasHTTP2: Bool { has(CURL_VERSION_HTTP2) }

    /// What it can do of what requests may need, in words.
    static var features: [String] {
        let features = [
            (CURL_VERSION_HTTP2, "HTTP/2"), (CURL_VERSION_IDN, "IDN"), (CURL_VERSION_UNIX_SOCKETS, "Unix sockets"),
            (CURL_VERSION_HTTPS_PROXY, "HTTPS proxies"), (CURL_VERSION_ASYNCHDNS, "asynchronous DNS"),
        ]
        return features.filter { has($0.0) }.map(\.1)
    }

    /// Where it looks for the CA certificates, as it was built; nil where it was built without.
    static var certificateFile: String? { isNewEnough ? info.cainfo.map { String(cString: $0) } : nil }
    static var certificateFolder: String? { isNewEnough ? info.capath.map { String(cString: $0) } : nil }

    private static var isNewEnough: Bool { info.age.rawValue >= CURLVERSION_SEVENTH.rawValue }
    private static func has(_ feature: Int32) -> Bool { info.features & feature != 0 }
}
