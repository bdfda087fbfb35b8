/// What is sent in a replay, and in which order: pure, nothing is read or sent here.
struct ReplayPlan: Sendable {
    /// One request of a collection.
    struct Step: Sendable {
        var file: CollectionFile
        var request: SavedRequest
        /// The places in the plan of those that must have ended before this one begins.
        var needs: [Int] = []
    }

    /// As the collection's tree shows them: folders, then files, by name; within a file from top to bottom.
    private(set) var steps: [Step] = []
    /// Files that could not be read.
    private(set) var unreadable: [CollectionFile] = []

    init(_ folders: [CollectionFolder]) {
        for folder in folders { add(folder.nodes) }
    }

    private mutating func add(_ nodes: [CollectionNode]) {
        for node in nodes {
            switch node {
            case .folder(_, let nodes): add(nodes)
            case .file(let file):
                if file.problem != nil { unreadable.append(file) }
                steps += file.document.requests.map { Step(file: file, request: $0) }
            }
        }
    }
}
