import NetEngine
import Runs
import TestSupport
import Testing
import Workspace

@testable import Reports

@Suite struct ReportKindTests {
    @Test func `kinds are found by the names that users type`() {
        for kind in ReportKind.allCases { #expect(ReportKind(name: kind.rawValue.uppercased()) == kind) }
        #expect(ReportKind(name: "md") == .markdown)
        #expect(ReportKind(name: "annotations") == .github)
        #expect(ReportKind(name: "pdf") == nil)
        #expect(Set(ReportKind.allCases.map(\.fileName)).count == ReportKind.allCases.count)
    }

    @Test(arguments: [
        (ReportKind.har, "HTTP Archive 1.2", #""version":"1.2""#), (.tap, "TAP 14", "TAP version 14\n"),
        (.json, "all results and totals (schemaVersion 1)", #""schemaVersion":1,"#),
    ])
    func `help names the version of a format that the report itself has`(
        kind: ReportKind, title: String, written: String
    ) throws {
        #expect(kind.title == title)
        let text = try RecordedRun(RecordedRun.head([]), []).text(kind)
        #expect(text.contains(written), "\(text)")
    }

    @Test(arguments: ReportKind.allCases) func `every kind reports an empty run and one that was broken off`(
        kind: ReportKind
    ) throws {
        let empty = try RecordedRun(RecordedRun.head([]), [])
        #expect(try !empty.bytes(kind).isEmpty)
        let broken = try RecordedRun(
            RecordedRun.head([RecordedRun.login, RecordedRun.list]), [(RecordedRun.passed(0), nil)], end: nil)
        #expect(try !broken.bytes(kind).isEmpty)
    }

    @Test(arguments: ReportKind.allCases) func `no kind shows an actual value of a check that read nothing`(
        kind: ReportKind
    ) throws {
        let run = try RecordedRun(
            RecordedRun.head([RecordedRun.list]), [(RecordedRun.failedCheck(0, actual: nil), nil)])
        let text = try run.text(kind)
        #expect(!["actual   ", "actual: ", ">actual<"].contains(where: text.contains), "\(text)")
    }

    @Test(arguments: ReportKind.allCases) func `no kind shows a secret of an exchange`(kind: ReportKind) throws {
        let secret = "hunter2-hunter2"
        let url = HTTPURL(
            scheme: .http, userInfo: nil, host: "127.0.0.1", explicitPort: 80, path: "/list", query: "api_key=\(secret)"
        )
        let request = PreparedRequest(
            method: .get, url: url,
            headers: [HeaderField("Authorization", "Bearer \(secret)", isSecret: true)],
            body: .bytes(Array("password=\(secret)".utf8)), options: RequestOptions())
        let response = ExchangeFixtures.response(
            status: 404, headers: [HeaderField("Set-Cookie", "session=\(secret)")],
            body: Array(#"{"echo":"\#(secret)","base64":"\#(Base64.encode(Array(secret.utf8)))"}"#.utf8))
        let exchange = ExchangeFixtures.exchange(
            77, draft: RequestDraft(method: "GET", url: "http://127.0.0.1/list?api_key=\(secret)"),
            hops: [ExchangeFixtures.hop(request: request, response: response)])
        let run = try RecordedRun(
            RecordedRun.head([RecordedRun.list]), [(RecordedRun.failedCheck(0), exchange)])
        let text = try run.text(kind)
        #expect(!text.contains("hunter2") && !text.contains(Base64.encode(Array(secret.utf8))))
        if [.json, .html, .har].contains(kind) { #expect(text.contains("127.0.0.1/list?api_key=[")) }
    }

    @Test(arguments: ReportKind.allCases) func `a check of the whole body does not show it where bodies are left out`(
        kind: ReportKind
    ) throws {
        var record = RecordedRun.failedCheck(0)
        record.checks.results = ["body == x", "body $.name == x"].map { text in
            CheckResult(text: text, line: 12, verdict: .failed, expected: "== x", actual: "a \(text.count) body")
        }
        let run = try RecordedRun(RecordedRun.head([RecordedRun.list]), [(record, nil)])
        let text = try run.text(kind, ReportOptions(omitsBodies: true))
        #expect(!text.contains("a 9 body"))
        if kind == .json || kind == .junit {
            #expect(text.contains("a 16 body"))
            #expect(try run.text(kind).contains("a 9 body"))
        }
    }

    @Test(arguments: ReportKind.allCases)
    func `of a run that is recorded nowhere no report names an exchange`(kind: ReportKind) throws {
        let exchange = ExchangeFixtures.exchange(77, response: ExchangeFixtures.response(status: 404))
        let run = try RecordedRun(
            RecordedRun.head([RecordedRun.list, RecordedRun.order]),
            [(RecordedRun.failedCheck(0), exchange), (RecordedRun.passed(1), nil)])
        func names(_ text: String) -> Bool { text.contains(/[Ee]xchange"?:? ?77/) }
        let text = try run.text(kind, ReportOptions(reference: .nowhere))
        #expect(!names(text), "\(text)")
        // What was sent and received is in them all the same.
        if kind == .html || kind == .json { #expect(text.contains("127.0.0.1")) }
        #expect(try names(run.text(kind)) == (kind != .har))
    }

    @Test(arguments: ReportKind.allCases)
    func `a report names its run by what finds it, by the file of its recording if no log has it`(
        kind: ReportKind
    ) throws {
        var head = RecordedRun.head([RecordedRun.list])
        head.name = nil
        let run = try RecordedRun(head, [(RecordedRun.failedCheck(0), nil)])
        let (usual, filed, lost) = (
            try run.text(kind), try run.text(kind, ReportOptions(reference: .file("last.run"))),
            try run.text(kind, ReportOptions(reference: .nowhere))
        )
        // JSON has the id as a member of the run.
        let names = ![.text, .har, .json].contains(kind)
        #expect(usual.contains("abc2345") == (names || kind == .json))
        #expect(filed.contains("last.run") == names, "\(filed)")
        if names { #expect(!filed.contains("abc2345") && !lost.contains("abc2345"), "\(filed)\(lost)") }
        #expect(filed == usual.replacing("abc2345", with: "last.run") || kind == .json)
    }

    @Test(arguments: ReportKind.allCases) func `no kind passes on what a terminal or a page would obey`(
        kind: ReportKind
    ) throws {
        var request = RecordedRun.list
        request.id = RecordedRun.hostile
        request.file = "api/<b>\u{1B}.http"
        request.url = RecordedRun.hostile
        let results = [
            RecordedRun.failed(0, .connect, RecordedRun.hostile),
            RecordedRun.failedCheck(0, actual: RecordedRun.hostile),
            RecordedRun.notSent(0, RecordedRun.hostile), RecordedRun.skipped(0, RecordedRun.hostile),
        ]
        let text = try RecordedRun(RecordedRun.head([request]), results.map { ($0, nil) }).text(kind)
        for scalar in text.unicodeScalars {
            #expect(scalar.value >= 0x20 || scalar == "\n", "\(kind): U+\(String(scalar.value, radix: 16))")
            #expect(!(0x7F...0x9F).contains(scalar.value) && scalar.value != 0x202E)
        }
        if kind == .junit || kind == .html { #expect(!text.contains("<script>alert")) }
    }
}
