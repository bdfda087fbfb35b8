import TestSupport
import Testing

@testable import NetEngine

/// A response body that is read as lines and as server-sent events while it arrives.
@Suite(.timeLimit(.minutes(5))) struct TextStreamTests {
    private static func serve(_ pieces: [String], type: String? = nil, then last: StubStep...) -> StubBehaviour {
        let head = type.map { "Content-Type: \($0)\r\n" } ?? ""
        let frames = pieces.map { StubStep.send("\(String($0.utf8.count, radix: 16))\r\n\($0)\r\n") }
        return StubBehaviour { _ in
            [.send("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\(head)\r\n")] + frames
                + (last.isEmpty ? [.send("0\r\n\r\n")] : last)
        }
    }

    private static func all<Sequence: AsyncSequence>(_ sequence: Sequence) async throws -> [Sequence.Element] {
        var all: [Sequence.Element] = []
        for try await element in sequence { all.append(element) }
        return all
    }

    // MARK: Lines

    @Test(arguments: [
        ("", []), ("a", ["a"]), ("a\n", ["a"]), ("a\nb\rc\r\nd", ["a", "b", "c", "d"]), ("\n\na", ["", "", "a"]),
        ("a\r\r\n\n\rb", ["a", "", "", "", "b"]), ("\u{FEFF}é\n\u{FEFF}東", ["é", "\u{FEFF}東"]), ("\u{FEFF}", []),
    ])
    func `LF, CR and CR LF end a line, and the last one needs no end`(_ body: String, _ lines: [String]) async throws {
        try await StubServer.with(Self.serve([body].filter { !$0.isEmpty })) { server in
            let stream = try await Engine().stream(RequestDraft(url: server.url))
            #expect(try await Self.all(stream.lines) == lines)
            #expect(await stream.finish().isSuccess)
        }
    }

    @Test func `a line is there as soon as its end has arrived, and CR does not wait for LF`() async throws {
        let rest = StubStep.send("6\r\n\nb\r\nc!\r\n0\r\n\r\n")
        try await StubServer.with(Self.serve(["a", "\r"], then: .waitForRelease, rest)) { server in
            var lines = try await Engine().stream(RequestDraft(url: server.url)).lines.makeAsyncIterator()
            #expect(try await lines.next() == "a")
            server.release()
            #expect(try await lines.next() == "b")
            #expect(try await lines.next() == "c!")
            #expect(try await lines.next() == nil)
        }
    }

    @Test func `however a body is cut, it has the same lines and events`() throws {
        var random = SeededGenerator(seed: 11)
        let words: [[UInt8]] =
            [
                [0x0A], [0x0D], [0x0D, 0x0A], [0x0A, 0x0A], [0xEF, 0xBB, 0xBF], [0xC3, 0xA9], [0xFF], [0xC3], [0],
                [0x20],
            ]
            + ["data:", "data: x", "data", "event: e", "id: 7", "id", "retry: 5", "retry:x", ": c", "other: 1"].map {
                Array($0.utf8)
            }
        for _ in 0..<400 {
            let body = (0..<Int.random(in: 0...30, using: &random)).flatMap { _ in
                words.randomElement(using: &random) ?? []
            }
            var pieces: [[UInt8]] = []
            var rest = body[...]
            while !rest.isEmpty {
                let count = Int.random(in: 1...min(6, rest.count), using: &random)
                pieces.append(Array(rest.prefix(count)))
                rest = rest.dropFirst(count)
            }
            let whole = Self.read([body])
            let cut = Self.read(pieces)
            #expect(cut.lines == Self.expectedLines(body) && whole == cut, "\(body) as \(pieces)")
        }
    }

    private struct ReadText: Equatable {
        var lines: [String] = []
        var events: [ServerSentEvent] = []
        var lastEventID = ""
        var reconnectionTime: Duration?
    }

    private static func read(_ pieces: [[UInt8]]) -> ReadText {
        var (result, text) = (ReadText(), ResponseStream.Text())
        func add(_ line: ArraySlice<UInt8>) { result.lines.append(String(decoding: line, as: UTF8.self)) }
        for piece in pieces {
            text.lines.append(piece)
            while let line = text.lines.next() {
                add(line)
                if let event = text.events.take(line) { result.events.append(event) }
            }
        }
        if let line = text.lines.takeRest() { add(line) }
        (result.lastEventID, result.reconnectionTime) = (text.events.lastEventID, text.events.reconnectionTime)
        return result
    }

    /// By replacing all ends with LF first.
    private static func expectedLines(_ body: [UInt8]) -> [String] {
        let text = body.starts(with: [0xEF, 0xBB, 0xBF]) ? body.dropFirst(3) : body[...]
        var bytes: [UInt8] = []
        for index in text.indices where text[index] != 0x0A || index == text.startIndex || text[index - 1] != 0x0D {
            bytes.append(text[index] == 0x0D ? 0x0A : text[index])
        }
        var lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
        if lines.last?.isEmpty == true { lines.removeLast() }
        return lines.map { String(decoding: $0, as: UTF8.self) }
    }

    @Test func `a line is searched once, however many pieces it comes in`() {
        let growth = Growth {
            [[UInt8]](repeating: [0x61], count: $0)
        } _: { pieces in
            var lines = LineSplitter()
            for piece in pieces {
                lines.append(piece)
                _ = lines.isNextLonger(than: 1 << 20)
                _ = lines.next()
            }
        }
        #expect(growth.isLinear && growth.counts(atLeast: 1500), "\(growth)")
    }

    @Test func `a line that is too long is an error, and its bytes are not lost`() async throws {
        for pieces in [["ok\n12345\n678\n"], ["ok\n12", "34", "5\n678\n"]] {
            try await StubServer.with(Self.serve(pieces)) { server in
                let stream = try await Engine().stream(RequestDraft(url: server.url))
                var lines = stream.lines(maxLineBytes: 4).makeAsyncIterator()
                #expect(try await lines.next() == "ok")
                let error = await #expect(throws: EngineError.self) { try await lines.next() }
                #expect(error?.category == .tooLarge)
                #expect(error?.sentence == "A line of the response is longer than the limit of 4 bytes.")
                #expect(try await lines.next() == nil)
                #expect(try await Self.all(stream.lines(maxLineBytes: 5)) == ["12345", "678"])
            }
        }
    }

    @Test func `a body that breaks off gives its whole lines, then the error, and the beginning of a line as a chunk`()
        async throws
    {
        try await StubServer.with(.raw("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\na\nhalf")) { server in
            let stream = try await Engine().stream(RequestDraft(url: server.url))
            var lines = stream.lines.makeAsyncIterator()
            #expect(try await lines.next() == "a")
            let error = await #expect(throws: EngineError.self) { try await lines.next() }
            #expect(error?.category == .protocol)
            #expect(try await lines.next() == nil)
            var chunks = stream.makeAsyncIterator()
            #expect(try await chunks.next() == Array("half".utf8))
        }
    }

    @Test func `each reader continues where the last one stopped`() async throws {
        try await StubServer.with(Self.serve(["a\r\nb\r\nc\r\ndata: d\n\nrest"])) { server in
            let stream = try await Engine().stream(RequestDraft(url: server.url))
            for try await line in stream.lines {
                #expect(line == "a")
                break
            }
            var (lines, events) = (stream.lines.makeAsyncIterator(), stream.events.makeAsyncIterator())
            #expect(try await lines.next() == "b")
            #expect(try await events.next() == ServerSentEvent(data: "d"))
            let chunks = try await Self.all(stream)
            #expect(chunks.joined().elementsEqual("rest".utf8))
        }
    }

    // MARK: Events

    /// The examples of WHATWG HTML §9.2.6, and the rules around them.
    @Test(arguments: [
        ("data: YHOO\ndata: +2\ndata: 10\n\n", [ServerSentEvent(data: "YHOO\n+2\n10")]),
        (
            ": test stream\n\ndata: first event\nid: 1\n\ndata:second event\nid\n\ndata:  third event\n",
            [ServerSentEvent(data: "first event", lastEventID: "1"), ServerSentEvent(data: "second event")]
        ),
        ("data\n\ndata\ndata\n\ndata:", [ServerSentEvent(data: ""), ServerSentEvent(data: "\n")]),
        ("data:test\n\ndata: test\n\n", [ServerSentEvent(data: "test"), ServerSentEvent(data: "test")]),
        (
            "\u{FEFF}event: add\rdata: 7\r\rdata: 8\r\n\r\n",
            [ServerSentEvent(type: "add", data: "7"), ServerSentEvent(data: "8")]
        ),
        ("event: a\n\nEvent: b\nDATA: x\nfoo: y\ndata: z\n\n", [ServerSentEvent(data: "z")]),
        (
            "id: 1\nid: 2\u{0}\ndata: a\n\nid: 3\n\ndata: b\n\n",
            [ServerSentEvent(data: "a", lastEventID: "1"), ServerSentEvent(data: "b", lastEventID: "3")]
        ),
    ])
    func `events are read as browsers read them`(_ body: String, _ expected: [ServerSentEvent]) async throws {
        try await StubServer.with(Self.serve([body], type: "text/event-stream")) { server in
            let stream = try await Engine().stream(RequestDraft(url: server.url))
            #expect(try await Self.all(stream.events) == expected)
        }
    }

    @Test func `an event is there as soon as its empty line has arrived`() async throws {
        let server = Self.serve(
            ["data: é\r", "\n\r"], type: "text/event-stream; charset=utf-8", then: .waitForRelease,
            .send("A\r\n\ndata: 2\r\r\r\n0\r\n\r\n"))
        try await StubServer.with(server) { server in
            var events = try await Engine().stream(RequestDraft(url: server.url)).events.makeAsyncIterator()
            #expect(try await events.next()?.data == "é")
            server.release()
            #expect(try await events.next()?.data == "2")
            #expect(try await events.next() == nil)
        }
    }

    @Test func `the last id and the time to wait are known after the end, even without data`() async throws {
        let body = "data: a\nid: 1\n\nretry: 1500\n\nretry: 1s\nretry:\nid: 2\n\nid: 3\nretry: 99999999999999999999"
        try await StubServer.with(Self.serve([body], type: "text/event-stream")) { server in
            let events = try await Engine().stream(RequestDraft(url: server.url)).events
            #expect(events.lastEventID.isEmpty && events.reconnectionTime == nil)
            #expect(try await Self.all(events).map(\.lastEventID) == ["1"])
            #expect(events.lastEventID == "2" && events.reconnectionTime == .milliseconds(1500))
        }
    }

    @Test(arguments: [
        "data: 12345\ndata: 67890\ndata\ndata\n\n", "data: 1\n\ndata: 1234567890\n\n", "event: 12345678\ndata: 1\n\n",
    ])
    func `an event that is too long is an error`(_ body: String) async throws {
        try await StubServer.with(Self.serve([body], type: "text/event-stream")) { server in
            let stream = try await Engine().stream(RequestDraft(url: server.url))
            let error = await #expect(throws: EngineError.self) {
                try await Self.all(stream.events(maxEventBytes: 12))
            }
            #expect(error?.category == .tooLarge)
            #expect(error?.sentence.contains("is longer than the limit of 12 bytes") == true)
            let isEvent = error?.sentence.hasPrefix("An event of the response ") == true
            #expect(isEvent == body.contains("67890\ndata"))
            #expect(
                error?.hint
                    == (isEvent
                        ? "Raise the limit of an event, or read the response in lines."
                        : "Raise the limit of a line, or read the response in chunks."))
        }
    }

    @Test func `a response that is no stream of events is an error, not an empty stream`() async throws {
        let gone = StubBehaviour.status(404, headers: [("Content-Type", "text/event-stream")], body: "data: a\n\n")
        let page = Self.serve(["<p>data: a\n\n"], type: "text/html")
        try await StubServer.with(.routes(["/gone": gone, "/page": page, "/none": .status(204, body: "")])) { server in
            let (engine, url) = (Engine(), server.url)
            func read(_ path: String) async throws -> [ServerSentEvent] {
                try await Self.all(try await engine.stream(RequestDraft(url: url + path)).events)
            }
            let refusal = await #expect(throws: EngineError.self) { try await read("/gone") }
            #expect(refusal?.status == 404)
            let error = await #expect(throws: EngineError.self) { try await read("/page") }
            #expect(error?.category == .decoding)
            #expect(
                error?.sentence == "The body is not a stream of events as expected: it has another media type.")
            let none = try await read("/none")
            #expect(none.isEmpty)
        }
    }
}
