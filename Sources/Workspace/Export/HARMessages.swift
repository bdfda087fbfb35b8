import Base
import NetEngine

/// The request of an entry in an HTTP Archive.
struct HARRequest {
    let hop: Hop
    let secrets: SentSecrets
    let omitsBodies: Bool

    var json: JSONOutput {
        let request = hop.request
        let url = secrets.hidden(url: request.url.textWithoutUserInfo)
        let fields = HARFields(secrets: secrets)
        let sentCount = hop.sentHead.isEmpty ? -1 : hop.sentHead.count
        return .object(
            [
                ("method", .string(request.method.rawValue)), ("url", .string(url)),
                ("httpVersion", .string(version)), ("cookies", fields.cookies(sent: request.headers)),
                ("headers", fields.list(request.headers)), ("queryString", HARFields.query(of: url)),
                ("headersSize", .number(sentCount)), ("bodySize", .number(hop.sentBodyByteCount)),
            ] + (postData.map { [("postData", $0)] } ?? []))
    }

    private var version: String {
        // If a 304 confirmed a stored response, that one may have come over another version.
        if let version = hop.receivedOrStored?.httpVersion { return HARFields.name(of: version) }
        return HARFields.text(hop.sentHead).contains("HTTP/2") ? "HTTP/2" : "HTTP/1.1"
    }

    /// nil without a body. The format has no base64 in requests: of a body that is not text only the size is known.
    private var postData: JSONOutput? {
        if omitsBodies { return nil }
        let type = hop.request.headers["Content-Type"]
        func data(_ text: String, _ comment: String? = nil) -> JSONOutput {
            .object(
                [("mimeType", .string(type ?? "")), ("text", .string(text))]
                    + (comment.map { [("comment", .string($0))] } ?? []))
        }
        switch hop.request.body {
        case .none: return nil
        case .bytes(let bytes):
            let hidden = secrets.hidden(body: bytes, type: type)
            if let text = String(validating: hidden, as: UTF8.self) { return data(text) }
            return data("", "\(Formatting.count(bytes.count, "byte")) that are not text are left out.")
        case .file(let path): return data("", "The file \(secrets.hidden(path)).")
        case .pieces(let pieces):
            var text = ""
            var comments: [String] = []
            for piece in secrets.hidden(pieces: pieces, type: type) {
                switch piece {
                case .bytes(let bytes):
                    if let part = String(validating: bytes, as: UTF8.self) {
                        text += part
                    } else {
                        comments.append("\(Formatting.count(bytes.count, "byte")) that are not text are left out.")
                    }
                case .file(let path): comments.append("The file \(secrets.hidden(path)) is left out.")
                }
            }
            return data(text, comments.isEmpty ? nil : comments.joined(separator: " "))
        case .stream: return data("", "The body was made while it was sent.")
        }
    }
}

/// The response of an entry in an HTTP Archive.
struct HARResponse {
    let hop: Hop
    /// In seconds since 1970, for the dates of cookies.
    let startedAt: Int64
    let secrets: SentSecrets
    let omitsBodies: Bool
    /// Of the body as it was received; nil if the hop has that.
    let bodySize: Int?

    /// For a response that never came.
    static func none(_ error: EngineError?) -> JSONOutput {
        .object(
            [
                ("status", 0), ("statusText", ""), ("httpVersion", ""), ("cookies", []), ("headers", []),
                ("content", .object([("size", 0), ("mimeType", "x-unknown")])), ("redirectURL", ""),
                ("headersSize", -1), ("bodySize", -1),
            ] + Self.error(error))
    }

    private static func error(_ error: EngineError?) -> [(String, JSONOutput)] {
        guard let error else { return [] }
        return [("_error", .string(error.sentence)), ("_errorCategory", .string(error.category.rawValue))]
    }

    func json(_ error: EngineError?) -> JSONOutput {
        guard let response = hop.response else { return Self.none(error) }
        let fields = HARFields(secrets: secrets)
        let isRedirect = (300..<400).contains(response.status)
        let location = response.headers.fields.first { $0.isNamed("Location") }
        let target = isRedirect ? location.map { HARFields.text(secrets.hiddenValue(of: $0)) } : nil
        let isFromCache = hop.cacheDecision?.isFromCache == true
        let wireCount = isFromCache ? 0 : response.wireBodyByteCount ?? -1
        return .object(
            [
                ("status", .number(response.status)),
                ("statusText", .string(secrets.hidden(HARFields.text(response.reason)))),
                ("httpVersion", .string(response.httpVersion.map(HARFields.name) ?? "")),
                ("cookies", fields.cookies(set: response.headers, startedAt)),
                ("headers", fields.list(response.headers)),
                ("content", content(response)), ("redirectURL", .string(target ?? "")),
                ("headersSize", .number(response.rawHead.isEmpty ? -1 : response.rawHead.count)),
                ("bodySize", .number(wireCount)),
            ] + Self.error(error) + (response.isComplete ? [] : [("comment", "The body is incomplete.")]))
    }

    private func content(_ response: Response) -> JSONOutput {
        let type = response.headers.values("Content-Type").last
        let size = bodySize ?? response.bodyByteCount
        var members: [(String, JSONOutput)] = [
            ("size", .number(size)), ("mimeType", .string(type ?? "x-unknown")),
        ]
        if !response.decodedCodings.isEmpty, let wire = response.wireBodyByteCount {
            members.append(("compression", .number(size - wire)))
        }
        if omitsBodies { return .object(members) }
        let body = response.body
        if body.count < response.bodyByteCount {
            let (kept, all) = (Formatting.byteCount(body.count), Formatting.byteCount(response.bodyByteCount))
            members.append(("comment", .string("The first \(kept) of \(all).")))
        }
        guard !body.isEmpty else { return .object(members) }
        let hidden = secrets.hidden(body: body, type: type)
        if let text = Self.text(body, ContentType(type ?? "")) {
            // What is hidden in another encoding is UTF-8 already.
            let shown = hidden == body ? text : String(validating: hidden, as: UTF8.self) ?? HARFields.text(hidden)
            members.append(("text", .string(shown)))
        } else {
            members += [("text", .string(Base64.encode(hidden))), ("encoding", "base64")]
        }
        return .object(members)
    }

    /// nil if it is not text.
    private static func text(_ body: [UInt8], _ type: ContentType) -> String? {
        guard !type.isBinary, !body.contains(0) else { return nil }
        if let text = String(validating: body, as: UTF8.self) { return text }
        var verdict: TextDetection.Verdict?
        do throws(TextDetection.UnknownEncoding) { verdict = try TextDetection.named(in: body, type: type) } catch {}
        guard let verdict, verdict.encoding != .utf8 else { return nil }
        return String(validating: verdict.encoding.visibleUTF8(body, from: verdict.prefix), as: UTF8.self)
    }
}

/// Header fields, cookies and queries as an archive lists them.
struct HARFields {
    let secrets: SentSecrets

    static func text(_ bytes: [UInt8]) -> String { HeaderField(nameBytes: [], valueBytes: bytes).value }

    static func name(of version: HTTPVersion) -> String { "HTTP/\(version.rawValue)" }

    private static func pair(_ name: String, _ value: String) -> JSONOutput {
        .object([("name", .string(name)), ("value", .string(value))])
    }

    func list(_ fields: HeaderFields) -> JSONOutput {
        .array(fields.map { Self.pair($0.name, Self.text(secrets.hiddenValue(of: $0))) })
    }

    /// - Parameter url: with its secrets hidden.
    static func query(of url: String) -> JSONOutput {
        guard let mark = url.firstIndex(of: "?") else { return [] }
        let query = url[url.index(after: mark)...].prefix { $0 != "#" }
        func decoded(_ text: Substring) -> String {
            Self.text(URLEncoding.decode(Array(text.replacing(bytes: "+", with: " ").utf8)))
        }
        return .array(
            query.split(separator: "&").map { item in
                let equals = item.firstIndex(of: "=") ?? item.endIndex
                return pair(decoded(item[..<equals]), decoded(item[equals...].dropFirst()))
            })
    }

    func cookies(sent fields: HeaderFields) -> JSONOutput {
        .array(
            fields.filter { $0.isNamed("Cookie") }.flatMap { field in
                Self.text(secrets.hiddenValue(of: field)).split(separator: ";").map { item in
                    let equals = item.firstIndex(of: "=") ?? item.endIndex
                    return Self.pair(
                        String(item[..<equals]).trimmingWhitespace(),
                        String(item[equals...].dropFirst()).trimmingWhitespace())
                }
            })
    }

    /// The cookies that a response set, also those that a jar refused: an archive is about what the server said.
    /// - Parameter now: in seconds since 1970, what `Max-Age` is relative to.
    func cookies(set fields: HeaderFields, _ now: Int64) -> JSONOutput {
        .array(
            fields.filter { $0.isNamed("Set-Cookie") }.compactMap { field in
                guard let cookie = SetCookieField(secrets.hiddenValue(of: field), now: now) else { return nil }
                var members: [(String, JSONOutput)] = [
                    ("name", .string(Self.text(cookie.name))), ("value", .string(Self.text(cookie.value))),
                ]
                if let path = cookie.path { members.append(("path", .string(path))) }
                if let domain = cookie.domain, !domain.isEmpty { members.append(("domain", .string(domain))) }
                if let expires = cookie.expires {
                    let moment = Timestamp(
                        microsecondsSince1970: expires.multipliedReportingOverflow(by: 1_000_000).partialValue)
                    members.append(("expires", .string(Formatting.iso8601(moment))))
                }
                members += [("httpOnly", .bool(cookie.isHTTPOnly)), ("secure", .bool(cookie.isSecure))]
                return .object(members)
            })
    }
}
