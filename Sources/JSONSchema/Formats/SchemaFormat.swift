import JSONPath
import Pattern

/// The formats that are known (2020-12 validation §7.3, OpenAPI format registry). Others say nothing.
enum SchemaFormat: Int, CaseIterable, Sendable {
    case dateTime, date, time, duration, email, idnEmail, hostname, ipv4, ipv6, uri, uriReference, iri, iriReference
    case uriTemplate, uuid, jsonPointer, relativeJSONPointer, regex, byte, int32, int64

    private static let names: [(String, SchemaFormat)] = [
        ("date-time", .dateTime), ("date", .date), ("time", .time), ("duration", .duration), ("email", .email),
        ("idn-email", .idnEmail), ("hostname", .hostname), ("ipv4", .ipv4), ("ipv6", .ipv6), ("uri", .uri),
        ("uri-reference", .uriReference), ("iri", .iri), ("iri-reference", .iriReference),
        ("uri-template", .uriTemplate), ("uuid", .uuid), ("json-pointer", .jsonPointer),
        ("relative-json-pointer", .relativeJSONPointer), ("regex", .regex), ("byte", .byte), ("int32", .int32),
        ("int64", .int64),
    ]

    init?(name: String) {
        guard let found = Self.names.first(where: { $0.0 == name }) else { return nil }
        self = found.1
    }

    var isForNumbers: Bool { self == .int32 || self == .int64 }

    /// What it is, after "expected": `a date and time (RFC 3339)`.
    var wanted: String {
        switch self {
        case .dateTime: "a date and time such as 2024-05-31T12:00:00Z (date-time, RFC 3339)"
        case .date: "a date such as 2024-05-31 (date)"
        case .time: "a time such as 12:00:00Z (time, RFC 3339)"
        case .duration: "a duration such as P1DT2H (duration, ISO 8601)"
        case .email, .idnEmail: "an e-mail address"
        case .hostname: "a host name"
        case .ipv4: "an IPv4 address"
        case .ipv6: "an IPv6 address"
        case .uri: "a URI with a scheme (uri)"
        case .uriReference: "a URI reference"
        case .iri: "an IRI with a scheme (iri)"
        case .iriReference: "an IRI reference"
        case .uriTemplate: "a URI template (RFC 6570)"
        case .uuid: "a UUID"
        case .jsonPointer: "a JSON pointer (RFC 6901)"
        case .relativeJSONPointer: "a relative JSON pointer"
        case .regex: "a regular expression"
        case .byte: "Base64 text (byte)"
        case .int32: "an integer of 32 bits (int32)"
        case .int64: "an integer of 64 bits (int64)"
        }
    }

    func accepts(_ number: JSONNumber) -> Bool {
        guard number.isInteger else { return false }
        switch self {
        case .int32: return number.integer.map { Int32(exactly: $0) != nil } ?? false
        case .int64: return JSONNumber(Int.min) <= number && number <= JSONNumber(Int.max)
        default: return true
        }
    }

    /// In time linear in the text.
    func accepts(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
        switch self {
        case .dateTime: return DateFormat.isDateTime(text)
        case .date: return DateFormat.date(text[...]) != nil
        case .time: return DateFormat.isTime(text[...])
        case .duration: return DateFormat.isDuration(text)
        case .email: return AddressFormat.isEmail(text, international: false)
        case .idnEmail: return AddressFormat.isEmail(text, international: true)
        case .hostname: return AddressFormat.isHostname(text[...])
        case .ipv4: return AddressFormat.isIPv4(text[...])
        case .ipv6: return AddressFormat.isIPv6(text[...])
        case .uri: return URIFormat.isReference(text, international: false, needsScheme: true)
        case .uriReference: return URIFormat.isReference(text, international: false, needsScheme: false)
        case .iri: return URIFormat.isReference(text, international: true, needsScheme: true)
        case .iriReference: return URIFormat.isReference(text, international: true, needsScheme: false)
        case .uriTemplate: return URIFormat.isTemplate(text)
        case .uuid: return AddressFormat.isUUID(text)
        case .jsonPointer: return AddressFormat.isJSONPointer(text[...])
        case .relativeJSONPointer: return AddressFormat.isRelativeJSONPointer(text)
        case .regex:
            guard let error = Pattern.syntaxError(in: String(decoding: text, as: UTF8.self), syntax: .ecmaScript)
            else { return true }
            return error.isLimit
        case .byte: return AddressFormat.isBase64(text)
        case .int32, .int64: return true
        }
    }
}
