import Base
import JSONPath

/// A description of an API: OpenAPI 3.0, 3.1, 3.2 or Swagger 2.
///
/// Opening it makes an index of its operations, and nothing else; `open(_:)` reads one operation. It needs the text
/// alone: no file is read and nothing is fetched.
package struct Description: Sendable {
    /// Why a text is not a description: one sentence, with its place.
    package struct NotADescription: Error, Sendable, Hashable {
        package var place: TextPlace
        package var sentence: String
    }

    package let documents: DocumentSet
    package let version: DescriptionVersion
    package let operations: [OperationEntry]
    /// What the index found; `allNotices()` looks into every operation.
    package let notices: [DescriptionNotice]

    package var title: String? { documents.root["info"]?.text("title") }
    /// The API's text, in Markdown.
    package var text: String? { documents.root["info"]?.text("description") }

    /// The tags of the root in its order, with their text.
    package var tags: [(name: String, text: String?)] {
        documents.root["tags"]?.elements.compactMap { tag in
            tag.text("name").map { ($0, tag.text("description") ?? tag.text("summary")) }
        } ?? []
    }

    /// Reads one text; its references to other files are reported as not followed.
    package static func read(_ bytes: [UInt8]) throws(NotADescription) -> Description {
        let text: DescriptionText
        do throws(DescriptionTextError) { text = try DescriptionText.read(bytes) } catch {
            throw NotADescription(place: error.place, sentence: "This is neither JSON nor YAML: \(error.reason).")
        }
        return try Description(DocumentSet(text))
    }

    /// - Throws: if the root has neither `openapi` nor `swagger`.
    package init(_ documents: DocumentSet) throws(NotADescription) {
        let root = documents.root
        guard let (version, doubt) = DescriptionVersion.of(root) else {
            throw NotADescription(
                place: root.textPlace,
                sentence: "This is not a description of an API: it has neither 'openapi' nor 'swagger' at its root.")
        }
        var index = OperationIndex(version: version)
        if let (field, sentence) = doubt { index.notices.append(DescriptionNotice(.version, at: field, sentence)) }
        index.read(root)
        self.documents = documents
        self.version = version
        operations = index.operations
        notices = index.notices
    }

    /// Whether a text may be a description, by a look at the names of its root. For files that are found in a folder.
    package static func mayBe(_ text: DescriptionText) -> Bool {
        let tree = text.tree
        return tree.kind(0) == .object
            && (tree.member(Array("openapi".utf8), of: 0) != nil || tree.member(Array("swagger".utf8), of: 0) != nil)
    }

    /// The operation with an id, or with a pointer.
    package func operation(named name: String) -> OperationEntry? {
        operations.index(named: name).map { operations[$0] }
    }

    /// Reads one operation.
    package func open(_ entry: OperationEntry) -> Operation {
        var reader = OperationReader(documents: documents, version: version)
        return reader.read(entry)
    }

    /// The notices of the index, of the texts and of all operations. Takes time linear in the description.
    package func allNotices() -> [DescriptionNotice] {
        var all = notices
        for entry in operations { all += open(entry).notices }
        for document in documents.paths.indices { all += DocumentNotices.of(documents, document, version) }
        var seen: Set<DescriptionNotice> = []
        return all.filter { seen.insert($0).inserted }
    }
}
