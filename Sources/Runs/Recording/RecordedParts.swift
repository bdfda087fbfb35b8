import NetEngine
import NetEngineRequestLog

/// What a recording keeps of an exchange beside its numbers, without its secrets.
package struct RecordedParts: Sendable {
    let exchange: StoredExchange
    /// Of the response's body, also where the body is cut; nil if it is not JSON, or larger than `largestShaped`.
    let shape: BodyShape?

    /// Bytes of the largest body whose shape is looked at.
    static let largestShaped = 8 << 20

    /// Those of another recording.
    init(exchange: StoredExchange, shape: BodyShape?) {
        self.exchange = exchange
        self.shape = shape
    }

    /// - Parameter bodyLimit: bytes that are kept of each body.
    package init(_ exchange: Exchange, bodyLimit: Int) {
        let count = exchange.response?.content.count ?? 0
        // Secrets go before the shape is taken: a name of a member could be one.
        let isLonger = count > bodyLimit && count <= Self.largestShaped
        let stored = StoredExchange(hidingSecretsOf: exchange, bodyLimit: isLonger ? Self.largestShaped : bodyLimit)
        self.exchange = isLonger ? stored.cut(to: bodyLimit) : stored
        shape = RecordedExchange.response(of: stored).flatMap { $0.isBodyKept ? BodyShape($0.body) : nil }
    }

    package var byteCount: Int { exchange.byteCount }
}
