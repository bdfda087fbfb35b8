import Base
import Testing

@testable import Settings

/// Each sentence about a file, and the parts of the schema that editors show.
@Suite struct SettingsSentenceTests {
    private func problems(_ text: String) -> String { SettingsFileTests.problems(text).joined(separator: "\n") }

    @Test func `what a line of keys lacks is said, and its command has none of it`() {
        #expect(problems("keys:\n  send: ''") == "c:2:9: 'send' has no key; write 'none' if it should have none.")
        #expect(
            problems("keys:\n  response:\n    yank:\n      a: b").hasSuffix(
                "'yank' takes a key or a list of keys, not a block of names and values."))
        #expect(problems("keys: [a]") == "c:1:7: keys takes lines such as 'send: s', not a list.")
        let file = SettingsFileTests.file("keys:\n  send: [x, [y], '']\n  save: []\n  undo: [[z]]\n")
        #expect(file.bindings.map { "\($0.command) \($0.keys.map(\.text))" } == ["send [\"x\"]", "save []"])
        #expect(
            file.problems.map(\.sentence) == [
                "A key is a text such as s, F5 or Ctrl-R, not a list.",
                "A key is a text such as s, F5 or Ctrl-R, not a text.",
                "A key is a text such as s, F5 or Ctrl-R, not a list.",
            ])
    }

    @Test func `what is not YAML is said in a clause, with its place in the file`() {
        #expect(
            problems("a: &x y")
                == "c:1:4: This is not YAML: anchors (&name) are not read; a text that begins with & needs quotes; nothing of the file is used."
        )
        let anchors = ["x: &a", "x:\n- &a b", "? &a", "[&a]", "{&a: b}", "x: [b, &a c]", "é: &a"]
        for text in anchors { #expect(problems(text).contains("anchors (&name) are not read"), "\(text)") }
        #expect(problems("é: &a").hasPrefix("c:1:4: "), "columns are characters")
        for text in ["editor: a&b", "editor: a & b", "editor: '&a'", "editor: \"&a\""] {
            #expect(!problems(text).contains("anchors"), "\(text)")
        }
        #expect(problems("theme: a\n[b]: c\n").contains("a name must be a text"))
        #expect(
            problems("theme: a\nword\nmouse: off\n")
                == "c:2:1: This is not YAML: a name, a colon and a value are missing; this line is not used.")
    }

    @Test func `places are those of the file, with CR LF and a byte order mark too`() {
        let text = "\u{FEFF}theme: a\r\n\r\nmouse: maybe\r\nkeys:\r\n  send: x\r\n"
        let file = SettingsFileTests.file(text)
        #expect(file.problems.map { $0.text("c") } == ["c:3:8: mouse takes on or off, not 'maybe'."])
        #expect(file.entries[.theme]?.text == "a" && file.bindings.map(\.place) == [FilePlace(line: 5, column: 3)])
        let bytes = Array("theme: é\nmouse: é".utf8) + [0xC3]
        #expect(SettingsFile(bytes: bytes).problems.first?.place == FilePlace(line: 2, column: 9))
    }

    @Test func `the schema describes each kind of setting, and the keys of commands and panes`() {
        let commands = [
            SettingsSchema.KeyCommand(id: "send", help: "Send.", panes: []),
            SettingsSchema.KeyCommand(id: "yank", help: "Copy.", panes: ["log"]),
        ]
        let text = String(
            decoding: SettingsSchema.make(commands: commands, panes: ["request", "log"]).bytes, as: UTF8.self
        )
        .filter { !$0.isWhitespace }
        func has(_ part: String) -> Bool { text.contains(part.filter { !$0.isWhitespace }) }
        for part in [
            ##""title": "apitui config.yaml""##,
            ##""description": "The configuration of apitui. Every line may be left out.""##,
            ##""type": ["object", "null"], "additionalProperties": false, "properties": {"theme": {"##,
            ##""theme": {"description": "The colours of the screen, by the name of a theme; 'apitui themes' lists them.", "type": "string"}"##,
            ##""layout": {"description": "How the panes share the screen; auto decides by its size.", "enum": ["auto", "accordion", "classic", "wide"], "default": "auto"}"##,
            ##""enum": ["on", "off", true, false], "default": "on"}"##,
            ##""type": ["string", "integer"], "minimum": 1, "pattern": "##, ##""default": "none"}"##,
            ##""keys": {"description": "The keys of commands; 'apitui config --keys' lists them.", "type": ["object", "null"], "additionalProperties": false, "properties": {"send": {"description": "Send.", "$ref": "#/$defs/keys"}, "yank": {"description": "Copy.", "$ref": "#/$defs/keys"}, "request": {"description": "Keys that hold in this pane alone.", "type": ["object", "null"], "additionalProperties": false, "properties": {"send": {"description": "Send.", "$ref": "#/$defs/keys"}}}, "log": {"##,
            ##""$defs": {"keys": {"description": "A key, a list of keys, or none.", "anyOf": [{"$ref": "#/$defs/key"}, {"type": "array", "items": {"$ref": "#/$defs/key"}}]}, "key": {"anyOf": [{"type": "string", "minLength": 1}, {"type": "integer", "minimum": 0, "maximum": 9}]}}"##,
        ] { #expect(has(part), "\(part)\n\(text)") }
    }
}
