import Foundation
import TestSupport

@testable import NetEngine

/// One line of `Cases/*.txt`: words, then parts after ` | `: a field (`Name: value`), an option (`name` or `name=value`), a body (`>text`).
///
/// It has the signs of `SignedText`. `@60` as a value is the date 60 seconds after the clock's.
struct ScriptLine {
    var words: [String] = []
    var fields: [(name: String, value: String)] = []
    var options: [String: String] = [:]
    var body: String?

    init(_ text: String) {
        for (index, part) in text.components(separatedBy: " | ").enumerated() {
            if index == 0 {
                words = part.split(separator: " ").map { SignedText.read(String($0)) }
            } else if part.hasPrefix(">") {
                body = SignedText.read(String(part.dropFirst()))
            } else if let colon = part.firstIndex(of: ":"), !part[..<colon].contains("=") {
                let value = SignedText.read(String(part[part.index(after: colon)...]))
                fields.append((String(part[..<colon]), value.hasPrefix(" ") ? String(value.dropFirst()) : value))
            } else {
                let pair = part.split(separator: "=", maxSplits: 1).map(String.init)
                options[pair.first ?? ""] = pair.count == 2 ? pair[1] : ""
            }
        }
    }

    func word(_ index: Int) -> String { words.indices.contains(index) ? words[index] : "" }
    func number(_ name: String) -> Int? { options[name].flatMap { Int($0) } }
    func duration(_ name: String) -> Duration? { options[name].flatMap { Double($0) }.map { .seconds($0) } }

    func headers(_ clock: WallClock) -> HeaderFields {
        HeaderFields(fields.map { HeaderField($0.name, clock.filled($0.value, since: .zero)) })
    }

    /// `fill=N` is a body of so many letters.
    var bytes: [UInt8] {
        number("fill").map { count in (0..<count).map { UInt8(97 + $0 % 26) } } ?? Array((body ?? "").utf8)
    }
}
