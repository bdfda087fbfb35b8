import JSONPath
import NetEngine

/// What the user declares: values and headers that do not count, and what identifies the elements of an array.
///
/// As text it is a file to commit; its lines are comments in the syntax of `.http` files:
///
///     # @compare-ignore $.meta.generatedAt
///     # @compare-ignore-header X-Served-By
///     ### api/orders.http#list
///     # @compare-ignore $.items[*].updatedAt
///     # @compare-key sku $.items
///
/// What is before the first `###` is for all requests; after it, for the request with that file and name. Empty lines, and
/// comments without an `@compare-` name, are passed over.
package struct ComparisonRules: Sendable {
    /// The file of rules that is read if none is named: committed beside the requests.
    package static let usualFileName = "compare.rules"

    package struct Rule: Sendable {
        package enum Kind: Sendable {
            /// Nothing that the query selects is compared.
            case ignore(JSONPathQuery)
            case ignoreHeader(String)
            /// The member that identifies the objects of the arrays that the query selects.
            case key(member: String, JSONPathQuery)
        }

        package var kind: Kind
        /// As the user wrote it.
        package var text: String
        /// `FILE#NAME`; nil is all requests.
        package var request: String?
    }

    package var rules: [Rule] = []

    package init() {}

    /// - Parameter ignoring: JSONPath queries, for all requests.
    /// - Throws: a sentence.
    package init(ignoring queries: [String]) throws(ComparisonError) {
        for query in queries { try add(ignoring: query, request: nil) }
    }

    /// - Parameters:
    ///   - text: of a file of rules.
    ///   - file: how its user calls it, for errors.
    /// - Throws: a sentence with the line.
    package init(text: String, file: String) throws(ComparisonError) {
        var request: String?
        // CR LF is one character.
        let lines = text.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" }
        for (index, line) in lines.enumerated() {
            let line = line.trimmingAllWhitespace()
            if line.hasPrefix("###") {
                let name = line.dropFirst(3).trimmingAllWhitespace()
                request = name.isEmpty ? nil : name
                continue
            }
            guard line.hasPrefix("#") else {
                if line.isEmpty { continue }
                throw ComparisonError(
                    sentence: "\(file):\(index + 1): a rule begins with '# @compare-ignore', "
                        + "'# @compare-ignore-header' or '# @compare-key'.")
            }
            let words = line.drop { $0 == "#" }.trimmingAllWhitespace()
            guard words.hasPrefix("@compare-") else { continue }
            do throws(ComparisonError) {
                try add(rule: words, request: request)
            } catch {
                throw ComparisonError(sentence: "\(file):\(index + 1): \(error.sentence)")
            }
        }
    }

    package mutating func add(ignoring query: String, request: String?) throws(ComparisonError) {
        rules.append(Rule(kind: .ignore(try Self.query(query)), text: query, request: request))
    }

    private mutating func add(rule: String, request: String?) throws(ComparisonError) {
        let parts = rule.split(separator: " ", maxSplits: 1)
        let value = parts.count > 1 ? parts[1].trimmingAllWhitespace() : ""
        guard !value.isEmpty else { throw ComparisonError(sentence: "\(parts[0]) needs a value.") }
        switch parts[0] {
        case "@compare-ignore": try add(ignoring: value, request: request)
        case "@compare-ignore-header": rules.append(Rule(kind: .ignoreHeader(value), text: value, request: request))
        case "@compare-key":
            let words = value.split(separator: " ", maxSplits: 1)
            guard words.count == 2 else {
                throw ComparisonError(
                    sentence: "@compare-key needs the name of a member and the path of an array: sku $.items.")
            }
            let query = try Self.query(words[1].trimmingAllWhitespace())
            rules.append(Rule(kind: .key(member: String(words[0]), query), text: value, request: request))
        default:
            throw ComparisonError(
                sentence: "\(parts[0]) is not a rule; there are @compare-ignore, @compare-ignore-header "
                    + "and @compare-key.")
        }
    }

    /// Those that apply to a request.
    func of(_ request: String) -> [Rule] { rules.filter { $0.request == nil || $0.request == request } }

    private static func query(_ text: String) throws(ComparisonError) -> JSONPathQuery {
        do throws(JSONPathParser.SyntaxError) {
            return try JSONPathParser.parse(text)
        } catch {
            throw ComparisonError(
                sentence: "\(text) is not a JSONPath query: \(error.reason), at character \(error.offset + 1).")
        }
    }
}

/// Why two runs cannot be compared: a sentence.
package struct ComparisonError: Error, Sendable, Hashable {
    package var sentence: String

    package init(sentence: String) { self.sentence = sentence }
}
