import Base
import NetEngine
import TestSupport
import Testing

@testable import HTTPFormat
@testable import Workspace

/// Results of checks and findings of errors, as they are printed and recorded.
@Suite struct CheckValuesTests {
    @Test func `a result is an object with its place and what describes it`() {
        let results = [
            CheckResult(
                text: "status == 200", line: 3, verdict: .failed, expected: "== 200", actual: "404",
                place: BodyPlace(offset: 5, line: 1, column: 6, path: "$.a"),
                described: .init(operation: "GET /a", isRequest: true)),
            CheckResult(text: "x", line: 4, verdict: .notEvaluated, expected: "", reason: "why"),
        ]
        #expect(
            CheckOutput.json(CheckReport(results: results)).text
                == #"[{"text":"status == 200","line":3,"verdict":"failed","expected":"== 200","actual":"404","reason":null,"#
                + #""place":{"line":1,"column":6,"byte":5,"path":"$.a"},"#
                + #""contract":{"operation":"GET /a","part":"request","description":null}},"#
                + #"{"text":"x","line":4,"verdict":"not-evaluated","expected":"","actual":null,"reason":"why","place":null}]"#
        )
        let marks = [.passed, .failed, .warning, .notEvaluated].map { CheckOutput.mark($0) }
        #expect(marks == ["ok      ", "FAILED  ", "warning ", "unknown "])
    }

    @Test func `a report leaves out what is all of a body`() {
        let table = #"""
            body includes x -> left out
            body $ exists -> left out
            body $.a == 1 -> v
            xpath / exists -> left out
            xpath string() == x -> left out
            xpath . exists -> left out
            xpath //a exists -> v
            js response.body == x -> left out
            js response.parsedBody == x -> left out
            js response.parsedBody.a == 1 -> v
            js a() == 1 -> v
            status == 200 -> v
            header a exists -> v
            nonsense -> v
            """#
        let wrong = TextTable.differences(table) { text in
            CheckResult(text: text, line: 1, verdict: .failed, expected: "", actual: "v").withoutBody.actual ?? "-"
        }
        #expect(wrong == [])
        #expect(CheckResult(text: "body exists", line: 1, verdict: .failed, expected: "").withoutBody.actual == nil)
    }

    @Test func `what an error found is an object, with each text changed where it is told`() {
        let fault = ErrorFinding.decoding(
            .init(reason: "r", path: "$.a", line: 1, column: 2, byte: 3, excerpt: "e"))
        #expect(
            fault.json.text == #"{"reason":"r","path":"$.a","line":1,"column":2,"byte":3,"excerpt":"e"}"#)
        #expect(
            ErrorFinding.decoding(.init(reason: "r", path: "$")).json.text
                == #"{"reason":"r","path":"$","line":null,"column":null,"byte":null,"excerpt":null}"#)
        let api = ErrorFinding.api(status: "7", message: nil)
        #expect(api.json.text == #"{"status":"7","message":null}"#)
        #expect(
            fault.changingTexts { $0 + "!" }
                == .decoding(.init(reason: "r!", path: "$.a!", line: 1, column: 2, byte: 3, excerpt: "e!")))
        #expect(api.changingTexts { $0 + "!" } == .api(status: "7!", message: nil))
        #expect(
            ErrorFinding.api(status: nil, message: "m").changingTexts { $0 + "!" } == .api(status: nil, message: "m!"))
    }

    @Test func `a script or a comment that is not read is a warning with its reason`() throws {
        func reason(_ check: PreparedCheck) -> String? {
            if case .failure(let error) = check.check { error.reason } else { nil }
        }
        let script = PreparedCheck(
            unread: Notice(id: "N13", severity: .warning, line: 4, text: "The script is not run: why"))
        #expect(script.text == "script" && script.line == 4 && script.notCompared == .warning)
        #expect(reason(script) == "it is not run: why")
        let other = PreparedCheck(unread: Notice(id: "N13", severity: .warning, line: 1, text: "Some words"))
        #expect(reason(other) == "some words")
        let text = "# @assert what\n# @assert\n# @assert status == 1\nGET http://h/\nA: b\n?? nonsense\n"
        let request = try #require(HTTPDocument(bytes: Array(text.utf8)).requests.first)
        let unread = PreparedCheck.unread(of: request)
        #expect(unread.map(\.text) == ["what", "@assert"] && unread.map(\.line) == [1, 2])
        #expect(
            unread.map { reason($0) ?? "" } == [
                "it is not checked, because what is not one of status, header, duration, body, js, xpath, cache, error",
                "it is not checked, because it is empty",
            ])
        #expect(PreparedCheck.lines(of: request).map(\.text) == ["status == 1", "nonsense"])
        #expect(PreparedCheck.hasAny(request))
        let none = try #require(HTTPDocument(bytes: Array("# @assert what\nGET http://h/\n".utf8)).requests.first)
        #expect(!PreparedCheck.hasAny(none))
    }

    @Test func `a value counts as JavaScript counts it, and is shown as it is`() {
        let values: [CheckValue] = [
            .missing("gone"), .null, .bool(true), .bool(false), .number("0"), .number("1.50"), .text(""), .text("a"),
            .json("[]", isArray: true), .json("{}", isArray: false),
        ]
        let rows = values.map { "\($0.shown)|\($0.kind)|\($0.isTruthy)|\($0.asText ?? "-")|\($0.isItsOwnText)" }
        #expect(
            rows == [
                "nothing|nothing|false|-|false", "null|null|false|-|false", "true|a boolean|true|true|false",
                "false|a boolean|false|false|false", "0|a number|false|0|false", "1.50|a number|true|1.50|false",
                "an empty text|a text|false||true", "a|a text|true|a|true", "[]|an array|true|[]|true",
                "{}|an object|true|{}|true",
            ])
        #expect(CheckValue(7) == .number("7"))
    }
}
