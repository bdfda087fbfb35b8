import Foundation
import TestSupport
import Testing

/// What the readers of `FuzzTarget` make of the corpus and of the cases in `Cases`, recorded in `Recorded`: each word, place and
/// sentence. `RECORD=1 swift test --filter ReadingTests` writes the files again; read the difference before you commit it.
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
        let found = inputs.map { "=== \($0.name)\n\(Reading.text(target, $0.bytes))" }
        let path = Self.folder.appending(path: "Recorded/\(target.rawValue).txt")
        if ProcessInfo.processInfo.environment["RECORD"] == "1" {
            try found.joined().write(to: path, atomically: true, encoding: .utf8)
            return
        }
        let recorded = try String(contentsOf: path, encoding: .utf8)
        guard found.joined() != recorded else { return }
        // The first input that is read in another way says more than the whole file.
        let before = Set(recorded.components(separatedBy: "=== ").map { "=== \($0)" })
        let first = found.first { !before.contains($0) } ?? "an input that is no more there"
        Issue.record("\(target.rawValue) is read in another way; RECORD=1 records it:\n\(first)")
    }
}
