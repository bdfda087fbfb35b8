import Base
import JSONPath
import NetEngine
import Pattern

/// One check of one value. Says yes or no first; the reasons are looked for afterwards, and only if wanted.
///
/// A value is the index of a node; with `nameBit`, it is the name of that member as a string.
///
/// It recurses, at most `maxDepth` schemas deep. Work is linear in the value for nearly all schemas. Where several ways
/// lead to the same schema and value, it could multiply with each level: after `freeSteps` for each value, verdicts are
/// remembered, so that no schema looks at a value twice.
final class SchemaCheck {
    static let nameBit = 1 << 40
    /// Schemas within schemas that are applied at once.
    static let maxDepth = 1500
    /// Steps for each value before verdicts are remembered.
    static let freeSteps = 64
    static let maxRemembered = 4_000_000

    let program: SchemaProgram
    let library: SchemaLibrary
    let tree: JSONTree
    let text: UnsafeBufferPointer<UInt8>
    let nodes: UnsafeBufferPointer<JSONTree.Node>
    let codes: UnsafeBufferPointer<SchemaCode>
    let instructions: UnsafeBufferPointer<SchemaInstruction>
    let lists: UnsafeBufferPointer<Int32>
    let objects: UnsafeBufferPointer<ObjectCode>
    let arrays: UnsafeBufferPointer<ArrayCode>
    let strings: UnsafeBufferPointer<StringCode>
    let numbers: UnsafeBufferPointer<NumberCode>
    let slots: UnsafeBufferPointer<NameSlot>
    let bytes: UnsafeBufferPointer<UInt8>
    let rules: UnsafeBufferPointer<PatternRule>
    let dependencies: UnsafeBufferPointer<NameDependency>

    var depth = 0
    /// Why the check came to no end; nothing is looked at any more.
    var stopped: String?
    private var stepsLeft: Int
    /// Whether verdicts also look for what would be a warning, until there is one. Then all branches of `anyOf` are looked at.
    var looksForWarnings = false
    /// Whether there may be a warning: what was seen may be in a branch that does not fit.
    private(set) var mayHaveWarnings = false
    /// The first item that was not valid in the array that ended a verdict last: those before it are. Of schemas without
    /// `prefixItems`, under which all items have one schema.
    var brokenItem: (array: Int, items: Int32, child: Int) = (-1, -1, -1)
    private var remembers = false
    private var verdicts: [UInt64: Bool] = [:]
    private var matchers: [PatternMatcher?]
    private let budget: QueryBudget?
    /// The last string that had escapes, decoded.
    private var scratch = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: 256)
    var hashes: ValueHashes?
    /// Branches of choices that may still be explained in one report: choices within choices multiply.
    var branchesLeft = 200

    init(
        _ program: SchemaProgram, _ library: SchemaLibrary, _ tree: JSONTree, text: UnsafeBufferPointer<UInt8>,
        nodes: UnsafeBufferPointer<JSONTree.Node>, budget: QueryBudget?
    ) {
        self.program = program
        self.library = library
        self.tree = tree
        self.text = text
        self.nodes = nodes
        self.budget = budget
        codes = program.codes.buffer
        instructions = program.instructions.buffer
        lists = program.lists.buffer
        objects = program.objects.buffer
        arrays = program.arrays.buffer
        strings = program.strings.buffer
        numbers = program.numbers.buffer
        slots = program.slots.buffer
        bytes = program.bytes.buffer
        rules = program.rules.buffer
        dependencies = program.dependencies.buffer
        matchers = Array(repeating: nil, count: program.patterns.count)
        stepsLeft = 1_000_000 + Self.freeSteps * nodes.count
    }

    deinit { scratch.deallocate() }

    // MARK: Values

    @inline(__always)
    func type(_ value: Int) -> UInt8 {
        if value >= Self.nameBit { return TypeBit.string }
        switch text[Int(nodes[value].start)] {
        case Byte.openBrace: return TypeBit.object
        case Byte.openBracket: return TypeBit.array
        case Byte.quote: return TypeBit.string
        case UInt8(ascii: "t"), UInt8(ascii: "f"): return TypeBit.bool
        case UInt8(ascii: "n"): return TypeBit.null
        default: return isInteger(value) ? TypeBit.integer : TypeBit.fraction
        }
    }

    @inline(__always)
    func next(_ node: Int) -> Int { Int(nodes[node].next) }

    private func isInteger(_ value: Int) -> Bool {
        for byte in numberText(value) where byte | 0x20 == UInt8(ascii: "e") || byte == Byte.dot {
            return JSONNumber(numberText(value)).isInteger
        }
        return true
    }

    func numberText(_ value: Int) -> UnsafeBufferPointer<UInt8> {
        let node = nodes[value]
        return UnsafeBufferPointer(rebasing: text[Int(node.start)..<Int(node.end)])
    }

    /// A string's characters; valid until the next call.
    @inline(__always)
    func string(_ value: Int) -> UnsafeBufferPointer<UInt8> {
        let start = Int(value >= Self.nameBit ? nodes[value & ~Self.nameBit].name : nodes[value].start) + 1
        var place = start
        while text[place] != Byte.quote {
            if text[place] == Byte.backslash { return decoded(start) }
            place += 1
        }
        return UnsafeBufferPointer(rebasing: text[start..<place])
    }

    func name(_ node: Int) -> UnsafeBufferPointer<UInt8> { string(node | Self.nameBit) }

    private func decoded(_ start: Int) -> UnsafeBufferPointer<UInt8> {
        let bytes = JSONText.decoded(tree.text, quote: start - 1)
        if bytes.count > scratch.count {
            scratch.deallocate()
            scratch = .allocate(capacity: 2 * bytes.count)
        }
        _ = scratch.update(fromContentsOf: bytes)
        return UnsafeBufferPointer(rebasing: scratch[..<bytes.count])
    }

    // MARK: Schemas

    func isValid(_ schema: Int32, _ value: Int) -> Bool {
        let code = codes[Int(schema)]
        let type = type(value)
        countWork(1)
        if code.types & type == 0 { return code.acceptsNull && type == TypeBit.null }
        if code.acceptsNull, type == TypeBit.null { return true }
        if looksForWarnings, !code.unchecked.isEmpty { noteWarning() }
        if type == TypeBit.string {
            if code.string >= 0, !isValidString(strings[Int(code.string)], value) { return false }
        } else if type >= TypeBit.fraction {
            if code.number >= 0, !isValidNumber(numbers[Int(code.number)], value) { return false }
        }
        if code.isTrivial { return true }
        guard stopped == nil else { return false }
        stepsLeft -= 1
        if stepsLeft < 0 { outOfSteps() }
        let key = UInt64(UInt32(bitPattern: schema)) << 41 | UInt64(value)
        if remembers, let known = verdicts[key] { return known }
        depth += 1
        defer { depth -= 1 }
        guard depth <= Self.maxDepth else {
            stopped = "the value, or the schema, is nested more than \(Self.maxDepth) levels deep"
            return false
        }
        let verdict = isValid(code, value, type)
        if remembers {
            if verdicts.count > Self.maxRemembered { verdicts.removeAll(keepingCapacity: true) }
            verdicts[key] = verdict
        }
        return verdict
    }

    func noteWarning() {
        mayHaveWarnings = true
        looksForWarnings = false
    }

    private func outOfSteps() {
        remembers = true
        let taken = 1_000_000
        stepsLeft = taken
        if let budget, !budget.spends(16 * taken) {
            stopped = budget.end?.clause ?? "it takes too many steps"
        }
    }

    @inline(__always)
    private func isValid(_ code: SchemaCode, _ value: Int, _ type: UInt8) -> Bool {
        if type == TypeBit.object {
            if code.object >= 0, !isValidObject(objects[Int(code.object)], value) { return false }
        } else if type == TypeBit.array {
            if code.array >= 0, !isValidArray(arrays[Int(code.array)], value) { return false }
        }
        if code.count == 0 { return true }
        for place in Int(code.first)..<Int(code.first + code.count) {
            if !isValid(instructions[place], code, value, type) { return false }
        }
        return true
    }

    private func isValid(_ instruction: SchemaInstruction, _ code: SchemaCode, _ value: Int, _ type: UInt8) -> Bool {
        let start = Int(instruction.start)
        let end = start + Int(instruction.count)
        switch instruction.operation {
        case .enumeration, .constant: return isOne(of: Int(instruction.extra), code, value, type)
        case .reference, .dynamicReference, .recursiveReference: return isValid(lists[start], value)
        case .allOf:
            for index in start..<end where !isValid(lists[index], value) { return false }
            return true
        case .anyOf:
            var isTrue = false
            for index in start..<end where isValid(lists[index], value) {
                guard looksForWarnings else { return true }
                isTrue = true
            }
            return isTrue
        case .oneOf:
            let (matches, certain) = matches(instruction, value)
            return matches > 0 && certain < 2
        case .not:
            // What could not be checked was taken as right: that it fails is sure, that it passes is not.
            return codes[Int(lists[start])].isUncertain || !isValid(lists[start], value)
        case .condition:
            let isTrue = isValid(lists[start], value)
            let branch = lists[start + (isTrue ? 1 : 2)]
            if branch < 0 || isValid(branch, value) { return true }
            guard isTrue, codes[Int(lists[start])].isUncertain else { return false }
            return lists[start + 2] < 0 || isValid(lists[start + 2], value)
        case .dependentSchemas:
            guard type == TypeBit.object else { return true }
            for index in start..<end where hasMember(dependencies[Int(instruction.extra) + index - start], value) {
                if !isValid(lists[index], value) { return false }
            }
            return true
        case .unevaluatedProperties, .unevaluatedItems:
            let wanted = instruction.operation == .unevaluatedItems ? TypeBit.array : TypeBit.object
            guard type == wanted else { return true }
            return firstUnevaluated(code, instruction, value) == nil
        }
    }

    /// How many branches of `oneOf` match, and how many of them for sure.
    func matches(_ instruction: SchemaInstruction, _ value: Int) -> (all: Int, certain: Int) {
        var (all, certain) = (0, 0)
        for index in Int(instruction.start)..<Int(instruction.start + instruction.count)
        where isValid(lists[index], value) {
            all += 1
            if !codes[Int(lists[index])].isUncertain { certain += 1 }
            if certain > 1 { break }
        }
        return (all, certain)
    }

    // MARK: Names and patterns

    @inline(__always)
    func isEqual(_ text: UnsafeBufferPointer<UInt8>, _ start: Int32, _ count: Int32) -> Bool {
        guard text.count == Int(count) else { return false }
        for index in 0..<text.count where text[index] != bytes[Int(start) + index] { return false }
        return true
    }

    /// The place of a name in a table of `slots`.
    @inline(__always)
    func slot(_ name: UnsafeBufferPointer<UInt8>, _ table: Int32, _ mask: Int32) -> Int? {
        guard mask >= 0 else { return nil }
        let hash = NameTable.hash(name)
        var place = Int(hash) & Int(mask)
        while true {
            let slot = slots[Int(table) + place]
            if slot.start < 0 { return nil }
            if slot.hash == hash, isEqual(name, slot.start, slot.count) { return Int(table) + place }
            place = (place + 1) & Int(mask)
        }
    }

    func hasMember(_ dependency: NameDependency, _ value: Int) -> Bool {
        hasMember(dependency.start, dependency.count, value)
    }

    /// False for a value that is not an object.
    func hasMember(_ start: Int32, _ count: Int32, _ value: Int) -> Bool {
        guard type(value) == TypeBit.object else { return false }
        var child = value + 1
        while child < next(value) {
            if isEqual(name(child), start, count) { return true }
            child = next(child)
        }
        return false
    }

    func matches(_ number: Int32, _ text: UnsafeBufferPointer<UInt8>) -> Bool {
        let index = Int(number)
        if let prefix = program.patterns[index].prefix { return text.starts(with: prefix) }
        guard let pattern = program.patterns[index].pattern else { return true }
        let matcher: PatternMatcher
        if let known = matchers[index] {
            matcher = known
        } else {
            matcher = PatternMatcher(pattern)
            matchers[index] = matcher
        }
        var steps = Pattern.maxSteps
        do throws(Pattern.TooManySteps) {
            return try matcher.isFound(in: text, steps: &steps, budget)
        } catch {
            stopped = "the pattern \(program.patterns[index].source.prefix(100)) takes too many steps"
            return true
        }
    }
}
