import JSONPath
import Testing

@testable import HTTPFormat
@testable import Workspace

/// Questions, paths into bodies, values of scripts and the program's folders, each at its ends.
@Suite struct SmallValuesTests {
    // MARK: Questions

    private struct Question {
        var expression: String
        var label: String
        var initial: String?
        var choices: [String] = []
        var isSecret = false
        var isAskedOnce = false
    }

    private static let questions = [
        Question(expression: "$input", label: "input"),
        Question(expression: "$prompt", label: "prompt"),
        Question(expression: "$INPUT Name", label: "Name"),
        Question(expression: "$input\tName", label: "Name"),
        Question(expression: "$input $value:", label: "input", initial: ""),
        Question(expression: "$input a $value: b $value: c", label: "a", initial: "b $value: c"),
        Question(
            expression: "$password-askonce PIN $value: 0", label: "PIN", initial: "0", isSecret: true, isAskedOnce: true
        ),
        Question(expression: "$Password", label: "password", isSecret: true),
        Question(expression: "$pick", label: "pick"),
        Question(expression: "$pick Which", label: "Which"),
        Question(
            expression: "$pick-askonce $value: ,a,, b", label: "pick", initial: "a", choices: ["a", "b"],
            isAskedOnce: true),
        Question(expression: "$input-askonce", label: "input", isAskedOnce: true),
        Question(expression: "$input a,b $value: c,d", label: "a,b", initial: "c,d"),
    ]

    @Test func `questions of httpYac are read with what they say`() throws {
        for question in Self.questions {
            let field = try #require(PromptField(expression: question.expression), "\(question.expression)")
            #expect(field.key == question.expression)
            #expect(field.label == question.label, "\(question.expression)")
            #expect(field.initial == question.initial, "\(question.expression)")
            #expect(field.choices == question.choices, "\(question.expression)")
            #expect(field.isSecret == question.isSecret, "\(question.expression)")
            #expect(field.isAskedOnce == question.isAskedOnce, "\(question.expression)")
        }
        for other in [
            "", "input", "$inputs", "$pick-once", "$-askonce", "-askonce", "$uuid", " $input", "$input-askonce-x",
        ] {
            #expect(PromptField(expression: other) == nil, "\(other)")
        }
    }

    // MARK: Paths

    private static let body = Array(
        #"{"a":"h\u00e9😀","n":1.50,"l":[1,"x",{"length":7}],"o":{"length":9},"t":true,"z":null}"#.utf8)

    @Test func `the first value is a string's characters, else as it is written`() {
        let cases: [(path: String, value: String?)] = [
            ("a", "h\u{E9}\u{1F600}"), ("n", "1.50"), ("l", #"[1,"x",{"length":7}]"#), ("o", #"{"length":9}"#),
            ("t", "true"), ("z", "null"), ("l[1]", "x"), ("$.l[0]", "1"), (".n", "1.50"), ("missing", nil),
            ("l[3]", nil),
            ("[0]", nil),
            // Lengths, where no member is called so: of strings as JavaScript counts.
            ("l.length", "3"), ("a.length", "4"), ("o.length", "9"), ("l[2].length", "7"), ("l[1].length", "1"),
            ("n.length", nil), ("t.length", nil), ("z.length", nil), ("length", nil), ("missing.length", nil),
            ("l.length.length", nil),
        ]
        for (path, value) in cases {
            #expect(LenientJSONPath.first(path, in: Self.body) == .success(value), "\(path)")
        }
        let list = Array("[5,[]]".utf8)
        for (path, value) in [("length", "2"), ("$.length", "2"), ("[0]", "5"), ("[1].length", "0"), ("$", "[5,[]]")] {
            #expect(LenientJSONPath.first(path, in: list) == .success(value), "\(path)")
        }
    }

    @Test func `what is no JSON or no path is told`() throws {
        for text in ["", "{", "x", "{} {}"] {
            let found = LenientJSONPath.first("a", in: Array(text.utf8))
            #expect(found == .failure(.init(reason: "it is not valid JSON")), "\(text)")
        }
        guard case .failure(let failure) = LenientJSONPath.first("a[", in: Self.body) else {
            Issue.record("a[ is no path")
            return
        }
        #expect(failure.reason.hasPrefix("a[ is not a JSONPath: "))
    }

    @Test func `elements are those of an array only`() {
        let cases: [(text: String, elements: [String]?)] = [
            (#"[1,"x",null,[2], {"a":1}]"#, ["1", "x", "null", "[2]", #"{"a":1}"#]), ("[]", []), ("{}", nil),
            ("1", nil),
            ("", nil), ("[1", nil), (#""[1]""#, nil),
        ]
        for (text, elements) in cases {
            #expect(LenientJSONPath.elements(Array(text.utf8)) == elements, "\(text)")
        }
    }

    // MARK: Scripts

    @Test func `values of scripts are true, objects or nothing as in JavaScript`() {
        let list = HandlerValue.list(id: HandlerIdentity(number: 1, depth: 4), [])
        let object = HandlerValue.object(id: HandlerIdentity(number: 2, depth: 2), [])
        let cases: [(value: HandlerValue, type: String, isTruthy: Bool, isObject: Bool, isNullish: Bool, depth: Int)] =
            [
                (.undefined, "undefined", false, false, true, 0), (.null, "object", false, false, true, 0),
                (.bool(true), "boolean", true, false, false, 0), (.bool(false), "boolean", false, false, false, 0),
                (.number(0), "number", false, false, false, 0), (.number(-0.0), "number", false, false, false, 0),
                (.number(Double.nan), "number", false, false, false, 0), (.number(-1), "number", true, false, false, 0),
                (.number(Double.infinity), "number", true, false, false, 0),
                (.text(""), "string", false, false, false, 0),
                (.text("0"), "string", true, false, false, 0), (.text("false"), "string", true, false, false, 0),
                (.json(document: 0, node: 0), "object", true, true, false, 0), (list, "object", true, true, false, 4),
                (object, "object", true, true, false, 2),
            ]
        for (value, type, isTruthy, isObject, isNullish, depth) in cases {
            #expect(value.type == type, "\(value)")
            #expect(value.isTruthy == isTruthy, "\(value)")
            #expect(value.isObject == isObject, "\(value)")
            #expect(value.isNullish == isNullish, "\(value)")
            #expect(value.depth == depth, "\(value)")
        }
    }

    // MARK: Folders

    @Test func `a folder is the one of its variable, else the one at home`() {
        let rows: [(folder: UserFolder, variable: String, place: String)] = [
            (.state, "XDG_STATE_HOME", ".local/state"), (.cache, "XDG_CACHE_HOME", ".cache"),
            (.config, "XDG_CONFIG_HOME", ".config"),
        ]
        for (folder, variable, place) in rows {
            func path(_ values: [String: String]) -> String? { folder.path { values[$0] } }
            #expect(path([variable: "/x/y", "HOME": "/h"]) == "/x/y/apitui")
            #expect(path([variable: "/x//"]) == "/x/apitui")
            #expect(path(["HOME": "/h/"]) == "/h/\(place)/apitui")
            // A path that is not absolute is as good as none.
            for other in ["", "x", "~/x", "./x"] {
                #expect(path([variable: other, "HOME": "/h"]) == "/h/\(place)/apitui", "\(other)")
                #expect(path(["HOME": other]) == nil, "\(other)")
            }
            #expect(path([:]) == nil)
            for row in rows where row.variable != variable { #expect(path([row.variable: "/x"]) == nil) }
            #expect(
                folder.missing("Nothing is kept") == "Nothing is kept: neither \(variable) nor HOME names a folder.")
        }
    }
}
