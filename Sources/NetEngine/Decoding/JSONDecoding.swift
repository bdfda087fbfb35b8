#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// JSON into a `Decodable` type by a `JSONDecoder` of your own: dates, keys and floats as it is set.
///
/// The body must be UTF-8 (RFC 8259 §8.1); a byte order mark is dropped, and a mark of UTF-16 or UTF-32 is obeyed. An empty
/// body, as of 204, is nil for an optional type. The media type is ignored. An error is located in the bytes by its coding
/// path, or by a strict JSON reader when the text is not JSON at all.
///
/// `JSONDecoder` reads only what it is asked for: it accepts `[1,]`, and a broken number in an unread member.
public struct JSONBodyDecoder<Value: Decodable & Sendable>: ResponseDecoder {
    private let decoder: JSONDecoder

    /// A decoder for one type.
    /// - `decoder`: with the settings for dates, keys and floats; default a plain one. It must not be changed
    ///   afterwards.
    public init(_ type: Value.Type = Value.self, decoder: JSONDecoder = JSONDecoder()) { self.decoder = decoder }

    /// The value of the `Accept` field: `application/json`.
    public var accept: String? { "application/json" }

    /// The body as a value of the decoder's type.
    /// - Throws: `decoding`, with coding path and place.
    public func decode(_ response: Response) throws(EngineError) -> Value {
        try JSONFormat(decoder: decoder).decode(Value.self, from: response)
    }
}

/// Makes values of any `Decodable` type of a body: what `Engine.fetch(_:as:decoder:)` is given.
public protocol BodyFormat: Sendable {
    /// What to ask the server for, as the value of an `Accept` field; nil if anything will do.
    var accept: String? { get }

    /// - Throws: `decoding`.
    func decode<T: Decodable>(_ type: T.Type, from response: Response) throws(EngineError) -> T
}

extension BodyFormat where Self == JSONFormat {
    /// JSON with the settings of a `JSONDecoder`.
    public static func json(_ decoder: JSONDecoder = JSONDecoder()) -> JSONFormat { JSONFormat(decoder: decoder) }
}

extension BodyFormat {
    /// This format for one type, as a `ResponseDecoder`.
    public func decoder<T: Decodable & Sendable>(for type: T.Type = T.self) -> FormatDecoder<T, Self> {
        FormatDecoder(format: self)
    }
}

/// One type out of a format.
public struct FormatDecoder<Value: Decodable & Sendable, Format: BodyFormat>: ResponseDecoder {
    /// The format that reads the body.
    public let format: Format
    /// A format bound to the type `Value`.
    public init(format: Format) { self.format = format }
    /// The `Accept` of the format.
    public var accept: String? { format.accept }
    /// The body as a value of `Value`.
    /// - Throws: `decoding`, as the format does.
    public func decode(_ response: Response) throws(EngineError) -> Value {
        try format.decode(Value.self, from: response)
    }
}

/// JSON for any type; see `JSONBodyDecoder`.
public struct JSONFormat: BodyFormat {
    private let decoder: JSONDecoder

    /// JSON by a decoder of your own, or a plain one.
    /// - Parameter decoder: must not be changed afterwards.
    public init(decoder: JSONDecoder = JSONDecoder()) { self.decoder = decoder }

    /// The value of the `Accept` field: `application/json`.
    public var accept: String? { "application/json" }

    /// The body as a value of `type`.
    /// - Throws: `decoding`, with coding path and place.
    public func decode<T: Decodable>(_ type: T.Type, from response: Response) throws(EngineError) -> T {
        try decode(type, at: nil, path: [], from: response)
    }

    /// - Parameters:
    ///   - range: of the value in the text that `text(of:)` gives; nil means all of it.
    ///   - path: the way to that value, shown in errors.
    func decode<T: Decodable>(
        _ type: T.Type, at range: Range<Int>?, path: [DecodingStep], from response: Response
    ) throws(EngineError) -> T {
        let (text, prefix) = try Self.text(of: response)
        let isNil = text.isEmpty && type is any ExpressibleByNilLiteral.Type
        let data = isNil ? Data("null".utf8) : Data(range.map { text[$0] } ?? text[...])
        do {
            return try decoder.decode(type, from: data)
        } catch {
            let finder = JSONFaultFinder(text: text, prefix: prefix, base: path, response: response) { context in
                DecodingTrace.failure(of: context, decoding: type, from: data, by: decoder)
            }
            throw .decoding("JSON", finder.fault(of: error))
        }
    }

    /// The body as UTF-8 without a byte order mark, and how many bytes of the body stood before it.
    static func text(of response: Response) throws(EngineError) -> (text: [UInt8], prefix: Int) {
        let body = response.body
        guard let (encoding, length) = TextEncoding.byteOrderMark(of: body) else { return (body, 0) }
        guard encoding != .utf8 else { return (Array(body[length...]), length) }
        do { return (try encoding.utf8(body, from: length), 0) } catch {
            throw .decoding(
                "JSON",
                DecodingFault(
                    reason: "these bytes are not valid \(encoding)",
                    position: TextPosition(byteOffset: error.offset, in: body), response: response))
        }
    }
}

/// Turns what `JSONDecoder` throws into words and a place.
private struct JSONFaultFinder {
    let text: [UInt8]
    let prefix: Int
    let base: [DecodingStep]
    let response: Response
    /// The value that made an error about wrong data, where the decoder did.
    let trace: (DecodingError.Context) -> DecodingTrace.Failure?

    func fault(of error: any Error) -> DecodingFault {
        guard let error = error as? DecodingError else { return fault("\(error)", at: base) }
        switch error {
        case .keyNotFound(let key, let context):
            return fault("the member \(EngineError.quoted(key.stringValue)) is missing", at: steps(context.codingPath))
        case .valueNotFound(let type, let context):
            return fault(
                "expected \(Self.name(type)), found \(found(context) ?? "nothing")", at: steps(context.codingPath))
        case .typeMismatch(let type, let context):
            return fault(
                "expected \(Self.name(type)), found \(found(context) ?? "something else")",
                at: steps(context.codingPath))
        case .dataCorrupted(let context):
            if let syntax = JSONSearch.firstError(in: text) {
                return DecodingFault(reason: syntax.reason, position: position(syntax.offset), response: response)
            }
            let words = context.debugDescription.withoutFullStop
            guard let value = trace(context) else { return fault(words, at: steps(context.codingPath)) }
            let path = base + value.path
            let number = value.words == nil ? JSONSearch.locate(path, in: text).flatMap(number) : nil
            return fault(number.map { "the number \($0) does not fit into \(value.type)" } ?? words, at: path)
        @unknown default: return fault("\(error)", at: base)
        }
    }

    private func fault(_ reason: String, at path: [DecodingStep]) -> DecodingFault {
        let offset = JSONSearch.locate(path, in: text)
        return DecodingFault(reason: reason, codingPath: path, position: offset.map(position), response: response)
    }

    private func position(_ offset: Int) -> TextPosition {
        prefix == 0
            ? TextPosition(byteOffset: offset, in: text)
            : TextPosition(byteOffset: offset + prefix, in: response.body)
    }

    private func steps(_ path: [any CodingKey]) -> [DecodingStep] {
        base + path.map(DecodingStep.init)
    }

    private func number(at place: Int) -> String? {
        var cursor = JSONCursor(text, at: place)
        guard let value = try? cursor.value(), value.kind == .number else { return nil }
        return EngineError.cut(String(decoding: text[value.range], as: UTF8.self))
    }

    private func found(_ context: DecodingError.Context) -> String? {
        JSONSearch.locate(steps(context.codingPath), in: text).flatMap { JSONSearch.kind(at: $0, in: text) }
    }

    private static func name(_ type: any Any.Type) -> String {
        let name = "\(type)"
        if name.hasPrefix("Dictionary<") { return "an object" }
        return name.hasPrefix("Array<") ? "an array" : name
    }
}

extension ResponseDecoder {
    /// JSON into `type`.
    public static func json<T>(_ type: T.Type = T.self, using decoder: JSONDecoder = JSONDecoder()) -> Self
    where Self == JSONBodyDecoder<T> { JSONBodyDecoder(type, decoder: decoder) }
}
