import Base
import Runs

/// A comparison for a terminal: the summary first, then the requests, the worst first.
package struct ComparisonText {
    /// Requests that are described; more are counted.
    private static let mostRequests = 100
    private static let mostIgnored = 20

    private let comparison: RunComparison
    private let width: Int
    private var lines: [SafeText] = []

    /// - Parameter width: columns; lines are broken there.
    package static func lines(_ comparison: RunComparison, width: Int = 100) -> [SafeText] {
        var text = ComparisonText(comparison: comparison, width: max(20, width))
        text.write()
        return text.lines
    }

    private init(comparison: RunComparison, width: Int) {
        self.comparison = comparison
        self.width = width
    }

    private mutating func write() {
        let facts = RunFacts(comparison: comparison)
        add("\(facts.verdict) \(facts.summary)")
        for side in facts.sides { add("\(side.letter)  \(side.text)", hanging: 3) }
        add(facts.latencies)
        for note in comparison.notes { add(note) }
        for header in facts.commonHeaders { add("Header \(header)", hanging: 2) }
        if let sentence = facts.undescribed { add(sentence) }
        let shown = facts.described
        for (request, facts) in shown.prefix(Self.mostRequests) { write(request, facts) }
        if shown.count > Self.mostRequests {
            add("and \(Formatting.count(shown.count - Self.mostRequests, "more request"))")
        }
        writeIgnored(facts.ignored)
    }

    private mutating func write(_ request: RequestComparison, _ facts: [RequestFacts.Fact]) {
        lines.append(.empty)
        add("\(request.state.word.uppercased())  \(request.request.method) \(request.name)", hanging: 2)
        for fact in facts {
            let label = fact.label + String(repeating: " ", count: max(0, 8 - fact.label.count))
            add("  \(label) \(fact.text)", hanging: 11)
            for detail in fact.details { add("             \(detail)", hanging: 15) }
        }
    }

    private mutating func writeIgnored(_ ignored: [(text: String, reason: String)]) {
        guard !ignored.isEmpty else { return }
        lines.append(.empty)
        add("Not counted as differences:")
        for line in ignored.prefix(Self.mostIgnored) { add("  \(line.text): \(line.reason)", hanging: 4) }
        if ignored.count > Self.mostIgnored { add("  and \(ignored.count - Self.mostIgnored) more") }
        if comparison.suggestedRules != nil { add("--report rules=FILE writes them as rules to commit.") }
    }

    // MARK: Lines

    /// Adds a text, broken between words into lines of the width; the following lines are indented.
    private mutating func add(_ text: String, hanging: Int = 0) {
        var line = ""
        var columns = 0
        let safe = SafeText(text).string
        let indent = String(safe.prefix { $0 == " " })
        line = indent
        columns = indent.count
        var isEmpty = true
        func flush(_ lines: inout [SafeText]) {
            lines.append(SafeText(line))
            line = String(repeating: " ", count: hanging)
            columns = hanging
            isEmpty = true
        }
        for word in safe.dropFirst(indent.count).split(separator: " ", omittingEmptySubsequences: false) {
            let wordWidth = DisplayWidth.of(safe: String(word))
            if !isEmpty, columns + 1 + wordWidth > width { flush(&lines) }
            if !isEmpty {
                line += " "
                columns += 1
            }
            isEmpty = false
            guard columns + wordWidth > width else {
                line += word
                columns += wordWidth
                continue
            }
            for (cell, cellWidth) in CellGraphemes(String(word)) {
                if columns + cellWidth > width, columns > hanging {
                    flush(&lines)
                    isEmpty = false
                }
                line += cell
                columns += cellWidth
            }
        }
        lines.append(SafeText(line))
    }
}
