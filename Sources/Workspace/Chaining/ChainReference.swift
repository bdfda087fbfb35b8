/// `login.response.body.$.token`: a value of another request in the file, or of its response (HTTP-FORMAT §11).
///
/// This is the syntax of VS Code REST Client with the additions of kulala.nvim (`headers['X']`, `headers.X[1]`,
/// `cookies.NAME.value`). Header names ignore case.
package struct ChainReference: Sendable, Hashable {
    enum Side: String, Sendable, Hashable { case request, response }

    package enum Part: Sendable, Hashable {
        /// The whole body, as it is.
        case wholeBody
        case body(path: String, format: BodyFormat?)
        /// - Parameter index: which of several headers with that name, counted from 0.
        case header(name: String, index: Int)
        case cookie(name: String)
        case status
    }

    /// `asJson.` or `asXml.`, which override the Content-Type.
    package enum BodyFormat: Sendable, Hashable { case json, xml }

    /// The request as the reference names it: by name or by title.
    package var name: String
    var side: Side
    package var part: Part

    /// The result of reading a text that looks like a reference.
    package enum Reading: Sendable, Hashable {
        case reference(ChainReference)
        /// It names a request or its response, but no value in it; holds a clause.
        case invalid(name: String, reason: String)
    }

    /// nil if the text is something else: a plain name, perhaps with dots.
    package static func read(_ text: String) -> Reading? {
        for (place, dot) in text.indices.enumerated() where place > 0 && text[dot] == "." {
            let rest = text[text.index(after: dot)...]
            for side in [Side.response, .request] where rest.hasPrefix(side.rawValue) {
                let after = rest.dropFirst(side.rawValue.count)
                guard after.isEmpty || after.first == "." else { continue }
                let name = String(text[..<dot])
                switch part(after.dropFirst(), side) {
                case .success(let part): return .reference(ChainReference(name: name, side: side, part: part))
                case .failure(let failure): return .invalid(name: name, reason: failure.reason)
                }
            }
        }
        return nil
    }

    private struct Failure: Error { var reason: String }

    private static func part(_ text: Substring, _ side: Side) -> Result<Part, Failure> {
        let word = text.prefix { $0 != "." && $0 != "[" }
        let rest = text.dropFirst(word.count)
        let inner = rest.first == "." ? rest.dropFirst() : rest
        switch word {
        case "body":
            guard !inner.isEmpty else { return .success(.wholeBody) }
            return .success(body(inner))
        case "headers", "header":
            return field(inner).map { .success(.header(name: $0.name, index: $0.index)) }
                ?? .failure(
                    Failure(reason: "the name of a header field is missing, as in \(side.rawValue).headers.X-Id"))
        case "cookies", "cookie":
            return field(inner).map { .success(.cookie(name: withoutValue($0.name))) }
                ?? .failure(Failure(reason: "the name of a cookie is missing, as in \(side.rawValue).cookies.session"))
        case "status" where side == .response && rest.isEmpty: return .success(.status)
        default:
            let parts = side == .response ? "body, headers, cookies or status" : "body, headers or cookies"
            return .failure(Failure(reason: "\(side.rawValue) must be followed by \(parts)"))
        }
    }

    private static func body(_ path: Substring) -> Part {
        if path == "*" { return .wholeBody }
        for (prefix, format) in [("asJson.", BodyFormat.json), ("asXml.", .xml)] where path.hasPrefix(prefix) {
            return .body(path: String(path.dropFirst(prefix.count)), format: format)
        }
        return .body(path: String(path), format: nil)
    }

    /// Parses `X-Id` or `['X-Id']`, either of them optionally followed by `[1]`.
    private static func field(_ text: Substring) -> (name: String, index: Int)? {
        var name: Substring
        var rest: Substring
        if text.hasPrefix("['") || text.hasPrefix("[\"") {
            let quote = text[text.index(after: text.startIndex)]
            let inside = text.dropFirst(2)
            guard let close = inside.firstIndex(of: quote) else { return nil }
            name = inside[..<close]
            rest = inside[close...].dropFirst()
            guard rest.first == "]" else { return nil }
            rest = rest.dropFirst()
        } else {
            name = text.prefix { $0 != "[" }
            rest = text.dropFirst(name.count)
        }
        if rest == ".value" { rest = "" }
        guard !name.isEmpty else { return nil }
        if rest.isEmpty { return (String(name), 0) }
        guard rest.first == "[", rest.last == "]", let index = Int(rest.dropFirst().dropLast()), index >= 0 else {
            return nil
        }
        return (String(name), index)
    }

    private static func withoutValue(_ name: String) -> String {
        name.hasSuffix(".value") && name.count > 6 ? String(name.dropLast(6)) : name
    }
}
