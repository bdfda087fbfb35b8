import Base
import JSONPath
import NetEngine
import Pattern

/// Applies JSONPath to a JSON text of which no tree is made: it goes down by the index, and where a query looks at each item by
/// itself, a few megabytes of items are read at a time.
struct LargeSelection {
    private let index: JSONIndex
    private let budget: QueryBudget
    private let body: BodyBytes
    private(set) var result = FilteredBody(bytes: [UInt8(ascii: "[")], contentType: "application/json", matches: 0)

    /// What is made a tree of at once.
    private let pieceBytes: Int
    private static let maxDepth = 64

    /// Applies a query; takes a few seconds for some hundred MB.
    static func run(
        _ query: JSONPathQuery, on body: BodyBytes, pieceBytes: Int = 4 << 20, budget: QueryBudget
    ) throws(BodyFilter.Failure) -> FilteredBody {
        let mark = TextEncoding.byteOrderMark(of: body.bytes(in: 0..<4))
        var index = JSONIndex(from: mark?.encoding == .utf8 ? mark?.length ?? 0 : 0)
        let count = body.count
        var place = 0
        while place < count, index.error == nil {
            guard budget.spends(1 << 16) else { throw end(of: budget) }
            place = min(count, place + 8 << 20)
            body.withBytes { index.read($0, to: place) }
            body.releasePages(0..<count)
        }
        body.withBytes { index.finish($0) }
        if let error = JSONVerdict(index, allowsManyRoots: false, invalidUTF8: nil).error {
            throw .sentence("The body is not JSON: \(error.reason), at byte \(error.offset).")
        }
        var selection = LargeSelection(index, body, pieceBytes, budget)
        try body.withBytes { text throws(BodyFilter.Failure) in
            guard let start = selection.index.row(0, in: text)?.offset else { return }
            try selection.select(query, at: start, depth: 0, in: text)
        }
        selection.result.bytes.append(UInt8(ascii: "]"))
        return selection.result
    }

    private init(_ index: JSONIndex, _ body: BodyBytes, _ pieceBytes: Int, _ budget: QueryBudget) {
        self.index = index
        self.body = body
        self.pieceBytes = pieceBytes
        self.budget = budget
    }

    /// - Parameter depth: how many large values it is in.
    private mutating func select(
        _ query: JSONPathQuery, at offset: Int, depth: Int, in text: UnsafeBufferPointer<UInt8>
    ) throws(BodyFilter.Failure) {
        guard depth < Self.maxDepth else {
            throw .sentence("Large values are nested \(depth) levels deep, which is too much. Use |command.")
        }
        let budget = budget
        guard let container = index.container(at: offset, in: text) else {
            return try selectInTree(query, end(ofScalarAt: offset, in: text).map { Array(text[offset..<$0]) } ?? [])
        }
        guard let head = query.head else { return add(text[container.range]) }
        if container.range.count <= pieceBytes { return try selectInTree(query, Array(text[container.range])) }
        switch head {
        case .step(let step):
            switch index.descend([step], from: offset, in: text, isStopped: { _ in !budget.spends(1 << 12) }) {
            case .found(let child): try select(query.rest, at: child, depth: depth, in: text)
            case .missing: break
            case .stopped: throw Self.end(of: budget)
            }
        case .items: try selectInItems(query, of: container, depth: depth, in: text)
        case .all:
            throw .sentence(
                "The body is too large for this query: a slice, several names or a filter that begins at $ needs all of it. Use |command."
            )
        }
    }

    /// Reads items together until there are some megabytes of them.
    private mutating func selectInItems(
        _ query: JSONPathQuery, of container: JSONContainer, depth: Int, in text: UnsafeBufferPointer<UInt8>
    ) throws(BodyFilter.Failure) {
        let (index, budget, body, pieceBytes) = (index, budget, body, pieceBytes)
        var piece = container.range.lowerBound + 1..<container.range.lowerBound + 1
        var failure: BodyFilter.Failure?
        let (open, close): (UInt8, UInt8) = (text[container.range.lowerBound], text[container.range.lowerBound] + 2)
        func readPiece() throws(BodyFilter.Failure) {
            guard !piece.isEmpty else { return }
            try selectInTree(query, [open] + text[piece] + [close])
            body.releasePages(0..<text.count)
        }
        let isStopped = { (_: Int) in !budget.spends(1 << 12) }
        let wasStopped = !index.forEachItem(
            ofContainerAt: container.range.lowerBound, in: text, isStopped: isStopped
        ) { _, item in
            do throws(BodyFilter.Failure) {
                if item.count > pieceBytes {
                    try readPiece()
                    try selectInLargeItem(query, item, isMember: container.isObject, depth: depth + 1, in: text)
                    piece = item.upperBound + 1..<item.upperBound + 1
                } else {
                    if piece.isEmpty { piece = item } else { piece = piece.lowerBound..<item.upperBound }
                    if piece.count >= pieceBytes {
                        try readPiece()
                        piece = item.upperBound + 1..<item.upperBound + 1
                    }
                }
                return true
            } catch {
                failure = error
                return false
            }
        }
        if let failure { throw failure }
        if wasStopped { throw Self.end(of: budget) }
        try readPiece()
    }

    private mutating func selectInLargeItem(
        _ query: JSONPathQuery, _ item: Range<Int>, isMember: Bool, depth: Int, in text: UnsafeBufferPointer<UInt8>
    ) throws(BodyFilter.Failure) {
        guard let value = index.value(ofItemAt: item.lowerBound, isMember: isMember, in: text) else { return }
        let name = value.name.map { JSONText.decoded(Array(text[$0]), 0..<$0.count).text }
        guard let count = query.selections(of: name) else {
            throw .sentence(
                "A filter would have to look at \(Formatting.byteCount(item.count)) at once, which is too much. Use |command."
            )
        }
        for _ in 0..<count { try select(query.rest, at: value.start, depth: depth, in: text) }
        if query.head == .items(isDescendant: true) { try select(query, at: value.start, depth: depth, in: text) }
    }

    private mutating func selectInTree(_ query: JSONPathQuery, _ text: [UInt8]) throws(BodyFilter.Failure) {
        guard let tree = try? JSONTree.parse(text) else { return }
        do throws(JSONPathEvaluation.Limit) {
            for node in try JSONPathEvaluation(tree, budget: budget).nodes(query) { add(tree.slice(node)) }
        } catch {
            if case .givenUp(.stopped) = error { throw .stopped }
            throw .sentence("\(error.clause).")
        }
    }

    private static func end(of budget: QueryBudget) -> BodyFilter.Failure {
        budget.end == .exhausted ? .sentence("The query was given up: \(QueryBudget.End.exhausted.clause).") : .stopped
    }

    private mutating func add(_ value: some Collection<UInt8>) {
        result.matches = (result.matches ?? 0) + 1
        guard !result.isCut, result.bytes.count + value.count < FilteredBody.limit else {
            result.isCut = true
            return
        }
        if result.bytes.count > 1 { result.bytes.append(UInt8(ascii: ",")) }
        result.bytes += value
    }

    private func end(ofScalarAt offset: Int, in text: UnsafeBufferPointer<UInt8>) -> Int? {
        var reader = JSONReader(
            text, offset..<text.count, options: JSONReader.Options(allowsManyValues: true, checksUTF8: false))
        return (try? reader.next(in: text)).map { _ in reader.place }
    }
}
