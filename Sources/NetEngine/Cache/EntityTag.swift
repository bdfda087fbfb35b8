/// Entity tags as their bytes stand (RFC 9110 §8.8.3). Tags without quotes, which some servers send, are compared as
/// they are.
package enum EntityTag {
    package static func isWeak(_ tag: [UInt8]) -> Bool { tag.starts(with: [UInt8(ascii: "W"), UInt8(ascii: "/")]) }

    /// RFC 9110 §8.8.3.2: equal but for the weakness.
    static func matchesWeakly(_ a: some Collection<UInt8>, _ b: some Collection<UInt8>) -> Bool {
        opaque(Array(a)).elementsEqual(opaque(Array(b)))
    }

    /// Equal, and neither of them weak.
    static func matchesStrongly(_ a: [UInt8], _ b: [UInt8]) -> Bool { a == b && !isWeak(a) }

    private static func opaque(_ tag: [UInt8]) -> ArraySlice<UInt8> { isWeak(tag) ? tag.dropFirst(2) : tag[...] }

    /// Whether an `If-None-Match` names the tag or any (RFC 9110 §13.1.2).
    static func list(_ fields: [[UInt8]], names tag: [UInt8]?) -> Bool {
        for bytes in fields {
            for member in ListSyntax.split(bytes) {
                if member.elementsEqual([UInt8(ascii: "*")]) { return true }
                if let tag, matchesWeakly(member, tag) { return true }
            }
        }
        return false
    }
}

/// The validators, which distinguish two versions of a resource (RFC 9110 §8.8).
struct Validators: Sendable, Hashable {
    /// As written in the field; nil if nothing is written there.
    let etag: [UInt8]?
    /// As written in the field.
    let lastModified: [UInt8]?
    /// nil if the field is not a date.
    let lastModifiedSeconds: Int64?
    /// Whether the date is a strong validator: the server could see a minute pass after the change (RFC 9110
    /// §8.8.2.2).
    let isLastModifiedStrong: Bool

    /// Reads `ETag` and `Last-Modified` of a response.
    /// - `age`: of the same response; decides whether the date is strong.
    init(_ headers: HeaderFields, age: AgeSource) {
        let tag = headers.firstLine("ETag").map { Array(ListSyntax.trimmed($0.valueBytes[...])) }
        etag = tag?.isEmpty == true ? nil : tag
        let field = headers.firstLine("Last-Modified")
        let now = age.responseTime.secondsSince1970
        lastModifiedSeconds = field.flatMap { HTTPDate.strictSeconds($0.valueBytes, now: now) }
        lastModified = field.map { Array(ListSyntax.trimmed($0.valueBytes[...])) }
        if let lastModifiedSeconds, let date = age.date {
            isLastModifiedStrong = date - lastModifiedSeconds >= 60
        } else {
            isLastModifiedStrong = false
        }
    }

    /// True without any validator.
    var isEmpty: Bool { etag == nil && lastModifiedSeconds == nil }

    var strongTag: [UInt8]? { etag.flatMap { EntityTag.isWeak($0) ? nil : $0 } }

    /// What an `If-Range` may contain (RFC 9110 §13.1.5).
    var forIfRange: [UInt8]? { strongTag ?? (etag == nil && isLastModifiedStrong ? lastModified : nil) }

    /// Whether both belong to the same bytes.
    func isSameStrongly(as other: Validators) -> Bool {
        if let a = strongTag, let b = other.strongTag { return a == b }
        guard etag == nil, other.etag == nil, isLastModifiedStrong, let a = lastModifiedSeconds else { return false }
        return a == other.lastModifiedSeconds
    }
}
