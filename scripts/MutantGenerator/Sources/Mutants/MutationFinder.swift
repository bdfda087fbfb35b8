import SwiftSyntax

/// Collects every mutation that is possible in a file. Its operators must be folded.
///
/// This file says where it looks; the extensions say what is changed.
final class MutationFinder: SyntaxVisitor {
    private(set) var mutations: [Mutation] = []
    /// Where the functions begin that the current node is in, from the outermost to the innermost.
    private(set) var functions: [Int] = []
    private var initializerDepth = 0
    private var loopDepth = 0
    /// Variables that were declared without a value.
    private var unset: Set<String> = []

    var isInInitializer: Bool { initializerDepth > 0 }
    var isInLoop: Bool { loopDepth > 0 }

    /// Whether the variable was declared without a value: it may be a `let`, which must be set exactly once.
    func isUnset(_ variable: String) -> Bool { unset.contains(variable) }

    /// Adds a mutation, unless the node is outside of functions: global values and stored properties are read once in a
    /// program, and often before the tests begin.
    func add(_ kind: Mutation.Kind, _ node: some SyntaxProtocol, weight: Double, _ edits: [Edit]) {
        guard let function = functions.last else { return }
        mutations.append(
            Mutation(kind: kind, range: node.range, function: function, weight: weight, edits: edits))
    }

    /// Adds a mutation that puts text before and after an expression. One with `try` or `await` stays as it is: the
    /// words would have to move to the front.
    func wrap(
        _ kind: Mutation.Kind, _ node: some ExprSyntaxProtocol, weight: Double, closing: String,
        opening: @escaping (_ number: Int) -> String
    ) {
        guard !node.mayThrowOrWait else { return }
        add(
            kind, node, weight: weight,
            [
                Edit(at: node.range.lowerBound, adding: opening),
                Edit(at: node.range.upperBound) { _ in closing },
            ])
    }

    // MARK: - Functions, initializers and loops

    private func enterFunction(_ node: some SyntaxProtocol) -> SyntaxVisitorContinueKind {
        functions.append(node.range.lowerBound)
        return .visitChildren
    }

    override func visit(_ node: FunctionDeclSyntax) -> SyntaxVisitorContinueKind { enterFunction(node) }
    override func visitPost(_ node: FunctionDeclSyntax) { functions.removeLast() }

    override func visit(_ node: AccessorBlockSyntax) -> SyntaxVisitorContinueKind { enterFunction(node) }
    override func visitPost(_ node: AccessorBlockSyntax) { functions.removeLast() }

    override func visit(_ node: SubscriptDeclSyntax) -> SyntaxVisitorContinueKind { enterFunction(node) }
    override func visitPost(_ node: SubscriptDeclSyntax) { functions.removeLast() }

    override func visit(_ node: InitializerDeclSyntax) -> SyntaxVisitorContinueKind {
        initializerDepth += 1
        return enterFunction(node)
    }
    override func visitPost(_ node: InitializerDeclSyntax) {
        functions.removeLast()
        initializerDepth -= 1
    }

    override func visit(_ node: WhileStmtSyntax) -> SyntaxVisitorContinueKind {
        loopDepth += 1
        return .visitChildren
    }
    override func visitPost(_ node: WhileStmtSyntax) { loopDepth -= 1 }

    override func visit(_ node: RepeatStmtSyntax) -> SyntaxVisitorContinueKind {
        loopDepth += 1
        return .visitChildren
    }
    override func visitPost(_ node: RepeatStmtSyntax) { loopDepth -= 1 }

    // MARK: - What is changed

    override func visit(_ node: PatternBindingSyntax) -> SyntaxVisitorContinueKind {
        if node.initializer == nil, node.accessorBlock == nil { unset.insert(node.pattern.trimmedDescription) }
        return .visitChildren
    }

    override func visit(_ node: ConditionElementSyntax) -> SyntaxVisitorContinueKind {
        forceCondition(node)
        return .visitChildren
    }

    override func visit(_ node: TernaryExprSyntax) -> SyntaxVisitorContinueKind {
        force(node.condition, .always, weight: 0.7)
        force(node.condition, .never, weight: 0.7)
        return .visitChildren
    }

    override func visit(_ node: InfixOperatorExprSyntax) -> SyntaxVisitorContinueKind {
        changeOperation(node)
        return .visitChildren
    }

    override func visit(_ node: SwitchExprSyntax) -> SyntaxVisitorContinueKind {
        hideCases(of: node)
        return .visitChildren
    }

    override func visit(_ node: IntegerLiteralExprSyntax) -> SyntaxVisitorContinueKind {
        raise(node)
        return .skipChildren
    }

    override func visit(_ node: BooleanLiteralExprSyntax) -> SyntaxVisitorContinueKind {
        negate(node)
        return .skipChildren
    }

    override func visit(_ node: StringLiteralExprSyntax) -> SyntaxVisitorContinueKind {
        empty(node)
        return .visitChildren
    }

    override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
        dropConversion(node)
        return .visitChildren
    }

    override func visit(_ node: MemberAccessExprSyntax) -> SyntaxVisitorContinueKind {
        takeOtherEnd(node)
        return .visitChildren
    }

    override func visit(_ node: CodeBlockItemSyntax) -> SyntaxVisitorContinueKind {
        leaveOut(node)
        return .visitChildren
    }

    // MARK: - What stays as it is

    /// No test sees it, but for a leak.
    override func visit(_ node: DeinitializerDeclSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
    /// A macro takes literals only, or source text.
    override func visit(_ node: MacroExpansionExprSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
    override func visit(_ node: AttributeListSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
    /// `case 1:` is changed as a whole.
    override func visit(_ node: ExpressionPatternSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
    /// Not all of it is compiled here.
    override func visit(_ node: IfConfigDeclSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
    /// A raw value is a literal.
    override func visit(_ node: EnumCaseDeclSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
    /// Long literals take the compiler too long when their elements become expressions.
    override func visit(_ node: ArrayExprSyntax) -> SyntaxVisitorContinueKind {
        node.elements.count > 5 ? .skipChildren : .visitChildren
    }
    override func visit(_ node: DictionaryExprSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
}

extension SyntaxProtocol {
    /// Where its code is, without the whitespace and the comments around it: offsets in the file's UTF-8.
    var range: Range<Int> {
        positionAfterSkippingLeadingTrivia.utf8Offset..<endPositionBeforeTrailingTrivia.utf8Offset
    }

    /// Whether `try` or `await` is in it.
    var mayThrowOrWait: Bool {
        tokens(viewMode: .sourceAccurate).contains { [.keyword(.try), .keyword(.await)].contains($0.tokenKind) }
    }
}
