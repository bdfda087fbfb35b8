import Base

/// `/status/{code}`: any status from 200 to 999, with the header fields that belong to it.
enum DemoStatus {
    static func answer(_ request: DemoRequest) -> DemoResponse {
        guard let text = request.path.dropFirst().first, let code = Int(text), (200...999).contains(code) else {
            return .failure(
                400, "no_status", "Ask for a status from 200 to 999; interim ones (1xx) are at {{broken}}/early-hints.")
        }
        let extra: [(String, String)] =
            switch code {
            case 201: [("Location", "/products/1")]
            case 301, 302, 303, 307, 308: [("Location", "/echo?from=status-\(code)")]
            case 401: [("WWW-Authenticate", "Bearer realm=\"shop\"")]
            case 405: [("Allow", "GET, HEAD")]
            case 407: [("Proxy-Authenticate", "Basic realm=\"proxy\"")]
            case 416: [("Content-Range", "bytes */1024")]
            case 426: [("Upgrade", "h2c")]
            case 429, 503: [("Retry-After", "1")]
            default: []
            }
        if [204, 205, 304].contains(code) { return DemoResponse(code, headers: extra) }
        return .json(["status": .number(code), "phrase": .string(phrase(code))], status: code, headers: extra)
    }

    /// The registered reason phrase, or `Not Registered`.
    static func phrase(_ code: Int) -> String { phrases[code] ?? "Not Registered" }

    private static let phrases: [Int: String] = [
        200: "OK", 201: "Created", 202: "Accepted", 203: "Non-Authoritative Information", 204: "No Content",
        205: "Reset Content", 206: "Partial Content", 207: "Multi-Status", 208: "Already Reported", 226: "IM Used",
        300: "Multiple Choices", 301: "Moved Permanently", 302: "Found", 303: "See Other", 304: "Not Modified",
        305: "Use Proxy", 307: "Temporary Redirect", 308: "Permanent Redirect", 400: "Bad Request",
        401: "Unauthorized", 402: "Payment Required", 403: "Forbidden", 404: "Not Found", 405: "Method Not Allowed",
        406: "Not Acceptable", 407: "Proxy Authentication Required", 408: "Request Timeout", 409: "Conflict",
        410: "Gone", 411: "Length Required", 412: "Precondition Failed", 413: "Content Too Large",
        414: "URI Too Long", 415: "Unsupported Media Type", 416: "Range Not Satisfiable", 417: "Expectation Failed",
        418: "I'm a teapot", 421: "Misdirected Request", 422: "Unprocessable Content", 423: "Locked",
        424: "Failed Dependency", 425: "Too Early", 426: "Upgrade Required", 428: "Precondition Required",
        429: "Too Many Requests", 431: "Request Header Fields Too Large", 451: "Unavailable For Legal Reasons",
        500: "Internal Server Error", 501: "Not Implemented", 502: "Bad Gateway", 503: "Service Unavailable",
        504: "Gateway Timeout", 505: "HTTP Version Not Supported", 506: "Variant Also Negotiates",
        507: "Insufficient Storage", 508: "Loop Detected", 510: "Not Extended", 511: "Network Authentication Required",
    ]
}

/// `/echo`: returns the request as the server received it, as JSON.
enum DemoEcho {
    static func answer(_ request: DemoRequest) -> DemoResponse {
        let pair = { (pair: (name: String, value: String)) -> JSONOutput in [.string(pair.name), .string(pair.value)] }
        var members: [(String, JSONOutput)] = [
            ("method", .string(request.method)), ("target", .string(request.target)),
            ("query", .array(request.query.map(pair))), ("headers", .array(request.headers.map(pair))),
            ("bodyBytes", .number(request.body.count)),
        ]
        if let text = String(validating: request.body, as: UTF8.self) {
            members.append(("body", .string(text)))
        } else {
            let hex = request.body.prefix(256).map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }
            members.append(("bodyHex", .string(hex.joined())))
        }
        return .json(.object(members), headers: [("Cache-Control", "no-store")])
    }
}
