import Base
import JSONPath
import NetEngine

/// The shapes of many JSON values, merged. Its size follows the different names in the bodies, not the bodies.
///
/// A shape is a tree of places: members by their names, elements of an array as one. An object with very many names, or
/// with ids as names, has one place for all its members. Bodies come in any order, and the shapes are the same, but for
/// the order in which places are numbered.
struct ShapeTable: Sendable {
    typealias ID = Int32

    struct Shape: Sendable {
        var nulls = 0
        var booleans = 0
        /// Numbers without fraction and exponent.
        var integers = 0
        /// Other numbers.
        var fractions = 0
        var arrays = 0
        var objects = 0
        /// The strings; `count` is how many.
        var text = TextFacts()

        /// The members, in the order in which they came.
        var names: [[UInt8]] = []
        var members: [ID] = []
        var index: [[UInt8]: Int32] = [:]
        /// The members whose names are ids, or all of them if they are too many.
        var anyMember = ShapeTable.none
        var isTable = false
        var element = ShapeTable.none

        /// As a member: the objects that have it.
        var owners = 0
        /// As a member: its places in those objects added up.
        var positions = 0
        fileprivate var lastOwner = 0

        var isEmpty: Bool {
            nulls == 0 && booleans == 0 && integers == 0 && fractions == 0 && arrays == 0 && objects == 0
                && text.count == 0
        }
    }

    static let none: ID = -1
    /// Levels of a body that are looked at.
    static let deepest = 60
    /// Members of an object; with more of them it is a table.
    static let mostMembers = 500
    /// Longer names are not listed.
    static let longestName = 160
    /// Places of all shapes.
    let limit: Int

    private(set) var shapes: [Shape] = []
    private var unused: [ID] = []
    private var owner = 0
    private(set) var isFull = false
    private(set) var wasTooDeep = false
    private(set) var hadTables = false

    init(limit: Int) { self.limit = limit }

    subscript(_ id: ID) -> Shape { shapes[Int(id)] }

    mutating func make() -> ID {
        if let id = unused.popLast() { return id }
        guard shapes.count < limit else {
            isFull = true
            return Self.none
        }
        shapes.append(Shape())
        return ID(shapes.count - 1)
    }

    private struct Frame {
        var end: Int
        var shape: ID
        var isObject: Bool
        var owner: Int
        var position: Int
        /// The member that will come next if the order is that of the objects before.
        var guess = 0
    }

    /// Adds a value to a shape. Takes time linear in the value.
    mutating func add(_ tree: JSONTree, to root: ID) {
        guard root != Self.none else { return }
        tree.text.withUnsafeBufferPointer { text in
            var open: [Frame] = []
            var node = 0
            while node < tree.nodes.count {
                countWork(1)
                while let last = open.last, last.end <= node { open.removeLast() }
                var shape = root
                if !open.isEmpty {
                    shape = place(of: node, in: tree, &open[open.count - 1])
                    open[open.count - 1].position += 1
                }
                guard shape != Self.none else {
                    node = tree.next(node)
                    continue
                }
                let kind = record(tree, node, text, in: shape)
                if kind == .object || kind == .array, tree.next(node) > node + 1 {
                    guard open.count < Self.deepest else {
                        wasTooDeep = true
                        // What is deeper is not described: the place takes any value.
                        node = tree.next(node)
                        continue
                    }
                    owner += 1
                    open.append(
                        Frame(end: tree.next(node), shape: shape, isObject: kind == .object, owner: owner, position: 0))
                }
                node += 1
            }
        }
    }

    private mutating func record(
        _ tree: JSONTree, _ node: Int, _ text: UnsafeBufferPointer<UInt8>, in id: ID
    ) -> JSONTree.Kind {
        let kind = tree.kind(node)
        let shape = Int(id)
        switch kind {
        case .null: shapes[shape].nulls += 1
        case .bool: shapes[shape].booleans += 1
        case .array: shapes[shape].arrays += 1
        case .object: shapes[shape].objects += 1
        case .number:
            let range = Int(tree.nodes[node].start)..<Int(tree.nodes[node].end)
            if text[range].contains(where: { $0 == Byte.dot || $0 | 0x20 == UInt8(ascii: "e") }) {
                shapes[shape].fractions += 1
            } else {
                shapes[shape].integers += 1
            }
        case .string:
            let inside = (Int(tree.nodes[node].start) + 1)..<(Int(tree.nodes[node].end) - 1)
            let slice = UnsafeBufferPointer(rebasing: text[inside])
            if slice.contains(Byte.backslash) {
                tree.string(node).withUnsafeBufferPointer { shapes[shape].text.add($0) }
            } else {
                shapes[shape].text.add(slice)
            }
        }
        return kind
    }

    /// The place of a child of an open container.
    private mutating func place(of node: Int, in tree: JSONTree, _ frame: inout Frame) -> ID {
        let parent = Int(frame.shape)
        guard frame.isObject else {
            if shapes[parent].element == Self.none { shapes[parent].element = make() }
            return shapes[parent].element
        }
        // Members mostly come in the same order.
        let quote = Int(tree.nodes[node].name)
        let guess = frame.guess
        if guess < shapes[parent].names.count,
            JSONText.isEqual(tree.text, quote: quote, to: shapes[parent].names[guess])
        {
            frame.guess += 1
            return count(shapes[parent].members[guess], &frame)
        }
        let name = JSONText.decoded(tree.text, quote: quote)
        if let known = shapes[parent].index[name] {
            frame.guess = Int(known) + 1
            return count(shapes[parent].members[Int(known)], &frame)
        }
        return count(member(name, of: frame.shape), &frame)
    }

    /// Counts that an object has a member, once if its name is repeated.
    private mutating func count(_ id: ID, _ frame: inout Frame) -> ID {
        guard id != Self.none, shapes[Int(id)].lastOwner != frame.owner else { return id }
        shapes[Int(id)].lastOwner = frame.owner
        shapes[Int(id)].owners += 1
        shapes[Int(id)].positions += frame.position
        return id
    }

    private mutating func member(_ name: [UInt8], of id: ID) -> ID {
        let parent = Int(id)
        let isListed =
            !shapes[parent].isTable && name.count <= Self.longestName && !IdentifierText.isMadeName(name)
            && name.withUnsafeBufferPointer { JSONReader.firstInvalidUTF8(in: $0) == nil }
        guard isListed else {
            if shapes[parent].anyMember == Self.none { shapes[parent].anyMember = make() }
            return shapes[parent].anyMember
        }
        let child = make()
        guard child != Self.none else { return child }
        attach(child, name, to: parent)
        guard shapes[parent].names.count > Self.mostMembers else { return child }
        makeTable(parent)
        return shapes[parent].anyMember
    }

    private mutating func attach(_ child: ID, _ name: [UInt8], to parent: Int) {
        shapes[parent].index[name] = Int32(shapes[parent].names.count)
        shapes[parent].names.append(name)
        shapes[parent].members.append(child)
    }

    // MARK: Merging

    /// Merges the members of an object into one place.
    private mutating func makeTable(_ parent: Int) {
        hadTables = true
        var pairs: [(into: ID, from: ID)] = []
        collect(parent, &pairs)
        run(&pairs)
    }

    private mutating func collect(_ parent: Int, _ pairs: inout [(into: ID, from: ID)]) {
        hadTables = true
        shapes[parent].isTable = true
        for child in shapes[parent].members {
            if shapes[parent].anyMember == Self.none {
                shapes[parent].anyMember = child
            } else {
                pairs.append((shapes[parent].anyMember, child))
            }
        }
        shapes[parent].names = []
        shapes[parent].members = []
        shapes[parent].index = [:]
    }

    /// Merges a shape into another one, and forgets it.
    mutating func merge(_ from: ID, into: ID) {
        guard from != Self.none, into != Self.none, from != into else { return }
        var pairs = [(into: into, from: from)]
        run(&pairs)
    }

    private mutating func run(_ pairs: inout [(into: ID, from: ID)]) {
        while let (into, from) = pairs.popLast() {
            countWork(1)
            let other = shapes[Int(from)]
            shapes[Int(from)] = Shape()
            unused.append(from)
            let place = Int(into)
            shapes[place].nulls += other.nulls
            shapes[place].booleans += other.booleans
            shapes[place].integers += other.integers
            shapes[place].fractions += other.fractions
            shapes[place].arrays += other.arrays
            shapes[place].objects += other.objects
            shapes[place].text.merge(other.text)
            shapes[place].owners += other.owners
            shapes[place].positions += other.positions
            if other.element != Self.none {
                if shapes[place].element == Self.none {
                    shapes[place].element = other.element
                } else {
                    pairs.append((shapes[place].element, other.element))
                }
            }
            if other.anyMember != Self.none {
                if shapes[place].anyMember == Self.none {
                    shapes[place].anyMember = other.anyMember
                } else {
                    pairs.append((shapes[place].anyMember, other.anyMember))
                }
            }
            if other.isTable, !shapes[place].isTable { collect(place, &pairs) }
            for (name, child) in zip(other.names, other.members) {
                if let known = shapes[place].index[name] {
                    pairs.append((shapes[place].members[Int(known)], child))
                } else if shapes[place].isTable {
                    if shapes[place].anyMember == Self.none {
                        shapes[place].anyMember = child
                    } else {
                        pairs.append((shapes[place].anyMember, child))
                    }
                } else {
                    attach(child, name, to: place)
                }
            }
            if shapes[place].names.count > Self.mostMembers { collect(place, &pairs) }
        }
    }
}
