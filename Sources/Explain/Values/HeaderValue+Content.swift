import Base
import NetEngine

/// Headers about the body.
extension HeaderValue {
    func contentDetails(_ name: String) -> [String]? {
        switch name {
        case "content-type": contentType
        case "accept": weighted { Glossary.term(.mediaType, $0)?.text }
        case "accept-language", "accept-charset": weighted { _ in nil }
        case "accept-encoding": weighted { Glossary.term(.coding, $0)?.text }
        case "content-encoding", "transfer-encoding", "te": codings
        case "content-length": contentLength
        case "content-disposition": disposition
        case "content-range": contentRange
        case "range": range
        case "accept-ranges": text == "none" ? ["Parts cannot be requested."] : nil
        default: nil
        }
    }

    private var contentType: [String] {
        let type = ContentType(text)
        guard type.essence.contains(bytes: "/") else { return ["Not a media type: it should be type/subtype."] }
        var details = [Self.meaning(ofMediaType: type.essence)]
        if let charset = type.charset {
            details.append(
                type.isJSON
                    ? "charset=\(charset): JSON is always UTF-8, so it says nothing."
                    : "charset=\(charset): the encoding of the text.")
        } else if type.isText, !type.isJSON, !type.isXML, !type.isForm {
            details.append("No charset is given; it is taken as UTF-8 if it is valid UTF-8.")
        }
        if type.isMultipart {
            details.append(
                type.boundary.map { "boundary=\($0): the line that divides the parts." }
                    ?? "Without a boundary the parts cannot be found.")
        }
        return details
    }

    static func meaning(ofMediaType essence: String) -> String {
        if let term = Glossary.term(.mediaType, essence) { return "\(essence): \(term.text)" }
        let suffix = essence.lastIndex(of: "+").map { String(essence[$0...]) } ?? ""
        let base = [
            "+json": "JSON", "+xml": "XML", "+yaml": "YAML", "+cbor": "CBOR", "+zip": "a ZIP archive", "+gzip": "gzip",
        ]
        if let known = base[suffix] { return "\(essence): \(known), as the suffix \(suffix) says (RFC 6839 §3)." }
        let kinds = [
            "image": "A picture.", "audio": "Sound.", "video": "A film.", "font": "A font.", "text": "Text.",
            "multipart": "Several parts.", "model": "A model in three dimensions.",
            "message": "A message inside the message.",
        ]
        let kind = kinds[String(essence.prefix { $0 != "/" })] ?? "Not a type of the list of this program."
        return "\(essence): \(kind)"
    }

    /// The members of a list with weights, the most wanted first.
    private func weighted(_ meaning: (String) -> String?) -> [String] {
        let entries = members.enumerated().map { place, member -> (place: Int, name: String, weight: Double) in
            let name = String(member.prefix { $0 != ";" }).trimmingWhitespace()
            let weight = ContentType.parameters(of: Array(member.utf8)).last { $0.name == "q" }
            return (place, name, weight.map { Double($0.value) ?? 1 } ?? 1)
        }
        return entries.sorted { ($1.weight, $0.place) < ($0.weight, $1.place) }.prefix(12).map { entry in
            let known = entry.name == "*" || entry.name == "*/*" ? "anything" : meaning(entry.name)
            let wish = entry.weight == 0 ? "not wanted" : "q=\(Self.weight(entry.weight))"
            return "\(entry.name) (\(wish))" + (known.map { ": \($0)" } ?? "")
        }
    }

    private static func weight(_ value: Double) -> String {
        Int(exactly: value).map { String($0) } ?? String(value)
    }

    private var codings: [String] {
        let names = members.map { String($0.prefix { $0 != ";" }).trimmingWhitespace() }
        let isTransfer = field.isNamed("Transfer-Encoding")
        var details = names.map { name in
            if isTransfer, !["chunked", "identity"].contains(name.lowercased()) {
                return "\(name): not requested as a transfer coding, so it is not decoded here."
            }
            return Glossary.term(.coding, name).map { "\(name): \($0.text)" } ?? "\(name): not a known coding."
        }
        if names.count > 1 { details.append("Applied in this order; undone from the last to the first.") }
        if isTransfer, message.headers.contains("Content-Length") {
            details.append("Content-Length is there too, which is an error and how requests are smuggled.")
        }
        return details
    }

    private var contentLength: [String] {
        // Equal members count as one (RFC 9110 §8.6).
        let sizes = members
        guard let first = sizes.first, sizes.allSatisfy({ $0 == first }), first.utf8.allSatisfy(LineText.isDigit),
            let count = Int(first)
        else {
            return ["Not a number of bytes: the message cannot be read safely."]
        }
        var details = ["\(Formatting.byteCount(count)) on the wire."]
        if message.headers.contains("Content-Encoding") { details.append("Compressed; decoded it is another size.") }
        return details
    }

    private var disposition: [String] {
        let kind = String(text.prefix { $0 != ";" }).trimmingWhitespace().lowercased()
        var details = [
            kind == "inline"
                ? "inline: to be shown."
                : kind == "attachment" ? "attachment: to be saved." : "\(kind): taken as attachment."
        ]
        let names = ContentType.parameters(of: field.valueBytes).filter { ["filename", "filename*"].contains($0.name) }
        for parameter in names {
            let isExtended = parameter.name == "filename*"
            let name = isExtended ? ExtendedValue.text(Array(parameter.value.utf8)) : parameter.value
            guard let name else {
                details.append("filename*: not written as UTF-8''name, so it is ignored.")
                continue
            }
            // RFC 6266 §4.3.
            let goesBefore = isExtended && names.contains { $0.name == "filename" }
            details.append("\(parameter.name): suggested name \(name)\(goesBefore ? ", in place of filename" : "").")
            if name.contains(bytes: "/") || name.contains(bytes: "\\") {
                details.append("The name holds a path; only its last part may be used.")
            }
        }
        return details
    }

    private var contentRange: [String] {
        guard let content = ContentRangeField(text) else { return ["Not a correct range of bytes: it is ignored."] }
        guard let range = content.range, let count = content.count else {
            return ["The range cannot be satisfied; the whole is \(content.total ?? 0) bytes."]
        }
        let whole = content.total.map { " of \(Formatting.byteCount(Int(clamping: $0)))" } ?? ", of an unknown length"
        let size = Formatting.byteCount(Int(clamping: count))
        return ["\(size) from byte \(range.lowerBound) to \(range.upperBound)\(whole)."]
    }

    private var range: [String] {
        guard text.lowercased().hasPrefix("bytes=") else { return ["Not in bytes; servers ignore it."] }
        return text.dropFirst(6).split(separator: ",").map { part in
            let ends = part.split(separator: "-", omittingEmptySubsequences: false).map {
                String($0).trimmingWhitespace()
            }
            guard ends.count == 2, ends != ["", ""],
                ends.allSatisfy({ $0.utf8.allSatisfy(LineText.isDigit) })
            else { return "\(part): not a range." }
            if ends[0].isEmpty { return "The last \(ends[1]) bytes." }
            return ends[1].isEmpty
                ? "From byte \(ends[0]) to the end." : "Bytes \(ends[0]) to \(ends[1]), both included."
        }
    }
}
