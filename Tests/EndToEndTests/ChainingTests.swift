import Foundation
import TestSupport
import Testing

/// Requests that use each other's responses, prompts and trust: the built program with its demo server.
@Suite struct ChainingTests {
    private let home: TemporaryFolder

    init() throws { home = try TemporaryFolder() }

    private func apitui(_ arguments: String..., adding: [String: String] = [:]) async throws -> ProgramRun {
        try await ProgramRun.run(
            BuiltProgram.path, arguments, environment: BuiltProgram.environment(home: home, adding: adding),
            folder: home.path)
    }

    private var chain: String { BuiltProgram.demoCollection + "/08-chaining/chain.http" }

    @Test func `send sends what a request needs first, and its response fills the request`() async throws {
        let run = try await apitui("send", "\(chain)#whoami", "--demo")
        #expect(run.status == 0, "\(run.errorText)")
        #expect(run.text.contains("Ada Lovelace") && !run.text.contains("demo-token-ada"))
        #expect(run.errorText.contains("login was sent first: whoami needs it (# @ref"))
    }

    @Test func `the plan is shown and nothing is sent`() async throws {
        let run = try await apitui("send", "\(chain)#each", "--plan")
        #expect(run.status == 0, "\(run.errorText)")
        let lines = run.text.split(separator: "\n")
        #expect(lines.count == 4, "\(run.text)")
        #expect(lines[0].contains("listed") && lines[0].contains("each needs it (# @ref"))
        #expect(lines[1].hasPrefix("   http://127.0.0.1:8080/"))
        #expect(lines[2].contains("asked for, for each element"))
        #expect(lines[3].hasSuffix(" is known"))
        let json = try await apitui("run", BuiltProgram.demoCollection + "/08-chaining", "--plan", "--json")
        let steps = try #require(try JSONSerialization.jsonObject(with: Data(json.output)) as? [[String: Any]])
        #expect(steps.first?["id"] as? String == "login")
        for step in steps {
            let place = step["step"] as? Int ?? 0
            for need in step["needs"] as? [Int] ?? [] { #expect(need < place) }
        }
    }

    @Test func `a loop over a response sends each element`() async throws {
        let run = try await apitui("send", "\(chain)#each", "--demo", "--json")
        #expect(run.status == 0, "\(run.errorText)")
        #expect(run.text.split(separator: "\n").count == 3)
    }

    @Test(arguments: ["1", "4"])
    func `a run uses earlier responses, whatever the number of jobs`(jobs: String) async throws {
        let run = try await apitui(
            "run", chain, "--demo", "--jobs", jobs, "--repeat", "2")
        #expect(run.status == 0, "\(run.text) \(run.errorText)")
        #expect(run.text.contains(" 0 failed"))
    }

    @Test func `a reference that was not sent is an error that names it, or is sent first where that is wanted`()
        async throws
    {
        try home.write(
            "### use\nGET {{base}}/echo?t={{login.response.body.$.token}}\n\n### login\nPOST {{base}}/login\nContent-Type: application/json\n\n{\"user\": \"ada\", \"password\": \"lovelace\"}\n",
            to: "a.http")
        let run = try await apitui("send", "a.http#use", "--demo")
        #expect(run.status == 2)
        #expect(
            run.errorText.contains(
                "a.http:2: {{login.response.body.$.token}}: the request login has no response yet"))
        #expect(run.errorText.contains("--with-references"))
        let wanted = try await apitui("send", "a.http#use", "--demo", "--with-references")
        #expect(wanted.status == 0, "\(wanted.errorText)")
        #expect(wanted.text.contains("demo-token-ada"))
    }

    @Test func `trust of a collection is none of a file beyond it`() async throws {
        try home.write("import ../other/b.http\n\n### use\n# @ref login\nGET {{base}}/status/200\n", to: "mine/a.http")
        try home.write("{}", to: "mine/http-client.env.json")
        try home.write(
            "### login\n# @name login\nGET {{base}}/status/200\nX-Home: {{$processEnv HOME}}\n", to: "other/b.http")
        let run = try await apitui("send", "mine/a.http#use", "--demo", "--trust")
        #expect(run.status != 0)
        #expect(run.errorText.contains("b.http:4: The collection is not trusted to read"), "\(run.errorText)")
    }

    @Test func `a cycle and a missing reference are reported before anything is sent`() async throws {
        try home.write(
            "### a\n# @ref b\nGET http://127.0.0.1:1/\n\n### b\n# @ref a\nGET http://127.0.0.1:1/\n", to: "a.http")
        let run = try await apitui("send", "a.http#a")
        #expect(run.status == 2)
        #expect(run.errorText.contains("a.http:2: cycle: a -> b -> a"))
        let all = try await apitui("run", "a.http")
        #expect(all.status == 1)
        #expect(all.text.contains("cycle: a -> b -> a"))
    }

    @Test func `what needs a request that failed is skipped`() async throws {
        try home.write("### a\n# @ref b\nGET {{base}}/echo\n\n### b\nGET {{base}}/status/500\n", to: "a.http")
        let run = try await apitui("run", "a.http", "--demo")
        #expect(run.status == 1)
        #expect(run.text.contains("skipped  GET     a") && run.text.contains("b, which it needs, failed"))
        let one = try await apitui("send", "a.http#a", "--demo")
        #expect(one.status == 20)
        #expect(one.errorText.contains("apitui: b failed (500), so a was not sent."))
    }

    @Test func `without a terminal a prompt takes the variable's value, or --var, or is an error`() async throws {
        let run = try await apitui("send", "\(chain)#askedFor", "--demo")
        #expect(run.status == 0, "\(run.errorText)")
        #expect(run.text.contains("\"id\":3"))
        let other = try await apitui("send", "\(chain)#askedFor", "--demo", "--var", "which=5")
        #expect(other.text.contains("\"id\":5"))
        try home.write("# @secret key The key?\nGET {{base}}/echo?k={{key}}\n", to: "a.http")
        let missing = try await apitui("send", "a.http", "--demo")
        #expect(missing.status == 2)
        #expect(missing.errorText.contains("a.http:1: key is asked for (The key?); give it with --var key="))
        try home.write("# @secret key\nGET {{base}}/echo?k={{key}}\n", to: "b.http")
        let unlabelled = try await apitui("send", "b.http", "--demo")
        #expect(unlabelled.errorText.contains("b.http:1: key is asked for; give it with --var key="))
        // In a run the others are sent.
        try home.write(
            "### asks\n# @secret key The key?\nGET {{base}}/echo?k={{key}}\n### plain\nGET {{base}}/status/200\n",
            to: "b.http")
        let others = try await apitui("run", "b.http", "--demo")
        #expect(others.status == 1 && others.text.contains("2 requests: 1 ok, 1 failed"), "\(others.text)")
        let reason = "The key?: nobody can be asked here; give it as --var 'key=…'"
        #expect(others.text.contains("b.http:2: request-build: \(reason)"), "\(others.text)")
        try home.write("# @secret key The key?\nGET http://127.0.0.1:9/echo?k={{key}}\n", to: "c.http")
        let plan = try await apitui("run", "c.http", "--dry-run")
        #expect(plan.status == 1 && plan.text.contains("cannot be sent: line 1: \(reason)"), "\(plan.text)")
    }

    @Test func `a collection reads the environment and writes files only when its folder is trusted`() async throws {
        try home.write(
            "### a\nGET {{base}}/echo?v={{$processEnv SECRET_OF_MINE}}\n\n>> out/answer.json\n", to: "c/a.http")
        let secret = ["SECRET_OF_MINE": "s3cr3t"]
        let untrusted = try await apitui("send", "c/a.http", "--demo", adding: secret)
        #expect(untrusted.status == 2)
        #expect(
            untrusted.errorText.contains(
                "not trusted to read the variable SECRET_OF_MINE of your environment; --trust allows it"))
        #expect(!untrusted.errorText.contains("s3cr3t"))
        #expect(!FileManager.default.fileExists(atPath: home.path + "/c/out"))
        let once = try await apitui("send", "c/a.http", "--demo", "--trust", adding: secret)
        #expect(once.status == 0, "\(once.errorText)")
        #expect(once.text.contains("s3cr3t"))
        #expect(FileManager.default.fileExists(atPath: home.path + "/c/out/answer.json"))
        #expect(try await apitui("send", "c/a.http", "--demo", adding: secret).status == 2)

        #expect(try await apitui("trust", "add", "c").status == 0)
        #expect(try await apitui("trust", "list").text.hasSuffix("/c\n"))
        #expect(try await apitui("send", "c/a.http", "--demo", adding: secret).status == 0)
        #expect(FileManager.default.fileExists(atPath: home.path + "/c/out/answer-1.json"))
        #expect(try await apitui("trust", "remove", "c").status == 0)
        let none = try await apitui("trust")
        #expect(none.text == "")
        #expect(none.errorText == "No folder is trusted. 'apitui trust add FOLDER' trusts one.\n")
        #expect(try await apitui("run", "c", "--demo", adding: secret).status == 1)
    }

    @Test func `a response that was not written to its file is a failure of send and run, and is in their JSON`()
        async throws
    {
        try home.write("### a\nGET {{base}}/echo\n\n>>! ../../out.json\n", to: "c/a.http")
        for json in [[], ["--json"]] {
            for command in ["send", "run"] {
                let run = try await ProgramRun.run(
                    BuiltProgram.path, [command, "c/a.http", "--demo", "--trust"] + json,
                    environment: BuiltProgram.environment(home: home), folder: home.path)
                #expect(run.status == 1, "\(command) \(json): \(run.errorText)")
                let told = "The response was not written to ../../out.json: it is outside the collection folder."
                #expect((json.isEmpty && command == "run" ? run.text : run.errorText + run.text).contains(told))
                guard !json.isEmpty else { continue }
                let document = try #require(
                    try JSONSerialization.jsonObject(with: Data(run.output)) as? [String: Any])
                let entry = command == "send" ? document : (document["requests"] as? [[String: Any]])?.first
                #expect((entry?["responseFile"] as? [String: Any])?["error"] as? String == told)
                if command == "run" { #expect(entry?["outcome"] as? String == "failed") }
            }
        }
        #expect(!FileManager.default.fileExists(atPath: home.path + "/out.json"))
    }

    @Test func `the name of a response's file has the values that were sent`() async throws {
        try home.write(
            "@id = {{$guid}}\n\n### a\nGET {{base}}/echo?id={{id}}\n\n>> out-{{id}}.json\n", to: "c/a.http")
        let run = try await apitui("send", "c/a.http", "--demo", "--trust", "--json")
        #expect(run.status == 0, "\(run.errorText)")
        let document = try #require(try JSONSerialization.jsonObject(with: Data(run.output)) as? [String: Any])
        let path = try #require((document["responseFile"] as? [String: Any])?["path"] as? String)
        let url = try #require((document["request"] as? [String: Any])?["url"] as? String)
        let id = try #require(url.split(separator: "=").last)
        #expect(path.hasSuffix("/out-\(id).json"))
    }

    @Test func `private values are printed only when that is asked for`() async throws {
        try home.write(#"{"dev": {"key": "s3cr3t-key"}}"#, to: "c/http-client.private.env.json")
        try home.write(
            "GET {{base}}/status/500?k={{key}}\nX-Key: {{key}}\n\n?? header x-none == {{key}}\n", to: "c/a.http")
        for command in ["send", "run"] {
            for arguments in [[], ["--json"]] {
                func told(_ more: [String]) async throws -> String {
                    let run = try await ProgramRun.run(
                        BuiltProgram.path, [command, "c/a.http", "--demo", "--env", "dev"] + arguments + more,
                        environment: BuiltProgram.environment(home: home), folder: home.path)
                    return run.text + run.errorText
                }
                let hidden = try await told([])
                #expect(!hidden.contains("s3cr3t-key"), "\(command) \(arguments)")
                // The lines of a run contain no values at all.
                if command == "run", arguments.isEmpty { continue }
                #expect(hidden.contains("(private)"), "\(command) \(arguments)")
                #expect(try await told(["--reveal"]).contains("s3cr3t-key"))
            }
        }
    }
}
