import Base
import NetEngine
import TestSupport

@testable import Explorer
@testable import TerminalUI

/// A way of a user through the screen: keys, and after each what changed.
struct Walk {
    enum Start {
        case shop
        case files([(String, String)])
        case scene(Scene)
        case response(String, type: String)
    }

    var name: String
    var start: Start
    /// Words between spaces: names of keys (`Enter`, `^S`, `j`), `"a text"` that is typed, `@x,y` for a click, `!80x24` for the size of the
    /// screen, and `>text` for a row of Collections to select.
    var keys: String
    var size = Size(columns: 100, rows: 30)

    struct NoKey: Error { var word: String }

    /// For each word the rows that changed and what was asked of the runner.
    func play() throws -> String {
        let robot = try robot()
        var rows: [Substring] = []
        var text = ""
        func note(_ title: String) {
            let now = robot.screen.split(separator: "\n", omittingEmptySubsequences: false)
            text += "> \(title)\n"
            for effect in robot.takeNames() { text += "! \(Printed.escaped(effect))\n" }
            for (number, row) in now.enumerated() where !rows.indices.contains(number) || rows[number] != row {
                text += "\(number) \(Self.trimmed(row))\n"
            }
            if let cursor = robot.frame.cursor { text += "cursor \(cursor.x),\(cursor.y)\n" }
            rows = now
        }
        note("start")
        for word in Self.words(keys) {
            try press(word, robot)
            robot.searchAll()
            robot.searchPlaces()
            robot.filterAll()
            robot.compareAll()
            note(word)
        }
        return text
    }

    private func robot() throws -> Robot {
        switch start {
        case .shop: return Robot(size.columns, size.rows)
        case .files(let files): return Robot(size.columns, size.rows, files: files)
        case .scene(let scene): return try scene.play(size.columns, size.rows)
        case .response(let body, let type):
            let robot = try SceneCollection.robot(size.columns, size.rows)
            robot.select("One product")
            try robot.send(at: 5) { request in
                [
                    SceneCollection.hop(
                        request, SceneCollection.response(200, "OK", body: body, type: type),
                        SceneCollection.timings(wait: 22_400))
                ]
            }
            robot.press("3")
            return robot
        }
    }

    private func press(_ word: String, _ robot: Robot) throws {
        switch word.first {
        case "\"" where word.count > 1: robot.type(String(word.dropFirst()))
        case ">" where word.count > 1: robot.select(String(word.dropFirst()).replacing(bytes: "_", with: " "))
        case "@" where word.count > 1:
            let numbers = word.dropFirst().split(separator: ",").compactMap { Int($0) }
            guard numbers.count == 2 else { throw NoKey(word: word) }
            robot.click(numbers[0], numbers[1])
            robot.click(numbers[0], numbers[1], .release)
        case "!" where word.count > 1:
            let numbers = word.dropFirst().split(separator: "x").compactMap { Int($0) }
            guard numbers.count == 2 else { throw NoKey(word: word) }
            robot.resize(numbers[0], numbers[1])
        default:
            guard let key = KeyText.hinted(word) else { throw NoKey(word: word) }
            robot.press(key)
        }
    }

    /// A text between quotation marks is one word, with the first of them.
    private static func words(_ text: String) -> [String] {
        var words: [String] = []
        var word = ""
        var isQuoted = false
        for character in text {
            if character == "\"" {
                if isQuoted { isQuoted = false } else { (isQuoted, word) = (true, word + "\"") }
            } else if character == " " || character == "\n", !isQuoted {
                if !word.isEmpty { words.append(word) }
                word = ""
            } else {
                word.append(character)
            }
        }
        return word.isEmpty ? words : words + [word]
    }

    private static func trimmed(_ row: Substring) -> String {
        var row = row
        while row.last == " " { row.removeLast() }
        return String(row)
    }
}
