import Base

/// What the media type of a body means for its lines (HTTP-FORMAT §8).
package struct ContentTypeRules: Sendable, Hashable {
    /// Lines that begin with `#` or `//` are content in this type; leaving them out would damage the body.
    package var commentsMatter = false
    /// Lines that begin with `<` are markup.
    package var isMarkup = false
    package var isMultipart = false
    var hasBoundary = false
    package var isForm = false
    /// One JSON value per line.
    package var isLines = false
    package var isJSON = false
    /// A message inside the body may begin with `HTTP/1.1 200`.
    var isMessage = false

    /// A line `@name = value` after an empty line cannot be content of this type.
    var isStructured: Bool { isJSON || isForm || isMultipart || isMarkup || isLines }

    package init() {}

    package init(_ value: LineText) {
        let type = value.firstIndex(of: UInt8(0x3B)).map { value.upTo($0).trimmed } ?? value
        // By far the most frequent type.
        if type.equalsIgnoringCase("application/json") {
            isJSON = true
            return
        }
        let name = type.string.lowercased()
        isMultipart = name.hasPrefix("multipart/")
        hasBoundary = isMultipart && value.string.lowercased().contains("boundary=")
        isForm = name == "application/x-www-form-urlencoded"
        isMessage = isMultipart || name.hasPrefix("message/") || name == "application/http"
        isLines = ["application/x-ndjson", "application/ndjson", "application/jsonlines", "application/x-jsonlines"]
            .contains(name)
        isJSON = name == "application/json" || name == "text/json" || name.hasSuffix("+json")
        commentsMatter =
            ["text/markdown", "text/x-markdown", "text/csv", "text/plain", "application/x-sh"].contains(name)
            || name.hasSuffix("yaml") || name.hasSuffix("toml") || name.hasSuffix("x-sh")
        isMarkup = name.hasSuffix("/xml") || name.hasSuffix("+xml") || name == "text/html"
    }

    package init(_ value: String) {
        var value = value
        self = value.withUTF8 { ContentTypeRules(LineText($0, 0..<$0.count).trimmed) }
    }
}

extension SavedRequest {
    /// True if the body has comment lines that other tools leave out although they are content in a body of this type,
    /// and no setting decides about them.
    package var asksForBodyComments: Bool {
        guard !settings.keepsBodyComments, !settings.dropsBodyComments, curl == nil,
            let type = headers.first(where: { $0.isEnabled && $0.name.lowercased() == "content-type" }),
            ContentTypeRules(type.value).commentsMatter
        else { return false }
        return body.text.split(separator: "\n").contains { line in
            var line = String(line)
            return line.withUTF8 { buffer in
                guard let comment = LineSyntax.commentText(LineText(buffer, 0..<buffer.count)) else { return false }
                guard let (name, _) = LineSyntax.metadata(comment) else { return true }
                return MetadataKey(name) == nil
            }
        }
    }
}

extension ContentTypeRules {
    /// The type with its boundary replaced or added.
    package static func withBoundary(_ boundary: String, _ contentType: String) -> String {
        let parameters = contentType.split(separator: ";").filter {
            !$0.drop { $0 == " " || $0 == "\t" }.lowercased().hasPrefix("boundary=")
        }
        return parameters.joined(separator: ";") + "; boundary=\(boundary)"
    }
}
