/// Decodes the body of a successful response.
///
/// Input is a `Response`; output is a value, or an `EngineError` of the category `decoding` (or `api`) that says where
/// the error is and keeps the response. Shipped: `.json(T.self)`, `.raw`, `.data`, `.text`, `.xml`, `.form`, `.image`,
/// `.byMediaType`, `.nothing`, `.envelope(of: T.self)`; `optional()` lets an empty body be nil.
public protocol ResponseDecoder<Value>: Sendable {
    /// The type of the result.
    associatedtype Value: Sendable

    /// What to ask the server for, as the value of an `Accept` field; nil if anything will do.
    var accept: String? { get }

    /// The value that the body holds.
    /// - Throws: `decoding` (see `EngineError.decoding(_:_:)`), or `api` when the body itself reports a failure.
    func decode(_ response: Response) throws(EngineError) -> Value
}

extension ResponseDecoder {
    /// nil by default: no `Accept` field is added for this decoder.
    public var accept: String? { nil }

    /// This decoder, with nil as its value for an empty body, such as that of a 204 or 205.
    public func optional() -> OptionalDecoder<Self> { OptionalDecoder(self) }
}

/// The bytes of the body, content codings undone. Never fails.
public struct RawDecoder: ResponseDecoder {
    /// It has no settings.
    public init() {}
    /// The bytes, however many.
    public func decode(_ response: Response) throws(EngineError) -> [UInt8] { response.body }
}

/// Ignores the body. Never fails.
public struct NothingDecoder: ResponseDecoder {
    /// The result without decoding: the status.
    public struct Nothing: Sendable, Hashable {
        /// The status of the response, 200 to 299.
        public let status: Int
    }

    /// It has no settings.
    public init() {}
    /// The status alone.
    public func decode(_ response: Response) throws(EngineError) -> Nothing { Nothing(status: response.status) }
}

/// nil for an empty body, the result of `base` for any other.
public struct OptionalDecoder<Base: ResponseDecoder>: ResponseDecoder {
    /// Decodes bodies that are not empty.
    public let base: Base
    /// Lets an empty body be nil; `ResponseDecoder.optional()` is the same.
    public init(_ base: Base) { self.base = base }
    /// The `Accept` of `base`.
    public var accept: String? { base.accept }
    /// nil for an empty body, otherwise the value that `base` decodes.
    /// - Throws: as `base` does, unless the body is empty.
    public func decode(_ response: Response) throws(EngineError) -> Base.Value? {
        response.body.isEmpty ? nil : try base.decode(response)
    }
}

/// The body as text, its encoding found by byte order mark, header, document or the rule of RFC 8259.
///
/// Where nothing names one, the bytes decide (`DecodedText.Source.fallback`).
///
/// Bytes that are not valid in a named encoding, and an encoding that is not known here, are a `decoding` error with the place;
/// `replacesInvalid` replaces invalid bytes of UTF-8 with U+FFFD instead.
public struct TextDecoder: ResponseDecoder {
    /// Whether invalid bytes of UTF-8 become U+FFFD instead of an error. Default false.
    public var replacesInvalid: Bool
    /// Strict by default.
    public init(replacesInvalid: Bool = false) { self.replacesInvalid = replacesInvalid }

    /// The value of the `Accept` field: `text/*`, and anything else if the server has no text.
    public var accept: String? { "text/*, */*;q=0.5" }

    /// - Throws: `decoding`, with the place of the first byte that is not valid, or for an encoding that is not known
    ///   here.
    public func decode(_ response: Response) throws(EngineError) -> String { try detect(response).text }

    /// The text, with its encoding and what named it.
    /// - Throws: `decoding`, as `decode`.
    public func detect(_ response: Response) throws(EngineError) -> DecodedText {
        let body = response.body
        let verdict: TextDetection.Verdict
        do { verdict = try TextDetection.detect(body, type: ContentType(of: response)) } catch {
            let reason = "the encoding \(EngineError.quoted(error.label)) is not known here"
            throw .decoding("text", DecodingFault(reason: reason, response: response))
        }
        let text: String
        if replacesInvalid, verdict.encoding == .utf8 {
            text = String(decoding: body[verdict.prefix...], as: UTF8.self)
        } else {
            do {
                text = String(decoding: try verdict.utf8(body), as: UTF8.self)
            } catch {
                throw .decoding(
                    "text",
                    DecodingFault(
                        reason: "these bytes are not valid \(verdict.encoding)",
                        position: TextPosition(byteOffset: error.offset, in: body), response: response))
            }
        }
        return DecodedText(text: text, encoding: verdict.encoding, source: verdict.source)
    }
}

extension ResponseDecoder where Self == RawDecoder {
    /// The bytes.
    public static var raw: RawDecoder { RawDecoder() }
}
extension ResponseDecoder where Self == NothingDecoder {
    /// Ignores the body.
    public static var nothing: NothingDecoder { NothingDecoder() }
}
extension ResponseDecoder where Self == TextDecoder {
    /// The text, strictly.
    public static var text: TextDecoder { TextDecoder() }
}
