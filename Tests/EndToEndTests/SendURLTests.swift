import Foundation
import TestSupport
import Testing

/// `apitui send URL`, with the flags of curl.
@Suite struct SendURLTests {
    /// What the server got, and what the command printed.
    private func sent(
        _ flags: [String], path: String = "/x", files: [String: String] = [:], input: String = "",
        _ behaviour: StubBehaviour = .status(200, body: "ok")
    ) async throws -> (run: ProgramRun, requests: [StubRequest]) {
        try await StubServer.with(behaviour) { server in
            let home = try TemporaryFolder()
            for (name, text) in files { try home.write(text, to: name) }
            let words = flags.map { $0.replacing("URL", with: server.url) }
            let run = try await ProgramRun.run(
                BuiltProgram.path, ["send", "\(server.url)\(path)"] + words,
                environment: BuiltProgram.environment(home: home), folder: home.path, input: Array(input.utf8))
            return (run, server.received)
        }
    }

    struct Sample: Sendable, CustomTestStringConvertible {
        var flags: [String]
        var method = "GET"
        var target = "/x"
        var fields: [String: String?] = [:]
        var body = ""
        var testDescription: String { flags.joined(separator: " ") }
    }

    private static let form: [String: String?] = ["Content-Type": "application/x-www-form-urlencoded"]

    private static let samples: [Sample] = [
        Sample(flags: [], fields: ["Content-Type": nil]),
        Sample(flags: ["-X", "DELETE"], method: "DELETE"), Sample(flags: ["-XPATCH"], method: "PATCH"),
        Sample(flags: ["-H", "X-A: 1", "-HX-B: it's 2"], fields: ["X-A": "1", "X-B": "it's 2"]),
        Sample(flags: ["-d", "a=1"], method: "POST", fields: form, body: "a=1"),
        Sample(
            flags: ["-d", "a=1", "--data-raw", "@b", "--data-binary", "c", "-d", "d=$x\\n"], method: "POST",
            fields: form, body: "a=1&@b&c&d=$x\\n"),
        Sample(flags: ["-d", "@lines.txt"], method: "POST", fields: form, body: "onetwo"),
        Sample(flags: ["--data-binary", "@lines.txt"], method: "POST", fields: form, body: "one\r\ntwo\n"),
        Sample(flags: ["-d", "@-"], method: "POST", fields: form, body: "from input"),
        Sample(
            flags: ["-d", "\n### no separator\n< ./lines.txt\n"], method: "POST",
            body: "\n### no separator\n< ./lines.txt\n"),
        Sample(flags: ["-d", ""], method: "POST", fields: form),
        Sample(
            flags: ["-d", "{}", "-X", "PUT", "-H", "content-type: application/json"], method: "PUT",
            fields: ["Content-Type": "application/json"], body: "{}"),
        Sample(
            flags: ["--data-urlencode", "q=a b&c", "-d", "r=1"], method: "POST", fields: form, body: "q=a%20b%26c&r=1"),
        Sample(flags: ["-G", "-d", "a=1", "--data-urlencode", "b=2 3"], target: "/x?a=1&b=2%203"),
        Sample(flags: ["-G", "-d", "@lines.txt"], target: "/x?onetwo"),
        Sample(flags: ["-u", "user:pass word"], fields: ["Authorization": "Basic dXNlcjpwYXNzIHdvcmQ="]),
        Sample(flags: ["-A", "mine/2"], fields: ["User-Agent": "mine/2"]),
        Sample(flags: ["-I"], method: "HEAD"),
        Sample(
            flags: ["--var", "v=7", "-H", "X-V: {{v}}", "-d", "{\"v\": {{v}}}"], method: "POST",
            fields: ["X-V": "7"], body: "{\"v\": 7}"),
    ]

    @Test(arguments: samples)
    func `a URL is sent as curl would send it`(sample: Sample) async throws {
        let (run, requests) = try await sent(
            sample.flags, files: ["lines.txt": "one\r\ntwo\n"], input: "from input")
        #expect(run.status == 0, "\(run.errorText)")
        let request = try #require(requests.first)
        #expect(requests.count == 1)
        #expect(request.method == sample.method)
        #expect(request.target == sample.target)
        #expect(String(decoding: request.body, as: UTF8.self) == sample.body)
        for (name, value) in sample.fields { #expect(request.field(name) == value, "\(name)") }
    }

    @Test func `a form has a part for each field, files included`() async throws {
        let (run, requests) = try await sent(["-F", "a=1", "-F", "f=@lines.txt"], files: ["lines.txt": "one\n"])
        #expect(run.status == 0, "\(run.errorText)")
        let request = try #require(requests.first)
        #expect(request.field("Content-Type")?.hasPrefix("multipart/form-data; boundary=") == true)
        let body = String(decoding: request.body, as: UTF8.self)
        #expect(body.contains("name=\"a\"\r\n\r\n1\r\n"))
        #expect(body.contains("filename=\"lines.txt\"\r\nContent-Type: text/plain\r\n\r\none\n"))
    }

    @Test func `bytes that are not text are sent as they are`() async throws {
        let home = try TemporaryFolder()
        let bytes: [UInt8] = [0xFF, 0x00, 0x0A, 0x7B, 0x7B, 0x0D]
        try home.write(bytes, to: "b.bin")
        try await StubServer.with(.status(204)) { server in
            let run = try await ProgramRun.run(
                BuiltProgram.path, ["send", server.url, "--data-binary", "@b.bin", "-d", "x"],
                environment: BuiltProgram.environment(home: home), folder: home.path)
            #expect(run.status == 0, "\(run.errorText)")
            #expect(server.received.first?.body == bytes + Array("&x".utf8))
        }
    }

    @Test func `redirects are followed with -L only`() async throws {
        let server = StubBehaviour.routes(["/x": .redirect(to: "/y"), "/y": .status(200, body: "end")])
        let (stays, one) = try await sent([], server)
        #expect(stays.text.isEmpty)
        #expect(stays.errorText.contains(": 302 Status"))
        #expect(stays.errorText.hasSuffix("\n-L follows the redirect.\n"), "\(stays.errorText)")
        #expect(one.map(\.target) == ["/x"])
        let (follows, two) = try await sent(["-L"], server)
        #expect(follows.text == "end" && !follows.errorText.contains("-L"))
        #expect(two.map(\.target) == ["/x", "/y"])
    }

    @Test func `variables come from the flags and the environment files of the folder`() async throws {
        let files = ["http-client.env.json": #"{"dev": {"part": "orders"}}"#]
        let (run, requests) = try await sent(
            ["--env", "dev", "--var", "n=3"], path: "/{{part}}?n={{n}}", files: files)
        #expect(run.status == 0, "\(run.errorText)")
        #expect(requests.map(\.target) == ["/orders?n=3"])
        let (missing, none) = try await sent([], path: "/{{part}}")
        #expect(missing.status == 2)
        #expect(missing.errorText.hasPrefix("apitui: Nothing was sent:\napitui: {{part}}: "))
        #expect(missing.errorText.contains("give it as --var 'part=…', or in an environment file"))
        #expect(none.isEmpty)
        // A broken environment file is no matter to a URL without variables.
        let (plain, sent) = try await sent([], files: ["http-client.env.json": "{"])
        #expect(plain.status == 0, "\(plain.errorText)")
        #expect(sent.count == 1)
    }

    @Test func `a word without a scheme is a URL where it has a port and no file has its name`() async throws {
        try await StubServer.with(.status(200, body: "ok")) { server in
            let home = try TemporaryFolder()
            for word in ["127.0.0.1:\(server.port)/a", "localhost:\(server.port)"] {
                let run = try await ProgramRun.run(
                    BuiltProgram.path, ["send", word, "-4"], environment: BuiltProgram.environment(home: home),
                    folder: home.path)
                #expect(run.text == "ok", "\(run.errorText)")
            }
            let demo = try await ProgramRun.run(
                BuiltProgram.path, ["send", "{{base}}/products", "--demo"],
                environment: BuiltProgram.environment(home: home), folder: home.path)
            #expect(demo.status == 0, "\(demo.errorText)")
            #expect(demo.text.contains("Earl Grey"))
        }
    }

    @Test(arguments: [
        (
            ["send", "example.test/x"],
            "There is no file example.test/x. If it is a URL, write http:// or https:// before it."
        ),
        (["send", "ftp://example.test/x"], "Nothing was sent: apitui sends http and https, not ftp."),
        (["send", "a.http", "-H", "A: b"], "-H describes the request of a URL, and 'a.http' names a saved request."),
        (["send", "http://h.test", "-H", "nothing"], "--header takes one line 'Name: value', not 'nothing'."),
        (["send", "http://h.test", "-d", "@gone"], "Nothing was sent: gone cannot be read: there is no such file."),
        (["send", "http://h.test", "-F", "x"], "--form takes name=content, not 'x'."),
        (["send", "http://h.test", "-m", "x"], "--max-time takes a number of seconds above 0, not 'x'."),
        (
            ["send", "http://h.test", "--data-urlencode", "a@b"],
            "Nothing was sent: The file named by --data-urlencode a@b is not read."
        ),
        (["send", "http://h.test", "-i", "--json"], "--json prints the headers already; leave --include out."),
        (["send", "http://h.test", "-o", "no/x"], "--output no/x: there is no folder no; make it first."),
        (["send", "http://h.test", "--cookies", ""], "--cookies needs the name of a file."),
        (["run", ""], "The path of a file or folder is empty; '.' names the current folder."),
        (["run", "http://h.test"], "'run' takes files and folders; 'apitui send http://h.test' sends a URL."),
        (
            ["{{base}}/x"],
            "The screen opens a folder, a file, or a description at http:// or https://; 'apitui send {{base}}/x' sends a URL."
        ),
    ])
    func `what cannot be sent is refused in one sentence`(arguments: [String], sentence: String) async throws {
        let home = try TemporaryFolder()
        try home.write("GET http://h.test/\n", to: "a.http")
        let run = try await ProgramRun.run(
            BuiltProgram.path, arguments, environment: BuiltProgram.environment(home: home), folder: home.path)
        #expect(run.status == 2)
        #expect(run.errorText.split(separator: "\n").first.map(String.init) == "apitui: \(sentence)")
    }

    @Test func `the JSON of a URL names no file`() async throws {
        let (run, _) = try await sent(["--json", "-d", "a"])
        let object = try #require(try JSONSerialization.jsonObject(with: Data(run.output)) as? [String: Any])
        #expect(object["file"] is NSNull)
        #expect(object["line"] is NSNull)
        #expect((object["request"] as? [String: Any])?["method"] as? String == "POST")
    }
}
