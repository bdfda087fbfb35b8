/// Reads one kind of file. Pure: no file but those of the source is looked at, and nothing is fetched.
///
/// The work is linear in the bytes of the source, and no recursion goes deeper than `ImportedFolder.mostDepth`.
package protocol ImportReader: Sendable {
    static var kind: ImportKind { get }

    /// How sure the reader is, by content alone, that the source is of its kind.
    static func recognises(_ source: ImportSource) -> ImportRecognition

    /// - Parameter progress: called now and then with the share that is done, from 0 to 1.
    /// - Throws: why nothing of the source can be used. What can be used in part becomes a notice.
    static func read(_ source: ImportSource, progress: (Double) -> Void) throws(ImportError) -> ImportedCollection
}

/// Whether a source is of a kind.
package enum ImportRecognition: Sendable, Hashable {
    case no
    case yes
    /// Of this tool, but not a file that can be imported: the sentence says which version or part it is, and what to do.
    case unusable(String)
}

/// All readers, in the order in which they are asked.
package enum ImportReaders {
    package static let all: [any ImportReader.Type] = [
        PostmanReader.self, InsomniaReader.self, HARReader.self, BrunoReader.self, OpenAPIReader.self, CurlReader.self,
        HurlReader.self,
    ]

    /// The reader of a kind.
    package static func reader(of kind: ImportKind) -> (any ImportReader.Type)? { all.first { $0.kind == kind } }
}
