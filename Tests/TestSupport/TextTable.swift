/// A table of a test as a text, a row a line: `input -> output`. An input holds `\n`, `\r`, `\t` and `\\` for what they stand for; an
/// output is compared as it would be written in the table, so a line feed in it is `\n`.
package enum TextTable {
    /// The rows with another output, each as `input -> what came instead of what is expected`; none if the table is right.
    package static func differences(_ table: String, _ output: (String) throws -> String) rethrows -> [String] {
        var differences: [String] = []
        var count = 0
        for line in table.split(separator: "\n") {
            guard let (input, expected) = parts(line) else {
                differences.append("no row: \(line)")
                continue
            }
            count += 1
            let found = written(try output(read(input)))
            if found != expected { differences.append("\(input) -> \(found) INSTEAD OF \(expected)") }
        }
        return count == 0 ? differences + ["no rows"] : differences
    }

    private static func parts(_ line: Substring) -> (String, String)? {
        if line.hasPrefix("-> ") { return ("", String(line.dropFirst(3))) }
        if let arrow = line.firstRange(of: " -> ") {
            return (String(line[..<arrow.lowerBound]), String(line[arrow.upperBound...]))
        }
        return line.hasSuffix(" ->") ? (String(line.dropLast(3)), "") : nil
    }

    private static func read(_ text: String) -> String {
        var result = String.UnicodeScalarView()
        var scalars = text.unicodeScalars[...]
        while let scalar = scalars.popFirst() {
            let known: [Unicode.Scalar: Unicode.Scalar] = ["n": "\n", "r": "\r", "t": "\t", "\\": "\\"]
            if scalar == "\\", let next = scalars.first, let meant = known[next] {
                scalars.removeFirst()
                result.append(meant)
            } else {
                result.append(scalar)
            }
        }
        return String(result)
    }

    private static func written(_ text: String) -> String {
        text.unicodeScalars.map { scalar in
            switch scalar {
            case "\n": "\\n"
            case "\r": "\\r"
            case "\t": "\\t"
            default: String(Character(scalar))
            }
        }.joined()
    }
}
