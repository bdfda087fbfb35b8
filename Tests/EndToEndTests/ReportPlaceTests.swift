import Glibc
import TestSupport
import Testing

/// Where reports go, and what they leave alone.
@Suite struct ReportPlaceTests {
    private let home: TemporaryFolder
    private let folder: TemporaryFolder

    init() throws {
        home = try TemporaryFolder()
        folder = try TemporaryFolder()
        try folder.write("### good\nGET {{base}}/status/200\n", to: "a.http")
    }

    private func apitui(_ arguments: String...) async throws -> ProgramRun {
        try await ProgramRun.run(
            BuiltProgram.path, arguments, environment: BuiltProgram.environment(home: home), folder: folder.path)
    }

    @Test func `a report that is a document is alone on standard output`() async throws {
        let run = try await apitui("run", "a.http", "--demo", "--as", "x", "--report", "junit=-")
        #expect(run.status == 0, "\(run.errorText)")
        #expect(run.text.hasPrefix("<?xml"), "\(run.text)")
        #expect(run.errorText.contains("ok       GET     good"), "\(run.errorText)")
        #expect(run.errorText.contains("1 request: 1 ok"), "\(run.errorText)")
        let lines = try await apitui("run", "a.http", "--demo", "--report", "github=-")
        #expect(lines.text.contains("ok       GET     good"), "\(lines.text)")
        for arguments in [["--report", "junit=-", "--report", "tap=-"], ["--json", "--report", "github=-"]] {
            let run = try await ProgramRun.run(
                BuiltProgram.path, ["run", "a.http", "--demo"] + arguments,
                environment: BuiltProgram.environment(home: home), folder: folder.path)
            #expect(run.status == 2)
            #expect(run.text == "")
            #expect(run.errorText.contains("written to standard output; name a file"), "\(run.errorText)")
        }
    }

    @Test func `a report to a file that leads to standard output goes there, and replaces nothing`() async throws {
        let run = try await ProgramRun.run(
            "/bin/sh",
            [
                "-c",
                "{ echo before; '\(BuiltProgram.path)' run a.http --demo --junit /dev/stdout; echo after; } > out.xml; "
                    + "'\(BuiltProgram.path)' run a.http --demo --junit /dev/stdout | head -c 5",
            ], environment: BuiltProgram.environment(home: home), folder: folder.path)
        let lines = try folder.read("out.xml").split(separator: "\n")
        #expect(lines.first == "before" && lines.last == "after", "\(lines)")
        #expect(lines.count > 3 && lines[1].hasPrefix("<?xml"), "\(lines)")
        #expect(run.text == "<?xml" && !run.errorText.contains("apitui: "), "\(run.errorText)")
        let twice = try await apitui("run", "a.http", "--demo", "--junit", "/dev/stdout", "--report", "tap=-")
        #expect(twice.status == 2)
    }

    @Test func `a report of a comparison takes its place on standard output`() async throws {
        for name in ["x", "y"] { _ = try await apitui("run", "a.http", "--demo", "--as", name) }
        let compared = try await apitui("compare", "x", "y", "--report", "markdown=-")
        #expect(compared.text.hasPrefix("## "), "\(compared.text) \(compared.errorText)")
        #expect(access("\(folder.path)/-", F_OK) != 0)
        let twice = try await apitui("compare", "x", "y", "--json", "--report", "markdown=-")
        #expect(twice.status == 2)
    }

    @Test func `a new report has the permissions that the umask gives, and an old file keeps its own`() async throws {
        let descriptor = open("\(folder.path)/new", O_WRONLY | O_CREAT, 0o666)
        #expect(close(descriptor) == 0)
        try folder.write("", to: "old.xml")
        chmod("\(folder.path)/old.xml", 0o640)
        let run = try await apitui("run", "a.http", "--demo", "--junit", "new.xml", "--report", "junit=old.xml")
        #expect(run.status == 0, "\(run.errorText)")
        _ = try await apitui("run", "a.http", "--demo", "--junit", "new.xml", "--out", "a.run")
        #expect(run.errorText.contains("The report junit is in new.xml."))
        #expect(try folder.permissions("new.xml") == folder.permissions("new"))
        #expect(try folder.permissions("old.xml") == 0o640)
        #expect(try folder.permissions("a.run") == 0o600)
    }

    @Test(arguments: ["--junit", "--out", "--report-json"])
    func `nothing that a run writes takes the place of requests`(flag: String) async throws {
        let before = try folder.read("a.http")
        let run = try await apitui("run", "a.http", "--demo", flag, "a.http")
        #expect(run.status == 2)
        #expect(run.errorText.hasPrefix("apitui: \(flag) a.http: that is the name of a request file"))
        #expect(try folder.read("a.http") == before)
    }

    @Test func `a report takes the place of no description in a folder that is sent`() async throws {
        let text = #"{"openapi":"3.1.0","info":{"title":"t","version":"1"},"paths":{}}"#
        try folder.write(text, to: "shop.json")
        let run = try await apitui("run", ".", "--demo", "--report", "json=shop.json")
        #expect(run.status == 2)
        #expect(
            run.errorText.hasPrefix(
                "apitui: --report shop.json: the command reads that file, and a report would replace it"))
        #expect(try folder.read("shop.json") == text)
    }

    @Test func `a report says that a file could not be read, as the status does`() async throws {
        try folder.write([0xFF, 0xFE, 0x47, 0], to: "b.http")
        let run = try await apitui("run", ".", "--demo", "--report", "tap=-", "--report", "markdown=r.md")
        #expect(run.status == 2)
        let sentence = "1 file could not be read; its requests were not sent."
        #expect(run.text.hasSuffix("\nBail out! \(sentence)\n"), "\(run.text)")
        #expect(try folder.read("r.md").hasPrefix("### ❌") && folder.read("r.md").contains("**\(sentence)**"))
    }

    @Test func `a merged run is written over no request file, and its report is alone on standard output`() async throws
    {
        try folder.write("### good\nGET {{base}}/status/200\n\n### two\nGET {{base}}/status/200\n", to: "a.http")
        let before = try folder.read("a.http")
        for name in ["x", "y"] {
            _ = try await apitui("run", "a.http", "--demo", "--shard", name == "x" ? "1/2" : "2/2", "--as", name)
        }
        let refused = try await apitui("runs", "merge", "x", "y", "--out", "a.http")
        #expect(
            refused.status == 2
                && refused.errorText.hasPrefix("apitui: --out a.http: that is the name of a request file"))
        #expect(try folder.read("a.http") == before)
        let merged = try await apitui("runs", "merge", "x", "y", "--report", "junit=-")
        #expect(merged.text.hasPrefix("<?xml"), "\(merged.text)")
    }

    @Test func `a report of a comparison that cannot be written keeps no other one back`() async throws {
        for name in ["x", "y"] { _ = try await apitui("run", "a.http", "--demo", "--as", name) }
        let compared = try await apitui(
            "compare", "x", "y", "--report", "json=/dev/full", "--report", "markdown=both.md")
        #expect(compared.status != 0, "\(compared.errorText)")
        #expect(try folder.read("both.md").hasPrefix("## "))
    }
}
