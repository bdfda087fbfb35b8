import NetEngine
import Testing

@testable import Bodies

/// A body and what came of decoding it.
struct Decoding {
    let bytes: [UInt8]
    let outcome: DecodingOutcome

    init(
        _ bytes: [UInt8], _ type: String = "", name: String = "", charset: TextEncoding? = nil, reading: Int = 0,
        now: Int64 = 0
    ) {
        self.bytes = bytes
        outcome = bytes.withUnsafeBufferPointer {
            BodyKind.decode(
                $0, type: ContentType(type), name: name, charset: charset, reading: reading, now: now)
        }
    }

    init(_ text: String, _ type: String = "", name: String = "", now: Int64 = 0) {
        self.init(Array(text.utf8), type, name: name, now: now)
    }

    var body: ReadableBody? {
        if case .decoded(let body) = outcome { body } else { nil }
    }
    var kind: BodyKind? { body?.kind }
    var summary: String? { body?.summary }

    /// Why a named kind did not read it.
    var refusal: String? {
        if case .refused(_, let refusal) = outcome { refusal.sentence } else { nil }
    }

    /// What is shown, a line a line.
    var shown: String { body.map { Self.lines($0, of: bytes).joined(separator: "\n") } ?? "" }

    /// The segments of the shown lines that are not plain text, each as `role:text`.
    var roles: String {
        guard case .layout(let layout, let text) = body?.content else { return "" }
        return bytes.withUnsafeBufferPointer { bytes in
            text.withBytes(of: bytes) { text in
                (0..<layout.lineCount).map { Self.roles(layout.segments(ofLine: $0, of: text).segments, text) }
                    .joined(separator: "\n")
            }
        }
    }

    /// `roles`, of lines that are visited one after the other.
    var lineRoles: [String] {
        guard case .layout(let layout, let text) = body?.content else { return [] }
        return bytes.withUnsafeBufferPointer { bytes in
            text.withBytes(of: bytes) { text in
                var lines: [String] = []
                layout.forEachLine(from: 0, of: text) { _, _, segments in
                    lines.append(Self.roles(segments, text))
                    return true
                }
                return lines
            }
        }
    }

    private static func roles(_ segments: [LineSegment], _ text: UnsafeBufferPointer<UInt8>) -> String {
        segments.compactMap { segment in
            guard case .bytes(let range, let role) = segment, role != .text else { return nil }
            return "\(role):\(String(decoding: text[range], as: UTF8.self))"
        }.joined(separator: " ")
    }

    static func lines(_ body: ReadableBody, of bytes: [UInt8]) -> [String] {
        switch body.content {
        case .layout(let layout, let text):
            bytes.withUnsafeBufferPointer { bytes in text.withBytes(of: bytes) { lines(layout, $0) } }
        case .tree(let json): [String(decoding: json, as: UTF8.self)]
        case .rows(let rows), .picture(_, let rows): rows.map(\.text)
        case .parts(let parts):
            parts.flatMap { part in
                [part.title] + part.headers.map(\.text)
                    + (part.body.map { lines($0, of: Array(bytes[part.range])) } ?? [
                        part.refusal ?? String(decoding: bytes[part.range], as: UTF8.self)
                    ])
            }
        }
    }

    static func lines(_ layout: any LineLayout, _ text: UnsafeBufferPointer<UInt8>) -> [String] {
        (0..<layout.lineCount).map { number in
            let (indent, segments) = layout.segments(ofLine: number, of: text)
            return segments.reduce(into: String(repeating: " ", count: indent)) { string, segment in
                switch segment {
                case .bytes(let range, _): string += String(decoding: text[range], as: UTF8.self)
                case .gap(let count): string += String(repeating: " ", count: count)
                case .added(let text, _): string += text
                }
            }
        }
    }
}

/// Bytes written as hexadecimal digits; spaces are ignored.
func hex(_ text: String) -> [UInt8] {
    let digits = text.utf8.filter { $0 != 0x20 && $0 != 0x0A }.compactMap(URLEncoding.hexValue)
    return stride(from: 0, to: digits.count - 1, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
}
