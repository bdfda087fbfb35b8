import NetEngine
import TestSupport
import Testing

@testable import Explorer
@testable import HTTPFormat
@testable import TerminalUI
@testable import Workspace

/// What is said before, while and after requests are sent, what is offered in braces, and what is said of changed files.
@Suite struct SendWordsTests {
    private static let text = """
        @one = 1
        @two = 2

        ### use
        # @ref login
        GET http://h/use

        ###
        @three = 3

        ### login
        # @name login
        GET http://h/login

        """

    private static func robot(environment: String? = "dev") -> Robot {
        Robot(files: [("a.http", text)], environment: environment)
    }

    private static func job(_ robot: Robot) throws -> ResolveJob {
        robot.press("s")
        let jobs = robot.take(where: { if case .resolve = $0 { true } else { false } })
        return try #require(jobs.compactMap { if case .resolve(let job) = $0 { job } else { nil } }.last)
    }

    // MARK: Why nothing is sent

    @Test func `a name without a value is named with its place, and what can be done`() throws {
        let zone = UnresolvedVariable(name: "zone", line: 6, reason: "no variable of that name")
        var large = UnresolvedVariable(name: "x", line: 7, reason: "it is too long")
        large.isOverLimit = true
        let ways = "or give the name a value on the Vars tab with e"
        for (environment, names, text) in [
            (
                "dev", [zone],
                "Not sent: unresolved variables | {{zone}}  a.http:6  no variable of that name |  | Environment: dev.  "
                    + "| Choose another with , \(ways)"
            ),
            (
                nil, [zone],
                "Not sent: unresolved variables | {{zone}}  a.http:6  no variable of that name |  "
                    + "| No environment is chosen.  | Choose one with , \(ways)"
            ),
            (
                "dev", [zone, large],
                "Not sent: request-build | {{zone}}  a.http:6  no variable of that name | {{x}}  a.http:7  it is too long |  "
                    + "| Environment: dev.  | Choose another with , \(ways)"
            ),
        ] as [(String?, [UnresolvedVariable], String)] {
            let robot = Self.robot(environment: environment)
            robot.press("s")
            robot.resolveAll { $0.purpose == .send ? .unresolved(names, uses: []) : .refused(sentence: "No.", line: 1) }
            #expect(robot.spoken == text)
            // The key of environments works in it.
            robot.press(",")
            #expect(robot.dialogKind == "EnvironmentPicker")
        }
        let refused = Self.robot()
        refused.press("s")
        refused.resolveAll { _ in .refused(sentence: "No.", line: 1) }
        #expect(refused.spoken == "Not sent | No.")
    }

    @Test func `a step that can never be sent is named with its place`() throws {
        let robot = Self.robot()
        let job = try Self.job(robot)
        let document = HTTPDocument(bytes: Array(Self.text.utf8))
        let step = SendPlan.Step(
            file: job.file, request: document.requests[1], reason: .dependency(of: "use", line: 5, isForced: false),
            problem: .init(line: 12, reason: "its body file is missing"))
        robot.tell(.planned(job, SendPlan(steps: [step])))
        #expect(robot.spoken == "Not sent | login cannot be sent. | a.http:12: its body file is missing")
        #expect(!robot.hasChain)
    }

    @Test func `each step of several is said, then how many were sent`() throws {
        let robot = Self.robot()
        let job = try Self.job(robot)
        let requests = HTTPDocument(bytes: Array(Self.text.utf8)).requests
        try #require(requests.count == 2)
        let steps = [
            SendPlan.Step(
                file: job.file, request: requests[1], reason: .dependency(of: "use", line: 5, isForced: false)),
            SendPlan.Step(file: job.file, request: requests[0], needs: [0], requires: [0]),
        ]
        robot.tell(.planned(job, SendPlan(steps: steps)))
        #expect(robot.toastText == "Sending 1 of 2: login.")
        let first = try #require(robot.resolveAll().last)
        #expect(robot.sender(of: first) == "login" || robot.sender(of: first) == "use")
        try robot.finish(first, .ok)
        #expect(robot.toastText == "Sending 2 of 2: use.")
        let second = try #require(robot.resolveAll().last)
        try robot.finish(second, .ok)
        #expect(robot.toastText == "2 requests were sent." && !robot.hasChain)
        robot.tell(.responseWritten(.success("/c/out/a.json"), of: second))
        #expect(robot.toastText == "The response was written to out/a.json.")
    }

    // MARK: In braces

    @Test func `braces offer what counts first: the nearest lines above, those below, the environment, requests`() {
        for (environment, end) in [
            ("dev", "base http://127.0.0.1:8080 env dev"), (nil, "base http://127.0.0.1:8080 env dev, not chosen"),
        ] as [(String?, String)] {
            let robot = Self.robot(environment: environment)
            robot.script("2 i ^U {{")
            let words = robot.listRows.split { $0 == " " || $0 == "\n" }.joined(separator: " ")
            #expect(
                words.hasPrefix(
                    "two 2 this file, line 2 one 1 this file, line 1 three 3 this file, line 9 \(end) "
                        + "login request GET not sent yet"), "\(words)")
        }
    }

    @Test func `after the name of a request its sides and their parts are offered`() {
        for (typed, rows) in table(
            """
            {{login. -> response What the server sent. request What was sent.
            {{login.response. -> body The body of the response; a path follows, or * for all. headers A header of the response, by its name. cookies A cookie of the response, by its name. status The status, a number.
            {{login.request. -> body The body of the request; a path follows, or * for all. headers A header of the request, by its name. cookies A cookie of the request, by its name.
            """)
        {
            let robot = Self.robot()
            robot.script("2 i ^U \(typed)")
            let words = robot.listRows.split { $0 == " " || $0 == "\n" }.joined(separator: " ")
            #expect(words.hasPrefix(rows), "\(words)")
        }
    }

    @Test func `headers and cookies of the last response are offered by name, each once, cookies without values`()
        throws
    {
        let robot = Self.robot()
        robot.script("G")
        let id = try #require(robot.send())
        let headers = HeaderFields([
            HeaderField("X-Id", "7"), HeaderField("x-id", "8"), HeaderField("Set-Cookie", "sid=1; Path=/"),
            HeaderField("Set-Cookie", "theme=dark"),
        ])
        let response = ExchangeFixtures.response(status: 200, headers: headers, body: Array("{}".utf8))
        robot.finish(
            ExchangeFixtures.exchange(id.rawValue, draft: try #require(robot.sent[id]), response: response))
        func offered(_ text: String) -> String {
            let typing = robot.copy()
            typing.script("1 g j 2 i ^U \(text)")
            return typing.listRows.split { $0 == " " || $0 == "\n" }.joined(separator: " ")
        }
        #expect(offered("{{login.response.cookies.").hasPrefix("sid (private) theme (private)"))
        let found = offered("{{login.response.headers.")
        #expect(found.hasPrefix("X-Id 7 Set-Cookie ") && !found.contains("x-id") && !found.contains("dark"), "\(found)")
    }

    // MARK: Files

    @Test func `what was done to files and folders is said, with the key that takes it back`() {
        let entry = Trash.Entry(id: "1-0", path: "/c/orders.http")
        let past = DoneOperation(number: 1, inverse: .make("/c/x.http"), edits: 0)
        for (operation, undone, inverse, sentence) in [
            (.make("/c/f/new.http"), false, .discard("/c/f/new.http"), "f/new.http was made; u takes it back."),
            (
                .move("/c/orders.http", to: "/c/x.http"), false, .move("/c/x.http", to: "/c/orders.http"),
                "orders.http is x.http now; u takes it back."
            ),
            (.move("/c/orders.http", to: "/c/x.http"), true, nil, "orders.http is x.http again."),
            (.discard("/c/orders.http"), false, .restore(entry), "orders.http is in the trash; u takes it back."),
            (.discard("/c/orders.http"), true, .restore(entry), "orders.http is in the trash; U brings it back."),
            (.discard("/c/orders.http"), false, nil, "orders.http was not on disk, only here; u takes it back."),
            (.discard("/c/none.http"), false, nil, "none.http was not on disk any more."),
            (.restore(entry), true, .discard("/c/orders.http"), "orders.http is back."),
            (.recall("/c/orders.http"), true, .discard("/c/orders.http"), "orders.http is back, unsaved."),
        ] as [(FileOperation, Bool, FileOperation?, String)] {
            let robot = Robot()
            let job = FileJob(operation: operation, undone: undone ? past : nil)
            robot.tell(.filesWereChanged(job, .success(inverse)))
            #expect(robot.toastText == sentence, "\(operation)")
            #expect(robot.takeNames().contains("loadCollection"), "\(operation)")
        }
    }

    @Test func `what an import has beside files is said`() {
        let robot = Robot()
        robot.tell(.importedValuesAdded(.success(["/c/http-client.env.json", "/c/f/x.json"])))
        #expect(robot.toastText == "Written: http-client.env.json, f/x.json.")
        for (stored, sentence) in [
            (0, "3 recorded responses could not be put into the history."),
            (2, "1 recorded response could not be put into the history."), (3, nil),
        ] as [(Int, String?)] {
            let robot = Robot()
            robot.tell(.importRecorded(stored: stored, of: 3))
            #expect(robot.toastText == sentence)
        }
    }
}
