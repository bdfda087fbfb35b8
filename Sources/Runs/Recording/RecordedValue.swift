import JSONPath
import NetEngine

/// A value in a line of a recording. Members that are missing or of another kind are nil: a newer program may have added to the
/// format, and a damaged line must not end the reading.
struct RecordedValue {
    private let tree: JSONTree
    private let node: Int

    private init(_ tree: JSONTree, _ node: Int) {
        self.tree = tree
        self.node = node
    }

    /// nil if the line is not JSON.
    init?(_ line: [UInt8]) {
        var tree: JSONTree?
        do throws(JSONSyntaxError) { tree = try JSONTree.parse(line) } catch {}
        guard let tree else { return nil }
        self.init(tree, 0)
    }

    subscript(_ name: String) -> RecordedValue? {
        tree.kind(node) == .object ? tree.member(Array(name.utf8), of: node).map { RecordedValue(tree, $0) } : nil
    }

    /// Beyond it are no times, sizes or counts; sums of what is within cannot overflow.
    private static let greatest = 1 << 52

    var int: Int? {
        guard tree.kind(node) == .number, let number = Int(String(decoding: tree.slice(node), as: UTF8.self)) else {
            return nil
        }
        return (-Self.greatest...Self.greatest).contains(number) ? number : nil
    }
    var double: Double? { tree.kind(node) == .number ? Double(String(decoding: tree.slice(node), as: UTF8.self)) : nil }
    var bool: Bool? { tree.kind(node) == .bool ? tree.slice(node).first == UInt8(ascii: "t") : nil }
    var text: String? { tree.kind(node) == .string ? String(decoding: tree.string(node), as: UTF8.self) : nil }
    /// A string's bytes.
    var bytes: [UInt8]? { tree.kind(node) == .string ? tree.string(node) : nil }

    /// Empty for anything but an array.
    var elements: [RecordedValue] {
        guard tree.kind(node) == .array else { return [] }
        var all: [RecordedValue] = []
        tree.forEachChild(of: node) { child in
            all.append(RecordedValue(tree, child))
            return true
        }
        return all
    }

    /// The numbers of an array of numbers; nil if it holds anything else.
    var ints: [Int?]? {
        guard tree.kind(node) == .array else { return nil }
        var all: [Int?] = []
        tree.forEachChild(of: node) { child in
            all.append(RecordedValue(tree, child).int)
            return true
        }
        return all
    }

    func text(_ name: String) -> String? { self[name]?.text }
    func int(_ name: String) -> Int? { self[name]?.int }
    func bool(_ name: String) -> Bool { self[name]?.bool ?? false }
    func duration(_ name: String) -> Duration? { int(name).map { .microseconds(max(0, $0)) } }
    /// For what is summed over results.
    func size(_ name: String) -> Int? { int(name).map { min(max(0, $0), 1 << 40) } }
    func texts(_ name: String) -> [String] { self[name]?.elements.compactMap(\.text) ?? [] }
    func ints(_ name: String) -> [Int] { self[name]?.elements.compactMap(\.int) ?? [] }
    func values(_ name: String) -> [RecordedValue] { self[name]?.elements ?? [] }
}

extension JSONWriter {
    /// Whole microseconds; nothing for nil.
    mutating func member(_ name: String, micros duration: Duration?) {
        guard let duration else { return }
        member(name, DurationText.microseconds(duration))
    }

    /// Nothing for false.
    mutating func member(_ name: String, ifTrue value: Bool) {
        guard value else { return }
        member(name, true)
    }

    /// Nothing for an empty list.
    mutating func member(_ name: String, ifAny texts: [String]) {
        guard !texts.isEmpty else { return }
        key(name)
        array(texts) { $0.string($1) }
    }

    mutating func member(_ name: String, ifAny numbers: [Int]) {
        guard !numbers.isEmpty else { return }
        key(name)
        array(numbers) { $0.number($1) }
    }
}
