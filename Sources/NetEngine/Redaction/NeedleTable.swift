/// Which node of needles follows a node at a byte: in a table for those that most bytes of a text lead to, by their children for the
/// others, so that many long needles take little memory.
struct NeedleTable: Sendable {
    /// Entries: 128 KiB.
    static let usualSize = 1 << 15
    /// For needles that are searched for in a few texts only.
    static let smallSize = 1 << 11

    /// Set in an entry whose node ends a needle.
    private static let ends: UInt32 = 1 << 31
    /// Shorter texts are not worth dividing.
    private static let shortestDivided = 256

    /// The columns of bytes: those that are in no needle have one column.
    private let columns: [UInt8]
    /// A row has `1 << shift` columns. Nodes are numbered by their depth, so that the first rows are the ones in use. An entry is the
    /// number of a node, shifted, and `ends`.
    private let entries: [UInt32]
    private let shift: UInt32
    /// Of the first node without a row, shifted.
    private let limit: UInt32
    private let hasAllRows: Bool
    private let folds: Bool

    /// - Parameters:
    ///   - nodes: numbered by their depth.
    ///   - size: entries that the table may have.
    init(_ nodes: [Needles.Node], _ starts: [Int32], folds: Bool, size: Int) {
        let used = Set(nodes.dropFirst().map(\.byte)).sorted()
        // With all 256 bytes in use there is none without a column of its own.
        var numbers = [UInt8](repeating: 0, count: 256)
        let first = used.count > 255 ? 0 : 1
        for (place, byte) in used.enumerated() { numbers[Int(byte)] = UInt8(truncatingIfNeeded: place + first) }
        columns = folds ? (0..<256).map { numbers[Int(Needles.folded(UInt8($0)))] } : numbers
        let width = used.count + first
        var shift: UInt32 = 0
        while 1 << Int(shift) < width { shift += 1 }
        let rows = min(nodes.count, max(1, size >> Int(shift)))
        var entries = [UInt32](repeating: 0, count: rows << Int(shift))
        WorkMeter.count(entries.count)
        func entry(_ node: Int32) -> UInt32 {
            UInt32(node) << shift | (nodes[Int(node)].length > 0 ? Self.ends : 0)
        }
        for byte in used where starts[Int(byte)] != 0 { entries[Int(numbers[Int(byte)])] = entry(starts[Int(byte)]) }
        for row in 1..<max(1, rows) {
            // A node goes where its fallback goes, but for its children; the fallback is shorter and has its row.
            let (own, other) = (row << Int(shift), Int(nodes[row].fallback) << Int(shift))
            for column in 0..<width { entries[own + column] = entries[other + column] }
            var child = nodes[row].firstChild
            while child != 0 {
                entries[own + Int(numbers[Int(nodes[Int(child)].byte)])] = entry(child)
                child = nodes[Int(child)].nextSibling
            }
        }
        self.entries = entries
        self.shift = shift
        limit = UInt32(rows) << shift
        hasAllRows = rows == nodes.count
        self.folds = folds
    }

    /// - Parameter take: returns false to end the search.
    /// - Returns: how many bytes at the end of the text begin a needle.
    func search(
        _ text: UnsafeBufferPointer<UInt8>, _ nodes: [Needles.Node], _ starts: [Int32], _ take: (Needles.Hit) -> Bool
    ) -> Int {
        WorkMeter.count(text.count)
        return entries.withUnsafeBufferPointer { entries in
            columns.withUnsafeBufferPointer { columns in
                var node: UInt32 = 0
                for index in 0..<text.count {
                    let entry =
                        node < limit
                        ? entries[Int(node) + Int(columns[Int(text[index])])]
                        : step(node, text[index], nodes, starts, entries, columns)
                    node = entry & ~Self.ends
                    guard entry & Self.ends != 0 else { continue }
                    let found = nodes[Int(node >> shift)]
                    let hit = Needles.Hit(
                        start: index + 1 - Int(found.length), end: index + 1, mark: Int(found.mark))
                    if !take(hit) { return 0 }
                }
                return Int(nodes[Int(node >> shift)].depth)
            }
        }
    }

    /// From a node without a row.
    private func step(
        _ node: UInt32, _ byte: UInt8, _ nodes: [Needles.Node], _ starts: [Int32],
        _ entries: UnsafeBufferPointer<UInt32>, _ columns: UnsafeBufferPointer<UInt8>
    ) -> UInt32 {
        let byte = folds ? Needles.folded(byte) : byte
        var place = Int(node >> shift)
        while true {
            WorkMeter.count(1)
            var child = nodes[place].firstChild
            while child != 0, nodes[Int(child)].byte != byte { child = nodes[Int(child)].nextSibling }
            if child != 0 { return UInt32(child) << shift | (nodes[Int(child)].length > 0 ? Self.ends : 0) }
            place = Int(nodes[place].fallback)
            if UInt32(place) << shift < limit { return entries[place << Int(shift) + Int(columns[Int(byte)])] }
        }
    }

    /// Whether a needle occurs; nil if that is not worth a faster way. Reads four parts of the text at once: each look waits for the one
    /// before it, and the processor can do others meanwhile.
    /// - Parameter longest: bytes of the longest needle. The parts overlap by as many but one.
    func finds(in text: UnsafeBufferPointer<UInt8>, longest: Int) -> Bool? {
        let part = (text.count + 3) / 4
        guard hasAllRows, text.count >= Self.shortestDivided, longest <= part else { return nil }
        WorkMeter.count(text.count)
        return entries.withUnsafeBufferPointer { entries in
            columns.withUnsafeBufferPointer { columns in
                var (a, b, c, d, seen): (UInt32, UInt32, UInt32, UInt32, UInt32) = (0, 0, 0, 0, 0)
                func next(_ node: UInt32, _ place: Int) -> UInt32 {
                    entries[Int(node & ~Self.ends) + Int(columns[Int(text[place])])]
                }
                for place in 0..<text.count - 3 * part {
                    a = next(a, place)
                    b = next(b, part + place)
                    c = next(c, 2 * part + place)
                    d = next(d, 3 * part + place)
                    seen |= a | b | c | d
                }
                // The last part is the shortest.
                let (read, overlap) = (text.count - 3 * part, longest - 1)
                for place in read..<part + overlap { a = next(a, place); seen |= a }
                for place in part + read..<2 * part + overlap { b = next(b, place); seen |= b }
                for place in 2 * part + read..<min(text.count, 3 * part + overlap) { c = next(c, place); seen |= c }
                return seen & Self.ends != 0
            }
        }
    }
}
