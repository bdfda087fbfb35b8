import NetEngine
import TestSupport
import Testing

@testable import Bodies
@testable import Explorer
@testable import TerminalUI

/// Streamed responses are shown while they arrive.
struct ArrivingBodyTests {
    typealias F = ExchangeFixtures

    private static let size = Size(columns: 60, rows: 6)

    private static func sent() -> ResponsePaneState {
        var state = F.pane(F.exchange(3))
        state.begin(id: F.id(4), label: F.label, at: F.moment(1_000))
        return state
    }

    private static func text(_ text: String) -> BodyNews { .bytes(Array(text.utf8), skipped: .init()) }

    @Test func `a stream is shown from its first byte on, instead of the old response`() {
        var state = Self.sent()
        state.bodyArrived(F.id(4), .began(contentType: "text/event-stream"), at: F.moment(1_010), in: Self.size)
        #expect(state.tabs.contains(.headers))
        state.bodyArrived(F.id(4), Self.text("data: 1\n\n"), at: F.moment(1_020), in: Self.size)
        #expect(state.tabs == [.body, .timing])
        let frame = F.frame(state, 60, 6, now: F.moment(1_030))
        #expect(frame.contains("data: 1"))
        #expect(frame.contains("Arriving: 9 B so far"))
        _ = state.perform(.nextTab, in: Self.size)
        #expect(state.shownTab == .timing, "the keys of tabs move between two")
    }

    @Test func `before a retry the pane says when it begins, and whose response is in view`() {
        var state = Self.sent()
        _ = state.apply(F.event(4, 0, .hopStarted(index: 0, method: "GET", url: "http://x/")))
        _ = state.apply(F.event(4, 5, .headReceived(status: 429, expectedBodyBytes: 9)))
        state.bodyArrived(F.id(4), .began(contentType: "text/event-stream"), at: F.moment(1_010), in: Self.size)
        state.bodyArrived(F.id(4), Self.text("data: 1\n\n"), at: F.moment(1_020), in: Self.size)
        _ = state.apply(F.event(4, 20, .retryScheduled(retry: 1, after: .seconds(2), reason: F.timeout)))
        let frame = F.frame(state, 60, 6, now: F.moment(1_530))
        #expect(frame.contains("attempt 2 in 2 s") && frame.contains("  429  "), "\(frame)")
        #expect(frame.contains("The response to attempt 1, 9 B; another one follows."), "\(frame)")
    }

    @Test func `a reader at the end stays at the end, another one stays where they are`() {
        var state = Self.sent()
        state.bodyArrived(F.id(4), .began(contentType: "application/x-ndjson"), at: F.moment(1_010), in: Self.size)
        for line in 0..<20 {
            state.bodyArrived(F.id(4), Self.text("{\"n\": \(line)}\n"), at: F.moment(1_020 + line), in: Self.size)
        }
        #expect(state.scroll.line > 10)
        _ = state.perform(.top, in: Self.size)
        state.bodyArrived(F.id(4), Self.text("{}\n"), at: F.moment(1_100), in: Self.size)
        #expect(state.scroll.line == 0)
    }

    @Test func `any other body waits a moment, so that quick responses do not flicker`() {
        var state = Self.sent()
        state.bodyArrived(F.id(4), .began(contentType: "text/plain"), at: F.moment(1_010), in: Self.size)
        state.bodyArrived(F.id(4), Self.text("one\n"), at: F.moment(1_020), in: Self.size)
        #expect(state.arrivingBody == nil)
        state.bodyArrived(F.id(4), Self.text("two\n"), at: F.moment(1_300), in: Self.size)
        #expect(state.arrivingBody?.allBytes == Array("one\ntwo\n".utf8))
    }

    @Test func `another exchange's body changes nothing, and the end takes its place`() {
        var state = Self.sent()
        state.bodyArrived(F.id(9), .began(contentType: "text/event-stream"), at: F.moment(1_010), in: Self.size)
        #expect(state.liveBody == nil)
        state.bodyArrived(F.id(4), .began(contentType: "text/event-stream"), at: F.moment(1_010), in: Self.size)
        state.bodyArrived(F.id(4), Self.text("data: 1\n\n"), at: F.moment(1_020), in: Self.size)
        _ = state.apply(F.event(4, 90, .finished(F.exchange(4))))
        #expect(state.arrivingBody == nil)
        #expect(state.shown?.exchange.id == F.id(4))
        #expect(state.tabs.contains(.checks))
    }

    @Test func `what came first is shown after its moment, though nothing follows`() {
        var state = Self.sent()
        state.bodyArrived(F.id(4), .began(contentType: "text/plain"), at: F.moment(1_010), in: Self.size)
        state.bodyArrived(F.id(4), Self.text("one\n"), at: F.moment(1_020), in: Self.size)
        state.bodyArrived(F.id(4), Self.text(""), at: F.moment(1_200), in: Self.size)
        #expect(state.arrivingBody?.allBytes == Array("one\n".utf8))
    }

    /// 64 KiB of lines of 16 bytes.
    private static func piece(_ number: Int) -> BodyNews {
        .bytes(
            (0..<4096).flatMap { Array("\(String(100_000_000 + number * 4096 + $0)) line\n\n".utf8) }, skipped: .init())
    }

    @Test func `of a long stream the newest part is shown, in bounded memory`() throws {
        var state = Self.sent()
        state.bodyArrived(F.id(4), .began(contentType: "application/x-ndjson"), at: F.moment(1_010), in: Self.size)
        state.bodyArrived(F.id(4), Self.piece(0), at: F.moment(1_020), in: Self.size)
        state.bodyArrived(F.id(4), Self.text(""), at: F.moment(1_020), in: Self.size)
        #expect(F.frame(state, 70, 6, now: F.moment(1_020)).contains("G follows"))
        _ = state.perform(.bottom, in: Self.size)
        for number in 1..<40 {
            state.bodyArrived(F.id(4), Self.piece(number), at: F.moment(1_020 + number), in: Self.size)
        }
        let body = try #require(state.liveBody)
        #expect(body.total == 40 * 65_536)
        #expect(body.bytes.count <= LiveBody.limit && body.bytes.count >= LiveBody.limit / 2)
        #expect(abs(body.skipped.lines * 8 - body.skipped.bytes) < 8)
        // It starts at the beginning of a line, or at a line end.
        #expect(body.bytes.starts(with: Array("1".utf8)) || body.bytes.first == 0x0A)
        let frame = F.frame(state, 60, 6, now: F.moment(1_070))
        #expect(frame.contains("\(100_000_000 + 40 * 4096 - 1) line"))
        #expect(frame.contains("Arriving: 2.6 MB so far, the last "))
    }

    @Test func `who reads further up keeps what they read, and goes on at the end`() throws {
        var state = Self.sent()
        state.bodyArrived(F.id(4), .began(contentType: "application/x-ndjson"), at: F.moment(1_010), in: Self.size)
        state.bodyArrived(F.id(4), Self.piece(0), at: F.moment(1_020), in: Self.size)
        _ = state.perform(.top, in: Self.size)
        for number in 1..<40 { state.bodyArrived(F.id(4), Self.piece(number), at: F.moment(1_030), in: Self.size) }
        #expect(state.scroll.line == 0)
        #expect(state.arrivingBody?.allBytes.starts(with: Array("100000000 line".utf8)) == true)
        #expect(F.frame(state, 70, 6, now: F.moment(1_070)).contains("held here; G goes on"))
        _ = state.perform(.bottom, in: Self.size)
        state.bodyArrived(F.id(4), Self.piece(40), at: F.moment(1_080), in: Self.size)
        #expect(F.frame(state, 60, 6, now: F.moment(1_090)).contains("\(100_000_000 + 41 * 4096 - 1) line"))
    }

    @Test func `what came too fast is left out and counted`() throws {
        var state = Self.sent()
        state.bodyArrived(F.id(4), .began(contentType: "application/x-ndjson"), at: F.moment(1_010), in: Self.size)
        state.bodyArrived(F.id(4), Self.text("one\n"), at: F.moment(1_020), in: Self.size)
        let gap = BodyNews.Skipped(bytes: 500, lines: 7)
        state.bodyArrived(F.id(4), .bytes(Array("last\n".utf8), skipped: gap), at: F.moment(1_030), in: Self.size)
        let body = try #require(state.liveBody)
        #expect(body.bytes == Array("last\n".utf8) && body.total == 509)
        #expect(body.skipped == BodyNews.Skipped(bytes: 504, lines: 8))
    }

    @Test func `a line without an end is cut between two characters`() throws {
        var state = Self.sent()
        state.bodyArrived(F.id(4), .began(contentType: "application/x-ndjson"), at: F.moment(1_010), in: Self.size)
        let piece = [UInt8](String(repeating: "é€", count: 30_000).utf8)
        for _ in 0..<20 {
            state.bodyArrived(F.id(4), .bytes(piece, skipped: .init()), at: F.moment(1_030), in: Self.size)
        }
        let body = try #require(state.liveBody)
        #expect(body.skipped.bytes > 0)
        #expect(String(validating: body.bytes, as: UTF8.self) != nil)
    }

    @Test func `who read along in a text goes on there at its end, in JSON that is laid out then at its beginning`() {
        let lines = (0..<20).map { "\n\($0)" }.joined(separator: ",")
        for (type, body, line) in [("text/plain", "these: \(lines)", 3), ("application/json", "[\(lines)]", 0)] {
            var state = Self.sent()
            state.bodyArrived(F.id(4), .began(contentType: type), at: F.moment(1_010), in: Self.size)
            state.bodyArrived(F.id(4), Self.text(body), at: F.moment(1_020), in: Self.size)
            state.bodyArrived(F.id(4), Self.text(""), at: F.moment(1_200), in: Self.size)
            #expect(state.bodyMode == .raw)
            state.scroll(by: 3, in: Self.size)
            let response = F.response(headers: [HeaderField("Content-Type", type)], body: Array(body.utf8))
            _ = state.apply(F.event(4, 300, .finished(F.exchange(4, response: response))))
            #expect(state.scroll.line == line, "\(type)")
        }
    }

    @Test func `bytes that are no text are shown as numbers while they arrive`() {
        var state = Self.sent()
        state.bodyArrived(F.id(4), .began(contentType: nil), at: F.moment(1_010), in: Self.size)
        let bytes: [UInt8] = [0, 1, 2, 0xFF, 0, 0xFE]
        state.bodyArrived(F.id(4), .bytes(bytes, skipped: .init()), at: F.moment(1_020), in: Self.size)
        #expect(state.arrivingBody == nil, "what says nothing of its type is no stream")
        state.bodyArrived(F.id(4), .bytes([7], skipped: .init()), at: F.moment(1_170), in: Self.size)
        #expect(state.bodyMode == .hex)
        #expect(F.frame(state, 60, 6, now: F.moment(1_200)).contains("00 01 02 FF"))
    }

    // MARK: A body in a file

    @Test(
        arguments: [
            ("application/x-ndjson", true), ("text/event-stream", true), ("application/json", false), (nil, false),
        ] as [(String?, Bool)])
    func `of a stream that becomes large the end is followed as before, of any other body the beginning stays`(
        type: String?, isFollowed: Bool
    ) {
        var state = Self.sent()
        state.bodyArrived(F.id(4), .began(contentType: type), at: F.moment(1_010), in: Self.size)
        state.bodyArrived(F.id(4), Self.text("[100000,\n100001,"), at: F.moment(1_020), in: Self.size)
        state.bodyArrived(F.id(4), Self.text("100002,"), at: F.moment(1_200), in: Self.size)
        state.bodyRead(F.id(4), Self.read(70_000), in: Self.size)
        #expect(state.scroll == (isFollowed ? state.viewport(in: Self.size).bottom() : ScrollPosition()))
    }

    /// What was read of an array of 60,000 numbers.
    private static func read(_ count: Int) -> BodyDocument {
        var scan = BodyScan(BodyBytes(numbers), contentType: "application/json")
        scan.read(to: count)
        return BodyDocument(scan, isComplete: false)
    }

    private static let numbers = Array("[\((100_000..<160_000).map(String.init).joined(separator: ","))]".utf8)

    @Test func `a large body keeps its first screen, laid out, while the rest comes`() {
        var state = Self.sent()
        state.bodyArrived(F.id(4), .began(contentType: "application/json"), at: F.moment(1_010), in: Self.size)
        state.bodyRead(F.id(9), Self.read(5_000), in: Self.size)
        #expect(state.arrivingBody == nil, "another exchange's")
        state.bodyRead(F.id(4), Self.read(5_000), in: Self.size)
        #expect(state.bodyMode == .pretty)
        let frame = F.frame(state, 60, 6, now: F.moment(1_020))
        #expect(frame.contains("  100000,") && frame.contains("Arriving: 5.0 KB so far"), "\(frame)")
        state.scroll(by: 1, in: Self.size)
        state.bodyRead(F.id(4), Self.read(70_000), in: Self.size)
        #expect(state.scroll.line == 1)
        #expect(state.arrivingBody?.lines(.pretty, columns: 60).lineCount == 10_001)
        // The end takes what was read, and goes on from there.
        let exchange = F.exchange(4, response: F.response(body: Self.numbers))
        guard case .prepareBody(_, let scan) = state.apply(F.event(4, 90, .finished(exchange))) else {
            Issue.record("no preparation asked for")
            return
        }
        #expect(scan?.place == 70_000)
        #expect(state.scroll.line == 1 && state.bodyMode == .pretty)
        #expect(state.lines(width: 60).lineCount == 10_001)
        state.bodyPrepared(ExchangeDocument(exchange), in: Self.size)
        #expect(state.scroll.line == 1)
        #expect(state.lines(width: 60).lineCount == 60_002)
    }

    @Test func `what was read of the file of an earlier attempt is not read on`() throws {
        let (cut, whole) = (try SpooledBody(in: ["/tmp"]), try SpooledBody(in: ["/tmp"]))
        try Self.numbers[..<70_000].withUnsafeBytes { try cut.append($0) }
        try Self.numbers.withUnsafeBytes { try whole.append($0) }
        for (file, place) in [(cut, nil), (whole, 70_000)] as [(SpooledBody, Int?)] {
            var state = Self.sent()
            var scan = BodyScan(BodyBytes(file), contentType: "application/json")
            scan.read(to: 70_000)
            state.bodyArrived(F.id(4), .began(contentType: "application/json"), at: F.moment(1_010), in: Self.size)
            state.bodyRead(F.id(4), BodyDocument(scan, isComplete: false), in: Self.size)
            let response = Response(F.response(body: []), content: BodyBytes(whole), isComplete: true)
            guard
                case .prepareBody(_, let kept) = state.apply(
                    F.event(4, 90, .finished(F.exchange(4, response: response))))
            else {
                Issue.record("no preparation asked for")
                return
            }
            #expect(kept?.place == place)
        }
    }

    @Test func `a piece that comes late takes nothing away, and what was read earlier neither`() {
        var state = Self.sent()
        state.bodyArrived(F.id(4), .began(contentType: "application/json"), at: F.moment(1_010), in: Self.size)
        state.bodyArrived(F.id(4), Self.text("[100000,"), at: F.moment(1_020), in: Self.size)
        state.bodyRead(F.id(4), Self.read(70_000), in: Self.size)
        state.bodyArrived(F.id(4), Self.text(""), at: F.moment(1_200), in: Self.size)
        #expect(state.arrivingBody?.byteCount == 70_000)
        state.bodyRead(F.id(4), Self.read(5_000), in: Self.size)
        #expect(state.arrivingBody?.byteCount == 70_000)
        state.bodyRead(F.id(4), Self.read(90_000), in: Self.size)
        #expect(state.scroll == ScrollPosition(), "the end is not followed")
    }

    private static let pairs = Array("[\((0..<3_000).map { "[\($0),1]" }.joined(separator: ","))]".utf8)

    private static func pairsRead(_ count: Int) -> BodyDocument {
        var scan = BodyScan(BodyBytes(pairs), contentType: "application/json")
        scan.read(to: count)
        return BodyDocument(scan, isComplete: false)
    }

    @Test func `a level folds what arrives, and the first screen stays`() {
        var state = Self.sent()
        state.bodyArrived(F.id(4), .began(contentType: "application/json"), at: F.moment(1_010), in: Self.size)
        state.bodyRead(F.id(4), Self.pairsRead(9_000), in: Self.size)
        _ = state.perform(.foldMore, in: Self.size)
        for count in [12_000, 20_000, Self.pairs.count] {
            state.bodyRead(F.id(4), Self.pairsRead(count), in: Self.size)
        }
        #expect(state.scroll == ScrollPosition())
        #expect(F.frame(state, 60, 6, now: F.moment(1_020)).contains("  [ 2 items, 5 B ],"))
        _ = state.perform(.bottom, in: Self.size)
        #expect(F.frame(state, 60, 6, now: F.moment(1_020)).contains("  [ 2 items, 8 B ]"))
    }

    @Test func `G in a large body follows its end, to the last byte`() {
        var state = Self.sent()
        state.bodyArrived(F.id(4), .began(contentType: "application/json"), at: F.moment(1_010), in: Self.size)
        state.bodyRead(F.id(4), Self.read(5_000), in: Self.size)
        _ = state.perform(.bottom, in: Self.size)
        state.bodyRead(F.id(4), Self.read(70_000), in: Self.size)
        #expect(state.scroll == state.viewport(in: Self.size).bottom())
        #expect(state.scroll.line > 9_000)
        let exchange = F.exchange(4, response: F.response(body: Self.numbers))
        _ = state.apply(F.event(4, 90, .finished(exchange)))
        var left = state
        _ = left.perform(.top, in: Self.size)
        left.bodyPrepared(ExchangeDocument(exchange), in: Self.size)
        #expect(left.scroll.line == 0, "the user does not wait for the end any more")
        state.bodyRead(F.id(4), Self.read(200_000), in: Self.size)
        #expect(state.scroll == state.viewport(in: Self.size).bottom())
        state.bodyPrepared(ExchangeDocument(exchange), in: Self.size)
        #expect(state.scroll.line > 59_000 && state.scroll == state.viewport(in: Self.size).bottom())
    }
}
