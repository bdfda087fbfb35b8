import HTTPFormat
import NetEngine
import TestSupport
import Testing

@testable import Base
@testable import Explorer
@testable import NetEngineRequestLog
@testable import RequestLog
@testable import TerminalUI
@testable import Workspace

/// Exchanges of the request log that the runner makes ready to be sent again.
@Suite(.timeLimit(.minutes(5))) struct ResendEffectTests {
    private static let row = LogRow(
        id: 42, startedAt: ExchangeFixtures.start, method: "GET", url: "http://h/", name: "a", file: "/c/a.http")
    private static let label = RequestLabel(name: "a", method: "GET", url: "http://h/")

    private func log(_ resend: Resend) async -> RequestLogOptions? { await draft(resend)?.options.log }

    private func draft(_ resend: Resend, log: RequestLogStore? = nil) async -> RequestDraft? {
        guard case .resending(_, let draft, _)? = await answer(resend, log: log) else { return nil }
        return draft
    }

    private func answer(_ resend: Resend, log: RequestLogStore? = nil) async -> Action? {
        let (stream, actions) = AsyncStream<Action>.makeStream()
        let runner = EffectRunner(engine: Engine(), path: "/c", trust: nil, log: log, post: { actions.yield($0) })
        runner.run(.resend(resend))
        for await action in stream { return action }
        return nil
    }

    @Test func `the log of a request that is sent again hides what @redact of its file names`() async throws {
        let file = Robot.file("a.http", "# @name a\n# @redact pin $.user.iban\nGET http://h/\n")
        let request = try #require(file.document.requests.first)
        let job = ResolveJob(
            ticket: 1, purpose: .show, owner: OpenRequest.ID(rawValue: 1), request: request, file: file,
            place: CollectionPlace(root: "/c", opened: "/c"), overrides: [:],
            askedAt: MonotonicTime(nanoseconds: 0))
        var resend = Resend(
            exchange: ExchangeFixtures.exchange(), at: Self.row.startedAt, row: Self.row, label: Self.label, job: job)
        let found = await log(resend)
        #expect(found?.resendOf == 42)
        #expect(found?.secretNames == ["pin"] && found?.secretPaths == ["$.user.iban"])
        resend.job = nil
        let unknown = await log(resend)
        #expect(unknown?.resendOf == 42 && unknown?.secretNames.isEmpty == true)
    }

    @Test func `a request of another collection has the values and rules of its own file and environment`()
        async throws
    {
        let folder = try TemporaryFolder()
        _ = try folder.write(#"{"dev": {"Redact": ["shared"]}}"#, to: "http-client.env.json")
        _ = try folder.write(#"{"dev": {"token": "of-today"}}"#, to: "http-client.private.env.json")
        let file = try folder.write("# @name a\n# @redact pin\nGET http://h/\nX-A: {{token}}\n", to: "api.http")
        var row = Self.row
        (row.file, row.environment) = (file, "dev")
        let request = PreparedRequest(
            method: .get, url: try HTTPURL.parse("http://h/"),
            headers: [HeaderField("X-A", "<secret:token>")], body: .none, options: RequestOptions())
        let masked = ExchangeFixtures.exchange(hops: [ExchangeFixtures.hop(request: request, response: nil)])
        let found = await draft(Resend(exchange: masked, at: row.startedAt, row: row, label: Self.label))
        #expect(found?.headers["X-A"] == "of-today")
        #expect(found?.options.log?.secretNames == ["shared", "pin"])
        #expect(found?.options.log?.secrets.map(\.name) == ["token"])
        row.name = "gone"
        let gone = await draft(Resend(exchange: masked, at: row.startedAt, row: row, label: Self.label))
        #expect(gone == nil, "nothing is sent without the value")
    }

    @Test func `a logged request whose proxy has a masked login is not sent`() async throws {
        let masked = ExchangeFixtures.exchange(
            draft: RequestDraft(
                method: "POST", url: "http://h/", options: RequestOptions(proxy: .url("http://[redacted]@p.test:1"))))
        let answer = await answer(Resend(exchange: masked, at: Self.row.startedAt, row: Self.row, label: Self.label))
        guard case .failed(let sentence)? = answer else {
            Issue.record("it is sent")
            return
        }
        #expect(sentence == "Nothing was sent: a secret in the URL of the proxy is not in the log.")
    }

    @Test func `a request that no open file has is asked about first if its own file has a note`() async throws {
        let folder = try TemporaryFolder()
        let file = try folder.write("# @name a\n# @note Sure?\n# @disabled\nDELETE http://h/\n", to: "api.http")
        var row = Self.row
        row.file = file
        var sent = RequestDraft(url: "http://h/")
        sent.options.log = RequestLogOptions(name: "a", file: file)
        let own = ExchangeFixtures.exchange(9, draft: sent)
        for var resend in [
            Resend(exchange: ExchangeFixtures.exchange(9), at: row.startedAt, row: row, label: Self.label),
            Resend(exchange: own, at: own.startedAt, label: Self.label),
        ] {
            guard case .resendToConfirm(let asked, let step)? = await answer(resend) else {
                Issue.record("nothing is asked")
                continue
            }
            #expect(asked.row?.id == resend.row?.id && step.confirmation == "a: Sure?")
            resend.isConfirmed = true
            let again = await draft(resend)
            #expect(again != nil)
        }
    }

    @Test func `an exchange of this process is sent again as it is, with its row in the log if it has one`()
        async throws
    {
        let folder = try TemporaryFolder()
        let store = RequestLogStore(folder: folder.path + "/log", program: "tests", source: .screen)
        let engine = Engine()
        let logging = engine.log(to: store)
        try await StubServer.with(.status(200)) { server in
            let first = await engine.send(RequestDraft(method: "GET", url: server.url + "/1"))
            let second = await engine.send(RequestDraft(method: "GET", url: server.url + "/2"))
            await store.flush()
            let resend = Resend(exchange: second, at: second.startedAt, row: nil, label: Self.label)
            let again = await draft(resend, log: store)
            #expect(again?.url == server.url + "/2")
            #expect(store.rowID(of: first.id) == 1 && again?.options.log?.resendOf == 2)
            let unlogged = await draft(resend)
            #expect(unlogged?.url == server.url + "/2" && unlogged?.options.log?.resendOf == nil)
        }
        logging.stop()
        await store.close()
    }
}
