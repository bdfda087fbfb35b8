import Base
import NetEngine

/// A URL in the parts that a Postman collection has.
struct PostmanURL {
    private let text: String
    /// The parameters of the query that are switched off.
    private let disabled: [(name: String, value: String)]

    /// - Parameter text: with `{{variables}}`.
    init(_ text: String, disabled: [(name: String, value: String)] = []) {
        self.text = text
        self.disabled = disabled
    }

    var json: JSONOutput {
        var members: [(String, JSONOutput)] = [("raw", .string(text))]
        var rest = text[...]
        if let scheme = rest.firstRange(of: "://"), !rest[..<scheme.lowerBound].contains(bytes: "{") {
            members.append(("protocol", .string(String(rest[..<scheme.lowerBound]))))
            rest = rest[scheme.upperBound...]
        }
        let end = Self.firstIndex(of: ["/", "?"], in: rest)
        var authority = rest[..<end]
        rest = rest[end...]
        if let colon = authority.lastIndex(of: ":"), !authority[colon...].contains(bytes: "]"),
            !authority[colon...].dropFirst().isEmpty, !Self.isInBraces(colon, of: authority)
        {
            members.append(("port", .string(String(authority[authority.index(after: colon)...]))))
            authority = authority[..<colon]
        }
        // An address has dots too, and so may a variable; only names are taken apart.
        let isName = !authority.contains(bytes: "{") && !authority.contains(bytes: "[")
        let host = isName ? authority.split(separator: ".", omittingEmptySubsequences: false) : [authority]
        let place = members.firstIndex { $0.0 == "port" } ?? members.count
        members.insert(("host", .array(host.map { .string(String($0)) })), at: place)
        let question = Self.firstIndex(of: ["?"], in: rest)
        let path = rest[..<question]
        if !path.isEmpty { members.append(("path", .array(Self.segments(path).map { .string($0) }))) }
        var query = question < rest.endIndex ? Self.parameters(rest[rest.index(after: question)...]) : []
        query += disabled.map { item in
            .object([("key", .string(item.name)), ("value", .string(item.value)), ("disabled", true)])
        }
        if !query.isEmpty { members.append(("query", .array(query))) }
        return .object(members)
    }

    /// The first of these characters that is in no `{{…}}`.
    private static func firstIndex(of characters: Set<Character>, in text: Substring) -> Substring.Index {
        var isInBraces = false
        var place = text.startIndex
        while place < text.endIndex {
            if text[place...].hasPrefix("{{") { isInBraces = true }
            if isInBraces, text[place...].hasPrefix("}}") { isInBraces = false }
            if !isInBraces, characters.contains(text[place]) { return place }
            place = text.index(after: place)
        }
        return text.endIndex
    }

    private static func isInBraces(_ place: Substring.Index, of text: Substring) -> Bool {
        text[place...].contains(bytes: "}}") && !text[place...].dropFirst().contains(bytes: "{{")
    }

    private static func segments(_ path: Substring) -> [String] {
        pieces(path.dropFirst(), at: "/")
    }

    private static func pieces(_ text: Substring, at separator: Character) -> [String] {
        var pieces: [String] = []
        var rest = text
        while true {
            let end = firstIndex(of: [separator], in: rest)
            pieces.append(String(rest[..<end]))
            guard end < rest.endIndex else { return pieces }
            rest = rest[rest.index(after: end)...]
        }
    }

    private static func parameters(_ query: Substring) -> [JSONOutput] {
        pieces(query, at: "&").map { item in
            let end = firstIndex(of: ["="], in: item[...])
            let value: JSONOutput = end < item.endIndex ? .string(String(item[item.index(after: end)...])) : .null
            return .object([("key", .string(String(item[..<end]))), ("value", value)])
        }
    }
}
