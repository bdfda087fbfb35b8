/// References of schemas, resolved without looking anything up (RFC 3986 §5.2). Schemes of all kinds, `urn:` as well.
enum SchemaURI {
    /// The parts that RFC 3986 appendix B takes a reference into.
    private struct Parts {
        var scheme: Substring?
        var authority: Substring?
        var path: Substring = ""
        var query: Substring?
    }

    /// The part before the `#`, and the part behind it; nil if there is no `#`.
    static func split(_ reference: String) -> (uri: String, fragment: String?) {
        guard let hash = reference.utf8.firstIndex(of: UInt8(ascii: "#")) else { return (reference, nil) }
        return (String(reference[..<hash]), String(reference[reference.utf8.index(after: hash)...]))
    }

    static func withoutEmptyFragment(_ uri: String) -> String {
        uri.utf8.last == UInt8(ascii: "#") ? String(uri.dropLast()) : uri
    }

    /// - Parameters:
    ///   - reference: without fragment.
    ///   - base: without fragment; may be empty.
    static func resolve(_ reference: String, against base: String) -> String {
        if reference.isEmpty { return base }
        if base.isEmpty { return reference }
        var target = parts(reference)
        if target.scheme == nil {
            let base = parts(base)
            target.scheme = base.scheme
            if target.authority == nil {
                target.authority = base.authority
                if target.path.isEmpty {
                    target.path = base.path
                    if target.query == nil { target.query = base.query }
                } else if target.path.utf8.first != UInt8(ascii: "/") {
                    target.path = Substring(merged(target.path, base))
                }
            }
        }
        return text(target)
    }

    private static func merged(_ path: Substring, _ base: Parts) -> String {
        if base.authority != nil, base.path.isEmpty { return "/" + path }
        guard let slash = base.path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return String(path) }
        return String(base.path[...slash]) + path
    }

    private static func parts(_ text: String) -> Parts {
        var parts = Parts()
        var rest = text[...]
        let stop = rest.utf8.firstIndex { ":/?".utf8.contains($0) }
        if let stop, rest.utf8[stop] == UInt8(ascii: ":"), stop > rest.startIndex {
            parts.scheme = rest[..<stop]
            rest = rest[rest.utf8.index(after: stop)...]
        }
        if rest.utf8.starts(with: "//".utf8) {
            rest = rest[rest.utf8.index(rest.startIndex, offsetBy: 2)...]
            let end = rest.utf8.firstIndex { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "?") } ?? rest.endIndex
            parts.authority = rest[..<end]
            rest = rest[end...]
        }
        if let question = rest.utf8.firstIndex(of: UInt8(ascii: "?")) {
            parts.query = rest[rest.utf8.index(after: question)...]
            rest = rest[..<question]
        }
        parts.path = rest
        return parts
    }

    private static func text(_ parts: Parts) -> String {
        var text = ""
        if let scheme = parts.scheme { text += scheme + ":" }
        if let authority = parts.authority { text += "//" + authority }
        text += withoutDots(parts.path)
        if let query = parts.query { text += "?" + query }
        return text
    }

    /// RFC 3986 §5.2.4.
    private static func withoutDots(_ path: Substring) -> String {
        guard path.utf8.contains(UInt8(ascii: ".")) else { return String(path) }
        let segments = path.split(separator: "/", omittingEmptySubsequences: false)
        var kept: [Substring] = []
        for (index, segment) in segments.enumerated() {
            let isLast = index == segments.count - 1
            if segment == "." || segment == ".." {
                if segment == "..", kept.count > 1 || (kept.first.map { !$0.isEmpty } ?? false) { kept.removeLast() }
                if isLast { kept.append("") }
            } else {
                kept.append(segment)
            }
        }
        return kept.joined(separator: "/")
    }
}
