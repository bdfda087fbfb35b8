import Base
import GraphQL
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

    /// A fragment of the file that was added to the query.
    package struct AddedFragment: Sendable, Hashable {
        /// Where it begins in the query, in bytes.
        package var start: Int
        /// Where it begins in the file, from 1.
        package var line: Int
    }

    /// The query, with the fragments of the file that it uses and does not define.
    package private(set) var query: String
    /// Where the query begins in the text, in bytes.
    package let queryStart: Int
    /// In the order of the query.
    package private(set) var addedFragments: [AddedFragment] = []
    /// The name of the first operation that has one.
    package let operationName: String?
    /// A JSON object as written; nil if there is none.
    package let variables: String?
    /// Where the variables begin in the text, in bytes.
    package let variablesStart: Int?

    /// - Parameters:
    ///   - text: the body after variables are replaced and files are read.
    ///   - fragments: those outside of requests, of the whole file.
    package init(_ text: String, fragments: [GraphQLFragment] = []) throws(Problem) {
        let bytes = Array(text.utf8)
        let tokens = GraphQLTokens(bytes)
        let parts = GraphQLRequestText(tokens)
        let names = GraphQLDefinitionNames(tokens, in: parts.query)
        guard !names.operations.isEmpty || names.hasShorthand else {
            throw Problem(reason: "The body has no GraphQL query or mutation")
        }
        guard !names.operations.contains(where: { $0.kind == .subscription }) else {
            throw Problem(
                reason:
                    "A GraphQL subscription needs a WebSocket, which is not supported; queries and mutations are sent")
        }
        let written = Self.trimmed(parts.query, in: bytes)
        queryStart = written.lowerBound
        query = String(decoding: bytes[written], as: UTF8.self)
        operationName = names.operations.lazy.compactMap(\.name).first
        if let range = parts.variables.map({ Self.trimmed($0, in: bytes) }) {
            do throws(JSONSyntaxError) { _ = try JSONTree.parse(Array(bytes[range])) } catch {
                throw Problem(reason: "The variables below the query are not JSON: \(error.reason)")
            }
            variables = String(decoding: bytes[range], as: UTF8.self)
            variablesStart = range.lowerBound
        } else {
            (variables, variablesStart) = (nil, nil)
        }
        add(fragments, defined: names.fragments, spreads: names.spreads)
    }

    private static func trimmed(_ range: Range<Int>, in bytes: [UInt8]) -> Range<Int> {
        var (start, end) = (range.lowerBound, range.upperBound)
        while start < end, JSONText.isSpace(bytes[start]) { start += 1 }
        while end > start, JSONText.isSpace(bytes[end - 1]) { end -= 1 }
        return start..<end
    }

    /// Appends the fragments that are used, and those that they use.
    private mutating func add(_ fragments: [GraphQLFragment], defined: Set<String>, spreads: Set<String>) {
        var known = defined
        var wanted = spreads.subtracting(known).sorted()
        guard !wanted.isEmpty else { return }
        let byName = Dictionary(fragments.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
        while let name = wanted.popLast() {
            guard known.insert(name).inserted, let fragment = byName[name] else { continue }
            query += "\n\n"
            addedFragments.append(AddedFragment(start: query.utf8.count, line: fragment.line))
            query += fragment.text
            let tokens = GraphQLTokens(Array(fragment.text.utf8))
            let names = GraphQLDefinitionNames(tokens, in: 0..<tokens.text.count)
            wanted += names.spreads.subtracting(known).sorted()
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
