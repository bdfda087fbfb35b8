/// A list that grows at its end and is copied often: a copy shares all but the last chunk with the original, whatever is appended
/// to either later.
///
/// An array would be copied whole by the first element that is appended after each copy.
struct ChunkedList<Element: Sendable>: Sendable {
    private static var shift: Int { 9 }
    private static var chunkCount: Int { 1 << shift }

    private var chunks: [[Element]] = []
    private(set) var count = 0

    init() {}

    mutating func append(_ element: Element) {
        if count & (Self.chunkCount - 1) == 0 { chunks.append([]) }
        chunks[chunks.count - 1].append(element)
        count += 1
    }

    /// The list must have that many elements.
    mutating func removeLast(_ removed: Int = 1) {
        precondition(removed >= 0 && removed <= count)
        count -= removed
        let kept = (count + Self.chunkCount - 1) >> Self.shift
        chunks.removeLast(chunks.count - kept)
        guard let last = chunks.indices.last else { return }
        chunks[last].removeLast(chunks[last].count - (count - last << Self.shift))
    }
}

extension ChunkedList: RandomAccessCollection, MutableCollection {
    var startIndex: Int { 0 }
    var endIndex: Int { count }

    subscript(position: Int) -> Element {
        get { chunks[position >> Self.shift][position & (Self.chunkCount - 1)] }
        _modify { yield &chunks[position >> Self.shift][position & (Self.chunkCount - 1)] }
    }
}

extension ChunkedList: Equatable where Element: Equatable {}
