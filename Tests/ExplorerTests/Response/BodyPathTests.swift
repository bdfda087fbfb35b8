import NetEngine
import TestSupport
import Testing

@testable import Base
@testable import Bodies
@testable import Descriptions
@testable import Explorer
@testable import TerminalUI

private typealias F = ExchangeFixtures

/// Where in a JSON body the cursor is.
@Suite struct BodyPathTests {
    private static let size = Size(columns: 100, rows: 12)

    private static func state(_ text: String) -> ResponsePaneState {
        F.pane(F.exchange(response: F.response(body: Array(text.utf8))))
    }

    @Test func `the path of the cursor's line stands beside the tabs`() {
        var state = Self.state(#"{"users":[{"id":1},{"id":2,"the tags":["a"]}]}"#)
        let tabs = { F.frame(state, 100, 12).split(separator: "\n").first { $0.contains("Headers") } ?? "" }
        #expect(!tabs().contains("$"), "the first line is all of it")
        let paths = [
            "$.users", "$.users[0]", "$.users[0].id", "$.users[0]", "$.users[1]", "$.users[1].id",
            "$.users[1]['the tags']", "$.users[1]['the tags'][0]", "$.users[1]['the tags']",
        ]
        for path in paths {
            _ = state.perform(.moveDown, in: Self.size)
            #expect(tabs().hasSuffix(" \(path)") && tabs().count == 99, "up to the frame: \(tabs())")
            #expect(state.path(in: Self.size, width: 80)?.string == path)
        }
    }

    @Test(arguments: [58, 53, 40]) func `in a narrow pane the last tabs give the path some room`(columns: Int) {
        var state = Self.state(#"{"users":[{"id":1}]}"#)
        let tabs = { F.frame(state, columns, 12).split(separator: "\n").first { $0.contains("Body") } ?? "" }
        let whole = tabs()
        for _ in 0..<3 { _ = state.perform(.moveDown, in: Size(columns: columns, rows: 12)) }
        #expect(tabs().hasSuffix("$.users[0].id") || tabs().hasSuffix("….id"), "\(tabs())")
        #expect(tabs().prefix(20) == whole.prefix(20))
        _ = state.perform(.top, in: Size(columns: columns, rows: 12))
        #expect(tabs() == whole)
    }

    @Test func `the steps to a line are those of one value, and only where all are known`() {
        func deep(_ levels: Int) -> String {
            String(repeating: "[", count: levels) + "1" + String(repeating: "]", count: levels)
        }
        func steps(_ text: String, _ line: Int, _ type: String? = nil) -> [MemberStep]? {
            BodyDocument(text, type).steps(ofLine: line)
        }
        #expect(steps(#"{"a b":[0,{"c":1}]}"#, 4) == [.name("a b"), .index(1), .name("c")])
        #expect(steps(#"{"a":1}"#, 0) == [] && steps(#"{"a":1}"#, 3) == nil)
        #expect(steps("{\"a\":1}\n{\"a\":2}\n", 1, "application/x-ndjson") == nil)
        #expect(steps("text", 0) == nil)
        #expect(steps(deep(24), 24)?.count == 24 && steps(deep(25), 25) == nil && steps(deep(3000), 3000) == nil)
    }

    @Test func `of a path that does not fit the innermost steps are shown`() {
        var state = Self.state(#"{"outermost":{"inner":{"innermost":1}}}"#)
        for _ in 0..<3 { _ = state.perform(.moveDown, in: Self.size) }
        #expect(state.path(in: Self.size, width: 80)?.string == "$.outermost.inner.innermost")
        #expect(state.path(in: Self.size, width: 20)?.string == "….inner.innermost")
        #expect(state.path(in: Self.size, width: 11)?.string == "….innermost")
        #expect(state.path(in: Self.size, width: 10) == nil)
        _ = state.perform(.cycleBodyMode, in: Self.size)
        #expect(state.path(in: Self.size, width: 80) == nil, "raw")
    }

    @Test func `a name cannot do harm`() {
        var state = Self.state("{\"a\\u001b[31mb\":1}")
        _ = state.perform(.moveDown, in: Self.size)
        let path = state.path(in: Self.size, width: 80)?.string ?? "\u{1B}"
        #expect(!path.contains("\u{1B}") && path.contains("[31mb"))
    }
}
