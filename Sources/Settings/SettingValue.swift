import Base
import NetEngine

/// What a setting is set to.
package enum SettingValue: Sendable, Hashable {
    case text(String)
    case toggle(Bool)
    case time(Duration)
    case size(Int)
}

/// What is wrong with a text as the value of a setting; goes on after the setting's name.
package struct SettingRefusal: Error, Sendable, Hashable {
    /// `takes on or off, not 'maybe'.`
    package var clause: String
}

extension Setting {
    /// Reads a value as it is written in the file and in variables.
    package func read(_ text: String) throws(SettingRefusal) -> SettingValue {
        switch kind {
        case .name, .command:
            guard text.contains(where: { !$0.isWhitespace }) else { throw refusal(of: text) }
            return .text(text)
        case .choice(let words):
            guard words.contains(text) else {
                throw refusal(of: text, near: NameSuggestion.nearest(to: text, among: words))
            }
            return .text(text)
        case .toggle:
            switch text.lowercased() {
            case "on", "true", "yes": return .toggle(true)
            case "off", "false", "no": return .toggle(false)
            default: throw refusal(of: text)
            }
        case .time(let range):
            guard let time = TimeText.read(text) else { throw refusal(of: text) }
            guard range.contains(time) else { throw outside(text) }
            return .time(time)
        case .size(let range):
            guard let size = ByteSize.read(text) else { throw refusal(of: text) }
            // As large as no limit, which has a word of its own.
            guard size != .max || text.lowercased() == "none" else {
                throw SettingRefusal(clause: "takes less than 1000000 TB, or none, not '\(text.prefix(80))'.")
            }
            guard range.contains(size) else { throw outside(text) }
            return .size(size)
        }
    }

    /// What the setting takes, in a few words: `on or off`.
    package var takes: String {
        switch kind {
        case .name: "a name"
        case .command: "a command"
        case .choice(let words): words.dropLast().joined(separator: ", ") + " or " + (words.last ?? "")
        case .toggle: "on or off"
        case .time(let range): "a time with its unit, such as \(Self.examples(range))"
        case .size: "a size such as 10MB or 64MiB, or none"
        }
    }

    /// Times that the setting takes.
    private static func examples(_ range: ClosedRange<Duration>) -> String {
        let shown = ["500ms", "30s", "5m", "1h", "7d"].filter { TimeText.read($0).map(range.contains) == true }
        return shown.dropLast().joined(separator: ", ") + " or " + (shown.last ?? "")
    }

    /// The values that are allowed, where there is a least or a greatest one.
    package var range: String? {
        switch kind {
        case .time(let range): "\(TimeText.write(range.lowerBound)) to \(TimeText.write(range.upperBound))"
        case .size(let range): "at least \(Formatting.byteCount(range.lowerBound))"
        case .name, .command, .choice, .toggle: nil
        }
    }

    private func refusal(of text: String, near: String? = nil) -> SettingRefusal {
        let advice = near.map { " Did you mean '\($0)'?" } ?? ""
        return SettingRefusal(clause: "takes \(takes), not '\(text.prefix(80))'.\(advice)")
    }

    private func outside(_ text: String) -> SettingRefusal {
        SettingRefusal(clause: "takes \(range ?? takes), not '\(text.prefix(80))'.")
    }
}

/// Times as settings and flags have them: a number with its unit.
package enum TimeText {
    private static let units: [(name: String, seconds: Double)] = [
        ("ms", 0.001), ("s", 1), ("min", 60), ("m", 60), ("h", 3600), ("d", 86_400),
    ]

    /// nil if it is none. A bare 0 needs no unit. Anything longer is read as about 30,000 years, so that whoever asked can
    /// say what is allowed.
    package static func read(_ text: String) -> Duration? {
        let digits = text.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
        guard let number = Double(digits), number >= 0, number.isFinite else { return nil }
        let unit = text.dropFirst(digits.count).drop { $0 == " " }.lowercased()
        if unit.isEmpty { return number == 0 ? .zero : nil }
        guard let factor = units.first(where: { $0.name == unit })?.seconds else { return nil }
        return .milliseconds(Int64((min(number * factor, 1e12) * 1000).rounded()))
    }

    /// In the largest unit that leaves no fraction.
    package static func write(_ time: Duration) -> String {
        let milliseconds = Int64(time / .milliseconds(1))
        for (name, length) in [("d", 86_400_000), ("h", 3_600_000), ("m", 60_000), ("s", 1000)] as [(String, Int64)]
        where milliseconds % length == 0 {
            return "\(milliseconds / length)\(name)"
        }
        return "\(milliseconds)ms"
    }
}
