import NetEngine
import TestSupport
import Testing

@testable import Explorer
@testable import HTTPFormat
@testable import TerminalUI
@testable import Workspace

/// The members of a body that are offered, and the variables, each from the source that counts.
@Suite struct CompletionMemberTests {
    private static func entries(
        _ path: String, _ body: String, isSecret: (String) -> Bool = { _ in false }
    ) -> [CompletionEntry] {
        ResponseMembers.of(path, in: Array(body.utf8), isSecret: isSecret)
    }

    private static func names(_ path: String, _ body: String) -> [String] { entries(path, body).map(\.text) }

    // MARK: Members

    @Test func `a member is offered if a path can name it as it is`() {
        let body = #"{"a-b": 1, "a_b": 2, "a0": 3, "ä": 4, "a.b": 5, "a b": 6, "a$": 7, "Z": 8, "9": 9, "a[": 10}"#
        #expect(Self.names("", body) == ["a-b", "a_b", "a0", "ä", "Z", "9"])
    }

    @Test func `each kind of path leads to its place`() {
        let body = #"{"a": {"$": {"z": 1}, "x y": {"q": 2}}, "l": [[{"m": 3}], {"n": 4}]}"#
        for (path, names) in table(
            """
            a.$. -> z
            $.a.$. -> z
            a['x y']. -> q
            $.a["x y"]. -> q
            $['a'].$. -> z
            l[0][0]. -> m
            $.l[1]. -> n
            l[0]. ->
            l[-1]. ->
            l[1.5]. ->
            l[x]. ->
            l[1 ->
            l[1]x. ->
            a['x y"]. ->
            a[']. ->
            b. ->
            a.a. ->
            """)
        {
            #expect(Self.names(path, body).joined(separator: " ") == names, "\(path)")
        }
        #expect(Self.names("[0].", #"[{"x": 1}]"#) == ["x"] && Self.names("[0].", "[[1]]") == [])
        #expect(Self.names("", "[]") == ["$[0]"] && Self.names("$.", "[]") == [], "a list has no names")
        #expect(Self.names("", #""text""#) == [] && Self.names("", "") == [] && Self.names("", "7") == [])
    }

    @Test func `a member is shown with what it is, eighty bytes of it, and a secret is not`() {
        let text = String(repeating: "x", count: 78)
        let body =
            #"{"o": {}, "l": [], "s": "\#(text)", "t": "\#(text)y", "n": -1.50, "w": null, "apiKey": "k", "own": 1}"#
        let entries = Self.entries("", body) { $0 == "own" }
        #expect(entries.map(\.text) == ["o", "l", "l[0]", "s", "t", "n", "w", "apiKey", "own"])
        #expect(
            entries.map(\.noteText) == [
                "an object", "an array", "its first item", "\"\(text)\"", "\"\(text)y", "-1.50", "null", "(private)",
                "(private)",
            ])
        #expect(entries.filter(\.continues).map(\.text) == ["o", "l[0]"])
        let root = Self.entries("", "[1]")
        #expect(root.map(\.noteText) == ["an array"] && root.map(\.continues) == [true])
    }

    @Test func `five hundred members are offered, and the first of two of one name`() {
        for (count, offered) in [(499, 499), (500, 500), (501, 500)] {
            let body = "{" + (0..<count).map { "\"m\($0)\": \($0)" }.joined(separator: ",") + "}"
            let names = Self.names("", body)
            #expect(names.count == offered && names.last == "m\(offered - 1)")
        }
        let twice = Self.entries("", #"{"a": 1, "b": 2, "a": {"c": 3}}"#)
        #expect(twice.map(\.noteText) == ["1", "2"])
    }

    // MARK: Words

    @Test func `what is typed whole comes first, then what begins with it, then the rest, alike ones in their order`() {
        func shown(_ typed: String, _ texts: [String]) -> [String] {
            let list = Completion(
                CompletionPlace(kind: .variable, typed: typed), texts.map { CompletionEntry(text: $0, note: .text("")) }
            )
            return list.shown.indices.compactMap { list.entry($0)?.text }
        }
        #expect(shown("ba", ["xba", "bay", "bax", "ba"]) == ["ba", "bay", "bax", "xba"])
        #expect(shown("BA", ["xBa", "bA"]) == ["bA", "xBa"])
        #expect(shown("ba", ["b", "a", "ab"]).isEmpty)
    }

    @Test func `what belongs at a place has the colour that it has elsewhere`() {
        let kinds: [(CompletionPlace.Kind, Role)] = [
            (.method, .method), (.headerName, .headerName), (.header(of: "a", .response), .headerName),
            (.headerValue(of: "a"), .headerValue), (.variable, .variable), (.dynamic, .variable),
            (.side(of: "a"), .variable), (.part(of: "a", .request), .variable),
            (.cookie(of: "a", .request), .variable), (.member(of: "a", .response, path: ""), .jsonKey),
            (.described(start: 0), .jsonKey), (.queryName, .variable), (.path, .url), (.file(folder: ""), .text),
            (.queryValue(of: "a"), .text), (.variableValue(of: "a"), .text),
        ]
        for (kind, role) in kinds { #expect(CompletionPlace(kind: kind, typed: "").role == role, "\(kind)") }
    }

    /// The rows of the list in the URL after `{{`, with one space between their words.
    private static func offered(_ robot: Robot) -> String {
        robot.script("2 i ^U {{")
        return robot.listRows.split { " \n│".contains($0) }.joined(separator: " ")
    }

    @Test func `of variables in the file the nearest one above counts, then the first one below`() {
        let text = """
            @x = 1
            ### a
            GET http://h/
            ### b
            @x = 2
            @y = 3
            GET http://h/b
            ### c
            @x = 4
            @z = 5
            GET http://h/c

            """
        let base = "base \(Robot.base) env dev"
        for (keys, words) in [
            ("1 g j", "x 1 this file, line 1 y 3 this file, line 6 z 5 this file, line 10 \(base)"),
            ("1 g j j", "y 3 this file, line 6 x 2 this file, line 5 z 5 this file, line 10 \(base)"),
            ("1 g j j j", "z 5 this file, line 10 x 4 this file, line 9 y 3 this file, line 6 \(base)"),
        ] {
            let robot = Robot(files: [("a.http", text)])
            robot.script(keys)
            #expect(Self.offered(robot) == words, "\(keys)")
        }
        // Of an imported file the last one counts.
        let robot = Robot(files: [
            ("a.http", "import ./b.http\n### a\nGET http://h/\n"), ("b.http", "@s = 1\n@t = 2\n@s = 3\n"),
        ])
        robot.script("1 g j")
        #expect(Self.offered(robot) == "s 3 b.http, line 3 t 2 b.http, line 2 \(base)", "\(robot.screen)")
    }

    private static func value(_ value: String) -> EnvironmentSet.Variable {
        EnvironmentSet.Variable(value: value, reason: nil, file: "/c/http-client.env.json", isPrivate: false)
    }

    @Test(
        arguments: [
            (
                "dev",
                "base http://d env dev lang en all environments home (private) .env.dev stage (private) .env.dev"
            ),
            ("live", "lang de env live only 1 env live home (private) .env"),
            (
                nil,
                "lang en all environments home (private) .env base http://d env dev, not chosen "
                    + "only 1 env live, not chosen"
            ),
        ] as [(String?, String)])
    func `values of the chosen environment come before those of all, and of others where none is chosen`(
        environment: String?, words: String
    ) {
        var set = EnvironmentSet(
            names: ["dev", "live"],
            variables: [
                "$shared": ["lang": Self.value("en")], "dev": ["base": Self.value("http://d")],
                "live": ["only": Self.value("1"), "lang": Self.value("de")],
            ])
        set.dotEnv = ["": ["home": Self.value("h")], "dev": ["stage": Self.value("s"), "home": Self.value("i")]]
        let robot = Robot(files: [("a.http", "### a\nGET http://h/\n")], environment: environment)
        robot.tell(.environmentsLoaded(folder: "/c", set))
        robot.script("1 g j")
        #expect(Self.offered(robot) == words, "\(robot.screen)")
    }

    @Test func `Up in an open list goes to its end, and Down from there to its beginning`() {
        let robot = Robot(80, 24, files: [("a.http", "@one = 1\n@two = 2\n### a\nGET http://h/\n")])
        robot.script("1 g j 2 i ^U {{")
        robot.press(.up)
        #expect(robot.highlighted == "base", "\(robot.screen)")
        robot.press(.down)
        #expect(robot.highlighted == "two", "\(robot.screen)")
        robot.type("zzz")
        #expect(!robot.hasList)
    }
}
