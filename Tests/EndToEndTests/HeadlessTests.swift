import Foundation
import TestSupport
import Testing

/// The commands as a script calls them: the built program, its output and its exit status.
@Suite struct HeadlessTests {
    private func apitui(
        _ arguments: String..., folder: TemporaryFolder? = nil, adding: [String: String] = [:], input: [UInt8] = [],
        interruptWhenReadable trigger: Int32? = nil
    ) async throws -> ProgramRun {
        let home = try TemporaryFolder()
        return try await ProgramRun.run(
            BuiltProgram.path, arguments, environment: BuiltProgram.environment(home: home, adding: adding),
            folder: (folder ?? home).path, input: input, interruptWhenReadable: trigger)
    }

    private let demo = BuiltProgram.demoCollection

    // MARK: - Help and wrong calls

    @Test(arguments: [[], ["send"], ["run"], ["batch"], ["list"], ["demo"]])
    func `help goes to standard output and is success`(command: [String]) async throws {
        let home = try TemporaryFolder()
        let run = try await ProgramRun.run(
            BuiltProgram.path, command + ["--help"], environment: BuiltProgram.environment(home: home))
        #expect(run.status == 0)
        #expect(run.errorText == "")
        #expect(run.text.contains("USAGE: apitui"))
        #expect(run.text.contains("Examples:") || command.isEmpty)
    }

    @Test(arguments: [
        ["--no-such-flag"], ["send"], ["run"], ["send", "x.http", "--var", "novalue"], ["demo", "--port", "100000"],
        ["batch", "--jobs", "0"], ["run", "x", "--jobs", "0"], ["run", "x", "--repeat", "0"], ["batch", "x"],
        ["list", "/no/such/folder"], ["run", "/no/such/folder"],
        ["send", "/no/such/file.http#a"], ["send", "/"],
    ])
    func `a wrong call is one sentence and status 2`(arguments: [String]) async throws {
        let home = try TemporaryFolder()
        let run = try await ProgramRun.run(
            BuiltProgram.path, arguments, environment: BuiltProgram.environment(home: home), folder: home.path)
        #expect(run.status == 2)
        #expect(run.text == "")
        #expect(!run.errorText.isEmpty)
        #expect(!run.errorText.contains("Fatal error"))
    }

    @Test func `a mistyped command is reported as one, and an unknown request with those that there are`() async throws
    {
        let folder = try TemporaryFolder()
        try folder.write("GET http://a.test/\n", to: "a.http")
        let mistyped = try await apitui("lst", "x", folder: folder)
        #expect(mistyped.status == 2)
        #expect(
            mistyped.errorText
                == "apitui: There is no command, file or folder 'lst'. Did you mean 'apitui list'? 'apitui --help' lists the commands.\n"
        )
        let single = try await apitui("run", "a.http#x", folder: folder)
        #expect(single.status == 2)
        #expect(
            single.errorText
                == "apitui: There is no request 'x' in a.http; there are: GET http://a.test/.\n")
    }

    // MARK: - list

    @Test func `lint goes on past a broken environment file, and reports it with its place`() async throws {
        let folder = try TemporaryFolder()
        try folder.write("GET {{h}}/{{toke}}\n\n@token = 1\n", to: "api/a.http")
        try folder.write("{\n  \"dev\": {\n    \"AUTH: x\"\n  }\n}", to: "api/http-client.env.json")
        let run = try await apitui("lint", "api", folder: folder)
        #expect(run.status == 1)
        #expect(
            run.text.split(separator: "\n").map(String.init) == [
                "api/http-client.env.json:4: error E11: The environment file is not read: a colon is expected here, at character 3.",
                "api/a.http:1: error E7: {{h}} has no value: no variable of that name.",
                "api/a.http:1: error E7: {{toke}} has no value: no variable of that name; did you mean token?",
                "api/a.http:3: warning N18: A variable below a request; VS Code REST Client sends it as body too.",
            ])
        #expect(run.errorText == "apitui: 3 errors, 1 warning, 0 infos in 1 file.\n")
        let json = try await apitui("lint", "api", "--json", folder: folder)
        #expect(json.text.hasPrefix(#"[{"file":"api/http-client.env.json","line":4,"id":"E11","severity":"error""#))
    }

    @Test func `lint refuses no environment while a broken file may define it`() async throws {
        let folder = try TemporaryFolder()
        try folder.write("GET http://h/\n", to: "a.http")
        try folder.write("{", to: "http-client.env.json")
        let broken = try await apitui("lint", "--env", "staging", folder: folder)
        #expect(broken.status == 1, "\(broken.errorText)")
        #expect(broken.text.hasPrefix("http-client.env.json:1: error E11: "), "\(broken.text)")
        #expect(broken.errorText.hasPrefix("apitui: 1 error, "), "\(broken.errorText)")
        try folder.write(#"{"dev": {"a": "1"}}"#, to: "http-client.env.json")
        let whole = try await apitui("lint", "--env", "staging", folder: folder)
        #expect(whole.status == 2 && whole.text.isEmpty, "\(whole.text)")
        #expect(whole.errorText == "apitui: There is no environment 'staging'; there are: dev.\n")
    }

    @Test func `lint names an environment file that cannot be read at all as its file`() async throws {
        let folder = try TemporaryFolder()
        try folder.write("GET http://h/\n", to: "api/a.http")
        try folder.write("", to: "api/http-client.env.json/x")
        let run = try await apitui("lint", "api", folder: folder)
        #expect(run.status == 1)
        #expect(run.text == "api/http-client.env.json:1: error E11: It cannot be read: it is a folder.\n")
        let json = try await apitui("lint", "api", "--json", folder: folder)
        #expect(json.text.hasPrefix(#"[{"file":"api/http-client.env.json","line":1,"id":"E11","severity":"error""#))
    }

    @Test func `list and run read standard input`() async throws {
        let input = Array("### One\nGET http://127.0.0.1:1/\n".utf8)
        let list = try await apitui("list", "-", input: input)
        #expect(list.text == "-:2  GET One  http://127.0.0.1:1/\n")
        let plan = try await apitui("run", "-", "--plan", input: input)
        #expect(plan.status == 0)
        #expect(plan.text.contains("One"))
    }

    @Test func `run takes requests of standard input as list prints them`() async throws {
        let text = "### One\nGET http://a/\n\n### Two\nGET http://b/\n\n### Three\nGET http://c/\n"
        func plan(_ words: String...) async throws -> ProgramRun {
            let home = try TemporaryFolder()
            return try await ProgramRun.run(
                BuiltProgram.path, ["run"] + words + ["--plan"], environment: BuiltProgram.environment(home: home),
                folder: home.path, input: Array(text.utf8))
        }
        func names(_ run: ProgramRun) -> [String] { ["One", "Two", "Three"].filter { run.text.contains($0) } }
        #expect(names(try await plan("-#Two")) == ["Two"])
        #expect(names(try await plan("-:8", "-#One")) == ["One", "Three"])
        #expect(names(try await plan("-#Two", "-")) == ["One", "Two", "Three"], "given whole, too")
        let missing = try await plan("-#x")
        #expect(missing.status == 2)
        #expect(missing.errorText == "apitui: There is no request 'x' in -; there are: One, Two, Three.\n")
    }

    @Test func `list shows every request with file and line`() async throws {
        let folder = try TemporaryFolder()
        try folder.write("### One\n# @name one\nGET http://a/\n\n###\nPOST http://b/x\n", to: "b/z.http")
        try folder.write("GET http://c/\n", to: "a.rest")
        let run = try await apitui("list", folder: folder)
        #expect(run.status == 0)
        #expect(run.errorText == "")
        #expect(
            run.text.split(separator: "\n").map(String.init) == [
                "b/z.http:3  GET one  http://a/", "b/z.http:6  POST http://b/x",
                "a.rest:1  GET http://c/",
            ])
    }

    @Test func `list prints one JSON array`() async throws {
        let run = try await apitui("list", demo, "--json")
        #expect(run.status == 0)
        struct Entry: Decodable {
            var file: String
            var line: Int
            var id: String
            var title: String?
            var method: String
            var target: String
        }
        let entries = try JSONDecoder().decode([Entry].self, from: Data(run.output))
        #expect(entries.count > 40)
        let create = try #require(entries.first { $0.id == "createProduct" })
        #expect(create.method == "POST")
        #expect(create.target == "{{base}}/products")
        #expect(create.title == "Create a product")
        #expect(create.file == "\(demo)/01-shop/products.http")
    }

    @Test func `a reader that leaves early is not an error`() async throws {
        let home = try TemporaryFolder()
        let run = try await ProgramRun.run(
            "/bin/bash",
            ["-c", "for i in 1 2 3 4 5; do \"$0\" list \"$1\" | head -n 1; done", BuiltProgram.path, demo],
            environment: BuiltProgram.environment(home: home))
        #expect(run.status == 0)
        #expect(run.errorText == "")
        #expect(run.text.split(separator: "\n").count == 5)
    }

    @Test func `a file that is not UTF-8 is listed, and said to be so`() async throws {
        let folder = try TemporaryFolder()
        try folder.write(Array("### caf".utf8) + [0xE9] + Array("\nGET http://a/\n".utf8), to: "x.http")
        let run = try await apitui("list", folder: folder)
        #expect(run.status == 0)
        #expect(run.text.hasPrefix("x.http:2  GET "))
        #expect(run.errorText.contains("x.http: it is not valid UTF-8"))
    }

    @Test func `hostile names reach a terminal's line only as visible escapes`() async throws {
        let folder = try TemporaryFolder()
        try folder.write("### \u{1B}]0;owned\u{7}\nGET http://a/\u{1B}[2J\n", to: "x.http")
        let run = try await apitui("list", folder: folder)
        #expect(!run.output.contains(0x1B))
        #expect(!run.output.contains(0x07))
    }

    // MARK: - send

    @Test func `send writes the body byte for byte and reports the rest on standard error`() async throws {
        let run = try await apitui("send", "\(demo)/04-content/text.http#latin1", "--demo")
        #expect(run.status == 0)
        #expect(
            run.output == [0x43, 0x61, 0x66, 0xE9, 0x20, 0x3A, 0x20, 0xA3, 0x37, 0x2C, 0x20, 0xFC, 0xF1, 0xDF, 0x0A])
        let lines = run.errorText.split(separator: "\n")
        #expect(lines.count == 2)
        #expect(lines.first?.hasSuffix("/text/latin1: 200 OK") == true)
        #expect(lines.last?.contains("15 bytes, HTTP/1.1, from 127.0.0.1:") == true)
    }

    @Test func `send takes a request from standard input`() async throws {
        let run = try await apitui(
            "send", "-", "--demo", input: Array("POST {{base}}/echo\nX-A: {{x}}\n\nhello\n".utf8))
        #expect(run.status == 2)
        #expect(run.errorText.contains("-:2: {{x}}: "))
        let second = try await apitui(
            "send", "-", "--demo", "--var", "x=1=2", input: Array("POST {{base}}/echo\nX-A: {{x}}\n\nhello\n".utf8))
        #expect(second.status == 0)
        #expect(second.text.contains(#"["X-A","1=2"]"#))
        #expect(second.text.contains(#""body":"hello"}"#))
    }

    @Test func `send prints the whole exchange as JSON`() async throws {
        let run = try await apitui("send", "\(demo)/05-redirects/redirects.http#chain", "--demo", "--json")
        #expect(run.status == 0)
        let object = try #require(try JSONSerialization.jsonObject(with: Data(run.output)) as? [String: Any])
        #expect(object["status"] as? Int == 200)
        #expect(object["redirects"] as? Int == 3)
        #expect((object["hops"] as? [[String: Any]])?.count == 4)
        #expect(object["body"] as? String == #"{"arrived":true}"#)
        #expect(object["error"] is NSNull)
        #expect((object["finalUrl"] as? String)?.hasSuffix("/redirect/chain/0") == true)
        #expect((object["headers"] as? [[String]])?.contains(["Content-Type", "application/json"]) == true)
        let timings = try #require(object["timings"] as? [String: Any])
        #expect((timings["total"] as? Double ?? 0) > 0)
        #expect(timings["tls"] is NSNull)
    }

    @Test func `a binary body is base64 in JSON`() async throws {
        let run = try await apitui("send", "\(demo)/04-content/bodies.http#picture", "--demo", "--json")
        let object = try #require(try JSONSerialization.jsonObject(with: Data(run.output)) as? [String: Any])
        #expect(object["body"] is NSNull)
        #expect((object["bodyBase64"] as? String)?.hasPrefix("iVBORw0KGgo") == true)
    }

    @Test(arguments: [
        ("07-errors/status.http#notFound", 19, "client-error"),
        ("07-errors/status.http#serverError", 20, "server-error"),
        ("07-errors/status.http#strange", 21, "unexpected-status"), ("07-errors/failures.http#connect", 13, "connect"),
        ("07-errors/failures.http#closed", 13, "connect"), ("07-errors/failures.http#reset", 13, "connect"),
        ("07-errors/failures.http#tls", 14, "tls"), ("06-time/slow.http#timeout", 16, "timeout"),
        ("07-errors/failures.http#cutBody", 17, "protocol"), ("07-errors/failures.http#badChunk", 17, "protocol"),
        ("07-errors/failures.http#notHTTP", 17, "protocol"), ("07-errors/failures.http#brokenGzip", 17, "protocol"),
        ("05-redirects/redirects.http#loop", 18, "redirect"), ("05-redirects/redirects.http#badScheme", 18, "redirect"),
        ("07-errors/failures.http#endlessHead", 24, "too-large"),
        ("07-errors/failures.http#envelopeFailure", 23, "api"),
        ("07-errors/failures.http#brokenJSON", 22, "decoding"),
    ])
    func `each kind of failure has its exit status`(request: String, status: Int, category: String) async throws {
        let run = try await apitui("send", "\(demo)/\(request)", "--demo")
        #expect(Int(run.status) == status)
        #expect(run.errorText.contains("\napitui: \(category)"))
    }

    @Test func `a redirect that a check asks for is no failure`() async throws {
        let folder = try TemporaryFolder()
        try await StubServer.with(.redirect(to: "/there")) { server in
            try folder.write("# @no-redirect\n# @assert status == 302\nGET \(server.url)\n", to: "a.http")
            let run = try await apitui("send", "a.http", folder: folder)
            #expect(run.status == 0)
            #expect(!run.errorText.contains("apitui:"), "\(run.errorText)")
            #expect(run.errorText.contains("\nas a check asks: unexpected-status: The server answered with status 302"))
        }
    }

    @Test func `a failure in the envelope is reported with the server's message, and the body is printed`() async throws
    {
        let request = "\(demo)/07-errors/failures.http#envelopeFailure"
        let run = try await apitui("send", request, "--demo")
        #expect(run.text.hasPrefix(#"{"status":"error","message":"The card was declined.""#))
        #expect(
            run.errorText.contains("api: The API reports a failure: \"status\" is \"error\". It says: The card was"))
        let json = try await apitui("send", request, "--demo", "--json")
        let object = try #require(try JSONSerialization.jsonObject(with: Data(json.output)) as? [String: Any])
        #expect(object["status"] as? Int == 200)
        let error = try #require(object["error"] as? [String: Any])
        #expect(error["category"] as? String == "api")
        #expect(error["detail"] as? [String: String] == ["status": "\"error\"", "message": "The card was declined."])
        let broken = try await apitui("send", "\(demo)/07-errors/failures.http#brokenJSON", "--demo", "--json")
        let fault = try #require(try JSONSerialization.jsonObject(with: Data(broken.output)) as? [String: Any])
        let detail = try #require((fault["error"] as? [String: Any])?["detail"] as? [String: Any])
        #expect(detail["line"] as? Int == 1)
        #expect(detail["byte"] as? Int == 61)
        #expect((detail["excerpt"] as? String)?.contains(#""name": }"#) == true)
    }

    @Test func `run fails what is not as the request declares`() async throws {
        let folder = try TemporaryFolder()
        try folder.write(
            """
            ### ok
            # @envelope status=status success=ok
            GET {{base}}/envelope/ok

            ### refused
            # @envelope
            GET {{base}}/envelope/failure

            ### undeclared
            GET {{base}}/envelope/failure

            ### text
            # @expect json
            GET {{base}}/text/plain

            """, to: "a.http")
        let run = try await apitui("run", "a.http", "--demo", folder: folder)
        #expect(run.status == 1)
        let lines = run.text.split(separator: "\n").map(String.init)
        #expect(lines.filter { $0.hasPrefix("ok ") }.count == 2)
        #expect(lines.contains { $0.contains("a.http:7: api: The API reports a failure") })
        #expect(
            lines.contains { $0.contains("a.http:14: decoding: The body is not JSON as expected, line 1, column 1") })
        #expect(lines.last?.hasPrefix("4 requests: 2 ok, 2 failed, 0 skipped") == true)
    }

    @Test func `a body that breaks off is still given, with its status`() async throws {
        let run = try await apitui("send", "\(demo)/07-errors/failures.http#cutBody", "--demo")
        #expect(run.text == "{\"items\": [{\"id\": 1, \"name\": \"Green tea\"},\n")
        #expect(run.errorText.contains(": 200 OK\n"))
    }

    @Test func `variables without a value are listed with file and line`() async throws {
        let folder = try TemporaryFolder()
        try folder.write("### a\nGET http://{{host}}/{{path}}\nX-A: {{missing}}\n", to: "x.http")
        let run = try await apitui("send", "x.http#a", "--var", "path=p", folder: folder)
        #expect(run.status == 2)
        #expect(run.text == "")
        #expect(run.errorText.contains("x.http:2: {{host}}: "))
        #expect(run.errorText.contains("x.http:3: {{missing}}: "))
        #expect(!run.errorText.contains("{{path}}"))
    }

    @Test func `an unknown name is answered with the existing ones`() async throws {
        let run = try await apitui("send", "\(demo)/01-shop/orders.http#nothing", "--demo")
        #expect(run.status == 2)
        #expect(run.errorText.contains("there are: placeOrder, refusedOrder"))
    }

    // MARK: - Bad input

    @Test func `an unknown environment is answered with the existing ones`() async throws {
        let run = try await apitui("send", "\(demo)/01-shop/orders.http#placeOrder", "--demo", "--env", "moon")
        #expect(run.status == 2)
        #expect(
            run.errorText == "apitui: There is no environment 'moon'; there are: development, staging, production.\n")
        let folder = try TemporaryFolder()
        try folder.write("GET http://127.0.0.1:1/\n", to: "a.http")
        func said() async throws -> String {
            try await apitui("send", "a.http", "--env", "moon", folder: folder).errorText
        }
        #expect(try await said() == "apitui: There is no environment 'moon'; there is no environment file.\n")
        try folder.write(#"{"$shared": {"a": "1"}}"#, to: "http-client.env.json")
        let shared = "the environment files define none, only shared values"
        #expect(try await said() == "apitui: There is no environment 'moon'; \(shared).\n")
    }

    @Test func `a broken environment file is reported, and costs only what it defines`() async throws {
        let folder = try TemporaryFolder()
        try folder.write("{\n  \"dev\": {\n    \"a\": oops\n  }\n}\n", to: "http-client.env.json")
        try folder.write("### one\nGET {{base}}/echo\n\n### two\nGET {{base}}/{{a}}\n", to: "x.http")
        let one = try await apitui("send", "x.http#one", "--demo", "--env", "dev", folder: folder)
        #expect(one.status == 0, "\(one.errorText)")
        #expect(one.errorText.contains("http-client.env.json:3:10"))
        let two = try await apitui("send", "x.http#two", "--demo", "--env", "dev", folder: folder)
        #expect(two.status != 0)
        #expect(two.errorText.contains("{{a}}: http-client.env.json, which defines it, cannot be read (E11, line 3)"))
    }

    @Test func `a file that is not UTF-8 can be listed and sent from`() async throws {
        let folder = try TemporaryFolder()
        try folder.write(Array("### a\nGET {{broken}}/until-close\nX-A: ".utf8) + [0xE9, 0x0A], to: "x.http")
        #expect(try await apitui("list", folder: folder).status == 0)
        #expect(try await apitui("send", "x.http#a", "--demo", folder: folder).status == 0)
    }

    @Test(.longComputation) func `a file of 50 MB is refused or read, quickly and in one sentence`() async throws {
        let folder = try TemporaryFolder()
        let row = Array("### r\nGET http://127.0.0.1:1/\n# \(String(repeating: "x", count: 1000))\n\n".utf8)
        let bytes = (0..<50_000).reduce(into: [UInt8]()) { all, _ in all += row }
        try folder.write(bytes, to: "big.http")
        let run = try await apitui("list", "big.http", folder: folder)
        #expect(run.status == 0 || run.status == 2)
        if run.status == 2 { #expect(run.errorText.split(separator: "\n").count == 1) }
    }

    @Test func `a file that cannot be read does not hide the others`() async throws {
        let folder = try TemporaryFolder()
        try folder.write("GET http://a/\n", to: "a.http")
        try FileManager.default.createSymbolicLink(
            atPath: "\(folder.path)/b.http", withDestinationPath: "\(folder.path)/nowhere")
        let run = try await apitui("list", folder: folder)
        #expect(run.status == 2)
        #expect(run.text.contains("a.http:1  GET"))
        #expect(run.errorText.contains("b.http"))
    }

    // MARK: - run

    @Test func `the demo collection passes`() async throws {
        let run = try await apitui("run", demo, "--demo")
        #expect(run.status == 0, "\(run.text)\(run.errorText)")
        let last = try #require(run.text.split(separator: "\n").last)
        #expect(last.contains(" 0 failed, "))
        #expect(run.text.contains("\nskipped  GET     notFound\n"))
        #expect(run.text.split(separator: "\n").first?.hasPrefix("ok       GET     first") == true)
        #expect(run.text.contains("\nok       POST    placeOrder"))
    }

    @Test(arguments: [["--jobs", "20"], ["--jobs", "5", "--repeat", "3"]])
    func `the demo collection passes with many jobs`(_ flags: [String]) async throws {
        let home = try TemporaryFolder()
        let run = try await ProgramRun.run(
            BuiltProgram.path, ["run", demo, "--demo"] + flags, environment: BuiltProgram.environment(home: home),
            folder: home.path)
        #expect(run.status == 0, "\(run.text)\(run.errorText)")
        #expect(run.text.split(separator: "\n").last?.contains(" 0 failed, ") == true)
    }

    @Test func `a failing request makes the run fail and is explained`() async throws {
        let folder = try TemporaryFolder()
        try folder.write(
            "### good\nGET {{base}}/status/200\n\n### bad\nGET {{base}}/status/404\n\n### unknown\nGET {{nowhere}}/\n",
            to: "x.http")
        let run = try await apitui("run", "x.http", "--demo", folder: folder)
        #expect(run.status == 1)
        #expect(run.text.contains("ok       GET     good"))
        #expect(run.text.contains("FAILED   GET     bad"))
        #expect(run.text.contains("x.http:5: client-error"))
        #expect(run.text.contains("x.http:8: request-build: {{nowhere}}: "))
        #expect(run.text.contains("3 requests: 1 ok, 2 failed, 0 skipped in "))
    }

    @Test func `the plan of a run says what is disabled`() async throws {
        let folder = try TemporaryFolder()
        try folder.write(
            "### on\nGET http://127.0.0.1:1/\n\n### off\n# @disabled\nGET http://127.0.0.1:1/\n", to: "x.http")
        let lines = try await apitui("run", "x.http", "--plan", folder: folder).text.split(separator: "\n")
        #expect(lines.map { $0.hasSuffix("asked for, disabled") } == [false, false, true], "\(lines)")
        #expect(lines.count == 3 && lines[1] == "   http://127.0.0.1:1/")
    }

    @Test func `a plan leaves out what needs a disabled request, as the run does`() async throws {
        let folder = try TemporaryFolder()
        try folder.write(
            "### off\n# @disabled\nGET http://127.0.0.1:1/\n\n### on\n# @ref off\nGET http://127.0.0.1:1/{{off.id}}\n",
            to: "x.http")
        let run = try await apitui("run", "x.http", "--plan", folder: folder)
        #expect(run.status == 0, "\(run.text) \(run.errorText)")
        #expect(run.text.contains("x.http:7  asked for, not sent: off, which it needs, is skipped\n"), "\(run.text)")
        let send = try await apitui("send", "x.http#on", "--plan", folder: folder)
        #expect(send.status == 2 && send.text.contains("which it needs, is skipped"), "\(send.text)")
    }

    @Test func `a loop without elements is said by all that would send it`() async throws {
        let folder = try TemporaryFolder()
        try folder.write("@none = []\n\n### each\n# @loop for x of none\nGET http://127.0.0.1:1/{{x}}\n", to: "x.http")
        let run = try await apitui("run", "x.http#each", folder: folder)
        #expect(run.status == 0 && run.text.contains("the loop has no elements"), "\(run.text) \(run.errorText)")
        let plan = try await apitui("run", "x.http", "--plan", folder: folder)
        #expect(plan.text == "1  GET     each  x.http:5  asked for, the loop has no elements\n", "\(plan.text)")
        let json = try await apitui("run", "x.http", "--plan", "--json", folder: folder)
        #expect(json.text.contains("\"the loop has no elements\""), "\(json.text)")
        let sent = try await apitui("send", "x.http", "--plan", folder: folder)
        #expect(sent.status == 2 && sent.text == plan.text, "\(sent.text)")
        let send = try await apitui("send", "x.http", folder: folder)
        #expect(send.status == 1 && send.errorText.contains("each was not sent: the loop has no elements."))
    }

    @Test func `the plan of a run with a data file has that of each row, and looks at all`() async throws {
        let folder = try TemporaryFolder()
        try folder.write(
            "### each\n# @loop for x of list\nGET http://127.0.0.1:{{port}}/{{x}}\n\n### off\n# @disabled port\nGET http://127.0.0.1:1/\n",
            to: "x.http")
        try folder.write(#"[{"port": 1, "list": ["a", "b"]}, {"port": 99999, "list": ["c"]}]"#, to: "rows.json")
        let plan = try await apitui("run", "x.http", "--data", "rows.json", "--dry-run", folder: folder)
        #expect(plan.status == 1, "the second row cannot be sent: \(plan.errorText)")
        #expect(
            plan.text == """
                row 1
                1  GET     each  x.http:3  asked for, x a
                   http://127.0.0.1:1/a
                2  GET     each  x.http:3  asked for, x b
                   http://127.0.0.1:1/b
                3  GET     off   x.http:7  asked for, disabled
                row 2
                1  GET     each  x.http:3  asked for, x c, cannot be sent: line 3: URL: the port 99999 is not a number from 1 to 65535
                2  GET     off   x.http:7  asked for, disabled

                """, "\(plan.text)")
        let json = try await apitui("run", "x.http", "--data", "rows.json", "--plan", "--json", folder: folder)
        #expect(json.text.components(separatedBy: #""row":2"#).count == 3, "\(json.text)")
    }

    @Test func `the numbers of a long plan are aligned to the right`() async throws {
        let folder = try TemporaryFolder()
        try folder.write((1...10).map { "### r\($0)\nGET http://127.0.0.1:1/\($0)\n\n" }.joined(), to: "x.http")
        let run = try await apitui("run", "x.http", "--plan", folder: folder)
        let lines = run.text.split(separator: "\n")
        try #require(lines.count == 20, "\(run.text) \(run.errorText)")
        #expect(lines[0] == " 1  GET     r1   x.http:2  asked for")
        #expect(lines[1] == "    http://127.0.0.1:1/1")
        #expect(lines[16] == " 9  GET     r9   x.http:26  asked for")
        #expect(lines[18] == "10  GET     r10  x.http:29  asked for")
        #expect(lines[19] == "    http://127.0.0.1:1/10")
    }

    @Test func `the plan of a run says what cannot be sent, and fails`() async throws {
        let folder = try TemporaryFolder()
        try folder.write(
            """
            ### login
            POST {{base}}/login

            ### nothing
            GET {{base}}/{{nope}}

            ### port
            GET http://127.0.0.1:99999/

            ### file
            POST {{base}}/

            < missing.bin

            ### later
            # @ref login
            GET {{base}}/{{login.response.body.$.id}}
            """, to: "x.http")
        let run = try await apitui("run", "x.http", "--dry-run", "--var", "base=http://127.0.0.1:1", folder: folder)
        #expect(run.status == 1)
        #expect(
            run.text == """
                1  POST    login    x.http:2  asked for
                   http://127.0.0.1:1/login
                2  GET     nothing  x.http:5  asked for, cannot be sent: line 5: {{nope}}: no variable of that name; give it as --var 'nope=…', or in an environment file
                3  GET     port     x.http:8  asked for, cannot be sent: line 8: URL: the port 99999 is not a number from 1 to 65535
                4  POST    file     x.http:11  asked for, cannot be sent: line 13: The body file missing.bin does not exist
                5  GET     later    x.http:17  asked for
                   {{base}}/{{login.response.body.$.id}}, when {{login.response.body.$.id}} is known

                """, "\(run.text)")
        let send = try await apitui("send", "x.http#nothing", "--plan", "--demo", "--json", folder: folder)
        #expect(send.status == 2 && send.text.contains("no variable of that name"), "\(send.text)")
        let demo = try await apitui("send", "x.http#login", "--plan", "--demo", folder: folder)
        #expect(
            demo.status == 0 && demo.text.hasSuffix("\n   {{base}}/login, when {{base}} is known\n"), "\(demo.text)")
    }

    @Test func `run can report everything as JSON`() async throws {
        let folder = try TemporaryFolder()
        try folder.write(
            "### good\nGET {{base}}/status/200\n\n### bad\nGET {{base}}/status/500\n\n### off\n# @disabled\nGET {{base}}/\n",
            to: "x.http")
        let run = try await apitui("run", ".", "--demo", "--json", folder: folder)
        #expect(run.status == 1)
        let object = try #require(try JSONSerialization.jsonObject(with: Data(run.output)) as? [String: Any])
        let requests = try #require(object["requests"] as? [[String: Any]])
        #expect(requests.map { $0["outcome"] as? String } == ["passed", "failed", "skipped"])
        #expect((requests[1]["error"] as? [String: Any])?["category"] as? String == "server-error")
        #expect((object["totals"] as? [String: Any])?["failed"] as? Int == 1)
    }

    @Test func `a run says where a certificate was not checked`() async throws {
        let folder = try TemporaryFolder()
        let nginx = try NginxServer.shared.get()
        try folder.write(
            "# @no-reject-unauthorized\nGET \(nginx.url(.http2))\n\n###\nGET \(nginx.url(.plain))\n", to: "x.http")
        let run = try await apitui("run", "x.http", folder: folder)
        #expect(run.status == 0, "\(run.text)")
        #expect(run.text.split(separator: "\n").count { $0.hasSuffix("  TLS not verified") } == 1)
        #expect(run.text.contains("\nThe server's certificate was not checked for 1 request.\n"))
        let json = try await apitui("run", "x.http", "--json", folder: folder)
        let object = try #require(try JSONSerialization.jsonObject(with: Data(json.output)) as? [String: Any])
        let requests = try #require(object["requests"] as? [[String: Any]])
        #expect(requests.map { $0["unverified"] as? Bool } == [true, false])
        #expect((object["totals"] as? [String: Any])?["unverified"] as? Int == 1)
    }

    @Test func `interrupting a run cancels what is in flight and still prints totals`() async throws {
        let folder = try TemporaryFolder()
        try folder.write(
            "### first\nGET {{base}}/\n\n### slow\nGET {{silent}}/\n\n### never\nGET {{base}}/\n", to: "x.http")
        // Once a connection can be accepted, the request is in flight; it never gets a response.
        let listener = try SilentListener()
        let run = try await apitui(
            "run", ".", "--demo", "--var", "silent=http://127.0.0.1:\(listener.port)", folder: folder,
            interruptWhenReadable: listener.descriptor)
        #expect(run.status == 130)
        #expect(run.text.contains("\nstopped  GET     slow\n"))
        #expect(run.text.contains("3 requests: 1 ok, 0 failed, 0 skipped, 1 cancelled, 1 not reached in "))
    }

    @Test func `a run repeats with many jobs, and reports each request and the latency once`() async throws {
        let folder = try TemporaryFolder()
        try folder.write(
            "### good\nGET {{base}}/status/200\n\n### bad\nGET {{base}}/status/404\n\n### off\n# @disabled\nGET {{base}}/\n",
            to: "x.http")
        let run = try await apitui("run", "x.http", "--demo", "--jobs", "8", "--repeat", "50", folder: folder)
        #expect(run.status == 1)
        let lines = run.text.split(separator: "\n").map(String.init)
        // One kind of failure is explained once, followed by a line for each request.
        #expect(lines.count == 8, "\(run.text)")
        #expect(lines[0].hasPrefix("FAILED   GET     bad, round ") && lines[0].contains(" 404 "), "\(lines[0])")
        #expect(lines[1].contains("x.http:5: client-error"))
        #expect(lines[2].hasPrefix("ok       GET     good  50 ok  min "), "\(lines[2])")
        #expect(lines[3].hasPrefix("FAILED   GET     bad   0 ok, 50 failed  min "))
        #expect(lines[4] == "skipped  GET     off")
        #expect(
            lines[5].hasPrefix("'apitui runs show ") && lines[5].hasSuffix(" --exchange N' shows a failed exchange."))
        #expect(lines[6].hasPrefix("latency: min "))
        #expect(lines[7].hasPrefix("150 requests: 50 ok, 50 failed, 50 skipped in "))
        #expect(lines[7].hasSuffix(" a second"))
    }

    @Test func `JSON of a run with many jobs keeps the order of the plan`() async throws {
        let folder = try TemporaryFolder()
        let text = (0..<6).map { "### r\($0)\nGET {{base}}/slow?ms=\(($0 + 1) % 2 * 30)\n\n" }.joined()
        try folder.write(text, to: "x.http")
        let run = try await apitui(
            "run", ".", "--demo", "--json", "--jobs", "6", "--repeat", "2", folder: folder)
        let object = try #require(try JSONSerialization.jsonObject(with: Data(run.output)) as? [String: Any])
        let requests = try #require(object["requests"] as? [[String: Any]])
        #expect(
            requests.map { $0["id"] as? String } == (0..<12).map { "r\($0 % 6)" })
        #expect(requests.map { $0["round"] as? Int } == [1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2])
        let totals = try #require(object["totals"] as? [String: Any])
        #expect(totals["jobs"] as? Int == 6)
        #expect(totals["repeat"] as? Int == 2)
        #expect((totals["latency"] as? [String: Any])?["count"] as? Int == 12)
    }

    // MARK: - The UI without a terminal

    @Test(arguments: [["."], ["demo"]])
    func `without a terminal the UI says so and changes nothing`(arguments: [String]) async throws {
        let folder = try TemporaryFolder()
        try folder.write("GET http://127.0.0.1:1/\n", to: "x.http")
        let run = try await ProgramRun.run(
            BuiltProgram.path, arguments, environment: BuiltProgram.environment(home: folder),
            folder: arguments == ["."] ? folder.path : BuiltProgram.packageRoot)
        #expect(run.status == 2)
        #expect(run.text == "")
        #expect(run.errorText.split(separator: "\n").count == 1)
        #expect(run.errorText.contains("terminal"))
    }
}
