import TestSupport
import Testing

@testable import Base
@testable import Explorer
@testable import TerminalUI

/// Walks whose words are chosen at random, as they were recorded: after each word the number of the screen and what was asked of the
/// runner. A change of anything that users, servers or files can bring about shows sooner or later; the words before that are a walk.
@Suite struct StrollTests {
    private static let starts: [Walk.Start] = [
        .shop, .files(Walk.rich), .scene(.main), .scene(.run), .shop, .scene(.cache), .files(Walk.rich),
        .response(#"{"id":1,"list":[1,2,{"x":null}],"text":"tea","long":"a b c d e f g"}"#, type: "application/json"),
    ]
    private static let steps = 120

    @Test(arguments: 1...32)
    func `a stroll through the screen goes as it went`(seed: Int) async throws {
        var words = StrollWords(seed: UInt64(seed))
        let walk = Walk(name: "stroll", start: Self.starts[seed % Self.starts.count], keys: "")
        let (robot, world) = try walk.begin()
        // A crash says no more than that.
        print("stroll \(seed)")
        var text = ""
        for step in 0..<Self.steps {
            let word = words.next(on: robot.frame.size)
            let isDone = try await Walk.act(word, robot, world)
            let names = world.takeNames().sorted()
            text += "\(step) \(Printed.escaped(word))\(isDone ? "" : " (nobody asked)") \(robot.frame.number)"
            text += names.isEmpty ? "\n" : " \(Printed.escaped(names.joined(separator: ", ").cut(to: 160)))\n"
        }
        try Recorded.expect([("\(seed)", text)], in: "strolls/\(seed)")
    }
}

/// The words of a stroll. The same seed gives the same.
struct StrollWords {
    private static let keys: [String] =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPRSTUVWXYZ/?:,<>[]{}|_=&*#$'+-"
        .map { String($0) } + ["Up", "Down", "Left", "Right", "Home", "End", "PgUp", "PgDn", "Tab", "Shift-Tab", "Del"]
        + ["Space", "Backspace", "F5", "^D", "^G", "^K", "^O", "^P", "^R", "^S", "^T", "^U", "^W"]
    private static let texts = [
        "create", "http://h.test/x?a=1", "$.list", "200", "name", "a b", "Content-T", "status:4", "2",
        "orders.http",
    ]
    private static let responses = [
        "200", "200", "201", "204", "304", "404", "503", "timeout", "dns", "hop", "connected", "requested", "head",
        "received", "redirected", "retries", "streams", "bytes", "skipped",
    ]
    private static let events = [
        "tick", "tick", "minute", "offline", "online", "env", "disk", "clash", "reload", "reload", "more", "failed",
        "recovery", "keys", "planned", "begins", "first", "rest", "ends", "exists", "dark", "light", "no",
    ]
    private static let sizes = ["80x24", "120x36", "60x20", "100x30", "160x45", "45x14", "90x24"]

    private var dice: SeededGenerator

    init(seed: UInt64) { dice = SeededGenerator(seed: seed) }

    private mutating func number(_ count: Int) -> Int { Int.random(in: 0..<count, using: &dice) }
    private mutating func pick(_ list: [String]) -> String { list[number(list.count)] }

    /// A word of a walk.
    /// - Parameter size: of the screen.
    mutating func next(on size: Size) -> String {
        switch number(100) {
        case 0..<16: "=go"
        case 16..<22: "=" + pick(Self.responses)
        case 22..<28: "=" + pick(Self.events)
        case 28..<32: "\"" + pick(Self.texts)
        case 32..<40: mouse(size)
        case 40..<42: "!" + pick(Self.sizes)
        case 42..<52: "\(1 + number(6))"
        case 52..<60: "Enter"
        case 60..<64: "Esc"
        case 64..<70: ["j", "k", "]"][number(3)]
        case 70..<73: "s"
        default: pick(Self.keys)
        }
    }

    private mutating func mouse(_ size: Size) -> String {
        let (columns, rows) = (max(1, size.columns), max(1, size.rows))
        let place = "@\(number(columns)),\(number(rows))"
        switch number(6) {
        case 0: return "\(place):2"
        case 1: return "\(place):up"
        case 2: return "\(place):down"
        case 3: return "\(place):\(number(columns)),\(number(rows))"
        default: return place
        }
    }
}
