import Base
import HTTPFormat
import NetEngine

/// The texts that can be copied of an exchange. Secrets are masked unless they were asked for.
package struct ExchangeCopies: Sendable {
    let exchange: Exchange
    let secrets: SentSecrets

    /// - Parameters:
    ///   - privates: private values to mask beside what the names of headers and members give away.
    ///   - showsSecrets: true to mask nothing.
    package init(_ exchange: Exchange, _ privates: PrivateValues = PrivateValues(), showsSecrets: Bool = false) {
        self.exchange = exchange
        secrets = showsSecrets ? .revealed : SentSecrets([exchange], privates)
    }

    /// What was sent for the request that was asked for: its last attempt before any redirect. nil if nothing could be
    /// built.
    package var asked: Hop? {
        exchange.hops.prefix { hop in if case .redirect = hop.cause { false } else { true } }.last
    }

    package var url: String { secrets.hidden(url: asked?.request.url.textWithoutUserInfo ?? exchange.draft.url) }

    /// The header lines of the response, with the names as they came.
    package var headerLines: [String] {
        (exchange.response?.headers.fields ?? []).map { line(of: $0) }
    }

    /// The command that sends the same request; nil if nothing could be built.
    /// - Parameter environmentNamesProxy: true if curl would find a proxy that the engine did not use.
    package func curlCommand(environmentNamesProxy: Bool = false) -> String? {
        guard let request = asked?.request else { return nil }
        let (secrets, type) = (secrets, request.headers["Content-Type"])
        let disguise = CurlWriter.Disguise(
            url: { secrets.hidden(url: $0) }, value: { secrets.hiddenValue(of: $0) },
            body: { secrets.hidden(body: $0, type: type) }, password: { secrets.hidden(password: $0) })
        return CurlWriter(request, disguise: disguise, environmentNamesProxy: environmentNamesProxy).text
    }

    /// All heads and bodies in the order in which they were on the wire.
    package var wire: String {
        var parts: [String] = []
        for hop in exchange.hops {
            parts.append(Self.text(secrets.hidden(head: hop.sentHead)) + requestBody(of: hop.request))
            guard let response = hop.receivedOrStored else { continue }
            for head in response.interimHeads { parts.append(Self.text(secrets.hidden(head: head))) }
            parts.append(head(of: response) + "\n" + body(of: response).text)
        }
        return parts.joined(separator: "\n")
    }

    // MARK: Parts

    private func line(of field: HeaderField) -> String {
        "\(field.name): \(Self.text(secrets.hiddenValue(of: field)))"
    }

    /// Status line and header lines, each with a line end.
    func head(of response: Response) -> String {
        let first = Self.text(Array(response.rawHead.prefix { $0 != Byte.lineFeed && $0 != Byte.carriageReturn }))
        let version = response.httpVersion.map { "HTTP/\($0.rawValue)" } ?? "HTTP"
        let status = first.isEmpty ? "\(version) \(response.status) \(Self.text(response.reason))" : first
        return ([status] + response.headers.fields.map { line(of: $0) }).map { $0 + "\n" }.joined()
    }

    func requestBody(of request: PreparedRequest) -> String {
        switch request.body {
        case .none: return ""
        case .bytes(let bytes):
            let type = request.headers["Content-Type"]
            return BodyExcerpt(secrets.hidden(body: bytes, type: type), type: type).text
        case .file(let path): return "(the file \(secrets.hidden(path)))"
        case .pieces(let pieces):
            return secrets.hidden(pieces: pieces, type: request.headers["Content-Type"]).map { piece in
                switch piece {
                case .bytes(let bytes): Self.text(bytes)
                case .file(let path): "(the file \(secrets.hidden(path)))\n"
                }
            }.joined()
        case .stream: return "(made while it was sent)"
        }
    }

    func body(of response: Response) -> BodyExcerpt {
        let type = response.headers.values("Content-Type").last
        guard response.content.count <= BodyExcerpt.maxReadBytes else {
            return BodyExcerpt(leavingOut: response.content.count)
        }
        return BodyExcerpt(secrets.hidden(body: response.body, type: type), type: type)
    }

    static func text(_ bytes: [UInt8]) -> String { HeaderField(nameBytes: [], valueBytes: bytes).value }
}

/// The beginning of a body as text, or what it is if it is not text.
struct BodyExcerpt {
    /// More than this of a body is of no use in a report.
    static let maxBytes = 64_000

    /// Larger bodies are left out: all of a body must be read to find the secrets in it.
    static let maxReadBytes = 4_000_000

    let text: String
    let isText: Bool

    init(leavingOut count: Int) { (text, isText) = ("(\(Formatting.byteCount(count)), left out)", false) }

    init(_ bytes: [UInt8], type: String?) {
        let kind = ContentType(type ?? "")
        let size = Formatting.byteCount(bytes.count)
        guard !bytes.isEmpty else {
            (text, isText) = ("", true)
            return
        }
        let verdict = TextDetection.shown(bytes, type: kind)
        var end = min(bytes.count, Self.maxBytes)
        if verdict.encoding == .utf8 {
            // No character that is cut in its middle.
            while end < bytes.count, end > Self.maxBytes - 3, bytes[end] & 0xC0 == 0x80 { end -= 1 }
        }
        let beginning = Array(bytes[..<end])
        let decoded = verdict.encoding.visibleUTF8(beginning, from: verdict.prefix)
        guard !kind.isBinary, let whole = String(validating: decoded, as: UTF8.self), !decoded.contains(0) else {
            (text, isText) = ("(\(size) of \(kind.essence.isEmpty ? "an unknown type" : kind.essence))", false)
            return
        }
        let rest =
            beginning.count < bytes.count ? "\n(the first \(Formatting.byteCount(beginning.count)) of \(size))" : ""
        (text, isText) = (whole + rest, true)
    }
}
