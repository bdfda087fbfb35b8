/// One header field line, byte for byte as it was written or received.
///
/// Nothing is repaired: an explorer must show what a server really sent, bad bytes included.
public struct HeaderField: Sendable, Hashable {
    /// Where a field of a request came from; the request preview shows it beside the line.
    public enum Origin: String, Sendable, Hashable, Codable {
        /// Written by the person in the request.
        case typed
        /// Added by the engine because the protocol or a default wants it.
        case engine
        /// Added from the environment's default headers.
        case environment
        /// A credential that an interceptor added; it never follows a redirect to another origin.
        case auth
        /// Cookies of the jar.
        case cookie
        /// A condition that the cache added (RFC 9111 §4.3.1).
        case cache
    }

    /// The name, byte for byte, in the case it was written in.
    public var nameBytes: [UInt8]
    /// The value, byte for byte, without the blanks around it (RFC 9110 §5.5).
    public var valueBytes: [UInt8]
    /// Where a field of a request came from; `typed` for every field of an answer.
    public var origin: Origin

    /// A field from text; the text is taken as UTF-8.
    public init(_ name: String, _ value: String, origin: Origin = .typed) {
        self.init(nameBytes: Array(name.utf8), valueBytes: Array(value.utf8), origin: origin)
    }

    /// A field from bytes, which are taken as they are. Whether they can be sent is looked at when a request is built.
    public init(nameBytes: [UInt8], valueBytes: [UInt8], origin: Origin = .typed) {
        self.nameBytes = nameBytes
        self.valueBytes = valueBytes
        self.origin = origin
    }

    /// The name as text: UTF-8 where the bytes are valid, Latin-1 otherwise.
    public var name: String { Self.text(nameBytes) }

    /// The value as text: UTF-8 where the bytes are valid, Latin-1 otherwise (RFC 9110 §5.5).
    public var value: String { Self.text(valueBytes) }

    /// The value with each byte as the Latin-1 code point of the same number: lossless, for machines.
    public var latin1Value: String { Self.latin1(valueBytes) }

    /// Whether the names are equal without regard to ASCII case (RFC 9110 §5.1).
    public func isNamed(_ other: String) -> Bool {
        guard other.utf8.count == nameBytes.count else { return false }
        // Asked for many names and every request: over contiguous bytes this is a loop without checks.
        var other = other
        return other.withUTF8 { other in
            nameBytes.withUnsafeBufferPointer { name in
                name.indices.allSatisfy { Self.lower(name[$0]) == Self.lower(other[$0]) }
            }
        }
    }

    private static func text(_ bytes: [UInt8]) -> String {
        String(validating: bytes, as: UTF8.self) ?? latin1(bytes)
    }

    private static func latin1(_ bytes: [UInt8]) -> String {
        var scalars = String.UnicodeScalarView()
        for byte in bytes { scalars.append(Unicode.Scalar(byte)) }
        return String(scalars)
    }

    private static func lower(_ byte: UInt8) -> UInt8 {
        (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte
    }
}

/// Header fields in their order on the wire, repeated ones as separate lines, looked up without regard to case.
public struct HeaderFields: Sendable, Hashable, ExpressibleByArrayLiteral {
    /// One for each line, in order.
    public var fields: [HeaderField]

    /// The fields in this order; none by default.
    public init(_ fields: [HeaderField] = []) { self.fields = fields }
    /// The fields in this order.
    public init(arrayLiteral elements: HeaderField...) { fields = elements }

    /// Field lines; a repeated name counts each time.
    public var count: Int { fields.count }
    /// Whether there is no field at all.
    public var isEmpty: Bool { fields.isEmpty }

    /// The value of the first field of that name.
    public subscript(_ name: String) -> String? { fields.first { $0.isNamed(name) }?.value }

    /// The values of all fields of that name, in order.
    public func values(_ name: String) -> [String] {
        var values: [String] = []
        for field in fields where field.isNamed(name) { values.append(field.value) }
        return values
    }

    /// Whether there is a field of that name, without regard to case.
    public func contains(_ name: String) -> Bool { fields.contains { $0.isNamed(name) } }

    /// Adds a line at the end; those of the same name stay.
    public mutating func append(_ field: HeaderField) { fields.append(field) }
    /// Takes out all fields of that name, without regard to case.
    public mutating func remove(_ name: String) { fields.removeAll { $0.isNamed(name) } }
}

extension HeaderFields: RandomAccessCollection {
    /// The place of the first line: 0.
    public var startIndex: Int { fields.startIndex }
    /// One past the place of the last line.
    public var endIndex: Int { fields.endIndex }
    /// The line at a place, from 0.
    public subscript(position: Int) -> HeaderField { fields[position] }
}
