import Base
import Bodies
import NetEngine
import Pattern
import TerminalUI
import Workspace

/// Two responses to be compared.
package struct CompareJob: Sendable {
    package typealias ID = Int

    struct Side: Sendable {
        var exchange: Exchange
        var method: String
        /// The request's name, else its URL.
        var name: String
        /// What it is to the user: `pinned`, `shown`.
        var role: String
    }

    /// Fresh for each comparison.
    var id: ID
    /// The older one, or the one that is pinned.
    var first: Side
    var second: Side
    var options = BodyComparison.Options()
    /// Whether to stop after a while and show what was found so far.
    var isLimited = true

    /// How long a limited comparison takes at most.
    static let limit = Duration.seconds(2)

    /// - Parameters:
    ///   - isStopped: asked every few milliseconds; true ends the comparison with what was found so far.
    ///   - report: gets how far it is, from 0 to 1.
    func run(isStopped: @escaping () -> Bool, report: @escaping (Double) -> Void) -> ComparedResponses {
        let bytes = (Self.text(first), Self.text(second))
        // Both are read about twice.
        let all = Double(max(1, 2 * (bytes.0.count + bytes.1.count)))
        var looks = 0.0
        let budget = QueryBudget(steps: .max) {
            looks += 1
            report(min(0.99, looks * Double(QueryBudget.stride) / all))
            return isStopped()
        }
        return bytes.0.withBytes { mine in
            bytes.1.withBytes { other in
                let isJSON = Self.isJSON(first, mine) && Self.isJSON(second, other)
                let comparison = BodyComparison.compare(
                    mine, other, isJSON: isJSON, options: options, budget: budget)
                return ComparedResponses(self, comparison, mine, other)
            }
        }
    }

    /// The body as it is shown, so that charsets make no difference.
    private static func text(_ side: Side) -> BodyBytes {
        guard let response = side.exchange.response else { return BodyBytes() }
        return BodyScan.text(
            of: response.content, contentType: response.headers["Content-Type"], isComplete: response.hasWholeBody)
    }

    private static func isJSON(_ side: Side, _ body: UnsafeBufferPointer<UInt8>) -> Bool {
        let type = ContentType(side.exchange.response?.headers["Content-Type"] ?? "")
        if type.isJSON { return true }
        guard !type.isJSONLines else { return false }
        let first = body.first { !JSONText.isSpace($0) }
        return first == UInt8(ascii: "{") || first == UInt8(ascii: "[")
    }
}

/// What two responses differ in, ready to be drawn.
package struct ComparedResponses: Sendable {
    struct Entry: Sendable {
        enum Kind: Sendable { case heading, added, removed, changed, moved }
        var kind: Kind
        /// Where: a header's name, a path, a line.
        var place: SafeText
        /// The beginnings of what is there.
        var first: SafeText?
        var second: SafeText?
    }

    /// Characters of a value that are shown.
    private static let excerpt = 400

    private(set) var entries: [Entry] = []
    /// What differs and how that was found, in sentences.
    private(set) var summary: [String]
    let isComplete: Bool

    init(
        _ job: CompareJob, _ comparison: BodyComparison, _ mine: UnsafeBufferPointer<UInt8>,
        _ other: UnsafeBufferPointer<UInt8>
    ) {
        isComplete = comparison.isComplete
        summary = ["Bodies: \(comparison.countText). \(comparison.methodText)"]
        let responses = [job.first, job.second].compactMap(\.exchange.response)
        if !responses.allSatisfy(\.isBodyKept) {
            summary.append("Of a truncated body, only the part that was kept is compared.")
        }
        if !isComplete { summary.append("Stopped early: these are the differences found so far.") }
        if comparison.changes.count < comparison.counts.total {
            summary.append("The first \(comparison.changes.count) are listed.")
        }
        let repeated = comparison.repeatedNames
        if repeated != (0, 0) {
            summary.append(
                "Repeated names in objects: \(repeated.first) in the first, \(repeated.second) in the second.")
        }
        addHead(job.first.exchange.response, job.second.exchange.response)
        guard !comparison.changes.isEmpty else { return }
        entries.append(Entry(kind: .heading, place: "Body"))
        for change in comparison.changes {
            entries.append(
                Entry(
                    kind: Self.kind(change.kind), place: SafeText(comparison.path(of: change, mine, other)),
                    first: change.kind == .moved ? nil : change.first.map { Self.excerpt(of: $0, mine) },
                    second: change.second.map { Self.excerpt(of: $0, other) }))
        }
    }

    private mutating func addHead(_ first: Response?, _ second: Response?) {
        let status = (first.map { "\($0.status)" } ?? "no response", second.map { "\($0.status)" } ?? "no response")
        if status.0 != status.1 {
            entries.append(
                Entry(kind: .changed, place: "Status", first: SafeText(status.0), second: SafeText(status.1)))
        }
        func fields(_ response: Response?) -> [(name: String, value: String)] {
            response?.headers.map { (name: $0.name, value: $0.value) } ?? []
        }
        let headers = HeaderComparison(fields(first), fields(second)).changes
        guard !headers.isEmpty else { return }
        entries.append(Entry(kind: .heading, place: "Headers"))
        for change in headers {
            let kind: Entry.Kind = change.first == nil ? .added : change.second == nil ? .removed : .changed
            entries.append(
                Entry(
                    kind: kind, place: SafeText(change.name), first: change.first.map { SafeText($0) },
                    second: change.second.map { SafeText($0) }))
        }
    }

    private static func kind(_ kind: BodyComparison.Kind) -> Entry.Kind {
        switch kind {
        case .added: .added
        case .removed: .removed
        case .changed: .changed
        case .moved: .moved
        }
    }

    /// The beginning of a value in one line: runs of whitespace become a space.
    private static func excerpt(of range: Range<Int>, _ text: UnsafeBufferPointer<UInt8>) -> SafeText {
        var end = min(range.upperBound, range.lowerBound + Self.excerpt)
        let isCut = end < range.upperBound
        // No character that is cut in its middle: none has more than three bytes after its first.
        for _ in 0..<3 where isCut && text[end] & 0xC0 == 0x80 { end -= 1 }
        var bytes: [UInt8] = []
        for byte in text[range.lowerBound..<end] {
            guard JSONText.isSpace(byte) else {
                bytes.append(byte)
                continue
            }
            if bytes.last != UInt8(ascii: " ") { bytes.append(UInt8(ascii: " ")) }
        }
        return isCut ? SafeText(bytes: bytes) + "\u{2026}" : SafeText(bytes: bytes)
    }
}
