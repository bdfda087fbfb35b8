import Foundation
import TestSupport
import Testing

@testable import NetEngine
@testable import NetEngineRequestLog

/// No secret reaches the files of the request log: its database, the database's log, and the files of bodies.
@Suite struct RequestLogSecretsTests {
    private static func expectNone(
        of secrets: SecretExchange, in files: [(name: String, bytes: [UInt8])], _ moment: String
    ) {
        for (name, bytes) in files {
            let search = SecretSearch(in: bytes)
            for secret in secrets.secrets.map(\.value) + [secrets.unnamed] {
                if let form = search.form(of: secret) {
                    Issue.record("\(moment): \(secret.debugDescription) \(form) in \(name)")
                }
            }
        }
    }

    private static func files(in folder: String) throws -> [(name: String, bytes: [UInt8])] {
        let names = try FileManager.default.subpathsOfDirectory(atPath: folder)
        return names.compactMap { name in
            FileManager.default.contents(atPath: "\(folder)/\(name)").map { (name, Array($0)) }
        }
    }

    @Test(.longComputation, arguments: 0..<3)
    func `no secret is in the files of the log, at any moment`(seed: UInt64) throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/log"
        var secrets = StoredSecretsTests.secrets(seed: seed)
        // Larger bodies are files of their own.
        secrets.padding = seed.isMultiple(of: 2) ? 100_000 : 0
        let exchange = try secrets.exchange
        let writer = LogWriter(
            path: path, LogOwner(program: "tests", source: .library, process: .current), RequestLogLimits(),
            LoggedRows(), report: { Issue.record("\($0)") })
        writer.write(
            LogInbox.Batch(entries: [.queued(exchange.id, exchange.draft, at: exchange.startedAt, Redaction())]))
        Self.expectNone(of: secrets, in: try Self.files(in: path), "begun")
        let lines = secrets.secrets.map { "failed: status == 200, found \($0.value)" }
        writer.write(
            LogInbox.Batch(entries: [
                .finished(exchange, Redaction(), .all),
                .checks(exchange.id, passed: 1, failed: lines.count, isErrorExpected: false, lines: lines),
            ]))
        let files = try Self.files(in: path)
        #expect(files.contains { $0.name.hasSuffix("-wal") && $0.bytes.count > 1000 })
        #expect(secrets.padding == 0 || files.contains { $0.name.contains("bodies/") && $0.bytes.count > 100_000 })
        Self.expectNone(of: secrets, in: files, "ended")
        // What the files hold may be coded: the exchange that is read back has none either.
        let stored = StoredExchange(
            exchange, StoringRedactor(Redaction(), storing: exchange), bodyLimit: RequestLogLimits().bodyBytes)
        let read = try #require(
            StoredExchange.decode(stored.data) { slot in
                stored.bodies.first { $0.slot == slot }.map { (BodyBytes($0.bytes), $0.size, $0.isCut) }
            })
        let texts = AllTexts.of(read)
        #expect(texts.contains { String(decoding: $0, as: UTF8.self).contains("secret:S0") })
        Self.expectNone(of: secrets, in: texts.map { ("exchange", $0) }, "read")
    }

    @Test func `of a Set-Cookie field the name is stored, also where no cookie was kept`() throws {
        let field = Array("sid=s3cret-value; Path=/a".utf8)
        let hop = Hop(
            cause: .first, request: ExchangeFixtures.request(), sentHead: [], sentBodyByteCount: 0,
            response: ExchangeFixtures.response(), connection: nil, startOffset: .zero, timings: PhaseTimings(),
            setCookies: [SetCookieOutcome(fieldBytes: field, result: .refused(.otherDomain))])
        let exchange = ExchangeFixtures.exchange(hops: [hop])
        let stored = StoredExchange(exchange, StoringRedactor(Redaction(), storing: exchange), bodyLimit: 1 << 20)
        let read = try #require(StoredExchange.decode(stored.data) { _ in nil })
        let outcome = try #require(read.hops.first?.setCookies.first)
        #expect(outcome.name == "sid" && outcome.result == .refused(.otherDomain))
        #expect(!String(decoding: outcome.fieldBytes, as: UTF8.self).contains("s3cret-value"))
    }

    @Test func `of a request with no-log only the fact is stored`() throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/log"
        var draft = RequestDraft(url: "http://very-private.test/path-of-it", headers: [HeaderField("X", "some-value")])
        draft.options.log = RequestLogOptions(name: "quiet", storesFactOnly: true)
        let error = EngineError(category: .dns, sentence: "No very-private.test", hint: "none")
        let exchange = Exchange(
            id: ExchangeID(rawValue: 1), draft: draft, startedAt: .now, hops: [], timings: PhaseTimings(), error: error)
        let writer = LogWriter(
            path: path, LogOwner(program: "tests", source: .library, process: .current), RequestLogLimits(),
            LoggedRows(), report: { Issue.record("\($0)") })
        writer.write(
            LogInbox.Batch(entries: [
                .queued(exchange.id, draft, at: exchange.startedAt, Redaction()),
                .finished(exchange, Redaction(), .all),
            ]))
        let files = try Self.files(in: path)
        for word in ["very-private", "path-of-it", "some-value"] {
            #expect(!files.contains { SecretSearch(in: $0.bytes).form(of: word) != nil }, "\(word)")
        }
        #expect(files.contains { SecretSearch(in: $0.bytes).form(of: "quiet") != nil })
    }
}
