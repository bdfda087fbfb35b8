import Base
import HTTPFormat
import NetEngine
import Workspace

/// Writes the HTTPie command (version 3) that sends a request.
///
/// HTTPie adds headers itself; each is written out or switched off, but for `Connection`, which every request of HTTPie has.
struct HTTPieWriter {
    /// Linux passes at most 128 KiB in one argument.
    private static let longestArgument = 100_000

    private let item: ExportItem
    private let values: ShellText.Values
    private let request: PreparedRequest?

    init(_ item: ExportItem, _ values: ShellText.Values) {
        self.item = item
        self.values = values
        request = item.prepared
    }

    /// Why HTTPie cannot send the request; nil if it can.
    var refusal: String? {
        guard let request else { return "It cannot be built." }
        let method = request.method.rawValue
        guard method.utf8.allSatisfy({ (0x41...0x5A).contains($0) }) else {
            return "HTTPie cannot send the method \(method): it takes upper-case letters only."
        }
        guard !request.url.isServer else { return "HTTPie cannot send a request to the target *." }
        if case .aws = item.login { return "HTTPie cannot sign for AWS." }
        for field in request.headers where !isLeftToHTTPie(field) {
            if String(validating: field.valueBytes, as: UTF8.self) == nil {
                return "HTTPie cannot send the header \(field.name): its value is not UTF-8."
            }
            if Self.word(for: field) == nil {
                return
                    "HTTPie cannot send the header \(field.name): its value has a backslash before one of : ; = @."
            }
        }
        return nil
    }

    static let changesURL =
        "HTTPie writes the URL in another way: without triplets that are not needed, others in capitals, characters like [ and | encoded, and without a lone ?."

    /// What the command leaves out.
    var losses: [String] {
        guard let request else { return [] }
        var losses: [String] = []
        switch request.options.httpVersion {
        case .automatic, .http1_1: break
        case .http1_0, .http2, .http2PriorKnowledge: losses.append("HTTPie sends HTTP/1.1 only.")
        }
        if request.options.connection != ConnectionOptions() {
            losses.append("HTTPie has no options for addresses and sockets; they are left out.")
        }
        if !request.options.tls.pinnedKeys.isEmpty { losses.append("HTTPie cannot pin keys.") }
        if item.request.settings.timeout != nil { losses.append("HTTPie has no limit for the whole exchange.") }
        if Self.changes(request.url) { losses.append(Self.changesURL) }
        return losses
    }

    /// The command, one option a line.
    var text: String {
        guard let request else { return "" }
        let body = body(of: request)
        let url = ShellText.word(item.shownURL(request.url.textWithoutUserInfo), values)
        let all = options(request) + ["\(request.method.rawValue) \(url)"] + headers(request)
        let command = "http " + (body.options + all).joined(separator: " \\\n  ")
        return (body.source.map { "\($0) | " } ?? "") + command + (body.file.map { " < \($0)" } ?? "")
    }

    // MARK: Headers

    /// HTTPie writes `Host` from the URL, and counts the length of a body.
    private func isLeftToHTTPie(_ field: HeaderField) -> Bool {
        guard field.origin == .engine else { return false }
        return field.isNamed("Host") || field.isNamed("Transfer-Encoding") || field.isNamed("Content-Length")
    }

    private func headers(_ request: PreparedRequest) -> [String] {
        var words: [String] = []
        for field in request.headers where !isLeftToHTTPie(field) {
            guard let word = Self.word(for: field) else { continue }
            words.append(ShellText.word(word, values))
        }
        // A name without a value switches off what HTTPie would add.
        for name in ["User-Agent", "Accept", "Accept-Encoding"] where !request.headers.contains(name) {
            words.append("\(name):")
        }
        if !request.headers.contains("Content-Type") { words.append("Content-Type:") }
        return words
    }

    /// `Name:value` as HTTPie reads it, or `Name;`; nil if its rules for backslashes allow no such value.
    private static func word(for field: HeaderField) -> [UInt8]? {
        var value = field.valueBytes[...]
        while let first = value.first, first == Byte.space || first == Byte.tab { value = value.dropFirst() }
        guard let first = value.first else { return field.nameBytes + [Byte.semicolon] }
        let special = Array(":;=@".utf8)
        var word = field.nameBytes + [Byte.colon]
        if special.contains(first) { word.append(Byte.backslash) }
        var place = value.startIndex
        while place < value.endIndex {
            word.append(value[place])
            if value[place] == Byte.backslash {
                // A backslash takes the character after it along.
                guard place + 1 < value.endIndex else { break }
                guard !special.contains(value[place + 1]) else { return nil }
                place += 1
                word.append(value[place])
            }
            place += 1
        }
        return word
    }

    // MARK: Body

    private struct Body {
        /// The command that pipes it into HTTPie.
        var source: String?
        var file: String?
        var options: [String] = []
    }

    private func body(of request: PreparedRequest) -> Body {
        let ignoring = Body(options: ["--ignore-stdin"])
        switch request.body {
        case .none, .stream: return ignoring
        case .bytes(let bytes):
            guard !bytes.isEmpty else { return ignoring }
            if ShellText.printable(bytes) != nil, bytes.count < Self.longestArgument {
                // What begins with a hyphen would be read as an option.
                let gap = bytes.first == UInt8(ascii: "-") ? "=" : " "
                return Body(options: ["--ignore-stdin", "--raw\(gap)\(ShellText.word(bytes, values))"])
            }
            return Body(source: ShellText.printf(bytes, values))
        case .file(let path): return Body(file: ShellText.word(path, values))
        case .pieces(let pieces):
            let commands = pieces.map { piece in
                switch piece {
                case .bytes(let bytes): ShellText.printf(bytes, values)
                case .file(let path): "cat -- \(ShellText.word(path, values))"
                }
            }
            guard !commands.isEmpty else { return ignoring }
            return Body(source: "{ \(commands.joined(separator: "; ")); }")
        }
    }

    // MARK: Options

    private func options(_ request: PreparedRequest) -> [String] {
        var options: [String] = []
        func add(_ name: String, _ value: String) { options.append("\(name)=\(ShellText.word(value, values))") }
        if case .digest(let user, let password) = item.login {
            options.append("--auth-type=digest")
            add("--auth", "\(user):\(password)")
        } else {
            // Else a login of ~/.netrc would take the place of the written one.
            options.append("--ignore-netrc")
        }
        if request.url.path.utf8.contains(where: { Array(".%[]".utf8).contains($0) }) { options.append("--path-as-is") }
        if request.options.followRedirects {
            options.append("--follow")
            if request.options.maxRedirects != 30 { options.append("--max-redirects=\(request.options.maxRedirects)") }
        }
        if let timeout = item.request.settings.connectTimeout { add("--timeout", CurlExport.seconds(timeout)) }
        if let proxy = request.proxy {
            let login =
                proxy.user.map {
                    "\(PercentEncoding.component($0)):\(PercentEncoding.component(proxy.password ?? ""))@"
                } ?? ""
            add(
                "--proxy", "\(request.url.scheme.rawValue):\(proxy.kind.rawValue)://\(login)\(proxy.host):\(proxy.port)"
            )
        }
        guard request.url.scheme == .https else { return options }
        if !request.options.verifiesTLS {
            options.append("--verify=no")
        } else if let file = request.options.caFile ?? request.options.tls.caDirectory {
            add("--verify", file)
        }
        if let certificate = request.options.tls.clientCertificate {
            add("--cert", certificate.file)
            if let key = certificate.keyFile { add("--cert-key", key) }
            if let password = certificate.password { add("--cert-key-pass", password) }
        }
        return options
    }

    /// Whether HTTPie sends the URL in another spelling.
    private static func changes(_ url: HTTPURL) -> Bool {
        // `--path-as-is` keeps the triplets of a path.
        changes(Array(url.path.utf8), decodes: false)
            || url.query.map { $0.isEmpty || changes(Array($0.utf8), decodes: true) } ?? false
    }

    private static func changes(_ bytes: [UInt8], decodes: Bool) -> Bool {
        bytes.indices.contains { place in
            // HTTPie encodes what no URL may have, such as `[`, and `|` of a URL that is sent as it is written.
            guard bytes[place] == Byte.percent else { return !URLEncoding.isQueryByte(bytes[place]) }
            guard place + 2 < bytes.count else { return true }
            let digits = bytes[place + 1...place + 2]
            guard let value = UInt8(String(decoding: digits, as: UTF8.self), radix: 16) else { return true }
            let isPlain = value < 0x80 && PercentEncoding.component(String(UnicodeScalar(value))).utf8.count == 1
            return decodes && isPlain || digits.contains { (0x61...0x66).contains($0) }
        }
    }
}
