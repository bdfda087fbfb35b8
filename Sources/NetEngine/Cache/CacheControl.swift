/// The directives of a `Cache-Control` field (RFC 9111 §5.2), of a request or of a response.
///
/// Broken values are read so that nothing is served that should not be: a limit that cannot be read is a limit of
/// nothing, a permission that cannot be read is not granted. Of a repeated directive the stricter one counts, which RFC
/// 9111 §4.2.1 permits: it is either the first or makes the response stale.
package struct CacheControl: Sendable, Hashable {
    /// One directive as it was written, the name in lower case.
    package struct Directive: Sendable, Hashable {
        /// In lower case.
        package let name: String
        /// Without the quotes; nil if there is no `=`.
        package let value: String?

        /// A directive as it is, known or not.
        package init(name: String, value: String?) {
            self.name = name
            self.value = value
        }
    }

    /// A number of seconds (RFC 9111 §1.2.2).
    package enum Delta: Sendable, Hashable {
        /// The directive is not there.
        case absent
        /// Never negative; more than `longest` counts as that much.
        case seconds(Int64)
        /// Not a row of digits.
        case invalid

        /// About 31,000 years: more than anybody waits, and safe to calculate with.
        static let longest: Int64 = 1_000_000_000_000

        /// Whether the directive is there, with a number that can be read or without.
        package var isPresent: Bool { self != .absent }
        /// nil if there is no number.
        package var value: Int64? { if case .seconds(let value) = self { value } else { nil } }
    }

    /// How far past its lifetime a response is accepted (RFC 9111 §5.2.1.2).
    package enum MaxStale: Sendable, Hashable {
        /// Not at all.
        case none
        /// For this number of seconds; never negative.
        case seconds(Int64)
        /// However old it is: `max-stale` without a number.
        case any
    }

    /// All of them in their order, known or not.
    package private(set) var directives: [Directive] = []

    /// `max-age`: seconds of freshness that a response has, or that a request wants at most (RFC 9111 §5.2.1.1,
    /// §5.2.2.1).
    package private(set) var maxAge = Delta.absent
    /// `s-maxage` (RFC 9111 §5.2.2.10): for shared caches, so it changes nothing here.
    package private(set) var sharedMaxAge = Delta.absent
    /// `min-fresh` (RFC 9111 §5.2.1.3): seconds that a response must stay fresh.
    package private(set) var minFresh = Delta.absent
    /// `max-stale` (RFC 9111 §5.2.1.2).
    package private(set) var maxStale = MaxStale.none
    /// `stale-while-revalidate` in seconds (RFC 5861 §3); 0 where it cannot be read, nil if it is absent.
    package private(set) var staleWhileRevalidate: Int64?
    /// `stale-if-error` in seconds (RFC 5861 §4); 0 where it cannot be read, nil if it is absent.
    package private(set) var staleIfError: Int64?
    /// RFC 9111 §5.2.1.5 and §5.2.2.5.
    package private(set) var noStore = false
    /// Without field names.
    package private(set) var noCache = false
    /// Named by `no-cache="..."`, in lower case.
    package private(set) var noCacheFields: [String] = []
    /// RFC 9111 §5.2.1.7.
    package private(set) var onlyIfCached = false
    /// RFC 9111 §5.2.2.2.
    package private(set) var mustRevalidate = false
    /// RFC 9111 §5.2.2.8: for shared caches.
    package private(set) var proxyRevalidate = false
    /// RFC 9111 §5.2.2.3.
    package private(set) var mustUnderstand = false
    /// RFC 9111 §5.2.2.9.
    package private(set) var isPublic = false
    /// With or without field names; a private cache treats both alike.
    package private(set) var isPrivate = false
    /// Whether `private` is about all of the response.
    private(set) var isAllPrivate = false
    /// The fields that `private` names, in lower case.
    private(set) var privateFields: [String] = []
    /// RFC 8246 §2.
    package private(set) var immutable = false

    /// No directives.
    package init() {}

    /// Reads all `Cache-Control` lines as one list (RFC 9110 §5.3).
    package init(_ headers: HeaderFields) {
        var combined: [UInt8] = []
        for field in headers.lines("Cache-Control") {
            if !combined.isEmpty { combined += [UInt8(ascii: ","), UInt8(ascii: " ")] }
            combined += field.valueBytes
        }
        if !combined.isEmpty { read(combined) }
    }

    private mutating func read(_ bytes: [UInt8]) {
        for item in ListSyntax.split(bytes) {
            let equals = item.firstIndex(of: UInt8(ascii: "="))
            let rawName = item[item.startIndex..<(equals ?? item.endIndex)]
            let name = ListSyntax.trimmed(rawName)
            guard !name.isEmpty else { continue }
            // No whitespace around the equals sign (RFC 9110 §5.6.6 says so of parameters, the grammar here too).
            var isWellFormed = name.count == rawName.count
            var value: String?
            if let equals {
                let raw = item[item.index(after: equals)...]
                let text = ListSyntax.unquoted(ListSyntax.trimmed(raw))
                isWellFormed = isWellFormed && ListSyntax.trimmed(raw).count == raw.count
                value = HeaderField(nameBytes: [], valueBytes: text).value
            }
            let directive = Directive(name: String(decoding: name, as: UTF8.self).lowercased(), value: value)
            directives.append(directive)
            apply(directive, isWellFormed: isWellFormed)
        }
    }

    private mutating func apply(_ directive: Directive, isWellFormed: Bool) {
        let delta = isWellFormed ? Self.delta(directive.value) : .invalid
        switch directive.name {
        case "max-age": maxAge = Self.stricter(maxAge, delta)
        case "s-maxage": sharedMaxAge = Self.stricter(sharedMaxAge, delta)
        case "min-fresh":
            // The other way round: the longer is the stricter.
            switch (minFresh, delta) {
            case (.seconds(let a), .seconds(let b)): minFresh = .seconds(max(a, b))
            case (.invalid, _), (_, .invalid): minFresh = .invalid
            default: minFresh = delta
            }
        case "max-stale":
            let limit: MaxStale = directive.value == nil ? .any : delta.value.map { .seconds($0) } ?? .none
            switch (maxStale, limit) {
            case (.seconds(let a), .seconds(let b)): maxStale = .seconds(min(a, b))
            case (.seconds, .any): break
            // An earlier one that cannot be read permits nothing either.
            case (.none, _) where directives.count(where: { $0.name == directive.name }) > 1: break
            default: maxStale = limit
            }
        case "stale-while-revalidate": staleWhileRevalidate = min(staleWhileRevalidate ?? .max, delta.value ?? 0)
        case "stale-if-error": staleIfError = min(staleIfError ?? .max, delta.value ?? 0)
        case "no-store": noStore = true
        case "no-cache":
            let names = directive.value.map(Self.fieldNames) ?? []
            if names.isEmpty { noCache = true } else { noCacheFields += names }
        case "only-if-cached": onlyIfCached = true
        case "must-revalidate": mustRevalidate = true
        case "proxy-revalidate": proxyRevalidate = true
        case "must-understand": mustUnderstand = true
        case "public": isPublic = true
        case "private":
            isPrivate = true
            let names = directive.value.map(Self.fieldNames) ?? []
            if names.isEmpty { isAllPrivate = true } else { privateFields += names }
        case "immutable": immutable = true
        default: break
        }
    }

    private static func stricter(_ a: Delta, _ b: Delta) -> Delta {
        switch (a, b) {
        case (.seconds(let a), .seconds(let b)): .seconds(min(a, b))
        case (.absent, _): b
        default: .invalid
        }
    }

    private static func delta(_ text: String?) -> Delta {
        guard let text else { return .invalid }
        return DeltaSeconds.read(Array(text.utf8)[...]).map { .seconds($0) } ?? .invalid
    }

    private static func fieldNames(_ text: String) -> [String] {
        text.split(separator: ",").map { String($0).trimmingWhitespace().lowercased() }.filter { !$0.isEmpty }
    }
}

/// The `delta-seconds` of RFC 9111 §1.2.2: digits and nothing else.
enum DeltaSeconds {
    /// nil if the bytes are not a row of digits; a number too large to hold is the largest.
    static func read(_ bytes: ArraySlice<UInt8>) -> Int64? {
        guard !bytes.isEmpty else { return nil }
        var value: Int64 = 0
        for byte in bytes {
            guard ASCII.isDigit(byte) else { return nil }
            value = min(value * 10 + Int64(byte - 48), CacheControl.Delta.longest)
        }
        return value
    }
}
