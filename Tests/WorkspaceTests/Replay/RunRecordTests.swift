import NetEngine
import TestSupport
import Testing

@testable import Workspace

@Suite struct RunRecordTests {
    private static func record(_ error: EngineError, showsPrivate: Bool = false) -> RunRecord {
        let draft = RequestDraft(
            method: "POST", url: "http://127.0.0.1:8080/orders",
            headers: [HeaderField("Authorization", "Bearer s3cret-token")])
        let request = PreparedRequest(
            method: .post, url: ExchangeFixtures.request().url,
            headers: [HeaderField("Authorization", "Bearer s3cret-token")], body: .none, options: RequestOptions())
        let exchange = ExchangeFixtures.exchange(
            draft: draft, hops: [ExchangeFixtures.hop(request: request, response: ExchangeFixtures.response())],
            error: error)
        return RunRecord(
            RunSchedule.Item(round: 0, step: 0), .failed(exchange, CheckReport()), showsPrivate: showsPrivate)
    }

    @Test func `the secrets of a request are hidden in what a decoder found, and the body is not kept`() {
        let body = Array(#"{"echo":"s3cret-token","id":}"#.utf8)
        let fault = DecodingFault(
            reason: "s3cret-token is no number", codingPath: [.member("s3cret-token")],
            position: TextPosition(byteOffset: 28, in: body), response: ExchangeFixtures.response(body: body))
        let error = EngineError.decoding("JSON", fault)
        let record = Self.record(error)
        guard case .decoding(let shown)? = record.errorFinding else { return #expect(Bool(false), "no finding") }
        #expect(![shown.reason, shown.path, shown.excerpt ?? ""].joined().contains("s3cret-token"))
        #expect((shown.line, shown.column, shown.byte) == (1, 29, 28))
        #expect(shown.excerpt?.hasPrefix(#"{"echo":"#) == true)
        #expect(record.error?.detail == nil)
        #expect(record.error?.category == .decoding)
        #expect(Self.record(error, showsPrivate: true).errorFinding == ErrorFinding(.decoding(fault)))
    }

    @Test func `a request by https without a check of the certificate is counted, one by http is not`() {
        var summary = RunSummary(stepCount: 1, rounds: 1)
        for (scheme, verifies) in [(HTTPURL.Scheme.https, false), (.https, true), (.http, false)] {
            let request = ExchangeFixtures.request(scheme: scheme)
            let exchange = ExchangeFixtures.exchange(
                draft: RequestDraft(
                    url: request.url.description, options: RequestOptions(verifiesTLS: verifies)),
                hops: [ExchangeFixtures.hop(request: request, response: ExchangeFixtures.response())])
            let record = RunRecord(RunSchedule.Item(round: 0, step: 0), .passed(exchange, CheckReport()))
            #expect(record.isUnverified == (scheme == .https && !verifies))
            summary.add(record)
        }
        #expect(summary.unverified == 1)
        #expect(
            RunRecord.text(unverified: summary.unverified) == "The server's certificate was not checked for 1 request.")
        #expect(RunRecord.text(unverified: 0) == nil)
    }

    @Test func `the secrets of a request are hidden in the words of an API`() {
        let fault = APIFault(
            status: "\"s3cret-token\"", message: "s3cret-token has expired", response: ExchangeFixtures.response())
        let record = Self.record(
            EngineError(category: .api, sentence: "No.", hint: "Look.", detail: .api(fault)))
        guard case .api(let status, let message)? = record.errorFinding else {
            return #expect(Bool(false), "no finding")
        }
        #expect(status?.contains("s3cret-token") == false)
        #expect(message?.hasSuffix("has expired") == true && message?.contains("s3cret-token") == false)
    }
}
