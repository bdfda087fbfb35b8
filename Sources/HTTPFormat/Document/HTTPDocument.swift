/// A `.http` file, every byte kept: `HTTPDocument(bytes: b).bytes == b` for any `b`.
///
/// `CollectionStore` reads the bytes, `DocumentParser` gives every line one kind and makes the requests, the UI and the
/// commands read `requests`, and an edit (`HTTPDocument+Edits`) makes a new document from changed bytes.
///
/// Requests are numbered in file order; numbers are valid until the next edit that adds or removes requests.
/// An edit replaces the smallest possible range of bytes; the rest stays (HTTP-FORMAT §18).
package struct HTTPDocument: Sendable {
    package let bytes: [UInt8]
    /// Every request of the file. Blocks without a request (variables, comments) are not included.
    package let requests: [SavedRequest]
    /// All notices of the file in line order, including those of its requests.
    package let notices: [Notice]
    /// True if the bytes are not UTF-8: such a file is shown and its requests can be sent, but edits are refused.
    package let isReadOnly: Bool
    /// The `@name = value` lines, in order.
    package let definitions: [VariableDefinition]
    /// `import path` and `# @import path`, in order.
    package let imports: [ImportLine]
    /// What `# @redact` lines name, wherever they are in the file.
    package let hidden: HiddenParts
    /// What `# @variables` chooses, wherever it is in the file; nil if there is no such line.
    package let variableOrder: VariableOrder?
    package let fragments: [GraphQLFragment]
    /// In order; together they cover every line.
    package let blocks: [DocumentBlock]
    package let lines: SourceLines
    /// The kind of each line.
    package let kinds: [LineKind]

    /// Parses a file; never fails, and takes time proportional to the number of bytes.
    package init(bytes: [UInt8]) {
        self.bytes = bytes
        let parsed = bytes.withUnsafeBufferPointer { buffer in
            var parser = DocumentParser(buffer)
            parser.run()
            return parser.finished()
        }
        requests = parsed.requests
        notices = parsed.notices
        definitions = parsed.definitions
        imports = parsed.imports
        hidden = parsed.hidden
        variableOrder = parsed.variableOrder
        fragments = parsed.fragments
        blocks = parsed.blocks
        lines = parsed.lines
        kinds = parsed.kinds
        isReadOnly = !parsed.isUTF8
    }

    /// Hands the requests of a file to `each`, in order, until it returns false. None of them is kept: for those who need little of many
    /// requests, or only the first ones. What only the whole file shows is missing: notices of two requests with one name.
    package static func forEachRequest(in bytes: [UInt8], _ each: (SavedRequest) -> Bool) {
        bytes.withUnsafeBufferPointer { buffer in
            var parser = DocumentParser(buffer)
            parser.run(each)
        }
    }
}

/// Everything in a document follows from its bytes.
extension HTTPDocument: Hashable {
    package static func == (a: HTTPDocument, b: HTTPDocument) -> Bool { a.bytes == b.bytes }
    package func hash(into hasher: inout Hasher) { hasher.combine(bytes) }
}
