import NetEngine
import Synchronization
import TestSupport
import Testing

@testable import Bodies
@testable import Explorer

@Suite struct BodyReadingTests {
    private final class Posted: Sendable {
        private let bodies = Mutex<[BodyDocument]>([])
        var all: [BodyDocument] { bodies.withLock { $0 } }

        @Sendable func take(_ action: Action) -> Bool {
            guard case .bodyRead(_, let body) = action else { return true }
            bodies.withLock { $0.append(body) }
            return true
        }
    }

    /// About 200 bytes for each record.
    private static func json(_ count: Int) -> [UInt8] {
        let record = "{\"name\":\"\(String(repeating: "ö", count: 80))\",\"tags\":[1,{\"a\":null}]}"
        return Array("[\(Array(repeating: record, count: count).joined(separator: ","))]".utf8)
    }

    @Test func `a body is shown as it comes, and its end takes what was read`() async throws {
        let bytes = Self.json(400)
        let file = try SpooledBody(in: ["/tmp"])
        let posted = Posted()
        let reading = BodyReading(
            ExchangeFixtures.id(4), BodyBytes(file), contentType: "application/json", post: posted.take)
        var place = 0
        for end in [10, 5000, 5001, 60_000, bytes.count] {
            try bytes[place..<end].withUnsafeBytes { try file.append($0) }
            place = end
            await reading.readOn()
            let shown = try #require(posted.all.last)
            #expect(shown.byteCount == end)
            let now = BodyDocument(bytes: Array(bytes[..<end]), contentType: "application/json", isComplete: false)
            #expect(shown.pretty == now.pretty)
        }
        let count = posted.all.count
        let whole = await reading.end(isComplete: true)
        #expect(whole.pretty == BodyDocument(bytes: bytes, contentType: "application/json").pretty)
        #expect(posted.all.count == count, "nothing was left to read")
        // What was shown before shows the same still.
        #expect(posted.all.first?.byteCount == 10)
    }

    @Test func `a body that nobody wants to know more of is not read on`() async {
        let posted = Posted()
        let reading = BodyReading(
            ExchangeFixtures.id(4), BodyBytes([UInt8](repeating: 0x61, count: 20 << 20)), contentType: "text/plain"
        ) {
            _ = posted.take($0)
            return false
        }
        await reading.readOn()
        #expect(posted.all.count == 1 && posted.all[0].byteCount < 20 << 20)
    }

    @Test func `of a response nothing is told once another one began in its place`() {
        let told = Mutex(0)
        let news = ResponseNews { _ in told.withLock { $0 += 1 } }
        #expect(news.post(.tick))
        news.end()
        #expect(!news.post(.tick))
        #expect(told.withLock { $0 } == 1)
    }

    @Test func `a body that was begun is not read again`() async throws {
        let bytes = Self.json(400)
        var scan = BodyScan(BodyBytes(bytes), contentType: nil)
        scan.read(to: 50_000)
        let posted = Posted()
        let reading = BodyReading(
            ExchangeFixtures.id(4), BodyBytes(bytes), contentType: nil, from: scan, post: posted.take)
        let body = await reading.end(isComplete: false)
        #expect(body.byteCount == bytes.count && !body.isComplete)
        #expect(body.pretty == BodyDocument(bytes: bytes, isComplete: false).pretty)
    }
}
