/// Where in a body a value is.
package struct BodyPlace: Sendable, Hashable {
    /// Byte offset of the value's first byte.
    package var offset: Int
    package var line: Int
    package var column: Int
    /// The normalized JSONPath, with `[*]` for several items; or an XPath.
    package var path: String

    package init(offset: Int, line: Int, column: Int, path: String) {
        self.offset = offset
        self.line = line
        self.column = column
        self.path = path
    }
}
