import Base
import NetEngine
import TestSupport
import Testing

@testable import HTTPFormat
@testable import Workspace

/// Tests and assertions of scripts are checks; what they set is there for later requests, what they log beside the checks.
struct HandlerChecksTests {
    private func request(_ script: String, above: String = "") throws -> (SavedRequest, CollectionFile) {
        let file = ChainingFixtures.file("### first\n\(above)POST http://h/\n\n> {%\(script)%}\n")
        return (try #require(file.document.requests.first), file)
    }

    private func exchange(
        _ body: String = #"{"id": 7, "name": "tea"}"#, status: Int = 200, error: ErrorCategory? = nil
    ) -> Exchange {
        ChainingFixtures.exchange(
            status: status, headers: [HeaderField("Content-Type", "application/json")], body: body, error: error)
    }

    private func report(
        _ script: String, _ exchange: Exchange, memory: ResponseMemory = ResponseMemory()
    ) throws -> CheckReport {
        let (request, file) = try request(script)
        let resolver = RequestResolver()
        let checks = resolver.checks(
            of: request, in: file, context: ChainingFixtures.context(memory: memory), uses: [])
        return Checks.evaluate(checks, exchange)
    }

    private func lines(_ report: CheckReport) -> [String] {
        report.results.map { "\($0.line) \($0.verdict.rawValue) \(CheckOutput.sentence($0).string)" }
    }

    @Test func `tests and assertions are checks at their lines`() throws {
        let report = try report(
            """
              client.test("created", function () {
                client.assert(response.status === 200, "Response status is not 200");
              });
              client.test(`has ${1 + 1} parts`, () => {
                client.assert(response.body.id === 8, "id is " + response.body.id)
              })
              client.assert(response.body.name)
            """, exchange())
        #expect(
            lines(report) == [
                "4 passed created",
                "7 failed has 2 parts: was 7 (response.body.id === 8 is not so: id is 7)",
                "10 passed response.body.name",
            ])
        #expect(report.results.map(\.expected) == ["response.status === 200", "response.body.id === 8", "true"])
        #expect(report.results.map(\.actual) == ["200", "7", "tea"])
    }

    @Test func `of two values the one that is not written in the script is what came`() throws {
        let report = try report(
            """
            client.assert(response.body.id > 6)
            client.assert(6 < response.body.id)
            client.assert(-6 < response.body.id)
            client.assert(!1 !== response.body.id)
            client.assert(!0)
            """, exchange())
        #expect(report.results.map(\.verdict) == [.passed, .passed, .passed, .passed, .passed])
        #expect(report.results.map(\.actual) == ["7", "7", "7", "7", nil])
        #expect(
            report.results.map(\.expected) == [
                "> 6", "6 < response.body.id", "-6 < response.body.id", "!1 !== response.body.id", "true",
            ])
    }

    @Test func `a comment that cannot be read as a check is a warning beside the checks, and no check`() throws {
        func report(_ lines: String) throws -> CheckReport {
            let file = ChainingFixtures.file("### first\n\(lines)\nGET http://h/\n")
            let request = try #require(file.document.requests.first)
            let checks = RequestResolver().checks(of: request, in: file, context: ChainingFixtures.context(), uses: [])
            return Checks.evaluate(checks, exchange())
        }
        let mixed = try report("# @assert statsu == 404\n# @assert status == 200\n# @assert")
        #expect(
            lines(mixed) == [
                "3 passed status == 200",
                "2 warning statsu == 404: it is not checked, because statsu is not one of status, header, duration, "
                    + "body, js, xpath, cache, error",
                "4 warning @assert: it is not checked, because it is empty",
            ])
        #expect(mixed.score == "1/1, 2 warnings")
        var totals = CheckTotals()
        totals.add(mixed)
        totals.add(try report("# @assert response.statusCode in [200]"))
        #expect(totals == CheckTotals(passed: 1, warnings: 3, unchecked: 1))
    }

    @Test func `a script that is not run is a warning, and no check`() throws {
        let report = try report(
            "\n  try { client.test(\"never\", () => client.assert(false)) } catch (e) {}\n", exchange())
        #expect(
            lines(report) == [
                "5 warning script: it is not run: line 5 has the keyword try, and only simple statements are read"
            ])
        #expect(report.score == "0/0, 1 warning")
        var totals = CheckTotals()
        totals.add(report)
        #expect(totals == CheckTotals(warnings: 1, unchecked: 1))
        for (text, line) in [
            ("> ./tests.js", 4), ("> {% client.test(", 4), ("?? status == 200\n> {% for (;;) { f() } %}", 5),
        ] {
            let file = ChainingFixtures.file("### first\nPOST http://h/\n\n\(text)\n")
            let request = try #require(file.document.requests.first)
            let checks = RequestResolver().checks(of: request, in: file, context: ChainingFixtures.context(), uses: [])
            let results = Checks.evaluate(checks, exchange()).results
            #expect(results.last?.verdict == .warning && results.last?.line == line, "\(text): \(results)")
            #expect(results.last?.reason?.hasPrefix("it is not run") == true, "\(text): \(results)")
        }
    }

    @Test func `an assertion that fails ends the script, and what follows is not evaluated`() throws {
        let report = try report(
            """
            client.assert(response.status === 201, "not created")
            client.test("later", () => client.assert(true))
            client.log("never")
            """, exchange())
        #expect(
            lines(report) == [
                "4 failed response.status === 201: was 200 (not created)",
                "5 not-evaluated later: not evaluated, the script ended at line 4",
            ])
        #expect(report.logs.isEmpty)
    }

    @Test func `a secret in the name of a test is told to nobody`() throws {
        let exchange = exchange("{\"access_token\": \"tok-1234567\"}")
        let report = try report("client.test(\"T \" + response.body.access_token, () => {})", exchange)
        #expect(report.results.map(\.text) == ["T tok-1234567"])
        #expect(report.told.results.map(\.text) == ["T [redacted]"])
    }

    @Test func `an error in a test fails it alone`() throws {
        let report = try report(
            "client.test(\"a\", () => { client.assert(response.body.user.name) }); client.test(\"b\", () => {})",
            exchange())
        #expect(
            lines(report) == [
                "4 failed a: response.body.user is undefined, so it has no name", "4 passed b",
            ])
    }

    @Test func `however a test ends, the tests after it are evaluated, unless it ends the script`() throws {
        let report = try report(
            """
            client.test("long", () => { client.log("x".repeat(1e9)) })
            client.test("no message", () => { client.assert(response.status === 201, "") })
            client.test("not read", () => { client.log(Object.keys("a".match(/a/))) })
            client.test("exit", () => { client.assert(true); client.exit(); client.assert(false) })
            client.test("never", () => { client.assert(false) })
            """, exchange())
        #expect(
            lines(report) == [
                "4 failed long: the test was given up: a text becomes longer than 16 MiB",
                "5 failed no message: was 200 (response.status === 201 is not so)",
                "6 not-evaluated not read: not evaluated, Object.keys of a match() result is not supported here",
                "7 passed exit",
            ])
    }

    @Test func `an error outside of tests is a failed check of its statement`() throws {
        let report = try report(
            "\nif (response.status) {\n  client.global.set(\"u\", response.body.user.name)\n}", exchange())
        #expect(
            lines(report) == [
                "6 failed client.global.set(\"u\", response.body.user.name): "
                    + "response.body.user is undefined, so it has no name"
            ])
    }

    @Test(arguments: [
        ("client.test(\"t\", () => client.assert(response.status === 404))", true),
        ("client.assert(response.status == 404 && response.body.id)", true),
        ("client.assert([404, 410].includes(response.status))", true),
        ("test.status(404)", true),
        ("client.assert(response.status === 404 || response.status === 410)", true),
        ("client.assert(response.status !== 200)", false),
        ("client.assert([0, 404].indexOf(response.status))", false),
        ("client.assert([404, 7].includes(response.body.id))", false),
        ("client.assert(response.body.id === 7)", false),
        ("client.assert(response.status === 404 || response.body.id)", false),
    ])
    func `a status that a script asks for is no failure`(script: String, excuses: Bool) throws {
        let report = try report(script, exchange(status: 404, error: .clientError))
        #expect(report.failed == 0)
        #expect(report.excusesError == excuses)
    }

    @Test func `without a response nothing is evaluated`() throws {
        let exchange = Exchange(
            id: ExchangeID(rawValue: 1), draft: RequestDraft(url: "http://h/"),
            startedAt: Timestamp(microsecondsSince1970: 0), hops: [], timings: PhaseTimings(),
            error: EngineError(category: .connect, sentence: "s", hint: "h"))
        let report = try report("client.test(\"t\", () => {}); client.assert(true); client.log(1)", exchange)
        #expect(report.results.map(\.verdict) == [.notEvaluated, .notEvaluated])
        #expect(report.results.first?.reason == "no response came")
    }

    @Test func `what a script logs is beside the checks`() throws {
        let report = try report(
            "client.log(\"id\", response.body.id, response.body)\nconsole.error(`status ${response.status}`)",
            exchange())
        #expect(report.isEmpty)
        #expect(
            report.logs == [
                HandlerLog(text: #"id 7 {"id": 7, "name": "tea"}"#, line: 4), HandlerLog(text: "status 200", line: 5),
            ])
    }

    @Test func `a body of another type is a text unless it is JSON`() throws {
        func report(_ script: String, _ type: String, _ body: String) throws -> [CheckResult.Verdict] {
            let headers: HeaderFields = type.isEmpty ? [] : [HeaderField("Content-Type", type)]
            let exchange = ChainingFixtures.exchange(headers: headers, body: body)
            return try self.report(script, exchange).results.map(\.verdict)
        }
        let isText = "client.assert(typeof response.body === \"string\")"
        #expect(try report(isText, "text/plain", "hello") == [.passed])
        #expect(try report(isText, "application/json", "{broken") == [.passed])
        #expect(try report(isText, "text/plain", #"{"a": 1}"#) == [.failed])
        #expect(try report(isText, "text/plain", " \n[1]") == [.failed])
        #expect(try report(isText, "text/plain", "[1") == [.passed])
        #expect(try report(isText, "application/json", "5") == [.failed])
        #expect(try report("client.assert(response.body[1] === 6)", "text/plain", " \n[5, 6]") == [.passed])
        #expect(try report(isText, "text/plain", "[5, 6") == [.passed])
        #expect(try report(isText, "text/plain", "5") == [.passed])
        #expect(try report(isText, "", "5") == [.passed])
        #expect(try report(isText, "", "[5]") == [.failed])
        let isNotParsed = "client.assert(response.parsedBody === undefined)"
        #expect(try report(isNotParsed, "text/plain", "hello") == [.passed])
        #expect(try report(isNotParsed, "application/json", "[1") == [.passed])
        #expect(try report(isNotParsed, "text/plain", "[1]") == [.failed])
        #expect(try report("client.assert(JSON.parse(response.body).a === 1)", "text/plain", #"{"a": 1}"#) == [.passed])
        #expect(try report("client.assert(JSON.parse(response.body) === 5)", "text/plain", "5") == [.passed])
    }

    // MARK: values for later requests

    private func remembered(
        _ script: String, above: String = "", _ exchange: Exchange, into memory: inout ResponseMemory
    ) throws {
        let (request, file) = try request(script, above: above)
        let checks = RequestResolver().checks(
            of: request, in: file, context: ChainingFixtures.context(memory: memory), uses: [])
        let record = try #require(
            ResponseMemory.Record(
                exchange, of: request, file: file.path, root: "/c", environment: nil,
                handlers: checks.compactMap(\.handler)))
        memory.add(record)
    }

    @Test func `what a script sets is there for later requests, conditions included`() throws {
        var memory = ResponseMemory()
        try remembered(
            """
            const data = response.body
            if (response.status === 200) { client.global.set("token", "Bearer " + data.name) } else { client.global.set("no", 1) }
            """, exchange(), into: &memory)
        #expect(memory.capture("token", environment: nil)?.value == "Bearer tea")
        #expect(memory.capture("token", environment: nil)?.line == 5)
        #expect(memory.capture("no", environment: nil) == nil)
    }

    @Test(arguments: [
        (#"client.global.set("copy", request.environment.get("own"))"#, true),
        (#"client.global.set("copy", "Bearer " + response.body.access)"#, true),
        (#"client.global.set("copy", response.body.name)"#, false),
        (#"client.global.set("copyToken", response.body.name)"#, true),
        (#"const x = request.environment.get("plain"); client.global.set("copy", x)"#, false),
    ])
    func `what a script sets from a private value, or from a secret of the response, is a secret`(
        script: String, isSecret: Bool
    ) throws {
        var set = EnvironmentSet()
        set.variables[EnvironmentSet.shared] = [
            "own": .init(value: "own-value", reason: nil, file: "/c/p.json", isPrivate: true),
            "plain": .init(value: "plain-value", reason: nil, file: "/c/e.json", isPrivate: false),
        ]
        let exchange = exchange(#"{"token": "t0ken-of-ann", "access": "t0ken-of-ann", "name": "tea"}"#)
        for above in ["", "< {%client.global.set(\"early\", request.environment.get(\"own\"))%}\n"] {
            let (request, file) = try request(script, above: above)
            let context = ChainingFixtures.context(environments: set)
            let checks = RequestResolver().checks(of: request, in: file, context: context, uses: [])
            let record = try #require(
                ResponseMemory.Record(
                    exchange, of: request, file: file.path, root: "/c", environment: nil,
                    handlers: checks.compactMap(\.handler)))
            var memory = ResponseMemory()
            memory.add(record)
            let name = script.contains("copyToken") ? "copyToken" : "copy"
            #expect(memory.capture(name, environment: nil)?.isSecret == isSecret)
            #expect(above.isEmpty || memory.capture("early", environment: nil)?.isSecret == true)
            let later = ChainingFixtures.file("### later\nGET http://h/{{\(name)}}\n")
            let next = try #require(later.document.requests.first)
            let outcome = RequestResolver().resolve(
                next, in: later, context: ChainingFixtures.context(RequestScope(later), memory: memory))
            #expect(outcome.uses.map(\.isSecret) == [isSecret])
        }
    }

    @Test func `a variable that is set to nothing is removed`() throws {
        var memory = ResponseMemory()
        try remembered("client.global.set(\"a\", 1); client.global.set(\"b\", 2)", exchange(), into: &memory)
        try remembered(
            "client.global.set(\"a\", response.body.nothing); client.global.clear(\"b\")", exchange(), into: &memory)
        #expect(memory.capture("a", environment: nil) == nil)
        #expect(memory.capture("b", environment: nil) == nil)
    }

    @Test func `a script reads variables`() throws {
        var memory = ResponseMemory()
        try remembered("client.global.set(\"wanted\", 7)", exchange(), into: &memory)
        let report = try report(
            "client.test(\"same\", () => client.assert(response.body.id == client.global.get(\"wanted\")))", exchange(),
            memory: memory)
        #expect(report.results.map(\.verdict) == [.passed])
        #expect(try self.report("client.assert(client.global.get(\"nope\") === undefined)", exchange()).failed == 0)
    }

    @Test func `a script above a request sets its variables`() throws {
        let file = ChainingFixtures.file(
            """
            @user = ada

            ### first
            < {%
              request.variables.set("title", "Hello " + request.environment.get("user"))
              client.global.set("seed", 5)
              request.variables.set("id", $random.uuid)
            %}
            POST http://h/{{title}}?{{seed}}&{{id}}&{{id}}

            ### second
            GET http://h/{{seed}}
            """)
        let request = try #require(file.document.requests.first)
        let context = ChainingFixtures.context()
        guard case .draft(let draft, let uses) = RequestResolver().resolve(request, in: file, context: context) else {
            Issue.record("not resolved")
            return
        }
        #expect(draft.url.hasPrefix("http://h/Hello%20ada?5&"))
        let ids = draft.url.split(separator: "&").dropFirst()
        #expect(ids.count == 2 && Set(ids).count == 1)
        #expect(uses.first { $0.name == "title" }?.source == .file(line: 5))
        let checks = RequestResolver().checks(of: request, in: file, context: context, uses: uses)
        let record = try #require(
            ResponseMemory.Record(
                exchange(), of: request, file: file.path, root: "/c", environment: nil,
                handlers: checks.compactMap(\.handler)))
        var memory = ResponseMemory()
        memory.add(record)
        #expect(memory.capture("seed", environment: nil)?.value == "5")
        #expect(memory.capture("title", environment: nil) == nil)
    }

    @Test func `clearAll removes what the request alone was given, and nothing else`() throws {
        let file = ChainingFixtures.file(
            """
            @user = ada

            ### first
            < {%
              request.variables.set("user", "bob")
              request.variables.set("title", "x")
              client.global.set("seed", 5)
            %}
            < {%
              const before = request.variables.get("user")
              request.variables.set("title", "y")
              request.variables.clearAll()
              request.variables.set("seen", [before, request.variables.get("user"), request.variables.get("title"),
                request.variables.get("seed")].join("-"))
            %}
            POST http://h/{{user}}/{{seen}}/{{seed}}
            """)
        let request = try #require(file.document.requests.first)
        let context = ChainingFixtures.context()
        guard case .draft(let draft, _) = RequestResolver().resolve(request, in: file, context: context) else {
            Issue.record("not resolved")
            return
        }
        #expect(draft.url == "http://h/ada/bob-ada--5/5")
    }

    @Test func `a script above a request that fails says so where its variable is used`() throws {
        let file = ChainingFixtures.file(
            "### first\n< {% request.variables.set(\"a\", client.global.get(\"nope\").length) %}\nGET http://h/{{a}}\n")
        let request = try #require(file.document.requests.first)
        let outcome = RequestResolver().resolve(request, in: file, context: ChainingFixtures.context())
        guard case .unresolved(let variables, _) = outcome else {
            Issue.record("resolved")
            return
        }
        #expect(
            variables.map(\.reason) == [
                "the script above the request does not set it: {{nope}} is undefined, so it has no length (line 2)"
            ])
    }

    @Test func `of several scripts above a request that fail the first is named`() throws {
        let script = "request.variables.set(\"a\", client.global.get(\"%\").length)"
        let scripts = ["one", "two"].map { "< {% \(script.replacing("%", with: $0)) %}\n" }.joined()
        let file = ChainingFixtures.file("### first\n\(scripts)GET http://h/{{a}}\n")
        let request = try #require(file.document.requests.first)
        let outcome = RequestResolver().resolve(request, in: file, context: ChainingFixtures.context())
        guard case .unresolved(let variables, _) = outcome else {
            Issue.record("resolved")
            return
        }
        #expect(variables.first?.reason.contains("{{one}} is undefined") == true, "\(variables)")
    }
}
