import SwiftSyntax

extension MutationFinder {
    /// One more than a number. Not the step of a loop (it might not end), and not what has a sign before it.
    func raise(_ node: IntegerLiteralExprSyntax) {
        guard let value = Int(node.literal.text), value < 100_000,
            node.parent?.is(PrefixOperatorExprSyntax.self) != true
        else { return }
        if isInLoop, let operation = node.parent?.as(InfixOperatorExprSyntax.self),
            operation.operator.trimmedDescription == "+="
        {
            return
        }
        add(
            .number, node, weight: 0.6,
            [Edit(replacing: node.range) { "(mutated(\($0)) ? \(value + 1) : \(value))" }])
    }

    /// `true` for `false`, or the other way round. Not in `while true`.
    func negate(_ node: BooleanLiteralExprSyntax) {
        guard node.parent?.is(ConditionElementSyntax.self) != true else { return }
        let sign = node.literal.tokenKind == .keyword(.true) ? "!" : ""
        add(.flag, node, weight: 0.7, [Edit(replacing: node.range) { "\(sign)mutated(\($0))" }])
    }

    /// No text, for one without interpolation. There are so many texts that few are drawn.
    func empty(_ node: StringLiteralExprSyntax) {
        guard node.openingQuote.text == "\"", node.segments.count == 1,
            let segment = node.segments.first?.as(StringSegmentSyntax.self), !segment.content.text.isEmpty
        else { return }
        wrap(.text, node, weight: 0.12, closing: ")") { "(mutated(\($0)) ? \"\" : " }
    }

    private static let conversions: Set = [
        "lowercased", "uppercased", "sorted", "reversed", "trimmed", "trimmingSpaces",
    ]

    /// A value that is not converted: `name` for `name.lowercased()`.
    func dropConversion(_ node: FunctionCallExprSyntax) {
        guard let member = node.calledExpression.as(MemberAccessExprSyntax.self),
            Self.conversions.contains(member.declName.baseName.text), node.arguments.isEmpty,
            node.trailingClosure == nil, !node.mayThrowOrWait, let base = member.base?.repeatable
        else { return }
        wrap(.call, node, weight: 1, closing: ")") { "(mutated(\($0)) ? \(base) : " }
    }

    /// `last` for the property `first`, or the other way round.
    func takeOtherEnd(_ node: MemberAccessExprSyntax) {
        guard let other = ["first": "last", "last": "first"][node.declName.baseName.text],
            let base = node.base?.repeatable, !base.contains("?"), let parent = node.parent,
            // `first(where:)` is a function, and in `first?.name` and `first!` the type is another one.
            !parent.is(FunctionCallExprSyntax.self), !parent.is(OptionalChainingExprSyntax.self),
            !parent.is(ForceUnwrapExprSyntax.self)
        else { return }
        wrap(.end, node, weight: 1, closing: ")") { "(mutated(\($0)) ? \(base).\(other) : " }
    }
}

extension ExprSyntax {
    /// The text of a short expression, which may be written a second time on the same line. Nil if it has closures or
    /// depends on the type that is expected (`.none`).
    fileprivate var repeatable: String? {
        let text = trimmedDescription
        guard text.count < 60, !text.hasPrefix("."), !text.contains(where: { $0.isNewline || $0 == "{" }) else {
            return nil
        }
        return text
    }
}
