import NetEngine

/// An exchange as the log keeps it: all of it but its bodies in a compact form, and the bodies beside it, without secrets.
package struct StoredExchange: Sendable {
    /// Of the form. A reader passes over what it does not know, so it changes only where old values change their meaning.
    static let version: Int64 = 1

    package let data: [UInt8]
    package let bodies: [Body]
    package var byteCount: Int { bodies.reduce(data.count) { $0 + $1.bytes.count } }
    /// Whether a body was cut.
    package var isTruncated: Bool { bodies.contains(where: \.isCut) }

    /// One body of the exchange.
    package struct Body: Sendable {
        /// 0 is the request's; `response` and `validation` give those of a hop.
        package var slot: Int
        /// Before it was cut.
        package var size: Int
        package var bytes: [UInt8]
        package var isCut: Bool
        /// Beyond it a body has no number; a longer exchange keeps its first ones.
        static let slots = 256

        package init(slot: Int, size: Int, bytes: [UInt8], isCut: Bool) {
            self.slot = slot
            self.size = size
            self.bytes = bytes
            self.isCut = isCut
        }

        package static let request = 0
        static func response(_ hop: Int) -> Int { 1 + 2 * hop }
        static func validation(_ hop: Int) -> Int { 2 + 2 * hop }
    }

    /// - Parameters:
    ///   - bodyLimit: bytes that are kept of each body.
    ///   - requestSize: of the whole request body; nil if the draft has all of it.
    init(_ exchange: Exchange, _ redactor: StoringRedactor, bodyLimit: Int, requestSize: Int? = nil) {
        var encoder = ExchangeEncoder(
            redactor: redactor, draft: exchange.draft, bodyLimit: bodyLimit, requestSize: requestSize)
        data = encoder.encode(exchange)
        bodies = encoder.bodies
    }

    /// One that was stored elsewhere.
    package init(data: [UInt8], bodies: [Body]) {
        self.data = data
        self.bodies = bodies
    }

    /// The same with shorter bodies.
    package func cut(to bodyLimit: Int) -> StoredExchange {
        StoredExchange(
            data: data,
            bodies: bodies.map { body in
                guard body.bytes.count > bodyLimit else { return body }
                return Body(slot: body.slot, size: body.size, bytes: Array(body.bytes.prefix(bodyLimit)), isCut: true)
            })
    }

    /// For recordings outside of the log: without the secrets that the log would hide.
    /// - Parameter bodyLimit: bytes that are kept of each body.
    package init(hidingSecretsOf exchange: Exchange, bodyLimit: Int) {
        self.init(exchange, StoringRedactor(Redaction(), storing: exchange), bodyLimit: bodyLimit)
    }

    /// - Parameter body: a body by its number; nil if it is gone.
    /// - Returns: nil if the bytes are damaged.
    package static func decode(
        _ data: [UInt8], body: @escaping (Int) -> (bytes: BodyBytes, size: Int, isCut: Bool)?
    ) -> Exchange? {
        ExchangeDecoder(body: body).decode(PackedRecord(data[...]))
    }
}

/// The numbers of values in stored records. One is never used again for something else.
enum ExchangeKey {
    static let version: UInt64 = 1
    static let id: UInt64 = 2
    static let startedAt: UInt64 = 3
    static let draft: UInt64 = 4
    static let hop: UInt64 = 5
    static let timings: UInt64 = 6
    static let retryWait: UInt64 = 7
    static let error: UInt64 = 8
    static let revalidates: UInt64 = 9
}

struct ExchangeEncoder {
    let redactor: StoringRedactor
    let bodyLimit: Int
    let requestSize: Int?
    private let draft: RequestDraft
    /// Without its secrets. The first request's is the same as a rule.
    private let draftURL: String
    var bodies: [StoredExchange.Body] = []

    init(redactor: StoringRedactor, draft: RequestDraft, bodyLimit: Int, requestSize: Int?) {
        self.redactor = redactor
        self.requestSize = requestSize
        self.bodyLimit = bodyLimit
        self.draft = draft
        draftURL = redactor.url(draft.url)
    }

    func url(_ url: String) -> String { url == draft.url ? draftURL : redactor.url(url) }

    mutating func encode(_ exchange: Exchange) -> [UInt8] {
        var writer = PackedWriter(capacity: 1024)
        writer.put(ExchangeKey.version, StoredExchange.version)
        writer.put(ExchangeKey.id, Int64(bitPattern: exchange.id.rawValue))
        writer.put(ExchangeKey.startedAt, exchange.startedAt.microsecondsSince1970)
        writer.put(ExchangeKey.draft) { draft(exchange.draft, &$0) }
        for (index, hop) in exchange.hops.enumerated() {
            writer.put(ExchangeKey.hop) { self.hop(hop, index, exchange.draft, &$0) }
        }
        writer.put(ExchangeKey.timings) { Self.timings(exchange.timings, &$0) }
        writer.put(ExchangeKey.retryWait, exchange.retryWait)
        if let error = exchange.error { writer.put(ExchangeKey.error) { self.error(error, &$0) } }
        writer.put(ExchangeKey.revalidates, exchange.revalidates.map { Int64(bitPattern: $0.rawValue) })
        return writer.bytes
    }

    /// Keeps a body, cut and without secrets.
    mutating func keep(_ content: BodyBytes, size: Int, slot: Int, type: String?, isComplete: Bool = true) {
        guard !content.isEmpty, slot < StoredExchange.Body.slots else { return }
        let isLong = content.count > bodyLimit
        // Of a stream, only the first bytes were copied.
        let isCut = isLong || (slot == StoredExchange.Body.request && content.count < size)
        let part =
            isLong
            ? content.bytes(in: 0..<bodyLimit) : content.array ?? content.bytes(in: 0..<content.count)
        let bytes = redactor.body(part, type: type, isCut: isCut || !isComplete)
        bodies.append(StoredExchange.Body(slot: slot, size: size, bytes: bytes, isCut: isCut))
    }
}

struct ExchangeDecoder {
    let body: (Int) -> (bytes: BodyBytes, size: Int, isCut: Bool)?

    func decode(_ record: PackedRecord) -> Exchange? {
        guard record.number(ExchangeKey.version) != nil, let draftRecord = record.record(ExchangeKey.draft) else {
            return nil
        }
        let draft = draft(draftRecord)
        let hops = record.records(ExchangeKey.hop).enumerated().compactMap { hop($0.element, $0.offset, draft) }
        return Exchange(
            id: ExchangeID(rawValue: UInt64(bitPattern: record.number(ExchangeKey.id) ?? 0)), draft: draft,
            startedAt: Timestamp(microsecondsSince1970: record.number(ExchangeKey.startedAt) ?? 0), hops: hops,
            timings: timings(record.record(ExchangeKey.timings)),
            retryWait: record.duration(ExchangeKey.retryWait) ?? .zero,
            error: record.record(ExchangeKey.error).flatMap { error($0, hops.last?.response) },
            revalidates: record.number(ExchangeKey.revalidates).map { ExchangeID(rawValue: UInt64(bitPattern: $0)) })
    }
}
