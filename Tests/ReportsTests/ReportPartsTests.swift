import Base
import NetEngine
import Runs
import TestSupport
import Testing
import Workspace

@testable import Reports

/// The parts that reports are made of: texts of others, excerpts, percentiles, names, and how a run ended.
@Suite struct ReportPartsTests {
    // MARK: Texts of others

    @Test func `control sequences of terminals are left out, and nothing else is`() {
        let table: [(text: String, plain: String)] = [
            ("a\u{1B}[31mb", "ab"), ("a\u{1B}[1;2Xb", "ab"), ("\u{1B}]0;title\u{7}x", "x"),
            ("\u{1B}]8;;u\u{1B}\\x", "x"), ("\u{1B}]0;ti\nx", "\nx"), ("\u{1B}]0;t\u{1B}[31mx", "x"),
            ("\u{1B}Pq\u{1B}\\x", "x"), ("\u{1B}_a\u{1B}\\x", "x"), ("\u{1B}^a\u{1B}\\x", "x"),
            ("\u{1B}Xa\u{1B}\\x", "x"),
            ("\u{1B}(Bx", "x"), ("\u{1B}7x", "x"), ("x\u{1B}", "x"), ("\u{1B}\u{1}x", "\u{1}x"), ("\u{1B}éx", "éx"),
            ("\u{1B}[31", ""), ("\u{1B}[31\u{1}", "\u{1}"), ("\u{1B}[", ""), ("\u{1B}]", ""), ("\u{1B}(", ""),
            ("[31m]0;\n\t", "[31m]0;\n\t"), ("", ""),
        ]
        for (text, plain) in table {
            #expect(PlainText.withoutTerminalSequences(text) == plain, "\(text.debugDescription)")
        }
    }

    @Test func `a body is cut where a character ends`() {
        let table: [(text: String, count: Int, kept: String)] = [
            ("aé", 3, "aé"), ("aé", 2, "a"), ("aé", 1, "a"), ("aé", 0, ""), ("😀", 3, ""), ("😀b", 4, "😀"),
            ("abc", 2, "ab"),
        ]
        for (text, count, kept) in table {
            #expect(PlainText.prefix(Array(text.utf8), count) == Array(kept.utf8), "\(text) \(count)")
        }
        #expect(PlainText.prefix([UInt8](repeating: 0x80, count: 6), 5) == [0x80], "what is not text is cut anywhere")
    }

    @Test func `what means something in markup is escaped, and what does harm is replaced`() {
        func text(_ text: String) -> String {
            var out = MarkupWriter()
            out.text(text)
            return String(decoding: out.bytes, as: UTF8.self)
        }
        func attribute(_ value: String?) -> String {
            var out = MarkupWriter()
            out.attribute("a", value)
            return String(decoding: out.bytes, as: UTF8.self)
        }
        #expect(text(#"<a & "b" 'c'>"#) == "&lt;a &amp; &quot;b&quot; &#39;c&#39;&gt;")
        #expect(text("a\tb\nc\rd") == "a\tb\nc&#13;d")
        #expect(attribute("a\tb\nc\r<\"") == " a=\"a&#9;b&#10;c&#13;&lt;&quot;\"")
        #expect(attribute("") == " a=\"\"" && attribute(nil) == "")
        let replaced: [Unicode.Scalar] = [
            "\u{0}", "\u{1F}", "\u{7F}", "\u{80}", "\u{9F}", "\u{202A}", "\u{202E}", "\u{2066}", "\u{2069}", "\u{FFFE}",
            "\u{FFFF}",
        ]
        for scalar in replaced { #expect(text(String(scalar)) == "\u{FFFD}", "\(scalar.value)") }
        let kept: [Unicode.Scalar] = [
            " ", "~", "\u{A0}", "\u{2029}", "\u{202F}", "\u{2065}", "\u{206A}", "\u{FFFD}", "\u{1F600}",
        ]
        for scalar in kept { #expect(text(String(scalar)) == String(scalar), "\(scalar.value)") }
        var out = MarkupWriter()
        out.raw("<b>")
        out.text(bytes: [0x61, 0xFF])
        out.attribute("n", 7)
        out.number(-3)
        #expect(String(decoding: out.take(), as: UTF8.self) == "<b>a\u{FFFD} n=\"7\"-3" && out.bytes.isEmpty)
    }

    @Test func `an excerpt is text, or the first bytes of what is not`() {
        func excerpt(_ body: [UInt8], _ type: String = "text/plain") -> (BodyExcerpt.Content, Int) {
            let excerpt = BodyExcerpt(body, ContentType(type))
            return (excerpt.content, excerpt.count)
        }
        func letters(_ count: Int) -> [UInt8] { [UInt8](repeating: 0x61, count: count) }
        for (count, shown) in [(0, 0), (8192, 8192), (8193, 8192)] {
            #expect(excerpt(letters(count)) == (.text(String(repeating: "a", count: shown)), shown), "\(count)")
        }
        let cut = letters(1) + Array(String(repeating: "é", count: 4096).utf8)
        #expect(excerpt(cut).1 == 8191)
        #expect(excerpt([0x61, 0]) == (.binary([0x61, 0]), 2))
        #expect(excerpt(letters(513), "image/png") == (.binary(letters(512)), 512))
        #expect(excerpt(letters(512), "image/png") == (.binary(letters(512)), 512))
        #expect(excerpt([0xE9], "text/plain; charset=iso-8859-1") == (.text("é"), 1))
        #expect(excerpt([0x61, 0x62, 0xE9], "text/plain; charset=iso-8859-1") == (.text("abé"), 3))
        #expect(excerpt([0x61, 0xC3], "text/plain") == (.text("a"), 2))
        #expect(excerpt([0x80, 0x81, 0x82, 0x83], "text/plain") == (.binary([0x80, 0x81, 0x82, 0x83]), 4))
    }

    // MARK: Percentiles

    private static func latency(_ count: Int, _ time: Duration = .milliseconds(10)) -> LatencyDistribution {
        var latency = LatencyDistribution()
        for _ in 0..<count { latency.add(time) }
        return latency
    }

    @Test func `a percentile is shown from the number of responses on that supports it`() {
        func shown(_ count: Int) -> String {
            Percentile.allCases.filter { $0.value(of: Self.latency(count)) != nil }.map(\.name).joined(separator: " ")
        }
        #expect(
            [0, 1, 28, 29, 58, 59, 298, 299].map(shown) == [
                "", "median", "median", "median p90", "median p90", "median p90 p95", "median p90 p95",
                "median p90 p95 p99",
            ])
        #expect(
            [0, 1, 28, 29, 59, 298, 299].map { Percentile.shortage(of: Self.latency($0)) } == [
                "median needs 1 responses, has 0", "p90 needs 29 responses, has 1", "p90 needs 29 responses, has 28",
                "p95 needs 59 responses, has 29", "p99 needs 299 responses, has 59", "p99 needs 299 responses, has 298",
                nil,
            ])
        #expect(Percentile.allCases.map(\.share) == [0.5, 0.9, 0.95, 0.99])
    }

    @Test func `a bar is as long as its time on the common axis, and at least a mark`() {
        func bar(_ time: Duration, longest: Duration, isASCII: Bool = true) -> String {
            PercentileBar(Self.latency(1, time), longest: longest, width: 8, isASCII: isASCII).text
        }
        #expect(bar(.milliseconds(10), longest: .milliseconds(20)) == "####    ")
        #expect(bar(.milliseconds(10), longest: .milliseconds(10)) == "########")
        #expect(bar(.microseconds(10), longest: .milliseconds(20)) == "#       ")
        #expect(bar(.milliseconds(10), longest: .zero) == "        ")
        #expect(bar(.milliseconds(10), longest: .milliseconds(10), isASCII: false) == "████████")
    }

    @Test func `a share of a picture is in percent, from 0 to 100`() {
        let shares: [(Double, String)] = [
            (0, "0.00"), (1, "100.00"), (0.5, "50.00"), (1 / 3, "33.33"), (2 / 3, "66.67"), (-1, "0.00"), (2, "100.00"),
            (0.00004, "0.00"), (0.00006, "0.01"), (0.0905, "9.05"),
        ]
        for (share, text) in shares { #expect(HTMLWaterfall.percent(share) == text, "\(share)") }
    }

    // MARK: Kinds and names

    @Test func `each kind has its names, its file and its title`() {
        let names = ReportKind.allCases.map { "\($0.rawValue) \($0.fileName) \($0.isDocument ? "document" : "lines")" }
        #expect(
            names == [
                "text summary.txt lines", "json report.json document", "junit junit.xml document",
                "tap report.tap document", "ctrf ctrf-report.json document", "html report.html document",
                "har report.har document", "markdown report.md lines", "github annotations.txt lines",
            ])
        #expect(ReportKind.names == "text, json, junit, tap, ctrf, html, har, markdown, github")
        let others = "summary terminal junit-xml JUnitXML md github-actions annotations htm"
        #expect(
            others.split(separator: " ").map { ReportKind(name: String($0)) } == [
                .text, .text, .junit, .junit, .markdown, .github, .github, .html,
            ])
        #expect(Set(ReportKind.allCases.map(\.title)).count == 9)
    }

    @Test func `a name has its method before it unless it begins with it`() {
        let requests = [("list", "GET"), ("GET /a", "GET"), ("", "PUT"), ("GETTER", "GET"), ("POST", "POST")].map {
            RunHead.Request(file: "a.http", line: 1, id: $0.0, method: $0.1)
        }
        let names = ResultNames(RunAccount(RecordedRun.head(requests)))
        #expect(
            requests.indices.map { names.titled($0) } == ["GET list", "GET /a", "PUT", "GET GETTER", "POST"])
        #expect(names[7] == "" && names[2] == "PUT")
        var looped = RecordedRun.passed(0)
        looped = RunRecord(item: looped.item, repetition: 0, word: .passed)
        #expect(names.titled(looped) == "GET list #1")
    }

    @Test func `names tell apart the same request after different ones, and others of its name`() {
        var requests = [("order", 3), ("order", 3), ("list", 5), ("list", 7), ("list", 7)].map {
            RunHead.Request(file: "a.http", line: $0.1, id: $0.0, method: "GET")
        }
        requests[4].turn = "x a"
        let names = ResultNames(RunAccount(RecordedRun.head(requests)))
        #expect(
            requests.indices.map { names[$0] } == [
                "order", "order (2)", "list (line 5)", "list (line 7)", "list (x a)",
            ])
    }

    @Test func `the class of a case is its file without dots`() {
        let files = ["api/a.v1.http", "a.rest", "a.http.rest", "./b/c", "a.HTTP", ".http"]
        #expect(files.map(JUnitReport.className) == ["api/a_v1", "a", "a_http", "_/b/c", "a", ""])
    }

    @Test func `no two files have the same class`() {
        let files = ["a.http", "a.rest", "a.http", "a_2.http", "b.http"]
        #expect(
            JUnitReport.classNames(of: files)
                == ["a.http": "a", "a.rest": "a_2", "a_2.http": "a_2_2", "b.http": "b"])
    }

    // MARK: How it ended

    @Test func `what is missing of a run is said in a sentence for each reason`() throws {
        func said(_ end: RunEnd?, missing: [Int] = [], unreadable: Int = 0, damaged: Int = 0) throws -> String? {
            var head = RecordedRun.head([RecordedRun.list])
            (head.missingParts, head.unreadable) = (missing, unreadable)
            var account = try RecordedRun(head, [(RecordedRun.passed(0), nil)], end: end).account
            account.damaged = damaged
            let sentence = RunFacts(account).incompleteness
            #expect(sentence == nil || !account.isPassed)
            return sentence
        }
        func end(_ reason: RunEnd.Reason) -> RunEnd { RunEnd(elapsed: .seconds(1), reason: reason) }
        #expect(try said(end(.complete)) == nil && said(end(.duration)) == nil)
        #expect(try said(end(.failure)) == "The run ended at its first failure.")
        #expect(try said(end(.interrupted)) == "The run was interrupted.")
        #expect(try said(nil) == "The recording ends before the run did.")
        #expect(try said(end(.complete), missing: [2]) == "Part 2 of the run is missing.")
        #expect(
            try said(end(.interrupted), missing: [2, 4])
                == "The run was interrupted. Parts 2, 4 of the run are missing.")
        #expect(
            try said(end(.complete), unreadable: 1) == "1 file could not be read; its requests were not sent.")
        #expect(
            try said(end(.complete), unreadable: 2) == "2 files could not be read; their requests were not sent.")
        #expect(try said(end(.complete), damaged: 1) == "1 line of the recording is damaged and was left out.")
        #expect(
            try said(nil, damaged: 2)
                == "The recording ends before the run did. 2 lines of the recording are damaged and were left out.")
    }

    @Test func `the time of a run that was broken off is that of its requests`() throws {
        func facts(_ end: RunEnd?, _ results: [RunRecord]) throws -> RunFacts {
            RunFacts(try RecordedRun(RecordedRun.head([RecordedRun.list]), results.map { ($0, nil) }, end: end).account)
        }
        // The first starts at 2 s, the last ends at 5 s and 1,510 µs.
        let results = [RecordedRun.passed(0, startsAt: 2_000_000), RecordedRun.passed(0, startsAt: 5_000_000)]
        let broken = try facts(nil, results)
        #expect(broken.elapsed == .microseconds(3_001_510))
        #expect(broken.endedAt.microsecondsSince1970 == RecordedRun.start.microsecondsSince1970 + 5_001_510)
        let ended = try facts(RunEnd(elapsed: .seconds(9), reason: .complete), results)
        #expect(ended.elapsed == .seconds(9))
        #expect(ended.endedAt.microsecondsSince1970 == RecordedRun.start.microsecondsSince1970 + 9_000_000)
        #expect(try facts(nil, []).elapsed == .zero && facts(nil, []).endedAt == RecordedRun.start)
    }

    // MARK: Whole documents

    @Test func `CTRF has each case with all that is known of it`() throws {
        var again = RecordedRun.passed(0, micros: 12_000)
        again.traffic?.retries = 2
        again.checks.logs = [HandlerLog(text: "seen", line: 20)]
        let run = try RecordedRun(
            RecordedRun.head([RecordedRun.login, RecordedRun.list, RecordedRun.order]),
            [(again, nil), (RecordedRun.failedCheck(1), nil), (RecordedRun.skipped(2, "login failed"), nil)])
        #expect(
            try run.text(.ctrf) == #"""
                {"reportFormat":"CTRF","specVersion":"0.1.0","generatedBy":"apitui 0.1.0","timestamp":"2026-11-21T10:32:02.234000Z",\#
                "results":{"tool":{"name":"apitui","version":"0.1.0"},\#
                "summary":{"tests":3,"passed":1,"failed":1,"skipped":1,"pending":0,"other":0,"flaky":1,"suites":2,\#
                "start":1795257121000,"stop":1795257122234},\#
                "environment":{"reportName":"nightly","testEnvironment":"staging","extra":{"run":"abc2345"}},"tests":[
                {"name":"login","status":"passed","duration":12,"start":1795257121000,"stop":1795257121012,\#
                "suite":["api/a.v1.http"],"filePath":"api/a.v1.http","line":3,"rawStatus":"passed","tags":["smoke"],\#
                "stdout":["seen"],"retries":2,"flaky":true,"extra":{"exchange":77,"status":200}},
                {"name":"list","status":"failed","duration":2,"start":1795257121000,"stop":1795257121001,\#
                "suite":["api/a.v1.http"],"filePath":"api/a.v1.http","line":9,"rawStatus":"failed",\#
                "message":"status == 200: was 404",\#
                "trace":"api/a.v1.http:12: check: status == 200: was 404\n  expected: == 200\n  actual:   404",\#
                "extra":{"exchange":77,"status":404}},
                {"name":"order","status":"skipped","duration":0,"suite":["api/b.http"],"filePath":"api/b.http","line":1,\#
                "rawStatus":"skipped","message":"login failed","extra":{}}
                ]}}

                """#)
    }

    @Test func `of warnings GitHub gets nine, each once for its request, and how many more there are`() throws {
        let requests = (0..<12).map {
            RunHead.Request(file: "a.http", line: $0 + 1, id: "r\($0)", method: "GET", url: "/")
        }
        func run(_ count: Int) throws -> [Substring] {
            let records = (0..<2).flatMap { round in
                (0..<count).map { step in
                    var record = RecordedRun.passed(step, round: round)
                    record.isUnverified = true
                    return (record, nil as Exchange?)
                }
            }
            return try RecordedRun(RecordedRun.head(requests, rounds: 2), records).text(.github).split(separator: "\n")
        }
        let sentence = "The server's certificate was not checked."
        let ten = try run(10).filter { $0.hasPrefix("::warning") }
        #expect(ten.count == 10 && ten.first == "::warning file=a.http,line=1,title=GET r0::\(sentence)")
        #expect(ten.last == "::warning title=apitui::1 more warning")
        #expect(try run(9).filter { $0.hasPrefix("::warning") }.allSatisfy { $0.hasSuffix(sentence) })
    }

    @Test func `code in Markdown has more backticks around it than are in it`() {
        let table = ["a": "` a `", "a`b": "`` a`b ``", "``": "``` `` ```", "": "", "`a``b`": "``` `a``b` ```"]
        for (text, code) in table { #expect(MarkdownReport.code(text) == code) }
        let long = String(repeating: "x", count: 501)
        #expect(MarkdownReport.code(String(long.dropLast())) == "` \(long.dropLast()) `")
        #expect(MarkdownReport.code(long) == "` \(long.dropLast())… `")
    }
}
