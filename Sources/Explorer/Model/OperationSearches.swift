import Descriptions
import Workspace

/// The indexes that find operations of descriptions by what is described of them: made in the background, when they are first needed.
struct OperationSearches: Sendable {
    private struct Known: Sendable {
        var described: DescribedFile
        /// nil while it is being made.
        var search: OperationSearch?
        /// Whether parameters and schemas are in it, too.
        var isWhole = false
    }

    private var known: [String: Known] = [:]

    /// Descriptions of which not everything is found yet.
    var isIncomplete: Bool { known.values.contains { !$0.isWhole } }

    /// The index of a description as it is now; nil if there is none yet.
    subscript(described: DescribedFile) -> OperationSearch? {
        known[described.path].flatMap { $0.described == described ? $0.search : nil }
    }

    /// Notes that indexes of these are being made.
    /// - Returns: those of which none is there or on its way.
    mutating func want(_ files: [DescribedFile]) -> [DescribedFile] {
        known = known.filter { path, _ in files.contains { $0.path == path } }
        let missing = files.filter { known[$0.path]?.described != $0 }
        for described in missing { known[described.path] = Known(described: described) }
        return missing
    }

    /// Takes an index; one of a description that was read again meanwhile is dropped.
    mutating func take(_ made: IndexedOperations) {
        guard known[made.described.path]?.described == made.described else { return }
        known[made.described.path] = Known(described: made.described, search: made.search, isWhole: made.isWhole)
    }
}

/// An index of a description that was made in the background.
package struct IndexedOperations: Sendable {
    var described: DescribedFile
    var search: OperationSearch
    /// Whether it is the last one: parameters and schemas are in it, too.
    var isWhole: Bool

    /// Takes time linear in the description, if it looks into the operations.
    /// - Returns: nil for a file that is not an OpenAPI description.
    init?(_ described: DescribedFile, looksInside: Bool) {
        guard let collection = described.openAPI else { return nil }
        self.described = described
        search = OperationSearch(collection.api, collection.operations, looksInside: looksInside)
        isWhole = looksInside
    }
}
