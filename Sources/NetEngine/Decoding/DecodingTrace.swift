import Synchronization

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Finds the value that a `JSONDecoder` could not read, by decoding once more. Its error does not say which: it names nothing
/// for a number that does not fit into its type, and for a date only the object or array around it.
enum DecodingTrace {
    /// A value without parts that could not be read.
    struct Failure: Sendable {
        let path: [DecodingStep]
        /// The name of the type that it should become.
        let type: String
        /// The words of the error; nil for an error of the decoder's own, which it reports as "not valid JSON" without a path.
        let words: String?
    }

    fileprivate final class Notes: Sendable {
        let last = Mutex<Failure?>(nil)
    }

    fileprivate static let notes = TaskLocal<Notes?>(wrappedValue: nil)

    /// The value that made this error, or nil if a type of the program made it.
    static func failure<T: Decodable>(
        of error: DecodingError.Context, decoding type: T.Type, from data: Data, by decoder: JSONDecoder
    ) -> Failure? {
        let new = Notes()
        _ = notes.withValue(new) { try? decoder.decode(Traced<T>.self, from: data) }
        guard let last = new.last.withLock({ $0 }) else { return nil }
        let isSame = last.words.map { $0 == error.debugDescription } ?? error.codingPath.isEmpty
        return isSame ? last : nil
    }

    /// What a `JSONDecoder` reads as a whole, by rules of its own.
    private static let wholes: Set<ObjectIdentifier> = [
        ObjectIdentifier(Bool.self), ObjectIdentifier(String.self), ObjectIdentifier(Double.self),
        ObjectIdentifier(Float.self), ObjectIdentifier(Int.self), ObjectIdentifier(Int8.self),
        ObjectIdentifier(Int16.self), ObjectIdentifier(Int32.self), ObjectIdentifier(Int64.self),
        ObjectIdentifier(UInt.self), ObjectIdentifier(UInt8.self), ObjectIdentifier(UInt16.self),
        ObjectIdentifier(UInt32.self), ObjectIdentifier(UInt64.self), ObjectIdentifier(Int128.self),
        ObjectIdentifier(UInt128.self), ObjectIdentifier(Decimal.self), ObjectIdentifier(Date.self),
        ObjectIdentifier(Data.self), ObjectIdentifier(URL.self),
    ]

    fileprivate static func isWhole(_ type: any Any.Type) -> Bool { wholes.contains(ObjectIdentifier(type)) }

    /// Reads a value, and takes a note if it has no parts and cannot be read.
    fileprivate static func read<T: Decodable>(
        _ type: T.Type, at path: [any CodingKey], whole: () throws -> T, parts: () throws -> Traced<T>
    ) throws -> T {
        guard isWhole(type) else { return try parts().value }
        do { return try whole() } catch {
            note(error, type, path)
            throw error
        }
    }

    private static func note(_ error: any Error, _ type: any Decodable.Type, _ path: [any CodingKey]) {
        let words: String?
        switch error {
        case DecodingError.dataCorrupted(let context): words = context.debugDescription
        case is DecodingError: return
        default: words = nil
        }
        let failure = Failure(path: path.map(DecodingStep.init), type: "\(type)", words: words)
        notes.get()?.last.withLock { $0 = failure }
    }
}

extension DecodingStep {
    init(_ key: any CodingKey) { self = key.intValue.map { .element($0) } ?? .member(key.stringValue) }
}

private struct Traced<Value: Decodable>: Decodable {
    let value: Value

    init(from decoder: any Decoder) throws {
        if DecodingTrace.isWhole(Value.self) {
            value = try TracedValue(base: decoder.singleValueContainer()).decode(Value.self)
        } else if let dictionary = Value.self as? any TextDictionary.Type,
            let traced = try dictionary.traced(from: decoder.singleValueContainer()) as? Value
        {
            value = traced
        } else {
            value = try Value(from: TracedDecoder(base: decoder))
        }
    }
}

/// A dictionary whose keys are data. A `JSONDecoder` leaves them as they are, and changes only names of members.
private protocol TextDictionary {
    static func traced(from container: any SingleValueDecodingContainer) throws -> Self
}

extension Dictionary: TextDictionary where Key == String, Value: Decodable {
    fileprivate static func traced(from container: any SingleValueDecodingContainer) throws -> Self {
        try container.decode([String: Traced<Value>].self).mapValues(\.value)
    }
}

private struct TracedDecoder: Decoder {
    let base: any Decoder
    var codingPath: [any CodingKey] { base.codingPath }
    var userInfo: [CodingUserInfoKey: Any] { base.userInfo }

    func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        KeyedDecodingContainer(TracedMembers(base: try base.container(keyedBy: type)))
    }
    func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
        TracedElements(base: try base.unkeyedContainer())
    }
    func singleValueContainer() throws -> any SingleValueDecodingContainer {
        TracedValue(base: try base.singleValueContainer())
    }
}

private struct TracedValue: SingleValueDecodingContainer {
    let base: any SingleValueDecodingContainer
    var codingPath: [any CodingKey] { base.codingPath }

    func decodeNil() -> Bool { base.decodeNil() }
    func decode<T: Decodable>(_ type: T.Type) throws -> T { try traced(type) }
    // The protocol has other methods for these two, which would not be traced.
    func decode(_ type: Int128.Type) throws -> Int128 { try traced(type) }
    func decode(_ type: UInt128.Type) throws -> UInt128 { try traced(type) }

    private func traced<T: Decodable>(_ type: T.Type) throws -> T {
        try DecodingTrace.read(
            type, at: codingPath, whole: { try base.decode(type) }, parts: { try base.decode(Traced<T>.self) })
    }
}

private struct TracedMembers<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let base: KeyedDecodingContainer<Key>
    var codingPath: [any CodingKey] { base.codingPath }
    var allKeys: [Key] { base.allKeys }

    func contains(_ key: Key) -> Bool { base.contains(key) }
    func decodeNil(forKey key: Key) throws -> Bool { try base.decodeNil(forKey: key) }
    func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T { try traced(type, key) }
    func decode(_ type: Int128.Type, forKey key: Key) throws -> Int128 { try traced(type, key) }
    func decode(_ type: UInt128.Type, forKey key: Key) throws -> UInt128 { try traced(type, key) }

    private func traced<T: Decodable>(_ type: T.Type, _ key: Key) throws -> T {
        try DecodingTrace.read(
            type, at: codingPath + [key], whole: { try base.decode(type, forKey: key) },
            parts: { try base.decode(Traced<T>.self, forKey: key) })
    }
    func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type, forKey key: Key
    ) throws -> KeyedDecodingContainer<Nested> {
        KeyedDecodingContainer(TracedMembers<Nested>(base: try base.nestedContainer(keyedBy: type, forKey: key)))
    }
    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
        TracedElements(base: try base.nestedUnkeyedContainer(forKey: key))
    }
    func superDecoder() throws -> any Decoder { TracedDecoder(base: try base.superDecoder()) }
    func superDecoder(forKey key: Key) throws -> any Decoder { TracedDecoder(base: try base.superDecoder(forKey: key)) }
}

private struct TracedElements: UnkeyedDecodingContainer {
    private struct Index: CodingKey {
        let intValue: Int?
        var stringValue: String { "\(intValue ?? 0)" }
        init(intValue: Int) { self.intValue = intValue }
        init?(stringValue: String) { nil }
    }

    var base: any UnkeyedDecodingContainer
    var codingPath: [any CodingKey] { base.codingPath }
    var count: Int? { base.count }
    var isAtEnd: Bool { base.isAtEnd }
    var currentIndex: Int { base.currentIndex }

    init(base: any UnkeyedDecodingContainer) { self.base = base }

    mutating func decodeNil() throws -> Bool { try base.decodeNil() }
    mutating func decode<T: Decodable>(_ type: T.Type) throws -> T { try traced(type) }
    mutating func decode(_ type: Int128.Type) throws -> Int128 { try traced(type) }
    mutating func decode(_ type: UInt128.Type) throws -> UInt128 { try traced(type) }

    private mutating func traced<T: Decodable>(_ type: T.Type) throws -> T {
        let path = codingPath + [Index(intValue: currentIndex)]
        return try DecodingTrace.read(
            type, at: path, whole: { try base.decode(type) }, parts: { try base.decode(Traced<T>.self) })
    }
    mutating func nestedContainer<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        KeyedDecodingContainer(TracedMembers(base: try base.nestedContainer(keyedBy: type)))
    }
    mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
        TracedElements(base: try base.nestedUnkeyedContainer())
    }
    mutating func superDecoder() throws -> any Decoder { TracedDecoder(base: try base.superDecoder()) }
}
