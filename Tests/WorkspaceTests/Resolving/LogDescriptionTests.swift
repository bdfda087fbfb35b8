import NetEngine
import TestSupport
import Testing

@testable import Base
@testable import HTTPFormat
@testable import Workspace

/// What request logs get to know of a request of a collection.
struct LogDescriptionTests {
    private let folder = ScratchFolder()

    private func options(
        _ text: String, request: Int = 0, name: String? = nil, imported: String? = nil,
        overrides: [String: String] = [:],
        run: String? = nil
    ) throws -> RequestLogOptions {
        func file(_ name: String, _ text: String) -> CollectionFile {
            let document = HTTPDocument(bytes: Array(text.utf8))
            return CollectionFile(
                path: "\(folder.path)/\(name)", relativePath: name, document: document,
                stamp: FileStamp(bytes: document.bytes))
        }
        let own = file("a.http", text)
        let saved = try #require(own.document.requests[at: request])
        let sources = DynamicSources(
            uuid: { "uuid" }, now: { 1_732_184_100 }, randomInt: { $0.lowerBound },
            processEnvironment: { ["SHELL_VALUE": "from-the-shell"][$0] })
        var context = RequestResolver.Context(
            root: folder.path, environments: CollectionStore().environments(forFolder: folder.path, root: folder.path),
            environmentName: name, overrides: overrides, isTrusted: true, run: run)
        context.scope = RequestScope(own, imported: imported.map { [file("b.http", $0)] } ?? [])
        let resolver = RequestResolver(dynamic: sources)
        let outcome = resolver.resolve(saved, in: own, context: context)
        guard case .draft(let draft, _) = outcome else { throw CollectionError(sentence: "\(outcome)") }
        let log = try #require(draft.options.log)
        let again = resolver.variables(of: saved, in: own, context: context).log
        #expect(again == log, "a request that is sent again as it was hides the same")
        return log
    }

    @Test func `a request is described by its name, file, line, collection, environment and run`() throws {
        folder.write("http-client.env.json", #"{"dev": {"a": "1"}}"#)
        let text = "GET http://x\n\n### Second\n# @name two\n# @no-log\nGET http://x\n"
        #expect(
            try options(text, request: 1, name: "dev", run: "r1")
                == RequestLogOptions(
                    name: "two", file: folder.path + "/a.http", line: 6, collection: folder.path, environment: "dev",
                    run: "r1", storesFactOnly: true))
        #expect(try !options(text).storesFactOnly)
        #expect(try options("### A command\n\ncurl \\\n  http://x\n").line == 3)
    }

    @Test func `values of private files, of .env, of the shell and of secret names have a name in logs`() throws {
        folder.write("http-client.env.json", #"{"dev": {"public": "everybody", "apiToken": "given-away-1"}}"#)
        folder.write("http-client.private.env.json", #"{"dev": {"key": "private-value", "pin": "123"}}"#)
        folder.write(".env", "DOT=dot-env-value\n")
        let text = """
            @base = http://user:{{key}}@host/{{pin}}
            @login = x{{pin}}y
            GET {{base}}/{{public}}?a={{DOT}}&b={{$processEnv SHELL_VALUE}}&c={{apiToken}}&d={{$guid}}&e={{login}}
            """
        let secrets = try options(text, name: "dev").secrets
        #expect(
            Set(secrets.map(\.value)) == ["private-value", "dot-env-value", "from-the-shell", "given-away-1", "x123y"])
        #expect(secrets.first { $0.value == "private-value" }?.mark == "<secret:key>")
    }

    @Test func `a logged request is read again, with variables of the shell only if its folder is trusted`() throws {
        folder.write("api/http-client.env.json", #"{"dev": {"a": "1"}, "live": {"a": "2"}}"#)
        let path = folder.write("api/a.http", "### one\nGET http://x/{{$processEnv SHELL_VALUE}}?a={{a}}\n")
        let sources = DynamicSources(
            uuid: { "uuid" }, now: { 1_732_184_100 }, randomInt: { $0.lowerBound },
            processEnvironment: { ["SHELL_VALUE": "from-the-shell"][$0] })
        let resolver = RequestResolver(dynamic: sources)
        let trust = TrustStore(path: folder.path + "/state/apitui/trust")
        func values(_ trust: TrustStore?, _ id: String = "one", _ environment: String = "dev") -> [String: String]? {
            resolver.variables(ofLogged: id, in: path, environment: environment, trust: trust)?.values
        }
        for untrusting in [nil, trust] {
            #expect(values(untrusting)?["a"] == "1")
            #expect(values(untrusting)?.values.contains("from-the-shell") == false)
        }
        let problem = trust.add(folder.path + "/api")
        #expect(problem == nil)
        #expect(values(trust, "one", "live")?["a"] == "2")
        #expect(values(trust)?.values.contains("from-the-shell") == true)
        #expect(values(trust, "two") == nil)
    }

    @Test func `a secret that contains a value which the request does not use is hidden whole`() {
        let used = VariableUse(
            name: "cred", value: "tenant-acme:8f72aa", source: .request(id: "login"), isSecret: true)
        let made = VariableUse(name: "x", value: "tenant-acme:1234", source: .file(line: 1), isSecret: true)
        let unused = VariableUse(
            name: "tenant", value: "tenant-acme", source: .environment(name: "dev", file: "/c/p.json", isPrivate: true),
            isSecret: true)
        let found = RequestLogOptions.secrets(of: [used, made], beside: [unused, used])
        #expect(found.map(\.name) == ["cred", "x", "tenant"])
    }

    @Test(
        arguments: [
            ("apiToken", "12345678", .file(line: 1), false, "public"),
            ("apiToken", "1234567", .file(line: 1), false, ""),
            ("apiToken", "ééé", .file(line: 1), false, ""), ("apiToken", "éééé", .file(line: 1), false, "public"),
            ("apiToken", "12345678", .dynamic, false, ""), ("user", "12345678", .file(line: 1), false, ""),
            ("x", "1234", .dotEnv(file: "/c/.env"), true, "private"), ("x", "123", .dotEnv(file: "/c/.env"), true, ""),
            ("x", "1234", .dynamic, true, "private"), ("apiToken", "1234", .prompt, true, "private"),
            ("x", String(repeating: "v", count: 16384), .request(id: "a"), true, "private"),
            ("x", String(repeating: "v", count: 16385), .request(id: "a"), true, ""),
            ("x", String(repeating: "v", count: 16385), .override, true, "private"),
        ] as [(String, String, VariableUse.Source, Bool, String)])
    func `a value with the name of a secret needs eight bytes, a private one four`(
        name: String, value: String, source: VariableUse.Source, isSecret: Bool, kind: String
    ) {
        let use = VariableUse(name: name, value: value, source: source, isSecret: isSecret)
        let found = RequestLogOptions.secrets(of: [use, use])
        #expect(found.map { $0.isPublic ? "public" : "private" } == (kind.isEmpty ? [] : [kind]))
    }

    @Test func `what is learned later is hidden once, and only what is secret`() {
        func use(_ name: String, _ value: String, isSecret: Bool = true) -> VariableUse {
            VariableUse(name: name, value: value, source: .dotEnv(file: "/c/.env"), isSecret: isSecret)
        }
        var log = RequestLogOptions(secrets: [.init(name: "a", value: "known-1")])
        log.learn([use("plain", "everybody", isSecret: false)])
        #expect(log.secrets.map(\.name) == ["a"])
        log.learn([use("b", "known-1"), use("c", "new-1"), use("plain", "everybody", isSecret: false)])
        log.learn([use("d", "new-1")])
        #expect(log.secrets.map(\.name) == ["a", "c"])
        #expect(!log.hides(member: "shoe") && log.hides(member: "password"))
        log.secretNames = ["SHOE"]
        #expect(log.hides(member: "shoe") && log.hides(member: "Shoe") && !log.hides(member: "shoes"))
    }

    @Test func `private values that the request does not use are hidden too, if they are no short word`() throws {
        folder.write("http-client.env.json", #"{"dev": {"public": "everybody", "apiToken": "given-away-1"}}"#)
        folder.write(
            "http-client.private.env.json",
            """
            {"$shared": {"all": "for-everybody"}, "live": {"key": "of-another-environment"},
             "dev": {"key": "private-value", "pin": "1234567", "header": "Bearer {{key}}", "mixed": "{{key}}:and-more",
                     "Security": {"Auth": {"a": {"Client Secret": "client-secret-1", "Scope": "everything"}}}}}
            """)
        folder.write(".env", "NODE_ENV=development\nAPI_TOKEN=dot-env-value\n")
        let found = try options("GET http://x\n", name: "dev", overrides: ["password": "hunter22", "x": "unknown-1"])
        #expect(
            found.secrets.map { "\($0.name) \($0.value)" } == [
                "password hunter22", "key private-value", "mixed :and-more", "Client Secret client-secret-1",
                "all for-everybody", "API_TOKEN dot-env-value",
            ])
        #expect(found.secrets.allSatisfy { !$0.isPublic })
    }

    @Test func `what @redact names is hidden in the requests of its file and of those that import it`() throws {
        let text = "# @redact pin, $.user.iban\nGET http://x\n\n###\n# @redact $..cvc pin\nGET http://y\n"
        for request in 0...1 {
            let log = try options(text, request: request)
            #expect(log.secretNames == ["pin"])
            #expect(log.secretPaths == ["$.user.iban", "$..cvc"])
        }
        #expect(try options("GET http://x\n", imported: text).secretNames == ["pin"])
        #expect(try options("curl http://x\n", imported: text).secretNames == ["pin"])
    }

    @Test func `what an environment file says is hidden in all files of the collection`() throws {
        folder.write(
            "http-client.env.json",
            "{\"$shared\": {\"Redact\": [\"pin\"]},\n \"dev\": {\"Redact\": [\"$.user.iban\", \"a=b\", 3]}, \"live\": {\"x\": \"1\"}}"
        )
        #expect(try options("GET http://x\n", name: "dev").secretNames == ["pin"])
        #expect(try options("GET http://x\n", name: "dev").secretPaths == ["$.user.iban"])
        #expect(try options("GET http://x\n", name: "live").secretPaths == [])
        #expect(try options("GET http://x\n").secretNames == ["pin"])
        let set = CollectionStore().environments(forFolder: folder.path, root: folder.path)
        #expect(set.remarks.map(\.line) == [2, 2])
        #expect(set.remarks.first?.text.hasSuffix("this is neither: a=b") == true)
        #expect(set.problems.isEmpty)
    }

    @Test(arguments: [
        ("# @redact", "@redact needs names or JSON paths of what logs hide"),
        (
            "# @redact $.a[?(@.b)] pin",
            "@redact takes names and JSON paths such as $.user.pin; this is neither: $.a[?(@.b)]"
        ),
        ("# @redact a=b", "@redact takes names and JSON paths such as $.user.pin; this is neither: a=b"),
    ])
    func `a @redact line that cannot be read is an error`(_ line: String, _ notice: String) {
        let document = HTTPDocument(bytes: Array("\(line)\nGET http://x\n".utf8))
        #expect(document.notices.map(\.text) == [notice])
        #expect(document.notices.first?.id == "E5")
    }
}
