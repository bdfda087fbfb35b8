import Base
import NetEngine

/// The facts of a PDF that are not compressed; its pages are not read.
package enum PDFBodyDecoder: BodyDecoder {
    package static var kind: BodyKind { .pdf }
    package static var mostBytes: Int { .max }
    /// What is looked through, at either end.
    private static let window = 1 << 20

    package static func isNamed(by type: ContentType, fileName: Substring) -> Bool {
        type.subtype == "pdf" || fileName == "pdf"
    }

    package static func isBegun(by head: UnsafeBufferPointer<UInt8>) -> Bool { head.starts(with: "%PDF-".utf8) }

    package static func decode(_ input: DecoderInput) throws(DecodingRefusal) -> ReadableBody {
        let bytes = input.bytes
        guard bytes.starts(with: "%PDF-".utf8) else { throw DecodingRefusal("it does not begin with %PDF-", at: 0) }
        let version = bytes.dropFirst(5).prefix { ASCII.isDigit($0) || $0 == Byte.dot }.prefix(8)
        let first = PDFScan(LineText(bytes, 0..<min(bytes.count, window)))
        let last = PDFScan(LineText(bytes, max(0, bytes.count - window)..<bytes.count))
        let name = String(decoding: version, as: UTF8.self)
        let isEncrypted = first.isEncrypted || last.isEncrypted
        let pages = [first.pageCount, last.pageCount].compactMap { $0 }.max()
        var rows: [StyledRow] = [.fact("version", name)]
        if let title = last.title ?? first.title, !isEncrypted { rows.append(.fact("title", title, role: .string)) }
        rows.append(.fact("pages", pages.map { "\($0)" } ?? "not readable without unpacking", role: .number))
        if isEncrypted { rows.append(.fact("encrypted", "yes", role: .warning)) }
        if !last.hasEnd { rows.append(.fact("end", "missing: the file may be cut off", role: .warning)) }
        rows.append(.fact("file", Formatting.byteCount(bytes.count)))
        let summary = pages.map { ", \(Formatting.count($0, "page"))" } ?? ""
        return ReadableBody(kind, "version \(name)\(summary)", .rows(rows))
    }
}

/// Looks for the names of a PDF in a part of it (ISO 32000 §7.5, §7.7.3.2, §14.3.3).
private struct PDFScan {
    private(set) var title: String?
    private(set) var pageCount: Int?
    private(set) var isEncrypted = false
    private(set) var hasEnd = false

    init(_ text: LineText) {
        countWork(text.count)
        var place = text.start
        while place < text.end {
            place = ByteScan.next(Byte.slash, in: text.bytes, from: place, limit: text.end)
            let rest = text.from(place).upTo(place + 1024)
            if rest.starts(with: "/Count") {
                let digits = rest.dropFirst(6).trimmed
                var number = 0
                for byte in text.bytes[digits.range].prefix(9) {
                    guard ASCII.isDigit(byte) else { break }
                    number = number * 10 + Int(byte & 15)
                }
                // Outlines are counted too; the pages' tree says what it is beside.
                let around = text.from(max(text.start, place - 128)).upTo(place + 128)
                if number > 0, around.firstIndex(of: "/Pages") != nil { pageCount = max(pageCount ?? 0, number) }
            } else if rest.starts(with: "/Title"), title == nil {
                title = Self.string(rest.dropFirst(6).trimmed)
            } else if rest.starts(with: "/Encrypt") {
                isEncrypted = true
            }
            place += 1
        }
        hasEnd = text.from(text.end - 1024).firstIndex(of: "%%EOF") != nil
    }

    /// A string in parentheses or in hexadecimal; UTF-16 with a byte order mark, else Latin.
    private static func string(_ text: LineText) -> String? {
        var bytes: [UInt8] = []
        if text.first == Byte.openParenthesis {
            var (depth, place) = (1, 1)
            while place < text.count {
                let byte = text.byte(place)
                if byte == Byte.backslash {
                    bytes.append(text.byte(place + 1))
                    place += 2
                    continue
                }
                depth += byte == Byte.openParenthesis ? 1 : byte == Byte.closeParenthesis ? -1 : 0
                if depth == 0 { return string(bytes) }
                bytes.append(byte)
                place += 1
            }
        } else if text.first == Byte.lessThan {
            var high: UInt8?
            for byte in text.bytes[text.dropFirst(1).range] {
                if byte == Byte.greaterThan { return string(bytes) }
                guard let digit = URLEncoding.hexValue(byte) else { continue }
                if let first = high { bytes.append(first << 4 | digit) }
                high = high == nil ? digit : nil
            }
        }
        return nil
    }

    private static func string(_ bytes: [UInt8]) -> String? {
        guard !bytes.isEmpty else { return nil }
        let mark = TextEncoding.byteOrderMark(of: bytes)
        let encoding = mark?.encoding ?? .windows1252
        return String(decoding: encoding.visibleUTF8(bytes, from: mark?.length ?? 0), as: UTF8.self)
    }
}
