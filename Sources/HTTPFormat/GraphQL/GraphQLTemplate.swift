import Base
import GraphQL
import NetEngine

/// A GraphQL body as it is written, its `{{variables}}` covered by text of the same length: names in the query, strings in the JSON of
/// its variables. So it can be read before anything is known of the values.
package struct GraphQLTemplate: Sendable {
    /// As long as the text.
    package let covered: [UInt8]
    /// What was covered.
    package let covers: [Range<Int>]
    /// Whether a variable is outside of strings: it may hold fields, arguments, or whole definitions.
    package let hasOpenCovers: Bool

    package init(_ text: [UInt8]) {
        var bytes = text
        var covers: [Range<Int>] = []
        var place = 0
        while let start = bytes[place...].firstIndex(of: Byte.openBrace) {
            place = start + 1
            guard let end = JSONTemplate.variable(in: text, at: start) else { continue }
            for offset in start..<end { bytes[offset] = UInt8(ascii: "x") }
            covers.append(start..<end)
            place = end
        }
        self.covers = covers
        guard !covers.isEmpty else {
            (covered, hasOpenCovers) = (bytes, false)
            return
        }
        let tokens = GraphQLTokens(bytes)
        if let variables = GraphQLRequestText(tokens).variables {
            let template = JSONTemplate(String(decoding: text[variables], as: UTF8.self), keepsComments: true)
            if template.covered.count == variables.count { bytes.replaceSubrange(variables, with: template.covered) }
        }
        covered = bytes
        let strings = tokens.tokens.filter { $0.kind == .string || $0.kind == .blockString }
        var next = 0
        hasOpenCovers = covers.contains { cover in
            while next < strings.count, strings[next].range.upperBound <= cover.lowerBound { next += 1 }
            return next == strings.count || !strings[next].range.overlaps(cover)
        }
    }

    /// Whether something that was covered is in a range.
    package func isCovered(_ range: Range<Int>) -> Bool {
        // The first cover that ends after the range begins.
        var (low, high) = (0, covers.count)
        while low < high {
            let middle = (low + high) / 2
            if covers[middle].upperBound <= range.lowerBound { low = middle + 1 } else { high = middle }
        }
        return low < covers.count && covers[low].lowerBound < max(range.upperBound, range.lowerBound + 1)
    }
}
