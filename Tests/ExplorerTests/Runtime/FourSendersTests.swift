import Foundation
import Runs
import TestSupport
import Testing

@testable import Workspace

/// The same collection sent from the screen, replayed there, and sent by `run` and by `send --with-references`: a recording server receives the same
/// bytes in the same order.
///
/// What must differ, and so is not part of these collections: `run` sends every request of its files, so in each file all
/// requests are needed by the last one, in the order of the plan; it bypasses the cache for requests without
/// `# @cache`; each way has its own server, whose port is replaced. Values made at random (`$guid`, the boundary of a
/// multipart body, the nonce of Digest) differ in every send.
@Suite(.timeLimit(.minutes(5))) struct FourSendersTests {
    /// A collection: its last request is called `asked`.
    struct Sample: Sendable, CustomTestStringConvertible {
        let name: String
        let text: String
        /// The method and target of each request that the server receives.
        let received: [String]
        var isGood = true
        /// A run does not fail because of requests that are skipped.
        var isOnlySkipped = false
        /// The files that the responses are written to, with their content.
        var files: [String: String] = [:]

        var testDescription: String { name }
    }

    private static let chain = """
        ### login
        # @name login
        POST {{base}}/login
        Content-Type: application/json

        {"user": "{{user}}"}

        """

    static let samples = [
        Sample(
            name: "a chain by @ref, with body, header and XPath-free reference",
            text: chain + """
                ### asked
                # @ref login
                GET {{base}}/me?id={{login.response.body.$.id}}
                Authorization: Bearer {{login.response.body.$.token}}
                X-Type: {{login.response.headers.Content-Type}}

                """,
            received: ["POST /login", "GET /me?id=7"]),
        Sample(
            name: "a reference that nobody declared",
            text: chain + "### asked\nGET {{base}}/me\nAuthorization: Bearer {{login.response.body.$.token}}\n",
            received: ["POST /login", "GET /me"]),
        Sample(
            name: "cookies, and a request without the jar",
            text: chain + """
                ### bare
                # @ref login
                # @no-cookie-jar
                GET {{base}}/bare

                ### asked
                # @ref bare
                GET {{base}}/me

                """,
            received: ["POST /login", "GET /bare", "GET /me"]),
        Sample(
            name: "a loop by count, with a pause before each",
            text: "### asked\n# @loop for 3\n# @sleep 5\nGET {{base}}/turn/{{$index}}\n",
            received: ["GET /turn/0", "GET /turn/1", "GET /turn/2"]),
        Sample(
            name: "a loop over a response, and all its responses in one body",
            text: """
                @list = {{items.response.body.$.list}}

                ### items
                GET {{base}}/items

                ### each
                # @ref items
                # @loop for x of list
                GET {{base}}/each/{{x}}

                ### asked
                # @ref each
                POST {{base}}/all

                {{eachList}} {{each1.response.body.$.path}}

                """,
            received: ["GET /items", "GET /each/a", "GET /each/b", "POST /all"]),
        Sample(
            name: "a global that a script would set",
            text: chain + """
                > {% client.global.set("kept", response.body.token); %}

                ### asked
                # @ref login
                GET {{base}}/me
                Authorization: Bearer {{kept}}

                """,
            received: ["POST /login", "GET /me"]),
        Sample(
            name: "a global that one repetition sets for the next",
            text: """
                @cursor = first

                ### asked
                # @loop for 3
                GET {{base}}/page?after={{cursor}}

                > {% client.global.set("cursor", response.body.path); %}

                """,
            received: [
                "GET /page?after=first", "GET /page?after=/page?after=first",
                "GET /page?after=/page?after=/page?after=first",
            ]),
        Sample(
            name: "a response in a file, which the next body takes in",
            text: chain + """
                >>! out/login.json

                ### asked
                # @ref login
                POST {{base}}/echo
                Content-Type: application/json

                < out/login.json

                """,
            received: ["POST /login", "POST /echo"],
            files: ["out/login.json": #"{"token": "t-1", "id": 7, "path": "/login"}"#]),
        Sample(
            name: "a file that cannot be written ends what needs it",
            text: chain + ">>! ../out.json\n\n### asked\n# @ref login\nGET {{base}}/me\n",
            received: ["POST /login"], isGood: false),
        Sample(
            name: "a failure ends what needs it",
            text: "### broken\nGET {{base}}/fail\n\n### asked\n# @ref broken\nGET {{base}}/me\n",
            received: ["GET /fail"], isGood: false),
        Sample(
            name: "a failure that a check expects does not",
            text: "### broken\nGET {{base}}/fail\n\n?? status == 500\n\n### asked\n# @ref broken\nGET {{base}}/me\n",
            received: ["GET /fail", "GET /me"]),
        Sample(
            name: "a check that fails ends what needs it",
            text: chain + "?? body $.id == 8\n\n### asked\n# @ref login\nGET {{base}}/me\n",
            received: ["POST /login"], isGood: false),
        Sample(
            name: "a needed request that is disabled",
            text: "### off\n# @disabled\nGET {{base}}/off\n\n### asked\n# @ref off\nGET {{base}}/me\n",
            received: [], isGood: false, isOnlySkipped: true),
        Sample(
            name: "a needed request that is disabled by a variable",
            text: "### off\n# @disabled user\nGET {{base}}/off\n\n### asked\n# @ref off\nGET {{base}}/me\n",
            received: [], isGood: false, isOnlySkipped: true),
        Sample(
            name: "a needed request that a variable would disable",
            text: "### on\n# @disabled !user\nGET {{base}}/on\n\n### asked\n# @ref on\nGET {{base}}/me\n",
            received: ["GET /on", "GET /me"]),
        Sample(
            name: "each cache mode",
            text: """
                ### one
                # @cache default
                GET {{base}}/fresh

                ### two
                # @ref one
                # @cache default
                GET {{base}}/fresh

                ### three
                # @ref two
                # @cache no-cache
                GET {{base}}/fresh

                ### four
                # @ref three
                # @cache reload
                GET {{base}}/fresh

                ### five
                # @ref four
                # @cache only-if-cached
                GET {{base}}/fresh

                ### asked
                # @ref five
                # @cache no-store
                GET {{base}}/fresh

                """,
            received: ["GET /fresh", "GET /fresh", "GET /fresh", "GET /fresh"]),
        Sample(
            name: "no guess at a lifetime",
            text: """
                ### one
                # @cache default
                GET {{base}}/old

                ### asked
                # @ref one
                # @cache default
                GET {{base}}/old

                """,
            received: ["GET /old", "GET /old"]),
        Sample(
            name: "logins: Basic, and a token that is fetched first and used twice",
            text: """
                ### basic
                GET {{base}}/basic
                Authorization: Basic {{user}} s3cret

                ### token
                # @ref basic
                GET {{base}}/first
                Authorization: Bearer {{$auth.token("shop")}}

                ### asked
                # @ref token
                GET {{base}}/second
                Authorization: Bearer {{$auth.token("shop")}}

                """,
            received: ["GET /basic", "POST /token", "GET /first", "GET /second"]),
    ]

    /// Responses by target, without a state.
    private static let behaviour = StubBehaviour { request in
        var status = 200
        var fields = [("Content-Type", "application/json")]
        var body = #"{"token": "t-1", "id": 7, "path": "\#(request.target)"}"#
        switch request.target {
        case "/login": fields.append(("Set-Cookie", "sid=c-1; Path=/"))
        case "/items": body = #"{"list": ["a", "b"]}"#
        case "/fail": status = 500
        case "/fresh", "/old":
            fields.append(request.target == "/fresh" ? ("ETag", "\"e\"") : ("Last-Modified", old))
            if request.target == "/fresh" { fields.append(("Cache-Control", "max-age=600")) }
            if request.field("If-None-Match") != nil || request.field("If-Modified-Since") != nil {
                (status, body) = (304, "")
            }
        case "/token": body = #"{"access_token": "a-1", "token_type": "Bearer", "expires_in": 3600}"#
        default: break
        }
        return [.send(StubBehaviour.response(status, headers: fields, body: Array(body.utf8)))]
    }

    private static let old = "Sat, 01 Jan 2000 00:00:00 GMT"

    private enum Way: CaseIterable { case screen, replay, run, send }

    /// A home with the collection in `c`, and its server.
    private struct Place {
        let server: StubServer
        let home: TemporaryFolder

        init(_ files: [(String, String)]) throws {
            server = try StubServer(FourSendersTests.behaviour)
            home = try TemporaryFolder()
            let login =
                #"{"Type": "OAuth2", "Grant Type": "Client Credentials", "Token URL": "\#(server.url)/token", "Client ID": "me", "Client Secret": "s"}"#
            try home.write(
                #"{"dev": {"base": "\#(server.url)", "user": "ada", "Security": {"Auth": {"shop": \#(login)}}}}"#,
                to: "c/http-client.env.json")
            for (name, text) in files { try home.write(text, to: "c/\(name)") }
        }

        /// Head and body of each request, without the port.
        var received: [String] {
            server.received.map { request in
                String(decoding: request.head + request.body, as: UTF8.self)
                    .replacing("127.0.0.1:\(server.port)", with: "SERVER")
            }
        }

        func apitui(_ arguments: String...) async throws -> ProgramRun {
            try await ProgramRun.run(
                BuiltProgram.path, arguments + ["--env", "dev", "--trust"],
                environment: BuiltProgram.environment(home: home), folder: home.path)
        }

        /// Does something on a screen that shows the collection.
        func onScreen(_ act: (LiveScreen) async -> Void) async {
            let trust = TrustStore(path: home.path + "/trust")
            #expect(trust.add(home.path + "/c") == nil)
            let screen = await LiveScreen(home.path + "/c", environment: "dev", trust: trust)
            await act(screen)
            await screen.close()
        }

        /// Sends these requests from the screen, one after another.
        func screen(_ titles: String...) async { await onScreen { for title in titles { await $0.send(title) } } }
    }

    @Test(arguments: samples) func `the same bytes are sent`(_ sample: Sample) async throws {
        var first: [String]?
        for way in Way.allCases {
            let place = try Place([("a.http", sample.text)])
            defer { place.server.stop() }
            switch way {
            case .screen: await place.screen("asked")
            case .replay:
                await place.onScreen { screen in
                    let account = await screen.replay("asked")
                    #expect((account?.totals.failed == 0) == (sample.isGood || sample.isOnlySkipped))
                }
            case .run:
                let run = try await place.apitui("run", "c/a.http")
                #expect((run.status == 0) == (sample.isGood || sample.isOnlySkipped), "\(run.text) \(run.errorText)")
            case .send:
                let run = try await place.apitui("send", "c/a.http#asked", "--with-references")
                #expect((run.status == 0) == sample.isGood, "\(run.text) \(run.errorText)")
            }
            let received = place.received
            #expect(place.server.received.map { "\($0.method) \($0.target)" } == sample.received, "\(way)")
            #expect(received == first ?? received, "\(way)")
            first = first ?? received
            for (name, content) in sample.files { #expect(try place.home.read("c/\(name)") == content, "\(way)") }
            #expect(!FileManager.default.fileExists(atPath: place.home.path + "/out.json"))
        }
    }

    @Test func `what a script would set lives for a whole run, across its files, as it lives on the screen`()
        async throws
    {
        let files = [
            ("a.http", "### set\nPOST {{base}}/login\n\n> {% client.global.set(\"kept\", response.body.token); %}\n"),
            ("b.http", "### asked\nGET {{base}}/me\nAuthorization: Bearer {{kept}}\n"),
        ]
        let byRun = try Place(files)
        let run = try await byRun.apitui("run", "c")
        #expect(run.status == 0, "\(run.text)")
        let onScreen = try Place(files)
        await onScreen.screen("set", "asked")
        #expect(byRun.received.count == 2)
        #expect(byRun.received == onScreen.received)
        #expect(byRun.server.received.last?.field("Authorization") == "Bearer t-1")
        for place in [byRun, onScreen] { place.server.stop() }
    }

    @Test func `and not in another collection of the same run`() async throws {
        let place = try Place([
            ("b.http", "### asked\n# @no-cookie-jar\nGET {{base}}/me\nX-Who: {{user}}\n")
        ])
        try place.home.write("{}", to: "a/http-client.env.json")
        try place.home.write(
            "### set\nGET \(place.server.url)/items\n\n> {% client.global.set(\"user\", response.body.list); %}\n",
            to: "a/a.http")
        let run = try await place.apitui("run", "a", "c")
        #expect(run.status == 0, "\(run.text) \(run.errorText)")
        #expect(place.server.received.map { $0.field("X-Who") } == [nil, "ada"])
        place.server.stop()
    }
}
