/// One byte range of a `Range` field (RFC 9110 §14.1.2).
enum ByteRange: Sendable, Hashable {
    /// `bytes=0-4`.
    case closed(first: Int, last: Int)
    /// `bytes=5-`.
    case from(Int)
    /// `bytes=-5`.
    case suffix(Int)

    /// nil unless the field asks for exactly one range of bytes, written correctly.
    init?(_ field: [UInt8]) {
        let unit = Array("bytes=".utf8)
        guard field.count > unit.count,
            zip(field, unit).allSatisfy({ $0 == $1 || ((65...90).contains($0) && $0 | 0x20 == $1) })
        else { return nil }
        let members = ListSyntax.split(Array(field.dropFirst(unit.count)))
        guard members.count == 1, let member = members.first, let dash = member.firstIndex(of: UInt8(ascii: "-")) else {
            return nil
        }
        let (left, right) = (member[..<dash], member[(dash + 1)...])
        switch (Self.position(left), Self.position(right)) {
        case (let first?, let last?) where first <= last: self = .closed(first: first, last: last)
        case (let first?, nil) where right.isEmpty: self = .from(first)
        case (nil, let length?) where left.isEmpty && length > 0: self = .suffix(length)
        default: return nil
        }
    }

    /// A number that is too large for any body is the largest.
    private static func position(_ bytes: ArraySlice<UInt8>) -> Int? {
        guard !bytes.isEmpty, bytes.allSatisfy(ASCII.isDigit) else { return nil }
        return Int(clamping: BytePosition.read(bytes) ?? BytePosition.largest)
    }
}

/// The `Content-Range` of one part (RFC 9110 §14.4).
public struct ContentRange: Sendable, Hashable {
    /// The first byte of the part, counted from 0.
    public let first: Int
    /// The last byte of the part, counted from 0; part of it.
    public let last: Int
    /// nil if the server did not say how long the whole is.
    public let total: Int?

    /// A range that was read elsewhere; nothing is checked.
    public init(first: Int, last: Int, total: Int?) {
        self.first = first
        self.last = last
        self.total = total
    }

    /// nil if the field is not of the form `bytes 0-4/10`, or contradicts itself.
    init?(_ headers: HeaderFields) {
        guard let field = ContentRangeField(headers), let range = field.range,
            let first = Int(exactly: range.lowerBound),
            let last = Int(exactly: range.upperBound)
        else { return nil }
        self.init(first: first, last: last, total: field.total.flatMap { Int(exactly: $0) })
    }

    /// As the field has it: `bytes 0-4/10`.
    package var text: String { "bytes \(first)-\(last)/\(total.map(String.init) ?? "*")" }
}

/// Which of the stored bytes satisfy a range.
struct RangeSlice: Sendable, Hashable {
    /// Within the stored bytes.
    let bytes: Range<Int>
    let contentRange: ContentRange

    /// From the whole representation; nil if the range lies outside it.
    init?(_ range: ByteRange, ofWhole count: Int) {
        let first: Int
        let last: Int
        switch range {
        case .closed(let from, let to): (first, last) = (from, min(to, count - 1))
        case .from(let from): (first, last) = (from, count - 1)
        case .suffix(let length): (first, last) = (max(0, count - length), count - 1)
        }
        guard first <= last else { return nil }
        bytes = first..<(last + 1)
        contentRange = ContentRange(first: first, last: last, total: count)
    }

    /// From a stored part; nil if the part does not hold all that is asked for.
    ///
    /// A part that reaches the end of the whole holds every suffix that begins within it.
    /// - Parameter count: the bytes that are there, which a server may have got wrong in `Content-Range`.
    init?(_ range: ByteRange, of part: ContentRange, count: Int) {
        guard count > 0 else { return nil }
        let reachesEnd = part.total.map { part.last == $0 - 1 } ?? false
        let end = part.first + count
        switch range {
        case .closed(let first, let last):
            guard first >= part.first, first < end, last < end || (reachesEnd && last >= part.last) else { return nil }
            let stop = last < end ? last + 1 : end
            bytes = (first - part.first)..<(stop - part.first)
            contentRange = ContentRange(first: first, last: stop - 1, total: part.total)
        case .from(let first):
            guard reachesEnd, first >= part.first, first < end else { return nil }
            bytes = (first - part.first)..<count
            contentRange = ContentRange(first: first, last: end - 1, total: part.total)
        case .suffix(let wanted):
            let length = part.first == 0 ? min(wanted, count) : wanted
            guard reachesEnd, length <= count else { return nil }
            bytes = (count - length)..<count
            contentRange = ContentRange(first: part.last - length + 1, last: part.last, total: part.total)
        }
    }
}
