import ArgumentParser
import Base
import HTTPFormat
import NetEngine
import Runs
import TestSupport
import Testing

@testable import Workspace
@testable import apitui

/// The lines and the JSON of a run, and the flags that say how it goes.
@Suite struct RunOutputTests {
    private static func steps(_ text: String = "GET http://h/\n") throws -> [SendPlan.Step] {
        let file = CollectionFile(
            path: "/c/a.http", relativePath: "a.http", document: HTTPDocument(bytes: Array(text.utf8)),
            stamp: FileStamp(bytes: []))
        return file.document.requests.map { SendPlan.Step(file: file, request: $0) }
    }

    private static func record(
        _ word: RunRecord.Word, round: Int = 0, repetition: Int? = nil, _ change: (inout RunRecord) -> Void = { _ in }
    ) -> RunRecord {
        var record = RunRecord(item: .init(round: round, step: 0), repetition: repetition, word: word)
        change(&record)
        return record
    }

    private static func lines(_ record: RunRecord, names: Bool = false, rounds: Int = 1) throws -> String {
        var out: [UInt8] = []
        var settings = RunHead.Settings()
        settings.rounds = rounds
        RunLines(steps: try steps(), settings: settings, namesExchanges: names).write(record, to: &out)
        return String(decoding: out, as: UTF8.self)
    }

    private static let check = CheckResult(
        text: "status == 200", line: 12, verdict: .failed, expected: "== 200", actual: "404")

    @Test func `a run says once by which id it is shown again`() {
        func said(_ failures: Int) -> String {
            var out: [UInt8] = []
            RunLines.write(howToShow: "euy49gr", failedExchanges: failures, to: &out)
            return String(decoding: out, as: UTF8.self)
        }
        #expect(said(0) == "'apitui runs show euy49gr' shows this run again.\n")
        #expect(said(2) == "'apitui runs show euy49gr --exchange N' shows a failed exchange.\n")
    }

    @Test func `a result is a line, and what is wrong with it follows`() throws {
        let passed = Self.record(.passed) { ($0.status, $0.networkTime) = (200, .milliseconds(3)) }
        #expect(try Self.lines(passed) == "ok       GET     http://h/  200  3.0 ms\n")
        #expect(
            try Self.lines(Self.record(.failed) { $0.error = ExchangeFixtures.timeout })
                == "FAILED   GET     http://h/  ---  0.0 ms\n"
                + "         a.http:1: timeout (first-byte): The server sent no answer within 5 s. "
                + "Raise the timeout with `# @timeout`, or look at the server. (curl 28: Timeout was reached)\n")
        let failed = Self.record(.failed) {
            ($0.status, $0.networkTime, $0.exchange) = (404, .milliseconds(7), ExchangeID(rawValue: 77))
            $0.error = ExchangeFixtures.timeout
            $0.isUnverified = true
            $0.checks = CheckReport(
                results: [
                    Self.check,
                    CheckResult(text: "body", line: 13, verdict: .warning, expected: "", reason: "no date"),
                    CheckResult(text: "time", line: 14, verdict: .passed, expected: ""),
                ], excusesError: true, logs: [HandlerLog(text: "seen", line: 20)])
            $0.responseFile = .failure(CollectionError(sentence: "a.http:1: No room."))
        }
        let rest = """
                     a.http:12: check: status == 200: was 404
                     a.http:13: warning: body: no date
                     a.http:20: log: seen
                     a.http:1: No room.

            """
        let head = "FAILED   GET     http://h/  404  7.0 ms  checks 1/2, 1 warning  TLS not verified"
        #expect(try Self.lines(failed) == "\(head)\n\(rest)")
        #expect(try Self.lines(failed, names: true) == "\(head)  exchange 77\n\(rest)")
        let tried = Self.record(.passed) {
            ($0.status, $0.networkTime) = (200, .milliseconds(3))
            $0.traffic = RunRecord.Traffic(startedAt: Timestamp(microsecondsSince1970: 0), retries: 2)
        }
        #expect(try Self.lines(tried) == "ok       GET     http://h/  200  3.0 ms  3 attempts\n")
        #expect(
            try Self.lines(Self.record(.failed) { $0.problems = [(line: 4, sentence: "{{x}} has no value.")] })
                == "FAILED   GET     http://h/  not sent\n         a.http:4: request-build: {{x}} has no value.\n")
        #expect(
            try Self.lines(Self.record(.skipped) { $0.skipReason = "login failed" })
                == "skipped  GET     http://h/  login failed\n")
        #expect(try Self.lines(Self.record(.skipped)) == "skipped  GET     http://h/\n")
        #expect(try Self.lines(Self.record(.cancelled), names: true) == "stopped  GET     http://h/\n")
        #expect(
            try Self.lines(Self.record(.cancelled, round: 1, repetition: 2), rounds: 3)
                == "stopped  GET     http://h/ #3, round 2\n")
    }

    @Test func `the line of all rounds counts them, with their times if there are any`() throws {
        let lines = RunLines(steps: try Self.steps())
        func line(_ step: RunSummary.Step) -> String {
            var out: [UInt8] = []
            lines.write(step, of: 0, to: &out)
            return String(decoding: out, as: UTF8.self)
        }
        var latency = LatencyDistribution()
        for time in [20, 10] { latency.add(.milliseconds(time)) }
        #expect(
            line(RunSummary.Step(passed: 2, latency: latency))
                == "ok       GET     http://h/  2 ok  min 10 ms, median 10 ms, max 20 ms\n")
        #expect(
            line(RunSummary.Step(passed: 2, failed: 1, skipped: 3))
                == "FAILED   GET     http://h/  2 ok, 1 failed, 3 skipped\n")
        #expect(line(RunSummary.Step(failed: 1)) == "FAILED   GET     http://h/  0 ok, 1 failed\n")
        #expect(line(RunSummary.Step(skipped: 1, skipReason: "why")) == "skipped  GET     http://h/  why\n")
    }

    @Test func `names are aligned, and a request without a check says so where others have one`() throws {
        let steps = try Self.steps("### a\nGET http://h/1\n\n### longer\nDELETE http://h/2\n?? status == 200\n")
        var out: [UInt8] = []
        let lines = RunLines(steps: steps)
        for step in steps.indices {
            var record = RunRecord(item: .init(round: 0, step: step), repetition: nil, word: .passed)
            (record.status, record.networkTime) = (200, .milliseconds(3))
            lines.write(record, to: &out)
        }
        #expect(
            String(decoding: out, as: UTF8.self)
                == "ok       GET     a       200  3.0 ms  not checked\n"
                + "ok       DELETE  longer  200  3.0 ms  not checked\n")
    }

    @Test func `a request that is several steps is numbered as in reports, in each line`() throws {
        // As for rows that need different requests, with a loop that all of them have.
        let two = try Self.steps("### two\nGET http://h/\n")
        let all = try Self.steps("### each\n# @loop for 2\nGET http://h/\n")
        let turns = (0..<4).flatMap { place in
            all.map { step in
                var step = step
                step.turn = LoopTurn(index: place % 2)
                return step
            }
        }
        let lines = RunLines(steps: two + two + turns)
        var out: [UInt8] = []
        for step in 0..<6 { lines.write(RunSummary.Step(failed: 1), of: step, to: &out) }
        #expect(
            String(decoding: out, as: UTF8.self)
                == "FAILED   GET     two       0 ok, 1 failed\n"
                + "FAILED   GET     two (2)   0 ok, 1 failed\n"
                + "FAILED   GET     each #1   0 ok, 1 failed\n"
                + "FAILED   GET     each #2   0 ok, 1 failed\n"
                + "FAILED   GET     each (2) #1  0 ok, 1 failed\n"
                + "FAILED   GET     each (2) #2  0 ok, 1 failed\n")
        out = []
        lines.write(RunRecord(item: .init(round: 0, step: 1), repetition: nil, word: .cancelled), to: &out)
        #expect(String(decoding: out, as: UTF8.self) == "stopped  GET     two (2)\n")
    }

    @Test func `JSON has the results in the order of the plan, then the totals`() throws {
        let steps = try Self.steps()
        let bare = Self.record(.skipped) { $0.skipReason = "why" }
        let unsent = Self.record(.failed, round: 1, repetition: 1) {
            $0.problems = [(line: 4, sentence: "a"), (line: 5, sentence: "b")]
            $0.isUnverified = true
        }
        var latency = LatencyDistribution()
        for time in [20, 10] { latency.add(.milliseconds(time)) }
        let json = RunJSON(steps: steps, jobs: 4, rounds: 2).document(
            [unsent, bare], Runner.Totals(passed: 2, failed: 1, skipped: 4, cancelled: 5, notReached: 6),
            .milliseconds(1600), latency, CheckTotals(passed: 3, failed: 1, warnings: 7, notEvaluated: 8, unchecked: 9))
        let id = JSONWriter.quoted(steps[0].request.id)
        let parts = [
            #"{"requests":[{"file":"a.http","line":1,"id":\#(id),"method":"GET","round":1,"row":null,"repetition":null,"#,
            #""reason":"asked for","outcome":"skipped","status":null,"error":null,"skipReason":"why","timings":null,"#,
            #""networkTime":null,"retries":0,"checks":[],"logs":[],"responseFile":null,"heldBack":[],"unverified":false},"#,
            #"{"file":"a.http","line":1,"id":\#(id),"method":"GET","round":2,"row":null,"repetition":2,"#,
            #""reason":"asked for","outcome":"failed","status":null,"error":{"category":"request-build","phase":null,"#,
            #""sentence":"line 4: a; line 5: b","hint":"Define what is missing, or set it with --var.","code":null,"#,
            #""detail":null},"skipReason":null,"timings":null,"networkTime":null,"retries":0,"checks":[],"logs":[],"#,
            #""responseFile":null,"heldBack":[],"unverified":true}],"#,
            #""totals":{"requests":18,"passed":2,"failed":1,"skipped":4,"cancelled":5,"notReached":6,"elapsed":1600.000,"#,
            #""perSecond":5.0,"jobs":4,"repeat":2,"unverified":1,"#,
            #""latency":{"count":2,"min":10.000,"mean":15.000,"median":10.000,"p90":20.000,"p95":20.000,"p99":20.000,"max":20.000},"#,
            #""checks":{"passed":3,"failed":1,"warnings":7,"notEvaluated":8,"uncheckedRequests":9}}}"#,
        ]
        #expect(json.text == parts.joined())
        let empty = RunJSON(steps: steps, jobs: 1, rounds: nil).document(
            [], Runner.Totals(), .zero, LatencyDistribution(), CheckTotals()
        ).text
        #expect(
            empty.contains(#""elapsed":0.000,"perSecond":null,"jobs":1,"repeat":null,"unverified":0,"latency":null,"#))
    }

    // MARK: Flags

    @Test func `the pace of a run follows from its flags`() throws {
        func pace(_ flags: String) throws -> PaceFlags {
            try PaceFlags.parse(flags.split(separator: " ").map(String.init))
        }
        for (flags, width) in [
            ("", 1), ("--jobs 4", 4), ("-j 10000", 10_000), ("--rate 5", 1000), ("--rate 5 --max-in-flight 7", 7),
        ] {
            #expect(try pace(flags).width == width, "\(flags)")
        }
        for (flags, rows, rounds) in [
            ("", 0, 1), ("", 1, 1), ("", 4, 4), ("--repeat 3", 0, 3), ("-n 3", 4, 12),
            ("--iteration-count 2 -d x", 4, 8),
            ("--duration 5s", 4, 1_000_000_000),
        ] {
            #expect(try pace(flags).rounds(rows: rows) == rounds, "\(flags) \(rows)")
        }
        #expect(try pace("").grace == .seconds(30))
        #expect(try pace("--duration 1m --graceful-stop 0").grace == .zero)
        #expect(try pace("--duration 1m --graceful-stop 2s").grace == .seconds(2))
        let all = try pace("--rate 600/m --duration 90s --delay-request 100ms --bail").pace
        #expect(all.rate == 10 && all.duration == .seconds(90) && all.delay == .milliseconds(100))
        let none = try pace("").pace
        #expect(none.rate == nil && none.duration == nil && none.delay == .zero)
        for (rate, perSecond) in [
            ("2/s", 2), ("2/SEC", 2), ("2/1s", 2), ("120/min", 2), ("120/1m", 2), ("7200/h", 2), ("7200/1h", 2),
        ] as [(String, Double)] {
            #expect(try pace("--rate \(rate)").startsPerSecond == perSecond, "\(rate)")
        }
        for rate in ["5/", "/s", "5/s/s", "5s", "", "1/2s"] {
            #expect(throws: (any Error).self, "\(rate)") { try PaceFlags.parse(["--rate", rate]) }
        }
        for (text, time) in [("30d", 2_592_000), ("1s", 1), ("0", 0)] as [(String, Int)] {
            #expect(FlagTime.read(text) == .seconds(time))
        }
        #expect(FlagTime.read("2592001s") == nil && FlagTime.read("5") == nil)
    }

    @Test func `each flag of the connection makes it not empty, and overrides come first`() throws {
        let flags = [
            ["--proxy", "none"], ["--cert", "/dev/null"], ["--cacert", "/dev/null"], ["--capath", "/tmp"], ["-k"],
            ["--tlsv1.2"], ["--unix-socket", "/x"], ["--resolve", "h:80:1.2.3.4"], ["--connect-to", "h:80:g:81"],
            ["-4"],
            ["--interface", "lo"], ["--http2"],
        ]
        #expect(try ConnectionFlags.parse([]).isEmpty)
        for words in flags { #expect(try !ConnectionFlags.parse(words).isEmpty, "\(words)") }
        var options = RequestOptions()
        options.connection.resolve = [try ResolveOverride("h:80:9.9.9.9")]
        options.connection.connectTo = [try ConnectOverride("h:80:z:9")]
        try ConnectionFlags.parse([
            "--resolve", "h:80:1.2.3.4", "--resolve", "*:81:1.2.3.5", "--connect-to", "h:80:g:81",
        ]).apply(to: &options)
        #expect(
            try options.connection.resolve
                == ["h:80:1.2.3.4", "*:81:1.2.3.5", "h:80:9.9.9.9"].map { try ResolveOverride($0) })
        #expect(try options.connection.connectTo == ["h:80:g:81", "h:80:z:9"].map { try ConnectOverride($0) })
        let folder = try TemporaryFolder()
        let file = try folder.write("x", to: #"a:b\c"#)
        let written = file.replacing(#"\"#, with: #"\\"#).replacing(":", with: #"\:"#)
        try ConnectionFlags.parse(["--cert", written + ":p:w"]).apply(to: &options)
        #expect(options.tls.clientCertificate == ClientCertificate(file: file, keyFile: nil, password: "p:w"))
    }

    @Test func `a flag of several names is called as it was typed`() {
        let names = ["--junit", "--report-junit"]
        #expect(ProgramArguments.typed(names, in: ["apitui", "run", "--report-junit", "x"]) == "--report-junit")
        #expect(ProgramArguments.typed(names, in: ["--report-junit=x"]) == "--report-junit")
        #expect(ProgramArguments.typed(names, in: ["--junit=x", "--report-junit=y"]) == "--junit")
        #expect(
            ProgramArguments.typed(names, in: ["--junitx"]) == "--junit" && ProgramArguments.typed([], in: []) == "")
    }

    @Test func `arguments that are not UTF-8 are refused, but for the name of the program`() {
        func said(_ arguments: [[UInt8]]) -> (String?, apitui.ExitStatus?) {
            do throws(CommandFailure) {
                try ProgramArguments.check(arguments)
                return (nil, nil)
            } catch { return (error.sentences.first?.string, error.status) }
        }
        #expect(said([[0xFF], Array("é".utf8), []]).0 == nil)
        let bad = said([[0x61], [0x62, 0xFF]])
        #expect(bad.0?.hasPrefix("The argument b") == true && bad.1 == .usage)
        #expect(
            bad.0?.hasSuffix(" is not UTF-8. If it is a file or folder, rename it, and it can be read.") == true)
        let none = said([])
        #expect(none.0?.hasSuffix("Nothing was done; try again.") == true && none.1 == .failed)
    }

    // MARK: Prompts

    @Test func `without a terminal defaults are the answers, and what has none is named`() throws {
        func field(_ key: String, label: String? = nil, initial: String? = nil, line: Int = 1) -> PromptField {
            var field = PromptField(key: key, label: label ?? key, line: line, request: "r")
            (field.initial, field.file) = (initial, "a.http")
            return field
        }
        let reader = PromptReader(isInteractive: false)
        let known = field("user", initial: "ann")
        #expect(try reader.answers(to: [known]) == ["user": "ann"] && reader.answers(to: []) == [:])
        let open = [
            field("pin", line: 3), known, field("code", label: "The code", line: 4), field("$input x", line: 5),
        ]
        #expect(try reader.answers(to: open, leavesOut: true) == ["user": "ann"])
        let failure = #expect(throws: CommandFailure.self) { try reader.answers(to: open) }
        #expect(
            failure?.sentences.map(\.string) == [
                "Nothing was sent: there is no terminal to ask on.",
                "a.http:3: pin is asked for; give it with --var pin=…",
                "a.http:4: code is asked for (The code); give it with --var code=…",
                "a.http:5: {{$input x}} is asked for; write a default after $value:, or give it with --var '$input x=…'",
            ])
        #expect(failure?.status == .usage)
    }

    @Test func `requests with notes are sent once the user says so, and without a terminal nobody is asked`() throws {
        let steps = try Self.steps(
            "### one\n# @note Delete?\nGET http://h/\n\n### off\n# @note\n# @disabled\nGET http://h/\n\n"
                + "### two\n# @note\nGET http://h/\n\n### none\nGET http://h/\n"
        ).toConfirm
        #expect(steps.map(\.request.id) == ["one", "two"])
        func asked(_ typed: String, of count: Int, isInteractive: Bool = true) throws -> String {
            var rest = Array(typed.utf8)[...]
            var written = ""
            let reader = PromptReader(
                isInteractive: isInteractive, nextByte: { rest.popFirst() }, write: { written += $0 })
            do {
                try reader.confirm(Array(steps.prefix(count)))
                return "sent: \(written)"
            } catch let failure as CommandFailure {
                return "\(failure.status) \(failure.sentences.map(\.string)): \(written)"
            }
        }
        #expect(try asked("y\n", of: 1) == "sent: one: Delete?\nSend it? [y/N]: ")
        #expect(try asked(" YES \n", of: 2) == "sent: one: Delete?\ntwo\nSend them? [y/N]: ")
        for typed in ["n\n", "\n", "yess\n"] {
            #expect(
                try asked(typed, of: 1) == "failed [\"Nothing was sent.\"]: one: Delete?\nSend it? [y/N]: ")
        }
        #expect(try asked("", of: 1) == "interrupted []: one: Delete?\nSend it? [y/N]: ")
        #expect(try asked("n\n", of: 0) == "sent: " && asked("n\n", of: 2, isInteractive: false) == "sent: ")
    }

    @Test func `the default answer of a secret is not shown`() throws {
        func question(_ expression: String) throws -> String {
            PromptReader.question(try #require(PromptField(expression: expression)))
        }
        #expect(try question("$input Who? $value: ann") == "Who? [ann]: ")
        #expect(try question("$password Which? $value: hunter2") == "Which?: ")
        #expect(try question("$pick Which? $value: a, b") == "Which? (a, b) [a]: ")
        #expect(try question("$input a\u{1B}b").contains("\u{1B}") == false)
        var field = try #require(PromptField(expression: "$input $value: "))
        #expect(PromptReader.question(field) == "input []: " && field.initial == "")
        (field.initial, field.isSecret) = ("x", true)
        #expect(PromptReader.question(field) == "input: ")
    }

    @Test func `a reply ends with its line feed or with the input, and ^C takes it back`() {
        /// The replies that come one after the other, until three.
        func replies(_ typed: String) -> [String?] {
            var rest = Array(typed.utf8)[...]
            return (0..<3).map { _ in PromptReader.line { rest.popFirst() } }
        }
        for (typed, expected) in [
            ("", [nil, nil, nil]), ("a", ["a", nil, nil]), ("a\n", ["a", nil, nil]), ("\n", ["", nil, nil]),
            ("\n\nb", ["", "", "b"]), ("a b\r\nc", ["a b\r", "c", nil]), ("é\n\u{3}x\n", ["é", nil, "x"]),
            ("ab\u{1C}c\u{3}d", [nil, nil, "d"]),
        ] as [(String, [String?])] { #expect(replies(typed) == expected, "\(typed.debugDescription)") }
    }

    @Test func `a question says what may be answered and what Enter means, until an answer is one of these`() throws {
        func asked(_ typed: String, choices: [String] = [], initial: String? = nil) throws -> String {
            var field = try #require(PromptField(expression: "$input Which"))
            (field.choices, field.initial) = (choices, initial)
            var rest = Array(typed.utf8)[...]
            var written = ""
            let reader = PromptReader(isInteractive: true, nextByte: { rest.popFirst() }, write: { written += $0 })
            do {
                let answer = try reader.answers(to: [field])[field.key]
                return "-> \(answer ?? "none") after \(written)"
            } catch let failure as CommandFailure {
                #expect(failure.status == .interrupted && failure.sentences.isEmpty)
                return "-> stopped after \(written)"
            }
        }
        #expect(try asked("b\n") == "-> b after Which: ")
        #expect(try asked("\n") == "->  after Which: ")
        #expect(try asked("\n", initial: "a") == "-> a after Which [a]: ")
        #expect(try asked(" b\nc\n", initial: "a") == "->  b after Which [a]: ")
        #expect(try asked("\n", choices: ["a", "b"], initial: "b") == "-> b after Which (a, b) [b]: ")
        #expect(try asked("b", choices: ["a", "b"]) == "-> b after Which (a, b): ")
        #expect(
            try asked("c\n\na\n", choices: ["a", "b"])
                == "-> a after Which (a, b): Choose one of a, b.\nWhich (a, b): Choose one of a, b.\nWhich (a, b): ")
        #expect(try asked("", initial: "a") == "-> stopped after Which [a]: ")
        #expect(try asked("c\n", choices: ["a"]) == "-> stopped after Which (a): Choose one of a.\nWhich (a): ")
        #expect(try asked("a\u{3}") == "-> stopped after Which: ")
    }
}
