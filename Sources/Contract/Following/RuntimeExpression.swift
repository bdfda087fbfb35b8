import Base
import JSONPath
import NetEngine
import OpenAPI

/// Names a part of an exchange (OpenAPI 3.2 §4.20.4): `$response.body#/id`.
package enum RuntimeExpression: Sendable, Hashable {
    package enum Message: String, Sendable, Hashable { case request, response }

    package enum Source: Sendable, Hashable {
        case header(String)
        case query(String)
        case path(String)
        /// The steps of a JSON pointer; none for the whole body.
        case body([[UInt8]])
    }

    case url, method, statusCode
    case part(Message, Source)

    /// Why a text is no expression, or has no value: a clause.
    package struct Failure: Error, Sendable, Hashable {
        package var reason: String
    }

    /// Whether a text is meant as an expression; other texts that begin with `$` stand for themselves.
    static func isMeant(_ text: String) -> Bool {
        ["$url", "$method", "$statusCode"].contains(text) || text.hasPrefix("$request.") || text.hasPrefix("$response.")
    }

    package init(_ text: String) throws(Failure) {
        switch text {
        case "$url": self = .url
        case "$method": self = .method
        case "$statusCode": self = .statusCode
        default:
            let parts = text.dropFirst().split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
            guard text.hasPrefix("$"), parts.count == 2, let message = Message(rawValue: String(parts[0])) else {
                throw Failure(reason: "\(quoted(text)) is not a runtime expression")
            }
            self = .part(message, try Self.source(String(parts[1]), of: text))
        }
    }

    private static func source(_ text: String, of whole: String) throws(Failure) -> Source {
        if text == "body" { return .body([]) }
        if text.hasPrefix("body#") {
            guard let names = JSONPointer.names(Array(text.utf8.dropFirst(5))) else {
                throw Failure(reason: "\(quoted(whole)) has no JSON pointer after its '#'")
            }
            return .body(names)
        }
        let parts = text.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        if parts.count == 2, !parts[1].isEmpty {
            switch parts[0] {
            case "header": return .header(parts[1])
            case "query": return .query(parts[1])
            case "path": return .path(parts[1])
            default: break
            }
        }
        throw Failure(
            reason: "\(quoted(whole)) names no part of a message: after the dot comes header, query, path or body")
    }

    /// The pieces of a text with expressions in braces: `{$request.path.id}`. An even piece is text, an odd one an
    /// expression; nil if it has none.
    static func pieces(of text: String) -> [String]? {
        let bytes = Array(text.utf8)
        let last = bytes.lastIndex(of: Byte.closeBrace) ?? -1
        var pieces: [String] = []
        var start = 0
        var place = 0
        while place + 1 < last {
            guard bytes[place] == Byte.openBrace, bytes[place + 1] == Byte.dollar,
                let end = bytes[place...].firstIndex(of: Byte.closeBrace)
            else {
                place += 1
                continue
            }
            let inner = String(decoding: bytes[(place + 1)..<end], as: UTF8.self)
            if isMeant(inner) {
                pieces += [String(decoding: bytes[start..<place], as: UTF8.self), inner]
                start = end + 1
            }
            place = end + 1
        }
        guard !pieces.isEmpty else { return nil }
        return pieces + [String(decoding: bytes[start...], as: UTF8.self)]
    }
}
