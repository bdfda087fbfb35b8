import NetEngine
import TestSupport
import Testing

/// One failure, provoked for real on this machine, and what the engine must say about it.
struct ErrorCase: Sendable, CustomTestStringConvertible {
    let name: String
    let category: ErrorCategory
    var phase: Phase?
    /// The whole sentence; `HOST` is replaced by the address of the server, such as `127.0.0.1:4711`.
    let sentence: String
    /// The underlying error: domain and number, or two separated by `or` if the kernel decides; nil if the engine
    /// itself detected the error.
    var underlying: String?
    var isRetryable = false
    /// Status and body that are kept with the error, if a response had begun.
    var status: Int?
    var body: String?
    /// Returns the exchange and the address that replaces `HOST`.
    let provoke: @Sendable () async throws -> (exchange: Exchange, host: String)

    var testDescription: String { name }

    /// Sends one request to a stub server.
    static func stub(
        _ name: String, _ behaviour: StubBehaviour, _ category: ErrorCategory, phase: Phase? = .receive,
        _ sentence: String, underlying: String? = nil, isRetryable: Bool = false, status: Int? = nil,
        body: String? = nil, scheme: String = "http", method: String = "GET", sending: RequestBody = .none,
        options: RequestOptions = RequestOptions()
    ) -> ErrorCase {
        ErrorCase(
            name: name, category: category, phase: phase, sentence: sentence, underlying: underlying,
            isRetryable: isRetryable, status: status, body: body
        ) {
            try await StubServer.with(behaviour) { server in
                let engine = Engine(configuration: EngineConfiguration(trust: TrustSettings()))
                let draft = RequestDraft(
                    method: method, url: "\(scheme)://127.0.0.1:\(server.port)/", body: sending, options: options)
                let exchange = await engine.send(draft)
                await engine.shutdown()
                return (exchange, "127.0.0.1:\(server.port)")
            }
        }
    }

    /// Sends a draft, without a server.
    static func draft(
        _ name: String, _ draft: RequestDraft, _ category: ErrorCategory, phase: Phase? = nil, _ sentence: String,
        underlying: String? = nil, isRetryable: Bool = false,
        engine: @escaping @Sendable () -> Engine = {
            Engine(configuration: EngineConfiguration(reachability: AlwaysOnline()))
        }
    ) -> ErrorCase {
        ErrorCase(
            name: name, category: category, phase: phase, sentence: sentence, underlying: underlying,
            isRetryable: isRetryable
        ) {
            let engine = engine()
            let exchange = await engine.send(draft)
            await engine.shutdown()
            return (exchange, "")
        }
    }

    /// The head of a good response with these fields.
    static func head(_ fields: String...) -> String {
        "HTTP/1.1 200 OK\r\n" + fields.map { $0 + "\r\n" }.joined() + "\r\n"
    }
}
