import Base
import Explain
import HTTPFormat
import TerminalUI
import Workspace

/// What kind of text belongs at the cursor of a field, and how much of it is typed.
struct CompletionPlace: Sendable, Hashable {
    enum Side: String, Sendable, Hashable { case request, response }

    enum Kind: Sendable, Hashable {
        case method, headerName
        case headerValue(of: String)
        /// The name of a variable.
        case variable
        /// `$name`.
        case dynamic
        /// After `login.`: the request itself or its response.
        case side(of: String)
        /// After `login.response.`: the parts of it.
        case part(of: String, Side)
        case header(of: String, Side)
        case cookie(of: String, Side)
        /// After `login.response.body.`, and after each further name of the path.
        case member(of: String, Side, path: String)
        /// The path of a URL, of those that the description of the API has.
        case path
        /// A parameter of the query that the description has, and its value.
        case queryName
        case queryValue(of: String)
        /// The value of a variable that holds a described parameter.
        case variableValue(of: String)
        /// What the description of the API allows at a place of the body, from where it is typed.
        case described(start: Int)
        /// A file, in a folder as it is written.
        case file(folder: String)
    }

    var kind: Kind
    /// What an entry replaces: it ends at the cursor.
    var typed: String
    /// Whether `}}` is still to be written after it.
    var wantsClosing = false
    /// Whether `}}` follows the cursor.
    var isClosed = false

    var isInBraces: Bool { wantsClosing || isClosed }

    /// For the words of the list.
    var role: Role {
        switch kind {
        case .method: .method
        case .headerName, .header: .headerName
        case .headerValue: .headerValue
        case .variable, .dynamic, .side, .part, .cookie: .variable
        case .member, .described: .jsonKey
        case .queryName: .variable
        case .path: .url
        case .file, .queryValue, .variableValue: .text
        }
    }
}

extension CompletionPlace {
    /// The text before and after the cursor on its line.
    struct Line {
        var before: Substring
        var after: Substring
    }

    /// The field with the cursor.
    enum Field: Hashable {
        case method, url, headerName, parameter, body, variable
        case headerValue(of: String)
    }

    /// - Parameter isRequest: whether there is a request of a name, whose response can be referred to.
    init?(_ line: Line, in field: Field, isRequest: (String) -> Bool) {
        if let inside = Self.insideBraces(line.before) {
            self = Self.place(inside, isRequest: isRequest)
            isClosed = line.after.hasPrefix("}}")
            wantsClosing = !isClosed
            return
        }
        switch field {
        case .method: self.init(kind: .method, typed: String(line.before))
        case .headerName: self.init(kind: .headerName, typed: String(line.before))
        case .headerValue(let name):
            guard !Glossary.choices(of: name).isEmpty else { return nil }
            let start =
                Glossary.isList(name)
                ? line.before.lastIndex { $0 == "," }.map { line.before.index(after: $0) } ?? line.before.startIndex
                : line.before.startIndex
            self.init(kind: .headerValue(of: name), typed: String(line.before[start...].drop { $0 == " " }))
        case .body:
            guard let path = Self.filePath(line.before) else { return nil }
            self.init(path: path)
        case .url, .parameter, .variable: return nil
        }
    }

    /// The last name of a path.
    init(path: Substring) {
        let end = path.lastIndex(of: "/").map { path.index(after: $0) } ?? path.startIndex
        self.init(kind: .file(folder: String(path[..<end])), typed: String(path[end...]))
    }

    /// What follows the last `{{` that is not closed; nil outside of braces.
    private static func insideBraces(_ before: Substring) -> Substring? {
        let bytes = before.utf8
        var place = bytes.endIndex
        while place > bytes.startIndex {
            let previous = bytes.index(before: place)
            guard previous > bytes.startIndex else { return nil }
            let pair = (bytes[bytes.index(before: previous)], bytes[previous])
            if pair == (Byte.closeBrace, Byte.closeBrace) { return nil }
            if pair == (Byte.openBrace, Byte.openBrace) { return before[place...].drop { $0 == " " || $0 == "%" } }
            place = previous
        }
        return nil
    }

    private static func place(_ inside: Substring, isRequest: (String) -> Bool) -> CompletionPlace {
        if inside.first == "$" { return CompletionPlace(kind: .dynamic, typed: String(inside)) }
        for dot in inside.indices where inside[dot] == "." {
            let name = String(inside[..<dot])
            guard isRequest(name) else { continue }
            return afterRequest(name, inside[inside.index(after: dot)...])
        }
        return CompletionPlace(kind: .variable, typed: String(inside))
    }

    private static func afterRequest(_ name: String, _ rest: Substring) -> CompletionPlace {
        guard let dot = rest.firstIndex(of: "."), let side = Side(rawValue: String(rest[..<dot])) else {
            return CompletionPlace(kind: .side(of: name), typed: String(rest))
        }
        let inner = rest[rest.index(after: dot)...]
        guard let next = inner.firstIndex(of: ".") else {
            return CompletionPlace(kind: .part(of: name, side), typed: String(inner))
        }
        let path = inner[inner.index(after: next)...]
        switch inner[..<next] {
        case "headers", "header": return CompletionPlace(kind: .header(of: name, side), typed: String(path))
        case "cookies", "cookie": return CompletionPlace(kind: .cookie(of: name, side), typed: String(path))
        default:
            let end = path.lastIndex(of: ".").map { path.index(after: $0) } ?? path.startIndex
            return CompletionPlace(
                kind: .member(of: name, side, path: String(path[..<end])), typed: String(path[end...]))
        }
    }

    /// The path of a line that inserts a file into the body: `< data/o`, `<@ data/o`, `<@latin1 data/o`.
    private static func filePath(_ line: Substring) -> Substring? {
        guard line.first == "<" else { return nil }
        let rest = line.dropFirst()
        let mark = rest.first == "@" ? rest.prefix { $0 != " " } : rest.prefix(0)
        let after = rest[mark.endIndex...]
        guard after.first == " " else { return nil }
        return after.drop { $0 == " " }
    }
}
