import Foundation
import NetEngine
import TestSupport
import Testing

/// Sending and decoding in one step.
@Suite(.timeLimit(.minutes(5))) struct FetchTests {
    struct Item: Codable, Sendable, Equatable { var id: Int }

    @Test func `a value comes back, and the request says what is wanted`() async throws {
        try await StubServer.with(.status(200, body: #"{"id":7}"#)) { server in
            let item: Item = try await Engine().fetch(RequestDraft(url: server.url))
            #expect(item == Item(id: 7))
            #expect(server.received.first?.field("Accept") == "application/json")
            #expect(server.received.first?.lines.count { $0.lowercased().hasPrefix("accept:") } == 1)
            let draft = RequestDraft(url: server.url, headers: [HeaderField("accept", "text/x")])
            _ = try await Engine().fetch(draft, as: Item.self)
            #expect(server.received.last?.field("Accept") == "text/x")
        }
    }

    @Test func `the error of the exchange is thrown`() async throws {
        try await StubServer.with(.status(404, body: #"{"id":7}"#)) { server in
            let fetched = await Engine().fetchExchange(RequestDraft(url: server.url), as: Item.self)
            #expect(fetched.value == nil)
            #expect(fetched.exchange.error?.category == .clientError)
            await #expect(throws: EngineError.self) {
                try await Engine().fetch(RequestDraft(url: server.url), as: Item.self)
            }
        }
    }

    @Test func `an exchange that is over is decoded, one that failed keeps its error`() async throws {
        let body = #"{"id":7}"#
        let routes = StubBehaviour.routes(["/": .status(200, body: body), "/gone": .status(404, body: body)])
        try await StubServer.with(routes) { server in
            let engine = Engine()
            let found = await engine.send(RequestDraft(url: server.url + "/")).decoded(by: .json(Item.self))
            #expect(found.value == Item(id: 7))
            let gone = await engine.send(RequestDraft(url: server.url + "/gone")).decoded(by: .json(Item.self))
            #expect(gone.value == nil)
            #expect(gone.exchange.error?.category == .clientError)
        }
    }

    @Test func `an unsuitable body is an error of the exchange, which keeps the response`() async throws {
        try await StubServer.with(.status(200, body: "[]")) { server in
            let fetched = await Engine().fetchExchange(RequestDraft(url: server.url), as: Item.self)
            guard case .failure(let error) = fetched.result else {
                Issue.record("there is no value in []")
                return
            }
            #expect(error.category == .decoding)
            #expect(fetched.exchange.error == error)
            #expect(fetched.exchange.response?.body == Array("[]".utf8))
            #expect(fetched.exchange.hops.count == 1)
        }
    }

    @Test func `a decoder may be given, and gives value and exchange`() async throws {
        try await StubServer.with(.status(200, headers: [("Content-Type", "text/plain")], body: "héllo")) { server in
            let fetched = await Engine().fetchExchange(RequestDraft(url: server.url), decoder: .text)
            #expect(fetched.value == "héllo")
            #expect(fetched.exchange.response?.status == 200)
            let bytes = try await Engine().fetch(RequestDraft(url: server.url), decoder: .raw)
            #expect(bytes == Array("héllo".utf8))
            let decoder = JSONDecoder()
            await #expect(throws: EngineError.self) {
                try await Engine().fetch(RequestDraft(url: server.url), as: Item.self, decoder: .json(decoder))
            }
        }
    }

    @Test func `cancelling the task is thrown as cancelled`() async throws {
        try await StubServer.with(.neverAnswers) { server in
            let task = Task { await Engine().fetchExchange(RequestDraft(url: server.url), as: Item.self) }
            _ = await server.requests(1)
            task.cancel()
            #expect(await task.value.exchange.error?.category == .cancelled)
        }
    }
}
