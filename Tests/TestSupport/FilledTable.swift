import NetEngine

/// Rows of inputs and of what must come out, one a line: `input -> output`.
///
/// Ask for all rows at once and compare the whole: `#expect(table.filled { … } == table.text)`. A failure then shows each row
/// that differs.
public struct FilledTable: Sendable, ExpressibleByStringLiteral {
    public let text: String

    public init(_ text: String) { self.text = text }
    public init(stringLiteral text: String) { self.init(text) }

    /// The table with what a function makes of each input. What it throws is the output too.
    public func filled(_ output: (String) throws -> String?) -> String {
        text.split(separator: "\n", omittingEmptySubsequences: false).map { row in
            let input = row.firstRange(of: " -> ").map { String(row[..<$0.lowerBound]) } ?? String(row)
            do { return "\(input) -> \(try output(input) ?? "nil")" } catch {
                // The hints have tables of their own.
                return "\(input) -> \((error as? EngineError)?.sentence ?? "\(error)")"
            }
        }.joined(separator: "\n")
    }
}
