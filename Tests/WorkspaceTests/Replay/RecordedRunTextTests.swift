import Base
import NetEngine
import TestSupport
import Testing

@testable import HTTPFormat
@testable import Workspace

/// What a plan says of requests before they are sent, and a run of them after, as it was recorded (`Recorded`).
@Suite struct RecordedRunTextTests {
    // MARK: before

    private static let collection = #"""
        @base = http://h.test
        ### plain
        GET {{base}}/a?q=1
        ### off
        # @disabled
        GET {{base}}/{{nope}}
        ### not when there is a key
        # @disabled key
        GET {{base}}/off
        ### only when there is a key
        # @disabled !key
        GET {{base}}/on/{{key}}
        ### unknown
        GET {{base}}/{{nope}}/{{other}}
        ### wrong port
        GET http://h.test:99999/{{key}}
        ### wrong method
        G@T {{base}}/
        ### secret in a host
        GET http://{{key}}.test/
        ### secret in a wrong port
        GET http://h.test:9{{key}}/
        ### login
        # @name login
        POST {{base}}/login

        > {% client.global.set("token", response.body.t); %}
        ### uses a script
        GET {{base}}/{{token}}/{{token}}
        ### uses a response
        GET {{base}}/{{login.response.body.$.x}}/{{login.request.headers.A}}
        ### uses the response of a later one
        GET {{base}}/{{late.response.body.$.x}}
        ### needs nothing that is there
        # @ref gone
        GET {{base}}/gone
        ### needs itself
        # @ref needs itself
        GET {{base}}/self
        ### asks
        # @prompt who Who?
        # @prompt code
        GET {{base}}/{{who}}/{{code}}
        ### repeats
        # @loop for 2
        GET {{base}}/{{$index}}
        ### repeats what is given
        # @loop for x of list
        GET {{base}}/{{x}}
        ### repeats what comes
        # @loop for x of login.response.body.$.all
        GET {{base}}/{{x}}
        ### missing file
        POST {{base}}/f

        < ./gone.bin
        ### environment of the process
        GET {{base}}/{{$processEnv HOME}}
        ### output
        GET {{base}}/o

        >> ../../out.json
        ### logs in
        GET {{base}}/l
        Authorization: Bearer {{$auth.token("main")}}
        ### basic
        GET {{base}}/l
        Authorization: Basic user {{key}}
        ### late
        GET http://user:{{key}}@h.test/late?api_key=abcdefgh&x={{later}}
        """#

    @Test func `what is known before anything is sent is what was recorded`() throws {
        var set = EnvironmentSet()
        set.variables[EnvironmentSet.shared] = [
            "key": .init(value: "s3cr3t", reason: nil, file: "/c/p.json", isPrivate: true),
            "list": .init(value: "[1, 2]", reason: nil, file: "/c/p.json", isPrivate: false),
        ]
        let file = ChainingFixtures.file(Self.collection)
        var parts: [(name: String, text: String)] = []
        for (name, later, canAsk, reveals) in [
            ("as a command", [], false, false), ("as the screen", [], true, false), ("with secrets", [], false, true),
            ("with names that come later", ["nope", "later", "list", "key"], true, false),
        ] as [(String, Set<String>, Bool, Bool)] {
            let planner = SendPlanner(references: .asTheyStand) { file in
                ChainingFixtures.context(RequestScope(file), environments: set)
            }
            let plan = planner.plan(file.document.requests.map { (file: file, request: $0) })
            let outlooks = RequestResolver().outlooks(of: plan.steps, later: later, canAsk: canAsk, reveals: reveals) {
                ChainingFixtures.context(RequestScope($0), environments: set)
            }
            var text = ""
            for (step, outlook) in zip(plan.steps, outlooks) {
                let turn = step.turn == nil ? "" : " \(step.turnText)"
                text += "\(step.request.id)\(turn), \(step.reason.text): \(outlook.url ?? "-")"
                if !outlook.awaited.isEmpty { text += " awaits \(outlook.awaited)" }
                text += "\n" + outlook.problems.map { "  line \($0.line): \($0.reason)\n" }.joined()
            }
            parts.append((name, text))
        }
        let steps = [
            "GET http://user:pass@h/a?token=abcdefgh", "GET /a", "get http://u:p@h/", "###", "POST {{base}}/x?key=1",
        ]
        var text = ""
        for id in steps {
            let unnamed = ChainingFixtures.file("\(id)\n")
            for (title, reason) in [
                ("asked", .asked), ("needed", .dependency(of: id, line: 3, isForced: true)),
                ("used", .reference(of: id, line: 4, text: "a.response.body")),
            ] as [(String, SendPlan.Reason)] {
                guard let request = unnamed.document.requests.first else { continue }
                let step = SendPlan.Step(file: unnamed, request: request, reason: reason).printed
                text += "\(title): \(step.request.id), \(step.reason.text)\n"
            }
        }
        parts.append(("printed", text))
        try Recorded.expect(parts, in: "runs/before")
    }

    // MARK: after

    private static func outcomes() -> [(name: String, outcome: Runner.Outcome)] {
        let secret = "private-value"
        var uses = VariableUse(
            name: "own", value: secret, source: .environment(name: "dev", file: "/p", isPrivate: true))
        uses.isSecret = true
        let draft = RequestDraft(
            url: "http://user:url-secret@h.test/a?api_key=query-secret&x=\(secret)",
            headers: HeaderFields([
                HeaderField("Authorization", "Bearer header-secret"), HeaderField("Cookie", "sid=cookie-secret"),
            ]))
        let secrets = "url-secret query-secret header-secret cookie-secret \(secret) plain"
        func sent(_ status: Int, _ error: EngineError? = nil, hops: [Hop]? = nil) -> Exchange {
            let response = status == 0 ? nil : ExchangeFixtures.response(status: status)
            let request = (try? RequestBuilder().build(draft)) ?? ExchangeFixtures.request()
            let hop = ExchangeFixtures.hop(request: request, response: response)
            return ExchangeFixtures.exchange(draft: draft, hops: hops ?? [hop], response: response, error: error)
        }
        var details = Runner.SentDetails()
        details.privates = PrivateValues([uses])
        details.resends = 2
        details.delay = .milliseconds(3)
        var report = CheckReport()
        report.results = [
            CheckResult(text: "status == 200", line: 1, verdict: .passed, expected: "== 200", actual: "200"),
            CheckResult(
                text: "body == \(secret)", line: 2, verdict: .failed, expected: secrets, actual: secrets,
                reason: secrets),
            CheckResult(text: "header", line: 3, verdict: .notEvaluated, expected: "", reason: "there is no response"),
            CheckResult(
                text: CheckResult.notCompared, line: 4, verdict: .warning, expected: "",
                reason: "there is no description"),
        ]
        for (verdict, isRequest) in [(CheckResult.Verdict.failed, true), (.warning, false), (.failed, false)] {
            let place = DescriptionPlace(document: "openapi.yaml", line: 5, column: 9, pointer: "/paths/~1a/get")
            report.results.append(
                CheckResult(
                    text: "schema", line: 6, verdict: verdict, expected: "", actual: isRequest ? nil : secrets,
                    reason: isRequest ? "it is \(secret)" : nil,
                    place: BodyPlace(offset: 3, line: 1, column: 4, path: "$.\(secret)"),
                    described: .init(operation: "GET /a", isRequest: isRequest, source: isRequest ? place : nil)))
        }
        report.logs = [HandlerLog(text: secrets, line: 5)]
        let response = ExchangeFixtures.response(status: 422)
        let decoding = EngineError(
            category: .decoding, sentence: "Not what was expected: \(secrets)", hint: "Look at \(secret).",
            underlying: UnderlyingCode(domain: .curl, code: 1, text: secrets),
            detail: .decoding(DecodingFault(reason: "found \(secrets)", response: response)))
        let api = EngineError(
            category: .api, sentence: "No.", hint: "Try \(secret).", status: 422,
            detail: .api(APIFault(status: "INVALID", message: secrets, response: response)))
        var file = details
        file.file = .failure(CollectionError(sentence: "\(secrets) was not written."))
        var written = details
        written.file = .success("/c/\(secret).json")
        let problem = Runner.Problem(line: 7, sentence: "It has no \(secret).", privates: PrivateValues([uses]))
        let request = ExchangeFixtures.request("/a")
        let hops = [
            ExchangeFixtures.hop(request: request, response: ExchangeFixtures.response(status: 302)),
            ExchangeFixtures.hop(
                cause: .redirect(status: 302), request: request, response: response,
                heldBack: ["Authorization", "Cookie"]),
            ExchangeFixtures.hop(cause: .retry, request: request, response: response, heldBack: ["Cookie"]),
        ]
        return [
            ("passed", .passed(sent(200), CheckReport())), ("passed with checks", .passed(sent(200), report, details)),
            ("failed", .failed(sent(500), report, details)),
            ("nothing came", .failed(sent(0, ExchangeFixtures.timeout), CheckReport())),
            ("decoding", .failed(sent(422, decoding), CheckReport(), details)),
            ("api", .failed(sent(422, api), report, details)),
            ("no file", .failed(sent(200), CheckReport(), file)),
            ("a file", .passed(sent(200), CheckReport(), written)),
            ("redirects", .passed(sent(200, hops: hops), CheckReport(), details)), ("not sent", .notSent([problem])),
            ("skipped", .skipped(nil)), ("skipped for a reason", .skipped("login failed")),
            ("cancelled", .cancelled(sent(0))),
        ]
    }

    @Test func `what is kept of requests of a run is what was recorded`() throws {
        var parts: [(name: String, text: String)] = []
        var summary = RunSummary(stepCount: 3, rounds: 2)
        for (index, (name, outcome)) in Self.outcomes().enumerated() {
            var texts: [String] = []
            for shows in [false, true] {
                let record = RunRecord(.init(round: index % 2, step: index % 3), outcome, showsPrivate: shows)
                var text = "\(record.word.rawValue) category \(record.category?.rawValue ?? "-") latency "
                text += "\(record.latency.map { "\($0)" } ?? "-") counts checks \(record.countsChecks)\n"
                text += "finding \(record.errorFinding?.json.text ?? "-")\n"
                text += record.checks.results.map { "\(CheckOutput.sentence($0).string)\n" }.joined()
                text += "\(CheckOutput.json(record.checks).text)\n\(CheckOutput.json(logsOf: record.checks).text)\n"
                text += "\(CheckOutput.score(record.checks) ?? "-")\n"
                text += record.heldBack.map { "\($0.sentence.string)\n\($0.json.text)\n" }.joined()
                text += record.problems.map { "\($0.line) \($0.sentence)\n" }.joined()
                text += "file \(record.responseFileProblem ?? "-")\n"
                if let error = record.error {
                    for reader in [ErrorHint.Reader.screen, .command, .batch] {
                        text += "hint \(ErrorHint.text(error, for: reader))\n"
                    }
                    text += Printed(error).text
                }
                if let traffic = record.traffic { text += Printed(traffic).text }
                texts.append(text)
                if !shows {
                    let isNews = summary.isNews(record)
                    summary.add(record)
                    texts[0] += "news \(isNews), again \(summary.isNews(record))\n"
                }
            }
            parts.append((name, texts[0]))
            if texts[1] != texts[0] { parts.append(("\(name), with secrets", texts[1])) }
        }
        var text = "\(summary.checks.text ?? "-")\n\(summary.notCompared.sentences)\n"
        for step in summary.steps {
            text += "\(step.passed) \(step.failed) \(step.skipped) \(step.skipReason ?? "-")\n"
        }
        parts.append(("summary", text))
        parts.append(("texts", Self.texts()))
        parts.append(("latencies", Self.latencies()))
        try Recorded.expect(parts, in: "runs/after")
    }

    private static func texts() -> String {
        var text = ""
        for (passed, failed, skipped, cancelled, notReached) in [
            (0, 0, 0, 0, 0), (1, 0, 0, 0, 0), (2, 1, 1, 0, 0), (1000, 0, 0, 3, 0), (0, 0, 0, 0, 7), (1, 1, 1, 1, 1),
        ] {
            let totals = Runner.Totals(
                passed: passed, failed: failed, skipped: skipped, cancelled: cancelled, notReached: notReached)
            for elapsed: Duration in [.zero, .microseconds(1500), .seconds(2), .seconds(61), .seconds(7200)] {
                text += "\(totals.text(elapsed)); \(totals.perSecond(elapsed) ?? "-") a second\n"
            }
        }
        for (passed, failed, warnings, open, unchecked) in [
            (0, 0, 0, 0, 0), (1, 0, 0, 0, 0), (2, 1, 0, 0, 1), (0, 0, 1, 0, 2), (3, 0, 2, 1, 0), (0, 0, 0, 0, 5),
        ] {
            let totals = CheckTotals(
                passed: passed, failed: failed, warnings: warnings, notEvaluated: open, unchecked: unchecked)
            text += "\(totals.text ?? "-")\n"
        }
        for count in 0..<3 { text += "\(RunRecord.text(unverified: count) ?? "-")\n" }
        for (done, failed, count, seconds) in [
            (0, 0, nil, 0), (0, 0, 10, 5), (1, 0, nil, 1), (9, 1, 100, 2), (10, 0, 100, 2), (10, 3, 10, 2),
            (1200, 2, 3000, 4),
            (5, 0, 100, 60), (20, 0, 5000, 600), (99, 0, 100, 0),
        ] as [(Int, Int, Int?, Int)] {
            for columns in [Int.max, 40, 20, 5] {
                let shown = RunProgressText.text(
                    done: done, failed: failed, of: count, after: .seconds(seconds), columns: columns)
                text += "\(columns == .max ? "-" : "\(columns)"): \(shown)\n"
            }
        }
        var compared = NotCompared()
        for index in 0..<20 {
            var record = RunRecord(.init(round: 0, step: 0), .passed(ExchangeFixtures.exchange(), CheckReport()))
            let reason = index == 0 ? nil : "reason \(index % 8)"
            record.checks.results = [
                CheckResult(text: CheckResult.notCompared, line: 1, verdict: .warning, expected: "", reason: reason)
            ]
            compared.add(record)
            if [0, 3, 5, 6, 19].contains(index) { text += compared.sentences.joined(separator: "\n") + "\n\n" }
        }
        return text
    }

    private static func latencies() -> String {
        var text = ""
        for count in [0, 1, 2, 3, 10, 999, 1000, 1001, 3000] {
            var all = LatencyDistribution()
            for index in 0..<count { all.add(.microseconds(index * 7919 % 100_003 + 1)) }
            text +=
                "\(count): \(all.count) from \(all.least) to \(all.greatest), mean \(all.mean.map { "\($0)" } ?? "-")"
            for share in [0, 0.5, 0.9, 0.99, 1] { text += ", \(share) \(all.quantile(share).map { "\($0)" } ?? "-")" }
            var buckets = 0
            var first: [String] = []
            all.forEachBucket { middle, count in
                buckets += 1
                if first.count < 5 { first.append("\(middle) \(count)") }
            }
            text += ", \(buckets) buckets \(first)\n"
        }
        var long = LatencyDistribution()
        for duration: Duration in [.seconds(5000), .zero, .seconds(4294), .nanoseconds(1500)] {
            long.add(duration)
        }
        return text + "long: \(long.least) \(long.greatest) \(long.sum) \(long.quantile(0.5).map { "\($0)" } ?? "-")\n"
    }
}
