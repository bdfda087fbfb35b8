import NetEngine

/// All bodies of an exchange made ready to be looked at: what the runner makes in the background from a finished exchange.
package struct ExchangeDocument: Sendable {
    /// The bodies of one hop, as they went over the wire after content decoding.
    struct Hop: Sendable {
        /// nil when the request had no body, or one from a file, which is not held in memory.
        package let request: BodyLines<TextLayout>?
        package let response: BodyLines<TextLayout>?
    }

    let id: ExchangeID
    /// The last answer's body; nil when there was no answer.
    let body: BodyDocument?
    let hops: [Hop]

    /// Time and memory are linear in the bodies: 200 MB of JSON take some tenths of a second.
    init(_ exchange: Exchange) {
        id = exchange.id
        body = exchange.response.map {
            BodyDocument(bytes: $0.body, contentType: $0.headers["Content-Type"], isComplete: $0.isComplete)
        }
        let wire = body?.wireLines
        let last = exchange.hops.count - 1
        hops = exchange.hops.enumerated().map { index, hop in
            var request: BodyLines<TextLayout>?
            if case .bytes(let bytes) = hop.request.body, !bytes.isEmpty { request = BodyLines(wire: bytes) }
            let response = index == last ? wire : hop.response.map { BodyLines(wire: $0.body) }
            return Hop(request: request, response: response)
        }
    }

    /// Bytes that have to be gone over to make the document of an exchange.
    static func cost(of exchange: Exchange) -> Int {
        exchange.hops.reduce(0) { sum, hop in
            var sent = 0
            if case .bytes(let bytes) = hop.request.body { sent = bytes.count }
            return sum + sent + (hop.response?.body.count ?? 0)
        }
    }
}

extension BodyLines<TextLayout> {
    /// Bytes as they are on the wire, carriage returns shown.
    init(wire bytes: [UInt8]) {
        var layout = bytes.withUnsafeBufferPointer { TextLayout($0) }
        layout.showsLineEnds = true
        self.init(text: bytes, layout: layout)
    }
}
