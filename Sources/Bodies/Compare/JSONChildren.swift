import Base
import NetEngine

/// Goes through the items of an array or object of a text that was read before and is correct.
struct JSONChildren {
    struct Child {
        /// Of the value.
        var range: Range<Int>
        /// Between the quotation marks; empty for elements.
        var name: Range<Int>
        var nameHash: UInt64
        var hash: UInt64
    }

    let isObject: Bool
    private let end: Int
    private let depth: Int
    private var place: Int
    private let known: [JSONHashing.Subtree]

    /// - Parameters:
    ///   - range: of the array or object, brackets included.
    ///   - depth: how many arrays and objects its items are in.
    ///   - known: large subtrees of the text, ordered by their start.
    init(
        _ range: Range<Int>, depth: Int, _ known: [JSONHashing.Subtree], in text: UnsafeBufferPointer<UInt8>
    ) {
        isObject = text[range.lowerBound] == UInt8(ascii: "{")
        place = range.lowerBound + 1
        end = range.upperBound - 1
        self.depth = depth
        self.known = known
    }

    /// The next item; nil at the end.
    mutating func next(
        _ hashing: inout JSONHashing, in text: UnsafeBufferPointer<UInt8>
    ) throws(JSONHashing.Failure) -> Child? {
        skip(UInt8(ascii: ","), text)
        guard place < end else { return nil }
        var child = Child(range: place..<place, name: 0..<0, nameHash: 0, hash: 0)
        if isObject {
            child.nameHash = try read(&hashing, text)
            child.name = child.range.lowerBound + 1..<place - 1
            skip(UInt8(ascii: ":"), text)
        }
        let start = place
        if let subtree = subtree(at: start) {
            place = subtree.end
            child.hash = subtree.hash
        } else {
            child.hash = try read(&hashing, text)
        }
        child.range = start..<place
        return child
    }

    private mutating func read(
        _ hashing: inout JSONHashing, _ text: UnsafeBufferPointer<UInt8>
    ) throws(JSONHashing.Failure) -> UInt64 {
        var reader = JSONReader(
            text, place..<end, options: JSONReader.Options(allowsManyValues: true, checksUTF8: false))
        let hash = try hashing.value(&reader, depth: depth, in: text)
        place = reader.place
        return hash
    }

    private func subtree(at start: Int) -> JSONHashing.Subtree? {
        let index = known.partitioningIndex { $0.start >= start }
        return index < known.count && known[index].start == start ? known[index] : nil
    }

    private mutating func skip(_ separator: UInt8, _ text: UnsafeBufferPointer<UInt8>) {
        while place < end, JSONText.isSpace(text[place]) || text[place] == separator { place += 1 }
    }
}
