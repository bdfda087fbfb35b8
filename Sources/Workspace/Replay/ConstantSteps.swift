import HTTPFormat
import NetEngine
import Synchronization

/// A step that is about to be sent, and the context in which it was resolved.
final class ResolvedStep: Sendable {
    let step: SendPlan.Step
    let context: RequestResolver.Context
    let prepared: PreparedStep

    init(_ step: SendPlan.Step, _ context: RequestResolver.Context, _ prepared: PreparedStep) {
        self.step = step
        self.context = context
        self.prepared = prepared
    }

    /// Its scripts with the variables that they read.
    var handlers: [PreparedHandler]? {
        if case .resolved(_, let checks, _) = prepared { checks.compactMap(\.handler) } else { nil }
    }

    /// What may be kept of its response; nil if none came.
    func record(of exchange: Exchange) -> ResponseMemory.Record? {
        ResponseMemory.Record(
            exchange, of: step.request, file: step.file.path, root: context.root,
            environment: context.environmentName, repetition: step.turn?.index, handlers: handlers)
    }
}

/// The steps of a run that are the same in each round, so that they are resolved once.
///
/// Such a step uses no value that is made when it is sent, no response to another request, no token and no file.
final class ConstantSteps: Sendable {
    /// Whether the run keeps responses: what one sets may replace a value that had another source before.
    private let keepsResponses: Bool
    private let known: Mutex<[ResolvedStep?]>

    /// nil if each step is sent once.
    init?(_ steps: [SendPlan.Step], rounds: Int) {
        guard rounds > 1 else { return nil }
        keepsResponses = steps.contains { $0.isKept }
        known = Mutex([ResolvedStep?](repeating: nil, count: steps.count))
    }

    subscript(_ step: Int) -> ResolvedStep? { known.withLock { $0.indices.contains(step) ? $0[step] : nil } }

    /// Keeps a step if it is the same in each round.
    func add(_ resolved: ResolvedStep, at step: Int) {
        guard isConstant(resolved) else { return }
        // The first stays: handles of the engine that are set up for its options need only see that they are the same ones.
        known.withLock { if $0.indices.contains(step), $0[step] == nil { $0[step] = resolved } }
    }

    private func isConstant(_ resolved: ResolvedStep) -> Bool {
        let (step, request) = (resolved.step, resolved.step.request)
        guard case .resolved(.draft(let draft, _), let checks, let uses) = resolved.prepared,
            !keepsResponses || uses.isEmpty && checks.isEmpty,
            // A curl command gets its boundary when it is sent, an element of a loop is one of several.
            request.curl == nil, request.loop == nil, step.turn == nil, request.disabledCondition == nil,
            request.outputFile == nil, !request.handlers.contains(where: { $0.phase == .before })
        else { return false }
        switch draft.body {
        case .none, .bytes: break
        case .file, .pieces, .stream: return false
        }
        guard uses.allSatisfy(\.source.isConstant) else { return false }
        return !BodyAssembly(request: request, file: step.file, context: resolved.context).readsFiles
    }
}

extension VariableUse.Source {
    /// Whether a value from it is the same for all requests of a run.
    fileprivate var isConstant: Bool {
        switch self {
        case .override, .prompt, .file, .imported, .environment, .shared, .dotEnv, .processEnvironment: true
        case .loop, .request, .dynamic, .token: false
        }
    }
}
