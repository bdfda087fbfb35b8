import NetEngine
import TerminalUI

/// Reads keys as users write them: `s`, `F5`, `Ctrl-R` or `^R`, `Space`, `PgDn`.
enum KeyText {
    /// Why a text is no key that a command can have; a clause.
    struct Problem: Error, Hashable {
        var clause: String
    }

    /// The keys with a name, apart from those with Ctrl, Alt and the function keys.
    private static let named: [Key] = [
        .enter, .escape, .tab, .backTab, .backspace, .delete, .insert, .up, .down, .left, .right, .home, .end, .pageUp,
        .pageDown, .wordLeft, .wordRight, .textStart, .textEnd, .deleteWord, .character(" "), .control(" "),
    ]

    /// Other names of the same keys.
    private static let also: [String: Key] = [
        "escape": .escape, "return": .enter, "delete": .delete, "insert": .insert, "pageup": .pageUp,
        "pagedown": .pageDown, "backtab": .backTab,
    ]

    /// Keys with Ctrl that a terminal sends as another key.
    private static let same: [Character: String] = [
        "h": "Backspace", "i": "Tab", "j": "Enter", "m": "Enter", "[": "Esc",
    ]

    static func read(_ text: String) throws(Problem) -> Key {
        if text.count == 1, let character = text.first, !character.isNewline, character != "\t" {
            return .character(character)
        }
        let name = text.lowercased().replacing(bytes: "+", with: "-")
        if let key = named.first(where: { $0.name.lowercased() == name }) ?? also[name] { return key }
        if name.first == "f", let number = Int(name.dropFirst()), (1...24).contains(number) { return .function(number) }
        if let rest = rest(of: name, after: ["^", "ctrl-", "c-"]) { return try control(rest) }
        if rest(of: name, after: ["alt-", "meta-", "m-"]) != nil {
            throw Problem(clause: "a terminal sends Alt with a key as Esc and then the key")
        }
        throw Problem(clause: "it is not the name of a key, such as s, F5, Ctrl-R, Space or PgDn")
    }

    /// The key of a hint in the footer or in a frame; nil for hints about several keys.
    static func hinted(_ label: String) -> Key? {
        do throws(Problem) { return try read(label) } catch { return nil }
    }

    private static func control(_ rest: Substring) throws(Problem) -> Key {
        if rest == "space" { return .control(" ") }
        guard rest.count == 1, let letter = rest.first else {
            throw Problem(clause: "Ctrl goes with one letter")
        }
        if let other = same[letter] { throw Problem(clause: "a terminal sends it as \(other)") }
        guard letter.isASCII, letter.isLetter else { throw Problem(clause: "a terminal does not send it") }
        return .control(letter)
    }

    private static func rest(of name: String, after beginnings: [String]) -> Substring? {
        beginnings.first { name.hasPrefix($0) && name.count > $0.count }.map { name.dropFirst($0.count) }
    }
}
