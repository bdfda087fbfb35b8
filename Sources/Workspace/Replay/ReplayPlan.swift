import HTTPFormat

/// Decides what a replay sends, and in which order. Pure: nothing is read or sent here.
package struct ReplayPlan: Sendable {
    /// One request of a collection, to be sent once.
    package typealias Step = SendPlan.Step

    /// In the order of the collection's tree (folders, then files, by name; each file from top to bottom), except that
    /// each step comes after those it needs.
    package private(set) var steps: [Step] = []
    /// Prompts to answer before anything is sent.
    package private(set) var prompts: [PromptField] = []
    /// Requests that the selection leaves out.
    package private(set) var leftOut = 0
    /// Those of them that it leaves out only because of their tag `manual`.
    package private(set) var manual = 0
    /// Files that could not be read.
    package private(set) var unreadable: [CollectionFile] = []

    /// Plans in the order of the tree, whatever the requests need.
    package init(_ folders: [CollectionFolder]) {
        for folder in folders { add(folder.nodes) }
    }

    /// Plans in an order in which each step comes after those it needs.
    /// - Parameter selection: what is asked for; what those need is sent, too.
    package init(_ folders: [CollectionFolder], planner: SendPlanner, selection: RunSelection = RunSelection()) {
        self.init(folders)
        let alone = Set(folders.compactMap(\.single?.path))
        let candidates = steps.filter { selection.takes($0.file, isAlone: alone.contains($0.file.path)) }
        var asked: [Step] = []
        for step in candidates {
            switch selection.choice(of: step.request, in: step.file) {
            case .sent: asked.append(step)
            case .manual: manual += 1
            case .notAskedFor: break
            }
        }
        leftOut = candidates.count - asked.count
        let plan = planner.plan(asked.map { ($0.file, $0.request) })
        steps = plan.steps
        prompts = plan.prompts
    }

    /// Plans what is asked for of open files, in their order.
    package init(_ files: [CollectionFile], planner: SendPlanner, selection: RunSelection) {
        self.init(
            [CollectionFolder(root: "", name: "", nodes: files.map { .file($0) })], planner: planner,
            selection: selection)
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
