import Base
import HTTPFormat

/// Finds the repetitions of a request with `# @loop`.
package struct LoopReader {
    package var context: RequestResolver.Context
    package var dynamic = DynamicSources.live
    package var reasons = ReasonBudget()

    package init(
        context: RequestResolver.Context, dynamic: DynamicSources = DynamicSources.live,
        reasons: ReasonBudget = ReasonBudget()
    ) {
        self.context = context
        self.dynamic = dynamic
        self.reasons = reasons
    }

    package enum Outcome: Sendable, Hashable {
        case turns([LoopTurn])
        /// The array has no value yet; a clause says why.
        case unknown(String)
        /// It can never be done; a clause says why.
        case refused(String)
    }

    package func turns(of request: SavedRequest, in file: CollectionFile) -> Outcome {
        turnsWithUses(of: request, in: file).outcome
    }

    /// The repetitions, and the variables of the array.
    func turnsWithUses(of request: SavedRequest, in file: CollectionFile) -> (outcome: Outcome, uses: [VariableUse]) {
        switch request.loop?.over {
        case nil: return (.turns([LoopTurn(index: 0)]), [])
        case .count(let count)?:
            guard count <= SendPlanner.maxRepetitions else { return (tooMany, []) }
            return (.turns((0..<count).map { LoopTurn(index: $0) }), [])
        case .items(let variable, let name)?:
            var resolution = VariableResolution(request, in: file, context: context, dynamic: dynamic, reasons: reasons)
            let value = resolution.evaluate(name, .init(line: request.loop?.line ?? request.line))
            return (outcome(value, of: name, variable, resolution), resolution.uses)
        }
    }

    private func outcome(
        _ value: String?, of name: String, _ variable: String, _ resolution: VariableResolution
    ) -> Outcome {
        guard let value else {
            let reason = resolution.unresolved.first.map { "{{\($0.name)}}: \($0.reason)" }
            return .unknown(reason ?? "\(name) has no value yet")
        }
        guard let elements = LenientJSONPath.elements(Array(value.utf8)) else {
            return .refused("the value of \(name) is not a JSON array")
        }
        guard elements.count <= SendPlanner.maxRepetitions else { return tooMany }
        let isSecret = resolution.uses.contains(where: \.isSecret)
        return .turns(
            elements.enumerated().map {
                LoopTurn(index: $0, item: .init(variable: variable, value: $1, isSecret: isSecret))
            })
    }

    private var tooMany: Outcome {
        .refused("a loop of more than \(SendPlanner.maxRepetitions) repetitions is not sent")
    }
}
