/// A step of a plan that can never be sent: variables of it have no value, and no step before it can give them one.
package struct MissingVariables: Sendable {
    package var step: SendPlan.Step
    package var variables: [UnresolvedVariable]
    var uses: [VariableUse]
}
