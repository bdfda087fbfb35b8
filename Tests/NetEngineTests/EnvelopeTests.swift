import NetEngine
import TestSupport
import Testing

/// `{status, message, data}`, and how each member is used.
@Suite(.timeLimit(.minutes(5))) struct EnvelopeTests {
    struct Item: Codable, Sendable, Equatable { var id: Int }

    private func error<T: Decodable & Sendable>(
        _ body: String, _ envelope: EnvelopeFormat = EnvelopeFormat(), of type: T.Type = Item.self
    ) throws -> EngineError {
        try #require(failure(.envelope(of: type, envelope), answer(body)))
    }

    @Test(arguments: ["\"success\"", "\"ok\"", "true", "0", "200"])
    func `data comes out of an envelope that says success`(_ status: String) throws {
        let body = #"{"message":"fine","data":{"id":3},"status":\#(status)}"#
        let envelope = try EnvelopeDecoder(Item.self).decode(answer(body))
        #expect(envelope.data == Item(id: 3))
        #expect(envelope.message == "fine")
        #expect(envelope.status.description == status)
    }

    @Test(arguments: ["\"error\"", "false", "1", "null", "{}", "0.5", "\"Success\""])
    func `a failing status is the api category, with the server's message`(_ status: String) throws {
        let error = try error(#"{"status":\#(status),"message":"No \"item\".","data":{"id":3}}"#)
        #expect(error.category == .api)
        #expect(error.sentence.hasSuffix("is \(status). It says: No \"item\"."))
        #expect(error.apiFault?.status == status)
        #expect(error.apiFault?.message == "No \"item\".")
        #expect(error.apiFault?.response.status == 200)
    }

    @Test func `a missing status is the api category`() throws {
        let error = try error(#"{"message":"m","data":{"id":3}}"#)
        #expect(error.category == .api)
        #expect(error.sentence == "The response has no status field \"status\". It says: m.")
        #expect(error.apiFault?.status == nil)
    }

    @Test(arguments: [#"{"status":"ok"}"#, #"{"status":"ok","data":null}"#])
    func `missing data is the api category, unless the type is optional`(_ body: String) throws {
        #expect(try error(body).category == .api)
        #expect(try EnvelopeDecoder(Item?.self).decode(answer(body)).data == nil)
    }

    @Test func `fields and success values are the API's own`() throws {
        let format = EnvelopeFormat(
            statusField: "meta.code", messageField: "meta.text", dataField: "result.rows", successValues: [1, "fine"])
        let good = #"{"meta":{"code":"fine"},"result":{"rows":[{"id":1}]}}"#
        #expect(try EnvelopeDecoder([Item].self, envelope: format).decode(answer(good)).data == [Item(id: 1)])
        let bad = try error(#"{"meta":{"code":2,"text":"no"},"result":{"rows":[]}}"#, format, of: [Item].self)
        #expect(bad.apiFault?.message == "no")
    }

    @Test func `without a data field the envelope is the data`() throws {
        let format = EnvelopeFormat(dataField: "")
        #expect(try EnvelopeDecoder(Item.self, envelope: format).decode(answer(#"{"status":0,"id":4}"#)).data.id == 4)
    }

    @Test func `data of a wrong type is located from the root of the body`() throws {
        let error = try error(#"{"status":"ok","data":[{"id":1},{"id":"x"}]}"#, of: [Item].self)
        #expect(error.category == .decoding)
        #expect(error.decodingFault?.path == "$.data[1].id")
        #expect(error.decodingFault?.position?.byteOffset == 38)
    }

    @Test(arguments: ["", "<html>", "{\"status\":"])
    func `a body that is not JSON is the decoding category`(_ body: String) throws {
        #expect(try error(body).category == .decoding)
    }

    @Test(arguments: ["[]", "3", "{}"])
    func `JSON that is not an envelope has no status`(_ body: String) throws {
        #expect(try error(body).category == .api)
    }

    @Test func `an envelope can be checked without its data`() throws {
        try EnvelopeFormat().check(answer(#"{"status":"ok"}"#))
        #expect(throws: EngineError.self) { try EnvelopeFormat().check(answer(#"{"status":"no"}"#)) }
    }

    @Test func `the failure of an API is the error of its exchange`() async throws {
        try await StubServer.with(.status(200, body: #"{"status":"error","message":"sold out"}"#)) { server in
            let fetched = await Engine().fetchExchange(
                RequestDraft(url: server.url), decoder: .envelope(of: Item.self))
            #expect(fetched.exchange.error?.category == .api)
            #expect(fetched.exchange.error?.apiFault?.message == "sold out")
            #expect(fetched.exchange.response?.status == 200)
        }
    }
}
