import JSONPath
import NetEngine
import Pattern

/// JSONPath as other tools accept it: RFC 9535 with the extensions of jsonpath-plus and httpYac (HTTP-FORMAT §11).
///
/// The `$` may be omitted, a trailing `.length` counts an array's elements or a string's characters, unquoted names may
/// contain `-`, and `.0` means `[0]`.
enum LenientJSONPath {
    struct Failure: Error, Hashable {
        /// A clause for the user.
        package var reason: String
    }

    /// The first selected value: a string's characters, or any other value as written. nil if nothing is selected.
    static func first(_ path: String, in body: [UInt8]) -> Result<String?, Failure> {
        let tree: JSONTree
        do throws(JSONSyntaxError) {
            tree = try JSONTree.parse(body)
        } catch {
            return .failure(Failure(reason: "it is not valid JSON"))
        }
        return first(path, in: tree)
    }

    /// - Parameter budget: shared with other queries.
    static func first(
        _ path: String, in tree: JSONTree, _ budget: QueryBudget = QueryBudget()
    ) -> Result<String?, Failure> {
        let written = rooted(path)
        switch node(written, in: tree, budget) {
        case .failure(let failure): return .failure(failure)
        case .success(let node?): return .success(text(of: node, in: tree))
        case .success(nil):
            guard written.hasSuffix(".length"),
                case .success(let node?) = node(String(written.dropLast(".length".count)), in: tree, budget)
            else { return .success(nil) }
            return .success(length(of: node, in: tree).map(String.init))
        }
    }

    /// The elements of an array, each in the form that `first` returns; nil if the text is not an array.
    static func elements(_ array: [UInt8]) -> [String]? {
        guard let tree = try? JSONTree.parse(array), tree.kind(0) == .array else { return nil }
        var elements: [String] = []
        tree.forEachChild(of: 0) { child in
            elements.append(text(of: child, in: tree))
            return true
        }
        return elements
    }

    private static func node(_ path: String, in tree: JSONTree, _ budget: QueryBudget) -> Result<Int?, Failure> {
        let query: JSONPathQuery
        do throws(JSONPathParser.SyntaxError) {
            query = try JSONPathParser.parse(path)
        } catch {
            guard let quoted = try? JSONPathParser.parse(withQuotedNames(path)) else {
                return .failure(Failure(reason: "\(path) is not a JSONPath: \(error.reason)"))
            }
            return select(quoted, in: tree, budget)
        }
        return select(query, in: tree, budget)
    }

    private static func select(
        _ query: JSONPathQuery, in tree: JSONTree, _ budget: QueryBudget
    ) -> Result<Int?, Failure> {
        do throws(JSONPathEvaluation.Limit) {
            return .success(try JSONPathEvaluation(tree, budget: budget).first(query))
        } catch {
            return .failure(Failure(reason: error.clause))
        }
    }

    private static func rooted(_ path: String) -> String {
        if path.hasPrefix("$") { return path }
        return path.hasPrefix("[") || path.hasPrefix(".") ? "$" + path : "$." + path
    }

    /// Rewrites `$.access-token.0` as `$['access-token'][0]`; brackets stay as they are.
    static func withQuotedNames(_ path: String) -> String {
        var output = ""
        var rest = path[...]
        while let first = rest.first {
            if first == "[" {
                let end = closing(rest)
                output += rest[..<end]
                rest = rest[end...]
            } else if rest.hasPrefix("..") || first != "." {
                output.append(first)
                rest = rest.dropFirst()
                if first == ".", rest.first == ".", rest.dropFirst().first != "[" {
                    // After `..`, a name must be in brackets to be quoted.
                    output.append(".")
                    rest = rest.dropFirst()
                    let name = rest.prefix { $0 != "." && $0 != "[" }
                    output += segment(name)
                    rest = rest.dropFirst(name.count)
                }
            } else {
                let name = rest.dropFirst().prefix { $0 != "." && $0 != "[" }
                output += segment(name)
                rest = rest.dropFirst(name.count + 1)
            }
        }
        return output
    }

    private static func segment(_ name: Substring) -> String {
        if name == "*" || name.isEmpty { return "[*]" }
        if name.utf8.allSatisfy({ $0 >= 0x30 && $0 <= 0x39 }) { return "[\(name)]" }
        return "['" + name.replacing(bytes: "\\", with: "\\\\").replacing(bytes: "'", with: "\\'") + "']"
    }

    /// Just past the bracket that closes the one at the start, skipping quoted text; the end if there is none.
    private static func closing(_ text: Substring) -> Substring.Index {
        var depth = 0
        var quote: Character?
        var isEscaped = false
        for place in text.indices {
            let character = text[place]
            if isEscaped {
                isEscaped = false
            } else if character == "\\" {
                isEscaped = quote != nil
            } else if let open = quote {
                if character == open { quote = nil }
            } else if character == "'" || character == "\"" {
                quote = character
            } else if character == "[" {
                depth += 1
            } else if character == "]" {
                depth -= 1
                if depth == 0 { return text.index(after: place) }
            }
        }
        return text.endIndex
    }

    private static func text(of node: Int, in tree: JSONTree) -> String {
        tree.kind(node) == .string
            ? String(decoding: tree.string(node), as: UTF8.self) : String(decoding: tree.slice(node), as: UTF8.self)
    }

    private static func length(of node: Int, in tree: JSONTree) -> Int? {
        switch tree.kind(node) {
        case .array: tree.childCount(node)
        // As JavaScript counts: in UTF-16 code units.
        case .string: String(decoding: tree.string(node), as: UTF8.self).utf16.count
        case .object, .number, .bool, .null: nil
        }
    }
}
