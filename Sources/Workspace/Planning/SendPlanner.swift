import Base
import HTTPFormat

/// Puts requests into the order in which they can be sent. Nothing is sent here; only files that bodies include with
/// their variables (`<@ path`) are read, to find their prompts.
///
/// A request comes after all that it declares to need (`# @ref`, `# @forceRef`) and, if `references` says so, after those
/// whose responses it uses. A request that has a response is not sent again for `# @ref`. A circle is a problem of all its
/// requests.
package struct SendPlanner {
    /// Whether a request that another one uses without declaring it (`# @ref`) is sent first.
    package enum References: Sendable, Hashable {
        /// No. The use is an error when its request begins.
        case asTheyStand
        /// Yes.
        case first
    }

    package var references: References
    /// For each file: environments, imports, and the responses known now.
    package var context: (CollectionFile) -> RequestResolver.Context
    package var dynamic = DynamicSources.live
    /// Columns of a data file whose values differ between rows.
    package var columns: Set<String> = []
    /// Whether the plan is sent several times, so that what a later request sets counts in the next round.
    package var repeats = false

    /// The highest number of repetitions of one loop.
    static let maxRepetitions = 10_000
    /// The highest number of steps of a plan, if loops make them.
    static let maxSteps = 50_000
    /// How many times steps of one plan may wait for another.
    static let maxLinks = 2_000_000
    /// How many requests may wait for each other in a chain. Each is a level of recursion, 17 KB in a debug build.
    static let maxDepth = 100

    private struct Key: Hashable {
        var file: String
        var request: Int
    }

    private enum Mark {
        case inProgress
        /// Its steps, in order.
        case done([Int])
    }

    private struct Waiting {
        var key: Key
        var id: String
        /// The line of the dependency or reference that is followed now.
        var line: Int
    }

    private var plan = SendPlan()
    private var marks: [Key: Mark] = [:]
    private var stack: [Waiting] = []
    private var problems: [Key: SendPlan.Problem] = [:]
    private var promptKeys: Set<String> = []
    private var contexts: [String: RequestResolver.Context] = [:]
    /// How many times steps wait for others.
    private var linkCount = 0
    private var logins: [String: [String: LoginSummary.Entry]] = [:]
    private var reasons = ReasonBudget()
    /// Names that scripts of responses set while the plan is carried out, as far as that is known.
    private var captured: Set<String> = []

    package init(references: References, context: @escaping (CollectionFile) -> RequestResolver.Context) {
        self.references = references
        self.context = context
    }

    /// The plan for one request that the user chose: it is sent even if it is disabled.
    package func plan(sending request: SavedRequest, of file: CollectionFile) -> SendPlan {
        plan([(file, request.enabled)])
    }

    /// The plan for requests that were asked for, in that order.
    package func plan(_ asked: [(file: CollectionFile, request: SavedRequest)]) -> SendPlan {
        var planner = self
        planner.reasons = ReasonBudget()
        for (file, request) in asked { planner.visit(file, request, .asked) }
        // What a script sets lasts for all rounds, so an earlier loop may iterate over it.
        let hasLoops = planner.plan.steps.contains { $0.request.loop != nil }
        guard repeats, hasLoops, planner.captured != captured else { return planner.plan }
        var again = self
        again.captured = planner.captured
        return again.plan(asked)
    }

    // MARK: one request

    /// The indexes of its steps; empty while it is in progress.
    @discardableResult
    private mutating func visit(_ file: CollectionFile, _ request: SavedRequest, _ reason: SendPlan.Reason) -> [Int] {
        let key = Key(file: file.path, request: request.index)
        switch marks[key] {
        case .done(let steps): return steps
        case .inProgress: return []
        case nil: break
        }
        marks[key] = .inProgress
        let context = self.context(of: file)
        let scope = context.scope ?? RequestScope(file)
        stack.append(Waiting(key: key, id: request.id, line: request.line))
        var (needs, requires) = dependencies(of: request, key, file, scope, context)
        let body = BodyAssembly(request: request, file: file, context: context)
        let included = body.includedTexts(dynamic)
        let deciding = columns.isEmpty ? [] : body.namesOfIncludedPaths(dynamic).intersection(columns)
        if !deciding.isEmpty {
            plan.inclusions.append(SendPlan.Inclusion(file: file, request: request, columns: deciding))
        }
        let waiting = Set(stack.map(\.key))
        let scan = ReferenceScan(
            scope: scope, context: context,
            isWaiting: { waiting.contains(Key(file: scope.files[$0.file].path, request: $0.request)) }
        ).scan(request, included: included)
        for edge in scan.edges {
            let steps = follow(edge, of: request, key, scope, context)
            if waits(for: steps.count, key, line: edge.line) { needs += steps }
        }
        stack.removeLast()
        note(prompts: scan.prompts, of: request, in: file, context)
        needs = Self.unique(needs)
        requires = Self.unique(requires)
        var step = SendPlan.Step(file: file, request: request, needs: needs, requires: requires, reason: reason)
        step.problem = problems[key]
        step.logins = LoginSummary.lines(
            request, in: file.document, tokens: scan.tokens, context, scan.tokens.isEmpty ? [:] : logins(of: file))
        let first = plan.steps.count
        plan.steps += repetitions(of: step, context, scan.edges, scope)
        captured.formUnion(request.captures.map(\.variable))
        for place in needs { plan.steps[place].isReferred = true }
        let steps = Array(first..<plan.steps.count)
        marks[key] = .done(steps)
        return steps
    }

    private mutating func context(of file: CollectionFile) -> RequestResolver.Context {
        if let known = contexts[file.path] { return known }
        let made = context(file)
        contexts[file.path] = made
        return made
    }

    /// The logins of a file's environment, by id.
    private mutating func logins(of file: CollectionFile) -> [String: LoginSummary.Entry] {
        if let known = logins[file.path] { return known }
        let context = context(of: file)
        let found = context.environments.authEntries(in: context.environmentName)
        logins[file.path] = found
        return found
    }

    private static func unique(_ places: [Int]) -> [Int] { Array(Set(places)).sorted() }

    // MARK: what it needs

    private mutating func dependencies(
        of request: SavedRequest, _ key: Key, _ file: CollectionFile, _ scope: RequestScope,
        _ context: RequestResolver.Context
    ) -> (needs: [Int], requires: [Int]) {
        var needs: [Int] = []
        var requires: [Int] = []
        var resolution = VariableResolution(request, in: file, context: context, dynamic: dynamic, reasons: reasons)
        for dependency in request.dependencies {
            stack[stack.count - 1].line = dependency.line
            let (failures, known) = (resolution.failures, resolution.unresolved.count)
            let name = resolution.expand(dependency.name, line: dependency.line)
            guard resolution.failures == failures else {
                let unresolved = resolution.unresolved.dropFirst(known).first
                problem(
                    key, dependency.line,
                    unresolved.map { "{{\($0.name)}}: \($0.reason)" } ?? "the name \(dependency.name) has no value yet")
                continue
            }
            switch scope.find(name) {
            case .none: problem(key, dependency.line, resolution.unknownRequest(name))
            case .several(let file, let lines):
                problem(key, dependency.line, RequestScope.ambiguity(name, file: file, lines: lines))
            case .one(let place):
                let other = scope.files[place.file]
                let needed = scope.request(place)
                // One that failed is sent again.
                let isKnown = response(place, scope, context)?.hasFailed == false
                if isKnown, !dependency.isForced, marks[Key(file: other.path, request: needed.index)] == nil {
                    continue
                }
                guard checkCircle(other, needed) else { continue }
                let steps = visit(
                    other, needed,
                    .dependency(of: request.id, line: dependency.line, isForced: dependency.isForced))
                guard waits(for: steps.count, key, line: dependency.line) else { continue }
                needs += steps
                requires += steps
            }
        }
        let names = resolution.uses.map(\.name) + resolution.unresolved.map(\.name)
        plan.columns.formUnion(names.filter(columns.contains))
        return (needs, requires)
    }

    /// The steps that come before a request because it uses their responses.
    private mutating func follow(
        _ edge: ReferenceScan.Edge, of request: SavedRequest, _ key: Key, _ scope: RequestScope,
        _ context: RequestResolver.Context
    ) -> [Int] {
        stack[stack.count - 1].line = edge.line
        let file = scope.files[edge.place.file]
        let referred = scope.request(edge.place)
        let other = Key(file: file.path, request: referred.index)
        if case .done(let steps)? = marks[other] { return steps }
        // A request may use its own last response.
        guard other != key, references == .first, edge.isNeeded, response(edge.place, scope, context) == nil,
            checkCircle(file, referred)
        else { return [] }
        return visit(file, referred, .reference(of: request.id, line: edge.line, text: edge.text))
    }

    private func response(
        _ place: RequestScope.Place, _ scope: RequestScope, _ context: RequestResolver.Context
    ) -> ResponseMemory.Entry? {
        context.response(to: place, in: scope)
    }

    /// False if the request waits, directly or indirectly, for the one on top of the stack; then all of them get a problem.
    private mutating func checkCircle(_ file: CollectionFile, _ request: SavedRequest) -> Bool {
        let key = Key(file: file.path, request: request.index)
        guard case .inProgress? = marks[key], let start = stack.firstIndex(where: { $0.key == key }) else {
            guard stack.count < Self.maxDepth else {
                if let last = stack.last {
                    problem(last.key, last.line, "more than \(Self.maxDepth) requests wait for each other")
                }
                return false
            }
            return true
        }
        let circle = stack[start...]
        let path = CyclePath.text(circle.map(\.id) + [request.id])
        for waiting in circle { problem(waiting.key, waiting.line, "cycle: \(path)") }
        return false
    }

    /// Counts waits for other steps. False if there are too many; then the request gets a problem.
    private mutating func waits(for count: Int, _ key: Key, line: Int) -> Bool {
        countWork(1)
        guard linkCount + count <= Self.maxLinks else {
            problem(key, line, Self.tooManyLinks)
            return false
        }
        linkCount += count
        return true
    }

    private static let tooManyLinks = "the requests of the plan wait for each other more than \(maxLinks) times"

    private mutating func problem(_ key: Key, _ line: Int, _ reason: String) {
        if problems[key] == nil { problems[key] = SendPlan.Problem(line: line, reason: reason) }
    }

    // MARK: loops and prompts

    private mutating func repetitions(
        of step: SendPlan.Step, _ context: RequestResolver.Context, _ edges: [ReferenceScan.Edge],
        _ scope: RequestScope
    ) -> [SendPlan.Step] {
        guard let loop = step.request.loop, step.problem == nil else { return [step] }
        let (outcome, uses) = LoopReader(context: context, dynamic: dynamic, reasons: reasons)
            .turnsWithUses(of: step.request, in: step.file)
        // It is read again when the step begins.
        if isReplaced(uses, edges, scope) { return [step] }
        let turns: [LoopTurn]
        switch outcome {
        case .turns(let found) where plan.steps.count + found.count > Self.maxSteps:
            var refused = step
            refused.problem = SendPlan.Problem(
                line: loop.line, reason: "more than \(Self.maxSteps) requests are not sent in one plan")
            return [refused]
        case .turns(let found) where linkCount + (found.count - 1) * step.needs.count > Self.maxLinks:
            var refused = step
            refused.problem = SendPlan.Problem(line: loop.line, reason: Self.tooManyLinks)
            return [refused]
        case .turns(let found) where found.isEmpty:
            // It is one step, so that a run and a plan say that it is skipped, as where the list is a response's.
            var skipped = step
            skipped.isRepeatedNever = true
            return [skipped]
        case .turns(let found):
            turns = found
            linkCount += max(0, found.count - 1) * step.needs.count
        // The value may be known when the step begins.
        case .unknown: return [step]
        case .refused(let reason):
            var refused = step
            refused.problem = SendPlan.Problem(line: loop.line, reason: reason)
            return [refused]
        }
        return turns.map { turn in
            var repetition = step
            repetition.turn = turn
            return repetition
        }
    }

    /// Whether a value may have changed by the time a step begins: it differs between rows, a script sets it first, or the request
    /// from whose response it comes is sent again.
    /// - Parameters:
    ///   - uses: the variables that the value is made of.
    ///   - edges: what the request of the step refers to.
    private func isReplaced(
        _ uses: [VariableUse], _ edges: [ReferenceScan.Edge], _ scope: RequestScope
    ) -> Bool {
        guard !uses.isEmpty else { return false }
        let sent = Set(edges.filter { isSentBefore($0.place, scope) }.map(\.text))
        return uses.contains { use in
            if columns.contains(use.name) { return true }
            switch use.source {
            // What the user gave overrides what scripts set.
            case .override, .prompt, .loop: return false
            default: return captured.contains(use.name) || sent.contains(use.name)
            }
        }
    }

    private func isSentBefore(_ place: RequestScope.Place, _ scope: RequestScope) -> Bool {
        let key = Key(file: scope.files[place.file].path, request: place.request)
        if case .done(let steps)? = marks[key] { return !steps.isEmpty }
        return false
    }

    private mutating func note(
        prompts: [PromptField], of request: SavedRequest, in file: CollectionFile, _ context: RequestResolver.Context
    ) {
        guard !request.settings.isDisabled || stack.isEmpty, !(request.prompts.isEmpty && prompts.isEmpty) else {
            return
        }
        var plain = context
        plain.ignoresPrompts = true
        var resolution = VariableResolution(request, in: file, context: plain, dynamic: dynamic, reasons: reasons)
        let declared = request.prompts.map { prompt in
            let secretUses = resolution.secretUses
            let value = resolution.valueIfAny(prompt.variable, line: request.line)
            var field = PromptField(prompt, initial: value, request: request.id)
            if resolution.secretUses != secretUses || resolution.isPrivateValueWithheld(prompt.variable) {
                field.isSecret = true
            }
            return field
        }
        for var field in declared + prompts
        where context.overrides[field.key] == nil && context.answers[field.key] == nil
            && promptKeys.insert(field.key).inserted
        {
            field.file = file.relativePath
            field.line = file.sourceLine(field.line)
            plan.prompts.append(field)
        }
    }
}

extension SavedRequest {
    /// The same without `# @disabled`.
    package var enabled: SavedRequest {
        var request = self
        request.settings.isDisabled = false
        request.disabledCondition = nil
        return request
    }
}
