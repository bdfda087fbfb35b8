import NetEngine
import TestSupport
import Testing

@testable import HTTPFormat
@testable import Workspace

/// A body that does not fit in memory as a tree: its checks say so, the others are evaluated.
@Suite struct CheckMemoryTests {
    private func exchange(_ count: Int, in file: SpooledBody? = nil) -> Exchange {
        var response = Response(
            status: 200, reason: [], httpVersion: .http1_1, headers: [HeaderField("Content-Type", "application/json")],
            rawHead: [], body: [UInt8](repeating: 0x31, count: count), wireBodyByteCount: nil, isComplete: true)
        if let file { response = Response(response, content: BodyBytes(file), isComplete: true) }
        let timings = PhaseTimings(total: .milliseconds(1))
        return Exchange(
            id: ExchangeID(rawValue: 1), draft: RequestDraft(url: "http://h/"),
            startedAt: Timestamp(microsecondsSince1970: 0),
            hops: [ExchangeFixtures.hop(response: response, timings: timings)], timings: timings, error: nil)
    }

    @Test(
        arguments: [
            .body(path: nil), .body(path: "$"), .xpath("/a"), .script("response.parsedBody.a"),
            .script("response.body"),
        ] as [Check.Subject])
    func `a large body is parsed only if there is memory for it`(subject: Check.Subject) {
        var asked: [Int] = []
        let checked = CheckedExchange(exchange(9 << 20)) { count in
            asked.append(count)
            return false
        }
        for _ in 0..<3 {
            guard case .notEvaluated(let clause) = checked.finding(subject) else {
                Issue.record("it was read")
                return
            }
            #expect(clause == "there is too little memory to parse a body of 9437184 bytes")
        }
        // Asked once for all checks of the exchange; all of the text is a copy beside the tree.
        let isText = subject == .body(path: nil) || subject == .script("response.body")
        #expect(asked == [isText ? 54 << 20 : 36 << 20])
    }

    private func file(_ text: String) throws -> SpooledBody {
        let file = try SpooledBody(in: ["/tmp"])
        try Array(text.utf8).withUnsafeBytes { try file.append($0) }
        return file
    }

    @Test func `a body in a file is checked like any other`() throws {
        let checked = CheckedExchange(exchange(0, in: try file(#"{"a": [1, 2]}"#))) { _ in false }
        guard case .found(let value) = checked.finding(.body(path: "$.a[1]")),
            case .found(let whole) = checked.finding(.body(path: nil)),
            case .found(let step) = checked.finding(.script("response.parsedBody.a"))
        else {
            Issue.record("it was not read")
            return
        }
        #expect(value.value == .number("2"))
        #expect(whole.bytes == Array(#"{"a": [1, 2]}"#.utf8))
        #expect(step.value == .json("[1, 2]", isArray: true))
        #expect(checked.incompleteness == nil)
    }

    @Test func `a large body in a file needs memory for its bytes too`() throws {
        var asked: [Int] = []
        let text = String(repeating: " ", count: 9 << 20)
        let checked = CheckedExchange(exchange(0, in: try file(text))) { count in
            asked.append(count)
            return false
        }
        guard case .notEvaluated(let clause) = checked.finding(.body(path: "$")) else {
            Issue.record("it was read")
            return
        }
        #expect(clause == "there is too little memory to parse a body of 9437184 bytes")
        #expect(asked == [45 << 20])
    }

    @Test func `of a body that is too large to be searched others are told nothing that its name calls a secret`() {
        let secrets = #"{"token": "t0ken-of-ann", "user": {"n": 1}, "pin": "1234-5678", "name": "ann"}"#
        func told(_ checks: [String], _ log: RequestLogOptions) -> [String] {
            var draft = RequestDraft(url: "http://h/")
            draft.options.log = log
            let headers: HeaderFields = [
                HeaderField("Content-Type", "application/json"), HeaderField("X-Token", "secret-token-1"),
                HeaderField("Set-Cookie", "sid=cookie-secret"), HeaderField("X-Count", "12"),
                HeaderField("X-Pin", "1234-5678"),
            ]
            let exchange = ChainingFixtures.exchange(
                draft, headers: headers, body: secrets + String(repeating: " ", count: CheckedExchange.mostTold))
            let prepared = checks.map {
                PreparedCheck(SavedRequest.AssertionLine(text: $0, spelling: .questionMarks, line: 1))
            }
            return Checks.evaluate(prepared, exchange).told.results.map {
                "\($0.verdict.rawValue) \($0.expected) | \($0.actual ?? "-")"
            }
        }
        let checks = [
            "body $.token == t0ken-of-ann", "body $.token.length == 12", "body $.user exists", "body $.pin != 0",
            "js response.parsedBody.token endsWith ann", "header X-Token == secret-token-1",
            "header set-cookie includes sid", "header x-pin == 1234-5678",
        ]
        let open = ["body $.name == ann", "header X-Count == 12", "status == 200"]
        #expect(
            told(checks + open, RequestLogOptions(secretNames: ["pin", "x-pin"])) == [
                "passed == [redacted] | [redacted]", "passed == 12 | [redacted]", "passed exists | [redacted]",
                "passed != 0 | [redacted]", "passed endsWith ann | [redacted]", "passed == [redacted] | [redacted]",
                "passed includes sid | [redacted]", "passed == [redacted] | [redacted]",
                "passed == ann | ann", "passed == 12 | 12", "passed == 200 | 200",
            ])
        // Of a path it is not known what it leads to.
        #expect(
            told(open, RequestLogOptions(secretPaths: ["$.user"])) == [
                "passed == ann | [redacted]", "passed == 12 | 12", "passed == 200 | 200",
            ])
    }

    @Test func `a reference looks into a body in a file`() throws {
        let exchange = exchange(0, in: try file(#"{"token": "t1"}"#))
        let entry = try #require(ResponseMemory.Entry(exchange))
        guard case .reference(let reference)? = ChainReference.read("login.response.body.$.token") else {
            Issue.record("it is not a reference")
            return
        }
        #expect(try ChainValue(entry: entry).value(of: reference).get() == "t1")
        // It takes no memory from those that are kept in memory.
        var memory = ResponseMemory(maxBytes: 4)
        let key = ResponseMemory.Key(file: "/a.http", environment: nil, id: "login")
        memory.remember(entry, for: key)
        #expect(memory[key]?.body == Array(#"{"token": "t1"}"#.utf8))
        #expect(memory.byteCount == 0)
    }

    @Test func `what is not in the body, or small, needs none`() {
        let large = CheckedExchange(exchange(9 << 20)) { _ in false }
        guard case .found = large.finding(.status), case .found = large.finding(.header("Content-Type")) else {
            Issue.record("it was refused")
            return
        }
        let small = CheckedExchange(exchange(1)) { _ in false }
        guard case .found = small.finding(.body(path: "$")) else {
            Issue.record("it was refused")
            return
        }
    }

    @Test func `up to eight mebibytes nobody asks for memory`() {
        for (count, wanted) in [(8 << 20, []), ((8 << 20) + 1, [4 * ((8 << 20) + 1)])] as [(Int, [Int])] {
            var asked: [Int] = []
            let checked = CheckedExchange(exchange(count)) { bytes in
                asked.append(bytes)
                return false
            }
            let hasMemory = checked.hasMemory
            #expect(hasMemory == wanted.isEmpty && asked == wanted)
            let mayParse = checked.mayParse(count)
            #expect(mayParse == wanted.isEmpty && asked == wanted + wanted)
        }
    }

    @Test func `a text is looked for secrets from four bytes up to 16 KiB`() {
        let entry = ChainingFixtures.answer(#"{"token": "t0ken-of-ann", "pin": "x"}"#)
        #expect(entry.holdsSecret("t0ken-of-ann") && entry.holdsSecret("a t0ken-of-ann b"))
        #expect(!entry.holdsSecret("another text") && !entry.holdsSecret("") && !entry.holdsSecret("t0k"))
        let rest = String(repeating: " ", count: (16 << 10) - "t0ken-of-ann".utf8.count)
        #expect(entry.holdsSecret("t0ken-of-ann" + rest) && !entry.holdsSecret("t0ken-of-ann " + rest))
    }
}
