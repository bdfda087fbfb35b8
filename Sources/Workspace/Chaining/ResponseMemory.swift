import HTTPFormat
import JSONPath
import NetEngine

/// What requests were answered, for the requests that refer to them (HTTP-FORMAT §11).
///
/// A value: whoever sends puts answers in, whoever resolves reads them. Kept for one file, environment and request name,
/// the latest only; the oldest go when there are too many or when they are too large together. Never written to a disk.
package struct ResponseMemory: Sendable {
    package struct Key: Sendable, Hashable {
        /// Absolute path.
        package var file: String
        package var environment: String?
        /// Of the request: `SavedRequest.id`.
        package var id: String
        /// Which repetition of a loop, from 0; nil for the last one, and for what is not repeated.
        package var repetition: Int?
    }

    /// One exchange as far as others may refer to it.
    package struct Answer: Sendable {
        var requestHeaders: HeaderFields
        /// nil where it was not held in memory (a file, a stream).
        var requestBody: [UInt8]?
        /// Whether the body that was sent holds a private value.
        var requestBodyIsSecret = false
        package var status: Int
        package var headers: HeaderFields
        /// nil when it was too large to be kept.
        package var body: [UInt8]?

        package init(
            requestHeaders: HeaderFields, requestBody: [UInt8]? = nil, requestBodyIsSecret: Bool = false, status: Int,
            headers: HeaderFields, body: [UInt8]? = nil
        ) {
            self.requestHeaders = requestHeaders
            self.requestBody = requestBody
            self.requestBodyIsSecret = requestBodyIsSecret
            self.status = status
            self.headers = headers
            self.body = body
        }
    }

    /// A value that a script of another tool would have set (HTTP-FORMAT §13), read without running it.
    package struct Capture: Sendable, Hashable {
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
    /// The greatest number of a repetition that was kept, by the key without one.
    private var lastRepetitions: [Key: Int] = [:]
    /// In the order in which they came, the oldest first.
    private var order: [Key] = []
    package private(set) var byteCount = 0

    package init(maxAnswers: Int = 4096, maxBytes: Int = 128 << 20) {
        self.maxAnswers = maxAnswers
        self.maxBytes = maxBytes
    }

    package var count: Int { answers.count }

    package subscript(key: Key) -> Answer? { answers[key] }

    /// What all repetitions of a loop were answered, as one: the body is the array of theirs (HTTP-FORMAT §15). A body that
    /// is no JSON is a string in it. nil where none was answered.
    package func list(_ key: Key) -> Answer? {
        let all = (0...(lastRepetitions[key] ?? 0)).compactMap { number in
            answers[Key(file: key.file, environment: key.environment, id: key.id, repetition: number)]
        }
        guard var list = all.last else { return nil }
        var body: [UInt8] = [UInt8(ascii: "[")]
        for (place, answer) in all.enumerated() {
            guard let element = answer.body else {
                list.body = nil
                return list
            }
            if place > 0 { body.append(UInt8(ascii: ",")) }
            if (try? JSONTree.parse(element)) != nil {
                body += element
            } else {
                body += JSONWriter.quoted(String(decoding: element, as: UTF8.self)).utf8
            }
        }
        list.body = body + [UInt8(ascii: "]")]
        list.headers = [HeaderField("Content-Type", "application/json")]
        return list
    }

    /// Forgets what a loop was answered, before it goes round anew.
    package mutating func forgetRepetitions(of request: SavedRequest, file: String, environment: String?) {
        var key = Key(file: file, environment: environment, id: request.id)
        guard let last = lastRepetitions.removeValue(forKey: key) else { return }
        for number in 0...last {
            key.repetition = number
            forget(key)
        }
    }

    /// Keeps an answer in place of an earlier one of the same key.
    package mutating func remember(_ answer: Answer, for key: Key) {
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

    package mutating func remember(_ capture: Capture, as name: String, environment: String?) {
        captures[CaptureKey(environment: environment, name: name)] = capture
    }
}

extension ResponseMemory.Answer {
    fileprivate var byteCount: Int { (body?.count ?? 0) + (requestBody?.count ?? 0) }

    /// nil when there was no answer.
    package init?(_ exchange: Exchange) {
        guard let response = exchange.response else { return nil }
        requestHeaders = exchange.hops.first?.request.headers ?? exchange.draft.headers
        requestBody =
            switch exchange.draft.body {
            case .none: []
            case .bytes(let bytes): bytes
            default: nil
            }
        requestBodyIsSecret = exchange.draft.options.bodyIsSecret
        status = response.status
        headers = response.headers
        body = response.bodyByteCount == response.body.count ? response.body : nil
    }
}

extension ResponseMemory {
    /// Takes in what a request was answered: the answer itself, and what its script would have captured.
    package mutating func remember(
        _ exchange: Exchange, of request: SavedRequest, file: String, environment: String?, repetition: Int? = nil
    ) {
        guard let answer = Answer(exchange) else { return }
        var key = Key(file: file, environment: environment, id: request.id)
        remember(answer, for: key)
        if repetition != nil {
            lastRepetitions[key] = max(repetition ?? 0, lastRepetitions[key] ?? 0)
            key.repetition = repetition
            remember(answer, for: key)
        }
        let bodies = AnsweredBodies()
        for capture in request.captures {
            guard case .reference(let reference)? = ChainReference.read("_.response." + capture.expression),
                case .success(let value) = ChainValue(answer: answer, bodies: bodies).value(of: reference)
            else { continue }
            remember(
                Capture(value: value, request: request.id, line: capture.line), as: capture.variable,
                environment: environment)
        }
    }
}
