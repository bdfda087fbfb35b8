import JSONPath
import Pattern

/// JSONPath as the other tools read it: RFC 9535, and what jsonpath-plus and httpYac let pass besides (HTTP-FORMAT §11).
///
/// The `$` may be missing, a trailing `.length` counts an array's elements or a text's characters, names may hold `-`
/// without quotes, and `.0` is `[0]`.
enum LenientJSONPath {
    struct Fault: Error, Hashable {
        /// A clause.
        package var reason: String
    }

    /// The first value that is selected: a string's characters, any other value as it is written. nil if there is none.
    static func first(_ path: String, in body: [UInt8]) -> Result<String?, Fault> {
        let tree: JSONTree
        do throws(JSONTree.Fault) {
            tree = try JSONTree.parse(body)
        } catch {
            return .failure(Fault(reason: "it is no valid JSON"))
        }
        return first(path, in: tree)
    }

    /// - Parameter budget: what it may cost together with other queries.
    static func first(
        _ path: String, in tree: JSONTree, _ budget: QueryBudget = QueryBudget()
    ) -> Result<String?, Fault> {
        let written = rooted(path)
        switch node(written, in: tree, budget) {
        case .failure(let fault): return .failure(fault)
        case .success(let node?): return .success(text(of: node, in: tree))
        case .success(nil):
            guard written.hasSuffix(".length"),
                case .success(let node?) = node(String(written.dropLast(".length".count)), in: tree, budget)
            else { return .success(nil) }
            return .success(length(of: node, in: tree).map(String.init))
        }
    }

    /// The elements of the array that a path selects, each as `first` would give it; nil if it is no array.
    static func elements(_ array: [UInt8]) -> [String]? {
        guard let tree = try? JSONTree.parse(array), tree.kind(0) == .array else { return nil }
        var elements: [String] = []
        tree.forEachChild(of: 0) { child in
            elements.append(text(of: child, in: tree))
            return true
        }
        return elements
    }

    private static func node(_ path: String, in tree: JSONTree, _ budget: QueryBudget) -> Result<Int?, Fault> {
        let query: JSONPathQuery
        do throws(JSONPathParser.Fault) {
            query = try JSONPathParser.parse(path)
        } catch {
            guard let quoted = try? JSONPathParser.parse(withQuotedNames(path)) else {
                return .failure(Fault(reason: "\(path) is no JSONPath: \(error.reason)"))
            }
            return select(quoted, in: tree, budget)
        }
        return select(query, in: tree, budget)
    }

    private static func select(
        _ query: JSONPathQuery, in tree: JSONTree, _ budget: QueryBudget
    ) -> Result<Int?, Fault> {
        do throws(JSONPathEvaluation.Limit) {
            return .success(try JSONPathEvaluation(tree, budget: budget).first(query))
        } catch {
            return .failure(Fault(reason: error.clause))
        }
    }

    private static func rooted(_ path: String) -> String {
        if path.hasPrefix("$") { return path }
        return path.hasPrefix("[") || path.hasPrefix(".") ? "$" + path : "$." + path
    }

    /// `$.access-token.0` as `$['access-token'][0]`; brackets stay as they are.
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
                    // A name behind `..` must stand in brackets to be quoted.
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
        return "['" + name.replacing("\\", with: "\\\\").replacing("'", with: "\\'") + "']"
    }

    /// Behind the bracket that closes the one the text begins with, quotes passed over; the end if there is none.
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
        // As JavaScript counts: UTF-16 code units.
        case .string: String(decoding: tree.string(node), as: UTF8.self).utf16.count
        case .object, .number, .bool, .null: nil
        }
    }
}
