import Base
import NetEngine

/// Why a value cannot be written: one clause.
package struct SerialisingFailure: Error, Sendable, Hashable {
    package var reason: String
    package init(reason: String) { self.reason = reason }
}

/// A value as text by its style (OpenAPI 3.2 §4.8.12.4, RFC 6570 §3.2).
///
/// Characters of the data that are delimiters are percent-encoded, the delimiters are not. Undefined values (`null`)
/// are left out. What the standard leaves undefined is refused.
package struct StyledValue: Sendable {
    package var name: String
    package var style: ParameterStyle
    package var explodes: Bool
    package var location: Parameter.Location
    package var allowsReserved: Bool

    package init(
        name: String, style: ParameterStyle, explodes: Bool, location: Parameter.Location, allowsReserved: Bool = false
    ) {
        self.name = name
        self.style = style
        self.explodes = explodes
        self.location = location
        self.allowsReserved = allowsReserved
    }

    /// The pieces of a query or a cookie (`a=1`), or the one text of a path or a header. Empty if nothing is sent.
    package func pieces(of value: JSONOutput) throws(SerialisingFailure) -> [String] {
        switch value {
        case .null: return []
        case .array(let items):
            var texts: [String] = []
            for item in items { if let text = try scalar(item) { texts.append(text) } }
            return texts.isEmpty ? [] : try array(texts)
        case .object(let members):
            var pairs: [(name: String, value: String)] = []
            for (name, value) in members { if let text = try scalar(value) { pairs.append((name, text)) } }
            return pairs.isEmpty ? [] : try object(pairs)
        case .bool, .number, .string:
            guard let text = try scalar(value) else { return [] }
            return [try single(text)]
        }
    }

    // MARK: Shapes

    private func single(_ text: String) throws(SerialisingFailure) -> String {
        switch style {
        case .simple: return encoded(text)
        case .label: return "." + encoded(text)
        case .matrix: return text.isEmpty ? ";" + encoded(name) : ";\(encoded(name))=\(encoded(text))"
        case .form, .cookie: return pair(name, encoded(text))
        // A list of one.
        case .spaceDelimited, .pipeDelimited, .tabDelimited: return list([encoded(text)])
        case .deepObject: throw undefined("a single value")
        }
    }

    private func array(_ texts: [String]) throws(SerialisingFailure) -> [String] {
        let items = texts.map(encoded)
        switch (style, explodes) {
        case (.simple, _): return [items.joined(separator: ",")]
        case (.label, false): return ["." + items.joined(separator: ",")]
        case (.label, true): return [items.map { "." + $0 }.joined()]
        case (.matrix, false): return [";\(encoded(name))=" + items.joined(separator: ",")]
        case (.matrix, true):
            return [items.map { $0.isEmpty ? ";" + encoded(name) : ";\(encoded(name))=\($0)" }.joined()]
        case (.form, false), (.cookie, false): return [pair(name, items.joined(separator: ","))]
        case (.form, true), (.cookie, true): return items.map { pair(name, $0) }
        case (.spaceDelimited, false), (.pipeDelimited, false), (.tabDelimited, false): return [list(items)]
        case (.spaceDelimited, true), (.pipeDelimited, true), (.tabDelimited, true):
            throw SerialisingFailure(
                reason: "the standard leaves the style '\(style.rawValue)' with 'explode' undefined")
        case (.deepObject, _): throw undefined("an array")
        }
    }

    private func object(_ pairs: [(name: String, value: String)]) throws(SerialisingFailure) -> [String] {
        let flat = pairs.flatMap { [encoded($0.name), encoded($0.value)] }
        switch (style, explodes) {
        case (.simple, false): return [flat.joined(separator: ",")]
        case (.simple, true): return [joined(pairs, ",")]
        case (.label, false): return ["." + flat.joined(separator: ",")]
        case (.label, true): return ["." + joined(pairs, ".")]
        case (.matrix, false): return [";\(encoded(name))=" + flat.joined(separator: ",")]
        case (.matrix, true):
            // A name alone for an empty value (RFC 6570 §3.2.7).
            return [pairs.map { $0.value.isEmpty ? ";" + encoded($0.name) : ";" + joined([$0], "") }.joined()]
        case (.form, false), (.cookie, false): return [pair(name, flat.joined(separator: ","))]
        case (.form, true), (.cookie, true): return pairs.map { pair($0.name, encoded($0.value)) }
        case (.spaceDelimited, false), (.pipeDelimited, false): return [list(flat)]
        case (.spaceDelimited, true), (.pipeDelimited, true):
            throw SerialisingFailure(
                reason: "the standard leaves the style '\(style.rawValue)' with 'explode' undefined")
        case (.tabDelimited, _): throw undefined("an object")
        // The brackets are data for a URL, and encoded.
        case (.deepObject, _): return pairs.map { pair("\(name)[\($0.name)]", encoded($0.value)) }
        }
    }

    private func joined(_ pairs: [(name: String, value: String)], _ separator: String) -> String {
        pairs.map { "\(encoded($0.name))=\(encoded($0.value))" }.joined(separator: separator)
    }

    private func pair(_ name: String, _ encodedValue: String) -> String {
        (style == .cookie ? name : PercentEncoding.component(name)) + "=" + encodedValue
    }

    /// Items that the style's delimiter joins. In Swagger 2 a path and a header may have them, which hold no name.
    private func list(_ items: [String]) -> String {
        let delimiter = style.delimiter.map { String(UnicodeScalar($0)) } ?? ""
        let text = items.joined(separator: location == .header ? delimiter : PercentEncoding.component(delimiter))
        return location == .header || location == .path ? text : pair(name, text)
    }

    private func undefined(_ what: String) -> SerialisingFailure {
        SerialisingFailure(reason: "the standard does not say how \(what) is written in the style '\(style.rawValue)'")
    }

    // MARK: Data

    /// nil for `null`, which is left out.
    private func scalar(_ value: JSONOutput) throws(SerialisingFailure) -> String? {
        switch value {
        case .null: return nil
        case .bool(let value): return value ? "true" : "false"
        case .number(let digits): return digits
        case .string(let text): return text
        case .array, .object:
            throw SerialisingFailure(
                reason:
                    "the style '\(style.rawValue)' has no rule for arrays and objects inside others"
            )
        }
    }

    /// Data between delimiters.
    private func encoded(_ text: String) -> String {
        // A cookie of this style, and a header, hold the text as it is (3.2 §4.8.12.3; RFC 6570 is for URLs only).
        if style == .cookie || location == .header { return text }
        guard allowsReserved else { return PercentEncoding.component(text) }
        let bytes = Array(text.utf8)
        return PercentEncoding.encode(bytes) { byte, index in
            if byte == Byte.percent { return isTriplet(bytes, index) }
            return Self.isUnreserved(byte) || isReservedHere(byte)
        }
    }

    /// Reserved characters (RFC 3986 §2.2) that cannot be taken for a delimiter where the value is.
    private func isReservedHere(_ byte: UInt8) -> Bool {
        switch byte {
        case Byte.colon, Byte.slash, Byte.questionMark, Byte.at, Byte.exclamationMark, Byte.dollar, Byte.apostrophe,
            Byte.openParenthesis, Byte.closeParenthesis, Byte.asterisk, Byte.comma, Byte.semicolon, Byte.equals:
            if location == .path { return byte != Byte.slash && byte != Byte.questionMark && !isDelimiter(byte) }
            return !isDelimiter(byte)
        // '#' would end the query, '&' and '+' would change its data, brackets are no characters of a query.
        default: return false
        }
    }

    private func isDelimiter(_ byte: UInt8) -> Bool {
        switch style {
        case .simple: byte == Byte.comma || explodes && byte == Byte.equals
        case .label: byte == Byte.dot || byte == Byte.comma || byte == Byte.equals
        case .matrix: byte == Byte.semicolon || byte == Byte.comma || byte == Byte.equals
        case .form: byte == Byte.comma && !explodes || location == .cookie && byte == Byte.semicolon
        case .spaceDelimited, .pipeDelimited, .deepObject, .cookie, .tabDelimited: false
        }
    }

    private func isTriplet(_ bytes: [UInt8], _ index: Int) -> Bool {
        index + 2 < bytes.count && URLEncoding.hexValue(bytes[index + 1]) != nil
            && URLEncoding.hexValue(bytes[index + 2]) != nil
    }

    private static func isUnreserved(_ byte: UInt8) -> Bool {
        ASCII.isLetter(byte) || ASCII.isDigit(byte) || byte == Byte.minus || byte == Byte.dot
            || byte == Byte.underscore || byte == Byte.tilde
    }
}
