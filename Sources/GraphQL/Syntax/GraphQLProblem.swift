import NetEngine

/// What is wrong in a GraphQL text, and where: one sentence for the user, without a full stop.
package struct GraphQLProblem: Error, Sendable, Hashable {
    /// Starts with a capital letter: `The type User has no field nmae; did you mean name?`
    package var reason: String
    /// The bytes that it is about; empty at the end of the text.
    package var range: Range<Int>
    /// The rule that is broken.
    package var rule: GraphQLRule

    package init(_ reason: String, at range: Range<Int>, rule: GraphQLRule) {
        self.reason = reason
        self.range = range
        self.rule = rule
    }

    /// Line, column and excerpt in the text that was parsed. Takes time in proportion to the text before the place.
    package func position(in text: [UInt8]) -> TextPosition { TextPosition(byteOffset: range.lowerBound, in: text) }
}

/// The rules of the GraphQL specification (September 2025) that this target checks, by the names that other tools use.
package enum GraphQLRule: String, Sendable, Hashable, CaseIterable {
    case syntax = "Syntax"
    /// A limit of ours, not of the specification: the rest of the text was not checked.
    case limit = "Limit"

    // Section 5.1 and 5.2
    case executableDefinitions = "ExecutableDefinitions"
    case uniqueOperationNames = "UniqueOperationNames"
    case loneAnonymousOperation = "LoneAnonymousOperation"
    case singleFieldSubscriptions = "SingleFieldSubscriptions"
    case operationTypes = "OperationTypes"
    // 5.3
    case fieldsOnCorrectType = "FieldsOnCorrectType"
    case overlappingFieldsCanBeMerged = "OverlappingFieldsCanBeMerged"
    case scalarLeafs = "ScalarLeafs"
    // 5.4
    case knownArgumentNames = "KnownArgumentNames"
    case uniqueArgumentNames = "UniqueArgumentNames"
    case providedRequiredArguments = "ProvidedRequiredArguments"
    // 5.5
    case uniqueFragmentNames = "UniqueFragmentNames"
    case knownTypeNames = "KnownTypeNames"
    case fragmentsOnCompositeTypes = "FragmentsOnCompositeTypes"
    case noUnusedFragments = "NoUnusedFragments"
    case knownFragmentNames = "KnownFragmentNames"
    case noFragmentCycles = "NoFragmentCycles"
    case possibleFragmentSpreads = "PossibleFragmentSpreads"
    // 5.6
    case valuesOfCorrectType = "ValuesOfCorrectType"
    case uniqueInputFieldNames = "UniqueInputFieldNames"
    // 5.7
    case knownDirectives = "KnownDirectives"
    case uniqueDirectivesPerLocation = "UniqueDirectivesPerLocation"
    // 5.8
    case uniqueVariableNames = "UniqueVariableNames"
    case variablesAreInputTypes = "VariablesAreInputTypes"
    case noUndefinedVariables = "NoUndefinedVariables"
    case noUnusedVariables = "NoUnusedVariables"
    case variablesInAllowedPosition = "VariablesInAllowedPosition"

    /// A value of the variables JSON does not fit its type (section 6.1.2).
    case variableValues = "VariableValues"
    /// A type system that the specification's section 3 forbids.
    case schema = "Schema"
}
