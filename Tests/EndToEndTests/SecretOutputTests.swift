import Foundation
import TestSupport
import Testing

/// What commands print about a request, for each place that can hold a secret and each command. Without `--reveal` the
/// secret is nowhere in standard output and standard error; with it, the commands in the table print it.
@Suite(.timeLimit(.minutes(20))) struct SecretOutputTests {
    enum Command: String, CaseIterable, Sendable {
        case send, sendJSON, sendVerbose, sendInclude, sendURL, run, runJSON, batch

        var words: [String] {
            switch self {
            case .send: ["send", "a.http"]
            case .sendJSON: ["send", "a.http", "--json"]
            case .sendVerbose: ["send", "a.http", "-v"]
            case .sendInclude: ["send", "a.http", "-i"]
            case .sendURL: ["send", "-v", "-i", "-L"]
            case .run: ["run", "a.http"]
            case .runJSON: ["run", "a.http", "--json"]
            case .batch: ["batch"]
            }
        }
    }

    struct Place: Sendable, CustomTestStringConvertible {
        let testDescription: String
        /// The request file; `URL` is replaced by the server, `CLOSED` by an address where nobody listens.
        let text: String
        /// The commands that print the secret with `--reveal`.
        let revealing: Set<Command>
        var arguments: [String] = []
        /// A line of `batch` with the same request; nil if `batch` has no such place.
        var line: String?
        /// The same as a URL with flags; nil where that has no such place.
        var typed: [String]?

        init(
            _ name: String, _ text: String, _ revealing: Set<Command>, arguments: [String] = [], line: String? = nil,
            typed: [String]? = nil
        ) {
            (testDescription, self.text, self.revealing) = (name, text, revealing)
            (self.arguments, self.line, self.typed) = (arguments, line, typed)
        }

        /// A GET request, for all commands.
        static func get(
            _ name: String, _ url: String, _ headers: [(String, String)] = [], _ revealing: Set<Command>
        ) -> Place {
            let pairs = headers.map { #"["\#($0)","\#($1)"]"# }.joined(separator: ",")
            return Place(
                name, "GET \(url)\n" + headers.map { "\($0): \($1)\n" }.joined(), revealing,
                line: #"{"id":"1","method":"GET","url":"\#(url)","headers":[\#(pairs)]}"#,
                typed: [url] + headers.flatMap { ["-H", "\($0): \($1)"] })
        }
    }

    private static let secret = "Zq7-s3cr3t.9"
    private static let sends: Set<Command> = [.send, .sendJSON, .sendVerbose, .sendInclude]
    private static let failures: Set<Command> = sends.union([.run, .runJSON])
    private static let json: Set<Command> = [.sendJSON, .sendVerbose]

    private static let queryItems = [
        "api_key", "access_token", "token", "password", "sig", "client_secret", "key", "X-Amz-Signature",
    ].map {
        Place.get("query item \($0)", "URL/x?a=1&\($0)=\(secret)&b=2", [], sends.union([.batch]))
    }

    private static let headers = [
        ("Authorization", "Bearer \(secret)"), ("Authorization", secret), ("Cookie", "theme=dark; sid=\(secret)"),
        ("Proxy-Authorization", "Basic \(secret)"), ("X-Api-Key", secret), ("Ocp-Apim-Subscription-Key", secret),
        ("X-Auth-Token", secret), ("Referer", "http://u:\(secret)@h.test/?token=\(secret)"),
    ].map { Place.get("header \($0.0)", "URL/x", [$0], json.union([.sendURL])) }

    private static let literals: [Place] =
        queryItems + headers + [
            .get("user info", "http://user:\(secret)@HOST/x", [], sends.union([.batch])),
            .get(
                "user info of a server that is not there", "http://user:\(secret)@CLOSED/x", [], sends.union([.batch])),
            .get("query of a server that is not there", "http://CLOSED/x?token=\(secret)", [], sends.union([.batch])),
            .get("a target of a redirect", "URL/redirect", [], sends.union([.batch])),
            .get("user info of a redirect", "URL/redirect-login", [], sends.union([.batch])),
            Place("a circle of redirects", "GET URL/circle?token=\(secret)\n", failures),
            Place("a redirect that cannot be followed", "GET URL/redirect-bad\n", json),
            .get("an error status", "URL/fail?token=\(secret)", [], sends.union([.batch])),
            .get("a URL that cannot be read", "http://user:\(secret)@[::1/x", [], sends),
            Place(
                "a proxy's login", "GET http://h.test/\n", [], arguments: ["--proxy", "http://user:\(secret)@CLOSED"]),
        ]

    private static let privates: [Place] = [
        Place("a private value in a path", "GET URL/{{key}}/x\n", sends),
        Place(
            "a password that --var gives", "GET URL/{{password}}/x\n", sends,
            arguments: ["--var", "password=\(secret)"]),
        Place("a private value in a query", "GET URL/x?q={{key}}\n", sends),
        Place("a private value in a host", "GET http://{{key}}.invalid/\n", failures),
        Place("a private value in a header", "GET URL/x\nX-Thing: a {{key}} b\n", json),
        Place("a private value in a header's name", "GET URL/x\n{{key}}: b\n", json),
        Place("a private value in a login", "GET URL/x\nAuthorization: Basic user {{key}}\n", []),
        Place("a private value in a cookie", "GET URL/x\nCookie: sid={{key}}\n", json),
        Place("a private value in a redirected request", "GET URL/redirect-plain?q={{key}}\n", json),
        Place("a private value in a body that is refused", "POST URL/redirect-307\n\n{\"k\": \"{{key}}\"}\n", []),
        Place("a private value in a scheme", "GET {{key}}://h/\n", failures),
        Place("a private value in the name of a body file", "POST URL/x\n\n< ./{{key}}.json\n", []),
        Place("a private value in the name of a missing body file", "POST URL/x\n\n< ./no/{{key}}.json\n", failures),
        Place("a private value in an encoding", "POST URL/x\n\n<@{{key}} ./a.http\n", []),
        Place(
            "a private value in the name of a response file", "GET URL/x\n\n>>! out-{{key}}.txt\n",
            sends.union([.runJSON]), arguments: ["--trust"]),
        Place(
            "a private value in the name of a response file that is refused", "GET URL/x\n\n>>! ../../{{key}}.txt\n",
            failures, arguments: ["--trust"]),
        Place("a private value in a check", "GET URL/x\n\n?? header x-none == {{key}}\n", [.sendJSON, .runJSON]),
        Place("a private value in a check of a path", "GET URL/x\n\n?? body $.{{key}} == 1\n", []),
        Place("a private value beside a name without one", "GET URL/{{key}}/{{nokey}}\n", []),
    ]

    private static let server = StubBehaviour { request in
        let path = request.target.prefix { $0 != "?" }
        let host = request.field("Host") ?? ""
        let behaviour: StubBehaviour =
            switch path {
            case "/redirect": .redirect(to: "/x?access_token=\(secret)")
            case "/redirect-login": .redirect(to: "http://user:\(secret)@\(host)/x")
            case "/redirect-plain": .redirect(to: "/x")
            case "/redirect-bad": .redirect(to: "ftp://user:\(secret)@h.test/?token=\(secret)")
            case "/redirect-307": .redirect(307, to: "http://localhost:1/x")
            case "/circle": .redirect(to: request.target)
            case "/fail": .status(500)
            default: .status(200, body: "ok")
            }
        return behaviour.answer(request)
    }

    /// A port on which nobody listens.
    private func closedPort() async throws -> Int {
        let server = try StubServer(.status(200))
        server.stop()
        await server.stopped()
        return server.port
    }

    private func printed(
        _ place: Place, _ command: Command, reveals: Bool, _ server: StubServer, _ closed: Int
    ) async throws -> String? {
        let home = try TemporaryFolder()
        func filled(_ text: String) -> String {
            text.replacing("URL", with: server.url).replacing("HOST", with: "127.0.0.1:\(server.port)")
                .replacing("CLOSED", with: "127.0.0.1:\(closed)")
        }
        try home.write("{}", to: "c/\(Self.secret).json")
        try home.write(#"{"dev": {"key": "\#(Self.secret)"}}"#, to: "c/http-client.private.env.json")
        try home.write(filled(place.text), to: "c/a.http")
        var arguments = command.words + (reveals ? ["--reveal"] : [])
        var input: [UInt8] = []
        if command == .batch {
            guard let line = place.line else { return nil }
            input = Array((filled(line) + "\n").utf8)
        } else if command == .sendURL {
            guard let typed = place.typed else { return nil }
            arguments += typed.map(filled)
        } else {
            arguments += ["--env", "dev"] + place.arguments.map(filled)
        }
        let run = try await ProgramRun.run(
            BuiltProgram.path, arguments, environment: BuiltProgram.environment(home: home), folder: home.path + "/c",
            input: input)
        return run.text + run.errorText
    }

    @Test(arguments: literals + privates)
    func `a secret of a request is printed with --reveal only`(place: Place) async throws {
        try await StubServer.with(Self.server) { server in
            let closed = try await closedPort()
            for command in Command.allCases {
                guard let hidden = try await printed(place, command, reveals: false, server, closed) else { continue }
                #expect(!hidden.isEmpty, "\(command)")
                // Hosts are written in lower case.
                #expect(!hidden.lowercased().contains(Self.secret.lowercased()), "\(command): \(hidden)")
                // The secret as it is encoded in a login.
                let login = Data("user:\(Self.secret)".utf8).base64EncodedString()
                #expect(!hidden.contains(login), "\(command): \(hidden)")
                guard place.revealing.contains(command),
                    let shown = try await printed(place, command, reveals: true, server, closed)
                else { continue }
                let isShown = shown.lowercased().contains(Self.secret.lowercased())
                #expect(isShown, "\(command) --reveal: \(shown)")
            }
        }
    }

    @Test func `batch prints a response as it came`() async throws {
        let server = StubBehaviour.status(
            302, headers: [("Location", "/x?token=\(Self.secret)"), ("Set-Cookie", "sid=\(Self.secret)")],
            body: Self.secret)
        try await StubServer.with(server) { server in
            let answer = try await Batch.send("\(server.url)/", #""followRedirects":false"#)
            #expect(answer.headers.contains(["Location", "/x?token=\(Self.secret)"]))
            #expect(answer.headers.contains(["Set-Cookie", "sid=\(Self.secret)"]))
            #expect(answer.body == Self.secret)
            // The request's data is masked; a response with the same content is not.
            let circle = try await Batch.send("\(server.url)/x?token=\(Self.secret)")
            #expect(circle.finalUrl == "\(server.url)/x?token=[redacted]")
            #expect(circle.error?.sentence.contains("?token=[redacted] was asked for already") == true)
        }
    }

    @Test func `a body is printed as it came, and the rest of a response without credentials`() async throws {
        let server = StubBehaviour.status(
            200, headers: [("Set-Cookie", "sid=\(Self.secret); Path=/"), ("X-Auth-Token", Self.secret), ("X-A", "b")],
            body: Self.secret)
        try await StubServer.with(server) { server in
            let home = try TemporaryFolder()
            try home.write("GET \(server.url)/\n", to: "a.http")
            let run = try await ProgramRun.run(
                BuiltProgram.path, ["send", "a.http", "--json"], environment: BuiltProgram.environment(home: home),
                folder: home.path)
            let document = try #require(try JSONSerialization.jsonObject(with: Data(run.output)) as? [String: Any])
            #expect(document["body"] as? String == Self.secret)
            let headers = try #require(document["headers"] as? [[String]])
            #expect(headers.contains(["Set-Cookie", "sid=[redacted]; Path=/"]))
            #expect(headers.contains(["X-Auth-Token", "[redacted]"]))
            #expect(headers.contains(["X-A", "b"]))
        }
    }
}
