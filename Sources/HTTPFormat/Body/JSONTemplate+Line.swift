import Base
import NetEngine

// One line by itself: a string ends on its line, so no other line needs to be read.
extension JSONTemplate {
    package enum Part: Sendable, Hashable {
        case name, string, number, word, punctuation, variable, comment, space
    }

    /// The parts of a line, without gaps, by offsets in UTF-8. Anything is a line: what is not JSON is a word.
    package static func parts(ofLine line: String) -> [(part: Part, range: Range<Int>)] {
        let bytes = Array(line.utf8)
        var parts: [(part: Part, range: Range<Int>)] = []
        func take(_ part: Part, _ range: Range<Int>) { if !range.isEmpty { parts.append((part, range)) } }
        var place = 0
        while place < bytes.count, isSpace(bytes[place]) { place += 1 }
        take(.space, 0..<place)
        if isRemark(bytes, at: place) {
            take(.comment, place..<bytes.count)
            return parts
        }
        while place < bytes.count {
            let start = place
            if let end = variable(in: bytes, at: place) {
                take(.variable, place..<end)
                place = end
            } else if isSpace(bytes[place]) {
                while place < bytes.count, isSpace(bytes[place]) { place += 1 }
                take(.space, start..<place)
            } else if bytes[place] == Byte.quote {
                place = string(bytes, from: place, into: &parts)
            } else if isStructural(bytes[place]) {
                place += 1
                take(.punctuation, start..<place)
            } else {
                while place < bytes.count, !isSpace(bytes[place]), !isStructural(bytes[place]) { place += 1 }
                let isNumber = bytes[start] == Byte.minus || LineText.isDigit(bytes[start])
                take(isNumber ? .number : .word, start..<place)
            }
        }
        return parts
    }

    /// A comment, or the name of a file to be inserted.
    private static func isRemark(_ bytes: [UInt8], at place: Int) -> Bool {
        guard place < bytes.count else { return false }
        return bytes[place] == Byte.hash || bytes[place] == Byte.lessThan
            || bytes[place] == Byte.slash && place + 1 < bytes.count && bytes[place + 1] == Byte.slash
    }

    private static func string(
        _ bytes: [UInt8], from start: Int, into parts: inout [(part: Part, range: Range<Int>)]
    ) -> Int {
        let first = parts.count
        var (place, from) = (start + 1, start)
        while place < bytes.count {
            if let end = variable(in: bytes, at: place) {
                if from < place { parts.append((.string, from..<place)) }
                parts.append((.variable, place..<end))
                (place, from) = (end, end)
            } else if bytes[place] == Byte.quote {
                place += 1
                break
            } else {
                place += bytes[place] == Byte.backslash ? 2 : 1
            }
        }
        place = min(place, bytes.count)
        if from < place { parts.append((.string, from..<place)) }
        var next = place
        while next < bytes.count, isSpace(bytes[next]) { next += 1 }
        if next < bytes.count, bytes[next] == Byte.colon {
            for index in first..<parts.count where parts[index].part == .string { parts[index].part = .name }
        }
        return place
    }

    /// A bracket: its line from 0, and its offset in UTF-8.
    package struct Bracket: Sendable, Hashable {
        package var line: Int
        package var offset: Int
    }

    /// More bytes than these are not searched for the other bracket.
    private static let searchLimit = 256 << 10

    /// The bracket at a place, or before it, and the one that belongs to it; nil where there is none, or it is far away.
    package static func brackets(in lines: [String], line: Int, offset: Int) -> (Bracket, Bracket)? {
        guard lines.indices.contains(line) else { return nil }
        let here = brackets(ofLine: lines[line])
        guard
            let index = here.firstIndex(where: { $0.offset == offset })
                ?? here.firstIndex(where: { $0.offset == offset - 1 })
        else { return nil }
        let found = Bracket(line: line, offset: here[index].offset)
        let opens = here[index].opens
        var depth = 0
        var seen = 0
        var number = line
        var rest = opens ? Array(here[index...]) : here[...index].reversed()
        while true {
            for bracket in rest {
                depth += bracket.opens == opens ? 1 : -1
                guard depth == 0 else { continue }
                let isPair = bracket.isBrace == here[index].isBrace
                return isPair ? (found, Bracket(line: number, offset: bracket.offset)) : nil
            }
            number += opens ? 1 : -1
            guard lines.indices.contains(number), seen < searchLimit else { return nil }
            seen += lines[number].utf8.count
            rest = brackets(ofLine: lines[number])
            if !opens { rest.reverse() }
        }
    }

    private static func brackets(ofLine line: String) -> [(offset: Int, opens: Bool, isBrace: Bool)] {
        guard line.utf8.contains(where: { "{}[]".utf8.contains($0) }) else { return [] }
        let bytes = Array(line.utf8)
        return parts(ofLine: line).compactMap { part in
            guard part.part == .punctuation else { return nil }
            switch bytes[part.range.lowerBound] {
            case Byte.openBrace: return (part.range.lowerBound, true, true)
            case Byte.openBracket: return (part.range.lowerBound, true, false)
            case Byte.closeBrace: return (part.range.lowerBound, false, true)
            case Byte.closeBracket: return (part.range.lowerBound, false, false)
            default: return nil
            }
        }
    }
}

extension SavedRequest {
    /// Whether the body is written as one JSON text.
    package var isJSONBody: Bool {
        guard graphQL == nil,
            let type = headers.first(where: { $0.isEnabled && $0.name.lowercased() == "content-type" })
        else { return false }
        let content = ContentType(type.value)
        return content.isJSON && !content.isJSONLines
    }
}
