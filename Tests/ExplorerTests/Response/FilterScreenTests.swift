import NetEngine
import TestSupport
import Testing

@testable import Base
@testable import Bodies
@testable import Explorer
@testable import TerminalUI
@testable import Workspace

/// The filter of the shown body.
@Suite struct FilterScreenTests {
    private static let json = #"{"item":1,"items":[{"id":"first"},{"id":"second"}],"none":null}"#

    private func robot(_ body: String = json, type: String? = "application/json") throws -> Robot {
        let robot = Robot(100, 30)
        let id = try #require(robot.send())
        let response = ExchangeFixtures.response(
            status: 200, reason: "OK", headers: HeaderFields(type.map { [HeaderField("Content-Type", $0)] } ?? []),
            body: Array(body.utf8))
        robot.finish(
            ExchangeFixtures.exchange(id.rawValue, draft: try #require(robot.sent[id]), response: response))
        robot.press("3", "f")
        return robot
    }

    private func dialog(_ robot: Robot) -> String { robot.dialog.joined(separator: "\n") }

    /// Types, and answers each filter at once.
    private func type(_ text: String, _ robot: Robot) {
        for character in text {
            robot.type(String(character))
            robot.tick()
            robot.filterAll()
        }
    }

    @Test func `a JSONPath shows what it selects with every key`() throws {
        let robot = try robot()
        type("$.items[*].id", robot)
        #expect(dialog(robot).contains("\"first\""), "\(robot.screen)")
        #expect(dialog(robot).contains("\"second\""))
        #expect(!dialog(robot).contains("none"))
        #expect(robot.screen.contains("2 matches"))
    }

    @Test func `while it is typed the last good result stays, and nothing is an error`() throws {
        let robot = try robot()
        type("$.item", robot)
        #expect(robot.screen.contains("1 match"))
        type("s[", robot)
        #expect(robot.screen.contains("incomplete"))
        #expect(dialog(robot).contains("second"), "\(robot.screen)")
        robot.type("zz]")
        #expect(dialog(robot).contains("second"), "\(robot.screen)")
    }

    @Test func `no match is not null`() throws {
        let robot = try robot()
        type("$.none", robot)
        #expect(dialog(robot).contains("null") && robot.screen.contains("1 match"))
        type("x", robot)
        #expect(robot.screen.contains("no match"))
        robot.press(.enter)
        robot.filterAll()
        #expect(!dialog(robot).contains("null"), "\(robot.screen)")
    }

    @Test func `a filter that takes long waits for a pause, and its late result is dropped`() throws {
        let robot = try robot()
        robot.type("$.items")
        robot.press(.enter)
        robot.filterAll(taking: .milliseconds(300))
        robot.press("f")
        _ = robot.take()
        robot.type("[0]")
        #expect(robot.takeNames().isEmpty)
        robot.wait(.milliseconds(260))
        robot.tick()
        let effects = robot.take()
        guard case .filter(let run, let exchange)? = effects.last else {
            Issue.record("nothing runs after the pause")
            return
        }
        robot.type(".id")
        let outcome = FilterRun.outcome(of: run, on: exchange.response?.content ?? BodyBytes()) { false }
        robot.tell(.filtered(run.id, outcome, .milliseconds(300)))
        #expect(dialog(robot).contains("second"), "the result of an earlier text is not shown")
    }

    @Test func `Enter keeps the filter for the next time, by request`() throws {
        let robot = try robot()
        type("$.item", robot)
        robot.press(.enter)
        robot.filterAll()
        robot.press(.escape)
        #expect(!robot.hasDialog)
        robot.press("f", .up)
        robot.tick()
        robot.filterAll()
        #expect(robot.screen.contains("$.item"))
        #expect(robot.screen.contains("1 match"))
    }

    @Test func `XML is asked by XPath`() throws {
        let robot = try robot("<a><b>one</b><b>two</b></a>", type: "application/xml")
        #expect(robot.screen.contains(" /path or |command"), "\(robot.screen)")
        type("//b[2]", robot)
        #expect(dialog(robot).contains("<b>two</b>"), "\(robot.screen)")
        #expect(!dialog(robot).contains("one"))
    }

    @Test(
        arguments: [
            (#"{"a":1}"#, nil, "$.path or |command"), (" \n[1]", "text/plain", "$.path or |command"),
            ("12", "application/json", "$.path or |command"), ("<a/>", nil, "/path or |command"),
            ("{\"a\":1}\n{\"a\":2}\n", "application/x-ndjson", nil), ("12", nil, nil), ("a,{", "text/csv", nil),
        ] as [(String, String?, String?)])
    func `the field asks for the paths that the body has, by its type or its first character`(
        body: String, type: String?, placeholder: String?
    ) throws {
        let screen = try robot(body, type: type).screen
        if let placeholder {
            #expect(screen.contains(" " + placeholder), "\(screen)")
        } else {
            #expect(screen.contains("|command") && !screen.contains("or |command"), "\(screen)")
        }
    }

    @Test func `a command runs on Enter only, and Esc ends it`() throws {
        let robot = try robot("plain text\nsecond line\n", type: "text/plain")
        type("|grep second", robot)
        #expect(robot.takeNames().isEmpty)
        #expect(robot.screen.contains("Enter runs the command"))
        robot.press(.enter)
        robot.filterAll()
        #expect(dialog(robot).contains("second line") && !dialog(robot).contains("plain text"), "\(robot.screen)")
        robot.press("f", .enter, .escape)
        #expect(robot.takeNames().contains("stopFilter"))
        #expect(robot.screen.contains("stopped"))
        #expect(dialog(robot).contains("second line"), "the last good result stays")
    }

    @Test func `the output of a command that fails is shown, below how it ended`() throws {
        let robot = try robot("plain text\nsecond line\n", type: "text/plain")
        type("|diff - /dev/null", robot)
        robot.press(.enter)
        robot.filterAll()
        #expect(robot.screen.contains("The command ended with status 1."), "\(robot.screen)")
        #expect(dialog(robot).contains("< second line"))
        _ = robot.take()
        robot.press("y")
        #expect(robot.takeNames().first?.contains("< second line") == true)
    }

    /// A filter that was applied.
    private func applied(_ filter: String, to body: String = json) throws -> Robot {
        let robot = try robot(body)
        type(filter, robot)
        robot.press(.enter)
        robot.filterAll()
        _ = robot.take()
        return robot
    }

    @Test func `a body that was cut is filtered by commands only, and says how much was kept`() throws {
        let robot = Robot(100, 30)
        let id = try #require(robot.send())
        let response = Response(
            ExchangeFixtures.response(), content: BodyBytes(Array(#"{"a":"b"#.utf8)), count: 100_000_000,
            isComplete: true)
        robot.finish(
            ExchangeFixtures.exchange(id.rawValue, draft: try #require(robot.sent[id]), response: response))
        robot.press("3", "f")
        #expect(robot.screen.contains("Only the first 7 B of 100 MB were kept."), "\(robot.screen)")
        type("$.a", robot)
        #expect(robot.screen.contains("only a |command filters a body that was cut"), "\(robot.screen)")
        #expect(!robot.screen.contains("not JSON"))
    }

    @Test func `what a filter left is copied and written`() throws {
        let robot = try applied("$.items[*].id")
        robot.press("y")
        #expect(robot.takeNames() == [#"copy ["first","second"]"#])
        robot.press("W")
        #expect(robot.screen.contains("filtered.json"), "\(robot.screen)")
        robot.press(.enter)
        #expect(robot.takeNames() == ["writeBody 18 to filtered.json"])
        robot.tell(.bodyWritten(.written(path: "/c/filtered.json", byteCount: 18)))
        #expect(robot.screen.contains("(18 B) is in /c/filtered.json"))
        #expect(robot.dialogKind == "FilterView")
    }

    @Test func `what is pasted goes into the filter, or into the search of what it left, and nowhere else`() throws {
        let robot = try robot()
        robot.paste("$.items[*].id")
        robot.tick()
        robot.filterAll()
        #expect(robot.screen.contains("2 matches") && dialog(robot).contains("second"), "\(robot.screen)")
        robot.press(.enter)
        robot.paste("x")
        robot.filterAll()
        #expect(robot.screen.contains("$.items[*].id ") && robot.screen.contains("2 matches"), "\(robot.screen)")
        robot.press("/")
        robot.paste("sec")
        robot.searchAll()
        #expect(robot.screen.contains("1 of 1") && robot.screen.contains("$.items[*].id "), "\(robot.screen)")
    }

    @Test func `while a command runs no key but Esc means anything`() throws {
        let robot = try robot("plain text\n", type: "text/plain")
        robot.type("|cat")
        robot.press(.enter)
        let asked = robot.takeNames()
        robot.press("x", .enter, .up, .backspace)
        robot.paste("y")
        #expect(asked.last == "filter |cat" && robot.takeNames().isEmpty)
        #expect(robot.screen.contains("|cat ") && robot.dialogKeys.map(\.0) == ["Esc"], "\(robot.screen)")
        robot.press(.escape)
        #expect(robot.takeNames() == ["stopFilter"] && robot.dialogKind == "FilterView")
    }

    @Test func `a search goes on in what the next filter leaves`() throws {
        let robot = try applied("$.items[0]")
        robot.press("/")
        robot.type("first")
        robot.press(.enter)
        #expect(robot.screen.contains("1 of 1"), "\(robot.screen)")
        robot.press("f", .control("u"))
        for (filter, isThere) in [("$.items[1]", false), ("$.items", true)] {
            robot.press(.control("u"))
            type(filter, robot)
            robot.tick()
            robot.searchAll()
            #expect(robot.screen.contains("1 of 1") == isThere, "\(filter)\n\(robot.screen)")
        }
    }

    @Test func `a long result is searched in the background`() throws {
        let long = String(repeating: "x", count: 10_000)
        let body = "[" + (0..<130).map { _ in "\"\(long)\"," }.joined() + "\"needle\"]"
        let robot = try applied("$[*]", to: body)
        robot.press("/")
        robot.type("needle")
        #expect(robot.effects.contains { if case .search = $0 { true } else { false } })
        #expect(!robot.screen.contains("1 of 1"))
        robot.searchAll()
        #expect(robot.screen.contains("1 of 1") && dialog(robot).contains("\"needle\""), "\(robot.screen)")
    }

    @Test func `while a filter is typed y and W are letters, and without a result they do nothing`() throws {
        let robot = try applied("$.nothing")
        robot.press("y", "W", "x")
        #expect(robot.takeNames().isEmpty)
        #expect(robot.dialogCount == 1)
        robot.press("f", "y")
        #expect(robot.screen.contains("$.nothingy"))
    }

    @Test func `what a filter left is searched`() throws {
        let items = (0..<400).map { #"{"id":\#($0)}"# }.joined(separator: ",")
        let robot = try applied("$[*].id", to: "[\(items)]")
        robot.press("/")
        robot.type("33")
        robot.searchAll()
        #expect(robot.screen.contains("1 of 13"), "\(robot.screen)")
        robot.press(.enter, "N")
        #expect(robot.screen.contains("13 of 13"), "\(robot.screen)")
        #expect(dialog(robot).contains("339"))
        robot.press(.escape)
        #expect(robot.hasDialog && !robot.screen.contains("of 13"))
        robot.press(.escape)
        #expect(!robot.hasDialog)
    }
}

@Suite struct FilterStateTests {
    private let start = MonotonicTime(nanoseconds: 0)

    @Test func `a body that takes over a second is sampled while typing, and read whole on Enter`() throws {
        var state = FilterState(language: .jsonPath, byteCount: 200_000_000)
        state.typed("$.a", at: start)
        let early = state.start(id: 1, at: start)
        #expect(early?.id == nil)
        let due = try #require(state.due)
        #expect(due.since(start) <= FilterState.pause.upperBound)
        let run = state.start(id: 1, at: due)
        #expect(run?.isSample == true)
        state.finished(
            1, .success(FilteredBody(bytes: [0x5B, 0x5D], contentType: "", matches: 3, sampledBytes: 2_000_000)),
            after: .milliseconds(20))
        #expect(state.note == "3 matches in a sample of 2.0 MB; Enter looks at all")
        let whole = state.enter(id: 2)
        #expect(whole?.isSample == false)
    }

    @Test func `a small body is filtered at once`() {
        var state = FilterState(language: .jsonPath, byteCount: 10_000)
        state.typed("$.a", at: start)
        let run = state.start(id: 1, at: start)
        #expect(run?.isSample == false)
    }

    @Test func `what is wrong says why, and an empty text shows the body without a filter`() {
        var state = FilterState(language: .jsonPath, byteCount: 10)
        state.typed("$.a]]", at: start)
        #expect(state.due == nil)
        #expect(state.note == "nothing more is expected here")
        state.typed("", at: start)
        #expect(state.note == "")
        #expect(state.shown == nil)
    }
}
