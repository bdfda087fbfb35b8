import Base
import CBodyScan
import JSONPath
import NetEngine

/// What became of looking for the place that a path leads to.
package enum JSONDescent: Sendable, Hashable {
    /// Where the value begins in the text.
    case found(Int)
    /// So many steps lead somewhere, the next one does not.
    case missing(after: Int)
    case stopped
}

extension JSONIndex {
    /// Goes down a path from the first value. An element costs the records of the blocks before it; a member all names before it.
    ///
    /// - Parameter isStopped: asked now and then, with how far it is; ends the search.
    package func descend(
        _ steps: [JSONPathQuery.Step], in text: UnsafeBufferPointer<UInt8>, isStopped: (Int) -> Bool
    ) -> JSONDescent {
        guard var place = row(0, in: text)?.offset else { return .missing(after: 0) }
        for (number, step) in steps.enumerated() {
            var step = step
            if case .index(let index) = step, index < 0 {
                // From the end: all elements are counted.
                step = .index(index + (container(at: place, in: text)?.count ?? 0))
            }
            switch child(step, ofContainerAt: place, in: text, isStopped: isStopped) {
            case .found(let child): place = child
            case .missing: return .missing(after: number)
            case .stopped: return .stopped
            }
        }
        return .found(place)
    }

    private func child(
        _ step: JSONPathQuery.Step, ofContainerAt offset: Int, in text: UnsafeBufferPointer<UInt8>,
        isStopped: (Int) -> Bool
    ) -> JSONDescent {
        let isObject = text[offset] == UInt8(ascii: "{")
        var wanted = -1
        if case .index(let index) = step { wanted = index }
        guard let base = text.baseAddress, isObject ? wanted < 0 : text[offset] == UInt8(ascii: "[") && wanted >= 0
        else { return .missing(after: 0) }
        var block = block(at: offset)
        var place = rows(at: block)
        while place.place <= offset {
            guard cbs_next_mark(&place, base, UInt64(end(of: block))) != 0 else { return .missing(after: 0) }
        }
        let depth = place.depth
        var number = 0
        if let value = value(step, of: (offset + 1, number), in: text) { return .found(value) }
        while true {
            countWork(end(of: block) - Int(place.place))
            let blockEnd = UInt64(end(of: block))
            while true {
                let mark = cbs_next_mark(&place, base, blockEnd)
                guard mark != 0 else { break }
                if place.depth < depth { return .missing(after: 0) }
                guard mark == UInt8(ascii: ","), place.depth == depth else { continue }
                number += 1
                if let value = value(step, of: (Int(place.place), number), in: text) { return .found(value) }
            }
            block += 1
            // What is in deeper levels is passed over, and so are elements before the one that is wanted.
            while block < blocks.count - 1, blocks[block].least >= depth {
                if blocks[block].least == depth {
                    guard !isObject, number + Int(blocks[block].commas) < wanted else { break }
                    number += Int(blocks[block].commas)
                }
                block += 1
            }
            guard block < blocks.count, begin(of: block) < layoutEnd else { return .missing(after: 0) }
            if isStopped(begin(of: block)) { return .stopped }
            place = rows(at: block)
        }
    }

    /// Where the value of an item begins, if it is the one that a step names.
    /// - Parameter item: what is after the bracket or comma before it, and its number.
    private func value(
        _ step: JSONPathQuery.Step, of item: (start: Int, number: Int), in text: UnsafeBufferPointer<UInt8>
    ) -> Int? {
        switch step {
        case .index(let index):
            guard item.number == index else { return nil }
            let start = skipSpace(item.start, in: text)
            return start < layoutEnd && text[start] != UInt8(ascii: "]") ? start : nil
        case .name(let name):
            let start = skipSpace(item.start, in: text)
            guard start < layoutEnd, text[start] == UInt8(ascii: "\""), let base = text.baseAddress else { return nil }
            let end = longEnd(from: start) ?? Int(cbs_string_end(base, UInt64(start + 1), UInt64(layoutEnd)))
            let colon = skipSpace(end, in: text)
            // Before the name is looked at: one that has no end has no colon.
            guard colon < layoutEnd, text[colon] == UInt8(ascii: ":"), isName(name, start + 1..<end - 1, in: text)
            else { return nil }
            let value = skipSpace(colon + 1, in: text)
            return value < layoutEnd ? value : nil
        }
    }

    private func isName(_ name: [UInt8], _ range: Range<Int>, in text: UnsafeBufferPointer<UInt8>) -> Bool {
        guard !range.isEmpty || name.isEmpty else { return false }
        let raw = UnsafeBufferPointer(rebasing: text[range])
        if raw.elementsEqual(name) { return true }
        // An escape is at least as long as what it means.
        guard raw.count > name.count, raw.count <= 6 * name.count, raw.contains(Byte.backslash) else { return false }
        return JSONText.decoded(Array(raw), 0..<raw.count).text == name
    }

    private func skipSpace(_ start: Int, in text: UnsafeBufferPointer<UInt8>) -> Int {
        var place = start
        while place < layoutEnd, text[place] <= 0x20 { place = longEnd(from: place) ?? place + 1 }
        return place
    }
}
