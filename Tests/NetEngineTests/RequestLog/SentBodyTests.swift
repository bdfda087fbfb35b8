import NetEngine
import TestSupport
import Testing

@testable import NetEngineRequestLog

/// What the log keeps of request bodies that are sent in pieces.
@Suite struct SentBodyTests {
    private static func sent(_ body: RequestBody, limit: Int) -> (bytes: [UInt8], size: Int)? {
        SentBody(body, sentCount: nil, limit: limit).map { ($0.bytes, $0.size) }
    }

    @Test func `pieces are kept up to the limit, with the size of all`() throws {
        let folder = try TemporaryFolder()
        let file = try folder.write([4, 5, 6, 7] as [UInt8], to: "f")
        let body = RequestBody.pieces([.bytes([1, 2, 3]), .file(path: file), .bytes([8, 9])])
        let rows: [(limit: Int, bytes: [UInt8])] = [
            (99, [1, 2, 3, 4, 5, 6, 7, 8, 9]), (9, [1, 2, 3, 4, 5, 6, 7, 8, 9]), (8, [1, 2, 3, 4, 5, 6, 7, 8]),
            (7, [1, 2, 3, 4, 5, 6, 7]), (5, [1, 2, 3, 4, 5]), (3, [1, 2, 3]), (2, [1, 2]), (0, []),
        ]
        for (limit, bytes) in rows {
            let found = Self.sent(body, limit: limit)
            #expect(found?.bytes == bytes && found?.size == 9, "\(limit)")
        }
        #expect(Self.sent(.pieces([]), limit: 9)?.size == 0)
        #expect(Self.sent(.pieces([.bytes([1]), .file(path: "\(folder.path)/gone")]), limit: 9) == nil)
        #expect(Self.sent(.pieces([.file(path: folder.path)]), limit: 9) == nil, "a folder is no file")
    }

    @Test func `other bodies need no copy`() {
        #expect(Self.sent(.none, limit: 9) == nil && Self.sent(.bytes([1]), limit: 9) == nil)
    }
}
