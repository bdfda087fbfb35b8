import Base
import NetEngine

extension CurlCommand {
    /// Why a command cannot be written as a request.
    struct Unwritable: Error, Hashable {
        /// A sentence without its full stop: what cannot be written and what to do.
        var reason: String

        fileprivate static func head(_ part: String, _ why: String? = nil) -> Unwritable {
            Unwritable(
                reason: "The \(part) of this curl command cannot be written in a request file"
                    + (why.map { ": \($0)" } ?? ""))
        }

        static let joinsFile = body("it joins a file with other data. Put all of it into one file")
        static let unnameable = body("the name of its file cannot be written")

        static func body(_ clause: String) -> Unwritable {
            Unwritable(reason: "The body of this curl command cannot be written in a request file: \(clause)")
        }
    }

    /// A command as the lines of one request.
    struct Written: Hashable {
        /// Metadata, request line, headers, an empty line and the body.
        var lines: [String]
        /// What only a file can hold, by its line of the body, from 0. That line sends a file that has no name yet.
        var moved: [Int: [UInt8]] = [:]
    }

    /// The request as a `.http` file has it.
    ///
    /// The lines are read back to make sure that exactly what curl would send is sent.
    ///
    /// - Parameter movesBodies: whether what the lines of a request cannot hold may go to a file; otherwise it has no such form.
    func written(movesBodies: Bool = false) throws(Unwritable) -> Written {
        // Such a line would be read as a curl command again.
        guard !url.isEmpty, sentMethod.lowercased() != "curl" else { throw unwritableHead(nil) }
        try checkLogin()
        let content = try content()
        switch content {
        case .none(let type):
            return Written(lines: try readableHead(type))
        case .file(let path, let type):
            let line = try CurlBody(type: sentType(type)).fileLine(path)
            let lines = try readableHead(type) + ["", line]
            guard CurlBody.isFile(lines) else { throw .unnameable }
            return Written(lines: lines)
        case .text(let text, let type):
            let body = CurlBody(type: sentType(type))
            // A file whose variables are not replaced is sent as it is.
            let isInline = !CurlBody.holdsLineEnd(text) || text.contains(bytes: "{{")
            let lines = try readableHead(type, isLiteral: isInline && body.isEncoded(text))
            return try body.written(text, below: lines, movesText: movesBodies)
        case .bytes(let bytes, let type):
            guard movesBodies else {
                throw .body("it is not text. Put it into a file and send that by --data-binary @FILE")
            }
            return Written(lines: try readableHead(type) + ["", CurlBody.movedLine], moved: [0: bytes])
        case .form:
            let boundary = writtenBoundary
            let type = "multipart/form-data; boundary=\(boundary)"
            let lines = try readableHead(type)
            return try CurlBody(type: sentType(type)).written(form, boundary, below: lines, movesTexts: movesBodies)
        }
    }

    /// Metadata, request line and headers, which are read back. A method or a URL with whitespace is sent by nobody, and would not be
    /// read as a request line.
    private func readableHead(_ type: String?, isLiteral: Bool = false) throws(Unwritable) -> [String] {
        let lines = try head(type, isLiteral: isLiteral)
        let document = HTTPDocument(bytes: Array(lines.joined(separator: "\n").utf8))
        let first = lines.count - sentHeaders(type).count
        guard document.requests.count == 1, hasMethod(document), Self.areHeaders(document.kinds[first...]) else {
            throw unwritableHead(type)
        }
        return lines
    }

    /// Whether the method is read as the one that curl sends, but for its letters: a request line has a usual one in capital letters, curl
    /// sends it as it is typed. GRAPHQL is no method there, but a request that is sent as POST.
    private func hasMethod(_ document: HTTPDocument) -> Bool {
        guard let request = document.requests.first, request.graphQL != .method else { return false }
        return request.method == sentMethod || request.method == sentMethod.uppercased()
    }

    /// What a request line sends otherwise than the command that could be written; nil if it has the same method.
    var methodRemark: String? {
        let (typed, sent) = (sentMethod, sentMethod.uppercased())
        return typed == sent ? nil : "curl sends the method as it is typed, \(typed); a request line sends \(sent)."
    }

    /// Whether no line is anything else than a header, such as a comment. What is no header at all is reported where it is sent.
    private static func areHeaders(_ kinds: ArraySlice<LineKind>) -> Bool {
        kinds.allSatisfy { $0 == .header || $0 == .unknown }
    }

    /// The first part of request line and headers that is not read back.
    private func unwritableHead(_ type: String?) -> Unwritable {
        func isRequest(_ text: String) -> Bool {
            guard !CurlBody.holdsLineEnd(text) else { return false }
            let document = HTTPDocument(bytes: Array(text.utf8))
            return document.requests.count == 1 && hasMethod(document)
        }
        func isHeader(_ header: Header) -> Bool {
            let line = "\(header.name): \(header.value)"
            guard !CurlBody.holdsLineEnd(line) else { return false }
            let document = HTTPDocument(bytes: Array("GET http://h/\n\(line)".utf8))
            return document.requests.count == 1 && Self.areHeaders(document.kinds[1...])
        }
        guard sentMethod.lowercased() != "curl", isRequest("\(sentMethod) http://h/") else {
            guard sentMethod.lowercased() != "graphql" else {
                return .head("method \(EngineError.quoted(sentMethod))", "it would be a GraphQL request, sent as POST")
            }
            return .head(
                "method \(EngineError.quoted(sentMethod))",
                "a method is one word of capital letters, digits and -, and begins with a letter")
        }
        guard !url.isEmpty, isRequest("\(sentMethod) \(target)") else { return .head("URL") }
        let header = sentHeaders(type).first { !isHeader($0) }
        return .head(header.map { "header \(EngineError.quoted($0.name))" } ?? "options")
    }

    /// Metadata, request line and headers.
    ///
    /// - Parameter isLiteral: whether nothing of the body may be encoded that is not yet; of the URL curl encodes no visible character.
    private func head(_ type: String?, isLiteral: Bool = false) throws(Unwritable) -> [String] {
        var lines: [String] = []
        let target = target
        if !followsRedirects { lines.append("# @no-redirect") }
        if isLiteral || Self.isOpen(target) { lines.append("# @no-auto-encoding") }
        if !checksCertificate { lines.append("# @no-reject-unauthorized") }
        if let timeout { lines.append("# @timeout \(timeout) s") }
        if let connectTimeout { lines.append("# @connection-timeout \(connectTimeout) s") }
        if retries > 0 { lines.append("# @retry \(retries)") }
        if let proxy, !usesNoProxy { lines.append("# @proxy \(proxyURL(proxy))") }
        if usesNoProxy { lines.append("# @no-proxy") }
        lines.append("\(sentMethod) \(target)\(version.map { " HTTP/\($0)" } ?? "")")
        lines += sentHeaders(type).map { $0.value.isEmpty ? "\($0.name):" : "\($0.name): \($0.value)" }
        guard !lines.contains(where: CurlBody.holdsLineEnd) else { throw unwritableHead(type) }
        return lines
    }

    /// Whether path or query have visible characters that would be encoded: `|`, `[`, a lone `%`.
    private static func isOpen(_ target: String) -> Bool {
        let text = mapped(target) {
            String($0)
        } reference: { _ in
            "x"
        }
        let server = text.firstRange(of: "://")?.upperBound ?? text.startIndex
        let start = text[server...].firstIndex { "/?#".contains($0) } ?? text.endIndex
        return HTTPURL.isEncoded("http://h\(text[start...])")
    }

    private func sentType(_ type: String?) -> ContentType {
        ContentType(sentHeaders(type).first { $0.name.lowercased() == "content-type" }?.value ?? "")
    }

    var sentMethod: String {
        if let method { return method }
        if isHead { return "HEAD" }
        if upload != nil { return "PUT" }
        return !form.isEmpty || !data.isEmpty && !sendsDataAsQuery ? "POST" : "GET"
    }

    /// Scheme, host and port of the URL as written; the scheme is empty if the URL has none.
    var origin: (scheme: Substring, authority: Substring) {
        let scheme = url.firstRange(of: "://").map { url[..<$0.upperBound] } ?? ""
        return (scheme, url[scheme.endIndex...].prefix { !"/?#".contains($0) })
    }

    /// The URL, with the name of an uploaded file where curl adds it: below a folder, or the server alone.
    private var uploadURL: String {
        guard let upload, upload != "-" else { return url }
        let server = origin.authority
        let path = url[server.endIndex...].prefix { !"?#".contains($0) }
        // A variable may hold a path.
        guard path.isEmpty ? !server.hasSuffix("}}") : path.hasSuffix("/") else { return url }
        let name = (path.isEmpty ? "/" : "") + PercentEncoding.component(PathText.name(of: upload))
        return url[..<path.endIndex] + name + url[path.endIndex...]
    }

    private var target: String {
        let url = uploadURL
        if requestTarget == "*" { return "*" }
        if let requestTarget { return origin.scheme + origin.authority + requestTarget }
        var parameters = query
        if sendsDataAsQuery, !joinedData.isEmpty { parameters.append(joinedData) }
        guard !parameters.isEmpty else { return url }
        let fragment = url.firstIndex(of: "#") ?? url.endIndex
        let start = url[..<fragment]
        let separator = !start.contains(bytes: "?") ? "?" : start.hasSuffix("?") || start.hasSuffix("&") ? "" : "&"
        return "\(start)\(separator)\(parameters.joined(separator: "&"))"
    }

    /// The headers in their order, followed by those that options imply and that are not given.
    private func sentHeaders(_ type: String?) -> [Header] {
        var all = headers
        func add(_ name: String, _ value: String) {
            if !removedHeaders.contains(name.lowercased()),
                !all.contains(where: { $0.name.lowercased() == name.lowercased() })
            {
                all.append(Header(name: name, value: value))
            }
        }
        if requestTarget == "*" {
            // The scheme is written only if the port does not imply it.
            add(
                "Host",
                origin.scheme.lowercased() == "https://" ? "https://\(origin.authority)" : String(origin.authority))
        }
        if !referer.isEmpty { add("Referer", referer) }
        if let login = user.flatMap(authorization) { add("Authorization", login) }
        if isJSON {
            add("Content-Type", "application/json")
            add("Accept", "application/json")
        }
        if let type { add("Content-Type", type) }
        guard !form.isEmpty, let boundary = type.flatMap({ ContentType($0).boundary }) else { return all }
        // Even if the multipart type is given, curl adds the boundary.
        for place in all.indices
        where all[place].name.lowercased() == "content-type" && all[place].value.lowercased().hasPrefix("multipart/") {
            all[place].value = ContentType.value(all[place].value, withBoundary: boundary)
        }
        return all
    }

    /// The proxy with the login of `--proxy-user`, which is used only if the URL has none.
    private func proxyURL(_ proxy: String) -> String {
        guard let proxyUser, !proxyUser.isEmpty, !ProxyServer.hasLogin(proxy) else { return proxy }
        let start = ProxyServer.serverStart(of: proxy)
        let server = proxy[start...]
        let parts = proxyUser.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        // A variable alone may have both, so it is text of a URL.
        let isWhole = parts.count == 1 && proxyUser.contains(bytes: "{{")
        let login = isWhole ? proxyUser : parts.map { Self.encodedLogin(String($0)) }.joined(separator: ":")
        guard start == proxy.startIndex else { return "\(proxy[..<start])\(login)@\(server)" }
        // The value of the variable may have a scheme and a login, which is known only when the request is sent.
        return proxy.hasPrefix("{{") ? "\(proxy) \(login)" : "http://\(login)@\(proxy)"
    }

    /// A part of a login that curl decodes, such as `p%40ss`.
    private static func encodedLogin(_ text: String) -> String {
        mapped(text) { literal in
            PercentEncoding.encode(URLEncoding.decode(Array(literal.utf8))) { byte, _ in
                URLEncoding.isUnreserved(byte)
            }
        } reference: { reference in
            encodedReference(reference)
        }
    }

    /// The value of `Authorization` for `--user`; nil if no login of a request file has the meaning of the options.
    private func authorization(_ user: String) -> String? {
        let parts = user.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        let (name, password) = (parts.first ?? "", parts.count > 1 ? parts[1] : "")
        if let signature { return Self.awsLogin(signature, name, password) }
        if isDigest { return Self.digestLogin(name, password) }
        // Kept readable as long as the shorthand means the same.
        let login = "\(name):\(password)"
        let isReadable = !login.utf8.contains { LineText.isSpace($0) || ASCII.isControl($0) }
        return isReadable || login.contains(bytes: "{{") ? "Basic \(login)" : "Basic \(Base64.encode(login))"
    }

    /// `AWS key secret region:… service:…`, for `--aws-sigv4 provider:provider:region:service` with `--user`.
    private static func awsLogin(_ signature: String, _ key: String, _ secret: String) -> String? {
        let parts = signature.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
        guard parts.first?.lowercased() == "aws", isWord(key), isWord(secret) else { return nil }
        var words = ["AWS", key, secret]
        if parts.count > 2, !parts[2].isEmpty { words.append("region:\(parts[2])") }
        if parts.count > 3, !parts[3].isEmpty { words.append("service:\(parts[3])") }
        return words.joined(separator: " ")
    }

    /// `Digest user password`, or `Digest user:` with an empty password. A space ends the name, and the ends of a header's value are
    /// not part of it.
    private static func digestLogin(_ name: String, _ password: String) -> String? {
        guard isWord(name), password == password.trimmingWhitespace(), !"\(name) \(password)".contains(bytes: "=\"")
        else { return nil }
        return password.isEmpty ? "Digest \(name):" : "Digest \(name) \(password)"
    }

    /// Whether the text is one word; a reference may have spaces in its braces.
    private static func isWord(_ text: String) -> Bool {
        !text.isEmpty && (text.contains(bytes: "{{") || !text.utf8.contains(where: LineText.isSpace))
    }

    /// The login must not be sent in another way than curl would send it: a key that signs is no password.
    private func checkLogin() throws(Unwritable) {
        if let problem = proxyLoginProblem { throw .head("login for the proxy", problem) }
        guard hasLogin, !removedHeaders.contains("authorization"),
            !headers.contains(where: { $0.name.lowercased() == "authorization" })
        else { return }
        if let problem = loginFlagProblem { throw .head("login", problem) }
        guard let user else {
            guard signature != nil || isDigest else { return }
            throw .head("login", "a login in the URL is sent as Basic. Give it by --user")
        }
        guard authorization(user) == nil else { return }
        guard let signature else {
            throw .head(
                "login", "a name for --digest is one word, and its password has no spaces at its ends and no =\"")
        }
        let provider = signature.prefix { $0 != ":" }
        guard provider.lowercased() == "aws" else {
            throw .head(
                "login", "requests are signed for --aws-sigv4 aws only, not for \(EngineError.quoted(String(provider)))"
            )
        }
        throw .head("login", "--aws-sigv4 needs --user KEY:SECRET with a key and a secret without spaces")
    }

    private enum Content {
        case none(type: String?)
        case file(String, type: String?)
        case text(String, type: String)
        case bytes([UInt8], type: String)
        case form
    }

    private func content() throws(Unwritable) -> Content {
        if !form.isEmpty { return .form }
        if let upload { return .file(upload, type: nil) }
        guard !data.isEmpty, !sendsDataAsQuery else { return .none(type: nil) }
        let type = isJSON ? "application/json" : "application/x-www-form-urlencoded"
        if data.count == 1 {
            if case .file(let path, _) = data[0] { return .file(path, type: type) }
            if case .bytes(let bytes) = data[0] { return .bytes(bytes, type: type) }
        }
        for item in data {
            guard case .text = item else { throw .joinsFile }
        }
        let text = joinedData
        return text.isEmpty ? .none(type: type) : .text(text, type: type)
    }

    /// `part`, or if a text contains that, a boundary derived from the texts.
    private var writtenBoundary: String {
        let texts = form.map { part in
            if case .text(let text) = part.content {
                Array("\(part.name)\n\(text)".utf8)
            } else {
                Array(part.name.utf8)
            }
        }
        var candidate = "part"
        var number = 0
        while texts.contains(where: { ByteSearch.contains(Array("--\(candidate)".utf8), in: $0) }) {
            number += 1
            candidate =
                "part" + Hexadecimal.text(SHA256.hash(Array(texts.joined()) + Array(String(number).utf8))).prefix(16)
        }
        return candidate
    }
}
