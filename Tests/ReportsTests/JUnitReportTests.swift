import Foundation
import Runs
import TestSupport
import Testing
import Workspace

@testable import NetEngine
@testable import Reports

@Suite struct JUnitReportTests {
    private func tree(_ run: RecordedRun) throws -> XMLTree.Node {
        try XMLReader().read(try run.bytes(.junit)).root
    }

    private func cases(_ root: XMLTree.Node) -> [XMLTree.Node] {
        root.elements("testsuite").flatMap { $0.elements("testcase") }
    }

    @Test func `each result is a case of the suite of its file`() throws {
        let root = try tree(RecordedRun.mixed())
        let suites = root.elements("testsuite")

        #expect(suites.map { $0.attribute("name") } == ["api/a_v1", "api/b"])
        #expect(suites.map { $0.attribute("file") } == ["api/a.v1.http", "api/b.http"])
        #expect(suites.map { $0.attribute("tests") } == ["2", "6"])
        #expect(suites.map { $0.attribute("failures") } == ["1", "1"])
        #expect(suites.map { $0.attribute("errors") } == ["0", "3"])
        #expect(suites.map { $0.attribute("skipped") } == ["0", "2"])
        #expect(root.attribute("tests") == "8")
        #expect(root.attribute("time") == "1.234000")
        let output = cases(root).flatMap { $0.elements("system-out") }.map(\.text)
        #expect(output.contains { $0.hasPrefix("GET {{base}}/order: status 503") }, "no exchange of it is recorded")
        let first = try #require(cases(root).first)
        #expect(first.attribute("classname") == "api/a_v1")
        #expect(first.attribute("name") == "login")
        #expect(first.attribute("file") == "api/a.v1.http")
        #expect(first.attribute("time") == "0.012000")
        #expect(
            first.elements("system-out").map(\.text) == [
                "POST \(ExchangeFixtures.request().url): status 200 in 12 ms, exchange 77 of run abc2345"
            ])
    }

    @Test func `lines of scripts are in the output of their case`() throws {
        var record = RecordedRun.passed(0)
        record.checks.logs = [HandlerLog(text: "id 7", line: 9)]
        let run = try RecordedRun(RecordedRun.head([RecordedRun.list]), [(record, nil)])
        let output = try cases(tree(run)).first?.elements("system-out").first?.text
        #expect(output?.hasSuffix("\napi/a.v1.http:9: log: id 7") == true, "\(output ?? "none")")
    }

    @Test func `a response that is wrong is a failure, and anything before it an error`() throws {
        let cases = cases(try tree(RecordedRun.mixed()))
        let kinds = cases.map { item in
            item.elements.first { ["failure", "error", "skipped"].contains($0.name?.local) }?.name?.local
        }
        #expect(kinds == [nil, "failure", "failure", "error", "error", "skipped", "error", "skipped"])
        let failure = try #require(cases[1].elements("failure").first)
        #expect(failure.attribute("type") == "check")
        #expect(failure.attribute("message") == "status == 200: was 404")
        #expect(
            failure.text == """
                api/a.v1.http:12: check: status == 200: was 404
                  expected: == 200
                  actual:   404
                """)
        #expect(cases[4].elements("error").map(\.text) == ["api/b.http:4: request-build: {{missing}} has no value."])
        #expect(
            cases[5...].compactMap { $0.elements("skipped").first?.attribute("message") } == [
                "down did not succeed", "the run ended before it",
            ])
        let cancelled = try #require(cases[6].elements("error").first)
        #expect(cancelled.attribute("type") == "cancelled")
        #expect(cancelled.attribute("message") == "the run was stopped while it was in flight")
        #expect(cancelled.text == "api/b.http:40: cancelled: the run was stopped while it was in flight")
    }

    @Test func `what was cancelled when the time of a run was over is skipped, and an error of a run that was stopped`()
        throws
    {
        let ends: [(reason: RunEnd.Reason, element: String)] = [(.duration, "skipped"), (.interrupted, "error")]
        for (reason, element) in ends {
            let run = try RecordedRun(
                RecordedRun.head([RecordedRun.list], rounds: nil),
                [(RecordedRun.passed(0), nil), (RecordedRun.sent(0, .cancelled, round: 1, status: nil), nil)],
                end: RunEnd(elapsed: .seconds(5), reason: reason))
            let root = try tree(run)
            #expect(cases(root).last?.elements(element).count == 1)
            #expect(root.attribute("errors") == (run.account.isPassed ? "0" : "1"))
        }
    }

    @Test func `no two cases have the same name`() throws {
        var again = RecordedRun.list
        again.line = 20
        var looped = RecordedRun.passed(2)
        looped = RunRecord(item: looped.item, repetition: 3, word: .passed)
        let run = try RecordedRun(
            RecordedRun.head([RecordedRun.list, again, RecordedRun.order], rounds: 2),
            [
                (RecordedRun.passed(0), nil), (RecordedRun.passed(1), nil), (RecordedRun.passed(2), nil), (looped, nil),
                (RecordedRun.passed(0, round: 1), nil), (RecordedRun.passed(1, round: 1), nil),
            ])
        let names = cases(try tree(run)).map { "\($0.attribute("classname") ?? "") \($0.attribute("name") ?? "")" }
        #expect(Set(names).count == 6)
        #expect(names.contains("api/a_v1 list (line 20), round 2"))
        #expect(names.contains("api/b order #4, round 1"))
    }

    @Test func `the repetition of a loop is said once, and rows that are sent again by row and round`() throws {
        var request = RecordedRun.order
        request.turn = "repetition 3"
        var head = RecordedRun.head([request], rounds: 4)
        (head.settings.data, head.settings.rows) = ("d.csv", 2)
        let record = RunRecord(item: RunSchedule.Item(round: 3, step: 0), repetition: 2, word: .passed)
        let names = cases(try tree(try RecordedRun(head, [(record, nil)]))).map { $0.attribute("name") }
        #expect(names == ["order (repetition 3), row 2, round 2"])
    }

    @Test func `a run with too many results has a case for each request, with counts`() throws {
        let many = RunAccount.mostResults
        var results = (0...many).map { (RecordedRun.passed(0, round: $0), nil as Exchange?) }
        results.append((RecordedRun.failedCheck(0, round: many + 1), nil))
        let run = try RecordedRun(RecordedRun.head([RecordedRun.list], rounds: nil), results)
        let cases = cases(try tree(run))

        #expect(cases.map { $0.attribute("name") } == ["list"])
        #expect(
            cases.first?.elements("failure").first?.text.hasPrefix("1 of 10002 results failed. The first:\n") == true)
    }

    @Test func `in a run with too many results, one that was cancelled by ^C makes its request an error, too`() throws {
        let many = RunAccount.mostResults
        var results = (0...many).map { (RecordedRun.passed(0, round: $0), nil as Exchange?) }
        results.append((RecordedRun.sent(0, .cancelled, round: many + 1, status: nil), nil))
        for (reason, errors) in [(.interrupted, "1"), (.duration, "0")] as [(RunEnd.Reason, String)] {
            let run = try RecordedRun(
                RecordedRun.head([RecordedRun.list], rounds: nil), results,
                end: RunEnd(elapsed: .seconds(5), reason: reason))
            let root = try tree(run)
            let item = try #require(cases(root).first)
            #expect(root.attribute("errors") == errors && item.elements("skipped").isEmpty)
            #expect(item.elements("error").map { $0.attribute("type") } == (errors == "1" ? ["cancelled"] : []))
        }
    }

    @Test func `a part of a run leaves out what other parts send`() throws {
        var head = RecordedRun.head([RecordedRun.login, RecordedRun.list, RecordedRun.order])
        head.shard = RunHead.Shard(index: 1, count: 2, plan: "0011", requests: [0, 2])
        let run = try RecordedRun(head, [(RecordedRun.passed(0), nil)])
        let root = try tree(run)
        #expect(cases(root).map { $0.attribute("name") } == ["login", "order"])
        let page = try run.text(.html)
        #expect(page.contains("<b>GET order</b>") && !page.contains("<b>GET list</b>"))
        let properties = root.elements("testsuite").first?.elements("properties").first?.elements("property") ?? []
        #expect(properties.last?.attribute("name") == "shard" && properties.last?.attribute("value") == "1/2")
    }

    @Test func `what XML forbids is replaced, and nothing leaves its place`() throws {
        let run = try RecordedRun(
            RecordedRun.head([RecordedRun.list]), [(RecordedRun.failedCheck(0, actual: RecordedRun.hostile), nil)])
        let failure = try #require(cases(try tree(run)).first?.elements("failure").first)
        #expect(failure.text.contains("red <script>alert(1)</script> ]]> &amp; \"q\" 'a'"))
        #expect(!failure.text.contains("[31m"))
        #expect(failure.text.contains("\u{FFFD}"))
    }

    // MARK: The schema

    @Test func `reports follow the schema that Jenkins checks`() throws {
        for run in [try RecordedRun.mixed(), try RecordedRun(RecordedRun.head([]), [])] {
            #expect(JUnitSchema.problems(of: try tree(run)) == [])
        }
        let wrong = try XMLReader().read(
            Array(
                #"<testsuites><testsuite name="a" tests="1"><testcase time="1"><error/></testcase></testsuite></testsuites>"#
                    .utf8))
        #expect(JUnitSchema.problems(of: wrong.root).count == 3)
    }

    @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/xmllint"), "needs xmllint"))
    func `xmllint finds reports valid`() async throws {
        let folder = try TemporaryFolder()
        let schema = try folder.write(JUnitSchema.text, to: "junit.xsd")
        // Jenkins passes over attributes that it does not know; the schema of one of its plugins does not name this one.
        let text = try RecordedRun.mixed().text(.junit).replacing(/(<testcase [^>]*) file="[^"]*"/) { "\($0.output.1)" }
        let report = try folder.write(text, to: "junit.xml")
        let check = try await ProgramRun.run("/usr/bin/xmllint", ["--noout", "--schema", schema, report])
        #expect(check.status == 0, "\(check.errorText)")
        let broken = try folder.write(
            text.replacing("<failure", with: "<failing").replacing("</failure", with: "</failing"), to: "broken.xml")
        #expect(try await ProgramRun.run("/usr/bin/xmllint", ["--noout", "--schema", schema, broken]).status != 0)
    }
}
