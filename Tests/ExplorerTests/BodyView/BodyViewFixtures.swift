import NetEngine
import TestSupport

@testable import Base
@testable import Bodies
@testable import Explorer
@testable import TerminalUI

extension BodyDocument {
    init(_ text: String, _ contentType: String? = nil, isComplete: Bool = true) {
        self.init(bytes: Array(text.utf8), contentType: contentType, isComplete: isComplete)
    }

    /// The bytes that are shown.
    var allBytes: [UInt8] { bytes.bytes(in: 0..<byteCount) }

    /// All lines in a mode as text.
    func texts(_ mode: BodyMode, columns: Int = 78) -> [String] { lines(mode, columns: columns).texts }
    var pretty: String { texts(.pretty).joined(separator: "\n") }
}

extension LineSource {
    var texts: [String] { (0..<lineCount).map { line($0, columns: 0..<100_000).string } }
}

extension Line {
    var string: String { spans.map(\.text.string).joined() }
}

/// Random JSON texts: any nesting, any token, any whitespace between tokens.
enum RandomJSON {
    static func text(_ random: inout SeededGenerator, depth: Int = 0) -> String {
        func blank() -> String {
            var text = ""
            for _ in 0..<Int.random(in: 0...2, using: &random) {
                text += [" ", "\n", "\t", "\r\n"].randomElement(using: &random) ?? ""
            }
            return text
        }
        let strings = [
            #""""#, #""a b""#, #""\u00e9\n\"\\""#, #""{[,:]}""#, "\"Zürich 東京\"", #""  ""#, "\"\u{202E}x\"",
        ]
        let scalars = ["1.00", "0", "-0.0e+10", "9007199254740993", "true", "false", "null"] + strings
        let kind = depth > 5 ? 0 : Int.random(in: 0...3, using: &random)
        var text = blank()
        switch kind {
        case 1:
            let items = (0..<Int.random(in: 0...4, using: &random)).map { _ in Self.text(&random, depth: depth + 1) }
            text += "[" + (items.isEmpty ? blank() : items.joined(separator: ",")) + "]"
        case 2, 3:
            let members = (0..<Int.random(in: 0...4, using: &random)).map { _ in
                blank() + (strings.randomElement(using: &random) ?? "") + blank() + ":"
                    + Self.text(&random, depth: depth + 1)
            }
            text += "{" + (members.isEmpty ? blank() : members.joined(separator: ",")) + "}"
        default: text += scalars.randomElement(using: &random) ?? ""
        }
        return text + blank()
    }

    /// The text without whitespace between tokens; strings stay as they are.
    static func withoutBlanks(_ bytes: [UInt8]) -> [UInt8] {
        var result: [UInt8] = []
        var isInString = false
        var isEscaped = false
        for byte in bytes {
            if isInString {
                result.append(byte)
                if isEscaped {
                    isEscaped = false
                } else if byte == 0x5C {
                    isEscaped = true
                } else if byte == 0x22 {
                    isInString = false
                }
            } else if ![0x20, 0x09, 0x0A, 0x0D].contains(byte) {
                result.append(byte)
                isInString = byte == 0x22
            }
        }
        return result
    }
}
