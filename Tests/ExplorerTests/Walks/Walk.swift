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
        /// A folder with these files on the disk, so that descriptions among them are read.
        case opened([(String, String)])
    }

    var name: String
    var start: Start
    /// Words between spaces: names of keys (`Enter`, `^S`, `j`), `"a text"` that is typed, `@x,y` for a click, `!80x24` for the size of the
    /// screen, and `>text` for a row of Collections to select. `@x,y:KIND` is another report of the mouse (`WalkMouse`), `~a text"` is
    /// pasted, with a backslash for each line end, and `=WORD` is what somebody else does or reports (`WalkWorld`). What is between
    /// `(` and `)` is done at once, and the screen is shown after it.
    var keys: String
    var size = Size(columns: 100, rows: 30)
    var glyphs = Glyphs.unicode
    /// Whether the record is a brief one, without the screens that say nothing new.
    var isBrief = false

    struct NoKey: Error { var word: String }

    /// The same walk with a brief record.
    static func brief(_ walks: [Walk]) -> [Walk] {
        walks.map { walk in
            var walk = walk
            walk.isBrief = true
            return walk
        }
    }

    /// Plays the walk, and returns its record, and how its screens looked.
    func play() async throws -> (rows: String, looks: String) {
        let (robot, world, folder) = try begin()
        var (record, looks) = (WalkRecord(isBrief: isBrief), WalkLooks(folder: folder?.path))
        var (effects, unseen, isShown) = (world.takeNames(), [String](), true)
        let words = Self.words(keys)
        if words.first != "(" {
            record.note("start", effects, robot.screen, cursor: robot.frame.cursor)
            looks.note(robot.frame)
        }
        for (place, word) in words.enumerated() {
            if word == "(" || word == ")" {
                isShown = word == ")"
            } else if try await !Self.act(word, robot, world) {
                record.say("\(word): nobody asked for it")
            }
            effects = (unseen.isEmpty ? [] : effects) + world.takeNames()
            unseen.append(word)
            guard isShown, !isBrief || isTold(word, before: words.dropFirst(place + 1), robot) else { continue }
            record.note(unseen.joined(separator: " "), effects, robot.screen, cursor: robot.frame.cursor)
            looks.note(robot.frame)
            unseen = []
        }
        let text = record.text
        return (folder.map { text.replacing(bytes: $0.path, with: "/FOLDER") } ?? text, looks.text)
    }

    /// The user before the first word, and the folder on the disk, which is gone with its last reference.
    func begin() throws -> (robot: Robot, world: WalkWorld, folder: TemporaryFolder?) {
        let folder = try isOnDisk ? TemporaryFolder() : nil
        let robot = try robot(folder)
        return (robot, WalkWorld(robot, files: files, isOnDisk: isOnDisk), folder)
    }

    /// Plays the walk, and returns the user at its end. What is asked of the disk afterwards is no longer there.
    func end() async throws -> Robot {
        let (robot, world, folder) = try begin()
        defer { withExtendedLifetime(folder) {} }
        for word in Self.words(keys) where word != "(" && word != ")" {
            if try await !Self.act(word, robot, world) { throw NoKey(word: word) }
        }
        return robot
    }

    /// Whether a brief record shows a word by itself: not a key that is pressed again, and not an Esc that says nothing.
    private func isTold(_ word: String, before rest: ArraySlice<String>, _ robot: Robot) -> Bool {
        guard let next = rest.first else { return true }
        return word != next && (word != "Esc" || robot.hasToast)
    }

    private var files: [(String, String)] {
        switch start {
        case .shop: Robot.shop
        case .files(let files), .opened(let files): files
        case .scene, .response: []
        }
    }

    private var isOnDisk: Bool { if case .opened = start { true } else { false } }

    private func robot(_ folder: TemporaryFolder?) throws -> Robot {
        switch start {
        case .shop: return Robot(size.columns, size.rows, glyphs: glyphs)
        case .files(let files): return Robot(size.columns, size.rows, files: files, glyphs: glyphs)
        case .opened(let files):
            guard let folder else { throw NoKey(word: "a folder") }
            for (name, text) in files { try folder.write(text, to: "shop/\(name)") }
            return try Robot(opening: "\(folder.path)/shop", size.columns, size.rows, glyphs: glyphs)
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

    /// Does what a word says, and what follows from it at once.
    /// - Returns: false if nobody asked for what it is the answer to.
    static func act(_ word: String, _ robot: Robot, _ world: WalkWorld) async throws -> Bool {
        if word.first == "=", word.count > 1 { return try await world.report(String(word.dropFirst())) }
        try press(word, robot)
        robot.lookAll()
        return true
    }

    private static func press(_ word: String, _ robot: Robot) throws {
        switch word.first {
        case "\"" where word.count > 1: robot.type(String(word.dropFirst()))
        case ">" where word.count > 1: robot.select(String(word.dropFirst()).replacing(bytes: "_", with: " "))
        case "@" where word.count > 1:
            guard let mouse = WalkMouse(word.dropFirst()) else { throw NoKey(word: word) }
            mouse.act(on: robot)
        case "~" where word.count > 1:
            robot.paste(String(word.dropFirst()).replacing(bytes: "\\", with: "\n"))
        case "!" where word.count > 1:
            let numbers = word.dropFirst().split(separator: "x").compactMap { Int($0) }
            guard numbers.count == 2 else { throw NoKey(word: word) }
            robot.resize(numbers[0], numbers[1])
        default:
            guard let key = KeyText.hinted(word) else { throw NoKey(word: word) }
            robot.press(key)
        }
    }

    /// A text between quotation marks is one word, with the first of them. `~` begins one, too, up to the next mark.
    static func words(_ text: String) -> [String] {
        var words: [String] = []
        var word = ""
        var isQuoted = false
        for character in text {
            if character == "~", !isQuoted, word.isEmpty {
                (isQuoted, word) = (true, "~")
            } else if character == "\"" {
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
}
