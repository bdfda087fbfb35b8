import Base
import NetEngine

@testable import JSONPath

/// JSON: the tree and the reader of tokens agree on what is correct and where it is not, and each node is found again by its path.
enum JSONTarget {
    static func fault(_ bytes: [UInt8]) -> String? {
        var cursor = JSONCursor(bytes, options: JSONReader.Options())
        var pulled: JSONSyntaxError?
        var values = 0
        do throws(JSONSyntaxError) {
            var token = try cursor.next()
            while token != .end {
                if token != .name && token != .objectEnd && token != .arrayEnd { values += 1 }
                token = try cursor.next()
            }
        } catch { pulled = error }
        let tree: JSONTree
        do throws(JSONSyntaxError) { tree = try JSONTree.parse(bytes) } catch {
            return pulled?.offset == error.offset ? nil : "the tree fails at \(error.offset), the reader does not"
        }
        guard pulled == nil else { return "the reader fails at \(pulled?.offset ?? 0), the tree does not" }
        guard tree.nodes.count == values else { return "\(tree.nodes.count) nodes for \(values) values" }
        for node in tree.nodes.indices where tree.slice(node).isEmpty { return "node \(node) is empty" }
        do throws(JSONSyntaxError) { _ = try OrderedJSON.parse(bytes) } catch {
            // Half of a surrogate pair is JSON, but not a text; and this one has a limit of its depth.
            guard error.reason.contains("surrogate") || error.reason.contains("nested") || error.reason.contains("deep")
            else {
                return "the ordered reader fails: \(error.reason)"
            }
        }
        return nil
    }

    static func pathFault(_ bytes: [UInt8]) -> String? {
        let parts = InputParts(bytes)
        let text = String(decoding: parts.first, as: UTF8.self)
        let query: JSONPathQuery
        do throws(JSONPathParser.SyntaxError) { query = try JSONPathParser.parse(text) } catch {
            return (0...text.utf8.count).contains(error.offset) ? nil : "the error is at \(error.offset)"
        }
        guard let tree = try? JSONTree.parse(parts.rest) else { return nil }
        let limits = JSONPathEvaluation.Limits(nodes: 20_000, steps: 300_000, patternSteps: 300_000)
        guard let found = try? JSONPathEvaluation(tree, limits: limits).nodes(query) else { return nil }
        if let first = found.first, (try? JSONPathEvaluation(tree, limits: limits).first(query)) != first {
            return "the first node is another one"
        }
        let paths = NormalizedPaths(tree)
        for node in Set(found.prefix(20)) {
            let path = paths.path(of: node)
            // No path can be written for half of a surrogate pair.
            if path.unicodeScalars.contains("\u{FFFD}") { continue }
            guard let again = try? JSONPathParser.parse(path) else { return "its own path cannot be read: \(path)" }
            let nodes = (try? JSONPathEvaluation(tree, limits: limits).nodes(again)) ?? []
            guard nodes.count == 1, let same = nodes.first, paths.path(of: same) == path else {
                return "\(path) leads to \(nodes.map(paths.path))"
            }
        }
        return nil
    }
}
