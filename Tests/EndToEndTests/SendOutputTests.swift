import Foundation
import Glibc
import TestSupport
import Testing

/// `-i`, `-v` and `-o` of `send`, for a saved request and for a URL.
@Suite struct SendOutputTests {
    private static let server = StubBehaviour.routes([
        "/hop": .redirect(to: "/end"), "/end": .status(200, headers: [("X-A", "b")], body: "body\n"),
        "/gone": .status(404, body: "nothing here"),
        "/broken": .raw("HTTP/1.1 200 Status\r\nContent-Length: 10\r\n\r\nhalf"),
    ])

    enum Form: CaseIterable, Sendable { case saved, url }

    private func send(
        _ path: String, _ flags: [String], _ form: Form = .saved, home: TemporaryFolder
    ) async throws -> ProgramRun {
        try await StubServer.with(Self.server) { server in
            let url = "\(server.url)\(path)"
            try home.write("GET \(url)\n", to: "a.http")
            let words = form == .saved ? ["send", "a.http"] : ["send", url, "-L"]
            return try await ProgramRun.run(
                BuiltProgram.path, words + flags, environment: BuiltProgram.environment(home: home), folder: home.path)
        }
    }

    @Test(arguments: Form.allCases)
    func `-i prints every header before the body`(form: Form) async throws {
        let run = try await send("/hop", ["-i"], form, home: TemporaryFolder())
        #expect(run.status == 0, "\(run.errorText)")
        let parts = run.text.components(separatedBy: "\r\n\r\n")
        #expect(parts.count == 3)
        #expect(parts[0].hasPrefix("HTTP/1.1 302 Status\r\n"))
        #expect(parts[1].hasPrefix("HTTP/1.1 200 Status\r\n"))
        #expect(parts[1].contains("\r\nX-A: b"))
        #expect(parts[2] == "body\n")
    }

    @Test(arguments: Form.allCases)
    func `-v prints both headers and the connection on standard error`(form: Form) async throws {
        let run = try await send("/hop", ["-v"], form, home: TemporaryFolder())
        #expect(run.status == 0)
        #expect(run.text == "body\n")
        let lines = run.errorText.split(separator: "\n").map(String.init)
        #expect(lines.contains { $0.hasPrefix("* Connected to 127.0.0.1 port ") })
        #expect(lines.contains("> GET /hop HTTP/1.1"))
        #expect(lines.contains("< HTTP/1.1 302 Status"))
        #expect(lines.contains("* Redirected by status 302"))
        #expect(lines.contains("> GET /end HTTP/1.1"))
        #expect(lines.contains("< X-A: b"))
        #expect(lines.contains { $0.hasSuffix("/end: 200 Status") })
    }

    @Test(arguments: Form.allCases)
    func `-o writes the body to a file in place of standard output`(form: Form) async throws {
        let home = try TemporaryFolder()
        try home.write("an older and longer content", to: "out.txt")
        let run = try await send("/end", ["-o", "out.txt"], form, home: home)
        #expect(run.status == 0, "\(run.errorText)")
        #expect(run.text == "")
        #expect(try home.read("out.txt") == "body\n")
    }

    @Test func `-o writes headers and JSON too, - is standard output, and a device is written to`() async throws {
        let home = try TemporaryFolder()
        _ = try await send("/end", ["-i", "-oout.txt"], home: home)
        let written = try home.read("out.txt")
        #expect(written.hasPrefix("HTTP/1.1 200 Status\r\n"))
        #expect(written.hasSuffix("\r\n\r\nbody\n"))
        _ = try await send("/end", ["--json", "--output", "out.json"], home: home)
        #expect(try home.read("out.json").hasPrefix("{\"file\":\"a.http\","))
        #expect(try await send("/end", ["-o", "-"], home: home).text == "body\n")
        let device = try await send("/end", ["-o", "/dev/null"], home: home)
        #expect(device.status == 0, "\(device.errorText)")
        #expect(device.text == "")
    }

    @Test func `what cannot be opened for -o is named`() async throws {
        let home = try TemporaryFolder()
        // Nobody listens on it.
        #expect(mknod("\(home.path)/socket", S_IFSOCK | 0o600, 0) == 0)
        let run = try await send("/end", ["-o", "socket"], home: home)
        #expect(run.status == 1, "\(run.errorText)")
        #expect(run.errorText.contains("apitui: socket was not written: No such device or address."))
    }

    @Test func `the body of an error status is written, one that broke off leaves the file as it was`() async throws {
        let home = try TemporaryFolder()
        let gone = try await send("/gone", ["-o", "out.txt"], home: home)
        #expect(gone.status == 19)
        #expect(try home.read("out.txt") == "nothing here")
        let broken = try await send("/broken", ["-o", "out.txt"], home: home)
        #expect(broken.status == 17)
        #expect(broken.errorText.hasSuffix("apitui: out.txt was not written: the body is incomplete.\n"))
        #expect(try home.read("out.txt") == "nothing here")
    }

    @Test func `-I prints the header alone`() async throws {
        let run = try await send("/end", ["-I"], .url, home: TemporaryFolder())
        #expect(run.text.hasPrefix("HTTP/1.1 200 Status\r\n"))
        #expect(run.text.hasSuffix("\r\n\r\n"))
    }

    @Test func `send and run say which program they are, unless the request says it`() async throws {
        let home = try TemporaryFolder()
        let version = try await ProgramRun.run(
            BuiltProgram.path, ["--version"], environment: BuiltProgram.environment(home: home)
        ).text.prefix { $0 != "\n" }
        try await StubServer.with(.status(200)) { server in
            try home.write("GET \(server.url)/1\n\n###\nGET \(server.url)/2\nUser-Agent: mine\n", to: "a.http")
            for arguments in [["send", "\(server.url)/0"], ["run", "a.http"]] {
                let run = try await ProgramRun.run(
                    BuiltProgram.path, arguments, environment: BuiltProgram.environment(home: home), folder: home.path)
                #expect(run.status == 0, "\(run.errorText)")
            }
            let agents = server.received.map { $0.field("User-Agent") }
            #expect(agents == ["apitui/\(version)", "apitui/\(version)", "mine"])
        }
    }
}
