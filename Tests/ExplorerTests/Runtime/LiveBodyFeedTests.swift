import NetEngine
import TestSupport
import Testing

@testable import Base
@testable import Bodies
@testable import Explorer
@testable import TerminalUI

/// What the screen learns of a body while it arrives.
@Suite struct LiveBodyFeedTests {
    private static let numbers = Array("[\((100_000..<160_000).map(String.init).joined(separator: ","))]".utf8)

    private static func feed(
        _ type: String, folders: [String] = ["/tmp"]
    ) -> (feed: LiveBodyFeed, actions: AsyncStream<Action>) {
        let (stream, actions) = AsyncStream<Action>.makeStream()
        let feed = LiveBodyFeed(ExchangeFixtures.id(4), folders: folders) { actions.yield($0) }
        var begun = TransportResult()
        begun.response = ExchangeFixtures.response(headers: [HeaderField("Content-Type", type)], body: [])
        feed.begin(begun)
        return (feed, stream)
    }

    private static func give(_ range: Range<Int>, of bytes: [UInt8] = numbers, to feed: LiveBodyFeed) {
        bytes[range].withUnsafeBytes { _ = feed.receive($0) }
    }

    @Test(arguments: ["application/json", "text/plain", "application/octet-stream", ""])
    func `JSON of medium size is laid out while it arrives, also where the type does not say that it is JSON`(
        type: String
    ) async throws {
        let (feed, actions) = Self.feed(type)
        Self.give(0..<100_000, to: feed)
        var state = ResponsePaneState()
        let size = Size(columns: 60, rows: 8)
        state.begin(id: ExchangeFixtures.id(4), label: ExchangeFixtures.label, at: ExchangeFixtures.moment(0))
        var sizes: [Int] = []
        for await action in actions {
            guard case .bodyRead(let id, let body) = action else { continue }
            state.bodyRead(id, body, in: size)
            sizes.append(body.byteCount)
            if body.byteCount == 100_000 { Self.give(100_000..<250_000, to: feed) }
            if body.byteCount == 250_000 { break }
        }
        #expect(sizes == sizes.sorted())
        #expect(state.bodyMode == .pretty)
        let frame = ExchangeFixtures.frame(state, 60, 8)
        #expect(frame.contains("  100000,") && frame.contains("Arriving: 250 KB so far"), "\(frame)")
        // The end comes from the engine's memory, which has all of it.
        state.scroll(by: 3, in: size)
        let exchange = ExchangeFixtures.exchange(4, response: ExchangeFixtures.response(body: Self.numbers))
        guard case .prepareBody(_, nil) = state.apply(ExchangeFixtures.event(4, 90, .finished(exchange))) else {
            Issue.record("what was read of the copy was to be read on")
            return
        }
        #expect(ExchangeFixtures.frame(state, 60, 8).contains("  100003,"))
        state.bodyPrepared(ExchangeDocument(exchange), in: size)
        #expect(ExchangeFixtures.frame(state, 60, 8).contains("  100003,"))
    }

    @Test(arguments: ["[info] started\n", "{\"a\": 1}\n", "  plain [1]\n", "[1, 2, oops, 3]"])
    func `text that only begins like JSON, and records a line, are passed on`(line: String) async {
        let text = Array(String(repeating: line, count: 10_000).utf8.prefix(100_000))
        let (feed, actions) = Self.feed("text/plain")
        Self.give(0..<1000, of: text, to: feed)
        var count = 0
        for await action in actions {
            if case .bodyRead = action { Issue.record("laid out") }
            guard case .bodyArrived(_, .bytes(let bytes, _)) = action, !bytes.isEmpty else { continue }
            if count == 0 { Self.give(1000..<text.count, of: text, to: feed) }
            count += bytes.count
            if count == text.count { break }
        }
    }

    @Test func `of a flood only the newest is passed on, with the count of what is left out`() async {
        let line = Array("0123456\n".utf8)
        let limit = LiveBody.limit
        let text = (0..<(2 * limit + 800) / line.count).flatMap { _ in line }
        let (feed, actions) = Self.feed("text/event-stream")
        // More than twice the limit, and a piece that comes while the screen is busy with it.
        Self.give(0..<text.count, of: text, to: feed)
        var pieces: [(count: Int, bytes: Int, lines: Int)] = []
        for await action in actions {
            guard case .bodyArrived(_, .bytes(let bytes, let skipped)) = action, !bytes.isEmpty else { continue }
            pieces.append((bytes.count, skipped.bytes, skipped.lines))
            if pieces.count == 1 { Self.give(0..<limit + 8, of: text, to: feed) }
            if pieces.count == 2 { break }
        }
        #expect(pieces.map { $0.count } == [limit, limit])
        #expect(pieces.map { $0.bytes } == [limit + 800, 8])
        #expect(pieces.map { $0.lines } == [(limit + 800) / 8, 1])
    }

    @Test func `only the beginning of a body says whether it may be JSON, not that of each piece`() async {
        let (feed, actions) = Self.feed("application/json")
        for place in stride(from: 0, to: 100_000, by: 1000) { Self.give(place..<place + 1000, to: feed) }
        for await action in actions {
            if case .bodyArrived(_, .bytes(let bytes, _)) = action, !bytes.isEmpty { Issue.record("passed on") }
            guard case .bodyRead(_, let body) = action else { continue }
            if body.byteCount == 100_000 { break }
        }
    }

    @Test(arguments: [
        ("application/x-ndjson", "/tmp"), ("text/event-stream", "/tmp"), ("application/json", "/nowhere"),
    ])
    func `of other bodies, and without room for a file, what comes is passed on`(type: String, folder: String) async {
        let (feed, actions) = Self.feed(type, folders: [folder])
        Self.give(0..<100_000, to: feed)
        for await action in actions {
            if case .bodyRead = action { Issue.record("laid out") }
            guard case .bodyArrived(_, .bytes(let bytes, _)) = action, !bytes.isEmpty else { continue }
            #expect(bytes.count == 100_000)
            break
        }
    }
}
