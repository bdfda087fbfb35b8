import Bodies
import NetEngine
import Workspace

/// All bodies of a finished exchange prepared for display; the runner makes it in the background.
package struct ExchangeDocument: Sendable {
    /// The bodies of one hop as sent and received, after content decoding.
    struct Hop: Sendable {
        /// The request's body in its parts, of which a form with files has many; none if it had no body.
        let request: [SentPiece]
        package let response: BodyLines<TextLayout>?
        /// The response's body as it came, where that differs from `response`.
        let wire: WireBodyLines?
    }

    /// A part of a body that was sent.
    enum SentPiece: Sendable {
        case lines(BodyLines<TextLayout>)
        /// A file, which is not kept in memory.
        case file(path: String)
    }

    let id: ExchangeID
    /// The body of the last response; nil without a response.
    let body: BodyDocument?
    let hops: [Hop]
    /// The errors that a GraphQL response lists.
    let failures: GraphQLFailures?

    /// How the body was read.
    let choice: ReadingChoice

    /// Takes time proportional to the bodies: a few tenths of a second for 200 MB of JSON.
    init(_ exchange: Exchange, as choice: ReadingChoice = ReadingChoice()) {
        self.init(
            exchange,
            body: exchange.response.map { response in
                let type = response.headers["Content-Type"]
                var scan = BodyScan(response.content, contentType: type, charset: choice.charset)
                scan.read(to: .max)
                scan.end(isComplete: response.hasWholeBody)
                return BodyDocument(scan, isComplete: response.hasWholeBody)
            }, as: choice)
    }

    /// - Parameter body: the last response's.
    init(_ exchange: Exchange, body: BodyDocument?, as choice: ReadingChoice = ReadingChoice()) {
        id = exchange.id
        self.choice = choice
        failures = exchange.error?.category == .api ? GraphQLFailures(exchange) : nil
        self.body = exchange.response.flatMap { response in
            body?.decoded(
                contentType: response.headers["Content-Type"],
                name: exchange.hops.last?.request.url.path ?? "",
                at: exchange.startedAt.microsecondsSince1970 / 1_000_000, as: choice)
        }
        let wire = body?.wireLines
        let last = exchange.hops.count - 1
        hops = exchange.hops.enumerated().map { index, hop in
            let response = index == last ? wire : hop.response.map { BodyLines(wire: $0.body) }
            return Hop(
                request: Self.pieces(of: hop.request.body), response: response,
                wire: hop.response.flatMap(WireBodyLines.init))
        }
    }

    private static func pieces(of body: RequestBody) -> [SentPiece] {
        switch body {
        case .none, .stream: []
        case .bytes(let bytes): bytes.isEmpty ? [] : [.lines(BodyLines(wire: bytes))]
        case .file(let path): [.file(path: path)]
        case .pieces(let pieces):
            pieces.flatMap { piece -> [SentPiece] in
                switch piece {
                case .bytes(let bytes): Self.pieces(of: .bytes(bytes))
                case .file(let path): [.file(path: path)]
                }
            }
        }
    }

    /// Whether to make the document of an exchange in the background: it may take longer than a frame.
    static func takesLong(_ exchange: Exchange) -> Bool {
        cost(of: exchange) > immediateBytes || drawsManyPixels(exchange)
    }

    /// A few bytes of an image can mean millions of pixels.
    private static func drawsManyPixels(_ exchange: Exchange) -> Bool {
        guard let response = exchange.response else { return false }
        if ContentType(response.headers["Content-Type"] ?? "").essence.hasPrefix("multipart/") { return true }
        guard let facts = ImageFacts(response.content.bytes(in: 0..<immediateBytes)) else {
            return false
        }
        return facts.width > immediatePixels / max(1, facts.height)
    }

    private static let immediateBytes = 64 << 10
    private static let immediatePixels = 64 << 10

    /// The number of bytes to process for the document of an exchange.
    static func cost(of exchange: Exchange) -> Int {
        exchange.hops.reduce(0) { sum, hop in
            var sent = 0
            switch hop.request.body {
            case .bytes(let bytes): sent = bytes.count
            case .pieces(let pieces): for case .bytes(let bytes) in pieces { sent += bytes.count }
            case .none, .file, .stream: break
            }
            return sum + sent + (hop.response?.content.count ?? 0)
        }
    }
}

extension BodyLines<TextLayout> {
    /// Bytes as on the wire, with carriage returns shown.
    init(wire bytes: [UInt8]) {
        var layout = bytes.withUnsafeBufferPointer { TextLayout($0) }
        layout.showsLineEnds = true
        self.init(text: bytes, layout: layout)
    }
}
