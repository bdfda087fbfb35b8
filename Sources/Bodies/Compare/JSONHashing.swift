import Base
import JSONPath
import NetEngine
import Pattern

/// Hashes JSON values from the tokens of `JSONReader`: equal values, equal hashes. The order of members does not matter,
/// unless a name is repeated.
///
/// The memory does not depend on the depth: below `depthLimit` levels, tokens are hashed in the order in which they
/// come, and what is there is compared as a whole.
struct JSONHashing {
    /// The deepest level whose arrays and objects are compared item by item.
    static let depthLimit = 512
    /// Names of one object that are looked at for repetition.
    static let nameLimit = 1 << 20

    /// A large array or object whose hash is known, so that nobody has to read it again.
    struct Subtree {
        var start: Int
        var end: Int
        var hash: UInt64
    }

    private struct Open {
        var isObject: Bool
        var start: Int
        var name: UInt64 = 0
        var names: Int
        var sum: UInt64 = 0
        var ordered: UInt64 = 0
        var count: UInt64 = 0
    }

    enum Failure: Error {
        case syntax(JSONSyntaxError)
        /// The budget ended.
        case stopped
    }

    let hash: SeededHash
    let options: BodyComparison.Options
    let budget: QueryBudget
    /// Arrays and objects of at least this many bytes are added to `subtrees`.
    var subtreeBytes = Int.max
    private(set) var subtrees: [Subtree] = []
    /// How many names occurred again in the same object.
    private(set) var repeatedNames = 0
    private var open: [Open] = []
    /// The hashes of the names in all open objects.
    private var names: [UInt64] = []
    /// The hash of a value that is itself below the limit.
    private var below: UInt64 = 0

    init(_ hash: SeededHash, _ options: BodyComparison.Options, _ budget: QueryBudget) {
        self.hash = hash
        self.options = options
        self.budget = budget
    }

    /// Reads one value, at any depth, and returns its hash.
    /// - Parameter depth: how many arrays and objects the value is in.
    mutating func value(
        _ reader: inout JSONReader, depth: Int, in text: UnsafeBufferPointer<UInt8>
    ) throws(Failure) -> UInt64 {
        open.removeAll(keepingCapacity: true)
        names.removeAll(keepingCapacity: true)
        below = 0
        var level = depth
        while true {
            let before = reader.place
            let token: JSONReader.Token
            do { token = try reader.next(in: text) } catch { throw .syntax(error) }
            guard budget.spends(reader.place - before) else { throw .stopped }
            let item: UInt64
            switch token {
            case .objectStart, .arrayStart:
                level += 1
                if level <= Self.depthLimit {
                    open.append(Open(isObject: token == .objectStart, start: reader.tokenStart, names: names.count))
                } else {
                    addBelow(hash.combine(open.last?.name ?? 0, token == .objectStart ? 0x7B : 0x5B))
                }
                continue
            case .objectEnd, .arrayEnd:
                level -= 1
                if level < Self.depthLimit {
                    item = close(end: reader.place)
                } else {
                    addBelow(0x5D)
                    guard level == depth else { continue }
                    item = below
                }
            case .name:
                let name = stringHash(reader, text)
                if level > Self.depthLimit {
                    addBelow(name)
                } else {
                    open[open.count - 1].name = name
                    if names.count - open[open.count - 1].names < Self.nameLimit { names.append(name) }
                }
                continue
            case .string: item = stringHash(reader, text)
            case .number: item = number(text, reader.tokenStart..<reader.place)
            case .bool: item = hash.combine(text[reader.tokenStart] == UInt8(ascii: "t") ? 3 : 4, 1)
            case .null: item = hash.combine(5, 1)
            case .end: item = 0
            }
            if level == depth { return item }
            if level > Self.depthLimit { addBelow(item) } else { add(item) }
        }
    }

    /// An item of the innermost open array or object.
    private mutating func add(_ item: UInt64) {
        let top = open.count - 1
        let entry = open[top].isObject ? hash.combine(open[top].name, item) : item
        open[top].sum &+= SeededHash.mix(entry, hash.seed)
        open[top].ordered = hash.combine(open[top].ordered, entry)
        open[top].count += 1
    }

    /// A token below the limit.
    private mutating func addBelow(_ item: UInt64) {
        guard let top = open.indices.last else {
            below = hash.combine(below, item)
            return
        }
        open[top].ordered = hash.combine(open[top].ordered, item)
        open[top].sum = hash.combine(open[top].sum, item)
    }

    private mutating func close(end: Int) -> UInt64 {
        guard let done = open.popLast() else { return 0 }
        var repeated = 0
        if done.isObject {
            let own = names[done.names...]
            repeated = Self.repeated(own)
            repeatedNames += repeated
            names.removeSubrange(done.names...)
        }
        let content = done.isObject && repeated == 0 ? done.sum : done.ordered
        let result = hash.combine(content, done.count << 2 | (done.isObject ? 1 : 2))
        if end - done.start >= subtreeBytes { subtrees.append(Subtree(start: done.start, end: end, hash: result)) }
        return result
    }

    private static func repeated(_ names: ArraySlice<UInt64>) -> Int {
        countWork(names.count)
        guard names.count > 1 else { return 0 }
        if names.count <= 12 {
            var repeated = 0
            for index in names.indices where names[names.startIndex..<index].contains(names[index]) { repeated += 1 }
            return repeated
        }
        return names.count - Set(names).count
    }

    private func stringHash(_ reader: JSONReader, _ text: UnsafeBufferPointer<UInt8>) -> UInt64 {
        let inside = reader.tokenStart + 1..<reader.place - 1
        guard reader.hasEscapes else { return hash.bytes(text, inside) }
        let string = Array(text[inside])
        let decoded = JSONText.decoded(string, string.indices).text
        return decoded.withUnsafeBytes { hash.bytes($0) }
    }

    private func number(_ text: UnsafeBufferPointer<UInt8>, _ range: Range<Int>) -> UInt64 {
        guard options.comparesNumbersByValue else { return hash.combine(hash.bytes(text, range), 2) }
        // The usual number: an integer of one word, always written the same way.
        if range.count <= 18 {
            var value: UInt64 = 0
            var place = range.lowerBound
            if text[place] == UInt8(ascii: "-") { place += 1 }
            let isNegative = place > range.lowerBound
            while place < range.upperBound, ASCII.isDigit(text[place]) {
                value = value &* 10 &+ UInt64(text[place] & 0x0F)
                place += 1
            }
            if place == range.upperBound { return hash.combine(value, isNegative && value > 0 ? 7 : 6) }
        }
        let number = JSONNumber(text[range])
        if let integer = number.integer {
            return hash.combine(UInt64(integer.magnitude), integer < 0 ? 7 : 6)
        }
        return hash.combine(UInt64(bitPattern: Int64(number.hashValue)), 8)
    }
}
