/// Which requests a stored response matches, by its `Vary` field (RFC 9111 §4.1).
public struct VaryKey: Sendable, Hashable {
    /// A field that the server selected by, and the request's value of it.
    public struct Field: Sendable, Hashable, Codable {
        /// The name of the field, in lower case.
        public let name: String
        /// In the form that `FieldNormalisation` gives it; nil if the request had no such field. Of a field that holds a
        /// secret, only a hash.
        public let value: String?

        /// A field of the request as it was; nil if it had none of that name.
        public init(name: String, value: String?) {
            self.name = name
            self.value = value
        }

        /// The value as requests write it: `de, en;q=0.5`.
        package var written: String? {
            guard let value, FieldNormalisation.isWeighted(name) else { return value }
            return ListSyntax.split(Array(value.utf8)).map {
                FieldNormalisation.written(String(decoding: $0, as: UTF8.self))
            }.joined(separator: ", ")
        }
    }

    /// `Vary: *`: matches no other request.
    public let isStar: Bool
    /// In the order of the names; those that `Vary` names, as the request had them.
    public let fields: [Field]

    /// No `Vary`: matches every request.
    public static let none = VaryKey(isStar: false, fields: [])

    /// A stored key.
    public init(isStar: Bool, fields: [Field]) {
        self.isStar = isStar
        self.fields = fields
    }

    /// The key of a response's `Vary` for the request it belongs to (RFC 9111 §4.1).
    package init(response: HeaderFields, request: HeaderFields) {
        let names = Self.names(response)
        isStar = names.contains("*")
        fields = isStar ? [] : names.map { Field(name: $0, value: FieldNormalisation.value(of: $0, in: request)) }
    }

    /// The key under the fields of a 304 or a response to HEAD, which may name others (RFC 9111 §4.1).
    /// - Parameter request: the one that it confirmed. Where it is for another variant, it says nothing of the requests that the stored
    ///   response was for: then that matches none any more, and can still be confirmed.
    func renewed(by headers: HeaderFields, _ request: HeaderFields) -> VaryKey {
        let new = VaryKey(response: headers, request: request)
        if new.isStar == isStar, new.fields.map(\.name) == fields.map(\.name) { return self }
        return mismatch(request, contentLanguage: nil) == nil ? new : VaryKey(isStar: true, fields: [])
    }

    /// In lower case, each once, sorted.
    private static func names(_ response: HeaderFields) -> [String] {
        var names: Set<String> = []
        for field in response.lines("Vary") {
            for member in ListSyntax.split(field.valueBytes) {
                names.insert(HeaderField(nameBytes: Array(member), valueBytes: []).name.lowercased())
            }
        }
        return names.sorted()
    }

    /// The first field in which the request differs, or nil if it matches. An absent field matches only an absent one.
    func mismatch(_ request: HeaderFields, contentLanguage: String?) -> Field? {
        for field in fields {
            let presented = FieldNormalisation.value(of: field.name, in: request)
            if presented == field.value { continue }
            // RFC 9111 §4.1: normalising by the meaning of the field is allowed. The response is in the most wanted
            // language.
            if field.name == "accept-language", let contentLanguage, let presented,
                LanguagePreference.prefers(contentLanguage, in: presented)
            {
                continue
            }
            return Field(name: field.name, value: presented)
        }
        return nil
    }
}

/// A normal form for equal values of a request field (RFC 9111 §4.1).
enum FieldNormalisation {
    /// nil if the request has no such field.
    static func value(of name: String, in request: HeaderFields) -> String? {
        var lines: [UInt8]?
        let fields = request.lines(name)
        for field in fields {
            // Several lines are one list (RFC 9110 §5.3).
            lines = lines.map { $0 + [UInt8(ascii: ",")] + field.valueBytes } ?? field.valueBytes
        }
        guard let lines else { return nil }
        if isSecret(name, fields) { return secretHash(lines) }
        let members = ListSyntax.split(lines).map { HeaderField(nameBytes: [], valueBytes: Array($0)).value }
        return isWeighted(name) ? weighted(members) : members.joined(separator: ",")
    }

    /// Whether the members of a field may have a weight (RFC 9110 §12.4.2).
    static func isWeighted(_ name: String) -> Bool {
        ["accept-language", "accept-charset", "accept-encoding", "accept"].contains(name)
    }

    /// Whether a request's field of that name holds a credential.
    static func isSecret(_ name: String, in request: HeaderFields) -> Bool { isSecret(name, request.lines(name)) }

    private static func isSecret(_ name: String, _ fields: [HeaderField]) -> Bool {
        SecretNames.isField(name) || fields.contains(where: \.isSecret)
    }

    /// Values and their weights mean the same in any order and case (RFC 9110 §12.5).
    private static func weighted(_ members: [String]) -> String {
        let parsed = members.map { LanguagePreference.Member($0) }
        return parsed.sorted { ($1.thousandths, $0.value) < ($0.thousandths, $1.value) }
            .map { "\($0.value);q=\($0.thousandths)" }.joined(separator: ",")
    }

    /// `en;q=500` of the normal form as a request has it: `en;q=0.5`.
    static func written(_ member: String) -> String {
        let parts = member.split(separator: ";", omittingEmptySubsequences: false)
        guard let last = parts.last, last.hasPrefix("q="), let thousandths = Int(last.dropFirst(2)),
            (0...1000).contains(thousandths)
        else { return member }
        let value = parts.dropLast().joined(separator: ";")
        guard thousandths < 1000 else { return value }
        var digits = String(1000 + thousandths).dropFirst()
        while digits.last == "0" { digits.removeLast() }
        return "\(value);q=0\(digits.isEmpty ? "" : ".\(digits)")"
    }

    /// So that no credential is stored unless the standard asks for it.
    static func secretHash(_ bytes: [UInt8]) -> String {
        SHA256.hash(bytes).prefix(16).reduce(into: "sha256:") { text, byte in
            text += (byte < 16 ? "0" : "") + String(byte, radix: 16)
        }
    }
}

/// What an `Accept-Language` in its normal form wants most.
enum LanguagePreference {
    /// A value with its weight.
    struct Member {
        let value: String
        /// 0 to 1000.
        let thousandths: Int

        init(_ text: String) {
            let parts = text.split(separator: ";").map { String($0).trimmingWhitespace().lowercased() }
            var weight = 1000
            var rest: [String] = []
            for part in parts {
                if part.hasPrefix("q="), let value = Self.weight(part.dropFirst(2)) {
                    weight = value
                } else {
                    rest.append(part)
                }
            }
            value = rest.joined(separator: ";")
            thousandths = weight
        }

        /// `0.5` is 500; nil if it is not a weight (RFC 9110 §12.4.2).
        private static func weight(_ text: Substring) -> Int? {
            guard let first = text.first, first == "0" || first == "1" else { return nil }
            let rest = text.dropFirst()
            guard rest.isEmpty || rest.first == "." else { return nil }
            let digits = rest.dropFirst()
            guard digits.utf8.count <= 3, digits.utf8.allSatisfy(ASCII.isDigit) else { return nil }
            let padded = digits + String(repeating: "0", count: 3 - digits.utf8.count)
            return min(1000, (first == "1" ? 1000 : 0) + (Int(padded) ?? 0))
        }
    }

    /// Whether the language is what the list wants before all others: exactly one range has the highest weight, and the
    /// language is it. One that only lies in it (RFC 4647 §3.3.1), as `de-AT` in `de`, may not be what the server would choose.
    static func prefers(_ language: String, in normalised: String) -> Bool {
        let members = normalised.split(separator: ",").map { item -> (value: Substring, weight: Int) in
            let cut = item.lastIndex(of: ";") ?? item.endIndex
            return (item[..<cut], Int(item[cut...].dropFirst(3)) ?? 0)
        }
        guard let first = members.first, first.weight > 0, first.value != "*",
            members.dropFirst().first.map({ $0.weight < first.weight }) ?? true
        else { return false }
        let lower = language.lowercased()
        return lower == first.value
    }
}
