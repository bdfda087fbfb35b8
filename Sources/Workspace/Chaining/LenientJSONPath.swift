import HTTPFormat
import JSONPath
import NetEngine
import Pattern

/// What a `BodyPath` selects, in references and in checks: a trailing `.length` counts an array's elements or a string's characters where
/// no member has that name.
enum LenientJSONPath {
    struct Failure: Error, Hashable {
        /// A clause for the user.
        package var reason: String
    }

    /// What a path selects.
    enum Selection {
        case values([Int])
        /// What `.length` counted, each with the array or the string that has it.
        case lengths([(node: Int, length: Int)])
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
        switch select(
            path, in: tree,
            { query throws(JSONPathEvaluation.Limit) in
                try JSONPathEvaluation(tree, budget: budget).first(query).map { [$0] } ?? []
            })
        {
        case .failure(let failure): .failure(failure)
        case .success(.values(let nodes)): .success(nodes.first.map { text(of: $0, in: tree) })
        case .success(.lengths(let lengths)): .success(lengths.first.map { String($0.length) })
        }
    }

    /// All that is selected.
    static func all(_ path: String, in tree: JSONTree, _ budget: QueryBudget) -> Result<Selection, Failure> {
        select(path, in: tree) { query throws(JSONPathEvaluation.Limit) in
            try JSONPathEvaluation(tree, budget: budget).nodes(query)
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

    /// - Throws: if nothing can ever be selected, whatever the body is.
    static func query(_ path: String) throws(Failure) -> JSONPathQuery {
        do throws(JSONPathParser.SyntaxError) {
            return try BodyPath.query(BodyPath.rooted(path))
        } catch {
            throw Failure(reason: "\(path) is not a JSONPath: \(error.reason)")
        }
    }

    /// A member that is called `length` comes first.
    private static func select(
        _ path: String, in tree: JSONTree,
        _ nodes: (JSONPathQuery) throws(JSONPathEvaluation.Limit) -> [Int]
    ) -> Result<Selection, Failure> {
        let written = BodyPath.rooted(path)
        let query: JSONPathQuery
        do throws(Failure) { query = try self.query(path) } catch { return .failure(error) }
        do throws(JSONPathEvaluation.Limit) {
            let found = try nodes(query)
            guard found.isEmpty, written.hasSuffix(".length"),
                let counted = try? BodyPath.query(String(written.dropLast(".length".count)))
            else { return .success(.values(found)) }
            let lengths = try nodes(counted).compactMap { node in
                length(of: node, in: tree).map { (node: node, length: $0) }
            }
            return .success(.lengths(lengths))
        } catch {
            return .failure(Failure(reason: error.clause))
        }
    }

    private static func text(of node: Int, in tree: JSONTree) -> String {
        tree.kind(node) == .string
            ? String(decoding: tree.string(node), as: UTF8.self) : String(decoding: tree.slice(node), as: UTF8.self)
    }

    /// What `.length` means in JavaScript; nil for what has none.
    static func length(of node: Int, in tree: JSONTree) -> Int? {
        switch tree.kind(node) {
        case .array: tree.childCount(node)
        // As JavaScript counts: in UTF-16 code units.
        case .string: String(decoding: tree.string(node), as: UTF8.self).utf16.count
        case .object, .number, .bool, .null: nil
        }
    }
}
