import SwiftSyntax

extension MutationFinder {
    /// Parts of statements that stay: without them a test would hang, crash or lose memory, which says little.
    private static let needed = [
        "assert", "cancel", "close", "curl", "deallocate", "endwin", "exit", "fatalError", "finish", "free", "lock",
        "Mutex", "precondition", "pthread", "resume", "signal", "super.", "unlock", "wait", "yield",
    ]

    /// Leaves out a call or an assignment. Not in initializers, which must set every property.
    func leaveOut(_ item: CodeBlockItemSyntax) {
        guard !isInInitializer, case .expr(let statement) = item.item,
            let siblings = item.parent?.as(CodeBlockItemListSyntax.self)
        else { return }
        let action = statement.withoutTryAndAwait
        if let operation = action.as(InfixOperatorExprSyntax.self) {
            let sign = operation.operator.trimmedDescription
            guard ["=", "+=", "-="].contains(sign), !isUnset(operation.leftOperand.trimmedDescription) else { return }
            // A loop without its step might not end.
            guard sign == "=" || !isInLoop else { return }
        } else {
            guard action.is(FunctionCallExprSyntax.self), !siblings.mayBeValue else { return }
        }
        let beginning = statement.trimmedDescription.prefix(80)
        guard !Self.needed.contains(where: { beginning.contains($0) }) else { return }
        add(
            .leftOut, statement, weight: 1,
            [
                Edit(at: statement.range.lowerBound) { "if !mutated(\($0)) { " },
                Edit(at: statement.range.upperBound) { _ in " }" },
            ])
    }
}

extension ExprSyntax {
    fileprivate var withoutTryAndAwait: ExprSyntax {
        if let expression = self.as(TryExprSyntax.self)?.expression { return expression.withoutTryAndAwait }
        if let expression = self.as(AwaitExprSyntax.self)?.expression { return expression.withoutTryAndAwait }
        return self
    }
}

extension CodeBlockItemListSyntax {
    /// Whether these are a single statement, which may be the value of the function, closure or branch around it.
    fileprivate var mayBeValue: Bool {
        guard count == 1, let owner = parent else { return false }
        if owner.is(ClosureExprSyntax.self) || owner.is(AccessorBlockSyntax.self) { return true }
        if let function = owner.parent?.as(FunctionDeclSyntax.self) { return function.signature.returnClause != nil }
        if let accessor = owner.parent?.as(AccessorDeclSyntax.self) {
            return accessor.accessorSpecifier.tokenKind == .keyword(.get)
        }
        // A branch has the value of its `if` or `switch`.
        var branching: Syntax?
        if owner.is(SwitchCaseSyntax.self) {
            branching = owner.parent?.parent
        } else {
            branching = owner.parent?.is(IfExprSyntax.self) == true ? owner.parent : nil
            while let outer = branching?.parent, outer.is(IfExprSyntax.self) { branching = outer }
        }
        guard let branching else { return false }
        guard branching.parent?.is(ExpressionStmtSyntax.self) == true,
            let around = branching.parent?.parent?.parent?.as(CodeBlockItemListSyntax.self)
        else { return true }
        return around.mayBeValue
    }
}
