import Testing

@testable import Base
@testable import Settings

/// What is read of a file, and what is said of the rest.
@Suite struct SettingsFileTests {
    static func file(_ text: String) -> SettingsFile { SettingsFile(bytes: Array(text.utf8)) }

    static func problems(_ text: String) -> [String] { file(text).problems.map { $0.text("c") } }

    private func value(_ id: SettingID, _ text: String) -> SettingValue? { Self.file(text).entries[id]?.value }

    @Test func `an empty file, one of comments and one without a value set nothing and are no problem`() {
        for text in ["", "\n\n", "# only a comment\n", "---\n", "---\n# x\n...\n", "keys:\n", "\u{FEFF}"] {
            let file = Self.file(text)
            #expect(file.entries.isEmpty && file.problems.isEmpty && !file.isLost, "\(text)")
        }
    }

    @Test func `each setting is read with its line`() {
        let file = Self.file(
            """
            theme: 'solarized'
            layout: wide
            mouse: off   # the terminal's
            editor: nvim -f
            timeout: 2.5s

            cache: no-store
            max-body: 10MB
            log-age: 90d
            log-size: none
            """)
        #expect(file.problems == [])
        #expect(file.entries[.theme] == .init(value: .text("solarized"), text: "solarized", line: 1))
        #expect(file.entries[.layout]?.value == .text("wide"))
        #expect(file.entries[.mouse]?.value == .toggle(false))
        #expect(file.entries[.editor]?.value == .text("nvim -f"))
        #expect(file.entries[.timeout]?.value == .time(.milliseconds(2500)))
        #expect(file.entries[.cache] == .init(value: .text("no-store"), text: "no-store", line: 7))
        #expect(file.entries[.maxBody]?.value == .size(10_000_000))
        #expect(file.entries[.logAge]?.value == .time(.seconds(90 * 86_400)))
        #expect(file.entries[.logSize]?.value == .size(.max))
    }

    @Test(arguments: [
        ("tmeout: 3s", "c:1:1: There is no setting 'tmeout'. Did you mean 'timeout'?"),
        ("zzzzzz: 3s", "c:1:1: There is no setting 'zzzzzz'. 'apitui config' lists the settings."),
        ("mouse: maybe", "c:1:8: mouse takes on or off, not 'maybe'."),
        ("timeout: 30", "c:1:10: timeout takes a time with its unit, such as 500ms, 30s, 5m or 1h, not '30'."),
        ("timeout: 0s", "c:1:10: timeout takes 1ms to 1d, not '0s'."),
        ("log-age: 1s", "c:1:10: log-age takes 1m to 3650d, not '1s'."),
        ("max-body: many", "c:1:11: max-body takes a size such as 10MB or 64MiB, or none, not 'many'."),
        ("log-size: 10", "c:1:11: log-size takes at least 1.0 MB, not '10'."),
        (
            "cache: nostore",
            "c:1:8: cache takes default, no-store, reload, no-cache, force-cache or only-if-cached, not 'nostore'. Did you mean 'no-store'?"
        ),
        ("editor: [a, b]", "c:1:9: editor takes a command, not a list."),
        ("editor:\n  a: b", "c:2:3: editor takes a command, not a block of names and values."),
        ("editor: ''", "c:1:9: editor has no value; it takes a command."),
        ("keys: s", "c:1:7: keys takes lines such as 'send: s', not a text."),
        ("keys:\n  send: [[a]]", "c:2:10: A key is a text such as s, F5 or Ctrl-R, not a list."),
        ("- a\n- b", "c:1:1: This is a list; settings are lines such as 'timeout: 30s'."),
        ("hello", "c:1:1: This is a text; settings are lines such as 'timeout: 30s'."),
    ])
    func `what is wrong is said with its place`(text: String, sentence: String) {
        #expect(Self.problems(text) == [sentence])
    }

    @Test func `one bad line leaves all others`() {
        let file = Self.file("theme: a\nmouse: maybe\nlayout: wide\nnope: 1\neditor: vi\n")
        #expect(Set(file.entries.keys) == [.theme, .layout, .editor])
        #expect(file.refused == [.mouse])
        #expect(file.problems.map(\.place?.line) == [2, 4])
    }

    @Test func `a part that is not YAML leaves the others, with its place in the file`() {
        let file = Self.file(
            """
            theme: a
            editor: "vi
            layout: wide
            keys:
              send: x
              save: ]
              undo: z
            mouse: off
            """)
        #expect(file.entries[.theme] != nil && file.entries[.layout] != nil && file.entries[.mouse] != nil)
        #expect(file.refused.contains(.editor))
        #expect(file.bindings.map(\.command) == ["send", "undo"])
        #expect(file.bindings.map(\.place.line) == [5, 7])
        #expect(file.problems.count == 2)
        #expect(file.problems[0].place?.line == 2)
        #expect(file.problems[1].place?.line == 6)
        #expect(file.problems[0].sentence.hasSuffix("; 'editor' is not used."))
        #expect(file.problems[1].sentence.hasSuffix("; 'save' is not used."))
        for problem in file.problems { #expect(problem.sentence.hasPrefix("This is not YAML: ")) }
    }

    @Test func `a line without a name is called a line`() {
        let file = Self.file("theme: a\n: ]\nmouse: off\n")
        #expect(file.entries[.theme] != nil && file.entries[.mouse] != nil)
        #expect(file.problems.count == 1)
        #expect(file.problems.first?.sentence.hasSuffix("; this line is not used.") == true)
    }

    @Test func `what is there twice holds as it was said first`() {
        let file = Self.file("theme: a\nmouse: off\ntheme: b\n")
        #expect(file.entries[.theme]?.value == .text("a"))
        #expect(file.entries[.mouse]?.value == .toggle(false))
        #expect(
            file.problems.map { $0.text("c") }
                == ["c:3:1: This is not YAML: 'theme' is there twice; what line 1 says holds."])
    }

    @Test func `a file that is no YAML at all gets one sentence`() {
        let file = Self.file("}{ not yaml\n  \"\n\t- ]\n")
        #expect(file.problems.count == 1 && file.isLost && file.entries.isEmpty)
        #expect(file.problems[0].place?.line == 1)
        #expect(file.problems[0].sentence.hasSuffix("nothing of the file is used."))
    }

    @Test func `bytes that are not UTF-8 are placed`() {
        let file = SettingsFile(bytes: Array("theme: a\nmouse: ".utf8) + [0xFF, 0x0A])
        #expect(file.problems.map { $0.text("c") } == ["c:2:8: This is not UTF-8, so nothing of the file is used."])
        #expect(file.isLost)
    }

    @Test func `anchors are refused, so that no alias can grow`() {
        var bomb = "a: &a [x, x, x, x, x, x, x, x, x]\n"
        for (last, next) in zip("abcdefghijkl", "bcdefghijklm") {
            bomb += "\(next): &\(next) [\(Array(repeating: "*\(last)", count: 9).joined(separator: ","))]\n"
        }
        bomb += "? *m\n: x\n"
        let file = Self.file(bomb)
        #expect(file.entries.isEmpty)
        #expect(file.problems.first?.sentence.contains("anchors") == true)
        #expect(Self.problems("editor: foo & bar") == [])
    }

    @Test func `keys are read with their places, for all panes and for one`() {
        let file = Self.file(
            """
            keys:
              send: x
              save: [F2, "^S"]
              undo: none
              focus-log: 4
              response:
                yank: '#'
            """)
        #expect(file.problems == [])
        #expect(file.bindings.map(\.command) == ["send", "save", "undo", "focus-log", "yank"])
        #expect(file.bindings.map { $0.keys.map(\.text) } == [["x"], ["F2", "^S"], [], ["4"], ["#"]])
        #expect(file.bindings.map(\.pane) == [nil, nil, nil, nil, "response"])
        #expect(file.bindings[1].keys[1].place == FilePlace(line: 3, column: 14))
        #expect(file.bindings[4].panePlace == FilePlace(line: 6, column: 3))
    }

    /// Bytes that look like settings, and bytes that look like nothing.
    @Test(arguments: 0..<12)
    func `any bytes are read without a crash, and each problem has a place or a sentence`(seed: UInt64) {
        var dice = SeededDice(seed: seed)
        let words = [
            "theme", "keys", "mouse", "timeout", ":", ": ", "\n", "\n  ", "\n    ", "- ", "[", "]", "{", "}", "\"", "'",
            "#",
            "&a", "*a", "? ", "!!str ", "|\n", ">\n", "---\n", "...\n", "%TAG", "\t", "\u{0}", "é", "on", "30s", "send",
            "x",
            "\r\n", "<<: ", "\u{2028}", "~", "null",
        ]
        for _ in 0..<80 {
            var bytes: [UInt8] = []
            for _ in 0..<Int.random(in: 0..<40, using: &dice) {
                if Int.random(in: 0..<12, using: &dice) == 0 {
                    bytes.append(UInt8.random(in: 0...255, using: &dice))
                } else {
                    bytes += words[Int.random(in: 0..<words.count, using: &dice)].utf8
                }
            }
            let file = SettingsFile(bytes: bytes)
            for problem in file.problems {
                #expect(!problem.sentence.isEmpty)
                if let place = problem.place { #expect(place.line > 0 && place.column > 0) }
            }
            #expect(!file.isLost || file.entries.isEmpty)
        }
    }

    @Test(arguments: ["x\n", "x: ]\n", "a: 1\n", "keys: {x: [[]]}\n", "&\n", ": \n", "k:\n - {\n", "mouse: maybe\n"])
    func `many bad lines end in a few sentences`(line: String) {
        for text in [String(repeating: line, count: 2000)] {
            let file = Self.file(text)
            #expect(!file.problems.isEmpty && file.problems.count <= SettingsFile.mostProblems + 1)
            #expect(
                Self.file("keys:\n" + text.replacing("\n", with: "\n  ")).problems.count <= SettingsFile.mostProblems
                    + 1)
        }
    }

    @Test func `many names that are none end in a few sentences`() {
        let names = (0..<300).map { "n\($0): 1\n" }.joined()
        #expect(Self.file(names).problems.count == SettingsFile.mostProblems)
    }

    @Test func `deep nesting is refused, not followed`() {
        for text in [String(repeating: "[", count: 20_000), String(repeating: "{a: ", count: 5000)] {
            #expect(Self.file(text).isLost)
        }
        #expect(SettingsFile(bytes: [UInt8](repeating: 0x20, count: SettingsFile.mostBytes + 1)).isLost)
    }
}

/// Always the same numbers for a seed.
struct SeededDice: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 &+ 1 }

    mutating func next() -> UInt64 {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        var mixed = state
        mixed = (mixed ^ (mixed >> 33)) &* 0xFF51_AFD7_ED55_8CCD
        return mixed ^ (mixed >> 29)
    }
}
