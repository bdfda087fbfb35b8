/// How an API wraps its responses: `{"status": …, "message": …, "data": …}`, with its own names and success values.
///
/// The status may be 200 while the body reports a failure; the envelope makes that an error of the category `api`.
public struct EnvelopeFormat: Sendable, Hashable {
    /// A value of the status field.
    public enum StatusValue: Sendable, Hashable, CustomStringConvertible {
        /// Compared exactly.
        case text(String)
        /// An integer; `1.0` is not one.
        case number(Int)
        /// `true` or `false`; a string with that text is not one.
        case flag(Bool)

        /// As in JSON: strings in quotation marks.
        public var description: String {
            switch self {
            case .text(let text): "\"\(text)\""
            case .number(let number): String(number)
            case .flag(let flag): String(flag)
            }
        }
    }

    /// The name of the field with the status; a dot leads into an object (`meta.status`), as in the other names. Default
    /// `status`.
    public var statusField: String
    /// The name of the field with the server's message. Default `message`.
    public var messageField: String
    /// The name of the field with the data; empty if the data is the envelope itself. Default `data`.
    public var dataField: String
    /// The values of the status that mean success. Default `"success"`, `"ok"`, `true`, `0` and `200`.
    public var successValues: Set<StatusValue>

    /// - `successValues`: default `"success"`, `"ok"`, `true`, `0` and `200`.
    public init(
        statusField: String = "status", messageField: String = "message", dataField: String = "data",
        successValues: Set<StatusValue> = [.text("success"), .text("ok"), .flag(true), .number(0), .number(200)]
    ) {
        self.statusField = statusField
        self.messageField = messageField
        self.dataField = dataField
        self.successValues = successValues
    }
}

extension EnvelopeFormat.StatusValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral,
    ExpressibleByBooleanLiteral
{
    /// A text, compared exactly.
    public init(stringLiteral value: String) { self = .text(value) }
    /// A whole number.
    public init(integerLiteral value: Int) { self = .number(value) }
    /// `true` or `false`.
    public init(booleanLiteral value: Bool) { self = .flag(value) }
}

/// The content of an envelope that reported success.
public struct ResponseEnvelope<Data: Decodable & Sendable>: Sendable {
    /// One of the success values.
    public let status: EnvelopeFormat.StatusValue
    /// The server's message, if it sent one with its success.
    public let message: String?
    /// The value of the data field.
    public let data: Data
}

extension ResponseEnvelope: Equatable where Data: Equatable {}

/// Unwraps the data of an envelope.
///
/// `api` is thrown, with the server's message, when the status is missing, when it is not one of the success values, and
/// when the status says success but the data is missing or null (null is fine for an optional type). A body that is not
/// JSON, or data of a wrong type, is `decoding`, with the path from the root of the body.
public struct EnvelopeDecoder<Data: Decodable & Sendable>: ResponseDecoder {
    /// The names of the fields and what counts as success.
    public let envelope: EnvelopeFormat
    private let json: JSONFormat

    /// A decoder for one type of data.
    /// - `envelope`: default `status`, `message` and `data`.
    /// - `json`: how the data is read.
    public init(_ type: Data.Type = Data.self, envelope: EnvelopeFormat = EnvelopeFormat(), json: JSONFormat = .init())
    {
        self.envelope = envelope
        self.json = json
    }

    /// The value of the `Accept` field: `application/json`.
    public var accept: String? { json.accept }

    /// The content of the envelope.
    /// - Throws: `api`, with the server's message, if the envelope reports a failure; `decoding` if the body is not such an envelope.
    public func decode(_ response: Response) throws(EngineError) -> ResponseEnvelope<Data> {
        let reading = try EnvelopeReading(response, envelope)
        let status = try reading.checkedStatus()
        let path = EnvelopeReading.steps(envelope.dataField)
        if reading.isDataNull, let nothing = (Data.self as? any ExpressibleByNilLiteral.Type)?.init(nilLiteral: ()),
            let data = nothing as? Data
        {
            return ResponseEnvelope(status: status, message: reading.message, data: data)
        }
        guard let range = reading.data, !reading.isDataNull else {
            throw reading.missingData
        }
        let data = try json.decode(Data.self, at: range, path: path, from: response)
        return ResponseEnvelope(status: status, message: reading.message, data: data)
    }
}

extension ResponseDecoder {
    /// A value of `type` from an envelope, together with the status and the message.
    public static func envelope<T>(
        of type: T.Type = T.self, _ envelope: EnvelopeFormat = EnvelopeFormat(), json: JSONFormat = .init()
    ) -> Self where Self == EnvelopeDecoder<T> { EnvelopeDecoder(type, envelope: envelope, json: json) }
}

extension EnvelopeFormat {
    /// Checks that the envelope of this response says success, without decoding the data.
    /// - `requiresData`: whether the data field must be there; its content does not matter.
    /// - Throws: `api` when it does not, `decoding` when the body is not JSON.
    package func check(_ response: Response, requiresData: Bool = false) throws(EngineError) {
        let reading = try EnvelopeReading(response, self)
        _ = try reading.checkedStatus()
        if requiresData, reading.data == nil { throw reading.missingData }
    }
}

/// The values of the fields of an envelope.
private struct EnvelopeReading {
    private let response: Response
    private let format: EnvelopeFormat
    private let text: [UInt8]
    private let status: Range<Int>?
    let message: String?
    /// Where the data is in the text; nil if it is missing.
    let data: Range<Int>?

    /// - Throws: `decoding` if the body is not a JSON object.
    init(_ response: Response, _ format: EnvelopeFormat) throws(EngineError) {
        let text = try JSONFormat.checkedText(of: response)
        func range(_ field: String) -> Range<Int>? { JSONSearch.range(of: Self.steps(field), in: text) }
        self.response = response
        self.format = format
        self.text = text
        status = range(format.statusField)
        message = range(format.messageField).flatMap { JSONSearch.string(at: $0, in: text) }
        data = range(format.dataField)
    }

    var isDataNull: Bool { data.map { text[$0].elementsEqual("null".utf8) } ?? true }

    static func steps(_ field: String) -> [DecodingStep] {
        field.isEmpty ? [] : field.split(separator: ".").map { .member(String($0)) }
    }

    /// The status, if it is one of the success values.
    /// - Throws: `api`.
    func checkedStatus() throws(EngineError) -> EnvelopeFormat.StatusValue {
        let name = EngineError.quoted(format.statusField)
        guard let status else { throw failure("The response has no status field \(name)") }
        let words = String(decoding: text[status], as: UTF8.self)
        let value: EnvelopeFormat.StatusValue? =
            if let string = JSONSearch.string(at: status, in: text) {
                .text(string)
            } else if let number = Int(words) {
                .number(number)
            } else {
                Bool(words).map { .flag($0) }
            }
        guard let value, format.successValues.contains(value) else {
            throw failure("The API reports a failure: \(name) is \(EngineError.cut(words))")
        }
        return value
    }

    var missingData: EngineError {
        failure("The API reports success but sent no data (\(EngineError.quoted(format.dataField)))")
    }

    private func failure(_ what: String) -> EngineError {
        let said = message.map { ". It says: \($0.withoutFullStop)" } ?? ""
        return EngineError(
            category: .api, sentence: "\(what)\(said).", hint: ErrorCategory.api.hint,
            detail: .api(
                APIFault(
                    status: status.map { String(decoding: text[$0], as: UTF8.self) }, message: message,
                    response: response)))
    }
}
