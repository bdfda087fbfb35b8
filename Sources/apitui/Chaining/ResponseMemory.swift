import NetEngine

/// What requests were answered, for the requests that refer to them (HTTP-FORMAT §11).
///
/// A value: whoever sends puts answers in, whoever resolves reads them. Kept for one file, environment and request name,
/// the latest only; the oldest go when there are too many or when they are too large together. Never written to a disk.
struct ResponseMemory: Sendable {
    struct Key: Sendable, Hashable {
        /// Absolute path.
        var file: String
        var environment: String?
        /// Of the request: `SavedRequest.id`.
        var id: String
        /// Which repetition of a loop, from 0; nil for the last one, and for what is not repeated.
        var repetition: Int?
    }

    /// One exchange as far as others may refer to it.
    struct Answer: Sendable {
        var requestHeaders: HeaderFields
        /// nil where it was not held in memory (a file, a stream).
        var requestBody: [UInt8]?
        var status: Int
        var headers: HeaderFields
        /// nil when it was too large to be kept.
        var body: [UInt8]?
    }

    /// A value that a script of another tool would have set (HTTP-FORMAT §13), read without running it.
    struct Capture: Sendable, Hashable {
        var value: String
        /// The request whose answer it is from.
        var request: String
        /// Of that request's file.
        var line: Int
    }

    private struct CaptureKey: Hashable {
        var environment: String?
        var name: String
    }

    /// Answers and bytes of bodies held at most.
    let maxAnswers: Int
    let maxBytes: Int

    private var answers: [Key: Answer] = [:]
    private var captures: [CaptureKey: Capture] = [:]
    /// In the order in which they came, the oldest first.
    private var order: [Key] = []
    private(set) var byteCount = 0

    init(maxAnswers: Int = 512, maxBytes: Int = 128 << 20) {
        self.maxAnswers = maxAnswers
        self.maxBytes = maxBytes
    }

    var count: Int { answers.count }

    subscript(key: Key) -> Answer? { answers[key] }

    /// Keeps an answer in place of an earlier one of the same key.
    mutating func remember(_ answer: Answer, for key: Key) {
        forget(key)
        var answer = answer
        if answer.byteCount > maxBytes / 2 { answer.body = nil }
        if answer.byteCount > maxBytes / 2 { answer.requestBody = nil }
        answers[key] = answer
        order.append(key)
        byteCount += answer.byteCount
        while answers.count > maxAnswers || byteCount > maxBytes, let oldest = order.first { forget(oldest) }
    }

    private mutating func forget(_ key: Key) {
        guard let old = answers.removeValue(forKey: key) else { return }
        byteCount -= old.byteCount
        order.removeAll { $0 == key }
    }

    func capture(_ name: String, environment: String?) -> Capture? {
        captures[CaptureKey(environment: environment, name: name)]
    }

    func captureNames(environment: String?) -> [String] {
        captures.keys.filter { $0.environment == environment }.map(\.name)
    }

    mutating func remember(_ capture: Capture, as name: String, environment: String?) {
        captures[CaptureKey(environment: environment, name: name)] = capture
    }
}

extension ResponseMemory.Answer {
    fileprivate var byteCount: Int { (body?.count ?? 0) + (requestBody?.count ?? 0) }

    /// nil when there was no answer.
    init?(_ exchange: Exchange) {
        guard let response = exchange.response else { return nil }
        requestHeaders = exchange.hops.first?.request.headers ?? exchange.draft.headers
        requestBody =
            switch exchange.draft.body {
            case .none: []
            case .bytes(let bytes): bytes
            default: nil
            }
        status = response.status
        headers = response.headers
        body = response.bodyByteCount == response.body.count ? response.body : nil
    }
}

extension ResponseMemory {
    /// Takes in what a request was answered: the answer itself, and what its script would have captured.
    mutating func remember(
        _ exchange: Exchange, of request: SavedRequest, file: String, environment: String?, repetition: Int? = nil
    ) {
        guard let answer = Answer(exchange) else { return }
        var key = Key(file: file, environment: environment, id: request.id)
        remember(answer, for: key)
        if repetition != nil {
            key.repetition = repetition
            remember(answer, for: key)
        }
        for capture in request.captures {
            guard case .reference(let reference)? = ChainReference.read("_.response." + capture.expression),
                case .success(let value) = ChainValue(answer: answer).value(of: reference)
            else { continue }
            remember(
                Capture(value: value, request: request.id, line: capture.line), as: capture.variable,
                environment: environment)
        }
    }
}
