import Base
import Explain

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
    static func phrase(_ code: Int) -> String { Glossary.reasonPhrase(of: code) ?? "Not Registered" }
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
