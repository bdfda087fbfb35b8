import Foundation
import TestSupport
import Testing

@testable import NetEngine

/// How texts are read and written byte by byte, as it was recorded (`Recorded`).
@Suite struct RecordedByteTests {
    @Test func `texts are read and written as it was recorded`() throws {
        try Recorded.expect(try RecordedCases.lines("texts", Self.read), in: "engine/bytes")
    }

    private static func read(_ name: String, _ line: String) -> String {
        let text = SignedText.read(line)
        let bytes = Array(text.utf8)
        return switch name {
        case "JSON": json(bytes)
        case "JSON bytes": json(line.split(separator: " ").compactMap { UInt8($0, radix: 16) })
        case "escapes": escapes(line)
        case "encodings": encodings(text)
        case "base64": base64(bytes)
        case "places": places(bytes)
        case "queries": queries(bytes)
        case "multipart": multipart(ScriptLine(line))
        case "times": times(Int64(line) ?? 0)
        default: "  \(HTTPMethod(text).map { "\($0)\($0.isIdempotent ? ", idempotent" : "")" } ?? "no method")\n"
        }
    }

    // MARK: JSON

    private static func json(_ bytes: [UInt8]) -> String {
        let options = [
            ("strict", JSONReader.Options(maxDepth: 3)),
            ("lenient", JSONReader.Options(allowsComments: true, allowsManyValues: true)),
            ("unchecked", JSONReader.Options(checksUTF8: false)),
        ]
        return options.map { name, options in
            bytes.withUnsafeBufferPointer { bytes in
                var reader = JSONReader(bytes, options: options)
                var text = "  \(name):"
                do throws(JSONSyntaxError) {
                    while true {
                        let token = try reader.next(in: bytes)
                        text += " \(token) \(reader.tokenStart)..<\(reader.place)"
                        text += token == .string && reader.hasEscapes ? " escaped" : ""
                        if token == .end { break }
                    }
                } catch {
                    text +=
                        " ! \(Printed.escaped(error.reason)) at \(error.offset), from \(error.tokenStart), \(error.cause)"
                }
                return text + (reader.leniency.map { ", lenient at \($0)" } ?? "") + "\n"
            }
        }.joined() + "  \(Printed.escaped(String(decoding: JSONText.withoutWhitespace(bytes[...]), as: UTF8.self)))\n"
    }

    /// Scalars by number: alone, after each of nine letters, and beside others.
    private static func escapes(_ line: String) -> String {
        let scalars = line.split(separator: " ").compactMap { UInt32($0, radix: 16).flatMap(Unicode.Scalar.init) }
        let piece = String(String.UnicodeScalarView(scalars))
        let alone = JSONWriter.escaped(piece)
        var moved: [String] = []
        for count in 1...9 {
            let before = String(repeating: "é", count: count % 2) + String(repeating: "x", count: count)
            let found = JSONWriter.escaped("\(before)\(piece)ab")
            if found != "\(before)\(alone)ab" { moved.append("after \(count): \(Printed.escaped(found))") }
        }
        var ascii = JSONWriter(isASCIIOnly: true)
        ascii.string("é\(piece)")
        var written: [UInt8] = []
        JSONWriter.append(json: Array("\"x\(piece)\"".utf8), to: &written)
        return "  \(Printed.escaped(alone)) | \(Printed.escaped(ascii.text)) | "
            + "\(Printed.escaped(String(decoding: written, as: UTF8.self)))\(moved.isEmpty ? "" : " | \(moved)")\n"
    }

    // MARK: Encodings

    private static func encodings(_ text: String) -> String {
        let bytes = Array(text.utf8)
        let found: [(String, String)] = [
            ("component", PercentEncoding.component(text)), ("form", PercentEncoding.form(text)),
            ("path", URLEncoding.path(bytes)), ("query", URLEncoding.query(bytes)),
            ("login", URLEncoding.userInfo(bytes)), ("segment", URLEncoding.component(text)),
            ("decoded", String(decoding: URLEncoding.decode(bytes), as: UTF8.self)),
            ("text", MarkupEncoding.text(text)), ("attribute", MarkupEncoding.attribute(text)),
            ("base64", Base64.encode(text)), ("base64url", Base64.urlEncode(bytes)),
            ("trimmed", text.trimmingWhitespace()), ("all trimmed", text.trimmingAllWhitespace()),
            ("slashes", text.withoutTrailingSlashes()), ("full stop", text.withoutFullStop),
            ("members", "\(ListSyntax.split(bytes).map { String(decoding: $0, as: UTF8.self) })"),
            ("unquoted", String(decoding: ListSyntax.unquoted(bytes[...]), as: UTF8.self)),
        ]
        return found.map { "  \($0.0): \(Printed.escaped($0.1))\n" }.joined()
    }

    private static func base64(_ bytes: [UInt8]) -> String {
        func shown(_ bytes: [UInt8]?) -> String {
            bytes.map { Printed.quoted(String(decoding: $0, as: UTF8.self)) } ?? "-"
        }
        return "  \(shown(Base64.decode(bytes))) | lines \(shown(Base64.decode(lines: bytes)))"
            + " | beginning \(shown(Base64.decodeBeginning(bytes)))\n"
    }

    private static func places(_ bytes: [UInt8]) -> String {
        let lines = TextLines(bytes)
        var last = ""
        return (0...bytes.count + 1).map { offset in
            let place = TextPosition(byteOffset: offset, in: bytes)
            let known = lines.place(of: min(offset, bytes.count))
            var text =
                "  \(offset): \(place.line):\(place.column), \(known.line):\(known.column), line \(lines.line(of: offset))"
            let excerpt = " \(Printed.quoted(place.excerpt)) at \(place.excerptColumn)"
            text += excerpt == last ? "\n" : "\(excerpt)\n"
            last = excerpt
            return text
        }.joined()
    }

    private static func times(_ seconds: Int64) -> String {
        let time = CivilTime(secondsSince1970: seconds)
        let moved = ([-13, -12, -1, 0, 1, 2, 12, 25] as [Int64]).map { months in
            "\(months) \(Timestamp(microsecondsSince1970: time.addingMonths(months) * 1_000_000).rfc3339)"
        }
        let rfc = ([0, 1, 999_999] as [Int64]).map {
            Timestamp(microsecondsSince1970: seconds * 1_000_000 + $0).rfc3339
        }
        return
            "  \(HTTPDate.text(seconds)) | \(rfc.joined(separator: " ")) | \(time.date) \(time.clock)\n  \(moved.joined(separator: ", "))\n"
    }

    // MARK: Forms

    private static func queries(_ bytes: [UInt8]) -> String {
        let styles: [(String, QueryStyle)] = [
            ("repeated", QueryStyle()), ("brackets", QueryStyle(arrays: .brackets)),
            ("indices", QueryStyle(arrays: .indices, members: .dots)),
        ]
        guard
            let value = try? JSONFormat().decode(
                AnyJSON.self, from: ExchangeFixtures.response(status: 200, headers: [], body: bytes))
        else { return "  not JSON\n" }
        return styles.map { name, style in
            do throws(EngineError) {
                let items = try [QueryItem](encoding: value, style: style)
                return "  \(name): \(items.urlQuery) | \(String(decoding: items.formBody, as: UTF8.self))\n"
            } catch { return "  \(name): \(error.sentence) \(error.hint)\n" }
        }.joined()
    }

    /// `BOUNDARY | NAME;FILE;TYPE: text`; a boundary `-` is a random one.
    private static func multipart(_ line: ScriptLine) -> String {
        let parts = line.fields.map { name, value in
            let words = name.components(separatedBy: ";")
            let type = words.count > 2 ? words[2] : nil
            return MultipartForm.Part(
                name: words[0], content: type == nil ? .text(value) : .bytes(Array(value.utf8)),
                fileName: words.count > 1 ? words[1] : nil, mediaType: type)
        }
        let boundary = line.words.joined(separator: " ")
        do throws(EngineError) {
            let encoded = try MultipartForm(parts, boundary: boundary == "-" ? nil : boundary).encoded()
            guard case .bytes(let bytes) = encoded.body, boundary != "-" else { return "  made\n" }
            return "  \(encoded.contentType)\n  \(Printed.escaped(String(decoding: bytes, as: UTF8.self)))\n"
        } catch { return "  \(ExchangeText.error(error))" }
    }
}

/// Any value of JSON, to be written again.
private enum AnyJSON: Codable, Sendable {
    case object([String: AnyJSON])
    case array([AnyJSON])
    case text(String)
    case number(Double)
    case bool(Bool)
    case null

    init(from decoder: any Decoder) throws {
        let value = try decoder.singleValueContainer()
        if value.decodeNil() {
            self = .null
        } else if let found = try? value.decode(Bool.self) {
            self = .bool(found)
        } else if let found = try? value.decode(Double.self) {
            self = .number(found)
        } else if let found = try? value.decode(String.self) {
            self = .text(found)
        } else if let found = try? value.decode([AnyJSON].self) {
            self = .array(found)
        } else {
            self = .object(try value.decode([String: AnyJSON].self))
        }
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .object(let value): try container.encode(value)
        case .array(let value): try container.encode(value)
        case .text(let value): try container.encode(value)
        case .number(let value): try container.encode(value)
        case .bool(let value): try container.encode(value)
        case .null: try container.encodeNil()
        }
    }
}
