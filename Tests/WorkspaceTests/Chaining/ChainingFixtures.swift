import NetEngine
import TestSupport

@testable import HTTPFormat
@testable import Workspace

/// Responses, files and contexts for tests of chaining, all in memory.
enum ChainingFixtures {
    static func file(_ text: String, name: String = "a.http") -> CollectionFile {
        CollectionFile(
            path: "/c/\(name)", relativePath: name, document: HTTPDocument(bytes: Array(text.utf8)),
            stamp: FileStamp(bytes: Array(text.utf8)))
    }

    static func exchange(
        _ draft: RequestDraft = RequestDraft(url: "http://h/"), status: Int = 200, headers: HeaderFields = [],
        body: String = "", error: ErrorCategory? = nil, id: UInt64 = 1
    ) -> Exchange {
        let response = Response(
            status: status, reason: [], httpVersion: .http1_1, headers: headers, rawHead: [], body: Array(body.utf8),
            wireBodyByteCount: nil, isComplete: true)
        return Exchange(
            id: ExchangeID(rawValue: id), draft: draft, startedAt: Timestamp(microsecondsSince1970: 0),
            hops: [ExchangeFixtures.hop(response: response)], timings: PhaseTimings(),
            error: error.map { EngineError(category: $0, sentence: "s", hint: "h") })
    }

    static func answer(
        _ body: String, type: String = "application/json", status: Int = 200, headers: [HeaderField] = [],
        sent: [HeaderField] = [], sentBody: String = ""
    ) -> ResponseMemory.Entry {
        ResponseMemory.Entry(
            requestHeaders: HeaderFields(sent), requestBody: Array(sentBody.utf8), status: status,
            headers: HeaderFields([HeaderField("Content-Type", type)] + headers), body: Array(body.utf8))
    }

    static func context(
        _ scope: RequestScope? = nil, memory: ResponseMemory = ResponseMemory(), environments: EnvironmentSet = .init(),
        name: String? = nil, overrides: [String: String] = [:]
    ) -> RequestResolver.Context {
        RequestResolver.Context(
            root: "/c", environments: environments, environmentName: name, overrides: overrides, scope: scope,
            memory: memory)
    }
}

extension ResponseMemory {
    /// Keeps the response of a request of the collection `/c`.
    mutating func remember(
        _ exchange: Exchange, of request: SavedRequest, file: String, environment: String?, repetition: Int? = nil,
        pass: Int = 0
    ) {
        let record = Record(
            exchange, of: request, file: file, root: "/c", environment: environment, repetition: repetition,
            pass: pass)
        if let record { add(record) }
    }

    func capture(_ name: String, environment: String?) -> Capture? {
        capture(name, environment: environment, root: "/c") { _ in false }
    }
}
