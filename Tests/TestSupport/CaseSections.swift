import Foundation

/// Test cases in one text, each below a line with a mark and its name.
package enum CaseSections {
    /// The names and texts, the latter without the line feed before the next mark. What is before the first mark says what the cases are.
    package static func read(_ text: String, mark: String = "===") -> [(name: String, body: String)] {
        "\n\(text)".components(separatedBy: "\n\(mark) ").dropFirst().map { part in
            let end = part.firstIndex(of: "\n") ?? part.endIndex
            return (String(part[..<end]), String(part[end...].dropFirst()))
        }
    }

    /// Those of a file in the folder `Cases` of a test target.
    package static func read(file: String, of target: String) throws -> [(name: String, body: String)] {
        let path = "\(BuiltProgram.packageRoot)/Tests/\(target)/Cases/\(file).txt"
        return read(try String(contentsOfFile: path, encoding: .utf8))
    }
}
