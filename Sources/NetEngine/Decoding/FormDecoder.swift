/// The fields of a form, in their order, repeated names kept.
public struct FormFields: Sendable, Hashable {
    /// One `name=value`.
    public struct Field: Sendable, Hashable {
        /// Decoded; may be empty.
        public let name: String
        /// Decoded; empty if the equals sign is missing.
        public let value: String

        /// A field of decoded text.
        public init(name: String, value: String) {
            self.name = name
            self.value = value
        }
    }

    /// In the order of the body.
    public var fields: [Field]

    /// Fields in this order.
    public init(_ fields: [Field]) { self.fields = fields }

    /// The value of the first field of that name.
    public subscript(_ name: String) -> String? { fields.first { $0.name == name }?.value }

    /// The values of all fields of that name, in order.
    public func values(_ name: String) -> [String] { fields.filter { $0.name == name }.map(\.value) }
}

/// `application/x-www-form-urlencoded` (URL standard §5.1): `+` is a space, `%XX` a byte, the text UTF-8.
///
/// A body of another media type, or whose bytes are not UTF-8, is a `decoding` error. A `%` that begins no triplet
/// is taken literally, as in browsers.
public struct FormDecoder: ResponseDecoder {
    /// It has no settings.
    public init() {}
    /// The value of the `Accept` field: `application/x-www-form-urlencoded`.
    public var accept: String? { "application/x-www-form-urlencoded" }

    /// - Throws: `decoding` if it has another media type or the bytes are not UTF-8.
    public func decode(_ response: Response) throws(EngineError) -> FormFields {
        FormFields(try Self.read(response).map(\.field))
    }

    /// A field, and where it begins in the body.
    typealias PlacedField = (field: FormFields.Field, offset: Int)

    static func read(_ response: Response) throws(EngineError) -> [PlacedField] {
        let type = ContentType(of: response)
        guard type.isForm || type.essence.isEmpty || type.essence == "text/plain" else {
            throw .decoding("a form", DecodingFault(reason: "it has another media type", response: response))
        }
        WorkMeter.count(response.body.count)
        var fields: [PlacedField] = []
        for pair in response.body.split(separator: UInt8(ascii: "&")) {
            let equals = pair.firstIndex(of: UInt8(ascii: "=")) ?? pair.endIndex
            guard let name = text(pair[..<equals]), let value = text(pair[equals...].dropFirst()) else {
                throw .decoding(
                    "a form",
                    DecodingFault(
                        reason: "this field is not UTF-8",
                        position: TextPosition(byteOffset: pair.startIndex, in: response.body), response: response))
            }
            fields.append((FormFields.Field(name: name, value: value), pair.startIndex))
        }
        return fields
    }

    private static func text(_ bytes: ArraySlice<UInt8>) -> String? {
        let spaced = bytes.map { $0 == UInt8(ascii: "+") ? UInt8(ascii: " ") : $0 }
        return String(validating: URLEncoding.decode(spaced), as: UTF8.self)
    }
}

extension ResponseDecoder where Self == FormDecoder {
    /// The fields of a form.
    public static var form: FormDecoder { FormDecoder() }
}
