import Foundation
import GRDB
import TestSupport
import Testing

/// `run` with its flags, and what `runs` knows of it afterwards: the built program, with a home folder of its own.
@Suite struct RunsCommandTests {
    private let home: TemporaryFolder
    private let folder: TemporaryFolder

    init() throws {
        home = try TemporaryFolder()
        folder = try TemporaryFolder()
        try folder.write(
            """
            ### good
            # @tag smoke
            GET {{base}}/status/200

            ### bad
            # @tag broken
            GET {{base}}/status/500

            ### row
            # @tag rows
            GET {{base}}/echo?id={{id}}
            ?? status == 200

            ### secret
            # @tag secret
            GET {{base}}/echo
            Authorization: Bearer hunter2hunter2

            ### by hand
            # @tag manual
            GET {{base}}/status/404

            """, to: "a.http")
        try folder.write("id,name\n7,a\n8,b\n", to: "rows.csv")
    }

    private func apitui(_ arguments: String..., input: String = "") async throws -> ProgramRun {
        try await ProgramRun.run(
            BuiltProgram.path, arguments, environment: BuiltProgram.environment(home: home), folder: folder.path,
            input: Array(input.utf8))
    }

    private func sent(_ run: ProgramRun) -> [String] {
        run.text.split(separator: "\n").filter { $0.hasPrefix("ok ") || $0.hasPrefix("FAILED ") }
            .map { String($0.split(separator: " ")[2]) }
    }

    @Test func `tags, filters and names choose what is sent`() async throws {
        let tagged = try await apitui("run", "a.http", "--demo", "--tag", "smoke")
        #expect(tagged.status == 0)
        #expect(sent(tagged) == ["good"])
        let filtered = try await apitui("run", "a.http", "--demo", "--filter", "b*", "--skip-tag", "manual")
        #expect(filtered.status == 1)
        #expect(sent(filtered) == ["bad"])
        let named = try await apitui("run", "a.http#good", "a.http#by hand", "--demo")
        #expect(sent(named) == ["good", "by"])
        let none = try await apitui("run", "a.http", "--demo", "--tag", "nothing")
        #expect(none.status == 2)
        #expect(
            none.errorText
                == "apitui: No request is left: 5 requests did not match. The tags are broken, manual, rows, secret, smoke.\n"
        )
        let manual = try await apitui("run", "a.http", "--filter", "by*")
        #expect(
            manual.errorText
                == "apitui: No request is left: 4 requests did not match, and 1 request has the tag manual. Name what you want (FILE#NAME), or use --tag manual.\n"
        )
    }

    @Test func `each run is a line of aligned columns, or a JSON object, whatever became of it`() async throws {
        #expect(try await apitui("run", "-", input: "GET http://127.0.0.1:1/\n").status == 1)
        let queue = try DatabaseQueue(path: "\(home.path)/state/apitui/log.sqlite")
        try await queue.write { database in
            try database.execute(
                sql: """
                    INSERT INTO run (key, name, started_at, pid, process_start, machine, title, summary, bytes) VALUES
                    ('aaaaaaa', NULL, 1764236759123456, 1, 0, 'x', 'api (dev)', '{"passed":3,"failed":0,"skipped":0,\
                    "cancelled":0,"notReached":0,"elapsedMicros":1250000,"reason":"complete","medianMicros":4321}', 1234),
                    ('bbbbbbb', 'before', 1764236760000000, 1, 0, 'x', 'é 漢字', '{"passed":1,"failed":12,"skipped":2,\
                    "cancelled":3,"notReached":4,"elapsedMicros":65000000,"reason":"failure","missingParts":2}', 5),
                    ('ccccccc', 'c', 0, 1, 0, 'x', 't', NULL, 0);
                    -- Of a process in another container nothing is known.
                    INSERT INTO run (key, started_at, pid, process_start, machine, title, bytes)
                    SELECT 'ddddddd', 60000000, 1, 0, substr(machine, 1, instr(machine, ' ')) || 'other', 'u', 7
                    FROM run ORDER BY id LIMIT 1;
                    DELETE FROM run WHERE key NOT IN ('aaaaaaa', 'bbbbbbb', 'ccccccc', 'ddddddd');
                    """)
        }
        try queue.close()
        let list = try await apitui("runs")
        #expect(
            list.text == """
                aaaaaaa  2025-11-27 09:45  passed      3 in 1.25 s       median 4.3 ms  -       api (dev)
                bbbbbbb  2025-11-27 09:46  12 failed   22 in 1 min 05 s                 before  é 漢字
                ccccccc  1970-01-01 00:00  broken off                                   c       t
                ddddddd  1970-01-01 00:01  running                                      -       u

                """)
        let json = try await apitui("runs", "list", "--json")
        #expect(
            json.text == """
                {"id":"aaaaaaa","name":null,"startedAt":"2025-11-27T09:45:59.123456Z","title":"api (dev)","state":"ended",\
                "bytes":1234,"totals":{"passed":3,"failed":0,"skipped":0,"cancelled":0,"notReached":0,"elapsed":1250.000,\
                "median":4.321,"end":"complete","missingParts":0}}
                {"id":"bbbbbbb","name":"before","startedAt":"2025-11-27T09:46:00.000000Z","title":"é 漢字","state":"ended",\
                "bytes":5,"totals":{"passed":1,"failed":12,"skipped":2,"cancelled":3,"notReached":4,"elapsed":65000.000,\
                "median":null,"end":"failure","missingParts":2}}
                {"id":"ccccccc","name":"c","startedAt":"1970-01-01T00:00:00.000000Z","title":"t","state":"broken-off",\
                "bytes":0,"totals":null}
                {"id":"ddddddd","name":null,"startedAt":"1970-01-01T00:01:00.000000Z","title":"u","state":"running",\
                "bytes":7,"totals":null}

                """)
        // Neither one with a name nor one that may be running goes by its age.
        let old = try await apitui("runs", "delete", "--before", "2025-11-27", "--yes")
        #expect(old.status == 0 && old.errorText == "No run is that old.\n")
        let next = try await apitui("runs", "delete", "--before", "2025-11-28", "--yes")
        #expect(next.status == 0 && next.errorText == "1 run deleted.\n")
        let named = try await apitui("runs", "name", "d", "--as", "c")
        #expect(named.errorText == "The run ddddddd is now named 'c'.\n")
        let left = try await apitui("runs").text.split(separator: "\n").map { $0.split(separator: " ").suffix(2) }
        #expect(left.map { $0.joined(separator: " ") } == ["é 漢字", "- t", "c u"])
    }

    @Test func `each row of a data file is one round with its columns as variables`() async throws {
        let run = try await apitui("run", "a.http", "--demo", "--tag", "rows", "--data", "rows.csv", "--json")
        #expect(run.status == 0)
        #expect(run.text.components(separatedBy: #""id":"row""#).count == 3)
        let wrong = try await apitui("run", "a.http", "--demo", "--data", "none.csv")
        #expect(wrong.status == 2)
        #expect(wrong.errorText == "apitui: --data none.csv: there is no such file.\n")
        try folder.write("id,name\n7\n", to: "short.csv")
        let short = try await apitui("run", "a.http", "--demo", "--data", "short.csv")
        #expect(short.errorText == "apitui: --data: short.csv:2: this row has 1 field, the first row has 2.\n")
    }

    @Test func `rows come from standard input too, unless the requests do`() async throws {
        let run = try await apitui(
            "run", "a.http", "--demo", "--tag", "rows", "--data", "-", "--json", input: "id\n7\n8\n9\n")
        #expect(run.status == 0, "\(run.errorText)")
        #expect(run.text.components(separatedBy: #""id":"row""#).count == 4)
        // A pipe, as of `--data <(command)`.
        let piped = try await apitui(
            "run", "a.http", "--demo", "--tag", "rows", "--data", "/dev/stdin", "--json", input: "id\n7\n8\n")
        #expect(piped.text.components(separatedBy: #""id":"row""#).count == 3, "\(piped.errorText)")
        let short = try await apitui("run", "a.http", "--demo", "--data", "-", input: "id,name\n7\n")
        #expect(short.errorText == "apitui: --data: standard input:2: this row has 1 field, the first row has 2.\n")
        let both = try await apitui("run", "-", "--data", "-", input: "id\n7\n")
        #expect(both.status == 2)
        #expect(both.errorText.contains("cannot both come from standard input"))
    }

    @Test func `an import that needs trust is refused with the flag that allows it`() async throws {
        try folder.write("# @name login\nGET {{base}}/status/200\n", to: "auth.http")
        try folder.write("# @import ../auth.http\n# @ref login\nGET {{base}}/status/200\n", to: "c/a.http")
        let run = try await apitui("run", "c", "--demo")
        #expect(run.status == 1)
        #expect(
            run.text.contains("../auth.http is outside the collection folder; send and run read it with --trust"),
            "\(run.text)")
        #expect(try await apitui("run", "c", "--demo", "--trust").status == 0)
    }

    @Test func `a run that fails fast reaches nothing more, and fail-on decides about the exit status`() async throws {
        let fast = try await apitui("run", "a.http#bad", "a.http#good", "--demo", "--bail", "--repeat", "3")
        #expect(fast.status == 1)
        #expect(fast.text.contains("1 failed, 0 skipped, "))
        #expect(fast.text.contains("not reached"))
        let other = try await apitui("run", "a.http#bad", "--demo", "--fail-on", "timeout")
        #expect(other.status == 0)
        let same = try await apitui("run", "a.http#bad", "--demo", "--fail-on", "server-error")
        #expect(same.status == 1)
        let wrong = try await apitui("run", "a.http", "--fail-on", "timeuot")
        #expect(wrong.status == 2)
        #expect(wrong.errorText.contains("Did you mean timeout?"))
    }

    @Test func `a run that may end at a failure is complete if nothing fails`() async throws {
        let good = try await apitui("run", "a.http#good", "--demo", "--fail-fast")
        let bad = try await apitui("run", "a.http#bad", "--demo", "--fail-fast")
        #expect(good.status == 0 && bad.status == 1)
        let ends = try await apitui("runs", "--json").text.split(separator: "\n").map { line in
            ["complete", "failure"].filter { line.contains("\"end\":\"\($0)\"") }
        }
        #expect(ends == [["complete"], ["failure"]])
    }

    @Test func `a rate starts so many requests in a duration, and counts latency from their planned start`()
        async throws
    {
        let run = try await apitui(
            "run", "a.http#good", "--demo", "--rate", "100/s", "--duration", "200ms", "--max-in-flight", "5")
        #expect(run.status == 0)
        #expect(run.text.contains("20 requests: 20 ok"))
        #expect(run.text.contains("latency from the planned start: "))
        #expect(run.text.contains("started late by: "))
    }

    @Test func `a second passes before a request is sent again`() async throws {
        let run = try await apitui("run", "a.http#bad", "--demo", "--retry", "1", "--json")
        let elapsed = try #require(try Self.elapsed.firstMatch(in: run.text)?.1)
        #expect((Double(elapsed) ?? 0) >= 1000, "\(elapsed) ms")
    }

    /// Of the totals, in milliseconds.
    private static var elapsed: Regex<(Substring, Substring)> { /"elapsed":([0-9.]+)/ }

    @Test func `every run is recorded, named, exported and deleted, and no secret is in it`() async throws {
        _ = try await apitui("run", "a.http", "--demo", "--tag", "secret", "--as", "before", "--out", "x.run")
        _ = try await apitui("run", "a.http#bad", "--demo")
        let list = try await apitui("runs")
        let lines = list.text.split(separator: "\n")
        #expect(lines.count == 2)
        #expect(lines.first?.contains("before") == true)
        #expect(lines.first?.contains("passed") == true)
        #expect(lines.last?.contains("1 failed") == true)

        let out = try String(contentsOfFile: "\(folder.path)/x.run", encoding: .utf8)
        #expect(out.hasPrefix(#"{"apitui":"run","version":1,"#))
        #expect(out.contains(#"{"end":{"#))
        #expect(!out.contains("hunter2"))
        #expect(!out.contains(Data("hunter2hunter2".utf8).base64EncodedString()))

        _ = try await apitui("run", "a.http", "--demo", "--tag", "secret", "--reveal", "--no-log", "--out", "r.run")
        #expect(try !String(contentsOfFile: "\(folder.path)/r.run", encoding: .utf8).contains("hunter2"))

        try folder.write("an older file", to: "y.run")
        let export = try await apitui("runs", "export", "before", "--out", "y.run")
        #expect(export.status == 0)
        #expect(try String(contentsOfFile: "\(folder.path)/y.run", encoding: .utf8) == out)

        let named = try await apitui("runs", "name", "last", "--as", "after")
        #expect(named.errorText.hasPrefix("The run ") && named.errorText.hasSuffix(" is now named 'after'.\n"))
        let asked = try await apitui("runs", "delete", "after")
        #expect(asked.status == 2)
        #expect(asked.errorText == "apitui: 1 run would be deleted. Give --yes to delete without asking.\n")
        let twice = try await apitui("runs", "delete", "after", "last")
        #expect(twice.errorText == asked.errorText, "one run by two names")
        let deleted = try await apitui("runs", "delete", "after", "last", "--yes")
        #expect(deleted.errorText == "1 run deleted.\n")
        #expect(try await apitui("runs", "--json").text.contains(#""name":"before""#))
        let unknown = try await apitui("runs", "export", "after", "--out", "z.run")
        #expect(unknown.status == 1)
        #expect(unknown.errorText == "apitui: No recorded run is named after; 'apitui runs' lists them.\n")
    }

    @Test func `runs without a name are deleted by when they began`() async throws {
        _ = try await apitui("run", "a.http#good", "--demo", "--as", "kept")
        _ = try await apitui("run", "a.http#good", "--demo")
        let early = try await apitui("runs", "delete", "--before", "yesterday", "--yes")
        #expect(early.status == 0)
        #expect(early.errorText == "No run is that old.\n")
        let now = try await apitui("runs", "delete", "--before", "now", "--yes")
        #expect(now.errorText == "1 run deleted.\n")
        #expect(try await apitui("runs").text.contains("kept"))
        let wrong = try await apitui("runs", "delete", "--before", "soon", "--yes")
        #expect(wrong.status == 2)
        #expect(
            wrong.errorText
                == "apitui: --before soon: it is not a time; write for example 7d, today or 2026-11-20.\n")
    }

    @Test
    func
        `without the log nothing is recorded, and a recording that cannot be written is said before the first request`()
        async throws
    {
        let run = try await apitui("run", "a.http#good", "--demo", "--no-log")
        #expect(run.status == 0)
        #expect(try await apitui("runs").errorText == "No run is recorded yet; 'apitui run' records each.\n")
        let wrong = try await apitui("run", "a.http#good", "--demo", "--out", "no/folder/x.run")
        #expect(wrong.status == 2)
        #expect(wrong.text == "")
        #expect(
            wrong.errorText
                == "apitui: The recording cannot be written to no/folder/x.run: "
                + "there is no folder no/folder; make it first.\n")
        // The requests are all sent, but their results are not all kept.
        let full = try await apitui("run", "a.http#good", "--demo", "--out", "/dev/full")
        #expect(full.status == 1)
        #expect(full.text.contains("1 ok, 0 failed"))
        #expect(full.errorText.contains("cannot be written to /dev/full: No space left on device."))
        let report = try await apitui("run", "a.http#good", "--demo", "--junit", "/dev/full")
        #expect(report.status == 1)
        #expect(
            report.errorText == "apitui: The report junit was not written to /dev/full: No space left on device.\n")
    }

    @Test func `the line of a failure names its exchange, which the recording shows`() async throws {
        let run = try await apitui("run", "a.http#bad", "--demo")
        let line = try #require(run.text.split(separator: "\n").first { $0.hasPrefix("FAILED") })
        let number = try #require(line.split(separator: " ").last)
        #expect(line.hasSuffix("exchange \(number)"))
        let shown = try await apitui("runs", "show", "last", "--exchange", String(number))
        #expect(shown.text.contains("> GET /status/500 HTTP/1.1"))
        #expect(shown.text.contains("< HTTP/1.1 500 Internal Server Error"))
        let json = try await apitui("runs", "show", "last", "--exchange", String(number), "--json")
        #expect(json.text.hasPrefix("{"))
        let none = try await apitui("runs", "show", "last", "--exchange", "99999")
        #expect(none.status == 1)
        #expect(none.errorText == "apitui: There is no exchange 99999 in that run.\n")
    }

    @Test func `five parts in five processes join to what one process sends`() async throws {
        let many = (0..<12).map { index in
            "### r\(index)\n\(index % 4 == 1 ? "# @ref r\(index - 1)\n" : "")GET {{base}}/status/\(index == 7 ? 500 : 200)\n"
        }.joined(separator: "\n")
        try folder.write(many, to: "many.http")
        var files: [String] = []
        for index in 1...5 {
            let run = try await apitui("run", "many.http", "--demo", "--shard", "\(index)/5", "--out", "p\(index).run")
            #expect(run.status == (run.text.contains("FAILED") ? 1 : 0))
            files.append("p\(index).run")
        }
        let whole = try await apitui("run", "many.http", "--demo")
        let merged = try await ProgramRun.run(
            BuiltProgram.path, ["runs", "merge"] + files + ["--out", "whole.run"],
            environment: BuiltProgram.environment(home: home), folder: folder.path)
        #expect(merged.status == 1)
        let totals = "12 requests: 11 ok, 1 failed, 0 skipped in "
        #expect(whole.text.contains(totals))
        #expect(merged.text.contains(totals))
        let missing = try await ProgramRun.run(
            BuiltProgram.path, ["runs", "merge"] + files.dropLast(), environment: BuiltProgram.environment(home: home),
            folder: folder.path)
        #expect(missing.status == 1)
        #expect(missing.errorText == "apitui: Part 5 of 5 is missing; --allow-partial goes on without.\n")
        let partial = try await apitui("runs", "merge", files[0], files[2], files[3], files[4], "--allow-partial")
        #expect(partial.status == 1)
        #expect(try await apitui("runs", "--json").text.contains(#""missingParts":1"#))
    }

    @Test func `a part from the environment is said, and a missing one refused`() async throws {
        let none = try await apitui("run", "a.http#good", "--demo", "--shard", "auto")
        #expect(none.status == 2)
        #expect(none.errorText.hasPrefix("apitui: --shard auto: no CI system was found"))
        let found = try await ProgramRun.run(
            BuiltProgram.path, ["run", "a.http#good", "--demo", "--shard", "auto"],
            environment: BuiltProgram.environment(
                home: home, adding: ["JOB_COMPLETION_INDEX": "0", "APITUI_SHARDS": "1"]), folder: folder.path)
        #expect(found.status == 0)
        #expect(found.errorText == "apitui: Part 1 of 1, from Kubernetes (JOB_COMPLETION_INDEX=0, APITUI_SHARDS=1).\n")
    }
}
