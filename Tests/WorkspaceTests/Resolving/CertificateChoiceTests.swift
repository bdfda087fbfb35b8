import NetEngine
import TestSupport
import Testing

@testable import Base
@testable import HTTPFormat
@testable import Workspace

/// The client certificate of an environment file, as requests use it.
@Suite struct CertificateChoiceTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func outcome(
        _ text: String, _ settings: String, isTrusted: Bool = false,
        answers: [String: String] = [:]
    ) throws -> RequestResolver.Outcome {
        try folder.write(text, to: "a.http")
        try folder.write(
            "{\"dev\": {\"pw\": \"s3cret-7\", \"SSLConfiguration\": {\(settings)}}}", to: "http-client.env.json")
        let store = CollectionStore()
        let set = store.environments(forFolder: folder.path, root: folder.path, isTrusted: isTrusted)
        let document = HTTPDocument(bytes: Array(text.utf8))
        let file = CollectionFile(
            path: "\(folder.path)/a.http", relativePath: "a.http", document: document,
            stamp: FileStamp(bytes: document.bytes))
        let context = RequestResolver.Context(
            root: folder.path, environments: set, environmentName: "dev", isTrusted: isTrusted, answers: answers)
        return RequestResolver(store: store).resolve(try #require(document.requests.first), in: file, context: context)
    }

    private func outcome(
        _ settings: String, isTrusted: Bool = false, answers: [String: String] = [:]
    ) throws -> RequestResolver.Outcome {
        try outcome("GET https://h.test/\n", settings, isTrusted: isTrusted, answers: answers)
    }

    private func certificate(_ outcome: RequestResolver.Outcome) -> ClientCertificate? {
        guard case .draft(let draft, _) = outcome else { return nil }
        return draft.options.tls.clientCertificate
    }

    @Test func `certificate and key are found beside the environment file`() throws {
        try folder.write("c", to: "me.pem")
        try folder.write("k", to: "me.key")
        let settings = "\"clientCertificate\": \"me.pem\", \"clientCertificateKey\": \"me.key\""
        let found = certificate(try outcome(settings))
        #expect(found?.file.hasSuffix("/me.pem") == true && found?.keyFile?.hasSuffix("/me.key") == true)
        #expect(found?.password == nil)
        #expect(certificate(try outcome("# @no-client-cert\nGET https://h.test/\n", settings)) == nil)
    }

    @Test func `the passphrase is a variable, or is asked for`() throws {
        try folder.write("c", to: "me.pem")
        let named = "\"clientCertificate\": \"me.pem\", \"certificatePassphrase\": \"{{pw}}\""
        #expect(certificate(try outcome(named))?.password == "s3cret-7")
        let asked = "\"clientCertificate\": \"me.pem\", \"hasCertificatePassphrase\": true"
        guard case .asks(let fields, _) = try outcome(asked) else { throw CollectionError(sentence: "asked nothing") }
        #expect(fields.map(\.label) == ["passphrase of me.pem"] && fields.allSatisfy(\.isSecret))
        let answered = try outcome(asked, answers: ["certificatePassphrase": "p"])
        #expect(certificate(answered)?.password == "p")
    }

    @Test func `every question is of the request that asks it, and of its line`() throws {
        try folder.write("c", to: "me.pem")
        let text = """
            # @name mine
            # @prompt id Which one?
            GET https://h.test/{{id}}
            X-A: {{$input Who?}}
            X-B: {{$password-askonce}}

            """
        let settings = "\"clientCertificate\": \"me.pem\", \"hasCertificatePassphrase\": true"
        guard case .asks(let fields, _) = try outcome(text, settings) else {
            throw CollectionError(sentence: "asked nothing")
        }
        let told = fields.map { field in
            "\(field.key) of \(field.request), line \(field.line)\(field.isSecret ? ", secret" : "")"
                + "\(field.isAskedOnce ? ", once" : "")"
        }
        #expect(
            told == [
                "id of mine, line 2", "$input Who? of mine, line 4", "$password-askonce of mine, line 5, secret, once",
                "certificatePassphrase of mine, line 3, secret, once",
            ])
    }

    @Test func `a file outside of the folder needs trust, and one that is missing is named`() throws {
        let other = try TemporaryFolder()
        try other.write("c", to: "me.pem")
        let settings = "\"clientCertificate\": \"\(other.path)/me.pem\""
        guard case .untrusted(let needs, _) = try outcome(settings) else {
            throw CollectionError(sentence: "it was read without trust")
        }
        #expect(needs.first?.clause.contains("me.pem, outside of its folder") == true)
        #expect(certificate(try outcome(settings, isTrusted: true))?.file == "\(other.path)/me.pem")
        guard case .refused(let sentence, _) = try outcome("\"clientCertificate\": \"gone.pem\"") else {
            throw CollectionError(sentence: "it was not missed")
        }
        #expect(
            sentence == "a.http:1: http-client.env.json:1 names the certificate gone.pem, which does not exist.")
    }

    @Test func `a key that is missing is named, and an answer counts only where it is asked for`() throws {
        try folder.write("c", to: "me.pem")
        let keyless = "\"clientCertificate\": \"me.pem\", \"clientCertificateKey\": \"gone.key\""
        guard case .refused(let sentence, let line) = try outcome("\n\nGET https://h.test/\n", keyless) else {
            throw CollectionError(sentence: "it was not missed")
        }
        #expect(
            sentence
                == "a.http:3: http-client.env.json:1 names the key of the certificate gone.key, which does not exist.")
        #expect(line == 3)
        let plain = "\"clientCertificate\": \"me.pem\""
        let answers = ["certificatePassphrase": "p"]
        #expect(certificate(try outcome(plain, answers: answers))?.password == nil)
        let both = plain + ", \"certificatePassphrase\": \"own\", \"hasCertificatePassphrase\": true"
        #expect(certificate(try outcome(both, answers: answers))?.password == "own")
        #expect(certificate(try outcome("")) == nil)
    }

    @Test func `retries of a request are those of its line`() throws {
        func retry(_ text: String) throws -> RetryPolicy? {
            guard case .draft(let draft, _) = try outcome(text, "") else { return nil }
            return draft.options.retry
        }
        #expect(try retry("# @retry 3\nGET https://h.test/\n") == .afterLoss(retries: 3))
        #expect(try retry("# @retry 0\nGET https://h.test/\n") == nil)
        #expect(try retry("GET https://h.test/\n") == nil)
    }

    @Test func `a request with retries is sent again after the statuses that are worth it, and a lost connection`() {
        func isRetried(_ error: EngineError, _ method: HTTPMethod = .get) -> Bool {
            let attempt = RetryPolicy.Attempt(retries: 0, method: method, error: error, timeLeft: .seconds(60))
            if case .retry = RetryPolicy.afterLoss(retries: 1).decision(after: attempt, random: 0.5) { return true }
            return false
        }
        func error(_ category: ErrorCategory, status: Int? = nil, isLoss: Bool = false) -> EngineError {
            EngineError(category: category, sentence: "", hint: "", status: status, isConnectionLoss: isLoss)
        }
        let retried = (400..<600).filter { isRetried(error($0 < 500 ? .clientError : .serverError, status: $0)) }
        #expect(retried == [408, 425, 429, 500, 502, 503, 504])
        #expect(!isRetried(error(.clientError, status: 408), .post))
        #expect(isRetried(error(.connect, isLoss: true)) && !isRetried(error(.connect)))
    }
}
