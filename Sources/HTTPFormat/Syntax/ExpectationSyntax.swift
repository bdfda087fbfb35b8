import NetEngine

/// The values of `# @expect` and `# @envelope`, our own metadata: comments to other tools.
///
/// `# @expect json` (or `xml`, `text`, `form`, `image`): a success must have such a body, or it is a `decoding`
/// failure. `# @envelope status=code message=error.text data=result success=0,"ok"`: the body is JSON with a status
/// field that holds one of the success values, and with a data field unless it is written `data=`. All parts are
/// optional; a dot leads into an object; quotes allow spaces and commas and make a text of a number.
package enum ExpectationSyntax {
    package static func expectation(_ text: String) -> BodyExpectation? {
        switch text.lowercased() {
        case "json": .json
        case "xml": .xml
        case "text": .text
        case "form": .form
        case "image": .image
        default: nil
        }
    }

    package struct EnvelopeReading: Hashable {
        var format = EnvelopeFormat()
        /// The first error as a sentence; `format` has the parts that could be read.
        var problem: String?
    }

    package static func envelope(_ text: String) -> EnvelopeReading {
        var reading = EnvelopeReading()
        for word in split(text, at: " \t") {
            let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            guard parts.count == 2 else {
                reading.problem = reading.problem ?? "@envelope takes status=, message=, data= and success="
                continue
            }
            let value = unquoted(parts[1])
            switch parts[0].lowercased() {
            case "status" where !value.isEmpty: reading.format.statusField = value
            case "message" where !value.isEmpty: reading.format.messageField = value
            case "data": reading.format.dataField = value
            case "success" where !value.isEmpty:
                reading.format.successValues = Set(split(parts[1], at: ",").map(statusValue))
            default:
                reading.problem = reading.problem ?? "@envelope takes status=, message=, data= and success="
            }
        }
        return reading
    }

    private static func statusValue(_ text: String) -> EnvelopeFormat.StatusValue {
        if text.first == "\"" { return .text(unquoted(text)) }
        if let number = Int(text) { return .number(number) }
        return Bool(text).map { .flag($0) } ?? .text(text)
    }

    private static func unquoted(_ text: String) -> String {
        text.count >= 2 && text.first == "\"" && text.last == "\"" ? String(text.dropFirst().dropLast()) : text
    }

    /// The non-empty parts between separators outside of quotes.
    private static func split(_ text: String, at separators: String) -> [String] {
        var parts: [String] = []
        var part = ""
        var isQuoted = false
        for character in text {
            if character == "\"" { isQuoted.toggle() }
            if !isQuoted, separators.contains(character) {
                if !part.isEmpty { parts.append(part) }
                part = ""
            } else {
                part.append(character)
            }
        }
        return part.isEmpty ? parts : parts + [part]
    }

    /// The setting in words: `JSON`, `envelope: status is 0 or "ok", message, data`.
    package static func words(_ expectation: BodyExpectation) -> String {
        switch expectation {
        case .anything: return "anything"
        case .json: return "JSON"
        case .xml: return "XML"
        case .text: return "text"
        case .form: return "a form"
        case .image: return "an image"
        case .graphQL: return "a GraphQL response without errors"
        case .envelope(let format):
            let values = format.successValues.map(\.description).sorted()
            let list = values.count > 1 ? values.dropLast().joined(separator: ", ") + " or " : ""
            var parts = ["\(format.statusField) is \(list)\(values.last ?? "nothing")"]
            if !format.dataField.isEmpty { parts.append("data in \(format.dataField)") }
            parts.append("message in \(format.messageField)")
            return "envelope: \(parts.joined(separator: ", "))"
        }
    }
}
