import Base
import NetEngine
import OpenAPI

/// Makes paths of the tree, with names for parameters.
struct PathReader {
    private(set) var draft: DescriptionDraft
    private(set) var paths: [DraftPath] = []

    init(_ draft: DescriptionDraft) { self.draft = draft }

    mutating func read() {
        visit(0, DraftPath(segments: [], parameters: [], operations: [:]), isCollection: false)
        var known: [String: DraftPath] = [:]
        for (key, index) in draft.known {
            let template = key.base + key.template
            var path = known[template] ?? DraftPath(segments: [], parameters: [], operations: [:])
            path.knownTemplate = key.template
            path.base = key.base
            path.operations[key.method] = index
            known[template] = path
        }
        for (_, var path) in known {
            path.setKnownSegments()
            var values: [String: TextFacts] = [:]
            for index in path.operations.values {
                for (name, text) in draft.operations[index].pathValues {
                    values[name, default: TextFacts()].merge(text)
                }
            }
            var seen: Set<String> = []
            for case .parameter(let name, _) in path.segments where seen.insert(name).inserted {
                path.parameters.append(.init(name: name, values: values[name] ?? TextFacts(), evidence: nil))
            }
            paths.append(path)
        }
        paths.sort { $0.template.utf8.lexicographicallyPrecedes($1.template.utf8) }
    }

    /// Goes down at most `PathTree.deepest` levels.
    private mutating func visit(_ place: PathTree.ID, _ path: DraftPath, isCollection: Bool) {
        countWork(1)
        if !draft.tree.nodes[Int(place)].isCollapsed {
            let alike = AlikeTexts(tree: draft.tree, operations: draft.operations, shapes: draft.shapes)
                .find(at: place, isCollection: isCollection)
            if !alike.isEmpty { draft.collapse(alike, of: place, isAll: false) }
        }
        let node = draft.tree.nodes[Int(place)]
        if !node.operations.isEmpty {
            var own = path
            own.operations = node.operations
            paths.append(own)
        }
        for (text, child) in node.texts {
            var next = path
            next.segments.append(.text(text))
            visit(child, next, isCollection: !DraftPath.isPrefix(text) && !text.isEmpty)
        }
        for (suffix, child) in node.parameters {
            let facts = draft.tree.nodes[Int(child)]
            var next = path
            let name = Self.name(for: facts, after: path)
            next.segments.append(.parameter(name: name, suffix: suffix))
            next.parameters.append(
                .init(name: name, values: facts.values, evidence: Self.evidence(facts, isCollapsed: node.isCollapsed)))
            visit(child, next, isCollection: false)
        }
    }

    /// From the text before: `/users/42` is `userId`. Unique in the path.
    private static func name(for facts: PathTree.Node, after path: DraftPath) -> String {
        var words: [String] = []
        for case .text(let text) in path.segments.reversed() {
            if !DraftPath.isPrefix(text) { words = NameWords.singular(NameWords.words(text)) }
            break
        }
        let end = facts.kinds == [.date] && facts.alike == 0 ? "date" : facts.kinds == [.email] ? "email" : "id"
        if words.last != end { words.append(end) }
        if words.first.map({ $0.utf8.first.map { $0 < 0x3A } ?? true }) ?? true { words.insert("id", at: 0) }
        let name = NameWords.camel(words)
        let taken = Set(path.parameters.map(\.name))
        guard taken.contains(name) else { return name }
        return (2...).lazy.map { "\(name)\($0)" }.first { !taken.contains($0) } ?? name
    }

    private static func evidence(_ facts: PathTree.Node, isCollapsed: Bool) -> String {
        let most = facts.distinct.count >= PathTree.mostDistinct
        let count =
            most
            ? "at least \(PathTree.mostDistinct) different values" : Formatting.count(facts.distinct.count, "value")
        let kinds = facts.kinds.map(\.rawValue).sorted()
        if facts.alike == 0 || kinds.count > 1 { return "\(count) (\(kinds.joined(separator: ", ")))" }
        if isCollapsed { return count }
        return "\(count), which take the same methods and have like responses"
    }
}
