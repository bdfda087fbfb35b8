import NetEngine
import TestSupport
import Testing

@testable import Base
@testable import Bodies
@testable import Explorer
@testable import TerminalUI

/// What two responses differ in, as values.
@Suite struct ComparedResponsesTests {
    private typealias F = ExchangeFixtures

    private func side(_ response: Response?, _ role: String = "shown") -> CompareJob.Side {
        CompareJob.Side(exchange: F.exchange(response: response), method: "GET", name: "a", role: role)
    }

    private func compared(_ first: Response?, _ second: Response?, isStopped: Bool = false) -> ComparedResponses {
        CompareJob(id: 1, first: side(first), second: side(second)).run(isStopped: { isStopped }, report: { _ in })
    }

    private func response(_ body: String, status: Int = 200, _ headers: HeaderFields = []) -> Response {
        F.response(status: status, headers: headers, body: Array(body.utf8))
    }

    private func rows(_ compared: ComparedResponses) -> String {
        compared.entries.map { entry in
            "\(entry.kind) \(entry.place.string): \(entry.first?.string ?? "-") | \(entry.second?.string ?? "-")"
        }.joined(separator: "\n")
    }

    @Test func `status, headers and body come in this order, each with both sides`() {
        let result = compared(
            response(#"{"a":1,"b":[1,2],"c":true}"#, [HeaderField("X-One", "1"), HeaderField("X-Two", "a")]),
            response(#"{"a":2,"b":[1,2,3]}"#, status: 404, [HeaderField("X-Two", "b"), HeaderField("X-New", "n")]))
        #expect(
            Set(rows(result).split(separator: "\n")) == [
                "changed Status: 200 | 404", "heading Headers: - | -", "removed X-One: 1 | -", "changed X-Two: a | b",
                "added X-New: - | n", "heading Body: - | -", "changed $.a: 1 | 2", "added $.b[2]: - | 3",
                "removed $.c: true | -",
            ])
        let kinds = result.entries.map(\.place.string)
        #expect(kinds.first == "Status" && kinds[at: 1] == "Headers" && kinds[at: 5] == "Body")
        #expect(result.isComplete)
        #expect(compared(response("[1]"), response("[1]")).entries.isEmpty)
    }

    @Test func `a side without a response has none for its status, and no headers`() {
        let result = compared(nil, response("x", [HeaderField("X-One", "1")]))
        #expect(
            rows(result).hasPrefix(
                "changed Status: no response | 200\nheading Headers: - | -\nadded X-One: - | 1\nheading Body: - | -\n"),
            "\(rows(result))")
    }

    @Test func `a value is shown in one line, up to 400 bytes, and no character is cut`() {
        func shown(_ value: String) -> String? {
            compared(response("{\"a\":1}"), response("{\"a\":\(value)}")).entries.last?.second?.string
        }
        #expect(shown("[ 1,\n\t\t{ } ]") == "[ 1, { } ]")
        func quoted(_ text: String) -> String { "\"\(text)\"" }
        let whole = quoted(String(repeating: "x", count: 398))
        #expect(shown(whole) == whole)
        #expect(shown(quoted(String(repeating: "x", count: 399))) == "\"" + String(repeating: "x", count: 399) + "…")
        // A quote and 199 letters of two bytes each are 399 bytes; the next one would be cut.
        #expect(shown(quoted(String(repeating: "я", count: 300))) == "\"" + String(repeating: "я", count: 199) + "…")
        #expect(shown(quoted(String(repeating: "東", count: 300))) == "\"" + String(repeating: "東", count: 133) + "…")
    }

    @Test func `what was not compared is said in the summary`() {
        let cut = Response(
            response(#"{"a":1}"#), content: BodyBytes(Array(#"{"a":1}"#.utf8)), count: 100, isComplete: true)
        let sentence = "Of a truncated body, only the part that was kept is compared."
        #expect(compared(cut, response("{}")).summary.contains(sentence))
        #expect(compared(response("{}"), cut).summary.contains(sentence))
        #expect(!compared(response("{}"), response("{}")).summary.contains(sentence))
        let many = (0...10_000).map { "\"k\($0)\":\($0)" }.joined(separator: ",")
        let other = (0...10_000).map { "\"k\($0)\":\($0 + 1)" }.joined(separator: ",")
        let listed = compared(response("{\(many)}"), response("{\(other)}"))
        let count = listed.entries.count { $0.kind == .changed }
        #expect(count == 10_000 && listed.summary.contains("The first 10000 are listed."), "\(listed.summary)")
        #expect(listed.summary.first?.hasPrefix("Bodies: 10001 changed. Compared as JSON") == true)
        let twice = compared(response(#"{"a":1,"a":2}"#), response(#"{"b":1,"b":2,"c":1,"c":2}"#))
        #expect(
            twice.summary.contains("Repeated names in objects: 1 in the first, 2 in the second."), "\(twice.summary)")
        let once = compared(response(#"{"a":1}"#), response(#"{"a":1,"a":2}"#))
        #expect(
            once.summary.contains("Repeated names in objects: 0 in the first, 1 in the second."), "\(once.summary)")
        #expect(
            compared(response("[1,2]"), response("[1,3]"), isStopped: true).summary
                .contains("Stopped early: these are the differences found so far."))
    }

    @Test func `how far a comparison is grows as it goes on, and is never said to be all`() {
        func shares(_ first: String, _ second: String) -> [Double] {
            var told: [Double] = []
            let job = CompareJob(id: 1, first: side(response(first)), second: side(response(second)))
            let result = job.run(isStopped: { false }, report: { told.append($0) })
            #expect(result.isComplete)
            return told
        }
        // What is read between two looks is more than all of a short body.
        #expect(shares("[1]", "[2]") == [0.99])
        let long = ["a", "b"].map { String(repeating: $0, count: 1 << 20) }
        let told = shares(long[0], long[1])
        #expect(told.first == 0.25 && told == told.sorted() && told.allSatisfy { $0 < 1 }, "\(told)")
    }

    @Test func `bodies are compared as JSON if both are, by their type or how they begin`() {
        func isJSON(_ first: (String?, String), _ second: (String?, String)) -> Bool {
            func made(_ side: (String?, String)) -> Response {
                response(side.1, HeaderFields(side.0.map { [HeaderField("Content-Type", $0)] } ?? []))
            }
            return compared(made(first), made(second)).summary.first?.contains("Compared as JSON") == true
        }
        let json = ("application/json" as String?, "[1]")
        #expect(isJSON(json, (nil, " \n{\"a\":1}")))
        #expect(isJSON(json, ("text/plain", "[2]")))
        #expect(isJSON(json, ("application/problem+json", "2")))
        #expect(!isJSON(json, (nil, "2")))
        #expect(!isJSON(json, ("application/x-ndjson", "[2]")), "lines of JSON are compared as lines")
        #expect(!isJSON((nil, "<a/>"), json))
    }

    // MARK: On the screen

    private func screen(_ first: Response?, _ second: Response?, columns: Int = 100) -> Robot {
        let robot = Robot(columns, 30)
        robot.press("3")
        robot.effects = []
        let job = CompareJob(id: 1, first: side(first, "pinned"), second: side(second, "shown"))
        robot.show(ComparisonView(job))
        return robot
    }

    private func take(_ robot: Robot, isStopped: Bool = false) {
        for case .compare(let job) in robot.take() {
            robot.tell(.compared(job.id, job.run(isStopped: { isStopped }, report: { _ in })))
        }
    }

    @Test func `the keys say what the next press does, and a key of an earlier state does nothing`() {
        let robot = screen(response("[1, 2]"), response("[1.0, 3]"))
        func words() -> [String] { robot.dialogKeys.map(\.1) }
        #expect(words() == ["stop, and show what was found"])
        robot.press("m", "=", "a", "d")
        #expect(robot.takeNames().isEmpty && robot.hasDialog)
        robot.press("q")
        #expect(words() == ["close"] && robot.screen.contains("Stopping."))
        robot.press(.escape)
        #expect(!robot.hasDialog)
        let done = screen(response("[1, 2]"), response("[1.0, 3]"))
        let job = CompareJob(id: 1, first: side(response("[1, 2]")), second: side(response("[1.0, 3]")))
        done.tell(.compared(1, job.run(isStopped: { false }, report: { _ in })))
        let before = done.dialogKeys.map(\.1)
        done.press("m")
        #expect(done.dialogKeys.map(\.1) == ["stop, and show what was found"])
        take(done)
        done.press("=")
        take(done)
        let after = done.dialogKeys.map(\.1)
        #expect(before.count == 3 && after.count == 3 && before.last == "close" && after.last == "close")
        #expect(before.dropLast() != after.dropLast(), "both are the other way round now")
        #expect(zip(before, after).filter { $0.0 == $0.1 }.count == 1)
        done.press("d")
        #expect(!done.hasDialog)
    }

    @Test func `what was found so far says so where nothing was, and offers to compare all`() {
        let robot = screen(response("[1]"), nil)
        robot.press(.escape)
        let job = CompareJob(id: 1, first: side(response("[1]")), second: side(response("[1]")))
        robot.tell(.compared(1, job.run(isStopped: { true }, report: { _ in })))
        let isComplete = job.run(isStopped: { true }, report: { _ in }).isComplete
        #expect(
            robot.dialog.contains { $0.contains("Nothing that differs was found so far.") } == !isComplete)
        #expect(robot.dialogKeys.contains { $0.1 == "compare all" } == !isComplete)
        #expect(robot.screen.contains("no body") && robot.screen.contains("200  3 B  pinned"))
    }
}
