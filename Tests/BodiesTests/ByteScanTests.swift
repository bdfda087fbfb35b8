import Testing

@testable import Bodies

@Suite struct ByteScanTests {
    @Test func `a line ends at the next line feed, at the limit, or at the end`() {
        Array("one\ntwo".utf8).withUnsafeBufferPointer { text in
            #expect(ByteScan.lineEnd(in: text, from: 0) == 3)
            #expect(ByteScan.lineEnd(in: text, from: 3) == 3)
            #expect(ByteScan.lineEnd(in: text, from: 4) == 7)
            #expect(ByteScan.lineEnd(in: text, from: 0, limit: 2) == 2)
            #expect(ByteScan.lineEnd(in: text, from: 9) == 9)
        }
    }

    @Test func `printable ASCII ends at a control character, DEL or a byte beyond ASCII, at any offset`() {
        for odd in [UInt8(0), 0x09, 0x1F, 0x7F, 0x80, 0xFF] {
            for place in 0..<20 {
                var text = [UInt8](repeating: 0x7E, count: 20)
                text[place] = odd
                #expect(text.withUnsafeBufferPointer { ByteScan.endOfPlain(in: $0, 0..<20) } == place)
                #expect(text.withUnsafeBufferPointer { ByteScan.endOfPlain(in: $0, 0..<place) } == place)
            }
        }
    }
}
