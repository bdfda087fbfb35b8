import Base
import NetEngine

extension CurlCommand {
    /// The request as lines of a `.http` file: metadata, request line, headers, body. nil if it cannot be expressed
    /// there.
    ///
    /// The lines are read back to make sure: a body that would be read as something else has no such form.
    var requestLines: [String]? {
        // Such a line would be read as a curl command again.
        guard !url.isEmpty, sentMethod.lowercased() != "curl", let content = body() else { return nil }
        var lines: [String] = []
        if !followsRedirects { lines.append("# @no-redirect") }
        if !checksCertificate { lines.append("# @no-reject-unauthorized") }
        if let timeout { lines.append("# @timeout \(timeout) s") }
        if let connectTimeout { lines.append("# @connection-timeout \(connectTimeout) s") }
        if let proxy, !usesNoProxy { lines.append("# @proxy \(proxyURL(proxy))") }
        if usesNoProxy { lines.append("# @no-proxy") }
        lines.append("\(sentMethod) \(target)\(version.map { " HTTP/\($0)" } ?? "")")
        lines += sentHeaders(content.type).map { $0.value.isEmpty ? "\($0.name):" : "\($0.name): \($0.value)" }
        guard !lines.contains(where: { $0.utf8.contains(Byte.lineFeed) || $0.utf8.contains(Byte.carriageReturn) })
        else { return nil }
        guard !content.lines.isEmpty else {
            // A method or a URL with whitespace is sent by nobody, and would not be read as a request line.
            return HTTPDocument(bytes: Array(lines.joined(separator: "\n").utf8)).requests.count == 1 ? lines : nil
        }
        // Empty lines around a body are never sent.
        let isBlank: (String) -> Bool = { $0.utf8.allSatisfy(LineText.isSpace) }
        let kept = content.lines.drop(while: isBlank).reversed().drop(while: isBlank).reversed()
        let text = kept.joined(separator: "\n")
        for keeps in [false, true] {
            let written = (keeps ? ["# @keep-body-comments"] : []) + lines + [""] + content.lines
            let document = HTTPDocument(bytes: Array(written.joined(separator: "\n").utf8))
            if document.requests.count == 1, document.requests[0].body.text == text,
                !document.kinds.contains(.bodyComment)
            {
                return written
            }
        }
        return nil
    }

    /// Why there are no `requestLines`, as a sentence without its full stop.
    var unwritable: String {
        let isBody = body().map { !$0.lines.isEmpty } ?? true
        return
            "The \(isBody ? "body" : "method, URL or headers") of this curl command cannot be written in a request file"
    }

    private var sentMethod: String {
        if let method { return method }
        if isHead { return "HEAD" }
        if upload != nil { return "PUT" }
        return !form.isEmpty || !data.isEmpty && !sendsDataAsQuery ? "POST" : "GET"
    }

    /// Scheme, host and port of the URL as written; the scheme is empty if the URL has none.
    private var origin: (scheme: Substring, authority: Substring) {
        let scheme = url.firstRange(of: "://").map { url[..<$0.upperBound] } ?? ""
        return (scheme, url[scheme.endIndex...].prefix { !"/?#".contains($0) })
    }

    private var target: String {
        if requestTarget == "*" { return "*" }
        if let requestTarget { return origin.scheme + origin.authority + requestTarget }
        var parameters = query
        if sendsDataAsQuery {
            for case .text(let text) in data where !text.isEmpty { parameters.append(text) }
        }
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
        if let user { add("Authorization", authorization(user)) }
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

    /// The proxy with the login of `--proxy-user`.
    private func proxyURL(_ proxy: String) -> String {
        guard let proxyUser, !proxyUser.isEmpty else { return proxy }
        let parts = proxyUser.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        let login = parts.map { $0.contains(bytes: "{{") ? String($0) : PercentEncoding.component(String($0)) }
        guard let scheme = proxy.firstRange(of: "://") else { return "http://\(login.joined(separator: ":"))@\(proxy)" }
        return "\(proxy[..<scheme.upperBound])\(login.joined(separator: ":"))@\(proxy[scheme.upperBound...])"
    }

    /// `AWS key secret region:… service:…`, for `--aws-sigv4 provider:provider:region:service` with `--user`.
    private func awsLogin(_ signature: String, _ user: String) -> String? {
        let parts = signature.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
        guard parts.first?.lowercased() == "aws", let colon = user.firstIndex(of: ":") else { return nil }
        var words = ["AWS", String(user[..<colon]), String(user[user.index(after: colon)...])]
        guard words.allSatisfy({ !$0.isEmpty && !$0.contains(" ") }) else { return nil }
        if parts.count > 2, !parts[2].isEmpty { words.append("region:\(parts[2])") }
        if parts.count > 3, !parts[3].isEmpty { words.append("service:\(parts[3])") }
        return words.joined(separator: " ")
    }

    private func authorization(_ user: String) -> String {
        if let signature, let login = awsLogin(signature, user) { return login }
        if isDigest, let colon = user.firstIndex(of: ":") {
            return "Digest \(user[..<colon]) \(user[user.index(after: colon)...])"
        }
        // Kept readable as long as the shorthand means the same.
        let login = user.contains(bytes: ":") ? user : user + ":"
        return login.contains(" ") && !login.contains(bytes: "{{") ? "Basic \(Base64.encode(login))" : "Basic \(login)"
    }

    private func body() -> (lines: [String], type: String?)? {
        if !form.isEmpty { return multipart() }
        if let upload { return ([LineSyntax.bodyFileLine(upload)], nil) }
        guard !data.isEmpty, !sendsDataAsQuery else { return ([], nil) }
        let type = isJSON ? "application/json" : "application/x-www-form-urlencoded"
        if case .file(let path, _)? = data.first, data.count == 1 { return ([LineSyntax.bodyFileLine(path)], type) }
        var text = ""
        for (index, item) in data.enumerated() {
            guard case .text(let piece) = item else { return nil }
            text += index > 0 && !isJSON ? "&\(piece)" : piece
        }
        if text.isEmpty { return ([], type) }
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map {
            $0.hasSuffix("\r") ? String($0.dropLast()) : String($0)
        }
        return (lines, type)
    }

    /// The parts written out, as the dialect has them. The boundary occurs in no part as written; the one that is sent
    /// is chosen when all values are known (`MultipartLines`).
    private func multipart() -> (lines: [String], type: String?)? {
        let boundary = writtenBoundary
        var lines: [String] = []
        for part in form {
            lines.append("--\(boundary)")
            var disposition = "Content-Disposition: form-data; name=\"\(Self.quoted(part.name))\""
            if case .file(let path, true) = part.content {
                disposition += "; filename=\"\(Self.quoted(part.fileName ?? PathText.name(of: path)))\""
            } else if let name = part.fileName {
                disposition += "; filename=\"\(Self.quoted(name))\""
            }
            lines.append(disposition)
            if let type = part.type { lines.append("Content-Type: \(type)") }
            lines.append("")
            switch part.content {
            case .text(let text):
                lines += text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
            case .file(let path, _): lines.append(LineSyntax.bodyFileLine(path))
            }
        }
        lines.append("--\(boundary)--")
        return (lines, "multipart/form-data; boundary=\(boundary)")
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

    /// Escaped as curl escapes names by default (7.81 and later).
    private static func quoted(_ name: String) -> String { MultipartName.quoted(name) }
}
