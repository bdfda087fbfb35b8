/// One `name=value` of a query or a form, as it is meant: neither part is encoded yet.
public struct QueryItem: Sendable, Hashable {
    /// Any text; it is encoded when it is sent.
    public var name: String
    /// nil means the name alone, without an equals sign; an empty value keeps the sign. A form always has the sign.
    public var value: String?

    /// A name and a value, both as they are meant.
    /// - `value`: nil sends the name without an equals sign.
    public init(_ name: String, _ value: String?) {
        self.name = name
        self.value = value
    }

    /// A whole number, in decimal digits.
    public init(_ name: String, _ value: some BinaryInteger) { self.init(name, String(value)) }

    /// A number in the shortest digits that name it: `0.1`, `51.5`, `1e-07`.
    public init(_ name: String, _ value: some BinaryFloatingPoint & LosslessStringConvertible) {
        self.init(name, String(value))
    }

    /// `true` or `false`.
    public init(_ name: String, _ value: Bool) { self.init(name, value ? "true" : "false") }
}

extension [QueryItem] {
    /// The items as the query of a URL, in their order. All but the unreserved characters of RFC 3986 §2.3 is
    /// percent-encoded, `%` and `+` too: a value arrives as it was given, whatever it holds.
    var urlQuery: String {
        map { item in
            let name = PercentEncoding.component(item.name)
            return item.value.map { "\(name)=\(PercentEncoding.component($0))" } ?? name
        }.joined(separator: "&")
    }

    /// The items as an `application/x-www-form-urlencoded` body (WHATWG URL §5.2): a space becomes `+`.
    var formBody: [UInt8] {
        let pairs = map { "\(PercentEncoding.form($0.name))=\(PercentEncoding.form($0.value ?? ""))" }
        return [UInt8](pairs.joined(separator: "&").utf8)
    }
}
