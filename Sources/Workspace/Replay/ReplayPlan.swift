import HTTPFormat

/// Decides what a replay sends, and in which order. Nothing is sent here, and only files that bodies include (`<@ path`) are read.
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
    /// For each row of a data file, the variant of the plan that it sends: rows may need different requests (`# @ref {{column}}`,
    /// `<@ {{column}}`). Empty if all rows send all steps.
    package private(set) var variants: [Int] = []
    /// Columns of a data file that decide what a request needs.
    private var columns: Set<String> = []
    /// Requests whose bodies include files that columns name.
    private var inclusions: [SendPlan.Inclusion] = []
    /// Files that could not be read.
    package private(set) var unreadable: [CollectionFile] = []

    /// The highest number of variants.
    static let maxVariants = 1000

    /// Variants that the same columns and the same included files decide.
    private struct VariantGroup {
        var columns: [String]
        var inclusions: [SendPlan.Inclusion]
        /// By the values of the columns, then by what the files ask for and refer to.
        var indexes: [[String?]: Int] = [:]

        var places: [SendPlan.Inclusion.Place] { inclusions.map(\.place) }
    }

    private struct IncludedKey: Hashable {
        var place: SendPlan.Inclusion.Place
        var values: [String: String]
    }

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
        columns = plan.columns
        inclusions = plan.inclusions
    }

    /// Plans a run that is repeated for each row of a data file.
    /// - Parameters:
    ///   - rows: the columns of each; none without a data file.
    ///   - planner: for one row.
    /// - Throws: if the rows need too many different plans. A column of unknown names gives each row its own.
    package init(
        _ folders: [CollectionFolder], rows: [[String: String]], selection: RunSelection,
        planner: ([String: String]) -> SendPlanner
    ) throws(CollectionError) {
        let differing = Self.differingColumns(of: rows)
        func plan(_ row: [String: String]) -> ReplayPlan {
            var planner = planner(row)
            planner.columns = differing
            return ReplayPlan(folders, planner: planner, selection: selection)
        }
        let first = plan(rows.first ?? [:])
        self = first
        guard !first.columns.isEmpty || !first.inclusions.isEmpty else { return }
        // What an included file asks for and refers to, by the values of the columns that name it.
        var expressions: [IncludedKey: String] = [:]
        func included(_ inclusion: SendPlan.Inclusion, _ row: [String: String]) -> String? {
            let key = IncludedKey(
                place: inclusion.place, values: row.filter { inclusion.columns.contains($0.key) })
            if let known = expressions[key] { return known }
            let own = planner(row)
            let found = BodyAssembly(
                request: inclusion.request, file: inclusion.file, context: own.context(inclusion.file)
            ).includedExpressions(own.dynamic)
            expressions[key] = found
            return found
        }
        var plans: [ReplayPlan] = []
        // A plan may need requests that the first one does not, with other columns and files.
        var groups: [VariantGroup] = []
        for row in rows {
            // Rows with the same values of the columns that decide it, and with files that ask for the same, have the same plan.
            func key(in group: VariantGroup) -> [String?] {
                group.columns.map { row[$0] } + group.inclusions.map { included($0, row) }
            }
            var found: Int?
            for group in groups where found == nil { found = group.indexes[key(in: group)] }
            variants.append(found ?? plans.count)
            guard found == nil else { continue }
            guard plans.count < Self.maxVariants else {
                let isReference = !first.columns.isEmpty
                let paths = first.inclusions.reduce(into: Set<String>()) { $0.formUnion($1.columns) }
                let names = (isReference ? first.columns : paths).sorted().joined(separator: ", ")
                throw CollectionError(
                    sentence: "\(isReference ? "# @ref" : "<@") uses a column (\(names)) that leads to more than "
                        + "\(Self.maxVariants) plans.")
            }
            let made = plans.isEmpty ? first : plan(row)
            let group = VariantGroup(columns: made.columns.sorted(), inclusions: made.inclusions)
            let known = groups.firstIndex { $0.columns == group.columns && $0.places == group.places }
            if known == nil { groups.append(group) }
            groups[known ?? groups.count - 1].indexes[key(in: group)] = plans.count
            plans.append(made)
        }
        guard plans.count > 1 else {
            variants = []
            return
        }
        var union = PlanUnion()
        var keys: Set<String> = []
        prompts = []
        for (variant, plan) in plans.enumerated() {
            union.add(plan.steps, variant: variant)
            prompts += plan.prompts.filter { keys.insert($0.key).inserted }
        }
        steps = union.steps(ofVariants: plans.count)
    }

    /// Columns that do not have the same value in all rows.
    private static func differingColumns(of rows: [[String: String]]) -> Set<String> {
        guard let first = rows.first else { return [] }
        var differing: Set<String> = []
        for row in rows {
            for (name, value) in row where first[name] != value { differing.insert(name) }
        }
        return differing
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
