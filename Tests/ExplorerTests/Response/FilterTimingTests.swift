import NetEngine
import TestSupport
import Testing

@testable import Base
@testable import Bodies
@testable import Explorer
@testable import TerminalUI
@testable import Workspace

/// When a filter runs, and what is said of its result.
@Suite struct FilterTimingTests {
    private static let now = MonotonicTime(nanoseconds: 1_000_000_000)

    private func due(_ bytes: Int, _ text: String = "$.a", _ language: BodyFilter.Language = .jsonPath) -> Int? {
        var state = FilterState(language: language, byteCount: bytes)
        state.typed(text, at: Self.now)
        return state.due.map { Int($0.since(Self.now) / .milliseconds(1)) }
    }

    @Test func `a cheap filter runs at once, a dearer one after a pause that grows to a quarter of a second`() {
        // A millisecond for 50,000 bytes.
        let rows = [0, 499_999, 500_000, 6_000_000, 6_050_000, 10_000_000, 12_500_000, 20_000_000, 50_049_999]
        #expect(rows.map { due($0) } == [0, 0, 120, 120, 121, 200, 250, 250, 250])
        // From more than a second on only a sample of 2 MiB is looked at: 41 ms.
        #expect(due(50_050_000) == 120 && due(60_000_000, "/a", .xPath) == 250)
        #expect(due(0, "|jq .") == nil && due(0, "") == nil && due(0, "$[") == nil)
    }

    private func state(_ text: String = "$.a", id: Int = 1, bytes: Int = 0) -> FilterState {
        var state = FilterState(language: .jsonPath, byteCount: bytes)
        state.typed(text, at: Self.now)
        _ = state.start(id: id, at: Self.now)
        return state
    }

    private func body(_ matches: Int?, sampled: Int? = nil, isCut: Bool = false, remark: String? = nil) -> FilteredBody
    {
        var body = FilteredBody(
            bytes: [0x31], contentType: "application/json", matches: matches, sampledBytes: sampled, isCut: isCut)
        body.remark = remark
        return body
    }

    @Test func `the note says how much matched, of how much, and what was cut`() {
        func note(_ body: FilteredBody) -> String {
            var state = state()
            state.finished(1, .success(body), after: .zero)
            return state.note
        }
        #expect(
            [
                note(body(1)), note(body(2)), note(body(nil)), note(body(nil, remark: "It failed.")),
                note(body(3, sampled: 2 << 20)), note(body(3, isCut: true)), note(body(0)),
                note(body(0, sampled: 2 << 20)),
            ] == [
                "1 match", "2 matches", "done", "It failed.",
                "3 matches in a sample of 2.1 MB; Enter looks at all", "3 matches, the first 34 MB shown", "no match",
                "no match in a sample of 2.1 MB; Enter looks at all",
            ])
        var failed = state()
        #expect(failed.note == "running…")
        failed.finished(1, .failure(.sentence("No.")), after: .zero)
        #expect(failed.note == "No.")
        var stopped = state()
        stopped.stop()
        #expect(stopped.note == "stopped" && stopped.running == nil && stopped.due == nil)
        #expect(FilterState(language: .jsonPath, byteCount: 0).note == "")
    }

    @Test func `a result counts only for its run and its text, and the last good one stays while typing`() {
        var state = state()
        state.finished(2, .success(body(5)), after: .zero)
        #expect(state.shown == nil && state.running?.id == 1, "of another run")
        state.finished(1, .success(body(5)), after: .zero)
        #expect(state.shown?.body.matches == 5 && !state.isOutdated && state.isReady)
        state.typed("$.ab", at: Self.now)
        #expect(state.isOutdated && state.note == "" && state.shown != nil)
        _ = state.start(id: 3, at: Self.now)
        state.typed("$.abc", at: Self.now)
        state.finished(3, .success(body(7)), after: .zero)
        #expect(state.shown?.body.matches == 5 && state.running == nil, "what was typed meanwhile is another text")
        _ = state.start(id: 4, at: Self.now)
        state.finished(4, .success(body(0)), after: .zero)
        #expect(state.shown?.body.matches == 5 && state.note == "no match")
        let last = state.enter(id: 5)
        #expect(last?.isFinal == true && last?.isSample == false)
        state.finished(5, .success(body(0)), after: .zero)
        #expect(state.shown == nil, "Enter asked for just that")
        state.typed("", at: Self.now)
        #expect(state.shown == nil && state.note == "" && !state.isReady)
        let none = state.enter(id: 6)
        #expect(none == nil && state.running == nil)
    }

    @Test func `what a run took decides about the next one, but not what a sample or a command took`() {
        var state = state()
        state.finished(1, .success(body(1)), after: .milliseconds(180))
        state.typed("$.ab", at: Self.now)
        #expect(state.due == Self.now + .milliseconds(180))
        let early = state.start(id: 2, at: Self.now + .milliseconds(179))
        #expect(early == nil)
        let run = state.start(id: 2, at: Self.now + .milliseconds(180))
        #expect(run?.isSample == false && run?.isFinal == false && run?.text == "$.ab")
        state.finished(2, .success(body(1)), after: .milliseconds(1001))
        state.typed("$.abc", at: Self.now)
        let sample = state.start(id: 3, at: Self.now + .milliseconds(120))
        #expect(sample?.isSample == true)
        state.finished(3, .success(body(1, sampled: 9)), after: .milliseconds(1))
        state.typed("$.abcd", at: Self.now)
        let again = state.start(id: 4, at: Self.now + .milliseconds(120))
        #expect(again?.isSample == true, "a sample is quick whatever the body costs")
        state.typed("|true", at: Self.now)
        #expect(state.note == "Enter runs the command" && state.due == nil)
        _ = state.enter(id: 5)
        state.finished(5, .success(body(nil)), after: .milliseconds(1))
        state.typed("$.a", at: Self.now)
        let last = state.start(id: 6, at: Self.now + .milliseconds(250))
        #expect(last?.isSample == true)
    }

    // MARK: On the screen

    @Test func `the frame says what the keys do while a filter is typed, when it is applied, and while it runs`() throws
    {
        let robot = try Robot.showing(Array(#"{"a":[1,2,3]}"#.utf8))
        func keys() -> String { robot.dialogKeys.map { "\($0.0) \($0.1)" }.joined(separator: ", ") }
        robot.press("f")
        #expect(robot.screen.contains("$.path or |command") && keys() == "Esc close")
        robot.type("$.a[*]")
        robot.filterAll()
        #expect(keys() == "Enter apply to all, Esc close")
        robot.press(.enter)
        #expect(keys() == "Esc stop")
        robot.filterAll()
        #expect(keys() == "/ search, y copy, W write, f change the filter, Esc close")
        robot.press("/")
        #expect(keys() == "Enter find, ^T pattern, Esc leave")
        robot.type("2")
        robot.press(.enter)
        #expect(keys() == "/ search, y copy, W write, n N matches, f change the filter, Esc leave the search")
        robot.press(.escape)
        robot.effects = []
        robot.press("y")
        guard case .copy(let job)? = robot.take().first else {
            Issue.record("nothing was copied")
            return
        }
        #expect(job.name == "The filtered body")
        robot.press("f")
        #expect(keys() == "Enter apply to all, Up Down earlier filters, Esc close")
        robot.press(.up)
        #expect(robot.screen.contains("$.a[*]"))
    }
}
