import Base
import JSONPath
import NetEngine
import Pattern

/// Compares two JSON texts value by value. Only hashes are kept of what is equal, and only the items of the arrays and
/// objects that lead to the current place; nothing recurses.
struct JSONComparing {
    private typealias Child = JSONChildren.Child
    private typealias Step = BodyComparison.Step

    /// What is to be done for one item, or one pair of items.
    private struct Item {
        enum Kind { case removed, added, moved, pair }
        var kind: Kind
        var first: Int32
        var second: Int32
    }

    /// An array or object whose items differ.
    private struct Frame {
        /// How it is reached from the one outside; nil at the root.
        var step: Step?
        /// Its node in the paths of the result, once a change inside was listed.
        var node: Int?
        /// How many arrays and objects its items are in.
        var depth: Int
        var isObject: Bool
        var first: [Child] = []
        var second: [Child] = []
        /// Equal elements in front of those.
        var skipped = 0
        var items: [Item] = []
        var next = 0
        /// The elements from `skipped` on, if they are compared by position.
        var positions: (first: JSONChildren, second: JSONChildren)?
    }

    /// Why there is no comparison by values.
    struct Refusal: Error {
        var error: JSONSyntaxError
        var isSecond: Bool
    }

    private let first: UnsafeBufferPointer<UInt8>
    private let second: UnsafeBufferPointer<UInt8>
    private let options: BodyComparison.Options
    private var hashing: JSONHashing
    private var known: [JSONHashing.Subtree] = []
    private var otherKnown: [JSONHashing.Subtree] = []
    private var frames: [Frame] = []
    private var result = BodyComparison(method: .json)

    static func compare(
        _ first: UnsafeBufferPointer<UInt8>, _ second: UnsafeBufferPointer<UInt8>, _ options: BodyComparison.Options,
        _ hash: SeededHash, _ budget: QueryBudget
    ) throws(Refusal) -> BodyComparison {
        var comparing = JSONComparing(first, second, options, hash, budget)
        try comparing.run()
        return comparing.result
    }

    private init(
        _ first: UnsafeBufferPointer<UInt8>, _ second: UnsafeBufferPointer<UInt8>, _ options: BodyComparison.Options,
        _ hash: SeededHash, _ budget: QueryBudget
    ) {
        self.first = first
        self.second = second
        self.options = options
        hashing = JSONHashing(hash, options, budget)
    }

    // MARK: The whole

    private mutating func run() throws(Refusal) {
        guard let root = try read(first, isSecond: false), let other = try read(second, isSecond: true) else {
            result.isComplete = false
            return
        }
        guard root.hash != other.hash else { return }
        do {
            try compare(root, other, nil, depth: 0)
            while let top = frames.indices.last {
                guard try advance(top) else {
                    frames.removeLast()
                    continue
                }
            }
        } catch {
            result.isComplete = false
        }
    }

    /// Checks a text and hashes all of it; nil if it was stopped.
    private mutating func read(
        _ text: UnsafeBufferPointer<UInt8>, isSecond: Bool
    ) throws(Refusal) -> Child? {
        var reader = JSONReader(text)
        var start = reader.place
        while start < text.count, JSONText.isSpace(text[start]) { start += 1 }
        var hashing = self.hashing
        hashing.subtreeBytes = max(1 << 10, text.count >> 10)
        do {
            let hash = try hashing.value(&reader, depth: 0, in: text)
            let end = reader.place
            do {
                _ = try reader.next(in: text)
            } catch {
                throw JSONHashing.Failure.syntax(error)
            }
            let subtrees = hashing.subtrees.sorted { $0.start < $1.start }
            if isSecond { otherKnown = subtrees } else { known = subtrees }
            if isSecond {
                result.repeatedNames.second = hashing.repeatedNames
            } else {
                result.repeatedNames.first = hashing.repeatedNames
            }
            return Child(range: start..<end, name: 0..<0, nameHash: 0, hash: hash)
        } catch JSONHashing.Failure.syntax(let error) {
            throw Refusal(error: error, isSecond: isSecond)
        } catch {
            return nil
        }
    }

    /// Does the next item of the innermost frame. False if there is none.
    private mutating func advance(_ top: Int) throws(JSONHashing.Failure) -> Bool {
        if frames[top].positions != nil { return try advanceByPosition(top) }
        guard frames[top].next < frames[top].items.count else { return false }
        let item = frames[top].items[frames[top].next]
        frames[top].next += 1
        guard hashing.budget.spends(1) else { throw .stopped }
        let mine = item.kind == .added ? nil : frames[top].first[Int(item.first)]
        let other = item.kind == .removed ? nil : frames[top].second[Int(item.second)]
        let step = step(item, mine, other, frames[top])
        if item.kind == .removed { report(.removed, step, mine, nil) }
        if item.kind == .added { report(.added, step, nil, other) }
        if item.kind == .moved { report(.moved, step, mine, other) }
        if let mine, let other, mine.hash != other.hash {
            try compare(mine, other, step, depth: frames[top].depth)
        }
        return true
    }

    private mutating func advanceByPosition(_ top: Int) throws(JSONHashing.Failure) -> Bool {
        guard var scans = frames[top].positions else { return false }
        let mine = try scans.first.next(&hashing, in: first)
        let other = try scans.second.next(&hashing, in: second)
        frames[top].positions = scans
        let index = frames[top].skipped
        frames[top].skipped += 1
        let step = Step.element(first: mine.map { _ in index }, second: other.map { _ in index })
        switch (mine, other) {
        case (nil, nil): return false
        case (.some, nil): report(.removed, step, mine, nil)
        case (nil, .some): report(.added, step, nil, other)
        case (let mine?, let other?):
            if mine.hash != other.hash { try compare(mine, other, step, depth: frames[top].depth) }
        }
        return true
    }

    private func step(_ item: Item, _ mine: Child?, _ other: Child?, _ frame: Frame) -> Step {
        guard frame.isObject else {
            return .element(
                first: mine == nil ? nil : Int(item.first) + frame.skipped,
                second: other == nil ? nil : Int(item.second) + frame.skipped)
        }
        let (members, index) = mine == nil ? (frame.second, item.second) : (frame.first, item.first)
        let child = members[Int(index)]
        var occurrence = 0
        if result.repeatedNames.first + result.repeatedNames.second > 0 {
            occurrence = members[..<Int(index)].count { $0.nameHash == child.nameHash }
            countWork(Int(index))
        }
        return .member(name: child.name, isInSecond: mine == nil, occurrence: occurrence)
    }

    // MARK: Two values

    private mutating func compare(
        _ mine: Child, _ other: Child, _ step: Step?, depth: Int
    ) throws(JSONHashing.Failure) {
        let kind = first[mine.range.lowerBound]
        guard kind == second[other.range.lowerBound], kind == Byte.openBrace || kind == Byte.openBracket,
            depth < JSONHashing.depthLimit
        else {
            report(.changed, step, mine, other)
            return
        }
        var frame = Frame(step: step, depth: depth + 1, isObject: kind == Byte.openBrace)
        let scan = JSONChildren(mine.range, depth: depth + 1, known, in: first)
        let otherScan = JSONChildren(other.range, depth: depth + 1, otherKnown, in: second)
        let isListed =
            frame.isObject
            ? try listMembers(scan, otherScan, &frame) : try listElements(scan, otherScan, &frame)
        if isListed { frames.append(frame) } else { report(.changed, step, mine, other) }
    }

    /// False if there are too many members.
    private mutating func listMembers(
        _ scan: JSONChildren, _ otherScan: JSONChildren, _ frame: inout Frame
    ) throws(JSONHashing.Failure) -> Bool {
        guard let members = try children(scan, first), let others = try children(otherScan, second) else {
            return false
        }
        countWork(members.count + others.count)
        // Of a repeated name the first belongs to the first, and so on.
        var places: [UInt64: [Int32]] = [:]
        for index in others.indices.reversed() {
            places[others[index].nameHash, default: []].append(Int32(truncatingIfNeeded: index))
        }
        for (index, member) in members.enumerated() {
            let place = Int32(truncatingIfNeeded: index)
            if let entry = places.index(forKey: member.nameHash), let partner = places.values[entry].popLast() {
                if others[Int(partner)].hash != member.hash {
                    frame.items.append(Item(kind: .pair, first: place, second: partner))
                }
            } else {
                frame.items.append(Item(kind: .removed, first: place, second: 0))
            }
        }
        for place in places.values.joined().sorted() {
            frame.items.append(Item(kind: .added, first: 0, second: place))
        }
        (frame.first, frame.second) = (members, others)
        return true
    }

    private mutating func listElements(
        _ scan: JSONChildren, _ otherScan: JSONChildren, _ frame: inout Frame
    ) throws(JSONHashing.Failure) -> Bool {
        var (scan, otherScan) = (scan, otherScan)
        // Equal elements at the beginning are not kept.
        while true {
            var (next, otherNext) = (scan, otherScan)
            guard let mine = try next.next(&hashing, in: first), let other = try otherNext.next(&hashing, in: second),
                mine.hash == other.hash
            else { break }
            (scan, otherScan) = (next, otherNext)
            frame.skipped += 1
        }
        guard var elements = try children(scan, first), var others = try children(otherScan, second) else {
            frame.positions = (scan, otherScan)
            result.matchings[.position, default: 0] += 1
            return true
        }
        while let mine = elements.last, let other = others.last, mine.hash == other.hash {
            elements.removeLast()
            others.removeLast()
        }
        frame.items = try items(elements, others, depth: frame.depth)
        (frame.first, frame.second) = (elements, others)
        return true
    }

    /// What is left of a scan; nil if it is too much to keep.
    private mutating func children(
        _ scan: JSONChildren, _ text: UnsafeBufferPointer<UInt8>
    ) throws(JSONHashing.Failure) -> [Child]? {
        var scan = scan
        var children: [Child] = []
        while let child = try scan.next(&hashing, in: text) {
            guard children.count < BodyComparison.itemLimit else { return nil }
            children.append(child)
        }
        return children
    }

    private mutating func items(
        _ elements: [Child], _ others: [Child], depth: Int
    ) throws(JSONHashing.Failure) -> [Item] {
        var match: ItemMatch
        if !elements.isEmpty, !others.isEmpty, elements.count + others.count > 2,
            let keys = try IdentityKey.find(
                elements, in: first, others, in: second, depth: depth,
                namesAreUnique: result.repeatedNames == (0, 0), &hashing)
        {
            match = .byKey(keys.first, keys.second, findsMoves: options.findsMoves)
        } else {
            match = .byContent(elements.map(\.hash), others.map(\.hash), findsMoves: options.findsMoves)
        }
        if !elements.isEmpty, !others.isEmpty, elements.count + others.count > 2 {
            result.matchings[match.matching, default: 0] += 1
        }
        var items: [Item] = []
        match.walk { item in
            switch item {
            case .removed(let mine): items.append(Item(kind: .removed, first: Int32(mine), second: 0))
            case .added(let other): items.append(Item(kind: .added, first: 0, second: Int32(other)))
            case .moved(let mine, let other):
                items.append(Item(kind: .moved, first: Int32(mine), second: Int32(other)))
            case .pair(let mine, let other):
                guard elements[mine].hash != others[other].hash else { return }
                items.append(Item(kind: .pair, first: Int32(mine), second: Int32(other)))
            }
        }
        return items
    }

    // MARK: The result

    private mutating func report(_ kind: BodyComparison.Kind, _ step: Step?, _ mine: Child?, _ other: Child?) {
        guard result.hasRoom else {
            result.counts[kind] += 1
            return
        }
        result.report(kind, step, mine?.range, other?.range, parent: innermostNode())
    }

    /// The node of the innermost frame, which is made if need be.
    private mutating func innermostNode() -> Int? {
        var parent: Int?
        for index in frames.indices {
            guard let step = frames[index].step else { continue }
            if frames[index].node == nil {
                frames[index].node = result.paths.count
                result.paths.append(BodyComparison.PathNode(parent: parent, step: step))
            }
            parent = frames[index].node
        }
        return parent
    }
}
