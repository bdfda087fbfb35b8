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

    /// Whether a file's requests are sent at all. A description that is one file of a folder is there to explore: its operations are
    /// sent where it is given itself, or where they are named.
    package func takes(_ file: CollectionFile, isAlone: Bool) -> Bool {
        file.described == nil || isAlone || named[file.path] != nil
    }

    /// What becomes of a request of the files.
    package enum Choice: Sendable, Hashable {
        case sent
        /// It is asked for, and left out only because of its tag `manual`.
        case manual
        case notAskedFor
    }

    package func choice(of request: SavedRequest, in file: CollectionFile) -> Choice {
        guard matches(request, of: file) else { return .notAskedFor }
        return isManual(request, of: file) ? .manual : .sent
    }

    private func isManual(_ request: SavedRequest, of file: CollectionFile) -> Bool {
        named[file.path] == nil && request.has(tag: Self.manualTag) && !tags.contains { request.has(tag: $0) }
    }

    private func matches(_ request: SavedRequest, of file: CollectionFile) -> Bool {
        guard !skippedTags.contains(where: { request.has(tag: $0) }) else { return false }
        guard tags.isEmpty || tags.contains(where: { request.has(tag: $0) }) else { return false }
        if let indexes = named[file.path], !indexes.contains(request.index) { return false }
        guard !filters.isEmpty else { return true }
        let names = [request.id, request.title, file.relativePath, "\(file.relativePath)#\(request.id)"].compactMap(
            \.self)
        return filters.contains { filter in names.contains { filter.matches($0) } }
    }
}

extension SavedRequest {
    fileprivate func has(tag: String) -> Bool { settings.tags.contains { $0.lowercased() == tag.lowercased() } }
}
