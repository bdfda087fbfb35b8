import Foundation
import TestSupport
import Testing

/// Cookies between the requests of one `send` or `run`, and between calls that share a file.
@Suite(.timeLimit(.minutes(5))) struct CookieCommandTests {
    /// `/login` sets a cookie; every other path returns the cookies it received.
    private static let server = StubBehaviour { request in
        if request.target == "/login" {
            return StubBehaviour.status(200, headers: [("Set-Cookie", "sid=s1; Path=/; Max-Age=600")]).answer(request)
        }
        return StubBehaviour.status(200, body: request.field("Cookie") ?? "none").answer(request)
    }

    private static func requests(_ server: StubServer) -> String {
        """
        ### login
        # @name login
        GET \(server.url)/login
        ### me
        # @name me
        # @ref login
        GET \(server.url)/me
        Cookie: theme=dark
        ### apart
        # @name apart
        # @no-cookie-jar
        GET \(server.url)/apart
        ### alone
        # @name alone
        GET \(server.url)/alone
        """
    }

    private func apitui(_ folder: TemporaryFolder, _ arguments: String...) async throws -> ProgramRun {
        try await ProgramRun.run(
            BuiltProgram.path, arguments, environment: BuiltProgram.environment(home: folder), folder: folder.path)
    }

    private func sent(_ server: StubServer) -> [String?] {
        server.received.filter { $0.target != "/login" }.map { $0.field("Cookie") }
    }

    @Test func `a login's cookie goes with what comes after it in the call, and no further`() async throws {
        try await StubServer.with(Self.server) { server in
            let folder = try TemporaryFolder()
            try folder.write(Self.requests(server), to: "a.http")
            let send = try await apitui(folder, "send", "a.http#me")
            #expect(send.text == "theme=dark; sid=s1", "\(send.errorText)")
            #expect(!send.errorText.contains("s1"))
            #expect(try await apitui(folder, "send", "a.http#alone").text == "none")
            #expect(try await apitui(folder, "run", "a.http").status == 0)
            #expect(try await apitui(folder, "run", "a.http", "--no-cookies").status == 0)
            #expect(
                sent(server) == [
                    "theme=dark; sid=s1", nil, "theme=dark; sid=s1", nil, "sid=s1", "theme=dark", nil, nil,
                ])
        }
    }

    @Test(arguments: ["jar.txt", "jar.jsonl"])
    func `a file carries cookies from call to call, for its owner only`(_ name: String) async throws {
        try await StubServer.with(Self.server) { server in
            let folder = try TemporaryFolder()
            try folder.write(Self.requests(server), to: "a.http")
            #expect(try await apitui(folder, "send", "a.http#login", "--cookies", name).status == 0)
            #expect(try await apitui(folder, "send", "a.http#alone", "--cookies", name).text == "sid=s1")
            let attributes = try FileManager.default.attributesOfItem(atPath: "\(folder.path)/\(name)")
            #expect(attributes[.posixPermissions] as? Int == 0o600)
            let text = try String(contentsOfFile: "\(folder.path)/\(name)", encoding: .utf8)
            #expect(text.hasPrefix(name.hasSuffix("txt") ? "# Netscape HTTP Cookie File\n" : "{"))
        }
    }

    @Test func `a cookies file that cannot be read keeps everything from being sent, and stays as it is`() async throws
    {
        try await StubServer.with(Self.server) { server in
            let folder = try TemporaryFolder()
            try folder.write(Self.requests(server), to: "a.http")
            try folder.write("# mine\nnot a cookie\n", to: "jar.txt")
            let run = try await apitui(folder, "send", "a.http#login", "--cookies", "jar.txt")
            #expect(run.status == 2)
            #expect(run.errorText.contains("jar.txt:2: "))
            #expect(try String(contentsOfFile: "\(folder.path)/jar.txt", encoding: .utf8).hasPrefix("# mine"))
            let rows = "{\"user\":\"ada\"}\n{\"user\":\"bob\"}\n"
            try folder.write(rows, to: "rows.jsonl")
            let data = try await apitui(folder, "send", "a.http#login", "--cookies", "rows.jsonl")
            #expect(data.status == 2)
            #expect(data.errorText.contains("rows.jsonl is not a cookie file"))
            #expect(try folder.read("rows.jsonl") == rows)
            let nowhere = try await apitui(folder, "send", "a.http#login", "--cookies", "no/such/jar.txt")
            #expect(nowhere.status == 2)
            #expect(nowhere.errorText.contains("no/such/jar.txt cannot be made: there is no such folder"))
            #expect(server.received.isEmpty)
            let both = try await apitui(folder, "run", "a.http", "--cookies", "x", "--no-cookies")
            #expect(both.status == 2)
        }
    }
}
