import NetEngine
import TestSupport
import Testing

@testable import Base
@testable import Bodies
@testable import Explorer
@testable import NetEngineRequestLog
@testable import RequestLog
@testable import TerminalUI

/// Going through the responses of a request, pinning one and comparing.
@Suite struct ComparisonScreenTests {
    /// A request that was sent once for each body, with the focus on its response.
    private func robot(
        _ bodies: [String], wire: Int? = nil, columns: Int = 100, rows: Int = 30
    ) throws -> Robot {
        let robot = Robot(columns, rows)
        for body in bodies {
            let id = try #require(robot.send())
            let draft = try #require(robot.sent[id])
            let response = ExchangeFixtures.response(
                status: 200, reason: "OK",
                headers: [
                    HeaderField("Content-Type", "application/json"), HeaderField("X-Length", "\(body.utf8.count)"),
                ],
                body: Array(body.utf8), wire: wire, codings: wire == nil ? [] : ["gzip"])
            robot.finish(ExchangeFixtures.exchange(id.rawValue, draft: draft, response: response))
        }
        robot.press("3")
        return robot
    }

    private func has(_ robot: Robot, _ texts: String..., sourceLocation: SourceLocation = #_sourceLocation) {
        for text in texts {
            #expect(robot.screen.contains(text), "\(text)\n\(robot.screen)", sourceLocation: sourceLocation)
        }
    }

    @Test func `d compares the response with the one before it, headers too`() throws {
        let robot = try robot([#"{"a":1,"b":[1,2]}"#, #"{"a":7,"b":[1,2,30]}"#])
        robot.press("d")
        has(robot, "Comparing")
        robot.compareAll()
        has(
            robot, "1 changed, 1 added", "Compared as JSON", "the one before", "shown", "~ X-Length", "- 17", "+ 20",
            "~ $.a", "- 1", "+ 7", "+ $.b[2]", "+ 30")
        robot.press(.escape)
        #expect(!robot.hasDialog)
    }

    @Test func `each side has the size of what is compared, not of what came on the wire`() throws {
        let robot = try robot([#"{"a":1}"#, #"{"a":77}"#], wire: 444)
        robot.press("d")
        robot.compareAll()
        has(robot, "200  7 B  the one before", "200  8 B  shown")
    }

    @Test(
        arguments: [
            ("text/plain", [0x63, 0xE9, 0x0A, 0x78]), ("text/plain; charset=iso-8859-1", [0x63, 0xE9, 0x0A, 0x78]),
            ("text/plain; charset=utf-16be", [0, 0x63, 0, 0xE9, 0, 0x0A, 0, 0x78]),
        ] as [(String, [UInt8])])
    func `texts are compared as they are shown, whatever their charsets`(type: String, bytes: [UInt8]) {
        func side(_ type: String, _ bytes: [UInt8]) -> CompareJob.Side {
            let response = ExchangeFixtures.response(headers: [HeaderField("Content-Type", type)], body: bytes)
            return CompareJob.Side(
                exchange: ExchangeFixtures.exchange(1, response: response), method: "GET", name: "a", role: "shown")
        }
        let job = CompareJob(id: 1, first: side("text/plain", Array("cé\ny".utf8)), second: side(type, bytes))
        let compared = job.run(isStopped: { false }, report: { _ in })
        let body = compared.entries.drop { $0.place.string != "Body" }.dropFirst()
        #expect(body.map(\.place.string) == ["line 2"])
        #expect(body.first?.second?.string == "x")
    }

    @Test func `from 120 columns both sides are beside each other`() throws {
        let robot = try robot([#"{"a":"old"}"#, #"{"a":"new"}"#], columns: 120)
        robot.press("d")
        robot.compareAll()
        let row = try #require(robot.dialog.first { $0.contains("$.a") })
        #expect(row.contains("\"old\"") && row.contains("\"new\""), "\(robot.screen)")
        robot.resize(119, 30)
        #expect(robot.dialog.first { $0.contains("$.a") }?.contains("\"old\"") == false)
    }

    @Test func `p pins a response, which later ones are compared with, and p again drops it`() throws {
        let robot = try robot([#"{"n":1}"#, #"{"n":2}"#, #"{"n":3}"#])
        robot.press("{", "{")
        has(robot, "Response 1 of 3")
        robot.press("p", "}", "}", "d")
        robot.compareAll()
        has(robot, "pinned", "- 1", "+ 3")
        robot.press(.escape, "{", "{", "p", "}", "}", "d")
        robot.compareAll()
        has(robot, "the one before", "- 2", "+ 3")
    }

    @Test func `braces go through the responses of the request, and stop at both ends`() throws {
        let robot = try robot([#"{"n":"first"}"#, #"{"n":"second"}"#])
        has(robot, "second")
        robot.press("{")
        has(robot, "first", "Response 1 of 2", "Old response")
        _ = robot.take()
        robot.press("{")
        #expect(robot.takeNames() == ["openFirstLogged newest"], "those of earlier sessions are in the request log")
        robot.tell(.loggedExchange(nil, .failure(.init(sentence: "This is the oldest response of all."))))
        has(robot, "This is the oldest response of all.")
        robot.press("}")
        has(robot, "second", "Response 2 of 2")
        #expect(!robot.screen.contains("Old response"))
        robot.press("}")
        #expect(robot.takeNames() == ["openFirstLogged oldest"])
    }

    @Test func `with nothing to compare with d says what to do`() throws {
        let robot = try robot(["{}"])
        _ = robot.take()
        robot.press("d")
        let asked = try Self.askedLog(robot)
        robot.tell(.loggedExchange(nil, .failure(.init(sentence: asked.sentence))))
        has(robot, "There is nothing to compare with: send again, or pin a response with p.")
        #expect(!robot.hasDialog)
    }

    @Test func `d compares the first response of a session with the one before it in the request log`() throws {
        let robot = try robot([#"{"n":2}"#])
        _ = robot.take()
        robot.press("d")
        let reading = try Self.askedLog(robot).reading
        #expect(reading.page == .newest && reading.limit == 1)
        let shown = Self.row(9, secondsAgo: 0)
        #expect(reading.condition.matches(Self.row(3, secondsAgo: 60)))
        #expect(!reading.condition.matches(shown), "the copy of the one in view")
        #expect(!reading.condition.matches(Self.row(4, secondsAgo: 30, status: nil)), "it has no response")
        robot.tell(.loggedExchange(Self.row(3, secondsAgo: 60), .success(Self.logged(3, secondsAgo: 60, #"{"n":1}"#))))
        robot.compareAll()
        has(robot, "the one before, of ", "- 1", "+ 2")
    }

    @Test func `d on a response of the request log compares with the one before it, not with one of this session`()
        throws
    {
        let robot = try robot([#"{"n":3}"#, #"{"n":4}"#])
        robot.open(Self.row(2, secondsAgo: 60), Self.logged(2, secondsAgo: 60, #"{"n":2}"#))
        _ = robot.take()
        robot.press("d")
        let reading = try Self.askedLog(robot).reading
        #expect(reading.condition.matches(Self.row(1, secondsAgo: 90)))
        #expect(!reading.condition.matches(Self.row(2, secondsAgo: 60)))
        robot.tell(.loggedExchange(Self.row(1, secondsAgo: 90), .success(Self.logged(1, secondsAgo: 90, #"{"n":1}"#))))
        robot.compareAll()
        has(robot, "- 1", "+ 2")
    }

    @Test func `the answer of the log for a response that is not in view any more is dropped`() throws {
        let robot = try robot([#"{"n":1}"#])
        robot.press("d")
        _ = robot.take()
        let id = try #require(robot.send())
        robot.finish(ExchangeFixtures.exchange(id.rawValue, draft: try #require(robot.sent[id])))
        robot.tell(.loggedExchange(Self.row(3, secondsAgo: 60), .success(Self.logged(3, secondsAgo: 60, #"{"n":0}"#))))
        #expect(!robot.hasDialog)
        #expect(!robot.screen.contains("Old response"))
        #expect(robot.toastText?.hasPrefix("Not shown, because another response came into view") == true)
    }

    private static func askedLog(_ robot: Robot) throws -> (reading: LogReading, sentence: String) {
        let asked = robot.take().compactMap { effect -> (reading: LogReading, sentence: String)? in
            guard case .openFirstLogged(let reading, let sentence) = effect else { return nil }
            return (reading, sentence)
        }
        return try #require(asked.last)
    }

    /// That long before the start of all exchanges of the fixtures.
    private static func moment(secondsAgo: Int64) -> Timestamp {
        Timestamp(microsecondsSince1970: ExchangeFixtures.start.microsecondsSince1970 - secondsAgo * 1_000_000)
    }

    /// A row of the request that is open at first.
    private static func row(_ id: Int64, secondsAgo: Int64, status: Int? = 200) -> LogRow {
        LogRow(
            id: id, change: id, startedAt: moment(secondsAgo: secondsAgo), method: "GET", url: "http://h/orders",
            host: "h", path: "/orders", name: "list orders", file: "/c/orders.http", source: .screen,
            process: "apitui", pid: 7, status: status, duration: .milliseconds(132))
    }

    /// The exchange of a row.
    private static func logged(_ id: Int64, secondsAgo: Int64, _ body: String) -> Exchange {
        let response = ExchangeFixtures.response(
            headers: [HeaderField("Content-Type", "application/json")], body: Array(body.utf8))
        let exchange = ExchangeFixtures.exchange(response: response)
        return Exchange(
            id: ExchangeID(logged: id), draft: exchange.draft, startedAt: moment(secondsAgo: secondsAgo),
            hops: exchange.hops, timings: exchange.timings, error: nil)
    }

    @Test func `Esc ends a comparison that runs, and shows what was found so far`() throws {
        let robot = try robot([#"{"n":1}"#, #"{"n":2}"#])
        robot.press("d")
        guard case .compare(let job)? = robot.take().last else {
            Issue.record("no comparison was asked for")
            return
        }
        robot.tell(.comparing(job.id, 0.4))
        has(robot, "40 % done")
        robot.press(.escape)
        #expect(robot.takeNames() == ["stopComparing \(job.id)"])
        has(robot, "Stopping")
        robot.tell(.compared(job.id, job.run(isStopped: { true }, report: { _ in })))
        has(robot, "found so far", "compare all")
        robot.press("a")
        robot.compareAll()
        has(robot, "1 changed", "- 1", "+ 2")
    }

    @Test func `moves and numbers are compared as the user wants`() throws {
        let robot = try robot(["[1, 2, 3]", "[3.0, 1, 2]"])
        robot.press("d")
        robot.compareAll()
        has(robot, "1 moved", "> $[2")
        robot.press("m")
        robot.compareAll()
        has(robot, "1 added, 1 removed")
        robot.press("=")
        robot.compareAll()
        has(robot, "+ 3.0", "- 3")
    }

    @Test func `a late result of an earlier comparison changes nothing`() throws {
        let robot = try robot(["[1]", "[2]"])
        robot.press("d")
        robot.compareAll()
        robot.press("m")
        let effects = robot.take()
        guard case .compare(let job)? = effects.last else {
            Issue.record("no comparison was asked for")
            return
        }
        var old = job
        old.id -= 1
        robot.tell(.compared(old.id, old.run(isStopped: { false }, report: { _ in })))
        has(robot, "Comparing")
    }

    @Test func `bodies that are the same say so`() throws {
        let robot = try robot(["{}", "{}"])
        robot.press("d")
        robot.compareAll()
        has(robot, "The bodies are the same", "Nothing differs.")
    }

    @Test func `control characters of a body are visible and harmless`() throws {
        let robot = try robot([#"{"a":"x"}"#, "{\"a\":\"\u{202E}y\"}"])
        robot.press("d")
        robot.compareAll()
        has(robot, "\\u{202E}")
    }
}
