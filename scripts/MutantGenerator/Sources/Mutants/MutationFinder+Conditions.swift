import SwiftSyntax

extension MutationFinder {
    /// Makes a condition hold always, or never.
    func force(_ condition: some ExprSyntaxProtocol, _ kind: Mutation.Kind, weight: Double) {
        wrap(kind, condition, weight: weight, closing: "))") { number in
            kind == .always ? "(mutated(\(number)) || (" : "(!mutated(\(number)) && ("
        }
    }

    /// A condition of `if`, `guard` or `while`. One of `while` never holds all the time: the loop would not end.
    func forceCondition(_ node: ConditionElementSyntax) {
        guard case .expression(let condition) = node.condition, !condition.is(BooleanLiteralExprSyntax.self) else {
            return
        }
        if node.parent?.parent?.is(WhileStmtSyntax.self) == true {
            force(condition, .never, weight: 0.5)
        } else {
            force(condition, .always, weight: 1)
            force(condition, .never, weight: 1)
        }
    }

    /// A comparison, or one side of `&&`, `||` and `??`.
    func changeOperation(_ node: InfixOperatorExprSyntax) {
        guard let sign = node.operator.as(BinaryOperatorExprSyntax.self)?.operator.text else { return }
        switch sign {
        case "<": moveEdge(of: node, by: "mutatedLess")
        case "<=": moveEdge(of: node, by: "mutatedLessOrEqual")
        case ">": moveEdge(of: node, by: "mutatedGreater")
        case ">=": moveEdge(of: node, by: "mutatedGreaterOrEqual")
        case "==", "!=":
            wrap(.not, node, weight: 0.3, closing: "))") { "(mutated(\($0)) != (" }
        case "&&":
            force(node.leftOperand, .always, weight: 0.7)
            force(node.rightOperand, .always, weight: 1)
        case "||":
            force(node.leftOperand, .never, weight: 0.7)
            force(node.rightOperand, .never, weight: 1)
        case "??":
            wrap(.missing, node.leftOperand, weight: 0.8, closing: ")") { "(mutated(\($0)) ? nil : " }
        default: break
        }
    }

    /// Calls a function of the target Mutation for a comparison, so that both sides are written and computed once.
    private func moveEdge(of node: InfixOperatorExprSyntax, by function: String) {
        guard !node.mayThrowOrWait else { return }
        let (left, right) = (node.leftOperand.range, node.rightOperand.range)
        add(
            .edge, node, weight: 1.2,
            [
                Edit(at: left.lowerBound) { "\(function)(\($0), " },
                Edit(replacing: left.upperBound..<right.lowerBound) { _ in ", " },
                Edit(at: right.upperBound) { _ in ")" },
            ])
    }

    /// The cases of a `switch` with `default`: without one, a case that is not recognised would not compile.
    func hideCases(of node: SwitchExprSyntax) {
        let labels = node.cases.compactMap { $0.as(SwitchCaseSyntax.self)?.label }
        guard labels.contains(where: { $0.is(SwitchDefaultLabelSyntax.self) }) else { return }
        for label in labels.compactMap({ $0.as(SwitchCaseLabelSyntax.self) }) {
            for item in label.caseItems where item.whereClause == nil {
                add(
                    .label, item.pattern, weight: 0.6,
                    [Edit(at: item.pattern.range.upperBound) { " where !mutated(\($0))" }])
            }
        }
    }
}
