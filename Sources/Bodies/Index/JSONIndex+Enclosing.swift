import Base
import CBodyScan
import NetEngine

extension JSONIndex {
    /// The opening bracket of the object or array at a depth that contains an offset; nil without one. The outermost has
    /// depth 0. Costs two blocks and a look at the records between them.
    package func opening(atDepth depth: Int, around offset: Int, in text: UnsafeBufferPointer<UInt8>) -> Int? {
        guard depth >= 0, offset >= start, offset < layoutEnd, let base = text.baseAddress else { return nil }
        var block = block(at: offset)
        var end = offset
        while true {
            var place = rows(at: block)
            // Whether the level goes on from the block before.
            var isFromBefore = Int(place.depth) > depth
            var found: Int?
            countWork(max(0, end - Int(place.place)))
            while true {
                let mark = cbs_next_mark(&place, base, UInt64(end))
                guard mark != 0 else { break }
                if Int(place.depth) <= depth { (found, isFromBefore) = (nil, false) }
                let isOpening = mark == UInt8(ascii: "{") || mark == UInt8(ascii: "[")
                if isOpening, Int(place.depth) == depth + 1 { found = Int(place.place) - 1 }
            }
            if let found { return found }
            guard isFromBefore, block > 0 else { return nil }
            block -= 1
            while block > 0, Int(blocks[block].least) > depth { block -= 1 }
            end = self.end(of: block)
        }
    }

    /// How many values that are in no other begin before an offset: of a row the number of its record, in a text with many.
    package func rootIndex(at offset: Int, in text: UnsafeBufferPointer<UInt8>) -> Int {
        let block = block(at: offset)
        var rows = rows(at: block)
        var begun = blocks[block].roots + (rows.depth > 0 || rows.inside != 0 ? 1 : 0)
        while Int(rows.place) <= offset, find(&rows, 1, before: min(offset + 1, end(of: block)), in: text) == 1 {
            if rows.depth == 0 { begun += 1 }
        }
        return max(0, begun - 1)
    }

    /// Where whitespace ends, between records also their separators (RFC 7464). A long run is known by the index.
    func skipSpace(from start: Int, to end: Int, in text: UnsafeBufferPointer<UInt8>) -> Int {
        var place = start
        while place < end, JSONText.isSpace(text[place]) || (text[place] == 0x1E && isSequence) {
            place += 1
            if place - start == Int(cbs_long), let known = longEnd(from: start) { return min(known, end) }
        }
        return place
    }
}
