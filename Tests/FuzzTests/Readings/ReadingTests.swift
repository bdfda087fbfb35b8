import Foundation
import TestSupport
import Testing

/// What the readers of `FuzzTarget` make of the corpus and of the cases in `Cases`: each word, place and sentence, as they were recorded
/// (`Recorded`).
@Suite struct ReadingTests {
    private static let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()

    private struct Input {
        var name: String
        var bytes: [UInt8]
    }

    /// A file of cases has one after the other, below a line `=== NAME`. Below `=== each` each line is a case, with the text below the last
    /// `=== rest` as its further lines: many queries of one document.
    ///
    /// ␍ stands for a carriage return, ␀ for a zero byte, ␛ for Esc, ␤ for a line feed within a line, ␣ for a space at an end, and nothing
    /// after ⏎ is read, not even a line feed.
    private static func cases(_ target: FuzzTarget) throws -> [Input] {
        let path = folder.appending(path: "Cases/\(target.rawValue).txt")
        guard let text = try? String(contentsOf: path, encoding: .utf8) else { return [] }
        var (rest, cases) = ("", [Input]())
        for part in text.components(separatedBy: "\n=== ").dropFirst() {
            let end = part.firstIndex(of: "\n") ?? part.endIndex
            let (name, body) = (String(part[..<end]), String(part[end...].dropFirst()))
            switch name {
            case "rest": rest = body
            case "each":
                cases += body.split(separator: "\n").map { Input(name: String($0), bytes: bytes("\($0)\n\(rest)")) }
            default: cases.append(Input(name: name, bytes: bytes("\(body)\n")))
            }
        }
        return cases
    }

    private static func bytes(_ text: String) -> [UInt8] {
        var text = text
        for (sign, meaning) in [("␍", "\r"), ("␀", "\0"), ("␛", "\u{1B}"), ("␤", "\n"), ("␣", " ")] {
            text = text.replacingOccurrences(of: sign, with: meaning)
        }
        return Array((text.range(of: "⏎").map { String(text[..<$0.lowerBound]) } ?? text).utf8)
    }

    private static func corpus(_ target: FuzzTarget) throws -> [Input] {
        let folder = folder.appending(path: "Corpus/\(target.rawValue)")
        return try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted().map { name in
            Input(name: "Corpus/\(name)", bytes: Array(try Data(contentsOf: folder.appending(path: name))))
        }
    }

    @Test(arguments: FuzzTarget.allCases.filter { $0 != .contentCoding })
    func `what is read is what was recorded`(target: FuzzTarget) throws {
        let inputs = try Self.corpus(target) + Self.cases(target)
        try Recorded.expect(inputs.map { ($0.name, Reading.text(target, $0.bytes)) }, in: "readings/\(target.rawValue)")
    }
}
