import Foundation
import NetEngine
import Runs
import Testing
import Workspace

@testable import Reports

@Suite struct TAPReportTests {
    @Test func `a run is one plan and a test point for each result`() throws {
        let lines = try RecordedRun.mixed().text(.tap).split(separator: "\n", omittingEmptySubsequences: false)
        #expect(lines.prefix(3) == ["TAP version 14", "1..8", "ok 1 - api/a.v1.http: login"])
        #expect(
            lines[3..<17].joined(separator: "\n") == """
                not ok 2 - api/a.v1.http: list
                  ---
                  message: "status == 200: was 404"
                  severity: fail
                  exchange: 77
                  run: "abc2345"
                  duration_ms: 1.500
                  findings:
                    - kind: "check"
                      at: "api/a.v1.http:12"
                      message: "status == 200: was 404"
                      expected: "== 200"
                      actual: "404"
                  ...
                """)
        #expect(lines.contains("ok 6 - api/b.http: later # SKIP down did not succeed"))
        #expect(lines.count { $0.hasPrefix("not ok ") } == 4)
        #expect(lines.suffix(2) == ["# The run was interrupted.", ""])
    }

    @Test func `the block of a failure is right below its point, and what a script wrote below both`() throws {
        var record = RecordedRun.failedCheck(0)
        record.checks.logs = [HandlerLog(text: "seen", line: 20)]
        let run = try RecordedRun(RecordedRun.head([RecordedRun.list]), [(record, nil)])
        let lines = try run.text(.tap).split(separator: "\n")
        #expect(lines[2...3] == ["not ok 1 - api/a.v1.http: list", "  ---"])
        #expect(lines.suffix(2) == ["  ...", "# api/a.v1.http:20: log: seen"])
    }

    @Test func `a run that broke off without a failure bails out, as its status says that it did not pass`() throws {
        let ends: [(end: RunEnd?, sentence: String)] = [
            (RunEnd(elapsed: .seconds(1), reason: .interrupted, notReached: 1), "The run was interrupted."),
            (nil, "The recording ends before the run did."),
        ]
        for (end, sentence) in ends {
            let head = RecordedRun.head([RecordedRun.list, RecordedRun.order])
            let passed = try RecordedRun(head, [(RecordedRun.passed(0), nil)], end: end)
            #expect(try passed.text(.tap).hasSuffix("SKIP the run ended before it\nBail out! \(sentence)\n"))
            #expect(try passed.text(.junit).contains(#"<property name="incomplete" value="\#(sentence)"/>"#))
            let failed = try RecordedRun(head, [(RecordedRun.failedCheck(0), nil)], end: end)
            #expect(try failed.text(.tap).hasSuffix("\n# \(sentence)\n"))
        }
        let whole = try RecordedRun(RecordedRun.head([RecordedRun.list]), [(RecordedRun.passed(0), nil)])
        #expect(try !whole.text(.tap).contains("Bail out!") && !whole.text(.junit).contains("incomplete"))
    }

    @Test func `a name cannot begin a directive`() throws {
        var request = RecordedRun.list
        request.id = #"a # SKIP \ b"#
        let run = try RecordedRun(RecordedRun.head([request]), [(RecordedRun.passed(0), nil)])
        #expect(try run.text(.tap) == "TAP version 14\n1..1\nok 1 - api/a.v1.http: a \\# SKIP \\\\ b\n")
        let skipped = try RecordedRun(RecordedRun.head([request]), [(RecordedRun.skipped(0, "c # d"), nil)])
        #expect(try skipped.text(.tap).contains(" # SKIP c \\# d"))
        #expect(try RecordedRun(RecordedRun.head([]), []).text(.tap).contains("1..0 # the run has no requests\n"))
    }
}

@Suite struct CTRFReportTests {
    @Test func `the members are those that the format demands, of the kinds that it demands`() throws {
        let json = try #require(try RecordedRun.mixed().json(.ctrf) as? [String: Any])
        #expect(json["reportFormat"] as? String == "CTRF")
        let results = try #require(json["results"] as? [String: Any])
        #expect(Set(results.keys) == ["tool", "summary", "environment", "tests"])
        let summary = try #require(results["summary"] as? [String: Any])
        let counts = ["tests", "passed", "failed", "skipped", "pending", "other"].map { summary[$0] as? Int }
        #expect(counts == [8, 1, 4, 2, 0, 1])
        #expect(summary["start"] as? Int == 1_795_257_121_000 && summary["stop"] as? Int == 1_795_257_122_234)
        let tests = try #require(results["tests"] as? [[String: Any]])
        let known: Set<String> = [
            "name", "status", "duration", "start", "stop", "suite", "message", "trace", "line", "rawStatus", "tags",
            "filePath", "retries", "flaky", "extra",
        ]
        for test in tests {
            #expect(Set(test.keys).isSubset(of: known))
            #expect(test["duration"] is Int && test["name"] is String && test["suite"] is [String])
        }
        #expect(
            tests.map { $0["status"] as? String } == [
                "passed", "failed", "failed", "failed", "failed", "skipped", "other", "skipped",
            ])
        #expect(tests[0]["tags"] as? [String] == ["smoke"])
        #expect(tests[1]["message"] as? String == "status == 200: was 404")
    }

    @Test func `a result that needed a retry is flaky, and the summary does not stop before it`() throws {
        var record = RecordedRun.passed(0, startsAt: 5_000_000)
        record.traffic?.retries = 2
        let json = try RecordedRun(RecordedRun.head([RecordedRun.list]), [(record, nil)]).json(.ctrf) as? [String: Any]
        let results = try #require(json?["results"] as? [String: Any])
        let test = try #require((results["tests"] as? [[String: Any]])?.first)
        #expect(test["flaky"] as? Bool == true && test["retries"] as? Int == 2)
        let summary = results["summary"] as? [String: Any]
        #expect(summary?["stop"] as? Int == 1_795_257_126_001 && test["stop"] as? Int == 1_795_257_126_001)
    }
}

@Suite struct GitHubReportTests {
    @Test func `each failure is an annotation at its line`() throws {
        let lines = try RecordedRun.mixed().text(.github).split(separator: "\n")
        #expect(
            lines.first
                == "::error file=api/a.v1.http,line=12,title=GET list::check: status == 200: was 404%0Aexpected: == 200%0Aactual: 404%0Aexchange 77 of run abc2345"
        )
        #expect(lines.count { $0.hasPrefix("::error ") } == 4)
        // What was not sent has no exchange.
        #expect(lines.count { $0.hasSuffix("%0Aexchange 77 of run abc2345") } == 3)
        #expect(
            lines.suffix(2) == [
                "::warning title=apitui::The run was interrupted.",
                "::notice title=apitui::8 requests: 1 ok, 4 failed, 1 skipped, 1 cancelled, 1 not reached in 1.23 s",
            ])
    }

    @Test(arguments: [
        ("api/a.http", "/w/r/sub", "/w/r", "sub/api/a.http"), ("./api/a.http", "/w/r", nil, "api/a.http"),
        ("/w/r/a.http", "/w/r/sub", "/w/r/", "a.http"), ("../a.http", "/w/r/sub", "/w/r", "a.http"),
        ("a.http", "/w/r", "", "a.http"), ("../x/a.http", "/w/r", "/w/r", "../x/a.http"),
        ("/w/rest/a.http", "/w/r", "/w/r", "/w/rest/a.http"), ("-", "/w/r/sub", "/w/r", "-"),
        ("a.http", "/", "/", "a.http"),
    ])
    func `an annotation names the file from the root of the repository`(
        typed: String, folder: String, root: String?, file: String
    ) throws {
        var request = RecordedRun.list
        request.file = typed
        let run = try RecordedRun(RecordedRun.head([request]), [(RecordedRun.failedCheck(0), nil)])
        let paths = RepositoryPaths(workingDirectory: folder, root: root)
        let line = try run.text(.github, ReportOptions(paths: paths)).split(separator: "\n").first
        #expect(line?.hasPrefix("::error file=\(file),line=") == true, "\(line ?? "")")
    }

    @Test func `more than GitHub shows are counted`() throws {
        let requests = (0..<30).map {
            RunHead.Request(file: "a.http", line: $0 + 1, id: "r\($0)", method: "GET", url: "/")
        }
        let run = try RecordedRun(RecordedRun.head(requests), (0..<30).map { (RecordedRun.failedCheck($0), nil) })
        let errors = try run.text(.github).split(separator: "\n").filter { $0.hasPrefix("::error") }
        #expect(errors.count == 10)
        #expect(errors.last == "::error title=apitui::21 more failures")
    }

    @Test func `no text begins a command, and properties end where they end`() throws {
        var request = RecordedRun.list
        request.id = "a::b,line=1\r\n::error::x 100%"
        let run = try RecordedRun(
            RecordedRun.head([request]), [(RecordedRun.failedCheck(0, actual: "x\n::warning::y"), nil)])
        let lines = try run.text(.github).split(separator: "\n")
        #expect(lines.count == 2)
        #expect(lines.first?.contains("title=GET a%3A%3Ab%2Cline=1") == true)
        #expect(lines.first?.contains("100%25::check") == true)
    }

    @Test func `a value of several lines has several lines in an annotation, also with CR LF`() throws {
        let run = try RecordedRun(
            RecordedRun.head([RecordedRun.list]), [(RecordedRun.failedCheck(0, actual: "a\r\nb 5%\nc\rd"), nil)])
        let line = try run.text(.github).split(separator: "\n").first
        #expect(line?.contains("%0Aactual: a%0Ab 5%25%0Ac\\x0Dd%0Aexchange") == true, "\(line ?? "")")
    }

    @Test func `an annotation names the first row that failed`() throws {
        var head = RecordedRun.head([RecordedRun.list], rounds: 4)
        (head.settings.data, head.settings.rows) = ("d.csv", 4)
        let records = (0..<4).map { round in
            round < 2 ? RecordedRun.passed(0, round: round) : RecordedRun.failedCheck(0, round: round)
        }
        let run = try RecordedRun(head, records.map { ($0, nil) })
        let errors = try run.text(.github).split(separator: "\n").filter { $0.hasPrefix("::error") }
        #expect(errors.count == 1 && errors.first?.contains(",title=GET list%2C row 3::") == true, "\(errors)")
    }

    @Test func `of a run that broke off there are ten warnings at most, and why is one of them`() throws {
        var record = RecordedRun.passed(0)
        record.checks.results = (0..<20).map {
            CheckResult(text: "w\($0)", line: 1, verdict: .warning, expected: "")
        }
        let run = try RecordedRun(
            RecordedRun.head([RecordedRun.list]), [(record, nil)],
            end: RunEnd(elapsed: .seconds(1), reason: .interrupted))
        let warnings = try run.text(.github).split(separator: "\n").filter { $0.hasPrefix("::warning") }
        #expect(warnings.count == 10)
        #expect(
            warnings.suffix(2) == [
                "::warning title=apitui::12 more warnings", "::warning title=apitui::The run was interrupted.",
            ])
    }

    @Test func `rounds that fail alike are one annotation`() throws {
        let results = (0..<50).map { (RecordedRun.failedCheck(0, round: $0, actual: "\($0)"), nil as Exchange?) }
        let run = try RecordedRun(RecordedRun.head([RecordedRun.list], rounds: 50), results)
        let errors = try run.text(.github).split(separator: "\n").filter { $0.hasPrefix("::error") }
        #expect(errors.count == 1)
        #expect(errors.first?.hasSuffix("%0A50 of 50 results failed.") == true)
    }
}

@Suite struct MarkdownReportTests {
    @Test func `a comment has the outcome, a table and the failures`() throws {
        let text = try RecordedRun.mixed().text(.markdown)
        #expect(text.hasPrefix("### ❌ apitui: 8 requests: 1 ok, 4 failed"))
        #expect(text.contains("**The run was interrupted.**"))
        #expect(text.contains("| ❌ | ` GET list ` ` api/a.v1.http:9 ` | 404 | 1.5 ms | 0/1 |\n"))
        #expect(text.contains("| ✅ | ` POST login ` ` api/a.v1.http:3 ` | 200 | 12 ms |  |\n"))
        #expect(
            text.contains(
                """
                ` GET list `

                ```
                api/a.v1.http:12: check: status == 200: was 404
                  expected == 200
                  actual   404
                exchange 77 of run abc2345
                ```
                """))
        #expect(text.contains("<summary>4 failures</summary>") && text.contains("</details>"))
    }

    @Test func `a run that ended with its time has passed, also if that cancelled a request`() throws {
        let run = try RecordedRun(
            RecordedRun.head([RecordedRun.list], rounds: nil),
            [(RecordedRun.passed(0), nil), (RecordedRun.sent(0, .cancelled, round: 1, status: nil), nil)],
            end: RunEnd(elapsed: .seconds(5), reason: .duration))
        #expect(try run.text(.markdown).hasPrefix("### ✅"))
        #expect(try run.text(.html).contains("<title>Passed: nightly</title>"))
        #expect(try run.text(.json).contains(#""complete":true,"endedBy":"duration""#))
        let broken = try RecordedRun(RecordedRun.head([RecordedRun.list]), [(RecordedRun.passed(0), nil)], end: nil)
        #expect(try broken.text(.markdown).hasPrefix("### ❌"))
        #expect(try broken.text(.json).contains(#""complete":false,"endedBy":null"#))
    }

    @Test func `a joined run with missing parts has not passed, and every report names them`() throws {
        var head = RecordedRun.head([RecordedRun.list])
        head.missingParts = [2, 4]
        let run = try RecordedRun(head, [(RecordedRun.passed(0), nil)])
        let sentence = "Parts 2, 4 of the run are missing."
        let markdown = try run.text(.markdown)
        #expect(markdown.hasPrefix("### ❌") && markdown.contains("**\(sentence)**"))
        let page = try run.text(.html)
        #expect(page.contains("<title>Failed: nightly</title>") && page.contains("<strong>\(sentence)</strong>"))
        #expect(try run.text(.json).contains(#""complete":false,"endedBy":"complete""#))
        for kind in [ReportKind.text, .tap, .ctrf, .github] {
            #expect(try run.text(kind).contains(sentence), "\(kind)")
        }

        head.missingParts = [3]
        let broken = try RecordedRun(head, [(RecordedRun.passed(0), nil)], end: nil)
        #expect(
            try broken.text(.markdown).contains(
                "**The recording ends before the run did. Part 3 of the run is missing.**"))
    }

    @Test func `nothing in it is a mention, a link, or HTML of others`() throws {
        var request = RecordedRun.list
        request.id = "a`b ``@team`` | <img src=x>"
        let run = try RecordedRun(
            RecordedRun.head([request]), [(RecordedRun.failedCheck(0, actual: "```\n</details> @team"), nil)])
        let text = try run.text(.markdown)
        #expect(text.contains("``` GET a`b ``@team`` \\| <img src=x> ```"))
        // Outside of code nothing is left of it.
        var rest = ""
        var isCode = false
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            if line.hasPrefix("````") { isCode.toggle() } else if !isCode { rest += line + "\n" }
        }
        rest = rest.replacing(/(`+) .*? \1/, with: "")
        #expect(!rest.contains("@team") && !rest.contains("<img") && rest.contains("</details>"))
    }

    @Test func `a comment stays below what GitHub takes`() throws {
        let requests = (0..<2000).map {
            RunHead.Request(
                file: "a.http", line: $0 + 1, id: "r\($0) " + String(repeating: "ü", count: 100), method: "GET",
                url: "/")
        }
        let long = String(repeating: "value ", count: 500)
        let run = try RecordedRun(
            RecordedRun.head(requests),
            (0..<2000).map { ($0 % 2 == 0 ? RecordedRun.failedCheck($0, actual: long) : RecordedRun.passed($0), nil) })
        let text = try run.text(.markdown)
        #expect(text.utf8.count <= MarkdownReport.mostBytes)
        #expect(text.contains("</details>"))
        #expect(text.contains("more requests."))
        #expect(text.contains("more requests failed."))
    }
}
