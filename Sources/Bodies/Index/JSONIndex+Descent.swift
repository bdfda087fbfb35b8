import Base
import CBodyScan
import JSONPath
import NetEngine

/// What became of looking for the place that a path leads to.
package enum JSONDescent: Sendable, Hashable {
    /// Where the value begins in the text.
    case found(Int)
    /// The number of steps that lead somewhere; the next one does not.
    case missing(after: Int)
    case stopped
}

extension JSONIndex {
    /// Goes down a path from the first value, or from one that is in it. An element costs the records of the blocks before it; a
    /// member all names before it.
    ///
    /// - Parameter isStopped: asked now and then, with how far it is; ends the search.
    package func descend(
        _ steps: [JSONPathQuery.Step], from start: Int? = nil, in text: UnsafeBufferPointer<UInt8>,
        isStopped: (Int) -> Bool
    ) -> JSONDescent {
        guard var place = start ?? row(0, in: text)?.offset else { return .missing(after: 0) }
        for (number, step) in steps.enumerated() {
            let isObject = text[place] == UInt8(ascii: "{")
            var found: Int?
            let isEnded: Bool
            switch step {
            case .index(let index) where !isObject:
                // From the end: all elements are counted.
                let wanted = index < 0 ? index + (container(at: place, in: text)?.count ?? 0) : index
                guard wanted >= 0 else { return .missing(after: number) }
                isEnded = forEachItem(ofContainerAt: place, from: wanted, in: text, isStopped: isStopped) {
                    item, range in
                    guard item == wanted else { return true }
                    found = value(ofItemAt: range.lowerBound, isMember: false, in: text)?.start
                    return false
                }
            case .name(let name) where isObject:
                isEnded = forEachItem(ofContainerAt: place, in: text, isStopped: isStopped) { _, range in
                    guard let member = value(ofItemAt: range.lowerBound, isMember: true, in: text),
                        let own = member.name, isName(name, own, in: text)
                    else { return true }
                    found = member.start
                    return false
                }
            default: return .missing(after: number)
            }
            guard isEnded else { return .stopped }
            guard let found else { return .missing(after: number) }
            place = found
        }
        return .found(place)
    }

    /// Visits the items of an object or array in order: what is between its brackets and commas. Ends when the body returns false.
    ///
    /// - Parameters:
    ///   - wanted: the first item that is needed; of those before it most are left out.
    ///   - isStopped: asked at each block, with where that begins.
    /// - Returns: false if it was stopped.
    @discardableResult
    package func forEachItem(
        ofContainerAt offset: Int, from wanted: Int = 0, in text: UnsafeBufferPointer<UInt8>,
        isStopped: (Int) -> Bool, _ body: (Int, Range<Int>) -> Bool
    ) -> Bool {
        guard let base = text.baseAddress, text[offset] == UInt8(ascii: "{") || text[offset] == UInt8(ascii: "[")
        else { return true }
        var block = block(at: offset)
        var place = rows(at: block)
        while place.place <= offset {
            guard cbs_next_mark(&place, base, UInt64(end(of: block))) != 0 else { return true }
        }
        let depth = place.depth
        var (number, start) = (0, offset + 1)
        while true {
            countWork(end(of: block) - Int(place.place))
            let blockEnd = UInt64(end(of: block))
            while true {
                let mark = cbs_next_mark(&place, base, blockEnd)
                guard mark != 0 else { break }
                let isLast = place.depth < depth
                guard isLast || (mark == UInt8(ascii: ",") && place.depth == depth) else { continue }
                let item = start..<Int(place.place) - 1
                if number >= wanted, number > 0 || !isLast || skipSpace(start, in: text) < item.upperBound {
                    guard body(number, item) else { return true }
                }
                if isLast { return true }
                (number, start) = (number + 1, Int(place.place))
            }
            block += 1
            // What is in deeper levels is passed over, and so are items before the one that is wanted.
            while block < blocks.count - 1, blocks[block].least >= depth {
                if blocks[block].least == depth {
                    guard number + Int(blocks[block].commas) < wanted else { break }
                    number += Int(blocks[block].commas)
                }
                block += 1
            }
            guard block < blocks.count, begin(of: block) < layoutEnd else {
                // The text ends inside.
                if skipSpace(start, in: text) < layoutEnd { _ = body(number, start..<layoutEnd) }
                return true
            }
            if isStopped(begin(of: block)) { return false }
            place = rows(at: block)
        }
    }

    /// Where the value of an item begins, and for a member its name without the quotes.
    /// - Parameter start: after the bracket or comma before the item.
    package func value(
        ofItemAt start: Int, isMember: Bool, in text: UnsafeBufferPointer<UInt8>
    ) -> (name: Range<Int>?, start: Int)? {
        let first = skipSpace(start, in: text)
        guard first < layoutEnd else { return nil }
        guard isMember else { return (nil, first) }
        guard text[first] == UInt8(ascii: "\""), let base = text.baseAddress else { return nil }
        let end = longEnd(from: first) ?? Int(cbs_string_end(base, UInt64(first + 1), UInt64(layoutEnd)))
        let colon = skipSpace(end, in: text)
        // A name that has no end has no colon.
        guard colon < layoutEnd, text[colon] == UInt8(ascii: ":") else { return nil }
        let value = skipSpace(colon + 1, in: text)
        return value < layoutEnd ? (first + 1..<end - 1, value) : nil
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
        skipSpace(from: start, to: layoutEnd, in: text)
    }
}
