public import HTTPTypes
public import NetEngine

#if !HTTPTypes && !All
    #error("Name the trait HTTPTypes in the line of this package: traits: [\"HTTPTypes\"].")
#endif

extension HeaderFields {
    /// The fields in their order, byte for byte. One that must not be indexed (`indexingStrategy` is `disallow`) is
    /// marked as a secret.
    public init(_ fields: HTTPFields) {
        self.init(
            fields.map { field in
                HeaderField(
                    nameBytes: Array(field.name.rawName.utf8),
                    valueBytes: field.withUnsafeBytesOfValue { Array($0) },
                    isSecret: field.indexingStrategy == .disallow)
            })
    }
}

extension HTTPFields {
    /// The fields in their order, byte for byte. One that is marked as a secret must not be indexed.
    ///
    /// Where a field came from (`HeaderField.origin`) is left out.
    /// - Throws: if a name is not a token, or a value has bytes that a field of HTTPTypes would replace: a server can send
    ///   both.
    public init(_ fields: HeaderFields) throws(ConversionError) {
        guard fields.count < UInt16.max else {
            throw ConversionError("There are \(fields.count) fields, more than HTTPFields can hold.")
        }
        self.init()
        reserveCapacity(fields.count)
        for field in fields { append(try HTTPField(field)) }
    }
}

extension HTTPField {
    /// - Throws: as `HTTPFields.init(_:)`.
    fileprivate init(_ field: HeaderField) throws(ConversionError) {
        guard let text = String(validating: field.nameBytes, as: UTF8.self), let name = Name(text) else {
            throw ConversionError("The name of the field \"\(field.name)\" is not a token of RFC 9110.")
        }
        let value = field.valueBytes
        guard Self.isValidValue(value) else {
            throw ConversionError(
                "The value of the field \"\(field.name)\" has a byte or a space that HTTPTypes would replace.")
        }
        self.init(name: name, value: value)
        if field.isSecret { indexingStrategy = .disallow }
    }
}
