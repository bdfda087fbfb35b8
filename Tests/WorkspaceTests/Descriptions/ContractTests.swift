import Base
import Contract
import HTTPFormat
import NetEngine
import TestSupport
import Testing

@testable import Workspace

/// Responses that are compared with a description, as checks of their requests.
@Suite struct ContractTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        try folder.write(
            """
            openapi: 3.1.0
            info: {title: Pets, version: '1'}
            servers: [{url: 'http://h.test/v1'}]
            paths:
              /pets/{id}:
                get:
                  operationId: getPet
                  responses:
                    '200':
                      description: one
                      content: {application/json: {schema: {type: object, required: [name], properties: {name: {type: string}}}}}
            """, to: "openapi.yaml")
    }

    private func results(
        _ text: String, url: String = "http://h.test/v1/pets/1", status: Int = 200, body: String,
        type: String = "application/json", _ choice: ContractChoice = .asWritten, isTrusted: Bool = false,
        isStrict: Bool = false, headers: [HeaderField] = []
    ) throws -> [CheckResult] {
        let path = try folder.write(text + "\nGET \(url)\n", to: "api/a.http")
        let file = try #require(try CollectionStore().load(path: path).files.first)
        var context = ContextBuilder(place: CollectionPlace(root: folder.path), isTrusted: isTrusted).context(for: file)
        context.contracts = choice
        context.isContractStrict = isStrict
        let request = try #require(file.document.requests.first)
        let checks = RequestResolver().checks(of: request, in: file, context: context, uses: [])
        let sent = PreparedRequest(
            method: .get, url: try HTTPURL.parse(url), headers: [], body: .none, options: RequestOptions())
        let response = ExchangeFixtures.response(
            status: status, headers: HeaderFields([HeaderField("Content-Type", type)] + headers),
            body: Array(body.utf8))
        let exchange = ExchangeFixtures.exchange(
            draft: RequestDraft(url: url), hops: [ExchangeFixtures.hop(request: sent, response: response)],
            response: response)
        return Checks.evaluate(checks, exchange).results
    }

    @Test func `a response that keeps the description passes each part`() throws {
        let found = try results("# @openapi ../openapi.yaml", body: #"{"name": "Rex"}"#)
        #expect(found.allSatisfy { $0.verdict == .passed })
        #expect(found.map(\.text) == ["openapi.yaml status", "openapi.yaml media type", "openapi.yaml body"])
        #expect(found.allSatisfy { $0.line == 1 })
    }

    @Test func `a header and its value are two checks with two names`() throws {
        let text = try folder.read("openapi.yaml")
        let header = "          headers: {ETag: {required: true, schema: {type: string}}}\n          content:"
        try folder.write(text.replacing("          content:", with: header), to: "openapi.yaml")
        let found = try results(
            "# @openapi ../openapi.yaml", body: #"{"name": "Rex"}"#, headers: [HeaderField("ETag", "\"a\"")])
        #expect(found.allSatisfy { $0.verdict == .passed })
        #expect(
            found.map(\.text).filter { $0.contains("ETag") } == [
                "openapi.yaml header ETag", "openapi.yaml value of header ETag",
            ])
    }

    @Test func `findings beyond the fiftieth are counted, and fail where one of them is a breach`() throws {
        let names = (1...60).map { "X-\($0)" }
        let required = names.map { "\($0): {required: true}" }.joined(separator: ", ")
        let text = try folder.read("openapi.yaml")
        try folder.write(
            text.replacing("          content:", with: "          headers: {\(required)}\n          content:"),
            to: "openapi.yaml")
        // The status, the media type, 60 headers and the body.
        let missing = try results("# @openapi ../openapi.yaml", body: #"{"name": "Rex"}"#)
        #expect(missing.count == 51)
        #expect(missing.last?.text == "openapi.yaml" && missing.last?.verdict == .failed)
        #expect(missing.last?.reason == "13 other findings are not listed")
        let whole = try results(
            "# @openapi ../openapi.yaml", body: #"{"name": "Rex"}"#, headers: names.map { HeaderField($0, "1") })
        #expect(whole.count == 51 && whole.dropLast().allSatisfy { $0.verdict == .passed })
        #expect(whole.last?.verdict == .warning && whole.last?.reason == "13 other findings are not listed")
        let short = try results("# @openapi ../openapi.yaml", status: 418, body: "{}")
        #expect(!short.contains { $0.reason?.contains("not listed") == true })
    }

    @Test func `a breach names its place in the body and in the description`() throws {
        let found = try results("# @openapi ../openapi.yaml#getPet", body: "{\"age\": 3,\n \"name\": 7}")
        let broken = try #require(found.first { $0.verdict == .failed })
        #expect(broken.text == "openapi.yaml body")
        #expect(broken.place?.line == 2 && broken.place?.path == "$['name']")
        #expect(broken.reason?.contains("openapi.yaml:11:") == true, "\(broken.reason ?? "")")
    }

    @Test func `a status or media type that is not documented is a breach`() throws {
        #expect(try results("# @openapi ../openapi.yaml", status: 418, body: "{}").first?.verdict == .failed)
        let found = try results("# @openapi ../openapi.yaml", body: "hello", type: "text/plain")
        #expect(found.contains { $0.text == "openapi.yaml media type" && $0.verdict == .failed })
    }

    @Test func `a description beside the request counts where it is asked for`() throws {
        #expect(try results("", body: "{}").isEmpty)
        #expect(try results("", body: "{}", .beside).contains { $0.verdict == .failed })
        #expect(try results("# @openapi none", body: "{}", .beside).isEmpty)
        // A request that it does not describe is none of its business, unless it was named.
        #expect(try results("", url: "http://other.test/x", body: "{}", .beside).isEmpty)
        let named = try results("", url: "http://other.test/x", body: "{}", .file(folder.path + "/openapi.yaml"))
        #expect(named.map(\.text) == ["openapi.yaml operation"])
    }

    /// Why nothing was compared, where that is asked for; each time a warning, and a failure if that is wanted.
    private func notCompared(_ text: String = "", url: String = "http://h.test/v1/pets/1") throws -> String? {
        let found = try results(text, url: url, body: "{}", .required)
        let strict = try results(text, url: url, body: "{}", .required, isStrict: true)
        guard let first = found.first else {
            #expect(strict.isEmpty)
            return nil
        }
        #expect(found.count == 1 && first.isNotCompared, "\(found)")
        #expect(strict.map(\.verdict) == [.failed])
        #expect(strict.first?.reason == (first.reason ?? "") + "; a warning, which is a failure here")
        return first.reason
    }

    @Test func `a request for which a description is asked says that there is none`() throws {
        #expect(try results("", body: "{}", .required).map(\.text).contains("openapi.yaml body"))
        #expect(
            try notCompared(url: "http://h.test/v1/echo") == "openapi.yaml: the description has no path for '/v1/echo'")
        #expect(try notCompared(url: "http://other.test/x")?.contains("no server of the description") == true)
        #expect(try notCompared("# @openapi none") == nil)
        try folder.write("openapi: [\n", to: "openapi.yaml")
        let broken = try #require(try notCompared())
        #expect(broken.hasPrefix(folder.path + "/openapi.yaml:2:1: It is neither JSON nor YAML: "), "\(broken)")
        #expect(!broken.hasSuffix("."))
        // On the screen nobody asked.
        #expect(try results("", body: "{}", .beside).isEmpty)
    }

    @Test func `why there is no description names what is there`() throws {
        try folder.write(try folder.read("openapi.yaml"), to: "api/one.yaml")
        try folder.write(try folder.read("openapi.yaml"), to: "api/two.yaml")
        let several =
            "\(folder.path)/api has several OpenAPI descriptions (one.yaml, two.yaml), and none is named like a.http"
        #expect(try notCompared() == several + ": name one with # @openapi or --contract-file")
        // Three of them are named.
        for name in ["three", "four"] { try folder.write(try folder.read("openapi.yaml"), to: "api/\(name).yaml") }
        #expect(
            try notCompared()?.hasPrefix(
                "\(folder.path)/api has several OpenAPI descriptions (four.yaml, one.yaml, three.yaml …), and none")
                == true)
        let empty = try TemporaryFolder()
        try empty.write("GET http://h.test/\n", to: "a.http")
        let file = try #require(try CollectionStore().load(path: empty.path + "/a.http").files.first)
        func reason() -> String? {
            guard case .failure(let none) = DescriptionChoice.find(for: file, upTo: empty.path, library: .init()) else {
                return nil
            }
            return none.reason
        }
        #expect(
            reason() == "there is no OpenAPI description in \(empty.path); --contract-file names one elsewhere")
        try empty.write("", to: "openapi.yaml")
        #expect(reason() == "\(empty.path)/openapi.yaml does not begin as a description does, in UTF-8")
    }

    @Test func `a run says once for all requests why they were not compared`() throws {
        var summary = NotCompared()
        func add(_ reason: String, isStrict: Bool = false) {
            var record = RunRecord(item: RunSchedule.Item(round: 0, step: 0), repetition: nil, word: .passed)
            record.timings = PhaseTimings()
            record.checks.results = [
                CheckResult(
                    text: CheckResult.notCompared, line: 1, verdict: isStrict ? .failed : .warning, expected: "",
                    reason: reason)
            ]
            summary.add(record)
        }
        add("one", isStrict: true)
        #expect(summary.sentences.isEmpty)
        for _ in 1...3 { add("there is none") }
        for number in 1...5 { add("reason \(number)") }
        #expect(summary.sentences.first == "3 requests were not compared: there is none.")
        #expect(summary.sentences.last == "1 request was not compared for another reason.")
        #expect(summary.sentences.count == NotCompared.mostReasons + 1)
    }

    @Test func `another server is no obstacle for a request that names the description`() throws {
        let found = try results("# @openapi ../openapi.yaml", url: "http://127.0.0.1:1/pets/1", body: #"{"name": ""}"#)
        #expect(found.allSatisfy { $0.verdict == .passed } && !found.isEmpty, "\(found)")
    }

    @Test(arguments: [
        ("# @openapi nowhere.yaml", "cannot be read: there is no such file"),
        ("# @openapi ../openapi.yaml#getPett", "it has no operation getPett; there is getPet"),
        ("# @openapi ../../outside.yaml", "it is outside the collection's folder, which is not trusted"),
        ("# @openapi a.http", "This is not a description of an API"),
    ])
    func `what cannot be compared fails with a clause`(_ line: String, _ clause: String) throws {
        let found = try results(line, body: "{}")
        #expect(found.count == 1 && found.first?.verdict == .failed)
        #expect(found.first?.reason?.contains(clause) == true, "\(found.first?.reason ?? "")")
    }

    @Test func `a name with spaces is written percent-encoded`() throws {
        try folder.write(try folder.read("openapi.yaml"), to: "my api.yaml")
        let found = try results("# @openapi ../my%20api.yaml#/paths/~1pets~1%7Bid%7D/get", body: #"{"name": ""}"#)
        #expect(found.allSatisfy { $0.verdict == .passed } && !found.isEmpty, "\(found)")
    }

    @Test func `a description that changed is read again`() throws {
        #expect(try results("# @openapi ../openapi.yaml", body: "{}").contains { $0.verdict == .failed })
        try folder.write(
            "openapi: 3.1.0\ninfo: {title: t, version: '1'}\npaths:\n  /pets/{id}: {get: {responses: {default: {description: d}}}}\n",
            to: "openapi.yaml")
        #expect(
            try results("# @openapi ../openapi.yaml", url: "http://x.test/pets/1", body: "{}").allSatisfy {
                $0.verdict != .failed
            })
    }
}
