/// One header field line, byte for byte as it was written or received.
///
/// Nothing is repaired: an explorer must show what a server really sent, bad bytes included.
public struct HeaderField: Sendable, Hashable {
    /// Where a field of a request came from; the request preview shows it beside the line.
    public enum Origin: String, Sendable, Hashable, Codable {
        /// Written by the user in the request.
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

    private struct Line: Sendable, Hashable {
        let name: [UInt8]
        let value: [UInt8]
    }

    // One reference: fields are copied at every look through a head, and there are dozens of those for a request.
    private var line: Shared<Line>

    /// The name, byte for byte, in the case it was written in.
    public var nameBytes: [UInt8] {
        get { line.value.name }
        set { line = Shared(Line(name: newValue, value: line.value.value)) }
    }
    /// The value, byte for byte, without surrounding whitespace (RFC 9110 §5.5).
    public var valueBytes: [UInt8] {
        get { line.value.value }
        set { line = Shared(Line(name: line.value.name, value: newValue)) }
    }
    /// Where a field of a request came from; `typed` for every field of a response.
    public var origin: Origin
    /// Whether the value is a secret, whatever the name says. Such a field is not sent to another origin by a redirect
    /// (RFC 9110 §15.4), and logs and the cache treat it as a credential. Fields whose names mean a credential (`Authorization`, `X-Api-Key`, …) need no mark.
    /// Default false.
    public var isSecret: Bool

    /// A field from text; the text is taken as UTF-8.
    public init(_ name: String, _ value: String, origin: Origin = .typed, isSecret: Bool = false) {
        self.init(nameBytes: Array(name.utf8), valueBytes: Array(value.utf8), origin: origin, isSecret: isSecret)
    }

    /// A field from bytes, which are taken as they are. Whether they can be sent is checked when a request is built.
    public init(nameBytes: [UInt8], valueBytes: [UInt8], origin: Origin = .typed, isSecret: Bool = false) {
        line = Shared(Line(name: nameBytes, value: valueBytes))
        self.origin = origin
        self.isSecret = isSecret
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

    fileprivate static func lower(_ byte: UInt8) -> UInt8 {
        (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte
    }
}

/// Finds out quickly, without looking at the fields, that most names are missing: nearly all names that are looked up in a
/// head are not in it.
struct FieldPresence: Sendable, Hashable {
    private var bits: UInt64 = 0

    init(_ fields: [HeaderField] = []) { for field in fields { insert(field) } }

    mutating func insert(_ field: HeaderField) {
        let name = field.nameBytes
        bits |= Self.bit(name.count, name.first ?? 0)
    }

    /// False only if no field has that name, in any case.
    func mayHold(_ name: String) -> Bool { bits & Self.bit(name.utf8.count, name.utf8.first ?? 0) != 0 }

    private static func bit(_ length: Int, _ first: UInt8) -> UInt64 {
        1 << UInt64(truncatingIfNeeded: (length &* 11 &+ Int(HeaderField.lower(first))) & 63)
    }
}

/// Header fields in their order on the wire, repeated ones as separate lines, looked up without regard to case.
public struct HeaderFields: Sendable, Hashable, ExpressibleByArrayLiteral,
    ExpressibleByDictionaryLiteral
{
    /// One for each line, in order.
    public var fields: [HeaderField] {
        get { all }
        set {
            all = newValue
            presence = FieldPresence(newValue)
        }
    }
    private var all: [HeaderField]
    private var presence: FieldPresence

    /// The fields in this order; none by default.
    public init(_ fields: [HeaderField] = []) {
        all = fields
        presence = FieldPresence(fields)
    }
    /// The fields in this order.
    public init(arrayLiteral elements: HeaderField...) { self.init(elements) }
    /// A field for each pair, in the order of the literal; a name may be there more than once:
    /// `["Accept": "text/plain", "X-Trace": id]`.
    public init(dictionaryLiteral elements: (String, String)...) {
        self.init(elements.map { HeaderField($0.0, $0.1) })
    }

    /// Field lines; a repeated name counts each time.
    public var count: Int { fields.count }
    /// True without fields.
    public var isEmpty: Bool { fields.isEmpty }

    /// The value of the first field of that name.
    public subscript(_ name: String) -> String? { firstLine(name)?.value }

    /// The first field of that name.
    func firstLine(_ name: String) -> HeaderField? {
        guard presence.mayHold(name) else { return nil }
        WorkMeter.count(all.count)
        return all.first { $0.isNamed(name) }
    }

    /// The last field of that name.
    package func last(_ name: String) -> HeaderField? {
        guard presence.mayHold(name) else { return nil }
        WorkMeter.count(all.count)
        return all.last { $0.isNamed(name) }
    }

    /// All fields of that name, in order.
    func lines(_ name: String) -> [HeaderField] {
        guard presence.mayHold(name) else { return [] }
        WorkMeter.count(all.count)
        return all.filter { $0.isNamed(name) }
    }

    /// The values of all fields of that name, in order.
    public func values(_ name: String) -> [String] {
        lines(name).map(\.value)
    }

    /// Whether there is a field of that name, without regard to case.
    public func contains(_ name: String) -> Bool {
        presence.mayHold(name) && fields.contains { $0.isNamed(name) }
    }

    /// Adds a line at the end; those of the same name stay.
    public mutating func append(_ field: HeaderField) {
        all.append(field)
        presence.insert(field)
    }
    /// Removes all fields of that name, without regard to case.
    public mutating func remove(_ name: String) {
        if presence.mayHold(name) { fields.removeAll { $0.isNamed(name) } }
    }
}

extension HeaderFields: RandomAccessCollection {
    /// The place of the first line: 0.
    public var startIndex: Int { fields.startIndex }
    /// One past the place of the last line.
    public var endIndex: Int { fields.endIndex }
    /// The line at a place, from 0.
    public subscript(position: Int) -> HeaderField { fields[position] }
}
