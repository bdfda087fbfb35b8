/// What a decoder found in a body, beyond the sentence of the error.
public enum ErrorDetail: Sendable, Hashable {
    /// Of the category `decoding`: where and why the body is not what was expected.
    case decoding(DecodingFault)
    /// Of the category `api`: the server's own words.
    case api(APIFault)
}

/// Where and why a body is not what was expected. Keeps the response, so that the failure loses nothing.
///
/// A class only so that an `EngineError` stays small; it never changes.
public final class DecodingFault: Sendable, Hashable, CustomStringConvertible {
    /// One clause, for example `expected Int, found a string`.
    public let reason: String
    /// The way to the value, outermost first; empty for the whole body.
    public let codingPath: [DecodingStep]
    /// The place as bytes of `Response.body`, or nil if the error has no place. For JSON in UTF-16 and UTF-32, and XML
    /// in anything but UTF-8, as bytes of the text in UTF-8; line and column are right in any case.
    public let position: TextPosition?
    /// The response as received.
    public let response: Response

    /// An error to report from your own decoder, by `EngineError.decoding(_:_:)`.
    /// - Parameters:
    ///   - reason: one clause without a full stop.
    ///   - codingPath: outermost first; default empty, the whole body.
    ///   - position: default nil, no place.
    ///   - response: the one whose body it is.
    public init(reason: String, codingPath: [DecodingStep] = [], position: TextPosition? = nil, response: Response) {
        self.reason = reason
        self.codingPath = codingPath
        self.position = position
        self.response = response
    }

    /// The path as text: `$.users[2].name`; `$` is the whole body.
    public var path: String { codingPath.reduce("$") { $0 + $1.description } }

    /// Reason, path and place, then the excerpt with a caret under the error.
    public var description: String {
        guard let position else { return "\(path): \(reason)" }
        let caret = String(repeating: " ", count: max(0, position.excerptColumn - 1)) + "^"
        return "\(path), \(position): \(reason)\n\(position.excerpt)\n\(caret)"
    }

    /// Same words, path and place, about a response of the same status and body.
    public static func == (a: DecodingFault, b: DecodingFault) -> Bool {
        a === b
            || (a.reason == b.reason && a.codingPath == b.codingPath && a.position == b.position
                && a.response.status == b.response.status && a.response.content == b.response.content)
    }

    /// By the words, the path and the place.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(reason)
        hasher.combine(codingPath)
        hasher.combine(position)
    }
}

/// One step into a JSON value.
public enum DecodingStep: Sendable, Hashable, CustomStringConvertible {
    /// The member of an object by that name.
    case member(String)
    /// Counted from 0.
    case element(Int)

    /// As in a JSONPath (RFC 9535 §2.7): `.name` or `['odd name']`, `[3]`.
    public var description: String {
        switch self {
        case .element(let index): return "[\(index)]"
        case .member(let name):
            let isPlain =
                !name.isEmpty && name.utf8.first.map { ASCII.isDigit($0) } == false
                && name.unicodeScalars.allSatisfy {
                    $0.value >= 0x80 || $0 == "_" || $0.properties.isAlphabetic || ("0"..."9").contains($0)
                }
            guard !isPlain else { return ".\(name)" }
            return "['\(name.replacing(bytes: "\\", with: "\\\\").replacing(bytes: "'", with: "\\'"))']"
        }
    }
}

/// An API's own report that a request failed, from its envelope; see `ResponseEnvelope`.
public final class APIFault: Sendable, Hashable {
    /// The status in the body, as JSON text; nil if it is missing.
    public let status: String?
    /// The server's message, or nil.
    public let message: String?
    /// The response as received.
    public let response: Response

    /// A failure that an API reports in its body, for decoders of your own: the status as JSON text, and the server's message.
    public init(status: String?, message: String?, response: Response) {
        self.status = status
        self.message = message
        self.response = response
    }

    /// Same status and message, about the same body.
    public static func == (a: APIFault, b: APIFault) -> Bool {
        a === b || (a.status == b.status && a.message == b.message && a.response.content == b.response.content)
    }

    /// By status and message.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(status)
        hasher.combine(message)
    }
}

extension EngineError {
    /// What the decoder found, if the category is `decoding`.
    public var decodingFault: DecodingFault? { if case .decoding(let fault) = detail { fault } else { nil } }

    /// The API's own words, if the category is `api`.
    public var apiFault: APIFault? { if case .api(let fault) = detail { fault } else { nil } }

    /// A failure of the category `decoding`: for decoders of your own.
    /// - Parameters:
    ///   - what: what the body was expected to be: `JSON`, `a form`.
    ///   - fault: where and why it is something else.
    public static func decoding(_ what: String, _ fault: DecodingFault) -> EngineError {
        var places: [String] = []
        if !fault.codingPath.isEmpty { places.append("at \(fault.path)") }
        if let position = fault.position { places.append(position.description) }
        let place = places.isEmpty ? "" : ", \(places.joined(separator: ", "))"
        let type = fault.response.headers["Content-Type"].map { " The server calls it \(quoted($0))." } ?? ""
        return EngineError(
            category: .decoding, sentence: "The body is not \(what) as expected\(place): \(fault.reason).",
            hint: ErrorCategory.decoding.hint + type, detail: .decoding(fault))
    }
}
