import Base
import JSONPath
import NetEngine

/// The `errors` of a GraphQL response (section 7.1), each with the field of the query that it belongs to.
package struct GraphQLResponse: Sendable, Hashable {
    package enum Step: Sendable, Hashable {
        case name(String)
        case index(Int)
    }

    package struct Failure: Sendable, Hashable {
        package struct Location: Sendable, Hashable {
            /// Both counted from 1, as the server says.
            package var line: Int
            package var column: Int
        }

        package var message: String
        package var locations: [Location]
        /// Where in `data` the value is missing; empty if the error is about the whole request.
        package var path: [Step]
        /// `extensions.code`, as many servers give it.
        package var code: String?
        /// The node of the error in the JSON.
        package var node: Int
        /// The name of the field in the query, by the path, else by the first location.
        package var fieldRange: Range<Int>?
        /// `User.name`, if the schema is known.
        package var coordinate: String?

        /// `user.orders[0].total`
        package var pathText: String {
            var text = ""
            for step in path {
                switch step {
                case .name(let name): text += text.isEmpty ? name : ".\(name)"
                case .index(let index): text += "[\(index)]"
                }
            }
            return text
        }
    }

    /// At most 1,000.
    package let failures: [Failure]
    /// How many there are in all.
    package let failureCount: Int
    /// Whether there is a `data` that is not null: then the response is complete but for the failures.
    package let hasData: Bool

    /// - Parameters:
    ///   - tree: the body of the response.
    ///   - document: the query that was sent.
    ///   - operationName: which of its operations; nil for the first.
    package init?(
        _ tree: JSONTree, document: GraphQLDocument? = nil, operationName: String? = nil, schema: GraphQLSchema? = nil
    ) {
        guard tree.kind(0) == .object else { return nil }
        let data: Int? = tree.member(Array("data".utf8), of: 0)
        let errors: Int? = tree.member(Array("errors".utf8), of: 0)
        let list = errors.flatMap { tree.kind($0) == .array ? $0 : nil }
        guard data != nil || list != nil else { return nil }
        hasData = data.map { tree.kind($0) != .null } ?? false
        var failures: [Failure] = []
        var count = 0
        var finder = document.map { GraphQLPathFinder($0, operationName, schema) }
        if let list {
            tree.forEachChild(of: list) { node in
                count += 1
                if failures.count < 1_000 { failures.append(Self.failure(tree, node, &finder)) }
                return true
            }
        }
        self.failures = failures
        failureCount = count
    }

    private static func failure(_ tree: JSONTree, _ node: Int, _ finder: inout GraphQLPathFinder?) -> Failure {
        let locations = tree.elements("locations", of: node).prefix(100).compactMap { location -> Failure.Location? in
            guard let line = integer("line", tree, location), let column = integer("column", tree, location) else {
                return nil
            }
            return Failure.Location(line: line, column: column)
        }
        let path = tree.elements("path", of: node).prefix(200).compactMap { step -> Step? in
            switch tree.kind(step) {
            case .string: .name(String(decoding: tree.string(step), as: UTF8.self))
            case .number: JSONNumber(tree.slice(step)).integer.map { .index($0) }
            default: nil
            }
        }
        let extensions: Int? = tree.member(Array("extensions".utf8), of: node)
        var failure = Failure(
            message: tree.text("message", of: node) ?? "The server gives no message", locations: locations, path: path,
            code: extensions.flatMap { tree.text("code", of: $0) }, node: node)
        if let found = finder?.find(path) {
            failure.fieldRange = found.range
            failure.coordinate = found.coordinate
        } else if let location = locations.first {
            failure.fieldRange = finder?.word(location)
        }
        return failure
    }

    private static func integer(_ name: String, _ tree: JSONTree, _ node: Int) -> Int? {
        guard let member = tree.member(Array(name.utf8), of: node) as Int?, tree.kind(member) == .number else {
            return nil
        }
        return JSONNumber(tree.slice(member)).integer
    }
}
