/// Where in the description of an API something is said.
package struct DescriptionPlace: Sendable, Hashable {
    /// The document's path.
    package var document: String
    package var line: Int
    package var column: Int
    /// The JSON pointer in the document.
    package var pointer: String

    package init(document: String, line: Int, column: Int, pointer: String) {
        self.document = document
        self.line = line
        self.column = column
        self.pointer = pointer
    }
}
