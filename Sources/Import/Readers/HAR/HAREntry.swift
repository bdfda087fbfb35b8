import Base
import HTTPFormat
import NetEngine
import Workspace

/// One entry of an archive: a request and its response.
struct HAREntry {
    private let entry: ImportValue
    private(set) var notices: [ImportNotice] = []
    /// Names of headers that were left out.
    private(set) var dropped: Set<String> = []
    /// Why there is no request, as a clause.
    private(set) var reason: String?

    init(_ entry: ImportValue) { self.entry = entry }

    /// nil if the entry cannot be used; `reason` says why.
    mutating func request() -> ImportedRequest? {
        guard let source = entry["request"], source.isObject else {
            reason = "it has no request"
            return nil
        }
        guard let url = source.string("url"), !url.isEmpty else {
            reason = "its request has no URL"
            return nil
        }
        let scheme = url.prefix { $0 != ":" }.lowercased()
        guard scheme == "http" || scheme == "https" else {
            reason = "\(NoticeList.quoted(scheme)) is not HTTP"
            return nil
        }
        let (target, parameters) = Self.split(url)
        var request = ImportedRequest(
            name: "", description: entry.scalar("comment"), method: source.string("method") ?? "GET", url: target,
            parameters: parameters, isLiteral: true, place: source.place)
        if request.method.isEmpty { request.method = "GET" }
        request.headers = headers(source)
        request.body = body(source["postData"], &request.headers)
        if Self.isSentAsWritten(url) { request.options.encodes = false }
        if var response = response() {
            response.request = recorded(source, request, isTimed: response.started != nil)
            request.responses = [response]
        }
        return request
    }

    // MARK: URL

    /// The URL without its query, and the query as rows. A query with other forms stays where it is.
    private static func split(_ url: String) -> (url: String, rows: [ImportedRow]) {
        let end = url.firstIndex(of: "#") ?? url.endIndex
        guard let question = url[..<end].firstIndex(of: "?") else { return (String(url[..<end]), []) }
        let pieces = url[url.index(after: question)..<end].split(separator: "&", omittingEmptySubsequences: false)
        guard pieces.allSatisfy({ $0.contains(bytes: "=") && $0.first != "=" }) else {
            return (String(url[..<end]), [])
        }
        let rows = pieces.map { piece in
            let equals = piece.firstIndex(of: "=") ?? piece.endIndex
            return ImportedRow(
                String(piece[..<equals]), String(piece[equals...].dropFirst()), isEncoded: true)
        }
        return (String(url[..<question]), rows)
    }

    /// Browsers leave some characters of a URL as they are, such as `|` in a query, which its rules want encoded.
    private static func isSentAsWritten(_ url: String) -> Bool {
        let written = WrittenURL(url, isLiteral: true)
        return HTTPURL.isEncoded("http://h" + written.path + (written.query.map { "?\($0)" } ?? ""))
    }

    // MARK: Headers

    /// Headers that every client makes for itself.
    private static let ofClients: Set<String> = [
        "host", "content-length", "connection", "keep-alive", "proxy-connection", "transfer-encoding", "te", "trailer",
        "upgrade", "upgrade-insecure-requests", "accept-encoding", "priority", "dnt", "expect", "alt-used",
    ]

    /// Headers that describe the cache or the browser: kept, but switched off.
    private static let switchedOff: Set<String> = ["if-none-match", "if-modified-since", "user-agent"]

    private mutating func headers(_ source: ImportValue) -> [ImportedRow] {
        var rows: [ImportedRow] = []
        for header in source.elements("headers") {
            guard let name = header.string("name"), !name.isEmpty else { continue }
            let lower = name.lowercased()
            if name.hasPrefix(":") || lower.hasPrefix("sec-") || Self.ofClients.contains(lower) {
                dropped.insert(lower)
                continue
            }
            rows.append(
                ImportedRow(
                    name, header.scalar("value") ?? "", isEnabled: !Self.switchedOff.contains(lower),
                    place: header.place))
        }
        Self.addCookies(of: source, to: &rows)
        return rows
    }

    /// Some programs write the cookies beside the headers alone.
    private static func addCookies(of source: ImportValue, to rows: inout [ImportedRow]) {
        let cookies = source.elements("cookies")
        guard !cookies.isEmpty, !rows.contains(where: { $0.name.lowercased() == "cookie" }) else { return }
        let text = cookies.map { "\($0.scalar("name") ?? "")=\($0.scalar("value") ?? "")" }.joined(separator: "; ")
        rows.append(ImportedRow("Cookie", text, place: source["cookies"]?.place))
    }

    // MARK: As it was sent

    /// The request for the history; nil if no such request can be sent.
    private mutating func recorded(
        _ source: ImportValue, _ request: ImportedRequest, isTimed: Bool
    ) -> RecordedRequest? {
        guard isTimed else {
            note(.lost, "The recorded response is left out: the entry does not say when.", source.place)
            return nil
        }
        let url: HTTPURL
        do throws(EngineError) { url = try HTTPURL.parse(source.string("url") ?? "") } catch {
            note(.lost, "The recorded response is left out: the URL of its request cannot be read.", source.place)
            return nil
        }
        guard HTTPMethod(request.method) != nil else {
            note(.lost, "The recorded response is left out: the method of its request cannot be read.", source.place)
            return nil
        }
        var rows = source.elements("headers").compactMap { header -> ImportedRow? in
            guard let name = header.string("name"), !name.isEmpty, !name.hasPrefix(":") else { return nil }
            return ImportedRow(name, header.scalar("value") ?? "")
        }
        Self.addCookies(of: source, to: &rows)
        return RecordedRequest(method: request.method, url: url, headers: rows, body: Self.sentBody(request.body))
    }

    /// The bytes that were sent. Those of a multipart body are not in an archive.
    private static func sentBody(_ body: ImportedBody) -> [UInt8] {
        switch body {
        case .text(let text, _): return Array(text.utf8)
        case .bytes(let bytes, _): return bytes
        case .form(let rows):
            let fields = rows.map { row in
                row.isEncoded
                    ? "\(row.name)=\(row.value)"
                    : "\(ParameterText.written(row.name, isName: true))=\(ParameterText.written(row.value, isName: false))"
            }
            return Array(fields.joined(separator: "&").utf8)
        case .none, .lines, .multipart, .graphQL, .file: return []
        }
    }

    // MARK: Body

    private mutating func body(_ data: ImportValue?, _ headers: inout [ImportedRow]) -> ImportedBody {
        guard let data else { return .none }
        let mimeType = data.string("mimeType").flatMap { $0.isEmpty ? nil : $0 }
        let type = mimeType?.prefix { $0 != ";" }.trimmedText.lowercased() ?? ""
        let params = data.elements("params")
        if let text = data.string("text"), !text.isEmpty {
            if data.string("encoding") == "base64" {
                guard let bytes = Base64.decode(Array(text.utf8)) else {
                    note(.lost, "The body is not the Base64 that it says it is; it is left out.", data.place)
                    return .none
                }
                return .bytes(bytes, contentType: mimeType)
            }
            if type == "application/x-www-form-urlencoded", let rows = Self.form(text) { return .form(rows) }
            if type == "multipart/form-data" {
                for file in Self.emptyFiles(in: text) {
                    note(
                        .kept,
                        "The content of the file \(NoticeList.quoted(file)) is not in the archive: it is sent empty.",
                        data.place)
                }
            }
            return .text(text, contentType: mimeType)
        }
        guard !params.isEmpty else { return .none }
        if type == "multipart/form-data" {
            // The writer chooses another boundary.
            headers.removeAll { $0.name.lowercased() == "content-type" }
            return .multipart(params.map { part($0) })
        }
        return .form(
            params.map {
                ImportedRow(
                    $0.scalar("name") ?? "", $0.scalar("value") ?? "", isEncoded: Self.isEncoded($0), place: $0.place)
            })
    }

    /// The files of a multipart body that have no content in it: browsers do not record that of binary ones.
    private static func emptyFiles(in text: String) -> [String] {
        let mark = Array("filename=\"".utf8)
        let bytes = Array(text.utf8)
        var names: [String] = []
        var rest = bytes[...]
        while let start = rest.firstRange(of: mark)?.upperBound {
            let name = rest[start...].prefix { $0 != Byte.quote }
            guard let content = rest[name.endIndex...].firstRange(of: Array("\r\n\r\n".utf8))?.upperBound else { break }
            rest = rest[content...]
            if !name.isEmpty, rest.starts(with: "\r\n--".utf8) { names.append(String(decoding: name, as: UTF8.self)) }
        }
        return names
    }

    /// Browsers write names and values of forms as they are sent.
    private static func isEncoded(_ row: ImportValue) -> Bool {
        [row.scalar("name"), row.scalar("value")].allSatisfy { text in
            (text ?? "").utf8.allSatisfy { $0 > Byte.space && $0 < 0x7F && $0 != Byte.ampersand && $0 != Byte.equals }
        }
    }

    /// The rows of a form as it was sent; nil for another text.
    private static func form(_ text: String) -> [ImportedRow]? {
        let pieces = text.split(separator: "&", omittingEmptySubsequences: false)
        guard pieces.allSatisfy({ $0.contains(bytes: "=") }),
            text.utf8.allSatisfy({ $0 > Byte.space && $0 < 0x7F })
        else { return nil }
        return pieces.map { piece in
            let equals = piece.firstIndex(of: "=") ?? piece.endIndex
            return ImportedRow(String(piece[..<equals]), String(piece[equals...].dropFirst()), isEncoded: true)
        }
    }

    private mutating func part(_ row: ImportValue) -> ImportedPart {
        var part = ImportedPart(
            name: row.scalar("name") ?? "", content: .text(row.scalar("value") ?? ""),
            contentType: row.string("contentType"), place: row.place)
        guard let file = row.string("fileName"), !file.isEmpty else { return part }
        part.fileName = file
        if row.scalar("value")?.isEmpty != false {
            part.content = .file(path: file)
            note(
                .kept, "The content of the file \(NoticeList.quoted(file)) is not in the archive: put it there.",
                row.place)
        }
        return part
    }

    private mutating func note(_ severity: ImportNotice.Severity, _ text: String, _ place: ImportPlace) {
        notices.append(ImportNotice(severity, text, at: place))
    }

    // MARK: Response

    private mutating func response() -> ImportedResponse? {
        guard let source = entry["response"], source.isObject else { return nil }
        guard let status = source.integer("status"), (100...999).contains(status) else {
            note(.lost, "The request got no response when it was recorded.", source.place)
            return nil
        }
        var response = ImportedResponse(
            status: status, reason: source.string("statusText") ?? "", place: source.place)
        response.isExample = false
        response.httpVersion = source.string("httpVersion").flatMap(Self.version)
        response.headers = source.elements("headers").compactMap { header in
            guard let name = header.string("name"), !name.isEmpty, !name.hasPrefix(":") else { return nil }
            return ImportedRow(name, header.scalar("value") ?? "", place: header.place)
        }
        response.body = content(source["content"])
        response.started = entry.string("startedDateTime").flatMap(HARTime.seconds)
        if let time = entry.double("time"), time >= 0, time < 1e12 {
            response.duration = .microseconds(Int64(time * 1000))
        }
        response.timings = Self.timings(entry["timings"], total: response.duration)
        if let size = source.integer("bodySize"), size >= 0 { response.wireBodyByteCount = size }
        response.serverAddress = entry.string("serverIPAddress").flatMap { $0.isEmpty ? nil : $0 }
        return response
    }

    private mutating func content(_ content: ImportValue?) -> [UInt8] {
        guard let content, let text = content.string("text") else { return [] }
        guard content.string("encoding")?.lowercased() == "base64" else { return Array(text.utf8) }
        if let bytes = Base64.decode(Array(text.utf8)) { return bytes }
        note(.lost, "The body of the response is not the Base64 that it says it is; it is left out.", content.place)
        return []
    }

    /// -1 means that there was no such phase. The handshake of TLS is part of `connect` in an archive.
    private static func timings(_ source: ImportValue?, total: Duration?) -> PhaseTimings {
        func phase(_ name: String) -> Duration? {
            guard let time = source?.double(name), time >= 0, time < 1e12 else { return nil }
            return .microseconds(Int64(time * 1000))
        }
        let tls = phase("ssl")
        return PhaseTimings(
            queue: phase("blocked"), dns: phase("dns"),
            connect: phase("connect").map { max(.zero, $0 - (tls ?? .zero)) },
            tls: tls, send: phase("send"), wait: phase("wait"), receive: phase("receive"), total: total ?? .zero)
    }

    /// `h2`, `http/2.0` and `HTTP/2` are one.
    private static func version(_ text: String) -> String? {
        switch text.lowercased() {
        case "h2", "http/2", "http/2.0": "HTTP/2"
        case "h3", "http/3", "http/3.0", "quic": "HTTP/3"
        case "http/1.1": "HTTP/1.1"
        case "http/1.0": "HTTP/1.0"
        default: nil
        }
    }
}

extension ImportValue {
    /// The number of a member.
    fileprivate func double(_ name: String) -> Double? { self[name]?.double }
}
