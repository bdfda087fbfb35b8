/// Which header fields belong to HTTP itself, to clients, proxies and tracing, and not to an API.
package enum FieldRules {
    /// - Parameter name: in lower case.
    package static func describes(requestField name: String) -> Bool {
        !isPassing(name) && !request.contains(name) && !requestPrefixes.contains(where: name.hasPrefix)
    }

    /// - Parameter name: in lower case.
    package static func describes(responseField name: String) -> Bool {
        !isPassing(name) && !response.contains(name) && !responsePrefixes.contains(where: name.hasPrefix)
    }

    /// In lower case, as all names here.
    private static func isPassing(_ name: String) -> Bool {
        name.isEmpty || name.utf8.count > 100 || both.contains(name) || bothPrefixes.contains(where: name.hasPrefix)
            || !name.utf8.allSatisfy(isToken)
    }

    /// RFC 9110 §5.6.2.
    package static func isToken(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
        default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
        }
    }

    private static let both: Set<String> = [
        "connection", "keep-alive", "proxy-connection", "transfer-encoding", "te", "trailer", "upgrade", "via", "date",
        "cache-control", "pragma", "warning", "priority", "forwarded", "traceparent", "tracestate", "baggage", "b3",
        "x-request-id", "x-correlation-id", "x-trace-id", "x-span-id", "request-id", "correlation-id",
        "x-amzn-trace-id", "x-cloud-trace-context", "x-real-ip", "x-client-ip", "cookie", "set-cookie", "x-amz-cf-id",
        "x-amz-cf-pop", "x-forwarded", "uber-trace-id", "sentry-trace",
    ]
    private static let bothPrefixes = [
        ":", "content-", "x-b3-", "x-forwarded-", "cf-", "x-envoy-", "proxy-", "fly-", "x-vercel-", "x-datadog-",
        "x-azure-ref", "x-ms-request-id", "x-ot-span",
    ]
    private static let request: Set<String> = [
        "host", "user-agent", "range", "if-match", "if-none-match", "if-modified-since", "if-unmodified-since",
        "if-range", "origin", "referer", "authorization", "dnt", "expect", "from", "max-forwards", "cookie2",
        "x-requested-with", "save-data", "downlink", "ect", "rtt", "device-memory", "purpose", "x-purpose",
        "http2-settings", "alt-used", "early-data",
    ]
    private static let requestPrefixes = ["accept", "sec-", "upgrade-", "access-control-"]
    private static let response: Set<String> = [
        "server", "etag", "last-modified", "expires", "age", "vary", "alt-svc", "strict-transport-security",
        "x-powered-by", "x-aspnet-version", "x-aspnetmvc-version", "x-frame-options", "x-xss-protection",
        "referrer-policy", "permissions-policy", "feature-policy", "report-to", "reporting-endpoints", "nel",
        "server-timing", "x-runtime", "x-cache", "x-cache-hits", "x-cache-status", "x-served-by", "x-timer",
        "x-varnish", "timing-allow-origin", "accept-ranges", "x-dns-prefetch-control", "x-download-options",
        "x-permitted-cross-domain-policies", "x-robots-tag", "origin-agent-cluster", "expect-ct", "accept-ch",
        "status", "p3p", "x-response-time", "x-backend-server", "x-github-request-id", "x-fastly-request-id",
        "x-content-type-options", "x-ua-compatible", "proxy-status", "cdn-cache-control", "clear-site-data",
        "public-key-pins", "surrogate-control", "surrogate-key", "x-amz-request-id", "x-amz-id-2", "x-amzn-requestid",
        "authentication-info", "alt-used", "sourcemap", "x-server", "x-node", "x-instance",
    ]
    private static let responsePrefixes = ["access-control-", "cross-origin-", "x-amz-cf-", "x-kong-"]
}
