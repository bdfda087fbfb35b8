import Testing

@testable import NetEngine

/// `Content-Range`, by the one reader that cache, downloads and `explain` share.
@Suite struct ContentRangeTests {
    @Test(arguments: [
        ("bytes 0-9/10", ContentRangeField(range: 0...9, total: 10)),
        ("Bytes 4-9/*", ContentRangeField(range: 4...9, total: nil)),
        (" bytes  4-9/* ", ContentRangeField(range: 4...9, total: nil)),
        ("bytes */10", ContentRangeField(range: nil, total: 10)), ("bytes */*", nil), ("bytes 9-4/10", nil),
        ("bytes 4-10/10", nil), ("bytes 4-9", nil), ("items 0-1/2", nil), ("bytes -1-2/3", nil), ("", nil),
        ("bytes +1-2/3", nil), ("bytes 0-9/", nil), ("bytes 0-9223372036854775807/*", nil),
        ("bytes 0-99999999999999999999/*", nil), ("bytes 4-4/5", ContentRangeField(range: 4...4, total: 5)),
        ("bytes 0-1152921504606846976/*", ContentRangeField(range: 0...(1 << 60), total: nil)),
        ("bytes 0-1152921504606846977/*", nil), ("bytes 0-1/1152921504606846977", nil), ("bytes 0-1/2/3", nil),
        ("bytes 0-1-2/3", nil), ("bytes *-1/3", nil), ("bytes", nil), ("bytes 0-1/x", nil),
    ])
    func `content ranges are read strictly`(_ text: String, _ range: ContentRangeField?) {
        #expect(ContentRangeField(text) == range)
    }

    @Test func `several fields are none, even where they are equal`() {
        let field = HeaderField("Content-Range", "bytes 0-9/10")
        #expect(ContentRangeField(HeaderFields([field]))?.count == 10)
        #expect(ContentRangeField(HeaderFields([field, field])) == nil)
        #expect(ContentRangeField(HeaderFields([])) == nil)
    }

    /// Times in seconds end at 2^31; positions do not.
    @Test func `positions beyond 2 GiB stay what they are`() throws {
        let field = HeaderField("Content-Range", "bytes 3000000000-3000000004/5000000000")
        let part = try #require(ContentRange(HeaderFields([field])))
        #expect(part == ContentRange(first: 3_000_000_000, last: 3_000_000_004, total: 5_000_000_000))
        let range = try #require(ByteRange(Array("bytes=3000000001-3000000002".utf8)))
        #expect(range == .closed(first: 3_000_000_001, last: 3_000_000_002))
        #expect(RangeSlice(range, of: part, count: 5)?.bytes == 1..<3)
    }

    @Test func `a range beyond all bodies ends where the body ends`() throws {
        let range = try #require(ByteRange(Array("bytes=2-99999999999999999999".utf8)))
        #expect(RangeSlice(range, ofWhole: 5)?.bytes == 2..<5)
        #expect(RangeSlice(range, of: ContentRange(first: 1, last: 4, total: 5), count: 4)?.bytes == 1..<4)
    }
}
