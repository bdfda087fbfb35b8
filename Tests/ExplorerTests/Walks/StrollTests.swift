import NetEngine
import TestSupport
import Testing

@testable import Base
@testable import Explorer
@testable import TerminalUI

/// Walks whose words are chosen at random, as they were recorded: after each word the number of the screen and what was asked of the
/// runner and of the clock. A change of anything that users, servers or files can bring about shows sooner or later; the words before that are a walk.
@Suite struct StrollTests {
    private static let starts: [Walk.Start] = [
        .shop, .files(Walk.rich), .scene(.main), .scene(.run), .shop, .scene(.cache), .files(Walk.rich),
        .response(#"{"id":1,"list":[1,2,{"x":null}],"text":"tea","long":"a b c d e f g"}"#, type: "application/json"),
    ]
    private static let steps = 120

    @Test(arguments: 1...48)
    func `a stroll through the screen goes as it went`(seed: Int) async throws {
        var words = StrollWords(seed: UInt64(seed))
        let walk = Walk(name: "stroll", start: Self.starts[seed % Self.starts.count], keys: "")
        let text = try await Self.played(walk, "stroll \(seed)") { words.next(for: $0) }
        try Recorded.expect([("\(seed)", text)], in: "strolls/\(seed)")
    }

    private static let bodies: [(type: String, text: String)] = [
        (
            "application/json",
            "[" + (0..<90).map { #"{"i":\#($0),"list":[1,{"x":"item \#($0)"}]}"# }.joined(separator: ",") + "]"
        ),
        (
            "application/json",
            #"{"a":{"b":[[],{},[1,[2,[3]]]],"a":null},"long":"\#(String(repeating: "word ", count: 60))","é":"日本\u0007"}"#
        ),
        ("text/plain", "one\r\n\ttwo\u{1B}[31m\n\n" + String(repeating: "x yz ", count: 90) + "\nlast"),
        (
            "application/xml",
            "<shop a='1'><!-- c -->" + (0..<30).map { "<item id='\($0)'>Tea &amp; cups</item>" }.joined() + "</shop>"
        ),
        ("application/x-ndjson", (0..<30).map { #"{"n":\#($0),"tags":["a","b"]}"# + "\n" }.joined() + "not json\n"),
        ("text/html", "<!doctype html><h1>T</h1><ul>" + (0..<30).map { "<li>item \($0)" }.joined() + "</ul>"),
        ("application/octet-stream", String(repeating: "\u{0}\u{1}PK\u{3}abc ", count: 40)),
        ("text/csv", "name,count\n" + (0..<30).map { "item \($0),\($0)\n" }.joined()),
        ("text/event-stream", (0..<20).map { "event: a\ndata: {\"x\":\($0)}\n\n" }.joined()),
        ("application/json", #"{"broken":[1,2,{"x":"#),
    ]
    private static let bodySizes = [
        Size(columns: 44, rows: 14), Size(columns: 80, rows: 24), Size(columns: 60, rows: 18),
        Size(columns: 100, rows: 30),
    ]

    @Test(arguments: 1...30)
    func `a stroll through a body goes as it went`(seed: Int) async throws {
        var words = StrollWords(seed: UInt64(1000 + seed))
        let body = Self.bodies[seed % Self.bodies.count]
        let walk = Walk(
            name: "body", start: .response(body.text, type: body.type), keys: "",
            size: Self.bodySizes[seed % Self.bodySizes.count])
        let text = try await Self.played(walk, "body \(seed)") { words.next(inBody: $0) }
        try Recorded.expect([("\(seed)", text)], in: "strolls/body-\(seed)")
    }

    private static let described: [[(String, String)]] = [
        [
            ("openapi.yaml", Robot.pets),
            ("a.http", "### all\nGET http://h.test/pets?limit=2\n\n### one\n# @name one\nGET http://h.test/pets/1\n"),
        ],
        [
            ("openapi.yaml", Robot.pets),
            (
                "shop.graphql",
                "type Query { teas(limit: Int = 5): [Tea] } type Tea { name: String! price: Float @deprecated }"
            ),
        ],
    ]

    @Test(arguments: 1...16)
    func `a stroll through descriptions goes as it went`(seed: Int) async throws {
        var words = StrollWords(seed: UInt64(2000 + seed))
        let walk = Walk(name: "described", start: .opened(Self.described[seed % Self.described.count]), keys: "")
        // The folder is read, and no other one takes its place.
        let left: Set = ["=reload", "=more", "=disk", "=clash", "=env", "=recovery"]
        let text = try await Self.played(walk, "described \(seed)") { robot in
            let word = words.next(for: robot)
            return left.contains(word) ? "=go" : word
        }
        try Recorded.expect([("\(seed)", text)], in: "strolls/described-\(seed)")
    }

    private static func played(_ walk: Walk, _ name: String, _ next: (Robot) -> String) async throws -> String {
        let (robot, world, folder) = try walk.begin()
        defer { withExtendedLifetime(folder) {} }
        // A crash says no more than that.
        print(name)
        var text = ""
        for step in 0..<steps {
            let word = next(robot)
            let isDone = try await Walk.act(word, robot, world)
            let names = world.takeNames().sorted()
            var told = names.map { name in folder.map { name.replacing(bytes: $0.path, with: "/FOLDER") } ?? name }
            told += robot.wakes.map { "wake in \($0.since(robot.clock) / .milliseconds(1)) ms" }
            if !robot.recoveryJobs.isEmpty { told.append("keep what is unsaved") }
            (robot.wakes, robot.recoveryJobs) = ([], [])
            text += "\(step) \(Printed.escaped(word))\(isDone ? "" : " (nobody asked)")"
            text += " \(robot.frame.number(hiding: folder?.path))"
            text += told.isEmpty ? "\n" : " \(Printed.escaped(told.joined(separator: ", ").cut(to: 200)))\n"
        }
        return text
    }
}

/// The words of a stroll: mostly what means something where the focus is. The same seed gives the same.
struct StrollWords {
    /// Keys that mean something in each pane.
    private static let keys: [Pane: String] = [
        .collections: "j j k h l g G & * - + Space Space D c N r r m u u U e s s P X / A E i p ^O L R y Enter Enter",
        .request:
            "j j k g G ] ] [ [ e e Enter Enter Space Space A D u U m i F T w / n N E r s S K a y ^S ^S ] ]",
        .response:
            "j j k g G ] ] [ - + * b b w m $ # / n N ^G y W v o f { { } } p d Space D K a r V s F Enter Enter l h",
        .log: "j k k g G F A A / W Enter Enter y d s K a",
        .history: "j j k g G p p d D r A Enter Enter y s K",
        .runs: "j j k h l g G Space Space C D r R Enter Enter X y s",
    ]
    /// Keys that mean something everywhere.
    private static let anywhere =
        "Tab Shift-Tab z _ < > = | ? : , t M B L ^P ' q PgDn PgUp ^D ^U Left Right Up Down Home End F5 K a X P ^O , M"
    private static let dialogKeys =
        "Enter Enter Enter Esc Esc j j k Down Up Tab g G Space D d c s r l m t o x q R X / PgDn h n a y w e"
    private static let fieldKeys =
        "Enter Enter Enter Tab Tab Esc Up Down Down ^U Left Right Home End Backspace Del ^G ^N ^W ^K ^Y ^S ^T Shift-Tab"
    private static let texts = [
        "create", "http://h.test/x?a=1", "$.list", "200", "name", "a b", "Content-T", "status:4", "2", "orders.http",
        "POST",
        "{\"a\": 1}", "5 s", "new/", "q", "1", "list", "Basic",
    ]
    private static let answers =
        "200 200 201 204 304 404 503 timeout dns hop connected requested head received redirected retries streams bytes skipped"
    private static let events =
        "tick tick minute offline online env disk clash reload reload more failed recovery planned begins first rest ends exists no"
    private static let sizes = "80x24 120x36 60x20 100x30 160x45 45x14 90x24"

    private var dice: SeededGenerator

    init(seed: UInt64) { dice = SeededGenerator(seed: seed) }

    private mutating func number(_ count: Int) -> Int { Int.random(in: 0..<count, using: &dice) }

    private mutating func pick(_ words: String) -> String {
        let words = words.split(separator: " ")
        return String(words[number(words.count)])
    }

    private mutating func text() -> String { "\"" + Self.texts[number(Self.texts.count)] }

    /// A word of a walk.
    mutating func next(for robot: Robot) -> String {
        let roll = number(100)
        switch roll {
        case 0..<18: return "=go"
        case 18..<24: return "=" + pick(Self.answers)
        case 24..<28: return "=" + pick(Self.events)
        case 28..<34: return mouse(robot.frame.size)
        case 34: return "!" + pick(Self.sizes)
        default: break
        }
        // A cursor is where something is typed.
        if robot.frame.cursor != nil { return roll < 58 ? text() : pick(Self.fieldKeys) }
        if robot.hasDialog { return pick(Self.dialogKeys) }
        if roll < 44 { return "\(1 + number(6))" }
        return roll < 54 ? pick(Self.anywhere) : pick(Self.keys[robot.focus] ?? Self.anywhere)
    }

    /// A word that means something in a body.
    mutating func next(inBody robot: Robot) -> String {
        let roll = number(100)
        if roll < 8 { return "=go" }
        if roll < 16 { return mouse(robot.frame.size) }
        if robot.frame.cursor != nil {
            return roll < 50 ? "\"" + Self.sought[number(Self.sought.count)] : pick(Self.fieldKeys)
        }
        if robot.hasDialog { return pick(Self.dialogKeys) }
        return robot.focus == .response ? pick(Self.bodyKeys) : "3"
    }

    private static let bodyKeys =
        "j j j k k g G - - + + * Enter Enter b b w $ # l h n n N / / ^G f m PgDn PgUp ^D ^U Down Up y r ] [ z Home End"
    private static let sought = ["item", "e", "[0-9]+", "$[3].i", "$.a", "12", "@20", "x", "$..x", "//item", "-", "("]

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
