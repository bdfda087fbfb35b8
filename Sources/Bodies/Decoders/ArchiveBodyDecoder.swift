import Base
import NetEngine

/// The listing of a zip archive, from the directory at its end; nothing is unpacked.
package enum ZipBodyDecoder: BodyDecoder {
    package static var kind: BodyKind { .zip }
    package static var mostBytes: Int { .max }
    /// More entries are counted, not listed.
    static let mostRows = 10_000

    package static func isNamed(by type: ContentType, fileName: Substring) -> Bool {
        ["zip", "zip-compressed", "java-archive", "epub+zip"].contains(type.subtype)
            || ["zip", "jar", "apk", "docx", "xlsx", "pptx", "odt", "epub"].contains(fileName)
            || type.essence.hasPrefix("application/vnd.openxmlformats")
    }

    package static func isBegun(by head: UnsafeBufferPointer<UInt8>) -> Bool {
        head.starts(with: [0x50, 0x4B, 3, 4]) || head.starts(with: [0x50, 0x4B, 5, 6])
    }

    package static func decode(_ input: DecoderInput) throws(DecodingRefusal) -> ReadableBody {
        var directory = try ZipDirectory(input.bytes)
        var rows = [
            StyledRow([
                ("      size    packed  method    changed           ", .heading), ("name", .heading),
            ])
        ]
        var (size, packed, count) = (0, 0, 0)
        while let entry = try directory.next() {
            count += 1
            // An archive may claim sizes whose sum overflows: the sum stops at the largest number.
            size = min(size, Int.max - entry.size) + entry.size
            packed = min(packed, Int.max - entry.packedSize) + entry.packedSize
            if count <= mostRows { rows.append(row(entry)) }
        }
        if count > mostRows { rows.append(StyledRow("… and \(count - mostRows) more", .comment)) }
        if !directory.comment.isEmpty { rows.insert(.fact("comment", directory.comment), at: 0) }
        let summary =
            "\(Formatting.count(count, "entry").replacing(bytes: "entrys", with: "entries")), "
            + "\(Formatting.byteCount(size)) in \(Formatting.byteCount(packed))"
        return ReadableBody(kind, summary, .rows(rows))
    }

    private static func row(_ entry: ZipDirectory.Entry) -> StyledRow {
        func right(_ text: String, _ width: Int) -> String {
            String(repeating: " ", count: max(0, width - text.utf8.count)) + text
        }
        let method = entry.method + String(repeating: " ", count: max(1, 10 - entry.method.utf8.count))
        var pieces: [(String, TextKind)] = [
            (right(Formatting.byteCount(entry.size), 10), .number),
            (right(Formatting.byteCount(entry.packedSize), 10) + "  ", .number), (method, .literal),
            (entry.changed + "  ", .comment), (entry.name, entry.isFolder ? .name : .text),
        ]
        if entry.isEncrypted { pieces.append((" (encrypted)", .warning)) }
        if entry.leavesFolder { pieces.append((" (leaves the folder it is unpacked in)", .warning)) }
        return StyledRow(pieces)
    }
}

/// The central directory of a zip archive (APPNOTE 4.3.12, 4.3.16).
struct ZipDirectory {
    struct Entry {
        var name: String
        var size: Int
        var packedSize: Int
        var method: String
        var changed: String
        var isEncrypted: Bool

        var isFolder: Bool { name.utf8.last == Byte.slash }
        var leavesFolder: Bool {
            name.utf8.first == Byte.slash || name.utf8.contains(Byte.backslash)
                || PathText.steps(of: name).contains("..")
        }
    }

    private let bytes: UnsafeBufferPointer<UInt8>
    private var place = 0
    private var end = 0
    private var claimed = 0
    private var found = 0
    private(set) var comment = ""

    init(_ bytes: UnsafeBufferPointer<UInt8>) throws(DecodingRefusal) {
        self.bytes = bytes
        guard let record = Self.endRecord(bytes) else {
            throw DecodingRefusal("its directory is missing: the archive ends early, or this is not an archive")
        }
        claimed = little(2, record + 10)
        var size = little(4, record + 12)
        var start = little(4, record + 16)
        comment = text(record + 22..<min(bytes.count, record + 22 + little(2, record + 20)), isUTF8: false)
        if claimed == 0xFFFF || size == 0xFFFF_FFFF || start == 0xFFFF_FFFF {
            guard let wide = wideRecord(before: record) else {
                throw DecodingRefusal("its directory of 64 bits is missing", at: record)
            }
            claimed = little(8, wide + 32)
            size = little(8, wide + 40)
            start = little(8, wide + 48)
        }
        // Bytes before the archive (a program that unpacks itself) move the directory.
        guard size >= 0, start >= 0, size <= record else {
            throw DecodingRefusal("its directory is larger than the archive", at: record)
        }
        guard claimed >= 0, claimed <= size / 46 else {
            throw DecodingRefusal("it claims \(claimed) entries in a directory of \(size) bytes", at: record)
        }
        guard start <= record - size else { throw DecodingRefusal("its directory is outside the archive", at: record) }
        place = start
        end = start + size
        if size > 0, little(4, start) != 0x0201_4B50 {
            place = record - size
            end = record
        }
    }

    /// The next entry, nil after the last.
    mutating func next() throws(DecodingRefusal) -> Entry? {
        guard found < claimed else { return nil }
        guard place + 46 <= end, little(4, place) == 0x0201_4B50 else {
            throw DecodingRefusal("entry \(found + 1) of \(claimed) is missing", at: place)
        }
        countWork(1)
        let (nameLength, extraLength) = (little(2, place + 28), little(2, place + 30))
        let length = 46 + nameLength + extraLength + little(2, place + 32)
        guard place + length <= end else {
            throw DecodingRefusal("entry \(found + 1) of \(claimed) ends after the directory", at: place)
        }
        let flags = little(2, place + 8)
        let name = text(place + 46..<place + 46 + nameLength, isUTF8: flags & 0x800 != 0)
        var (packed, size) = (little(4, place + 20), little(4, place + 24))
        widen(&size, &packed, place + 46 + nameLength, extraLength)
        let entry = Entry(
            name: name, size: size, packedSize: packed, method: Self.method(little(2, place + 10)),
            changed: Self.time(little(2, place + 14), little(2, place + 12)), isEncrypted: flags & 1 != 0)
        found += 1
        place += length
        return entry
    }

    /// The record at the end, before a comment of up to 65,535 bytes.
    private static func endRecord(_ bytes: UnsafeBufferPointer<UInt8>) -> Int? {
        var place = bytes.count - 22
        let last = max(0, place - 0xFFFF)
        while place >= last, place >= 0 {
            if bytes[place] == 0x50, bytes[place + 1] == 0x4B, bytes[place + 2] == 5, bytes[place + 3] == 6 {
                return place
            }
            place -= 1
        }
        return nil
    }

    private func wideRecord(before record: Int) -> Int? {
        guard record >= 20, little(4, record - 20) == 0x0706_4B50 else { return nil }
        let place = little(8, record - 12)
        guard place >= 0, place <= record - 76, little(4, place) == 0x0606_4B50 else { return nil }
        return place
    }

    /// Sizes of 64 bits are in the extra field 1 (APPNOTE 4.5.3).
    private func widen(_ size: inout Int, _ packed: inout Int, _ start: Int, _ length: Int) {
        var place = start
        while place + 4 <= start + length {
            let (id, count) = (little(2, place), little(2, place + 2))
            guard place + 4 + count <= start + length else { return }
            if id == 1 {
                var at = place + 4
                if size == 0xFFFF_FFFF, at + 8 <= place + 4 + count {
                    size = max(0, little(8, at))
                    at += 8
                }
                if packed == 0xFFFF_FFFF, at + 8 <= place + 4 + count { packed = max(0, little(8, at)) }
                return
            }
            place += 4 + count
        }
    }

    private func little(_ count: Int, _ place: Int) -> Int {
        guard place >= 0, place + count <= bytes.count else { return 0 }
        return Int(truncatingIfNeeded: (0..<count).reversed().reduce(UInt64(0)) { $0 << 8 | UInt64(bytes[place + $1]) })
    }

    private func text(_ range: Range<Int>, isUTF8: Bool) -> String {
        let slice = UnsafeBufferPointer(rebasing: bytes[range])
        return String(validating: slice, as: UTF8.self) ?? String(decoding: slice, as: UTF8.self)
    }

    private static func method(_ code: Int) -> String {
        switch code {
        case 0: "stored"
        case 8: "deflate"
        case 9: "deflate64"
        case 12: "bzip2"
        case 14: "lzma"
        case 93: "zstd"
        case 95: "xz"
        case 99: "AES"
        default: "method \(code)"
        }
    }

    /// MS-DOS date and time.
    private static func time(_ date: Int, _ time: Int) -> String {
        let day = "\(1980 + date >> 9)-\(CivilTime.padded(date >> 5 & 15, 2))-\(CivilTime.padded(date & 31, 2))"
        return "\(day) \(CivilTime.padded(time >> 11, 2)):\(CivilTime.padded(time >> 5 & 63, 2))"
    }
}

/// What the first member of a gzip file says of itself (RFC 1952); nothing is unpacked.
package enum GzipBodyDecoder: BodyDecoder {
    package static var kind: BodyKind { .gzip }
    package static var mostBytes: Int { .max }

    package static func isNamed(by type: ContentType, fileName: Substring) -> Bool {
        type.subtype == "gzip" || ["gz", "tgz"].contains(fileName)
    }

    package static func isBegun(by head: UnsafeBufferPointer<UInt8>) -> Bool { head.starts(with: [0x1F, 0x8B, 8]) }

    package static func decode(_ input: DecoderInput) throws(DecodingRefusal) -> ReadableBody {
        let bytes = input.bytes
        guard bytes.starts(with: [0x1F, 0x8B]) else { throw DecodingRefusal("it does not begin as gzip does", at: 0) }
        guard bytes.count >= 18 else { throw DecodingRefusal("it ends early", at: bytes.count) }
        guard bytes[2] == 8 else { throw DecodingRefusal("the method \(bytes[2]) is not deflate", at: 2) }
        let flags = bytes[3]
        guard flags & 0xE0 == 0 else { throw DecodingRefusal("its flags have no meaning", at: 3) }
        var place = 10
        if flags & 4 != 0 { place += 2 + Int(bytes[10]) + Int(bytes[11]) << 8 }
        var rows: [StyledRow] = []
        if flags & 8 != 0 { rows.append(.fact("name", try text(bytes, &place, "name"))) }
        if flags & 16 != 0 { rows.append(.fact("comment", try text(bytes, &place, "comment"))) }
        func little(_ start: Int) -> Int { (0..<4).reversed().reduce(0) { $0 << 8 | Int(bytes[start + $1]) } }
        if little(4) > 0 { rows.append(.fact("changed", CivilTime(secondsSince1970: Int64(little(4))).rfc1123)) }
        let systems: [UInt8: String] = [0: "FAT (DOS, Windows)", 3: "Unix", 7: "Macintosh", 10: "NTFS", 11: "NTFS"]
        rows.append(.fact("made on", systems[bytes[9]] ?? "unknown"))
        let size = little(bytes.count - 4)
        rows.append(.fact("packed", Formatting.byteCount(bytes.count)))
        rows.append(.fact("unpacked", "\(Formatting.byteCount(size)) (as its last bytes say; not checked)"))
        return ReadableBody(kind, "\(Formatting.byteCount(size)) in \(Formatting.byteCount(bytes.count))", .rows(rows))
    }

    /// A text that ends in a zero.
    private static func text(
        _ bytes: UnsafeBufferPointer<UInt8>, _ place: inout Int, _ what: String
    ) throws(DecodingRefusal) -> String {
        let limit = min(bytes.count, place + 4096)
        let end = ByteScan.next(0, in: bytes, from: place, limit: limit)
        guard place <= limit, end < limit else { throw DecodingRefusal("the \(what) has no end; it begins", at: place) }
        defer { place = end + 1 }
        return String(decoding: UnsafeBufferPointer(rebasing: bytes[place..<end]), as: UTF8.self)
    }
}
