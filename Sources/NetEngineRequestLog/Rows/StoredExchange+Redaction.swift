import NetEngine
import Synchronization

/// The one redactor before the request log: whatever is stored of an exchange goes through it.
///
/// By reference: it is passed on with every value that it is asked for.
final class StoringRedactor: Sendable {
    private struct Makers {
        /// That of the last exchange, which is the next one's as a rule.
        var last: (redaction: Redaction, maker: Redactors)?
        var all: [Redaction: Redactors] = [:]
    }

    private static let mostMakers = 8
    /// A program uses one or two: what they prepare for the secrets of a run serves all its exchanges.
    private static let makers = Mutex(Makers())

    private let redactor: Redactor
    /// Whether a body of the exchange, or the beginning of one, is stored as it is.
    private let keepsBodies: Bool

    /// - Parameter exchange: without hops for a request whose exchange has not ended.
    init(_ redaction: Redaction, storing exchange: Exchange) {
        redactor = Self.maker(redaction).redactor(for: exchange)
        keepsBodies = redactor.hidesNothingInBodies
    }

    private static func maker(_ redaction: Redaction) -> Redactors {
        makers.withLock { makers in
            if let last = makers.last, last.redaction == redaction { return last.maker }
            if makers.all.count >= mostMakers { makers.all = [:] }
            let maker = makers.all[redaction] ?? Redactors(redaction)
            makers.all[redaction] = maker
            makers.last = (redaction, maker)
            return maker
        }
    }

    /// A name, a path or a sentence.
    func text(_ text: String) -> String { redactor.stored(text: text) }

    func url(_ url: String) -> String { redactor.stored(url: url) }

    func field(_ field: HeaderField) -> HeaderField { redactor.stored(field) }

    /// The header bytes of a request or a response, line by line.
    func head(_ head: [UInt8]) -> [UInt8] { redactor.stored(head: head) }

    /// The reason phrase of a status line.
    func reason(_ reason: [UInt8]) -> [UInt8] { redactor.stored(bytes: reason) }

    /// A body of the exchange, or the beginning of one.
    /// - Parameter isCut: whether the end is missing, which may have been within a secret.
    func body(_ body: [UInt8], type: String?, isCut: Bool) -> [UInt8] {
        keepsBodies ? body : redactor.stored(body: body, type: type, isCut: isCut)
    }

    /// Whether what is secret in a body has a name, by which it is masked.
    func knowsSecret(in body: [UInt8]) -> Bool { redactor.hasNamedSecret(in: body) }
}
