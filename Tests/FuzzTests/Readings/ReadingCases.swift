import Foundation
import TestSupport

/// The files of `Cases`, which say what is read and compared with a recorded text.
///
/// A file has one case after the other, below a line `=== NAME`. Below `=== each` each line is a case, with the text below the last
/// `=== rest` as its further lines: many queries of one document.
///
/// Beside the signs of `SignedText`, ␦ stands for a byte that no text has, and nothing after ⏎ is read, not even a line feed.
enum ReadingCases {
    struct Input {
        var name: String
        var bytes: [UInt8]
    }

    static let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()

    static func inputs(_ file: String) throws -> [Input] {
        var (rest, cases) = ("", [Input]())
        for (name, body) in try sections(file) {
            switch name {
            case "rest": rest = body
            case "each":
                cases += body.split(separator: "\n").map { Input(name: String($0), bytes: bytes("\($0)\n\(rest)")) }
            default: cases.append(Input(name: name, bytes: bytes("\(body)\n")))
            }
        }
        return cases
    }

    /// The names and texts of a file, the signs in them as they are written.
    static func sections(_ file: String) throws -> [(name: String, body: String)] {
        try CaseSections.read(file: file, of: "FuzzTests")
    }

    /// Each line of a section with what is made of its text.
    static func parts(
        _ file: String, _ text: (_ section: String, _ line: String) -> String
    ) throws -> [(name: String, text: String)] {
        try sections(file).flatMap { name, body in
            body.split(separator: "\n").map { ("\(name): \($0)", text(name, Self.text($0))) }
        }
    }

    static func bytes(_ text: String) -> [UInt8] {
        let text = SignedText.read(text)
        let whole = text.range(of: "⏎").map { String(text[..<$0.lowerBound]) } ?? text
        return Array(whole.components(separatedBy: "␦").map { Array($0.utf8) }.joined(separator: [0xFF]))
    }

    static func text(_ text: some StringProtocol) -> String { String(decoding: bytes(String(text)), as: UTF8.self) }
}
