import Workspace

/// `[Options]` of an entry.
struct HurlOptions {
    var options = ImportedOptions(followsRedirects: false)
    var headers: [ImportedRow] = []
    /// `variable: name=value`
    var variables: [ImportedVariable] = []
    private var user: String?
    private var aws: String?

    /// Options about what Hurl prints, or that make no difference here.
    private static let silent: Set<String> = [
        "verbose", "very-verbose", "verbosity", "compressed", "color", "no-color", "retry-interval",
    ]

    mutating func take(_ pair: HurlFile.Pair, _ place: ImportPlace, _ notices: inout NoticeList) {
        let value = HurlText.translated(pair.value)
        let isOn = value == "true"
        switch pair.name {
        case "location": options.followsRedirects = isOn
        case "location-trusted":
            options.followsRedirects = isOn
            if isOn { notices.changed("Logins are not sent to another server after a redirect.", at: place) }
        case "insecure": if isOn { options.verifiesTLS = false }
        case "max-time": options.timeout = limit(value) ?? left(pair, place, &notices)
        case "connect-timeout": options.connectTimeout = limit(value) ?? left(pair, place, &notices)
        case "delay": options.delay = duration(value, bare: .milliseconds(1)) ?? left(pair, place, &notices)
        case "retry":
            guard let count = Int(value) else { return lost(pair, place, &notices) }
            options.retries = count < 0 ? 20 : min(count, 20)
            if count < 0 || count > 20 { notices.changed("The request is sent again 20 times at most.", at: place) }
        case "skip":
            if isOn { options.isDisabled = true } else if value != "false" { lost(pair, place, &notices) }
        case "proxy": options.proxy = value
        case "noproxy" where value == "*": options.proxy = ""
        case "http1.0" where isOn: options.httpVersion = "1.0"
        case "http1.1" where isOn: options.httpVersion = "1.1"
        case "http2" where isOn: options.httpVersion = "2"
        case "http3" where isOn: options.httpVersion = "3"
        case "http1.0", "http1.1", "http2", "http3": break
        case "output": options.outputFile = value
        case "user": user = value
        case "aws-sigv4": aws = value
        case "header":
            guard let colon = value.firstIndex(of: ":") else { return lost(pair, place, &notices) }
            headers.append(
                ImportedRow(
                    value[..<colon].trimmedText, value[value.index(after: colon)...].trimmedText, place: place))
        case "variable":
            guard let equals = value.firstIndex(of: "=") else { return lost(pair, place, &notices) }
            let text = value[value.index(after: equals)...].trimmedText
            let isQuoted = text.utf8.count > 1 && text.hasPrefix("\"") && text.hasSuffix("\"")
            variables.append(
                ImportedVariable(
                    name: value[..<equals].trimmedText, value: isQuoted ? String(text.dropFirst().dropLast()) : text,
                    place: place))
        case let name where Self.silent.contains(name): break
        default: lost(pair, place, &notices)
        }
    }

    /// The login of `user`; nil if there is none.
    var login: ImportedLogin? {
        guard let user else { return nil }
        let colon = user.firstIndex(of: ":") ?? user.endIndex
        let name = String(user[..<colon])
        let password = String(user[colon...].dropFirst())
        guard let aws else { return .request(.basic(user: name, password: password)) }
        // aws:amz:region:service
        let parts = aws.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
        return .request(
            .aws(
                RequestLogin.AWSLogin(
                    keyID: name, secret: password, region: parts.count > 2 ? parts[2] : "",
                    service: parts.count > 3 ? parts[3] : "")))
    }

    private func lost(_ pair: HurlFile.Pair, _ place: ImportPlace, _ notices: inout NoticeList) {
        notices.lost("The option \(NoticeList.quoted("\(pair.name): \(pair.value)")) is left out.", at: place)
    }

    private func left(_ pair: HurlFile.Pair, _ place: ImportPlace, _ notices: inout NoticeList) -> Duration? {
        lost(pair, place, &notices)
        return nil
    }

    /// nil for 0, which is no limit in Hurl.
    private func limit(_ text: String) -> Duration? {
        duration(text, bare: .seconds(1)).flatMap { $0 > .zero ? $0 : nil }
    }

    /// `30s`, `500ms`, `2m`, `10`.
    private func duration(_ text: String, bare: Duration) -> Duration? {
        let digits = text.prefix { $0.isASCII && $0.isNumber }
        guard let count = Int(digits), count < 1_000_000_000 else { return nil }
        switch text.dropFirst(digits.count).trimmedText {
        case "": return bare * count
        case "ms": return .milliseconds(count)
        case "s": return .seconds(count)
        case "m": return .seconds(60 * count)
        case "h": return .seconds(3600 * count)
        default: return nil
        }
    }
}
