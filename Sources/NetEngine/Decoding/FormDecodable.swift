/// A form into a `Decodable` type: each field is a member by its name, a name that repeats is an array.
///
/// Numbers and flags are read from the text (`true` and `false` only). A field without a value is an empty string; an
/// optional is nil if the field is missing. Names that look nested (`user[name]`, `user.name`) are names like any other:
/// what they mean differs from server to server.
public struct FormFormat: BodyFormat {
    /// It has no settings.
    public init() {}

    /// The value of the `Accept` field: `application/x-www-form-urlencoded`.
    public var accept: String? { "application/x-www-form-urlencoded" }

    /// - Throws: `decoding`, with the name of the field, when the body is not a form, a field is missing, or its text is
    ///   no such value.
    public func decode<T: Decodable>(_ type: T.Type, from response: Response) throws(EngineError) -> T {
        let fields = try FormDecoder.read(response)
        do { return try T(from: FormReader(fields: fields, codingPath: [])) } catch {
            throw .decoding("a form", Self.fault(error, fields, response))
        }
    }

    private static func fault(
        _ error: any Error, _ fields: [FormDecoder.PlacedField], _ response: Response
    ) -> DecodingFault {
        guard let error = error as? DecodingError else { return DecodingFault(reason: "\(error)", response: response) }
        var path: [any CodingKey]
        let reason: String
        switch error {
        case .keyNotFound(let key, let context):
            path = context.codingPath
            reason = "the field \(EngineError.quoted(key.stringValue)) is missing"
        case .typeMismatch(_, let context), .valueNotFound(_, let context), .dataCorrupted(let context):
            path = context.codingPath
            reason = context.debugDescription
        @unknown default:
            path = []
            reason = "\(error)"
        }
        let place = path.first.flatMap { key in
            let named = fields.filter { $0.field.name == key.stringValue }
            let index = path.dropFirst().first?.intValue ?? 0
            return named.indices.contains(index) ? named[index].offset : named.first?.offset
        }
        return DecodingFault(
            reason: reason,
            codingPath: path.map(DecodingStep.init),
            position: place.map { TextPosition(byteOffset: $0, in: response.body) }, response: response)
    }
}

extension BodyFormat where Self == FormFormat {
    /// `application/x-www-form-urlencoded`.
    public static var form: FormFormat { FormFormat() }
}

extension ResponseDecoder {
    /// A form into `type`.
    public static func form<T>(_ type: T.Type) -> Self where Self == FormatDecoder<T, FormFormat> {
        FormFormat().decoder(for: type)
    }
}

/// The whole form, or the values of one name.
private struct FormReader: Decoder {
    let fields: [FormDecoder.PlacedField]
    let codingPath: [any CodingKey]
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        KeyedDecodingContainer(FormMembers<Key>(fields: fields, codingPath: codingPath))
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
        throw mismatch([String].self, "a form is not a list")
    }

    func singleValueContainer() throws -> any SingleValueDecodingContainer {
        throw mismatch(String.self, "a form is not a single value")
    }

    private func mismatch(_ type: Any.Type, _ words: String) -> DecodingError {
        .typeMismatch(type, DecodingError.Context(codingPath: codingPath, debugDescription: words))
    }
}

private struct FormMembers<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let codingPath: [any CodingKey]
    /// By name, in the order of the form.
    private let values: [String: [String]]
    let allKeys: [Key]

    init(fields: [FormDecoder.PlacedField], codingPath: [any CodingKey]) {
        self.codingPath = codingPath
        var values: [String: [String]] = [:]
        var keys: [Key] = []
        for (field, _) in fields {
            if values[field.name] == nil, let key = Key(stringValue: field.name) { keys.append(key) }
            values[field.name, default: []].append(field.value)
        }
        self.values = values
        allKeys = keys
    }

    func contains(_ key: Key) -> Bool { values[key.stringValue] != nil }
    func decodeNil(forKey key: Key) throws -> Bool { values[key.stringValue] == nil }

    private func value(_ key: Key) throws -> FormValues {
        guard let texts = values[key.stringValue] else {
            throw DecodingError.keyNotFound(
                key, DecodingError.Context(codingPath: codingPath, debugDescription: "the field is missing"))
        }
        return FormValues(texts: texts, codingPath: codingPath + [key])
    }

    func decode(_ type: Bool.Type, forKey key: Key) throws -> Bool { try value(key).decode(type) }
    func decode(_ type: String.Type, forKey key: Key) throws -> String { try value(key).decode(type) }
    func decode(_ type: Double.Type, forKey key: Key) throws -> Double { try value(key).decode(type) }
    func decode(_ type: Float.Type, forKey key: Key) throws -> Float { try value(key).decode(type) }
    func decode(_ type: Int.Type, forKey key: Key) throws -> Int { try value(key).decode(type) }
    func decode(_ type: Int8.Type, forKey key: Key) throws -> Int8 { try value(key).decode(type) }
    func decode(_ type: Int16.Type, forKey key: Key) throws -> Int16 { try value(key).decode(type) }
    func decode(_ type: Int32.Type, forKey key: Key) throws -> Int32 { try value(key).decode(type) }
    func decode(_ type: Int64.Type, forKey key: Key) throws -> Int64 { try value(key).decode(type) }
    func decode(_ type: UInt.Type, forKey key: Key) throws -> UInt { try value(key).decode(type) }
    func decode(_ type: UInt8.Type, forKey key: Key) throws -> UInt8 { try value(key).decode(type) }
    func decode(_ type: UInt16.Type, forKey key: Key) throws -> UInt16 { try value(key).decode(type) }
    func decode(_ type: UInt32.Type, forKey key: Key) throws -> UInt32 { try value(key).decode(type) }
    func decode(_ type: UInt64.Type, forKey key: Key) throws -> UInt64 { try value(key).decode(type) }
    func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T { try T(from: value(key)) }

    func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type, forKey key: Key
    ) throws -> KeyedDecodingContainer<Nested> { try value(key).container(keyedBy: type) }

    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
        try value(key).unkeyedContainer()
    }

    func superDecoder() throws -> any Decoder { throw value(codingPath, "a form has no level above its fields") }
    func superDecoder(forKey key: Key) throws -> any Decoder { try value(key) }

    private func value(_ path: [any CodingKey], _ words: String) -> DecodingError {
        .dataCorrupted(DecodingError.Context(codingPath: path, debugDescription: words))
    }
}

/// The values of one name: one of them as a single value, all of them as a list.
private struct FormValues: Decoder, SingleValueDecodingContainer {
    let texts: [String]
    let codingPath: [any CodingKey]
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    private func mismatch(_ type: Any.Type, _ words: String) -> DecodingError {
        .typeMismatch(type, DecodingError.Context(codingPath: codingPath, debugDescription: words))
    }

    func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        throw mismatch([String: String].self, "expected an object, but a field of a form is text")
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer { FormList(texts: texts, codingPath: codingPath) }
    func singleValueContainer() throws -> any SingleValueDecodingContainer { self }

    private func text(_ type: Any.Type) throws -> String {
        guard texts.count == 1, let text = texts.first else {
            throw mismatch(type, "expected one field of this name, found \(texts.count)")
        }
        return text
    }

    private func read<T: LosslessStringConvertible>(_ type: T.Type) throws -> T {
        let text = try text(type)
        guard let value = T(text) else { throw mismatch(type, "expected \(type), found \(EngineError.quoted(text))") }
        return value
    }

    func decodeNil() -> Bool { false }
    func decode(_ type: String.Type) throws -> String { try text(type) }
    func decode(_ type: Bool.Type) throws -> Bool { try read(type) }
    func decode(_ type: Double.Type) throws -> Double { try read(type) }
    func decode(_ type: Float.Type) throws -> Float { try read(type) }
    func decode(_ type: Int.Type) throws -> Int { try read(type) }
    func decode(_ type: Int8.Type) throws -> Int8 { try read(type) }
    func decode(_ type: Int16.Type) throws -> Int16 { try read(type) }
    func decode(_ type: Int32.Type) throws -> Int32 { try read(type) }
    func decode(_ type: Int64.Type) throws -> Int64 { try read(type) }
    func decode(_ type: UInt.Type) throws -> UInt { try read(type) }
    func decode(_ type: UInt8.Type) throws -> UInt8 { try read(type) }
    func decode(_ type: UInt16.Type) throws -> UInt16 { try read(type) }
    func decode(_ type: UInt32.Type) throws -> UInt32 { try read(type) }
    func decode(_ type: UInt64.Type) throws -> UInt64 { try read(type) }
    func decode<T: Decodable>(_ type: T.Type) throws -> T { try T(from: self) }
}

private struct FormList: UnkeyedDecodingContainer {
    let texts: [String]
    let codingPath: [any CodingKey]
    private(set) var currentIndex = 0

    init(texts: [String], codingPath: [any CodingKey]) {
        self.texts = texts
        self.codingPath = codingPath
    }

    private struct Index: CodingKey {
        let index: Int
        var intValue: Int? { index }
        var stringValue: String { String(index) }
        init(_ index: Int) { self.index = index }
        init?(intValue: Int) { index = intValue }
        init?(stringValue: String) { return nil }
    }

    var count: Int? { texts.count }
    var isAtEnd: Bool { currentIndex >= texts.count }

    private mutating func next() throws -> FormValues {
        let path = codingPath + [Index(currentIndex)]
        guard !isAtEnd else {
            throw DecodingError.valueNotFound(
                String.self, DecodingError.Context(codingPath: path, debugDescription: "there are no more fields"))
        }
        defer { currentIndex += 1 }
        return FormValues(texts: [texts[currentIndex]], codingPath: path)
    }

    mutating func decodeNil() throws -> Bool { false }
    mutating func decode<T: Decodable>(_ type: T.Type) throws -> T { try next().decode(type) }

    mutating func nestedContainer<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        try next().container(keyedBy: type)
    }

    mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer { try next().unkeyedContainer() }
    mutating func superDecoder() throws -> any Decoder { try next() }
}
