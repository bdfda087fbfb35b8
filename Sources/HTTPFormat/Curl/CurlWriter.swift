import Base
import NetEngine

/// Writes the curl command that sends what the engine sent: method, URL, headers in their order, body, and how the
/// connection was made. `CurlCommand` reads it back.
///
/// curl adds its own headers; each is either written out or switched off, so that a server receives the same bytes.
package struct CurlWriter: Sendable {
    /// What is written instead of secrets. By default everything is written as it was sent.
    package struct Disguise: Sendable {
        package var url: @Sendable (String) -> String
        package var value: @Sendable (HeaderField) -> [UInt8]
        package var body: @Sendable ([UInt8]) -> [UInt8]
        /// A password of a proxy or a certificate.
        package var password: @Sendable (String) -> String

        package init(
            url: @escaping @Sendable (String) -> String = { $0 },
            value: @escaping @Sendable (HeaderField) -> [UInt8] = { $0.valueBytes },
            body: @escaping @Sendable ([UInt8]) -> [UInt8] = { $0 },
            password: @escaping @Sendable (String) -> String = { $0 }
        ) {
            self.url = url
            self.value = value
            self.body = body
            self.password = password
        }
    }

    /// Linux passes at most 128 KiB in one argument; longer bodies go through a pipe.
    private static let longestArgument = 100_000
    /// Above this size curl waits for `100 Continue` before it sends a body; the engine never does.
    private static let expectLimit = 1 << 20

    private let request: PreparedRequest
    private let disguise: Disguise
    /// True if curl would find a proxy in its environment that the engine did not use.
    private let environmentNamesProxy: Bool
    private let values: ShellText.Values?
    private let moreOptions: [String]

    /// - Parameters:
    ///   - environmentNamesProxy: true if curl would find a proxy in its environment that the engine did not use.
    ///   - values: what the shell inserts into the request; nil if nothing.
    ///   - moreOptions: options with their values, as they are written in a shell.
    package init(
        _ request: PreparedRequest, disguise: Disguise = Disguise(), environmentNamesProxy: Bool = false,
        values: ShellText.Values? = nil, moreOptions: [String] = []
    ) {
        self.request = request
        self.disguise = disguise
        self.environmentNamesProxy = environmentNamesProxy
        self.values = values
        self.moreOptions = moreOptions
    }

    /// The command, one option a line.
    package var text: String {
        let body = body
        let url = ShellText.word(disguise.url(request.url.textWithoutUserInfo), values)
        let all =
            [methodOption(hasBody: !body.options.isEmpty) + url]
            + headerOptions(hasBody: !body.options.isEmpty) + body.options + transferOptions + connectionOptions
            + moreOptions
        let command = "curl " + all.joined(separator: " \\\n  ")
        return body.source.map { "\($0) | \(command)" } ?? command
    }

    // MARK: Method and headers

    private func methodOption(hasBody: Bool) -> String {
        if request.method == .head { return "--head " }
        let implied: HTTPMethod = hasBody ? .post : .get
        return request.method == implied ? "" : "-X \(ShellText.word(request.method.rawValue)) "
    }

    private func headerOptions(hasBody: Bool) -> [String] {
        var options: [String] = []
        for field in request.headers where !isLeftToCurl(field) {
            let value = disguise.value(field)
            let isEmpty = value.allSatisfy { $0 == Byte.space || $0 == Byte.tab }
            let line = field.nameBytes + (isEmpty ? [Byte.semicolon] : [Byte.colon, Byte.space] + value)
            let isForTunnel = isTunnel && field.isNamed("Proxy-Authorization")
            options.append((isForTunnel ? "--proxy-header " : "-H ") + ShellText.word(line, values))
        }
        // A name without a value switches off what curl would add.
        for name in ["User-Agent", "Accept"] where !request.headers.contains(name) { options.append("-H '\(name):'") }
        if hasBody, !request.headers.contains("Content-Type") { options.append("-H 'Content-Type:'") }
        if mayBeLarge, !request.headers.contains("Expect") { options.append("-H 'Expect:'") }
        if let proxy = request.proxy, !proxy.kind.isSOCKS, !isTunnel { options.append("-H 'Proxy-Connection:'") }
        return options
    }

    /// curl writes `Host` from the URL, and counts the length of a body.
    private func isLeftToCurl(_ field: HeaderField) -> Bool {
        guard field.origin == .engine else { return false }
        return field.isNamed("Host") || field.isNamed("Transfer-Encoding")
            || (field.isNamed("Content-Length") && field.valueBytes != [0x30])
    }

    // MARK: Body

    /// The options for the body, and the command that pipes it into curl; none without a body.
    private var body: (source: String?, options: [String]) {
        switch request.body {
        case .none, .stream: return (nil, [])
        case .bytes(let bytes):
            let bytes = disguise.body(bytes)
            guard !bytes.isEmpty else { return (nil, []) }
            if let text = ShellText.printable(bytes), bytes.count < Self.longestArgument {
                return (nil, ["--data-raw \(ShellText.word(text, values))"])
            }
            return (ShellText.printf(bytes, values), Self.fromPipe)
        case .file(let path): return (nil, ["--data-binary \(ShellText.word("@" + path))"])
        case .pieces(let pieces):
            let commands = pieces.map { piece in
                switch piece {
                case .bytes(let bytes): ShellText.printf(disguise.body(bytes), values)
                case .file(let path): "cat -- \(ShellText.word(path))"
                }
            }
            guard !commands.isEmpty else { return (nil, []) }
            return ("{ \(commands.joined(separator: "; ")); }", Self.fromPipe)
        }
    }

    private static let fromPipe = ["--data-binary @-"]

    /// The size of a file is not known here.
    private var mayBeLarge: Bool {
        switch request.body {
        case .none, .stream: false
        case .bytes(let bytes): bytes.count >= Self.expectLimit
        case .file, .pieces: true
        }
    }

    // MARK: Transfer

    private var transferOptions: [String] {
        var options: [String] = []
        if request.url.isServer { options.append("--request-target '*'") }
        if request.url.path.contains(bytes: "/.") { options.append("--path-as-is") }
        if request.url.requestTarget.contains(where: { "[]{}".contains($0) }) { options.append("--globoff") }
        if request.options.followRedirects {
            options.append("--location")
            if request.options.maxRedirects != 10 { options.append("--max-redirs \(request.options.maxRedirects)") }
        }
        if request.options.decodesContent { options.append("--compressed") }
        switch request.options.httpVersion {
        case .automatic: break
        case .http1_0: options.append("--http1.0")
        case .http1_1: options.append("--http1.1")
        // In the clear curl would ask for an upgrade.
        case .http2: if request.url.scheme == .https { options.append("--http2") }
        case .http2PriorKnowledge: options.append("--http2-prior-knowledge")
        }
        return options
    }

    private var isTunnel: Bool {
        guard let proxy = request.proxy else { return false }
        return proxy.kind.isSOCKS || request.url.scheme == .https
            || request.options.httpVersion == .http2PriorKnowledge
    }

    private var connectionOptions: [String] { proxyOptions + tlsOptions + addressOptions }

    private func option(_ name: String, _ value: String?) -> [String] {
        value.map { ["\(name) \(ShellText.word($0, values))"] } ?? []
    }

    private var proxyOptions: [String] {
        guard let proxy = request.proxy else { return environmentNamesProxy ? option("--noproxy", "*") : [] }
        let password = disguise.password(proxy.password ?? "")
        // curl decodes both of them, and takes the first colon as the end of the name.
        let login = proxy.user.map {
            "\($0.replacing(bytes: "%", with: "%25").replacing(bytes: ":", with: "%3A")):"
                + password.replacing(bytes: "%", with: "%25")
        }
        // For other than https curl would not make a tunnel by itself.
        let needsTunnel = isTunnel && !proxy.kind.isSOCKS && request.url.scheme == .http
        let tunnel = needsTunnel ? ["--proxytunnel"] : []
        guard let user = proxy.user, let marks = values?.marks, marks.occur(in: user) || marks.occur(in: password)
        else {
            return option("--proxy", proxy.description) + option("--proxy-user", login) + tunnel
        }
        // What the shell inserts is text of a URL, in which curl decodes it.
        let userInfo = "\(PercentEncoding.component(user)):\(PercentEncoding.component(password))"
        return option("--proxy", "\(proxy.kind.rawValue)://\(userInfo)@\(proxy.host):\(proxy.port)") + tunnel
    }

    private var tlsOptions: [String] {
        guard request.url.scheme == .https || request.proxy?.kind == .https else { return [] }
        let tls = request.options.tls
        var options = request.options.verifiesTLS ? [] : ["--insecure"]
        options += option("--cacert", request.options.caFile) + option("--capath", tls.caDirectory)
        if tls.minimumVersion == .tls1_3 { options.append("--tlsv1.3") }
        if let certificate = tls.clientCertificate {
            // What follows a colon would be the password.
            let file = certificate.file.replacing(bytes: "\\", with: "\\\\").replacing(bytes: ":", with: "\\:")
            options += option("--cert", file) + (certificate.format == .pkcs12 ? ["--cert-type P12"] : [])
            options += option("--key", certificate.keyFile)
            options += option("--pass", certificate.password.map(disguise.password))
        }
        let pins = tls.pinnedKeys.map(\.description)
        return options + option("--pinnedpubkey", pins.isEmpty ? nil : pins.joined(separator: ";"))
    }

    private var addressOptions: [String] {
        let connection = request.options.connection
        var options: [String] = []
        if let path = connection.unixSocket {
            let isAbstract = path.hasPrefix("@")
            options +=
                isAbstract
                ? option("--abstract-unix-socket", String(path.dropFirst())) : option("--unix-socket", path)
        }
        switch connection.addressFamily {
        case .any: break
        case .ipv4: options.append("--ipv4")
        case .ipv6: options.append("--ipv6")
        }
        for override in connection.resolve {
            let addresses = override.addresses.map { $0.contains(bytes: ":") ? "[\($0)]" : $0 }.joined(separator: ",")
            options += option(
                "--resolve", "\(override.host ?? "*"):\(override.port ?? request.url.port):\(addresses)")
        }
        for override in connection.connectTo {
            let ports = [override.port, override.targetPort].map { $0.map { "\($0)" } ?? "" }
            options += option(
                "--connect-to", "\(override.host ?? ""):\(ports[0]):\(override.targetHost ?? ""):\(ports[1])")
        }
        options += option("--interface", connection.localAddress)
        return options
            + option("--local-port", connection.localPorts.map { "\($0.lowerBound)-\($0.upperBound)" })
    }
}
