import Base

/// Finds texts of one place in the paths that behave alike, so that they are values of a parameter: `/products/chair`,
/// `/products/table`, `/products/lamp`.
///
/// Alike are texts that take the same methods, go on with the same segments, and whose responses have the same
/// members, nearly. After the name of a collection three are enough; elsewhere, and without members to compare, it
/// takes more, because names of resources and actions look alike, too.
struct AlikeTexts {
    static let fewest = 3
    /// Without members to compare.
    static let fewestPlain = 5
    /// Not after the name of a collection.
    static let fewestElsewhere = 10
    private static let mostTraits = 300

    private struct Traits {
        var methods: Set<String> = []
        var next: Set<String> = []
        var bodies: Set<String> = []
    }

    let tree: PathTree
    let operations: [OperationFacts]
    let shapes: ShapeTable

    /// - Parameter isCollection: whether the segment before may name a collection.
    func find(at place: PathTree.ID, isCollection: Bool) -> [String] {
        let node = tree.nodes[Int(place)]
        let texts = node.texts.keys.filter { !$0.isEmpty }.sorted()
        let fewest = isCollection ? Self.fewest : Self.fewestElsewhere
        guard texts.count >= fewest else { return [] }
        let traits: [Traits] = texts.map { self.traits(of: node.texts[$0] ?? 0) }
        let methods = common(traits.map(\.methods))
        let next = common(traits.map(\.next))
        let bodies = common(traits.map(\.bodies))
        guard !methods.isDisjoint(with: ["GET", "PUT", "PATCH", "DELETE", "HEAD"]) || !next.isEmpty else { return [] }
        let share = texts.count >= Self.fewestElsewhere ? 0.7 : 0.9
        let alike = zip(texts, traits).filter { _, own in
            guard !own.methods.isEmpty || !own.next.isEmpty, own.methods.isSubset(of: methods),
                own.next.isSubset(of: next)
            else { return false }
            if own.bodies.isEmpty { return true }
            let shared = Double(own.bodies.intersection(bodies).count)
            // What the others have in operations that this one has not.
            let prefixes = Set(own.bodies.map(Self.operation))
            let expected = bodies.count { prefixes.contains(Self.operation($0)) }
            return shared >= share * Double(own.bodies.count) && shared >= share * Double(expected)
        }
        let hasMembers = bodies.contains { $0.contains("\n") }
        let needed = hasMembers ? fewest : max(fewest, Self.fewestPlain)
        return alike.count >= needed ? alike.map(\.0) : []
    }

    /// Those that at least half of the texts have.
    private func common(_ sets: [Set<String>]) -> Set<String> {
        var counts: [String: Int] = [:]
        for set in sets { for trait in set { counts[trait, default: 0] += 1 } }
        return Set(counts.filter { $0.value * 2 >= sets.count }.keys)
    }

    private static func operation(_ trait: String) -> String { String(trait.prefix { $0 != "\n" }) }

    private func traits(of place: PathTree.ID) -> Traits {
        var traits = Traits()
        let node = tree.nodes[Int(place)]
        traits.methods = Set(node.operations.keys)
        traits.next = Set(node.texts.keys).union(node.parameters.keys.map { "{}" + $0 })
        addBodies(of: node, "", to: &traits.bodies)
        for (text, child) in node.texts.sorted(by: { $0.key < $1.key }) {
            addBodies(of: tree.nodes[Int(child)], text, to: &traits.bodies)
        }
        for (suffix, child) in node.parameters.sorted(by: { $0.key < $1.key }) {
            addBodies(of: tree.nodes[Int(child)], "{}" + suffix, to: &traits.bodies)
        }
        return traits
    }

    private func addBodies(of node: PathTree.Node, _ path: String, to bodies: inout Set<String>) {
        for (method, index) in node.operations.sorted(by: { $0.key < $1.key }) {
            for (status, response) in operations[index].responses where (200..<300).contains(status) {
                for (media, body) in response.bodies {
                    let operation = "\(path) \(method) \(media)"
                    bodies.insert(operation)
                    addMembers(of: body.shape, operation + "\n", depth: 3, to: &bodies)
                }
            }
        }
    }

    private func addMembers(of id: ShapeTable.ID, _ path: String, depth: Int, to bodies: inout Set<String>) {
        countWork(1)
        guard id != ShapeTable.none, depth > 0, bodies.count < Self.mostTraits else { return }
        let shape = shapes[id]
        addMembers(of: shape.element, path + "[]", depth: depth, to: &bodies)
        for (name, member) in zip(shape.names, shape.members) {
            let path = path + "." + String(decoding: name, as: UTF8.self)
            bodies.insert(path)
            addMembers(of: member, path, depth: depth - 1, to: &bodies)
        }
    }
}
