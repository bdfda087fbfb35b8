import Base
import CBodyScan
import NetEngine

/// An object or array, and where it ends.
package struct JSONContainer: Sendable, Hashable {
    /// From its opening bracket to the byte after its closing one; where that has not come, to the end of what has.
    package let range: Range<Int>
    package let isObject: Bool
    /// Members or items.
    package let count: Int
    package let isWhole: Bool
}

/// One step of a path, from the outside to the inside.
package enum JSONStep: Sendable, Hashable {
    case index(Int)
    /// A member, by the place of its name with its quotes.
    case name(Range<Int>)
}

extension JSONIndex {
    // MARK: From an opening bracket to its end

    /// The object or array that begins at an offset. Costs two blocks and a look at the records between them.
    package func container(at offset: Int, in text: UnsafeBufferPointer<UInt8>) -> JSONContainer? {
        guard offset >= start, offset < layoutEnd, let base = text.baseAddress,
            text[offset] == UInt8(ascii: "{") || text[offset] == UInt8(ascii: "[")
        else { return nil }
        var block = block(at: offset)
        var place = rows(at: block)
        while place.place <= offset {
            guard cbs_next_mark(&place, base, UInt64(end(of: block))) != 0 else { return nil }
        }
        let depth = place.depth
        // Otherwise the bracket is inside a string.
        guard place.place == offset + 1 else { return nil }
        var commas = 0
        var isEmpty = true
        func made(to end: Int, isWhole: Bool) -> JSONContainer {
            let inside = text[(offset + 1)..<max(offset + 1, isWhole ? end - 1 : end)].prefix(Int(cbs_long))
            isEmpty = isEmpty && inside.allSatisfy { $0 <= 0x20 }
            return JSONContainer(
                range: offset..<end, isObject: text[offset] == UInt8(ascii: "{"), count: isEmpty ? 0 : commas + 1,
                isWhole: isWhole)
        }
        while true {
            let blockEnd = UInt64(end(of: block))
            while true {
                let mark = cbs_next_mark(&place, base, blockEnd)
                guard mark != 0 else { break }
                if place.depth < depth { return made(to: Int(place.place), isWhole: true) }
                isEmpty = false
                if mark == UInt8(ascii: ","), place.depth == depth { commas += 1 }
            }
            block += 1
            while block < blocks.count - 1, blocks[block].least >= depth {
                if blocks[block].least == depth { commas += Int(blocks[block].commas) }
                isEmpty = false
                block += 1
            }
            guard block < blocks.count, begin(of: block) < layoutEnd else { return made(to: layoutEnd, isWhole: false) }
            place = rows(at: block)
        }
    }

    // MARK: From a place to what it is in

    /// What is known of one level: the commas in it before the place, and the last mark.
    private struct Level {
        var commas = 0
        var lastMark: UInt8 = 0
        /// Of the colon, where that is the last mark.
        var colon = 0
    }

    /// The steps to the row that begins at an offset: of a closing bracket to what it closes.
    ///
    /// - Parameter limit: the most steps, the innermost ones.
    /// - Returns: the steps, and whether there are more outside of them.
    package func path(
        to offset: Int, limit: Int = 24, in text: UnsafeBufferPointer<UInt8>
    ) -> (steps: [JSONStep], isCut: Bool) {
        guard offset >= start, offset < layoutEnd else { return ([], false) }
        var steps: [JSONStep] = []
        var block = block(at: offset)
        // The levels that begin in the block, the outermost first, and the one around them.
        var (around, inner) = levels(of: block, before: offset, in: text)
        let isClosing = text[offset] == UInt8(ascii: "}") || text[offset] == UInt8(ascii: "]")
        // What is at the place itself is a step in the innermost level.
        var isInnermost = true
        func add(_ level: Level) {
            defer { isInnermost = false }
            if isInnermost {
                if isClosing { return }
                if let name = nameRange(at: offset, in: text) {
                    steps.append(.name(name))
                    return
                }
            }
            if level.lastMark == UInt8(ascii: ":") {
                steps.append(.name(name(before: level.colon, in: text)))
            } else {
                steps.append(.index(level.commas))
            }
        }
        while true {
            for level in inner.reversed() {
                guard steps.count < limit else { return (steps.reversed(), true) }
                add(level)
            }
            // The depth of the level around, which began in a block before this one.
            let depth = around.depth
            guard depth > 0 else { break }
            guard steps.count < limit else { return (steps.reversed(), true) }
            block -= 1
            while block >= 0, blocks[block].least >= depth {
                if blocks[block].least == depth {
                    if around.level.lastMark == 0 {
                        let found = levels(of: block, before: end(of: block), in: text).around.level
                        around.level.lastMark = found.lastMark
                        around.level.colon = found.colon
                    }
                    around.level.commas += Int(blocks[block].commas)
                }
                block -= 1
            }
            guard block >= 0 else { break }
            let outer = levels(of: block, before: end(of: block), in: text)
            // Deeper ones end before the place. The innermost is the level that was looked for.
            inner = Array(outer.inner.prefix(depth - outer.around.depth))
            if let last = inner.indices.last {
                inner[last].commas += around.level.commas
                if around.level.lastMark != 0 {
                    inner[last].lastMark = around.level.lastMark
                    inner[last].colon = around.level.colon
                }
            }
            around = outer.around
        }
        return (steps.reversed(), false)
    }

    private func levels(
        of block: Int, before offset: Int, in text: UnsafeBufferPointer<UInt8>
    ) -> (around: (depth: Int, level: Level), inner: [Level]) {
        var place = rows(at: block)
        var around = (depth: Int(place.depth), level: Level())
        var inner: [Level] = []
        guard let base = text.baseAddress else { return (around, inner) }
        countWork(max(0, offset - Int(place.place)))
        while true {
            let mark = cbs_next_mark(&place, base, UInt64(offset))
            switch mark {
            case 0: return (around, inner)
            case UInt8(ascii: "{"), UInt8(ascii: "["): inner.append(Level())
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                if inner.popLast() == nil { around = (Int(place.depth), Level()) }
            default:
                var level = inner.last ?? around.level
                if mark == UInt8(ascii: ",") { level.commas += 1 }
                level.lastMark = mark
                level.colon = Int(place.place) - 1
                if inner.isEmpty { around.level = level } else { inner[inner.count - 1] = level }
            }
        }
    }

    /// The string at an offset, if a colon follows it.
    private func nameRange(at offset: Int, in text: UnsafeBufferPointer<UInt8>) -> Range<Int>? {
        guard text[offset] == UInt8(ascii: "\""), let base = text.baseAddress else { return nil }
        let end =
            longEnd(from: offset) ?? Int(cbs_string_end(base, UInt64(offset + 1), UInt64(layoutEnd)))
        var next = end
        while next < layoutEnd, text[next] <= 0x20 { next = longEnd(from: next) ?? next + 1 }
        return next < layoutEnd && text[next] == UInt8(ascii: ":") ? offset..<end : nil
    }

    /// The name that a colon follows.
    private func name(before colon: Int, in text: UnsafeBufferPointer<UInt8>) -> Range<Int> {
        var end = colon
        if let gap = long(endingAt: colon), text[gap.lowerBound] <= 0x20 { end = gap.lowerBound }
        while end > start, text[end - 1] <= 0x20 { end -= 1 }
        if let name = long(endingAt: end) { return name }
        // A short one: from its block, or the one before.
        var place = rows(at: block(at: max(start, end - Int(cbs_long))))
        var last = end
        find(&place, 1, before: end, in: text)
        while Int(place.place) < end {
            last = Int(place.place)
            find(&place, 1, before: end, in: text)
        }
        return last..<end
    }

    private func long(endingAt end: Int) -> Range<Int>? {
        let place = longs.partitioningIndex { $0.upperBound >= end }
        return place < longs.count && longs[place].upperBound == end ? longs[place] : nil
    }
}

extension JSONStep {
    /// As JSONPath (RFC 9535) writes it: `.name`, `['other name']`, `[3]`. Long names are cut.
    package func text(in text: UnsafeBufferPointer<UInt8>) -> String {
        switch self {
        case .index(let index): return "[\(index)]"
        case .name(let range):
            let inside = range.lowerBound + 1..<max(range.lowerBound + 1, range.upperBound - 1)
            let isCut = inside.count > 60
            let bytes = Array(text[isCut ? inside.lowerBound..<inside.lowerBound + 60 : inside])
            // Not decoded if it is cut: the cut may be inside an escape.
            let name = String(
                decoding: isCut ? bytes : JSONText.decoded(bytes, 0..<bytes.count).text, as: UTF8.self)
            let isPlain = name.unicodeScalars.allSatisfy {
                $0 == "_" || $0.properties.isAlphabetic || ("0"..."9") ~= $0
            }
            let startsWithDigit = name.unicodeScalars.first.map { ("0"..."9") ~= $0 } ?? true
            if isPlain, !startsWithDigit, !isCut { return ".\(name)" }
            let quoted = name.replacing(bytes: "\\", with: "\\\\").replacing(bytes: "'", with: "\\'")
                .replacing(bytes: "\n", with: "\\n")
            return "['\(quoted)\(isCut ? "…" : "")']"
        }
    }
}
