import NetEngine

/// Rows of inputs and of what must come out, one a line: `input -> output`.
///
/// Ask for all rows at once and compare the whole: `#expect(table.filled { … } == table.text)`. A failure then shows each row
/// that differs.
struct FilledTable: Sendable, ExpressibleByStringLiteral {
    let text: String

    init(stringLiteral text: String) { self.text = text }

    /// The table with what a function makes of each input. What it throws is the output too.
    func filled(_ output: (String) throws -> String?) -> String {
        text.split(separator: "\n", omittingEmptySubsequences: false).map { row in
            let input = row.firstRange(of: " -> ").map { String(row[..<$0.lowerBound]) } ?? String(row)
            do { return "\(input) -> \(try output(input) ?? "nil")" } catch {
                // The hints have tables of their own.
                return "\(input) -> \((error as? EngineError)?.sentence ?? "\(error)")"
            }
        }.joined(separator: "\n")
    }
}

extension String {
    /// The parts between ` | `.
    var columns: [String] { split(separator: " | ", omittingEmptySubsequences: false).map { String($0) } }
}

/// Numbers in their order, neighbours as a range: `200-204 206`.
func ranges(_ numbers: [Int]) -> String {
    var ranges: [ClosedRange<Int>] = []
    for number in numbers {
        if let last = ranges.last, last.upperBound + 1 == number {
            ranges[ranges.count - 1] = last.lowerBound...number
        } else {
            ranges.append(number...number)
        }
    }
    let words = ranges.map { $0.count == 1 ? "\($0.lowerBound)" : "\($0.lowerBound)-\($0.upperBound)" }
    return words.joined(separator: " ")
}
