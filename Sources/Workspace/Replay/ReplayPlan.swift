import HTTPFormat

/// What is sent in a replay, and in which order: pure, nothing is read or sent here.
package struct ReplayPlan: Sendable {
    /// One sending of one request of a collection.
    package typealias Step = SendPlan.Step

    /// As the collection's tree shows them: folders, then files, by name; within a file from top to bottom; but each behind
    /// what it needs.
    package private(set) var steps: [Step] = []
    /// What is asked before anything is sent.
    package private(set) var prompts: [PromptField] = []
    /// Files that could not be read.
    package private(set) var unreadable: [CollectionFile] = []

    /// In the order of the tree, whatever the requests need.
    package init(_ folders: [CollectionFolder]) {
        for folder in folders { add(folder.nodes) }
    }

    /// In an order in which what a request needs comes before it.
    package init(_ folders: [CollectionFolder], planner: SendPlanner) {
        self.init(folders)
        let plan = planner.plan(steps.map { ($0.file, $0.request) })
        steps = plan.steps
        prompts = plan.prompts
    }

    private mutating func add(_ nodes: [CollectionNode]) {
        for node in nodes {
            switch node {
            case .folder(_, let nodes): add(nodes)
            case .file(let file):
                if file.problem != nil { unreadable.append(file) }
                for request in file.document.requests { steps.append(Step(file: file, request: request)) }
            }
        }
    }
}
