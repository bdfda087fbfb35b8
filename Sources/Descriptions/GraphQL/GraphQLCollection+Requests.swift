import Base
import GraphQL
import HTTPFormat
import JSONPath

extension GraphQLCollection {
    /// Longer queries are not looked at: each key would read them.
    private static let mostQueryBytes = 64 << 10

    /// The field that the query of any request asks for: the first of its first operation.
    /// - Parameter body: as it is written, with variables.
    package func field(ofQuery body: String) -> Int? {
        guard body.utf8.count <= Self.mostQueryBytes else { return nil }
        let text = GraphQLTemplate(Array(body.utf8)).covered
        let query = GraphQLRequestText(GraphQLTokens(text)).query
        let document = GraphQLDocument.parse(Array(text[query]))
        guard let operation = document.operations.first,
            let name = Self.firstField(of: operation.selections, document)
        else { return nil }
        return fields.firstIndex { $0.kind == operation.kind && $0.name == name }
    }

    private static func firstField(
        of selections: GraphQLDocument.SelectionSet, _ document: GraphQLDocument
    ) -> String? {
        var selections = selections
        var spread: Set<String> = []
        while let first = selections.selections.first {
            switch first {
            case .field(let field): return field.name.text
            case .inline(let fragment): selections = fragment.selections
            case .spread(let name):
                guard spread.insert(name.name.text).inserted,
                    let fragment = document.fragments.first(where: { $0.name.text == name.name.text })
                else { return nil }
                selections = fragment.selections
            }
        }
        return nil
    }

    /// What the schema says of a member of a response.
    /// - Parameters:
    ///   - path: from the root of the body.
    ///   - sent: the query that was answered.
    ///   - response: the body; it decides between fragments on several types, if it has `__typename`.
    /// - Returns: nil for what is not a field, such as `errors`.
    package func text(
        ofMember path: [MemberStep], sent: GraphQLSentQuery, response: JSONTree? = nil
    ) -> GraphQLTypeText? {
        guard path.first == .name("data"), path.count > 1, path.count <= 1_000 else { return nil }
        let steps = path.dropFirst().map { step -> GraphQLResponse.Step in
            switch step {
            case .name(let name): .name(name)
            case .index(let index): .index(index)
            }
        }
        let names = response.map { Self.typenames(along: path, in: $0) } ?? []
        let coordinate = sent.document.coordinate(of: steps, operationName: sent.operationName, in: schema) { place in
            names.indices.contains(place) ? names[place] : nil
        }
        return coordinate.flatMap { schema.text(of: $0) }
    }

    /// For each step below `data` the `__typename` of the value that it is in.
    private static func typenames(along path: [MemberStep], in tree: JSONTree) -> [String?] {
        var node = 0
        var names: [String?] = []
        for step in path {
            let isObject = tree.kind(node) == .object
            let name = isObject ? tree.member(Array("__typename".utf8), of: node) as Int? : nil
            names.append(
                name.flatMap { tree.kind($0) == .string ? String(decoding: tree.string($0), as: UTF8.self) : nil })
            var next: Int?
            switch step {
            case .name(let name): if isObject { next = tree.member(Array(name.utf8), of: node) }
            case .index(let index):
                var place = 0
                if tree.kind(node) == .array {
                    tree.forEachChild(of: node) { child in
                        if place == index { next = child }
                        place += 1
                        return next == nil
                    }
                }
            }
            guard let next else { break }
            node = next
        }
        return Array(names.dropFirst())
    }
}
