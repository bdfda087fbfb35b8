import NetEngine
import TestSupport
import Testing

@testable import Base
@testable import HTTPFormat
@testable import Workspace

/// A description that was fetched is from someone else, and is opened among the user's own files: what is private in them needs trust.
@Suite struct FetchedTrustTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        try folder.write(
            #"{"$shared": {"KEY": "k-123456", "both": "b-123456"}, "dev": {"PASS": "p-123456"}}"#,
            to: "http-client.private.env.json")
        try folder.write("DB=d-123456\n", to: ".env")
        try folder.write(
            #"{"dev": {"open": "public", "both": "none", "outer": "<{{KEY}}>", "Security": {"Auth": {"work": \#(Self.login)}}}}"#,
            to: "http-client.env.json")
    }

    private static let login =
        #"{"Type": "OAuth2", "Grant Type": "Client Credentials", "Token URL": "https://t.test/", "Client ID": "c", "Client Secret": "s"}"#
    private static let evil = WebAddress("https://evil.example/openapi.yaml")

    private func file(_ text: String) -> CollectionFile {
        let document = HTTPDocument(bytes: Array(text.utf8))
        return CollectionFile(
            path: "\(folder.path)/a.http", relativePath: "a.http", document: document,
            stamp: FileStamp(bytes: document.bytes))
    }

    private func outcome(
        _ text: String, from address: WebAddress? = evil, isTrusted: Bool = false, overrides: [String: String] = [:],
        answers: [String: String] = [:]
    ) throws -> RequestResolver.Outcome {
        let file = file(text)
        let builder = ContextBuilder(
            place: CollectionPlace(root: folder.path, opened: folder.path, address: address), isTrusted: isTrusted,
            environmentName: "dev", overrides: overrides, answers: answers)
        let request = try #require(file.document.requests.first)
        return RequestResolver().resolve(request, in: file, context: builder.context(for: file))
    }

    private func clauses(_ outcome: RequestResolver.Outcome) -> [String] {
        if case .untrusted(let needs, _) = outcome { needs.map(\.clause) } else { [] }
    }

    private func header(_ outcome: RequestResolver.Outcome, _ name: String = "X") -> String? {
        if case .draft(let draft, _) = outcome { draft.headers[name] } else { nil }
    }

    private static let sources: [(expression: String, what: String)] = [
        ("{{KEY}}", "send your private value KEY"), ("{{PASS}}", "send your private value PASS"),
        ("{{DB}}", "send your private value DB"), ("{{$dotenv DB}}", "send your private value DB"),
        ("{{$shared KEY}}", "send your private value KEY"), ("{{%KEY}}", "send your private value KEY"),
        ("{{outer}}", "send your private value KEY"), ("{{$shared both}}", "send your private value both"),
        (#"{{$auth.token("work")}}"#, "send a token of your login work"),
    ]

    @Test(arguments: sources)
    func `each private value needs trust, which names it and the address`(
        source: (expression: String, what: String)
    ) throws {
        let text = "GET https://h.test/\nX: a \(source.expression)\n"
        let refused = try outcome(text)
        #expect(clauses(refused) == ["\(source.what) in requests of https://evil.example"])
        #expect(refused.uses.allSatisfy { !$0.value.contains("123456") })
        if case .untrusted(let needs, _) = refused { #expect(needs.map(\.line) == [2]) }
        for allowed in [try outcome(text, isTrusted: true), try outcome(text, from: nil)] {
            #expect(clauses(allowed) == [])
            let isToken = source.expression.contains("auth")
            #expect(isToken ? allowed.tokenWishes.count == 1 : header(allowed)?.contains("-123456") == true)
        }
    }

    @Test func `each is named once for its line, whatever part of the request it is in`() throws {
        let text = "POST https://h.test/{{KEY}}?a={{KEY}}\nX: {{PASS}}\n\n{\"a\": \"{{DB}}\", \"b\": \"{{open}}\"}\n"
        #expect(
            clauses(try outcome(text)).sorted()
                == ["DB", "KEY", "PASS"].map { "send your private value \($0) in requests of https://evil.example" })
    }

    @Test func `public values, what is given for the send, and generated values need none`() throws {
        #expect(header(try outcome("GET https://h.test/\nX: {{open}}\n")) == "public")
        let given = try outcome("GET https://h.test/\nX: {{KEY}} {{DB}}\n", overrides: ["KEY": "k1", "DB": "d1"])
        #expect(header(given) == "k1 d1")
        #expect(header(try outcome("@DB = 1\n\nGET https://h.test/\nX: {{DB}}{{$timestamp}}\n")) != nil)
    }

    @Test func `a prompt neither suggests a private value nor forgets that it is one`() throws {
        let text = "# @prompt DB\n# @prompt open\nGET https://h.test/\nX: {{DB}} {{open}}\n"
        guard case .asks(let fields, _) = try outcome(text) else {
            Issue.record("asked nothing")
            return
        }
        #expect(fields.map(\.key) == ["DB", "open"] && fields.map(\.initial) == [nil, "public"])
        #expect(fields.map(\.isSecret) == [true, false])
        let plan = SendPlanner(references: .first) { file in
            ContextBuilder(
                place: CollectionPlace(root: folder.path, opened: folder.path, address: Self.evil), isTrusted: false,
                environmentName: "dev"
            ).context(for: file)
        }.plan(sending: try #require(file(text).document.requests.first), of: file(text))
        #expect(plan.prompts.map(\.initial) == [nil, "public"] && plan.prompts.map(\.isSecret) == [true, false])
        let answered = try outcome(text, answers: ["DB": "typed-1", "open": "o"])
        #expect(header(answered) == "typed-1 o")
        #expect(answered.uses.map(\.isSecret) == [true, false])
    }

    @Test func `the client certificate is shown with trust only`() throws {
        try folder.write("c", to: "me.pem")
        try folder.write(
            #"{"dev": {"SSLConfiguration": {"clientCertificate": "me.pem"}}}"#, to: "http-client.private.env.json")
        #expect(
            clauses(try outcome("GET https://h.test/\n"))
                == ["show your client certificate me.pem to servers of https://evil.example"])
        #expect(clauses(try outcome("# @no-client-cert\nGET https://h.test/\n")) == [])
        guard case .draft(let draft, _) = try outcome("GET https://h.test/\n", isTrusted: true) else {
            Issue.record("not sent")
            return
        }
        #expect(draft.options.tls.clientCertificate?.file.hasSuffix("/me.pem") == true)
    }

    @Test func `a description names its variables, and what they would take is withheld`() throws {
        try folder.write(
            """
            openapi: 3.1.0
            info: {title: Pets, version: '1'}
            servers: [{url: 'https://evil.example'}]
            components: {securitySchemes: {KEY: {type: http, scheme: bearer}}}
            paths: {/pets: {get: {operationId: listPets, security: [{KEY: []}]}}}
            """, to: "openapi.yaml")
        let file = try #require(
            try CollectionStore().load(path: folder.path + "/openapi.yaml").files.first { $0.described != nil }
        ).expandingAll()
        func outcome(_ address: WebAddress?) throws -> RequestResolver.Outcome {
            let builder = ContextBuilder(
                place: CollectionPlace(root: folder.path, opened: folder.path, address: address), isTrusted: false)
            return RequestResolver().resolve(
                try #require(file.document.requests.first), in: file, context: builder.context(for: file))
        }
        #expect(
            clauses(try outcome(Self.evil)) == ["send your private value KEY in requests of https://evil.example"])
        #expect(header(try outcome(nil), "Authorization") == "Bearer k-123456")
    }

    @Test func `a run says what it does not send, and what would help`() throws {
        let text = "GET https://h.test/\nX: {{KEY}}\n"
        let refused = try outcome(text)
        let start = "The collection is not trusted to send your private value KEY in requests of https://evil.example; "
        #expect(
            [true, false].map { refused.problems([], in: file(text), namesFlags: $0).map(\.sentence) }
                == [[start + "--trust allows it."], [start + "s sends this request alone, and asks."]])
    }

    // MARK: where a description is from

    private func opened(_ url: String, lastHop: PreparedRequest) async throws -> CollectionFolder {
        let body = Array(#"{"openapi": "3.1.0", "paths": {"/a": {"get": {}}}}"#.utf8)
        let response = ExchangeFixtures.response(status: 200, body: body)
        return try await FetchedDescription(url).folder { draft in
            ExchangeFixtures.exchange(
                draft: draft,
                hops: [
                    ExchangeFixtures.hop(response: ExchangeFixtures.response(status: 302)),
                    ExchangeFixtures.hop(request: lastHop, response: response),
                ], response: response)
        }
    }

    @Test func `trust in it belongs to the server that redirects led to`() async throws {
        let last = ExchangeFixtures.request("/api.json", host: "evil.example", scheme: .https, method: "GET")
        let folder = try await opened("http://short.test/a.json", lastHop: last)
        #expect(folder.place.address == Self.evil && folder.place.root == DiskFile.workingDirectory)
        #expect(folder.place.trustSubject == .address(try #require(Self.evil)))
        let port = ExchangeFixtures.request("/api.json", host: "h.test", scheme: .http, method: "GET")
        #expect(
            try await opened("http://short.test/a.json", lastHop: port).place.address?.text == "http://h.test:8080")
        #expect(CollectionPlace(root: "/c", opened: "/c/d").trustSubject == .folder("/c"))
    }

    @Test(arguments: [
        ("http://short.test:8080/v1/a.json?x=1", "http://short.test:8080/v1/a.json?x=1"),
        ("http://me:secret@short.test:8080/a.json", "http://short.test:8080/a.json"),
        ("HTTP://h.test:8080/a.json", "http://h.test:8080/a.json from http://short.test:8080"),
    ])
    func `edits of its requests belong to its address, and to the server that redirects led to`(
        url: String, expected: String
    ) async throws {
        let last = ExchangeFixtures.request("/b.json", host: "short.test", scheme: .http, method: "GET")
        #expect(try await opened(url, lastHop: last).single?.address == expected)
    }

    @Test func `requests that are kept beside it are trusted as it is`() async throws {
        let last = ExchangeFixtures.request("/api.json", host: "evil.example", scheme: .https, method: "GET")
        let folder = try await opened("http://short.test/a.json", lastHop: last)
        #expect(CollectionStore().withKept(folder).place.address == Self.evil)
    }

    @Test(
        arguments: [
            ("https://API.test/openapi.yaml?x#y", "https://api.test"), ("https://u:p@api.test:443", "https://api.test"),
            ("http://h.test:80/a", "http://h.test"), ("http://127.0.0.1:8080/", "http://127.0.0.1:8080"),
            ("HTTPS://h.test:80", "https://h.test:80"), ("graphql+https://h.test/graphql", "https://h.test"),
            ("http://[::1]:8080/x", "http://[::1]:8080"),
        ] as [(String, String)])
    func `an address is scheme, host and port of a URL`(text: String, address: String) {
        #expect(WebAddress(text)?.text == address)
    }

    @Test(arguments: ["", "/c", "c", "h.test", "h.test:8080", "ftp://h.test", "http:/h", " https://h.test"])
    func `what is no URL is no address`(text: String) { #expect(WebAddress(text) == nil) }
}
