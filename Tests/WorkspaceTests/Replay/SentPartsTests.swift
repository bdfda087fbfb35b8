import Contract
import Descriptions
import Glibc
import NetEngine
import OpenAPI
import TestSupport
import Testing

@testable import Base
@testable import HTTPFormat
@testable import Workspace

/// What is told of an exchange to others, and what the program sends where a request says nothing.
@Suite struct SentPartsTests {
    // MARK: Secrets

    /// Hides one private value.
    private static func secrets(_ value: String) -> SentSecrets {
        SentSecrets([], PrivateValues([VariableUse(name: "pin", value: value, source: .prompt, isSecret: true)]))
    }

    private static let value = "9fK2xQ7pLm3"

    @Test func `each text of an error loses a private value, and what is none stays`() throws {
        let secrets = Self.secrets(Self.value)
        let error = EngineError(
            category: .connect, phase: .connect, sentence: "No \(Self.value).", hint: "Try \(Self.value).",
            underlying: UnderlyingCode(domain: .curl, code: 7, text: "at \(Self.value)"))
        let hidden = try #require(secrets.hidden(error))
        #expect(hidden.sentence == "No (private)." && hidden.hint == "Try (private).")
        #expect(hidden.underlying == UnderlyingCode(domain: .curl, code: 7, text: "at (private)"))
        #expect(hidden.category == .connect && hidden.phase == .connect)
        #expect(
            SentSecrets.revealed.hidden(error)?.sentence == error.sentence && secrets.hidden(EngineError?.none) == nil)
        #expect(secrets.hidden(names: ["a", Self.value]) == ["a", "(private)"])
        #expect(secrets.hidden(password: "x") == Redaction.mark && secrets.hidden(password: "") == "")
        #expect(SentSecrets.revealed.hidden(password: "x") == "x")
        #expect(secrets.hidden(SafeText("at \(Self.value)")).string == "at (private)")
        let path = ResponseFile.Outcome.success("/c/\(Self.value).json")
        #expect(secrets.hidden(path) == .success("/c/(private).json"))
        let failure = ResponseFile.Outcome.failure(CollectionError(sentence: "\(Self.value) is not a folder."))
        #expect(secrets.hidden(failure) == .failure(CollectionError(sentence: "(private) is not a folder.")))
        #expect(secrets.hidden(ResponseFile.Outcome?.none) == nil)
    }

    @Test func `each text of a check loses a private value`() throws {
        let value = Self.value
        let place = BodyPlace(offset: 1, line: 2, column: 3, path: "$.\(value)")
        let result = CheckResult(
            text: "body == \(value)", line: 4, verdict: .failed, expected: "== \(value)", actual: value,
            reason: "not \(value)", place: place)
        let report = CheckReport(
            results: [result], excusesError: true, logs: [HandlerLog(text: "log \(value)", line: 5)])
        let hidden = Self.secrets(value).hidden(report)
        let shown = try #require(hidden.results.first)
        #expect(shown.text == "body == (private)" && shown.expected == "== (private)" && shown.actual == "(private)")
        #expect(shown.reason == "not (private)" && shown.place?.path == "$.(private)" && shown.place?.offset == 1)
        #expect(hidden.logs.map(\.text) == ["log (private)"] && hidden.excusesError && shown.line == 4)
        #expect(SentSecrets.revealed.hidden(report) == report)
    }

    @Test(arguments: [
        "file", "id", "method", "body", "bodyBase64", "outcome", "category", "phase", "cause", "verdict", "mode",
        "httpVersion", "startedAt", "tlsVersion", "tlsCipher", "alpn",
    ])
    func `a member that names a request or holds a fixed word stays as it is`(name: String) {
        let (secrets, value) = (Self.secrets(Self.value), JSONOutput.string(Self.value))
        let document = JSONOutput.object([(name, value), ("\(name)s", value), ("text", .array([value]))])
        let text = String(decoding: secrets.hidden(document).bytes, as: UTF8.self)
        #expect(text == #"{"\#(name)":"\#(Self.value)","\#(name)s":"(private)","text":["(private)"]}"#)
        #expect(SentSecrets.revealed.hidden(document).bytes == document.bytes)
    }

    @Test func `headers that a redirect left out are named for each redirect`() {
        func hop(_ cause: Hop.Cause, _ host: String, _ names: [String]) -> Hop {
            ExchangeFixtures.hop(
                cause: cause, request: ExchangeFixtures.request(host: host, scheme: .https),
                response: ExchangeFixtures.response(), heldBack: names)
        }
        let exchange = ExchangeFixtures.exchange(hops: [
            hop(.first, "a.test", []), hop(.redirect(status: 302), "b.test", ["Authorization"]),
            hop(.retry, "b.test", ["Authorization"]), hop(.redirect(status: 307), "c.test", ["Cookie", "X-Key"]),
            hop(.redirect(status: 307), "d.test", []),
        ])
        let all = HeldBack.all(of: exchange, .revealed)
        #expect(
            all.map(\.sentence.string) == [
                "Not sent to https://b.test:443: the header Authorization, which holds a secret of the first server.",
                "Not sent to https://c.test:443: the headers Cookie, X-Key, which hold a secret of the first server.",
            ])
        #expect(
            all.map { String(decoding: $0.json.bytes, as: UTF8.self) } == [
                #"{"origin":"https://b.test:443","headers":["Authorization"]}"#,
                #"{"origin":"https://c.test:443","headers":["Cookie","X-Key"]}"#,
            ])
    }

    // MARK: Numbers of an exchange

    @Test func `the traffic of an exchange is counted over its hops`() {
        func hop(_ cause: Hop.Cause) -> Hop {
            ExchangeFixtures.hop(cause: cause, response: ExchangeFixtures.response())
        }
        let exchange = ExchangeFixtures.exchange(hops: [
            hop(.first), hop(.retry), hop(.retry), hop(.redirect(status: 302)), hop(.redirect(status: 303)),
            hop(.redirect(status: 307)),
        ])
        let traffic = RunRecord.Traffic(exchange)
        #expect(traffic.startedAt == ExchangeFixtures.start && traffic.retries == 2 && traffic.redirects == 3)
        #expect(traffic.sentBytes == 12 && traffic.receivedBytes == ExchangeFixtures.response().body.count)
        #expect(traffic.cache == nil)
        let unsent = RunRecord.Traffic(ExchangeFixtures.exchange(hops: []))
        #expect(unsent.sentBytes == 0 && unsent.receivedBytes == nil && unsent.retries == 0)
        #expect(
            ExchangeFixtures.exchange().endedAt.microsecondsSince1970
                == ExchangeFixtures.start.microsecondsSince1970 + 132_047)
    }

    // MARK: What a request does not say

    @Test func `what holds for all requests is used where a request says nothing else`() throws {
        func options(_ metadata: String) throws -> RequestOptions {
            let file = ChainingFixtures.file(metadata + "GET http://h/\n")
            var context = ChainingFixtures.context(RequestScope(file))
            context.defaults = RequestDefaults(timeout: .seconds(7), connectTimeout: .seconds(3), maxBody: 500)
            let outcome = RequestResolver().resolve(
                try #require(file.document.requests.first), in: file, context: context)
            guard case .draft(let draft, _) = outcome else { throw Missing() }
            return draft.options
        }
        let plain = try options("")
        #expect(plain.timeouts.total == .seconds(7) && plain.timeouts.connect == .seconds(3))
        #expect(plain.maxBodyBytes == 500 && plain.followRedirects && plain.verifiesTLS && plain.retry == nil)
        let own = try options(
            "# @timeout 5 s\n# @connection-timeout 2 s\n# @max-body 1 KB\n# @no-redirect\n# @no-reject-unauthorized\n")
        #expect(own.timeouts.total == .seconds(5) && own.timeouts.connect == .seconds(2))
        #expect(own.maxBodyBytes == 1000 && !own.followRedirects && !own.verifiesTLS)
    }

    private struct Missing: Error {}

    @Test func `a request that is only exported needs no trust for the file of its response`() throws {
        let file = ChainingFixtures.file("GET http://h/\n\n>> out.json\n")
        let request = try #require(file.document.requests.first)
        var context = ChainingFixtures.context(RequestScope(file))
        guard case .untrusted(let needs, _) = RequestResolver().resolve(request, in: file, context: context) else {
            Issue.record("it needs no trust")
            return
        }
        #expect(needs.map(\.kind) == [.outputFile("out.json")])
        context.isForExport = true
        guard case .draft = RequestResolver().resolve(request, in: file, context: context) else {
            Issue.record("it is not exported")
            return
        }
    }

    @Test func `the engine of the program says what it is, and leaves conditions and freshness to the server`() {
        let configuration = ProgramEngine.configuration(tokens: TokenBank(report: { _ in }), cache: nil)
        #expect(configuration.userAgent == "apitui/\(ProgramVersion.number)" && configuration.cache == nil)
        #expect(!configuration.usesHeuristicFreshness && !configuration.evaluatesConditions)
        #expect(configuration.threads == 1 && configuration.interceptors.count == 2)
        // What AWS signs must not change afterwards, but a token is renewed for a request that is sent again.
        #expect(configuration.interceptors.first is ShorthandAuthentication)
        #expect(configuration.interceptors.last is TokenRenewal)
        #expect(ProgramEngine.configuration(tokens: TokenBank(report: { _ in }), cache: nil, threads: 3).threads == 3)
    }

    @Test func `a run has a short name that can be copied by hand`() {
        let names = (0..<200).map { _ in RunName.new() }
        let allowed = Set("abcdefghijkmnpqrstuvwxyz23456789")
        #expect(names.allSatisfy { $0.count == 7 && $0.allSatisfy(allowed.contains) })
        #expect(Set(names).count == names.count && Set(names.joined()).count == allowed.count)
    }

    // MARK: Files that change

    @Test func `a folder may have changed if a file or folder of it did since a moment, or is gone`() {
        let scratch = ScratchFolder()
        let start = WallMoment.justBeforeNow
        scratch.write("new.http", "GET http://h/\n")
        scratch.folder("new")
        func mayHaveChanged(_ files: [String], _ folders: [String] = []) -> Bool {
            let nodes = files.map { path in
                CollectionNode.file(
                    CollectionFile(
                        path: path, relativePath: path, document: HTTPDocument(bytes: []), stamp: FileStamp(bytes: [])))
            }
            let folder = CollectionFolder(root: "/", name: "x", nodes: nodes, folders: folders)
            return CollectionStore().mayHaveChanged(folder, since: start)
        }
        // What was on this machine before.
        #expect(!mayHaveChanged([]) && !mayHaveChanged(["/etc/passwd"], ["/usr", "/etc/passwd"]))
        #expect(mayHaveChanged(["/etc/passwd", scratch.path + "/new.http"]))
        #expect(mayHaveChanged(["/etc/passwd"], ["/usr", scratch.path + "/new"]))
        #expect(mayHaveChanged([scratch.path + "/gone.http"]) && mayHaveChanged([], [scratch.path + "/gone"]))
        let store = CollectionStore()
        #expect(store.isThere(scratch.path + "/new.http") && store.isThere(scratch.path + "/new"))
        #expect(!store.isThere(scratch.path + "/gone.http"))
    }

    @Test func `the requests of a description are kept in a file of its name`() {
        let table = #"""
            /a/openapi.yaml -> /a/openapi.http
            /a.b/c -> /a.b/c.http
            /a/x.tar.gz -> /a/x.tar.http
            /a/.yaml -> /a/.http
            """#
        #expect(TextTable.differences(table) { DescribedFile.requestFile(beside: $0) } == [])
    }

    // MARK: Descriptions

    @Test func `an exchange counts for the operation that it was made from, else for that of its URL`() throws {
        let folder = ScratchFolder()
        let path = folder.write(
            "api.yaml",
            """
            openapi: 3.1.0
            info: {title: Pets, version: '1'}
            servers: [{url: 'http://h.test/v1'}]
            paths:
              /pets:
                get: {operationId: listPets}
              /pets/{id}:
                get: {operationId: getPet, parameters: [{name: id, in: path, required: true, schema: {type: string}}]}

            """)
        let described = try DescriptionLibrary().description(path).get()
        func observed(_ urls: [(host: String, path: String)], as index: Int? = nil, isOwn: Bool = false) -> [String] {
            let hops = urls.enumerated().map { number, url in
                let request = PreparedRequest(
                    method: .get,
                    url: HTTPURL(
                        scheme: .http, userInfo: nil, host: url.host, explicitPort: nil, path: url.path, query: nil),
                    headers: [], body: .none, options: RequestOptions())
                return ExchangeFixtures.hop(
                    cause: number == 0 ? .first : .redirect(status: 302), request: request,
                    response: ExchangeFixtures.response())
            }
            let exchange = ExchangeFixtures.exchange(hops: hops)
            return described.observed(exchange, as: index, isOwn: isOwn).map { found in
                (try? found.operation.get())?.operationID ?? "none"
            }
        }
        #expect(
            observed([("h.test", "/v1/pets")]) == ["listPets"] && observed([("h.test", "/v1/pets/7")]) == ["getPet"])
        #expect(observed([("h.test", "/v1/other")]) == [] && observed([("other.test", "/pets")]) == [])
        #expect(observed([("other.test", "/pets")], isOwn: true) == ["listPets"])
        #expect(observed([("other.test", "/pets/7")], as: 1) == ["getPet"])
        // What it was made from counts, whatever its URL became; a redirect is a request of its own.
        #expect(observed([("other.test", "/elsewhere")], as: 0) == ["listPets"])
        #expect(observed([("h.test", "/v1/pets"), ("h.test", "/v1/pets/7")], as: 0) == ["listPets", "getPet"])
        #expect(observed([("h.test", "/v1/pets"), ("h.test", "/nowhere")], as: 0) == ["listPets"])
    }
}
