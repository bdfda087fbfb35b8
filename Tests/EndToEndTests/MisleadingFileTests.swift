import TestSupport
import Testing

/// What looks like a request but is none that can be sent as it is written: the built program reports it and sends nothing.
@Suite struct MisleadingFileTests {
    private let home: TemporaryFolder

    init() throws { home = try TemporaryFolder() }

    private func apitui(_ arguments: String...) async throws -> ProgramRun {
        try await ProgramRun.run(
            BuiltProgram.path, arguments, environment: BuiltProgram.environment(home: home), folder: home.path)
    }

    @Test(arguments: [
        ("GET {{base}}/", "Authorization: openid client_credentials pa55word"),
        ("GET {{base}}/", "Authorization: oauth2 password pa55word"),
        ("GET {{base}}/", "Authorization: Bearer $aadToken"),
        ("GET {{base}}/", "Authorization: Bearer {{$aadToken new}}"),
        ("GET {{base}}/", "Authorization: COGNITO ann pa55word eu-west-1 pool client"),
        ("GET {{base}}/", "Authorization: AWS COGNITO ann pa55word"),
        ("GET {{base}}/", "X-ClientCert: pfx: a.pfx passphrase: pa55word"),
        ("KAFKA {{base}}/", "topic: orders"),
    ])
    func `send and run send nothing of a login or protocol that is not known here`(line: String, header: String)
        async throws
    {
        try home.write("### a\n\(line)\n\(header)\n", to: "a.http")
        try await StubServer.with(.status(200)) { server in
            let sent = try await apitui("send", "a.http#a", "--var", "base=\(server.url)")
            #expect(sent.status == 2)
            let run = try await apitui("run", "a.http", "--var", "base=\(server.url)")
            #expect(run.status == 1)
            for text in [sent.errorText, run.text] {
                #expect(text.contains(line.hasPrefix("KAFKA") ? "a.http:2: " : "a.http:3: "), "\(text)")
                #expect(!text.contains("pa55word"))
            }
            #expect(server.received.isEmpty)
        }
    }

    @Test func `lint has a line for each of them`() async throws {
        try home.write(
            """
            ### path
            GET /products

            ### login
            GET http://a.test/
            Authorization: openid client_credentials pa55word

            HTTP/2.0 200 OK

            GET http://a.test/second

            ### script
            GET http://a.test/

            > {% client.global.set("t", response.body.t); client.global.set("u", f()) %}
            """, to: "a.http")
        let run = try await apitui("lint", "a.http")
        #expect(run.status == 1)
        let places = run.text.split(separator: "\n").map { $0.split(separator: ":").prefix(3).joined(separator: ":") }
        #expect(
            places == [
                "a.http:2: error E2", "a.http:6: error N21", "a.http:10: warning N2", "a.http:15: warning N13",
            ])
        #expect(!run.text.contains("pa55word"))
    }

    @Test func `of several setters of a name the nearest above is sent, and a name in a value is the request's`()
        async throws
    {
        let script = #"> {% client.global.set("t", response.body.t) %}"#
        try home.write(
            """
            @at = {{base}}/{{part}}
            @part = early

            ### one
            POST {{base}}/one

            \(script)

            ### two
            POST {{base}}/two?{{t}}

            \(script)

            ### use
            @part = late
            GET {{at}}/{{t}}

            ### three
            POST {{base}}/three?{{t}}

            \(script)

            """, to: "a.http")
        let answer = StubBehaviour.status(
            200, headers: [("Content-Type", "application/json")], body: #"{"t": "v"}"#)
        try await StubServer.with(answer) { server in
            let run = try await apitui("send", "a.http#use", "--with-references", "--var", "base=\(server.url)")
            #expect(run.status == 0, "\(run.errorText)")
            #expect(server.received.map(\.target) == ["/one", "/two?v", "/late/v"])
        }
    }
}
