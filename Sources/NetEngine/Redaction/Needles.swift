/// Byte strings that are searched for in a text all at once (Aho and Corasick, 1975).
///
/// Once they are linked, a search looks at each byte of the text once or twice, whatever the strings and the text are; for most
/// bytes that is one look into a table.
/// Compares bytes and not characters, so that a combining mark cannot hide a secret from the search.
struct Needles: Sendable {
    /// Where a needle occurs.
    struct Hit: Sendable, Hashable {
        var start: Int
        var end: Int
        /// As it was inserted.
        var mark: Int
    }

    /// A beginning of needles. Node 0 is the empty one.
    struct Node: Sendable {
        let byte: UInt8
        let depth: Int32
        var firstChild: Int32 = 0
        var nextSibling: Int32 = 0
        /// The longest proper end of this beginning that is a beginning of needles too.
        var fallback: Int32 = 0
        /// Bytes of the longest needle that ends here, 0 if none does.
        var length: Int32 = 0
        var mark: Int32 = 0
    }

    /// Empty before the first needle, so that a set without any costs nothing.
    private var nodes: [Node] = []
    /// The children of node 0 by their byte; as `nodes`, empty before the first needle.
    private var starts: [Int32] = []
    /// nil before they are linked.
    private var table: NeedleTable?
    /// Whether upper and lower case, `_` and `-` are the same. The needles are folded then.
    private let folds: Bool
    /// Bytes of the longest needle.
    private var longest = 0

    init(folds: Bool = false) { self.folds = folds }

    var isEmpty: Bool { nodes.isEmpty }

    /// - Parameter mark: returned with its hits; of equal needles the first one counts.
    mutating func insert(_ needle: some Sequence<UInt8>, mark: Int = 0) {
        var node: Int32 = 0
        var length: Int32 = 0
        for byte in needle {
            WorkMeter.count(1)
            if nodes.isEmpty {
                nodes = [Node(byte: 0, depth: 0)]
                starts = [Int32](repeating: 0, count: 256)
            }
            length += 1
            let known = child(of: node, byte)
            guard known == 0 else {
                node = known
                continue
            }
            let new = Int32(nodes.count)
            if node == 0 {
                nodes.append(Node(byte: byte, depth: length))
                starts[Int(byte)] = new
            } else {
                nodes.append(Node(byte: byte, depth: length, nextSibling: nodes[Int(node)].firstChild))
            }
            nodes[Int(node)].firstChild = new
            node = new
        }
        guard node != 0, nodes[Int(node)].length == 0 else { return }
        nodes[Int(node)].length = length
        nodes[Int(node)].mark = Int32(mark)
        longest = max(longest, Int(length))
    }

    /// Makes searches linear. Nothing may be inserted afterwards.
    /// - Parameter tableSize: entries of the table; needles that are used once have little use for a large one.
    mutating func link(tableSize: Int = NeedleTable.usualSize) {
        guard table == nil, !isEmpty else { return }
        // Breadth first: what a node falls back to is shorter, and was visited before.
        var queue = starts.filter { $0 != 0 }
        var next = 0
        while next < queue.count {
            let node = queue[next]
            next += 1
            var one = nodes[Int(node)].firstChild
            while one != 0 {
                WorkMeter.count(1)
                let byte = nodes[Int(one)].byte
                var place = nodes[Int(node)].fallback
                var found = child(of: place, byte)
                while found == 0, place != 0 {
                    WorkMeter.count(1)
                    place = nodes[Int(place)].fallback
                    found = child(of: place, byte)
                }
                nodes[Int(one)].fallback = found
                if nodes[Int(one)].length == 0 {
                    nodes[Int(one)].length = nodes[Int(found)].length
                    nodes[Int(one)].mark = nodes[Int(found)].mark
                }
                queue.append(one)
                one = nodes[Int(one)].nextSibling
            }
        }
        number(in: [0] + queue)
        table = NeedleTable(nodes, starts, folds: folds, size: tableSize)
    }

    /// Gives the nodes the numbers of their places in an order.
    private mutating func number(in order: [Int32]) {
        var numbers = [Int32](repeating: 0, count: nodes.count)
        for (number, node) in order.enumerated() { numbers[Int(node)] = Int32(number) }
        nodes = order.map { old in
            var node = nodes[Int(old)]
            node.firstChild = numbers[Int(node.firstChild)]
            node.nextSibling = numbers[Int(node.nextSibling)]
            node.fallback = numbers[Int(node.fallback)]
            return node
        }
        starts = starts.map { numbers[Int($0)] }
    }

    private func child(of node: Int32, _ byte: UInt8) -> Int32 {
        if node == 0 { return starts[Int(byte)] }
        var one = nodes[Int(node)].firstChild
        while one != 0, nodes[Int(one)].byte != byte { one = nodes[Int(one)].nextSibling }
        return one
    }

    // MARK: Searching

    /// Whether any of them occurs.
    func occur(in text: UnsafeBufferPointer<UInt8>) -> Bool {
        if let table, let found = table.finds(in: text, longest: longest) { return found }
        var found = false
        search(text) { _ in
            found = true
            return false
        }
        return found
    }

    /// Appends hits that cover every occurrence; occurrences of one mark that overlap are one hit.
    /// - Returns: how many bytes at the end of the text begin a needle; 0 if they are not linked.
    @discardableResult
    func appendHits(in text: UnsafeBufferPointer<UInt8>, to hits: inout [Hit]) -> Int {
        let first = hits.count
        return search(text) { hit in
            if hits.count > first, let last = hits.last, last.mark == hit.mark, hit.start < last.end {
                hits[hits.count - 1].start = min(last.start, hit.start)
                hits[hits.count - 1].end = max(last.end, hit.end)
            } else {
                hits.append(hit)
            }
            return true
        }
    }

    /// - Parameter take: returns false to end the search.
    @discardableResult
    private func search(_ text: UnsafeBufferPointer<UInt8>, _ take: (Hit) -> Bool) -> Int {
        guard !isEmpty else { return 0 }
        guard let table else { return searchUnlinked(text, take) }
        return table.search(text, nodes, starts, take)
    }

    /// Each place by itself: for needles that are inserted one after another, with searches between them.
    private func searchUnlinked(_ text: UnsafeBufferPointer<UInt8>, _ take: (Hit) -> Bool) -> Int {
        for start in 0..<text.count {
            WorkMeter.count(1)
            var node = starts[Int(folds ? Self.folded(text[start]) : text[start])]
            var end = start + 1
            var hit: Hit?
            while node != 0 {
                if nodes[Int(node)].length > 0 {
                    hit = Hit(start: start, end: end, mark: Int(nodes[Int(node)].mark))
                }
                guard end < text.count else { break }
                WorkMeter.count(1)
                node = child(of: node, folds ? Self.folded(text[end]) : text[end])
                end += 1
            }
            if let hit, !take(hit) { return 0 }
        }
        return 0
    }

    /// As `SecretNames` compares names.
    static func folded(_ byte: UInt8) -> UInt8 {
        byte == UInt8(ascii: "_") ? UInt8(ascii: "-") : URLEncoding.lowercased(byte)
    }
}
