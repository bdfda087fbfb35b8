import Base
import NetEngine

extension ContentType {
    /// A body of no type.
    package static let unnamed = ContentType("")
    private static let json = ContentType("application/json")

    /// The type of a body, from the line of its header.
    init(_ value: LineText) {
        // By far the most frequent one.
        self = value.equalsIgnoringCase("application/json") ? .json : ContentType(value.string)
    }

    /// A line `@name = value` after an empty line cannot be content of this type.
    var isStructured: Bool { isJSON || isForm || isMultipart || isMarkup || isJSONLines }
    /// Lines that begin with `<` are markup.
    package var isMarkup: Bool { isXML || isHTML }
}

extension SavedRequest {
    /// Whether the body holds lines that other tools do not send though they mean something in a body of this type, and
    /// nothing says yet what becomes of them.
    package var asksForBodyComments: Bool {
        guard !settings.keepsBodyComments, !settings.dropsBodyComments, curl == nil,
            let type = headers.first(where: { $0.isEnabled && $0.name.lowercased() == "content-type" }),
            ContentType(type.value).hasComments
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
