import Base
import JSONPath
import NetEngine

/// The body of a GraphQL request, parsed from its text (HTTP-FORMAT §8): the query, and after an empty line its
/// variables as a JSON object.
package struct GraphQLRequest: Sendable, Hashable {
    /// Why it cannot be sent, as a clause.
    package struct Problem: Error, Hashable {
        package var reason: String

        package init(reason: String) {
            self.reason = reason
        }
    }

    /// The query, with the fragments of the file that it uses and does not define.
    package private(set) var query: String
    /// The name of the first operation that has one.
    package let operationName: String?
    /// A JSON object as written; nil if there is none.
    package let variables: String?

    /// - Parameters:
    ///   - text: the body after variables are replaced and files are read.
    ///   - fragments: those outside of requests, of the whole file.
    package init(_ text: String, fragments: [GraphQLFragment] = []) throws(Problem) {
        let scan = GraphQLScan(text)
        guard !scan.operations.isEmpty || scan.isShorthand else {
            throw Problem(reason: "The body has no GraphQL query or mutation")
        }
        guard !scan.operations.contains(where: { $0.kind == "subscription" }) else {
            throw Problem(
                reason:
                    "A GraphQL subscription needs a WebSocket, which is not supported; queries and mutations are sent")
        }
        if let problem = scan.variablesProblem { throw Problem(reason: problem) }
        variables = scan.variables
        operationName = scan.operations.first { $0.name != nil }?.name
        query = scan.query
        add(fragments, defined: scan.fragments, spreads: scan.spreads)
    }

    /// Appends the fragments that are used, and those that they use.
    private mutating func add(_ fragments: [GraphQLFragment], defined: Set<String>, spreads: Set<String>) {
        var known = defined
        var wanted = spreads.subtracting(known).sorted()
        guard !wanted.isEmpty else { return }
        let byName = Dictionary(fragments.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
        while let name = wanted.popLast() {
            guard known.insert(name).inserted, let fragment = byName[name] else { continue }
            query += "\n\n" + fragment.text
            wanted += GraphQLScan(fragment.text).spreads.subtracting(known).sorted()
        }
    }

    /// The JSON to send: `query`, `operationName` if there is one, `variables`.
    package var payload: [UInt8] {
        var out = JSONWriter()
        out.object { out in
            out.member("query", query)
            out.member("operationName", operationName)
            out.key("variables")
            out.raw(Array((variables ?? "{}").utf8))
        }
        return out.bytes
    }
}

/// One pass over a GraphQL text: its operations, fragments and spreads, and where its variables begin. Strings and
/// comments are skipped, and nothing recurses, so deep nesting cannot exhaust the stack.
private struct GraphQLScan {
    struct Operation {
        var kind: String
        var name: String?
    }

    private(set) var query: String
    private(set) var variables: String?
    private(set) var variablesProblem: String?
    private(set) var operations: [Operation] = []
    private(set) var fragments: Set<String> = []
    private(set) var spreads: Set<String> = []
    /// True for a query without the keyword: the text begins with `{`.
    private(set) var isShorthand = false

    init(_ text: String) {
        let bytes = Array(text.utf8)
        let (end, rest) = Self.split(bytes)
        query = String(decoding: LineText.trimmedBytes(Array(bytes[..<end])), as: UTF8.self)
        while query.last?.isNewline == true { query.removeLast() }
        if let rest {
            let candidate = String(decoding: bytes[rest...], as: UTF8.self)
            variables = candidate.split(whereSeparator: \.isNewline).isEmpty ? nil : Self.trimmed(candidate)
        }
        readWords(bytes[..<end])
        if variables == nil { variablesProblem = Self.problem(bytes, end) }
    }

    private static func trimmed(_ text: String) -> String {
        var text = text[...]
        while text.first?.isWhitespace == true { text.removeFirst() }
        while text.last?.isWhitespace == true { text.removeLast() }
        return String(text)
    }

    // MARK: Splitting

    /// How many empty lines are tried as the end of the query; each try parses the rest.
    private static let maxCandidates = 64

    /// Where the query ends and the variables begin: at the first empty line outside of braces that is followed by a
    /// JSON object.
    private static func split(_ bytes: [UInt8]) -> (end: Int, rest: Int?) {
        for blank in blankLines(bytes).prefix(maxCandidates) {
            let rest = bytes[blank.upperBound...]
            guard rest.first(where: { $0 > Byte.space }) == UInt8(ascii: "{"),
                let tree = try? JSONTree.parse(Array(rest)), tree.kind(0) == .object
            else { continue }
            return (blank.lowerBound, blank.upperBound)
        }
        return (bytes.count, nil)
    }

    /// The error if the text after an empty line begins as JSON does and no query can, but is not JSON.
    private static func problem(_ bytes: [UInt8], _ end: Int) -> String? {
        for blank in blankLines(bytes).prefix(maxCandidates) {
            let rest = bytes[blank.upperBound...].drop { $0 <= Byte.space }
            guard rest.first == UInt8(ascii: "{"),
                rest.dropFirst().first(where: { $0 > Byte.space }) == UInt8(ascii: "\"")
            else { continue }
            do throws(JSONSyntaxError) { _ = try JSONTree.parse(Array(rest)) } catch {
                return "The variables below the query are not JSON: \(error.reason)"
            }
        }
        return nil
    }

    /// Lines of whitespace only, outside of braces and strings, after the first word.
    private static func blankLines(_ bytes: [UInt8]) -> [Range<Int>] {
        var found: [Range<Int>] = []
        var depth = 0
        var hasBegun = false
        var place = 0
        while place < bytes.count {
            let lineEnd = bytes[place...].firstIndex(of: Byte.lineFeed) ?? bytes.count
            if bytes[place..<lineEnd].allSatisfy({ $0 <= Byte.space }) {
                if hasBegun, depth == 0 { found.append(place..<min(lineEnd + 1, bytes.count)) }
                place = lineEnd + 1
                continue
            }
            hasBegun = true
            // A string of several lines moves the position beyond the line.
            while place < lineEnd || (place < bytes.count && bytes[place] != Byte.lineFeed) {
                place = step(bytes[...], place, &depth)
            }
            place += 1
        }
        return found
    }

    /// The next position after one character, or after a whole string or comment.
    private static func step(_ bytes: ArraySlice<UInt8>, _ place: Int, _ depth: inout Int) -> Int {
        switch bytes[place] {
        case UInt8(ascii: "{"), UInt8(ascii: "("), UInt8(ascii: "["): depth += 1
        case UInt8(ascii: "}"), UInt8(ascii: ")"), UInt8(ascii: "]"): depth = max(0, depth - 1)
        case UInt8(ascii: "#"): return bytes[place...].firstIndex(of: Byte.lineFeed) ?? bytes.endIndex
        case UInt8(ascii: "\""): return endOfString(bytes, place)
        default: break
        }
        return place + 1
    }

    private static func endOfString(_ bytes: ArraySlice<UInt8>, _ start: Int) -> Int {
        let quotes: [UInt8] = [Byte.quote, Byte.quote, Byte.quote]
        var place = start + 1
        if bytes[start...].starts(with: quotes) {
            place = start + 3
            while place < bytes.endIndex, !bytes[place...].starts(with: quotes) {
                place += bytes[place] == UInt8(ascii: "\\") ? 2 : 1
            }
            return min(bytes.endIndex, place + 3)
        }
        while place < bytes.endIndex, bytes[place] != Byte.quote, bytes[place] != Byte.lineFeed {
            place += bytes[place] == UInt8(ascii: "\\") ? 2 : 1
        }
        return min(bytes.endIndex, place + 1)
    }

    // MARK: Words

    private mutating func readWords(_ bytes: ArraySlice<UInt8>) {
        var depth = 0
        var place = 0
        /// The keyword at depth 0 whose name comes next.
        var pending: String?
        var isInDefinition = false
        while place < bytes.endIndex {
            let byte = bytes[place]
            if Self.isNameStart(byte) {
                let word = Self.word(bytes, place)
                if depth == 0 { take(word, &pending, &isInDefinition) }
                place += word.utf8.count
                continue
            }
            if bytes[place...].starts(with: Array("...".utf8)) {
                place += 3
                while place < bytes.endIndex, bytes[place] <= Byte.space { place += 1 }
                guard place < bytes.endIndex, Self.isNameStart(bytes[place]) else { continue }
                let word = Self.word(bytes, place)
                if word != "on" { spreads.insert(word) }
                place += word.utf8.count
                continue
            }
            if depth == 0, byte == UInt8(ascii: "{") || byte == UInt8(ascii: "(") || byte == UInt8(ascii: "@") {
                if let kind = pending, kind != "fragment" { operations.append(Operation(kind: kind, name: nil)) }
                pending = nil
                if byte == UInt8(ascii: "{") {
                    if !isInDefinition { isShorthand = true }
                    isInDefinition = false
                } else {
                    isInDefinition = true
                }
            }
            place = Self.step(bytes, place, &depth)
        }
    }

    private mutating func take(_ word: String, _ pending: inout String?, _ isInDefinition: inout Bool) {
        if let kind = pending {
            pending = nil
            if kind == "fragment" {
                fragments.insert(word)
            } else {
                operations.append(Operation(kind: kind, name: word))
            }
            isInDefinition = true
        } else if !isInDefinition, ["query", "mutation", "subscription", "fragment"].contains(word) {
            pending = word
            isInDefinition = true
        }
    }

    private static func word(_ bytes: ArraySlice<UInt8>, _ place: Int) -> String {
        String(decoding: bytes[place...].prefix { isNameStart($0) || LineText.isDigit($0) }, as: UTF8.self)
    }

    private static func isNameStart(_ byte: UInt8) -> Bool { LineText.isLetter(byte) || byte == UInt8(ascii: "_") }
}
