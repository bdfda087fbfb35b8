import HTTPFormat

/// Which requests of the files a run sends; the requests that those need are sent, too.
package struct RunSelection: Sendable {
    /// A request with this tag is sent only if its name or one of its tags is asked for.
    package static let manualTag = "manual"

    /// It must have one of them; empty for any.
    package var tags: [String] = []
    package var skippedTags: [String] = []
    /// Patterns of names, `FILE` or `FILE#NAME`; one must match. Empty for any.
    package var filters: [Glob] = []
    /// By the path of a file: the indexes of the requests that `FILE#NAME` asks for. Other files are taken whole.
    package var named: [String: Set<Int>] = [:]

    package init() {}

    /// Whether all requests are sent that are not manual.
    package var isAll: Bool { tags.isEmpty && skippedTags.isEmpty && filters.isEmpty && named.isEmpty }

    /// Whether a file's requests are sent at all. A description that is one file of a folder is there to explore: its operations are
    /// sent where it is given itself, or where they are named.
    package func takes(_ file: CollectionFile, isAlone: Bool) -> Bool {
        file.described == nil || isAlone || named[file.path] != nil
    }

    package func includes(_ request: SavedRequest, of file: CollectionFile) -> Bool {
        let own = request.settings.tags
        func has(_ tag: String) -> Bool { own.contains { $0.lowercased() == tag.lowercased() } }
        guard !skippedTags.contains(where: has) else { return false }
        let isTagged = tags.contains(where: has)
        guard tags.isEmpty || isTagged else { return false }
        if let indexes = named[file.path] {
            guard indexes.contains(request.index) else { return false }
        } else if has(Self.manualTag), !isTagged {
            return false
        }
        guard !filters.isEmpty else { return true }
        let names = [request.id, request.title, file.relativePath, "\(file.relativePath)#\(request.id)"].compactMap(
            \.self)
        return filters.contains { filter in names.contains { filter.matches($0) } }
    }
}
