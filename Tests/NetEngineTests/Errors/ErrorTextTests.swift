import Foundation
import NetEngine
import TestSupport
import Testing

/// How an `EngineError` reads where a program prints it.
@Suite(.timeLimit(.minutes(5))) struct ErrorTextTests {
    private struct Item: Decodable { let id: Int }

    @Test func `it prints as its sentence and its hint`() {
        let error = EngineError(category: .api, sentence: "The shop is closed.", hint: "Come again tomorrow.")
        #expect("\(error)" == "The shop is closed. Come again tomorrow.")
        #expect(error.localizedDescription == "The shop is closed.")
        #expect((error as any LocalizedError).errorDescription == "The shop is closed.")
        #expect((error as any LocalizedError).recoverySuggestion == "Come again tomorrow.")
    }

    @Test func `only a status that is a redirect is advised to be followed`() {
        for status in 300...399 {
            let hint = EngineError.status(status)?.hint ?? ""
            #expect(hint.contains("redirects") == [301, 302, 303, 307, 308].contains(status), "\(status): \(hint)")
            #expect(hint.contains("If-None-Match") == (status == 304))
            #expect(hint.hasSuffix("."))
        }
    }

    @Test func `its long form has all that is known`() {
        let error = EngineError(
            category: .connect, phase: .connect, sentence: "Nobody listens on 127.0.0.1:9.", hint: "Start the server.",
            underlying: UnderlyingCode(domain: .curl, code: 7, text: "Couldn't connect"), status: nil,
            isConnectionLoss: true)
        #expect(
            String(reflecting: error) == """
                Nobody listens on 127.0.0.1:9. [connect, in the phase connect, an established connection was lost]
                Start the server.
                Underlying: curl 7: Couldn't connect
                """)
    }

    @Test func `the long form shows where a body is wrong`() async throws {
        try await StubServer.with(.status(200, body: #"{"id":"seven"}"#)) { server in
            do throws(EngineError) {
                _ = try await Engine().fetch(RequestDraft(url: server.url), as: Item.self)
                Issue.record("a text is not a number")
            } catch {
                let text = String(reflecting: error)
                #expect(text.contains("[decoding]"))
                #expect(text.contains("In the body: $.id"))
            }
        }
    }
}
