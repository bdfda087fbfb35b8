import NetEngine
import Synchronization
import TestSupport
import Testing

@testable import apitui

@Suite(.timeLimit(.minutes(5))) struct LiveOutputTests {
    private func begun(_ live: LiveOutput) {
        live.expect(isWanted: true)
        var head = TransportResult()
        head.response = ExchangeFixtures.response(
            status: 200, headers: [HeaderField("Content-Type", "text/event-stream")], body: [])
        live.begin(head)
    }

    private func receive(_ text: String, _ live: LiveOutput) {
        Array(text.utf8).withUnsafeBytes { _ = live.receive($0) }
    }

    @Test func `the end waits for current output, and prints the rest after it`() async throws {
        let exchange = ExchangeFixtures.exchange(
            response: ExchangeFixtures.response(status: 200, body: Array("one two three".utf8)))
        let printed = Mutex<[UInt8]>([])
        let (pieces, told) = AsyncStream<Void>.makeStream()
        let live = LiveOutput(isTerminal: false) { bytes in
            printed.withLock { $0 += bytes }
            told.yield()
        }
        begun(live)
        receive("one ", live)
        for await _ in pieces { break }
        receive("two ", live)
        #expect(await live.conclude(exchange))
        #expect(String(decoding: printed.withLock(\.self), as: UTF8.self) == "one two three")
    }

    @Test func `what was not begun is left to be printed whole`() async throws {
        let live = LiveOutput(isTerminal: false) { _ in Issue.record("printed") }
        live.expect(isWanted: true)
        #expect(await live.conclude(ExchangeFixtures.exchange()) == false)
    }

    @Test func `a body that moves to a file is printed from there, each byte once`() async throws {
        let file = try SpooledBody(in: ["/tmp"])
        func append(_ text: String) throws { try Array(text.utf8).withUnsafeBytes { try file.append($0) } }
        let response = Response(ExchangeFixtures.response(status: 200), content: BodyBytes(file), isComplete: true)
        let exchange = ExchangeFixtures.exchange(response: response)
        let printed = Mutex<[UInt8]>([])
        let (pieces, told) = AsyncStream<Void>.makeStream()
        var steps = pieces.makeAsyncIterator()
        let live = LiveOutput(isTerminal: false) { bytes in
            printed.withLock { $0 += bytes }
            told.yield()
        }
        begun(live)
        receive("one ", live)
        await steps.next()
        live.spooled(file)
        // What is received is printed only when it is in the file.
        receive("two ", live)
        try append("one two ")
        receive("three ", live)
        await steps.next()
        try append("three four")
        #expect(await live.conclude(exchange))
        #expect(String(decoding: printed.withLock(\.self), as: UTF8.self) == "one two three four")
    }

    @Test func `only the response that is wanted has an observer`() {
        let live = LiveOutput(isTerminal: false) { _ in }
        #expect(live.observer == nil)
        live.expect(isWanted: false)
        #expect(live.observer == nil)
        live.expect(isWanted: true)
        #expect(live.observer != nil)
        live.expect(isWanted: false)
        #expect(live.observer == nil)
    }
}
