import Base
import NetEngine

/// Forms: `application/x-www-form-urlencoded`, and the parts of `multipart/form-data` (OpenAPI 3.2 §4.8.15).
enum FormBody {
    /// A form as one text.
    static func text(of value: JSONOutput, _ media: MediaType) throws(SerialisingFailure) -> String {
        guard case .object(let members) = value else {
            throw SerialisingFailure(reason: "a form needs an object")
        }
        var pieces: [String] = []
        for (name, value) in members {
            if let field = media.fields.first(where: { $0.name == name }) {
                pieces += try styled(name, value, field.style, field.explodes, false)
            } else if let encoding = media.encodings[name], let style = encoding.style {
                pieces += try styled(name, value, style, encoding.explodes, encoding.allowsReserved)
            } else if let type = media.encodings[name]?.contentType {
                pieces += [PercentEncoding.component(name) + "=" + PercentEncoding.component(try text(value, as: type))]
            } else {
                pieces += try plain(name, value)
            }
        }
        // A space is a plus sign in forms (WHATWG URL §5.2).
        return pieces.joined(separator: "&").replacing(bytes: "%20", with: "+")
    }

    private static func styled(
        _ name: String, _ value: JSONOutput, _ style: ParameterStyle, _ explodes: Bool, _ allowsReserved: Bool
    ) throws(SerialisingFailure) -> [String] {
        try StyledValue(
            name: name, style: style, explodes: explodes, location: .query, allowsReserved: allowsReserved
        ).pieces(of: value)
    }

    /// Without an encoding: a value for each item, and objects as JSON.
    private static func plain(_ name: String, _ value: JSONOutput) throws(SerialisingFailure) -> [String] {
        let name = PercentEncoding.component(name)
        switch value {
        case .null: return []
        case .array(let items):
            return items.map { name + "=" + PercentEncoding.component($0.plainText ?? $0.text) }
        case .bool, .number, .string, .object:
            return [name + "=" + PercentEncoding.component(value.plainText ?? value.text)]
        }
    }

    private static func text(_ value: JSONOutput, as type: String) throws(SerialisingFailure) -> String {
        if MediaTypeName(type).isJSON { return value.text }
        guard let text = value.plainText else {
            throw SerialisingFailure(reason: "an array or object cannot be written as \(quoted(type))")
        }
        return text
    }

    /// The parts of a multipart form. An array is a part for each item (3.2 §4.8.15.1.3), unless its encoding joins them.
    static func parts(
        of value: JSONOutput, _ media: MediaType, isFile: (String) -> Bool
    ) throws(SerialisingFailure) -> [BodyPart] {
        guard case .object(let members) = value else {
            throw SerialisingFailure(reason: "a multipart form needs an object")
        }
        var parts: [BodyPart] = []
        for (name, value) in members {
            var values = [value]
            if case .array(let items) = value {
                values = items
                if let separator = media.encodings[name]?.separator {
                    let texts = items.compactMap { item -> String? in
                        if case .null = item { nil } else { item.plainText ?? item.text }
                    }
                    let bytes = Array(texts.joined(separator: separator).utf8)
                    // An empty list is undefined (RFC 6570 §2.3), as in the other styles.
                    if !texts.isEmpty {
                        parts.append(BodyPart(name: name, bytes: bytes, contentType: nil, isFile: false))
                    }
                    continue
                }
            }
            for value in values {
                if case .null = value { continue }
                let type = media.encodings[name]?.contentType.map {
                    String($0.prefix { $0 != "," }).trimmingWhitespace()
                }
                let isFile = isFile(name)
                var written = value.plainText ?? value.text
                if let type { written = try text(value, as: type) }
                let standard = value.plainText == nil ? "application/json" : isFile ? "application/octet-stream" : nil
                parts.append(
                    BodyPart(name: name, bytes: Array(written.utf8), contentType: type ?? standard, isFile: isFile))
            }
        }
        return parts
    }
}

extension FieldEncoding {
    /// What joins the items of an array in one part; nil if each has a part of its own. Nothing is percent-encoded there.
    fileprivate var separator: String? {
        guard !explodes, let style else { return nil }
        return style == .form ? "," : style.delimiter.map { String(UnicodeScalar($0)) }
    }
}

/// One part of a multipart form.
package struct BodyPart: Sendable, Hashable {
    package var name: String
    package var bytes: [UInt8]
    package var contentType: String?
    /// Whether its schema is binary: a file name belongs to it.
    package var isFile: Bool
}

/// A request body by its media type.
package enum BodyContent: Sendable, Hashable {
    case bytes([UInt8])
    case parts([BodyPart])
    /// Nothing is sent.
    case nothing

    /// - Parameters:
    ///   - isFile: whether the schema of a member says binary.
    package init(
        _ value: JSONOutput?, as media: MediaType, isFile: (String) -> Bool = { _ in false }
    ) throws(SerialisingFailure) {
        guard let value else {
            self = .nothing
            return
        }
        let name = MediaTypeName(media.name)
        switch FormKind(media.name) {
        case .urlencoded: self = .bytes(Array(try FormBody.text(of: value, media).utf8))
        case .multipart: self = .parts(try FormBody.parts(of: value, media, isFile: isFile))
        case nil:
            if name.isJSON {
                self = .bytes(value.bytes)
            } else if name.isJSONLines {
                var lines = [value]
                if case .array(let items) = value { lines = items }
                // RFC 7464 begins each value with a record separator.
                let start: [UInt8] = name.essence.hasSuffix("json-seq") ? [0x1E] : []
                self = .bytes(lines.flatMap { start + $0.bytes + [Byte.lineFeed] })
            } else if let text = value.plainText {
                self = .bytes(Array(text.utf8))
            } else {
                throw SerialisingFailure(reason: "an array or object cannot be written as \(quoted(media.name))")
            }
        }
    }
}
