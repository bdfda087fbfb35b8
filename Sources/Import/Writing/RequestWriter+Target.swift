import Base
import Descriptions
import HTTPFormat
import NetEngine
import Workspace

extension RequestWriter {
    /// A line is no longer than this if it can be broken at parameters.
    private static let longestTarget = 100

    mutating func writeTarget() {
        let written = WrittenURL(named(request.url.trimmingAllWhitespace()))
        let query = written.query ?? ""
        // The fragment is never sent.
        var url = written.scheme + login(written.userInfo) + written.host + written.path
        if url.isEmpty, query.isEmpty {
            let name = state.unset("url")
            note(.kept, "The request has no URL: give the variable \(name) a value.")
            url = "{{\(name)}}"
        }
        if !url.contains(bytes: "://"), !url.hasPrefix("{{"), !url.hasPrefix("/"), url != "*" { url = "http://" + url }
        var pieces: [(text: String, isEnabled: Bool)] = []
        for piece in query.split(separator: "&") { pieces.append((parameter(String(piece)), true)) }
        for row in parameters { pieces.append((parameter(row), row.isEnabled)) }
        pieces.removeAll { $0.text.isEmpty }
        var line = "\(method) \(RequestLineText.url(url))"
        let length = pieces.reduce(line.utf8.count) { $0 + $1.text.utf8.count + 1 }
        let isShort = pieces.allSatisfy(\.isEnabled) && (length <= Self.longestTarget || pieces.count < 2)
        let version = request.options.httpVersion.map { " HTTP/\($0)" } ?? ""
        var separator = "?"
        guard !isShort else {
            for piece in pieces {
                line += separator + piece.text
                separator = "&"
            }
            draft.target = [line + version]
            return
        }
        // A line that begins with two question marks is a check.
        if let first = pieces.firstIndex(where: \.isEnabled), pieces[first].text.hasPrefix("?") {
            line += separator + pieces.remove(at: first).text
            separator = "&"
        }
        draft.target = [line + version]
        for piece in pieces where piece.isEnabled {
            draft.target.append("    \(separator)\(piece.text)")
            separator = "&"
        }
        for piece in pieces where !piece.isEnabled { draft.target.append("    # &\(piece.text)") }
    }

    /// User and password before the host, as they are written, with their secrets in private variables. A user alone is mostly a token.
    private mutating func login(_ userInfo: String?) -> String {
        guard let userInfo else { return "" }
        guard !userInfo.contains(bytes: "\\{") else { return "\(userInfo)@" }
        let parts = WrittenURL.split(userInfo, at: Byte.colon)
        let (user, password) = parts ?? (before: userInfo, after: "")
        if SecretName.isLiteral(password) {
            return "\(user):\(secret(RequestLineText.url(password), named: "password"))@"
        }
        guard password.isEmpty, SecretName.isLiteral(user) else { return "\(userInfo)@" }
        return "\(secret(RequestLineText.url(user), named: "token"))\(parts == nil ? "" : ":")@"
    }

    /// The URL of a proxy with its password in a private variable.
    mutating func withoutSecret(proxy text: String) -> String {
        if let (url, login) = WrittenURL.splitLogin(text) {
            return withoutSecret(proxyLogin: login).map { "\(url) \($0)" } ?? text
        }
        let url = WrittenURL(text)
        guard let userInfo = url.userInfo, !userInfo.contains(bytes: "\\{"),
            let login = withoutSecret(proxyLogin: userInfo)
        else { return text }
        let rest = url.host + url.path + (url.query.map { "?\($0)" } ?? "") + url.fragment
        return "\(url.scheme)\(login)@\(rest)"
    }

    /// `user:password` with the password in a private variable; nil if no password is written out.
    private mutating func withoutSecret(proxyLogin login: String) -> String? {
        guard let (user, password) = WrittenURL.split(login, at: Byte.colon), SecretName.isLiteral(password) else {
            return nil
        }
        return "\(user):\(secret(RequestLineText.url(password), named: "proxy_password"))"
    }

    /// A piece of the query that the URL itself has.
    private mutating func parameter(_ piece: String) -> String { withoutSecret(piece: RequestLineText.url(piece)) }

    /// A piece of a query or a form, as it is sent.
    mutating func withoutSecret(piece: String) -> String {
        guard let (name, value) = WrittenURL.split(piece, at: Byte.equals) else { return piece }
        return "\(name)=\(withoutSecret(parameter: name, value))"
    }

    /// The value of a header with the secrets of its URL, if it is one, in private variables: browsers send the URL of a page as `Referer`.
    mutating func withoutSecrets(inURL value: String) -> String {
        let url = WrittenURL(value)
        guard !url.scheme.isEmpty else { return value }
        var pieces: [String] = []
        for piece in (url.query ?? "").split(separator: "&", omittingEmptySubsequences: false) {
            pieces.append(withoutSecret(piece: String(piece)))
        }
        let query = url.query == nil ? "" : "?" + pieces.joined(separator: "&")
        return url.scheme + login(url.userInfo) + url.host + url.path + query + url.fragment
    }

    /// The value of a parameter as it is written, or the private variable that has it if it is a secret.
    private mutating func withoutSecret(parameter name: String, _ value: String) -> String {
        SecretName.isOpen(name, value) ? secret(value, named: name) : value
    }

    /// A row as it is written in a query or a form.
    /// - Parameter isForm: tools encode a field of a form after they have replaced its variables, but not a parameter.
    mutating func parameter(_ row: ImportedRow, isForm: Bool = false) -> String {
        func written(_ text: String, isName: Bool) -> String {
            guard !row.isEncoded else { return RequestLineText.url(text) }
            let text = RequestLineText.oneLine(ParameterText.written(text, isName: isName))
            return isForm ? ReferenceNames.encoding(text) : text
        }
        let name = written(named(row.name), isName: true)
        if row.isNameOnly { return name }
        let value = written(named(row.value), isName: false)
        guard !name.isEmpty || !value.isEmpty else { return "" }
        return "\(name)=\(withoutSecret(parameter: row.name, value))"
    }
}
