import NetEngine
import Synchronization
import TestSupport
import Testing

/// What a request expects of its response, checked before the exchange ends.
@Suite(.timeLimit(.minutes(5))) struct BodyExpectationTests {
    @Test(arguments: [
        (BodyExpectation.anything, "x", nil as ErrorCategory?),
        (.json, "{\"a\":1}", nil), (.json, "<a/>", .decoding), (.json, "", .decoding), (.json, "{\"a\":}", .decoding),
        (.xml, "<a/>", nil), (.xml, "{}", .decoding), (.text, "ü", nil), (.form, "a=1", nil),
        (.image, "GIF", .decoding),
        (.envelope(EnvelopeFormat()), #"{"status":"ok","data":null}"#, nil),
        (.envelope(EnvelopeFormat()), #"{"status":"ok"}"#, .api),
        (.envelope(EnvelopeFormat(dataField: "")), #"{"status":"ok"}"#, nil),
        (.envelope(EnvelopeFormat()), #"{"data":1}"#, .api),
        (.envelope(EnvelopeFormat()), #"{"status":"error","message":"No.","data":1}"#, .api),
        (.envelope(EnvelopeFormat(statusField: "code", dataField: "r", successValues: [0])), #"{"code":0,"r":1}"#, nil),
        (.envelope(EnvelopeFormat()), "OK", .decoding),
    ])
    func `a response is what was expected, or fails`(
        _ expectation: BodyExpectation, _ body: String, _ category: ErrorCategory?
    ) async throws {
        try await StubServer.with(.status(200, body: body)) { server in
            let engine = Engine()
            let events = engine.events()
            let draft = RequestDraft(url: server.url, options: RequestOptions(expects: expectation))
            let exchange = await engine.send(draft)
            #expect(exchange.error?.category == category)
            #expect(exchange.response?.body == Array(body.utf8))
            #expect(exchange.timings.total > .zero)
            // A listener sees the same outcome, once.
            await engine.shutdown()
            var told: [ErrorCategory?] = []
            for await event in events { if case .finished(let end) = event.step { told.append(end.error?.category) } }
            #expect(told == [category])
        }
    }

    @Test func `the place of an error counts the byte order mark in front of the text`() async throws {
        let body = [0xef, 0xbb, 0xbf] + Array("{\n\"a\":}".utf8)
        try await StubServer.with(.steps(.send(StubBehaviour.response(200, body: body)))) { server in
            let draft = RequestDraft(url: server.url, options: RequestOptions(expects: .json))
            let position = try #require(await Engine().send(draft).error?.decodingFault?.position)
            #expect(position.description == "line 2, column 5 (byte 9)")
            #expect(position.excerpt == "\"a\":}")
            #expect(position.excerptColumn == 5)
        }
    }

    @Test func `a failing status overrides what the body says`() async throws {
        try await StubServer.with(.status(404, body: #"{"status":"error"}"#)) { server in
            let options = RequestOptions(expects: .envelope(EnvelopeFormat()))
            #expect(
                await Engine().send(RequestDraft(url: server.url, options: options)).error?.category == .clientError)
        }
    }

    @Test func `HEAD has no body to be anything`() async throws {
        try await StubServer.with(.status(200, body: "")) { server in
            let draft = RequestDraft(method: "HEAD", url: server.url, options: RequestOptions(expects: .json))
            #expect(await Engine().send(draft).isSuccess)
        }
    }

    @Test(arguments: [BodyExpectation.json, .xml, .image, .envelope(EnvelopeFormat()), .graphQL])
    func `a streamed body is for its reader to judge`(_ expectation: BodyExpectation) async throws {
        try await StubServer.with(.status(200, body: "anything")) { server in
            let draft = RequestDraft(url: server.url, options: RequestOptions(expects: expectation))
            let stream = try await Engine().stream(draft)
            var body: [UInt8] = []
            for try await chunk in stream { body += chunk }
            #expect(body == Array("anything".utf8))
            #expect(stream.statusError == nil)
            #expect(await stream.finish().isSuccess)
        }
    }

    @Test func `a value that cannot be decoded is reported as the only end of the exchange`() async throws {
        try await StubServer.with(.status(200, body: #"{"id":"x"}"#)) { server in
            struct Item: Decodable, Sendable { var id: Int }
            let engine = Engine()
            let events = engine.events()
            let fetched = await engine.fetchExchange(RequestDraft(url: server.url), as: Item.self)
            #expect(fetched.exchange.error?.decodingFault?.path == "$.id")
            await engine.shutdown()
            var told: [EngineError?] = []
            for await event in events { if case .finished(let end) = event.step { told.append(end.error) } }
            #expect(told == [fetched.exchange.error])
        }
    }

    @Test func `sinks show a decoding failure as the outcome, without its secrets`() async throws {
        let body = #"{"status":"error","message":"token abcdefgh1234 is old","token":"abcdefgh1234"}"#
        try await StubServer.with(.status(200, headers: [("Content-Type", "application/json")], body: body)) { server in
            let engine = Engine()
            let text = Collected()
            let log = engine.log(to: [
                ConsoleSink(.pretty, output: text.output), ConsoleSink(.oneLine, output: text.output),
                ConsoleSink(.curl, output: text.output), JSONLinesSink(text.output),
            ])
            let options = RequestOptions(expects: .envelope(EnvelopeFormat()))
            _ = await engine.send(RequestDraft(url: server.url, options: options))
            await engine.shutdown()
            await log.finished()
            let lines = text.text
            #expect(lines.contains("! api: The API reports a failure"))
            #expect(lines.contains(" 200 api: The API reports a failure"))
            #expect(lines.contains(#""error":{"category":"api""#))
            #expect(lines.contains("It says: token [redacted] is old."))
            #expect(!lines.contains("abcdefgh1234"))
        }
    }
}

private final class Collected: Sendable {
    private let collected = Mutex("")
    var text: String { collected.withLock { $0 } }
    var output: LogOutput { LogOutput { [self] text in collected.withLock { $0 += text } } }
}
