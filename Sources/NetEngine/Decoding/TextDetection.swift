/// The text of a body and how its encoding was found.
public struct DecodedText: Sendable, Hashable {
    /// What named the encoding, strongest first.
    public enum Source: String, Sendable, Hashable, CaseIterable {
        /// The first bytes of the body, which win over everything.
        case byteOrderMark = "byte-order-mark"
        /// JSON is UTF-8 whatever the header says (RFC 8259 §8.1, §11).
        case json
        /// The charset of the `Content-Type`.
        case header
        /// A `<meta>` element in the first 1024 bytes of HTML, or the encoding of an XML declaration.
        case document
        /// Nothing named one, and the bytes are valid UTF-8.
        case validUTF8 = "valid-utf-8"
        /// Nothing named one, and not all bytes are valid UTF-8: what the bytes are most probably. That is UTF-8 with damaged
        /// bytes, which become U+FFFD; windows-1252, in which every byte is valid; or UTF-16 without a byte order mark.
        case fallback
    }

    /// The decoded text, without the byte order mark.
    public let text: String
    /// How the bytes were read.
    public let encoding: TextEncoding
    /// What named the encoding.
    public let source: Source
}

/// Detects the encoding of a body: byte order mark, JSON's rule, header, the document itself, and at last its bytes.
package enum TextDetection {
    package struct Verdict {
        package var encoding: TextEncoding
        package var source: DecodedText.Source
        /// Bytes of the byte order mark, which does not belong to the text.
        package var prefix = 0

        /// Whether the bytes or their type say it.
        package var isNamed: Bool { source != .fallback && source != .validUTF8 }

        /// The text as UTF-8. What was only guessed is never an error: bytes that are not text stay invalid UTF-8.
        func utf8(_ bytes: [UInt8]) throws(TextEncoding.InvalidByte) -> [UInt8] {
            source == .fallback
                ? encoding.visibleUTF8(bytes, from: prefix) : try encoding.utf8(bytes, from: prefix)
        }
    }

    /// - Throws: the label that decides, if it is unknown.
    package static func detect(_ bytes: [UInt8], type: ContentType) throws(UnknownEncoding) -> Verdict {
        try named(in: bytes, type: type) ?? bytes.withUnsafeBufferPointer { guess($0, type: type) }
    }

    /// The same for a reader: an encoding that is not known here is read as UTF-8.
    package static func shown(_ bytes: [UInt8], type: ContentType) -> Verdict {
        do throws(UnknownEncoding) { return try detect(bytes, type: type) } catch {
            return Verdict(encoding: .utf8, source: .fallback)
        }
    }

    /// The most probable encoding of a text for which nothing names one, and whether all of its bytes are valid in it.
    package static func guess(_ bytes: UnsafeBufferPointer<UInt8>, type: ContentType) -> Verdict {
        let encoding = likeliest(bytes, type: type, isCut: false)
        let isValid = encoding == .utf8 && (type.isXML || (try? UTF8Span(validating: bytes.span)) != nil)
        return Verdict(encoding: encoding, source: isValid ? .validUTF8 : .fallback)
    }

    /// Bytes that decide, from the first one on that is not ASCII: a text of any size is judged at once, and by its beginning as
    /// soon as that is there.
    private static let evidenceLength = 64 << 10

    /// The most probable encoding of a text for which nothing names one.
    ///
    /// - Parameter isCut: whether the text goes on after these bytes.
    package static func likeliest(
        _ bytes: UnsafeBufferPointer<UInt8>, type: ContentType, isCut: Bool
    ) -> TextEncoding {
        // XML is UTF-8 when it says nothing (XML 1.0 §4.3.3).
        guard !type.isXML else { return .utf8 }
        if let wide = wideText(bytes.prefix(1024)) { return wide }
        guard let first = bytes.firstIndex(where: { $0 >= 0x80 }) else { return .utf8 }
        let end = min(bytes.count, first + evidenceLength)
        let (characters, invalidBytes) = UTF8Text.evidence(
            in: UnsafeBufferPointer(rebasing: bytes[first..<end]), isCut: isCut || end < bytes.count)
        // Other encodings hardly ever look like a character of UTF-8, so each of them outweighs a damaged byte.
        return characters >= invalidBytes ? .utf8 : .windows1252
    }

    /// UTF-16, if more than a third of the bytes are zeros and all of them are on the same side.
    private static func wideText(_ head: Slice<UnsafeBufferPointer<UInt8>>) -> TextEncoding? {
        let zeros = head.indices.filter { head[$0] == 0 }
        guard head.count >= 4, zeros.count * 3 > head.count else { return nil }
        if zeros.allSatisfy({ !$0.isMultiple(of: 2) }) { return .utf16LittleEndian }
        return zeros.allSatisfy { $0.isMultiple(of: 2) } ? .utf16BigEndian : nil
    }

    /// The encoding that the bytes or their type name; nil if nothing names one.
    /// - Throws: the label that decides, if it is unknown.
    package static func named(in bytes: [UInt8], type: ContentType) throws(UnknownEncoding) -> Verdict? {
        if let (encoding, length) = TextEncoding.byteOrderMark(of: bytes) {
            return Verdict(encoding: encoding, source: .byteOrderMark, prefix: length)
        }
        if type.isJSON { return Verdict(encoding: .utf8, source: .json) }
        if type.isXML, let encoding = wideXML(bytes) { return Verdict(encoding: encoding, source: .document) }
        if let label = type.charset {
            guard let encoding = TextEncoding(label: label) else { throw UnknownEncoding(label: label) }
            return Verdict(encoding: encoding, source: .header)
        }
        if type.isHTML || type.isXML || type.essence.isEmpty,
            let label = documentLabel(bytes, isXMLOnly: !type.isHTML), let encoding = TextEncoding(label: label)
        {
            // A document that can be read as ASCII is not UTF-16, whatever it says (HTML §13.2.3.2).
            let isWide = [TextEncoding.utf16LittleEndian, .utf16BigEndian].contains(encoding)
            return Verdict(encoding: isWide ? .utf8 : encoding, source: .document)
        }
        return nil
    }

    package struct UnknownEncoding: Error { package let label: String }

    /// XML in a wide encoding without a byte order mark, by its first `<` (XML 1.0 appendix F.1).
    private static func wideXML(_ bytes: [UInt8]) -> TextEncoding? {
        guard bytes.count >= 4 else { return nil }
        return switch (bytes[0], bytes[1], bytes[2], bytes[3]) {
        case (0, 0, 0, 0x3C): .utf32BigEndian
        case (0x3C, 0, 0, 0): .utf32LittleEndian
        case (0, 0x3C, 0, _): .utf16BigEndian
        case (0x3C, 0, _, 0): .utf16LittleEndian
        default: nil
        }
    }

    /// The deciding encoding of an XML declaration, if it is unknown here: a fatal error by
    /// XML 1.0 §4.3.3.
    static func unknownXMLLabel(_ bytes: [UInt8], type: ContentType) -> String? {
        guard TextEncoding.byteOrderMark(of: bytes) == nil, type.charset == nil,
            let label = documentLabel(bytes, isXMLOnly: true), TextEncoding(label: label) == nil
        else { return nil }
        return label
    }

    /// The label in `<?xml … encoding="…"?>` or `<meta … charset=…>`, in the first 1024 bytes outside comments.
    private static func documentLabel(_ bytes: [UInt8], isXMLOnly: Bool) -> String? {
        let head = String(decoding: bytes.prefix(1024).map { $0 < 0x80 ? $0 : 0x7F }, as: UTF8.self).lowercased()
        if head.hasPrefix("<?xml"), let end = head.firstRange(of: "?>") {
            if let label = value(after: "encoding", in: head[..<end.lowerBound]) { return label }
        }
        guard !isXMLOnly else { return nil }
        var rest = head[...]
        while let open = rest.firstIndex(of: "<") {
            rest = rest[open...]
            if rest.hasPrefix("<!--") {
                guard let end = rest.firstRange(of: "-->") else { return nil }
                rest = rest[end.upperBound...]
                continue
            }
            let close = rest.firstIndex(of: ">") ?? rest.endIndex
            if rest.hasPrefix("<meta"), let label = value(after: "charset", in: rest[..<close]) { return label }
            rest = rest[close...].dropFirst()
        }
        return nil
    }

    /// `name = "value"`, `name='value'` or `name=value`, anywhere in the text.
    private static func value(after name: String, in text: Substring) -> String? {
        guard let found = text.firstRange(of: name) else { return nil }
        var rest = text[found.upperBound...].drop(while: \.isWhitespace)
        guard rest.first == "=" else { return nil }
        rest = rest.dropFirst().drop(while: \.isWhitespace)
        if let quote = rest.first, quote == "\"" || quote == "'" { rest = rest.dropFirst() }
        let label = rest.prefix { $0.isLetter || $0.isNumber || "-_:.".contains($0) }
        return label.isEmpty ? nil : String(label)
    }
}
