import Foundation
import TestSupport
import Testing

/// `compare` and the reports of runs: the built program, with a home folder of its own.
@Suite struct CompareCommandTests {
    private let home: TemporaryFolder
    private let folder: TemporaryFolder

    init() throws {
        home = try TemporaryFolder()
        folder = try TemporaryFolder()
        try folder.write(
            "### list\nGET {{base}}/products\n\n### state\nGET {{base}}/status/{{code}}\n\n### id\nGET {{base}}/echo\nX-Id: {{$guid}}\n",
            to: "a.http")
        try folder.write(
            #"{"one":{"code":"200"},"two":{"code":"200"},"three":{"code":"503"}}"#, to: "http-client.env.json")
    }

    private func apitui(_ arguments: String...) async throws -> ProgramRun {
        try await ProgramRun.run(
            BuiltProgram.path, arguments, environment: BuiltProgram.environment(home: home), folder: folder.path)
    }

    @Test func `two runs that differ in a status are worse, and equal ones are not`() async throws {
        for (name, environment) in [("a", "one"), ("b", "two"), ("c", "three")] {
            _ = try await apitui("run", "a.http", "--demo", "--env", environment, "--repeat", "3", "--as", name)
        }
        let same = try await apitui("compare", "a", "b", "--fail-on", "failures,checks,status,contract")
        #expect(same.status == 0)
        let worse = try await apitui("compare", "a", "c", "--report", "markdown=d.md", "--report", "html=d.html")
        #expect(worse.status == 1)
        #expect(worse.text.contains("state"))
        #expect(worse.text.contains("503"))
        #expect(try String(contentsOfFile: "\(folder.path)/d.md", encoding: .utf8).contains("503"))
        #expect(try String(contentsOfFile: "\(folder.path)/d.html", encoding: .utf8).contains("503"))
        let json = try await apitui("compare", "a", "c", "--json")
        #expect(json.text.hasPrefix(#"{"apitui":"comparison","version":1"#))
    }

    @Test func `two environments are sent in turns and compared`() async throws {
        let run = try await apitui("compare", "--env", "one", "--env", "three", "a.http", "--demo", "--repeat", "2")
        #expect(run.status == 1)
        #expect(run.text.contains("503"))
        #expect(try await apitui("runs").text.split(separator: "\n").count == 2)
    }

    @Test func `a file that cannot be read is named after the comparison of the others`() async throws {
        try folder.write("", to: "api/notes.txt")
        for name in ["b.http", "c.http"] {
            try FileManager.default.createSymbolicLink(
                atPath: "\(folder.path)/api/\(name)", withDestinationPath: "\(folder.path)/nowhere")
        }
        let nothing = try await apitui("compare", "--env", "one", "--env", "two", "api", "--demo")
        #expect(nothing.status == 2 && nothing.text.isEmpty)
        #expect(nothing.errorText.contains("b.http") && nothing.errorText.contains("c.http"))
        try folder.write("### list\nGET {{base}}/status/{{code}}\n", to: "api/a.http")
        for environment in ["two", "three"] {
            let run = try await apitui(
                "compare", "--env", "one", "--env", environment, "api", "--demo", "--repeat", "1", "--no-log")
            #expect(run.status == 2)
            #expect(run.text.contains("503") == (environment == "three"), "\(run.text)")
            #expect(run.errorText == nothing.errorText)
        }
    }

    @Test func `with --no-log nothing of what is sent in turns is logged`() async throws {
        let live = ["compare", "--env", "one", "--env", "two", "a.http#list", "--demo", "--repeat", "1"]
        for (flags, isLogged) in [(["--no-log"], false), ([], true)] {
            _ = try await ProgramRun.run(
                BuiltProgram.path, live + flags, environment: BuiltProgram.environment(home: home), folder: folder.path)
            #expect(try await apitui("history", "list", "--json").text.isEmpty == !isLogged)
        }
    }

    @Test func `wrong calls are said in one sentence`() async throws {
        let one = try await apitui("compare", "a")
        #expect(one.status == 2)
        #expect(one.errorText.contains("Name two runs"))
        let unknown = try await apitui("compare", "a", "b")
        #expect(unknown.status == 2)
        #expect(unknown.errorText == "apitui: No recorded run is named a; 'apitui runs' lists them.\n")
        try folder.write("hello\n", to: "x.run")
        let foreign = try await apitui("compare", "x.run", "x.run")
        #expect(foreign.errorText == "apitui: x.run cannot be read: it is not a recording of a run.\n")
        let path = try await apitui("compare", "a", "b", "--ignore", "$[")
        #expect(path.status == 2)
    }

    @Test func `reports are written beside the run, and again from its recording`() async throws {
        let run = try await apitui(
            "run", "a.http", "--demo", "--env", "three", "--as", "x", "--junit", "j.xml", "--report", "tap=t.tap",
            "--report", "html=r.html", "--report", "har=r.har", "--report-json", "r.json", "--report", "ctrf=c.json",
            "--report", "markdown=m.md", "--report", "github=-")
        #expect(run.status == 1)
        #expect(run.text.contains("::error file=a.http,line="))
        let names = ["j.xml", "t.tap", "r.html", "r.har", "r.json", "c.json", "m.md"]
        var written: [String: String] = [:]
        for name in names {
            written[name] = try String(contentsOfFile: "\(folder.path)/\(name)", encoding: .utf8)
        }
        #expect(written["j.xml"]?.contains("<testsuite") == true)
        #expect(written["t.tap"]?.hasPrefix("TAP version 14\n") == true)
        for name in ["r.har", "r.json", "c.json"] {
            _ = try JSONSerialization.jsonObject(with: Data((written[name] ?? "").utf8))
        }
        _ = try await apitui("runs", "report", "x", "--junit", "j2.xml", "--report", "har=r2.har")
        #expect(try String(contentsOfFile: "\(folder.path)/j2.xml", encoding: .utf8) == written["j.xml"])
        #expect(try String(contentsOfFile: "\(folder.path)/r2.har", encoding: .utf8) == written["r.har"])
        let show = try await apitui("runs", "show", "x")
        #expect(show.text.contains("503"))
        let unknown = try await apitui("run", "a.http", "--report", "junti=x")
        #expect(unknown.status == 2)
        #expect(unknown.errorText.contains("Did you mean junit?"))
        for flag in ["--report=junit", "--junit", "--report-junit", "--html"] {
            let missing = try await apitui("run", "a.http", "--demo", "\(flag)=no/folder/j.xml")
            #expect(missing.status == 2)
            let sentence = "\(flag.prefix { $0 != "=" }) no/folder/j.xml: there is no folder no/folder; make it first."
            #expect(missing.text + missing.errorText == "apitui: \(sentence)\n")
        }
    }

    private func record(_ names: String...) async throws {
        for name in names {
            _ = try await apitui("run", "a.http", "--demo", "--env", "one", "--repeat", "3", "--as", name)
        }
    }

    @Test func `rules that a comparison offers are written, found and applied`() async throws {
        try await record("a", "b")
        let written = try await apitui("compare", "a", "b", "--report", "rules=compare.rules")
        #expect(written.text.contains("--report rules=FILE writes them as rules to commit."))
        let rules = try String(contentsOfFile: "\(folder.path)/compare.rules", encoding: .utf8)
        #expect(rules.contains("\n### a.http#id\n# @compare-ignore $"))

        let applied = try await apitui("compare", "a", "b")
        #expect(applied.text.contains("What compare.rules names is not compared."))
        #expect(applied.text.contains("compare.rules") && !applied.text.contains("rules to commit"))
        let named = try await apitui("compare", "a", "b", "--rules", "compare.rules")
        #expect(named.text == applied.text)
        let without = try await apitui("compare", "a", "b", "--no-rules")
        #expect(!without.text.contains("compare.rules"))
        #expect(without.text.contains("rules to commit"))

        let again = try await apitui("compare", "a", "b", "--report", "rules=compare.rules")
        #expect(again.status == 2)
        #expect(
            again.errorText
                == "apitui: --report rules=compare.rules: there is such a file. Name a new one, and copy the rules that you agree with.\n"
        )
        #expect(try String(contentsOfFile: "\(folder.path)/compare.rules", encoding: .utf8) == rules)
    }

    @Test func `rules are found at the root of the collection and beside what is sent`() async throws {
        try await record("a", "b")
        try folder.write("# @compare-ignore $.x\n", to: "compare.rules")
        try folder.write("### list\nGET {{base}}/products\n", to: "sub/b.http")
        let below = try await ProgramRun.run(
            BuiltProgram.path, ["compare", "a", "b"], environment: BuiltProgram.environment(home: home),
            folder: "\(folder.path)/sub")
        #expect(below.text.contains("What \(folder.path)/compare.rules names is not compared."), "\(below.errorText)")
        func live() async throws -> String {
            try await apitui("compare", "--env", "one", "--env", "two", "sub/b.http#list", "--demo", "--repeat", "1")
                .text
        }
        #expect(try await live().contains("What compare.rules names is not compared."))
        try folder.write("# @compare-ignore $.x\n", to: "sub/compare.rules")
        #expect(try await live().contains("What sub/compare.rules names is not compared."))
    }

    @Test func `rules that cannot be read are an error with their line`() async throws {
        try await record("a", "b")
        try folder.write("# words\n# @compare-all $.a\n", to: "compare.rules")
        let wrong = try await apitui("compare", "a", "b")
        #expect(wrong.status == 2)
        #expect(wrong.errorText.hasPrefix("apitui: compare.rules:2: @compare-all is not a rule;"))
        let without = try await apitui("compare", "a", "b", "--no-rules", "--fail-on", "status")
        #expect(without.status == 0)
        let missing = try await apitui("compare", "a", "b", "--rules", "none.rules")
        #expect(missing.status == 2)
        #expect(missing.errorText == "apitui: --rules none.rules: there is no such file.\n")
        #expect(try await apitui("compare", "a", "b", "--rules", "x", "--no-rules").status == 2)
    }

    @Test func `a report from a recording has what the API said`() async throws {
        try folder.write("### card\n# @envelope\nGET {{base}}/envelope/failure\n", to: "card.http")
        _ = try await apitui("run", "card.http", "--demo", "--as", "card")
        _ = try await apitui("runs", "report", "card", "--report", "json=card.json")
        let text = try String(contentsOfFile: "\(folder.path)/card.json", encoding: .utf8)
        #expect(text.contains(#""detail":{"status":"\"error\"","message":"The card was declined."}"#))
    }
}
