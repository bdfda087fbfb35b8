import Base
import NetEngine

/// A finished draft.
package struct DraftDocument: Sendable {
    /// The description, OpenAPI 3.1.
    package let root: JSONOutput
    /// What the draft leaves out, and why segments of paths are parameters. Sorted.
    package let notices: [DraftNotice]
    let operations: [DraftOperation]
    let shapes: ShapeTable

    /// The description as JSON, indented by two spaces, with a line feed at its end.
    package var json: [UInt8] { IndentedJSON.write(root) }
    /// The description as YAML 1.2, with a line feed at its end. It means the same as `json`.
    package var yaml: [UInt8] { YAMLText.write(root) }
}

/// An operation of a draft.
struct DraftOperation: Sendable {
    var method: String
    var path: DraftPath
    var facts: OperationFacts
}

extension DescriptionDraft {
    /// The document of all exchanges so far. More can be added afterwards.
    package func document() -> DraftDocument {
        var reader = PathReader(self)
        reader.read()
        // A longer key cannot be read in YAML.
        let paths = reader.paths.filter { $0.template.utf8.count <= DraftNotices.longestTemplate }
        var writer = DraftWriter(reader.draft, paths)
        let root = writer.write()
        let notices = DraftNotices(reader.draft, paths, tooLong: reader.paths.count - paths.count).all
        return DraftDocument(root: root, notices: notices, operations: writer.operations, shapes: reader.draft.shapes)
    }
}
